"""Balls in their densest packing (face-centred cubic): cells x, y, z with an even sum.

A level layer, z fixed, is a square packing that is drawn with its rows and columns straight: a ball at row i and
column j of layer k is (i - j, i + j + k, k), so that each layer lies in the dimples of the one below.
"""

from __future__ import annotations

from itertools import product
from math import sqrt

from cp_puzzles.geometry.cell_kind import Shape
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.point_groups import CUBE
from cp_puzzles.geometry.sublattice import Sublattice
from cp_puzzles.geometry.text_grid import TextGrid

_CONTACTS = tuple(step for step in product((-1, 0, 1), repeat=3) if step.count(0) == 1)

BALLS = Lattice(
    name="balls",
    noun="ball",
    rule="x + y + z must be even",
    axes=("x", "y", "z"),
    translations=Sublattice(((1, 0, 1), (0, 1, 1), (0, 0, 2))),
    shapes={(0, 0, 0): Shape(_CONTACTS)},
    point_group=CUBE,
    embedding=((-0.5, 0.5, 0.0), (0.5, 0.5, 0.0), (0.0, 0.0, sqrt(0.5))),
    radius=0.5,
    layer_of="square",
    lift=((1, -1), (1, 1), (0, 0)),
    text=TextGrid(((0, 0, 2), (1, 1, -1), (-1, 1, -1)), scale=2),
)
