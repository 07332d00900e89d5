"""How the solutions of a puzzle hang together: which become which when a few pieces are moved."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from cp_puzzles.analysis.orbits import orbits
from cp_puzzles.cover.solution import Solution
from cp_puzzles.cover.solutions import Solutions
from cp_puzzles.extras import require
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.symmetry.group import Symmetry

if TYPE_CHECKING:
    from pandas import DataFrame

BLOCK = 256
"""How many solutions are compared with all others at once."""


def neighbours_frame(solutions: Solutions, *, moved: int = 2, symmetry: Symmetry = "full") -> DataFrame:
    """The pairs of solutions that differ in at most `moved` pieces, one of them turned and mirrored as fits best.

    Columns: `first` < `second`, numbers of solutions from 1, and `moved`, the fewest pieces that lie differently.
    `symmetry` is the one that the solutions were found with. Every pair is compared: quadratic, seconds for thousands.

    >>> from cp_puzzles import solve
    >>> solutions = solve("pentomino3x20", jobs=1).solutions
    >>> neighbours_frame(solutions, moved=12).to_dict("records")
    [{'first': 1, 'second': 2, 'moved': 7}]
    """
    require("pandas", "neighbours_frame()")
    import pandas as pd

    families = list(orbits(solutions, symmetry=symmetry))
    images = [image for family in families for image in family]
    columns: dict[Placement, int] = {}
    for image in images:
        for placement in image.placements:
            columns.setdefault(placement, len(columns))
    incidence = _incidence(images, columns)
    starts = np.cumsum([0, *map(len, families)])[:-1]
    leaders, pieces = incidence[starts], np.array([len(s.placements) for s in solutions], dtype=np.int64)
    pairs = []
    for begin in range(0, len(families), BLOCK):
        shared = leaders[begin : begin + BLOCK] @ incidence.T
        most = np.maximum.reduceat(shared, starts, axis=1).astype(np.int64)
        different = np.maximum(pieces[begin : begin + BLOCK, None], pieces[None, :]) - most
        for first, second in np.argwhere(different <= moved).tolist():
            if begin + first < second:
                pairs.append((begin + first + 1, second + 1, int(different[first, second])))
    return pd.DataFrame(pairs, columns=["first", "second", "moved"])


def _incidence(solutions: list[Solution], columns: dict[Placement, int]) -> npt.NDArray[np.float32]:
    """A row a solution, a column a placement, 1 where it is chosen; floats, for their products are fast."""
    incidence = np.zeros((len(solutions), len(columns)), dtype=np.float32)
    for row, solution in zip(incidence, solutions, strict=True):
        row[[columns[placement] for placement in solution.placements]] = 1
    return incidence
