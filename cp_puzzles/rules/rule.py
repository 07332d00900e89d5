"""What a rule is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.rules.draft import Draft
from cp_puzzles.rules.sight import NOTHING, Sight
from cp_puzzles.rules.tiling import Ground, Tiling


class Unrestricted(Protocol):
    """What holds of a rule that says nothing else: it has a meaning everywhere, admits all, and shows nothing."""

    @property
    def named(self) -> Mapping[str, int]:
        """The tiles that the rule speaks of by name; those with equal numbers are alike to it."""
        return {}

    def meaningless(self, lattice: Lattice) -> str | None:
        """Why the rule has no meaning on a lattice; None if it has one."""
        return None

    def admits(self, ground: Ground, placement: Placement) -> bool:
        """Whether a tiling that keeps the rule can have this placement, as far as that is seen from it alone."""
        return True

    @property
    def is_seen(self) -> bool:
        """Whether what it is about can be drawn."""
        return False

    def sight(self, tiling: Tiling) -> Sight:
        """What the rule is about, to be drawn on a tiling that keeps it."""
        return NOTHING


class Rule(Unrestricted, Protocol):
    """A condition on tilings, said twice: as a check of a finished tiling, and as far as it can be as items.

    `key` is where it stands in a puzzle file, as in `faults` or `touch.0`.
    """

    @property
    def key(self) -> str:
        """Where it stands under `rules:`."""
        ...

    def compile(self, draft: Draft) -> bool:
        """Add the rule's items; whether they, with the placements left away, say all of it.

        If not, finished tilings are checked one by one.
        """
        ...

    def fault(self, tiling: Tiling) -> str | None:
        """How a tiling breaks the rule; None if it keeps it."""
        ...
