"""The disassemblies of the solutions of a search: workers take each apart, in the order of solutions."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from itertools import islice
from time import monotonic
from typing import Protocol

from cp_puzzles.base.compilation import watched
from cp_puzzles.base.deadline import GRACE_SECONDS, NO_DEADLINE, TICK_SECONDS, Deadline
from cp_puzzles.cover.solution import Solution
from cp_puzzles.puzzle.disassembly.distance_tables import refuse_unmovable
from cp_puzzles.puzzle.disassembly.piece_groups import PieceGroups
from cp_puzzles.puzzle.disassembly.states import Effort, state_bytes
from cp_puzzles.puzzle.disassembly.take_apart import Disassembly, Step, take_apart, taken_at_once
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.search.pool import ProcessPool, Runner, Threads
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


Answers = tuple[list[Disassembly], float]
"""The disassemblies of the first solutions of a batch, and the seconds that compiling took meanwhile."""


@dataclass(frozen=True)
class DisassemblyJob:
    """The job of taking solutions apart: at most `states` states of each, within `memory` bytes."""

    name: str
    lattice: Lattice
    states: int
    memory: int

    def run(self, batch: Batch, stop: Callable[[], bool]) -> Answers:
        """Take the first assembly of a batch apart, and the others as far as they are done within `BATCH_SECONDS`.

        So a long search keeps no answer of another assembly from being sent and stored. Simple assemblies, mostly the
        majority, are taken apart together.
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


class Source(Protocol):
    """The source of solutions: a search, or given ones."""

    @property
    def ended(self) -> str | None:
        """The event that ended the source early."""

    @property
    def store(self) -> RunFile | None:
        """The file that keeps disassemblies."""

    def report(self) -> None:
        """Report the progress."""


class FollowUp:
    """Takes solutions apart as they are found, with `jobs` workers, and emits the disassemblies in order.

    They do not depend on the number of workers: the memory of the job limits the number of solutions that are taken
    apart at a time, not the effort for one. `compile_seconds` is the time in which workers compiled. Call `finish`
    after the last solution, then `close`.
    """

    source: Source

    def __init__(self, job: DisassemblyJob, *, jobs: int, emit: Callable[[Solution, Disassembly], None]) -> None:
        self._job, self._jobs, self._emit = job, jobs, emit
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
    def answered(self) -> int:
        """The number of solutions that are taken apart."""
        return self.count - len(self._pending) + len(self._answers)

    def take(self, solution: Solution) -> None:
        """Take a further solution apart, unless its disassembly is known; wait while very many wait."""
        index = self.count
        self.count += 1
        self._pending[index] = solution
        store = self.source.store
        text = None if store is None else store.answer(QUESTION, solution.digest)
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
        if self.ended is None and self.source.ended not in (None, "limit"):
            # workers still send the disassemblies so far
            self.ended, self._patience = self.source.ended, monotonic() + 2 * GRACE_SECONDS
            self._waiting.clear()
            self._runner.stop()
        self.receive(TICK_SECONDS)
        self.source.report()

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

    def _take(self, batch: Batch, answers: Answers) -> None:
        """Take the answers of a batch; the assemblies without one wait again, the first of them alone."""
        (done, seconds), store = answers, self.source.store
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
