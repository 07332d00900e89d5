"""The command `import`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cp_puzzles.base.options import OUT_FOLDER, TEXT
from cp_puzzles.cli.command import Asked, command
from cp_puzzles.cli.parameters import argument, command_option
from cp_puzzles.errors import MistakeError

if TYPE_CHECKING:
    from cp_puzzles.puzzle.spec.schema import PuzzleSpec


@command
@argument(
    "file",
    "FILE",
    "a file of another program (.xmpuzzle, .json, .scad, .dzn, .puz, .polyomino), or a text with drawings, regions, "
    "cards or four numbers a line; or a folder of such files",
)
@command_option("puzzle", "the boxed puzzle whose cards a text draws, such as kanoodle5x11", TEXT, metavar="SPEC")
@command_option("board", "a drawing of the board, in a file of its own, for the pieces in FILE", TEXT, metavar="TEXT")
@argument("out", "OUT", "the folder of the puzzle files, created if necessary", OUT_FOLDER)
def run(asked: Asked) -> int:
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
    if Path(asked.file).is_dir():
        return _import_folder(asked)
    if asked.puzzle is None and Path(asked.file).suffix == ".xmpuzzle":
        return _import_burr(asked)
    return _write_all(asked, _puzzles(asked, asked.file))


def _puzzles(asked: Asked, file: str) -> Mapping[str, Any]:
    """Return the data of the puzzles of a file, by the ends of their names; raise `SpecError` for a mistake."""
    from cp_puzzles.output.importing.cards import card_puzzles
    from cp_puzzles.output.importing.drawings import with_board
    from cp_puzzles.output.importing.readers import read_foreign
    from cp_puzzles.puzzle.puzzle import build_puzzle, puzzle_from
    from cp_puzzles.puzzle.spec.loader import READERS, load_spec, read_source

    if asked.puzzle is not None:
        puzzles: Mapping[str, Any] = card_puzzles(*read_source(file), puzzle_from(asked.puzzle))
    elif Path(file).suffix in READERS:
        puzzles = {"": load_spec(file).to_dict()}
    else:
        puzzles = read_foreign(file)
    if asked.board is not None:
        puzzles = {end: with_board(data, *read_source(asked.board)) for end, data in puzzles.items()}
    for data in puzzles.values():
        if isinstance(data, Mapping) and "parameters" not in data:
            build_puzzle(dict(data))
    return puzzles


def _import_folder(asked: Asked) -> int:
    """Write one family: the first puzzle of the files in a folder, and a case for each."""
    from cp_puzzles.output.importing.readers import imported_family

    files = sorted(path for path in Path(asked.file).iterdir() if path.is_file() and not path.name.startswith("."))
    puzzles = {}
    for path in files:
        for end, data in _puzzles(asked, str(path)).items():
            puzzles["-".join(filter(None, (path.stem, end)))] = data
    return _write_all(asked, imported_family(puzzles, asked.file))


def _import_burr(asked: Asked) -> int:
    """Write the puzzle file of each problem of a BurrTools file."""
    from cp_puzzles.cli.console import say
    from cp_puzzles.output.burrtools.burr_to_spec import burr_puzzle, read_burr
    from cp_puzzles.puzzle.puzzle import build_puzzle

    file = read_burr(asked.file)
    lost: dict[str, None] = {}
    mistakes = []
    written = 0
    for problem in file.problems:
        try:
            puzzle = burr_puzzle(file, problem)
            build_puzzle(puzzle.spec)
        except MistakeError as error:
            mistakes.append(error.typed)
            continue
        lost.update(dict.fromkeys(puzzle.lost))
        _write_spec(asked, puzzle.spec, f"-{problem.number + 1}" if len(file.problems) > 1 else "")
        written += 1
    for text in lost:
        say(f"not carried over: {text}")
    for text in mistakes:
        say(f"not imported: {text}")
    if not written:
        raise MistakeError(
            asked.file, f"none of the {len(file.problems)} problems can be imported", "see the messages above"
        )
    return 0


def _write_spec(asked: Asked, spec: PuzzleSpec, tail: str = "") -> None:
    """Write a puzzle file, named after the imported file."""
    from cp_puzzles.base.file_access import file_stem, write_new
    from cp_puzzles.cli.console import say_written
    from cp_puzzles.puzzle.spec.yaml_reader import spec_text

    out = Path(asked.out) / f"{file_stem(Path(asked.file).stem)}{tail}.yaml"
    write_new(out, spec_text(spec))
    say_written(out)


def _write_all(asked: Asked, values: Mapping[str, Any]) -> int:
    """Write a YAML file for each value, named after the imported file and the key of the value."""
    import yaml

    from cp_puzzles.base.file_access import file_stem, write_new
    from cp_puzzles.cli.console import say_written
    from cp_puzzles.puzzle.spec.schema import PuzzleSpec
    from cp_puzzles.puzzle.spec.yaml_reader import spec_text

    stem = file_stem(Path(asked.file).stem)
    for key, value in values.items():
        out = Path(asked.out) / ("-".join(filter(None, (stem, key))) + ".yaml")
        if isinstance(value, Mapping) and "parameters" not in value:
            write_new(out, spec_text(PuzzleSpec.from_dict(dict(value))))
        else:
            write_new(out, yaml.safe_dump(value, sort_keys=False, width=110))
        say_written(out)
    return 0
