"""Difficulty of a puzzle with a unique solution: the amount of look-ahead that a person needs.

The person knows the pieces and the cells and always takes the easiest step that helps:

- *forced*: only one placement can cover a cell, or a piece has one place left; place it.
- *hole*: exclude a placement after which some cell, piece or rule cannot be satisfied.
- *look-ahead*: exclude a placement because rounds of forced moves after it end in a hole, fewest rounds first.
- *guess*: try each placement of the cells and pieces with the fewest options, then every placement, with all of the
  above after it; exclude those that end in a hole.

The hardest step determines the grade: forced moves and holes are easy, one or two rounds of look-ahead medium, more
rounds hard, a guess expert. More than five steps of the hardest kind, forced ones aside, raise the grade by one. All
placements that a step excludes are excluded at once, so a grade does not depend on names, order or orientation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from cp_puzzles.analysis.analysis_options import GRADES, Grade, GradeOptions
from cp_puzzles.base.deadline import CanceledError, propagate_interrupt
from cp_puzzles.base.text import counted
from cp_puzzles.cover.cover_problem import Cover, build_cover
from cp_puzzles.cover.proofs.forced_moves import Position
from cp_puzzles.cover.symmetry.symmetry_group import Symmetry
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.search.puzzle_options import puzzle_function
from cp_puzzles.search.run_result import RunResult
from cp_puzzles.search.search import find_solutions
from cp_puzzles.search.search_options import SearchOptions

HARD_FROM_ROUNDS = 3
"""Rounds of look-ahead from which a step is hard."""

MAX_STEPS_OF_HARDEST_KIND = 5
"""Steps of the hardest kind beyond which the grade rises by one."""

MAX_GUESS_DEPTH = 2
"""Nested guesses that are considered; look-ahead is the first level."""

MAX_OPTIONS_EXAMINED = 200_000_000
"""Options examined in all positions, about half a minute; a puzzle that needs more is expert."""

Technique = Literal["forced", "hole", "look-ahead", "guess"]

DEPTHS: dict[Technique, int] = {"forced": 0, "hole": 0, "look-ahead": 1, "guess": MAX_GUESS_DEPTH}
"""Nested guesses of each technique, easiest first."""


Counts = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]

PRODUCT_MULTIPLICATIONS = 500_000
"""Largest matrix product in one call: BLAS threads larger ones, which takes ten times longer at these shapes."""


@dataclass(frozen=True)
class SolvingStep:
    """Placements that one step places (`forced`) or excludes, each with the item that justifies it in `because`.

    `because` names the cell, piece or rule that has no other option, or that cannot be satisfied after `rounds` of
    forced moves.
    """

    technique: Technique
    placements: tuple[Placement, ...]
    because: tuple[str, ...] = field(repr=False)
    rounds: int = 0

    @property
    def kind(self) -> int:
        """The index of the grade of the step."""
        if self.technique == "guess":
            return 3
        return 0 if self.rounds == 0 else 1 if self.rounds < HARD_FROM_ROUNDS else 2


@dataclass(frozen=True)
class Difficulty:
    """A grade and the justified steps that lead to the solution.

    `depth` is the number of nested guesses, 0 if every move is forced, `MAX_GUESS_DEPTH` + 1 if the steps end
    before the solution.
    """

    grade: Grade
    depth: int
    steps: tuple[SolvingStep, ...] = field(repr=False)

    @property
    def reach(self) -> int:
        """The largest number of look-ahead rounds."""
        return max((step.rounds for step in self.steps), default=0)

    def __str__(self) -> str:
        count = Counter(step.technique for step in self.steps)
        parts = [f"{count[name]} {name}" for name in DEPTHS if count[name]]
        ahead = f", up to {counted(self.reach, 'round')} ahead" if self.reach else ""
        more = f", then more than {MAX_GUESS_DEPTH} guesses deep" if self.depth > MAX_GUESS_DEPTH else ""
        return f"{self.grade} (steps: {', '.join(parts) or 'none'}{ahead}{more})"

    def summary(self) -> dict[str, Any]:
        """Return the grade and its numbers of steps as plain data."""
        count = Counter(step.technique for step in self.steps)
        return {"grade": self.grade, "depth": self.depth, "rounds": self.reach, "steps": dict(sorted(count.items()))}


@puzzle_function(GradeOptions)
def difficulty(puzzle: Puzzle, options: GradeOptions) -> Difficulty:
    """Grade the difficulty of a puzzle with a unique solution.

    Raises
    ------
    MistakeError
        If the puzzle does not have exactly one solution, counting rotations and reflections, or if the time limit ends
        first.

    See Also
    --------
    design, hint

    Examples
    --------
    >>> from cp_puzzles import load_spec
    >>> given = ("P@0,0;0,1;0,2;1,0;1,1", "N@0,3;0,4;0,5;1,2;1,3")
    >>> difficulty(load_spec("pentomino6x10", given=given))
    Traceback (most recent call last):
        ...
    cp_puzzles.errors.MistakeError: Pentominoes 6x10: the puzzle has several solutions, so it has no grade; ...
    """

    def twice(symmetry: Symmetry) -> RunResult:
        asked = SearchOptions(symmetry=symmetry, limit=2, jobs=1, time_limit=options.time_limit)
        return propagate_interrupt(lambda: find_solutions(puzzle, asked))

    result = twice("off")
    if result.count == 1 and result.status == "complete":
        return difficulty_of(puzzle)
    state = "has no solution" if result.is_proof_of_none else "has not been solved"
    if result.count > 1:
        different = twice("full")
        is_one = different.count == 1 and different.status == "complete"
        state = "has several solutions" + " that are rotations and reflections of one another" * is_one
    remedy = "grade a cover problem with one solution"
    if puzzle.has_board:
        remedy = "grade a puzzle with one solution, counting rotations and reflections"
        remedy += "; give a piece, or let `design` do so"
    raise MistakeError(puzzle.name, f"the puzzle {state}, so it has no grade", remedy)


def difficulty_of(puzzle: Puzzle) -> Difficulty:
    """Grade a puzzle that is known to have exactly one solution."""
    cover = build_cover(puzzle)
    if len(cover.problem.options) * len(cover.problem.items) > MAX_OPTIONS_EXAMINED:
        return Difficulty("expert", MAX_GUESS_DEPTH + 1, ())
    path = _Path(cover)
    steps = tuple(path.steps())
    if not path.is_solved:
        return Difficulty("expert", MAX_GUESS_DEPTH + 1, steps)
    depth = max((DEPTHS[step.technique] for step in steps), default=0)
    kind = max((step.kind for step in steps), default=0)
    harder = sum(step.kind == kind and step.technique != "forced" for step in steps) > MAX_STEPS_OF_HARDEST_KIND
    return Difficulty(GRADES[min(kind + harder, len(GRADES) - 1)], depth, steps)


class _Path:
    """The path from the first position to the solution by the easiest steps."""

    def __init__(self, cover: Cover) -> None:
        self._cover, self._position = cover, Position.of(cover.problem)
        self._look_ahead = LookAhead(cover)
        self.is_solved = False

    def steps(self) -> Iterator[SolvingStep]:
        """Yield the steps until the solution is reached or no step helps."""
        while self._position.active:
            if forced := self._position.forced()[0]:
                self._position = self._position.choose(*forced)
                yield self._step("forced", forced)
                continue
            try:
                step, excluded = self._exclusion()
            except CanceledError:
                return
            if not excluded:
                return
            self._position = self._position.exclude(excluded)
            yield step
        self.is_solved = True

    def _exclusion(self) -> tuple[SolvingStep, dict[int, int]]:
        """Return the easiest step that excludes an option."""
        position = self._position
        rounds, out = self._look_ahead.refuted(position)
        if out:
            return self._step("look-ahead" if rounds else "hole", out, rounds), out
        for options in (self._tightest(), position.options):
            out = {option: dead for option in options if (dead := self._dead_end(option)) is not None}
            if out:
                break
        return self._step("guess", out), out

    def _tightest(self) -> list[int]:
        """Return the active options of the unsatisfied items with the fewest options to spare."""
        position, problem = self._position, self._cover.problem
        needed = {item: number for item in range(len(problem.items)) if (number := position.needed(item)) > 0}
        spare = {item: position.remaining(item) - number for item, number in needed.items()}
        least = min(spare.values(), default=0)
        few = {item for item, number in spare.items() if number == least}
        return [option for option in position.options if not few.isdisjoint(problem.options[option])]

    def _dead_end(self, option: int) -> int | None:
        """Return the item that cannot be satisfied after an option and its consequences, if there is one."""
        position = self._position.choose(option)
        while True:
            forced, dead = position.forced()
            if dead is not None:
                return dead
            if not position.active and not self._cover.accepts(position.chosen):
                return len(position.rows)  # stands for a rule
            if forced:
                position = position.choose(*forced)
                continue
            _, out = self._look_ahead.refuted(position, all_rounds=True)
            if not out:
                return None
            position = position.exclude(out)

    def _step(self, technique: Technique, options: dict[int, int], rounds: int = 0) -> SolvingStep:
        placements, items = self._cover.placements, self._cover.problem.items
        placed = [option for option in sorted(options) if option < len(placements)]
        names = [f"{item.kind} {item.name}" for item in items] + ["a rule of the finished puzzle"]
        because = tuple(names[options[option]] for option in placed)
        return SolvingStep(technique, tuple(placements[option] for option in placed), because, rounds)


class LookAhead:
    """The look-ahead in a cover problem, in all positions at once; `examined` counts the options of all positions.

    Each column of an array is the position after one option. A round takes three products with the matrix of options
    and items, which takes a third of the time of a `Position` for each option (pentominoes 6x10).
    """

    def __init__(self, cover: Cover) -> None:
        table, bounds = cover.problem.table, [(item.minimum, item.maximum) for item in cover.problem.items]
        self.examined = 0
        self._cover = cover
        self._covers = np.zeros((len(table), len(bounds)), dtype=np.float32)
        self._covers[table.rows, table.values] = 1
        self._bounds = np.array(bounds, dtype=np.float32).reshape(-1, 2)

    def refuted(self, position: Position, *, all_rounds: bool = False) -> tuple[int, dict[int, int]]:
        """Return the options refuted in the fewest rounds, or in any number, each with the item that cannot be met.

        A round makes all forced moves, so that the result does not depend on the order of items and options. What
        auxiliaries force, such as a bound of a sum, belongs to the round of the placements that imply them. The item
        after the last stands for a rule of finished tilings. Raises `CanceledError` if too many options are examined.
        """
        if self.examined + position.active.bit_count() ** 2 > MAX_OPTIONS_EXAMINED:
            raise CanceledError
        options = columns = np.array(position.options, dtype=np.intp)
        covers = self._covers[columns]
        covering = np.ascontiguousarray(covers.T)
        minimum, maximum = self._bounds[:, :1], self._bounds[:, 1:]
        is_auxiliary = columns[:, None] >= len(self._cover.placements)
        chosen: Mask = np.eye(len(columns), dtype=np.bool_)
        covered: Counts = np.array(position.covered, dtype=np.float32)[:, None] + covering
        active = ~chosen
        refuted: dict[int, int] = {}
        rounds = 0
        while True:
            active &= _product(covers, covered >= maximum) == 0
            self.examined += active.size
            remaining, needed = _product(covering, active), minimum - covered
            wrong = (needed > remaining) | (covered > maximum)
            dead, items = np.logical_or.reduce(wrong), wrong.argmax(axis=0)
            for trial in np.flatnonzero(~dead & ~active.any(axis=0)).tolist() if self._cover.checks else ():
                if not self._cover.accepts([*position.chosen, *columns[chosen[:, trial]].tolist()]):
                    dead[trial], items[trial] = True, len(maximum)
            refuted |= zip(options[dead].tolist(), items[dead].tolist(), strict=True)
            if refuted and not all_rounds:
                break
            forced = active & (_product(covers, (needed > 0) & (remaining == needed)) > 0)
            going = ~dead & np.logical_or.reduce(forced)
            if not going.any():
                break
            forced, options = forced[:, going], options[going]
            following = forced & is_auxiliary
            if following.any():
                forced = following
            else:
                rounds += 1
            chosen = chosen[:, going] | forced
            covered = covered[:, going] + _product(covering, forced)
            active = active[:, going] & ~forced
        return rounds, dict(sorted(refuted.items()))


def _product(matrix: Counts, marks: Mask) -> Counts:
    product = np.empty((len(matrix), marks.shape[1]), dtype=np.float32)
    width = max(1, PRODUCT_MULTIPLICATIONS // max(1, matrix.size))
    for first in range(0, marks.shape[1], width):
        part = slice(first, first + width)
        np.matmul(matrix, marks[:, part].astype(np.float32), out=product[:, part])
    return product
