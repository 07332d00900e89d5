"""The command `edit`."""

from __future__ import annotations

import sys
import tempfile
import webbrowser
from pathlib import Path

import click

from cp_puzzles.base.file_access import write_file
from cp_puzzles.cli.command import Options, command
from cp_puzzles.cli.parameters import out_option, puzzle_options
from cp_puzzles.errors import MistakeError


@command("""
cp-puzzles edit                       a new puzzle
cp-puzzles edit soma                  a puzzle of the catalog, to change and to solve
cp-puzzles edit my.yaml --out my.html  only write the page
""")
@click.argument(
    "spec",
    metavar="[SPEC]",
    required=False,
    help="a puzzle file, or a name from `cp-puzzles list` (default: a new puzzle)",
)
@puzzle_options("parameters")
@out_option("write the page to an .html file and do not open it")
def run(options: Options) -> int:
    """Make a puzzle in the browser, and solve it there.

    The page needs no network and no server: paint the board, choose or draw pieces, and see the number of solutions
    while you edit. The puzzle file is shown next to the board; download it to use it with the other commands. The page
    is written to a temporary folder, and its address is printed; the browser opens only if the output is a terminal.
    """
    from cp_puzzles.cli.console import say, say_written
    from cp_puzzles.output.web.edit_page import edit_page
    from cp_puzzles.puzzle.puzzle import spec_from
    from cp_puzzles.puzzle.spec.family_parameters import has_parameters
    from cp_puzzles.puzzle.spec.loader import DLX_SUFFIX, read_source, without_board
    from cp_puzzles.search.puzzle_options import PuzzleOptions

    if options.out is not None and Path(options.out).suffix != ".html":
        raise MistakeError(options.out, "the editor is an HTML page", "write a name that ends in .html")
    if options.spec is None:
        page = edit_page()
    else:
        text, source = read_source(options.spec)
        if options.spec.endswith(DLX_SUFFIX):
            raise without_board(source)
        changes = PuzzleOptions(parameters=options.parameters)
        if options.parameters or has_parameters(text):
            text = spec_from(options.spec, changes.parameters).to_yaml()
            say("the editor does not know parameters; the page has their values instead")
        page = edit_page(text)
    file = Path(options.out or Path(tempfile.mkdtemp(prefix="cp-puzzles-")) / "edit.html")
    write_file(file, page)
    if options.out is not None:
        say_written(file)
        return 0
    print(file.as_uri())
    if sys.stdout.isatty():
        webbrowser.open(file.as_uri())
    return 0
