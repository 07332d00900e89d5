"""The parameters of a puzzle file, and the expressions in which they occur, such as `{n*m//2}`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from cp_puzzles.base.text import suggestion
from cp_puzzles.errors import MistakeError, Parameter, SpecError, echo
from cp_puzzles.puzzle.fields import MAX_NUMBER, Mistakes, Origin, Path

Value = int | str
"""The value of a parameter: a number or a word."""

MAX_CHARACTERS = 200
"""Characters of an expression; no formula of a puzzle file needs more, and the depth of parentheses is bounded."""

NAME = r"[A-Za-z_][A-Za-z_0-9]*"
_TOKEN = re.compile(rf"\s*(?:(?P<number>[0-9]+)|(?P<name>{NAME})|(?P<sign>//|[-+*%()]))")
_PART = re.compile(r"\{\{|\}\}|\{(?P<expression>[^{}]*)\}|[{}]")

_SUMS: Mapping[str, Callable[[int, int], int]] = {"+": int.__add__, "-": int.__sub__}
_PRODUCTS: Mapping[str, Callable[[int, int], int]] = {"*": int.__mul__, "//": int.__floordiv__, "%": int.__mod__}


class ExpressionError(ValueError):
    """An expression is wrong: the problem and its remedy."""

    def __init__(self, problem: str, remedy: str) -> None:
        super().__init__(problem, remedy)
        self.problem, self.remedy = problem, remedy


def filled_in(text: str, values: Mapping[str, Value], used: set[str]) -> Value:
    """Return a text with the values of the expressions in braces; a text that is one expression becomes its value.

    Two braces stand for one. The names of parameters that occur are added to `used`. Raises `ExpressionError`.

    >>> filled_in("{n*m//2}", {"n": 3, "m": 4}, set()), filled_in("{n} x {m}", {"n": 3, "m": 4}, set())
    (6, '3 x 4')
    """

    def value_of(match: re.Match[str]) -> Value:
        if match.group() in ("{{", "}}"):
            return match.group()[0]
        if match["expression"] is None:
            problem = f"{echo(text)} has a single {match.group()!r}"
            raise ExpressionError(problem, "write an expression in {}, or two braces for one")
        return evaluate(match["expression"], values, used)

    expression = _PART.fullmatch(text)
    return value_of(expression) if expression else _PART.sub(lambda match: str(value_of(match)), text)


def evaluate(expression: str, values: Mapping[str, Value], used: set[str] | None = None) -> Value:
    """Return the value of an expression; raises `ExpressionError`.

    >>> evaluate("(n + 1) * n // 2 - -3", {"n": 6}), evaluate("set", {"set": "pentominoes"})
    (24, 'pentominoes')
    """
    return _Reader(expression, values, set() if used is None else used).value()


class _Reader:
    """Reads an expression from left to right; there is a method for each rule of the grammar."""

    def __init__(self, text: str, values: Mapping[str, Value], used: set[str]) -> None:
        self._text, self._values, self._used = text, values, used
        self._place = 0

    def value(self) -> Value:
        """Return the value of the whole text."""
        if len(self._text) > MAX_CHARACTERS:
            problem = f"the expression has {len(self._text)} characters"
            raise ExpressionError(problem, f"write at most {MAX_CHARACTERS} of them")
        value = self._chain(_SUMS, lambda: self._chain(_PRODUCTS, self._factor))
        if self._text[self._place :].strip():
            raise self._unexpected()
        if isinstance(value, int) and abs(value) > MAX_NUMBER:
            raise ExpressionError(f"{echo(self._text)} is {value:,}", f"keep it within {MAX_NUMBER:,}")
        return value

    def _chain(self, signs: Mapping[str, Callable[[int, int], int]], part: Callable[[], Value]) -> Value:
        value = part()
        while (sign := self._next("sign", signs)) is not None:
            left, right = self._number(value, sign), self._number(part(), sign)
            if sign in ("//", "%") and right == 0:
                raise ExpressionError(f"{echo(self._text)} divides by zero", "change a parameter")
            value = signs[sign](left, right)
        return value

    def _factor(self) -> Value:
        if self._next("sign", ("-",)) is not None:
            return -self._number(self._factor(), "-")
        if self._next("sign", ("(",)) is not None:
            value = self._chain(_SUMS, lambda: self._chain(_PRODUCTS, self._factor))
            if self._next("sign", (")",)) is None:
                raise self._unexpected("a closing parenthesis")
            return value
        if (digits := self._next("number")) is not None:
            return int(digits)
        if (name := self._next("name")) is None:
            raise self._unexpected("a number or a parameter")
        if name not in self._values:
            names = ", ".join(self._values)
            otherwise = f"parameters: {names}" if names else f"write parameters: {{{name}: 8}} at the top"
            raise ExpressionError(f"there is no parameter {name!r}", suggestion(name, self._values, otherwise))
        self._used.add(name)
        return self._values[name]

    def _number(self, value: Value, sign: str) -> int:
        if isinstance(value, int):
            return value
        raise ExpressionError(f"{echo(value)} is a word, so {sign!r} cannot be applied", "calculate with numbers only")

    def _next(self, kind: str, choices: Mapping[str, object] | tuple[str, ...] = ()) -> str | None:
        """Return the next token if it is of a kind and one of the choices, and go beyond it."""
        token = _TOKEN.match(self._text, self._place)
        if token is None or token.lastgroup != kind or (choices and token[kind] not in choices):
            return None
        self._place = token.end()
        return token[kind]

    def _unexpected(self, wanted: str = "+ - * // % or the end") -> ExpressionError:
        rest = self._text[self._place :].lstrip()
        place = len(self._text) - len(rest) + 1
        problem = f"expected {wanted}, found " + (f"{rest[0]!r} at character {place}" if rest else "the end")
        return ExpressionError(f"{echo(self._text)}: {problem}", "write numbers, parameters, + - * // % and ( )")


KEY = "parameters"
"""The key of a puzzle file under which parameters and their defaults stand."""


def resolved(data: Any, origin: Origin, values: Mapping[str, Value] | None = None) -> Any:
    """Return the data of a puzzle file without parameters: expressions are replaced by their values.

    `values` take the place of defaults; the counts under `expected:` hold for the defaults alone. Data without
    parameters are returned as they are. Raises `SpecError` for mistakes in the file and `MistakeError` for mistakes in
    the values.

    >>> resolved({"parameters": {"n": 8}, "board": {"size": ["{n}", "{n+2}"]}}, Origin(), {"n": 3})
    {'board': {'size': [3, 5]}}
    """
    if not isinstance(data, Mapping) or KEY not in data:
        for name, value in (values or {}).items():
            raise MistakeError(Parameter(KEY, {name: value}), "the puzzle has no parameters", "omit it")
        return data
    mistakes = Mistakes()

    def note(path: Path, problem: str, remedy: str) -> None:
        mistakes.append(SpecError(origin.place(path), problem, remedy))

    defaults = _defaults(data[KEY], note)
    mistakes.raise_all()
    chosen = {**defaults, **{name: _checked(name, value, defaults) for name, value in (values or {}).items()}}
    used: set[str] = set()
    rest = {key: value for key, value in data.items() if key != KEY}
    if chosen != defaults:
        rest.pop("expected", None)
    result = _filled(rest, (), chosen, used, note)
    for name in defaults:
        if name not in used and not mistakes:
            note((KEY, name), "no expression uses this parameter", f'write "{{{name}}}", or remove it')
    mistakes.raise_all()
    return result


def has_parameters(text: str) -> bool:
    r"""Return whether the text of a puzzle file has parameters at its top level.

    >>> has_parameters("name: x\nparameters: {n: 8}"), has_parameters("name: parameters")
    (True, False)
    """
    return re.search(rf"^{KEY} *:|^\{{.*\b{KEY} *:", text, re.MULTILINE) is not None


def _defaults(written: Any, note: Callable[[Path, str, str], None]) -> dict[str, Value]:
    """Return the parameters of a file with their defaults; `note` takes the mistakes."""
    if not isinstance(written, Mapping) or not written:
        note((KEY,), f"expected a mapping, found {echo(written)}", "write {n: 8}")
        return {}
    for name, value in written.items():
        if not (isinstance(name, str) and re.fullmatch(NAME, name)):
            note((KEY, name), f"{echo(name)} is not a name", "write letters and digits")
        elif not _is_value(value):
            remedy = f"write an integer up to {MAX_NUMBER:,}, or a word"
            note((KEY, name), f"{echo(value)} is not a number or a word", remedy)
    return dict(written)


def _is_value(value: Any) -> bool:
    return isinstance(value, str) or (
        isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MAX_NUMBER
    )


def _checked(name: str, value: Value, defaults: Mapping[str, Value]) -> Value:
    """Return a value of the user; raises `MistakeError` for an unknown name or a word instead of a number."""
    place = Parameter(KEY, {name: value})
    if name not in defaults:
        remedy = suggestion(name, defaults, f"parameters: {', '.join(defaults)}")
        raise MistakeError(place, f"the puzzle has no parameter {name!r}", remedy)
    if not _is_value(value) or (isinstance(defaults[name], int) and not isinstance(value, int)):
        raise MistakeError(place, f"{name!r} is a number", f"write an integer such as {defaults[name]}")
    return str(value) if isinstance(defaults[name], str) else value


def _filled(
    value: Any, path: Path, values: Mapping[str, Value], used: set[str], note: Callable[[Path, str, str], None]
) -> Any:
    if isinstance(value, Mapping):
        return {key: _filled(part, (*path, key), values, used, note) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_filled(part, (*path, n), values, used, note) for n, part in enumerate(value)]
    if isinstance(value, str) and ("{" in value or "}" in value):
        try:
            return filled_in(value, values, used)
        except ExpressionError as error:
            note(path, error.problem, error.remedy)
    return value
