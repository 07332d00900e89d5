"""The search of parts with a budget, by one worker or many: parts that are open, results in order, the stored run."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from math import inf
from time import monotonic
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from cp_puzzles.base.deadline import TICK_SECONDS
from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.cover.solution import Solution, Solutions
from cp_puzzles.engines.engine import Batch, OrbitSizes, Pair, Part, PartResult, SearchRequest
from cp_puzzles.errors import LostPartError
from cp_puzzles.search.parts import OpenParts, OrderedRuns, Path, roots_of_share, share_of, split
from cp_puzzles.search.pool import MAX_TRIES, ProcessPool, Runner, Threads
from cp_puzzles.search.run_result import Progress, RunResult, Status
from cp_puzzles.search.search_options import SearchOptions
from cp_puzzles.search.worker import Job, PartJob, PartRun, PartWorker

if TYPE_CHECKING:
    from cp_puzzles.search.store.stored_run import WrittenRun

ATTEMPT_SECONDS = 0.5
"""The counted seconds of the attempt: 90 of 100 puzzles of the catalog need no more."""

BUDGET_SECONDS = 2.0
"""The counted seconds of a run of a part: with several workers, the search ends at most this long after the first one
that finds no further part."""

LEAST_SECONDS = 1e-3
"""The least useful budget: an engine looks at it every 500 nodes."""

MODEL_SECONDS = 10.0
"""The counted seconds that CP-SAT gets where all solutions are drawn; other parts are left to the fastest engine."""

SILENT_SECONDS = 120.0
"""A worker that is silent for this many seconds and ten budgets gives its part back."""

STOP_SECONDS = 2.5
"""The longest time that engines have to return what they found, after they were asked to stop."""

MAX_LOST_PARTS = 3
"""The number of lost parts after which the search stops, if no part is finished."""


@dataclass
class SearchState:
    """The state of a search, which its worker thread writes and its caller reads.

    Attributes
    ----------
    built
        The cover problem and the request, as soon as they are known.
    phase
        The step before the search, as long as it lasts; None while engines search.
    solutions, raw, self_symmetric
        The numbers so far; `earlier` of the solutions come from earlier sessions. `delivered` of them have been passed
        on, perhaps by parts that have not ended.
    share
        The finished share of the search.
    is_complete
        True if no part is open.
    engines
        The names of the engines that searched, in order, as the summary tells them.
    """

    job: Job
    jobs: int
    started: float = field(default_factory=monotonic)
    built: tuple[Cover, SearchRequest] | None = None
    phase: str | None = None
    reason: str | None = None
    engine: str = ""
    engine_reason: str | None = None
    notice: str | None = None
    solutions: int = 0
    delivered: int = 0
    raw: int = 0
    self_symmetric: int = 0
    earlier: int = 0
    earlier_seconds: float = 0.0
    parts: int = 0
    share: float = 0.0
    left: float | None = None
    is_complete: bool = False
    first_solution_seconds: float | None = None
    statistics: dict[str, object] = field(default_factory=dict)
    lost: list[LostPartError] = field(default_factory=list)
    sums: Counter[str] = field(default_factory=Counter)
    sizes: Counter[str] = field(default_factory=Counter)

    @property
    def elapsed(self) -> float:
        """The seconds since the search began."""
        return monotonic() - self.started

    def add(self, result: PartResult) -> None:
        """Add the result of a run of a part."""
        self.solutions += result.solutions
        self.raw += result.raw
        self.self_symmetric += result.self_symmetric
        self.sums.update(result.statistics)
        self.sizes |= Counter(result.sizes)
        if result.solutions:
            self.first_solution_seconds = self.first_solution_seconds or self.elapsed

    @property
    def remaining(self) -> float | None:
        """About the remaining seconds, at the rate so far; None while it is not known."""
        if self.left is not None:
            return self.left
        elapsed = self.elapsed + self.earlier_seconds
        return elapsed * (1 - self.share) / self.share if 0 < self.share <= 1 else None

    def progress(self) -> Progress:
        """Return the progress of the search."""
        solutions = max(self.solutions, self.delivered)
        return Progress(solutions, self.share, self.elapsed, self.remaining, self.notice, self.earlier)

    def result(self, solutions: tuple[Solution, ...], *, count: int, status: Status) -> RunResult:
        """Return the result of a search with a status, of which the caller kept some solutions.

        If the kernel of the group is not trivial, every solution is symmetric.
        """
        job, is_complete, is_symmetric = self.job, status == "complete", False
        parts = {"parts": self.parts} if self.parts else {}
        sizes: dict[str, Any] = {"cells": len(job.puzzle.board.cells), "tiles": len(job.puzzle.tiles)}
        if self.built is not None:
            problem, group = self.built[0].problem, self.built[1].leader.group
            sizes = {key: number or len(getattr(problem, key)) for key, number in sizes.items()}
            sizes |= {"group_order": group.order, "items": len(problem.items), "options": len(problem.options)}
            is_symmetric = group.kernel_order > 1
        return RunResult(
            **sizes,
            **{key: getattr(job, key) for key in ("symmetry", "breaking", "limit")},
            name=job.puzzle.name,
            engine=self.engine or job.engine,
            status=status,
            count=count,
            raw=self.raw if is_complete else None,
            self_symmetric=(count if is_symmetric else self.self_symmetric) if is_complete else None,
            first_solution_seconds=self.first_solution_seconds,
            seconds=self.elapsed,
            jobs=self.jobs,
            solutions=Solutions(self.built[0].puzzle if self.built else job.puzzle, solutions),
            reason=self.reason,
            engine_reason=self.engine_reason,
            stopped_while=None if is_complete else self.phase,
            statistics={**parts, **self.sizes, **self.sums, **self.statistics} if self.built else {},
        )


Jobs = Callable[[], PartJob | None]
"""The source of jobs for workers; None: no further one now."""


class PartSearch:
    """A search of parts: it changes the `state` and passes solutions, in order, to `deliver`.

    It ends soon after `stop()` was called. `budget` is the budget of a run of a part, `attempt` that of the first run,
    which may have other settings.
    """

    _cover: Cover
    _request: SearchRequest
    _worker: PartWorker

    def __init__(
        self,
        state: SearchState,
        options: SearchOptions,
        deliver: Callable[[Pair | None], None],
        budget: float | None = None,
        attempt: float | None = None,
        attempt_settings: Mapping[str, object] = MappingProxyType({}),
    ) -> None:
        self.state, self._options, self._deliver = state, options, deliver
        self._budget, self._attempt = budget or BUDGET_SECONDS, attempt or ATTEMPT_SECONDS
        self._job, self._limit, self._attempt_settings = state.job, options.limit, attempt_settings
        self._wants_any = options.limit == 1 and options.store is None and state.job.model is None
        self._is_stopped = self._is_killed = False
        self._is_alone = state.jobs == 1 and options.cluster is None
        self._waiting = OrderedRuns()
        self._runner: Runner[PartJob] | None = None
        self.store: WrittenRun | None = None

    def stop(self) -> None:
        """Ask the work to end soon."""
        self._is_stopped = True
        if self._runner is not None:
            self._runner.pool.stop()

    def kill(self) -> None:
        """End the workers at once."""
        self._is_stopped = self._is_killed = True
        if self._runner is not None:
            self._runner.pool.close()

    def _conclude(self) -> None:
        self.state.is_complete, self.state.share, self.state.left = True, 1.0, None

    def _open_store(self, path: str | os.PathLike[str]) -> None:
        """Open the file of the run, and take what earlier sessions have found."""
        from cp_puzzles.search.store.stored_run import WrittenRun  # with sqlite3

        state, share = self.state, self._options.share
        number = None if share is None else share_of(share)

        def roots() -> tuple[Part, ...]:
            return (Part(),) if number is None else roots_of_share(self._request, *number)

        name = "" if number is None else f"{number[0]}/{number[1]}"
        store = self.store = WrittenRun(path, self._job, self._cover, self._request, roots=roots, share=name)
        for stored in store.record.done:
            state.add(stored.result)
            state.parts += 1
            if stored.batches:
                self._waiting.add(stored.part.path, partial(store.solutions, stored))
        state.earlier, state.earlier_seconds = state.solutions, store.record.seconds
        state.share = store.record.share
        if store.record.done:
            state.statistics |= {"stored_parts": len(store.record.done), "stored_seconds": store.record.seconds}

    def _search_parts(self, parts: OpenParts, engine: str, seconds: float = inf) -> None:
        """Search all open parts, or as many as workers search in some seconds, each for so long at most."""
        end = monotonic() + seconds

        def jobs() -> PartJob | None:
            part = parts.take() if monotonic() < end else None
            if part is None:
                return None
            budget = self._budget_of(part, engine, parts)
            return self._part_job(part, engine, budget if budget is None else min(budget, seconds))

        while parts.first is not None and not self._is_stopped:
            if monotonic() >= end and self._workers().is_idle:
                return
            self._receive(parts, jobs)
        if self._is_stopped:
            self._end_early(parts)
        elif not self.state.lost:
            self._conclude()

    def _receive(self, parts: OpenParts, jobs: Jobs = lambda: None) -> None:
        """Take the runs that end within a moment."""
        for job, run in self._runs(jobs):
            if run is None:
                self._lose(parts, job.part)
            elif isinstance(run, PartRun):
                self._finish(parts, run)
            elif not self._is_stopped:
                raise run

    def _budget_of(self, part: Part, engine: str, parts: OpenParts) -> float | None:
        """Return the budget of a part: small if workers would soon be idle; parts that cannot be resumed get more."""
        if not self._worker.engine(engine).resumes:
            is_whole = split(self._request, part) == (part,)
            return None if is_whole else MODEL_SECONDS * 2 ** (len(part.path) - 1)
        is_scarce = parts.waiting < self._workers().pool.workers > 1
        return min(self._budget, max(LEAST_SECONDS, self._budget / 8)) if is_scarce else self._budget

    def _lose(self, parts: OpenParts, part: Part) -> None:
        """Note that a part is lost; all others are still searched, unless none was finished."""
        problem = f"part {part.path} was tried {MAX_TRIES} times, each time its worker died"
        self.state.lost.append(LostPartError(problem))
        parts.finish(part, ())
        if len(self.state.lost) >= MAX_LOST_PARTS and not self.state.share:
            self._is_stopped = True

    def _finish(self, parts: OpenParts, run: PartRun) -> None:
        """Count a run, keep it, and deliver all solutions that are due."""
        state, result = self.state, run.result
        if self.store is not None:
            if result.rest == (run.part,) and result.solutions:
                # they were only counted, and will be again: the part stays open in the file
                state.statistics["counted_again"] = result.solutions
            else:
                self.store.keep(run)
        parts.finish(run.part, result.rest)
        state.add(result)
        state.share = parts.share
        state.parts += 1
        if run.batches and not run.were_passed_on:
            self._waiting.add(run.part.path, partial(iter, run.batches))
        self._release(parts.first)
        if self._limit is not None and not self._job.keep and state.solutions >= self._limit:
            self._is_stopped = True

    def _release(self, first: Path | None) -> None:
        """Pass the solutions of all parts before the first that is not finished on."""
        for batch, sizes in self._waiting.due(first):
            self._pass_on(batch, sizes)

    def _pass_on(self, batch: Batch, sizes: OrbitSizes) -> None:
        """Deliver solutions; stop at the limit."""
        state = self.state
        state.delivered += len(batch)
        state.first_solution_seconds = state.first_solution_seconds or state.elapsed
        if self._limit is not None and state.delivered >= self._limit:
            self._is_stopped = True
        self._deliver((batch, sizes))

    def _end_early(self, parts: OpenParts) -> None:
        """Take the results of workers that were asked to stop, as far as they come soon."""
        end, runner = monotonic() + STOP_SECONDS, self._workers()
        runner.stop()
        while not runner.is_idle and monotonic() < end and not self._is_killed:
            self._receive(parts)
        self._release(None)

    # workers

    def _runs(self, jobs: Jobs) -> Iterator[tuple[PartJob, PartRun | BaseException | None]]:
        """Give jobs to workers that have room, and yield those that end within a moment.

        Each comes with its run, with the error that ended it, or with None if its workers died.
        """
        if self._is_alone:
            if (job := jobs()) is not None:
                yield job, self._run_here(job)
            return
        runner = self._workers()
        while runner.has_room and (job := jobs()) is not None:
            runner.submit(job)
        for job, future in runner.ended(TICK_SECONDS):
            yield job, None if future is None else future.exception() or future.result()
        if runner.has_silent_worker:
            limit = f"{SILENT_SECONDS + 10 * self._budget:.0f} s"
            self.state.notice = f"a worker sent nothing for {limit}: it was stopped, its part is searched again"

    def _workers(self) -> Runner[PartJob]:
        """Return the runner of parts: a cluster, or several threads, which processes replace in a long search."""
        options, jobs = self._options, self.state.jobs
        if self._runner is None and options.cluster is not None:
            from cp_puzzles.search.cluster import ClusterPool

            self._runner = Runner(ClusterPool(self._worker, options.cluster, options.jobs))
        elif self._runner is None:
            later, patience = partial(ProcessPool, self._worker, jobs), SILENT_SECONDS + 10 * self._budget
            self._runner = Runner(Threads(self._run_here, jobs), later, patience=patience)
        return self._runner

    def _run_here(self, job: PartJob) -> PartRun:
        """Run a part in a thread of this process; pass solutions on at once if nothing else is searched."""
        is_alone = self._is_alone or self._runner is None
        streams = is_alone and self._job.keep and not (self.store or self._wants_any or job.holds)
        return self._worker.run(job, lambda: self._is_stopped, self._pass_on if streams else None)

    def _part_job(self, part: Part, engine: str, budget: float | None) -> PartJob:
        """Return the job of searching a part for all solutions in order, even if only one more is wanted.

        Solutions that another engine would find again, or that are only counted, are held until the part has ended.
        """
        is_final = self._worker.engine(engine).resumes or (engine == self._job.engine and self._job.keep)
        settings = {**self._job.settings, **self._attempt_settings, "restarts": False}
        return PartJob(part, engine, budget, self._limit, settings, holds=not is_final)
