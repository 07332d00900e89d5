"""Arguments and options of commands, made from declarations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from cp_puzzles.base.file_access import writable_path
from cp_puzzles.base.option_types import (
    Declaration,
    PositiveInt,
    Setting,
    declarations,
    has_words,
    read_typed,
    words_of,
)
from cp_puzzles.cli.command import Options
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.output.formats.formats import suffixes
from cp_puzzles.search.options import RecordOptions, SearchOptions
from cp_puzzles.search.puzzle_options import PuzzleOptions

F = TypeVar("F", bound=Callable[..., Any])

SCREENFUL = -1
"""Draw the solutions that fit on the screen."""


class Value(click.ParamType[Any]):
    """A type of Click that converts a text by a function, which raises `MistakeError`."""

    def __init__(
        self, read: Callable[[str], Any], metavar: str, names: Sequence[str] = (), *, is_list: bool = False
    ) -> None:
        """Create a type whose values completion offers from `names`, after each comma if it `is_list`."""
        self._read, self.name, self.names, self.is_list = read, metavar, tuple(names), is_list

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the converted value."""
        return self._read(value)


OUT_FILE = Value(writable_path, "FILE")
OUT_FOLDER = Value(partial(writable_path, folder=True), "DIR")


def options_of(source: Callable[..., Any], *names: str, **helps: str) -> Callable[[F], F]:
    """Declare the options of a dataclass or a function, in order: all, or those named, some with a new help."""

    def decorate(function: F) -> F:
        for declared in reversed(declarations(source)):
            if not (names or helps) or declared.name in (*names, *helps):
                function = declared_option(declared, helps.get(declared.name))(function)
        return function

    return decorate


puzzle_options = partial(options_of, PuzzleOptions)
"""Declare changes to a puzzle: all, or those named."""

search_options = partial(options_of, SearchOptions)
"""Declare options of a search: all, or those named."""

record_options = partial(options_of, RecordOptions)
"""Declare the options of the record of a search."""


def spec_argument(function: F) -> F:
    """Declare SPEC and the changes to the puzzle."""
    argument = click.argument("spec", metavar="SPEC", help="a puzzle file, or a name from `cp-puzzles list`")
    return argument(puzzle_options()(function))


def declared_option(declared: Declaration, help: str | None = None) -> Callable[[F], F]:
    """Declare an option from a field or a parameter; a Boolean is a switch."""
    if declared.default is False:
        return flag(declared.name, help or declared.option.help)
    typed = declared.option.flag or declared.name
    default = declared.default
    if isinstance(default, tuple):
        separator = "," if words_of(declared.annotation).is_list else "x"
        default = separator.join(part if isinstance(part, str) else f"{part:g}" for part in default)
    read: Callable[[str], Any] = str
    if declared.name == "settings":
        read = partial(read_typed, typed, annotation=Setting)
    elif not declared.option.repeated and has_words(declared.annotation):
        read = partial(read_typed, typed, annotation=declared.annotation)
    if declared.option.writes_folder:
        return option(declared.name, help or declared.option.help, OUT_FOLDER)
    return option(
        declared.name,
        help or declared.option.help,
        _value(read, declared.annotation, declared.option.metavar, declared.option.offered),
        flag=typed,
        default=default,
        repeated=declared.option.repeated,
    )


def option(
    name: str,
    help: str,
    annotation: Any = PositiveInt,
    *,
    flag: str = "",
    metavar: str = "",
    default: Any = None,
    repeated: bool = False,
) -> Callable[[F], F]:
    """Declare an option with a value of a type, by default a whole number of at least 1."""
    value = annotation
    if not isinstance(annotation, Value):
        value = _value(partial(read_typed, flag or name, annotation=annotation), annotation, metavar)
    default = None if repeated else default
    shown = f"{default:,}".removesuffix(".0") if isinstance(default, int | float) else default
    text = help + (" (repeatable)" if repeated else "" if default is None else f" (default: {shown})")
    typed = "--" + (flag or name).replace("_", "-")
    names = (typed, name) if len(typed) > len("--n") else (typed[1:], typed, name)
    return click.option(*names, type=value, metavar=value.name, multiple=repeated, default=default, help=text)


def _value(read: Callable[[str], Any], annotation: Any, metavar: str = "", offered: tuple[str, ...] = ()) -> Value:
    """Return a type with the words of an annotation."""
    words = words_of(annotation)
    return Value(read, metavar or words.metavar, words.names or offered, is_list=words.is_list)


def flag(name: str, help: str) -> Callable[[F], F]:
    """Declare a switch."""
    return click.option("--" + name.replace("_", "-"), name, is_flag=True, help=help)


def values_of(options: Options, *sources: Callable[..., Any]) -> dict[str, Any]:
    """Return the values that are given for the options of dataclasses or functions, by default those of a search."""
    given = vars(options)
    names = [declared.name for source in sources or (SearchOptions,) for declared in declarations(source)]
    values = {name: given[name] for name in names if given.get(name) is not None}
    return values | ({"settings": dict(values["settings"])} if "settings" in values else {})


def typed_of(source: Callable[..., Any]) -> str | None:
    """Return the first option of a dataclass or a function that the user typed, None if none was."""
    typed = click.get_current_context().get_parameter_source
    names = (declared.name for declared in declarations(source))
    return next((name for name in names if typed(name) is ParameterSource.COMMANDLINE), None)


def out_option(help: str, name: str = "out") -> Callable[[F], F]:
    """Declare an option that names a file to write."""
    return option(name, help, OUT_FILE)


def solutions_out_option(help: str) -> Callable[[F], F]:
    """Declare `--out` for solutions."""
    return out_option(f"{help}; the suffix selects the format: {', '.join(suffixes('solutions'))}")


def show_option(drawn: str) -> Callable[[F], F]:
    """Declare how many solutions are drawn."""
    text = f"number of {drawn} to draw (default: as many as fit on the screen)"
    return click.option(
        "--show",
        type=Value(_drawings, "N|all|none", ("all", "none")),
        metavar="N|all|none",
        default=SCREENFUL,
        help=text,
    )


def _drawings(text: str | int) -> int | None:
    if text == "all":
        return None
    if text == "none":
        return 0
    if text != SCREENFUL and not str(text).isdecimal():
        raise MistakeError(Parameter("show", text), "must be a whole number, all or none")
    return int(text)


def json_option(printed: str = "one object") -> Callable[[F], F]:
    """Declare `--json`."""
    return flag("json", f"print {printed} as JSON and nothing else")


def refuse_both(options: Options, first: str, second: str) -> None:
    """Raise `MistakeError` if two options that exclude each other are given."""
    if getattr(options, first) and getattr(options, second):
        raise MistakeError(Parameter(second), f"excludes --{first}", "omit one of the two")
