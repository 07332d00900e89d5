"""Where the empty cells lie: all hanging together, or no two of them side by side."""

from __future__ import annotations

from dataclasses import dataclass

from cp_puzzles.rules.draft import Draft
from cp_puzzles.rules.rule import Unrestricted
from cp_puzzles.rules.tiling import Tiling


@dataclass(frozen=True)
class ConnectedGap(Unrestricted):
    """The empty cells hang together through their sides; none at all do. See `Rule`."""

    key: str = "connected"

    def compile(self, draft: Draft) -> bool:
        return all(map(draft.is_covered, draft.ground.cells))

    def fault(self, tiling: Tiling) -> str | None:
        parts = len(tiling.ground.lattice.components(tiling.empty))
        return f"the empty cells fall into {parts} parts" if parts > 1 else None


@dataclass(frozen=True)
class IsolatedGaps(Unrestricted):
    """No two empty cells share a side; see `Rule`."""

    key: str = "isolated"

    def compile(self, draft: Draft) -> bool:
        for a, b in draft.ground.sides:
            marks = draft.empty(a), draft.empty(b)
            if None not in marks:
                draft.add(f"{a} or {b} is covered", (), marks=marks, maximum=1)
        return True

    def fault(self, tiling: Tiling) -> str | None:
        empty = set(tiling.empty)
        for a, b in tiling.ground.sides:
            if a in empty and b in empty:
                return f"the empty cells {list(a)} and {list(b)} share a side"
        return None
