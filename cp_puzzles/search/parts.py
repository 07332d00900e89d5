"""Parts of a search: the run of a part by a worker, the list of open parts, and the order of their solutions."""

from __future__ import annotations

import pickle
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from tempfile import TemporaryFile, gettempdir
from typing import IO, Any

import numpy as np

from cp_puzzles.base.compilation import watched
from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.cover.symmetry.symmetry_group import Symmetry
from cp_puzzles.engines.engine import Batch, Emit, Engine, OrbitSizes, Part, PartResult, PartTask, SearchRequest
from cp_puzzles.engines.registry import entry_of, load_engine
from cp_puzzles.errors import EngineError, MistakeError
from cp_puzzles.search.job import Job
from cp_puzzles.search.solution_checker import SolutionChecker

Pair = tuple[Batch, OrbitSizes]
"""A batch of solutions with the sizes of their orbits."""

Path = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class PartJob:
    """The job of a worker: a part, the engine that searches it, and a budget in counted seconds (None: no end).

    `settings` replace those of the request, and `symmetry` its equivalence. `known` are solutions of the part that were
    returned before, by a run that could not be continued: they are found again and not returned. With `holds`, the
    solutions of a part that does not end within its budget are dropped.
    """

    part: Part
    engine: str
    budget: float | None = None
    limit: int | None = None
    settings: Mapping[str, Any] | None = None
    symmetry: Symmetry | None = None
    known: tuple[Batch, ...] = ()
    holds: bool = False


@dataclass(frozen=True, eq=False)
class PartRun:
    """The run of a part: its result and its verified solutions in order.

    If the solutions `were_passed_on` at once, they are kept only if a later run would find them again.
    """

    part: Part
    result: PartResult
    batches: tuple[Pair, ...] = ()
    were_passed_on: bool = False


class PartWorker:
    """Runs parts of a job, one after the other in each thread; it is sent to other processes as the job alone."""

    def __init__(self, job: Job, built: tuple[Cover, SearchRequest] | None = None) -> None:
        self._job = job
        self.cover, self._request = built or job.cover_and_request()
        self._requests: dict[str, SearchRequest] = {}
        self._local = threading.local()  # engines and checkers are of one thread
        self._is_trusted = not any(rule.is_registered for rule in job.puzzle.rules)

    def __reduce__(self) -> tuple[type[PartWorker], tuple[Job]]:
        return PartWorker, (self._job,)

    def run(self, job: PartJob, stop: Callable[[], bool], emit: Emit | None = None) -> PartRun:
        """Run a part and return its verified solutions, or pass them to `emit`."""
        engine, batches = self.engine(job.engine), list[Pair]()
        counts_only = engine.counts_without_solutions and not self._job.keep and self._is_trusted
        known = KnownSolutions(job.known) if job.known else None
        if not counts_only:
            checker = vars(self._local).setdefault("checker", None) or SolutionChecker(self.cover)
            self._local.checker = checker
            checker.begin(job.part)

        def take(batch: Batch, sizes: OrbitSizes) -> None:
            checker.check(batch)
            if known is not None:
                batch, sizes = known.without(batch, sizes)
            if not len(batch):
                return
            if emit is not None:
                emit(batch, sizes)
            if self._job.keep and (emit is None or not engine.resumes):
                batches.append((batch, sizes))

        request, limit = self._request_of(job), job.limit and job.limit + len(known or ())
        task = PartTask(request, job.part, None if counts_only else take, limit=limit, stop=stop, budget=job.budget)
        with watched() as watch:
            result = engine.run(task)
        is_at_its_end = result.complete or stop() or (limit is not None and result.solutions >= limit)
        if job.holds and not is_at_its_end:
            result, batches = replace(result, solutions=0, raw=0, self_symmetric=0), []
        if known is not None:
            result = known.subtracted(result, request.leader.group.order)
        sizes = {**result.sizes, **watch.statistics()}
        return PartRun(job.part, replace(result, sizes=sizes), tuple(batches), emit is not None)

    def engine(self, name: str) -> Engine:
        """Return an engine, of which each thread has its own."""
        engines: dict[str, Engine] = vars(self._local).setdefault("engines", {})
        if name not in engines:
            engines[name] = load_engine(name)
        return engines[name]

    def _request_of(self, job: PartJob) -> SearchRequest:
        """Return the request with the settings that the engine has."""
        request = self._request
        if job.symmetry is not None and job.symmetry != self._job.symmetry:
            if job.symmetry not in self._requests:
                self._requests[job.symmetry] = replace(self._job, symmetry=job.symmetry).request(self.cover)
            request = self._requests[job.symmetry]
        settings = self._job.settings if job.settings is None else job.settings
        if job.symmetry is None:  # all solutions in order, even if only one more is wanted
            settings = {**settings, "restarts": False}
        names = entry_of(job.engine).settings.names()
        return replace(request, settings={name: value for name, value in settings.items() if name in names})


class KnownSolutions:
    """Solutions that a run of a part finds again, because the run before it could not be continued."""

    def __init__(self, batches: Iterable[Batch]) -> None:
        self._rows = {_key(row) for batch in batches for row in batch}
        self._again: list[OrbitSizes] = []

    def __len__(self) -> int:
        return len(self._rows)

    def without(self, batch: Batch, sizes: OrbitSizes) -> Pair:
        """Return the solutions of a batch that are new, with the sizes of their orbits."""
        if not self._rows:
            return batch, sizes
        is_new = np.array([_key(row) not in self._rows for row in batch], dtype=np.bool_)
        self._again.append(sizes[~is_new])
        return batch[is_new], sizes[is_new]

    def subtracted(self, result: PartResult, order: int) -> PartResult:
        """Return a result without the solutions that were found again; raise `EngineError` if some were not."""
        if not self._rows:
            return result
        sizes = np.concatenate([np.empty(0, dtype=np.int64), *self._again])
        if result.complete and len(sizes) != len(self._rows):
            raise EngineError(f"{len(self._rows)} solutions of a part were found before, but only {len(sizes)} again")
        return replace(
            result,
            solutions=result.solutions - len(sizes),
            raw=result.raw - int(sizes.sum()),
            self_symmetric=result.self_symmetric - int((sizes < order).sum()),
        )


def _key(row: Batch) -> bytes:
    return row[row >= 0].tobytes()


def solutions_within(part: Part, batch: Batch) -> Batch:
    """Return the solutions of a batch that lie in the subproblem of a part."""
    is_within = np.isin(batch, part.chosen).sum(axis=1) == len(part.chosen)
    inside: Batch = batch[is_within & ~np.isin(batch, part.excluded).any(axis=1)]
    return inside


class OpenParts:
    """The parts that are not finished, in the order of their paths, which is the order of their solutions.

    `share` is the finished share of the search.
    """

    def __init__(self, parts: Iterable[Part] = (), share: float = 0.0) -> None:
        self.share = share
        self._waiting: list[tuple[Path, Part]] = []
        self._running: dict[Path, Part] = {}
        for part in parts:
            self.give_back(part)

    def __iter__(self) -> Iterator[Part]:
        return iter([*(part for _, part in self._waiting), *self._running.values()])

    @property
    def waiting(self) -> int:
        """The number of parts that no worker has."""
        return len(self._waiting)

    @property
    def first(self) -> Path | None:
        """The path of the first part that is not finished; all results before it are due. None: all are finished."""
        paths = [*self._running, *(path for path, _ in self._waiting[:1])]
        return min(paths, default=None)

    def take(self) -> Part | None:
        """Take the first waiting part, for a worker; None if none waits."""
        if not self._waiting:
            return None
        path, part = heappop(self._waiting)
        self._running[path] = part
        return part

    def give_back(self, part: Part) -> None:
        """Let a part wait, perhaps again."""
        self._running.pop(part.path, None)
        heappush(self._waiting, (part.path, part))

    def finish(self, part: Part, rest: Iterable[Part]) -> None:
        """Replace a part that was run by the parts that are left of it."""
        self._running.pop(part.path, None)
        left = 0.0
        for each in rest:
            self.give_back(each)
            left += each.share
        self.share += max(0.0, part.share - left)


SPOOL_BYTES = 1 << 26
"""The bytes of waiting solutions from which on a temporary file holds further ones."""


_Kept = tuple[Pair, ...] | int | Callable[[], Iterator[Pair]]
"""Batches, their place in a file, or a function that reads them."""


class OrderedRuns:
    """Runs of parts whose solutions wait until those of all parts before are known."""

    def __init__(self) -> None:
        self._waiting: list[tuple[Path, int, _Kept]] = []
        self._bytes = 0
        self._file: IO[bytes] | None = None

    def add(self, run: PartRun) -> None:
        """Keep the solutions of a run; raise `MistakeError` when the disk is full."""
        size = sum(batch.nbytes + sizes.nbytes for batch, sizes in run.batches)
        kept: _Kept = run.batches
        if self._bytes + size > SPOOL_BYTES:
            kept, size = self._spooled(run.batches), 0
        self._bytes += size
        heappush(self._waiting, (run.part.path, size, kept))

    def add_stored(self, path: Path, batches: Callable[[], Iterator[Pair]]) -> None:
        """Keep the solutions of a run of an earlier session, which are read when they are due."""
        heappush(self._waiting, (path, 0, batches))

    def due(self, first: Path | None) -> Iterator[Pair]:
        """Yield the solutions of all runs before the first path that is not finished; of all runs if it is None."""
        while self._waiting and (first is None or self._waiting[0][0] < first):
            _, size, kept = heappop(self._waiting)
            self._bytes -= size
            if isinstance(kept, int):
                assert self._file is not None
                self._file.seek(kept)
                kept = pickle.load(self._file)
            yield from kept() if callable(kept) else kept

    def _spooled(self, batches: tuple[Pair, ...]) -> int:
        """Write batches to a temporary file, and return their place there."""
        if self._file is None:
            self._file = TemporaryFile()  # noqa: SIM115
        place = self._file.seek(0, 2)
        try:
            pickle.dump(batches, self._file, protocol=pickle.HIGHEST_PROTOCOL)
            self._file.flush()
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            problem = f"solutions cannot be written to a temporary file: {reason}"
            raise MistakeError(gettempdir(), problem, "free some space, or set TMPDIR") from None
        return place
