"""Decorators for public functions of a puzzle: any source of a puzzle, options as checked and documented keywords."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import fields
from functools import wraps
from inspect import Parameter as Argument
from inspect import Signature, cleandoc, formatannotation, signature
from textwrap import fill
from types import UnionType
from typing import Any, Concatenate, ParamSpec, TypeVar, Union, get_args, get_origin, get_type_hints

from cp_puzzles.base.argument_types import refuse_types
from cp_puzzles.base.option_types import Declaration, checked, declarations, default_of, has_words, words_of
from cp_puzzles.base.suggestions import suggestion
from cp_puzzles.puzzle.puzzle import Puzzle, PuzzleSource
from cp_puzzles.search.options import PuzzleOptions, SearchOptions

PRINTED = {
    "show": "print(result.solutions[0])",
    "json": "call result.summary()",
    "by": "call tabulate(puzzle, by=...)",
}
"""Options that print on the command line, with what to do in Python instead."""

WRITE = "write the result with write_solutions(path, puzzle, solutions)"
"""The remedy for `out=` in a function that does not write solutions."""

PARAMETERS = {
    "seconds": "how long to probe the search tree, about",
    "puzzle": "a name that `cp-puzzles list` shows, the path of a file, a dictionary, a spec or a puzzle",
    "on_progress": "a function that is called with the `Progress` of the search from time to time",
    "on_solution": "a function that is called with each solution when it is found",
    "on_result": "a function that is called with the result, before the certificate and the cross-check begin",
    "on_note": "a function that is called with a `Note` about each of the two; by default one that is not done warns",
    "model": "a model from `to_model`, with your constraints added",
    "keep": "keep the solutions in the result; False saves their memory",
    "symmetry": "the equivalence of which one solution of each orbit is kept: off, rotations, full or components",
    "group": "a group of `symmetry_group`, or a subgroup of it, instead of `symmetry`",
    "certificate": "a folder to which an explanation by weights is written, with its checker",
    "path": "the file of solutions",
    "memory": "the most memory to use, such as '4GB'",
}
"""Parameters in Python that are no options of the command line, and the puzzle."""

P = ParamSpec("P")
T = TypeVar("T", bound=PuzzleOptions)
R = TypeVar("R")


def keywords_of(
    options: Callable[P, T],
) -> Callable[[Callable[[Puzzle, T], R]], Callable[Concatenate[PuzzleSource, P], R]]:
    """Return a decorator that turns a function of a puzzle and options into one of a puzzle source and keywords."""

    def decorate(function: Callable[[Puzzle, T], R]) -> Callable[Concatenate[PuzzleSource, P], R]:
        parameters = _parameters_of(options)

        @wraps(function)
        def call(puzzle: PuzzleSource, /, *arguments: P.args, **keywords: P.kwargs) -> R:
            refuse_unknown(function.__name__, keywords, parameters, PRINTED)
            if arguments:
                names = f"write {next(iter(parameters))}=... as a keyword"
                raise TypeError(f"{function.__name__}() takes one argument without a name, the puzzle; {names}")
            chosen = options(*arguments, **keywords)
            return function(chosen.puzzle(puzzle), chosen)

        call.__doc__ = with_parameters(
            function.__doc__,
            ["puzzle", *parameters],
            declarations(options),  # type: ignore[arg-type]
        )
        first = Argument("puzzle", Argument.POSITIONAL_ONLY, annotation=PuzzleSource)
        returned = signature(function).return_annotation
        _sign(call, Signature([first, *parameters.values()], return_annotation=returned))
        return call

    return decorate


def of_puzzle(**instead: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Return a decorator for a function whose first parameter is a puzzle and whose last one is `**changes`.

    The decorated function accepts any source of a puzzle and the keywords of `PuzzleOptions`. It calls the function
    with the changed puzzle and with values converted to the types of its parameters. `instead` has remedies for options
    of the command line that the function does not have.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        original = signature(function)
        first, *others = original.parameters.values()
        rest = [each for each in others if each.name != "changes"]
        changes = {
            name: each for name, each in _parameters_of(PuzzleOptions).items() if name not in original.parameters
        }
        names = [*(each.name for each in rest if each.kind is not Argument.VAR_KEYWORD), *changes]
        passes_on = any(each.kind is Argument.VAR_KEYWORD for each in rest)
        types = {name: hint for name, hint in get_type_hints(function, include_extras=True).items() if has_words(hint)}

        @wraps(function)
        def call(*arguments: Any, **keywords: Any) -> R:
            accepted = (keywords.keys() - instead.keys()) if passes_on else {first.name, *names}
            refuse_unknown(function.__name__, keywords, sorted(accepted), instead | PRINTED)
            changed = PuzzleOptions(**{name: keywords.pop(name) for name in changes if name in keywords})
            bound = original.bind(*arguments, **keywords)
            others = {name: value for name, value in bound.arguments.items() if name not in (first.name, *types)}
            refuse_types(function, others)
            bound.arguments[first.name] = changed.puzzle(bound.arguments[first.name])
            for name in types.keys() & bound.arguments.keys():
                bound.arguments[name] = checked(name, bound.arguments[name], types[name])
            return function(*bound.args, **bound.kwargs)

        declared = (*declarations(PuzzleOptions), *declarations(SearchOptions))
        call.__doc__ = with_parameters(function.__doc__, [first.name, *names], declared)
        ends = [each for each in rest if each.kind is Argument.VAR_KEYWORD]
        shown = [each for each in rest if each not in ends]
        plain = get_type_hints(function)
        typed = [each.replace(annotation=plain.get(each.name, each.annotation)) for each in (first, *shown)]
        _sign(call, original.replace(parameters=[*typed, *changes.values(), *ends]))
        return call

    return decorate


def refuse_unknown(
    function: str, keywords: Collection[str], accepted: Collection[str], instead: Mapping[str, str]
) -> None:
    """Raise `TypeError` for a keyword that a function does not have, with the nearest one that it has."""
    for name in keywords:
        if name not in accepted:
            remedy = instead.get(name) or suggestion(name, accepted, "")
            problem = f"{function}() has no keyword {name!r}"
            raise TypeError(f"{problem}; {remedy}" if remedy else problem)


def _sign(function: Callable[..., Any], shown: Signature) -> None:
    """Give a function a signature: types as texts for people, and annotations for tools."""
    types = {name: each.annotation for name, each in shown.parameters.items()}
    function.__annotations__ = types | {"return": shown.return_annotation}
    parameters = [
        each if each.annotation is each.empty else each.replace(annotation=type_text(each.annotation))
        for each in shown.parameters.values()
    ]
    function.__signature__ = shown.replace(parameters=parameters)  # type: ignore[attr-defined]


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


def with_parameters(doc: str | None, names: Iterable[str], declared: Iterable[Declaration]) -> str | None:
    """Return a docstring with an entry for each name in its section `Parameters`, before its other sections.

    Names that the section has are left as they are. An entry is made of the option of that name, or of the sentence in
    `PARAMETERS`; a name in neither is a `KeyError` at import. A docstring that was stripped is returned as it is.
    """
    if doc is None:
        return None
    text = cleandoc(doc)
    first = _SECTION.search(text)
    end = len(text) if first is None else first.start()
    opening, rest = text[:end].rstrip(), text[end:]
    existing = opening.partition(_PARAMETERS)[2]
    documented = {name for line in existing.splitlines() if line[:1].strip() for name in line.split(", ")}
    entries = "\n".join(_entries([name for name in names if name not in documented], declared))
    gap = "\n" if existing else f"\n\n{_PARAMETERS}\n"
    return "\n\n".join(part for part in (opening + (gap + entries if entries else ""), rest) if part)


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


def _entries(names: Iterable[str], declared: Iterable[Declaration]) -> Iterator[str]:
    options = {entry.name: entry for entry in declared}
    for name in names:
        if name in options:
            entry = options[name]
            about = re.sub(r"--([a-z][a-z-]*)", lambda match: match[1].replace("-", "_"), entry.option.help)
            sentences = f"{_sentence(about)} {_sentence(words_of(entry.annotation).description)}"
        else:
            sentences = _sentence(PARAMETERS[name])
        yield name
        yield fill(sentences, _WIDTH, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:].rstrip(".") + "."
