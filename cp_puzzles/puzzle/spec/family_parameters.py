"""The parameters of a puzzle file, which stands for a family of puzzles: their values take the place of expressions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from cp_puzzles.base.suggestions import suggestion
from cp_puzzles.errors import MistakeError, Mistakes, Parameter, SpecError, echo
from cp_puzzles.puzzle.fields import MAX_NUMBER, Origin, Path
from cp_puzzles.puzzle.spec.expression import NAME, ExpressionError, Value, filled_in

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
    defaults = _defaults(data[KEY], origin, mistakes)
    mistakes.raise_all()
    chosen = {**defaults, **{name: _checked(name, value, defaults) for name, value in (values or {}).items()}}
    used: set[str] = set()
    rest = {key: value for key, value in data.items() if key != KEY}
    if chosen != defaults:
        rest.pop("expected", None)
    result = _filled(rest, (), chosen, used, origin, mistakes)
    for name in defaults:
        if name not in used and not mistakes:
            mistakes.note(
                _error(origin, (KEY, name), "no expression uses this parameter", f'write "{{{name}}}", or remove it')
            )
    mistakes.raise_all()
    return result


def has_parameters(text: str) -> bool:
    r"""Return whether the text of a puzzle file has parameters at its top level.

    >>> has_parameters("name: x\nparameters: {n: 8}"), has_parameters("name: parameters")
    (True, False)
    """
    return re.search(rf"^{KEY} *:|^\{{.*\b{KEY} *:", text, re.MULTILINE) is not None


def _defaults(written: Any, origin: Origin, mistakes: Mistakes) -> dict[str, Value]:
    if not isinstance(written, Mapping) or not written:
        raise _error(origin, (KEY,), f"expected a mapping, found {echo(written)}", "write {n: 8}")
    for name, value in written.items():
        if not (isinstance(name, str) and re.fullmatch(NAME, name)):
            mistakes.note(_error(origin, (KEY, name), f"{echo(name)} is not a name", "write letters and digits"))
        elif not _is_value(value):
            problem = f"{echo(value)} is not a number or a word"
            mistakes.note(_error(origin, (KEY, name), problem, f"write an integer up to {MAX_NUMBER:,}, or a word"))
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
    value: Any, path: Path, values: Mapping[str, Value], used: set[str], origin: Origin, mistakes: Mistakes
) -> Any:
    if isinstance(value, Mapping):
        return {key: _filled(part, (*path, key), values, used, origin, mistakes) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_filled(part, (*path, n), values, used, origin, mistakes) for n, part in enumerate(value)]
    if isinstance(value, str) and ("{" in value or "}" in value):
        try:
            return filled_in(value, values, used)
        except ExpressionError as error:
            mistakes.note(_error(origin, path, error.problem, error.remedy))
    return value


def _error(origin: Origin, path: Path, problem: str, remedy: str) -> SpecError:
    return SpecError(origin.place(path), problem, remedy)
