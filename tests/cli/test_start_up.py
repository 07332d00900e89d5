"""Modules that a command imports before its first message."""

from __future__ import annotations

import sys

import pytest

from tests.cli.program import ROOT
from tests.processes import finished

PRELUDE = "import sys; from cp_puzzles.cli.app import run; [run(line.split()) for line in sys.argv[2:]]"
REPORT = "print(*[name for name in sys.argv[1].split(',') if name in sys.modules], file=sys.stderr)"


@pytest.mark.parametrize(
    ("commands", "forbidden"),
    [
        (("--help", ""), "numpy,pydantic,ortools,rich,yaml"),
        (("solve --help",), "ortools,numba,rich"),
        (("list", "check soma", "show soma"), "ortools,numba"),
    ],
)
def test_start_imports_no_solver(commands: tuple[str, ...], forbidden: str) -> None:
    """Help starts at once; commands that do not search load no solver, one after another in a process."""
    command = [sys.executable, "-c", f"{PRELUDE}; {REPORT}", forbidden, *commands]
    done = finished(command, cwd=ROOT)
    assert (done.returncode, done.stderr.strip()) == (0, "")
