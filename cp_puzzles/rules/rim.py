"""Tiles at the outer rim of the board; the border of a hole is no rim."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cp_puzzles.geometry.placement import Placement
from cp_puzzles.rules.draft import Draft
from cp_puzzles.rules.measure import Everywhere, Total
from cp_puzzles.rules.rule import Unrestricted
from cp_puzzles.rules.tiling import Ground, Tiling


@dataclass(frozen=True)
class Border(Everywhere):
    """The number of tiles at the outer rim; see `Measure`."""

    name: str = "border"

    def of(self, tiling: Tiling) -> int:
        return sum(not tiling.ground.rim.isdisjoint(placement.cells) for placement in tiling.placements)

    def total(self, draft: Draft) -> Total:
        rim = draft.ground.rim
        return Total(tuple(r for r in draft.references if not rim.isdisjoint(draft.placement(r).cells)))


@dataclass(frozen=True)
class AtTheRim(Unrestricted):
    """All tiles, or those with certain names, lie at the outer rim; see `Rule`."""

    tiles: frozenset[str] | None = None
    key: str = "border"

    @property
    def named(self) -> Mapping[str, int]:
        return dict.fromkeys(self.tiles or (), 1)

    def admits(self, ground: Ground, placement: Placement) -> bool:
        bound = self.tiles is None or placement.tile in self.tiles
        return not bound or not ground.rim.isdisjoint(placement.cells)

    def compile(self, draft: Draft) -> bool:
        return True

    def fault(self, tiling: Tiling) -> str | None:
        for placement in tiling.placements:
            if not self.admits(tiling.ground, placement):
                return f"{placement.tile!r} does not reach the outer rim"
        return None
