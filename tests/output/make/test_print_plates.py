"""Printed pieces, read back by trimesh: closed, of the right volume, on their plates, with names and colors."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from io import BytesIO
from math import ceil, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import ZipFile

import numpy as np
import pytest

from cp_puzzles.analysis.analysis_options import PrintOptions
from cp_puzzles.errors import MistakeError
from cp_puzzles.output.formats.formats import format_of
from cp_puzzles.output.make.piece_solid import piece_solid
from cp_puzzles.output.make.print_plates import (
    ENGRAVED,
    PLATE_STRIDE,
    PrintedPart,
    printed_parts,
    save_parts,
    stl_bytes,
    three_mf_bytes,
)
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.placement import orientations
from cp_puzzles.puzzle.palette import TRAY_COLOR
from cp_puzzles.puzzle.puzzle import Puzzle, build_puzzle, puzzle_from
from cp_puzzles.puzzle.spec.loader import parse_spec
from tests.examples import sampled

if TYPE_CHECKING:  # the import takes a second, in processes that run no test of this file too
    from trimesh.base import Trimesh

PUZZLES = ["soma", "pentomino6x10", "tetrahexes7x4", "hexiamonds6x6", "prisms_triangular", "tetraboloes3x4",
           "kanoodle_pyramid", "tetrasticks6x6"]  # fmt: skip


def mesh_of(part: PrintedPart) -> Trimesh:
    from trimesh.base import Trimesh

    return Trimesh(part.points, part.triangles, process=False)


def loaded(content: bytes, suffix: str) -> list[Trimesh]:
    """Return the meshes of a file as trimesh reads them, equal vertices merged."""
    import trimesh

    scene = trimesh.load_scene(BytesIO(content), file_type=suffix)
    return list(scene.geometry.values())


def body_count(mesh: Trimesh) -> int:
    from trimesh.graph import connected_components

    faces = np.arange(len(mesh.faces))
    return len(connected_components(mesh.face_adjacency, nodes=faces, engine="networkx"))


def grown(lattice: Lattice, start: Cell, size: int) -> list[Cell]:
    """Return a piece of a lattice, the first cells around a start by breadth."""
    cells = [start]
    for cell in cells:
        cells += [near for near in lattice.neighbors(cell) if near not in cells]
        if len(cells) >= size:
            break
    return cells[:size]


def written(lattice: Lattice, cells: list[Cell]) -> list[list[int]]:
    return sorted(list(lattice.coordinates(cell)) for cell in cells)


def inset_volume(cells: tuple[Cell, ...], size: int, gap: float) -> float:
    """Return the volume of cubes inset by half a gap, from the 27 boxes of each."""
    piece, thickness = set(cells), {-1: gap / 2, 0: size - gap, 1: gap / 2}
    steps = [(a, b, c) for a in (-1, 0, 1) for b in (-1, 0, 1) for c in (-1, 0, 1)]

    def is_inside(cell: Cell, part: Cell) -> bool:
        a, b, c = ([0] if s == 0 else [0, s] for s in part)
        return all((cell[0] + i, cell[1] + j, cell[2] + k) in piece for i in a for j in b for k in c)

    return sum(
        thickness[p[0]] * thickness[p[1]] * thickness[p[2]] for cell in piece for p in steps if is_inside(cell, p)
    )


def test_piece_solid_of_cubes_has_the_inset_volume() -> None:
    """A piece of cubes has the volume of its cells minus the gap, at concave edges too; the bevel takes little."""
    for tile in puzzle_from("soma").tiles:
        plain = piece_solid(LATTICES["cubic"], tile.form, PrintOptions(cell=10, gap=0.4, bevel=0.0))
        assert plain.volume() == pytest.approx(inset_volume(tile.form, 10, 0.4))
        beveled = piece_solid(LATTICES["cubic"], tile.form, PrintOptions(cell=10, gap=0.4, bevel=0.5)).volume()
        assert 0.98 * plain.volume() < beveled < plain.volume()


def test_piece_solid_bevels_every_edge_of_a_cube_once() -> None:
    """Wedges of half a square are cut off along twelve edges; the volume shared at corners is counted once."""
    cube = piece_solid(LATTICES["cubic"], [(0, 0, 0)], PrintOptions(cell=10.2, gap=0.2, bevel=1.0))
    shared = 3 * 1 / 3 - 1 / 4
    assert cube.volume() == pytest.approx(10**3 - 12 * 10 / 2 + 8 * shared)


@pytest.mark.parametrize("name", sampled(LATTICES, every=8))
@pytest.mark.parametrize(
    ("options", "sizes"),
    [
        pytest.param(PrintOptions(), (1, 4), id="15"),
        pytest.param(PrintOptions(), range(1, 8), marks=pytest.mark.slow, id="15-all"),
        pytest.param(
            PrintOptions(cell=25.0, gap=0.3, bevel=0.7, plate=(400.0, 400.0)),
            range(1, 8),
            marks=pytest.mark.slow,
            id="25-all",
        ),
    ],
)
def test_printed_files_are_closed_on_every_lattice(name: str, options: PrintOptions, sizes: Sequence[int]) -> None:
    """Both files hold a watertight body of the volume of the solid for each piece, inside the plate.

    Bodies of hexagons, triangles and quarter squares fell apart: the wedges of bevels missed the faces by 1e-5 mm.
    """
    lattice = LATTICES[name]
    classes = lattice.cell_classes
    pieces = [grown(lattice, classes[size % len(classes)].origin, size) for size in sizes]
    tiles = [{"name": str(n), "cells": written(lattice, cells)} for n, cells in enumerate(pieces)]
    board = {"cells": written(lattice, grown(lattice, lattice.cell_classes[0].origin, 40))}
    spec = {"name": "x", "lattice": name, "board": board, "fill": False, "tiles": tiles}
    puzzle = build_puzzle(parse_spec(json.dumps(spec)))
    parts = [part for part in printed_parts(puzzle, options) if part.name != "tray"]
    meshes = loaded(three_mf_bytes(parts, "x"), "3mf")
    assert len(meshes) == len(parts) == len(pieces)
    for mesh in meshes:
        assert mesh.is_watertight
        assert mesh.is_winding_consistent
        assert body_count(mesh) == 1
    [stl] = loaded(stl_bytes(parts, "x"), "stl")
    assert stl.is_watertight
    assert body_count(stl) == len(parts)
    volumes = [part_volume(puzzle, number, options) for number in range(len(parts))]
    assert [mesh.volume for mesh in meshes] == pytest.approx(volumes, rel=0.005, abs=2.0)
    assert stl.volume == pytest.approx(sum(mesh.volume for mesh in meshes), rel=1e-4)


def part_volume(puzzle: Puzzle, number: int, options: PrintOptions) -> float:
    """Return the volume of the solid of a tile, without its letters: these take some cubic millimeters."""
    volume: float = piece_solid(puzzle.lattice, puzzle.tiles[number].form, options).volume()
    return volume


@pytest.mark.parametrize("name", sampled(PUZZLES, every=5))
def test_printed_parts_are_closed_and_apart(name: str) -> None:
    """Every copy of every tile is one closed solid on a plate, and none overlaps another."""
    puzzle, options = puzzle_from(name), PrintOptions(cell=10.0)
    parts = printed_parts(puzzle, options)
    has_tray = name not in ("kanoodle_pyramid", "tetrasticks6x6")
    assert len(parts) == sum(tile.maximum for tile in puzzle.tiles) + has_tray
    meshes = loaded(three_mf_bytes(parts, name), "3mf")
    assert all(mesh.is_watertight and body_count(mesh) == 1 and mesh.volume > 0 for mesh in meshes)
    bounds = [mesh_of(part).bounds for part in parts]
    assert_inside_plates(parts, options)
    for i, (low, high) in enumerate(bounds):
        assert not any((high > other[0]).all() and (other[1] > low).all() for other in bounds[:i])


def assert_inside_plates(parts: tuple[PrintedPart, ...], options: PrintOptions) -> None:
    """Assert that every part stands on the plate that it names; plates form a square."""
    columns = ceil(sqrt(max(part.plate for part in parts) + 1))
    for part in parts:
        line, column = divmod(part.plate, columns)
        corner = np.array([column, -line]) * PLATE_STRIDE * np.array(options.plate)
        low, high = part.points.min(axis=0), part.points.max(axis=0)
        assert low[2] == 0
        assert (low[:2] >= corner - 1e-3).all()
        assert (high[:2] <= corner + np.array(options.plate) + 1e-3).all()


def test_pieces_side_by_side_keep_the_gap() -> None:
    """Adjacent pieces are a gap apart."""
    lattice, options = LATTICES["cubic"], PrintOptions(cell=10.0, gap=0.4, bevel=0.0)
    corner = [(0, 0, 0), (0, 0, 1), (0, 1, 0)]
    rest = [(0, 1, 1), (0, 1, 2), (0, 0, 2)]
    distance = piece_solid(lattice, corner, options).min_gap(piece_solid(lattice, rest, options), 5.0)
    assert distance == pytest.approx(0.4)


def test_printed_pieces_are_not_mirrored() -> None:
    """x runs to the right, y away from the viewer and z up."""
    import trimesh

    form = ((0, 0, 0), (0, 0, 1), (0, 1, 1), (1, 1, 1))
    lattice = LATTICES["cubic"]
    mesh = piece_solid(lattice, form, PrintOptions(cell=1.0, gap=0.01, bevel=0.0)).to_mesh()
    middle = trimesh.Trimesh(mesh.vert_properties[:, :3], mesh.tri_verts).center_mass
    # the cells stand at x = 0, 1, 1, 1, at y = 0, 0, -1, -1, and at z = 0, 0, 0, 1
    assert middle == pytest.approx([0.75, -0.5, 0.25], abs=0.02)
    assert form not in orientations(lattice, ((0, 0, 1), (0, 0, 0), (0, 1, 0), (1, 1, 0)), reflect=False)


def test_files_have_the_printed_parts(tmp_path: Path) -> None:
    """Both files hold the parts; 3MF has names, colors and millimeters; the bytes are reproducible."""
    import trimesh

    puzzle = puzzle_from("soma")
    parts = printed_parts(puzzle)
    for suffix in (".stl", ".3mf"):
        save_parts(puzzle, tmp_path / f"one{suffix}", PrintOptions())
        again = format_of(f"one{suffix}", "print").load()(parts, puzzle.name)
        assert (tmp_path / f"one{suffix}").read_bytes() == again
    [stl] = loaded((tmp_path / "one.stl").read_bytes(), "stl")
    assert body_count(stl) == 8
    assert stl.volume == pytest.approx(sum(mesh_of(part).volume for part in parts), rel=1e-5)
    scene = trimesh.load_scene(tmp_path / "one.3mf")
    assert sorted(scene.geometry) == sorted(part.name for part in parts)
    assert scene.units in ("mm", "millimeter", "millimeters")
    colors = puzzle.tile_colors.values()
    assert [part.color for part in parts] == [*colors, TRAY_COLOR]


def test_3mf_lists_the_parts_of_every_plate() -> None:
    """Slicers that know plates get them: each object stands on one, the one that its place says."""
    options = PrintOptions(plate=(60.0, 60.0))
    parts = printed_parts(puzzle_from("soma"), options)
    assert_inside_plates(parts, options)
    with ZipFile(BytesIO(three_mf_bytes(parts, "soma"))) as package:
        text = package.read("Metadata/model_settings.config").decode()
    plates = [list(map(int, re.findall(r'object_id" value="(\d+)"', plate))) for plate in text.split("<plate>")[1:]]
    assert [number for plate in plates for number in plate] == list(range(2, len(parts) + 2))
    assert [part.plate for part in parts] == [n for n, plate in enumerate(plates) for _ in plate]
    assert len(plates) > 2


def test_tray_of_a_box_holds_the_pieces() -> None:
    """The box of Soma is three cubes wide and high inside, plus a gap."""
    tray = mesh_of(printed_parts(puzzle_from("soma"), PrintOptions(cell=20.0, gap=0.2))[-1])
    outer = 60 + 0.2 + 6
    assert tray.extents == pytest.approx([60.2 + 5.8, 60.2 + 5.8, 62], abs=0.3)
    assert outer * outer * 62 - tray.volume == pytest.approx(60.2 * 60.2 * 60, rel=0.01)


def test_clearance_widens_the_tray_alone() -> None:
    """The hollow of a tray grows by twice the clearance; pieces stay as they are."""
    tight, loose = (
        printed_parts(puzzle_from("soma"), PrintOptions(cell=20.0, gap=0.2, bevel=0.0, clearance=c)) for c in (0.2, 0.7)
    )
    assert mesh_of(tight[0]).volume == pytest.approx(mesh_of(loose[0]).volume)
    grown_by = mesh_of(tight[-1]).volume - mesh_of(loose[-1]).volume
    assert grown_by == pytest.approx((61.2**2 - 60.2**2) * 60, rel=1e-3)


def test_flat_pieces_and_trays_carry_letters() -> None:
    """A flat piece shows its name on top, the floor of a tray the labels of the board, both engraved."""
    text = (
        "{name: x, board: {size: [1, 2], labels: {Jan: [0, 0], 31: [0, 1]}},"
        " tiles: [{set: monomino, multiplicity: any, max: 1}]}"
    ).replace(", max: 1", "")
    puzzle = build_puzzle(parse_spec(text))
    options = PrintOptions(cell=20.0, gap=0.2, bevel=0.0)
    piece, *_, tray = printed_parts(puzzle, options)
    plain: Any = piece_solid(puzzle.lattice, puzzle.tiles[0].form, options)
    assert 1 < plain.volume() - mesh_of(piece).volume < 60 * ENGRAVED
    levels = {name: set(part.points[:, 2].round(3)) for name, part in (("piece", piece), ("tray", tray))}
    assert 20 - ENGRAVED in levels["piece"]
    assert 2 - ENGRAVED in levels["tray"]


def test_printed_parts_refuses_impossible_sizes() -> None:
    """A gap that consumes the piece and a plate that is too small are named."""
    puzzle = puzzle_from("soma")
    with pytest.raises(MistakeError, match="make"):
        printed_parts(puzzle, PrintOptions(cell=2.0, gap=2.5, bevel=0.0))
    with pytest.raises(MistakeError, match="'tray' measures 222 x 222 mm"):
        printed_parts(puzzle, PrintOptions(cell=72.0))
