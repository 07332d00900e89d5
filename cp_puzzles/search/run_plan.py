"""The plan of a run: its job, its configuration, the preparation of the job, its parts and its workers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING

from cp_puzzles.base.deadline import CanceledError, Deadline
from cp_puzzles.cover.counting_arguments import reason_by_size
from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.cover.problem_size import SMALL_PROBLEM_BYTES, size_of
from cp_puzzles.cover.proofs.weight_search import reason_for_none
from cp_puzzles.engines.engine import Part, PartResult, PartTask, SearchRequest
from cp_puzzles.engines.registry import FASTEST, MODEL_ENGINE, entry_of, load_engine
from cp_puzzles.errors import Parameter
from cp_puzzles.search.forecast.engine_choice import EngineChoice, advice, begin_count, choose_engine
from cp_puzzles.search.forecast.engine_forecast import refuse_wide_tree
from cp_puzzles.search.options import SearchOptions
from cp_puzzles.search.ordered_results import ResumeState, SolutionBuffer, TemporaryBuffer
from cp_puzzles.search.partition.partition import Partition, partition_of
from cp_puzzles.search.run_result import EarlyResult
from cp_puzzles.search.workers.dispatch import Dispatch, NothingToSearch, available_cores
from cp_puzzles.search.workers.job import SearchJob
from cp_puzzles.search.workers.local_dispatch import LocalDispatch
from cp_puzzles.search.workers.portfolio_dispatch import PortfolioDispatch

if TYPE_CHECKING:
    from cp_puzzles.engines.registry import SweepCount
    from cp_puzzles.search.follow_up import FollowUp


SCOUT_SECONDS, MAX_SCOUT_OPTIONS, MAX_SCOUT_SOLUTIONS = 0.03, 5_000, 1_000
"""The effort of the brief search before reasons are looked for, and the largest numbers of options and solutions.

It solves all of 183 boards of Pips; the search for reasons took up to a second of processor time.
"""


@dataclass(frozen=True)
class RunConfig:
    """The configuration of a run: the options of the user, and what the caller of the search adds.

    With `single_part` the search is not partitioned. With `draws` every solution is drawn. `follow_up` takes every
    solution apart. `share` is the share of the parts that the run in the file `store` searches, as in its identity; ""
    for all parts.
    """

    options: SearchOptions
    single_part: bool = False
    draws: bool = False
    share: str = ""
    follow_up: FollowUp | None = None

    @property
    def draws_all(self) -> bool:
        """True for a search whose solutions are all drawn, in one run or in several runs of a store."""
        is_full = self.options.limit is None or self.options.store is not None
        return self.draws and self.follow_up is None and is_full

    @property
    def is_plain(self) -> bool:
        """True for a search for all solutions on this machine, without a store."""
        options = self.options
        return options.limit is None and options.store is None and options.cluster is None and not self.share

    @property
    def wants_any_solution(self) -> bool:
        """True for a search for any one solution: symmetry is not broken, and the leader of the orbit is reported."""
        return self.options.limit == 1 and self.options.store is None

    @property
    def runs_portfolio(self) -> bool:
        """True if a portfolio may search: if any one solution is wanted, on this machine."""
        return self.wants_any_solution and self.options.cluster is None

    @property
    def workers(self) -> int:
        """The number of workers on this machine."""
        return self.options.jobs or available_cores()


@dataclass(frozen=True, eq=False)
class RunPlan:
    """A job, its configuration, and the result of its preparation; it was `started` at a time of `monotonic`.

    `built` is the cover problem with the request for an engine, and `reason` the obvious reason why there is no
    solution. `is_brief`: a brief search with the fastest engine came to its end. `choice` is the chosen engine, None if
    the job names one. If the preparation ended before the search, `early` says how.
    """

    job: SearchJob
    config: RunConfig
    started: float
    deadline: Deadline
    built: tuple[Cover, SearchRequest] | None = None
    reason: str | None = None
    is_brief: bool = False
    choice: EngineChoice | None = None
    early: EarlyResult | None = None

    @classmethod
    def of(cls, job: SearchJob, config: RunConfig, *, chooses_engine: bool = True) -> RunPlan:
        """Build the cover problem of a job, find its symmetries and choose an engine, within the time limit.

        If areas alone show that there is no solution, a large problem is not built, unless the run is stored.
        """
        plan = cls(job, config, monotonic(), Deadline.after(config.options.time_limit))
        deadline, phase = plan.deadline, "adding up areas"
        try:
            is_stored = config.options.store is not None
            if not is_stored and job.puzzle.has_board and size_of(job.puzzle).bytes > SMALL_PROBLEM_BYTES:
                reason = deadline.run(phase, lambda: reason_by_size(job.puzzle))
                if reason is not None:
                    return replace(plan, early=EarlyResult("complete", reason=reason))
            phase = "placing"
            cover = deadline.run(phase, job.cover)
            phase = "looking for symmetries"
            request = deadline.run(phase, lambda: job.request(cover))
            plan = replace(plan, built=(cover, request))
            phase = "searching briefly"
            scouted = deadline.run(phase, plan._scouted)
            if not (scouted and scouted.solutions):
                phase = "looking for reasons"
                plan = replace(plan, reason=deadline.run(phase, lambda: reason_for_none(cover)))
            plan = replace(plan, is_brief=config.is_plain and scouted is not None and scouted.complete)
            phase = "choosing an engine"
            if chooses_engine and entry_of(job.engine).is_portfolio and not config.runs_portfolio:
                return deadline.run(phase, plan._with_choice)
        except CanceledError:
            return replace(plan, early=EarlyResult("time-limit", phase))
        except KeyboardInterrupt:
            return replace(plan, early=EarlyResult("interrupted", phase))
        return plan

    def _scouted(self) -> PartResult | None:
        """Return the result of a brief search with the fastest engine, if it is named, or for puzzles with rules.

        None for another engine, and for large puzzles. A solution makes the search for reasons unnecessary, which may
        take longer than the search for all solutions.
        """
        is_automatic = entry_of(self.job.engine).is_portfolio and not self.config.draws_all
        is_fastest = self.job.engine == FASTEST or (is_automatic and self.cover.puzzle.rules)
        if not (is_fastest and 0 < len(self.request.problem.options) <= MAX_SCOUT_OPTIONS):
            return None
        request, limit = self.request, MAX_SCOUT_SOLUTIONS
        if self.config.wants_any_solution:
            request, limit = replace(self.job, symmetry="off").request(self.cover), 1
        task = PartTask(replace(request, settings={}), limit=limit, budget=SCOUT_SECONDS)
        return load_engine(FASTEST).run(task)

    def _with_choice(self) -> RunPlan:
        """Return the plan with the chosen engine, and with the settings that the engine has."""
        choice = EngineChoice(MODEL_ENGINE)
        if self.is_brief:
            choice = EngineChoice(FASTEST, "the search is brief")
        elif self.reason is None:
            choice = choose_engine(
                self.request, draws=self.config.draws_all, counting=self._begin_count(), memory=self.job.memory
            )
        names = entry_of(choice.engine).settings.names()
        settings = {name: value for name, value in self.request.settings.items() if name in names}
        job = replace(self.job, engine=choice.engine, settings=settings)
        return replace(self, job=job, built=(self.cover, replace(self.request, settings=settings)), choice=choice)

    def _begin_count(self) -> SweepCount | None:
        """Return a count that has not begun; None unless the question is only the number of all solutions."""
        return begin_count(self.job, self.request) if self.config.is_plain and not self.job.keep else None

    @property
    def cover(self) -> Cover:
        """The cover problem of a prepared job."""
        assert self.built is not None
        return self.built[0]

    @property
    def request(self) -> SearchRequest:
        """The request of a prepared job."""
        assert self.built is not None
        return self.built[1]

    @property
    def engine_reason(self) -> str | None:
        """The reason for the choice of the engine, or None if the job names it."""
        return None if self.choice is None else self.choice.reason

    @property
    def counts_at_once(self) -> bool:
        """True if the engine counts without a search."""
        return not entry_of(self.job.engine).enumerates

    def open_buffer(self) -> tuple[SolutionBuffer, ResumeState]:
        """Return the storage of the solutions, and the state in which the search starts."""
        if self.config.options.store is None:
            return TemporaryBuffer(), ResumeState(self.partition())
        from cp_puzzles.search.store.run_writer import StoreWriter

        store = StoreWriter(
            self.config.options.store,
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
        config = self.config
        if config.wants_any_solution or config.single_part or self.is_brief or self.reason is not None:
            return Partition((Part(),), (0.0,))
        refuse_wide_tree(Parameter("engine", self.job.engine), self.request.problem, self.job.memory)
        policy = entry_of(self.job.engine).tuning.partition
        return self.deadline.run("planning", lambda: partition_of(self.request, policy))

    def notice(self, partition: Partition) -> str | None:
        """Return the reason for the chosen engine, or the recommendation of a faster one."""
        if self.choice is not None:
            return self.choice.notice
        if self.config.options.limit is not None or self.reason is not None:
            return None

        def faster() -> str | None:
            return advice(self.job.engine, self.request, partition.parts, self._begin_count())

        return self.deadline.run("planning", faster)

    def expected_seconds(self, partition: Partition) -> float:
        """Return the approximate seconds of the search; 0 if there is obviously no solution, or one is enough."""
        if self.reason is not None or self.config.wants_any_solution:
            return 0.0
        seconds = entry_of(self.job.engine).cost.seconds(self.request, sum(partition.weights), 0.0)
        return seconds / self.config.workers

    def dispatch(self, state: ResumeState) -> Dispatch:
        """Start workers for the parts that are not finished."""
        options, workers, cover, request = self.config.options, self.config.workers, self.cover, self.request
        # solutions are streamed in the order of the parts; for counts and stores the largest parts come first
        is_streaming = self.job.keep and options.store is None
        order = state.partition.parts if is_streaming or options.limit else state.partition.largest_first
        parts = [part for part in order if part.index not in state.finished]
        if self.reason is not None:
            return NothingToSearch(self.job.engine, parts)
        job = replace(self.job, limit=options.limit)
        if self.config.wants_any_solution:
            job = replace(job, symmetry="off")
            request = job.request(cover)
        if options.cluster is not None:
            from cp_puzzles.search.workers.cluster_dispatch import ClusterDispatch

            return ClusterDispatch(job, parts, options.cluster, options.jobs)
        if entry_of(job.engine).is_portfolio:
            return PortfolioDispatch(job, workers, (cover, request))
        return LocalDispatch(job, parts, workers, (cover, request))
