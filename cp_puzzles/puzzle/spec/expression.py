"""Expressions in a puzzle file, such as `{n*m//2}`: numbers, parameters, + - * // %, parentheses."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from cp_puzzles.base.suggestions import suggestion
from cp_puzzles.errors import echo
from cp_puzzles.puzzle.fields import MAX_NUMBER

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
            raise ExpressionError(
                f"{echo(text)} has a single {match.group()!r}", "write an expression in {}, or two braces for one"
            )
        return evaluate(match["expression"], values, used)

    whole = _PART.fullmatch(text)
    return value_of(whole) if whole else _PART.sub(lambda match: str(value_of(match)), text)


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
            raise ExpressionError(
                f"the expression has {len(self._text)} characters", f"write at most {MAX_CHARACTERS} of them"
            )
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
