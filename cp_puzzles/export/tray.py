"""Trays: what the pieces of a flat puzzle or a box lie in, in millimetres."""

from __future__ import annotations

from typing import Any

from cp_puzzles.export.outline import outline
from cp_puzzles.export.piece_solid import Make, cell_faces
from cp_puzzles.geometry.footprint import footprint, has_edges, layers
from cp_puzzles.puzzle.model import Puzzle

WALL, FLOOR = 3.0, 2.0


def has_tray(puzzle: Puzzle) -> bool:
    """Whether the pieces can be let down into something: all layers are alike, and all walls upright.

    >>> from cp_puzzles.puzzle.source import puzzle_from
    >>> [has_tray(puzzle_from(name)) for name in ("soma", "kanoodle_pyramid", "tetrasticks6x6")]
    [True, False, False]
    """
    lattice = puzzle.lattice
    if has_edges(lattice) or lattice.radius:
        return False
    board = (*puzzle.board.cells, *puzzle.board.left)
    upright = all(
        min(abs(face.normal[2]), 1 - abs(face.normal[2])) < 1e-6
        for kind in lattice.kinds
        for face in cell_faces(lattice, kind.origin)
    )
    shapes = [{footprint(lattice, cell) for cell in cells} for cells in layers(lattice, board)]
    return upright and all(shape == shapes[0] for shape in shapes)


def tray_solid(puzzle: Puzzle, make: Make) -> Any:
    """The `manifold3d.Manifold` of the tray: as high as a box, or half as high as flat pieces; holes stand up in it."""
    from manifold3d import CrossSection, FillRule, JoinType

    lattice = puzzle.lattice
    board = (*puzzle.board.cells, *puzzle.board.left)
    loops = [[(make.cell * x, -make.cell * y) for x, y in loop] for loop in outline(lattice, layers(lattice, board)[0])]
    heights = [face.points[:, 2] for cell in board for face in cell_faces(lattice, cell)]
    height = make.cell * (max(z.max() for z in heights) - min(z.min() for z in heights))
    if lattice.is_flat:
        height /= 2
    room = CrossSection(loops, FillRule.EvenOdd)
    around = room.offset(WALL, JoinType.Round, circular_segments=32)
    outside = CrossSection([max(part.to_polygons(), key=_extent) for part in around.decompose()], FillRule.NonZero)
    cut = room.offset(make.gap / 2, JoinType.Miter, miter_limit=4.0)
    return outside.extrude(FLOOR + height) - cut.extrude(height + 1).translate((0, 0, FLOOR))


def _extent(loop: Any) -> float:
    """The width of a loop: the outer one of a part is the widest."""
    return float(loop[:, 0].max() - loop[:, 0].min())
