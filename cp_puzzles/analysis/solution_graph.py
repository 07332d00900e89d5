"""The graph of solutions: pairs that differ in the positions of a few pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from cp_puzzles.cover.solution import Solution
from cp_puzzles.cover.solutions import Solutions
from cp_puzzles.cover.symmetry.orbits import orbits
from cp_puzzles.cover.symmetry.symmetry_group import Symmetry
from cp_puzzles.puzzle.geometry.placement import Placement

if TYPE_CHECKING:
    from pandas import DataFrame

BLOCK_SOLUTIONS = 256
"""Solutions compared with all others in one matrix product."""


def neighbors_frame(solutions: Solutions, *, moved: int = 2, symmetry: Symmetry = "full") -> DataFrame:
    """Return the pairs of solutions that differ in at most `moved` pieces, in their best relative orientation.

    The columns are `first` < `second`, numbers of solutions from 1, and `moved`, the least number of pieces in
    different positions. `symmetry` is the equivalence under which the solutions were found. All pairs are compared:
    thousands of solutions take seconds.

    >>> from cp_puzzles import solve
    >>> solutions = solve("pentomino3x20", engine="exact-cover").solutions
    >>> neighbors_frame(solutions, moved=12).to_dict("records")
    [{'first': 1, 'second': 2, 'moved': 7}]

    See Also
    --------
    placements_frame, unfold
    """
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
    for begin in range(0, len(families), BLOCK_SOLUTIONS):
        shared = leaders[begin : begin + BLOCK_SOLUTIONS] @ incidence.T
        agreeing = np.maximum.reduceat(shared, starts, axis=1).astype(np.int64)
        different = np.maximum(pieces[begin : begin + BLOCK_SOLUTIONS, None], pieces[None, :]) - agreeing
        for first, second in np.argwhere(different <= moved).tolist():
            if begin + first < second:
                pairs.append((begin + first + 1, second + 1, int(different[first, second])))
    return pd.DataFrame(pairs, columns=["first", "second", "moved"])


def _incidence(solutions: list[Solution], columns: dict[Placement, int]) -> npt.NDArray[np.float32]:
    """Return a 0-1 matrix of solutions (rows) and placements (columns), as floats because their products are fast."""
    incidence = np.zeros((len(solutions), len(columns)), dtype=np.float32)
    for row, solution in zip(incidence, solutions, strict=True):
        row[[columns[placement] for placement in solution.placements]] = 1
    return incidence
