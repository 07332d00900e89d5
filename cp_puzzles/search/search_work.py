"""The work of a search, in its worker thread: an attempt first, then parts with a budget."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import partial
from itertools import count
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

from cp_puzzles.base.compilation import watched
from cp_puzzles.base.deadline import TICK_SECONDS
from cp_puzzles.base.text import counted
from cp_puzzles.cover.placement_table import SMALL_PROBLEM_BYTES, size_of
from cp_puzzles.engines.engine import Batch, Emit, OrbitSizes, Part, PartResult
from cp_puzzles.engines.registry import COUNTERS, DEFAULT, FASTEST, MODEL_ENGINE, entry_of
from cp_puzzles.engines.time_slices import TimeSlice, members_of
from cp_puzzles.errors import LostPartError, MissingExtraError, WideFrontierError
from cp_puzzles.search.count_at_once import begin_count, continued, count_with
from cp_puzzles.search.options import SearchOptions
from cp_puzzles.search.parts import OpenParts, OrderedRuns, PartJob, PartRun, PartWorker, Path, solutions_within
from cp_puzzles.search.pool import Pool, ProcessPool, ThisThread, Threads
from cp_puzzles.search.runner import MAX_TRIES, Runner
from cp_puzzles.search.split import roots_of_share, share_of, split
from cp_puzzles.search.state import SearchState

if TYPE_CHECKING:
    from cp_puzzles.engines.registry import SweepCount
    from cp_puzzles.search.store.run_writer import StoreWriter

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

STOP_SECONDS = 2.0
"""The longest time that workers have to return what they found, after they were asked to stop."""

COMPILING = "compiling the search engine; later runs read it from a cache, if one can be written"

SINGLE_WORKER_OPTIONS = 1000
"""The number of options up to which the search for one solution is over before a second worker is ready."""

MAX_LOST_PARTS = 3
"""The number of lost parts after which the search stops, if no part is finished."""


class SearchWork:
    """The work of a search: it changes the `state` and passes solutions, in order, to `deliver`.

    It ends soon after `stop()` was called. With `draws` every solution is drawn. `budget` is the budget of a run of a
    part, `attempt` that of the attempt.
    """

    def __init__(
        self,
        state: SearchState,
        options: SearchOptions,
        deliver: Emit,
        *,
        draws: bool,
        budget: float | None,
        attempt: float | None,
    ) -> None:
        self.state, self._options, self._deliver, self._draws = state, options, deliver, draws
        self._budget, self._attempt = budget or BUDGET_SECONDS, attempt or ATTEMPT_SECONDS
        self._job, self._limit = state.job, options.limit
        # of any one solution symmetry is not broken, and the leader of its orbit is reported
        self._wants_any = options.limit == 1 and options.store is None
        self._is_stopped = self._is_killed = False
        self._delivered = 0
        self._known: dict[Path, tuple[Batch, ...]] = {}
        self._waiting: OrderedRuns | None = None
        self._runner_in_use: Runner[PartJob] | None = None
        self.store: StoreWriter | None = None

    def stop(self) -> None:
        """Ask the work to end soon."""
        self._is_stopped = True
        if self._runner_in_use is not None:
            self._runner_in_use.pool.stop()

    def kill(self) -> None:
        """End the workers at once."""
        self._is_stopped = self._is_killed = True
        if self._runner_in_use is not None:
            self._runner_in_use.pool.close()

    def run(self) -> None:
        """Build the cover problem, and search."""

        def note() -> None:
            self.state.notice = COMPILING

        try:
            with watched(note) as watch:
                self._begin()
            self.state.sizes.update(watch.statistics())
        finally:
            if self._runner_in_use is not None:
                self._runner_in_use.close()

    def _begin(self) -> None:
        """Build the cover problem, and choose the way of the search."""
        state, job, options = self.state, self._job, self._options
        if options.store is None and job.puzzle.has_board and size_of(job.puzzle).bytes > SMALL_PROBLEM_BYTES:
            from cp_puzzles.cover.counting_arguments import reason_by_size

            state.phase = "adding up areas"
            state.reason = reason_by_size(job.puzzle)
            if state.reason is not None:
                self._conclude()
                return
        state.phase = "placing"
        self._cover = job.cover()
        if self._is_stopped:
            return
        state.phase = "looking for symmetries"
        request = self._request = job.request(self._cover)
        state.built = self._cover, request
        if self._is_stopped:
            return
        state.phase = None
        self._worker = PartWorker(job, state.built)
        if options.store is not None:
            self._open_store(options.store)
        entry = entry_of(job.engine)
        begins_with_model = self._draws and (self._limit is None or options.store is not None)
        if not entry.enumerates:
            self._count_at_once()
        elif self._wants_any:
            self._find_one()
        elif entry.name != DEFAULT:
            self._search_with(entry.name)
        elif begins_with_model and len(request.problem.table.values) * request.leader.group.order <= MODEL_SIZE:
            self._search_model_first()
        else:
            self._search_with(FASTEST)

    # a stored run

    def _open_store(self, path: str | os.PathLike[str]) -> None:
        """Open the file of the run, and take what earlier sessions have found."""
        from cp_puzzles.search.store.run_writer import StoreWriter  # with sqlite3

        state, share = self.state, self._options.share
        number = None if share is None else share_of(share)

        def roots() -> tuple[Part, ...]:
            return (Part(),) if number is None else roots_of_share(self._request, *number)

        name = "" if number is None else f"{number[0]}/{number[1]}"
        store = self.store = StoreWriter(path, self._job, self._cover, self._request, roots=roots, share=name)
        self._waiting = OrderedRuns()
        for stored in store.record.done:
            state.add(stored.result)
            state.parts += 1
            if not stored.batches:
                continue
            place = stored.part.path
            self._waiting.add_stored(place, partial(store.solutions, stored))
            has_rest = any(part.path[: len(place)] == place for part in store.record.open)
            if has_rest and not self._worker.engine(stored.engine or FASTEST).resumes:
                self._known[place] = tuple(batch for batch, _ in store.solutions(stored))
        state.earlier, state.earlier_seconds = state.solutions, store.record.seconds
        state.share = store.record.share
        if store.record.done:
            state.statistics |= {"stored_parts": len(store.record.done), "stored_seconds": store.record.seconds}

    # one engine

    def _search_with(self, engine: str) -> None:
        """Attempt to search with an engine, then search the parts that are left."""
        parts = self._attempted(engine)
        if parts is None:
            return
        options, job = self._options, self._job
        is_plain = options.limit is None and options.store is None and options.cluster is None
        is_automatic = job.engine == DEFAULT and is_plain and not job.keep
        counting = begin_count(job, self._request) if is_automatic else None
        if counting is not None:
            self._search_in_turns(parts, engine, counting)
        else:
            self._search_parts(parts, engine)

    def _attempted(self, engine: str) -> OpenParts | None:
        """Return the parts that an attempt in this thread, or a stored run, has left; None if the search has ended.

        If an attempt has found no solution, no bound of an item proves that there is none, unless a reason is found.
        """
        self.state.engine = engine
        stored = None if self.store is None else self.store.record
        parts = OpenParts([Part()] if stored is None else stored.open, 0.0 if stored is None else stored.share)
        is_new = has_found = False
        self._release(parts.first)
        if stored is None or stored.open == (Part(),):
            run = self._run_here(self._part_job(parts.take() or Part(), engine, self._attempt))
            is_new, has_found = True, bool(run.result.statistics.get("found"))
            self._finish(parts, run, engine)
        if is_new and not has_found and not self._is_stopped and self._has_reason():
            return None
        if parts.first is None:
            self._conclude()
        return None if parts.first is None or self._is_stopped else parts

    def _has_reason(self) -> bool:
        """Return True, and end the search, if a bound of an item shows that there is no solution."""
        from cp_puzzles.cover.proofs.weight_search import reason_for_none  # with all proofs

        self.state.phase = "looking for reasons"
        self.state.reason = reason_for_none(self._cover)
        self.state.phase = None
        if self.state.reason is not None:
            self._conclude()
        return self.state.reason is not None

    def _conclude(self) -> None:
        self.state.is_complete, self.state.share, self.state.left = True, 1.0, None

    # an engine that only counts, alone or in turns

    def _search_in_turns(self, parts: OpenParts, engine: str, counting: SweepCount) -> None:
        """Let the engine that announces less remaining time search next, each time for twice as long."""
        seconds, left = self._attempt, continued(counting, self._attempt)
        while not counting.is_finished and parts.first is not None and not self._is_stopped:
            seconds *= 2
            if left < (inf if self.state.remaining is None else self.state.remaining):
                left = continued(counting, seconds)
                self.state.left = None if left == inf else left
            else:
                self.state.left = None
                self._search_parts(parts, engine, seconds if left < inf else inf)
        if counting.is_finished and parts.first is not None:
            self._take_count(counting.finish(), COUNTERS[0])
            self.state.engine_reason = f"it needs {counted(counting.peak, 'state')} at most"

    def _count_at_once(self) -> None:
        """Count with an engine that does not enumerate."""
        state = self.state
        state.engine, state.jobs = self._job.engine, 1

        def note(done: int, steps: int) -> None:
            state.share = max(state.share, done / max(steps, 1)) if done < steps else state.share

        counting = count_with(self._job, self._cover, self._request, note)
        try:
            result = counting.advance(self._attempt)
            if (result is None or not result.solutions) and self._has_reason():
                return
            self._take_count(counting.finish(), self._job.engine)
        except WideFrontierError:
            if not self._has_reason():
                raise

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

    def _find_one(self) -> None:
        """Find any one solution: with the engine that is named, or with several in time slices."""
        name = self._job.engine
        self.state.engine = FASTEST if name == DEFAULT else name
        if name == DEFAULT:
            self._run_slices()
            return
        for budget in (self._attempt, None):
            run = self._run_here(PartJob(Part(), name, budget, limit=1, symmetry="off"))
            if self._takes_one(run, proves=True) or self._is_stopped or (budget is not None and self._has_reason()):
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
        if not run.result.solutions and not self._has_reason():
            self._conclude()
        return True

    def _run_slices(self) -> None:
        """Run time slices side by side; the first that finds a solution, or proves that there is none, ends all.

        With a seed, it is the first one in the order of slices, so that the solution does not depend on the workers.
        """
        problem, seed = self._request.problem, self._options.seed
        slices = map(partial(TimeSlice, members=members_of(problem)), count())
        waiting: dict[PartJob, TimeSlice] = {}
        runs: dict[PartJob, PartRun | None] = {}

        def job_of(time_slice: TimeSlice) -> PartJob:
            part, settings = time_slice.part(problem, seed or 0), time_slice.settings(seed or 0)
            return PartJob(part, time_slice.member.engine, time_slice.effort, 1, settings=settings, symmetry="off")

        first = next(slices)
        if self._takes_slice(self._run_here(job_of(first)), first) or self._is_stopped or self._has_reason():
            return
        while not self._is_stopped:
            runner = self._runner
            most = 1 if len(problem.options) <= SINGLE_WORKER_OPTIONS else runner.pool.workers
            while runner.has_room and len(waiting) < most:
                time_slice = next(slices)
                job = job_of(time_slice)
                waiting[job] = time_slice
                runner.submit(job)
            for job, future in runner.ended(TICK_SECONDS):
                error = None if future is None else future.exception()
                # a slice at which workers die, or whose engine is not installed, finds nothing
                runs[job] = None if isinstance(error, MissingExtraError) or future is None else future.result()
            for job in [*waiting]:
                if job in runs:
                    run, time_slice = runs.pop(job), waiting.pop(job)
                    if run is not None and self._takes_slice(run, time_slice):
                        self._is_stopped = True
                        return
                elif seed is not None:
                    break

    def _takes_slice(self, run: PartRun, time_slice: TimeSlice) -> bool:
        if not self._takes_one(run, proves=time_slice.member.proves):
            return False
        self.state.engine = time_slice.member.engine
        self.state.statistics["winner"] = str(time_slice)
        return True

    # CP-SAT, then the fastest engine

    def _search_model_first(self) -> None:
        """Search with CP-SAT for some counted seconds; the parts that are not finished are left to the fastest engine.

        The efforts of the parts are added up in their order, so the engine of a part does not depend on the number of
        workers.
        """
        parts = self._attempted(MODEL_ENGINE)
        if parts is None:
            return
        spent, runner, runs = self._spent_by_model() if self.store else 0.0, self._runner, dict[Path, PartRun]()
        while parts.first is not None and spent < MODEL_SECONDS and not self._is_stopped:
            while runner.has_room and (part := parts.take()) is not None:
                runner.submit(self._part_job(part, MODEL_ENGINE, MODEL_SECONDS - spent))
            for job, future in runner.ended(TICK_SECONDS):
                if future is None or future.exception() is not None:
                    spent = inf
                else:
                    runs[job.part.path] = future.result()
            while spent < MODEL_SECONDS and not self._is_stopped and (run := runs.pop(parts.first, None)) is not None:
                spent += run.result.effort
                if run.result.rest or spent > MODEL_SECONDS:
                    spent = inf
                else:
                    self._finish(parts, run, MODEL_ENGINE)
        if self._is_stopped:
            for run in runs.values():
                self._finish(parts, run, MODEL_ENGINE)
            self._end_early(parts, MODEL_ENGINE)
        elif parts.first is None:
            self._conclude()
        else:
            runner.forget()
            self.state.engine = f"{MODEL_ENGINE}, then {FASTEST} after {MODEL_SECONDS:.0f} s"
            self.state.notice = f"{MODEL_ENGINE} has not finished in {MODEL_SECONDS:.0f} s: {FASTEST} searches the rest"
            self._search_parts(OpenParts(parts, parts.share), FASTEST)

    def _spent_by_model(self) -> float:
        """Return the counted seconds of CP-SAT in earlier sessions; infinite if another engine has begun."""
        assert self.store is not None
        done, is_begun = self.store.record.done, any(part.stack for part in self.store.record.open)
        if is_begun or any(each.engine != MODEL_ENGINE for each in done):
            return inf
        return sum(each.result.effort for each in done if each.part.path)

    # parts with a budget

    def _search_parts(self, parts: OpenParts, engine: str, seconds: float = inf) -> None:
        """Search all open parts, or as many as workers search in some seconds."""
        end = monotonic() + seconds
        while parts.first is not None and not self._is_stopped:
            runner = self._runner
            while runner.has_room and monotonic() < end and (part := parts.take()) is not None:
                runner.submit(self._part_job(part, engine, self._budget_of(part, engine, parts)))
            if runner.is_idle:
                return
            self._receive(parts, engine)
        if self._is_stopped:
            self._end_early(parts, engine)
        elif not self.state.lost:
            self._conclude()

    def _receive(self, parts: OpenParts, engine: str) -> None:
        """Take the runs that end within a moment."""
        runner = self._runner
        for job, future in runner.ended(TICK_SECONDS):
            if future is None:
                self._lose(parts, job.part)
            elif not self._is_stopped or future.exception() is None:
                self._finish(parts, future.result(), engine)
        if runner.has_silent_worker:
            limit = f"{SILENT_SECONDS + 10 * self._budget:.0f} s"
            self.state.notice = f"a worker sent nothing for {limit}: it was stopped, its part is searched again"

    def _budget_of(self, part: Part, engine: str, parts: OpenParts) -> float | None:
        """Return the budget of a part: small if workers would soon be idle; parts that cannot be resumed get more."""
        if not self._worker.engine(engine).resumes:
            is_whole = split(self._request, part) == (part,)
            return None if is_whole else MODEL_SECONDS * 2 ** (len(part.path) - 1)
        is_scarce = parts.waiting < self._runner.pool.workers > 1
        return min(self._budget, max(LEAST_SECONDS, self._budget / 8)) if is_scarce else self._budget

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
        if self._worker.engine(engine).resumes:
            return rest
        if not self._is_stopped:
            rest = split(self._request, run.part)
        is_same = rest == (run.part,) and run.result.solutions
        return (replace(run.part, path=(*run.part.path, 0)),) if is_same else rest

    def _finish(self, parts: OpenParts, run: PartRun, engine: str) -> None:
        """Count a run, keep it, and deliver all solutions that are due."""
        job, state, result = self._job, self.state, run.result
        rest = result.rest and self._rest_of(run, engine)
        if rest == (run.part,) and not result.solutions:
            parts.give_back(run.part)  # stopped before its end, with nothing that would not be found again
            return
        is_found_again = bool(result.rest and result.solutions and not self._worker.engine(engine).resumes)
        if is_found_again and job.keep:
            self._known[run.part.path] = tuple(batch for batch, _ in run.batches)
        if self.store is not None and (job.keep or not is_found_again):
            self.store.keep(run, rest, engine)
        elif self.store is not None:
            # solutions that are only counted cannot be recognized: the part that was stopped stays open in the file
            state.statistics["counted_again"] = result.solutions
        parts.finish(run.part, rest)
        state.add(result)
        state.share = parts.share
        state.parts += 1
        if run.batches and not run.were_passed_on:
            self._waiting = self._waiting or OrderedRuns()
            self._waiting.add(run)
        self._release(parts.first)
        if self._limit is not None and not job.keep and state.solutions >= self._limit:
            self._is_stopped = True

    def _release(self, first: Path | None) -> None:
        if self._waiting is not None:
            for batch, sizes in self._waiting.due(first):
                self._pass_on(batch, sizes)

    def _pass_on(self, batch: Batch, sizes: OrbitSizes) -> None:
        """Deliver solutions; stop at the limit."""
        self._delivered += len(batch)
        self.state.delivered = self._delivered
        self.state.note_solution()
        if self._limit is not None and self._delivered >= self._limit:
            self._is_stopped = True
        self._deliver(batch, sizes)

    def _end_early(self, parts: OpenParts, engine: str) -> None:
        """Take the results of workers that were asked to stop, as far as they come soon."""
        end, runner = monotonic() + STOP_SECONDS, self._runner
        runner.stop()
        while not runner.is_idle and monotonic() < end and not self._is_killed:
            self._receive(parts, engine)
        self._release(None)

    # workers

    @property
    def _runner(self) -> Runner[PartJob]:
        """The runner of parts: in this thread alone, or at first in several threads, and in processes if it lasts."""
        if self._runner_in_use is None:
            options, jobs, later = self._options, self.state.jobs, None
            pool: Pool
            if options.cluster is not None:
                from cp_puzzles.search.cluster import ClusterPool

                pool = ClusterPool(self._worker, options.cluster, options.jobs)
            elif jobs == 1:
                pool = ThisThread(self._run_here)
            else:
                pool, later = Threads(self._run_here, jobs), partial(ProcessPool, self._worker, jobs)
            self._runner_in_use = Runner(pool, later, patience=SILENT_SECONDS + 10 * self._budget)
        return self._runner_in_use

    def _run_here(self, job: PartJob) -> PartRun:
        """Run a part in a thread of this process; pass solutions on at once if nothing else is searched."""
        is_alone = self._runner_in_use is None or isinstance(self._runner_in_use.pool, ThisThread)
        streams = is_alone and self._job.keep and self.store is None and not self._wants_any and not job.holds
        return self._worker.run(job, lambda: self._is_stopped, self._pass_on if streams else None)

    def _part_job(self, part: Part, engine: str, budget: float | None) -> PartJob:
        """Return the job of searching a part, whose known solutions are not returned again.

        Solutions that another engine would find again, or that are only counted, are held until the part has ended.
        """
        batches = [each for path, known in self._known.items() if part.path[: len(path)] == path for each in known]
        holds = not self._worker.engine(engine).resumes and (engine != self._job.engine or not self._job.keep)
        known = tuple(solutions_within(part, batch) for batch in batches)
        return PartJob(part, engine, budget, self._limit, known=known, holds=holds)
