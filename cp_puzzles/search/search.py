"""A search, seen by its caller: a worker thread searches, the caller takes solutions, the time limit and Ctrl-C.

The thread of the caller waits for solutions, so neither a call that blocks signals nor a long step of the worker delays
the end. The state of the search belongs to the worker thread; so an interrupt, which comes in the thread of the caller,
finds nothing half done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue
from time import monotonic, sleep
from typing import TYPE_CHECKING

from cp_puzzles.base.deadline import GRACE_SECONDS, TICK_SECONDS, CanceledError, Deadline, Interrupts, WorkThread
from cp_puzzles.cover.solution import Solution, solutions_of
from cp_puzzles.cover.symmetry.symmetry_group import effective_symmetry
from cp_puzzles.engines.engine import Batch, OrbitSizes
from cp_puzzles.engines.registry import AUTO, MODEL_ENGINE, require_engine
from cp_puzzles.errors import EngineError, LostPartError, MistakeError, Parameter
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.search.job import Job
from cp_puzzles.search.options import SearchOptions
from cp_puzzles.search.part_search import SearchState
from cp_puzzles.search.parts import Pair
from cp_puzzles.search.pool import available_cores
from cp_puzzles.search.run_result import RunResult, Status
from cp_puzzles.search.search_work import SearchWork

if TYPE_CHECKING:
    from cp_puzzles.search.follow_up import FollowUp

MAX_WAITING = 20_000
"""The number of solutions that wait for the caller at which the search waits, too."""

STOP_SECONDS = 3.0
"""The longest time that engines have to end after they were asked to stop; then their thread is abandoned."""


class Search:
    """One search: iterate over it for the solutions in order, then call `result`.

    An interrupt during the iteration, or `stop`, ends the search early; the solutions found before are still yielded.
    If workers of a part die repeatedly, `LostPartError` is raised after all other parts.
    """

    def __init__(
        self,
        job: Job,
        options: SearchOptions,
        *,
        draws: bool = False,
        budget: float | None = None,
        attempt: float | None = None,
        follow_up: FollowUp | None = None,
    ) -> None:
        self.state = SearchState(job, options.limit, options.jobs or available_cores())
        self._options, self._deadline = options, Deadline.after(options.time_limit)
        self._work = SearchWork(self.state, options, self._deliver, draws=draws, budget=budget, attempt=attempt)
        self._batches: SimpleQueue[Pair | None] = SimpleQueue()
        self._sent = self.released = 0
        self._is_closed = False
        self._ended: Status | None = None
        self._stopped_at = 0.0
        self._follow_up = follow_up

    def __iter__(self) -> Iterator[Solution]:
        thread = WorkThread(self._run)
        try:
            with Interrupts(self.stop):
                thread.start()
            while self._ended != "limit":
                with Interrupts(self.stop):
                    if self._ended is None and self._deadline.has_passed:
                        self.stop("time-limit")
                    pair = self._next_batch()
                if pair is not None:
                    yield from self._released(pair)
                    continue
                # a step before the search does not look at the flag, an engine does
                patience = STOP_SECONDS if self.state.phase is None else 0.0
                if self._is_closed or (self._ended is not None and monotonic() > self._stopped_at + patience):
                    break
            if self._follow_up is not None:
                self._follow(self._follow_up, until_done=True)
        finally:
            with Interrupts(self.stop):
                if self._ended is None and not self._is_closed:
                    self.stop()
                if not thread.ends_within(GRACE_SECONDS if self.state.phase is None else 0.0):
                    self._work.kill()
                    thread.cancel(None)
                if self._follow_up is not None:
                    self._follow_up.close()
                if thread.has_ended and self._work.store is not None:
                    self._work.store.close()
        if thread.has_ended:
            with suppress(CanceledError):
                thread.result()
        if self.state.lost:
            text = "; ".join(map(str, self.state.lost))
            raise LostPartError(f"{text}; everything else was searched and is kept")

    def _run(self) -> None:
        try:
            self._work.run()
        finally:
            self._batches.put(None)

    def _deliver(self, batch: Batch, sizes: OrbitSizes) -> None:
        """Pass a batch to the caller; wait while very many solutions wait there, unless the search is ended."""
        while self._sent - self.released > MAX_WAITING and self._ended is None:
            sleep(TICK_SECONDS / 10)
        self._sent += len(batch)
        self._batches.put((batch, sizes))

    def _next_batch(self) -> Pair | None:
        """Return the next batch; None if none comes in a moment, or at all. Report progress then."""
        pair = None
        with suppress(Empty):
            pair = self._batches.get(timeout=min(TICK_SECONDS, self._deadline.seconds or TICK_SECONDS))
            self._is_closed |= pair is None
        if pair is None:
            self._report()
        return pair

    def stop(self, status: Status = "interrupted") -> None:
        """End the search early; a second interrupt does not wait for the workers."""
        if status == self._ended == "interrupted":
            self._stopped_at = 0.0
            self._work.kill()
        if self._ended is None:
            self._ended, self._stopped_at = status, monotonic()
        self._work.stop()

    def result(self, solutions: tuple[Solution, ...] = ()) -> RunResult:
        """Return the result after the iteration, with the solutions that the caller kept."""
        state, limit = self.state, self._options.limit
        found, status = self._outcome()
        count = found if status == "complete" or limit is None else min(found, limit)
        is_any = limit == 1 and self._options.store is None
        if status == "complete" and state.job.keep and not is_any and found != state.solutions:
            raise EngineError(f"{found} solutions were yielded, but the parts report {state.solutions}")
        return state.result(solutions, count=count, status=status)

    def _outcome(self) -> tuple[int, Status]:
        """Return the number of solutions, and the status."""
        state, limit = self.state, self._options.limit
        found = self.released if state.job.keep else state.solutions
        if limit is not None and found >= limit:
            return found, "limit"
        return found, "complete" if state.is_complete and self._ended != "limit" else self._ended or "interrupted"

    def _released(self, pair: Pair) -> Iterator[Solution]:
        assert self.state.built is not None
        batch, sizes = pair
        follow_up = self._follow_up
        for solution in solutions_of(self.state.built[0], batch, sizes.tolist()):
            if self._ended == "limit":
                return
            self.released += 1
            if follow_up is not None:
                follow_up.begin(self._work.store)
                follow_up.add(solution)
            if self.released == self._options.limit:
                self.stop("limit")
            yield solution
        if follow_up is not None:
            self._follow(follow_up, until_done=False)

    def _follow(self, follow_up: FollowUp, *, until_done: bool) -> None:
        """Wait until the follow-up can take a further solution or, if `until_done`, has answered all.

        After a stop it is waited for a little; what it has not answered then stays unanswered.
        """
        while not follow_up.is_done if until_done else follow_up.is_full:
            with Interrupts(self.stop):
                if self._ended is None and self._deadline.has_passed:
                    self.stop("time-limit")
                if self._ended not in (None, "limit"):
                    follow_up.stop(self._ended)
                    if monotonic() > self._stopped_at + STOP_SECONDS:
                        return
                follow_up.receive(TICK_SECONDS)
                self._report()

    def _report(self) -> None:
        """Report progress, and take what the follow-up has answered."""
        try:
            if self._follow_up is not None:
                self._follow_up.receive(0.0)
            if self._options.on_progress is not None:
                answered = None if self._follow_up is None else self._follow_up.answered
                self._options.on_progress(self.state.progress(answered))
        except KeyboardInterrupt:
            self.stop()


def job_of(puzzle: Puzzle, options: SearchOptions, *, keep: bool) -> Job:
    """Return the job that options describe; settings without an engine are settings of CP-SAT."""
    engine = options.engine or (MODEL_ENGINE if options.settings else AUTO)
    settings = dict(options.settings)
    if options.seed is not None:
        refuse_idle_seed(options)
        settings["seed"] = options.seed
    require_engine(engine, counts=not keep, settings=settings)
    symmetry = effective_symmetry(puzzle, options.symmetry)
    return Job(puzzle, symmetry, engine, options.breaking, keep, settings=settings, memory=options.memory)


def search_of(
    puzzle: Puzzle,
    options: SearchOptions,
    *,
    keep: bool,
    draws: bool = False,
    attempt: float | None = None,
    follow_up: FollowUp | None = None,
) -> Search:
    """Return the search that options describe."""
    if options.share is not None and options.store is None:
        raise MistakeError(Parameter("share", options.share), "a share needs a file", ("add ", Parameter("store")))
    return Search(job_of(puzzle, options, keep=keep), options, draws=draws, attempt=attempt, follow_up=follow_up)


def collect(search: Search, kept: list[Solution], take: Callable[[Solution], None] | None = None) -> RunResult:
    """Return the result of a search; pass its solutions to `take`, by default to `kept.append`.

    An interrupt ends the search early.
    """
    take = take or kept.append
    try:
        with Interrupts(search.stop):
            for solution in search:
                take(solution)
    except LostPartError as error:
        error.result = search.result(tuple(kept))
        raise
    return search.result(tuple(kept))


def refuse_idle_seed(options: SearchOptions) -> None:
    """Raise `MistakeError` for a seed of a search that is not randomized."""
    if options.seed is not None and options.limit != 1:
        raise MistakeError(
            Parameter("seed", options.seed),
            ("the seed has an effect only with ", Parameter("limit", 1)),
            ("add ", Parameter("limit", 1)),
        )
