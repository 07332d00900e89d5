"""Searches that every layer above calls: for solutions, for their number, and one solution after the other.

A worker thread searches; the caller takes solutions, the time limit and Ctrl-C. The thread of the caller waits for
solutions, so neither a call that blocks signals nor a long step of the worker delays the end. The state of the search
belongs to the worker thread; so an interrupt, which comes in the thread of the caller, finds nothing half done.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing, suppress
from functools import partial
from queue import Empty, SimpleQueue
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

from cp_puzzles.base.deadline import GRACE_SECONDS, TICK_SECONDS, CanceledError, Deadline, WorkThread, interrupts_noted
from cp_puzzles.cover.solution import Solution, solutions_of
from cp_puzzles.engines.engine import Pair
from cp_puzzles.engines.registry import AUTO, require_engine
from cp_puzzles.errors import EngineError, LostPartError, MistakeError, Parameter
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.search.part_search import STOP_SECONDS, SearchState
from cp_puzzles.search.pool import available_cores
from cp_puzzles.search.run_result import RunResult, Status
from cp_puzzles.search.search_options import SearchOptions
from cp_puzzles.search.search_work import SearchWork
from cp_puzzles.search.worker import Job

if TYPE_CHECKING:
    from cp_puzzles.engines.cp_sat.puzzle_model import PuzzleModel
    from cp_puzzles.search.store.stored_run import WrittenRun


MAX_WAITING = 20_000
"""The number of solutions that wait for the caller at which the search waits, too."""


def find_solutions(
    puzzle: Puzzle,
    options: SearchOptions,
    on_solution: Callable[[Solution], None] | None = None,
    *,
    keep: bool = True,
    **how: Any,
) -> RunResult:
    """Find the solutions of a puzzle; pass each to `on_solution`, and `keep` them in the result.

    `how` are further arguments of `Search`.
    """
    if puzzle.objective is not None:
        return _best_of(puzzle, options, on_solution, keep=keep)
    return collect(Search(puzzle, options, **how), on_solution, keep=keep)


def count_solutions(puzzle: Puzzle, options: SearchOptions) -> RunResult:
    """Count the solutions of a puzzle, also with an engine that only counts."""
    if puzzle.objective is not None:
        return _best_of(puzzle, options, None, keep=False)
    entry = require_engine(options.engine or AUTO, counts=True)
    if not entry.enumerates:
        options.refuse(f"the engine {entry.name} counts all at once", "limit", "store", "cluster")
    if not entry.enumerates and options.symmetry == "components":
        # Burnside's lemma would sum over the subgroups of a product of groups, which are far too many
        problem = f"the engine {entry.name} does not support this equivalence"
        raise MistakeError(Parameter("symmetry", options.symmetry), problem, "use an engine that enumerates")
    return collect(Search(puzzle, options, builds=False))


def each_solution(puzzle: Puzzle, options: SearchOptions) -> Iterator[Solution]:
    """Yield the solutions of a puzzle as they are found; raise an interrupt after those found before it."""
    if puzzle.objective is not None:
        result = _best_of(puzzle, options, None, keep=True)
        yield from result.solutions
    else:
        search = Search(puzzle, options, draws=True)
        solutions = iter(search)
        try:
            while True:
                with interrupts_noted(search.stop):
                    solution = next(solutions, None)
                if solution is None:
                    break
                yield solution
        finally:
            with interrupts_noted(search.stop):
                solutions.close()
        result = search.result()
    if result.status == "interrupted":
        raise KeyboardInterrupt


def _best_of(
    puzzle: Puzzle, options: SearchOptions, on_solution: Callable[[Solution], None] | None, *, keep: bool
) -> RunResult:
    from cp_puzzles.search.best_solutions import best_of  # with the search of an optimum, which takes time to load

    return best_of(puzzle, options, find_solutions, on_solution, keep=keep)


class Search:
    """One search: iterate over it for the solutions in order, then call `result`.

    `stop` ends the search early, as an interrupt does; the solutions found before are still yielded. If workers of a
    part die repeatedly, `LostPartError` is raised after all other parts.

    Parameters
    ----------
    builds
        Build solutions; without it they are counted.
    draws
        The user draws every solution, so the CP-SAT model begins.
    before_close
        Called at the end of the search, before its store is closed.
    model
        A model to which a user has added constraints, for CP-SAT.
    efforts
        `budget`, that of a run of a part, `attempt`, that of the first run, and `attempt_settings`, settings of the
        engine in the first run beside those of the options.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        options: SearchOptions,
        *,
        builds: bool = True,
        draws: bool = False,
        before_close: Callable[[], None] | None = None,
        model: PuzzleModel | None = None,
        **efforts: Any,
    ) -> None:
        if options.share is not None and options.store is None:
            raise MistakeError(Parameter("share", options.share), "a share needs a file", ("add ", Parameter("store")))
        self.state = SearchState(Job.of(puzzle, options, keep=builds, model=model), options.jobs or available_cores())
        self._options, self._deadline, self._draws = options, Deadline.after(options.time_limit), draws
        self._work = SearchWork(self.state, options, self._deliver, **efforts)
        self._pairs: SimpleQueue[Pair | None] = SimpleQueue()
        self._sent = self.released = 0
        self._is_closed = False
        self._ended: Status | None = None
        self._stopped_at, self._reported = 0.0, monotonic()
        self._before_close = before_close

    def __iter__(self) -> Generator[Solution]:
        thread = WorkThread(partial(self._work.run, self._draws))
        try:
            if self._deadline.has_passed:
                self.stop("time-limit")  # before the work begins, which otherwise may end before the first look
            thread.start()
            while self.ended != "limit":
                if monotonic() > self._reported + TICK_SECONDS:
                    self.report()
                pair = None
                with suppress(Empty):
                    pair = self._pairs.get(timeout=min(TICK_SECONDS, self._deadline.seconds or TICK_SECONDS))
                    self._is_closed |= pair is None
                if pair is not None:
                    yield from self._released(pair)
                    continue
                # a step before the search does not look at the flag, an engine does
                patience = STOP_SECONDS + GRACE_SECONDS if self.state.phase is None else 0.0
                if self._is_closed or (self._ended is not None and monotonic() > self._stopped_at + patience):
                    break
            if self._before_close is not None:
                self._before_close()
        finally:
            if self._ended is None and not self._is_closed:
                self.stop()
            # a thread that has closed its results has yet to keep its error
            if not thread.ends_within(GRACE_SECONDS if self._is_closed or self.state.phase is None else 0.0):
                self._work.kill()
                thread.cancel(None)
            if thread.has_ended and self.store is not None:
                self.store.close()
        if thread.has_ended:
            with suppress(CanceledError):
                thread.result()
        if self.state.lost:
            text = "; ".join(map(str, self.state.lost))
            raise LostPartError(f"{text}; everything else was searched and is kept")

    def _deliver(self, pair: Pair | None) -> None:
        """Pass solutions to the caller, or None at the end; wait while very many wait there, unless it has ended."""
        while self._sent - self.released > MAX_WAITING and self._ended is None:
            sleep(TICK_SECONDS / 10)
        self._sent += 0 if pair is None else len(pair[0])
        self._pairs.put(pair)

    @property
    def ended(self) -> Status | None:
        """The event that ended the search early, such as the time limit."""
        if self._ended is None and self._deadline.has_passed:
            self.stop("time-limit")
        return self._ended

    @property
    def store(self) -> WrittenRun | None:
        """The file of the run, as soon as it is open."""
        return self._work.store

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
        found = self.released if state.job.keep else state.solutions
        is_complete = state.is_complete and self._ended != "limit"
        status: Status = "complete" if is_complete else self._ended or "interrupted"
        if limit is not None and found >= limit:
            status, found = "limit", limit
        if status == "complete" and state.job.keep and limit != 1 and found != state.solutions:
            raise EngineError(f"{found} solutions were yielded, but the parts report {state.solutions}")
        return state.result(solutions, count=found, status=status)

    def _released(self, pair: Pair) -> Iterator[Solution]:
        assert self.state.built is not None
        batch, sizes = pair
        for solution in solutions_of(self.state.built[0], batch, sizes.tolist()):
            if self._ended == "limit":
                return
            self.released += 1
            if self.released == self._options.limit:
                self.stop("limit")
            yield solution

    def report(self) -> None:
        """Report progress."""
        self._reported = monotonic()
        try:
            if self._options.on_progress is not None:
                self._options.on_progress(self.state.progress())
        except KeyboardInterrupt:
            self.stop()


def collect(search: Search, on_solution: Callable[[Solution], None] | None = None, *, keep: bool = True) -> RunResult:
    """Return the result of a search; pass each solution to `on_solution`, and `keep` them in the result.

    An interrupt ends the search early.
    """
    kept: list[Solution] = []
    try:
        with interrupts_noted(search.stop), closing(iter(search)) as solutions:
            for solution in solutions:
                if keep:
                    kept.append(solution)
                if on_solution is not None:
                    on_solution(solution)
    except LostPartError as error:
        error.result = search.result(tuple(kept))
        raise
    return search.result(tuple(kept))
