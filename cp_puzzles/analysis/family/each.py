"""The same question about every member of a family of puzzles."""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from time import monotonic
from typing import Annotated, Any

from cp_puzzles.analysis.family.answer_file import AnswerFile
from cp_puzzles.analysis.family.family import Family, Kin, family_of
from cp_puzzles.analysis.family.member import Answer, FamilyResult, Member, Question
from cp_puzzles.analysis.family.member_pool import MemberPool
from cp_puzzles.analysis.family.member_search import Inquest
from cp_puzzles.analysis.family.shared_cover import SharedCover, Symmetries
from cp_puzzles.analysis.family.strip_sweep import strip_counts, strip_groups
from cp_puzzles.base.deadline import CanceledError, Deadline
from cp_puzzles.base.number_text import integer
from cp_puzzles.base.number_text import seconds as time_text
from cp_puzzles.base.option_types import Address, Bytes, InFile, Option, PositiveInt, RunFile, Seconds, checked
from cp_puzzles.cover.counting_arguments import reason_by_size
from cp_puzzles.cover.symmetry.symmetry_group import BoardSymmetry
from cp_puzzles.engines.registry import AUTO, COUNTERS, require_engine
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.puzzle.puzzle import PuzzleSource
from cp_puzzles.puzzle.spec.expression import Value
from cp_puzzles.search.keywords import of_puzzle

MANY_MEMBERS = 100_000
"""From this number on a family is searched only with `yes`."""

PROBE_SECONDS = 2.0
"""Seconds for which members are searched to forecast the time of a large family."""


@dataclass(frozen=True)
class EachProgress:
    """The number of members, and of those that have a solution, have none, or have no answer (yet)."""

    members: int
    solvable: int
    unsolvable: int
    open: int

    def __str__(self) -> str:
        done = self.members - self.open
        return f"{done:,} of {self.members:,} members: {self.solvable:,} solvable, {self.unsolvable:,} not"


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
    plan = _Plan(inquest, file, merged, on_progress, _read_share(share))
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


class _Plan:
    """The answers so far, and the members to search: one of each class of members that are the same puzzle."""

    def __init__(
        self,
        inquest: Inquest,
        file: AnswerFile | None,
        others: Sequence[AnswerFile],
        on_progress: Callable[[EachProgress], None] | None,
        share: tuple[int, int] | None,
    ) -> None:
        self._others, self._share = others, share
        self._family, self._inquest, self._file, self._on_progress = inquest.family, inquest, file, on_progress
        self._answers: dict[int, Answer] = {}
        self._asked = self._solvable = self._unsolvable = 0
        self._same: dict[Any, list[int]] = defaultdict(list)
        self._key_of: list[Any] = []
        self._likeness: dict[Kin, str | Kin] = {}
        self._symmetries: dict[Kin, tuple[SharedCover, Symmetries] | None] = {}

    def classify(self) -> None:
        """Put members that are the same puzzle into classes, and take the stored answers and those of other files."""
        for number, member in enumerate(self._family):
            key = self._key(member)
            self._same[key].append(number)
            self._key_of.append(key)
        if self._file is not None:
            for number, answer in self._file.answers(self._family).items():
                self._note(number, answer)
        for other in self._others:
            for number, answer in other.answers(self._family).items():
                if self._file is not None and number not in self._answers:
                    self._file.add(self._family[number], answer)
                self._note(number, answer)

    def _key(self, member: Member) -> Any:
        """Return a key that two members share only if they are the same puzzle up to symmetry."""
        kin = self._family.kin(member)
        if not member.leave:
            if kin not in self._likeness:
                self._likeness[kin] = self._family.likeness(member)
            return self._likeness[kin], member.tiles
        if kin not in self._symmetries:
            self._symmetries[kin] = self._shared(member)
        shared = self._symmetries[kin]
        if shared is None or not shared[0].is_exact(member):
            return kin, member.tiles, tuple(sorted(set(member.leave)))
        return kin, member.tiles, shared[1].canonical(shared[0].empty_cells(member))

    def _shared(self, member: Member) -> tuple[SharedCover, Symmetries] | None:
        shared = self._inquest.shared(member)
        return None if shared is None else (shared, Symmetries.of(shared))

    def remaining(self) -> Any:
        """Yield the number of a member of each class without an answer, on demand."""
        for index, numbers in enumerate(list(self._same.values())):
            if numbers[0] not in self._answers and self._is_shared(index):
                yield numbers[0]

    def rest_of_wrong_classes(self) -> list[int]:
        """Return the other members of classes whose first has a mistake: each has its own, with its place, or none."""
        firsts = {numbers[0]: numbers for numbers in self._same.values()}
        wrong = [n for n, answer in self._answers.items() if answer.status == "mistake" and n in firsts]
        return [number for first in wrong for number in firsts[first] if number not in self._answers]

    def _is_shared(self, index: int) -> bool:
        """Return True if a class belongs to the share of this run."""
        return self._share is None or index % self._share[1] == self._share[0]

    def sweep_strips(self, deadline: Deadline) -> None:
        """Count members that are strips of one board by one sweep; those that it does not reach remain."""
        inquest = self._inquest
        if (
            self._share is not None
            or inquest.question != "count"
            or inquest.symmetry != "off"
            or inquest.engine not in (None, AUTO, *COUNTERS)
        ):
            return
        for group in strip_groups(self._family):
            if all(number in self._answers for number in group):
                continue
            try:
                self._sweep(group, deadline.earlier(inquest.time_limit))
            except (MistakeError, CanceledError):  # members with a mistake, or too little time or memory, remain
                if deadline.has_passed:
                    raise

    def _sweep(self, group: list[int], end: Deadline) -> None:
        family = self._family
        puzzles = end.run("setting up", lambda: [family.base(family[number]) for number in group])
        counts = strip_counts(puzzles, self._inquest.memory)
        begun = monotonic()
        while (counted := end.run("sweeping", lambda: next(counts, None))) is not None:
            place, solutions = counted
            number, seconds, begun = group[place], monotonic() - begun, monotonic()
            if number not in self._answers:
                reason = None if solutions else reason_by_size(puzzles[place])
                self.take(number, Answer("complete", solutions > 0, solutions, reason=reason, seconds=seconds))

    def take(self, number: int, answer: Answer) -> None:
        """Take the answer about a member, for all members of its class and others that it settles."""
        self._asked += 1
        if self._file is not None and answer.status == "complete":
            self._file.add(self._family[number], answer)
        self._note(number, answer)
        if self._on_progress is not None:
            open_ = len(self._family) - len(self._answers)
            self._on_progress(EachProgress(len(self._family), self._solvable, self._unsolvable, open_))

    def _note(self, number: int, answer: Answer) -> None:
        for same in [number] if answer.status == "mistake" else self._same[self._key_of[number]]:
            if same not in self._answers:
                self._answers[same] = answer if same == number else replace(answer, seconds=0.0, placements=())
                self._solvable += answer.solvable is True
                self._unsolvable += answer.solvable is False
        if self._inquest.question == "solvable" and answer.placements:
            self._note_neighbors(number, answer)

    def _note_neighbors(self, number: int, answer: Answer) -> None:
        """Note the members that a solution settles as well: a piece of one cell moves to an empty cell."""
        member = self._family[number]
        shared = self._symmetries.get(self._family.kin(member))
        if shared is None:
            return
        empty = shared[0].empty_cells(member)
        for cell in [cells[0] for _, cells in answer.placements if len(cells) == 1]:
            for left in empty:
                key = (self._family.kin(member), member.tiles, shared[1].canonical((empty - {left}) | {cell}))
                for other in self._same.get(key, ()):
                    if other not in self._answers:
                        self._answers[other] = Answer("complete", solvable=True)
                        self._solvable += 1

    def result(self, status: str, seconds: float) -> FamilyResult:
        """Return the answers; members without one have the status of the run."""
        missing = Answer("interrupted" if status == "interrupted" else "time-limit")
        inquest = self._inquest
        other = {n for index, same in enumerate(self._same.values()) if not self._is_shared(index) for n in same}
        answers = tuple(
            self._answers.get(number, Answer("other-share") if number in other else missing)
            for number in range(len(self._family))
        )
        name = str(self._family.data.get("name", "puzzle"))
        return FamilyResult(name, inquest.question, inquest.symmetry, self._family, answers, seconds, self._asked)
