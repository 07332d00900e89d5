"""The command `import`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cp_puzzles.base.option_types import OUT_FOLDER, TEXT
from cp_puzzles.cli.command import Asked, command
from cp_puzzles.cli.parameters import argument, command_option
from cp_puzzles.errors import MistakeError

if TYPE_CHECKING:
    from cp_puzzles.puzzle.spec.schema import PuzzleSpec


@command
@argument(
    "file",
    "FILE",
    "a BurrTools file, .xmpuzzle; the boards of Pips, .json; a board of Knuth's, .polyomino; or a text with "
    "drawings, or shapes and regions, .txt",
)
@command_option("puzzle", "the boxed puzzle whose cards a text draws, such as kanoodle5x11", TEXT, metavar="SPEC")
@argument("out", "OUT", "the folder of the puzzle files, created if necessary", OUT_FOLDER)
def run(asked: Asked) -> int:
    """Write each problem of a BurrTools file, or each board of Pips, as a puzzle file into a folder.

    The number of assemblies found by BurrTools becomes the expected count if both programs count in the same way. The
    command lists what a puzzle file cannot express. `render` and `verify` read the solutions from the BurrTools file.

    You can also solve a problem without importing it: `cp-puzzles FILE.xmpuzzle` solves the only problem of a file,
    `cp-puzzles FILE.xmpuzzle#2` the second of several. `export` writes such files.

    The JSON of a day of Pips has a board for each of easy, medium and hard; each becomes a puzzle file.

    A text with shapes (`0:` and rows of #) and regions (`12x5: 1 0 1`) becomes a puzzle file with parameters, and a
    file with the case of each region. `cp-puzzles each OUT/input.yaml --cases OUT/input-cases.yaml` tells which
    regions have room for the shapes.

    A text with drawings of pieces (rows of X and `.`, with an empty line between two) becomes a puzzle file with these
    tiles. A line `hook:` names the drawing below it, and a line such as `6x10` is the board; by default it is a
    rectangle near to a square with room for all of them.

    A board and its pieces in Knuth's notation, `.polyomino` or `.polyiamond`, become a puzzle file.

    With --puzzle, a text has cards of a boxed puzzle: drawings of its board with a letter for each cell of a given
    piece, `.` for other cells, and an empty line between two cards. Each becomes a puzzle file.

    Examples
    --------
    cp-puzzles import burr.xmpuzzle puzzles  a file for each problem, in the folder puzzles
    cp-puzzles check --solve puzzles/*.yaml  compare with the counts of BurrTools
    cp-puzzles import 2026-11-23.json puzzles  the three boards of a day of Pips: easy, medium, hard
    cp-puzzles import cards.txt puzzles --puzzle kanoodle5x11  cards of a boxed puzzle: letters are given pieces
    cp-puzzles import pieces.txt puzzles  drawings of pieces, with an empty line between two
    cp-puzzles import input.txt puzzles  regions of Advent of Code 2025, day 12: a puzzle file, and its cases for `each`
    """
    if Path(asked.file).suffix == ".txt":
        return _import_regions(asked) if asked.puzzle is None else _import_cards(asked)
    if Path(asked.file).suffix == ".json":
        return _import_pips(asked)
    if Path(asked.file).suffix in (".polyomino", ".polyiamond"):
        return _import_boxes(asked)
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


def _import_regions(asked: Asked) -> int:
    """Write the puzzle file of a text with shapes and regions, and the file of its cases; or that of drawings."""
    from cp_puzzles.analysis.family.drawings_file import is_drawings, read_drawings
    from cp_puzzles.analysis.family.regions_file import read_regions
    from cp_puzzles.puzzle.puzzle import build_puzzle
    from cp_puzzles.puzzle.spec.loader import read_source
    from cp_puzzles.puzzle.spec.schema import PuzzleSpec

    text, source = read_source(asked.file)
    if is_drawings(text):
        spec = PuzzleSpec.from_dict(read_drawings(text, source, Path(asked.file).stem))
        build_puzzle(spec)
        _write_spec(asked, spec)
        return 0
    data, cases = read_regions(text, source)
    return _write_yaml(asked, {"": data, "cases": cases})


def _import_boxes(asked: Asked) -> int:
    """Write the puzzle file of a board in Knuth's notation."""
    from cp_puzzles.puzzle.puzzle import build_puzzle
    from cp_puzzles.puzzle.spec.loader import load_spec

    spec = load_spec(asked.file)
    build_puzzle(spec)
    _write_spec(asked, spec)
    return 0


def _import_pips(asked: Asked) -> int:
    """Write a puzzle file for each board in the JSON of a day of Pips."""
    from cp_puzzles.puzzle.puzzle import build_puzzle
    from cp_puzzles.puzzle.spec.loader import read_source
    from cp_puzzles.puzzle.spec.pips_file import read_pips

    boards = read_pips(*read_source(asked.file), f"Pips {Path(asked.file).stem}")
    for data in boards.values():
        build_puzzle(data)
    return _write_yaml(asked, boards)


def _write_spec(asked: Asked, spec: PuzzleSpec, tail: str = "") -> None:
    """Write a puzzle file, named after the imported file."""
    from cp_puzzles.base.file_access import file_stem, write_new
    from cp_puzzles.cli.console import say_written
    from cp_puzzles.puzzle.spec.spec_text import spec_text

    out = Path(asked.out) / f"{file_stem(Path(asked.file).stem)}{tail}.yaml"
    write_new(out, spec_text(spec))
    say_written(out)


def _write_yaml(asked: Asked, values: Mapping[str, Any]) -> int:
    """Write a YAML file for each value, named after the imported file and the key of the value."""
    import yaml

    from cp_puzzles.base.file_access import file_stem, write_new
    from cp_puzzles.cli.console import say_written

    stem = file_stem(Path(asked.file).stem)
    for key, value in values.items():
        out = Path(asked.out) / ("-".join(filter(None, (stem, key))) + ".yaml")
        write_new(out, yaml.safe_dump(value, sort_keys=False, width=110))
        say_written(out)
    return 0


def _import_cards(asked: Asked) -> int:
    """Write a puzzle file for each card of a boxed puzzle."""
    from cp_puzzles.analysis.family.cards_file import read_cards
    from cp_puzzles.puzzle.puzzle import build_puzzle, puzzle_from
    from cp_puzzles.puzzle.spec.loader import read_source
    from cp_puzzles.puzzle.spec.schema import PuzzleSpec

    specs = [
        PuzzleSpec.from_dict({key: value for key, value in card.items() if value})
        for card in read_cards(*read_source(asked.file), puzzle_from(asked.puzzle))
    ]
    for spec in specs:
        build_puzzle(spec)
    if not specs:
        raise MistakeError(asked.file, "there is no card", "draw the board with a letter for each given piece")
    for number, spec in enumerate(specs, start=1):
        _write_spec(asked, spec, f"-{number}")
    return 0
