"""The LP relaxation of a tiling: placement variables in [0, 1], every cell and tile covered as often as required.

A solution of the relaxation is a fractional tiling. If there is one, no weights without a modulus prove infeasibility:
its placements weigh no more than its tiles, but together as much as the board. Newton's method finds the fractional
tiling of largest entropy, much faster than a linear program is set up.
"""

from __future__ import annotations

import numpy as np

from cp_puzzles.cover.proofs.incidence_arrays import CellIncidence

MAX_PRODUCTS_PER_STEP = 5_000_000
"""The largest number of products of a step, rows times columns squared, with which the method is tried."""

MAX_STEPS = 40
"""The number of steps after which the method gives up."""

MAX_LOG_CHANGE = 4.0
"""The largest change of the logarithm of a placement variable in a step."""


def has_fractional_tiling(incidence: CellIncidence, largest: int) -> bool:
    """Return whether a fractional tiling is found that rules out a proof by integer weights of classes up to `largest`.

    The tiling is only approximate. The error of each column is multiplied by a weight; an error of less than 1 in all
    does not change an integer. False means that none was found, not that there is none.

    >>> from cp_puzzles.api import cover_and_request
    >>> from cp_puzzles.cover.proofs.incidence_arrays import incidence_of
    >>> names = ["soma", "mutilated_chessboard"]
    >>> [has_fractional_tiling(incidence_of(cover_and_request(name)[0]), 1000) for name in names]
    [True, False]
    """
    count, columns = len(incidence.labels), incidence.columns
    if not count or (count + columns) * columns**2 > MAX_PRODUCTS_PER_STEP:
        return False
    target = np.concatenate([incidence.amounts, incidence.copies[:, 1]]).astype(np.float64)
    loose = (~incidence.fixed).nonzero()[0]
    # slack rows of one column each fill the columns that need not be covered to the full
    rows = np.concatenate([incidence.rows(np.arange(count)), np.eye(columns, dtype=np.int64)[loose]]).astype(np.float64)
    rows = rows[~(rows[:, target == 0] > 0).any(axis=1)]
    largest_sum = largest * (len(incidence.amounts) + len(incidence.copies) * incidence.labels.shape[1])
    shares = np.full(len(rows), target.sum() / max(1.0, rows.sum()))
    for _ in range(MAX_STEPS):
        error = target - shares @ rows
        if np.abs(error).max() * largest_sum < 0.5:
            return bool((shares[len(shares) - len(loose) :] <= (target - incidence.total)[loose]).all())
        curvature = (rows.T * shares) @ rows
        curvature[np.diag_indices(columns)] += 1e-13 * np.trace(curvature)
        change = rows @ np.linalg.solve(curvature, error)
        shares = shares * np.exp(change * (MAX_LOG_CHANGE / max(MAX_LOG_CHANGE, np.abs(change).max())))
    return False
