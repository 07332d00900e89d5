"""Options that change a puzzle for one call, and functions of a puzzle whose keywords make a model of options."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import wraps
from inspect import Parameter as Argument
from inspect import Signature, cleandoc, signature
from textwrap import fill, indent
from typing import TYPE_CHECKING, Any, ParamSpec, Protocol, TypeVar, cast

from cp_puzzles.base.named_values import loaded
from cp_puzzles.base.option_model import Options, option
from cp_puzzles.base.text import suggestion
from cp_puzzles.base.values import checked
from cp_puzzles.errors import FLAGS, ArgumentError, MistakeError, Parameter
from cp_puzzles.puzzle.rules.rule_registry import MEASURES, RULES
from cp_puzzles.puzzle.spec.changes import LABELS, OBJECTIVE, PARAMETERS, PIECES, RULE

if TYPE_CHECKING:
    from cp_puzzles.puzzle.puzzle import Puzzle, PuzzleSource


_VALUES = f"value: {', '.join(MEASURES)}, or values of tiles: {{F: 3, P: 1}}"


class PuzzleOptions(Options):
    """Changes to a puzzle for one call: cells left empty, given pieces, rules, an objective.

    >>> PuzzleOptions(rule={"faults": 0}, given={"tile": "I", "cells": [[0, 0], [0, 1]]})
    PuzzleOptions(leave=(), parameters={}, given=('I@0,0;0,1',), rule=('faults=0',), maximize=None, minimize=None)
    """

    leave: Sequence[str] = option(
        LABELS,
        "leave this labeled cell empty; today or 2026-11-23: the cells of a date",
        "labels of cells that are left empty; 'today' or a date such as '2026-11-23': the cells of that date",
        repeated=True,
        default=(),
    )
    parameters: Mapping[str, int | str] = option(
        PARAMETERS,
        "give a parameter of the puzzle file a value, such as n=6",
        "values for parameters of the puzzle file, such as {'n': 6}",
        repeated=True,
        default={},
    )
    given: Sequence[str] | Sequence[Mapping[str, Any]] | Mapping[str, Any] = option(
        PIECES,
        "pieces that are already placed: a YAML file (as under given:), or one piece such as 'I@0,0;0,1'",
        "pieces that are already placed: a YAML file (as under `given:`), a text such as 'I@0,0;0,1', a mapping "
        "such as {'tile': 'I', 'cells': [[0, 0], [0, 1]]}, or a list of these",
        repeated=True,
        default=(),
    )
    rule: Sequence[str] | Mapping[str, Any] = option(
        RULE,
        "add a rule, such as faults=0, crossroads={max: 1} or touch=[[I, X]]",
        "rules to add: a mapping such as {'crossroads': {'max': 1}, 'touch': [['I', 'X']]}, a text such as "
        "'faults=0', or a list of these",
        repeated=True,
        offered=tuple(f"{key}=" for key in (*MEASURES, *RULES)),
        default=(),
    )
    maximize: str | Mapping[str, int] | None = option(
        OBJECTIVE, f"find the solutions with the highest {_VALUES}", offered=tuple(MEASURES)
    )
    minimize: str | Mapping[str, int] | None = option(
        OBJECTIVE, f"find the solutions with the lowest {_VALUES}", offered=tuple(MEASURES)
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

        values = {each.name: getattr(self, each.name) for each in PuzzleOptions.declared()}
        changes = {name: value for name, value in values.items() if value not in ((), None, {})}
        if not changes:
            return problem_from(source)
        if isinstance(source, str | os.PathLike) and is_dlx_path(source):
            name, value = next(iter(changes.items()))
            typed = next(iter(value)) if isinstance(value, tuple | dict) else value
            raise MistakeError(
                Parameter(name, typed), "a cover problem in a file has no board", ("omit ", Parameter(name))
            )
        spec = spec_from(source, self.parameters)
        for key, value in changes.items():
            for text in value if isinstance(value, tuple) else (value,):
                spec = spec if key in ("leave", "parameters") else changed(spec, key, text)
        board = source.board if isinstance(source, Puzzle) else None
        left = () if board is None else (name for name, cell in board.labels if cell in board.left_empty)
        return build_puzzle(spec, leave=(*left, *self.leave))


PRINTED = {"show": "print(result.solutions[0])", "json": "call result.summary()", "by": "call tabulate(puzzle, by=...)"}
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
            chosen: Any = _model_of(options, name, arguments, keywords)
            return function(chosen.puzzle(puzzle) if isinstance(chosen, PuzzleOptions) else puzzle, chosen)

        call.of_options, call.model = function, options  # type: ignore[attr-defined]
        return cast(PuzzleFunction[P, R], call)

    return decorate


def _model_of(options: type[Options], name: str, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Options:
    """Return the model of the arguments of a function; raise `ArgumentError` for a surplus, repeated or missing one."""
    model = signature(options)
    first = [each.name for each in model.parameters.values() if each.kind is not Argument.KEYWORD_ONLY]
    if len(arguments) > len(first):
        surplus = arguments[len(first)]
        only = f"the puzzle and {', '.join(first)}" if first else "one argument without a name, the puzzle"
        raise ArgumentError(f"{name}() takes {only}; write {_keyword_for(surplus, options)}={surplus!r}")
    try:
        bound = model.bind(*arguments, **keywords)
    except TypeError as error:
        raise ArgumentError(f"{name}(): {error}") from None
    return options(*bound.args, **bound.kwargs)


def refuse_unknown(
    function: str, keywords: Iterable[str], accepted: Collection[str], instead: Mapping[str, str]
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
    if keyword := next((each for each, flag in FLAGS.items() if flag == name and each in accepted), ""):
        return f"write {keyword}="
    is_option = name in [each.name for each in loaded("search.search_options:SolveOptions").declared()]
    near = "" if is_option else suggestion(name, accepted, "")
    is_short = len(accepted) <= MAX_LISTED
    listed = f"{function} has {', '.join(accepted)}" if is_short else f"help({function}) lists its keywords"
    return near or ("solve has it; " if is_option else "") + listed


def _keyword_for(value: object, options: type[Options]) -> str:
    """Return the first option that lists a value among its names, else the first that keeps it unchanged."""
    declared = options.declared()
    for each in sorted(declared, key=lambda each: value not in each.kind.names):
        with suppress(MistakeError):
            if value in each.kind.names or type(checked(each.name, value, each.kind)) is type(value):
                return each.name
    return declared[0].name


_PUZZLE = "A name of `catalog_names()`, the path of a file, a dictionary, a spec or a puzzle."

_SECTION = re.compile(r"^(?=(?:Returns|Yields|Raises|See Also|References|Examples)\n-+$)", re.MULTILINE)

_COLUMNS = 96
"""Characters of a line of an entry, without its indent."""


def with_help(function: Any) -> Any:
    """Return a function of a puzzle with the signature and the docstring that `help` shows: those of its options.

    A package calls it when a user asks for the function, because nothing that runs needs either.
    """
    options: type[Options] | None = getattr(function, "model", None)
    if options is None or hasattr(function, "__signature__"):
        return function
    parameters = [Argument("puzzle", Argument.POSITIONAL_ONLY, annotation="PuzzleSource")]
    for each, declared in zip(signature(options).parameters.values(), options.declared(), strict=True):
        parameters.append(each if each.default is each.empty else each.replace(default=declared.default))
    returned = signature(function.of_options).return_annotation
    function.__signature__ = Signature(parameters, return_annotation=returned)
    function.__doc__ = _with_parameters(function.__doc__ or "", options)
    return function


def _with_parameters(doc: str, options: type[Options]) -> str:
    """Return a docstring with a section `Parameters` before its other sections."""
    text, *sections = _SECTION.split(cleandoc(doc), maxsplit=1)
    entries = {"puzzle": _PUZZLE, **{each.name: each.sentence for each in options.declared()}}
    lines = ["Parameters\n----------"]
    for name, sentence in entries.items():
        lines += [name, indent(fill(sentence, _COLUMNS, break_on_hyphens=False, break_long_words=False), "    ")]
    return "\n\n".join(filter(None, (text.rstrip(), "\n".join(lines), *sections)))
