"""The same question about every member of a family of puzzles."""

from __future__ import annotations

import re
from time import monotonic

from cp_puzzles.analysis.family.answer_file import AnswerFile
from cp_puzzles.analysis.family.answer_plan import AnswerPlan
from cp_puzzles.analysis.family.family import Family, family_of
from cp_puzzles.analysis.family.member import FamilyResult
from cp_puzzles.analysis.family.member_pool import MemberPool
from cp_puzzles.analysis.family.member_search import Inquest
from cp_puzzles.analysis.options import EachOptions
from cp_puzzles.base.deadline import CanceledError, Deadline
from cp_puzzles.base.text import counted, integer
from cp_puzzles.base.text import seconds as time_text
from cp_puzzles.engines.registry import require_engine
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.puzzle.puzzle import PuzzleSource
from cp_puzzles.search.pool import available_cores
from cp_puzzles.search.puzzle_function import puzzle_function

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
            status = pool.answer_all(plan.remaining(), plan.take)
            others = plan.rest_of_wrong_classes()
            if status == "complete" and others:
                status = pool.answer_all(others, plan.take)
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
