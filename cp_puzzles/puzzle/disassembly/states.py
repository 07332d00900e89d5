"""The states of a group of pieces, searched in breadth-first order, with the tables of pairs that all groups share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from threading import get_ident
from time import monotonic

import numpy as np
import numpy.typing as npt

from cp_puzzles.base.deadline import NO_DEADLINE, Deadline
from cp_puzzles.puzzle.disassembly import state_search as search
from cp_puzzles.puzzle.disassembly.distance_tables import AXES, UNBOUNDED, PairArrays
from cp_puzzles.puzzle.disassembly.movable_sets import BACKWARD, MAX_SETS, WORD_PIECES, Scratch, fill_sets

DEFAULT_STATES = 1_000_000
"""Default maximum number of states of one assembly: 0.1 GB with six pieces."""

EXITS = 200
"""Maximum number of exits of a group that are compared to find the least remaining numbers."""

FIRST_STATES = 1 << 8
"""Initial capacity, in states."""

FIRST_CHUNK, CHUNK_STATES, CHUNK_SECONDS = 16, 2000, 0.1
"""The first and the maximum number of states between two checks of the clock, and the approximate time between them."""

Positions = tuple[tuple[int, int, int], ...]


def state_bytes(pieces: int) -> int:
    """Return the bytes that a state of some pieces takes, also while the arrays grow."""
    # three int16 for each piece, the parent, the hash, four slots of its table, a flag; twice as many and their copy
    return 3 * (6 * pieces + 4 + 8 + 16 + 1)


@dataclass(frozen=True)
class Effort:
    """A bound on the search of one assembly.

    A number of states, a deadline, and the number of exits of a group that are compared: with 0
    only the level of the whole assembly is searched. `stop()` is called about every `CHUNK_SECONDS`; if it is true, the
    search ends.
    """

    states: int = DEFAULT_STATES
    deadline: Deadline = NO_DEADLINE
    exits: int = EXITS
    stop: Callable[[], bool] | None = None

    @property
    def is_past(self) -> bool:
        """Return True after the deadline or when the search is to stop."""
        return self.deadline.has_passed or (self.stop is not None and self.stop())


DEFAULT_EFFORT = Effort()


class OutOfEffortError(Exception):
    """The effort ended after all sequences of fewer than `at_least` moves."""

    def __init__(self, at_least: int) -> None:
        super().__init__(at_least)
        self.at_least = at_least


@dataclass(frozen=True)
class Exit:
    """A group of pieces that can leave, and the number and positions of the state where it can."""

    leaving: tuple[int, ...]
    direction: int
    state: int
    positions: Positions


class States:
    """The states of a group of pieces, met in breadth-first order; of a batch of groups, those of one after another.

    `forms` are the numbers of the forms of the pieces, one group per row, and `starts` their positions.
    """

    def __init__(self, pairs: PairArrays, forms: npt.NDArray[np.int64], starts: npt.ArrayLike) -> None:
        pieces = forms.shape[1]
        self._pairs, self._forms = pairs, forms
        self._starts = np.array(starts, dtype=np.int16)
        self._answers = np.full((len(forms), 2), search.UNKNOWN, np.int64)
        self._blocked = np.empty((0, 0, 0, 0), np.int64)
        self._flags = np.zeros(search.FLAGS, np.int64)
        self._scratch = _scratch(get_ident(), pairs.vectors.tobytes(), pieces)
        self._arrays = _arrays(FIRST_STATES, pieces)
        self._exits = np.zeros(FIRST_STATES, np.bool_)
        self._chunk = FIRST_CHUNK

    @property
    def count(self) -> int:
        """The number of states of the assembly."""
        return max(1, int(self._flags[search.COUNT]))

    @property
    def is_bounded(self) -> bool:
        """Return True if sets of loose pieces were left out."""
        return bool(self._flags[search.BOUNDED])

    def search(self, effort: Effort, before: int) -> int | None:
        """Search layer by layer, after some states of other groups; return the level, None without an exit."""
        limit = max(effort.states, 1) - before
        while not self._flags[search.NEXT]:
            if self.count > limit or effort.is_past:
                raise OutOfEffortError(int(self._flags[search.DEPTH]) + 1)
            self._advance(limit)
            if self._flags[search.FULL]:
                self._grow()
        level = int(self._answers[0, 0])
        return level if level > 0 else None

    def answers(self, effort: Effort) -> tuple[list[list[int]], npt.NDArray[np.int64]]:
        """Return the level, 0 if nothing can leave, and the number of states of each assembly of a batch.

        The level is `UNKNOWN` for assemblies with many states. For those at level 1, the sets of pieces that block each
        piece at the start are returned, too, by direction and piece.
        """
        limit, flags, count = min(effort.states, FIRST_STATES), self._flags, len(self._forms)
        self._blocked = np.empty((count, *self._scratch.blocked.shape), np.int64)
        while flags[search.NEXT] < count and not effort.is_past:
            self._advance(limit)
            if flags[search.FULL] or flags[search.COUNT] > limit:
                flags[search.NEXT] += 1
                flags[search.COUNT] = 0
        return self._answers.tolist(), self._blocked

    def _advance(self, limit: int) -> None:
        """Search for about `CHUNK_SECONDS`, or until an assembly has more than `limit` states or storage is full."""
        begun = monotonic()
        expanded = search.search_batch(
            *(self._pairs, self._arrays, self._scratch, self._forms, self._starts, self._answers, self._blocked),
            *(self._exits, self._flags, limit, self._chunk),
        )
        seconds = (monotonic() - begun) / max(1, expanded)
        self._chunk = max(1, min(CHUNK_STATES, int(CHUNK_SECONDS / max(seconds, 1e-6))))

    def exits(self) -> Iterator[Exit]:
        """Yield the exits of the last layer, state by state."""
        sets, totals = self._sets()
        for state in np.flatnonzero(self._exits[: self.count]).tolist():
            position: Positions = tuple(map(tuple, self._arrays.positions[state].tolist()))
            start = self._arrays.positions[state]
            if fill_sets(self._pairs, start, UNBOUNDED, self._scratch, sets, totals):
                self._flags[search.BOUNDED] = 1
            for direction, total in enumerate(totals.tolist()):
                for chosen in sets[direction, :total].tolist():
                    way = self.opposite(direction) if chosen[0] & BACKWARD else direction
                    yield Exit(_members(chosen), way, state, position)

    def movable(self) -> list[tuple[int, ...]]:
        """Return sets of pieces that can move in the first state: those without the first piece, or a part of them."""
        sets, totals = self._sets()
        self._pairs.boxes[:] = self._pairs.pool[np.ix_(self._forms[0], self._forms[0])]
        fill_sets(self._pairs, self._starts[0], 1, self._scratch, sets, totals)
        return sorted(
            {_members(each) for row, total in zip(sets, totals, strict=True) for each in row[:total].tolist()}
        )

    def _sets(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Return memory for the sets of pieces of each direction, and for their numbers."""
        count = len(self._pairs.vectors)
        words = self._scratch.sets.shape[1]
        return np.empty((count, MAX_SETS, words), np.int64), np.zeros(count, np.int64)

    def opposite(self, direction: int) -> int:
        """Return the number of the opposite direction."""
        return int(self._pairs.opposite[direction])

    def moves_to(self, state: int, *, is_first_at_rest: bool) -> Iterator[tuple[tuple[int, ...], int, int]]:
        """Yield the moves from the first state to another one in order: pieces, direction and distance.

        The pieces of a move are its smaller side, or the side without the first piece if that is at rest.
        """
        path = [state]
        while path[-1]:
            path.append(int(self._arrays.parents[path[-1]]))
        path.reverse()
        for parent, following in pairwise(path):
            change = self._arrays.positions[following].astype(np.int64) - self._arrays.positions[parent]
            moved = tuple(np.flatnonzero(change.any(axis=1)).tolist())
            vector = change[moved[0]]
            if not is_first_at_rest and 2 * len(moved) > len(change):
                moved, vector = tuple(i for i in range(len(change)) if i not in moved), -vector
            yield moved, *self._multiple(vector)

    def _multiple(self, vector: npt.NDArray[np.int64]) -> tuple[int, int]:
        """Return the direction of which a vector is a multiple, and the factor."""
        for number, direction in enumerate(self._pairs.vectors):
            axis = int(np.flatnonzero(direction)[0])
            distance = int(vector[axis] // direction[axis])
            if distance > 0 and (distance * direction == vector).all():
                return number, distance
        raise AssertionError(vector)

    def _grow(self) -> None:
        """Move the states to arrays of twice the capacity."""
        capacity, pieces, _ = self._arrays.positions.shape
        arrays = _arrays(2 * capacity, pieces)
        arrays.positions[:capacity] = self._arrays.positions
        arrays.parents[:capacity] = self._arrays.parents
        arrays.table[:] = -1
        self._arrays = arrays
        self._exits = np.concatenate([self._exits, np.zeros(capacity, np.bool_)])


def _arrays(capacity: int, pieces: int) -> search.StateArrays:
    """Return memory for states."""
    positions, parents = np.empty((capacity, pieces, 3), np.int16), np.empty(capacity, np.int32)
    return search.StateArrays(positions, parents, np.empty(capacity, np.int64), np.empty(4 * capacity, np.int32))


@lru_cache(maxsize=64)
def _scratch(thread: int, vectors: bytes, pieces: int) -> Scratch:
    """Return the memory of a thread for searches on a lattice, given its directions."""
    return Scratch.of(np.frombuffer(vectors, np.int64).reshape(-1, AXES), pieces)


def _members(chosen: Sequence[int]) -> tuple[int, ...]:
    """Return the numbers of the pieces of a set, given its words."""
    places = range(WORD_PIECES)
    return tuple(WORD_PIECES * k + i for k, word in enumerate(chosen) for i in places if word >> i & 1)


def relative(positions: Positions) -> Positions:
    """Return positions relative to the first one."""
    x, y, z = positions[0]
    return tuple((a - x, b - y, c - z) for a, b, c in positions)
