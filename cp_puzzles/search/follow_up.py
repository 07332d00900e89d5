"""The disassemblies of the solutions of a search: workers take each apart, in the order of solutions."""

from __future__ import annotations

import json
import os
import pickle
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from contextlib import closing
from dataclasses import asdict, dataclass
from itertools import islice
from time import monotonic

from cp_puzzles.base.compilation import watched
from cp_puzzles.base.deadline import GRACE_SECONDS, NO_DEADLINE, TICK_SECONDS, Deadline, Interrupts
from cp_puzzles.cover.solution import Solution
from cp_puzzles.puzzle.disassembly.piece_groups import PieceGroups
from cp_puzzles.puzzle.disassembly.states import Effort, refuse_unmovable, state_bytes
from cp_puzzles.puzzle.disassembly.take_apart import Disassembly, Step, take_apart, taken_at_once
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.search.job import portable
from cp_puzzles.search.pool import MAX_TRIES, Pool, ProcessPool, Threads, as_puzzle_error
from cp_puzzles.search.progress import Progress
from cp_puzzles.search.store.run_writer import StoreWriter

HEAD_START_SECONDS = 10.0
"""Time for which threads work before processes are started, which takes seconds."""

QUEUED_PER_WORKER = 2
"""Number of assemblies that wait for each worker, so that it is never idle while the search continues."""

MAX_BATCH, BATCH_SECONDS = 64, 0.1
"""Maximum number of assemblies in a message to a worker, and the time after which it returns the unfinished ones."""

MAX_PENDING = 4096
"""Maximum number of solutions that wait for the disassembly of an earlier one; at this number the search waits, too."""

QUESTION = "disassembly"
"""The name of disassemblies in a stored run."""

UNANSWERED = Disassembly(apart=None, level=None, at_least=1, ended="time")
"""The disassembly of a solution that was not taken apart before the end."""


@dataclass(frozen=True)
class Assembly:
    """The solution number `index`: the cells of its pieces, the numbers of the fixed pieces, and the groups of all."""

    index: int
    pieces: tuple[tuple[Cell, ...], ...]
    fixed: tuple[int, ...]
    groups: PieceGroups | None


@dataclass(frozen=True)
class AssemblyBatch:
    """Assemblies for one worker, in order; the number of the first one is that of the batch."""

    assemblies: tuple[Assembly, ...]

    @property
    def index(self) -> int:
        """The number that messages about the batch have."""
        return self.assemblies[0].index


@dataclass(frozen=True)
class Answers:
    """The disassemblies of the first solutions of a batch, and the seconds that compiling took meanwhile."""

    answers: tuple[Disassembly, ...]
    compile_seconds: float = 0.0


@dataclass(frozen=True)
class DisassemblyJob:
    """The job of taking solutions apart: at most `states` states of each, within `memory` bytes."""

    name: str
    lattice: Lattice
    states: int
    memory: int

    def run(self, part: AssemblyBatch, stop: Callable[[], bool]) -> Answers:
        """Take the first assembly of a batch apart, and the others as far as they are done within `BATCH_SECONDS`.

        So a long search keeps no answer of another assembly from being sent and stored. Simple assemblies, mostly the
        majority, are taken apart together.
        """
        answers: list[Disassembly] = []
        end = Deadline.after(BATCH_SECONDS)
        with watched(lambda: None) as watch:
            refuse_unmovable(self.name, self.lattice, [each.pieces for each in part.assemblies], self.memory)
            states = self.states_of(max(len(each.pieces) for each in part.assemblies))
            pieces = [(each.pieces, each.fixed) for each in part.assemblies]
            known = taken_at_once(self.lattice, pieces, Effort(states, end, stop=stop))
            for index, each in enumerate(part.assemblies):
                answer = known.get(index)
                if answer is None or (answer.apart and each.groups is not None):
                    if answers and end.has_passed:
                        break
                    effort = Effort(self.states_of(len(each.pieces)), end if answers else NO_DEADLINE, stop=stop)
                    answer = take_apart(self.lattice, each.pieces, effort, each.fixed, each.groups)
                    if answer.ended == "time" and answers and not stop():
                        break
                answers.append(answer)
                if answer.ended == "time":
                    break
        return Answers(tuple(answers), watch.compile_seconds)

    def states_of(self, pieces: int) -> int:
        """Return the number of states that are searched at most, for which memory has room."""
        return min(self.states, self.memory // state_bytes(pieces))


_loaded: tuple[DisassemblyJob, Callable[[], bool]] | None = None


def begin_disassembly(is_stopped: Callable[[], bool], job: bytes) -> None:
    """Set up a process that takes solutions apart."""
    global _loaded
    _loaded = pickle.loads(job), is_stopped


def run_disassembly(part: AssemblyBatch) -> Answers:
    """Take a batch apart in a process that was set up."""
    assert _loaded is not None
    job, is_stopped = _loaded
    try:
        return job.run(part, is_stopped)
    except MemoryError:
        os._exit(1)
    except Exception as error:
        raise as_puzzle_error(error) from None


class _Workers:
    """The workers of a follow-up: threads at first, processes if the work lasts."""

    def __init__(self, job: DisassemblyJob, jobs: int) -> None:
        self._job, self._jobs = job, jobs
        self._pool: Pool = Threads(jobs)
        self._begun: float | None = None
        self._running: dict[Future[Answers], AssemblyBatch] = {}
        self._tries: Counter[int] = Counter()
        self._is_stopped = False

    @property
    def is_done(self) -> bool:
        """True if no batch is with a worker."""
        return not self._running

    def add(self, batch: AssemblyBatch) -> None:
        """Give a batch to a worker."""
        self._begun = self._begun or monotonic()
        if self._jobs > 1 and isinstance(self._pool, Threads) and monotonic() > self._begun + HEAD_START_SECONDS:
            self._pool.close()
            self._pool = ProcessPool(self._jobs, begin_disassembly, portable(self._job))
        if isinstance(self._pool, Threads):
            future = self._pool.submit(self._job.run, batch, lambda: self._is_stopped)
        else:
            future = self._pool.submit(run_disassembly, batch)
        self._running[future] = batch

    def results(self, timeout: float) -> Iterator[tuple[int, Answers | None]]:
        """Yield the number of each batch that is answered within some seconds, with None if its workers died."""
        if not self._running:
            return
        for future in wait(self._running, timeout, FIRST_COMPLETED).done:
            batch = self._running.pop(future)
            error = future.exception()
            if error is None:
                yield batch.index, future.result()
            elif isinstance(error, (BrokenExecutor, MemoryError)):
                self._tries[batch.index] += 1
                if self._tries[batch.index] < MAX_TRIES and not self._is_stopped:
                    self.add(batch)
                else:
                    yield batch.index, None
            else:
                raise as_puzzle_error(error)

    def stop(self) -> None:
        """Ask the workers to end early."""
        self._is_stopped = True
        self._pool.stop()
        for future in [*self._running]:
            if future.cancel():
                del self._running[future]

    def close(self) -> None:
        """End the workers."""
        self._is_stopped = True
        self._running.clear()
        self._pool.close()

    kill = close


class FollowUp:
    """Takes solutions apart as they are found, with `jobs` workers, and emits the disassemblies in order.

    They do not depend on the number of workers: the memory of the job limits the number of solutions that are taken
    apart at a time, not the effort for one. `compile_seconds` is the time in which workers compiled.
    """

    def __init__(self, job: DisassemblyJob, *, jobs: int, emit: Callable[[Solution, Disassembly], None]) -> None:
        self._job, self._jobs, self._emit = job, jobs, emit
        self._workers = _Workers(job, jobs)
        self._store: StoreWriter | None = None
        self._pending: dict[int, Solution] = {}
        self._answers: dict[int, Disassembly] = {}
        self._waiting: deque[Assembly] = deque()
        self._asked: dict[int, tuple[AssemblyBatch, int]] = {}
        self._batch, self._most = 1, MAX_BATCH
        self._count = 0
        self.ended: str | None = None
        self._patience = 0.0
        self.compile_seconds = 0.0

    def begin(self, store: StoreWriter | None) -> None:
        """Use the disassemblies of a stored run, and store new ones there."""
        self._store = store

    @property
    def is_full(self) -> bool:
        """True if the search should wait for disassemblies."""
        return len(self._waiting) >= QUEUED_PER_WORKER * self._jobs * self._batch or len(self._pending) >= MAX_PENDING

    @property
    def answered(self) -> int:
        """The number of solutions that are taken apart."""
        return self._count - len(self._pending) + len(self._answers)

    @property
    def is_done(self) -> bool:
        """True if every solution is taken apart."""
        return not self._pending

    def add(self, solution: Solution) -> None:
        """Take a further solution apart, unless its disassembly is known."""
        index = self._count
        self._count += 1
        self._pending[index] = solution
        text = None if self._store is None else self._store.answer(QUESTION, solution.digest)
        answer = None if text is None else self._known(text, solution)
        if answer is None and self.is_stopped:
            answer = UNANSWERED
        if answer is not None:
            self._answers[index] = answer
            self._release()
            return
        pieces, tiling = tuple(placement.cells for placement in solution.placements), solution.tiling
        self._waiting.append(Assembly(index, pieces, tiling.fixed, tiling.groups))
        self._ask()

    def receive(self, timeout: float) -> None:
        """Take the disassemblies that come within `timeout` seconds."""
        for index, answers in self._workers.results(timeout):
            if answers is None:
                self._lose(index)
            else:
                self.compile_seconds += answers.compile_seconds
                self._take(index, answers.answers)
        self._ask()
        if self.is_stopped and monotonic() > self._patience:
            self.kill()  # a worker that does not look at the request to end
        if self.is_stopped and self._workers.is_done:
            for index in self._pending:
                self._answers.setdefault(index, UNANSWERED)
        self._release()

    def answer_all(
        self,
        solutions: Iterable[Solution],
        on_progress: Callable[[Progress], None] | None = None,
        *,
        limit: int | None,
        deadline: Deadline,
    ) -> str:
        """Take some solutions apart, and return the status at the end."""
        ended: list[str] = []
        started = monotonic()

        def end(status: str = "interrupted") -> None:
            if status in ended:
                self._workers.kill()
            ended.append(status)
            self.stop(status)

        with closing(self):
            remaining, status = iter(solutions), ""
            while not status or not self.is_done:
                with Interrupts(end):
                    if status or self.is_full:
                        self.receive(TICK_SECONDS)
                    elif (solution := next(remaining, None)) is None:
                        status = "complete"
                    elif self._count == limit:
                        status = "limit"
                    else:
                        self.add(solution)
                if not ended and deadline.has_passed:
                    end("time-limit")
                if on_progress is not None:
                    on_progress(Progress(self._count, elapsed=monotonic() - started, answered=self.answered))
                status = ended[0] if ended else status
        return status

    @property
    def is_stopped(self) -> bool:
        """True if workers were asked to end early, with the status `ended`."""
        return self.ended is not None

    def stop(self, status: str) -> None:
        """Ask the workers to end early; they still send the disassemblies so far."""
        if self.ended is None:
            self.ended, self._patience = status, monotonic() + 2 * GRACE_SECONDS
            self._waiting.clear()
            self._workers.stop()

    def kill(self) -> None:
        """End the workers without waiting for their disassemblies."""
        self._workers.kill()

    def close(self) -> None:
        """End the workers, and emit a disassembly for every solution."""
        try:
            if self._pending:
                self.stop("interrupted")
                deadline = Deadline.after(2 * GRACE_SECONDS)
                while self._pending and not deadline.has_passed:
                    self.receive(TICK_SECONDS)
                if self._pending:
                    self.kill()
                    self.receive(0.0)
        finally:
            self._workers.close()

    def _ask(self) -> None:
        """Give assemblies to workers, as many as the number of workers and the memory allow."""
        while self._waiting and not self.is_stopped and len(self._asked) < (1 + QUEUED_PER_WORKER) * self._jobs:
            batch = AssemblyBatch(tuple(islice(self._waiting, self._batch)))
            pieces = max(len(each.pieces) for each in batch.assemblies)
            size = self._job.states_of(pieces) * state_bytes(pieces)
            if self._asked and sum(each for _, each in self._asked.values()) + size > self._job.memory:
                return
            for _ in batch.assemblies:
                self._waiting.popleft()
            self._asked[batch.index] = batch, size
            self._workers.add(batch)

    def _take(self, index: int, answers: tuple[Disassembly, ...]) -> None:
        """Take the answers of a batch; the assemblies without one wait again, the first of them alone."""
        batch, _ = self._asked.pop(index)
        self._batch = min(2 * self._batch, self._most) if len(answers) == len(batch.assemblies) else 1
        for assembly, answer in zip(batch.assemblies, answers, strict=False):
            if self._store is not None and assembly.index in self._pending and answer.ended != "time":
                digest = self._pending[assembly.index].digest
                self._store.keep_answer(QUESTION, digest, json.dumps(asdict(answer)))
            self._answers[assembly.index] = answer
        self._wait_again(batch.assemblies[len(answers) :])

    def _lose(self, index: int) -> None:
        """Note that the workers of a batch died: one assembly is given up, several are tried one by one."""
        batch, _ = self._asked.pop(index)
        self._batch = self._most = 1
        if len(batch.assemblies) == 1:
            self._answers[index] = UNANSWERED
        else:
            self._wait_again(batch.assemblies)

    def _wait_again(self, assemblies: tuple[Assembly, ...]) -> None:
        if not self.is_stopped:
            self._waiting.extendleft(reversed(assemblies))

    def _known(self, text: str, solution: Solution) -> Disassembly | None:
        """Return the disassembly in a text, unless more states may be searched now."""
        disassembly = disassembly_in(text)
        is_limited = disassembly.ended == "states"
        return (
            None if is_limited and disassembly.states < self._job.states_of(len(solution.placements)) else disassembly
        )

    def _release(self) -> None:
        """Emit all disassemblies before the first that is not known."""
        while self._pending and (first := next(iter(self._pending))) in self._answers:
            # removed before it is passed on, so that it is not passed on again after an error
            self._emit(self._pending.pop(first), self._answers.pop(first))


def disassembly_in(text: str) -> Disassembly:
    """Return a disassembly that was written with its fields as JSON."""
    data = json.loads(text)
    steps = (Step(tuple(each["pieces"]), tuple(each["direction"]), each["distance"]) for each in data["steps"])
    together = tuple(map(tuple, data.get("together", ())))
    return Disassembly(**{**data, "moves": tuple(data["moves"]), "steps": tuple(steps), "together": together})
