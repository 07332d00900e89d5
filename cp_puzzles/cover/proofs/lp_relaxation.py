"""The LP relaxation of a tiling: placement variables in [0, 1], every cell and tile covered as often as required.

Where there is one no weights prove anything without a modulus: it weighs, in parts, no more than its tiles and as much
as the board. It is found by Newton's method as the one of largest entropy, much sooner than a program is set up.
"""

from __future__ import annotations

import numpy as np

from cp_puzzles.cover.proofs.incidence_arrays import CellIncidence

MOST_WORK = 5_000_000
"""Rows times columns squared above which none is looked for: a step of the method takes about as many products."""

STEPS = 40

LONGEST_STEP = 4.0
"""By how much the logarithm of a part may change in a step."""


def has_fractional_tiling(incidence: CellIncidence, largest: int) -> bool:
    """Return whether a fractional tiling is found that rules out integer weights of classes up to `largest`.

    What is missing to a true one is multiplied by the weights: as long as that stays below 1 it makes no integer.
    False says nothing.

    >>> from cp_puzzles.api import cover_and_request
    >>> from cp_puzzles.cover.proofs.incidence_arrays import incidence_of
    >>> names = ["soma", "mutilated_chessboard"]
    >>> [has_fractional_tiling(incidence_of(cover_and_request(name)[0]), 1000) for name in names]
    [True, False]
    """
    count, columns = len(incidence.labels), incidence.columns
    if not count or (count + columns) * columns**2 > MOST_WORK:
        return False
    wanted = np.concatenate([incidence.amounts, incidence.copies[:, 1]]).astype(np.float64)
    loose = (~incidence.fixed).nonzero()[0]
    # what is not covered to the full is covered by rows of one column
    rows = np.concatenate([incidence.rows(np.arange(count)), np.eye(columns, dtype=np.int64)[loose]]).astype(np.float64)
    rows = rows[~(rows[:, wanted == 0] > 0).any(axis=1)]
    heaviest = largest * (len(incidence.amounts) + len(incidence.copies) * incidence.labels.shape[1])
    parts = np.full(len(rows), wanted.sum() / max(1.0, rows.sum()))
    for _ in range(STEPS):
        missing = wanted - parts @ rows
        if np.abs(missing).max() * heaviest < 0.5:
            return bool((parts[len(parts) - len(loose) :] <= (wanted - incidence.total)[loose]).all())
        curvature = (rows.T * parts) @ rows
        curvature[np.diag_indices(columns)] += 1e-13 * np.trace(curvature)
        change = rows @ np.linalg.solve(curvature, missing)
        parts = parts * np.exp(change * (LONGEST_STEP / max(LONGEST_STEP, np.abs(change).max())))
    return False
