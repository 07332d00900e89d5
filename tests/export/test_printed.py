"""Pieces to print, read back by another library: closed, of the right volume, on the plate, in their colours."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import trimesh
from trimesh.base import Trimesh

from cp_puzzles.errors import MistakeError
from cp_puzzles.export.formats import format_of
from cp_puzzles.export.model import export_model
from cp_puzzles.export.piece_solid import Make, piece_solid
from cp_puzzles.export.printed import Part, printed_parts
from cp_puzzles.geometry.lattices import LATTICES
from cp_puzzles.geometry.polyform import orientations
from cp_puzzles.palette import tile_colors
from cp_puzzles.puzzle.source import puzzle_from
from tests.examples import thinned


def _mesh(part: Part) -> Trimesh:
    return trimesh.Trimesh(part.points, part.triangles, process=False)


def _bodies(mesh: Trimesh) -> int:
    faces = np.arange(len(mesh.faces))
    return len(trimesh.graph.connected_components(mesh.face_adjacency, nodes=faces, engine="networkx"))


def _inset_volume(cells: tuple[tuple[int, ...], ...], size: int, gap: float) -> float:
    """The volume of cubes without what lies within half a gap of the outside, by splitting each into 27 boxes."""
    own, thick = set(cells), {-1: gap / 2, 0: size - gap, 1: gap / 2}
    steps = [(a, b, c) for a in (-1, 0, 1) for b in (-1, 0, 1) for c in (-1, 0, 1)]

    def inside(cell: tuple[int, ...], part: tuple[int, ...]) -> bool:
        around = ([0] if s == 0 else [0, s] for s in part)
        a, b, c = (list(x) for x in around)
        return all((cell[0] + i, cell[1] + j, cell[2] + k) in own for i in a for j in b for k in c)

    return sum(thick[p[0]] * thick[p[1]] * thick[p[2]] for cell in own for p in steps if inside(cell, p))


def test_cubes_less_the_gap() -> None:
    """A piece of cubes has the volume of its cells less the gap, at concave edges too; the bevel takes a little."""
    for tile in puzzle_from("soma").tiles:
        plain = piece_solid(LATTICES["cubic"], tile.form, Make(10, 0.4, 0.0))
        assert plain.volume() == pytest.approx(_inset_volume(tile.form, 10, 0.4))
        cut = piece_solid(LATTICES["cubic"], tile.form, Make(10, 0.4, 0.5)).volume()
        assert 0.98 * plain.volume() < cut < plain.volume()


def test_a_bevelled_cube() -> None:
    """Wedges of half a square along twelve edges; what two or three of them share at a corner is counted once."""
    cube = piece_solid(LATTICES["cubic"], [(0, 0, 0)], Make(10.2, 0.2, 1.0))
    shared = 3 * 1 / 3 - 1 / 4
    assert cube.volume() == pytest.approx(10**3 - 12 * 10 / 2 + 8 * shared)


@pytest.mark.parametrize(
    "name",
    thinned(["soma", "pentomino6x10", "tetrahexes7x4", "hexiamonds9x4", "kanoodle_pyramid", "tetrasticks6x6"], every=2),
)
def test_parts(name: str) -> None:
    """Every copy of every tile is one closed solid on a plate, none in another's place."""
    puzzle = puzzle_from(name)
    parts = printed_parts(puzzle, Make(cell=10.0))
    flat_or_box = name not in ("kanoodle_pyramid", "tetrasticks6x6")
    assert len(parts) == sum(tile.maximum for tile in puzzle.tiles) + flat_or_box
    boxes = []
    for part in parts:
        mesh = _mesh(part)
        assert mesh.is_watertight
        assert mesh.is_winding_consistent
        assert mesh.volume > 0
        assert _bodies(mesh) == 1
        assert mesh.bounds[0][2] == 0
        boxes.append(mesh.bounds)
    for i, (low, high) in enumerate(boxes):
        assert not any((high > other[0]).all() and (other[1] > low).all() for other in boxes[:i])


@pytest.mark.parametrize("name", thinned(LATTICES, every=2))
def test_every_lattice(name: str) -> None:
    """Two neighbours make one closed solid; of the many kinds of cells of a lattice the first are asked."""
    lattice = LATTICES[name]
    for kind in lattice.kinds[:3]:
        body = piece_solid(lattice, [kind.origin, lattice.neighbours(kind.origin)[0]], Make(cell=20.0))
        assert len(body.decompose()) == 1
        assert body.volume() > 0


def test_pieces_keep_their_distance() -> None:
    """Pieces that lie side by side are a gap apart, and no more where their faces meet."""
    lattice, make = LATTICES["cubic"], Make(10.0, 0.4, 0.0)
    corner = [(0, 0, 0), (0, 0, 1), (0, 1, 0)]
    rest = [(0, 1, 1), (0, 1, 2), (0, 0, 2)]
    assert piece_solid(lattice, corner, make).min_gap(piece_solid(lattice, rest, make), 5.0) == pytest.approx(0.4)


def test_pieces_are_not_mirrored() -> None:
    """A printed piece turns as it is drawn: y goes away from the viewer, as z goes up and x to the right."""
    form = ((0, 0, 0), (0, 0, 1), (0, 1, 1), (1, 1, 1))
    lattice = LATTICES["cubic"]
    mesh = piece_solid(lattice, form, Make(1.0, 0.01, 0.0)).to_mesh()
    middle = trimesh.Trimesh(mesh.vert_properties[:, :3], mesh.tri_verts).center_mass
    # the cells stand at x = 0, 1, 1, 1, at y = 0, 0, -1, -1, and at z = 0, 0, 0, 1
    assert middle == pytest.approx([0.75, -0.5, 0.25], abs=0.02)
    assert form not in orientations(lattice, ((0, 0, 1), (0, 0, 0), (0, 1, 0), (1, 1, 0)), reflect=False)


def test_files(tmp_path: Path) -> None:
    """Both files hold what was made; 3MF names and colours it; the same again gives the same bytes."""
    puzzle = puzzle_from("soma")
    parts = printed_parts(puzzle)
    for suffix in (".stl", ".3mf"):
        export_model(puzzle, tmp_path / f"one{suffix}")
        again = format_of(f"one{suffix}", "print").load()(parts, puzzle.name)
        assert (tmp_path / f"one{suffix}").read_bytes() == again
    stl = trimesh.load_mesh(tmp_path / "one.stl")
    assert stl.is_watertight
    assert _bodies(stl) == 8
    assert stl.volume == pytest.approx(sum(_mesh(part).volume for part in parts), rel=1e-5)
    scene = trimesh.load_scene(tmp_path / "one.3mf")
    assert sorted(scene.geometry) == sorted(part.name for part in parts)
    assert all(mesh.is_watertight for mesh in scene.geometry.values())
    assert scene.units in ("mm", "millimeter", "millimeters")
    colors = tile_colors((tile.name, tile.color) for tile in puzzle.tiles)
    assert [part.color for part in parts] == [*colors, "#c8c4ba"]


def test_a_box_holds_what_is_put_into_it() -> None:
    """The box of Soma is three cubes wide and high inside, with a gap."""
    tray = _mesh(printed_parts(puzzle_from("soma"), Make(20.0, 0.2))[-1])
    outer = 60 + 0.2 + 6
    assert tray.extents == pytest.approx([60.2 + 5.8, 60.2 + 5.8, 62], abs=0.3)
    assert outer * outer * 62 - tray.volume == pytest.approx(60.2 * 60.2 * 60, rel=0.01)


def test_what_cannot_be_printed() -> None:
    """A bevel that eats the piece, and a plate that is too small, are told."""
    puzzle = puzzle_from("soma")
    with pytest.raises(MistakeError, match="make"):
        printed_parts(puzzle, Make(2.0, 2.5, 0.0))
    with pytest.raises(MistakeError, match="'tray' is"):
        printed_parts(puzzle, Make(72.0))


def test_full_plates_lie_side_by_side() -> None:
    """What has no room on a plate goes to the next, and nothing stands out over the edge of one."""
    parts = printed_parts(puzzle_from("soma"), Make(plate=(60.0, 60.0)))
    spans = np.array([[part.points[:, 0].min() % 80.0, part.points[:, 0].max() % 80.0] for part in parts])
    assert (spans[:, 0] < spans[:, 1]).all()
    assert spans[:, 1].max() <= 60.0
    assert len(parts) == 8
    assert max(part.points[:, 0].max() for part in parts) > 80
