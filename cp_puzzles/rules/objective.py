"""What is made largest or smallest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cp_puzzles.rules.draft import Draft, Mark, Reference
from cp_puzzles.rules.measure import Everywhere, Measure, Total
from cp_puzzles.rules.tiling import Tiling


@dataclass(frozen=True)
class Values(Everywhere):
    """The values of the pieces on the board together, by their tiles; see `Measure`."""

    values: tuple[tuple[str, int], ...]
    name: str = "values"

    @property
    def named(self) -> Mapping[str, int]:
        return {tile: value for tile, value in self.values if value}

    def of(self, tiling: Tiling) -> int:
        values = dict(self.values)
        return sum(values.get(placement.tile, 0) for placement in tiling.placements)

    def total(self, draft: Draft) -> Total | None:
        """See `Measure`: a sum only of tiles that are all of one value."""
        worth = {value for _, value in self.values if value}
        if len(worth) > 1:
            return None
        counted = frozenset[Reference]().union(*(draft.of_tile[tile] for tile, value in self.values if value))
        return Total(tuple(sorted(counted)), weight=worth.pop() if worth else 1)


@dataclass(frozen=True)
class Objective:
    """Solutions are those tilings in which a measure is largest, or smallest."""

    measure: Measure
    maximize: bool

    @property
    def key(self) -> str:
        """How it is called in a puzzle file."""
        return "maximize" if self.maximize else "minimize"

    def better(self, value: int, other: int) -> bool:
        """Whether one value is better than another."""
        return value > other if self.maximize else value < other

    def weights(self, draft: Draft) -> Weighted | None:
        """The measure as a weighted sum, with the items that determine its marks; None if it is none."""
        if isinstance(self.measure, Values):
            worth = dict(self.measure.values)
            tiles = ((r, worth.get(draft.placement(r).tile, 0)) for r in draft.references)
            return Weighted(tuple((r, value) for r, value in tiles if value), (), 0)
        total = self.measure.total(draft)
        if total is None:
            return None
        marks = tuple((mark, total.weight) for mark in total.marks)
        return Weighted(tuple((reference, total.weight) for reference in total.members), marks, total.constant)


@dataclass(frozen=True)
class Weighted:
    """A sum: `constant`, and the weights of chosen members and marks."""

    members: tuple[tuple[Reference, int], ...]
    marks: tuple[tuple[Mark, int], ...]
    constant: int
