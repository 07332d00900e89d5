"""Pieces to print: solids on plates, as STL or 3MF files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import groupby
from math import ceil, sqrt
from typing import Any
from xml.sax.saxutils import escape, quoteattr
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import numpy as np

from cp_puzzles.analysis.analysis_options import PrintOptions
from cp_puzzles.base.file_access import write_file
from cp_puzzles.base.named_values import require_package
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.output.draw.cell_shapes import outline
from cp_puzzles.output.formats.formats import format_of
from cp_puzzles.output.make.piece_solid import (
    board_letters,
    cell_faces,
    offset,
    piece_solid,
    rows_on_sheets,
    section,
    tile_letters,
    without_crumbs,
    without_holes,
)
from cp_puzzles.puzzle.board_and_tiles import Tile
from cp_puzzles.puzzle.geometry.cell_solid import center
from cp_puzzles.puzzle.geometry.footprint import footprint, has_edges, layers
from cp_puzzles.puzzle.geometry.placement import orientations
from cp_puzzles.puzzle.palette import TRAY_COLOR
from cp_puzzles.puzzle.puzzle import Puzzle

_XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPES = f"""{_XML}<Types xmlns="{_PACKAGE}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/>
<Default Extension="config" ContentType="application/xml"/>
</Types>
"""
_RELATIONS = f"""{_XML}<Relationships xmlns="{_PACKAGE}/relationships">
<Relationship Target="/3D/3dmodel.model" Id="rel0" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>
</Relationships>
"""
DEFAULT_PRINT = PrintOptions()
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time stamp of the files in a package, so that the same parts give the same bytes."""


def save_parts(puzzle: Puzzle, path: str | os.PathLike[str], options: PrintOptions) -> None:
    """Write the printed pieces of a puzzle, and its tray; raises `MistakeError` for sizes that are impossible."""
    write_file(path, format_of(path, "print").load()(printed_parts(puzzle, options), puzzle.name))


def stl_bytes(parts: Sequence[PrintedPart], name: str) -> bytes:
    """Return a binary STL file with the triangles of all parts; `name` stands in its header."""
    from trimesh import Trimesh
    from trimesh.exchange.stl import export_stl
    from trimesh.util import concatenate

    content = export_stl(concatenate([Trimesh(part.points, part.triangles, process=False) for part in parts]))
    # a header that begins with "solid" announces the text form of STL
    return ("pieces of " + name).encode("ascii", "replace")[:80].ljust(80) + bytes(content[80:])


def three_mf_bytes(parts: Sequence[PrintedPart], name: str) -> bytes:
    """Return a 3MF package in millimeters."""
    out = BytesIO()
    files = {
        "[Content_Types].xml": _TYPES,
        "_rels/.rels": _RELATIONS,
        "3D/3dmodel.model": _XML + "\n".join(_model(parts, name)),
        "Metadata/model_settings.config": _XML + "\n".join(_plates(parts)),
    }
    with ZipFile(out, "w") as package:
        for path, text in files.items():
            entry = ZipInfo(path, _EPOCH)
            entry.compress_type = ZIP_DEFLATED
            package.writestr(entry, text)
    return out.getvalue()


def _model(parts: Sequence[PrintedPart], name: str) -> Iterator[str]:
    yield '<model unit="millimeter" xml:lang="en" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02">'
    yield f'<metadata name="Title">{escape(name)}</metadata>'
    yield '<resources>\n<basematerials id="1">'
    for part in parts:
        yield f'<base name={quoteattr(part.name)} displaycolor="{part.color.upper()}FF"/>'
    yield "</basematerials>"
    for number, part in enumerate(parts):
        yield f'<object id="{number + 2}" type="model" name={quoteattr(part.name)} pid="1" pindex="{number}">'
        yield "<mesh><vertices>"
        for x, y, z in part.points.tolist():
            yield f'<vertex x="{x:.4f}" y="{y:.4f}" z="{z:.4f}"/>'
        yield "</vertices><triangles>"
        for a, b, c in part.triangles.tolist():
            yield f'<triangle v1="{a}" v2="{b}" v3="{c}"/>'
        yield "</triangles></mesh>\n</object>"
    yield "</resources>\n<build>"
    for number in range(len(parts)):
        yield f'<item objectid="{number + 2}"/>'
    yield "</build>\n</model>"


def _plates(parts: Sequence[PrintedPart]) -> Iterator[str]:
    """Yield the plate of every object, as OrcaSlicer and Bambu Studio read it."""
    yield "<config>"
    for plate, members in groupby(enumerate(parts, start=2), key=lambda member: member[1].plate):
        yield f'<plate>\n<metadata key="plater_id" value="{plate + 1}"/>'
        for number, _ in members:
            object_id = f'<metadata key="object_id" value="{number}"/>'
            yield f'<model_instance>{object_id}<metadata key="instance_id" value="0"/></model_instance>'
        yield "</plate>"
    yield "</config>"


WALL, FLOOR = 3.0, 2.0
"""Millimeters of a tray."""
ENGRAVED = 0.6
"""The depth of engraved letters in millimeters: two or three printed layers."""
SPACING = 4.0
"""Millimeters between two parts on a plate."""
PLATE_STRIDE = 1.2
"""The distance between plates, in plates: OrcaSlicer and Bambu Studio arrange their plates like this, in a square."""
_DIGITS = 4
"""Decimal places of coordinates in millimeters: those that the single precision of STL keeps on any plate."""
_TINY = 0.001
"""Edges of at most this many millimeters, and bodies of at most this many cubic millimeters, are removed."""


@dataclass(frozen=True)
class PrintedPart:
    """A part to print: `points` in millimeters, rows x, y, z; `triangles` index them, counterclockwise from outside."""

    name: str
    color: str
    points: Any
    triangles: Any
    plate: int = 0

    @property
    def size(self) -> tuple[float, float]:
        """Return the width and depth."""
        width, depth = (self.points.max(axis=0) - self.points.min(axis=0))[:2].tolist()
        return width, depth


def printed_parts(puzzle: Puzzle, options: PrintOptions = DEFAULT_PRINT) -> tuple[PrintedPart, ...]:
    """Return every copy of every tile in its flattest orientation, then the tray if there is one, on plates.

    Of a tile with a variable multiplicity there are as many as may be used. Raises `MissingExtraError` if a package
    of the extra `make` is missing, and `MistakeError` for a piece that vanishes, falls apart, or exceeds the plate.
    """
    for package in ("manifold3d", "matplotlib", "trimesh"):
        require_package(package, puzzle.name)
    if puzzle.lattice.periods:
        raise MistakeError(puzzle.name, "its board is wrapped, but a tray is flat", "print the puzzle without wrap")
    parts = []
    for tile in puzzle.tiles:
        part = _part(tile.name, puzzle.tile_colors[tile.name], _solid(puzzle, tile, options))
        copies = range(1, tile.maximum + 1)
        parts += [replace(part, name=f"{tile.name} {copy}" if tile.maximum > 1 else tile.name) for copy in copies]
    if _has_tray(puzzle):
        parts.append(_part("tray", TRAY_COLOR, _tray_solid(puzzle, options)))
    return tuple(_on_plates(parts, options.plate))


def _solid(puzzle: Puzzle, tile: Tile, options: PrintOptions) -> Any:
    lattice = puzzle.lattice
    if not lattice.is_connected(tile.form):
        raise MistakeError(puzzle.name, f"the cells of tile {tile.name!r} are not connected", "print another puzzle")
    body = piece_solid(lattice, _flattest(puzzle, tile), options)
    letters = tile_letters(lattice, tile, options.cell) if lattice.is_flat and not has_edges(lattice) else ()
    if letters:
        body -= _engraved_solid(letters, options.cell)
    if len(body.decompose()) != 1:
        problem = f"tile {tile.name!r} would fall apart"
        if body.is_empty():
            problem = f"the gap and the bevel leave nothing of tile {tile.name!r}"
        remedy = "make ", Parameter("gap"), " or ", Parameter("bevel"), " smaller, or ", Parameter("cell"), " larger"
        raise MistakeError(Parameter("gap", options.gap), problem, remedy)
    return body


def _has_tray(puzzle: Puzzle) -> bool:
    """Return whether the pieces can be lowered into a tray: all layers are alike and all walls upright.

    >>> from cp_puzzles.puzzle.puzzle import puzzle_from
    >>> [_has_tray(puzzle_from(name)) for name in ("soma", "kanoodle_pyramid", "tetrasticks6x6")]
    [True, False, False]
    """
    lattice = puzzle.lattice
    if has_edges(lattice) or lattice.radius:
        return False
    board = (*puzzle.board.cells, *puzzle.board.left_empty)
    faces = (face for kind in lattice.cell_classes for face in cell_faces(lattice, kind.origin))
    is_upright = all(min(abs(face.normal[2]), 1 - abs(face.normal[2])) < 1e-6 for face in faces)
    shapes = [{footprint(lattice, cell) for cell in cells} for cells in layers(lattice, board)]
    return is_upright and all(shape == shapes[0] for shape in shapes)


def _tray_solid(puzzle: Puzzle, options: PrintOptions) -> Any:
    """Return the `manifold3d.Manifold` of a tray: as high as a box, or half as high as flat pieces.

    Holes of the board stand up in it. The labels of a flat board are engraved on its floor.
    """
    from manifold3d import JoinType

    lattice = puzzle.lattice
    board = (*puzzle.board.cells, *puzzle.board.left_empty)
    loops = outline(lattice, layers(lattice, board)[0])
    shape = section([(options.cell * x, -options.cell * y) for x, y in loop] for loop in loops)
    heights = [face.points[:, 2] for cell in board for face in cell_faces(lattice, cell)]
    height = options.cell * (max(z.max() for z in heights) - min(z.min() for z in heights))
    if lattice.is_flat:
        height /= 2
    clearance = options.gap if options.clearance is None else options.clearance
    hollow = shape.offset(clearance - options.gap / 2, JoinType.Miter, miter_limit=4.0)
    tray = without_holes(offset(shape, WALL)).extrude(FLOOR + height)
    tray -= hollow.extrude(height + 1).translate((0, 0, FLOOR))
    letters = board_letters(puzzle, options.cell) if lattice.is_flat else ()
    return tray - _engraved_solid(letters, FLOOR) if letters else tray


def _engraved_solid(letters: Any, top: float) -> Any:
    """Return the solid to cut out of a level surface at height `top` for letters with y down."""
    depth = min(ENGRAVED, top / 3)
    body = section([(x, -y) for x, y in loop] for loop in letters)
    return body.extrude(depth + 0.1).translate((0, 0, top - depth))


def _flattest(puzzle: Puzzle, tile: Tile) -> tuple[tuple[int, ...], ...]:
    """Return the rotated tile of least height, then of least mean height."""
    lattice = puzzle.lattice
    if lattice.is_flat:
        return tile.form

    def heights(cells: Iterable[tuple[int, ...]]) -> tuple[float, float]:
        z = [center(lattice, cell)[2] for cell in cells]
        return round(max(z) - min(z), 6), round(sum(z) / len(z) - min(z), 6)

    return min(orientations(lattice, tile.form, reflect=False), key=heights)


def _part(name: str, color: str, body: Any) -> PrintedPart:
    mesh = without_crumbs(body.simplify(_TINY), _TINY).to_mesh64()
    points, triangles = np.array(mesh.vert_properties)[:, :3], np.array(mesh.tri_verts, dtype=np.int64)
    return PrintedPart(name, color, *_rounded_mesh(points, triangles))


def _rounded_mesh(points: Any, triangles: Any) -> tuple[Any, Any]:
    """Return the mesh with rounded vertices, all different, so that readers that merge equal vertices keep it closed.

    Edges that rounding shortens to nothing are collapsed. Vertices in which a body touches itself move inwards.
    """
    _, group = np.unique(points.round(_DIGITS), axis=0, return_inverse=True)
    group = group.ravel()
    vertex = np.arange(len(points))
    edges = np.vstack([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
    for a, b in edges[group[edges[:, 0]] == group[edges[:, 1]]].tolist():
        vertex[vertex == vertex[b]] = vertex[a]
    triangles = vertex[triangles]
    triangles = triangles[(triangles != np.roll(triangles, 1, axis=1)).all(axis=1)]
    kept, triangles = np.unique(triangles, return_inverse=True)
    points, triangles, group = points[kept], triangles.reshape(-1, 3), group[kept]
    a, b, c = (points[triangles[:, corner]] for corner in range(3))
    normals = np.zeros_like(points)
    np.add.at(normals, triangles.T, np.cross(b - a, c - a))
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    is_touching = np.bincount(group)[group] > 1
    return (points - 5 * _TINY * is_touching[:, None] * normals).round(_DIGITS), triangles


def _on_plates(parts: Sequence[PrintedPart], plate: tuple[float, float]) -> Iterator[PrintedPart]:
    """Yield the parts in rows on plates, all standing on the plate; the plates are arranged in a square."""
    width, depth = plate
    for part in parts:
        if part.size[0] > width or part.size[1] > depth:
            problem = f"{part.name!r} measures {part.size[0]:.0f} x {part.size[1]:.0f} mm"
            remedy = "make ", Parameter("cell"), " smaller, or choose a larger plate"
            raise MistakeError(Parameter("plate", f"{width:g}x{depth:g}"), problem, remedy)
    placed = [*rows_on_sheets([part.size for part in parts], plate, SPACING)]
    columns = ceil(sqrt(1 + max((number for number, _, _ in placed), default=0)))
    for part, (number, x, y) in zip(parts, placed, strict=True):
        line, column = divmod(number, columns)
        corner = np.array([x + column * PLATE_STRIDE * width, y - line * PLATE_STRIDE * depth, 0.0])
        points = (part.points - part.points.min(axis=0) + corner).round(_DIGITS)
        yield replace(part, points=points, plate=number)
