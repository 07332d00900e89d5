"""The time limit of every command that has one, wherever the clock runs out."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from cp_puzzles import deadline
from cp_puzzles.cover import problem
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
    """To lay out placements takes for ever, and looks at no clock."""
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
def test_a_time_limit_is_status_3_wherever_it_comes(command: str, run: Program) -> None:
    """Here while placements are laid out; nothing is said to be proved."""
    done = run(*COMMANDS[command], "--time-limit", "1000")
    assert done.returncode == 3
    assert "Traceback" not in done.stderr
    assert "proved" not in done.stdout
    if "--json" in COMMANDS[command]:
        assert '"status": "time-limit"' in done.stdout


@pytest.mark.usefixtures("slow")
def test_a_model_that_is_not_laid_out_in_time_is_not_written(run: Program, tmp_path: Path) -> None:
    """`export` has nothing to write."""
    done = run("export", "soma", str(tmp_path / "soma.dlx"), "--time-limit", "1000")
    assert (done.returncode, done.stderr) == (3, "out of time while writing\n")
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("command", ["solve", "count", "check", "estimate", "sample", "hint", "explain"])
def test_every_command_that_builds_heeds_the_memory(command: str, run: Program) -> None:
    """What does not fit is refused with what would be needed and what may be used."""
    done = run(command, "soma", "--memory", "100KB")
    assert done.returncode == 2
    assert "would need" in done.stderr
    assert "100.0 KB may be used" in done.stderr
