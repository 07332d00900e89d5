"""Printed trays for flat puzzles and boxes, in millimeters."""

from __future__ import annotations

from typing import Any

from cp_puzzles.output.draw.outline import outline
from cp_puzzles.output.make.engraving import board_letters
from cp_puzzles.output.make.piece_solid import CIRCLE_SEGMENTS, PrintOptions, cell_faces
from cp_puzzles.puzzle.geometry.footprint import footprint, has_edges, layers
from cp_puzzles.puzzle.puzzle import Puzzle

WALL, FLOOR = 3.0, 2.0
ENGRAVED = 0.6
"""The depth of engraved letters in millimeters: two or three printed layers."""


def has_tray(puzzle: Puzzle) -> bool:
    """Return whether the pieces can be lowered into a tray: all layers are alike and all walls upright.

    >>> from cp_puzzles.puzzle.puzzle_source import puzzle_from
    >>> [has_tray(puzzle_from(name)) for name in ("soma", "kanoodle_pyramid", "tetrasticks6x6")]
    [True, False, False]
    """
    lattice = puzzle.lattice
    if has_edges(lattice) or lattice.radius:
        return False
    board = (*puzzle.board.cells, *puzzle.board.left_empty)
    is_upright = all(
        min(abs(face.normal[2]), 1 - abs(face.normal[2])) < 1e-6
        for cell_class in lattice.cell_classes
        for face in cell_faces(lattice, cell_class.origin)
    )
    shapes = [{footprint(lattice, cell) for cell in cells} for cells in layers(lattice, board)]
    return is_upright and all(shape == shapes[0] for shape in shapes)


def tray_solid(puzzle: Puzzle, options: PrintOptions) -> Any:
    """Return the `manifold3d.Manifold` of a tray: as high as a box, or half as high as flat pieces.

    Holes of the board stand up in it. The labels of a flat board are engraved on its floor.
    """
    from manifold3d import CrossSection, FillRule, JoinType

    lattice = puzzle.lattice
    board = (*puzzle.board.cells, *puzzle.board.left_empty)
    loops = [
        [(options.cell * x, -options.cell * y) for x, y in loop] for loop in outline(lattice, layers(lattice, board)[0])
    ]
    heights = [face.points[:, 2] for cell in board for face in cell_faces(lattice, cell)]
    height = options.cell * (max(z.max() for z in heights) - min(z.min() for z in heights))
    if lattice.is_flat:
        height /= 2
    clearance = options.gap if options.clearance is None else options.clearance
    shape = CrossSection(loops, FillRule.EvenOdd)
    around = shape.offset(WALL, JoinType.Round, circular_segments=CIRCLE_SEGMENTS)
    outside = without_holes(around)
    hollow = shape.offset(clearance - options.gap / 2, JoinType.Miter, miter_limit=4.0)
    tray = outside.extrude(FLOOR + height) - hollow.extrude(height + 1).translate((0, 0, FLOOR))
    letters = board_letters(puzzle, options.cell) if lattice.is_flat else ()
    return tray - engraved_solid(letters, FLOOR) if letters else tray


def engraved_solid(letters: Any, top: float) -> Any:
    """Return the solid to cut out of a level surface at height `top` for letters with y down."""
    from manifold3d import CrossSection, FillRule

    section = CrossSection([[(x, -y) for x, y in loop] for loop in letters], FillRule.EvenOdd)
    depth = min(ENGRAVED, top / 3)
    return section.extrude(depth + 0.1).translate((0, 0, top - depth))


def without_holes(body: Any) -> Any:
    """Return a cross-section with its holes filled: the outer loop of a part is the widest."""
    from manifold3d import CrossSection, FillRule

    def width(loop: Any) -> float:
        return float(loop[:, 0].max() - loop[:, 0].min())

    return CrossSection([max(part.to_polygons(), key=width) for part in body.decompose()], FillRule.NonZero)
