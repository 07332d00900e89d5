"""The command `edit`."""

from __future__ import annotations

from cp_puzzles.cli.command import Asked, command
from cp_puzzles.cli.parameters import argument, options_of, out_option
from cp_puzzles.errors import MistakeError
from cp_puzzles.search.puzzle_options import PuzzleOptions


@command
@argument("spec", "[SPEC]", "a puzzle file, or a name from `cp-puzzles list` (default: a new puzzle)", required=False)
@options_of(PuzzleOptions, "parameters")
@out_option("write the page to an .html file, which works without the program, and do not open it")
def run(asked: Asked) -> int:
    """Make a puzzle in the browser, and solve it there.

    Paint the board, choose or draw pieces, and see the number of solutions while you edit. The page is served on this
    machine until you press Ctrl-C: its address is printed, and the browser opens if the output is a terminal. The page
    can ask the program for all that it cannot do alone, and save the puzzle to its file. With `--out` the page is one
    file that needs neither a network nor the program.

    Examples
    --------
    cp-puzzles edit                       a new puzzle
    cp-puzzles edit soma                  a puzzle of the catalog, to change and to solve
    cp-puzzles edit my.yaml --out my.html  only write the page, which needs no program
    """
    import sys
    import webbrowser
    from contextlib import suppress
    from pathlib import Path

    from cp_puzzles.base.file_access import write_file
    from cp_puzzles.cli.console import say, say_written
    from cp_puzzles.output.web.edit_page import FRESH, edit_page
    from cp_puzzles.output.web.edit_server import EditServer, serve
    from cp_puzzles.puzzle.puzzle import spec_from
    from cp_puzzles.puzzle.spec.loader import READERS, is_dlx_path, read_source, without_board
    from cp_puzzles.puzzle.spec.parameters import has_parameters

    if asked.out is not None and Path(asked.out).suffix != ".html":
        raise MistakeError(asked.out, "the editor is an HTML page", "write a name that ends in .html")
    text, file = FRESH, None
    if asked.spec is not None and Path(asked.spec.partition("#")[0]).suffix in READERS:
        text = spec_from(asked.spec).to_yaml()
    elif asked.spec is not None:
        if is_dlx_path(asked.spec):
            raise without_board(asked.spec)
        text, _ = read_source(asked.spec)
        changes = PuzzleOptions.of_typed(vars(asked))
        if asked.parameters or has_parameters(text):
            text = spec_from(asked.spec, changes.parameters).to_yaml()
            say("the editor does not know parameters; the page has their values instead")
        elif Path(asked.spec).suffix in (".yaml", ".yml") and Path(asked.spec).is_file():
            file = Path(asked.spec)
    if asked.out is not None:
        write_file(Path(asked.out), edit_page(text))
        say_written(Path(asked.out))
        return 0

    def tell(address: str) -> None:
        print(address, flush=True)
        say("the page is served until you press Ctrl-C")
        if sys.stdout.isatty():
            webbrowser.open(address)

    with suppress(KeyboardInterrupt):
        serve(EditServer(text, file), tell)
    return 0
