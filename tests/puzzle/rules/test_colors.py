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
from cp_puzzles.puzzle.spec.yaml_reader import spec_text
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


Shown = tuple[str, frozenset[tuple[oracle.Cell, str]]]
"""A placement: the name of its tile, and what it shows on each cell."""


def _ways(name: str, cells: frozenset[oracle.Cell], paint: list[str], colors: dict[oracle.Cell, str]) -> set[Shown]:
    """Return the ways in which a tile lies on some cells with fitting colors; they differ in the colors they show."""
    corner = tuple(map(min, zip(*cells, strict=True)))
    images = (oracle.moved(TILES[name], motion, corner) for motion in oracle.motions(2))
    shown = (frozenset(zip(image, paint, strict=True)) for image in images if frozenset(image) == cells)
    return {
        (name, way)
        for way in shown
        if all("X" in (painted, colors[cell]) or colors[cell] in FITS[painted] for cell, painted in way)
    }


def _paint(name: str) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from("XXabd"), min_size=len(TILES[name]), max_size=len(TILES[name]))


@examples(60)
@given(
    st.lists(st.sampled_from("XXXabc"), min_size=9, max_size=9), st.fixed_dictionaries({n: _paint(n) for n in TILES})
)
def test_engines_respect_colors(board: list[str], tiles: dict[str, list[str]]) -> None:
    """The solutions, all or up to symmetry, are the tilings in which all colors fit; shown colors tell them apart."""
    assume(sorted(tiles["D"]) != sorted(tiles["E"]))  # otherwise they are one tile
    colors = dict(zip(BOARD, board, strict=True))
    bare: dict[str, oracle.Tile] = {name: (cells, True, True, 0, 9) for name, cells in TILES.items()}
    expected = {
        frozenset(shown)
        for solution in oracle.solutions(BOARD, (), bare)
        for shown in product(*(_ways(name, cells, tiles[name], colors) for name, cells in solution))
    }
    assume(len(expected) < 2000)
    puzzle = build_puzzle(parse_spec(_yaml(board, tiles)))
    found = [
        frozenset(
            (each.tile, frozenset((cell, each.shown_at().get(cell) or "X") for cell in each.cells))
            for each in solution.placements
        )
        for solution in iter_solutions(puzzle, engine="exact-cover", symmetry="off", jobs=1)
    ]
    assert len(found) == len(expected)
    assert set(found) == expected
    corner = (0, 0)
    turns = [dict(zip(BOARD, oracle.moved(BOARD, motion, corner), strict=True)) for motion in oracle.motions(2)]
    group = [turn for turn in turns if all(colors[turn[cell]] == colors[cell] for cell in BOARD)]
    orbits = {
        frozenset(frozenset((n, frozenset((turn[c], p) for c, p in shown)) for n, shown in solution) for turn in group)
        for solution in expected
    }
    for engine in ("exact-cover", "frontier"):
        result = count(puzzle, engine=engine, jobs=1)
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
    cells, others = ((0, 0), (0, 1), (1, 0)), ((0, 2), (1, 1), (1, 2))
    wrong = [Placement(cells, "b", shown=("b", "b", "w")), Placement(others, "w", shown=("w", "w", "b"))]
    assert "'b' cannot show b b w on" in str(Verifier(puzzle).violation(wrong))
    board = build_puzzle(parse_spec("{name: x, colors: bw, board: {drawing: bw}, tiles: [{name: q, drawing: bw}]}"))
    wrong = [Placement(((0, 0), (0, 1)), "q", shown=("w", "b"))]
    assert "the colors of 'q' do not fit those of the board" in str(Verifier(board).violation(wrong))


def test_placements_that_show_other_colors_differ() -> None:
    """A domino of two colors lies on two cells in two ways; a given one has to say which, and files keep it."""
    puzzle = puzzle_of('board: {size: [1, 2]}, tiles: [{name: "10", drawing: ab}], colors: ab')
    for engine in ("cp-sat", "exact-cover", "frontier"):
        assert count(puzzle, engine=engine, symmetry="off", jobs=1).count == 2
        assert count(puzzle, engine=engine, jobs=1).count == 1
    head = 'board: {size: [1, 3]}, tiles: [{name: "10", drawing: ab}, {name: c, drawing: a}], colors: ab'
    given = "given: [{tile: '10', cells: [[0, 1], [0, 0]]"
    with pytest.raises(SpecError, match="in 2 ways, which show different colors; write what it shows"):
        puzzle_of(f"{head}, {given}}}]")
    with pytest.raises(SpecError, match="cannot show this"):
        puzzle_of(f"{head}, {given}, shown: [a, a]}}]")
    solution = next(iter_solutions(puzzle_of(f"{head}, {given}, shown: [a, b]}}]"), jobs=1))
    assert [placement.shown for placement in solution.placements] == [("b", "a"), ("a",)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("board: {size: [1, 2], colors: {b: [[0, 0]]}}", "'b' is not a color of cells"),
        ("colors: bX, board: {size: [1, 2]}", "'X' is not the letter of a color"),
        ("colors: {b: [b]}, board: {size: [1, 2]}", "is not the letter of a color"),
        ("colors: b, board: {drawing: bw}", "'w' is not a color of cells; write colors: bw, or X"),
        ("colors: b, board: {drawing: bX, colors: {b: [[0, 2]]}}", "the cell [0, 2] is not on the board"),
        ("colors: bw, board: {drawing: bX, colors: {w: [[0, 0]]}}", "the cell has b already"),
    ],
)
def test_mistakes_in_colors(text: str, message: str) -> None:
    """Each is named with its place and remedy."""
    with pytest.raises(SpecError) as error:
        puzzle_of(f"{text}, tiles: [{{set: domino}}]")
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("tile", "message"),
    [
        ("cells: [[0, 0]], colors: {b: [[0, 1]]}", "the cell is not a cell of the tile"),
        ("cells: [[0, 0]], colors: {b: [[0, 0]], c: [[0, 0]]}", "the cell has b already"),
        ("drawing: w", "'w' is not a color of tiles"),
    ],
)
def test_mistakes_in_colors_of_tiles(tile: str, message: str) -> None:
    """Colors of cells that a tile lacks, or has already, and colors that only the board has, are mistakes."""
    with pytest.raises(SpecError, match=message):
        puzzle_of(f"colors: {{b: w, c: w}}, board: {{size: [1, 1]}}, tiles: [{{name: I, {tile}}}]")


def test_drawn_cells_without_a_letter_have_no_color() -> None:
    """X, # and ? in a drawing are cells without a color, of the board and of tiles; only letters are colors."""
    tile = '{name: I, drawing: "aX#", multiplicity: any}'
    puzzle = puzzle_of(f'colors: ab, board: {{drawing: "aX#?b"}}, fill: false, tiles: [{tile}]')
    assert puzzle.board.cell_colors == (((0, 0), "a"), ((0, 4), "b"))
    assert sorted(puzzle.tiles[0].shown) == ["", "", "a"]
    plain = puzzle_of(f'board: {{drawing: "XX"}}, tiles: [{tile.replace("aX#", "XX")}]')
    assert (plain.board.cell_colors, plain.tiles[0].shown) == ((), ())


def test_colors_and_values_fit_each_other() -> None:
    """A cell of a tile with a color lies on a known value, and one with a value on a color of the board."""
    tiles = "tiles: [{name: q, drawing: q}, {name: '3', drawing: '3'}], colors: q"
    puzzle = puzzle_of(
        f"board: {{size: [1, 3], values: {{1: [[0, 0]]}}, colors: {{q: [[0, 1]]}}}}, fill: false, {tiles}"
    )
    assert (
        count(puzzle, symmetry="off", jobs=1).count == 4
    )  # q on each cell, and 3 on one of the other two but not on 1
