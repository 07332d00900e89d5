"""Commands of Click with examples in their help texts, laid out at the width of the terminal."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from inspect import cleandoc
from types import SimpleNamespace

import click

from cp_puzzles.errors import MistakeError

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
