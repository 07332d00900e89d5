"""Outlines enclose exactly the cells they are drawn around; cut lines are drawn once each."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cp_puzzles.output.draw.outline import cut_lines, outline
from cp_puzzles.puzzle.geometry.lattices.cubes import SQUARE

CELLS = st.frozensets(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=30)


def signed_area(loop: tuple[tuple[float, float], ...]) -> float:
    """The area by the shoelace formula: positive clockwise, y being down."""
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(loop, loop[1:] + loop[:1], strict=True)) / 2


def winding(loops: tuple[tuple[tuple[float, float], ...], ...], x: float, y: float) -> int:
    """Return the signed number of vertical sides that a ray to the right crosses."""
    count = 0
    for loop in loops:
        for (x0, y0), (x1, y1) in zip(loop, loop[1:] + loop[:1], strict=True):
            if x0 == x1 and x0 > x and min(y0, y1) < y < max(y0, y1):
                count += 1 if y1 > y0 else -1
    return count


@given(CELLS)
def test_outline_encloses_exactly_the_cells(cells: frozenset[tuple[int, int]]) -> None:
    """The middle of a cell is inside exactly if the cell is in the set, and the area is the number of cells."""
    loops = outline(SQUARE, cells)
    for row in range(-1, 7):
        for column in range(-1, 7):
            assert winding(loops, column, row) == ((row, column) in cells)
    assert sum(map(signed_area, loops)) == len(cells)


@given(CELLS)
def test_inset_outline_stays_inside_the_cells(cells: frozenset[tuple[int, int]]) -> None:
    """Drawn in, cells that touch in a corner only come apart, and every corner lies inside a cell of the set."""
    for loop in outline(SQUARE, cells, 0.1):
        for x, y in loop:
            assert (round(y), round(x)) in cells


@given(st.dictionaries(st.tuples(st.integers(0, 5), st.integers(0, 5)), st.integers(0, 3), min_size=1))
def test_cut_lines_are_the_borders_of_regions_each_once(regions: dict[tuple[int, ...], int]) -> None:
    """Cut into unit pieces, the lines are exactly the sides between different regions, none of them twice."""
    units = []
    for (x0, y0), (x1, y1) in cut_lines(SQUARE, regions):
        assert (x0 == x1) != (y0 == y1)
        x0, x1, y0, y1 = (int(2 * v + 1) // 2 for v in (x0, x1, y0, y1))
        units += [(x, y0, "level") for x in range(x0, x1)] if y0 == y1 else []
        units += [(x0, y, "upright") for y in range(y0, y1)] if x0 == x1 else []
    assert len(units) == len(set(units))
    wanted = {
        (column, row, "level")
        for row in range(8)
        for column in range(8)
        if regions.get((row - 1, column)) != regions.get((row, column))
    } | {
        (column, row, "upright")
        for row in range(8)
        for column in range(8)
        if regions.get((row, column - 1)) != regions.get((row, column))
    }
    assert set(units) == wanted
