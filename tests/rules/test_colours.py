"""Colours of cells: engines count the tilings whose colours fit, up to the motions that keep the board's colours."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cp_puzzles import build_puzzle, count, iter_solutions, parse_spec
from cp_puzzles.cover.verify import Verifier
from cp_puzzles.errors import SpecError
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.spec.text import spec_text
from tests import oracle
from tests.examples import examples

BOARD: tuple[oracle.Cell, ...] = tuple(product(range(3), range(3)))
TILES: dict[str, tuple[oracle.Cell, ...]] = {
    "D": ((0, 0), (0, 1)),
    "E": ((0, 0), (0, 1)),
    "V": ((0, 0), (0, 1), (1, 1)),
}
FITS = {"a": "a", "b": "bc", "d": ""}


def _yaml(board: list[str], tiles: dict[str, list[str]]) -> str:
    """The puzzle, its colours partly in a drawing and partly in lists."""
    drawing = "".join(f"    {''.join(board[row * 3 : row * 3 + 3])}\n" for row in range(3))
    text = f"name: x\nboard:\n  drawing: |\n{drawing}colors: {{a: a, b: bc, d: ''}}\ntiles:\n"
    for name, paint in tiles.items():
        cells = [list(cell) for cell in TILES[name]]
        lists = {
            colour: [c for c, its in zip(cells, paint, strict=True) if its == colour] for colour in {*paint} - {"X"}
        }
        text += f"- {{name: {name}, cells: {cells}, multiplicity: any, colors: {lists}}}\n"
    return text


def _fits(name: str, cells: frozenset[tuple[int, ...]], paint: list[str], colours: dict[tuple[int, ...], str]) -> bool:
    corner = tuple(map(min, zip(*cells, strict=True)))
    for motion in oracle.motions(2):
        image = oracle.moved(TILES[name], motion, corner)
        if frozenset(image) == cells and all(
            "X" in (its, colours[cell]) or colours[cell] in FITS[its] for its, cell in zip(paint, image, strict=True)
        ):
            return True
    return False


def _paint(name: str) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from("XXabd"), min_size=len(TILES[name]), max_size=len(TILES[name]))


@examples(60)
@given(
    st.lists(st.sampled_from("XXXabc"), min_size=9, max_size=9), st.fixed_dictionaries({n: _paint(n) for n in TILES})
)
def test_engines_count_what_fits(board: list[str], tiles: dict[str, list[str]]) -> None:
    """As a filter of all tilings by their colours does, all of them, and up to symmetry."""
    assume(sorted(tiles["D"]) != sorted(tiles["E"]))  # otherwise they are one tile
    colours = dict(zip(BOARD, board, strict=True))
    bare: dict[str, oracle.Tile] = {name: (cells, True, True, 0, 9) for name, cells in TILES.items()}
    expected = {
        solution
        for solution in oracle.solutions(BOARD, (), bare)
        if all(_fits(name, cells, tiles[name], colours) for name, cells in solution)
    }
    puzzle = build_puzzle(parse_spec(_yaml(board, tiles)))
    found = {
        frozenset((placement.tile, frozenset(placement.cells)) for placement in solution.placements)
        for solution in iter_solutions(puzzle, engine="exact-cover", symmetry="off", jobs=1)
    }
    assert found == expected
    corner = (0, 0)
    turns = [dict(zip(BOARD, oracle.moved(BOARD, motion, corner), strict=True)) for motion in oracle.motions(2)]
    group = [turn for turn in turns if all(colours[turn[cell]] == colours[cell] for cell in BOARD)]
    orbits = {
        frozenset(frozenset((n, frozenset(turn[c] for c in cells)) for n, cells in solution) for turn in group)
        for solution in expected
    }
    result = count(puzzle, engine="exact-cover", jobs=1)
    assert (result.count, result.raw) == (len(orbits), len(expected))


CHECKERED = """
name: x
board: {drawing: "bwb\\nwbw"}
colors: bw
tiles:
- {name: b, drawing: "bw\\n.b"}
- {name: w, drawing: "wb\\n.w"}
"""


def test_engines_agree_on_colours() -> None:
    """A board like a chessboard, one corner of each colour, and every engine: two ways, one up to symmetry."""
    spec = parse_spec(CHECKERED)
    puzzle = build_puzzle(spec)
    for engine in ("cp-sat", "exact-cover", "frontier"):
        assert count(puzzle, engine=engine, symmetry="off", jobs=1).count == 2
        assert count(puzzle, engine=engine, jobs=1).count == 1
    assert build_puzzle(parse_spec(spec_text(spec))) == puzzle


def test_the_verifier_sees_colours() -> None:
    """A tile on cells of other colours is a fault, and said in words."""
    puzzle = build_puzzle(parse_spec(CHECKERED))
    wrong = [Placement(((0, 0), (0, 1), (1, 0)), "b"), Placement(((0, 2), (1, 1), (1, 2)), "w")]
    assert "no colours of 'b' fit those of the board" in str(Verifier(puzzle).fault(wrong))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("board: {size: [1, 2], colors: {b: [[0, 0]]}}", "'b' is no colour of cells"),
        ("colors: bX, board: {size: [1, 2]}", "'X' is no letter of a colour"),
        ("colors: {b: [b]}, board: {size: [1, 2]}", "is no letter of a colour"),
        ("colors: b, board: {drawing: bw}", "'w' is no colour of cells; write colors: bw, or X"),
        ("colors: b, board: {drawing: bX, colors: {b: [[0, 2]]}}", "the cell [0, 2] is not on the board"),
        ("colors: bw, board: {drawing: bX, colors: {w: [[0, 0]]}}", "the cell has the colour b already"),
    ],
)
def test_mistakes_in_colours(text: str, message: str) -> None:
    """Each is named with its place and remedy."""
    with pytest.raises(SpecError) as error:
        build_puzzle(parse_spec(f"{{name: x, {text}, tiles: [{{set: domino}}]}}"))
    assert message in str(error.value)
