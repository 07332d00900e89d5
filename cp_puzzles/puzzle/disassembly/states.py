"""The states of a group of pieces, searched in breadth-first order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from time import monotonic

import numpy as np
import numpy.typing as npt

from cp_puzzles.base.deadline import NO_DEADLINE, Deadline
from cp_puzzles.base.memory import allowed_memory, bytes_text
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.puzzle.disassembly import state_search as search
from cp_puzzles.puzzle.disassembly.distance_tables import (
    UNBOUNDED,
    extent_of,
    form_of,
    largest_table_bytes,
    table_bytes,
)
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice

DEFAULT_STATES = 1_000_000
"""Default maximum number of states of one assembly: 0.1 GB with six pieces."""

EXITS = 200
"""Maximum number of exits of a group that are compared to find the least remaining numbers."""

FIRST_STATES = 1 << 7
"""Initial capacity, in states."""

SMALL_BYTES = 1 << 26
"""Tables of this size fit in the memory of every machine."""

CHUNK_SECONDS, CHUNK_STATES = 0.1, 2000
"""Approximate time between two checks of the clock, and the maximum number of states between them."""

Positions = tuple[tuple[int, int, int], ...]


def state_bytes(pieces: int) -> int:
    """Return the bytes that a state of some pieces takes, also while the arrays grow."""
    # three int16 for each piece, the parent, the hash, four slots of its table, a flag; twice as many and their copy
    return 3 * (6 * pieces + 4 + 8 + 16 + 1)


def refuse_unmovable(place: str, lattice: Lattice, pieces: Sequence[Sequence[Cell]], memory: int | None = None) -> None:
    """Raise `MistakeError` if an assembly is too large for positions or for `memory`."""
    if not pieces:
        return
    forms, positions = zip(*(form_of(lattice, tuple(piece)) for piece in pieces), strict=True)
    # a piece that is further away is never blocked
    reach = max(
        max(at) - min(at) + sum(extents)
        for at, extents in zip(zip(*positions, strict=True), zip(*map(extent_of, forms), strict=True), strict=True)
    )
    if reach >= UNBOUNDED:
        raise MistakeError(place, f"the pieces of a solution reach {reach:,} steps", f"{UNBOUNDED:,} can be searched")
    if 2 * largest_table_bytes(lattice, forms) <= min(SMALL_BYTES, SMALL_BYTES if memory is None else memory):
        return
    size, allowed = 2 * table_bytes(lattice, forms), allowed_memory(memory)
    if size > allowed:
        problem = f"moving the pieces of a solution needs about {bytes_text(size)}, {bytes_text(allowed)} may be used"
        raise MistakeError(place, problem, ("use smaller pieces, or allow more with ", Parameter("memory")))


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
    """The states of a group of pieces, met in breadth-first order."""

    def __init__(self, pairs: search.PairArrays, positions: Positions) -> None:
        self._pairs = pairs
        self.count = 1
        empty = np.zeros((0, len(positions), 3), np.int16)
        self._arrays = search.StateArrays(empty, *(np.zeros(0, kind) for kind in (np.int32, np.int64, np.int32)))
        self._flags = np.zeros(4, np.int64)
        self._scratch = search.Scratch.of(pairs.vectors, len(positions))
        self._exits = np.zeros(0, np.bool_)
        self._begin = 0
        self._grow(FIRST_STATES, np.array([positions], dtype=np.int16))

    @property
    def is_bounded(self) -> bool:
        """Return True if sets of loose pieces were left out."""
        return bool(self._flags[search.BOUNDED])

    def search(self, effort: Effort, before: int) -> int | None:
        """Search layer by layer, after some states of other groups; return the level, None without an exit."""
        depth, end, chunk = 0, 1, 16
        while True:
            while self._flags[search.LAYER] < end:
                begun, first = monotonic(), int(self._flags[search.LAYER])
                if before + self.count > max(effort.states, 1) or effort.is_past:
                    raise OutOfEffortError(depth + 1)
                self.count = search.expand(
                    *(self._pairs, self._arrays, self._scratch, self.count, end, chunk, self._exits, self._flags)
                )
                seconds = (monotonic() - begun) / max(1, self._flags[search.LAYER] - first)
                chunk = max(1, min(CHUNK_STATES, int(CHUNK_SECONDS / max(seconds, 1e-6))))
                if self._flags[search.FULL]:
                    self._grow(2 * len(self._arrays.positions), self._arrays.positions)
            if self._flags[search.EXIT]:
                return depth + 1
            if self.count == end:
                return None
            self._begin, end = end, self.count
            depth += 1

    def exits(self) -> Iterator[Exit]:
        """Yield the exits of the last layer, state by state."""
        sets, totals = self._sets()
        for state in (self._begin + np.flatnonzero(self._exits[self._begin : self.count])).tolist():
            position: Positions = tuple(map(tuple, self._arrays.positions[state].tolist()))
            start = self._arrays.positions[state]
            if search.fill_sets(self._pairs, start, UNBOUNDED, self._scratch, sets, totals):
                self._flags[search.BOUNDED] = 1
            for direction, total in enumerate(totals.tolist()):
                for chosen in sets[direction, :total].tolist():
                    way = self.opposite(direction) if chosen[0] & search.BACKWARD else direction
                    yield Exit(_members(chosen), way, state, position)

    def movable(self) -> list[tuple[int, ...]]:
        """Return sets of pieces that can move in the first state: those without the first piece, or a part of them."""
        sets, totals = self._sets()
        search.fill_sets(self._pairs, self._arrays.positions[0], 1, self._scratch, sets, totals)
        return sorted(
            {_members(each) for row, total in zip(sets, totals, strict=True) for each in row[:total].tolist()}
        )

    def _sets(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Return memory for the sets of pieces of each direction, and for their numbers."""
        count = len(self._pairs.vectors)
        words = self._scratch.sets.shape[1]
        return np.empty((count, search.MAX_SETS, words), np.int64), np.zeros(count, np.int64)

    def opposite(self, direction: int) -> int:
        """Return the number of the opposite direction."""
        return int(self._pairs.opposite[direction])

    def moves_to(self, state: int, *, is_first_at_rest: bool) -> Iterator[tuple[tuple[int, ...], int, int]]:
        """Yield the moves from the first state to another one in order: pieces, direction and distance.

        The smaller side of each move is said to move, or the side without the first piece if that is at rest.
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

    def _grow(self, capacity: int, positions: npt.NDArray[np.int16]) -> None:
        """Move the states to larger arrays."""
        arrays = search.StateArrays(
            np.zeros((capacity, *positions.shape[1:]), np.int16),
            np.zeros(capacity, np.int32),
            np.zeros(capacity, np.int64),
            np.full(4 * capacity, -1, np.int32),
        )
        arrays.positions[: self.count] = positions[: self.count]
        arrays.parents[: len(self._arrays.parents)] = self._arrays.parents
        self._arrays = arrays
        self._flags[search.FULL] = 1
        self._exits = np.concatenate([self._exits, np.zeros(capacity - len(self._exits), np.bool_)])


def pairs_of(pairs: search.PairArrays, bodies: tuple[int, ...]) -> search.PairArrays:
    """Return the tables of the pairs of some pieces."""
    return pairs if len(bodies) == len(pairs.boxes) else pairs._replace(boxes=pairs.boxes[np.ix_(bodies, bodies)])


def _members(chosen: Sequence[int]) -> tuple[int, ...]:
    """Return the numbers of the pieces of a set, given its words."""
    places = range(search.WORD_PIECES)
    return tuple(search.WORD_PIECES * k + i for k, word in enumerate(chosen) for i in places if word >> i & 1)


def relative(positions: Positions) -> Positions:
    """Return positions relative to the first one."""
    x, y, z = positions[0]
    return tuple((a - x, b - y, c - z) for a, b, c in positions)
