"""Boards of each lattice, and properties of the drawing of any lattice."""

from __future__ import annotations

import pytest

from cp_puzzles.cover.solution import Solution
from cp_puzzles.output.terminal.annotated_boards import puzzle_overview
from cp_puzzles.output.terminal.board_view import board_view, gallery
from cp_puzzles.output.terminal.canvas import GRIDS, Grid, frame
from cp_puzzles.puzzle.geometry.footprint import has_edges, layers
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import build_puzzle
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


def plain(text: str) -> str:
    """Replace slanted characters by ASCII characters, which are easier to read."""
    return text.translate({0x2572: "\\", 0x2571: "/", 0x2573: "%"})


HEXAGON: list[Cell] = [(1, 0, 0), (0, 0, 1), (1, 0, 1), (0, 1, 0), (1, 1, 0), (0, 1, 1)]
SLOPES = solved(TRIANGLES, ("O", HEXAGON), ("M", [(2, 1, 1)]))
BEES = solved(HEXAGONS, ("V", [(0, 0), (1, 0), (0, 1)]), ("I", [(2, 0), (3, 0)]))
DRAWINGS: dict[str, tuple[Solution, int, str]] = {
    "a hexagon takes four columns and two lines; empty cells show a point or their label": (BEES, 80, r"""
   / \ / \ / \ / \
  │ V │ · │ · │Nov│
 /     \ / \ / \ /
│ V   V │ I   I │
 \ / \ / \ / \ /
"""),
    "a triangle takes three lines and a base of six columns": (SLOPES, 80, r"""
      ╶─────────────────╴
     /   O   \ · / \ M /
    / O     O \ / · \ /
   /           ╶─────╴
  / \ O     O / \ · /
 / · \   O   / · \ /
╶─────────────────╴
"""),
    "on a narrow console a triangle has two lines and a base of four columns": (SLOPES, 18, r"""
    ╶───────────╴
   /O O O\·/·\M/
  /       ╶───╴
 /·\O O O/·\·/
╶───────────╴
"""),
    "balls are drawn as squares, each layer half a cell further in": (solved(
        BALLS, ("A", [(-1, 1, 0), (0, 1, 1)]), ("B", [(0, 0, 0)]), ("B", [(0, 2, 0)]), ("B", [(1, 1, 0)])
    ), 80, """
layer 1    layer 2
┌───┬───┐
│B1 │ A │    ┌───┐
├───┼───┤    │ A │
│B3 │B2 │    └───┘
└───┴───┘
"""),
    "an edge is a line with the name of its piece; a vertex where no piece goes on is a point": (
        solved(STICKS, ("V", [(0, 0, 0), (0, 0, 1)])), 80, """
 ·──·──·
 │     │
 V     ·
 │     │
 └──V──·
"""),
}  # fmt: skip


@pytest.mark.parametrize(("solution", "width", "drawing"), DRAWINGS.values(), ids=list(DRAWINGS))
def test_boards_are_drawn_in_lines(show: Show, solution: Solution, width: int, drawing: str) -> None:
    """Lines run between pieces on each lattice."""
    assert plain(show(board_view(solution.puzzle, solution.placements), width=width)) == drawing.removeprefix("\n")


def test_bare_board_of_hexagons(show: Show) -> None:
    """Before anything is placed every cell is drawn; `?` is one that may stay empty."""
    drawing = r"""
   / \ / \ / \ / \
  │   │   │   │Nov│
 / \ / \ / \ / \ /
│ ? │   │   │   │
 \ / \ / \ / \ /
"""
    assert plain(show(board_view(BEES.puzzle))) == drawing.removeprefix("\n")


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
            for form in framed.placed(layer):
                taken += form.inside
                assert has_edges(lattice) or {(form.text[0] + i, form.text[1]) for i in range(grid.columns)} <= set(
                    form.inside
                )
            assert len(taken) == len(set(taken))
