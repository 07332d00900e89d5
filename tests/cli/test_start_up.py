"""Modules that a command imports before its first message."""

from __future__ import annotations

import sys

import pytest

from tests.cli.program import ROOT
from tests.processes import finished

PRELUDE = "import sys; from cp_puzzles.cli.app import run; run(sys.argv[2:])"
REPORT = "print(*[name for name in sys.argv[1].split(',') if name in sys.modules], file=sys.stderr)"


@pytest.mark.parametrize(
    ("arguments", "forbidden"),
    [
        (("--help",), "numpy,pydantic,ortools,rich,yaml"),
        ((), "numpy,pydantic,ortools,rich,yaml"),
        (("check", "soma"), "ortools,numba"),
        (("list",), "ortools,numba"),
        (("show", "soma"), "ortools,numba"),
        (("solve", "--help"), "ortools,numba,rich"),
    ],
)
def test_start_imports_no_solver(arguments: tuple[str, ...], forbidden: str) -> None:
    """Help starts at once; commands that do not search load no solver."""
    command = [sys.executable, "-c", f"{PRELUDE}; {REPORT}", forbidden, *arguments]
    done = finished(command, cwd=ROOT)
    assert (done.returncode, done.stderr.strip()) == (0, "")
