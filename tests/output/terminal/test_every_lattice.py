"""Boards of each lattice, and properties of the drawing of any lattice."""

from __future__ import annotations

import pytest

from cp_puzzles.cover.solution import Solution
from cp_puzzles.output.terminal.board_view import board_view
from cp_puzzles.output.terminal.canvas import GRIDS, Grid
from cp_puzzles.output.terminal.character_frame import frame
from cp_puzzles.output.terminal.overview import puzzle_overview
from cp_puzzles.output.terminal.solution_grid import gallery
from cp_puzzles.puzzle.geometry.footprint import has_edges, layers
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle_source import build_puzzle
from cp_puzzles.puzzle.spec.loader import parse_spec
from tests.output.terminal.drawn_puzzles import Show, uncolored

HEXAGONS = """
name: bees
lattice: hexagonal
board: {parallelogram: [4, 2], labels: {Nov: [3, 1]}, optional: [[0, 0]]}
fill: false
tiles: [{name: I, cells: [[0, 0], [1, 0]]}, {name: V, cells: [[0, 0], [1, 0], [0, 1]]}]
"""
TRIANGLES = """
name: slopes
lattice: triangular
board: {parallelogram: [3, 2]}
tiles:
  - {name: O, cells: [[1, 0, 0], [0, 0, 1], [1, 0, 1], [0, 1, 0], [1, 1, 0], [0, 1, 1]]}
  - {name: M, cells: [[0, 0, 0]]}
"""
STICKS = """
name: square
lattice: sticks
board: {vertices: [2, 2]}
fill: false
tiles: [{name: V, cells: [[0, 0, 0], [0, 0, 1]]}, {name: I, cells: [[0, 0, 0]], multiplicity: 2}]
"""
BALLS = """
name: heap
lattice: balls
board: {pyramid: 2}
tiles: [{name: A, cells: [[0, 0, 0], [1, 1, 0]]}, {name: B, cells: [[0, 0, 0]], multiplicity: 3}]
"""


def solved(text: str, *placements: tuple[str, list[Cell]]) -> Solution:
    """Placements by the cells as people write them."""
    puzzle = build_puzzle(parse_spec(text))
    read = puzzle.lattice.cell_at
    return Solution(puzzle, tuple(Placement(tuple(sorted(map(read, cells))), name) for name, cells in placements))


@pytest.fixture
def bees() -> Solution:
    """Two pieces on eight hexagons."""
    return solved(HEXAGONS, ("V", [(0, 0), (1, 0), (0, 1)]), ("I", [(2, 0), (3, 0)]))


@pytest.fixture
def slopes() -> Solution:
    """A hexagon and a triangle on twelve triangles."""
    return solved(
        TRIANGLES, ("O", [(1, 0, 0), (0, 0, 1), (1, 0, 1), (0, 1, 0), (1, 1, 0), (0, 1, 1)]), ("M", [(2, 1, 1)])
    )


def plain(text: str) -> str:
    """Replace slanted characters by ASCII characters, which are easier to read."""
    return text.translate({0x2572: "\\", 0x2571: "/", 0x2573: "%"})


def drawn(text: str) -> str:
    """Return a drawing of a test without its leading line break."""
    return text.removeprefix("\n")


def test_hexagons_have_lines_between_pieces(show: Show, bees: Solution) -> None:
    """A hexagon takes four columns and two lines; empty cells show a point or their label."""
    assert plain(show(board_view(bees.puzzle, bees.placements))) == drawn(r"""
   / \ / \ / \ / \
  │ V │ · │ · │Nov│
 /     \ / \ / \ /
│ V   V │ I   I │
 \ / \ / \ / \ /
""")


def test_bare_board_of_hexagons(show: Show, bees: Solution) -> None:
    """Before anything is placed every cell is drawn; `?` is one that may stay empty."""
    assert plain(show(board_view(bees.puzzle))) == drawn(r"""
   / \ / \ / \ / \
  │   │   │   │Nov│
 / \ / \ / \ / \ /
│ ? │   │   │   │
 \ / \ / \ / \ /
""")


def test_triangles_have_lines_between_pieces(show: Show, slopes: Solution) -> None:
    """A triangle takes three lines and a base of six columns."""
    assert plain(show(board_view(slopes.puzzle, slopes.placements))) == drawn(r"""
      ╶─────────────────╴
     /   O   \ · / \ M /
    / O     O \ / · \ /
   /           ╶─────╴
  / \ O     O / \ · /
 / · \   O   / · \ /
╶─────────────────╴
""")


def test_triangles_of_one_character_are_smaller(show: Show, slopes: Solution) -> None:
    """On a narrow console a triangle has two lines and a base of four columns."""
    assert plain(show(board_view(slopes.puzzle, slopes.placements), width=18)) == drawn(r"""
    ╶───────────╴
   /O O O\·/·\M/
  /       ╶───╴
 /·\O O O/·\·/
╶───────────╴
""")


def test_layers_of_balls_are_shifted_into_dimples(show: Show) -> None:
    """Balls are drawn as squares, each layer half a cell further in than the one below it."""
    heap = solved(BALLS, ("A", [(-1, 1, 0), (0, 1, 1)]), ("B", [(0, 0, 0)]), ("B", [(0, 2, 0)]), ("B", [(1, 1, 0)]))
    assert show(board_view(heap.puzzle, heap.placements)) == drawn("""
layer 0    layer 1
┌───┬───┐
│B1 │ A │    ┌───┐
├───┼───┤    │ A │
│B3 │B2 │    └───┘
└───┴───┘
""")


def test_sticks_join_where_a_piece_passes_a_vertex(show: Show) -> None:
    """An edge is a line with the name of its piece; a vertex where no piece goes on is a point."""
    corner = solved(STICKS, ("V", [(0, 0, 0), (0, 0, 1)]))
    assert show(board_view(corner.puzzle, corner.placements)) == drawn("""
 ·──·──·
 │     │
 V     ·
 │     │
 └──V──·
""")


@pytest.mark.parametrize(
    "text", [HEXAGONS, TRIANGLES, BALLS, STICKS], ids=["hexagonal", "triangular", "balls", "sticks"]
)
def test_consoles_of_every_kind(show: Show, text: str) -> None:
    """ASCII stays ASCII, nothing is wider than the console, colors change no character but names."""
    puzzle = build_puzzle(parse_spec(text))
    overview = puzzle_overview(puzzle)
    assert show(overview, encoding="ascii").isascii()
    for width in (20, 40, 80):
        assert max(map(len, show(overview, width=width).splitlines())) <= width
    plain = show(board_view(puzzle))
    assert uncolored(show(board_view(puzzle), color="truecolor")) == plain
    many = show(gallery(puzzle, [Solution(puzzle, ())] * 3), color="truecolor")
    assert all(f"{number}" in many for number in (1, 2, 3))


@pytest.mark.parametrize("lattice", LATTICES.values(), ids=lambda lattice: lattice.name)
@pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: f"{grid.columns}{'+' if grid.lines else ''}")
def test_no_two_cells_share_a_character(lattice: Lattice, grid: Grid) -> None:
    """Around each kind of cell no character lies in two cells of a layer, and each text has its own room."""
    framed = frame(lattice, grid)
    for kind in lattice.cell_classes:
        near = {kind.origin}
        for _ in range(3):
            near |= {other for cell in near for other in lattice.neighbors(cell)}
        for layer in layers(lattice, near):
            taken: list[tuple[int, int]] = []
            for form, (x, y) in framed.placed(layer):
                taken += [(x + a, y + b) for a, b in form.inside]
                assert has_edges(lattice) or {(form.text[0] + i, form.text[1]) for i in range(grid.columns)} <= set(
                    form.inside
                )
            assert len(taken) == len(set(taken))
