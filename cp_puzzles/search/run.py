"""A search from the question to the last solution."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING

from cp_puzzles.cover.solution import Solution, solution_of
from cp_puzzles.cover.solutions import Solutions
from cp_puzzles.deadline import TimeIsOver, deadline_after, within
from cp_puzzles.engines.base import Part
from cp_puzzles.engines.registry import entry_of, node_seconds
from cp_puzzles.errors import EngineError, LostPartError
from cp_puzzles.search.in_order import InOrder
from cp_puzzles.search.interrupt import interrupts_deferred
from cp_puzzles.search.plan.background_estimate import BackgroundEstimate
from cp_puzzles.search.plan.choice import advice
from cp_puzzles.search.plan.partition import Partition, partition
from cp_puzzles.search.prepare import Prepared, Settled, prepare
from cp_puzzles.search.progress import Progress
from cp_puzzles.search.result import RunResult, Status
from cp_puzzles.search.store.waiting import Keeper, Known, Pair, TemporaryFiles
from cp_puzzles.search.totals import Totals
from cp_puzzles.search.work.dispatch import Dispatch, NothingToSearch, available_cores
from cp_puzzles.search.work.job import Job
from cp_puzzles.search.work.local_dispatch import LocalDispatch
from cp_puzzles.search.work.message import Failed, Message, Notice
from cp_puzzles.search.work.race_dispatch import RaceDispatch
from cp_puzzles.symmetry.leader import lex_leader

if TYPE_CHECKING:
    from cp_puzzles.search.store.writer import StoreWriter

TICK_SECONDS = 0.1

HOPELESS = 3
"""So many lost parts before any part is finished, and the rest is not tried."""


@dataclass(frozen=True)
class Conduct:
    """How a search is carried out: when it stops early, who works, where it is kept; `whole`: not cut into parts."""

    limit: int | None = None
    time_limit: float | None = None
    jobs: int | None = None
    store: str | os.PathLike[str] | None = None
    cluster: str | None = None
    on_progress: Callable[[Progress], None] | None = None
    whole: bool = False


class Run:
    """One search: iterate over it for the solutions in order, then ask for its `result`.

    An interrupt (Ctrl-C) while it is iterated over, or `stop`, ends the search early; what was found still comes.
    A part whose workers die again and again does not end the search: `LostPartError` is raised when all else is done.
    `released` solutions came, the `last` of them may have been lost to an interrupt on its way.
    """

    def __init__(self, job: Job, conduct: Conduct) -> None:
        self._started = monotonic()
        self._job = job
        self._conduct = conduct
        # One solution is soonest found without symmetry constraints: any will do, its orbit's leader stands for it.
        self._any = conduct.limit == 1 and conduct.store is None
        self._sent = replace(job, limit=conduct.limit, symmetry="off" if self._any else job.symmetry)
        self._deadline = deadline_after(conduct.time_limit)
        self._jobs = conduct.jobs or available_cores()
        # until the parts are known there is one that nobody has searched: an interrupt before proves nothing
        self._totals = Totals(Known(Partition((Part(),), (0.0,))), self._started)
        self.released = 0
        self.last: Solution | None = None
        self._store: StoreWriter | None = None
        self._ended: Status | None = None
        self._dispatch: Dispatch | None = None
        self._lost: list[LostPartError] = []
        self._failure: BaseException | None = None
        self._notice: str | None = None
        self._engine = job.engine
        self._expected: BackgroundEstimate | None = None
        self._figures: dict[str, object] = {}
        self._settled: Settled | None = None
        prepared = prepare(job, self._deadline, in_full=conduct.store is not None)
        self._prepared = prepared if isinstance(prepared, Prepared) else None
        if isinstance(prepared, Settled):
            self._settle(prepared)

    @property
    def _known(self) -> Prepared:
        assert self._prepared is not None
        return self._prepared

    def _settle(self, settled: Settled) -> None:
        """There is nothing to search, or no time."""
        self._ended, self._settled = settled.status, settled

    def __iter__(self) -> Iterator[Solution]:
        try:
            if self._prepared is not None:
                yield from self._all()
        except TimeIsOver as over:
            self._settle(Settled("time-limit", over.phase))

    def _all(self) -> Iterator[Solution]:
        keeper, known = self._open()
        try:
            self._totals = Totals(known, self._started)
            order = InOrder((part.index for part in known.partition.parts), keeper, known.finished)
            yield from self._solutions(order.begin())
            if self._ended is None and not self._totals.is_whole:
                with closing(self._begin(known)) as self._dispatch:
                    yield from self._solutions(self._search(self._dispatch, order))
                    if isinstance(self._dispatch, RaceDispatch) and self._dispatch.winner is not None:
                        self._engine = self._dispatch.winner.racer.engine
                    self._figures |= self._dispatch.figures()
            if self._store is not None:
                self._figures |= self._store.figures()
            self._compare_with_parts()
        finally:
            keeper.close(self._status)
        if self._failure is not None:
            raise self._failure
        if self._lost:
            raise LostPartError("; ".join(map(str, self._lost)) + "; everything else was searched and is kept")

    def stop(self, status: Status = "interrupted") -> None:
        """End the search early; asked once more to interrupt it, do not wait for the workers."""
        again = status == self._ended == "interrupted"
        if self._ended is None:
            self._ended = status
        if self._dispatch is not None:
            self._dispatch.stop()
            if again:
                self._dispatch.kill()

    def progress(self) -> Progress:
        """How far the search is."""
        expected = self._expected and self._expected.estimate
        return replace(self._totals.progress(), notice=self._notice, expected=expected.solutions if expected else None)

    def _open(self) -> tuple[Keeper, Known]:
        if self._conduct.store is None:
            return TemporaryFiles(), Known(self._partition())
        from cp_puzzles.search.store.writer import open_store

        self._store = open_store(
            self._conduct.store,
            self._job,
            self._known.cover,
            self._known.question,
            make_partition=self._partition,
            jobs=self._jobs,
        )
        return self._store, self._store.known

    def _partition(self) -> Partition:
        """The parts; only lexicographic breaking allows to leave out what no leader contains."""
        if self._any or self._conduct.whole or self._known.reason is not None:
            return Partition((Part(),), (0.0,))
        problem, leader = self._known.cover.problem, self._known.question.leader
        if self._job.breaking == "filter":
            leader = lex_leader(problem, leader.group.trivial)
        cut = entry_of(self._job.engine).cut
        return within(self._deadline, "planning", lambda: partition(problem, leader, cut))

    def _begin(self, known: Known) -> Dispatch:
        partition = known.partition
        # solutions stream soonest in the order of the parts; all are counted or stored soonest the largest first
        streams = self._job.keep and self._conduct.store is None
        order = partition.parts if streams or self._conduct.limit is not None else partition.largest_first
        parts = [part for part in order if part.index not in known.finished]
        if self._known.reason is not None:
            return NothingToSearch(parts)
        expected = node_seconds(self._job.engine) / self._jobs * sum(partition.weights)
        self._expected = BackgroundEstimate(self._known.question, expected_seconds=expected)
        self._notice = None if self._conduct.limit else advice(self._job.engine, expected)
        if self._conduct.cluster is None:
            asked = (
                (self._known.cover, self._sent.question(self._known.cover))
                if self._any
                else (self._known.cover, self._known.question)
            )
            if entry_of(self._job.engine).races:
                return RaceDispatch(self._sent, self._jobs, asked)
            return LocalDispatch(self._sent, parts, self._jobs, asked)
        from cp_puzzles.search.work.cluster_dispatch import ClusterDispatch

        return ClusterDispatch(self._sent, parts, self._conduct.cluster, self._conduct.jobs)

    def _search(self, dispatch: Dispatch, order: InOrder) -> Iterator[Pair]:
        while not dispatch.is_done:
            try:
                with interrupts_deferred(self.stop):
                    messages = [*dispatch.messages(TICK_SECONDS)]
                for message in messages:
                    with interrupts_deferred(self.stop):
                        released = order.take(message)
                        self._note(message)
                    yield from self._calmly(released)
                if self._store is not None:
                    with interrupts_deferred(self.stop):
                        self._store.commit_if_due()
                self._stop_if_due()
            except KeyboardInterrupt:
                self.stop()
        if self._ended != "limit":
            yield from self._calmly(order.rest())

    def _calmly(self, pairs: Iterator[Pair]) -> Iterator[Pair]:
        """The pairs; an interrupt does not come between their being taken and their being given."""
        while True:
            with interrupts_deferred(self.stop):
                pair = next(pairs, None)
            if pair is None:
                return
            yield pair

    def _note(self, message: Message) -> None:
        self._totals.note(message)
        if isinstance(message, Notice):
            self._notice = message.text
        elif isinstance(message, Failed) and isinstance(message.error, LostPartError):
            self._lost.append(message.error)
            if len(self._lost) >= HOPELESS and not self._totals.results:
                self.stop()
        elif isinstance(message, Failed):
            self._failure = self._failure or message.error
            self.stop()

    def _stop_if_due(self) -> None:
        if self._deadline is not None and monotonic() > self._deadline:
            self.stop("time-limit")
        if not self._job.keep and self._conduct.limit is not None and self._totals.solutions >= self._conduct.limit:
            self.stop("limit")
        if self._conduct.on_progress is not None:
            self._conduct.on_progress(self.progress())

    def _solutions(self, pairs: Iterator[Pair]) -> Iterator[Solution]:
        for batch, sizes in pairs:
            if self._ended == "limit" and self._dispatch is None:
                return
            self._totals.note_solution()
            if self._any:
                leader = self._known.question.leader
                batch, sizes = leader.leaders_of(batch), leader.group.orbit_sizes(batch)
            for row, size in zip(batch.tolist(), sizes.tolist(), strict=True):
                if self._ended == "limit":
                    break  # the workers go on for a moment, and what they find is kept
                solution = solution_of(self._known.cover, (option for option in row if option >= 0), size)
                self.last = solution
                self.released += 1
                if self.released == self._conduct.limit:
                    self.stop("limit")
                yield solution

    def _compare_with_parts(self) -> None:
        """Raise `EngineError` if a search that has come to its end has not given what its parts are said to have."""
        if self._job.keep and not self._any and self._status == "complete" and self.released != self._totals.solutions:
            raise EngineError(f"{self.released} solutions came, the parts have {self._totals.solutions}")

    @property
    def _status(self) -> Status:
        limit = self._conduct.limit
        if limit is not None and (self.released if self._job.keep else self._totals.solutions) >= limit:
            return "limit"  # even if there happen to be no more: that is the same however fast the workers are
        return "complete" if self._totals.is_whole else self._ended or "interrupted"

    def result(self, solutions: tuple[Solution, ...] = ()) -> RunResult:
        """The result, once the iteration has ended, with the solutions that the caller kept."""
        status, totals, seconds = self._status, self._totals, monotonic() - self._started
        settled = self._settled or Settled(status)
        if self._prepared is None:
            phase, reason = settled.phase, settled.reason
            return RunResult.before(self._job, status, phase, reason, seconds=seconds, jobs=self._jobs)
        whole = status == "complete"
        count = self.released if self._job.keep else totals.solutions
        if not whole and self._conduct.limit is not None:
            count = min(count, self._conduct.limit)
        return RunResult.of(
            replace(self._job, engine=self._engine),
            self._known.cover,
            self._known.question,
            status=status,
            count=count,
            raw=totals.raw if whole else None,
            self_symmetric=totals.self_symmetric if whole else None,
            first_solution_seconds=totals.first_solution_seconds,
            seconds=seconds,
            jobs=self._jobs,
            solutions=Solutions(self._known.cover.puzzle, solutions),
            reason=self._known.reason,
            stopped_while=settled.phase,
            statistics={**totals.figures(), **self._figures, **(self._expected.figures() if self._expected else {})},
        )
