"""The snub square tiling and its dual, the Cairo tiling: their plane group is p4g.

The centers of quarter turns do not lie on the axes of reflections, so the reflections have a translation part.
"""

from __future__ import annotations

from cp_puzzles.puzzle.geometry.cell_class import CellShape
from cp_puzzles.puzzle.geometry.isometry import Isometry, Sublattice, generated_group
from cp_puzzles.puzzle.geometry.lattice import Lattice


def _p4g(size: int) -> tuple[Isometry, ...]:
    """Return the plane group p4g about a center of quarter turns, modulo translations by `size` along x and y."""
    reflection = Isometry(((0, -1), (-1, 0)), (size // 2, size // 2))  # in the line x + y = size / 2
    return generated_group(((0, -1), (1, 0)), reflection, translations=Sublattice.scaled(size, size))


SNUB_SQUARE = Lattice(
    name="snub-square",
    noun="square or triangle",
    rule="write [x, y, z], z = 0 is the square x, y, z = 1 the one at its upper right, and z from 2 to 5 are the "
    "triangles above, to the left of, below and to the right of square 0",
    axes=("x", "y", "z"),
    translations=Sublattice.scaled(66, 66),
    shapes={
        # the corner (21, 12) stands for (3 - sqrt 3, sqrt 3 - 1) / 4, in units of the translation
        (0, 0): CellShape(((7, 26), (-26, 7), (-7, -26), (26, -7)), ((21, 12), (-12, 21), (-21, -12), (12, -21))),
        (7, 26): CellShape(((-7, -26), (26, 7), (-14, 14)), ((14, -14), (-19, -5), (5, 19))),
    },
    point_group=_p4g(66),
    embedding=((1 / 34, 0.0), (0.0, -1 / 34)),
    origins=((0, 0), (33, 33), (7, 26), (-26, 7), (-7, -26), (26, -7)),
    class_words=(
        "that are squares (z = 0)",
        "that are squares (z = 1)",
        "that are triangles (z = 2)",
        "that are triangles (z = 3)",
        "that are triangles (z = 4)",
        "that are triangles (z = 5)",
    ),
    is_numbered=True,
)

CAIRO = Lattice(
    name="cairo",
    noun="pentagon",
    rule="write [x, y, z], z from 0 to 3 counts the pentagons around the point x, y counterclockwise, 0 is the one to "
    "the upper right",
    axes=("x", "y", "z"),
    translations=Sublattice.scaled(40, 40),
    shapes={
        (13, 7): CellShape(
            ((-6, -20), (-20, 6), (20, 6), (-6, 20), (14, -14)), ((-13, -7), (2, -12), (12, -2), (7, 13), (-8, 8))
        )
    },
    point_group=_p4g(40),
    embedding=((1 / 16, 0.0), (0.0, -1 / 16)),
    origins=((13, 7), (-7, 13), (-13, -7), (7, -13)),
    is_numbered=True,
)
