"""The same question about every member of a family of puzzles, answered by processes."""

from __future__ import annotations

import pickle
import re
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from contextlib import ExitStack
from itertools import islice
from time import monotonic
from types import TracebackType

from cp_puzzles.analysis.family.answer_plan import AnswerFile, AnswerPlan
from cp_puzzles.analysis.family.family import Family, family_of
from cp_puzzles.analysis.family.member import Answer, FamilyResult
from cp_puzzles.analysis.family.member_search import Inquest
from cp_puzzles.analysis.options import EachOptions
from cp_puzzles.base.deadline import CanceledError, Deadline
from cp_puzzles.base.text import counted, integer
from cp_puzzles.base.text import seconds as time_text
from cp_puzzles.engines.registry import require_engine
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.puzzle.puzzle import PuzzleSource
from cp_puzzles.search.job import portable
from cp_puzzles.search.pool import MAX_TRIES, ProcessPool, available_cores, is_death
from cp_puzzles.search.puzzle_function import puzzle_function

CHUNK_SECONDS = 0.5
"""The time after which a worker sends the answers that it has."""

LARGEST_CHUNK = 200
"""Members that a worker gets at a time; few enough that answers which settle others come soon."""

FIRST_SECONDS = 1.0
"""Seconds for which this process answers before others are started, which takes as long."""

TICK_SECONDS = 0.2

Answered = list[tuple[int, Answer]]
"""Members, by number, with their answers."""

Submit = Callable[[list[int]], "Future[Answered]"]
"""A function that submits members, by number, to a worker."""

_inquest: Inquest | None = None


def _set_up(is_stopped: Callable[[], bool], pickled: bytes) -> None:
    global _inquest
    _inquest = pickle.loads(pickled)


def _answer_some(numbers: list[int], deadline: Deadline) -> Answered:
    """Return the answers about some members, or about the first of them if all take long."""
    assert _inquest is not None
    return _answers(_inquest, numbers, deadline)


def _answers(inquest: Inquest, numbers: list[int], deadline: Deadline) -> Answered:
    begun, answers = monotonic(), []
    for number in numbers:
        answers.append((number, inquest.answer(inquest.family[number], deadline)))
        if monotonic() > begun + CHUNK_SECONDS:
            break
    return answers


_loaded: tuple[bytes, Inquest] | None = None


def _answer_there(pickled: bytes, numbers: list[int], seconds: float | None) -> Answered:
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
        self._pool: ProcessPool | None = None

    def __enter__(self) -> MemberPool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()
        if self._pool is not None:
            self._pool.close()

    def answer_all(
        self, numbers: Iterable[int], take: Callable[[int, Answer], None], on_start: Callable[[], None]
    ) -> str:
        """Pass the answer about each member to `take`, and call `on_start` when processes start; return the status."""
        try:
            if self._cluster is None and (self._jobs == 1 or len(self._inquest.family) == 1):
                for number in numbers:
                    if self._deadline.has_passed:
                        return "time-limit"
                    take(number, self._inquest.answer(self._inquest.family[number], self._deadline))
                return "complete"
            return self._answer_in_processes(iter(numbers), take, on_start)
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
        pool = self._pool = ProcessPool(self._jobs, _set_up, portable(self._inquest))
        return lambda numbers: pool.submit(_answer_some, numbers, self._deadline)

    def _submit_to(self, address: str) -> Submit:
        """Return a function that submits members to the workers of a cluster."""
        from cp_puzzles.search.cluster import cluster_executor

        executor, self._jobs, scatter = self._stack.enter_context(cluster_executor(address, self._limit))
        inquest = scatter(portable(self._inquest))
        return lambda numbers: executor.submit(_answer_there, inquest, numbers, self._deadline.seconds)

    def _submitter(self) -> Submit:
        """Return a function that submits members; if processes have died, to new ones."""
        if self._cluster is not None:
            return self._submit_to(self._cluster)
        if self._pool is not None:
            self._pool.close()
        return self._submit_here()

    def _answer_in_processes(
        self, numbers: Iterator[int], take: Callable[[int, Answer], None], on_start: Callable[[], None]
    ) -> str:
        waiting = _Waiting(numbers, self._answer_first(numbers, take) if self._cluster is None else ())
        on_start()
        submit = self._submitter()
        running: dict[Future[Answered], list[int]] = {}
        is_broken = False
        while True:
            try:
                while not is_broken and len(running) < waiting.width(self._jobs, bool(running)):
                    chunk = waiting.chunk()
                    if not chunk:
                        break
                    running[submit(chunk)] = chunk
            except BrokenExecutor:
                is_broken = True
                waiting.give_back(chunk)
            if is_broken and not running:
                submit, is_broken = self._submitter(), False
                continue
            if not running:
                return "complete"
            done, _ = wait(running, TICK_SECONDS, FIRST_COMPLETED)
            if self._deadline.has_passed and not done:
                return "time-limit"
            for future in done:
                chunk = running.pop(future)
                error = future.exception()
                if error is not None and not is_death(error):
                    raise error
                answers = waiting.died(chunk) if error is not None else future.result()
                is_broken |= isinstance(error, BrokenExecutor)
                for number, answer in answers:
                    take(number, answer)
                if error is None:
                    waiting.ended(chunk, answers)


class _Waiting:
    """The members that wait for a process, in chunks whose size follows the time of the last ones.

    If a process dies, all processes of this machine end with it. The members that they had are suspects: each is
    searched alone, so that the next death has one cause.
    """

    def __init__(self, numbers: Iterator[int], returned: Iterable[int]) -> None:
        self._numbers, self._returned, self._size = numbers, deque(returned), 1
        self._suspects = deque[int]()
        self._is_alone = False
        self._tries = Counter[int]()

    def width(self, jobs: int, is_running: bool) -> int:
        """Return the number of chunks that may run."""
        self._is_alone = bool(self._suspects) or (self._is_alone and is_running)
        return 1 if self._is_alone else 2 * jobs

    def chunk(self) -> list[int]:
        """Return the next members."""
        if self._suspects:
            return [self._suspects.popleft()]
        chunk = [self._returned.popleft() for _ in range(min(self._size, len(self._returned)))]
        return [*chunk, *islice(self._numbers, self._size - len(chunk))]

    def ended(self, chunk: list[int], answers: Answered) -> None:
        """Put the members of a chunk back that were not answered, and adapt the size of chunks."""
        self._returned.extend(chunk[len(answers) :])
        is_quick = len(answers) == len(chunk) and sum(answer.seconds for _, answer in answers) < CHUNK_SECONDS / 2
        self._size = min(LARGEST_CHUNK, 2 * self._size) if is_quick else max(1, self._size // 2)

    def give_back(self, chunk: list[int]) -> None:
        """Put the members of a chunk back that no process began; each is searched alone."""
        self._suspects.extend(chunk)

    def died(self, chunk: list[int]) -> Answered:
        """Put the members of a chunk back whose process died; return a member that is lost, with its answer."""
        self._size = 1
        if self._is_alone:
            self._tries.update(chunk)
        if self._tries[chunk[0]] >= MAX_TRIES:
            return [(chunk[0], Answer("lost", reason=f"{MAX_TRIES} processes died at it"))]
        self._suspects.extend(chunk)
        return []


MANY_MEMBERS = 100_000
"""From this number on a family is searched only with `yes`."""

PROBE_MEMBERS = 200_000
"""Members that are compared with each other for this forecast: some seconds."""

PROBE_SECONDS = 2.0
"""Seconds for which members are searched to forecast the time of a large family."""


@puzzle_function(EachOptions)
def each(puzzle: PuzzleSource, options: EachOptions) -> FamilyResult:
    """Ask the same question about every member of a family of puzzles.

    Members that are the same puzzle up to symmetry are searched once. If several things vary, every combination is a
    member.

    Returns
    -------
    FamilyResult
        The members and the answers, in order.

    Raises
    ------
    MistakeError
        For a mistake in the family. A mistake in a single member is its answer.
    CanceledError
        If the total time limit ends while the family is read.

    Examples
    --------
    >>> dominoes = {"name": "d", "parameters": {"n": 2}, "board": {"size": [2, "{n}"]},
    ...             "tiles": [{"set": "domino", "multiplicity": "{n}"}]}
    >>> [answer.solutions for answer in each(dominoes, for_="n=1..6", question="count", jobs=1).answers]
    [1, 2, 3, 5, 8, 13]
    """
    if options.engine is not None:
        require_engine(options.engine, counts=options.question == "count")
    started = monotonic()
    deadline = Deadline.after(options.total_time_limit)
    reading = Deadline.of_reading(options.total_time_limit)
    varied = {name: getattr(options, name) for name in ("for_", "leaves", "boards", "tiles", "sets", "cases")}
    family = reading.run("reading", lambda: family_of(puzzle, **varied, parameters=options.parameters))
    if options.question == "best":
        _require_objective(family)
    inquest = Inquest(family, options.question, options.symmetry, options.engine, options.time_limit, options.memory)
    if len(family) > MANY_MEMBERS and not options.yes:
        _refuse_many(inquest, options.jobs or available_cores())
    file = None if options.store is None else AnswerFile.open(options.store, inquest)
    merged = [AnswerFile.open(path, inquest, "merge") for path in options.merge]
    plan = AnswerPlan(inquest, file, merged, options.on_progress, _read_share(options.share))
    try:
        deadline.run("comparing the members", plan.classify)
        plan.sweep_strips(deadline)
        with MemberPool(inquest, options.jobs, deadline, options.cluster) as pool:
            status = pool.answer_all(plan.remaining(), plan.take, plan.forget_times)
            others = plan.rest_of_wrong_classes()
            if status == "complete" and others:
                status = pool.answer_all(others, plan.take, plan.forget_times)
    except CanceledError:
        status = "time-limit"
    except KeyboardInterrupt:
        status = "interrupted"
    return plan.result(status, monotonic() - started)


def _read_share(text: str | None) -> tuple[int, int] | None:
    """Return the number of a share, from 0, and the number of all shares; raise `MistakeError`."""
    if text is None:
        return None
    match = re.fullmatch(r"([0-9]{1,9})/([0-9]{1,9})", text.strip())
    if match is None or not 1 <= int(match[1]) <= int(match[2]):
        raise MistakeError(Parameter("share", text), "this is not a share", "write 3/10 for the third of ten")
    return int(match[1]) - 1, int(match[2])


def _require_objective(family: Family) -> None:
    """Raise `MistakeError` if no member can have an objective."""
    keys = {*family.data, *(key for axis in family.axes for member in axis for key in member.changes)}
    if not keys & {"maximize", "minimize"}:
        name = str(family.data.get("name", "puzzle"))
        raise MistakeError(name, "it has no objective", "add maximize: or minimize: to the puzzle")


def _refuse_many(inquest: Inquest, jobs: int) -> None:
    """Raise `MistakeError` with a forecast from the first members that are searched.

    What all members share is prepared once, and does not count. An answer counts for all members that it settles:
    those that are the same puzzle up to symmetry, and those of which a solution is known as well.
    """
    family, begun = inquest.family, monotonic()
    plan = AnswerPlan(inquest, None, (), None, None)
    plan.classify(PROBE_MEMBERS)
    prepared = (monotonic() - begun) * max(1.0, len(family) / PROBE_MEMBERS)
    inquest.answer(family[0], Deadline.after(2 * PROBE_SECONDS))
    first = monotonic()
    for number in plan.remaining():
        plan.take(number, inquest.answer(family[number], Deadline.after(2 * PROBE_SECONDS)))
        if monotonic() > first + PROBE_SECONDS:
            break
    seconds = prepared + (monotonic() - first) / plan.settled * len(family) / jobs
    forecast = f"about {time_text(seconds)} with {counted(jobs, 'process', 'processes')}"
    members = f"the family has {integer(len(family))} members"
    raise MistakeError("each", f"{members}, {forecast}", ("add ", Parameter("yes"), " to ask them all"))
