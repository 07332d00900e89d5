"""Shapes of boards and families of tiles by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cp_puzzles.base.named_values import Named, Registry

if TYPE_CHECKING:
    from cp_puzzles.puzzle.geometry.board_shapes import BoardShape
    from cp_puzzles.puzzle.geometry.tile_families import BoxTest

# fmt: off
BOARD_SHAPES: Registry[BoardShape] = Registry(
    "board shape",
    Named("size", "[rows, columns] or [layers, rows, columns]; rows of hexagons and triangles are staggered.",
          "puzzle.geometry.board_shapes:_sized"),
    Named("parallelogram", "[m, n]: sides of m and n cells.", "puzzle.geometry.board_shapes:_parallelogram"),
    Named("triangle", "n: a triangle with n cells along each side.", "puzzle.geometry.board_shapes:_triangle"),
    Named("trapezoid", "[m, n]: n rows, the longest m cells along its side, each next one shorter.",
          "puzzle.geometry.board_shapes:_trapezoid"),
    Named("hexagon", "n: a hexagon with n cells along each side; [a, b]: its sides alternate between a and b cells.",
          "puzzle.geometry.board_shapes:_hexagon"),
    Named("long-hexagon", "[a, b]: a hexagon with two opposite sides of a and four of b cells.",
          "puzzle.geometry.board_shapes:_long_hexagon"),
    Named("hexagram", "n: a star with six points, n cells along each side of a point.",
          "puzzle.geometry.board_shapes:_hexagram"),
    Named("pyramid", "n: a square pyramid of n layers of balls.", "puzzle.geometry.board_shapes:_pyramid"),
    Named("tetrahedron", "n: a tetrahedron with n balls along each edge.", "puzzle.geometry.board_shapes:_tetrahedron"),
    Named("octahedron", "n: an octahedron with n balls along each edge.", "puzzle.geometry.board_shapes:_octahedron"),
    Named("vertices", "[rows, columns]: all sticks between vertices.", "puzzle.geometry.board_shapes:_vertices"),
    Named("squares", "[rows, columns]: all sticks around squares.", "puzzle.geometry.board_shapes:_squares"),
    Named("burr", "{length: 6}: a six-piece burr, sticks of 2 x 2 cubes in crossed pairs.",
          "puzzle.geometry.board_shapes:_burr"),
    Named("tray", "[rows, columns]: one layer of balls.", "puzzle.geometry.board_shapes:_tray"),
)
# fmt: on
"""The shapes of boards."""

FAMILIES: Registry[BoxTest | None] = Registry(
    "family",
    Named("squares", "n x n", "puzzle.geometry.tile_families:is_square"),
    Named("rectangles", "m x n", "puzzle.geometry.tile_families:is_rectangle"),
    Named("oblongs", "m x n with m < n", "puzzle.geometry.tile_families:is_oblong"),
    Named("bars", "1 x n", "puzzle.geometry.tile_families:is_bar"),
    Named("boxes", "l x m x n; on flat boards rectangles", "puzzle.geometry.tile_families:is_box"),
    Named("polyominoes", "all connected sets of cells, on every lattice", "puzzle.geometry.tile_families:POLYOMINOES"),
)
"""The families of tiles: a test of the sorted sides of a box, None for all connected sets of cells."""
