"""Decorators for public functions of a puzzle: any source of a puzzle, options as checked and documented keywords."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import fields
from functools import cache, wraps
from inspect import Parameter as Argument
from inspect import Signature, cleandoc, formatannotation, signature
from textwrap import fill
from types import MappingProxyType, UnionType
from typing import Any, Concatenate, ParamSpec, TypeVar, Union, get_args, get_origin, get_type_hints

from cp_puzzles.base.argument_types import bound_arguments, refuse_types
from cp_puzzles.base.option_types import (
    Declaration,
    checked,
    declarations,
    default_of,
    has_words,
    sentence_about,
    words_of,
)
from cp_puzzles.base.suggestions import suggestion
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.puzzle import Puzzle, PuzzleSource
from cp_puzzles.search.options import SearchOptions, SolveOptions
from cp_puzzles.search.puzzle_options import PuzzleOptions

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

_PUZZLE = "A name of `catalog_names()`, the path of a file, a dictionary, a spec or a puzzle."

P = ParamSpec("P")
T = TypeVar("T", bound=PuzzleOptions)
R = TypeVar("R")


def keywords_of(
    options: Callable[P, T], **instead: str
) -> Callable[[Callable[[Puzzle, T], R]], Callable[Concatenate[PuzzleSource, P], R]]:
    """Return a decorator that turns a function of a puzzle and options into one of a puzzle source and keywords.

    `instead` has remedies for keywords that the function does not have.
    """

    def decorate(function: Callable[[Puzzle, T], R]) -> Callable[Concatenate[PuzzleSource, P], R]:
        parameters = _parameters_of(options)

        @wraps(function)
        def call(puzzle: PuzzleSource, /, *arguments: P.args, **keywords: P.kwargs) -> R:
            refuse_unknown(function.__name__, keywords, parameters, instead)
            for value in arguments:
                remedy = f"write {_keyword_for(value, options)}={value!r}"
                raise TypeError(f"{function.__name__}() takes one argument without a name, the puzzle; {remedy}")
            chosen = options(*arguments, **keywords)
            return function(chosen.puzzle(puzzle), chosen)

        call.__doc__ = with_parameters(function.__doc__, {"puzzle": _PUZZLE, **_sentences(options)})
        first = Argument("puzzle", Argument.POSITIONAL_ONLY, annotation=PuzzleSource)
        returned = signature(function).return_annotation
        _sign(call, Signature([first, *parameters.values()], return_annotation=returned))
        return call

    return decorate


def of_puzzle(*, is_changed: bool = True, **instead: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Return a decorator for a function whose first parameter is a puzzle and whose last one is `**changes`.

    The decorated function accepts any source of a puzzle and, if it `is_changed`, the keywords of `PuzzleOptions`. It
    calls the function with the changed puzzle and with values converted to the types of its parameters. `instead` has
    remedies for options of the command line that the function does not have.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        original = signature(function)
        first, *others = original.parameters.values()
        rest = [each for each in others if each.name != "changes"]
        changes = {
            name: each
            for name, each in _parameters_of(PuzzleOptions).items()
            if is_changed and name not in original.parameters
        }
        names = [*(each.name for each in rest if each.kind is not Argument.VAR_KEYWORD), *changes]
        passes_on = any(each.kind is Argument.VAR_KEYWORD for each in rest)
        hints = get_type_hints(function, include_extras=True)
        types = {name: hint for name, hint in hints.items() if has_words(hint)}

        @wraps(function)
        def call(*arguments: Any, **keywords: Any) -> R:
            accepted = (keywords.keys() - instead.keys()) if passes_on else names
            refuse_unknown(function.__name__, keywords.keys() - {first.name}, accepted, instead)
            changed = PuzzleOptions(**{name: keywords.pop(name) for name in changes if name in keywords})
            bound = bound_arguments(function, original, arguments, keywords)
            others = {name: value for name, value in bound.arguments.items() if name not in (first.name, *types)}
            refuse_types(function, others)
            if is_changed:
                bound.arguments[first.name] = changed.puzzle(bound.arguments[first.name])
            for name in types.keys() & bound.arguments.keys():
                bound.arguments[name] = checked(name, bound.arguments[name], types[name])
            return function(*bound.args, **bound.kwargs)

        about = {**_sentences(SearchOptions), **_sentences(PuzzleOptions)}
        about |= {name: sentence_about(hint) or about.get(name, "") for name, hint in hints.items()}
        call.__doc__ = with_parameters(function.__doc__, {first.name: _PUZZLE, **{name: about[name] for name in names}})
        ends = [each for each in rest if each.kind is Argument.VAR_KEYWORD]
        shown = [each for each in rest if each not in ends]
        plain = get_type_hints(function)
        typed = [each.replace(annotation=plain.get(each.name, each.annotation)) for each in (first, *shown)]
        _sign(call, original.replace(parameters=[*typed, *changes.values(), *ends]))
        return call

    return decorate


def refuse_unknown(
    function: str,
    keywords: Collection[str],
    accepted: Collection[str],
    instead: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Raise `TypeError` for a keyword that a function does not have, with a remedy.

    `instead` has remedies of the function.
    """
    for name in keywords:
        if name not in accepted:
            remedy = instead.get(name) or PRINTED.get(name) or _remedy(function, name, accepted)
            raise TypeError(f"{function}() has no keyword {name!r}; {remedy}")


def _remedy(function: str, name: str, accepted: Collection[str]) -> str:
    """Return what to write for a keyword that a function does not have."""
    flags = {each.option.flag: each.name for each in declarations(SolveOptions) if each.name in accepted}
    if name in flags:
        return f"write {flags[name]}="
    is_option = name in {each.name for each in fields(SolveOptions)}
    near = "" if is_option else suggestion(name, accepted, "")
    is_short = len(accepted) <= MAX_LISTED
    listed = f"{function} has {', '.join(accepted)}" if is_short else f"help({function}) lists its keywords"
    return near or ("solve has it; " if is_option else "") + listed


def _keyword_for(value: object, options: Callable[..., Any]) -> str:
    """Return the first option that lists a value among its names, else the first that can have it."""
    declared = declarations(options)
    named = [each.name for each in declared if value in words_of(each.annotation).names]
    return next(iter(named), None) or next((each.name for each in declared if _can_have(each, value)), declared[0].name)


def _can_have(declared: Declaration, value: object) -> bool:
    try:
        checked(declared.name, value, declared.annotation)
    except MistakeError:
        return False
    return True


def _sign(function: Callable[..., Any], shown: Signature) -> None:
    """Give a function a signature: types as texts for people, and annotations for tools."""
    types = {name: each.annotation for name, each in shown.parameters.items()}
    function.__annotations__ = types | {"return": shown.return_annotation}
    parameters = [
        each if each.annotation is each.empty else each.replace(annotation=type_text(each.annotation))
        for each in shown.parameters.values()
    ]
    function.__signature__ = shown.replace(parameters=parameters)  # type: ignore[attr-defined]


@cache
def _parameters_of(options: Callable[..., Any]) -> dict[str, Argument]:
    """Return the fields of options as keyword parameters."""
    types = get_type_hints(options)
    return {
        field.name: Argument(field.name, Argument.KEYWORD_ONLY, default=default_of(field), annotation=types[field.name])
        for field in fields(options)  # type: ignore[arg-type]
    }


_WIDTH = 100
"""Characters of a line."""

_PARAMETERS = "Parameters\n----------"
_SECTION = re.compile(r"^(Returns|Yields|Raises|See Also|References|Examples)\n-+$", re.MULTILINE)


def with_parameters(doc: str | None, about: Mapping[str, str]) -> str | None:
    """Return a docstring whose section `Parameters` has an entry for each name, in order, before its other sections.

    Entries that the section has are left as they are. A name without a sentence is a `KeyError` at import. A docstring
    that was stripped is returned as it is.
    """
    if doc is None:
        return None
    text = cleandoc(doc)
    first = _SECTION.search(text)
    end = len(text) if first is None else first.start()
    opening, _, existing = text[:end].partition(_PARAMETERS)
    written = {entry.partition("\n")[0]: entry.rstrip() for entry in re.split(r"\n(?=\S)", existing.strip()) if entry}
    documented = {name: entry for names, entry in written.items() for name in names.split(", ")}
    entries = dict.fromkeys(documented.get(name) or _entry(name, sentence) for name, sentence in about.items())
    section = "\n".join(dict.fromkeys((*entries, *written.values())))
    return "\n\n".join(part for part in (opening.rstrip(), f"{_PARAMETERS}\n{section}", text[end:]) if part)


def _entry(name: str, sentence: str) -> str:
    if not sentence:
        raise KeyError(name)
    return f"{name}\n" + fill(
        sentence,
        _WIDTH,
        initial_indent="    ",
        subsequent_indent="    ",
        break_on_hyphens=False,
        break_long_words=False,
    )


@cache
def _sentences(options: Callable[..., Any]) -> dict[str, str]:
    """Return the sentence about each field of options."""
    hints = get_type_hints(options, include_extras=True)
    return {each.name: sentence_about(hints[each.name]) for each in fields(options)}  # type: ignore[arg-type]


def type_text(annotation: Any) -> str:
    """Return a type as a person writes it in a signature, without the modules of its names.

    >>> from collections.abc import Callable, Sequence
    >>> from typing import Literal
    >>> type_text(Sequence[str] | None), type_text(Callable[[int], None]), type_text(Literal["a", "b"])
    ('Sequence[str] | None', 'Callable[[int], None]', "Literal['a', 'b']")
    """
    if get_origin(annotation) in (Union, UnionType):
        return " | ".join(map(type_text, get_args(annotation)))
    text = annotation if isinstance(annotation, str) else formatannotation(annotation)
    return re.sub(r"\b([A-Za-z_]\w*\.)+", "", text).replace("NoneType", "None")
