"""A member of a family of puzzles, the answer about it, the answers about all, and a recurrence that fits them.

The recurrence is the smallest linear one with integer coefficients: a guess, not a proof.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise, zip_longest
from typing import Any, Literal, overload

from cp_puzzles.analysis.analysis_options import Question
from cp_puzzles.base.named_values import Displayed
from cp_puzzles.base.text import counted, integer
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.fields import Origin
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.spec.parameters import Value

AnswerStatus = Literal["complete", "time-limit", "interrupted", "lost", "mistake", "other-share"]
"""The status of an answer: complete, or the reason why the question has no answer; no status of a run is the last.

A member is lost if the system ended every process that searched it, such as for want of memory.
"""


@dataclass(frozen=True)
class Member:
    """A member of a family: what it changes in the puzzle.

    Attributes
    ----------
    parameters
        Values of parameters.
    leave
        Labels of cells that stay empty.
    tiles
        Names of the tiles in use; None for all.
    changes
        Keys of the puzzle file with their new values.
    names
        Names of the changes for tables, such as `board`.
    origin
        The places of the parameters and the changes in the file that lists the members, for messages.
    """

    parameters: Mapping[str, Value] = field(default_factory=dict)
    leave: tuple[str, ...] = ()
    tiles: tuple[str, ...] | None = None
    changes: Mapping[str, Any] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    origin: Origin | None = field(default=None, compare=False, repr=False)

    def joined(self, other: Member) -> Member:
        """Return the member with the changes of both."""
        return Member(
            {**self.parameters, **other.parameters},
            (*self.leave, *other.leave),
            other.tiles if self.tiles is None else self.tiles,
            {**self.changes, **other.changes},
            {**self.names, **other.names},
            self.origin or other.origin,
        )

    @property
    def keys(self) -> tuple[str, ...]:
        """The parameters, the tiles and the keys of the puzzle file that the member determines."""
        return (*self.parameters, *(["tiles"] if self.tiles is not None else []), *self.changes)

    @property
    def data(self) -> dict[str, Any]:
        """The changes as data of `--json`."""
        lists = {"parameters": dict(self.parameters), "leave": list(self.leave), "tiles": list(self.tiles or ())}
        return {key: value for key, value in lists.items() if value} | dict(self.names)

    @property
    def columns(self) -> dict[str, Value]:
        """The changes as cells of a table, by the names of its columns."""
        lists = {"leave": self.leave or None, "tiles": self.tiles}
        texts = {key: " ".join(words) for key, words in lists.items() if words is not None}
        return {**self.parameters, **texts, **self.names}

    def __str__(self) -> str:
        words = (f"{key}={value}" if key in self.parameters else str(value) for key, value in self.columns.items())
        return ", ".join(words) or "the puzzle"


class Members(Sequence[Member]):
    """Members that are made when they are asked for, by number; there may be millions."""

    @abstractmethod
    def made(self, number: int) -> Member:
        """Return the member of a number from 0 on."""

    @overload
    def __getitem__(self, number: int) -> Member: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[Member]: ...
    def __getitem__(self, number: int | slice) -> Member | Sequence[Member]:
        if isinstance(number, slice):
            return [self.made(n) for n in range(*number.indices(len(self)))]
        if not 0 <= number < len(self):
            raise IndexError(number)
        return self.made(number)


@dataclass(frozen=True)
class Answer:
    """The answer about a member.

    Attributes
    ----------
    status
        `complete`, or why there is no answer.
    solvable
        Whether there is a solution; None if that is not known.
    solutions
        The number of solutions up to the equivalence, if it was asked and is known.
    value
        The answer to `unique` (a Boolean), `best` (a number) or `grade` (a word).
    reason
        The reason why there is no solution, if it is obvious, or the mistake in the member.
    mistake
        The error of a mistake, which names options as the command line does.
    seconds
        The time of the search; 0 if the answer follows from that about another member.
    placements
        The placements of the first solution, if one was asked for.
    """

    status: AnswerStatus
    solvable: bool | None = None
    solutions: int | None = None
    value: bool | int | str | None = None
    reason: str | None = None
    seconds: float = 0.0
    placements: tuple[Placement, ...] = field(default=(), repr=False)
    mistake: MistakeError | None = field(default=None, repr=False)

    def data(self, question: Question) -> dict[str, Any]:
        """Return the answer as data of `--json`."""
        data: dict[str, Any] = {"solvable": self.solvable}
        if question in ("count", "unique"):
            data["solutions"] = self.solutions
        if question in ("unique", "best", "grade"):
            data[question] = self.value
        data["status"] = self.status
        return data if self.reason is None else {**data, "reason": self.reason}


@dataclass(frozen=True)
class FamilyResult(Displayed):
    """The answers about the members of a family.

    Attributes
    ----------
    name, question, symmetry
        The puzzle, what was asked, and the equivalence at which solutions were counted.
    members, answers
        The members in order, and the answer about each.
    seconds
        The time of the run.
    asked
        The number of members that were searched; the other answers follow from those.
    """

    name: str
    question: Question
    symmetry: str
    members: Sequence[Member] = field(repr=False)
    answers: tuple[Answer, ...] = field(repr=False)
    seconds: float
    asked: int

    @property
    def status(self) -> AnswerStatus:
        """Return `complete` if every member has an answer; else why some have none."""
        found = {answer.status for answer in self.answers}
        order: tuple[AnswerStatus, ...] = ("interrupted", "time-limit", "lost", "mistake")
        return next((status for status in order if status in found), "complete")

    def number(self, solvable: bool | None) -> int:
        """Return the number of members with this answer: True, False, or None for those not known."""
        return sum(answer.solvable is solvable for answer in self.answers)

    @property
    def total(self) -> int | None:
        """Return the number of solutions of all members; None if one of them is not known."""
        numbers = [answer.solutions for answer in self.answers]
        return None if None in numbers else sum(number for number in numbers if number is not None)

    def summary(self) -> dict[str, Any]:
        """Return the object that `--json` prints."""
        rows = [{**m.data, **a.data(self.question)} for m, a in zip(self.members, self.answers, strict=True)]
        data: dict[str, Any] = {name: getattr(self, name) for name in ("name", "question", "symmetry")}
        data |= {"members": rows, "solvable": self.number(True), "unsolvable": self.number(False)}
        data |= {"unknown": self.number(None), "searched": self.asked}
        return data | {"seconds": self.seconds, "status": self.status}

    def __repr__(self) -> str:
        members = counted(len(self.members), "member")
        return f"FamilyResult({self.name!r}, {members}, {integer(self.number(True))} solvable, {self.status})"


TERMS_OVER = 4
"""Terms that must be left over to confirm a recurrence, beside those that determine it."""


def sequence_of(result: FamilyResult) -> list[tuple[int, int]] | None:
    """Return a row of numbers in order: pairs of the parameter that varies and the number of solutions or the value.

    None if something else varies, a number is not known, or the parameter does not increase by one.
    """
    pairs = []
    rows = [member.columns for member in result.members]
    varying = [name for name in rows[0] if len({row.get(name) for row in rows}) > 1] or [*rows[0]]
    for row, answer in zip(rows, result.answers, strict=True):
        numbers = [row[name] for name in varying if name in row]
        value = answer.solutions if result.question == "count" else answer.value
        if len(numbers) != 1 or not isinstance(numbers[0], int) or not isinstance(value, int) or value is True:
            return None
        pairs.append((numbers[0], value))
    pairs.sort()
    return pairs if all(n == m + 1 for (m, _), (n, _) in pairwise(pairs)) else None


def guess_recurrence(terms: Sequence[int]) -> tuple[int, ...] | None:
    """Return coefficients c with a(n) = c[0] a(n-1) + c[1] a(n-2) + ..., or None if no recurrence fits.

    The recurrence has the smallest order; at least `TERMS_OVER` terms agree with it that did not determine it.

    >>> guess_recurrence([1, 2, 3, 5, 8, 13, 21, 34]), guess_recurrence([1, 2, 6, 40, 472, 10668, 450924])
    ((1, 1), None)
    """
    # Berlekamp and Massey: of each term the first coefficient is 1, and an earlier error corrects a new one
    connection, before, earlier_error = [Fraction(1)], [Fraction(0), Fraction(1)], Fraction(1)
    order = 0
    for number in range(len(terms)):
        error = sum((c * terms[number - k] for k, c in enumerate(connection[: number + 1])), Fraction(0))
        if error:
            pairs = zip_longest(connection, before, fillvalue=Fraction(0))
            corrected = [c - error / earlier_error * b for c, b in pairs]
            if 2 * order <= number:
                order, before, earlier_error = number + 1 - order, connection, error
            connection = corrected
        before = [Fraction(0), *before]
    coefficients = [-c for c in (*connection[1:], *[Fraction(0)] * order)][:order]
    is_guess = 0 < order <= (len(terms) - TERMS_OVER) // 2 and all(c.denominator == 1 for c in coefficients)
    return tuple(map(int, coefficients)) if is_guess else None


def recurrence_text(coefficients: Sequence[int]) -> str:
    """Return a recurrence as a formula.

    >>> recurrence_text((1, 0, -2))
    'a(n) = a(n-1) - 2 a(n-3)'
    """
    text = ""
    for k, value in enumerate(coefficients, start=1):
        if value:
            sign = (" - " if value < 0 else " + ") if text else ("-" if value < 0 else "")
            text += f"{sign}{'' if abs(value) == 1 else f'{abs(value)} '}a(n-{k})"
    return f"a(n) = {text or '0'}"
