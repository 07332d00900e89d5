"""The plan of a run: its job, the preparation of the job, its parts and its workers."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING

from cp_puzzles.base.cancellation import CanceledError, deadline_after, within
from cp_puzzles.cover.counting_arguments import reason_by_size
from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.cover.problem_size import SMALL_PROBLEM_BYTES, size_of
from cp_puzzles.cover.proofs.weight_search import reason_for_none
from cp_puzzles.engines.engine import Part, SearchRequest
from cp_puzzles.engines.registry import MODEL_ENGINE, entry_of
from cp_puzzles.search.forecast.engine_choice import EngineChoice, advice, begin_count, choose_engine
from cp_puzzles.search.ordered_results import ResumeState, SolutionBuffer, TemporaryBuffer
from cp_puzzles.search.partition.partition import Partition, partition_of
from cp_puzzles.search.progress import Progress
from cp_puzzles.search.run_result import EarlyResult
from cp_puzzles.search.workers.dispatch import Dispatch, NothingToSearch, available_cores
from cp_puzzles.search.workers.job import Job
from cp_puzzles.search.workers.local_dispatch import LocalDispatch
from cp_puzzles.search.workers.portfolio_dispatch import PortfolioDispatch

if TYPE_CHECKING:
    from cp_puzzles.search.follow_up import FollowUp


@dataclass(frozen=True)
class Prepared:
    """A cover problem and the request for an engine, with the reason why there is no solution if it is obvious.

    `choice` is the chosen engine, None if the job names one.
    """

    cover: Cover
    request: SearchRequest
    reason: str | None
    choice: EngineChoice | None = None


def prepare(
    job: Job, deadline: float | None, *, in_full: bool = False, config: RunConfig | None = None
) -> Prepared | EarlyResult:
    """Build the cover problem of a job, find its symmetries and, with `config`, choose an engine, within the deadline.

    If areas alone show that there is no solution, a large problem is not built, unless `in_full` is True.
    """
    phase = "adding up areas"
    try:
        if not in_full and job.puzzle.has_board and size_of(job.puzzle).bytes > SMALL_PROBLEM_BYTES:
            reason = within(deadline, phase, lambda: reason_by_size(job.puzzle))
            if reason is not None:
                return EarlyResult("complete", reason=reason)
        phase = "placing"
        cover = within(deadline, phase, job.cover)
        phase = "looking for symmetries"
        request = within(deadline, phase, lambda: job.request(cover))
        phase = "looking for reasons"
        prepared = Prepared(cover, request, within(deadline, phase, lambda: reason_for_none(cover)))
        phase = "choosing an engine"
        return prepared if config is None else within(deadline, phase, lambda: _with_choice(prepared, job, config))
    except CanceledError:
        return EarlyResult("time-limit", phase)
    except KeyboardInterrupt:
        return EarlyResult("interrupted", phase)


def _with_choice(prepared: Prepared, job: Job, config: RunConfig) -> Prepared:
    """Return the preparation with the chosen engine, and the settings that the engine has."""
    request = prepared.request
    choice = EngineChoice(MODEL_ENGINE)
    if prepared.reason is None:
        counting = begin_count(job, request) if config.counts(job) else None
        choice = choose_engine(request, draws=config.draws_all, counting=counting)
    names = entry_of(choice.engine).settings.names()
    settings = {name: value for name, value in request.settings.items() if name in names}
    return replace(prepared, request=replace(request, settings=settings), choice=choice)


@dataclass(frozen=True)
class RunConfig:
    """The configuration of a run.

    With `single_part` the search is not partitioned. With `draws` every solution is drawn. `follow_up` takes every
    solution apart. `share` is the share of the parts that the run in the file `store` searches, as in its identity; ""
    for all parts.
    """

    limit: int | None = None
    time_limit: float | None = None
    jobs: int | None = None
    store: str | os.PathLike[str] | None = None
    cluster: str | None = None
    on_progress: Callable[[Progress], None] | None = None
    single_part: bool = False
    draws: bool = False
    share: str = ""
    follow_up: FollowUp | None = None

    @property
    def draws_all(self) -> bool:
        """True for a search whose solutions are all drawn, in one run or in several runs of a store."""
        return self.draws and self.follow_up is None and (self.limit is None or self.store is not None)

    def counts(self, job: Job) -> bool:
        """Return True if the question is only the number of all solutions, on this machine and without a store."""
        return not job.keep and self.limit is None and self.store is None and self.cluster is None and not self.share

    @property
    def wants_any_solution(self) -> bool:
        """True for a search for any one solution: symmetry is not broken, and the leader of the orbit is reported."""
        return self.limit == 1 and self.store is None

    @property
    def runs_portfolio(self) -> bool:
        """True if a portfolio may search: if any one solution is wanted, on this machine."""
        return self.wants_any_solution and self.cluster is None

    @property
    def workers(self) -> int:
        """The number of workers on this machine."""
        return self.jobs or available_cores()


@dataclass(frozen=True, eq=False)
class RunPlan:
    """A job, its configuration, and the result of its preparation; `started` and `deadline` are `monotonic` times."""

    job: Job
    config: RunConfig
    prepared: Prepared | EarlyResult
    started: float
    deadline: float | None

    @classmethod
    def of(cls, job: Job, config: RunConfig) -> RunPlan:
        """Prepare a job within the time limit."""
        started, deadline = monotonic(), deadline_after(config.time_limit)
        chooses = entry_of(job.engine).is_portfolio and not config.runs_portfolio
        prepared = prepare(job, deadline, in_full=config.store is not None, config=config if chooses else None)
        if isinstance(prepared, Prepared) and prepared.choice is not None:
            job = replace(job, engine=prepared.choice.engine, settings=prepared.request.settings)
        return cls(job, config, prepared, started, deadline)

    @property
    def cover(self) -> Cover:
        """The cover problem of a prepared job."""
        assert isinstance(self.prepared, Prepared)
        return self.prepared.cover

    @property
    def request(self) -> SearchRequest:
        """The request of a prepared job."""
        assert isinstance(self.prepared, Prepared)
        return self.prepared.request

    @property
    def reason(self) -> str | None:
        """The obvious reason why there is no solution, or None."""
        return self.prepared.reason

    @property
    def engine_reason(self) -> str | None:
        """The reason for the choice of the engine, or None if the job names it."""
        choice = self.prepared.choice if isinstance(self.prepared, Prepared) else None
        return None if choice is None else choice.reason

    @property
    def counts_at_once(self) -> bool:
        """True if the engine counts without a search."""
        return not entry_of(self.job.engine).enumerates

    def open_buffer(self) -> tuple[SolutionBuffer, ResumeState]:
        """Return the storage of the solutions, and the state in which the search starts."""
        if self.config.store is None:
            return TemporaryBuffer(), ResumeState(self.partition())
        from cp_puzzles.search.store.run_writer import StoreWriter

        store = StoreWriter(
            self.config.store,
            self.job,
            self.cover,
            self.request,
            make_partition=self.partition,
            jobs=self.config.workers,
            share=self.config.share,
        )
        return store, store.resume_state

    def partition(self) -> Partition:
        """Return the parts of the search."""
        if self.config.wants_any_solution or self.config.single_part or self.reason is not None:
            return Partition((Part(),), (0.0,))
        policy = entry_of(self.job.engine).tuning.partition
        return within(self.deadline, "planning", lambda: partition_of(self.request, policy))

    def notice(self, partition: Partition) -> str | None:
        """Return the reason for the chosen engine, or the recommendation of a faster one."""
        assert isinstance(self.prepared, Prepared)
        if self.prepared.choice is not None:
            return self.prepared.choice.notice
        if self.config.limit is not None or self.reason is not None:
            return None

        def faster() -> str | None:
            counting = begin_count(self.job, self.request) if self.config.counts(self.job) else None
            return advice(self.job.engine, self.request, partition.parts, counting)

        return within(self.deadline, "planning", faster)

    def expected_seconds(self, partition: Partition) -> float:
        """Return the approximate seconds of the search; 0 if there is obviously no solution."""
        if self.reason is not None:
            return 0.0
        seconds = entry_of(self.job.engine).cost.seconds(self.request, sum(partition.weights), 0.0)
        return seconds / self.config.workers

    def dispatch(self, state: ResumeState) -> Dispatch:
        """Start workers for the parts that are not finished."""
        config, cover, request = self.config, self.cover, self.request
        # solutions are streamed in the order of the parts; for counts and stores the largest parts come first
        is_streaming = self.job.keep and config.store is None
        order = state.partition.parts if is_streaming or config.limit else state.partition.largest_first
        parts = [part for part in order if part.index not in state.finished]
        if self.reason is not None:
            return NothingToSearch(self.job.engine, parts)
        job = replace(self.job, limit=config.limit)
        if config.wants_any_solution:
            job = replace(job, symmetry="off")
            request = job.request(cover)
        if config.cluster is not None:
            from cp_puzzles.search.workers.cluster_dispatch import ClusterDispatch

            return ClusterDispatch(job, parts, config.cluster, config.jobs)
        if entry_of(job.engine).is_portfolio:
            return PortfolioDispatch(job, config.workers, (cover, request))
        return LocalDispatch(job, parts, config.workers, (cover, request))
