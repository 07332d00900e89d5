"""The outcome of a run: sums over its parts, how it ended, and the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from time import monotonic

from cp_puzzles.cover.solution import Solution, Solutions
from cp_puzzles.engines.engine import Part
from cp_puzzles.errors import EngineError, LostPartError
from cp_puzzles.search.forecast.work_estimate import BackgroundEstimate
from cp_puzzles.search.ordered_results import ResumeState
from cp_puzzles.search.partition.partition import Partition
from cp_puzzles.search.progress import Progress
from cp_puzzles.search.run_plan import RunPlan
from cp_puzzles.search.run_result import RunResult, Status
from cp_puzzles.search.workers.messages import Counted, Failed, Finished, Found, Message, Notice, Restarted

MAX_LOST_PARTS = 3
"""The number of lost parts after which the search stops, if no part is finished."""


class RunOutcome:
    """The outcome of a run so far, from which its progress and its result are built.

    It sums the results of parts, from earlier sessions and from messages. `released` counts the solutions that were
    yielded. `ended` is the reason why the search ended early, `phase` the work that was canceled before the search
    began. `engine` is the one that answered. `is_cut` is set if known solutions were not yielded. `preparation` has
    the statistics of compiling before the search.
    """

    def __init__(self, plan: RunPlan, preparation: Mapping[str, float]) -> None:
        self._plan, self._preparation = plan, preparation
        # until the partition is known, one unsearched part keeps an interrupt from looking like a complete search
        self.begin(ResumeState(Partition((Part(),), (0.0,))))
        self.engine = plan.job.engine
        self.released = 0
        self.ended: Status | None = None
        self.is_cut = False
        self.phase: str | None = None
        self.notice: str | None = None
        self.estimate: BackgroundEstimate | None = None
        self.statistics: dict[str, object] = {}
        self._first_solution_seconds: float | None = None
        self._failure: BaseException | None = None
        self._lost: list[LostPartError] = []

    def begin(self, state: ResumeState) -> None:
        """Take the parts and the results of earlier sessions."""
        self._partition, self._earlier_seconds = state.partition, state.seconds
        self._counts = Counter({part: result.solutions for part, result in state.finished.items()})
        self._earlier_solutions = self._counts.total()
        self._results = dict(state.finished)

    def note(self, message: Message) -> bool:
        """Record a message; return True if it ends the search."""
        match message:
            case Found(part, batch):
                self._counts[part] += len(batch)
            case Counted(part, solutions):
                self._counts[part] = max(self._counts[part], solutions)
            case Finished(part, result):
                self._results[part] = result
                self._counts[part] = result.solutions
            case Restarted(part):
                self._counts[part] = 0
            case Notice(_, text):
                self.notice = text
            case Failed(_, LostPartError() as error):
                self._lost.append(error)
                return len(self._lost) >= MAX_LOST_PARTS and not self._results
            case Failed(_, error):
                self._failure = self._failure or error
                return True
        if self._counts[message.part]:
            self.note_solution()
        return False

    def note_solution(self) -> None:
        """Record the time of the first solution."""
        if self._first_solution_seconds is None:
            self._first_solution_seconds = monotonic() - self._plan.started

    @property
    def is_exhaustive(self) -> bool:
        """True if every part was searched completely; a search without parts proves nothing."""
        parts = len(self._partition.parts)
        return 0 < len(self._results) == parts and all(result.complete for result in self._results.values())

    @property
    def solutions(self) -> int:
        """The number of solutions found so far in all parts."""
        return self._counts.total()

    def raise_errors(self) -> None:
        """Raise what a worker raised; raise `LostPartError` if workers of a part died repeatedly."""
        if self._failure is not None:
            raise self._failure
        if self._lost:
            raise LostPartError("; ".join(map(str, self._lost)) + "; everything else was searched and is kept")

    def require_all_released(self) -> None:
        """Raise `EngineError` if a complete search yielded fewer or more solutions than its parts report."""
        plan = self._plan
        is_comparable = plan.job.keep and not plan.config.wants_any_solution and self.status == "complete"
        if is_comparable and self.released != self.solutions:
            raise EngineError(f"{self.released} solutions were yielded, but the parts report {self.solutions}")

    @property
    def found(self) -> int:
        """The number of solutions so far; it may exceed the limit."""
        return self.released if self._plan.job.keep else self.solutions

    @property
    def status(self) -> Status:
        """The status: `limit` even if no further solution exists, so that it does not depend on the workers' speed."""
        limit = self._plan.config.options.limit
        if limit is not None and self.found >= limit:
            return "limit"
        return "complete" if self.is_exhaustive and not self.is_cut else self.ended or "interrupted"

    def progress(self, answered: int | None = None) -> Progress:
        """Return the progress of the search, of whose solutions some are `answered` by the follow-up."""
        elapsed = monotonic() - self._plan.started
        return Progress(
            share=len(self._results) / max(1, len(self._partition.parts)),
            solutions=self.solutions,
            elapsed=elapsed,
            remaining=self._partition.remaining_seconds(self._results, self._earlier_seconds + elapsed),
            notice=self.notice,
            earlier=self._earlier_solutions,
            answered=answered,
        )

    def result(self, solutions: tuple[Solution, ...]) -> RunResult:
        """Return the result, with the solutions that the caller kept."""
        plan, status, limit = self._plan, self.status, self._plan.config.options.limit
        seconds, jobs = monotonic() - plan.started, plan.config.workers
        if plan.early is not None:
            return RunResult.before(plan.job, plan.early, seconds=seconds, jobs=jobs)
        is_complete, results = status == "complete", self._results.values()
        expected = self.estimate.statistics() if self.estimate else {}
        return RunResult.of(
            replace(plan.job, engine=self.engine, limit=limit),
            plan.cover,
            plan.request,
            status=status,
            count=self.found if is_complete or limit is None else min(self.found, limit),
            raw=sum(result.raw for result in results) if is_complete else None,
            self_symmetric=sum(result.self_symmetric for result in results) if is_complete else None,
            first_solution_seconds=self._first_solution_seconds,
            seconds=seconds,
            jobs=jobs,
            solutions=Solutions(plan.cover.puzzle, solutions),
            reason=plan.reason,
            engine_reason=plan.engine_reason,
            stopped_while=self.phase,
            statistics={**self._statistics(), **self.statistics, **expected},
        )

    def _statistics(self) -> dict[str, float]:
        """Return the engines' statistics: the largest of each size, the sum of all others."""
        sums: Counter[str] = Counter()
        sizes: Counter[str] = Counter()
        for result in self._results.values():
            sums.update(result.statistics)
            sizes |= Counter(result.sizes)
        sizes.update(self._preparation)
        return {"parts": len(self._partition.parts), **sizes, **sums}
