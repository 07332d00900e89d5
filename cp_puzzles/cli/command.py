"""Commands of Click, with arguments and options that are made from the fields of models, and examples in their help."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from inspect import cleandoc
from math import inf
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
from click.shell_completion import CompletionItem

from cp_puzzles.base.option_model import Option, Options
from cp_puzzles.base.values import NON_NEGATIVE_INT, OUT_FILE, POSITIVE_INT, SWITCH, TEXT, ValueType, checked
from cp_puzzles.errors import FLAGS, MistakeError, Parameter
from cp_puzzles.output.formats.formats import SOLUTION_SUFFIXES
from cp_puzzles.search.puzzle_options import PuzzleOptions

Asked = SimpleNamespace
"""The values of a command's arguments and options by name, as they were typed."""

Run = Callable[[Asked], int]
"""A function that carries out a command and returns the exit status."""

Section = tuple[str, Sequence[tuple[str, str]]]
"""A title and a list of terms with their descriptions."""

SUMMARY = "cp_puzzles.summary"
"""The key of `Context.meta` that is present after the summary of `--json` was printed."""

SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 120, "allow_extra_args": True}

PUZZLE_SECTION, ADVANCED_SECTION = "Changes to the puzzle", "Advanced options"
"""Titles of options in a help text, below those that are neither."""

HYPHEN = "\ue000"
"""A character at which a line is not broken, for the hyphens of `--time-limit` and `exact-cover`."""


class HelpFormatter(click.HelpFormatter):
    """A formatter that breaks lines between words only."""

    def write_text(self, text: str) -> None:
        """Write a paragraph."""
        super().write_text(text.replace("-", HYPHEN))

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 24, col_spacing: int = 2) -> None:
        """Write a list of terms and their descriptions."""
        super().write_dl([(term, text.replace("-", HYPHEN)) for term, text in rows], col_max, col_spacing)

    def getvalue(self) -> str:
        """Return the text."""
        return super().getvalue().replace(HYPHEN, "-")


class HelpContext(click.Context):
    """A context whose help is written by `HelpFormatter`."""

    formatter_class = HelpFormatter


class SectionOption(click.Option):
    """An option with the title of its section in the help text."""

    section = "Options"


def example_rows(text: str) -> list[tuple[str, str]]:
    """Return the command and the comment of each line; two spaces separate them.

    >>> example_rows("cp-puzzles list      all puzzles")
    [('cp-puzzles list', 'all puzzles')]
    """
    parts = [re.split(r"\s{2,}", line.strip(), maxsplit=1) for line in text.strip().splitlines()]
    return [(command, " ".join(comment)) for command, *comment in parts]


def write_epilog(formatter: click.HelpFormatter, examples: str, statuses: str) -> None:
    """Write examples and exit statuses."""
    if examples:
        with formatter.section("Examples"):
            formatter.write_dl(example_rows(examples), col_max=52)
    if statuses:
        with formatter.section("Exit status"):
            formatter.write_text(" ".join(statuses.split()))


class Command(click.Command):
    """A command whose callback receives `Asked` and returns the exit status."""

    context_class = HelpContext
    examples = statuses = ""
    sections: Sequence[Section] = ()

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; raise `MistakeError` for surplus ones.

        An option may be shortened: `--symm` is `--symmetry`, if no other option begins so.
        """
        names = [option for param in self.params for option in param.opts if option.startswith("--")]
        for number, argument in enumerate(args):
            name, separator, value = argument.partition("=")
            longer = [option for option in names if name.startswith("--") and option.startswith(name)]
            if len(longer) == 1 and name != "--":
                args[number] = f"{longer[0]}{separator}{value}"
        super().parse_args(ctx, args)
        if ctx.args and not ctx.resilient_parsing:
            raise MistakeError(" ".join(ctx.args), "unexpected argument", f"see {ctx.command_path} --help")
        return ctx.args

    def invoke(self, ctx: click.Context) -> int:
        """Announce that the command is loaded, and run it."""
        if callable(begin := ctx.find_root().obj):
            begin()
        assert self.callback is not None
        status: int = self.callback(Asked(**ctx.params))
        return status

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, those that few people need below the others."""
        rows: dict[str, list[tuple[str, str]]] = {"Options": [], PUZZLE_SECTION: [], ADVANCED_SECTION: []}
        for each in self.get_params(ctx):
            if isinstance(each, click.Option) and (record := each.get_help_record(ctx)):
                rows[getattr(each, "section", "Options")].append(record)
        for title in filter(rows.get, rows):
            with formatter.section(title):
                formatter.write_dl(rows[title])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write further sections, examples and exit statuses."""
        for title, rows in self.sections:
            with formatter.section(title):
                formatter.write_dl(rows)
        write_epilog(formatter, self.examples, self.statuses)


class CommandGroup(click.Group):
    """A command whose first argument names one of its own commands."""

    context_class = HelpContext

    def __init__(self, name: str, commands: Sequence[Command], help: str, examples: str) -> None:
        super().__init__(name, commands=commands, help=cleandoc(help), no_args_is_help=False, context_settings=SETTINGS)
        self.examples = examples

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write examples."""
        write_epilog(formatter, self.examples, "")


def command(*params: click.Parameter, sections: Sequence[Section] = ()) -> Callable[[Run], Command]:
    """Return a decorator that makes a function NAME_command a command with arguments, options and sections of help.

    The docstring of the function has the help text, and the sections `Examples` and `Exit status`.
    """

    def decorate(function: Run) -> Command:
        text, _, statuses = cleandoc(function.__doc__ or "").partition("\n\nExit status\n-----------\n")
        text, _, examples = text.partition("\n\nExamples\n--------\n")
        name = function.__name__.removesuffix("_command").removeprefix("run_")
        made = Command(name, SETTINGS, function, [*params], text)
        made.sections, made.examples, made.statuses = sections, examples, statuses
        return made

    return decorate


FOLDERS = ("DIR", "[FOLDER]")
FILES = ("FILE", "FILE|PIECE", "RUN", "OUT", "SOLUTIONS", "[SOLUTIONS] OUT")
"""Placeholders of the values that the shell completes."""


PUZZLE_SUFFIXES = (".yaml", ".yml", ".dlx", ".run")
"""Suffixes of the files in the current folder that complete a SPEC."""


def beginning(incomplete: str, values: Any) -> list[CompletionItem[Any]]:
    """Return the values that begin with an incomplete one."""
    return [CompletionItem(value) for value in values if value.startswith(incomplete)]


class PuzzleName(click.ParamType[str]):
    """The name of a puzzle of the catalog or of a file."""

    name = "SPEC"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[Any]]:
        """Return the puzzles of the catalog and in the current folder; if there is none, ask the shell for files."""
        files = () if "/" in incomplete else Path().glob("*")
        local = sorted(file.name for file in files if file.suffix in PUZZLE_SUFFIXES)
        return beginning(incomplete, (*_catalog_names(), *local)) or [CompletionItem(incomplete, type="file")]


class ListedWord(click.ParamType[str]):
    """A word of `list`: the name of a puzzle, a tile set or a lattice."""

    name = "WORD"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[Any]]:
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

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[Any]]:
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
    name, flag, shown = declared.name, FLAGS.get(declared.name, declared.name), declared.default
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


flag = partial(command_option, kind=SWITCH)
"""Return a switch."""


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
