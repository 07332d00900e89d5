"""Lattices: their motions, and which of them map a board to itself."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cp_puzzles.geometry.drawing import parse_drawing
from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.lattices import LATTICES

SQUARE, CUBIC = LATTICES["square"], LATTICES["cubic"]
CELLS = {
    lattice: st.lists(st.tuples(*[st.integers(-3, 3)] * lattice.dimension), min_size=1, max_size=8, unique=True)
    for lattice in (SQUARE, CUBIC)
}


@pytest.mark.parametrize(("lattice", "order"), [(SQUARE, 8), (CUBIC, 48)])
def test_point_group(lattice: Lattice, order: int) -> None:
    """The motions about the origin are a group, half of them rotations, the identity the very first."""
    matrices = [motion.matrix for motion in lattice.point_group]
    assert len(set(matrices)) == order
    assert [motion.determinant for motion in lattice.point_group] == [1] * (order // 2) + [-1] * (order // 2)
    axes = range(lattice.dimension)
    assert matrices[0] == tuple(tuple(int(i == j) for j in axes) for i in axes)
    for a, b in product(matrices, repeat=2):
        assert tuple(tuple(sum(a[i][k] * b[k][j] for k in axes) for j in axes) for i in axes) in matrices


@pytest.mark.parametrize(
    ("lattice", "orders"),
    [(SQUARE, {(1, 1): 8, (1, 0): 4, (0, 1): 2, (0, 0): 1}), (CUBIC, {(1, 1): 48, (1, 0): 24, (0, 1): 2, (0, 0): 1})],
)
def test_motions_of_a_tile(lattice: Lattice, orders: dict[tuple[int, ...], int]) -> None:
    """A tile has all motions, the rotations, one reflection, or none, as its rules say."""
    assert {
        (rotate, reflect): len(lattice.motions(rotate=bool(rotate), reflect=bool(reflect)))
        for rotate, reflect in orders
    } == orders


@pytest.mark.parametrize(
    ("drawing", "full", "rotations"),
    [
        ("XXX\nXXX\nXXX", 8, 4),
        ("XXX\nXXX", 4, 2),
        ("XXX\nX.X\nXXX", 8, 4),
        ("XXXX\nX.XX\nXXXX", 2, 1),
        (".XX\nXXX", 1, 1),
        ("XX.\n.XX", 2, 2),
        ("X.\n.X", 4, 2),
        ("XX.XX", 4, 2),
        ("XXX\nX..", 1, 1),
        ("X..\nX..\nXXX", 2, 1),
        (".X.X\nX.X.", 2, 2),
        ("X", 8, 4),
    ],
)
def test_isometries_of_flat_boards(drawing: str, full: int, rotations: int) -> None:
    """Holes and gaps take symmetries away, wherever the board lies; parts need not hang together."""
    cells = [(row + 5, column - 7) for _, row, column in parse_drawing(drawing).cells]
    found = SQUARE.board_isometries(cells)
    assert (len(found), sum(motion.is_rotation for motion in found)) == (full, rotations)


@pytest.mark.parametrize(
    ("size", "full"),
    [((3, 3, 3), 48), ((2, 2, 3), 16), ((2, 3, 4), 8), ((1, 1, 1), 48), ((1, 4, 4), 16), ((1, 2, 3), 8)],
)
def test_isometries_of_boxes(size: tuple[int, ...], full: int) -> None:
    """A cube has 48 isometries, a box with two equal sides 16, one with three different sides 8; half are rotations."""
    found = CUBIC.board_isometries(CUBIC.box(size))
    assert (len(found), sum(motion.is_rotation for motion in found)) == (full, full // 2)


@pytest.mark.parametrize("lattice", [SQUARE, CUBIC], ids=lambda lattice: lattice.name)
@given(data=st.data())
def test_isometries_are_those_that_keep_the_cells(lattice: Lattice, data: st.DataObject) -> None:
    """An isometry is found for exactly those motions that map the cells to themselves after a translation."""
    cells = data.draw(CELLS[lattice])
    found = lattice.board_isometries(cells)
    assert {motion.matrix for motion in found} == {
        motion.matrix
        for motion in lattice.point_group
        if lattice.normalise(map(motion, cells)) == lattice.normalise(cells)
    }
    for motion in found:
        assert {motion(cell) for cell in cells} == set(cells)


@pytest.mark.parametrize("lattice", [SQUARE, CUBIC], ids=lambda lattice: lattice.name)
@given(data=st.data())
def test_components(lattice: Lattice, data: st.DataObject) -> None:
    """Parts divide the cells, each hangs together, and no two of them touch."""
    cells = data.draw(CELLS[lattice])
    parts = lattice.components(cells)
    assert sorted(cell for part in parts for cell in part) == sorted(cells)
    assert [part[0] for part in parts] == sorted(part[0] for part in parts)
    for part in parts:
        assert lattice.is_connected(part)
        around = {near for cell in part for near in lattice.neighbours(cell)} - set(part)
        assert not around & set(cells)


@pytest.mark.parametrize(
    ("lattice", "cells", "parts"),
    [
        (SQUARE, [(0, 0), (1, 1)], 2),
        (SQUARE, [(0, 0), (0, 1), (3, 3)], 2),
        (SQUARE, [(0, 0), (0, 1), (1, 1)], 1),
        (CUBIC, [(0, 0, 0), (1, 0, 1)], 2),
        (CUBIC, [(0, 0, 0), (1, 0, 0), (1, 0, 1)], 1),
    ],
)
def test_cells_that_touch_in_a_corner_are_apart(lattice: Lattice, cells: list[tuple[int, ...]], parts: int) -> None:
    """Cells hang together through sides, not through corners or edges."""
    assert len(lattice.components(cells)) == parts
    assert lattice.is_connected(cells) == (parts == 1)


@pytest.mark.parametrize(
    ("size", "first", "last"),
    [
        ((6, 10), [(0, 0), (1, 0), (2, 0)], (5, 9)),
        ((10, 6), [(0, 0), (0, 1), (0, 2)], (9, 5)),
        ((4, 4), [(0, 0), (0, 1), (0, 2)], (3, 3)),
        ((2, 5, 6), [(0, 0, 0), (1, 0, 0), (0, 1, 0)], (1, 4, 5)),
        ((6, 5, 2), [(0, 0, 0), (0, 0, 1), (0, 1, 0)], (5, 4, 1)),
    ],
)
def test_fill_order(size: tuple[int, ...], first: list[tuple[int, ...]], last: tuple[int, ...]) -> None:
    """Cells come with the smallest cross-section first: the longest axis is the slowest."""
    lattice = SQUARE if len(size) == 2 else CUBIC
    order = lattice.fill_order(lattice.box(size))
    assert list(order[:3]) == first
    assert order[-1] == last
    assert sorted(order) == list(lattice.box(size))


def test_parity() -> None:
    """Neighbours have different colours in the checkerboard colouring, and there is none only where none can be."""
    for lattice in LATTICES.values():
        colours: dict[Cell, int] = {}
        todo = [(lattice.kinds[0].origin, 0)]
        is_possible = True
        while todo and len(colours) < 300:
            cell, colour = todo.pop(0)
            if cell not in colours:
                todo += [(near, 1 - colour) for near in lattice.neighbours(cell)]
            is_possible &= colours.setdefault(cell, colour) == colour
        assert (lattice.parity(lattice.kinds[0].origin) is not None) == is_possible, lattice.name
        for cell in lattice.box((4,) * lattice.dimension):
            parity = lattice.parity(cell)
            if parity is not None:
                assert {lattice.parity(near) for near in lattice.neighbours(cell)} == {1 - parity}


@pytest.mark.parametrize(
    ("name", "start", "ways"),
    [
        ("sticks", (0.0, 0.0), [(1, 0), (0, 1)]),
        ("trigs", (0.0, 0.0), [(1, 0), (1, 1), (-1, 1)]),
        ("twigs", (-0.5, -(0.75**0.5) / 3), [(1, -1), (0, 1), (-1, -1)]),
        ("tetrakis", (0.0, 0.0), [(0, 1), (1, 0), (0, -1), (-1, 0)]),
        ("kagome", (0.0, 0.0), [(0, 0), (1, 1), (1, 1)]),
    ],
)
def test_numbered_cells_lie_where_the_rule_says(
    name: str, start: tuple[float, float], ways: list[tuple[int, int]]
) -> None:
    """Seen from a vertex, or the middle of a cell, the cells of each number lie right or left (1, -1), up or down.

    Of twigs all three begin in the lower left corner of hexagon 0, 0.
    """
    lattice = LATTICES[name]
    origin = (0,) * (len(lattice.axes) - 1)
    seen = []
    for number in range(len(lattice.kinds)):
        cell = lattice.read((*origin, number))
        right, down = (sum(m * x for m, x in zip(row, cell, strict=True)) for row in lattice.embedding)
        steps = right - start[0], -down - start[1]
        seen.append(tuple((step > 1e-9) - (step < -1e-9) for step in steps))
    assert seen == ways
