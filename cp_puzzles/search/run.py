"""A search: messages of workers become solutions in order, and an outcome records everything else."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing

from cp_puzzles.base.compilation import watched
from cp_puzzles.base.deadline import TICK_SECONDS, CanceledError
from cp_puzzles.base.interrupts import defer_interrupts
from cp_puzzles.cover.solution import Solution, solutions_of
from cp_puzzles.engines.engine import Batch, OrbitSizes
from cp_puzzles.search.forecast.work_estimate import BackgroundEstimate
from cp_puzzles.search.ordered_results import OrderedResults, Pair, SolutionBuffer
from cp_puzzles.search.run_outcome import RunOutcome
from cp_puzzles.search.run_plan import RunConfig, RunPlan
from cp_puzzles.search.run_result import RunResult, Status
from cp_puzzles.search.workers.dispatch import Dispatch
from cp_puzzles.search.workers.job import SearchJob


class Run:
    """One search: iterate over it for the solutions in order, then call `result`.

    An interrupt during the iteration, or `stop`, ends the search early; the solutions found before are still yielded.
    If workers of a part die repeatedly, `LostPartError` is raised after all other parts. If an interrupt comes between
    the release of a solution and its use by the caller, the caller finds the solution in `last`.
    """

    def __init__(self, job: SearchJob, config: RunConfig) -> None:
        with watched(lambda: None) as watch:
            self.plan = self._plan = RunPlan.of(job, config)
        self._outcome = RunOutcome(self._plan, watch.statistics())
        self._dispatch: Dispatch | None = None
        self._buffer: SolutionBuffer | None = None
        self._follow_up = config.follow_up
        self.last: Solution | None = None

    @property
    def released(self) -> int:
        """The number of solutions that were yielded."""
        return self._outcome.released

    def __iter__(self) -> Iterator[Solution]:
        if self._plan.early is not None:
            return
        try:
            try:
                with closing(self._batches()) as batches:
                    for batch, sizes in batches:
                        yield from self._released(batch, sizes)
                self._wait(until_done=True)
            finally:
                self._close()
        except CanceledError as canceled:
            self._outcome.ended, self._outcome.phase = "time-limit", canceled.phase
        self._outcome.raise_errors()

    def stop(self, status: Status = "interrupted") -> None:
        """End the search early; a second interrupt does not wait for the workers."""
        is_second_interrupt = status == self._outcome.ended == "interrupted"
        self._outcome.ended = self._outcome.ended or status
        if self._dispatch is not None:
            self._dispatch.stop()
            if is_second_interrupt:
                self._dispatch.kill()
        if self._follow_up is not None and status != "limit":
            self._follow_up.stop(status)
            if is_second_interrupt:
                self._follow_up.kill()

    def result(self, solutions: tuple[Solution, ...] = ()) -> RunResult:
        """Return the result after the iteration, with the solutions that the caller kept."""
        return self._outcome.result(solutions)

    def _released(self, batch: Batch, sizes: OrbitSizes) -> Iterator[Solution]:
        plan, outcome = self._plan, self._outcome
        outcome.note_solution()
        if plan.config.wants_any_solution:
            leader = plan.request.leader
            batch, sizes = leader.leaders_of(batch), leader.group.orbit_sizes(batch)
        for solution in solutions_of(plan.cover, batch, sizes.tolist()):
            if self._is_over:
                return  # workers send a few more batches, which the store keeps
            self.last = solution
            outcome.released += 1
            self._note(solution)
            if outcome.released == plan.config.options.limit:
                self.stop("limit")
            yield solution
            self._wait(until_done=False)

    @property
    def _is_over(self) -> bool:
        """True if no further solution is wanted: they reached the limit, or the follow-up was stopped."""
        if self._follow_up is not None and self._follow_up.is_stopped:
            self._outcome.is_cut = True
        return self._outcome.is_cut or self._outcome.ended == "limit"

    def _note(self, solution: Solution) -> None:
        """Let workers take a solution apart."""
        if self._follow_up is not None:
            with defer_interrupts(self.stop):
                self._follow_up.add(solution)

    def _wait(self, *, until_done: bool) -> None:
        """Wait until the follow-up can take a further solution or, if `until_done`, has taken all apart."""
        follow_up, buffer = self._follow_up, self._buffer
        while follow_up is not None and buffer is not None:
            is_ready = follow_up.is_done if until_done else not follow_up.is_full
            if is_ready:
                return
            try:
                with defer_interrupts(self.stop):
                    follow_up.receive(TICK_SECONDS)
                    buffer.commit_if_due()
                self._stop_if_due()
            except KeyboardInterrupt:
                self.stop()

    def _batches(self) -> Generator[Pair, None, None]:
        """Yield the batches of solutions, including those of earlier sessions; workers end with the iteration."""
        plan, outcome = self._plan, self._outcome
        buffer, state = plan.open_buffer()
        self._buffer = buffer
        if self._follow_up is not None:
            self._follow_up.begin(buffer)
        outcome.begin(state)
        order = OrderedResults((part.index for part in state.partition.parts), buffer, state.finished)
        for pair in order.begin():
            if self._is_over:
                break
            yield pair
        if outcome.ended is None and not outcome.is_exhaustive:
            seconds, checked = plan.expected_seconds(state.partition), bool(plan.cover.checks)
            outcome.notice = plan.notice(state.partition)
            outcome.estimate = BackgroundEstimate(plan.request, expected_seconds=seconds, checked=checked)
            with closing(plan.dispatch(state)) as self._dispatch:
                yield from self._search(self._dispatch, order, buffer)
                outcome.engine = self._dispatch.engine
                outcome.statistics |= self._dispatch.statistics()
        outcome.statistics |= buffer.statistics()
        outcome.require_all_released()

    def _search(self, dispatch: Dispatch, order: OrderedResults, buffer: SolutionBuffer) -> Iterator[Pair]:
        while not dispatch.is_done:
            try:
                with defer_interrupts(self.stop):
                    messages = [*dispatch.messages(TICK_SECONDS)]
                for message in messages:
                    with defer_interrupts(self.stop):
                        released = order.take(message)
                        if self._outcome.note(message):
                            self.stop()
                    yield from self._without_interrupts(released)
                with defer_interrupts(self.stop):
                    if self._follow_up is not None:
                        self._follow_up.receive(0.0)
                    buffer.commit_if_due()
                self._stop_if_due()
            except KeyboardInterrupt:
                self.stop()
        if self._outcome.ended != "limit":
            yield from self._without_interrupts(order.rest())

    def _without_interrupts(self, pairs: Iterator[Pair]) -> Iterator[Pair]:
        """Yield the pairs; interrupts are deferred while the next pair is fetched."""
        while True:
            with defer_interrupts(self.stop):
                pair = next(pairs, None)
            if pair is None:
                return
            yield pair

    def _stop_if_due(self) -> None:
        plan, options = self._plan, self._plan.config.options
        if plan.deadline.has_passed:
            self.stop("time-limit")
        if not plan.job.keep and options.limit is not None and self._outcome.solutions >= options.limit:
            self.stop("limit")
        if options.on_progress is not None:
            answered = None if self._follow_up is None else self._follow_up.answered
            options.on_progress(self._outcome.progress(answered))

    def _close(self) -> None:
        """Emit the last disassemblies, and release the storage."""
        try:
            if self._follow_up is not None:
                with defer_interrupts(lambda: None):
                    self._follow_up.close()
        finally:
            if self._buffer is not None:
                self._buffer.close(self._outcome.status)
