"""Which of many weights are the nicest to look at."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np

from cp_puzzles.cover.problem import Cover
from cp_puzzles.proofs.incidence import Incidence, Ints

MANY = 100_000
"""Weights of cells that are looked at for one pattern and modulus, in all combinations together."""

MARKED = 9
"""Classes of which every choice is looked at: those of period 3 in the plane, 2 in space."""

FEW = 24
"""Of the combinations the best, which may prove something without a modulus too."""


@dataclass(frozen=True, eq=False)
class Candidates:
    """Weights of all cells, a row each, that prove something modulo a number, or without one (None)."""

    modulus: int | None
    weights: Ints


class Judge:
    """Tells how much there is to see in weights of the cells; `images` of those under each symmetry (rows)."""

    def __init__(self, cover: Cover, images: Ints) -> None:
        self._cover, self._images = cover, images

    def candidates(self, incidence: Incidence, classes: Ints, weights: Ints, modulus: int | None) -> list[Candidates]:
        """Proofs by weights of classes (columns) or by marks alone, or by combinations modulo a number."""
        if modulus is None:
            tried = self._exact(incidence, classes, weights.T)
            return [*tried, *self._marks(incidence, classes)] if tried else tried
        return self._modular(incidence, classes, weights, modulus)

    def _modular(self, incidence: Incidence, classes: Ints, generators: Ints, modulus: int) -> list[Candidates]:
        """The nicest combinations of some generators, and those of them that are proofs without a modulus too."""
        kinds = generators.shape[1]
        many = max(FEW, MANY // max(1, len(classes)))
        if modulus**kinds <= many:
            factors = np.array([*product(range(modulus), repeat=kinds)], dtype=np.int64)
        else:
            drawn = np.random.default_rng(3).integers(0, modulus, size=(many, kinds))
            factors = np.concatenate([np.eye(kinds, dtype=np.int64), drawn])
        combined = factors @ generators.T % modulus
        combined = combined[combined @ incidence.total % modulus != 0][:, : len(incidence.amounts)]
        best = combined[np.argsort(self.sights(Candidates(modulus, combined[:, classes])), kind="stable")[:FEW]]
        return [Candidates(modulus, best[:, classes]), *self._exact(incidence, classes, best)]

    def _marks(self, incidence: Incidence, classes: Ints) -> list[Candidates]:
        """Of the ways to mark some classes, where these are few, those that prove something: the nicest to count."""
        kinds = np.flatnonzero(incidence.required)
        if len(kinds) > MARKED:
            return []
        marks = np.zeros((1 << len(kinds), len(incidence.amounts)), dtype=np.int64)
        marks[:, kinds] = np.arange(1 << len(kinds))[:, None] >> np.arange(len(kinds)) & 1
        proving = marks[excess(incidence, marks) > 0]
        return [Candidates(None, proving[:, classes])] if len(proving) else []

    def _exact(self, incidence: Incidence, classes: Ints, weights: Ints) -> list[Candidates]:
        """Proofs without a modulus: by weights of classes (rows), or by them moved or turned to begin at 0."""
        required = incidence.required
        tried = [weights]
        if required.any():
            for turned in (weights, -weights):
                moved = np.where(required, turned - turned[:, required].min(axis=1, keepdims=True), 0)
                tried.append(moved // np.maximum(1, np.gcd.reduce(moved, axis=1, keepdims=True)))
        every = np.concatenate(tried)
        proving = every[excess(incidence, every) > 0]
        return [Candidates(None, proving[:, classes])] if len(proving) else []

    def nicest(self, found: list[Candidates]) -> tuple[int | None, Ints] | None:
        """The weights with least to see and their modulus; the first of equals."""
        best = [(sights, each.modulus, each.weights[i]) for each in found for i, sights in enumerate(self.sights(each))]
        return min(best, key=lambda entry: entry[0])[1:] if best else None

    def sights(self, candidates: Candidates) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        """How much a reader has to take in: values, their size, different neighbourhoods, what is not symmetric."""
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
        """How many different neighbourhoods there are for each of the empty board, which has more in space."""
        return np.asarray(0.9 * self._looks(weights) / self._plain)

    @cached_property
    def _plain(self) -> int:
        return int(self._looks(np.zeros((1, len(self._cover.cells)), dtype=np.int64))[0])

    def _looks(self, weights: Ints) -> Ints:
        """The number of different neighbourhoods: of cells with their neighbours in order."""
        outside = int(weights.min(initial=0)) - 1
        padded = np.concatenate([weights, np.full((len(weights), 1), outside)], axis=1)
        around = self._neighbours
        keys: Ints = np.random.default_rng(4).integers(1, 1 << 40, size=(around.shape[1],))
        sums = np.zeros(weights.shape, dtype=np.int64)
        for column in range(around.shape[1]):
            sums += keys[column] * padded[:, around[:, column]]
        sums.sort(axis=1)
        return np.asarray((np.diff(sums, axis=1) != 0).sum(axis=1) + 1)

    @cached_property
    def _neighbours(self) -> Ints:
        """For each cell its number and those of its neighbours; one more than the last outside."""
        cells = self._cover.cells
        index = {cell: number for number, cell in enumerate(cells)}
        around = [(cell, *self._cover.puzzle.lattice.neighbours(cell)) for cell in cells]
        longest = max(map(len, around))
        table = np.full((len(cells), longest), len(cells), dtype=np.int64)
        for number, row in enumerate(around):
            table[number, : len(row)] = [index.get(cell, len(cells)) for cell in row]
        return table


def excess(incidence: Incidence, weights: Ints) -> Ints:
    """How much more the board weighs than the pieces, by weights of classes (rows) that every placement respects."""
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
