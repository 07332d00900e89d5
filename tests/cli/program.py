"""The program as tests run it: in this process, or in a new one if the process itself is tested."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import pytest

from cp_puzzles.cli import app
from cp_puzzles.cli.commands import COMMANDS
from tests.processes import finished

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {"PYTHONPATH": str(ROOT), "COLUMNS": "80", "NO_COLOR": "1"}


INSTALLED = os.environ.get("CP_PUZZLES_INSTALLED", "")
"""The path of an installed program that types the commands of the documentation, instead of this process."""


def typed(arguments: Sequence[str]) -> int:
    """Run a command of the documentation in the working directory, and return its exit status."""
    if not INSTALLED:
        return app.run(arguments)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = finished([INSTALLED, *arguments], env=environment, timeout=600)
    print(done.stdout, done.stderr)
    return done.returncode


def parsed(*words: str) -> dict[str, Any]:
    """Return the values of the arguments and options of a command line; the first word is the command."""
    command = COMMANDS[words[0]]
    if isinstance(command, click.Group):
        command, words = command.commands[words[1]], words[1:]
    return command.make_context(words[0], [*words[1:]]).params


@dataclass(frozen=True)
class Done:
    """The exit status and the output of a command."""

    returncode: int
    stdout: str
    stderr: str


class Program:
    """A program that runs commands in this process, with a terminal of 80 columns."""

    def __init__(self, capture: pytest.CaptureFixture[str]) -> None:
        self._capture = capture

    def __call__(self, *arguments: str, cwd: Path = ROOT) -> Done:
        """Run a command to its end."""
        before = signal.getsignal(signal.SIGTERM)
        self._capture.readouterr()
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(cwd)
            for name, value in ENVIRONMENT.items():
                patch.setenv(name, value)
            try:
                status = app.run(arguments)
            finally:
                signal.signal(signal.SIGTERM, before)
        written = self._capture.readouterr()
        return Done(status, written.out, written.err)


def run_process(*arguments: str, cwd: Path = ROOT, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run a command to its end in a new process."""
    environment = {**os.environ, **ENVIRONMENT}
    return finished([sys.executable, "-m", "cp_puzzles", *arguments], cwd=cwd, env=environment, **options)
