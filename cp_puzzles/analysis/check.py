"""What can be said about a puzzle file, and whether its expected numbers are right."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from cp_puzzles.analysis.design.difficulty import Difficulty, difficulty
from cp_puzzles.api import count
from cp_puzzles.cover.problem import Cover, build_cover
from cp_puzzles.deadline import deadline_after, within
from cp_puzzles.engines.registry import DEFAULT
from cp_puzzles.errors import MistakeError
from cp_puzzles.options import SearchOptions
from cp_puzzles.proofs.reason import reason_for_none
from cp_puzzles.puzzle.build import build_puzzle
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.search.interrupt import unless_interrupted
from cp_puzzles.spec.load import load_spec
from cp_puzzles.symmetry.group import QUESTIONS, SYMMETRIES, Symmetry, symmetry_group


@dataclass(frozen=True)
class Comparison:
    """A number that the file expects beside the one that was counted (None: the time limit came first)."""

    what: str
    expected: int
    counted: int | None
    seconds: float = 0.0

    @property
    def agrees(self) -> bool:
        """Whether they are the same."""
        return self.expected == self.counted


@dataclass(frozen=True)
class Check:
    """The findings about one file; `symmetry_order` counts all symmetries of the puzzle, `rotations` the turns.

    `difficulty` if it was asked for, or `no_grade`, the reason why there is none.
    """

    file: str
    name: str
    cells: int
    tiles: int
    items: int
    options: int
    symmetry_order: int
    rotations: int
    reason: str | None
    expects_none: bool
    comparisons: tuple[Comparison, ...] = ()
    difficulty: Difficulty | None = None
    no_grade: str | None = None

    @property
    def exit_status(self) -> int:
        """0 all is right, 1 plainly no solution, 2 a number is wrong, 3 a number could not be counted in time."""
        if any(not c.agrees and c.counted is not None for c in self.comparisons):
            return 2
        if any(c.counted is None for c in self.comparisons):
            return 3
        return 1 if self.reason is not None and not self.expects_none else 0

    def summary(self) -> dict[str, Any]:
        """The findings as plain data."""
        apart = ("comparisons", "difficulty", "no_grade")
        plain = {key: value for key, value in vars(self).items() if key not in apart}
        if self.difficulty is not None or self.no_grade is not None:
            plain["difficulty"] = None if self.difficulty is None else self.difficulty.summary()
            plain["no_grade"] = self.no_grade
        return plain | {"comparisons": [vars(c) | {"agrees": c.agrees} for c in self.comparisons]}


def check_spec(
    path: str,
    *,
    solve: bool = False,
    grade: bool = False,
    engine: str = DEFAULT,
    jobs: int | None = None,
    time_limit: float | None = None,
    memory: int | None = None,
) -> Check:
    """Check a puzzle file; with `solve` count what it expects, with `grade` say how hard it is.

    Raises `SpecError` for a mistake in it, and `TimeIsOver` if it cannot even be laid out in so many seconds.

    >>> check = check_spec("pentomino6x10")
    >>> check.options, check.symmetry_order, check.exit_status
    (2056, 4, 0)
    """
    options = SearchOptions(engine=engine, jobs=jobs, time_limit=time_limit, memory=memory)
    deadline = deadline_after(time_limit)
    spec = within(deadline, "reading", lambda: load_spec(path))
    puzzle = within(deadline, "reading", lambda: build_puzzle(spec))
    cover = within(deadline, "placing", lambda: build_cover(puzzle, memory))
    orders = within(deadline, "looking for symmetries", lambda: _motions(cover))
    reason = within(deadline, "looking for reasons", lambda: reason_for_none(cover))
    comparisons: list[Comparison] = []
    if spec.expected.options is not None:
        comparisons.append(Comparison("options", spec.expected.options, len(cover.problem.options)))
    if solve and spec.expected.best is not None:
        result = unless_interrupted(partial(count, puzzle, **vars(replace(options, limit=1))))
        value = (result.objective or {}).get("value") if result.status in ("limit", "complete") else None
        comparisons.append(Comparison("best", spec.expected.best, value, result.seconds))
    for symmetry in QUESTIONS if solve else ():
        expected = getattr(spec.expected, symmetry)
        if expected is not None:
            asked = replace(options, symmetry=symmetry)
            result = unless_interrupted(partial(count, puzzle, **vars(asked)))
            counted = result.count if result.status == "complete" else None
            comparisons.append(Comparison(symmetry, expected, counted, result.seconds))
    graded, no_grade = _graded(puzzle, time_limit) if grade else (None, None)
    return Check(
        file=path,
        name=puzzle.name,
        cells=len(puzzle.board.cells),
        tiles=len(puzzle.tiles),
        items=len(cover.problem.items),
        options=len(cover.problem.options),
        symmetry_order=orders["full"],
        rotations=orders["rotations"],
        reason=reason,
        expects_none=0 in (getattr(spec.expected, symmetry) for symmetry in QUESTIONS),
        comparisons=tuple(comparisons),
        difficulty=graded,
        no_grade=no_grade,
    )


def _motions(cover: Cover) -> dict[Symmetry, int]:
    """How many motions of the board keep the puzzle."""
    groups = {symmetry: symmetry_group(cover, symmetry) for symmetry in SYMMETRIES}
    return {symmetry: group.order * group.still for symmetry, group in groups.items()}


def _graded(puzzle: Puzzle, time_limit: float | None) -> tuple[Difficulty | None, str | None]:
    """How hard a puzzle is, or why that cannot be said."""
    try:
        return difficulty(puzzle, time_limit=time_limit), None
    except MistakeError as error:
        return None, error.problem
