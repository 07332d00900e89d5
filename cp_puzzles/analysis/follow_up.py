"""The disassemblies of the solutions of a search: workers take each apart, in the order of solutions."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from functools import partial
from itertools import islice
from time import monotonic
from typing import TYPE_CHECKING

from cp_puzzles.analysis.analysis_options import ApartOptions
from cp_puzzles.base.compilation import watched
from cp_puzzles.base.deadline import GRACE_SECONDS, NO_DEADLINE, TICK_SECONDS, Deadline, interrupts_noted
from cp_puzzles.cover.solution import Solution
from cp_puzzles.puzzle.disassembly.distance_tables import refuse_unmovable
from cp_puzzles.puzzle.disassembly.piece_groups import PieceGroups
from cp_puzzles.puzzle.disassembly.states import Effort, state_bytes
from cp_puzzles.puzzle.disassembly.take_apart import Disassembly, Step, take_apart, taken_at_once
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.search.pool import ProcessPool, Runner, Threads, available_cores
from cp_puzzles.search.run_result import Progress
from cp_puzzles.search.search import Search

if TYPE_CHECKING:
    from cp_puzzles.search.store.run_file import RunFile


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


Batch = tuple[Assembly, ...]
"""Assemblies for one worker, in order."""


@dataclass(frozen=True)
class DisassemblyJob:
    """The job of taking solutions apart: at most `states` states of each, within `memory` bytes."""

    name: str
    lattice: Lattice
    states: int
    memory: int

    def run(self, batch: Batch, stop: Callable[[], bool]) -> tuple[list[Disassembly], float]:
        """Take the first assembly of a batch apart, and the others as far as they are done within `BATCH_SECONDS`.

        Return the disassemblies of these, and the seconds that compiling took meanwhile. So a long search keeps no
        answer of another assembly from being sent and stored. Simple assemblies, mostly the majority, are taken apart
        together.
        """
        answers: list[Disassembly] = []
        end = Deadline.after(BATCH_SECONDS)
        with watched() as watch:
            refuse_unmovable(self.name, self.lattice, [each.pieces for each in batch], self.memory)
            states = self.states_of(max(len(each.pieces) for each in batch))
            pieces = [(each.pieces, each.fixed) for each in batch]
            known = taken_at_once(self.lattice, pieces, Effort(states, end, stop=stop))
            for index, each in enumerate(batch):
                answer = known.get(index)
                if answer is None or (answer.apart and each.groups is not None):
                    effort = Effort(self.states_of(len(each.pieces)), end if answers else NO_DEADLINE, stop=stop)
                    answer = take_apart(self.lattice, each.pieces, effort, each.fixed, each.groups)
                if answer.ended == "time" and answers:
                    break
                answers.append(answer)
        return answers, watch.seconds.get("compile_seconds", 0.0)

    def states_of(self, pieces: int) -> int:
        """Return the number of states that are searched at most, for which memory has room."""
        return min(self.states, self.memory // state_bytes(pieces))


class FollowUp:
    """Takes solutions apart as a `search` finds them, or given ones, and emits the disassemblies in order.

    They do not depend on the number of workers: the memory of the job limits the number of solutions that are taken
    apart at a time, not the effort for one. `compile_seconds` is the time in which workers compiled. Call `finish`
    after the last solution, then `close`.
    """

    search: Search | None = None

    def __init__(
        self, job: DisassemblyJob, options: ApartOptions, emit: Callable[[Solution, Disassembly], None]
    ) -> None:
        jobs = options.jobs or available_cores()
        self._job, self._jobs, self._emit, self._on_progress = job, jobs, emit, options.on_progress
        self._deadline, self._begun, self._interrupts = Deadline.after(options.time_limit), monotonic(), list[int]()
        self._runner = Runner[Batch](
            Threads(lambda batch: job.run(batch, lambda: self.ended is not None), jobs),
            partial(ProcessPool, job, jobs) if jobs > 1 else None,
            ahead=1 + QUEUED_PER_WORKER,
            split=lambda batch: [(assembly,) for assembly in batch],
        )
        self._pending: dict[int, Solution] = {}
        self._answers: dict[int, Disassembly] = {}
        self._waiting: deque[Assembly] = deque()
        self._batch, self.count = 1, 0
        self.ended: str | None = None
        self._patience = 0.0
        self.compile_seconds = 0.0
        self.close = self._runner.close

    @property
    def source_ended(self) -> str | None:
        """The event that ended the search early, or the work on given solutions."""
        if self.search is not None:
            return self.search.ended
        return "interrupted" if self._interrupts else "time-limit" if self._deadline.has_passed else None

    @property
    def _store(self) -> RunFile | None:
        """The file that keeps disassemblies."""
        return None if self.search is None else self.search.store

    def take_given(self, solutions: Iterable[Solution], limit: int | None) -> str:
        """Take given solutions apart, until a time limit or an interrupt; return the status at the end."""
        status = "complete"
        with interrupts_noted(lambda: None) as self._interrupts:
            for solution in solutions:
                if self.source_ended is not None or self.count == limit:
                    status = self.source_ended or "limit"
                    break
                self.take(solution)
            self.finish()
        return self.ended or status

    @property
    def answered(self) -> int:
        """The number of solutions that are taken apart."""
        return self.count - len(self._pending) + len(self._answers)

    def take(self, solution: Solution) -> None:
        """Take a further solution apart, unless its disassembly is known; wait while very many wait."""
        index = self.count
        self.count += 1
        self._pending[index] = solution
        text = None if self._store is None else self._store.answer(QUESTION, solution.digest)
        answer = None if text is None else self._known(text, solution)
        if answer is None and self.ended is not None:
            answer = UNANSWERED
        if answer is not None:
            self._answers[index] = answer
            self._release()
            return
        pieces, tiling = tuple(placement.cells for placement in solution.placements), solution.tiling
        self._waiting.append(Assembly(index, pieces, tiling.fixed, tiling.groups))
        self._ask()
        while len(self._waiting) >= QUEUED_PER_WORKER * self._jobs * self._batch or len(self._pending) >= MAX_PENDING:
            self._wait()

    def finish(self) -> None:
        """Wait until every solution is taken apart, or for a moment after the source was ended."""
        while self._pending:
            self._wait()

    def _wait(self) -> None:
        if self.ended is None and self.source_ended not in (None, "limit"):
            # workers still send the disassemblies so far
            self.ended, self._patience = self.source_ended, monotonic() + 2 * GRACE_SECONDS
            self._waiting.clear()
            self._runner.stop()
        self.receive(TICK_SECONDS)
        if self.search is not None:
            self.search.report()
        elif self._on_progress is not None:
            self._on_progress(Progress(self.count, elapsed=monotonic() - self._begun, answered=self.answered))

    def receive(self, timeout: float) -> None:
        """Take the disassemblies that come within `timeout` seconds."""
        for batch, future in self._runner.ended(timeout):
            if future is None:  # its workers died, again and again
                self._answers[batch[0].index] = UNANSWERED
            else:
                self._take(batch, future.result())
        self._ask()
        if self.ended is not None and monotonic() > self._patience:
            self._runner.close()  # a worker does not look at the request to end
        if self.ended is not None and self._runner.is_idle:
            for index in self._pending:
                self._answers.setdefault(index, UNANSWERED)
        self._release()

    def _ask(self) -> None:
        """Give assemblies to workers, as many as the number of workers and the memory allow."""
        while self._waiting and self.ended is None and self._runner.has_room:
            batch = tuple(islice(self._waiting, self._batch))
            running = self._runner.tasks
            if running and sum(map(self._bytes_of, [*running, batch])) > self._job.memory:
                return
            for _ in batch:
                self._waiting.popleft()
            self._runner.submit(batch)

    def _bytes_of(self, batch: Batch) -> int:
        pieces = max(len(each.pieces) for each in batch)
        return self._job.states_of(pieces) * state_bytes(pieces)

    def _take(self, batch: Batch, answers: tuple[list[Disassembly], float]) -> None:
        """Take the answers of a batch; the assemblies without one wait again, the first of them alone."""
        (done, seconds), store = answers, self._store
        self.compile_seconds += seconds
        self._batch = min(2 * self._batch, MAX_BATCH) if len(done) == len(batch) else 1
        for assembly, answer in zip(batch, done, strict=False):
            if store is not None and assembly.index in self._pending and answer.ended != "time":
                digest = self._pending[assembly.index].digest
                store.keep_answer(QUESTION, digest, json.dumps(asdict(answer)))
            self._answers[assembly.index] = answer
        if self.ended is None:
            self._waiting.extendleft(reversed(batch[len(done) :]))

    def _known(self, text: str, solution: Solution) -> Disassembly | None:
        """Return the disassembly in a text, unless more states may be searched now."""
        disassembly = disassembly_in(text)
        most = self._job.states_of(len(solution.placements))
        return None if disassembly.ended == "states" and disassembly.states < most else disassembly

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
