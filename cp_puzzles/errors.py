"""The errors of cp_puzzles.

PuzzleError
├── MistakeError              a mistake of the user: the command line exits with status 2
│   ├── SpecError             a puzzle file is wrong: place, value, remedy
│   ├── SolutionFileError     a file of solutions is wrong, or does not solve the puzzle
│   ├── WideFrontierError     the states of a frontier search exceed the memory limit
│   └── MissingExtraError     an optional package is not installed
└── EngineError               a fault of this program, not of its user
    ├── RepeatedSolutionError the same set of placements was found twice
    ├── InvalidSolutionError  a solution does not solve the puzzle
    ├── DisagreementError     two engines disagree
    └── LostPartError         the worker of a part died at every attempt
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

LONGEST = 60
"""Maximum number of letters of a value that a message repeats."""


FLAGS = {"parameters": "set", "settings": "setting", "rules": "rule", "for_": "for"}
"""Names of options on the command line that differ from the parameter of Python."""


@dataclass(frozen=True)
class Parameter:
    """A parameter of a Python function, which is an option on the command line, with its value if it has one.

    >>> print(Parameter("time_limit", 0), "is", Parameter("time_limit", 0).typed)
    time_limit=0 is --time-limit 0
    """

    name: str
    value: Any = None

    def __str__(self) -> str:
        return self.name if self.value is None else f"{self.name}={_short(repr(self.value))}"

    @property
    def typed(self) -> str:
        """The option as it is typed on the command line."""
        name = FLAGS.get(self.name, self.name).replace("_", "-")
        option = f"--{name}" if len(name) > 1 else f"-{name}"
        if self.value is None:
            return option
        if isinstance(self.value, Mapping):
            shown = " ".join(f"{name}={value}" for name, value in self.value.items())
        else:
            shown = " ".join(map(str, self.value)) if isinstance(self.value, (list, tuple)) else str(self.value)
        return f"{option} {visible(_short(shown))}"


@dataclass(frozen=True)
class Wording:
    """Words of a message for users of Python, and those for the command line.

    >>> print(Wording("a name of catalog_names()", "a name that `list` shows"))
    a name of catalog_names()
    """

    python: str
    typed: str

    def __str__(self) -> str:
        return self.python


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def echo(value: Any) -> str:
    r"""Return a value of the user as a message quotes it: shortened, on one line.

    >>> echo(True), echo("two\nlines"), echo([1, 2]), echo({})
    ('true', "'two\\nlines'", 'a list of 2', 'an empty mapping')
    """
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "a mapping" if value else "an empty mapping"
    if isinstance(value, (list, tuple)):
        return f"a list of {len(value)}" if value else "an empty list"
    return _short(repr(value))


def visible(text: str) -> str:
    r"""Return a text with escapes for the characters that a terminal would obey instead of showing them.

    >>> visible("red" + chr(27) + "[31m")
    'red\\x1b[31m'
    """
    shown = (letter if letter.isprintable() or letter == "\n" else repr(letter)[1:-1] for letter in text)
    return text if text.isprintable() else "".join(shown)


class OneLineError(Exception):
    """An error whose message is enough: a notebook shows it without the lines of this package that raised it."""

    def _render_traceback_(self) -> list[str]:
        """Return the lines that IPython shows."""
        return [f"{type(self).__name__}: {self}"]


class ArgumentError(OneLineError, TypeError):
    """A public function does not have an argument, or one is of a wrong type."""


class PuzzleError(Exception):
    """Every error that this package raises on purpose."""


Part = str | Parameter | Wording
Text = Part | tuple[Part, ...]
"""A text, or its parts; parameters and wordings are spelled as in Python or as on the command line."""


def _printable(text: Text) -> Text:
    if isinstance(text, tuple):
        return tuple(visible(part) if isinstance(part, str) else part for part in text)
    return visible(text) if isinstance(text, str) else text


def spelled(text: Text, *, typed: bool) -> str:
    """Return a text with its parameters spelled as on the command line (`typed`) or as in Python."""
    parts = text if isinstance(text, tuple) else (text,)
    return "".join(part.typed if typed and not isinstance(part, str) else str(part) for part in parts)


class MistakeError(OneLineError, PuzzleError):
    """A mistake of the user: `problem` with the value, and the `remedy`.

    `place` is a position in a file, or a parameter. Each of the three is a text; a text that names parameters is a
    tuple of its parts.

    >>> remedy = ("omit ", Parameter("limit"))
    >>> error = MistakeError(Parameter("limit", 3), "this engine counts all at once", remedy)
    >>> print(error)
    limit=3: this engine counts all at once; omit limit
    >>> print(error.typed)
    --limit 3: this engine counts all at once; omit --limit
    """

    def __init__(self, place: Text, problem: Text, remedy: Text = "") -> None:
        self.place, self.problem, self.remedy = _printable(place), _printable(problem), _printable(remedy)
        super().__init__(self._text(typed=False))

    def __reduce__(self) -> tuple[type[MistakeError], tuple[Any, ...]]:
        return type(self), (self.place, self.problem, self.remedy)

    @property
    def typed(self) -> str:
        """The message on the command line."""
        return self._text(typed=True)

    @property
    def where(self) -> str:
        """The place as a text."""
        return spelled(self.place, typed=False)

    @property
    def reason(self) -> str:
        """The problem as a text."""
        return spelled(self.problem, typed=True)

    def _text(self, *, typed: bool) -> str:
        place, problem, remedy = (spelled(text, typed=typed) for text in (self.place, self.problem, self.remedy))
        return f"{place}: {problem}" + (f"; {remedy}" if remedy else "")


class SpecError(MistakeError):
    """A puzzle file is wrong; `place` is `file:line:column: path.of.the.field`.

    Of several mistakes it is the first, with the `others`; the message has a line for each.
    """

    MOST = 20

    def __init__(self, place: Text, problem: Text, remedy: Text = "", others: tuple[SpecError, ...] = ()) -> None:
        super().__init__(place, problem, remedy)
        self.others = others

    def __reduce__(self) -> tuple[type[MistakeError], tuple[Any, ...]]:
        return type(self), (self.place, self.problem, self.remedy, self.others)

    def __str__(self) -> str:
        return self._lines(super().__str__(), [str(other) for other in self.others])

    @property
    def typed(self) -> str:
        """Return the message for the command line, with a line for each mistake."""
        return self._lines(super().typed, [other.typed for other in self.others])

    def each(self) -> tuple[SpecError, ...]:
        """Return the mistakes one by one."""
        return type(self)(self.place, self.problem, self.remedy), *self.others

    def _lines(self, first: str, others: list[str]) -> str:
        left = len(others) - self.MOST + 1
        return "\n".join([first, *others[: self.MOST - 1], *([f"and {left} more"] if left > 0 else [])])

    @classmethod
    def together(cls, mistakes: Sequence[SpecError]) -> SpecError:
        """Return one error for one or more mistakes: the first one of each place, in the order of the file.

        >>> print(SpecError.together([SpecError("a:2:1: x", "no board"), SpecError("a:1:1", "no name", "add it")]))
        a:1:1: no name; add it
        a:2:1: x: no board
        """
        places: dict[str, SpecError] = {}
        for mistake in (one for error in mistakes for one in error.each()):
            places.setdefault(mistake.where, mistake)
        first, *others = (places[place] for place in sorted(places, key=_position))
        return cls(first.place, first.problem, first.remedy, tuple(others))


def _position(place: str) -> tuple[int, ...]:
    match = re.search(r":(\d+):(\d+)(?:: |$)", place)
    return tuple(map(int, match.groups())) if match else ()


class SolutionFileError(MistakeError):
    """A file of solutions cannot be read, or one of its solutions does not solve the puzzle."""


class WideFrontierError(MistakeError):
    """The states of a frontier search exceed the memory limit."""


class MissingExtraError(MistakeError):
    """An optional package that the request needs is not installed."""


class EngineError(PuzzleError):
    """A fault of an engine."""


class RepeatedSolutionError(EngineError):
    """An engine reported the same set of placements twice."""


class InvalidSolutionError(EngineError):
    """An engine reported a set of placements that does not solve the puzzle."""


class DisagreementError(EngineError):
    """Two engines gave different results for the same request."""


class LostPartError(EngineError):
    """The worker of a part died at every attempt; all other parts were searched.

    `result` is the result of the other parts, set when the search has ended.
    """

    result: object = None
