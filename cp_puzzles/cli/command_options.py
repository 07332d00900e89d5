"""Arguments and options of commands, made from the fields of models."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from cp_puzzles.base.options import (
    NON_NEGATIVE_INT,
    OUT_FILE,
    POSITIVE_INT,
    SWITCH,
    TEXT,
    Option,
    Options,
    ValueType,
    checked,
)
from cp_puzzles.cli.command import ADVANCED_SECTION, PUZZLE_SECTION, Asked, SectionOption
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.output.formats.formats import SOLUTION_SUFFIXES
from cp_puzzles.search.puzzle_options import PuzzleOptions

Item = CompletionItem[Any]

FOLDERS = ("DIR", "[FOLDER]")
FILES = ("FILE", "FILE|PIECE", "RUN", "OUT", "SOLUTIONS", "[SOLUTIONS] OUT")
"""Placeholders of the values that the shell completes."""


PUZZLE_SUFFIXES = (".yaml", ".yml", ".dlx", ".run")
"""Suffixes of the files in the current folder that complete a SPEC."""


def beginning(incomplete: str, values: Any) -> list[Item]:
    """Return the values that begin with an incomplete one."""
    return [CompletionItem(value) for value in values if value.startswith(incomplete)]


class PuzzleName(click.ParamType[str]):
    """The name of a puzzle of the catalog or of a file."""

    name = "SPEC"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Item]:
        """Return the puzzles of the catalog and in the current folder; if there is none, ask the shell for files."""
        files = () if "/" in incomplete else Path().glob("*")
        local = sorted(file.name for file in files if file.suffix in PUZZLE_SUFFIXES)
        return beginning(incomplete, (*_catalog_names(), *local)) or [CompletionItem(incomplete, type="file")]


class ListedWord(click.ParamType[str]):
    """A word of `list`: the name of a puzzle, a tile set or a lattice."""

    name = "WORD"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Item]:
        """Return the names that begin with a word."""
        from cp_puzzles.puzzle.geometry.lattices import LATTICES
        from cp_puzzles.puzzle.geometry.tile_sets import SETS

        return beginning(incomplete, (*_catalog_names(), *SETS, *LATTICES))


def _catalog_names() -> list[str]:
    from cp_puzzles.puzzle.spec.loader import catalog, puzzle_name

    return [*map(puzzle_name, catalog())]


@dataclass(frozen=True, eq=False)
class Typed(click.ParamType[Any]):
    """Texts that mean values of a type; a model reads those of its options itself.

    `name` is the placeholder, and `names` are the values that completion offers. Texts are converted if the name `flag`
    of an option is given, for the message.
    """

    kind: ValueType
    name: str
    flag: str = ""
    names: tuple[str, ...] = ()

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the value of a text."""
        return checked(self.flag, value, self.kind, typed=True) if self.flag else value

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Item]:
        """Return the values that begin with the incomplete one; files and folders are left to the shell."""
        head, comma, _ = incomplete.rpartition(",") if self.kind.is_list else ("", "", "")
        if incomplete in self.names and incomplete.endswith("="):
            return []  # only the user knows what follows
        if self.names or self.name not in (*FOLDERS, *FILES):
            return beginning(incomplete, (f"{head}{comma}{name}" for name in self.names))
        return [CompletionItem(incomplete, type="dir" if self.name in FOLDERS else "file")]


def argument(name: str, metavar: str, help: str, kind: ValueType | None = None, **more: Any) -> click.Argument:
    """Return an argument; completion goes by its placeholder."""
    if kind is None and metavar.strip("[]").startswith("SPEC"):
        completed: click.ParamType[Any] = PuzzleName()
    elif kind is None and "[WORD" in metavar:
        completed = ListedWord()
    else:
        completed = Typed(kind or TEXT, metavar, name if kind else "", kind.names if kind else ())
    return click.Argument([name], metavar=metavar, help=help, type=completed, **more)


SPEC = argument("spec", "SPEC", "a puzzle file, or a name from `cp-puzzles list`")
"""The argument SPEC."""


def options_of(
    model: type[Options], *names: str, without: tuple[str, ...] = (), **helps: str
) -> tuple[SectionOption, ...]:
    """Return the options of a model, in order: all, or those named, some with a new help text."""
    chosen = (*names, *helps) if names else tuple(each.name for each in model.declared() if each.name not in without)
    declared = (each for each in model.declared() if each.help and each.name in chosen)
    return tuple(_option_of(replace(each, help=helps.get(each.name, each.help))) for each in declared)


def command_option(
    name: str, help: str, kind: ValueType = POSITIVE_INT, *, default: Any = None, **more: Any
) -> SectionOption:
    """Return an option of a command alone, by default a whole number of at least 1; `more` has fields of `Option`."""
    return _option_of(Option(kind, help, name=name, default=default, **more), is_converted=True)


_CHANGES = tuple(each.name for each in PuzzleOptions.declared())


def _option_of(declared: Option, *, is_converted: bool = False) -> SectionOption:
    """Return an option; a Boolean is a switch, and the model reads the text of another one unless `is_converted`."""
    name, flag, shown = declared.name, declared.flag or declared.name, declared.default
    words = "--" + flag.replace("_", "-")
    names = [words, name] if len(words) > len("--n") else [words[1:], words, name]
    section = ADVANCED_SECTION if declared.advanced else PUZZLE_SECTION if name in _CHANGES else "Options"
    if declared.kind is SWITCH:
        switch = SectionOption(names, help=declared.help, is_flag=True)
        switch.section = section
        return switch
    if isinstance(shown, tuple):
        separator = "," if declared.kind.is_list else "x"
        shown = separator.join(part if isinstance(part, str) else f"{part:g}" for part in shown)
    elif isinstance(shown, int | float):
        shown = f"{shown:,}".removesuffix(".0")
    help = declared.help + (" (repeatable)" if declared.repeated else f" (default: {shown})" if shown else "")
    metavar, offered = declared.metavar or declared.kind.metavar, declared.kind.names or declared.offered
    typed = Typed(declared.kind, metavar, flag if is_converted else "", offered)
    default = {"default": declared.default} if is_converted else {}
    made = SectionOption(names, help=help, type=typed, metavar=metavar, multiple=declared.repeated, **default)
    made.section = section
    return made


def flag(name: str, help: str) -> SectionOption:
    """Return a switch."""
    return command_option(name, help, SWITCH)


def typed_of(model: type[Options], asked: Asked) -> str | None:
    """Return the first option of a model that the user typed, None if none was."""
    names = (each.name for each in model.declared())
    return next((name for name in names if getattr(asked, name, None) not in (None, (), False)), None)


def out_option(help: str, name: str = "out") -> SectionOption:
    """Return an option that names a file to write."""
    return command_option(name, help, OUT_FILE)


SUFFIX_SELECTS = f"; the suffix selects the format: {', '.join(SOLUTION_SUFFIXES)}"
"""The end of the help text of a file of solutions."""


def show_option(drawn: str) -> SectionOption:
    """Return the option for the number of solutions to draw; without it, those that fit on the screen."""
    kind = ValueType("N|all|none", "a whole number, all or none", typed=_drawings, names=("all", "none"))
    return command_option("show", f"number of {drawn} to draw (default: as many as fit on the screen)", kind)


def _drawings(text: str) -> float:
    return {"all": inf, "none": 0}[text] if text in ("all", "none") else NON_NEGATIVE_INT.read(int(text))


JSON = flag("json", "print one object as JSON and nothing else")
JSON_SUMMARY = flag("json", "print one summary object as JSON and nothing else")
JSON_LINES = flag("json", "print one object a line as JSON and nothing else")

VERBOSE = SectionOption(
    ["-v", "--verbose"], is_flag=True, help="also show the engine, the symmetries and the sizes of the puzzle"
)
"""The option `-v`."""


def refuse_both(asked: Asked, first: str, second: str) -> None:
    """Raise `MistakeError` if two options that exclude each other are given."""
    if getattr(asked, first) and getattr(asked, second):
        raise MistakeError(Parameter(second), f"excludes --{first}", "omit one of the two")
