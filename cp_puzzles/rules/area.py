"""How many cells are covered or empty, and how many pieces lie on the board."""

from __future__ import annotations

from dataclasses import dataclass

from cp_puzzles.rules.draft import Draft, Mark
from cp_puzzles.rules.measure import Everywhere, Total
from cp_puzzles.rules.tiling import Tiling


@dataclass(frozen=True)
class Empty(Everywhere):
    """The number of cells of the board that stay empty; see `Measure`."""

    name: str = "empty"

    def of(self, tiling: Tiling) -> int:
        return len(tiling.empty)

    def total(self, draft: Draft) -> Total:
        return Total((), _marks(draft))


@dataclass(frozen=True)
class Covered(Empty):
    """The number of cells that tiles cover; see `Measure`."""

    name: str = "covered"

    def of(self, tiling: Tiling) -> int:
        return len(tiling.owner)

    def total(self, draft: Draft) -> Total:
        return Total((), _marks(draft), weight=-1, constant=len(draft.ground.cells))


@dataclass(frozen=True)
class Pieces(Empty):
    """The number of pieces on the board; see `Measure`."""

    name: str = "pieces"

    def of(self, tiling: Tiling) -> int:
        return len(tiling.placements)

    def total(self, draft: Draft) -> Total:
        return Total(draft.references)


def _marks(draft: Draft) -> tuple[Mark, ...]:
    return tuple(mark for cell in draft.ground.cells if (mark := draft.empty(cell)) is not None)
