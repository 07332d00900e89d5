"""Outlines enclose exactly their cells, cut lines are drawn once each, and every lattice has pictures."""

from __future__ import annotations

from collections import Counter
from math import dist
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cp_puzzles.cover.solution import Solution, Solutions
from cp_puzzles.output.draw.cell_shapes import outline
from cp_puzzles.output.draw.picture import framed, svg
from cp_puzzles.output.draw.puzzle_picture import puzzle_picture, solution_picture, solutions_picture
from cp_puzzles.output.draw.solid_pieces import explosion
from cp_puzzles.output.formats.text_solutions import text_layers
from cp_puzzles.puzzle.board_and_tiles import Board, Tile
from cp_puzzles.puzzle.geometry.footprint import drawn_point, footprint, layers
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle, build_puzzle
from cp_puzzles.puzzle.spec.loader import parse_spec
from tests.cli.program import Program

SVG = "{http://www.w3.org/2000/svg}"
CELLS = st.frozensets(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=30)
EVERY = pytest.mark.parametrize("lattice", LATTICES.values(), ids=lambda lattice: lattice.name)


def ball_of(lattice: Lattice, steps: int = 2) -> list[Cell]:
    """A cell and those around it."""
    cells = {lattice.cell_classes[0].origin}
    for _ in range(steps):
        cells |= {near for cell in cells for near in lattice.neighbors(cell)}
    return sorted(cells)


def area(loop: tuple[tuple[float, float], ...]) -> float:
    """The area of a polygon, below 0 if it goes round anticlockwise."""
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(loop, (*loop[1:], loop[0]), strict=True)) / 2


def puzzle_of(lattice: Lattice) -> tuple[Puzzle, tuple[Placement, ...]]:
    """Two pieces on a board of the lattice, a cell left empty."""
    cells = ball_of(lattice)
    one, two = tuple(cells[:3]), tuple(cells[3:5])
    tiles = (Tile("Ab", one), Tile("C", two))
    board = Board(tuple(cells[:-1]), labels=(("Nov", cells[-2]),), left_empty=frozenset(cells[-1:]))
    return Puzzle.of(name="two", lattice=lattice, board=board, tiles=tiles), (Placement(one, "Ab"), Placement(two, "C"))


@given(CELLS)
def test_inset_outline_stays_inside_the_cells(cells: frozenset[tuple[int, int]]) -> None:
    """Drawn in, cells that touch in a corner only come apart, and every corner lies inside a cell of the set."""
    for loop in outline(LATTICES["square"], cells, 0.1):
        for x, y in loop:
            assert (round(y), round(x)) in cells


@EVERY
@pytest.mark.parametrize("share", [1, 2, 3])
def test_outlines_have_the_area_and_the_sides_of_their_cells(lattice: Lattice, share: int) -> None:
    """Loops enclose as much as the footprints together; their length is that of the sides that have no partner."""
    layer = layers(lattice, ball_of(lattice))[0]
    cells = Random(1).sample(layer, len(layer) // share)
    polygons = [[drawn_point(lattice, corner) for corner in footprint(lattice, cell)] for cell in cells]
    loops = outline(lattice, cells)
    assert sum(map(area, loops)) == pytest.approx(sum(area(tuple(polygon)) for polygon in polygons))
    sides = Counter(
        frozenset((round(x, 6), round(y, 6)) for x, y in side)
        for polygon in polygons
        for side in zip(polygon, (*polygon[1:], polygon[0]), strict=True)
    )
    alone = sum(dist(*side) for side, times in sides.items() if times == 1)
    assert sum(dist(a, b) for loop in loops for a, b in zip(loop, (*loop[1:], loop[0]), strict=True)) == pytest.approx(
        alone
    )


@EVERY
def test_every_lattice_has_pictures(lattice: Lattice) -> None:
    """A solution, a gallery and the puzzle itself are drawings, well formed and with all names."""
    puzzle, placements = puzzle_of(lattice)
    solution = Solution(puzzle, placements)
    texts = [
        label.text for label in ElementTree.fromstring(svg(solution_picture(puzzle, placements))).iter(f"{SVG}text")
    ]
    assert {"Ab", "C", "Nov"} <= set(texts)
    for picture in (
        solutions_picture(puzzle, [solution] * 3),
        framed(puzzle_picture(puzzle)),
    ):
        assert "nan" not in svg(picture)
        ElementTree.fromstring(svg(picture))


@EVERY
def test_exploded_pieces_stay_on_the_lattice(lattice: Lattice) -> None:
    """Pieces are moved apart by translations, and no two come into one place."""
    _, placements = puzzle_of(lattice)
    moved: list[Cell] = []
    for placement, step in zip(placements, explosion(lattice, placements), strict=True):
        assert step in lattice.translations
        moved += [tuple(a + b for a, b in zip(cell, step, strict=True)) for cell in placement.cells]
    assert len(moved) == len(set(moved))


def test_given_pieces_are_drawn_on_the_board() -> None:
    """A piece that is given is drawn once; of several copies those that are left are told."""
    spec = """
name: started
board: {size: [2, 4]}
tiles: [{name: D, drawing: XX, multiplicity: 2}, {name: T, drawing: XXX}]
given: [{tile: D, cells: [[0, 0], [0, 1]]}, {tile: T, cells: [[1, 0], [1, 1], [1, 2]]}]
fill: false
"""
    puzzle = build_puzzle(parse_spec(spec))
    texts = [label.text for label in ElementTree.fromstring(svg(puzzle_picture(puzzle))).iter(f"{SVG}text")]
    assert sorted(filter(None, texts)) == ["D", "D", "T"]


def test_show_draws_a_puzzle(run: Program, tmp_path: Path) -> None:
    """`show --out` writes the picture; a suffix that no picture has is a mistake."""
    command = ["show", "calendar", "--leave", "Nov", "--out"]
    assert run(*command, str(tmp_path / "c.svg")).returncode == 0
    assert "Nov" in (tmp_path / "c.svg").read_text()
    failed = run(*command, str(tmp_path / "c.txt"))
    assert (failed.returncode, failed.stderr.count("\n")) == (2, 1)


@EVERY
def test_every_lattice_has_solutions_as_text(lattice: Lattice) -> None:
    """Each cell is a character, where there are drawings of a lattice: as many letters as covered cells."""
    puzzle, placements = puzzle_of(lattice)
    text = text_layers(Solution(puzzle, placements), {"Ab": "A", "C": "C"})
    if lattice.text is None:
        assert [line[0] for line in text.splitlines()] == ["A", "C"]
    else:
        cells = len(puzzle.board.cells) + len(puzzle.board.left_empty)
        assert Counter(character for character in text if character in "AC-") == {"A": 3, "C": 2, "-": cells - 5}


def test_heat_map_has_one_polygon_for_each_cell() -> None:
    """On a lattice of which cells have negative coordinates, too."""
    pytest.importorskip("matplotlib")
    puzzle, placements = puzzle_of(LATTICES["balls"])
    from cp_puzzles.analysis.frames import plot_coverage

    panels = plot_coverage(Solutions(puzzle, (Solution(puzzle, placements),))).axes
    assert [len(axes.collections[0].get_paths()) for axes in panels[:2]] == [len(puzzle.board.cells)] * 2
