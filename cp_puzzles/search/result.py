"""The result of a search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from cp_puzzles.cover.problem import Cover
from cp_puzzles.cover.solutions import Solutions
from cp_puzzles.display import Displayed
from cp_puzzles.engines.base import Question
from cp_puzzles.search.work.job import Job

Status = Literal["complete", "limit", "time-limit", "interrupted"]
"""How a search ended: everything is known, or what cut it short."""


SUMMARY_KEYS = (
    *("name", "engine", "symmetry", "breaking", "status", "solutions", "raw", "self_symmetric", "group_order"),
    *("cells", "tiles", "items", "options", "first_solution_seconds", "seconds", "jobs"),
)
"""The keys of a summary, in order, before the statistics."""


@dataclass(frozen=True)
class RunResult(Displayed):
    """What a search found and how.

    `count` solutions at the asked symmetry, `solutions` those that were kept, in order. `raw` is the number without
    symmetry (the sum of the orbits' sizes) and `self_symmetric` the number of solutions with a symmetry of their own;
    both are None when the search is not complete. `reason` says why there is no solution where that is plain without
    a search. `objective`, of a puzzle that has one: what is made largest or smallest, the `value` of the solutions, and
    the `bound` that no value can pass; they are equal where the best is proved.
    `statistics` are the engine's own figures. Times are seconds. `stopped_while` is what was done when the search ended
    before it had begun; sizes that were not known by then are None.
    """

    name: str
    engine: str
    symmetry: str
    breaking: str
    status: Status
    cells: int
    tiles: int
    seconds: float
    jobs: int
    solutions: Solutions = field(repr=False)
    count: int = 0
    raw: int | None = None
    self_symmetric: int | None = None
    group_order: int | None = None
    items: int | None = None
    options: int | None = None
    first_solution_seconds: float | None = None
    reason: str | None = None
    statistics: Mapping[str, Any] = field(default_factory=dict)
    objective: Mapping[str, Any] | None = None
    stopped_while: str | None = None

    @classmethod
    def before(
        cls,
        job: Job,
        status: Status,
        stopped_while: str | None,
        reason: str | None = None,
        *,
        seconds: float,
        jobs: int,
    ) -> RunResult:
        """The result of a job that was stopped, or settled for a reason, before its cover problem was there."""
        return cls(
            name=job.puzzle.name,
            engine=job.engine,
            symmetry=job.symmetry,
            breaking=job.breaking,
            status=status,
            cells=len(job.puzzle.board.cells),
            tiles=len(job.puzzle.tiles),
            seconds=seconds,
            jobs=jobs,
            solutions=Solutions(job.puzzle),
            stopped_while=stopped_while,
            reason=reason,
            raw=None if reason is None else 0,
            self_symmetric=None if reason is None else 0,
        )

    @classmethod
    def of(cls, job: Job, cover: Cover, question: Question, **found: Any) -> RunResult:
        """The result of a job that asks this question: what is known before the search, and what it `found`.

        Where motions of the board move no placement, every solution has them for its symmetries.
        """
        if question.leader.group.still > 1 and found.get("self_symmetric") is not None:
            found["self_symmetric"] = found["count"]
        return cls(
            name=cover.puzzle.name,
            engine=job.engine,
            symmetry=job.symmetry,
            breaking=job.breaking,
            group_order=question.leader.group.order,
            cells=len(cover.puzzle.board.cells) or len(cover.problem.cells),
            tiles=len(cover.puzzle.tiles) or len(cover.problem.tiles),
            items=len(cover.problem.items),
            options=len(cover.problem.options),
            **found,
        )

    @property
    def is_proof_of_none(self) -> bool:
        """Whether it is proved that there is no solution."""
        return self.status == "complete" and self.count == 0

    def summary(self) -> dict[str, Any]:
        """The summary that `--json` prints; `solutions` is the number of solutions."""
        result: dict[str, Any] = {key: getattr(self, key) for key in SUMMARY_KEYS}
        result["solutions"] = self.count
        if self.reason is not None:
            result["reason"] = self.reason
        if self.objective is not None:
            result["objective"] = dict(self.objective)
        if self.stopped_while is not None:
            result["stopped_while"] = self.stopped_while
        return result | {"statistics": dict(self.statistics)}
