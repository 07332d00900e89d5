"""The level of an assembly, and the moves that take it apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Literal

import numpy as np
import numpy.typing as npt

from cp_puzzles.puzzle.disassembly.distance_tables import Form, PairArrays, form_of, pool_of
from cp_puzzles.puzzle.disassembly.movable_sets import MAX_SETS, as_bits
from cp_puzzles.puzzle.disassembly.piece_groups import PieceGroups, directions
from cp_puzzles.puzzle.disassembly.states import (
    DEFAULT_EFFORT,
    Effort,
    Exit,
    OutOfEffortError,
    Positions,
    States,
    relative,
)
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice


@dataclass(frozen=True)
class Step:
    """Some pieces move together: `distance` times the translation `direction`, without end if it is None."""

    pieces: tuple[int, ...]
    direction: Cell
    distance: int | None

    @property
    def leaves(self) -> bool:
        """Return True if the pieces leave."""
        return self.distance is None

    @property
    def vector(self) -> Cell:
        """Return the translation, which a leaving group repeats without end."""
        return tuple((self.distance or 1) * x for x in self.direction)

    def written(self, lattice: Lattice) -> Cell:
        """Return the translation in the coordinates of puzzle files, without the number of the class."""
        return lattice.translations.coordinates(self.vector) if lattice.is_numbered else self.vector


@dataclass(frozen=True)
class Disassembly:
    """The moves that take an assembly apart, and their numbers.

    `apart` is None where the effort ended before the answer. `level` is the least number of moves until a group leaves:
    None if none can leave, as from a single piece, or if the effort ended first, after all sequences of fewer than
    `at_least` moves. `moves` lists the level and, part by part, the numbers of the parts; `steps` are those moves.
    `is_level_exact` is False if sets of loose pieces were left out, so that there may be a shorter way. `is_least` is
    False if not every exit at the least depth was compared. `states` is the number of states that were met, and of
    choices of groups; `ended` is what ended the search early.
    `together` are the pieces that stay together at the end, because they may belong to one group.
    """

    apart: bool | None
    level: int | None
    moves: tuple[int, ...] = ()
    steps: tuple[Step, ...] = ()
    at_least: int = 0
    is_level_exact: bool = True
    is_least: bool = True
    states: int = 0
    ended: Literal["states", "time"] | None = None
    together: tuple[tuple[int, ...], ...] = ()

    @property
    def leaving(self) -> tuple[int, ...]:
        """The pieces that leave in a known step, alone or with others."""
        return tuple(sorted({piece for step in self.steps if step.leaves for piece in step.pieces}))


MAX_LOOSE = MAX_SETS.bit_length() - 1
"""The largest number of pieces of which all sets are compared."""

ALONE = Disassembly(apart=True, level=None)
"""The disassembly of a part that needs no move."""

LOCKED = Disassembly(apart=False, level=None, at_least=1)
"""The disassembly of a part of which nothing can leave."""


def take_apart(
    lattice: Lattice,
    pieces: Sequence[Sequence[Cell]],
    effort: Effort = DEFAULT_EFFORT,
    fixed: Collection[int] = (),
    groups: PieceGroups | None = None,
) -> Disassembly:
    """Take the pieces of an assembly apart, given the cells of each, and the numbers of those that do not move.

    A part whose pieces certainly belong to one group is not taken apart further; another part that cannot be taken
    apart may stay together if its pieces can belong to one group. A first part leaves in any case.

    Of all exits at the least depth, the one whose remaining numbers are lexicographically least is chosen. The two
    parts of an exit are listed in the order that makes the list smaller. The result does not depend on the names of the
    pieces.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> ring = [cell for cell in LATTICES["square"].box((3, 3)) if cell != (1, 1)]
    >>> take_apart(LATTICES["square"], [ring[:7], ring[7:]]).moves
    (1,)
    >>> take_apart(LATTICES["square"], [ring, [(1, 1)]]).apart
    False
    """
    return _Assembly(lattice, pieces, effort, fixed, groups).solve()


def taken_at_once(
    lattice: Lattice, assemblies: Sequence[tuple[Sequence[Sequence[Cell]], Collection[int]]], effort: Effort
) -> dict[int, Disassembly]:
    """Return the disassemblies of simple assemblies, by index, found in few compiled calls.

    An assembly is simple if nothing can leave, or if pieces leave one after another without any other move. The pieces
    and the fixed ones of each are given; there are no groups. The other assemblies, and those with many states, are
    left out: `take_apart` searches them one by one.
    """
    batches: dict[int, list[tuple[int, list[tuple[int, ...]], tuple[Form, ...], Positions]]] = defaultdict(list)
    # the same object is a piece of many solutions, and is found sooner than an equal piece
    located: dict[int, tuple[Form, tuple[int, int, int]]] = {}
    for index, (pieces, fixed) in enumerate(assemblies):
        bodies = _bodies(len(pieces), fixed)
        if len(bodies) < 2:
            continue
        if fixed:
            forms, positions = _located(lattice, pieces, bodies)
        else:
            for piece in pieces:
                if id(piece) not in located:
                    located[id(piece)] = form_of(lattice, tuple(piece))
            forms, positions = zip(*[located[id(piece)] for piece in pieces], strict=True)
        batches[len(bodies)].append((index, bodies, forms, positions))
    results: dict[int, Disassembly] = {}
    for size, batch in batches.items():
        starts = np.array([positions for *_, positions in batch])
        states = States(*pool_of(lattice).enter([forms for *_, forms, _ in batch]), starts - starts[:, :1])
        for (index, bodies, *_), (level, count), blocked in zip(batch, *states.answers(effort), strict=True):
            if level == 0:
                results[index] = replace(LOCKED, states=count)
            elif level == 1 and effort.states >= size:
                steps = _steps(lattice, bodies, as_bits(blocked), has_fixed=bool(assemblies[index][1]))
                if steps:
                    moves = (1,) * len(steps)
                    results[index] = Disassembly(apart=True, level=1, moves=moves, steps=steps, states=len(steps))
    return results


def _steps(
    lattice: Lattice, bodies: list[tuple[int, ...]], blocked: list[list[int]], *, has_fixed: bool
) -> tuple[Step, ...]:
    """Return the steps if bodies leave one after another without any other move, otherwise none.

    `blocked` has the set of bodies, as bits, that block each body in each direction. In each part, all bodies that can
    leave in the first direction leave; of the two parts, the one with fewer bodies comes first.
    """
    steps = []
    parts = [(1 << len(bodies)) - 1]
    while parts:
        part = parts.pop()
        leaving, direction = 0, 0
        for number, near in enumerate(blocked):
            free = _free(part, near)
            if free.bit_count() > MAX_LOOSE:
                return ()
            if free and not leaving:
                leaving, direction = free, number
        if not leaving:
            return ()
        remaining = part ^ leaving
        fewer, more = sorted((leaving, remaining), key=int.bit_count)
        parts += [each for each in (more, fewer) if each.bit_count() > 1]
        if leaving.bit_count() > remaining.bit_count() and not (has_fixed and part & 1):
            leaving, direction = remaining, -1 - direction
        pieces = sorted(piece for body, of_body in enumerate(bodies) if leaving >> body & 1 for piece in of_body)
        steps.append(Step(tuple(pieces), directions(lattice)[direction], None))
    return tuple(steps)


def _free(part: int, near: Sequence[int]) -> int:
    """Return the union of the sets of bodies of a part, without its first one, that can leave it in a direction."""
    free, before = part & part - 1, 0
    while free != before:
        before = free
        for body, blocking in enumerate(near):
            if free >> body & 1 and blocking & part & ~free:
                free ^= 1 << body
    return free


def is_interlocking(lattice: Lattice, pieces: Sequence[Sequence[Cell]], fixed: Collection[int] = ()) -> bool:
    """Return whether exactly one piece, the key, can move, and no other piece or group.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> is_interlocking(LATTICES["square"], [[(0, 0)], [(0, 1)]]), is_interlocking(LATTICES["square"], [[(0, 0)]])
    (True, False)
    """
    bodies = _bodies(len(pieces), fixed)
    if len(bodies) < 2:
        return False
    forms, positions = _located(lattice, pieces, bodies)
    movable = States(*pool_of(lattice).enter([forms]), [relative(positions)]).movable()
    if len(movable) != 1:
        return False
    return len(movable[0]) == 1 or (len(movable[0]) == len(bodies) - 1 and not fixed)


class _Assembly:
    """The search of one assembly: groups of bodies, by number, and the results of those that were solved.

    A body is a piece, or all fixed pieces together, which come first.
    """

    def __init__(
        self,
        lattice: Lattice,
        pieces: Sequence[Sequence[Cell]],
        effort: Effort,
        fixed: Collection[int],
        groups: PieceGroups | None = None,
    ) -> None:
        self._bodies = _bodies(len(pieces), fixed)
        self._lattice, self._effort, self._has_fixed = lattice, effort, bool(fixed)
        self._forms, self._start = _located(lattice, pieces, self._bodies)
        self._solved: dict[tuple[tuple[int, ...], Positions], Disassembly] = {}
        self._groups = groups
        # parts that cannot be taken apart; the same ones remain whatever leaves first
        self._locked: set[tuple[int, ...]] = set()
        self._states = self._choices = 0
        self._ended: Literal["states", "time"] | None = None

    @cached_property
    def _tables(self) -> tuple[PairArrays, npt.NDArray[np.int64]]:
        """The tables of all pairs of forms, and the numbers of the forms."""
        return pool_of(self._lattice).enter([self._forms])

    def solve(self) -> Disassembly:
        """Return the disassembly of all pieces."""
        bodies = tuple(range(len(self._forms)))
        result = self._solve(bodies, relative(self._start)) if len(bodies) > 1 else ALONE
        if self._groups is not None and result.apart is not False:
            try:
                fits = self._groups.can_stay_together(sorted(self._locked), self._count_choice)
            except OutOfEffortError:
                result = replace(result, apart=None)
            else:
                if not fits:
                    result = replace(result, apart=False)
                elif result.apart:
                    result = replace(result, together=self._together(result.steps))
        return replace(result, states=self._states + self._choices, ended=self._ended)

    def _count_choice(self) -> None:
        """Count a choice of groups, of which there are at most as many as states."""
        self._choices += 1
        if self._choices > self._effort.states or self._effort.is_past:
            self._ended = self._end
            raise OutOfEffortError

    @property
    def _end(self) -> Literal["states", "time"]:
        """The event that ends a search now: the clock has run out, or else there are too many states."""
        return "time" if self._effort.is_past else "states"

    def _together(self, steps: Sequence[Step]) -> tuple[tuple[int, ...], ...]:
        """Return the pieces that are together at the end, apart from fixed ones alone."""
        parts = [frozenset(piece for body in self._bodies for piece in body)]
        for step in steps:
            if step.leaves:
                leaving = frozenset(step.pieces)
                parts = [part for each in parts for part in (each - leaving, each & leaving) if part]
        alone = set(map(frozenset, self._bodies))
        return tuple(sorted(tuple(sorted(part)) for part in parts if part not in alone))

    def _group(self, bodies: tuple[int, ...], positions: Positions) -> Disassembly:
        """Return the disassembly of a part at some positions, from memory if it was solved before."""
        if len(bodies) < 2 or (self._groups is not None and self._groups.is_certain(self._pieces(bodies))):
            return ALONE
        key = bodies, relative(positions)
        if key not in self._solved:
            result = self._solve(*key)
            if self._groups is not None and result.apart is False and result.level is None:
                self._locked.add(self._pieces(bodies))
                result = ALONE
            self._solved[key] = result
        return self._solved[key]

    def _pieces(self, bodies: Iterable[int]) -> tuple[int, ...]:
        """Return the numbers of the pieces of some bodies."""
        return tuple(sorted(piece for body in bodies for piece in self._bodies[body]))

    def _solve(self, bodies: tuple[int, ...], positions: Positions) -> Disassembly:
        pairs, forms = self._tables
        states = States(pairs, forms[:, bodies], [positions])
        try:
            level = states.search(self._effort, self._states)
        except OutOfEffortError:
            self._ended = self._end
            return Disassembly(apart=None, level=None, at_least=states.depth + 1)
        finally:
            self._states += states.count
        if level is None:
            # without an exit, sets that were left out may be the ones that leave
            return replace(LOCKED, apart=None) if states.is_bounded else LOCKED
        best = Disassembly(apart=None, level=level)
        compared: set[tuple[tuple[int, ...], Positions, Positions]] = set()
        is_least = True
        for each in states.exits():
            leaving, remaining = (
                (tuple(bodies[i] for i in part), tuple(each.positions[i] for i in part))
                for part in (each.leaving, each.remaining)
            )
            key = leaving[0], relative(leaving[1]), relative(remaining[1])
            if key in compared:
                continue
            if compared and (self._effort.is_past or self._states >= self._effort.states):
                self._ended = self._end
            if len(compared) == self._effort.exits or (compared and self._ended):
                is_least = False
                break
            results = self._group(*leaving), self._group(*remaining)
            result = self._after(bodies, level, each, states, results)
            # finished ones first, then the least numbers
            if not compared or (result.apart is None, result.moves) < (best.apart is None, best.moves):
                best = result
            compared.add(key)
            # no list of as many numbers is less than ones; if groups may stay together, other lists may be shorter
            is_shortest = self._groups is None or len(best.moves) == 1
            if best.apart is not None and is_shortest and set(best.moves[1:]) <= {1} and best.is_least:
                break
        # no level is less than 1
        is_complete = not states.is_bounded
        is_least = is_least and best.is_least and is_complete
        return replace(best, is_level_exact=level == 1 or is_complete, is_least=is_least)

    def _after(
        self, bodies: tuple[int, ...], level: int, each: Exit, states: States, results: Sequence[Disassembly]
    ) -> Disassembly:
        """Return the disassembly through an exit, given those of both parts."""
        first, second = sorted(results, key=lambda result: result.moves)
        if second.moves + first.moves < first.moves + second.moves:
            first, second = second, first
        is_at_rest = self._has_fixed and bodies[0] == 0
        leaving, direction = each.leaving, each.direction
        if 2 * len(leaving) > len(bodies) and not is_at_rest:
            leaving, direction = each.remaining, -1 - direction
        ways = [*states.moves_to(each.state, is_first_at_rest=is_at_rest), (leaving, direction, None)]
        answers = [result.apart for result in results]
        steps = tuple(
            Step(self._pieces(bodies[body] for body in moved), directions(self._lattice)[way], distance)
            for moved, way, distance in ways
        )
        apart = False if False in answers else None if None in answers else True
        moves, steps = (level, *first.moves, *second.moves), (*steps, *first.steps, *second.steps)
        return Disassembly(apart, level, moves, steps, is_least=first.is_least and second.is_least)


def _bodies(pieces: int, fixed: Collection[int]) -> list[tuple[int, ...]]:
    """Return the numbers of the pieces of each body."""
    moving = [(number,) for number in range(pieces) if number not in fixed]
    return [tuple(sorted(fixed)), *moving] if fixed else [*moving]


def _located(
    lattice: Lattice, pieces: Sequence[Sequence[Cell]], bodies: Sequence[tuple[int, ...]]
) -> tuple[tuple[Form, ...], Positions]:
    """Return the forms of bodies, and their positions."""
    located = [form_of(lattice, tuple(chain.from_iterable(pieces[number] for number in body))) for body in bodies]
    return tuple(form for form, _ in located), tuple(position for _, position in located)
