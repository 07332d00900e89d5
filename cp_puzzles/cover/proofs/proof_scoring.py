"""The choice of the weights that are easiest to read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np

from cp_puzzles.base.arrays import Ints
from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.cover.proofs.incidence_arrays import CellIncidence

MAX_COMBINATIONS = 100_000
"""Weights of cells, in all combinations together, that are compared for one pattern and modulus: tenths of a second."""

MAX_CLASSES = 9
"""Classes of which every subset is tried: as many as period 3 has in the plane, and period 2 in space."""

KEPT = 24
"""Best combinations that are also tried without a modulus."""


@dataclass(frozen=True, eq=False)
class Candidates:
    """Weights of all cells, one row each, that prove infeasibility modulo a number, or without one (None)."""

    modulus: int | None
    weights: Ints


class ProofScorer:
    """The complexity of weights for a reader; `images` are those of the cells under each symmetry (rows)."""

    def __init__(self, cover: Cover, images: Ints) -> None:
        self._cover, self._images = cover, images

    def candidates(
        self, incidence: CellIncidence, classes: Ints, weights: Ints, modulus: int | None
    ) -> list[Candidates]:
        """Return proofs by weights of classes (columns), by marks alone, or by combinations modulo a number."""
        if modulus is None:
            tried = self._exact(incidence, classes, weights.T)
            return [*tried, *self._marks(incidence, classes)] if tried else tried
        return self._modular(incidence, classes, weights, modulus)

    def _modular(self, incidence: CellIncidence, classes: Ints, generators: Ints, modulus: int) -> list[Candidates]:
        """Return the simplest combinations of some generators, and those that prove something without a modulus too."""
        kinds = generators.shape[1]
        many = max(KEPT, MAX_COMBINATIONS // max(1, len(classes)))
        if modulus**kinds <= many:
            factors = np.array([*product(range(modulus), repeat=kinds)], dtype=np.int64)
        else:
            drawn = np.random.default_rng(3).integers(0, modulus, size=(many, kinds))
            factors = np.concatenate([np.eye(kinds, dtype=np.int64), drawn])
        combined = factors @ generators.T % modulus
        combined = combined[combined @ incidence.total % modulus != 0][:, : len(incidence.amounts)]
        best = combined[np.argsort(self.complexity(Candidates(modulus, combined[:, classes])), kind="stable")[:KEPT]]
        return [Candidates(modulus, best[:, classes]), *self._exact(incidence, classes, best)]

    def _marks(self, incidence: CellIncidence, classes: Ints) -> list[Candidates]:
        """Return the ways to mark some of few classes that prove something."""
        kinds = np.flatnonzero(incidence.required)
        if len(kinds) > MAX_CLASSES:
            return []
        marks = np.zeros((1 << len(kinds), len(incidence.amounts)), dtype=np.int64)
        marks[:, kinds] = np.arange(1 << len(kinds))[:, None] >> np.arange(len(kinds)) & 1
        proving = marks[excess(incidence, marks) > 0]
        return [Candidates(None, proving[:, classes])] if len(proving) else []

    def _exact(self, incidence: CellIncidence, classes: Ints, weights: Ints) -> list[Candidates]:
        """Return proofs without a modulus: by weights of classes (rows), also shifted or negated to begin at 0."""
        required = incidence.required
        tried = [weights]
        if required.any():
            for turned in (weights, -weights):
                moved = np.where(required, turned - turned[:, required].min(axis=1, keepdims=True), 0)
                tried.append(moved // np.maximum(1, np.gcd.reduce(moved, axis=1, keepdims=True)))
        every = np.concatenate(tried)
        proving = every[excess(incidence, every) > 0]
        return [Candidates(None, proving[:, classes])] if len(proving) else []

    def simplest(self, found: list[Candidates]) -> tuple[int | None, Ints] | None:
        """Return the weights of least complexity and their modulus; the first of equals."""
        best = [
            (score, each.modulus, each.weights[i]) for each in found for i, score in enumerate(self.complexity(each))
        ]
        return min(best, key=lambda entry: entry[0])[1:] if best else None

    def complexity(self, candidates: Candidates) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        """Return the complexity of each row: values, their size, different neighborhoods, lack of symmetry."""
        weights = candidates.weights
        ordered = np.sort(weights, axis=1)
        steps = (np.diff(ordered, axis=1) != 0).sum(axis=1) + 1
        values = steps - (weights == 0).any(axis=1)
        size = np.abs(weights).max(axis=1) if candidates.modulus is None else np.float64(candidates.modulus)
        kept = np.mean([(weights[:, image] == weights).all(axis=1) for image in self._images], axis=0)
        share = (weights != 0).mean(axis=1)
        negative = (weights < 0).any(axis=1)
        return np.asarray(3 * values + 2 * size + negative + self._variety(weights) - 2 * kept + share)

    def _variety(self, weights: Ints) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        """Return the number of different neighborhoods relative to that of the empty board, which has more in space."""
        return np.asarray(0.9 * self._looks(weights) / self._plain)

    @cached_property
    def _plain(self) -> int:
        return int(self._looks(np.zeros((1, len(self._cover.cells)), dtype=np.int64))[0])

    def _looks(self, weights: Ints) -> Ints:
        """Return the number of different neighborhoods: of cells with their neighbors in order."""
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


def excess(incidence: CellIncidence, weights: Ints) -> Ints:
    """Return how much more the board weighs than the pieces, for each row of weights of classes."""
    rows, copies = len(weights), incidence.copies
    if not len(incidence.tiles):
        heaviest = np.zeros((len(copies), rows), dtype=np.int64)
    else:
        tileless = np.concatenate([weights.T, np.zeros((len(copies), rows), dtype=np.int64)])
        sums = np.concatenate([chunk for _, chunk in incidence.weigh(tileless)])
        order = np.argsort(incidence.tiles, kind="stable")
        present, first = np.unique(incidence.tiles[order], return_index=True)
        heaviest = np.zeros((len(copies), rows), dtype=np.int64)
        heaviest[present] = np.maximum.reduceat(sums[order], first, axis=0)
    board = np.where(incidence.required, weights, np.minimum(weights, 0)) @ incidence.amounts
    pieces = np.maximum(heaviest * copies[:, :1], heaviest * copies[:, 1:]).sum(axis=0)
    return np.asarray(board - pieces)
