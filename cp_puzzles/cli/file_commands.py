"""Commands about files: `export`, `import`, `make`, `run`."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

from cp_puzzles.analysis.analysis_options import LaserOptions, PrintOptions
from cp_puzzles.base.deadline import Deadline
from cp_puzzles.base.text import counted
from cp_puzzles.base.values import OUT_FILE, OUT_FOLDER, PROPORTION, RUN_FILE, SECONDS, TEXT
from cp_puzzles.cli import TIME
from cp_puzzles.cli import command as cli
from cp_puzzles.cli.console import report, run_command, say, say_written, timed
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.output.formats.formats import format_of, format_rows, suffixes
from cp_puzzles.search.puzzle_options import PuzzleOptions
from cp_puzzles.search.search_options import IterOptions, SearchOptions, TimeLimit

if TYPE_CHECKING:
    from cp_puzzles.puzzle.puzzle import Puzzle

SHARED = ("cell", "clearance")
"""Options of printed pieces and of cut ones."""


@cli.command(
    cli.SPEC,
    cli.argument("out", "OUT", "the file to write", OUT_FILE),
    *cli.options_of(PuzzleOptions),
    *cli.options_of(SearchOptions, "symmetry", "breaking", "settings", "time_limit", "memory"),
    sections=[
        ("Models (without symmetry, except .pbtxt)", format_rows("model", "problem", "puzzle")),
        ("Solutions of a stored run", format_rows("solutions")),
    ],
)
def export_command(asked: cli.Asked) -> int:
    """Write the model of a puzzle or of a cover problem (.dlx), or the solutions of a stored run.

    The suffix of OUT selects the format. Solutions can be exported while the run continues.

    Examples
    --------
    cp-puzzles export pentomino6x10 model.pbtxt  the CP-SAT model as text, with symmetry breaking
    cp-puzzles export soma soma.pbtxt --symmetry off  the plain exact cover model
    cp-puzzles export soma soma.dlx  for any DLX program, which finds 11,520 solutions
    cp-puzzles export soma soma.cnf  for SAT solvers and model counters
    cp-puzzles export queens.dlx queens.opb  from one format to another
    cp-puzzles export bedlam.run bedlam.jsonl  the solutions of a stored run, with the moves of `apart`
    """
    from cp_puzzles.output.problem_export import export_model, export_run
    from cp_puzzles.search.store.connections import is_store

    if is_store(asked.spec):
        detail, is_written = export_run(asked.spec, asked.out)
        say_written(asked.out, detail, is_written=is_written)
        return 0

    def write(puzzle: Puzzle, options: IterOptions) -> tuple[Path, ...]:
        return export_model(puzzle, asked.out, options)

    written = run_command(asked, IterOptions, timed("writing", write), board=False, words="exporting")
    say_written(" and ".join(map(str, written)))
    return 0


@cli.command(
    cli.argument(
        "file",
        "FILE",
        "a file of another program (.xmpuzzle, .json, .scad, .dzn, .puz, .polyomino), or a text with drawings, "
        "regions, cards or four numbers a line; or a folder of such files",
    ),
    cli.command_option(
        "puzzle", "the boxed puzzle whose cards a text draws, such as kanoodle5x11", TEXT, metavar="SPEC"
    ),
    cli.command_option(
        "board", "a drawing of the board, in a file of its own, for the pieces in FILE", TEXT, metavar="TEXT"
    ),
    cli.argument("out", "OUT", "the folder of the puzzle files, created if necessary", OUT_FOLDER),
)
def import_command(asked: cli.Asked) -> int:
    """Write the puzzles of another program's file, or of a text with drawings, as puzzle files into a folder.

    Files of BurrTools: the number of assemblies becomes the expected count if both programs count in the same way. The
    command lists what a puzzle file cannot express. `render` and `verify` read the solutions from the BurrTools file.
    You can also solve a problem without importing it: `cp-puzzles FILE.xmpuzzle` solves the only problem of a file,
    `cp-puzzles FILE.xmpuzzle#2` the second of several. `export` writes such files.

    The JSON of a day of Pips has a board for each of easy, medium and hard; a file of Mechanical Puzzle Studio has
    problems. Each becomes a puzzle file. So do the data of MiniZinc's pentominoes (.dzn), an assembly of
    High-LevelPuzzle (.puz), and a board and its pieces in Knuth's notation (.polyomino, .polyiamond).

    A text with drawings of pieces (rows of X and `.`, with an empty line between two) becomes a puzzle file with these
    tiles. A line `hook:` or `A` names the drawing below it; layers are side by side, or one below the other under one
    name. A line such as `6x10`, a drawing named `board`, or --board is the board; by default it is a rectangle or a box
    with room for all of them. Piece strings of puzzlecad (["xx.|.xx", "...|.x."]) are read from .scad and .txt.

    A text with four numbers a line has squares with colored sides, clockwise from the top; 0 is the boundary. A first
    line of two numbers is the size of the board.

    A text with shapes (`0:` and rows of #) and regions (`12x5: 1 0 1`) becomes a puzzle file with parameters, and a
    file with the case of each region. `cp-puzzles each OUT/input.yaml --cases OUT/input-cases.yaml` tells which
    regions have room for the shapes.

    With --puzzle, a text has cards of a boxed puzzle: drawings of its board with a letter for each cell of a given
    piece, `.` for other cells, and an empty line between two cards. Each becomes a puzzle file. The shape tells the
    piece; of several tiles of one shape, the letter is the name of one, or begins the name of only one.

    A folder becomes one family: a puzzle file, and a file with a case for each puzzle in it, for `each --cases`.

    Examples
    --------
    cp-puzzles import burr.xmpuzzle puzzles  a file for each problem, in the folder puzzles
    cp-puzzles check --solve puzzles/*.yaml  compare with the counts of BurrTools
    cp-puzzles import 2026-11-23.json puzzles  the three boards of a day of Pips: easy, medium, hard
    cp-puzzles import cards.txt puzzles --puzzle kanoodle5x11  cards of a boxed puzzle: letters are given pieces
    cp-puzzles import pieces.scad puzzles  piece strings of puzzlecad
    cp-puzzles import pieces.txt puzzles --board board.txt  drawings of pieces, and of the board beside them
    cp-puzzles import e2pieces.txt puzzles  edge matching: four numbers a line
    cp-puzzles import cards puzzles --puzzle kanoodle5x11  a folder of cards: one family for `each`
    cp-puzzles import pieces.txt puzzles  drawings of pieces, with an empty line between two
    cp-puzzles import input.txt puzzles  regions of Advent of Code 2025, day 12: a puzzle file, and its cases for `each`
    """
    from cp_puzzles.output.importing.readers import import_puzzles, write_puzzles
    from cp_puzzles.puzzle.puzzle import puzzle_from

    boxed = None if asked.puzzle is None else puzzle_from(asked.puzzle)
    imported = import_puzzles(asked.file, boxed, asked.board)
    for file in write_puzzles(imported.puzzles, asked.file, asked.out):
        say_written(file)
    for text in (*imported.lost, *imported.refused):
        say(text)
    if not imported.puzzles:
        problem = f"none of the {len(imported.refused)} problems can be imported"
        raise MistakeError(asked.file, problem, "see the messages above")
    return 0


@cli.command(
    cli.SPEC,
    cli.argument("out", "OUT", "the file to write", OUT_FILE),
    *cli.options_of(PuzzleOptions),
    *cli.options_of(PrintOptions),
    *cli.options_of(LaserOptions, without=SHARED),
    *cli.options_of(TimeLimit),
    sections=[
        ("To print, with a tray for flat puzzles and boxes", format_rows("print")),
        ("To cut or to mill flat puzzles, with a tray", format_rows("cut")),
    ],
)
def make_command(asked: cli.Asked) -> int:
    """Write the pieces of a puzzle, to print them in 3D, or to cut them with a laser or a mill.

    The suffix of OUT selects the format. Sizes are in millimeters. Outlines to cut are offset by half the width of the
    cut, and their corners are rounded: cut the red lines, and engrave the blue letters. For a mill, --kerf is the
    diameter of its cutter.

    Examples
    --------
    cp-puzzles make soma soma.3mf --cell 20  seven pieces and a box to print, 20 mm a cube
    cp-puzzles make calendar cut.svg --cell 20 --sheet 300x200  pieces and a tray for a laser
    cp-puzzles make calendar mill.dxf --cell 30 --kerf 3.175 --rounding 1.6  for a mill with a cutter of 3.175 mm
    """
    from cp_puzzles.output.make.laser import laser_sheets, save_sheets
    from cp_puzzles.output.make.print_plates import save_parts

    suffix, is_cut = Path(asked.out).suffix, format_of(asked.out, "print", "cut").kind == "cut"
    other, right = (PrintOptions, suffixes("print")) if is_cut else (LaserOptions, suffixes("cut"))
    unused = SimpleNamespace(**{name: value for name, value in vars(asked).items() if name not in SHARED})
    if typed := cli.typed_of(other, unused):
        place = Parameter(typed, getattr(asked, typed))
        raise MistakeError(place, f"has no effect on {suffix}", "write " + ", ".join(right))
    if is_cut:
        sizes = LaserOptions.of_typed(vars(asked))
        sheets = run_command(asked, IterOptions, timed("drawing", lambda puzzle, options: laser_sheets(puzzle, sizes)))
        many = counted(len(sheets), "sheet")
        detail = f"{many} of {sheets[0].width:g} x {sheets[0].height:g} mm"
        say_written(", ".join(map(str, save_sheets(sheets, asked.out))), detail)
        return 0
    plates = PrintOptions.of_typed(vars(asked))
    run_command(asked, IterOptions, timed("writing", lambda puzzle, options: save_parts(puzzle, asked.out, plates)))
    say_written(asked.out)
    return 0


@cli.command(cli.argument("stored", "RUN", "a file from `solve --store` or `count --store`"), cli.JSON)
def run_status(asked: cli.Asked) -> int:
    """Show the progress of a stored run, also while it is running.

    Examples
    --------
    cp-puzzles run status bedlam.run  the finished share, solutions, time, and the rest
    cp-puzzles run status bedlam.run --json  the same for a script
    cp-puzzles export bedlam.run bedlam.jsonl  the solutions so far
    """
    from cp_puzzles.output.terminal.result_panels import status_panel
    from cp_puzzles.search.store.stored_run import open_run

    with open_run(asked.stored) as stored:
        status = stored.status()
    report(asked, status.summary(), status_panel(status))
    return 0


@cli.command(
    cli.argument("shares", "SHARE...", "the files of all shares", nargs=-1, required=True),
    cli.command_option("store", "put all shares into this new file of a run", RUN_FILE, metavar="RUN"),
    cli.command_option(
        "check", "proportion of the parts to replay, chosen at random after all files are read", PROPORTION
    ),
    cli.command_option(
        "time_limit", "stop replaying after S seconds, and merge with the replays that are done", SECONDS
    ),
    cli.JSON,
)
def run_merge(asked: cli.Asked) -> int:
    """Add up all shares of a run, unless one is missing, repeated, unfinished or wrong.

    Examples
    --------
    cp-puzzles count bedlam --store 3.run --share 3/10  the third of ten shares, on any machine
    cp-puzzles run merge *.run  the number of solutions, from all shares
    cp-puzzles run merge *.run --store bedlam.run  and one file with all of it
    cp-puzzles run merge *.run --check 0.05  replay one part in twenty: workers need not be trusted
    cp-puzzles run merge *.run --check 1 --time-limit 600  replay as many as ten minutes allow

    Exit status
    -----------
    0 merged; 2 mistake, nothing is merged; 3 merged, but replays were not finished in time
    """
    from cp_puzzles.output.terminal.result_panels import merged_panel
    from cp_puzzles.search.merge import merge_shares

    check, deadline = asked.check or 0.0, Deadline.after(asked.time_limit)
    merged = merge_shares(asked.shares, asked.store, check=check, time_limit=deadline.seconds)
    report(asked, merged.summary(), merged_panel(merged))
    if not asked.json:
        say(merged.assurance)
    return TIME if merged.replayed < merged.chosen else 0


run_group = cli.CommandGroup(
    "run",
    (run_status, run_merge),
    """Show the progress of a stored run, or join the shares of several machines.

    `solve --store RUN` and `count --store RUN` store a run, with `--share 3/10` a share of it.""",
    """
    cp-puzzles run status bedlam.run  the finished share, solutions, time, and the rest
    cp-puzzles count bedlam --store 3.run --share 3/10  the third of ten shares, on any machine
    cp-puzzles run merge *.run  the number of solutions, from all shares""",
)
