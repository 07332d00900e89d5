"""Bodies of cut and printed parts: cross sections, names as outlines of letters, rows on sheets, and solids of pieces.

Solids are in millimeters: x to the right, y away from the viewer, z up.

The solid of a piece is the union of its cells minus the adjacent cells, each enlarged by a polytope that reaches half
the gap across every face. Wedges then cut the bevel off convex edges. Manifold computes all of it exactly on its
topology; every coordinate keeps full precision, because planes that miss each other by 1e-6 leave slivers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise
from typing import Any

import numpy as np

from cp_puzzles.analysis.analysis_options import PrintOptions
from cp_puzzles.output.draw.board_picture import middle_cell
from cp_puzzles.output.draw.cell_shapes import BAR_WIDTH, bars, cell_center, inscribed_diameter, smooth
from cp_puzzles.output.draw.picture import Point
from cp_puzzles.puzzle.board_and_tiles import Tile
from cp_puzzles.puzzle.geometry import cell_solid as solid
from cp_puzzles.puzzle.geometry.footprint import has_edges
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.puzzle import Puzzle

Points = Any
"""A NumPy array with a row x, y, z for each point."""

_NECK = 0.55
"""The radius of a neck between two balls, in radii of a ball."""
_NEAR = 1e-6
_CONVEX = 1e-3
"""The depth, in cells, below which the angle between two faces counts as flat."""


Loops = tuple[tuple[Point, ...], ...]

CIRCLE_SEGMENTS = 32
_LETTER_HEIGHT, _LETTER_WIDTH = 0.45, 0.6
"""The largest height and width of a name, in diameters of the circle inscribed in a cell."""


def rows_on_sheets(
    sizes: Iterable[tuple[float, float]], sheet: tuple[float, float], spacing: float
) -> Iterator[tuple[int, float, float]]:
    """Yield the number of the sheet and the corner of each part, in rows; each part fits a sheet alone.

    >>> list(rows_on_sheets([(3, 2), (3, 1), (3, 1), (5, 4)], (8, 4), 1))
    [(0, 0.0, 0.0), (0, 4.0, 0.0), (0, 0.0, 3.0), (1, 0.0, 0.0)]
    """
    number, x, y, row = 0, 0.0, 0.0, 0.0
    for width, height in sizes:
        if x + width > sheet[0]:
            x, y, row = 0.0, y + row + spacing, 0.0
        if y + height > sheet[1]:
            number, x, y, row = number + 1, 0.0, 0.0, 0.0
        yield number, x, y
        x, row = x + width + spacing, max(row, height)


def section(loops: Iterable[Sequence[Point]]) -> Any:
    """Return the `manifold3d.CrossSection` inside loops, even-odd filled."""
    from manifold3d import CrossSection, FillRule

    return CrossSection(list(loops), FillRule.EvenOdd)


def offset(body: Any, *distances: float) -> Any:
    """Return a cross section offset by the distances in turn, with round joins."""
    from manifold3d import JoinType

    for distance in distances:
        body = body.offset(distance, JoinType.Round, 2.0, CIRCLE_SEGMENTS)
    return body


def without_holes(body: Any) -> Any:
    """Return a cross section with its holes filled: the outer loop of a part is the widest."""
    from manifold3d import CrossSection, FillRule

    outer = [max(part.to_polygons(), key=lambda loop: float(np.ptp(loop[:, 0]))) for part in body.decompose()]
    return CrossSection(outer, FillRule.NonZero)


def tile_letters(lattice: Lattice, tile: Tile, scale: float) -> Loops:
    """Return the outlines of a tile's name on its middle cell."""
    return _letters(lattice, middle_cell(lattice, tile.form), tile.name, scale)


def board_letters(puzzle: Puzzle, scale: float) -> Loops:
    """Return the outlines of the labels of a board on their cells."""
    lattice = puzzle.lattice
    return tuple(loop for label, cell in puzzle.board.labels for loop in _letters(lattice, cell, label, scale))


def _letters(lattice: Lattice, cell: Cell, text: str, scale: float) -> Loops:
    """Return the outlines of a text in the middle of a cell, y down, in drawn units times `scale`; even-odd filled."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextPath

    if not text.strip():
        return ()
    size = scale * min(1.0, inscribed_diameter(lattice, cell))
    path = TextPath((0, 0), text, size=_LETTER_HEIGHT * size, prop=FontProperties(family="DejaVu Sans"), usetex=False)
    box = path.get_extents()
    share = min(1.0, _LETTER_WIDTH * size / max(box.width, box.height, 1e-9))
    x, y = cell_center(lattice, cell)
    across, down = scale * x - share * (box.x0 + box.x1) / 2, scale * y + share * (box.y0 + box.y1) / 2
    loops: Any = path.to_polygons()
    return tuple(tuple((across + share * float(px), down - share * float(py)) for px, py in loop) for loop in loops)


@dataclass(frozen=True)
class CellFace:
    """A face of a cell: its corners counterclockwise seen from outside, and the cell behind it, if there is one."""

    points: Points
    neighbor: Cell | None

    @property
    def normal(self) -> Points:
        """Return the outward unit normal."""
        a, b, c = self.points[:3]
        return _unit(np.cross(b - a, c - a))


def piece_solid(lattice: Lattice, cells: Collection[Cell], options: PrintOptions) -> Any:
    """Return the `manifold3d.Manifold` of a piece: one body if its cells are connected and gap and bevel are small.

    >>> options = PrintOptions(cell=10.0, gap=0.2, bevel=0.0)
    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> round(piece_solid(LATTICES["cubic"], [(0, 0, 0), (0, 0, 1)], options).volume(), 3)
    1901.592
    """
    if has_edges(lattice):
        return _rods(lattice, cells, options)
    if lattice.radius:
        return _balls(lattice, cells, options)
    from manifold3d import Manifold, OpType

    piece = frozenset(cells)
    inside = [Manifold.hull_points(options.cell * _corners(lattice, cell)) for cell in sorted(piece)]
    reach = options.gap / 2 * _polytope(lattice)
    removed = [
        # the hull of the pairwise sums is the Minkowski sum of the two hulls
        Manifold.hull_points((options.cell * _corners(lattice, cell)[:, None, :] + reach[None]).reshape(-1, 3))
        for cell in sorted(_cells_around(lattice, piece))
    ]
    if options.bevel:
        removed += _wedges(lattice, piece, options)
    body = Manifold.batch_boolean([Manifold.batch_boolean(inside, OpType.Add), *removed], OpType.Subtract)
    return without_crumbs(body, _NEAR * options.cell**3)


def without_crumbs(body: Any, volume: float) -> Any:
    """Return a solid without bodies of at most a volume: rounding leaves them where planes should meet in a corner."""
    from manifold3d import Manifold

    bodies = [part for part in body.decompose() if part.volume() > volume]
    return bodies[0] if len(bodies) == 1 else Manifold.compose(bodies)


def _rods(lattice: Lattice, cells: Collection[Cell], options: PrintOptions) -> Any:
    """Return bars along the edges, as wide as in drawings, and as high as wide."""
    from manifold3d import CrossSection, OpType

    radius = options.cell * BAR_WIDTH / 2
    disc = CrossSection.circle(radius, CIRCLE_SEGMENTS)
    parts = []
    for line in bars(lattice, cells):
        discs = [disc.translate((options.cell * x, -options.cell * y)) for x, y in smooth(line)]
        parts += [CrossSection.batch_hull([a, b]) for a, b in pairwise(discs)]
    return CrossSection.batch_boolean(parts, OpType.Add).extrude(2 * radius)


def _balls(lattice: Lattice, cells: Collection[Cell], options: PrintOptions) -> Any:
    """Return balls with necks between adjacent ones."""
    from manifold3d import Manifold, OpType

    radius = options.cell * lattice.radius - options.gap / 2
    flip = options.cell * np.array([1, -1, 1])
    centers = {cell: flip * np.array(solid.center(lattice, cell)) for cell in sorted(cells)}
    ball = Manifold.sphere(radius, CIRCLE_SEGMENTS)
    parts = [ball.translate(center) for center in centers.values()]
    disc = np.array([(np.cos(t), np.sin(t)) for t in np.arange(12) * np.pi / 6]) * _NECK * radius
    for cell, start in centers.items():
        for near in sorted(centers.keys() & set(lattice.neighbors(cell))):
            if near > cell:
                end = centers[near]
                axis = _unit(end - start)
                side = _unit(np.cross(axis, np.eye(3)[int(np.argmin(abs(axis)))]))
                ring = disc @ np.array([side, np.cross(axis, side)])
                parts.append(Manifold.hull_points(np.vstack([start + ring, end + ring])))
    return Manifold.batch_boolean(parts, OpType.Add)


def _wedges(lattice: Lattice, piece: frozenset[Cell], options: PrintOptions) -> Iterable[Any]:
    """Yield a wedge to cut off along every convex edge of a piece."""
    from manifold3d import Manifold

    faces_at: dict[frozenset[tuple[float, ...]], list[tuple[CellFace, Points, Points]]] = defaultdict(list)
    for cell in sorted(piece):
        for face in cell_faces(lattice, cell):
            if face.neighbor not in piece:
                for a, b in zip(face.points, np.roll(face.points, -1, axis=0), strict=True):
                    edge = frozenset(tuple((corner.round(6) + 0.0).tolist()) for corner in (a, b))
                    faces_at[edge].append((face, options.cell * a, options.cell * b))
    for meeting in faces_at.values():
        if len(meeting) != 2:
            continue
        (face, a, b), (other, _, _) = meeting
        first, second = face.normal, other.normal
        if first @ (options.cell * other.points.mean(axis=0) - a) > -_CONVEX * options.cell:
            continue
        axis = _unit(b - a)
        # the gap moves each face inwards, but not top and bottom of a flat piece, so that it is as high as a cell
        insets = [-options.gap / 2 * (not lattice.is_flat or abs(z) <= 0.5) for *_, z in (first, second)]
        # they meet where first . x = second . x = -inset
        edge_point = np.linalg.solve(np.array([first, second, axis]), [*insets, 0.0])
        along = [np.cross(first, axis), np.cross(second, axis)]
        along = [u if u @ normal < 0 else -u for u, normal in zip(along, (second, first), strict=True)]
        out = 2 * options.bevel * _unit(first + second)
        feet = [options.bevel * u for u in along]
        triangle = edge_point + np.array([*feet, *(out + foot for foot in feet)])
        reach = options.gap / 2 * axis
        yield Manifold.hull_points(np.vstack([a - reach + triangle, b + reach + triangle]))


def _cells_around(lattice: Lattice, piece: frozenset[Cell]) -> set[Cell]:
    """Return the cells outside a piece that share a corner with it."""
    corners = {corner for cell in piece for corner in solid.corners(lattice, cell)}
    reached, queue = set(piece), [*piece]
    for cell in queue:
        for near in lattice.neighbors(cell):
            if near not in reached and not corners.isdisjoint(solid.corners(lattice, near)):
                reached.add(near)
                queue.append(near)
    return reached - piece


def _corners(lattice: Lattice, cell: Cell) -> Points:
    return _distinct(np.vstack([face.points for face in cell_faces(lattice, cell)]))


def cell_faces(lattice: Lattice, cell: Cell) -> list[CellFace]:
    """Return the faces of a cell; a flat cell is a prism of height 1."""
    sides = [([solid.point(lattice, at) for at in side.corners], side) for side in solid.sides_of(lattice, cell)]
    if not lattice.is_flat:
        return [CellFace(_mirrored(corners), side.neighbor) for corners, side in sides]
    ring = _mirrored([(x, y, 0.0) for x, y in solid.polygon(lattice, cell)])
    up = np.array([0.0, 0.0, 1.0])
    walls = []
    for corners, side in sides:
        a, b = (np.array([x, -y, 0.0]) for x, y in corners)
        wall = np.array([a, b, b + up, a + up])
        is_outward = np.cross(b - a, up) @ (a - ring.mean(axis=0)) > 0
        walls.append(CellFace(wall if is_outward else wall[::-1], side.neighbor))
    return [*walls, CellFace(ring + up, None), CellFace(ring[::-1], None)]


def _mirrored(points: Iterable[solid.Point]) -> Points:
    """Return points with y away from the viewer, in reversed order so that the outside stays outside."""
    return np.array([(x, -y, z) for x, y, z in points])[::-1]


@cache
def _polytope(lattice: Lattice) -> Points:
    """Return the corners of the polytope at distance 1 behind every face of every cell class and its opposite."""
    faces = (face for kind in lattice.cell_classes for face in cell_faces(lattice, kind.origin))
    planes = _distinct(np.array([sign * face.normal for face in faces for sign in (1, -1)]))
    corners = []
    for three in combinations(planes, 3):
        matrix = np.array(three)
        if abs(np.linalg.det(matrix)) > _NEAR:
            corner = np.linalg.solve(matrix, np.ones(3))
            if (planes @ corner <= 1 + _NEAR).all():
                corners.append(corner)
    return _distinct(np.array(corners))


def _distinct(points: Points) -> Points:
    """Return the points without those that repeat another up to rounding, in full precision."""
    _, first = np.unique(points.round(9) + 0.0, axis=0, return_index=True)
    return points[first]


def _unit(vector: Points) -> Points:
    return vector / np.linalg.norm(vector)
