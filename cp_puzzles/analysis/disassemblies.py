"""The disassemblies of the solutions of a puzzle, by workers, in order: which come apart, and at which level."""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from itertools import islice
from time import monotonic
from typing import TYPE_CHECKING, Any

from cp_puzzles.analysis.analysis_options import ApartOptions
from cp_puzzles.base.compilation import watched
from cp_puzzles.base.deadline import GRACE_SECONDS, NO_DEADLINE, TICK_SECONDS, Deadline, interrupts_noted
from cp_puzzles.base.memory import allowed_memory
from cp_puzzles.base.named_values import Displayed
from cp_puzzles.base.values import each_of
from cp_puzzles.cover.solution import Solution, Solutions
from cp_puzzles.errors import MistakeError, Parameter, Wording
from cp_puzzles.puzzle.disassembly.distance_tables import refuse_unmovable
from cp_puzzles.puzzle.disassembly.piece_groups import PieceGroups, unsupported_reason
from cp_puzzles.puzzle.disassembly.states import Effort, state_bytes
from cp_puzzles.puzzle.disassembly.take_apart import Disassembly, Step, take_apart, taken_at_once
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.puzzle import Puzzle, puzzle_from
from cp_puzzles.search.pool import ProcessPool, Runner, Threads, available_cores
from cp_puzzles.search.puzzle_options import puzzle_function
from cp_puzzles.search.run_result import Progress, RunResult
from cp_puzzles.search.search import Search, collect, find_solutions
from cp_puzzles.search.search_options import SearchOptions

if TYPE_CHECKING:
    from cp_puzzles.search.store.run_file import RunFile
    from cp_puzzles.search.store.stored_run import StoredRun

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


@dataclass(frozen=True)
class Disassemblies(Displayed):
    """The disassemblies of the solutions of a puzzle.

    Attributes
    ----------
    puzzle, disassemblies
        The puzzle, and the disassembly of each solution, in their order. Only unfinished ones have steps.
    status, seconds
        What ended the search, or the reading of given solutions, and its time.
    result
        The `RunResult` of the search; None for given solutions.
    compile_seconds
        Time in which the disassembly was compiled: once, unless no cache can be written.
    """

    puzzle: Puzzle
    disassemblies: tuple[Disassembly, ...] = field(repr=False)
    status: str
    seconds: float
    result: RunResult | None = None
    compile_seconds: float = 0.0

    @property
    def buildable(self) -> int:
        """The number of assemblies that come apart: exactly those can be built."""
        return sum(each.apart is True for each in self.disassemblies)

    @property
    def unknown(self) -> int:
        """The number of assemblies whose search ended before the answer."""
        return len(self.unfinished())

    def unfinished(self) -> list[tuple[int, Disassembly]]:
        """Return the number, from 1, and the disassembly of each assembly whose search ended before the answer."""
        return [(n, each) for n, each in enumerate(self.disassemblies, start=1) if each.apart is None]

    def by_level(self) -> list[tuple[int, int, int]]:
        """Return each level of an assembly that comes apart, their number, and the number of the first solution."""
        numbers = [(each.level, n) for n, each in enumerate(self.disassemblies, start=1) if each.apart]
        counts = Counter(level for level, _ in numbers)
        first = dict(reversed(numbers))
        return [(level, counts[level], first[level]) for level in sorted(filter(None, counts))]

    def summary(self) -> dict[str, Any]:
        """Return the result as plain data; solutions are numbered from 1."""
        search: dict[str, Any] = {"name": self.puzzle.name} if self.result is None else self.result.summary()
        statistics = search.get("statistics", {})
        if self.compile_seconds:  # those of the search and of the disassembly
            total = statistics.get("compile_seconds", 0.0) + self.compile_seconds
            statistics = {**statistics, "compile_seconds": round(total, 3)}
        return {
            **search,
            "status": self.status,
            "assemblies": len(self.disassemblies),
            "apart": self.buildable,
            "unknown": self.unknown,
            "levels": [disassembly_data(number, each) for number, each in enumerate(self.disassemblies, start=1)],
            "seconds": round(self.seconds, 3),
        } | ({"statistics": statistics} if statistics else {})


def disassembly_data(number: int, disassembly: Disassembly) -> dict[str, Any]:
    """Return the answer for one solution as plain data.

    `states`, their number, and `leave`, the pieces that leave, are there only where the answer is not known; `at_least`
    only where the search ended before the level, `exact` and `least` only where they are false, `together` only where
    pieces of a group stay together. Pieces are numbered from 1.
    """
    data: dict[str, Any] = {"solution": number, "apart": disassembly.apart, "level": disassembly.level}
    data["moves"] = list(disassembly.moves)
    if disassembly.apart is None:
        data |= {"states": disassembly.states, "leave": [piece + 1 for piece in disassembly.leaving]}
        if disassembly.level is None:
            data["at_least"] = disassembly.at_least
    if not disassembly.is_level_exact:
        data["exact"] = False
    if not disassembly.is_least:
        data["least"] = False
    if disassembly.together:
        data["together"] = [[piece + 1 for piece in pieces] for pieces in disassembly.together]
    return data


USED_WITH_SOLUTIONS = ("limit", "time_limit", "jobs", "memory", "on_progress")
"""Options of a search that have an effect on given solutions, too."""


@puzzle_function(ApartOptions, out="MovesFile of cp_puzzles.output.moves_file writes moves")
def apart(puzzle: Puzzle, options: ApartOptions) -> Disassemblies:
    """Take the solutions of a puzzle apart.

    A move translates some of the pieces as one rigid body in one direction of the lattice. The level is the least
    number of moves until a piece or group can go on without end; then both parts are taken apart.

    Raises
    ------
    MistakeError
        If pieces cannot move on the lattice of the puzzle, or if they are too large for `memory`.

    See Also
    --------
    burr_piece, solve

    Examples
    --------
    >>> apart("soma", limit=2, engine="exact-cover", jobs=1).summary()["levels"][0]
    {'solution': 1, 'apart': True, 'level': 1, 'moves': [1, 1, 1, 1, 1, 1]}
    """
    puzzle = puzzle_from(puzzle)
    puzzle.refuse_overlap(puzzle.name, "such pieces cannot be taken apart", "omit overlap")
    reason = unsupported_reason(puzzle.lattice)
    if reason is not None:
        raise MistakeError(puzzle.name, f"pieces cannot be moved on the lattice {puzzle.lattice.name}: {reason}")
    solutions = options.solutions
    if solutions is not None:
        _refuse_search_options(options)
    started = monotonic()
    rows: list[Disassembly] = []

    def take(solution: Solution, disassembly: Disassembly) -> None:
        is_kept = disassembly.apart is None or not disassembly.steps
        rows.append(disassembly if is_kept else replace(disassembly, steps=()))
        if options.on_disassembly is not None:
            options.on_disassembly(solution, disassembly)

    job = DisassemblyJob(puzzle.name, puzzle.lattice, options.states, allowed_memory(options.memory))
    follow_up = FollowUp(job, options, take)
    with closing(follow_up):
        result: RunResult | None = None
        if solutions is not None:
            status = follow_up.take_given(each_of(Solution, "solutions", solutions), options.limit)
        elif puzzle.objective is not None:
            best = find_solutions(puzzle, options)
            result = replace(best, solutions=Solutions(puzzle, ()))
            status = follow_up.take_given(best.solutions, None)
            status = result.status if status == "complete" else status
        else:
            result = _search(puzzle, options, follow_up)
            status = result.status
    if status in ("complete", "limit") and any(each.ended == "time" for each in rows):
        status = follow_up.ended or "time-limit"
    seconds = monotonic() - started
    return Disassemblies(puzzle, tuple(rows), status, seconds, result, follow_up.compile_seconds)


def _search(puzzle: Puzzle, options: ApartOptions, follow_up: FollowUp) -> RunResult:
    """Return the result of a search whose solutions are taken apart as they are found."""

    def report(progress: Progress) -> None:
        follow_up.receive(0.0)
        if options.on_progress is not None:
            options.on_progress(replace(progress, answered=follow_up.answered))

    follow_up.search = search = Search(puzzle, replace(options, on_progress=report), before_close=follow_up.finish)
    return collect(search, follow_up.take, keep=False)


def _refuse_search_options(options: ApartOptions) -> None:
    """Raise `MistakeError` for an option of a search that is not made, because solutions are given."""
    for each in SearchOptions.declared():
        value = getattr(options, each.name)
        if each.name not in USED_WITH_SOLUTIONS and value != each.default:
            remedy = ("omit ", Wording("solutions", "SOLUTIONS"), " or ", Parameter(each.name))
            raise MistakeError(Parameter(each.name, value), "has an effect only on a search", remedy)


def stored_disassemblies(run: StoredRun) -> Callable[[Solution], Disassembly] | None:
    """Return the function that finds the disassembly of a solution in a stored run; None if the run has none."""
    texts = run.answers(QUESTION)
    if not texts:
        return None

    return lambda each: disassembly_in(texts[each.digest]) if each.digest in texts else UNANSWERED


def disassembly_in(text: str) -> Disassembly:
    """Return a disassembly that was written with its fields as JSON."""
    data = json.loads(text)
    steps = (Step(tuple(each["pieces"]), tuple(each["direction"]), each["distance"]) for each in data["steps"])
    together = tuple(map(tuple, data.get("together", ())))
    return Disassembly(**{**data, "moves": tuple(data["moves"]), "steps": tuple(steps), "together": together})
