"""How hard a puzzle with one solution is: what a person has to look ahead.

The person knows the pieces and the cells, and always takes the easiest step that helps. *Forced*: a cell that only one
placement can cover, or a piece with one place left; it is laid. *Hole*: a placement after which some cell, piece or
rule cannot be met any more is struck out. *Look-ahead*: a placement is struck out because so many rounds of forced
moves after it end in such a hole; those with the fewest rounds first. *Guess*: where nothing else helps, each placement
of the cells and pieces with the fewest choices is tried, then each of all, with all of the above after it; those that
end in a hole are struck out. The hardest step makes the grade: forced moves and holes are easy, looking one or two
rounds ahead is medium, further is hard, a guess (look-ahead within a guess) is expert; more than five steps of the
hardest kind, forced ones not counted, make it one grade harder. All that can be done in one step is done at once, so
that neither names nor order, neither turning nor moving change a grade.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from cp_puzzles.analysis.design.position import Position, Reasoner
from cp_puzzles.api import solve
from cp_puzzles.cover.problem import Cover, build_cover
from cp_puzzles.errors import MistakeError
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.number import counted
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.puzzle.source import PuzzleSource, puzzle_from
from cp_puzzles.search.interrupt import unless_interrupted

Grade = Literal["easy", "medium", "hard", "expert"]

GRADES: tuple[Grade, ...] = ("easy", "medium", "hard", "expert")
"""From the easiest."""

FAR = 3
"""So many rounds ahead are hard."""

MANY = 5
"""More steps of the hardest kind than these make a puzzle one grade harder."""

DEEPEST = 2
"""Guesses within one another are looked at so far; the look-ahead is the first."""

MOST_WORK = 200_000_000
"""Options looked at in positions, all together: half a minute. A puzzle that needs more is expert."""

Technique = Literal["forced", "hole", "look-ahead", "guess"]

DEPTHS: dict[Technique, int] = {"forced": 0, "hole": 0, "look-ahead": 1, "guess": DEEPEST}
"""How many guesses within one another each takes, the easiest first."""


@dataclass(frozen=True)
class Step:
    """What a person sees at once: placements that are laid (`forced`) or struck out, each `because` of something.

    `rounds` of forced moves were looked ahead; a `because` names the cell, piece or rule that leaves no choice, or that
    could not be met in the end.
    """

    technique: Technique
    placements: tuple[Placement, ...]
    because: tuple[str, ...] = field(repr=False)
    rounds: int = 0

    @property
    def kind(self) -> int:
        """How hard it is, as the number of a grade."""
        if self.technique == "guess":
            return 3
        return 0 if self.rounds == 0 else 1 if self.rounds < FAR else 2


@dataclass(frozen=True)
class Difficulty:
    """A grade and the steps that lead to the solution, justified one by one.

    `depth`: guesses within one another, 0 where every move is forced; one more than `DEEPEST` where the steps end
    before the solution.
    """

    grade: Grade
    depth: int
    steps: tuple[Step, ...] = field(repr=False)

    @property
    def reach(self) -> int:
        """The most rounds of forced moves that have to be looked ahead."""
        return max((step.rounds for step in self.steps), default=0)

    def __str__(self) -> str:
        count = Counter(step.technique for step in self.steps)
        told = [f"{count[name]} {name}" for name in DEPTHS if count[name]]
        ahead = f", up to {counted(self.reach, 'round')} ahead" if self.reach else ""
        more = f", then more than {DEEPEST} guesses deep" if self.depth > DEEPEST else ""
        return f"{self.grade} (steps: {', '.join(told) or 'none'}{ahead}{more})"

    def summary(self) -> dict[str, Any]:
        """The grade and what it is from, as plain data."""
        count = Counter(step.technique for step in self.steps)
        return {"grade": self.grade, "depth": self.depth, "rounds": self.reach, "steps": dict(sorted(count.items()))}


def difficulty(puzzle: PuzzleSource, *, time_limit: float | None = None) -> Difficulty:
    """How hard a puzzle is for a person; see the module for what that means.

    Raises `MistakeError` if it has not exactly one solution, turned and mirrored ones counted too, or that could not be
    found out in `time_limit` seconds.

    >>> from cp_puzzles import load_spec
    >>> given = ("P@0,0;0,1;0,2;1,0;1,1", "N@0,3;0,4;0,5;1,2;1,3")
    >>> difficulty(load_spec("pentomino6x10", given=given))
    Traceback (most recent call last):
        ...
    cp_puzzles.errors.MistakeError: Pentominoes 6x10: it has several solutions, and no grade; ...
    """
    puzzle = puzzle_from(puzzle)
    found = unless_interrupted(lambda: solve(puzzle, symmetry="off", limit=2, jobs=1, time_limit=time_limit))
    if found.count != 1 or found.status != "complete":
        what = (
            "several solutions" if found.count > 1 else "no solution" if found.is_proof_of_none else "not been solved"
        )
        raise MistakeError(
            puzzle.name,
            f"it has {what}, and no grade",
            "grade a puzzle with one solution, turned and mirrored ones counted; `design` makes some",
        )
    return difficulty_of(puzzle)


def difficulty_of(puzzle: Puzzle) -> Difficulty:
    """The difficulty of a puzzle that is known to have exactly one solution."""
    cover = build_cover(puzzle)
    if len(cover.problem.options) * len(cover.problem.items) > MOST_WORK:
        return Difficulty("expert", DEEPEST + 1, ())
    path = _Path(Reasoner(cover))
    steps = tuple(path.steps())
    if not path.is_solved:
        return Difficulty("expert", DEEPEST + 1, steps)
    depth = max((DEPTHS[step.technique] for step in steps), default=0)
    kind = max((step.kind for step in steps), default=0)
    harder = sum(step.kind == kind and step.technique != "forced" for step in steps) > MANY
    return Difficulty(GRADES[min(kind + harder, len(GRADES) - 1)], depth, steps)


class _TooMuchError(Exception):
    """More work than a person should be thought to do."""


class _Path:
    """The way from the first position to the last, by the easiest steps."""

    def __init__(self, reasoner: Reasoner) -> None:
        self._reasoner = reasoner
        self._cover: Cover = reasoner.cover
        self.is_solved = False

    def steps(self) -> Iterator[Step]:
        """The steps, as far as they lead."""
        reasoner, position = self._reasoner, self._reasoner.start()
        while True:
            if forced := reasoner.forced(position):
                position = reasoner.with_chosen(position, forced)
                yield self._step("forced", forced)
            elif not position.open.any():
                self.is_solved = True
                return
            else:
                try:
                    step, out = self._strike(position)
                except _TooMuchError:
                    return
                if not out:
                    return
                position = reasoner.without(position, out)
                yield step

    def _strike(self, position: Position) -> tuple[Step, dict[int, int]]:
        """The easiest step that strikes something out."""
        self._refuse_too_much(position)
        found = self._reasoner.refuted(position)
        if found.options:
            rounds, out = found.rounds[0], dict(zip(found.options, found.dead, strict=True))
            return self._step("look-ahead" if rounds else "hole", out, rounds), out
        open_options = position.open.nonzero()[0].tolist()
        for options in (self._reasoner.fewest(position), open_options):
            out = {option: dead for option in options if (dead := self._dead_end(position, option)) is not None}
            if out:
                break
        return self._step("guess", out), out

    def _dead_end(self, position: Position, option: int) -> int | None:
        """What cannot be met in the end if an option is tried, with forced moves and look-ahead after it."""
        reasoner = self._reasoner
        position = reasoner.with_chosen(position, (option,))
        while (dead := reasoner.dead(position)) is None:
            if forced := reasoner.forced(position):
                position = reasoner.with_chosen(position, forced)
                continue
            self._refuse_too_much(position)
            out = reasoner.refuted(position, all_rounds=True).options
            if not out:
                return None
            position = reasoner.without(position, out)
        return dead

    def _refuse_too_much(self, position: Position) -> None:
        if self._reasoner.work + int(position.open.sum()) ** 2 > MOST_WORK:
            raise _TooMuchError

    def _step(self, technique: Technique, options: dict[int, int], rounds: int = 0) -> Step:
        placed = [option for option in sorted(options) if option < len(self._cover.placements)]
        return Step(
            technique,
            tuple(self._cover.placements[option] for option in placed),
            tuple(self._name(options[option]) for option in placed),
            rounds,
        )

    def _name(self, item: int) -> str:
        items = self._cover.problem.items
        return f"{items[item].kind} {items[item].name}" if item < len(items) else "a rule of the finished puzzle"
