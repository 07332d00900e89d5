"""The work of a search, in its worker thread: an attempt first, then parts with a budget."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING

from cp_puzzles.base.compilation import CompilationWatch, compilation_watch
from cp_puzzles.base.text import counted
from cp_puzzles.cover.cover_problem import build_cover
from cp_puzzles.cover.placement_table import SMALL_PROBLEM_BYTES, size_of
from cp_puzzles.engines.engine import Part, PartResult
from cp_puzzles.engines.registry import AUTO, COUNTERS, FASTEST, MODEL_ENGINE, entry_of
from cp_puzzles.engines.time_slices import TimeSlice, time_slices
from cp_puzzles.errors import WideFrontierError
from cp_puzzles.search.count_at_once import TRIAL_SECONDS, begin_count, continued, count_with, may_continue
from cp_puzzles.search.part_search import MODEL_SECONDS, PartSearch
from cp_puzzles.search.parts import OpenParts, Path
from cp_puzzles.search.worker import PartJob, PartRun, PartWorker

if TYPE_CHECKING:
    from cp_puzzles.engines.registry import SweepCount

MODEL_SIZE = 2_000_000
"""The largest product of incidences and symmetries of a CP-SAT model that is attempted without being named."""

COMPILING = "compiling the search engine; later runs read it from a cache, if one can be written"


class SearchWork(PartSearch):
    """The work of a search, which chooses engines."""

    def run(self, draws: bool) -> None:
        """Build the cover problem, and search; deliver None at the end. A user `draws` every solution, or not."""

        def note() -> None:
            self.state.notice = COMPILING

        watch = CompilationWatch(note)
        compilation_watch.set(watch)  # in the context of this thread, which ends with the search
        try:
            self._begin(draws)
            self.state.sizes |= Counter(watch.seconds)
        finally:
            self._is_stopped = True  # a part of CP-SAT that was left to another engine may still run
            if self._runner is not None:
                self._runner.close()
            self._deliver(None)

    def _begin(self, draws: bool) -> None:
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
        self._cover = build_cover(job.puzzle, job.memory) if job.model is None else job.model.cover
        if self._is_stopped:
            return
        state.phase = "looking for symmetries"
        request = self._request = job.request(self._cover)
        state.built = self._cover, request
        if self._is_stopped:
            return
        state.phase = None
        # of any one solution symmetry is not broken, and the leader of its orbit is reported
        searched = replace(job, symmetry="off") if self._wants_any else job
        self._worker = PartWorker(searched, (self._cover, searched.request(self._cover)))
        if options.store is not None:
            self._open_store(options.store)
        entry = entry_of(job.engine)
        begins_with_model = draws and (self._limit is None or options.store is not None)
        if not entry.enumerates:
            self._count_at_once()
        elif self._wants_any:
            self._find_one()
        elif entry.name != AUTO:
            self._search_with(entry.name)
        elif begins_with_model and len(request.problem.table.values) * request.leader.group.order <= MODEL_SIZE:
            self._search_model_first()
        else:
            self._search_with(FASTEST)

    # one engine

    def _search_with(self, engine: str) -> None:
        """Attempt to search with an engine, then search the parts that are left."""
        parts = self._attempted(engine)
        if parts is None:
            return
        options, job = self._options, self._job
        is_plain = options.limit is None and options.store is None and options.cluster is None
        is_automatic = job.engine == AUTO and is_plain and not job.keep
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
        record = None if self.store is None else self.store.record
        parts = OpenParts([Part()]) if record is None else OpenParts(record.open, record.share)
        if record is not None:
            self._release(parts.first)
        if record is None or record.open == (Part(),):
            run = self._run_here(self._part_job(parts.take() or Part(), engine, self._attempt))
            self._attempt_settings = {}
            self._finish(parts, run)
            has_found = run.result.statistics.get("found") or self._job.model is not None
            if not (has_found or self._is_stopped) and self._has_reason():
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

    # an engine that only counts, alone or in turns

    def _search_in_turns(self, parts: OpenParts, engine: str, counting: SweepCount) -> None:
        """Let the engine that announces less remaining time search next, each time for twice as long.

        A short trial of the count announces its time first. After the trial and after a turn of its own, the count gets
        the next one only if it announces its end within it. Its plan may take as long as the turns so far and its own.
        """
        seconds, has_counted = self._attempt, True
        left = continued(counting, min(counting.planning_seconds + TRIAL_SECONDS, seconds))
        while not counting.is_finished and parts.first is not None and not self._is_stopped:
            seconds *= 2
            self.state.left = None
            remaining = inf if self.state.remaining is None else self.state.remaining
            turns = seconds if counting.spent else 2 * seconds - self._attempt
            has_counted = left < min(remaining, turns if has_counted else inf) and may_continue(counting, turns)
            if has_counted:
                left = continued(counting, turns)
                self.state.left = None if left == inf else left
            else:
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
        """Find any one solution: with the engine that is named, or with several in time slices side by side.

        The first run that finds a solution, or proves that there is none, ends all. With a seed, it is the first one in
        the order of slices, so that the solution does not depend on the workers.
        """
        name, seed = self._job.engine, self._options.seed
        self.state.engine = FASTEST if name == AUTO else name
        named = [(PartJob(Part(), name, budget, 1), None) for budget in (self._attempt, None)]
        timed = (
            (PartJob(each.part, each.member.engine, each.effort, 1, each.settings), each)
            for each in time_slices(self._request.problem, seed or 0)
        )
        slices = timed if name == AUTO else iter(named)
        job, time_slice = next(slices)
        if self._takes_one(self._run_here(job), time_slice) or self._is_stopped or self._has_reason():
            return
        waiting: dict[PartJob, TimeSlice | None] = {}
        ended: dict[PartJob, PartRun | BaseException | None] = {}

        def jobs() -> PartJob | None:
            job, time_slice = next(slices, (None, None))
            if job is not None:
                waiting[job] = time_slice
            return job

        while not self._is_stopped:
            ended |= self._runs(jobs)
            for job in [*waiting]:
                if job in ended:
                    run, time_slice = ended.pop(job), waiting.pop(job)
                    # a slice at which workers die finds nothing
                    if isinstance(run, BaseException):
                        raise run
                    self._is_stopped |= isinstance(run, PartRun) and self._takes_one(run, time_slice)
                if self._is_stopped or (job in waiting and seed is not None):
                    break

    def _takes_one(self, run: PartRun, time_slice: TimeSlice | None) -> bool:
        """Take a run that has a solution, or that proves that there is none."""
        state, proves = self.state, time_slice is None or time_slice.member.proves
        if not run.result.solutions and not (run.result.complete and proves):
            state.sums.update({"turns": 1})
            return False
        state.add(replace(run.result, rest=()))
        leader = self._request.leader
        for batch, _ in run.batches:
            self._pass_on(leader.leaders_of(batch), leader.group.orbit_sizes(batch))
        if not run.result.solutions and not self._has_reason():
            self._conclude()
        if time_slice is not None:
            state.engine, state.statistics["winner"] = run.engine, str(time_slice)
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
        spent, runs = self._spent_by_model() if self.store else 0.0, dict[Path, PartRun]()

        def jobs() -> PartJob | None:
            part = parts.take()
            return None if part is None else self._part_job(part, MODEL_ENGINE, MODEL_SECONDS - spent)

        while parts.first is not None and spent < MODEL_SECONDS and not self._is_stopped:
            for job, ended in self._runs(jobs):
                if isinstance(ended, PartRun):
                    runs[job.part.path] = ended
                else:
                    spent = inf
            while spent < MODEL_SECONDS and not self._is_stopped and (first := runs.pop(parts.first, None)) is not None:
                spent += first.result.effort
                if first.result.rest or spent > MODEL_SECONDS:
                    spent = inf
                else:
                    self._finish(parts, first)
        left = parts
        if self._is_stopped:
            for run in runs.values():
                self._finish(parts, run)
        elif parts.first is not None:
            self._workers().forget()
            self.state.engine = f"{MODEL_ENGINE}, then {FASTEST} after {MODEL_SECONDS:.0f} s"
            self.state.notice = f"{MODEL_ENGINE} has not finished in {MODEL_SECONDS:.0f} s: {FASTEST} searches the rest"
            left = OpenParts(parts, parts.share)
        self._search_parts(left, FASTEST)

    def _spent_by_model(self) -> float:
        """Return the counted seconds of CP-SAT in earlier sessions; infinite if another engine has begun."""
        assert self.store is not None
        done, is_begun = self.store.record.done, any(part.stack for part in self.store.record.open)
        if is_begun or any(each.engine != MODEL_ENGINE for each in done):
            return inf
        return sum(each.result.effort for each in done if each.part.path)
