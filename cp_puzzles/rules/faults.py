"""Fault lines: straight lines, in space planes, that run through the whole board along borders of tiles.

Golomb, Polyominoes (1965). A tiling without any is fault-free.
"""

from __future__ import annotations

from dataclasses import dataclass

from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.rules.borders import Cut, cuts, patch, sides_of
from cp_puzzles.rules.draft import Draft, Mark, Reference
from cp_puzzles.rules.measure import Everywhere, Total
from cp_puzzles.rules.sight import Sight
from cp_puzzles.rules.tiling import Tiling


@dataclass(frozen=True)
class Faults(Everywhere):
    """The number of fault lines; see `Measure`."""

    name: str = "faults"

    def meaningless(self, lattice: Lattice) -> str | None:
        return (
            None
            if cuts(lattice, sides_of(lattice, patch(lattice)))
            else "no straight line runs along the sides of its cells"
        )

    def lines(self, tiling: Tiling) -> tuple[Cut, ...]:
        """The fault lines of a tiling."""
        owner = tiling.owner
        return tuple(
            cut for cut in tiling.ground.cuts if not any(owner.get(a, -1) == owner.get(b, -2) for a, b in cut.sides)
        )

    def of(self, tiling: Tiling) -> int:
        return len(self.lines(tiling))

    @property
    def is_seen(self) -> bool:
        return True

    def sight(self, tiling: Tiling) -> Sight:
        return Sight(lines=tuple(cut.sides for cut in self.lines(tiling)))

    def total(self, draft: Draft) -> Total:
        marks = []
        for number, cut in enumerate(draft.ground.cuts, start=1):
            mark = Mark("fault", cut.sides)
            marks.append(mark)
            draft.add(f"line {number}", _crossing(draft, cut), marks=[mark], minimum=1, sight=Sight((cut.sides,)))
            for a, b in cut.sides:
                # at most one placement covers both cells, and none if the line is a fault
                draft.add(f"line {number} between {a} and {b}", draft.both(a, b), marks=[mark], maximum=1)
        return Total((), tuple(marks))

    def forbid(self, draft: Draft) -> bool:
        for number, cut in enumerate(draft.ground.cuts, start=1):
            draft.add(f"line {number} is crossed", _crossing(draft, cut), minimum=1, sight=Sight((cut.sides,)))
        return True


def _crossing(draft: Draft, cut: Cut) -> frozenset[Reference]:
    return frozenset[Reference]().union(*(draft.both(a, b) for a, b in cut.sides))
