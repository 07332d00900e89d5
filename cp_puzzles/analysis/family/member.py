"""A member of a family of puzzles, the answer about it, and the answers about all."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, overload

from cp_puzzles.analysis.options import Question
from cp_puzzles.base.registry import Displayed
from cp_puzzles.base.text import counted, integer
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.fields import Origin
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
        data: dict[str, Any] = {}
        if self.parameters:
            data["parameters"] = dict(self.parameters)
        if self.leave:
            data["leave"] = list(self.leave)
        if self.tiles is not None:
            data["tiles"] = list(self.tiles)
        return {**data, **self.names}

    @property
    def columns(self) -> dict[str, Value]:
        """The changes as cells of a table, by the names of its columns."""
        columns: dict[str, Value] = dict(self.parameters)
        if self.leave:
            columns["leave"] = " ".join(self.leave)
        if self.tiles is not None:
            columns["tiles"] = " ".join(self.tiles)
        return {**columns, **self.names}

    def __str__(self) -> str:
        words = [f"{name}={value}" for name, value in self.parameters.items()]
        words += [" ".join(self.leave)] if self.leave else []
        words += [" ".join(self.tiles)] if self.tiles is not None else []
        return ", ".join([*words, *self.names.values()]) or "the puzzle"


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
        The tile and the cells of each placement of the first solution, if one was asked for.
    """

    status: AnswerStatus
    solvable: bool | None = None
    solutions: int | None = None
    value: bool | int | str | None = None
    reason: str | None = None
    seconds: float = 0.0
    placements: tuple[tuple[str, tuple[tuple[int, ...], ...]], ...] = field(default=(), repr=False)
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
        return {
            "name": self.name,
            "question": self.question,
            "symmetry": self.symmetry,
            "members": rows,
            "solvable": self.number(True),
            "unsolvable": self.number(False),
            "unknown": self.number(None),
            "searched": self.asked,
            "seconds": self.seconds,
            "status": self.status,
        }

    def __repr__(self) -> str:
        members = counted(len(self.members), "member")
        return f"FamilyResult({self.name!r}, {members}, {integer(self.number(True))} solvable, {self.status})"
