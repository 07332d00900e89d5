"""The same question about every member of a family of puzzles."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from time import monotonic
from typing import Annotated

from cp_puzzles.analysis.family.answer_file import AnswerFile
from cp_puzzles.analysis.family.answer_plan import AnswerPlan, EachProgress
from cp_puzzles.analysis.family.family import Family, family_of
from cp_puzzles.analysis.family.member import FamilyResult, Question
from cp_puzzles.analysis.family.member_pool import MemberPool
from cp_puzzles.analysis.family.member_search import Inquest
from cp_puzzles.base.deadline import CanceledError, Deadline
from cp_puzzles.base.number_text import integer
from cp_puzzles.base.number_text import seconds as time_text
from cp_puzzles.base.option_types import Address, Bytes, InFile, Option, PositiveInt, RunFile, Seconds, checked
from cp_puzzles.cover.symmetry.symmetry_group import BoardSymmetry
from cp_puzzles.engines.registry import require_engine
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.puzzle.puzzle import PuzzleSource
from cp_puzzles.puzzle.spec.expression import Value
from cp_puzzles.search.keywords import of_puzzle

MANY_MEMBERS = 100_000
"""From this number on a family is searched only with `yes`."""

PROBE_SECONDS = 2.0
"""Seconds for which members are searched to forecast the time of a large family."""


@of_puzzle(is_changed=False)
def each(
    puzzle: PuzzleSource,
    *,
    for_: Annotated[
        str | Sequence[str],
        Option("ranges of parameters, such as n=1..12 or n=2..6,m=n..6", flag="for", metavar="RANGES", repeated=True),
    ] = (),
    leaves: Annotated[
        str | Sequence[Sequence[str]] | None,
        Option(
            "labels that stay empty: dates, a file with a line of labels each, or faces of dice as a list of lists",
            "labels of cells that stay empty: a list for each member, or 'dates', a file, or the faces of dice",
            metavar="dates|FILE|DICE",
            offered=("dates",),
        ),
    ] = None,
    boards: Annotated[
        InFile | None, Option("a file of boards: sizes such as 6x10, or drawings with an empty line between")
    ] = None,
    tiles: Annotated[
        InFile | None, Option("a file of tiles: a line of names each, or drawings with an empty line between")
    ] = None,
    sets: Annotated[
        PositiveInt | None,
        Option("every set of K of the tiles", "every set of this number of tiles is a member", metavar="K"),
    ] = None,
    cases: Annotated[
        InFile | None, Option("a YAML file with a list of cases: parameters, leave, and keys of the puzzle file")
    ] = None,
    question: Question = "solvable",
    parameters: Mapping[str, Value] | None = None,
    symmetry: Annotated[BoardSymmetry, Option("which symmetric solutions of a member count as one")] = "off",
    engine: str | None = None,
    jobs: PositiveInt | None = None,
    memory: int | str | None = None,
    cluster: Annotated[
        Address | None,
        Option(
            "search members on the Dask scheduler at this address (tcp://host:8786), or on a new one here (local)",
            "search members on the Dask scheduler at this address ('tcp://host:8786'), or on a new one here ('local')",
        ),
    ] = None,
    time_limit: Annotated[
        Seconds | None, Option("stop a member after S seconds; its answer is unknown", "seconds for each member")
    ] = None,
    total_time_limit: Annotated[
        Seconds | None, Option("stop after S seconds for all members together", "seconds for all members together")
    ] = None,
    store: Annotated[
        RunFile | None,
        Option(
            "keep the answers in this file; the same command continues with it",
            "a file that keeps the answers; the same call continues with it",
            metavar="FILE",
        ),
    ] = None,
    share: Annotated[
        str | None,
        Option(
            "search only one of several shares of the members, such as 3/10; --store keeps its answers",
            "search only one of several shares of the members, such as '3/10'; `store` keeps its answers",
            metavar="K/N",
        ),
    ] = None,
    merge: Annotated[
        Sequence[str | os.PathLike[str]],
        Option(
            "take the answers in this file of --store, such as another share",
            "files that `store` kept of the same family, such as those of other shares: their answers are taken",
            metavar="FILE",
            repeated=True,
        ),
    ] = (),
    yes: Annotated[bool, Option("search more than 100,000 members")] = False,
    on_progress: Callable[[EachProgress], None] | None = None,
) -> FamilyResult:
    """Ask the same question about every member of a family of puzzles.

    Members that are the same puzzle up to symmetry are searched once. If several things vary, every combination is a
    member.

    Parameters
    ----------
    question
        ``"solvable"``, ``"count"``, ``"unique"``, ``"best"`` or ``"grade"``.
    parameters
        Values of parameters for every member.
    on_progress
        A function that is called with the `EachProgress` from time to time.

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
    if engine is not None:
        require_engine(engine, counts=question == "count")
    started = monotonic()
    varied = {"for_": for_, "leaves": leaves, "boards": boards, "tiles": tiles, "sets": sets, "cases": cases}
    deadline = Deadline.after(total_time_limit)
    reading = Deadline.of_reading(total_time_limit)
    family = reading.run("reading", lambda: family_of(puzzle, **varied, parameters=parameters))  # type: ignore[arg-type]
    if question == "best":
        _require_objective(family)
    inquest = Inquest(family, question, symmetry, engine, time_limit, checked("memory", memory, Bytes | None))
    if len(family) > MANY_MEMBERS and not yes:
        _refuse_many(inquest)
    file = AnswerFile.open(store, inquest) if store is not None else None
    merged = [AnswerFile.open(path, inquest, "merge") for path in merge]
    plan = AnswerPlan(inquest, file, merged, on_progress, _read_share(share))
    try:
        deadline.run("comparing the members", plan.classify)
        plan.sweep_strips(deadline)
        with MemberPool(inquest, jobs, deadline, cluster) as pool:
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


def _refuse_many(inquest: Inquest) -> None:
    """Raise `MistakeError` with a forecast from the first members."""
    family, begun, number = inquest.family, monotonic(), 0
    while number < len(family) and monotonic() < begun + PROBE_SECONDS:
        inquest.answer(family[number], Deadline.after(2 * PROBE_SECONDS))
        number += 1
    forecast = time_text((monotonic() - begun) / number * len(family))
    raise MistakeError(
        "each",
        f"the family has {integer(len(family))} members, about {forecast} of processor time",
        ("add ", Parameter("yes"), " to ask them all"),
    )
