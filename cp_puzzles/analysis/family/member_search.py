"""The question about the members of a family, and its answer about one of them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from time import monotonic
from typing import Any

from cp_puzzles.analysis.family.family import Family, Kin
from cp_puzzles.analysis.family.first_fit import first_fit
from cp_puzzles.analysis.family.member import Answer, Member
from cp_puzzles.analysis.family.shared_cover import SharedCover, can_share
from cp_puzzles.analysis.options import Question
from cp_puzzles.base.deadline import NO_DEADLINE, CanceledError, Deadline
from cp_puzzles.base.interrupts import propagate_interrupt
from cp_puzzles.cover.counting_arguments import reason_by_size
from cp_puzzles.cover.symmetry.symmetry_group import Symmetry
from cp_puzzles.engines.registry import AUTO, FASTEST
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.search.options import SearchOptions
from cp_puzzles.search.run_result import RunResult
from cp_puzzles.search.searches import count_solutions

KEPT_BASES = 4
"""Boards whose cover problem a process keeps."""


@dataclass(frozen=True)
class Inquest:
    """The question about the members of a family, and how it is answered."""

    family: Family
    question: Question
    symmetry: Symmetry
    engine: str | None
    time_limit: float | None
    memory: int | None = None
    _bases: dict[Kin, tuple[Puzzle, SharedCover | None]] = field(default_factory=dict, compare=False, repr=False)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_bases": {}}

    def _base(self, member: Member) -> tuple[Puzzle, SharedCover | None]:
        kin = self.family.kin(member)
        if kin not in self._bases:
            puzzle = self.family.base(member)
            engine = FASTEST if self.engine in (None, AUTO) else str(self.engine)
            is_shared = can_share(puzzle, self.question, self.symmetry, self.engine)
            while len(self._bases) >= KEPT_BASES:
                del self._bases[next(iter(self._bases))]
            self._bases[kin] = (puzzle, SharedCover(puzzle, engine) if is_shared else None)
        return self._bases[kin]

    def shared(self, member: Member) -> SharedCover | None:
        """Return the shared cover problem of a member and its kin; None if there is none or the member is wrong."""
        try:
            return self._base(member)[1]
        except MistakeError:
            return None

    def answer(self, member: Member, deadline: Deadline = NO_DEADLINE) -> Answer:
        """Return the answer about a member; a mistake in the member is its answer."""
        end = deadline.earlier(self.time_limit)
        try:
            base, shared = end.run("setting up", lambda: self._base(member))
            varies = bool(member.leave) or member.tiles is not None
            if varies and shared is not None and shared.is_exact(member):
                end.run("setting up", shared.prepare)
                return shared.answer(member, self.question, lambda: end.has_passed)
            return self._alone(end.run("setting up", lambda: self.family.puzzle(member, base)), end)
        except MistakeError as error:
            return Answer("mistake", reason=str(error), mistake=error)
        except CanceledError:
            return Answer("time-limit")

    def _alone(self, puzzle: Puzzle, end: Deadline) -> Answer:
        """Return the answer about a puzzle that shares nothing with others."""
        started = monotonic()
        if self.question == "grade":
            return self._grade(puzzle, end)
        if self.question == "solvable" and (known := _known(puzzle)) is not None:
            return replace(known, seconds=monotonic() - started)
        limit = {"solvable": 1, "unique": 2, "best": 1}.get(self.question)
        if self.question == "best" and puzzle.objective is None:
            raise MistakeError(puzzle.name, "it has no objective", "add maximize: or minimize: to the puzzle")
        result = self._counted(puzzle, limit, end, self.engine)
        seconds = monotonic() - started
        is_known = result.status in ("complete", "limit")
        return Answer(
            "complete" if is_known else "time-limit",
            solvable=True if result.count else False if is_known else None,
            solutions=result.count if result.status == "complete" and self.question in ("count", "unique") else None,
            value=self._value(result.count, result.objective) if is_known else None,
            reason=result.reason,
            seconds=seconds,
        )

    def _counted(self, puzzle: Puzzle, limit: int | None, end: Deadline, engine: str | None = None) -> RunResult:
        asked: dict[str, Any] = {"symmetry": self.symmetry, "engine": engine, "limit": limit, "memory": self.memory}
        options = SearchOptions(**asked, time_limit=end.seconds, jobs=1)
        return propagate_interrupt(partial(count_solutions, puzzle, options))

    def _value(self, solutions: int, objective: Any) -> Any:
        if self.question == "unique":
            return solutions == 1
        return objective["value"] if self.question == "best" and objective else None

    def _grade(self, puzzle: Puzzle, end: Deadline) -> Answer:
        from cp_puzzles.analysis.design.difficulty import difficulty

        started = monotonic()
        solutions = self._counted(puzzle, 2, end)
        if solutions.count != 1 or solutions.status == "time-limit":
            is_known = solutions.status != "time-limit"
            value = None if not is_known else "several solutions" if solutions.count else None
            status = "complete" if is_known else "time-limit"
            return Answer(status, bool(solutions.count) if is_known else None, value=value)  # type: ignore[arg-type]
        grade = end.run("grading", lambda: difficulty(puzzle)).grade
        return Answer("complete", True, value=grade, seconds=monotonic() - started)


def _known(puzzle: Puzzle) -> Answer | None:
    """Return the answer about a puzzle whose tiles are too large, or have room without a search; else None."""
    reason = reason_by_size(puzzle)
    if reason is not None:
        return Answer("complete", solvable=False, reason=reason)
    placements = first_fit(puzzle)
    if placements is None:
        return None
    return Answer("complete", solvable=True, placements=tuple((each.tile, each.cells) for each in placements))
