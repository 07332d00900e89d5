"""Weights modulo a prime power that every placement respects."""

from __future__ import annotations

import numpy as np

from cp_puzzles.base.arrays import Ints
from cp_puzzles.cover.proofs.incidence_arrays import CellIncidence

BATCH = 64
"""Rows that are taken in at once."""


def modular_weights(incidence: CellIncidence, prime: int, power: int) -> Ints | None:
    """Return generators (columns) of the weights modulo `prime ** power` for which every placement weighs 0.

    A row a class or a tile; the weight of a tile is minus that of the cells of its placements. What solutions do not
    all cover equally often has weight 0. None if all these weights agree with the board and prove nothing.

    They are kept while placements come in: at first some that are spread over all, then those that are not respected.
    """
    modulus = prime**power
    weights = np.eye(incidence.columns, dtype=np.int64)[:, incidence.fixed]
    fresh = np.random.default_rng(1).permutation(len(incidence.labels))[: 2 * incidence.columns]
    while True:
        for start in range(0, len(fresh), BATCH):
            rows = _product(incidence.rows(fresh[start : start + BATCH]), weights, modulus)
            weights = _respecting(rows, weights, prime, power)
            if not _product(incidence.total[None], weights, modulus).any():
                return None
        fresh = _violated(incidence, weights, modulus)
        if not len(fresh):
            return weights


def _violated(incidence: CellIncidence, weights: Ints, modulus: int) -> Ints:
    for start, sums in incidence.weigh(weights):
        rows = np.flatnonzero((sums % modulus).any(axis=1))
        if len(rows):
            return np.asarray(start + rows[:BATCH])
    return np.empty(0, dtype=np.int64)


def _product(a: Ints, b: Ints, modulus: int) -> Ints:
    """Return a b modulo a small number: the sums are far below 2^53, so that they are exact as floats too."""
    return np.asarray((a.astype(np.float64) @ b.astype(np.float64)).astype(np.int64) % modulus)


def _respecting(sums: Ints, weights: Ints, prime: int, power: int) -> Ints:
    """Return generators (columns) of the combinations of `weights` under which some placements weigh 0.

    `sums` are the weights of the placements (rows) under each of `weights`. By row and column operations, which the
    weights follow, it becomes diagonal, pivots with the least power of the prime first; a pivot p^v lets through the
    multiples of p^(power - v).
    """
    modulus = prime**power
    rows, columns = sums.shape
    weights = weights.copy()
    done = level = 0
    while done < min(rows, columns) and level < power:
        lead = sums[done:, done:] % prime ** (level + 1) != 0
        if not lead.any():
            level += 1
            continue
        row, column = (done + place for place in divmod(int(lead.argmax()), columns - done))
        sums[[done, row]] = sums[[row, done]]
        sums[:, [done, column]] = sums[:, [column, done]]
        weights[:, [done, column]] = weights[:, [column, done]]
        pivots = sums[done] * pow(int(sums[done, done]) // prime**level, -1, modulus) % modulus
        below = done + 1 + sums[done + 1 :, done].nonzero()[0]
        columns_of_pivots = done + pivots[done:].nonzero()[0]
        block = np.ix_(below, columns_of_pivots)
        sums[block] = (sums[block] - np.outer(sums[below, done] // prime**level, pivots[columns_of_pivots])) % modulus
        later = columns_of_pivots[1:]
        support = weights[:, done].nonzero()[0]
        block = np.ix_(support, later)
        weights[block] = (weights[block] - np.outer(weights[support, done], pivots[later] // prime**level)) % modulus
        weights[:, done] = weights[:, done] * prime ** (power - level) % modulus
        done += 1
    return weights[:, weights.any(axis=0)]
