"""Every mistake in a spec is refused in one line: place, field, what is wrong with its value, and the remedy."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cp_puzzles.errors import MistakeError, SpecError
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.puzzle_source import build_puzzle, puzzle_from
from cp_puzzles.puzzle.spec.loader import parse_spec
from cp_puzzles.puzzle.spec.validation import field_of
from tests.puzzle.spec.broken_specs import BrokenSpec, broken_specs
from tests.written import puzzle_of

JARGON = re.compile(r"pydantic|validation|Input should|type=|None|True|False|tuple|dict|(?<!!)\b(str|int|bool)\b|Error")
CASES = [pytest.param(case, id=case.title) for case in broken_specs()]


def test_broken_specs_are_many_and_distinct() -> None:
    """The table is read at all, and no two of its entries have the same title."""
    titles = [case.title for case in broken_specs()]
    assert len(titles) >= 150
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("case", CASES)
def test_mistake_is_refused_with_place_and_remedy(case: BrokenSpec) -> None:
    """A broken spec raises a SpecError with exactly this text, whether it is read or built."""
    with pytest.raises(SpecError) as caught:
        build_puzzle(parse_spec(case.text, "puzzle.yaml"))
    assert str(caught.value) == f"puzzle.yaml:{case.message}"


@pytest.mark.parametrize("case", CASES)
def test_message_is_one_plain_line(case: BrokenSpec) -> None:
    """A message has a line and a column, a remedy, one line, and no word of the libraries behind it."""
    assert re.match(r"\d+:\d+: (\S.*: )?\S.*; \S", case.message)
    assert case.message.isprintable()
    assert len(case.message) < 350
    assert not JARGON.search(case.message)


@pytest.mark.parametrize("case", CASES[::15])
def test_file_is_named_as_it_was_given(case: BrokenSpec, tmp_path: Path) -> None:
    """Read from a file, the same message begins with the path of the file."""
    path = tmp_path / "puzzle.yaml"
    path.write_text(case.text, encoding="utf-8")
    with pytest.raises(SpecError) as caught:
        puzzle_from(path)
    assert str(caught.value) == f"{path}:{case.message}"


def test_unknown_lattice_lists_all() -> None:
    """A name that resembles no lattice is refused with the list of lattices."""
    with pytest.raises(SpecError, match=f"write one of {', '.join(LATTICES)}"):
        parse_spec("{name: x, lattice: quasicrystal, board: {size: [1, 2]}, tiles: [{set: domino}]}")


def test_place_is_in_the_attributes() -> None:
    """An error has place, problem and remedy as separate attributes."""
    with pytest.raises(SpecError) as caught:
        parse_spec("{name: x, board: {size: [0, 4]}, tiles: [{set: domino}]}", "a.yaml")
    error = caught.value
    assert (error.place, error.problem, error.remedy) == (
        "a.yaml:1:26: board.size.0",
        "0 is too small",
        "write 1 or more",
    )


SEVERAL = {
    "fields": (
        "Name: x\ntiles: [{set: domino, multiplicity: x}]\nboard: {size: [0, 4, a]}\n",
        "spec:1:1: Name: there is no key 'Name' here; did you mean 'name'?\n"
        "spec:2:23: tiles.0.multiplicity: 'x' is not a multiplicity; write a number, a range such as {min: 0, max: 4}, "
        "or any\n"
        "spec:3:16: board.size.0: 0 is too small; write 1 or more\n"
        "spec:3:22: board.size.2: expected an integer, found 'a'; write it without quotes, decimal point or unit",
    ),
    "keys": (
        "name: x\nboard:\nname: y\ntiles:\n",
        "spec:2:1: board: the key 'board' has no value; write one (not after #), or remove the key\n"
        "spec:3:1: name: the key 'name' is used twice (first in line 1); keep one of them\n"
        "spec:4:1: tiles: the key 'tiles' has no value; write one (not after #), or remove the key",
    ),
    "keys and values": (
        "Name: x\nboard: {size: [2, 3], hole: [[5, 5]]}\ntiles: [{set: dominoe}]\ntiles: [{set: domino}]\n",
        "spec:1:1: Name: there is no key 'Name' here; did you mean 'name'?\n"
        "spec:2:23: board.hole: there is no key 'hole' here; did you mean 'holes'?\n"
        "spec:2:30: board.holes.0: the cell [5, 5] is not on the board; coordinates start at 0\n"
        "spec:3:10: tiles.0.set: there is no set 'dominoe'; did you mean 'domino'?\n"
        "spec:4:1: tiles: the key 'tiles' is used twice (first in line 3); keep one of them",
    ),
    "keys without consequences": (
        "name: x\nboard: {size: [2, 3]}\ntiles: [{set: domino, copies: 3}]\ngiven: [{tile: J, cells: [[0, 0]]}]\n",
        "spec:3:23: tiles.0.copies: there is no key 'copies' here; known here: multiplicity, rotate, reflect, color, "
        "fixed, set, only, except",
    ),
    "board and tiles": (
        "name: x\nboard: {size: [2, 3], holes: [[5, 5], [0, 9]]}\ntiles: [{set: dominoe}, {set: trominos}]\n",
        "spec:2:31: board.holes.0: the cell [5, 5] is not on the board; coordinates start at 0\n"
        "spec:2:39: board.holes.1: the cell [0, 9] is not on the board; coordinates start at 0\n"
        "spec:3:10: tiles.0.set: there is no set 'dominoe'; did you mean 'domino'?\n"
        "spec:3:26: tiles.1.set: there is no set 'trominos'; did you mean 'trominoes'?",
    ),
    "pieces": (
        "name: x\nboard: {size: [2, 3]}\ntiles: [{set: domino, multiplicity: 3}]\n"
        "given: [{tile: Q, cells: [[0, 0]]}, {tile: I, cells: [[0, 0], [1, 1]]}]\n",
        "spec:4:10: given.0.tile: there is no tile 'Q'; tiles: I\n"
        "spec:4:47: given.1.cells: these 2 cells are not a placement of 'I'; check the cells, and `rotate` and "
        "`reflect` of the tile",
    ),
    "rules beside what is given": (
        "name: x\nboard: {size: [6, 10]}\ntiles: [{set: pentominoes}]\ngiven: [{tile: Q, cells: [[0, 0]]}]\n"
        "rules: {touch: [[F, Q]], symmetric: quarter-turn}\nmaximize: faultz",
        "spec:4:10: given.0.tile: there is no tile 'Q'; tiles: F I L N P T U V W X Y Z\n"
        "spec:5:21: rules.touch.0.1: there is no tile 'Q'; tiles: F I L N P T U V W X Y Z\n"
        "spec:5:26: rules.symmetric: no 'quarter-turn' maps the board to itself; "
        "names: half-turn, left-right, up-down\n"
        "spec:6:1: maximize: 'faultz': there is no such measure; did you mean 'faults'?",
    ),
    "rules beside tiles": (
        "name: x\nboard: {size: [4, 4]}\ntiles: [{set: domino}, {name: Q, drawing: X.X}]\n"
        "given: [{tile: Q, cells: [[9, 9]]}, {tile: I, cells: [[0, 0], [2, 2]]}]\n"
        "rules: {touch: [[I, Q], [I, R]]}\nmaximize: {I: 1, S: 2}",
        "spec:3:34: tiles.1.drawing: 'Q' falls into 2 parts that do not share a side; join them, or write "
        "disconnected: true\n"
        "spec:4:27: given.0.cells.0: the cell [9, 9] is not a cell to cover; coordinates start at 0\n"
        "spec:4:47: given.1.cells: these 2 cells are not a placement of 'I'; check the cells, and `rotate` and "
        "`reflect` of the tile\n"
        "spec:5:29: rules.touch.1.1: there is no tile 'R'; tiles: I\n"
        "spec:6:18: maximize.S: there is no tile 'S'; tiles: I",
    ),
    "rules beside an unknown set": (
        "name: x\nboard: {size: [4, 4], holes: 3}\ntiles: [{set: dominoe, multiplicity: x}, {set: tetrominos}]\n"
        "rules: {touch: [[A, B]], symmetric: quarter, faults: no}\nmaximize: faultz",
        "spec:2:23: board.holes: expected a list, found 3; write it in brackets, as in [6, 10], or with a dash before "
        "each item\n"
        "spec:3:24: tiles.0.multiplicity: 'x' is not a multiplicity; write a number, a range such as {min: 0, max: 4}, "
        "or any\n"
        "spec:3:43: tiles.1.set: there is no set 'tetrominos'; did you mean 'tetrominoes'?\n"
        "spec:4:46: rules.faults: 'no' is not a bound; write an integer from 0 to 1,000,000,000, or {min: 1, max: 4}\n"
        "spec:5:1: maximize: 'faultz': there is no such measure; did you mean 'faults'?",
    ),
    "inside of misspelled keys": (
        "name: x\nbord: {size: [6, ten]}\ntiles: [{set: pentominoes, multiplicty: {min: 3, max: foo}}]",
        "spec:2:1: bord: there is no key 'bord' here; did you mean 'board'?\n"
        "spec:2:18: bord.size.1: expected an integer, found 'ten'; write it without quotes, decimal point or unit\n"
        "spec:3:28: tiles.0.multiplicty: there is no key 'multiplicty' here; did you mean 'multiplicity'?\n"
        "spec:3:50: tiles.0.multiplicty.max: expected an integer, found 'foo'; "
        "write it without quotes, decimal point or unit",
    ),
}


@pytest.mark.parametrize(("text", "message"), SEVERAL.values(), ids=list(SEVERAL))
def test_all_mistakes_are_reported_at_once(text: str, message: str) -> None:
    """Every mistake has a line, in the order of the file; consequences of another mistake have none."""
    with pytest.raises(SpecError) as caught:
        build_puzzle(parse_spec(text))
    assert str(caught.value) == caught.value.typed == message


def test_very_many_mistakes_are_counted() -> None:
    """The message lists at most a screen of mistakes and counts the others."""
    holes = ", ".join(["[9, 9]"] * 30)
    with pytest.raises(SpecError) as caught:
        puzzle_of(f"board: {{size: [2, 3], holes: [{holes}]}}, tiles: [{{set: domino}}]")
    assert str(caught.value).endswith("\nand 10 more")
    assert len(str(caught.value).split("\n")) == 21


LABELED = "board: {size: [1, 2], labels: {Jan: [0, 0], Feb: [0, 1]}}"
NO_CELL = ": no cell of the board has this name; "


@pytest.mark.parametrize(
    ("board", "leave", "message"),
    [
        (LABELED, ["Mar"], f"leave='Mar'{NO_CELL}names: Jan, Feb"),
        ("board: {size: [1, 2]}", ["1"], f"leave='1'{NO_CELL}the board has no labels"),
        (LABELED, ["Jan", "Feb"], "leave: no cell of the board is left to cover; leave fewer cells empty"),
    ],
)
def test_leave_mistake_is_refused(board: str, leave: list[str], message: str) -> None:
    """Cells to leave empty are labels of the board, and not all of its cells."""
    with pytest.raises(MistakeError) as caught:
        puzzle_of(f"{board}, tiles: [{{set: domino}}]", leave=leave)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("wrong", "fields"),
    [
        ("board: {size: [0, 5], holes: [[9, 9]]}", ["board.size.0"]),
        ("lattice: squar, board: {size: [3, 5]}", ["lattice"]),
        ("lattice: hexagon, board: {size: [3, 5]}", None),  # hexagonal or hexagonal-prisms
        ("colors: {aa: b}, board: {drawing: ab}", ["colors"]),
        ("board: {size: [3, 5, 6, 7]}", None),
    ],
)
def test_wrong_boards_do_not_hide_wrong_tiles(wrong: str, fields: list[str] | None) -> None:
    """Beside a wrong size, lattice or color, mistakes are reported that do not follow from it."""
    letters = "ab" if "colors" in wrong else "XX"
    tiles = f"[{{name: t, drawing: {letters}}}, {{set: pentominos}}]"
    text = f"{{name: x, {wrong}, tiles: {tiles}, rules: {{faults: x}}}}"
    with pytest.raises(SpecError) as caught:
        parse_spec(text)
    found = [field_of(mistake) for mistake in caught.value.each()]
    if fields is None:
        assert "tiles.1.set" not in found
    else:
        assert found == [*fields, "tiles.1.set", "rules.faults"]
