"""Lattices: their isometries, and those that map a board to itself."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cp_puzzles.puzzle.geometry.isometry import Cell, Isometry, Matrix, generated_group
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.lattice_registration import tiling_isometries
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.rules.symmetric import powers_of
from tests.puzzle.geometry import lattice_oracle as oracle
from tests.puzzle.geometry.drawn_lattices import EVERY_LATTICE, drawn, some_board, turns_of

SQUARE, CUBIC = LATTICES["square"], LATTICES["cubic"]
CELLS = {
    lattice: st.lists(st.tuples(*[st.integers(-3, 3)] * lattice.dimension), min_size=1, max_size=8, unique=True)
    for lattice in (SQUARE, CUBIC)
}


@pytest.mark.parametrize(("lattice", "order"), [(SQUARE, 8), (CUBIC, 48)])
def test_point_group(lattice: Lattice, order: int) -> None:
    """The isometries about the origin are a group that begins with the identity; half of them are rotations."""
    matrices = [motion.matrix for motion in lattice.point_group]
    assert len(set(matrices)) == order
    assert [motion.determinant for motion in lattice.point_group] == [1] * (order // 2) + [-1] * (order // 2)
    axes = range(lattice.dimension)
    assert matrices[0] == tuple(tuple(int(i == j) for j in axes) for i in axes)
    for a, b in product(matrices, repeat=2):
        assert tuple(tuple(sum(a[i][k] * b[k][j] for k in axes) for j in axes) for i in axes) in matrices


DIAGONAL: Matrix = ((0, 1), (1, 0))
IDENTITY: Matrix = ((1, 0), (0, 1))
INVERTED_TURN: Matrix = ((0, -1, 0), (1, 0, 0), (0, 0, -1))


@pytest.mark.parametrize(
    ("lattice", "generator", "flip", "allowed"),
    [
        (SQUARE, DIAGONAL, DIAGONAL, 2),
        (SQUARE, ((0, -1), (1, 0)), IDENTITY, 1),
        (CUBIC, INVERTED_TURN, INVERTED_TURN, 1),
    ],
)
def test_flip_is_an_isometry(lattice: Lattice, generator: Matrix, flip: Matrix, allowed: int) -> None:
    """A lattice that cannot swap left and right has another flip, or none; it was an internal error."""
    lattice = replace(lattice, point_group=generated_group(generator))
    assert lattice.flip.matrix in (flip, *(each.matrix for each in powers_of(Isometry(flip, (0,) * len(flip)))[-2:-1]))
    assert len(lattice.isometries(rotate=False, reflect=True)) == allowed


@pytest.mark.parametrize("lattice", [SQUARE, CUBIC], ids=lambda lattice: lattice.name)
@given(data=st.data())
def test_isometries_preserve_cells(lattice: Lattice, data: st.DataObject) -> None:
    """The symmetries of a board, also with holes and in parts, are the isometries that map it to itself, moved back."""
    cells = data.draw(CELLS[lattice])
    found = lattice.board_isometries(cells)
    assert {motion.matrix for motion in found} == {
        motion.matrix
        for motion in lattice.point_group
        if lattice.normalize(map(motion, cells)) == lattice.normalize(cells)
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
        around = {near for cell in part for near in lattice.neighbors(cell)} - set(part)
        assert not around & set(cells)


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
    """Neighbors have different colors in the checkerboard coloring; a lattice without one has odd cycles."""
    for lattice in LATTICES.values():
        colors: dict[Cell, int] = {}
        todo = [(lattice.cell_classes[0].origin, 0)]
        is_possible = True
        while todo and len(colors) < 300:
            cell, color = todo.pop(0)
            if cell not in colors:
                todo += [(near, 1 - color) for near in lattice.neighbors(cell)]
            is_possible &= colors.setdefault(cell, color) == color
        assert (lattice.parity(lattice.cell_classes[0].origin) is not None) == is_possible, lattice.name
        for cell in lattice.box((4,) * lattice.dimension):
            parity = lattice.parity(cell)
            if parity is not None:
                assert {lattice.parity(near) for near in lattice.neighbors(cell)} == {1 - parity}


@pytest.mark.parametrize(
    ("name", "start", "ways"),
    [
        ("sticks", (0.0, 0.0), [(1, 0), (0, 1)]),
        ("trigs", (0.0, 0.0), [(1, 0), (1, 1), (-1, 1)]),
        ("twigs", (-0.5, -(0.75**0.5) / 3), [(1, -1), (0, 1), (-1, -1)]),
        ("tetrakis", (0.0, 0.0), [(0, 1), (1, 0), (0, -1), (-1, 0)]),
        ("kagome", (0.0, 0.0), [(0, 0), (1, 1), (1, 1)]),
        ("kites", (0.0, 0.0), [(1, 1), (0, 1), (-1, 1), (-1, -1), (0, -1), (1, -1)]),
        ("snub-square", (0.0, 0.0), [(0, 0), (1, 1), (1, 1), (-1, 1), (-1, -1), (1, -1)]),
        ("cairo", (0.0, 0.0), [(1, 1), (-1, 1), (-1, -1), (1, -1)]),
    ],
)
def test_numbered_cells_match_lattice_rule(name: str, start: tuple[float, float], ways: list[tuple[int, int]]) -> None:
    """Seen from a vertex, or the middle of a cell, the cells of each number lie right or left (1, -1), up or down.

    Of twigs all three begin in the lower left corner of hexagon 0, 0.
    """
    lattice = LATTICES[name]
    origin = (0,) * (len(lattice.axes) - 1)
    seen = []
    for number in range(len(lattice.cell_classes)):
        cell = lattice.cell_at((*origin, number))
        right, down = (sum(m * x for m, x in zip(row, cell, strict=True)) for row in lattice.embedding)
        steps = right - start[0], -down - start[1]
        seen.append(tuple((step > 1e-9) - (step < -1e-9) for step in steps))
    assert seen == ways


@EVERY_LATTICE
def test_point_group_lists_all_isometries_of_cells(lattice: Lattice) -> None:
    """The point group is what the shapes of the cells alone have: as many isometries as the drawing, none missing."""
    listed = {(each.matrix, lattice.translations.remainder(each.translation)) for each in lattice.point_group}
    assert {(each.matrix, each.translation) for each in tiling_isometries(lattice)} == listed
    assert len(listed) == len(lattice.point_group) == len(turns_of(lattice))


@EVERY_LATTICE
def test_symmetries_of_a_board(lattice: Lattice) -> None:
    """A board has as many isometries as map its drawing to itself."""
    around = {lattice.cell_classes[0].origin, *lattice.neighbors(lattice.cell_classes[0].origin)}
    for board in (tuple(sorted(around)), some_board(lattice, 7)):
        outlines = [drawn(lattice, cell) for cell in board]
        found = [turn for turn in turns_of(lattice) if oracle.placements(outlines, outlines, [turn])]
        assert len(lattice.board_isometries(board)) == len(found)
