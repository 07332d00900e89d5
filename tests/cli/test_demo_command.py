"""The tour."""

from __future__ import annotations

import io
import re

import pytest

from cp_puzzles.cli import guide_commands
from cp_puzzles.cli.guide_commands import STEPS
from tests.cli.program import Program, run_process


@pytest.mark.slow
def test_demo_runs_each_command_that_it_shows() -> None:
    """Piped, the tour shows each command and its output without a pause; the rule leaves one of two solutions."""
    done = run_process("demo")
    assert (done.returncode, done.stderr) == (0, "")
    commands = re.findall(r"^\$ cp-puzzles (.*)$", done.stdout, re.MULTILINE)
    assert [command.replace("'", "") for command in commands] == [line for _, line in STEPS]
    results = ("7, with 27 cells", "Pentominoes 3x20: 2 solutions", "Pentominoes 3x20: 1 solution", "no solution")
    assert re.search(".*".join(results), done.stdout, re.DOTALL)


@pytest.mark.slow
def test_demo_waits_for_enter_on_a_terminal(monkeypatch: pytest.MonkeyPatch, run: Program) -> None:
    """On a terminal the tour waits between two steps, and the end of the input does not stop it."""
    terminal = io.StringIO("\n")
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr("sys.stdin", terminal)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setattr(guide_commands, "STEPS", [("List.", "list kanoodle5x11")] * 3)
    done = run("demo")
    assert done.returncode == 0
    assert done.stderr.count("Press Enter") == 2


def test_demo_can_be_interrupted(monkeypatch: pytest.MonkeyPatch, run: Program) -> None:
    """Ctrl-C ends the tour with status 130."""

    def interrupt() -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(guide_commands, "STEPS", [("List.", "list kanoodle5x11")] * 2)
    monkeypatch.setattr("sys.stdin.readline", interrupt)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert run("demo").returncode == 130
