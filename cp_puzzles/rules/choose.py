"""How many copies of a group of tiles are used together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cp_puzzles.rules.draft import Draft, Reference
from cp_puzzles.rules.measure import span
from cp_puzzles.rules.rule import Unrestricted
from cp_puzzles.rules.tiling import Tiling


@dataclass(frozen=True)
class Choose(Unrestricted):
    """So many copies of some tiles together; see `Rule`."""

    tiles: frozenset[str]
    minimum: int
    maximum: int | None
    key: str

    @property
    def named(self) -> Mapping[str, int]:
        return dict.fromkeys(self.tiles, 1)

    def compile(self, draft: Draft) -> bool:
        members = frozenset[Reference]().union(*(draft.of_tile[tile] for tile in self.tiles))
        draft.add(self.key, members, minimum=self.minimum, maximum=self.maximum)
        return True

    def fault(self, tiling: Tiling) -> str | None:
        number = sum(placement.tile in self.tiles for placement in tiling.placements)
        if self.minimum <= number and (self.maximum is None or number <= self.maximum):
            return None
        group = " ".join(sorted(self.tiles))
        return f"{number} copies of {group} are used, the rule says {span(self.minimum, self.maximum)}"
