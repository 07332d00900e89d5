"""Tiles that share a side, and tiles that do not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cp_puzzles.rules.draft import Draft, Reference
from cp_puzzles.rules.measure import Everywhere, Total
from cp_puzzles.rules.rule import Unrestricted
from cp_puzzles.rules.tiling import Tiling


@dataclass(frozen=True)
class Touching(Everywhere):
    """The number of pairs of pieces that share a side; see `Measure`."""

    name: str = "touching"

    def of(self, tiling: Tiling) -> int:
        return len(tiling.touching)

    def total(self, draft: Draft) -> Total | None:
        """See `Measure`: no sum over placements tells it, for two pieces may share several sides."""
        return None

    def forbid(self, draft: Draft) -> bool:
        for a, b in draft.ground.sides:
            for left, right in ((a, b), (b, a)):
                _not_across(draft, f"{left} and {right}", draft.covering[left], draft.covering[right])
        return True


def _not_across(draft: Draft, name: str, left: frozenset[Reference], right: frozenset[Reference]) -> None:
    """At most one of the placements on the two sides of a border that are not on both."""
    both = left & right
    draft.add(f"between {name}", (left | right) - both, maximum=1)


@dataclass(frozen=True)
class _OfTwo(Unrestricted):
    """What is said of the sides that copies of one tile share with copies of another, or of the same."""

    tile: str
    other: str
    key: str

    @property
    def named(self) -> Mapping[str, int]:
        return {self.tile: 1, self.other: 1}

    def _touch(self, tiling: Tiling) -> bool:
        wanted = {self.tile, self.other}
        return any({tiling.placements[number].tile for number in pair} == wanted for pair in tiling.touching)


@dataclass(frozen=True)
class Touch(_OfTwo):
    """Some copy of one tile shares a side with some copy of another (or, of one tile, two copies do); see `Rule`."""

    def compile(self, draft: Draft) -> bool:
        """See `Rule`.

        Where a tile is used exactly once: each of its placements touches the other tile, or another one is chosen.
        """
        if self.tile == self.other:
            return False
        pairs = [(self.tile, self.other), (self.other, self.tile)]
        single = [(tile, other) for tile, other in pairs if draft.copies[tile] == (1, 1)]
        for tile, other in single:
            for reference in sorted(draft.of_tile[tile]):
                near = {n for cell in draft.placement(reference).cells for n in draft.ground.lattice.neighbours(cell)}
                touching = {r for cell in near for r in draft.covering[cell] & draft.of_tile[other]}
                others = draft.of_tile[tile] - {reference}
                draft.add(f"{tile} {reference} touches {other}", others | touching, minimum=1)
        return bool(single)

    def fault(self, tiling: Tiling) -> str | None:
        return None if self._touch(tiling) else f"{self.tile!r} and {self.other!r} share no side"


@dataclass(frozen=True)
class Apart(_OfTwo):
    """No copy of one tile shares a side with a copy of another (or, of one tile, no two copies do); see `Rule`."""

    def compile(self, draft: Draft) -> bool:
        of_first, of_other = draft.of_tile[self.tile], draft.of_tile[self.other]
        for a, b in draft.ground.sides:
            for left, right in ((a, b), (b, a)) if self.tile != self.other else ((a, b),):
                members = draft.covering[left] & of_first, draft.covering[right] & of_other
                _not_across(draft, f"{self.tile} on {left} and {self.other} on {right}", *members)
        return True

    def fault(self, tiling: Tiling) -> str | None:
        return f"{self.tile!r} and {self.other!r} share a side" if self._touch(tiling) else None
