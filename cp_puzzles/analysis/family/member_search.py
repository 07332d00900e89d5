"""The search of members: the question about one, and processes that answer it about many."""

from __future__ import annotations

import multiprocessing
import pickle
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from time import monotonic
from types import TracebackType
from typing import Any

from cp_puzzles.analysis.family.family import Family, Kin
from cp_puzzles.analysis.family.first_fit import first_fit
from cp_puzzles.analysis.family.member import Answer, Member, Question
from cp_puzzles.analysis.family.shared_cover import SharedCover, can_share
from cp_puzzles.base.deadline import NO_DEADLINE, CanceledError, Deadline
from cp_puzzles.base.interrupts import propagate_interrupt
from cp_puzzles.cover.counting_arguments import reason_by_size
from cp_puzzles.cover.symmetry.symmetry_group import Symmetry
from cp_puzzles.engines.registry import AUTO, FASTEST
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.search.options import SearchOptions
from cp_puzzles.search.run_result import RunResult
from cp_puzzles.search.searches import count_solutions
from cp_puzzles.search.workers.dispatch import available_cores
from cp_puzzles.search.workers.job import portable
from cp_puzzles.search.workers.worker import spawning

CHUNK_SECONDS = 0.5
"""The time after which a worker sends the answers that it has."""

LARGEST_CHUNK = 200
"""Members that a worker gets at a time; few enough that answers which settle others come soon."""

KEPT_BASES = 4
"""Boards whose cover problem a process keeps."""

FIRST_SECONDS = 1.0
"""Seconds for which this process answers before others are started, which takes as long."""

TICK_SECONDS = 0.2


Submit = Callable[[list[int]], "Future[list[tuple[int, Answer]]]"]
"""A function that submits members, by number, to a worker."""


@dataclass(frozen=True)
class Inquest:
    """The question about the members of a family, and how it is answered."""

    family: Family
    question: Question
    symmetry: Symmetry
    engine: str | None
    time_limit: float | None
    _bases: dict[Kin, tuple[Puzzle, SharedCover | None]] = field(default_factory=dict, compare=False, repr=False)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_bases": {}}

    def _base(self, member: Member) -> tuple[Puzzle, SharedCover | None]:
        kin = self.family.kin(member)
        if kin not in self._bases:
            puzzle = self.family.base(member)
            engine = FASTEST if self.engine in (None, AUTO) else str(self.engine)
            is_shared = can_share(puzzle, self.question, self.symmetry, self.engine)
            while len(self._bases) >= KEPT_BASES:
                del self._bases[next(iter(self._bases))]
            self._bases[kin] = (puzzle, SharedCover(puzzle, engine) if is_shared else None)
        return self._bases[kin]

    def shared(self, member: Member) -> SharedCover | None:
        """Return the shared cover problem of a member and its kin; None if there is none or the member is wrong."""
        try:
            return self._base(member)[1]
        except MistakeError:
            return None

    def answer(self, member: Member, deadline: Deadline = NO_DEADLINE) -> Answer:
        """Return the answer about a member; a mistake in the member is its answer."""
        end = deadline.earlier(self.time_limit)
        try:
            base, shared = end.run("setting up", lambda: self._base(member))
            varies = bool(member.leave) or member.tiles is not None
            if varies and shared is not None and shared.is_exact(member):
                end.run("setting up", shared.prepare)
                return shared.answer(member, self.question, lambda: end.has_passed)
            return self._alone(end.run("setting up", lambda: self.family.puzzle(member, base)), end)
        except MistakeError as error:
            return Answer("mistake", reason=str(error))
        except CanceledError:
            return Answer("time-limit")

    def _alone(self, puzzle: Puzzle, end: Deadline) -> Answer:
        """Return the answer about a puzzle that shares nothing with others."""
        started = monotonic()
        if self.question == "grade":
            return self._grade(puzzle, end)
        if self.question == "solvable" and (known := _known(puzzle)) is not None:
            return replace(known, seconds=monotonic() - started)
        limit = {"solvable": 1, "unique": 2, "best": 1}.get(self.question)
        if self.question == "best" and puzzle.objective is None:
            raise MistakeError(puzzle.name, "it has no objective", "add maximize: or minimize: to the puzzle")
        result = self._counted(puzzle, limit, end, self.engine)
        seconds = monotonic() - started
        is_known = result.status in ("complete", "limit")
        return Answer(
            "complete" if is_known else "time-limit",
            solvable=True if result.count else False if is_known else None,
            solutions=result.count if result.status == "complete" and self.question in ("count", "unique") else None,
            value=self._value(result.count, result.objective) if is_known else None,
            reason=result.reason,
            seconds=seconds,
        )

    def _counted(self, puzzle: Puzzle, limit: int | None, end: Deadline, engine: str | None = None) -> RunResult:
        options = SearchOptions(symmetry=self.symmetry, engine=engine, limit=limit, time_limit=end.seconds, jobs=1)
        return propagate_interrupt(partial(count_solutions, puzzle, options))

    def _value(self, solutions: int, objective: Any) -> Any:
        if self.question == "unique":
            return solutions == 1
        return objective["value"] if self.question == "best" and objective else None

    def _grade(self, puzzle: Puzzle, end: Deadline) -> Answer:
        from cp_puzzles.analysis.design.difficulty import difficulty

        started = monotonic()
        solutions = self._counted(puzzle, 2, end)
        if solutions.count != 1 or solutions.status == "time-limit":
            is_known = solutions.status != "time-limit"
            value = None if not is_known else "several solutions" if solutions.count else None
            status = "complete" if is_known else "time-limit"
            return Answer(status, bool(solutions.count) if is_known else None, value=value)  # type: ignore[arg-type]
        grade = end.run("grading", lambda: difficulty(puzzle)).grade
        return Answer("complete", True, value=grade, seconds=monotonic() - started)


def _known(puzzle: Puzzle) -> Answer | None:
    """Return the answer about a puzzle whose tiles are too large, or have room without a search; else None."""
    reason = reason_by_size(puzzle)
    if reason is not None:
        return Answer("complete", solvable=False, reason=reason)
    placements = first_fit(puzzle)
    if placements is None:
        return None
    return Answer("complete", solvable=True, placements=tuple((each.tile, each.cells) for each in placements))


_inquest: Inquest | None = None


def _set_up(pickled: bytes) -> None:
    global _inquest
    _inquest = pickle.loads(pickled)


def _answer_some(numbers: list[int], deadline: Deadline) -> list[tuple[int, Answer]]:
    """Return the answers about some members, or about the first of them if all take long."""
    assert _inquest is not None
    return _answers(_inquest, numbers, deadline)


def _answers(inquest: Inquest, numbers: list[int], deadline: Deadline) -> list[tuple[int, Answer]]:
    begun, answers = monotonic(), []
    for number in numbers:
        answers.append((number, inquest.answer(inquest.family[number], deadline)))
        if monotonic() > begun + CHUNK_SECONDS:
            break
    return answers


_loaded: tuple[bytes, Inquest] | None = None


def _answer_there(pickled: bytes, numbers: list[int], seconds: float | None) -> list[tuple[int, Answer]]:
    """Return the answers about some members on a worker of a cluster, which has another clock."""
    global _loaded
    if _loaded is None or _loaded[0] != pickled:
        _loaded = (pickled, pickle.loads(pickled))
    return _answers(_loaded[1], numbers, Deadline.after(seconds))


class MemberPool:
    """Processes that search members: this one if it is the only one, others on this machine, or those of a cluster."""

    def __init__(self, inquest: Inquest, jobs: int | None, deadline: Deadline, cluster: str | None = None) -> None:
        self._inquest, self._deadline, self._cluster = inquest, deadline, cluster
        self._limit, self._jobs = jobs, jobs or available_cores()
        self._stack = ExitStack()
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> MemberPool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()
        if self._pool is not None:
            processes = list((self._pool._processes or {}).values())
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.terminate()
            for process in processes:
                process.join(1)

    @property
    def _is_late(self) -> bool:
        return self._deadline.has_passed

    def answer_all(self, numbers: Iterable[int], take: Callable[[int, Answer], None]) -> str:
        """Pass the answer about each member to `take`; return the status at the end."""
        try:
            if self._cluster is None and (self._jobs == 1 or len(self._inquest.family) == 1):
                for number in numbers:
                    if self._is_late:
                        return "time-limit"
                    take(number, self._inquest.answer(self._inquest.family[number], self._deadline))
                return "complete"
            return self._answer_in_processes(iter(numbers), take)
        except KeyboardInterrupt:
            return "interrupted"

    def _answer_first(self, numbers: Iterator[int], take: Callable[[int, Answer], None]) -> list[int]:
        """Take the answers of the first moment, before processes start; return the member that takes longer."""
        end = self._deadline.earlier(FIRST_SECONDS)
        for number in numbers:
            if end.has_passed:
                return [number]
            answer = self._inquest.answer(self._inquest.family[number], end)
            if answer.status == "time-limit":
                return [number]
            take(number, answer)
        return []

    def _submit_here(self) -> Submit:
        """Return a function that submits members to processes of this machine."""
        context = multiprocessing.get_context("spawn")
        pool = self._pool = ProcessPoolExecutor(
            self._jobs, mp_context=context, initializer=_set_up, initargs=(portable(self._inquest),)
        )

        def submit(numbers: list[int]) -> Future[list[tuple[int, Answer]]]:
            with spawning():
                return pool.submit(_answer_some, numbers, self._deadline)

        return submit

    def _submit_to(self, address: str) -> Submit:
        """Return a function that submits members to the workers of a cluster."""
        from cp_puzzles.search.workers.cluster_dispatch import cluster_executor

        executor, self._jobs, scatter = self._stack.enter_context(cluster_executor(address, self._limit))
        inquest = scatter(portable(self._inquest))
        return lambda numbers: executor.submit(_answer_there, inquest, numbers, self._deadline.seconds)

    def _answer_in_processes(self, numbers: Iterator[int], take: Callable[[int, Answer], None]) -> str:
        returned = deque(self._answer_first(numbers, take) if self._cluster is None else ())
        submit = self._submit_here() if self._cluster is None else self._submit_to(self._cluster)
        running: dict[Future[list[tuple[int, Answer]]], list[int]] = {}
        size = 1
        while True:
            while len(running) < 2 * self._jobs:
                chunk = [returned.popleft() for _ in range(min(size, len(returned)))]
                chunk += islice(numbers, size - len(chunk))
                if not chunk:
                    break
                running[submit(chunk)] = chunk
            if not running:
                return "complete"
            done, _ = wait(running, TICK_SECONDS, FIRST_COMPLETED)
            if self._is_late and not done:
                return "time-limit"
            for future in done:
                chunk = running.pop(future)
                answers = future.result()
                returned.extend(chunk[len(answers) :])
                for number, answer in answers:
                    take(number, answer)
                is_quick = len(answers) == len(chunk) and sum(a.seconds for _, a in answers) < CHUNK_SECONDS / 2
                size = min(LARGEST_CHUNK, 2 * size) if is_quick else max(1, size // 2)
