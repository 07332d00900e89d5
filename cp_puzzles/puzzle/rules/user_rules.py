"""Rules and measures of the user: functions of a tiling, registered by name."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from numbers import Integral
from types import NoneType
from typing import Any, TypeVar, get_type_hints, overload

from cp_puzzles.base.values import check_type
from cp_puzzles.errors import MistakeError, SpecError
from cp_puzzles.puzzle.fields import Path
from cp_puzzles.puzzle.rules.measure import LinearExpression, Measure
from cp_puzzles.puzzle.rules.rule import Rule, RuleCompiler, RuleContext, RuleField
from cp_puzzles.puzzle.rules.rule_registry import MEASURES, RULES, register_key
from cp_puzzles.puzzle.rules.tiling import Tiling

R = TypeVar("R", bound=Callable[..., object] | RuleField)
M = TypeVar("M", bound=Callable[..., object] | Measure)
Items = Callable[..., object]
Expression = Callable[..., LinearExpression | None]


@dataclass(frozen=True)
class UserRule(Rule):
    """A rule that a function checks; another function may state it as items for the engines."""

    value: Any
    check: Callable[..., object]
    items: Callable[..., object] | None
    is_symmetric: bool = False
    key: str = ""
    is_registered = True

    def compile(self, compiler: RuleCompiler) -> bool:
        return self.items is not None and _called(self.items, compiler, self.value) is not False

    def violation(self, tiling: Tiling) -> str | None:
        answer = _called(self.check, tiling, self.value)
        if answer is None or answer is True:
            return None
        if answer is False:
            return f"the rule {self.key} does not hold"
        if isinstance(answer, str):
            return answer
        raise _mistake(self.check, f"returns {answer!r}", "return True or None, or False or a sentence")


@dataclass(frozen=True)
class UserMeasure(Measure):
    """A measure that a function computes; another function may state it as a sum over placements."""

    compute: Callable[..., object]
    state: Callable[..., LinearExpression | None] | None
    is_symmetric: bool = False
    name: str = ""
    help_sentence: str = ""
    is_registered = True

    def field(self) -> RuleField:
        return replace(super().field(), about=self.help_sentence)

    def of(self, tiling: Tiling) -> int:
        answer = _called(self.compute, tiling)
        if isinstance(answer, Integral):
            return int(answer)
        raise _mistake(self.compute, f"returns {answer!r}", "return an integer")

    def expression(self, compiler: RuleCompiler) -> LinearExpression | None:
        return None if self.state is None else _called(self.state, compiler)


@overload
def register_rule(check: R, *, items: Items | None = None, symmetric: bool = False) -> R: ...
@overload
def register_rule(*, items: Items | None = None, symmetric: bool = False) -> Callable[[R], R]: ...
def register_rule(
    check: Callable[..., Any] | RuleField | None = None, *, items: Items | None = None, symmetric: bool = False
) -> Any:
    """Register a rule by the name of the function that checks it; usable as a decorator.

    The name is then a key under `rules:` of puzzle files, and of `rule=` and `--rule`. A second registration
    replaces the first.

    Parameters
    ----------
    check
        A function of a `Tiling`, and of the value of the key if it has a second parameter, whose annotation is the type
        of the value (without one: true). It returns True or None if the tiling satisfies the rule, else False or a
        sentence. Or a `RuleField`, for a rule with a class of its own.
    items
        A function of a `RuleCompiler` and the value that states the rule as items with bounds: all engines then prune
        with it. It returns False if the items do not state it in full. Without items finished tilings are checked.
    symmetric
        Whether isometries of the board map tilings that satisfy the check to such tilings. If not, solutions of a
        puzzle with this rule are not counted up to symmetry, unless the items state the rule in full.

    Raises
    ------
    MistakeError
        If the name is that of a rule of the package, or no word of small letters, digits, - and _.

    See Also
    --------
    register_measure, Rule

    Examples
    --------
    >>> from cp_puzzles import count, register_rule
    >>> @register_rule(symmetric=True)
    ... def most_in_corners(tiling, value: int):
    ...     corners = {tiling.owner[cell] for cell in ((0, 0), (0, 3), (3, 0), (3, 3))}
    ...     upright = sum(tiling.placements[n].cells[0][1] == tiling.placements[n].cells[1][1] for n in corners)
    ...     return upright <= value
    >>> count("dominoes4x4", rule={"most_in_corners": 4}, jobs=1).raw
    36
    """
    if check is None:
        return lambda function: register_rule(function, items=items, symmetric=symmetric)
    check_type("register_rule(): check", check, Callable, RuleField)
    check_type("register_rule(): items", items, Callable, NoneType)
    check_type("register_rule(): symmetric", symmetric, bool)
    if isinstance(check, RuleField):
        register_key(RULES, check.key, check)
        return check
    annotation = _value_type(check)

    def build(value: Any, path: Path, context: RuleContext) -> Iterator[Rule]:
        if annotation is None and value is not True:
            raise context.error(path, f"{check.__name__} has no value", f"write {check.__name__}: true")
        yield UserRule(value, check, items, symmetric, check.__name__)

    value_type = bool if annotation is None else annotation
    register_key(RULES, check.__name__, RuleField(check.__name__, value_type, build, about=_about(check)))
    return check


@overload
def register_measure(number: M, *, expression: Expression | None = None, symmetric: bool = False) -> M: ...
@overload
def register_measure(*, expression: Expression | None = None, symmetric: bool = False) -> Callable[[M], M]: ...
def register_measure(
    number: Callable[..., Any] | Measure | None = None, *, expression: Expression | None = None, symmetric: bool = False
) -> Any:
    """Register a measure by the name of the function that computes it; usable as a decorator.

    The name can then be bounded (`rules:`), optimized (`maximize:`) and tabulated (`by=`).

    Parameters
    ----------
    number
        A function of a `Tiling` that returns an integer, or a `Measure`.
    expression
        A function of a `RuleCompiler` that returns the number as a `LinearExpression` over placements: engines then
        optimize it, and bound it if all weights are equal. Otherwise finished tilings are measured.
    symmetric
        Whether isometries of the board never change the number.

    Raises
    ------
    MistakeError
        As `register_rule`.

    See Also
    --------
    register_rule, tabulate

    Examples
    --------
    >>> from cp_puzzles import register_measure, tabulate
    >>> @register_measure
    ... def upright(tiling):
    ...     return sum(len({cell[1] for cell in placement.cells}) == 1 for placement in tiling.placements)
    >>> tabulate("dominoes4x4", by="upright", symmetry="off", jobs=1).rows
    ((0, 1, 1), (2, 9, 9), (4, 16, 16), (6, 9, 9), (8, 1, 1))
    """
    if number is None:
        return lambda function: register_measure(function, expression=expression, symmetric=symmetric)
    check_type("register_measure(): number", number, Callable, Measure)
    check_type("register_measure(): expression", expression, Callable, NoneType)
    check_type("register_measure(): symmetric", symmetric, bool)
    if isinstance(number, Measure):
        measure: Measure = number
    else:
        measure = UserMeasure(number, expression, symmetric, number.__name__, _about(number))
    register_key(MEASURES, measure.name, measure)
    return number


def _called(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function of the user with as many of the arguments as it takes, and return its result."""
    taken = arguments[: len(inspect.signature(function).parameters)]
    try:
        return function(*taken)
    except SpecError:
        raise
    except Exception as error:
        raise _mistake(function, f"raises {type(error).__name__}: {error}", "correct the function") from error


def _mistake(function: Callable[..., Any], problem: str, remedy: str) -> MistakeError:
    return MistakeError(f"{function.__name__}()", f"it {problem}", remedy)


def _value_type(check: Callable[..., Any]) -> Any:
    """Return the annotation of the second parameter, Any without one, None if there is no second parameter."""
    names = list(inspect.signature(check).parameters)
    return get_type_hints(check, include_extras=True).get(names[1], Any) if len(names) > 1 else None


def _about(function: Callable[..., Any]) -> str:
    return (inspect.getdoc(function) or "").partition("\n")[0]
