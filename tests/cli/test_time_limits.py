"""The time limit of every command that has one, wherever the clock runs out."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from cp_puzzles.base import deadline
from cp_puzzles.cover import cover_problem as problem
from tests.cli.program import Program

COMMANDS = {
    "solve": ("solve", "soma", "--json"),
    "count by the frontier": ("count", "dominoes4x4", "--engine", "frontier", "--json"),
    "the best": ("solve", "soma", "--minimize", "crossroads", "--json"),
    "check": ("check", "soma"),
    "check several": ("check", "soma", "dominoes4x4"),
    "estimate": ("estimate", "soma"),
    "sample": ("sample", "dominoes4x4"),
    "explain": ("explain", "soma"),
    "hint": ("hint", "soma"),
}


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the enumeration of placements endless, without a check of the time."""
    ahead = 0.0

    def endless(*_: object) -> Any:
        nonlocal ahead
        ahead += 2000.0
        while True:
            pass

    monkeypatch.setattr(deadline, "monotonic", lambda: time.monotonic() + ahead)
    monkeypatch.setattr(problem, "refuse_too_large", endless)


@pytest.mark.usefixtures("slow")
@pytest.mark.parametrize("command", COMMANDS)
def test_time_limit_during_placement_is_status_3(command: str, run: Program) -> None:
    """A limit reached during the enumeration of placements proves nothing."""
    done = run(*COMMANDS[command], "--time-limit", "1000")
    assert done.returncode == 3
    assert "Traceback" not in done.stderr
    assert "proved" not in done.stdout
    if "--json" in COMMANDS[command]:
        assert '"status": "time-limit"' in done.stdout


@pytest.mark.usefixtures("slow")
def test_export_writes_nothing_after_the_time_limit(run: Program, tmp_path: Path) -> None:
    """`export` writes no file if the time limit ends the compilation."""
    done = run("export", "soma", str(tmp_path / "soma.dlx"), "--time-limit", "1000")
    assert (done.returncode, done.stderr) == (3, "out of time while writing\n")
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("command", ["solve", "count", "check", "estimate", "sample", "hint", "explain"])
def test_commands_respect_the_memory_limit(command: str, run: Program) -> None:
    """A problem that does not fit is refused with the required and the allowed memory."""
    done = run(command, "soma", "--memory", "100KB")
    assert done.returncode == 2
    assert "would need" in done.stderr
    assert "100.0 KB may be used; " in done.stderr
    assert done.stderr.endswith(", or allow more with --memory\n")


def test_sample_ends_in_one_line_before_tilings_are_known(run: Program) -> None:
    """A time limit before all tilings are numbered is one line, with what finds a tiling sooner."""
    done = run("sample", "dominoes4x4", "--time-limit", "0.0001")
    assert done.returncode == 3
    assert done.stderr.count("\n") == 1
    assert "; no tiling is known before all are numbered; solve --limit 1" in done.stderr
