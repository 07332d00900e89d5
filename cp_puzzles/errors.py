"""The errors of cp_puzzles.

PuzzleError
├── MistakeError              what the user wrote cannot be done: the command line answers with exit status 2
│   ├── SpecError             a puzzle file is wrong: place, value, remedy
│   ├── SolutionFileError     a file of solutions is wrong, or does not solve the puzzle
│   ├── WideFrontierError     the states of a sweep over the frontier do not fit in the memory that it may use
│   └── MissingExtraError     an optional package is not installed
└── EngineError               an engine broke a promise: a fault of this program, never of its user
    ├── RepeatedSolutionError the same set of placements came twice
    ├── InvalidSolutionError  a solution does not solve the puzzle
    ├── DisagreementError     two engines answer the same question differently
    └── LostPartError         the worker of a part died each time that it was tried
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

LONGEST = 60
"""Letters of a value that a message echoes at most."""


@dataclass(frozen=True)
class Parameter:
    """What Python calls a parameter and the command line an option, with its value if it takes one.

    >>> print(Parameter("time_limit", 0), "is", Parameter("time_limit", 0).typed)
    time_limit=0 is --time-limit 0
    """

    name: str
    value: Any = None

    def __str__(self) -> str:
        return self.name if self.value is None else f"{self.name}={_short(repr(self.value))}"

    @property
    def typed(self) -> str:
        """As it is typed on the command line."""
        option = "--" + self.name.replace("_", "-")
        if self.value is None:
            return option
        several = isinstance(self.value, (list, tuple))
        return f"{option} {_short(' '.join(map(str, self.value)) if several else str(self.value))}"


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


class PuzzleError(Exception):
    """Every error that this package raises on purpose."""


class MistakeError(PuzzleError):
    """What was asked cannot be done: `problem` with its value, and the `remedy`.

    The place is a position in a file, or the parameter that was given. Texts name options as the command line does;
    the error itself names them as Python does.

    >>> error = MistakeError(Parameter("limit", 3), "this engine counts all at once", "leave --limit away")
    >>> print(error)
    limit=3: this engine counts all at once; leave limit away
    >>> print(error.typed)
    --limit 3: this engine counts all at once; leave --limit away
    """

    def __init__(self, place: str | Parameter, problem: str, remedy: str = "") -> None:
        self.place, self.problem, self.remedy = place, problem, remedy
        text = f"{problem}; {remedy}" if remedy else problem
        super().__init__(f"{place}: {_OPTION.sub(_parameter, text)}")

    def __reduce__(self) -> tuple[type[MistakeError], tuple[Any, ...]]:
        return type(self), (self.place, self.problem, self.remedy)

    @property
    def typed(self) -> str:
        """The message for somebody who typed a command."""
        place = self.place.typed if isinstance(self.place, Parameter) else self.place
        return f"{place}: {self.problem}" + (f"; {self.remedy}" if self.remedy else "")


_OPTION = re.compile(r"(?<![\w-])--([a-z][a-z-]*)")


def _parameter(match: re.Match[str]) -> str:
    return match[1].replace("-", "_")


class SpecError(MistakeError):
    """A puzzle file is wrong; `place` is `file:line:column: path.of.the.field`.

    Of several mistakes it is the first, with the `others`; the message has a line for each.
    """

    MOST = 20

    def __init__(self, place: str, problem: str, remedy: str = "", others: tuple[SpecError, ...] = ()) -> None:
        super().__init__(place, problem, remedy)
        self.others = others

    def __reduce__(self) -> tuple[type[MistakeError], tuple[Any, ...]]:
        return type(self), (self.place, self.problem, self.remedy, self.others)

    def __str__(self) -> str:
        return self._lines(super().__str__(), [str(other) for other in self.others])

    @property
    def typed(self) -> str:
        """The message for somebody who typed a command, a line for each mistake."""
        return self._lines(super().typed, [other.typed for other in self.others])

    def each(self) -> tuple[SpecError, ...]:
        """The mistakes one by one."""
        return type(self)(str(self.place), self.problem, self.remedy), *self.others

    def _lines(self, first: str, others: list[str]) -> str:
        left = len(others) - self.MOST + 1
        return "\n".join([first, *others[: self.MOST - 1], *([f"and {left} more"] if left > 0 else [])])

    @classmethod
    def together(cls, mistakes: Sequence[SpecError]) -> SpecError:
        """Several mistakes as one error; at least one.

        >>> print(SpecError.together([SpecError("a:1", "no name", "add it"), SpecError("a:2", "no board")]))
        a:1: no name; add it
        a:2: no board
        """
        first, *others = (one for error in mistakes for one in error.each())
        return cls(str(first.place), first.problem, first.remedy, tuple(others))


class Mistakes:
    """Gathers what is wrong in a puzzle file, so that everything is told at once."""

    def __init__(self) -> None:
        self._found: list[SpecError] = []

    def note(self, mistake: SpecError) -> None:
        """Keep a mistake for later."""
        self._found.append(mistake)

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Within this, a `SpecError` is noted instead of raised."""
        try:
            yield
        except SpecError as error:
            self.note(error)

    def settle(self) -> None:
        """Raise what was noted, if anything was."""
        if self._found:
            raise SpecError.together(self._found)


class SolutionFileError(MistakeError):
    """A file of solutions cannot be read, or one of its solutions does not solve the puzzle."""


class WideFrontierError(MistakeError):
    """The states of a sweep over the frontier do not fit in the memory that it may use."""


class MissingExtraError(MistakeError):
    """A package that is only needed for what was asked is not installed."""


class EngineError(PuzzleError):
    """An engine broke a promise that its callers rely on."""


class RepeatedSolutionError(EngineError):
    """An engine reported the same set of placements twice."""


class InvalidSolutionError(EngineError):
    """An engine reported a set of placements that does not solve the puzzle."""


class DisagreementError(EngineError):
    """Two engines answered the same question differently."""


class LostPartError(EngineError):
    """The worker of a part died each time that it was tried; everything else was searched.

    `result` is what the rest gave, once the search has come to its end.
    """

    result: object = None
