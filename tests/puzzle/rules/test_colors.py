"""Colors of cells: engines count the tilings with fitting colors, up to isometries that preserve them."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cp_puzzles import build_puzzle, count, iter_solutions, parse_spec
from cp_puzzles.cover.verifier import Verifier
from cp_puzzles.errors import SpecError
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.spec.spec_text import spec_text
from tests import oracle
from tests.examples import examples
from tests.written import puzzle_of

BOARD: tuple[oracle.Cell, ...] = tuple(product(range(3), range(3)))
TILES: dict[str, tuple[oracle.Cell, ...]] = {
    "D": ((0, 0), (0, 1)),
    "E": ((0, 0), (0, 1)),
    "V": ((0, 0), (0, 1), (1, 1)),
}
FITS = {"a": "a", "b": "bc", "d": ""}


def _yaml(board: list[str], tiles: dict[str, list[str]]) -> str:
    """Return the spec of a puzzle, with colors of the board in a drawing and of the tiles in lists."""
    drawing = "".join(f"    {''.join(board[row * 3 : row * 3 + 3])}\n" for row in range(3))
    text = f"name: x\nboard:\n  drawing: |\n{drawing}colors: {{a: a, b: bc, d: ''}}\ntiles:\n"
    for name, paint in tiles.items():
        cells = [list(cell) for cell in TILES[name]]
        lists = {
            color: [c for c, painted in zip(cells, paint, strict=True) if painted == color]
            for color in {*paint} - {"X"}
        }
        text += f"- {{name: {name}, cells: {cells}, multiplicity: any, colors: {lists}}}\n"
    return text


def _fits(name: str, cells: frozenset[tuple[int, ...]], paint: list[str], colors: dict[tuple[int, ...], str]) -> bool:
    corner = tuple(map(min, zip(*cells, strict=True)))
    for motion in oracle.motions(2):
        image = oracle.moved(TILES[name], motion, corner)
        if frozenset(image) == cells and all(
            "X" in (painted, colors[cell]) or colors[cell] in FITS[painted]
            for painted, cell in zip(paint, image, strict=True)
        ):
            return True
    return False


def _paint(name: str) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from("XXabd"), min_size=len(TILES[name]), max_size=len(TILES[name]))


@examples(60)
@given(
    st.lists(st.sampled_from("XXXabc"), min_size=9, max_size=9), st.fixed_dictionaries({n: _paint(n) for n in TILES})
)
def test_engines_respect_colors(board: list[str], tiles: dict[str, list[str]]) -> None:
    """The solutions, all or up to symmetry, are the tilings without colors in which all colors fit."""
    assume(sorted(tiles["D"]) != sorted(tiles["E"]))  # otherwise they are one tile
    colors = dict(zip(BOARD, board, strict=True))
    bare: dict[str, oracle.Tile] = {name: (cells, True, True, 0, 9) for name, cells in TILES.items()}
    expected = {
        solution
        for solution in oracle.solutions(BOARD, (), bare)
        if all(_fits(name, cells, tiles[name], colors) for name, cells in solution)
    }
    puzzle = build_puzzle(parse_spec(_yaml(board, tiles)))
    found = {
        frozenset((placement.tile, frozenset(placement.cells)) for placement in solution.placements)
        for solution in iter_solutions(puzzle, engine="exact-cover", symmetry="off", jobs=1)
    }
    assert found == expected
    corner = (0, 0)
    turns = [dict(zip(BOARD, oracle.moved(BOARD, motion, corner), strict=True)) for motion in oracle.motions(2)]
    group = [turn for turn in turns if all(colors[turn[cell]] == colors[cell] for cell in BOARD)]
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


def test_engines_agree_on_colors() -> None:
    """Every engine finds two tilings of a chessboard with a corner of each color, one up to symmetry."""
    spec = parse_spec(CHECKERED)
    puzzle = build_puzzle(spec)
    for engine in ("cp-sat", "exact-cover", "frontier"):
        assert count(puzzle, engine=engine, symmetry="off", jobs=1).count == 2
        assert count(puzzle, engine=engine, jobs=1).count == 1
    assert build_puzzle(parse_spec(spec_text(spec))) == puzzle


def test_verifier_checks_colors() -> None:
    """A tile on cells of other colors is a fault, and said in words."""
    puzzle = build_puzzle(parse_spec(CHECKERED))
    wrong = [Placement(((0, 0), (0, 1), (1, 0)), "b"), Placement(((0, 2), (1, 1), (1, 2)), "w")]
    assert "no colors of 'b' fit those of the board" in str(Verifier(puzzle).fault(wrong))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("board: {size: [1, 2], colors: {b: [[0, 0]]}}", "'b' is not a color of cells"),
        ("colors: bX, board: {size: [1, 2]}", "'X' is not the letter of a color"),
        ("colors: {b: [b]}, board: {size: [1, 2]}", "is not the letter of a color"),
        ("colors: b, board: {drawing: bw}", "'w' is not a color of cells; write colors: bw, or X"),
        ("colors: b, board: {drawing: bX, colors: {b: [[0, 2]]}}", "the cell [0, 2] is not on the board"),
        ("colors: bw, board: {drawing: bX, colors: {w: [[0, 0]]}}", "the cell has the color b already"),
    ],
)
def test_mistakes_in_colors(text: str, message: str) -> None:
    """Each is named with its place and remedy."""
    with pytest.raises(SpecError) as error:
        puzzle_of(f"{text}, tiles: [{{set: domino}}]")
    assert message in str(error.value)
