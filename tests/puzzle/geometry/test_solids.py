"""Lattices as data: the figures of each fit together, and its cells are drawn where they touch."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from cp_puzzles.puzzle.geometry.cell_class import NoCellError
from cp_puzzles.puzzle.geometry.cell_solid import center, corners, point, polygon, sides_of, solid
from cp_puzzles.puzzle.geometry.isometry import add
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.lattice_registration import register_lattice
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from tests.examples import sampled
from tests.puzzle.geometry.drawn_lattices import DRAWN, EVERY_LATTICE

ALL = pytest.mark.parametrize("lattice", DRAWN.values(), ids=list(DRAWN))
EDGES = ("sticks", "trigs", "twigs")
FLAT = [lattice for lattice in DRAWN.values() if lattice.is_flat and lattice.name not in EDGES]
SOLID = [lattice for lattice in LATTICES.values() if not lattice.is_flat and not lattice.radius]


def some_cells(lattice: Lattice) -> list[tuple[int, ...]]:
    """Cells of every kind, some on either side of the origin."""
    shifts = [lattice.translations.combined(c) for c in product((-1, 0, 2), repeat=lattice.dimension)]
    return [add(kind.origin, shift) for kind in lattice.cell_classes for shift in shifts]


@EVERY_LATTICE
def test_point_group_maps_cells_to_cells(lattice: Lattice) -> None:
    """Every isometry maps cells to cells and neighbors to neighbors."""
    for cell, motion in product(some_cells(lattice), lattice.point_group):
        assert lattice.is_cell(cell)
        assert lattice.is_cell(motion(cell))
        assert {motion(near) for near in lattice.neighbors(cell)} == set(lattice.neighbors(motion(cell)))


@ALL
def test_lattice_data_do_not_contradict_themselves(lattice: Lattice) -> None:
    """Under another name every lattice of the package could be registered."""
    register_lattice(replace(lattice, name="copy"))
    assert LATTICES["copy"].cell_classes == lattice.cell_classes


@ALL
def test_group_acts_on_the_drawing_as_isometries(lattice: Lattice) -> None:
    """Isometries preserve the distances of the drawn centers."""
    place = np.array(lattice.embedding)
    for motion in lattice.point_group:
        moved = place @ np.array(motion.matrix)
        assert np.allclose(moved.T @ moved, place.T @ place)


@ALL
def test_neighbors_and_coordinates(lattice: Lattice) -> None:
    """A cell is a neighbor of each of its neighbors, not of itself, and is read back from its coordinates."""
    for cell in some_cells(lattice):
        assert cell not in lattice.neighbors(cell)
        assert all(cell in lattice.neighbors(near) for near in lattice.neighbors(cell))
        assert len(lattice.coordinates(cell)) == len(lattice.axes)
        assert lattice.cell_at(lattice.coordinates(cell)) == cell


@pytest.mark.parametrize("lattice", FLAT + SOLID, ids=lambda lattice: lattice.name)
def test_sides(lattice: Lattice) -> None:
    """Each side is shared with one neighbor, which has the same corners and this cell beyond them."""
    for cell in some_cells(lattice):
        cell_sides = sides_of(lattice, cell)
        assert {side.neighbor for side in cell_sides} == set(lattice.neighbors(cell))
        for side in cell_sides:
            assert side.neighbor is not None
            back = [side_back for side_back in sides_of(lattice, side.neighbor) if side_back.neighbor == cell]
            assert [set(side_back.corners) for side_back in back] == [set(side.corners)]


@pytest.mark.parametrize("lattice", FLAT, ids=lambda lattice: lattice.name)
def test_polygons_tile_the_plane(lattice: Lattice) -> None:
    """Polygons go clockwise on the screen about their center, and together have the area of the translations' cell."""
    basis = np.array(lattice.embedding) @ np.array(lattice.translations.basis).T
    total = 0.0
    for kind in lattice.cell_classes:
        outline = polygon(lattice, kind.origin)
        area = sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(outline, outline[1:] + outline[:1], strict=True)) / 2
        assert area > 0
        assert np.allclose(np.mean(outline, axis=0), center(lattice, kind.origin))
        total += area
    assert np.isclose(total, abs(np.linalg.det(basis)))


@pytest.mark.parametrize("lattice", sampled(SOLID, every=3), ids=lambda lattice: lattice.name)
def test_faces_look_outwards(lattice: Lattice) -> None:
    """The points of a face lie in a plane and go round so that the cross product points away from the center."""
    for cell in some_cells(lattice):
        body = solid(lattice, cell)
        for face, side in zip(body.faces, sides_of(lattice, cell), strict=True):
            points = np.array([body.points[i] for i in face])
            assert np.allclose(points, [point(lattice, corner) for corner in side.corners])
            for i in range(len(points)):
                a, b, c = points[i - 2], points[i - 1], points[i]
                normal = np.cross(b - a, c - b)
                assert np.dot(normal, a - body.center) > 0
                assert np.allclose((points - a) @ normal, 0)


@pytest.mark.parametrize("name", EDGES)
def test_bars_meet_and_do_not_overlap(name: str) -> None:
    """Edges are drawn as bars whose ends meet where the edges do, and that share sides with some neighbors there."""
    lattice = LATTICES[name]
    for cell in some_cells(lattice):
        ends = set(corners(lattice, cell))
        assert all(ends & set(corners(lattice, near)) for near in lattice.neighbors(cell))
        beyond = [side.neighbor for side in sides_of(lattice, cell)]
        assert sum(near is not None for near in beyond) == 4
        assert {near for near in beyond if near} <= set(lattice.neighbors(cell))


@ALL
def test_balls_touch(lattice: Lattice) -> None:
    """Neighboring balls are two radii apart; cells with corners have no radius."""
    for cell in some_cells(lattice):
        assert bool(lattice.radius) != bool(corners(lattice, cell))
        for near in lattice.neighbors(cell) if lattice.radius else ():
            assert np.isclose(np.linalg.norm(np.subtract(center(lattice, cell), center(lattice, near))), 1.0)


@pytest.mark.parametrize(
    ("name", "written", "message"),
    [
        ("balls", (1, 2, 0), "(1, 2, 0) is no ball: x + y + z must be even"),
        ("triangular", (1, 2, 3), "(1, 2, 3) is no triangle: write [x, y, z], z is 0 for the triangle that points up"),
    ],
)
def test_coordinates_that_are_no_cell(name: str, written: tuple[int, ...], message: str) -> None:
    """Coordinates that are not a cell are refused with the rule for cells."""
    with pytest.raises(NoCellError) as caught:
        LATTICES[name].cell_at(written)
    assert str(caught.value).startswith(message)
