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
from cp_puzzles.puzzle.disassembly.distance_tables import UNBOUNDED, PairArrays
from cp_puzzles.puzzle.disassembly.movable_sets import BACKWARD, WORD_PIECES, Scratch, fill_sets

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
    # three int16 for each piece, the parent, four slots of the hash table, a flag; twice as many and their copy
    return 3 * (6 * pieces + 4 + 16 + 1)


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
    """The effort ended."""


@dataclass(frozen=True)
class Exit:
    """A group of pieces that can leave the others, and the number and positions of the state where it can."""

    leaving: tuple[int, ...]
    remaining: tuple[int, ...]
    direction: int
    state: int
    positions: Positions


class States:
    """The states of a group of pieces, met in breadth-first order; of a batch of groups, those of one after another.

    `forms` are the numbers of the forms of the pieces, one group per row, and `starts` their positions.
    """

    def __init__(self, pairs: PairArrays, forms: npt.NDArray[np.int64], starts: npt.ArrayLike) -> None:
        pieces = forms.shape[1]
        self._pairs = pairs
        self._flags = np.zeros(search.FLAGS, np.int64)
        self._scratch = _scratch(get_ident(), len(pairs.vectors), pieces)
        answers = np.full((len(forms), 2), search.UNKNOWN, np.int64)
        blocked = np.empty((len(forms), *self._scratch.blocked.shape), np.int64)
        self._batch = search.Batch(forms, np.array(starts, dtype=np.int16), answers, blocked)
        self._arrays = _arrays(FIRST_STATES, pieces)
        self._chunk = FIRST_CHUNK

    @property
    def count(self) -> int:
        """The number of states of the assembly."""
        return max(1, int(self._flags[search.COUNT]))

    @property
    def depth(self) -> int:
        """The number of moves to the states of the layer."""
        return int(self._flags[search.DEPTH])

    @property
    def is_bounded(self) -> bool:
        """Return True if sets of loose pieces were left out."""
        return bool(self._flags[search.BOUNDED])

    def search(self, effort: Effort, before: int) -> int | None:
        """Search layer by layer, after some states of other groups; return the level, None without an exit.

        Raises `OutOfEffortError` after all sequences of at most `depth` moves.
        """
        limit = max(effort.states, 1) - before
        while not self._flags[search.NEXT]:
            if self.count > limit or effort.is_past:
                raise OutOfEffortError
            self._advance(limit)
            if self._flags[search.FULL]:
                self._grow()
        level = int(self._batch.answers[0, 0])
        return level if level > 0 else None

    def answers(self, effort: Effort) -> tuple[list[list[int]], npt.NDArray[np.int64]]:
        """Return the level, 0 if nothing can leave, and the number of states of each assembly of a batch.

        The level is `UNKNOWN` for assemblies with many states. For those at level 1, the sets of pieces that block each
        piece at the start are returned, too, by direction and piece.
        """
        limit, flags = min(effort.states, FIRST_STATES), self._flags
        while flags[search.NEXT] < len(self._batch.forms) and not effort.is_past:
            self._advance(limit)
            if flags[search.FULL] or flags[search.COUNT] > limit:
                flags[search.NEXT] += 1
                flags[search.COUNT] = 0
        return self._batch.answers.tolist(), self._batch.blocked

    def _advance(self, limit: int) -> None:
        """Search for about `CHUNK_SECONDS`, or until an assembly has more than `limit` states or storage is full."""
        begun = monotonic()
        arrays = self._pairs, self._arrays, self._scratch, self._batch, self._flags
        expanded = search.search_batch(*arrays, limit, self._chunk)
        seconds = (monotonic() - begun) / max(1, expanded)
        self._chunk = max(1, min(CHUNK_STATES, int(CHUNK_SECONDS / max(seconds, 1e-6))))

    def exits(self) -> Iterator[Exit]:
        """Yield the exits of the last layer, state by state."""
        for state in np.flatnonzero(self._arrays.exits[: self.count]).tolist():
            position: Positions = tuple(map(tuple, self._arrays.positions[state].tolist()))
            for direction, sets in enumerate(self._sets(self._arrays.positions[state], UNBOUNDED)):
                for chosen in sets:
                    leaving, way = _members(chosen), -1 - direction if chosen[0] & BACKWARD else direction
                    remaining = tuple(i for i in range(len(position)) if i not in leaving)
                    yield Exit(leaving, remaining, way, state, position)

    def movable(self) -> list[tuple[int, ...]]:
        """Return sets of pieces that can move in the first state: those without the first piece, or a part of them."""
        return sorted({_members(chosen) for sets in self._sets(self._batch.starts[0], 1) for chosen in sets})

    def _sets(self, state: npt.NDArray[np.int16], steps: int) -> list[list[list[int]]]:
        """Return the words of the sets of pieces that can move some steps from a state in each direction."""
        shape = len(self._pairs.vectors), *self._scratch.sets.shape
        sets, totals = np.empty(shape, np.int64), np.zeros(shape[0], np.int64)
        if fill_sets(self._pairs, self._batch.forms[0], state, steps, self._scratch, sets, totals):
            self._flags[search.BOUNDED] = 1
        return [of_direction[:total].tolist() for of_direction, total in zip(sets, totals, strict=True)]

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
            distance = int(np.gcd.reduce(vector))  # each direction is the shortest translation parallel to it
            yield moved, self._pairs.vectors.tolist().index((vector // distance).tolist()), distance

    def _grow(self) -> None:
        """Move the states to arrays of twice the capacity."""
        capacity, pieces, _ = self._arrays.positions.shape
        arrays = _arrays(2 * capacity, pieces)
        for array, before in zip(arrays[:3], self._arrays[:3], strict=True):
            array[:capacity] = before
        arrays.table[:] = -1
        self._arrays = arrays


def _arrays(capacity: int, pieces: int) -> search.StateArrays:
    """Return memory for states."""
    positions, parents = np.empty((capacity, pieces, 3), np.int16), np.empty(capacity, np.int32)
    return search.StateArrays(positions, parents, np.zeros(capacity, np.bool_), np.empty(4 * capacity, np.int32))


@lru_cache(maxsize=64)
def _scratch(thread: int, directions: int, pieces: int) -> Scratch:
    """Return the memory of a thread for searches on lattices with some directions."""
    return Scratch.of(directions, pieces)


def _members(chosen: Sequence[int]) -> tuple[int, ...]:
    """Return the numbers of the pieces of a set, given its words."""
    places = range(WORD_PIECES)
    return tuple(WORD_PIECES * k + i for k, word in enumerate(chosen) for i in places if word >> i & 1)


def relative(positions: Positions) -> Positions:
    """Return positions relative to the first one."""
    x, y, z = positions[0]
    return tuple((a - x, b - y, c - z) for a, b, c in positions)
