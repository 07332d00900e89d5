"""What is left on a board while a person solves.

A position is the options that may still be chosen and how often each item is covered. Everything here treats all
options and items alike, so that names, order, turning and moving of a puzzle change nothing.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cp_puzzles.analysis.design.incidence import Counts, Incidence, Mask
from cp_puzzles.cover.problem import Cover

ROOM = 4_000_000
"""Numbers that one array of positions holds at most."""


@dataclass(frozen=True, eq=False)
class Position:
    """The options still `open`, those `chosen`, and how often each item is `covered`; a column each."""

    open: Mask
    chosen: Mask
    covered: Counts

    @property
    def options(self) -> npt.NDArray[np.intp]:
        """The open options."""
        return np.flatnonzero(self.open)


@dataclass(frozen=True, eq=False)
class Refuted:
    """Options that cannot be chosen: after so many `rounds` of forced moves an item, `dead`, could not be met."""

    options: tuple[int, ...]
    rounds: tuple[int, ...]
    dead: tuple[int, ...]


class Reasoner:
    """Forced moves and look-ahead in a cover problem; `work` counts options in the positions that were looked at."""

    def __init__(self, cover: Cover) -> None:
        problem = cover.problem
        self.cover = cover
        self.work = 0
        self.incidence = Incidence(problem.table, len(problem.items))
        self.minimum = np.array([[item.minimum] for item in problem.items], dtype=np.float32)
        self.maximum = np.array([[item.maximum] for item in problem.items], dtype=np.float32)

    def start(self) -> Position:
        """The position in which nothing is chosen."""
        none = np.zeros((len(self.cover.problem.options), 1), dtype=np.bool_)
        return Position(~self.incidence.touching(self.maximum <= 0), none, np.zeros_like(self.maximum))

    def with_chosen(self, position: Position, numbers: Collection[int]) -> Position:
        """The position after some options are chosen."""
        options = np.zeros_like(position.open)
        options[list(numbers)] = True
        covered = position.covered + self.incidence.counts(options)
        shut = self.incidence.touching(covered >= self.maximum)
        return Position(position.open & ~options & ~shut, position.chosen | options, covered)

    def without(self, position: Position, numbers: Collection[int]) -> Position:
        """The position after some options are ruled out."""
        open_ = position.open.copy()
        open_[list(numbers)] = False
        return Position(open_, position.chosen, position.covered)

    def fewest(self, position: Position) -> tuple[int, ...]:
        """The open options of the items that have the fewest to choose from and need one."""
        left, need = self._left(position)
        wanting = need > 0
        if not wanting.any():
            return ()
        few = wanting & (left - need == (left - need)[wanting].min())
        return tuple(np.flatnonzero(position.open & self.incidence.touching(few)).tolist())

    def dead(self, position: Position) -> int | None:
        """An item that can no longer be met, the first one; None if all can."""
        left, need = self._left(position)
        wrong = np.flatnonzero((need > left) | (position.covered > self.maximum))
        if wrong.size:
            return int(wrong[0])
        if not position.open.any() and not self.cover.accepts(np.flatnonzero(position.chosen).tolist()):
            return len(self.maximum)
        return None

    def forced(self, position: Position) -> dict[int, int]:
        """The options that must be chosen, each with an item that has no others left: all that there are at once."""
        left, need = self._left(position)
        covering, is_open = self.cover.problem.covering, position.open[:, 0]
        found: dict[int, int] = {}
        for item in np.flatnonzero((need > 0) & (left == need)).tolist():
            found |= {option: item for option in covering[item] if is_open[option] and option not in found}
        return dict(sorted(found.items()))

    def refuted(self, position: Position, *, all_rounds: bool = False) -> Refuted:
        """The open options after which forced moves end dead in the fewest rounds; with `all_rounds` in any number."""
        columns = position.options
        height = max(1, ROOM // max(1, len(columns)))
        batches = [_Tries(self, position, columns, columns[i : i + height]) for i in range(0, len(columns), height)]
        found: dict[int, tuple[int, int]] = {}
        rounds = 0
        while any(batch.is_active for batch in batches):
            for batch in batches:
                found |= {option: (rounds, item) for option, item in batch.ended()}
            if found and not all_rounds:
                break
            for batch in batches:
                batch.advance()
            rounds += 1
        options = tuple(sorted(found))
        return Refuted(options, *(tuple(found[option][k] for option in options) for k in (0, 1)))

    def _left(self, position: Position) -> tuple[Counts, Counts]:
        """For each item how many of its options are open, and how often it has to be covered still."""
        return self.incidence.counts(position.open), self.minimum - position.covered


class _Tries:
    """One position for each of some options, after it is chosen; rounds of forced moves in all of them, side by side.

    Only the options that were open before, `columns`, are looked at.
    """

    def __init__(
        self,
        reasoner: Reasoner,
        position: Position,
        columns: npt.NDArray[np.intp],
        options: npt.NDArray[np.intp],
    ) -> None:
        self._reasoner, self._columns, self._options = reasoner, columns, options
        self._fixed = np.flatnonzero(position.chosen).tolist()
        self._incidence = reasoner.incidence.of(columns)
        self._chosen: Mask = columns[:, None] == options
        self._covered: Counts = position.covered + self._incidence.counts(self._chosen)
        self._left = self._need = np.zeros_like(self._covered)
        self._open: Mask = ~self._chosen
        self._shut()

    @property
    def is_active(self) -> bool:
        """Whether any position is looked at still."""
        return len(self._options) > 0

    def ended(self) -> list[tuple[int, int]]:
        """The options whose positions are dead, each with an item that cannot be met; they are looked at no more."""
        reasoner = self._reasoner
        reasoner.work += self._open.size
        self._left = self._incidence.counts(self._open)
        self._need = reasoner.minimum - self._covered
        wrong = (self._need > self._left) | (self._covered > reasoner.maximum)
        dead: Mask = np.any(wrong, axis=0, keepdims=True)[0]
        items = wrong.argmax(axis=0)
        for number in np.flatnonzero(~dead & ~self._open.any(axis=0)).tolist() if reasoner.cover.checks else ():
            chosen = self._columns[self._chosen[:, number]].tolist()
            if not reasoner.cover.accepts([*self._fixed, *chosen]):
                dead[number], items[number] = True, len(reasoner.maximum)
        found = list(zip(self._options[dead].tolist(), items[dead].tolist(), strict=True))
        self._keep(~dead)
        return found

    def advance(self) -> None:
        """One round of forced moves; positions without any are looked at no more."""
        forced = self._open & self._incidence.touching((self._need > 0) & (self._left == self._need))
        moves: Mask = np.any(forced, axis=0, keepdims=True)[0]
        self._keep(moves)
        forced = forced[:, moves]
        self._chosen |= forced
        self._covered += self._incidence.counts(forced)
        self._open &= ~forced
        self._shut()

    def _shut(self) -> None:
        self._open &= ~self._incidence.touching(self._covered >= self._reasoner.maximum)

    def _keep(self, kept: Mask) -> None:
        self._options = self._options[kept]
        self._open, self._chosen = self._open[:, kept], self._chosen[:, kept]
        self._covered, self._left, self._need = self._covered[:, kept], self._left[:, kept], self._need[:, kept]
