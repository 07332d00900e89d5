"""The same question about every member of a family of puzzles, answered by processes."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from contextlib import closing
from dataclasses import replace
from functools import partial
from itertools import islice
from time import monotonic

from cp_puzzles.analysis.analysis_options import EachOptions
from cp_puzzles.analysis.family.answer_plan import AnswerFile, AnswerPlan
from cp_puzzles.analysis.family.family import Family, family_of
from cp_puzzles.analysis.family.member import Answer, FamilyResult
from cp_puzzles.analysis.family.member_search import CHUNK_SECONDS, Chunk, Request
from cp_puzzles.base.deadline import READING_SECONDS, CanceledError, Deadline
from cp_puzzles.base.text import counted
from cp_puzzles.base.text import seconds as time_text
from cp_puzzles.engines.registry import require_engine
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.puzzle.puzzle import PuzzleSource
from cp_puzzles.search.parts import share_of
from cp_puzzles.search.pool import MAX_TRIES, ProcessPool, Runner, ThisThread, available_cores
from cp_puzzles.search.puzzle_options import puzzle_function

LARGEST_CHUNK = 200
"""Members that a worker gets at a time; few enough that answers which settle others come soon."""

FIRST_SECONDS = 1.0
"""Seconds for which this process answers before others are started, which takes as long."""

WAIT_SECONDS = 0.2


def _single(chunk: Chunk) -> list[Chunk]:
    return [replace(chunk, numbers=(number,)) for number in chunk.numbers]


def _runner_of(request: Request, plan: AnswerPlan, options: EachOptions, deadline: Deadline) -> Runner[Chunk]:
    """Return the runner of chunks: in this process if it is the only one, in others on this machine or on a cluster."""
    runner, end_of_first = partial(Runner[Chunk], ahead=2, split=_single), deadline.earlier(FIRST_SECONDS)
    if options.cluster is not None:
        from cp_puzzles.search.cluster import ClusterPool

        return runner(ClusterPool(request, options.cluster, options.jobs))
    if options.jobs == 1 or len(request.family) == 1:
        return runner(ThisThread(lambda chunk: request.run(chunk, deadline=deadline)))

    def answer_first(chunk: Chunk) -> list[Answer]:  # before processes start; none if a member takes longer
        return [each for each in request.run(chunk, deadline=end_of_first) if each.status != "time-limit"]

    def start() -> ProcessPool:
        plan.forget_times()
        return ProcessPool(request, options.jobs or available_cores())

    return runner(ThisThread(answer_first), start, head_start=FIRST_SECONDS)


def _answered(runner: Runner[Chunk], plan: AnswerPlan, deadline: Deadline, numbers: Iterable[int]) -> str:
    """Take the answer about each member into the plan; return the status."""
    members, returned, size = iter(numbers), deque[int](), 1
    try:
        while True:
            is_late = deadline.has_passed
            while not is_late and runner.has_room:
                chosen = [returned.popleft() for _ in range(min(size, len(returned)))]
                chosen += islice(members, size - len(chosen))
                if not chosen:
                    break
                runner.submit(Chunk(tuple(chosen), deadline.seconds))
            if runner.is_idle:
                return "time-limit" if is_late else "complete"
            ended = [*runner.ended(WAIT_SECONDS)]
            if is_late and not ended:
                return "time-limit"
            for chunk, future in ended:
                lost = Answer("lost", reason=f"{MAX_TRIES} processes died at it")
                answers: list[Answer] = [lost] if future is None else future.result()
                for number, answer in zip(chunk.numbers, answers, strict=False):
                    plan.take(number, answer)
                returned.extend(chunk.numbers[len(answers) :])
                is_quick = sum(answer.seconds for answer in answers) < CHUNK_SECONDS / 2
                grows = is_quick and len(answers) == len(chunk.numbers) and not isinstance(runner.pool, ThisThread)
                size = min(LARGEST_CHUNK, 2 * size) if grows else max(1, size // 2)
    except KeyboardInterrupt:
        return "interrupted"


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
    reading = max(deadline, Deadline.after(READING_SECONDS))
    family = reading.run("reading", lambda: family_of(puzzle, options))
    if options.question == "best":
        _require_objective(family)
    request = Request(family, options.question, options.symmetry, options.engine, options.time_limit, options.memory)
    if len(family) > MANY_MEMBERS and not options.yes:
        _refuse_many(request, options.jobs or available_cores())
    share = None if options.share is None else share_of(options.share)
    merged = [AnswerFile(path, request, is_merged=True) for path in options.merge]
    file = None if options.store is None else AnswerFile(options.store, request)
    plan = AnswerPlan(request, file, merged, options.on_progress, share)
    try:
        deadline.run("comparing the members", plan.classify)
        plan.sweep_strips(deadline)
        with closing(_runner_of(request, plan, options, deadline)) as runner:
            status = _answered(runner, plan, deadline, plan.remaining())
            if status == "complete":
                status = _answered(runner, plan, deadline, plan.rest_of_wrong_classes())
    except CanceledError:
        status = "time-limit"
    except KeyboardInterrupt:
        status = "interrupted"
    finally:
        if file is not None:
            file.close()
    return plan.result(status, monotonic() - started)


def _require_objective(family: Family) -> None:
    """Raise `MistakeError` if no member can have an objective."""
    keys = {*family.data, *(key for axis in family.axes for member in axis for key in member.changes)}
    if not keys & {"maximize", "minimize"}:
        raise MistakeError(family.name, "it has no objective", "add maximize: or minimize: to the puzzle")


def _refuse_many(request: Request, jobs: int) -> None:
    """Raise `MistakeError` with a forecast from the first members that are searched.

    What all members share is prepared once, and does not count. An answer counts for all members that it settles:
    those that are the same puzzle up to symmetry, and those of which a solution is known as well.
    """
    family, begun = request.family, monotonic()
    plan = AnswerPlan(request, None, (), None, None)
    plan.classify(PROBE_MEMBERS)
    prepared = (monotonic() - begun) * max(1.0, len(family) / PROBE_MEMBERS)
    request.answer(family[0], Deadline.after(2 * PROBE_SECONDS))
    first = monotonic()
    for number in plan.remaining():
        plan.take(number, request.answer(family[number], Deadline.after(2 * PROBE_SECONDS)))
        if monotonic() > first + PROBE_SECONDS:
            break
    seconds = prepared + (monotonic() - first) / plan.answered * len(family) / jobs
    forecast = f"about {time_text(seconds)} with {counted(jobs, 'process', 'processes')}"
    members = f"the family has {counted(len(family), 'member')}"
    raise MistakeError("each", f"{members}, {forecast}", ("add ", Parameter("yes"), " to ask them all"))
