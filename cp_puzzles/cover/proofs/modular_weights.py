"""Weights modulo a prime power with which every placement weighs 0, its tile included."""

from __future__ import annotations

import numpy as np

from cp_puzzles.base.arrays import Ints
from cp_puzzles.cover.proofs.incidence_arrays import CellIncidence

BATCH = 64
"""The number of rows that restrict the weights at once."""


def modular_weights(incidence: CellIncidence, prime: int, power: int) -> Ints | None:
    """Return generators (columns) of the weights modulo `prime ** power` for which every placement weighs 0.

    Each row is the weight of a class or of a tile; the weight of a tile is minus the weight of the cells of each of its
    placements. A class or a tile that solutions cover a varying number of times has weight 0. Return None if the board
    weighs 0 with all of these weights, so that they prove nothing.

    The weights begin with all combinations and are restricted by more and more placements: first by a random sample,
    then by placements that do not weigh 0 yet.
    """
    modulus = prime**power
    weights = np.eye(incidence.columns, dtype=np.int64)[:, incidence.fixed]
    placements = np.random.default_rng(1).permutation(len(incidence.labels))[: 2 * incidence.columns]
    while True:
        for start in range(0, len(placements), BATCH):
            sums = _product(incidence.rows(placements[start : start + BATCH]), weights, modulus)
            weights = _restricted(sums, weights, prime, power)
            if not _product(incidence.total[None], weights, modulus).any():
                return None
        placements = _violated(incidence, weights, modulus)
        if not len(placements):
            return weights


def _violated(incidence: CellIncidence, weights: Ints, modulus: int) -> Ints:
    """Return some placements that do not weigh 0, at most `BATCH`; none if all do."""
    for start, sums in incidence.weigh(weights):
        rows = np.flatnonzero((sums % modulus).any(axis=1))
        if len(rows):
            return np.asarray(start + rows[:BATCH])
    return np.empty(0, dtype=np.int64)


def _product(a: Ints, b: Ints, modulus: int) -> Ints:
    """Return the matrix product modulo a small number; the sums are far below 2^53, so floats hold them exactly."""
    return np.asarray((a.astype(np.float64) @ b.astype(np.float64)).astype(np.int64) % modulus)


def _restricted(sums: Ints, weights: Ints, prime: int, power: int) -> Ints:
    """Return generators (columns) of the combinations of `weights` with which some placements weigh 0.

    `sums` has the weight of each placement (row) under each column of `weights`. Row and column operations make `sums`
    diagonal; the column operations are applied to the weights, too. Pivots with the least power of the prime come
    first. Of a column with the pivot p^v the multiples of p^(power - v) remain.
    """
    modulus = prime**power
    rows, columns = sums.shape
    weights = weights.copy()
    done = level = 0
    while done < min(rows, columns) and level < power:
        is_pivot = sums[done:, done:] % prime ** (level + 1) != 0
        if not is_pivot.any():
            level += 1
            continue
        row, column = (done + place for place in divmod(int(is_pivot.argmax()), columns - done))
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
