"""Target solutions of a design, in an order determined by a seed: random ones, or assemblies of a high level.

The searches of a design share its deadline.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import count
from random import Random
from typing import Any

import numpy as np

from cp_puzzles.analysis.numbered_tilings import Tilings, tilings_of
from cp_puzzles.base.arrays import Ints, Words, words_of
from cp_puzzles.base.deadline import CanceledError, Deadline, propagate_interrupt
from cp_puzzles.base.memory import allowed_memory
from cp_puzzles.cover.cover_problem import Cover, build_cover
from cp_puzzles.cover.solution import Solution
from cp_puzzles.cover.symmetry.leader import leader_of
from cp_puzzles.cover.verifier import verifier_of
from cp_puzzles.engines.engine import SearchRequest
from cp_puzzles.engines.registry import COUNTERS, FASTEST
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.puzzle.disassembly.distance_tables import refuse_unmovable
from cp_puzzles.puzzle.disassembly.piece_groups import unsupported_reason
from cp_puzzles.puzzle.disassembly.states import Effort
from cp_puzzles.puzzle.disassembly.take_apart import take_apart
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.rules.disassembly import Buildable
from cp_puzzles.search.estimate import estimate_of
from cp_puzzles.search.run_result import RunResult
from cp_puzzles.search.search import find_solutions
from cp_puzzles.search.search_options import SearchOptions


def solutions_until(deadline: Deadline, puzzle: Puzzle, **options: Any) -> RunResult:
    """Return the result of a search; raise `CanceledError` if the deadline ended it, and an interrupt."""
    asked = SearchOptions(time_limit=deadline.seconds, **options)
    result = propagate_interrupt(lambda: find_solutions(puzzle, asked))
    if result.status == "time-limit":
        raise CanceledError
    return result


RANDOM_PIECES_OF = 8
"""Of this many solutions with random pieces, one is searched with all, which shows whether there is any."""

MAX_LISTED_NODES, MAX_LISTED_SOLUTIONS, MAX_TABLE_BYTES = 20_000_000, 100_000, 1 << 27
"""Tilings are listed within these limits on the search, else ranked if the tables are small enough.

The limits count work instead of seconds, so that a seed draws the same solutions on every machine.
"""

ESTIMATE_SECONDS = 0.5
"""The counted seconds of the estimate of the work."""

MAX_WITHOUT_REPLACEMENT = 1_000_000
"""Tilings up to which they are drawn without replacement, so that the end is known."""


class TargetSolutions:
    """Random solutions of a puzzle, with all rotations and reflections.

    They are uniform where the tilings can be ranked; otherwise they come from randomized restarts of a search.
    """

    highest = 0
    """The highest level that was met, which these do not ask for."""

    def __init__(self, puzzle: Puzzle, seed: int, deadline: Deadline, choose: Sequence[str] = ()) -> None:
        self._puzzle, self._random, self._deadline, self._choose = puzzle, Random(seed), deadline, choose
        self._tilings = _numbered(puzzle)

    def draw(self) -> Iterator[Solution]:
        """Yield solutions; the iterator ends when all have been drawn, which only uniform sampling detects."""
        if self._tilings is None:
            yield from self._restarts()
            return
        if tuple(self._choose) == ("pieces",) and self._tilings.listed is not None:
            yield from self._rarest(self._tilings.listed)
            return
        total = self._tilings.total
        if total <= MAX_WITHOUT_REPLACEMENT:
            numbers = iter(self._random.sample(range(total), total))
        else:
            numbers = iter(lambda: self._random.randrange(total), None)
        for number in numbers:
            yield self._tilings.at([number])[0]

    def _rarest(self, solutions: Iterable[Solution]) -> Iterator[Solution]:
        """Yield solutions up to symmetry, those first whose set of pieces has the fewest solutions."""
        sets = [tuple(sorted(placement.tile for placement in each.placements)) for each in solutions]
        number = Counter(sets)
        ranked = [(number[pieces], self._random.random(), each) for pieces, each in zip(sets, solutions, strict=True)]
        for _, _, solution in sorted(ranked, key=lambda triple: triple[:2]):
            yield solution

    def _restarts(self) -> Iterator[Solution]:
        # the scan tries placements in one order, whatever the seed
        for number in count():
            seed = self._random.randrange(1 << 30)
            # a search prefers pieces with few placements, such as dominoes with equal values
            is_random = {"pieces", "conditions"} <= {*self._choose} and number % RANDOM_PIECES_OF
            puzzle = self._with_random_pieces() if is_random else self._puzzle
            asked = {"symmetry": "off", "engine": FASTEST, "limit": 1, "seed": seed, "settings": {"scan": False}}
            result = solutions_until(self._deadline, puzzle, jobs=1, **asked)
            if result.solutions:
                yield Solution(self._puzzle, result.solutions[0].placements)
            elif puzzle is self._puzzle:
                return

    def _with_random_pieces(self) -> Puzzle:
        """Return the puzzle with some of the tiles that it need not use, as many as fill the board."""
        tiles, area = self._puzzle.tiles, len(self._puzzle.required)
        kept = {tile.name for tile in tiles if tile.minimum}
        for tile in self._random.sample(tiles, len(tiles)):
            if sum(each.size * each.maximum for each in tiles if each.name in kept) >= area:
                break
            kept.add(tile.name)
        return self._puzzle.replaced(tiles=tuple(tile for tile in tiles if tile.name in kept))


def _numbered(puzzle: Puzzle) -> Tilings | None:
    cover = build_cover(puzzle)
    expected = estimate_of(SearchRequest(cover.problem, leader_of(cover, "full")), seconds=ESTIMATE_SECONDS)
    if expected.nodes.value <= MAX_LISTED_NODES and expected.solutions.value <= MAX_LISTED_SOLUTIONS:
        return tilings_of(puzzle, engine=FASTEST)
    with suppress(MistakeError):
        return None if cover.checks else tilings_of(puzzle, engine=COUNTERS[0], memory=MAX_TABLE_BYTES)
    return None


Placed = tuple[Placement, ...]
Function = Callable[[Placed], Any]

EFFORT_STATES = 5_000
"""States of an assembly that are searched at most: one that needs more is not counted as one of high level."""

SCRAMBLING_STEPS, CLIMBING_STEPS, FILLING_STEPS = 50, 300, 100
"""Steps that begin a walk, and those without an improvement that end it, and the filling after it.

With the level alone as score, 78 of 107 walks over six-piece burrs of all 837 pieces reached level 5, in 0.2 s each;
16 of 53 were unique after the filling, 4 of 56 without it, 9 of 55 after 50 steps, 12 of 34 after 200, which take
longer.
"""

START_TILES = 100
"""Tiles that the first solution has at most, beside those that it must have.

With 100 of the 837 burr pieces it takes 2 s of the processor, with all 75 s.
"""

MAX_WALKS = 200
"""Walks in a row that reach no new assembly of the level, after which there are no more."""

MAX_CHANGED_CELLS = 4
"""Cells that a step may change: those of the old placements and of the new ones that differ."""

REMOVED_PIECES = (1, 1, 1, 1, 1, 1, 2, 2, 0)
"""Pieces that a step replaces, chosen at random: one, two, or none, then one is added. On a filled board it is two."""

MAX_PAIRS = 50
"""Placements for which a second one is looked for when two pieces are replaced."""


class LevelTargets:
    """Solutions of a puzzle that come apart, with at least a certain level, in an order determined by a seed.

    They are checked for the other rules of the puzzle alone, and by their disassembly.

    A step replaces one piece by a similar one, perhaps of another tile, or two pieces by two, or adds a piece. A walk
    climbs from near one random solution: no step lowers the level, and once the pieces come apart they do so after
    every step. Then it fills: no step lowers the number of cells, since fewer empty cells leave fewer other assemblies
    of the pieces.
    """

    def __init__(self, cover: Cover, level: int, seed: int, deadline: Deadline) -> None:
        reason = unsupported_reason(cover.puzzle.lattice)
        if reason is not None:
            problem = f"pieces of this puzzle cannot be moved: {reason}"
            raise MistakeError(Parameter("level", level), problem, ("omit ", Parameter("level")))
        rules = tuple(rule for rule in cover.puzzle.rules if not isinstance(rule, Buildable))
        self._puzzle, self._cover, self._cells = cover.puzzle.replaced(rules=rules), cover, _cells_of(cover)
        self._level, self._random, self._deadline = level, Random(seed), deadline
        self._verifier = verifier_of(self._puzzle)
        self._is_filled = len(cover.puzzle.required) == len(cover.puzzle.board.cells)
        self._memory = allowed_memory(None)
        self.highest = 0

    def draw(self) -> Iterator[Solution]:
        """Yield different solutions until `MAX_WALKS` walks in a row reached none; raise `CanceledError`."""
        failures, reached, start = 0, set[Placed](), self._start()
        while start is not None and failures < MAX_WALKS:
            target = self._reached(start)
            is_new = target is not None and target.placements not in reached
            failures = 0 if is_new else failures + 1
            if target is not None and is_new:
                reached.add(target.placements)
                yield target

    def _start(self) -> Placed | None:
        """Return a random solution, with some of the tiles if these have one; None if there is no solution."""
        optional = [tile for tile in self._puzzle.tiles if not tile.minimum]
        left_out = self._random.sample(optional, max(0, len(optional) - START_TILES))
        some = self._puzzle.replaced(tiles=tuple(tile for tile in self._puzzle.tiles if tile not in left_out))
        for puzzle in (some, self._puzzle) if left_out else (self._puzzle,):
            seed = self._random.randrange(1 << 30)
            found = solutions_until(self._deadline, puzzle, symmetry="off", limit=1, seed=seed, jobs=1).solutions
            if found:
                return found[0].placements
        return None

    def _reached(self, placements: Placed) -> Solution | None:
        """Return the end of a walk if it comes apart and its level is sufficient, else None."""
        for _ in range(SCRAMBLING_STEPS):
            placements = self._step(placements) or placements
        climbed = self._walk(placements, self._score, CLIMBING_STEPS, goal=(True, self._level))
        if not self._is_sufficient(climbed):
            return None
        return Solution(self._puzzle, self._walk(climbed, _size_of, FILLING_STEPS, condition=self._is_sufficient))

    def _walk(
        self, placements: Placed, value: Function, steps: int, *, goal: Any = None, condition: Function | None = None
    ) -> Placed:
        """Return the end of a walk that keeps a condition; no step lowers a value, and some steps raise it."""
        best, idle = value(placements), 0
        while idle < steps and (goal is None or best < goal):
            following = self._step(placements)
            idle += 1
            if following is None or (reached := value(following)) < best:
                continue
            if condition is None or condition(following):
                idle = 0 if reached > best else idle
                placements, best = following, reached
        return placements

    def _is_sufficient(self, placements: Placed) -> bool:
        return self._score(placements) >= (True, self._level)

    def _step(self, placements: Placed) -> Placed | None:
        """Return the placements with one of them replaced by a similar one; None if that is no solution."""
        if self._deadline.has_passed:
            raise CanceledError("looking for a high level")
        free = [placement for placement in placements if placement in self._cover.option_of]
        count = 2 if self._is_filled else self._random.choice(REMOVED_PIECES)
        removed = self._random.sample(free, min(len(free), count))
        kept = [self._cells[self._cover.option_of[each]] for each in free if each not in removed]
        occupied = np.bitwise_or.reduce([self._cells[0] & 0, *kept])
        freed = np.bitwise_or.reduce([occupied & 0, *(self._cells[self._cover.option_of[each]] for each in removed)])
        new = self._replacement(len(removed), freed, occupied)
        following = tuple(sorted([*(each for each in placements if each not in removed), *new]))
        return following if following != placements and self._verifier.violation(following) is None else None

    def _replacement(self, count: int, freed: Words, occupied: Words) -> list[Placement]:
        """Return placements, one for each that was removed or one more, that cover nearly the same cells."""
        free = np.flatnonzero(~(self._cells & occupied).any(axis=1))
        if count < 2:
            near = free[_changed(self._cells[free], freed) <= MAX_CHANGED_CELLS] if count else free
            return [self._cover.placements[self._random.choice(near.tolist())]] if len(near) else []
        first = free[(self._cells[free] & freed).any(axis=1)].tolist()
        for option in self._random.sample(first, min(len(first), MAX_PAIRS)):
            cells = self._cells[option]
            second = free[~(self._cells[free] & cells).any(axis=1)]
            near = second[_changed(self._cells[second] | cells, freed) <= MAX_CHANGED_CELLS]
            if len(near):
                return [self._cover.placements[k] for k in (option, self._random.choice(near.tolist()))]
        return []

    def _score(self, placements: Placed) -> tuple[bool, int]:
        """Return whether an assembly comes apart, and its level, 0 if that is unknown."""
        pieces = [placement.cells for placement in placements]
        refuse_unmovable(self._puzzle.name, self._puzzle.lattice, [pieces], self._memory)
        tiling = Solution(self._puzzle, placements).tiling
        result = take_apart(self._puzzle.lattice, pieces, Effort(EFFORT_STATES, exits=1), tiling.fixed, tiling.groups)
        is_apart, level = result.apart is True, result.level or 0 if result.is_level_exact else 0
        if is_apart:
            self.highest = max(self.highest, level)
        return is_apart, level


def _changed(cells: Words, before: Words) -> Ints:
    """Return for each row of cells the number of cells that are not the same as before."""
    counts: Ints = np.bitwise_count(cells ^ before).sum(axis=1)
    return counts


def _size_of(placements: Placed) -> int:
    """Return the number of cells that placements cover."""
    return sum(len(placement.cells) for placement in placements)


def _cells_of(cover: Cover) -> Words:
    """Return for each placement the cells that it covers, as bits of words; a column per word is contiguous."""
    table, count = cover.problem.table, len(cover.placements)
    mask = np.zeros((count, -(-len(cover.cells) // 64) * 64), dtype=np.bool_)
    is_cell = (table.values < len(cover.cells)) & (table.rows < count)
    mask[table.rows[is_cell], table.values[is_cell]] = True
    return np.asfortranarray(words_of(mask))
