"""Rules: conditions on tilings."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping

from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.rules.rule_compiler import RuleCompiler
from cp_puzzles.puzzle.rules.tiling import NO_HIGHLIGHTS, BoardGeometry, Highlights, Tiling


class Criterion:
    """The defaults that rules and measures share: any lattice, no tile by name, nothing to highlight."""

    @property
    def named_tiles(self) -> Mapping[str, int]:
        """A number for each tile that the rule or measure names; tiles with equal numbers are interchangeable in it."""
        return {}

    def unsupported_reason(self, lattice: Lattice) -> str | None:
        """Return why the rule or measure is not defined on a lattice; None if it is."""
        return None

    @property
    def is_symmetric(self) -> bool:
        """Tell whether isometries of the board never change the rule's answer, or the measure's number."""
        return True

    @property
    def is_registered(self) -> bool:
        """Tell whether a user or an extension wrote it; its items may then admit tilings that it forbids."""
        return not type(self).__module__.startswith("cp_puzzles.")

    @property
    def has_highlights(self) -> bool:
        """Tell whether a picture can highlight the parts of the board that the rule or measure concerns."""
        return type(self).highlights is not Criterion.highlights

    def highlights(self, tiling: Tiling) -> Highlights:
        """Return the parts of a tiling that the rule or measure concerns."""
        return NO_HIGHLIGHTS


class Rule(Criterion, ABC):
    """A condition on tilings, stated twice: as a check of a finished tiling, and as items where that is possible.

    `key` is its path under the key `rules` of a puzzle file, such as `faults` or `touch.0`.
    """

    @property
    @abstractmethod
    def key(self) -> str:
        """The path under the key `rules`."""

    @property
    def statement(self) -> str:
        """The condition as a clause, such as `border is at most 3`."""
        return f"{self.key} holds"

    def admits(self, board: BoardGeometry, placement: Placement) -> bool:
        """Return whether a placement may occur in a tiling at all; any other placement is not an option."""
        return True

    @abstractmethod
    def compile(self, compiler: RuleCompiler) -> bool:
        """Add the items of the rule, and return whether they and `admits` are equivalent to it.

        If they are not, every finished tiling is checked with `violation`.
        """

    @abstractmethod
    def violation(self, tiling: Tiling) -> str | None:
        """Return how a tiling violates the rule; None if it satisfies it."""
