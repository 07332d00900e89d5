"""The program as tests run it: in this process, or, where the process itself matters, in one of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from cp_puzzles.cli import app
from tests.processes import finished

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {"PYTHONPATH": str(ROOT), "COLUMNS": "80", "NO_COLOR": "1"}


@dataclass(frozen=True)
class Done:
    """What a command left: its exit status, and what it wrote."""

    returncode: int
    stdout: str
    stderr: str


class Program:
    """Runs commands in this process, as a terminal of 80 columns would show them."""

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
            except SystemExit as end:  # from argparse
                status = end.code if isinstance(end.code, int) else int(end.code is not None)
            finally:
                signal.signal(signal.SIGTERM, before)
        written = self._capture.readouterr()
        return Done(status, written.out, written.err)


def run_process(*arguments: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run a command to its end in a process of its own."""
    return finished([sys.executable, "-m", "cp_puzzles", *arguments], cwd=cwd, env={**os.environ, **ENVIRONMENT})
