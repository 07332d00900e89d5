"""Commands of Click with examples in their help texts, laid out at the width of the terminal."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from types import SimpleNamespace

import click

from cp_puzzles.errors import MistakeError

Options = SimpleNamespace
"""The values of a command's options by name."""

Run = Callable[[Options], int]
"""A function that carries out a command and returns the exit status."""

Section = tuple[str, Sequence[tuple[str, str]]]
"""A title and a list of terms with their descriptions."""

SUMMARY = "cp_puzzles.summary"
"""The key of `Context.meta` that is present after the summary of `--json` was printed."""

SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 120, "allow_extra_args": True}

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
    """A command whose callback receives `Options` and returns the exit status."""

    context_class = HelpContext
    examples = statuses = ""
    sections: Sequence[Section] = ()

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; raise `MistakeError` for surplus ones."""
        super().parse_args(ctx, [self._completed(argument) for argument in args])
        if ctx.args and not ctx.resilient_parsing:
            raise MistakeError(" ".join(ctx.args), "unexpected argument", f"see {ctx.command_path} --help")
        return ctx.args

    def _completed(self, argument: str) -> str:
        """Return an option with its full name: `--symm` is `--symmetry` if no other option begins so."""
        name, separator, value = argument.partition("=")
        names = [option for param in self.params for option in param.opts if name[:2] == option[:2] == "--"]
        longer = [option for option in names if option.startswith(name)]
        return f"{longer[0]}{separator}{value}" if len(longer) == 1 and name != "--" else argument

    def invoke(self, ctx: click.Context) -> int:
        """Announce that the command is loaded, and run it."""
        if callable(begin := ctx.find_root().obj):
            begin()
        assert self.callback is not None
        status: int = self.callback(Options(**ctx.params))
        return status

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write further sections, examples and exit statuses."""
        for title, rows in self.sections:
            with formatter.section(title):
                formatter.write_dl(rows)
        write_epilog(formatter, self.examples, self.statuses)


def command(
    examples: str, statuses: str = "", *, sections: Sequence[Section] = ()
) -> Callable[[Callable[[Options], int]], Command]:
    """Return a decorator that makes a function a command; its docstring is the description in the help text."""

    def decorate(function: Run) -> Command:
        name = function.__module__.rpartition(".")[2].removesuffix("_command")
        made = click.command(name, cls=Command, context_settings=SETTINGS)(function)
        made.examples, made.statuses, made.sections = examples, statuses, sections
        return made

    return decorate
