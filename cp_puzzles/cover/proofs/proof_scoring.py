"""The choice of the weights that are easiest to read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np

from cp_puzzles.base.arrays import Ints
from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.cover.proofs.incidence_arrays import CellIncidence

MAX_COMPARED_WEIGHTS = 100_000
"""Cells times combinations that are compared for one pattern and modulus: tenths of a second."""

MAX_CLASSES = 9
"""The largest number of classes of which every subset is tried; period 3 in the plane has 9, period 2 in space 8."""

KEPT = 24
"""The number of best combinations that are also tried without a modulus."""


@dataclass(frozen=True, eq=False)
class Candidates:
    """Weights of all cells, one row each, that prove infeasibility modulo a number, or without one (None)."""

    modulus: int | None
    weights: Ints


class ProofScorer:
    """The complexity of weights for a reader.

    `images` has a row for each symmetry: the image of each cell, by number.
    """

    def __init__(self, cover: Cover, images: Ints) -> None:
        self._cover, self._images = cover, images

    def candidates(
        self, incidence: CellIncidence, classes: Ints, weights: Ints, modulus: int | None
    ) -> list[Candidates]:
        """Return the proofs that some weights of classes (columns) give.

        Without a modulus, the weights themselves are tried, and also weights 0 and 1. With one, the weights are
        generators, and their simplest combinations are tried, modulo the number and without a modulus.
        """
        if modulus is None:
            return [_proving(incidence, classes, [*_shifted(incidence, weights.T), _zero_one(incidence)])]
        count = weights.shape[1]
        max_combinations = max(KEPT, MAX_COMPARED_WEIGHTS // max(1, len(classes)))
        if modulus**count <= max_combinations:
            factors = np.array([*product(range(modulus), repeat=count)], dtype=np.int64)
        else:
            drawn = np.random.default_rng(3).integers(0, modulus, size=(max_combinations, count))
            factors = np.concatenate([np.eye(count, dtype=np.int64), drawn])
        combined = factors @ weights.T % modulus
        combined = combined[combined @ incidence.total % modulus != 0][:, : len(incidence.amounts)]
        best = combined[np.argsort(self.complexity(Candidates(modulus, combined[:, classes])), kind="stable")[:KEPT]]
        return [Candidates(modulus, best[:, classes]), _proving(incidence, classes, _shifted(incidence, best))]

    def simplest(self, candidates: list[Candidates]) -> tuple[int | None, Ints] | None:
        """Return the modulus and the weights of least complexity, the first of equal ones; None without candidates."""
        scored = [
            (score, group.modulus, group.weights[i])
            for group in candidates
            for i, score in enumerate(self.complexity(group))
        ]
        return min(scored, key=lambda entry: entry[0])[1:] if scored else None

    def complexity(self, candidates: Candidates) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        """Return the complexity of each row: values, their size, different neighborhoods, lack of symmetry."""
        weights = candidates.weights
        ordered = np.sort(weights, axis=1)
        values = (np.diff(ordered, axis=1) != 0).sum(axis=1) + 1
        nonzero_values = values - (weights == 0).any(axis=1)
        size = np.abs(weights).max(axis=1) if candidates.modulus is None else np.float64(candidates.modulus)
        symmetry = np.mean([(weights[:, image] == weights).all(axis=1) for image in self._images], axis=0)
        share = (weights != 0).mean(axis=1)
        negative = (weights < 0).any(axis=1)
        # relative to equal weights, which have more neighborhoods in space
        variety = 0.9 * self._neighborhoods(weights) / self._neighborhoods(np.zeros_like(weights[:1]))
        return np.asarray(3 * nonzero_values + 2 * size + negative + variety - 2 * symmetry + share)

    def _neighborhoods(self, weights: Ints) -> Ints:
        """Return the number of different neighborhoods: the weight of a cell and of its neighbors, in order."""
        outside = int(weights.min(initial=0)) - 1
        padded = np.concatenate([weights, np.full((len(weights), 1), outside)], axis=1)
        around = self._neighbors
        keys: Ints = np.random.default_rng(4).integers(1, 1 << 40, size=(around.shape[1],))
        sums = np.zeros(weights.shape, dtype=np.int64)
        for column in range(around.shape[1]):
            sums += keys[column] * padded[:, around[:, column]]
        sums.sort(axis=1)
        return np.asarray((np.diff(sums, axis=1) != 0).sum(axis=1) + 1)

    @cached_property
    def _neighbors(self) -> Ints:
        """The number of each cell and of its neighbors; the number of cells stands for outside."""
        cells = self._cover.cells
        index = {cell: number for number, cell in enumerate(cells)}
        around = [(cell, *self._cover.puzzle.lattice.neighbors(cell)) for cell in cells]
        longest = max(map(len, around))
        table = np.full((len(cells), longest), len(cells), dtype=np.int64)
        for number, row in enumerate(around):
            table[number, : len(row)] = [index.get(cell, len(cells)) for cell in row]
        return table


def _zero_one(incidence: CellIncidence) -> Ints:
    """Return all weights 0 and 1 (rows), if there are at most `MAX_CLASSES` required classes."""
    required = np.flatnonzero(incidence.required)
    count = 1 << len(required) if len(required) <= MAX_CLASSES else 0
    weights = np.zeros((count, len(incidence.amounts)), dtype=np.int64)
    weights[:, required] = np.arange(count)[:, None] >> np.arange(len(required)) & 1
    return weights


def _shifted(incidence: CellIncidence, weights: Ints) -> list[Ints]:
    """Return weights of classes (rows), also shifted so that the smallest is 0, as they are and negated."""
    required, variants = incidence.required, [weights]
    for signed in (weights, -weights) if required.any() else ():
        shifted = np.where(required, signed - signed[:, required].min(axis=1, keepdims=True), 0)
        variants.append(shifted // np.maximum(1, np.gcd.reduce(shifted, axis=1, keepdims=True)))
    return variants


def _proving(incidence: CellIncidence, classes: Ints, weights: list[Ints]) -> Candidates:
    """Return those of some weights of classes (rows) that prove infeasibility without a modulus."""
    rows = np.concatenate(weights)
    return Candidates(None, rows[excess(incidence, rows) > 0][:, classes])


def excess(incidence: CellIncidence, weights: Ints) -> Ints:
    """Return how much more the board weighs than the pieces, for each row of weights of classes."""
    rows, copies = len(weights), incidence.copies
    heaviest = np.zeros((len(copies), rows), dtype=np.int64)
    if len(incidence.tiles):
        sums = np.concatenate([chunk for _, chunk in incidence.weigh(np.concatenate([weights.T, heaviest]))])
        order = np.argsort(incidence.tiles, kind="stable")
        present, first = np.unique(incidence.tiles[order], return_index=True)
        heaviest[present] = np.maximum.reduceat(sums[order], first, axis=0)
    board = np.where(incidence.required, weights, np.minimum(weights, 0)) @ incidence.amounts
    pieces = np.maximum(heaviest * copies[:, :1], heaviest * copies[:, 1:]).sum(axis=0)
    return np.asarray(board - pieces)
