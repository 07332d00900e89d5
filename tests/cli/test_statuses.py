"""Internal errors: no error that the program does not expect leaves with a status that means something else."""

from __future__ import annotations

import errno
import sys
from pathlib import Path
from typing import Any, NoReturn

import click
import pytest

from cp_puzzles.__main__ import guarded_run
from cp_puzzles.cli import app, guide_commands
from cp_puzzles.cli.commands import COMMANDS
from cp_puzzles.errors import InvalidSolutionError, LostPartError
from cp_puzzles.output.terminal import page_text
from tests.cli.program import Program


def arguments_of(command: click.Command) -> list[str]:
    """Return arguments that the command accepts; its function raises an error before it uses them."""
    if isinstance(command, click.Group):
        name, first = next(iter(command.commands.items()))
        return [name, *arguments_of(first)]
    return ["x" for each in command.params if each.required and isinstance(each, click.Argument)]


class UnprintableError(Exception):
    """An error whose message cannot be made."""

    def __str__(self) -> str:
        raise ValueError("no message")


UNEXPECTED = (
    ZeroDivisionError("division\nby zero"),
    KeyError("x"),
    RecursionError("deep"),
    AssertionError(),
    ValueError("\x1b[31mred"),
    UnprintableError(),
    InvalidSolutionError("a piece twice"),
    SystemExit(1),
    SystemExit(0),
    GeneratorExit(),
    BrokenPipeError(errno.EPIPE, "the pipe of a worker"),
    FileNotFoundError(errno.ENOENT, "a file of the package", "kernel.c"),
    ExceptionGroup("several", [ValueError("x")]),
)
"""Errors that no command raises on purpose, some of which mean something else to Python or to Click."""


def assert_reported(status: int, report: str, error: BaseException) -> None:
    """Assert status 70 and one line that names the error and asks for a report."""
    assert status == 70
    assert (report.count("\n"), report.isprintable()) == (1, False)
    assert report.rstrip("\n").isprintable()
    assert f": {type(error).__name__}" in report
    assert report.rstrip().endswith("please report this line and the command, see CONTRIBUTING.md")


@pytest.mark.parametrize("command", COMMANDS)
def test_error_in_command_is_status_70(
    command: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Inside each command an unexpected error is status 70 and one line; `SystemExit(1)` was "no solution"."""
    function = COMMANDS[command]
    for error in UNEXPECTED:

        def fail(*options: Any, error: BaseException = error, **more: Any) -> NoReturn:
            raise error

        for each in getattr(function, "commands", {"": function}).values():
            monkeypatch.setattr(each, "callback", fail)
        status = guarded_run([command, *arguments_of(function)])
        assert_reported(status, capfd.readouterr().err, error)


@pytest.mark.parametrize(
    ("arguments", "module", "reporter"),
    [
        (("nosuch",), page_text, "explained"),
        (("solve", "--nosuch"), app, "_usage_line"),
        (("count", "soma", "--json"), app, "print_json"),
    ],
)
def test_error_in_report_is_status_70(
    arguments: tuple[str, ...],
    module: object,
    reporter: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """An error while a mistake or a lost part is reported is status 70; it was a traceback and status 1."""

    def fail(*values: object, **options: object) -> NoReturn:
        raise IndexError("list index out of range")

    def lose(options: object) -> NoReturn:
        raise LostPartError("part 3")

    monkeypatch.setattr(module, reporter, fail)
    monkeypatch.setattr(COMMANDS["count"], "callback", lose)
    assert_reported(guarded_run([*arguments]), capfd.readouterr().err, IndexError())


def test_error_while_the_program_loads_is_status_70(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A module that cannot be imported is status 70, not a traceback with status 1."""
    monkeypatch.setitem(sys.modules, "cp_puzzles.cli.app", None)
    assert_reported(guarded_run(["list"]), capfd.readouterr().err, ModuleNotFoundError())


def test_internal_error_names_its_place(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    """The line has the file and the line of the error, and the page that it names says how to report it."""
    monkeypatch.setattr(guide_commands.list_command, "callback", lambda options: 1 // 0)
    assert guarded_run(["list"]) == 70
    assert "test_statuses.py:" in capfd.readouterr().err
    assert "report" in Path("CONTRIBUTING.md").read_text().lower()


def test_rule_that_contains_itself_is_status_2(run: Program) -> None:
    """A YAML alias inside its own anchor is a mistake in one line; it was a traceback and status 1."""
    done = run("count", "soma", "--rule", "faults=&a [*a]")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "aliases nest values more than 12 deep" in done.stderr
