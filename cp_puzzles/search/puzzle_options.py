"""Options that change a puzzle for one call, and functions of a puzzle whose keywords make a model of options."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from functools import wraps
from inspect import Parameter as Argument
from inspect import Signature, cleandoc, signature
from textwrap import indent, wrap
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ParamSpec, Protocol, TypeVar, cast

from cp_puzzles.base.options import Option, Options, checked, option
from cp_puzzles.base.registry import loaded
from cp_puzzles.base.text import suggestion
from cp_puzzles.errors import ArgumentError, MistakeError, Parameter
from cp_puzzles.puzzle.rules.rule_registry import MEASURES, RULES
from cp_puzzles.puzzle.spec.changes import LABELS, OBJECTIVE, PARAMETERS, PIECES, RULE

if TYPE_CHECKING:
    from cp_puzzles.puzzle.puzzle import Puzzle, PuzzleSource


_VALUES = f"value: {', '.join(MEASURES)}, or values of tiles: {{F: 3, P: 1}}"


@dataclass(frozen=True, kw_only=True)
class PuzzleOptions(Options):
    """Changes to a puzzle for one call: cells left empty, given pieces, rules, an objective.

    >>> PuzzleOptions(rule={"faults": 0}, given={"tile": "I", "cells": [[0, 0], [0, 1]]})
    PuzzleOptions(leave=(), parameters={}, given=('I@0,0;0,1',), rule=('faults=0',), maximize=None, minimize=None)
    """

    leave: Sequence[str] = option(
        (),
        LABELS,
        "leave this labeled cell empty; today or 2026-11-23: the cells of a date",
        "labels of cells that are left empty; 'today' or a date such as '2026-11-23': the cells of that date",
        repeated=True,
    )
    parameters: Mapping[str, int | str] = option(
        {},
        PARAMETERS,
        "give a parameter of the puzzle file a value, such as n=6",
        "values for parameters of the puzzle file, such as {'n': 6}",
        flag="set",
        repeated=True,
    )
    given: Sequence[str] | Sequence[Mapping[str, Any]] | Mapping[str, Any] = option(
        (),
        PIECES,
        "pieces that are already placed: a YAML file (as under given:), or one piece such as 'I@0,0;0,1'",
        "pieces that are already placed: a YAML file (as under `given:`), a text such as 'I@0,0;0,1', a mapping "
        "such as {'tile': 'I', 'cells': [[0, 0], [0, 1]]}, or a list of these",
        repeated=True,
    )
    rule: Sequence[str] | Mapping[str, Any] = option(
        (),
        RULE,
        "add a rule, such as faults=0, crossroads={max: 1} or touch=[[I, X]]",
        "rules to add: a mapping such as {'crossroads': {'max': 1}, 'touch': [['I', 'X']]}, a text such as "
        "'faults=0', or a list of these",
        repeated=True,
        offered=tuple(f"{key}=" for key in (*MEASURES, *RULES)),
    )
    maximize: str | Mapping[str, int] | None = option(
        None, OBJECTIVE, f"find the solutions with the highest {_VALUES}", offered=tuple(MEASURES)
    )
    minimize: str | Mapping[str, int] | None = option(
        None, OBJECTIVE, f"find the solutions with the lowest {_VALUES}", offered=tuple(MEASURES)
    )

    def refuse_contradictions(self) -> None:
        """Raise `MistakeError` for values that exclude each other."""
        if self.maximize is not None and self.minimize is not None:
            raise MistakeError(
                Parameter("minimize", self.minimize), "a puzzle has one objective", ("omit ", Parameter("maximize"))
            )

    def puzzle(self, source: PuzzleSource) -> Puzzle:
        """Return the changed puzzle; a cover problem in a file cannot be changed."""
        from cp_puzzles.puzzle.puzzle import Puzzle, build_puzzle, problem_from, spec_from
        from cp_puzzles.puzzle.spec.loader import changed, is_dlx_path

        values = [(field.name, getattr(self, field.name)) for field in fields(PuzzleOptions)]
        changes = [(name, value) for name, value in values if value not in ((), None, {})]
        if not changes:
            return problem_from(source)
        if isinstance(source, str | os.PathLike) and is_dlx_path(source):
            name, value = changes[0]
            typed = next(iter(value)) if isinstance(value, tuple | dict) else value
            raise MistakeError(
                Parameter(name, typed), "a cover problem in a file has no board", ("omit ", Parameter(name))
            )
        spec = spec_from(source, self.parameters)
        for key in ("given", "rule", "maximize", "minimize"):
            value = getattr(self, key)
            for text in value if isinstance(value, tuple) else () if value is None else (value,):
                spec = changed(spec, key, text)
        board = source.board if isinstance(source, Puzzle) else None
        left = () if board is None else (name for name, cell in board.labels if cell in board.left_empty)
        return build_puzzle(spec, leave=(*left, *self.leave))


PRINTED = {
    "show": "print(result.solutions[0])",
    "json": "call result.summary()",
    "by": "call tabulate(puzzle, by=...)",
}
"""Options that print on the command line, with what to do in Python instead."""

WRITE = "write the result with write_solutions(path, puzzle, solutions)"
"""The remedy for `out=` in a function that does not write solutions."""

MAX_LISTED = 12
"""The number of keywords that a message lists."""

P = ParamSpec("P")
R = TypeVar("R")
M = TypeVar("M", bound=Options)


class PuzzleFunction(Protocol[P, R]):
    """A function of a puzzle and keywords; `of_options` has a puzzle that is read, and their model, instead."""

    __name__: str
    of_options: Callable[..., R]

    def __call__(self, puzzle: PuzzleSource, /, *arguments: P.args, **keywords: P.kwargs) -> R:
        """Return the result for a puzzle and keywords."""


def puzzle_function(model: Callable[P, M], **instead: str) -> Callable[[Callable[[Any, M], R]], PuzzleFunction[P, R]]:
    """Return a decorator that turns a function of a puzzle and options into one of a puzzle source and keywords.

    `instead` has remedies for options of the command line that the function does not have.
    """
    options = cast(type[Options], model)

    def decorate(function: Callable[[Any, M], R]) -> PuzzleFunction[P, R]:
        name = function.__name__

        @wraps(function)
        def call(puzzle: PuzzleSource, /, *arguments: Any, **keywords: Any) -> R:
            refuse_unknown(name, keywords, [each.name for each in options.declared()], instead)
            chosen: Any = options(**_named(name, options, arguments, keywords))
            return function(chosen.puzzle(puzzle) if isinstance(chosen, PuzzleOptions) else puzzle, chosen)

        call.of_options, call.model = function, options  # type: ignore[attr-defined]
        return cast(PuzzleFunction[P, R], call)

    return decorate


def _named(name: str, options: type[Options], arguments: tuple[Any, ...], keywords: dict[str, Any]) -> dict[str, Any]:
    """Return all arguments by name; raise `ArgumentError` for a surplus, repeated or missing one."""
    first = [each.name for each in fields(options) if not each.kw_only]  # type: ignore[arg-type]
    if len(arguments) > len(first):
        surplus = arguments[len(first)]
        only = f"the puzzle and {', '.join(first)}" if first else "one argument without a name, the puzzle"
        raise ArgumentError(f"{name}() takes {only}; write {_keyword_for(surplus, options)}={surplus!r}")
    named = dict(zip(first, arguments, strict=False))
    for repeated in named.keys() & keywords.keys():
        raise ArgumentError(f"{name}(): multiple values for argument {repeated!r}")
    for each in fields(options):  # type: ignore[arg-type]
        if each.default is each.default_factory is MISSING and each.name not in (*named, *keywords):
            raise ArgumentError(f"{name}(): missing a required argument: {each.name!r}")
    return named | keywords


def refuse_unknown(
    function: str,
    keywords: Collection[str],
    accepted: Collection[str],
    instead: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Raise `ArgumentError` for a keyword that a function does not have, with a remedy.

    `instead` has remedies of the function.
    """
    for name in keywords:
        if name not in accepted:
            remedy = instead.get(name) or PRINTED.get(name) or _remedy(function, name, accepted)
            raise ArgumentError(f"{function}() has no keyword {name!r}; {remedy}")


def _remedy(function: str, name: str, accepted: Collection[str]) -> str:
    """Return what to write for a keyword that a function does not have."""
    options: tuple[Option, ...] = loaded("search.options:SolveOptions").declared()
    flags = {each.flag: each.name for each in options if each.name in accepted}
    if name in flags:
        return f"write {flags[name]}="
    is_option = name in [each.name for each in options]
    near = "" if is_option else suggestion(name, accepted, "")
    is_short = len(accepted) <= MAX_LISTED
    listed = f"{function} has {', '.join(accepted)}" if is_short else f"help({function}) lists its keywords"
    return near or ("solve has it; " if is_option else "") + listed


def _keyword_for(value: object, options: type[Options]) -> str:
    """Return the first option that lists a value among its names, else the first that keeps it unchanged."""
    declared = options.declared()
    named = [each.name for each in declared if value in each.kind.names]
    return next(iter(named), None) or next((each.name for each in declared if _can_have(each, value)), declared[0].name)


def _can_have(declared: Option, value: object) -> bool:
    try:
        return type(checked(declared.name, value, declared.kind)) is type(value)
    except MistakeError:
        return False


_PUZZLE = "A name of `catalog_names()`, the path of a file, a dictionary, a spec or a puzzle."

_COLUMNS = 96
"""Characters of a line of an entry, without its indent."""

_SECTION = re.compile(r"^(Returns|Yields|Raises|See Also|References|Examples)\n-+$", re.MULTILINE)


def with_help(function: Any) -> Any:
    """Return a function of a puzzle with the signature and the docstring that `help` shows: those of its options.

    A package calls it when a user asks for the function, because nothing that runs needs either.
    """
    options: type[Options] | None = getattr(function, "model", None)
    if options is None or hasattr(function, "__signature__"):
        return function
    parameters = [Argument("puzzle", Argument.POSITIONAL_ONLY, annotation="PuzzleSource")]
    of_name = {each.name: each for each in fields(options)}  # type: ignore[arg-type]
    for declared in options.declared():
        each = of_name[declared.name]
        kind = Argument.KEYWORD_ONLY if each.kw_only else Argument.POSITIONAL_OR_KEYWORD
        is_required = each.default is each.default_factory is MISSING
        default = Argument.empty if is_required else declared.default
        parameters.append(Argument(each.name, kind, default=default, annotation=each.type))
    returned = signature(function.of_options).return_annotation
    function.__signature__ = Signature(parameters, return_annotation=returned)
    if function.__doc__ is not None:
        function.__doc__ = _with_parameters(function.__doc__, options)
    return function


def _with_parameters(doc: str, options: type[Options]) -> str:
    """Return a docstring with a section `Parameters` before its other sections."""
    text = cleandoc(doc)
    first = _SECTION.search(text)
    end = len(text) if first is None else first.start()
    entries = {"puzzle": _PUZZLE, **{each.name: each.sentence for each in options.declared()}}
    lines = ["Parameters\n----------"]
    for name, sentence in entries.items():
        wrapped = wrap(sentence, _COLUMNS, break_on_hyphens=False, break_long_words=False)
        lines += [name, indent("\n".join(wrapped), "    ")]
    return "\n\n".join(part for part in (text[:end].rstrip(), "\n".join(lines), text[end:]) if part)
