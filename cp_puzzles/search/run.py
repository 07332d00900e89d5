"""A search from the question to the last solution."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from time import monotonic

from cp_puzzles.cover.precheck import reason_for_none
from cp_puzzles.cover.problem import Cover
from cp_puzzles.cover.solution import Solution, solution_of
from cp_puzzles.engines.base import Part, PartResult
from cp_puzzles.search.dispatch import Dispatch
from cp_puzzles.search.in_order import InOrder, Pair
from cp_puzzles.search.job import Job
from cp_puzzles.search.message import Counted, Failed, Finished, Found, Message, Restarted
from cp_puzzles.search.partition import partition
from cp_puzzles.search.progress import Progress
from cp_puzzles.search.result import RunResult, Status
from cp_puzzles.symmetry.leader import lex_leader

PARTS = 64
"""How many parts a search is cut into, more or less; it does not depend on the number of workers."""

TICK_SECONDS = 0.1


def available_cores() -> int:
    """The number of cores that this process may use."""
    with suppress(AttributeError):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Run:
    """One search: iterate over it for the solutions in order, then ask for its `result`.

    An interrupt (Ctrl-C) while it is iterated over, or `stop`, ends the search early; what was found still comes.
    """

    def __init__(
        self,
        job: Job,
        *,
        limit: int | None = None,
        time_limit: float | None = None,
        jobs: int | None = None,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> None:
        self._started = monotonic()
        self._job = job
        # One solution is soonest found without symmetry constraints: any will do, its orbit's leader stands for it.
        self._sent = replace(job, limit=limit, symmetry="off" if limit == 1 else job.symmetry)
        self._limit = limit
        self._deadline = None if time_limit is None else self._started + time_limit
        self._jobs = jobs or available_cores()
        self._on_progress = on_progress
        self._cover, self._question = self._job.ask()
        self._reason = reason_for_none(self._cover)
        self._counted: Counter[int] = Counter()
        self._results: dict[int, PartResult] = {}
        self._parts = 0
        self._released = 0
        self._released_raw = 0
        self._released_symmetric = 0
        self._first: float | None = None
        self._ended: Status | None = None
        self._dispatch: Dispatch | None = None
        self._failure: BaseException | None = None

    @property
    def cover(self) -> Cover:
        """The cover problem that is searched."""
        return self._cover

    def __iter__(self) -> Iterator[Solution]:
        if self._reason is not None:
            return
        parts = self._partition()
        self._parts = len(parts)
        order = InOrder(part.index for part in parts)
        self._dispatch = Dispatch(self._sent, parts, self._jobs)
        try:
            for pair in self._pairs(self._dispatch, order):
                yield from self._solutions(pair)
        finally:
            self._dispatch.close()
        if self._failure is not None:
            raise self._failure

    def _partition(self) -> tuple[Part, ...]:
        """The parts; only lexicographic breaking allows to leave out what no leader contains."""
        problem, leader = self._cover.problem, self._question.leader
        if self._limit == 1:
            return (Part(),)
        if self._job.breaking == "filter":
            leader = lex_leader(problem, leader.group.trivial)
        return partition(problem, leader, PARTS)

    def stop(self, status: Status = "interrupted") -> None:
        """End the search early."""
        if self._ended is None:
            self._ended = status
        if self._dispatch is not None:
            self._dispatch.stop()

    def _pairs(self, dispatch: Dispatch, order: InOrder) -> Iterator[Pair]:
        while not dispatch.is_done:
            try:
                for message in dispatch.messages(TICK_SECONDS):
                    yield from self._take(message, order)
                self._look_around()
            except KeyboardInterrupt:
                self.stop()
        if self._ended != "limit":
            yield from order.rest()

    def _take(self, message: Message, order: InOrder) -> Iterator[Pair]:
        match message:
            case Found(part, batch, sizes):
                self._note_first()
                self._counted[part] += len(batch)
                yield from order.found(part, batch, sizes)
            case Counted(part, solutions):
                self._note_first()
                self._counted[part] = max(self._counted[part], solutions)
            case Finished(part, result):
                self._results[part] = result
                self._counted[part] = result.solutions
                if result.solutions:
                    self._note_first()
                yield from order.finished(part)
            case Restarted(part):
                self._counted[part] = 0
                order.restarted(part)
            case Failed(_, error):
                self._failure = self._failure or error
                self.stop()

    def _look_around(self) -> None:
        if self._deadline is not None and monotonic() > self._deadline:
            self.stop("time-limit")
        if not self._job.keep and self._limit is not None and self._counted.total() >= self._limit:
            self.stop("limit")
        if self._on_progress is not None:
            self._on_progress(self.progress())

    def _solutions(self, pair: Pair) -> Iterator[Solution]:
        batch, sizes = pair
        leader = self._question.leader
        if self._limit == 1:
            batch, sizes = leader.leaders_of(batch), leader.group.orbit_sizes(batch)
        for row, size in zip(batch.tolist(), sizes.tolist(), strict=True):
            if self._ended == "limit":
                return
            self._released += 1
            self._released_raw += size
            self._released_symmetric += size < leader.group.order
            if self._released == self._limit:
                self.stop("limit")
            yield solution_of(self._cover, (option for option in row if option >= 0), size)

    def _note_first(self) -> None:
        if self._first is None:
            self._first = monotonic() - self._started

    def progress(self) -> Progress:
        """How far the search is."""
        return Progress(
            parts_done=len(self._results),
            parts_total=self._parts,
            solutions=self._counted.total(),
            elapsed=monotonic() - self._started,
        )

    def result(self, solutions: tuple[Solution, ...] = ()) -> RunResult:
        """The result, once the iteration has ended, with the solutions that the caller kept."""
        whole = len(self._results) == self._parts and all(r.complete for r in self._results.values())
        status: Status = "complete" if whole else self._ended or "interrupted"
        results = self._results.values()
        count = self._released if self._job.keep else self._counted.total()
        raw: int | None = None
        symmetric: int | None = None
        if status == "complete":
            raw, symmetric = sum(r.raw for r in results), sum(r.self_symmetric for r in results)
        elif self._limit is not None:
            count = min(count, self._limit)
        puzzle, problem = self._cover.puzzle, self._cover.problem
        statistics: Counter[str] = Counter()
        sizes: Counter[str] = Counter()
        for result in results:
            statistics.update(result.statistics)
            sizes |= Counter(result.sizes)
        return RunResult(
            name=puzzle.name,
            engine=self._job.engine,
            symmetry=self._job.symmetry,
            breaking=self._job.breaking,
            status=status,
            count=count,
            raw=raw,
            self_symmetric=symmetric,
            group_order=self._question.leader.group.order,
            cells=len(puzzle.board.cells),
            tiles=len(puzzle.tiles),
            items=len(problem.items),
            options=len(problem.options),
            first_solution_seconds=self._first,
            seconds=monotonic() - self._started,
            jobs=self._jobs,
            solutions=solutions,
            reason=self._reason,
            statistics={"parts": self._parts, **sizes, **statistics},
        )
