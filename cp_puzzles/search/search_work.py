"""The work of a search, in its worker thread: an attempt first, then parts with a budget."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

from cp_puzzles.base.compilation import watched
from cp_puzzles.base.deadline import TICK_SECONDS
from cp_puzzles.base.text import counted
from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.cover.placement_table import SMALL_PROBLEM_BYTES, size_of
from cp_puzzles.engines.engine import Batch, Emit, OrbitSizes, Part, PartResult, SearchRequest
from cp_puzzles.engines.registry import COUNTERS, DEFAULT, FASTEST, MODEL_ENGINE, entry_of, load_engine
from cp_puzzles.engines.time_slices import TimeSlice, members_of
from cp_puzzles.errors import LostPartError, MissingExtraError, WideFrontierError
from cp_puzzles.search.count_at_once import begin_count, continued, count_with
from cp_puzzles.search.job import portable
from cp_puzzles.search.one_solution import SINGLE_WORKER_OPTIONS, job_of_slice
from cp_puzzles.search.options import SearchOptions
from cp_puzzles.search.parts import (
    OpenParts,
    OrderedRuns,
    PartJob,
    PartRun,
    PartWorker,
    begin_worker,
    run_in_process,
    solutions_within,
    split,
)
from cp_puzzles.search.pool import MAX_TRIES, Pool, ProcessPool, ThisThread, Threads, is_death
from cp_puzzles.search.share import roots_of_share, share_of
from cp_puzzles.search.state import SearchState
from cp_puzzles.search.store.run_writer import StoreWriter

if TYPE_CHECKING:
    from cp_puzzles.engines.registry import SweepCount

ATTEMPT_SECONDS = 0.5
"""The counted seconds of the attempt: 90 of 100 puzzles of the catalog need no more."""

BUDGET_SECONDS = 2.0
"""The counted seconds of a run of a part: with several workers, the search ends at most this long after the first one
that finds no further part."""

LEAST_SECONDS = 1e-3
"""The least useful budget: an engine looks at it every 500 nodes."""

MODEL_SECONDS = 10.0
"""The counted seconds that CP-SAT gets where all solutions are drawn; other parts are left to the fastest engine."""

MODEL_SIZE = 2_000_000
"""The largest product of incidences and symmetries of a CP-SAT model that is attempted without being named."""

SILENT_SECONDS = 120.0
"""A worker that is silent for this many seconds and ten budgets gives its part back."""

HEAD_START_SECONDS = 10.0
"""Time for which threads search before processes are started, which takes seconds."""

STOP_SECONDS = 2.0
"""The longest time that workers have to return what they found, after they were asked to stop."""

COMPILING = "compiling the search engine; later runs read it from a cache, if one can be written"

MAX_LOST_PARTS = 3
"""The number of lost parts after which the search stops, if no part is finished."""


@dataclass(frozen=True)
class SearchPlan:
    """The options of a search and the budgets of its steps.

    With `draws` every solution is drawn. `budget` is the budget of a run of a part, `attempt` that of the
    attempt.
    """

    options: SearchOptions
    draws: bool
    budget: float
    attempt: float

    @property
    def is_plain(self) -> bool:
        """True for a search for all solutions on this machine, without a store."""
        options = self.options
        return options.limit is None and options.store is None and options.cluster is None

    @property
    def wants_any_solution(self) -> bool:
        """True for a search for any one solution: symmetry is not broken, and the leader of the orbit is reported."""
        return self.options.limit == 1 and self.options.store is None

    @property
    def begins_with_model(self) -> bool:
        """True if all solutions are drawn: CP-SAT begins."""
        return self.draws and (self.options.limit is None or self.options.store is not None)


class SearchWork:
    """The work of a search: it changes the `state` and passes solutions, in order, to `deliver`.

    It ends soon after `stop()` was called.
    """

    def __init__(self, state: SearchState, plan: SearchPlan, deliver: Emit) -> None:
        self.state, self._plan, self._deliver = state, plan, deliver
        self._job, self._limit = state.job, plan.options.limit
        self._is_stopped = self._is_killed = self._has_found = False
        self._local = threading.local()
        self._delivered = 0
        self._resumable: dict[str, bool] = {}
        self._known: dict[tuple[int, ...], tuple[Batch, ...]] = {}
        self._runs = OrderedRuns()
        self._tries: Counter[tuple[int, ...]] = Counter()
        self._pool: Pool | None = None
        self.store: StoreWriter | None = None

    def stop(self) -> None:
        """Ask the work to end soon."""
        self._is_stopped = True
        if self._pool is not None:
            self._pool.stop()

    def close(self, ended: str) -> None:
        """Release the file of the run, after a search with the status `ended`."""
        if self.store is not None:
            self.store.close(ended)

    def kill(self) -> None:
        """End the workers at once."""
        self._is_stopped = self._is_killed = True
        if self._pool is not None:
            self._pool.close()

    def run(self) -> None:
        """Build the cover problem, and search."""
        try:
            with watched(self._note_compiling) as watch:
                self._begin()
            self.state.sizes.update(watch.statistics())
        finally:
            if self._pool is not None:
                self._pool.close()

    def _note_compiling(self) -> None:
        self.state.notice = COMPILING

    def _begin(self) -> None:
        state, job = self.state, self._job
        is_stored = self._plan.options.store is not None
        if not is_stored and job.puzzle.has_board and size_of(job.puzzle).bytes > SMALL_PROBLEM_BYTES:
            from cp_puzzles.cover.counting_arguments import reason_by_size

            state.phase = "adding up areas"
            state.reason = reason_by_size(job.puzzle)
            if state.reason is not None:
                self._conclude()
                return
        state.phase = "placing"
        cover = job.cover()
        if self._is_stopped:
            return
        state.phase = "looking for symmetries"
        state.built = cover, job.request(cover)
        if self._is_stopped:
            return
        state.phase = None
        if self._plan.options.store is not None:
            self._open_store(cover, state.built[1])
        self._search(cover, state.built[1])

    def _search(self, cover: Cover, request: SearchRequest) -> None:
        entry = entry_of(self._job.engine)
        if not entry.enumerates:
            self._count_at_once(cover, request)
        elif self._plan.wants_any_solution:
            self._find_one(cover, request)
        elif entry.name != DEFAULT:
            self._search_with(entry.name, cover, request)
        elif (
            self._plan.begins_with_model
            and len(request.problem.table.values) * request.leader.group.order <= MODEL_SIZE
        ):
            self._search_model_first(cover, request)
        else:
            self._search_with(FASTEST, cover, request)

    # a stored run

    def _open_store(self, cover: Cover, request: SearchRequest) -> None:
        """Open the file of the run, and take what earlier sessions have found."""
        state, share = self.state, self._plan.options.share
        number = None if share is None else share_of(share)

        def roots() -> Iterable[Part]:
            return [Part()] if number is None else roots_of_share(request, *number)

        name, path = "" if number is None else f"{number[0]}/{number[1]}", self._plan.options.store
        assert path is not None
        store = self.store = StoreWriter(path, self._job, cover, request, roots=roots, jobs=state.jobs, share=name)
        for stored in store.record.done:
            state.add(stored.result)
            state.parts += 1
            if stored.batches:
                self._runs.add_stored(stored.part.path, partial(store.solutions, stored))
            place = stored.part.path
            has_rest = any(part.path[: len(place)] == place for part in store.record.open)
            if has_rest and stored.batches and not self._resumes(stored.engine or FASTEST):
                self._known[place] = tuple(batch for batch, _ in store.solutions(stored))
        state.earlier, state.earlier_seconds = state.solutions, store.record.seconds
        state.share = store.record.share
        if store.record.done:
            state.statistics |= {"stored_parts": len(store.record.done), "stored_seconds": store.record.seconds}

    def _open_parts(self) -> tuple[OpenParts, bool]:
        """Return the parts that are open, and whether the search has not begun, so that an attempt comes first."""
        if self.store is None:
            return OpenParts([Part()]), True
        parts = OpenParts(self.store.record.open, self.store.record.share)
        self._release(parts.first)
        return parts, self.store.record.open == (Part(),)

    # one engine

    def _search_with(self, engine: str, cover: Cover, request: SearchRequest) -> None:
        """Attempt to search with an engine, then search the parts that are left."""
        self.state.engine = engine
        parts, is_new = self._open_parts()
        if is_new:
            self._attempt(parts, engine)
        if self._is_settled(cover, parts, is_new=is_new):
            return
        is_automatic = self._job.engine == DEFAULT and self._plan.is_plain and not self._job.keep
        counting = begin_count(self._job, request) if is_automatic else None
        if counting is not None:
            self._search_in_turns(parts, engine, counting)
        else:
            self._search_parts(parts, engine)

    def _attempt(self, parts: OpenParts, engine: str) -> None:
        """Run the whole search in this thread within the budget of an attempt.

        If what it has found is dropped, no bound of an item proves that there is no solution.
        """
        run = self._run_here(self._part_job(parts.take(), engine, self._plan.attempt))
        self._has_found = bool(run.result.statistics.get("found"))
        self._finish(parts, run, self._rest_of(run, engine), engine)

    def _is_settled(self, cover: Cover, parts: OpenParts, *, is_new: bool) -> bool:
        """Return True if the attempt was complete, or a reason shows that there is no solution."""
        if is_new and not self._has_found and not self._is_stopped:
            self._look_for_reason(cover)
        if self.state.reason is not None or not len(parts):
            self._conclude()
            return True
        return self._is_stopped

    def _look_for_reason(self, cover: Cover) -> None:
        from cp_puzzles.cover.proofs.weight_search import reason_for_none  # with all proofs

        self.state.phase = "looking for reasons"
        self.state.reason = reason_for_none(cover)
        self.state.phase = None

    def _conclude(self) -> None:
        self.state.is_complete, self.state.share, self.state.left = True, 1.0, None

    # an engine that only counts, alone or in turns

    def _search_in_turns(self, parts: OpenParts, engine: str, counting: SweepCount) -> None:
        """Let the engine that announces less remaining time search next, each time for twice as long."""
        seconds, left = self._plan.attempt, continued(counting, self._plan.attempt)
        while not counting.is_finished and len(parts) and not self._is_stopped:
            seconds *= 2
            if left < (inf if self.state.remaining is None else self.state.remaining):
                left = continued(counting, seconds)
                self.state.left = None if left == inf else left
            else:
                self.state.left = None
                self._search_parts(parts, engine, seconds if left < inf else inf)
        if counting.is_finished and len(parts):
            self._take_count(counting.finish(), COUNTERS[0])
            self.state.engine_reason = f"it needs {counted(counting.peak, 'state')} at most"

    def _count_at_once(self, cover: Cover, request: SearchRequest) -> None:
        """Count with an engine that does not enumerate."""
        state = self.state
        state.engine, state.jobs = self._job.engine, 1

        def note(done: int, steps: int) -> None:
            state.share = max(state.share, done / max(steps, 1)) if done < steps else state.share

        counting = count_with(self._job, cover, request, note)
        try:
            result = counting.advance(self._plan.attempt)
            if result is None or not result.solutions:
                self._look_for_reason(cover)
            if state.reason is not None:
                self._conclude()
                return
            self._take_count(counting.finish(), self._job.engine)
        except WideFrontierError:
            self._look_for_reason(cover)
            if state.reason is None:
                raise
            self._conclude()

    def _take_count(self, result: PartResult, engine: str) -> None:
        """Take the count of all solutions instead of those of the parts that were searched."""
        state = self.state
        state.solutions = state.raw = state.self_symmetric = 0
        state.sums.clear()
        state.sizes.clear()
        state.statistics.clear()
        state.engine, state.jobs = engine, 1
        state.add(result)
        self._conclude()

    # one solution

    def _find_one(self, cover: Cover, request: SearchRequest) -> None:
        """Find any one solution: with the engine that is named, or with several in time slices."""
        name = self._job.engine
        self.state.engine = FASTEST if name == DEFAULT else name
        if name == DEFAULT:
            self._run_slices(cover, request)
            return
        for budget in (self._plan.attempt, None):
            run = self._run_here(PartJob(Part(), name, budget, limit=1, symmetry="off"))
            if self._takes_one(run, proves=True) or self._is_stopped:
                return
            if budget is not None and self._has_reason(cover):
                return

    def _takes_one(self, run: PartRun, *, proves: bool) -> bool:
        """Take a run that has a solution, or that proves that there is none."""
        if not run.result.solutions and not (run.result.complete and proves):
            self.state.sums.update({"turns": 1})
            return False
        self.state.add(replace(run.result, rest=()))
        leader = self._request.leader
        for batch, _ in run.batches:
            self._pass_on(leader.leaders_of(batch), leader.group.orbit_sizes(batch))
        if not run.result.solutions:
            assert self.state.built is not None
            self._look_for_reason(self.state.built[0])
            self._conclude()
        return True

    def _has_reason(self, cover: Cover) -> bool:
        self._look_for_reason(cover)
        if self.state.reason is not None:
            self._conclude()
        return self.state.reason is not None

    def _run_slices(self, cover: Cover, request: SearchRequest) -> None:
        """Run time slices side by side; the first that finds a solution, or proves that there is none, ends all.

        With a seed, it is the first one in the order of slices, so that the solution does not depend on the workers.
        """
        problem, options = request.problem, self._plan.options
        members, numbers = members_of(problem), count()
        running: dict[Future[PartRun], TimeSlice] = {}
        first = TimeSlice(next(numbers), members)
        is_small = len(problem.options) <= SINGLE_WORKER_OPTIONS
        if self._takes_slice(self._run_here(job_of_slice(problem, first, options.seed or 0)), first):
            return
        if self._is_stopped or self._has_reason(cover):
            return
        while not self._is_stopped:
            while len(running) < (1 if is_small else self._workers.workers):
                time_slice = TimeSlice(next(numbers), members)
                running[self._submit(job_of_slice(problem, time_slice, options.seed or 0))] = time_slice
            order = [*running] if options.seed is None else [*running][:1]
            self._wait(order)
            for future in [future for future in order if future.done()]:
                time_slice = running.pop(future)
                if isinstance(future.exception(), (MissingExtraError, BrokenExecutor, MemoryError)):
                    continue
                if self._takes_slice(future.result(), time_slice):
                    self._is_stopped = True
                    return

    def _takes_slice(self, run: PartRun, time_slice: TimeSlice) -> bool:
        if not self._takes_one(run, proves=time_slice.member.proves):
            return False
        self.state.engine = time_slice.member.engine
        self.state.statistics["winner"] = str(time_slice)
        return True

    # CP-SAT, then the fastest engine

    def _search_model_first(self, cover: Cover, request: SearchRequest) -> None:
        """Search with CP-SAT for some counted seconds; the parts that are not finished are left to the fastest engine.

        The efforts of the parts are added up in their order, so the engine of a part does not depend on the number of
        workers.
        """
        self.state.engine = MODEL_ENGINE
        parts, is_new = self._open_parts()
        if is_new:
            self._attempt(parts, MODEL_ENGINE)
        if self._is_settled(cover, parts, is_new=is_new):
            return
        running, spent = dict[Future[PartRun], tuple[Part, float]](), self._spent_by_model()
        while len(parts) and spent < MODEL_SECONDS and not self._is_stopped:
            while parts.waiting and len(running) < self._workers.workers:
                part = parts.take()
                running[self._submit(self._part_job(part, MODEL_ENGINE, MODEL_SECONDS - spent))] = part, monotonic()
            future = next(iter(running))
            while not future.done() and not self._is_stopped:
                self._wait([future])
            if not future.done():
                continue
            if future.exception() is not None:
                break
            run = future.result()
            spent += run.result.effort
            if self._is_stopped:
                continue
            if not run.result.complete or spent > MODEL_SECONDS:
                break
            del running[future]
            self._finish(parts, run, (), MODEL_ENGINE)
        if self._is_stopped:
            self._end_early(parts, running, MODEL_ENGINE)
        elif len(parts):
            self.state.engine = f"{MODEL_ENGINE}, then {FASTEST} after {MODEL_SECONDS:.0f} s"
            self.state.notice = f"{MODEL_ENGINE} has not finished in {MODEL_SECONDS:.0f} s: {FASTEST} searches the rest"
            self._search_parts(OpenParts(parts, parts.share), FASTEST)
        if not len(parts):
            self._conclude()

    def _spent_by_model(self) -> float:
        """Return the counted seconds of CP-SAT in earlier sessions; infinite if another engine has begun."""
        done = () if self.store is None else self.store.record.done
        if any(part.stack for part in (() if self.store is None else self.store.record.open)):
            return inf
        if any(each.engine != MODEL_ENGINE for each in done):
            return inf
        return sum(each.result.effort for each in done if each.part.path)

    # parts with a budget

    def _search_parts(self, parts: OpenParts, engine: str, seconds: float = inf) -> None:
        """Search all open parts, or as many as workers search in some seconds."""
        end, running = monotonic() + seconds, dict[Future[PartRun], tuple[Part, float]]()
        while len(parts) and not self._is_stopped:
            while parts.waiting and len(running) < self._workers.workers and monotonic() < end:
                part = parts.take()
                job = self._part_job(part, engine, self._budget_of(part, engine, parts))
                running[self._submit(job)] = part, monotonic()
            if not running:
                return
            self._wait(running)
            for future in [future for future in running if future.done()]:
                part, _ = running.pop(future)
                self._take_result(parts, part, future, engine)
            self._give_back_silent(parts, running)
        self._end_early(parts, running, engine)
        if not len(parts) and not self.state.lost:
            self._conclude()

    def _budget_of(self, part: Part, engine: str, parts: OpenParts) -> float | None:
        """Return the budget of a part: small if workers would soon be idle; parts that cannot be resumed get more."""
        if not self._resumes(engine):
            is_whole = split(self._request, part) == (part,)
            return None if is_whole else MODEL_SECONDS * 2 ** (len(part.path) - 1)
        is_scarce = parts.waiting < self._workers.workers > 1
        return min(self._plan.budget, max(LEAST_SECONDS, self._plan.budget / 8)) if is_scarce else self._plan.budget

    def _take_result(self, parts: OpenParts, part: Part, future: Future[PartRun], engine: str) -> None:
        """Take the run of a part, or give the part back if its worker died."""
        error = future.exception()
        if error is None:
            self._finish(parts, future.result(), self._rest_of(future.result(), engine), engine)
        elif is_death(error) or isinstance(error, MemoryError):
            self._note_death(parts, part)
        else:
            raise error

    def _note_death(self, parts: OpenParts, part: Part) -> None:
        """Give a part back whose worker died, or note that it is lost."""
        self._tries[part.path] += 1
        if self._tries[part.path] < MAX_TRIES:
            parts.give_back(part)
        else:
            self._lose(parts, part)

    def _lose(self, parts: OpenParts, part: Part) -> None:
        """Note that a part is lost; all others are still searched, unless none was finished."""
        self.state.lost.append(
            LostPartError(f"part {part.path} was tried {MAX_TRIES} times, each time its worker died")
        )
        parts.finish(part, ())
        if len(self.state.lost) >= MAX_LOST_PARTS and not self.state.share:
            self._is_stopped = True

    def _rest_of(self, run: PartRun, engine: str) -> tuple[Part, ...]:
        """Return the rest of a part; an engine that cannot resume it gets smaller parts."""
        rest = run.result.rest
        if not rest or self._resumes(engine):
            return rest
        if not self._is_stopped:
            rest = split(self._request, run.part)
        is_same = rest == (run.part,) and run.result.solutions
        return (replace(run.part, path=(*run.part.path, 0)),) if is_same else rest

    def _finish(self, parts: OpenParts, run: PartRun, rest: tuple[Part, ...], engine: str) -> None:
        """Count a run, keep it, and deliver all solutions that are due."""
        if rest == (run.part,) and not run.result.solutions:
            parts.give_back(run.part)  # stopped before its end, with nothing that would not be found again
            return
        is_found_again = bool(run.result.rest and run.result.solutions and not self._resumes(engine))
        if is_found_again and self._job.keep:
            self._known[run.part.path] = tuple(batch for batch, _ in run.batches)
        # solutions that are only counted cannot be recognized: the part that was stopped stays open
        if self.store is not None and not (is_found_again and not self._job.keep):
            self.store.keep(run, rest, engine)
        parts.finish(run.part, rest)
        self.state.add(run.result)
        self.state.share = parts.share
        self.state.parts += 1
        if not run.were_passed_on:
            self._runs.add(run)
        self._release(parts.first)

    def _release(self, first: tuple[int, ...] | None) -> None:
        for batch, sizes in self._runs.due(first):
            self._pass_on(batch, sizes)
        if self._limit is not None and not self._job.keep and self.state.solutions >= self._limit:
            self._is_stopped = True

    def _pass_on(self, batch: Batch, sizes: OrbitSizes) -> None:
        """Deliver solutions; stop at the limit."""
        self._delivered += len(batch)
        self.state.delivered = self._delivered
        self.state.note_solution()
        if self._limit is not None and self._delivered >= self._limit:
            self._is_stopped = True
        self._deliver(batch, sizes)

    def _give_back_silent(self, parts: OpenParts, running: dict[Future[PartRun], tuple[Part, float]]) -> None:
        """Give back the parts of workers that have been silent for long."""
        now, limit, pool = monotonic(), SILENT_SECONDS + 10 * self._plan.budget, self._workers
        if not isinstance(pool, ProcessPool) or not running:
            return
        if is_silent := any(now - begun > limit for _, begun in running.values()):
            self.state.notice = f"a worker sent nothing for {limit:.0f} s: it was stopped, its part is searched again"
        if is_silent or pool.has_died:
            pool.close()
            for part, _ in running.values():
                self._note_death(parts, part)
            running.clear()

    def _end_early(self, parts: OpenParts, running: dict[Future[PartRun], tuple[Part, float]], engine: str) -> None:
        """Take the results of workers that were asked to stop, as far as they come soon."""
        end = monotonic() + STOP_SECONDS
        while running and monotonic() < end and not self._is_killed:
            self._wait(running)
            for future in [future for future in running if future.done()]:
                part, _ = running.pop(future)
                if future.exception() is None:
                    self._finish(parts, future.result(), self._rest_of(future.result(), engine), engine)
        for part, _ in running.values():
            parts.give_back(part)
        if self._is_stopped:
            self._release(None)

    # workers

    @property
    def _request(self) -> SearchRequest:
        assert self.state.built is not None
        return self.state.built[1]

    @property
    def _workers(self) -> Pool:
        """The workers: this thread alone, or at first several threads, and processes for a long search."""
        options = self._plan.options
        if self._pool is None and options.cluster is not None:
            from cp_puzzles.search.cluster import ClusterPool

            self._pool = ClusterPool(self._job, options.cluster, options.jobs)
        if self._pool is None:
            self._pool = ThisThread() if self.state.jobs == 1 else Threads(self.state.jobs)
        if isinstance(self._pool, Threads) and self.state.elapsed > HEAD_START_SECONDS:
            threads, self._pool = self._pool, ProcessPool(self.state.jobs, begin_worker, portable(self._job))
            threads.close()
        return self._pool

    @property
    def _streams(self) -> bool:
        """True if solutions are passed on as soon as they are found: only one part is searched at a time."""
        is_alone = self._pool is None or isinstance(self._pool, ThisThread)
        return is_alone and self._job.keep and self.store is None and not self._plan.wants_any_solution

    def _resumes(self, engine: str) -> bool:
        if engine not in self._resumable:
            self._resumable[engine] = load_engine(engine).resumes
        return self._resumable[engine]

    def _submit(self, job: PartJob) -> Future[PartRun]:
        pool = self._workers
        is_here = isinstance(pool, (ThisThread, Threads))
        return pool.submit(self._run_here if is_here else run_in_process, job)

    def _run_here(self, job: PartJob) -> PartRun:
        """Run a part in a thread of this process; pass solutions on at once if nothing else is searched."""
        worker = getattr(self._local, "worker", None)
        if worker is None:
            worker = self._local.worker = PartWorker(self._job, self.state.built)
        return worker.run(job, lambda: self._is_stopped, self._pass_on if self._streams and not job.holds else None)

    def _part_job(self, part: Part, engine: str, budget: float | None) -> PartJob:
        """Return the job of searching a part, whose known solutions are not returned again.

        Solutions that another engine would find again, or that are only counted, are held until the part has ended.
        """
        batches = [each for path, known in self._known.items() if part.path[: len(path)] == path for each in known]
        holds = not self._resumes(engine) and (engine != self._job.engine or not self._job.keep)
        known = tuple(solutions_within(part, batch) for batch in batches)
        return PartJob(part, engine, budget, self._limit, known=known, holds=holds)

    def _wait(self, futures: Iterable[Future[PartRun]]) -> None:
        """Wait for a moment until a future is done."""
        wait(futures, TICK_SECONDS, FIRST_COMPLETED)
