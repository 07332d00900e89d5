"""Commands that draw, or write pages: `show`, `render`, `gallery`, `edit`."""

from __future__ import annotations

import sys
import webbrowser
from contextlib import closing, suppress
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from cp_puzzles.base.deadline import Deadline
from cp_puzzles.base.file_access import refuse_overwriting, writable_path, write_file, writing
from cp_puzzles.base.memory import bytes_text
from cp_puzzles.base.text import counted, estimated_seconds
from cp_puzzles.base.values import OUT_FOLDER, SECONDS
from cp_puzzles.cli import command as cli
from cp_puzzles.cli.console import puzzle_of, run_command, say, say_written, stderr, stdout, timed
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.output.formats.formats import format_rows
from cp_puzzles.search.puzzle_options import PuzzleOptions
from cp_puzzles.search.search_options import IterOptions, TimeLimit

if TYPE_CHECKING:
    from rich.console import RenderableType

    from cp_puzzles.puzzle.puzzle import Puzzle

PAGE_SECONDS, PAGE_BYTES = 0.5, 200_000
"""Time and size of the page of a puzzle: the mean of the catalog on two cores of 2023, with the default limit."""

LINE_SECONDS = 10
"""The time between two lines of progress where it is not a terminal that shows them."""


@cli.command(
    cli.SPEC,
    *cli.options_of(PuzzleOptions),
    cli.flag("orientations", "draw all rotations and reflections of each tile, with the numbers for `orientations:`"),
    cli.out_option("draw the puzzle into a file instead: .svg, .png or .pdf"),
    *cli.options_of(TimeLimit),
)
def show_command(asked: cli.Asked) -> int:
    """Draw the board and the tiles of a puzzle, and the isometries allowed for each tile.

    With --out, write a picture: the given pieces are on the board, the tiles to place are below it. A ring marks cells
    that --leave keeps empty, a ? marks cells that may stay empty.

    Examples
    --------
    cp-puzzles show pentomino6x10
    cp-puzzles show pentomino6x10 --orientations  the numbers for orientations: [1, 3]
    cp-puzzles show calendar --leave Nov --leave 21
    cp-puzzles show kanoodle5x11 --out kanoodle.svg  a picture: .svg, .png or .pdf
    """
    from cp_puzzles.output.draw.picture import framed, save_picture
    from cp_puzzles.output.draw.puzzle_picture import puzzle_picture
    from cp_puzzles.output.terminal.annotated_boards import puzzle_overview

    def draw(puzzle: Puzzle, options: IterOptions) -> RenderableType | None:
        if asked.out is None:
            return puzzle_overview(puzzle, asked.orientations)
        save_picture(framed(puzzle_picture(puzzle)), asked.out)
        return None

    if asked.out is not None and asked.orientations:
        raise MistakeError(Parameter("orientations"), "are drawn in the terminal only", "remove --out")
    drawn = run_command(asked, IterOptions, timed("drawing", draw))
    if drawn is None:
        say_written(asked.out)
    else:
        stdout().print(drawn)
    return 0


@cli.command(
    cli.SPEC,
    cli.argument("files", "[SOLUTIONS] OUT", "solutions to read, and the file to write", nargs=-1, required=True),
    *cli.options_of(PuzzleOptions),
    cli.out_option(
        "draw instructions for the first solution, or for --only: .svg, .png or .pdf; OUT may be omitted", "steps"
    ),
    cli.command_option("only", "draw only the N-th solution"),
    cli.command_option("most", "draw at most N solutions in a picture", default=100),
    cli.command_option("columns", "number of pictures in a row"),
    sections=[("Formats", format_rows("solutions"))],
)
def render_command(asked: cli.Asked) -> int:
    """Draw the solutions in a .jsonl or BurrTools file; without a file, write a page to play on.

    The suffix of OUT selects a picture of one solution or of several, a page that works offline, or data.

    Examples
    --------
    cp-puzzles solve soma --out soma.jsonl
    cp-puzzles render soma soma.jsonl soma.html  rotate, explode and take apart every solution
    cp-puzzles render burr.xmpuzzle burr.xmpuzzle burr.html  the solutions that BurrTools found
    cp-puzzles render calendar calendar.html  a page to play on, without solutions
    cp-puzzles render soma soma.jsonl --steps 1.pdf  instructions for the first solution, step by step
    cp-puzzles render soma soma.jsonl one.svg --only 17  one solution, with its layers and exploded
    """
    from cp_puzzles.output.draw.picture import save_picture
    from cp_puzzles.output.draw.puzzle_picture import render_solutions, steps_picture
    from cp_puzzles.output.formats.solution_reader import read_solutions

    asked.solutions, asked.out = _files(asked)
    puzzle, _ = puzzle_of(asked.spec, PuzzleOptions.of_typed(vars(asked)))
    solutions = read_solutions(asked.solutions, puzzle) if asked.solutions else iter(())
    if asked.only or asked.steps:
        number = asked.only or 1
        chosen = list(islice(solutions, number - 1, number))
        if not chosen:
            if asked.only is None:
                raise MistakeError(Parameter("steps"), f"{asked.solutions} has no solution", "give a file with one")
            raise MistakeError(f"--only {number}", f"{asked.solutions} has fewer solutions", "choose a smaller number")
        if asked.steps:
            save_picture(steps_picture(puzzle, chosen[0].placements), asked.steps)
            say_written(asked.steps)
        solutions = iter(chosen) if asked.only else read_solutions(asked.solutions, puzzle)
    if asked.out is None:
        return 0
    left_out = render_solutions(asked.out, puzzle, solutions, most=asked.most, columns=asked.columns)
    say_written(asked.out, f"{left_out} more were omitted, see --most" if left_out else "")
    return 0


def _files(asked: cli.Asked) -> tuple[str | None, str | None]:
    """Return the file of solutions and the file to write; refuse a picture without solutions, and one file for both."""
    files = (*asked.files,) if len(asked.files) > 1 or not asked.steps else (*asked.files, None)
    if len(files) > 2:
        raise MistakeError(" ".join(files[2:]), "unexpected argument", "see cp-puzzles render --help")
    solutions, written = (None, files[0]) if len(files) == 1 else files
    if solutions is None and (not written.endswith(".html") or asked.only):
        raise MistakeError(written, "there are no solutions to draw", "name a .jsonl file of solutions before it")
    for out in filter(None, (written, asked.steps)):
        writable_path(out)
        if solutions is not None:
            refuse_overwriting(out, solutions)
    return solutions, written


@cli.command(
    cli.argument("out", "OUT", "the folder of the site, created if necessary", OUT_FOLDER),
    cli.argument("folder", "[FOLDER]", "a folder of puzzle files (default: the catalog)", required=False),
    cli.command_option("time_limit", "stop each search after S seconds", SECONDS, default=1.0),
    cli.command_option("total_time_limit", "stop after S seconds for all puzzles together", SECONDS),
)
def gallery_command(asked: cli.Asked) -> int:
    """Write a static site that needs no server: a list that visitors can filter, and a page for each puzzle.

    A page has the picture, the pieces, the numbers of solutions with the engines that counted them, the source, the
    puzzle file and a page to play on. If a search does not finish in time, the page shows the expected numbers of the
    puzzle file. If the time for all puzzles is over, the list says how many are missing, and the exit status is 3.
    After that, and after Ctrl-C, the same command goes on: pages that are there already are kept.

    Examples
    --------
    cp-puzzles gallery site  the included puzzles
    cp-puzzles gallery site my_puzzles --time-limit 10
    """
    from cp_puzzles.output.web.site import write_site
    from cp_puzzles.puzzle.spec.loader import catalog_directory, puzzle_files

    deadline = Deadline.after(asked.total_time_limit)
    folder = catalog_directory() if asked.folder is None else Path(asked.folder)
    puzzles = puzzle_files(folder) if folder.is_dir() else ()
    if not puzzles:
        raise MistakeError(str(folder), "no puzzle files in this folder", "name a folder with .yaml files")
    out = Path(asked.out)
    console, kept, printed, started = stderr(), 0, monotonic(), monotonic()
    duration, size = estimated_seconds(len(puzzles) * PAGE_SECONDS), bytes_text(len(puzzles) * PAGE_BYTES)
    say(f"{counted(len(puzzles), 'puzzle')}: about {duration} and {size}; after Ctrl-C the same command goes on")
    with (
        writing(asked.out, noun="the site"),
        closing(write_site(puzzles, folder, out, time_limit=asked.time_limit, deadline=deadline)) as pages,
    ):
        out.mkdir(parents=True, exist_ok=True)
        for number, page in enumerate(pages, start=1):
            kept += page.is_kept
            left = (monotonic() - started) / max(1, number - kept) * (len(puzzles) - number)
            words = f"{number} of {len(puzzles)}, about {estimated_seconds(left)} left: {page.name}"
            if console.is_terminal:
                console.print(f"{words:<{console.width - 1}}", end="\r", markup=False, no_wrap=True)
            elif monotonic() - printed >= LINE_SECONDS:
                printed = monotonic()
                say(words)
            if page.counts.disagreement:
                say(f"{page.name}: {page.counts.disagreement}")
    say_written(out / "index.html", f"{counted(len(puzzles), 'puzzle')}" + (f", {kept} written before" if kept else ""))
    return 0


@cli.command(
    cli.argument(
        "spec", "[SPEC]", "a puzzle file, or a name from `cp-puzzles list` (default: a new puzzle)", required=False
    ),
    *cli.options_of(PuzzleOptions, "parameters"),
    cli.out_option("write the page to an .html file, which works without the program, and do not open it"),
)
def edit_command(asked: cli.Asked) -> int:
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
