"""Measures: numbers that a tiling has. One name bounds it, optimises it, and tabulates it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.rules.draft import Draft, Mark, Reference
from cp_puzzles.rules.rule import Unrestricted
from cp_puzzles.rules.sight import NOTHING, Sight
from cp_puzzles.rules.tiling import Tiling


@dataclass(frozen=True)
class Total:
    """A measure as a sum: `constant` and `weight` times the number of chosen members, marks among them."""

    members: tuple[Reference, ...]
    marks: tuple[Mark, ...] = ()
    weight: int = 1
    constant: int = 0


class Everywhere(Protocol):
    """What holds of a measure that says nothing else: it has a meaning on every lattice, and shows nothing."""

    @property
    def named(self) -> Mapping[str, int]:
        """The tiles that it speaks of by name, see `Rule`."""
        return {}

    def meaningless(self, lattice: Lattice) -> str | None:
        """Why there is no such number on a lattice; None if there is."""
        return None

    @property
    def is_seen(self) -> bool:
        """Whether what it counts can be drawn."""
        return False

    def sight(self, tiling: Tiling) -> Sight:
        """What it counts, to be drawn."""
        return NOTHING

    def forbid(self, draft: Draft) -> bool:
        """Add items that make the number 0; False, and nothing is added, if there is no shorter way than the sum."""
        return False


class Measure(Everywhere, Protocol):
    """A number of a tiling."""

    @property
    def name(self) -> str:
        """What users call it."""
        ...

    def of(self, tiling: Tiling) -> int:
        """The number, from the picture of the tiling alone."""
        ...

    def total(self, draft: Draft) -> Total | None:
        """The number as a sum over options, with the items that determine its marks; None if it is no such sum."""
        ...


@dataclass(frozen=True)
class Bounded(Unrestricted):
    """The rule that a measure lies within bounds; see `Rule`."""

    measure: Measure
    minimum: int = 0
    maximum: int | None = None

    @property
    def named(self) -> Mapping[str, int]:
        return self.measure.named

    @property
    def key(self) -> str:
        return self.measure.name

    def meaningless(self, lattice: Lattice) -> str | None:
        return self.measure.meaningless(lattice)

    @property
    def is_seen(self) -> bool:
        return self.measure.is_seen

    def sight(self, tiling: Tiling) -> Sight:
        return self.measure.sight(tiling)

    def compile(self, draft: Draft) -> bool:
        if self.maximum == 0 and self.measure.forbid(draft):
            return True
        total = self.measure.total(draft)
        if total is None:
            return False
        low = self.minimum - total.constant
        high = None if self.maximum is None else self.maximum - total.constant
        each = abs(total.weight)
        if total.weight > 0:
            least, most = -(-low // each), None if high is None else high // each
        else:
            least, most = 0 if high is None else -(high // each), -low // each
        if most is not None and most < 0:
            draft.add(self.key, (), minimum=1)
        else:
            draft.add(self.key, total.members, marks=total.marks, minimum=max(0, least), maximum=most)
        return True

    def fault(self, tiling: Tiling) -> str | None:
        number = self.measure.of(tiling)
        if self.minimum <= number and (self.maximum is None or number <= self.maximum):
            return None
        return f"its {self.measure.name} are {number}, the rule says {span(self.minimum, self.maximum)}"


def span(minimum: int, maximum: int | None) -> str:
    """Bounds in words.

    >>> span(0, 3), span(2, 2), span(1, None), span(1, 4)
    ('at most 3', '2', 'at least 1', '1 to 4')
    """
    if maximum is None:
        return f"at least {minimum}"
    if minimum == maximum:
        return str(minimum)
    return f"at most {maximum}" if minimum == 0 else f"{minimum} to {maximum}"
