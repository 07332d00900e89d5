"""The time limit of every command that has one, wherever the clock runs out, and on huge puzzles."""

from __future__ import annotations

import time
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from cp_puzzles.base import cancellation
from cp_puzzles.cover import cover_problem as problem
from tests.cli.program import Program, run_process

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

    monkeypatch.setattr(cancellation, "monotonic", lambda: time.monotonic() + ahead)
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
    assert "100.0 KB may be used" in done.stderr


GUARD_SECONDS = 60
"""The time after which a process hangs, many times what it needs; steps that ignored the limit took minutes."""

HUGE = {
    "octominoes": "board: {size: [60, 60]}, fill: false, tiles: [{set: octominoes}]",
    "hexominoes_torus": "board: {size: [14, 15], wrap: torus}, tiles: [{set: hexominoes}]",
    "heptominoes": "board: {size: [30, 30]}, tiles: [{set: heptominoes, multiplicity: any}]",
    "dominoes": "board: {size: [300, 300]}, tiles: [{set: domino, multiplicity: any}]",
    "far_cells": "board: {cells: [[0, 0], [0, 99999999999]]}, tiles: [{set: monomino, multiplicity: 2}]",
    "pentacubes_torus": "board: {size: [12, 12, 12], wrap: torus}, tiles: [{set: pentacubes, multiplicity: any}]",
    "hexominoes": "board: {size: [100, 100]}, tiles: [{set: hexominoes, multiplicity: any}]",
    "bricks": "board: {size: [40, 40, 40]}, tiles: [{set: domino, multiplicity: any}]",
    "rules": "board: {size: [24, 24]}, tiles: [{set: pentominoes, multiplicity: any}], rules: {crossroads: 0}",
    "best": "board: {size: [40, 40]}, tiles: [{set: pentominoes, multiplicity: any}], maximize: crossroads",
}

HUGE_COMMANDS = {
    "solve": "solve SPEC --json",
    "first": "solve SPEC --limit 1 --json",
    "hidden": "solve SPEC --limit 1 --show none",
    "count": "count SPEC --json",
    "certify": "count SPEC --certificate OUT --json",
    "table": "count SPEC --by faults --json",
    "check": "check SPEC --json",
    "hint": "hint SPEC --json",
    "explain": "explain SPEC --json",
    "sample": "sample SPEC --json",
    "design": "design SPEC --json",
    "estimate": "estimate SPEC --json",
    "export": "export SPEC OUT",
}

DEFAULT = {("dominoes", "solve")}
"""Pairs that run by default; the others are slow only because they are many."""

PAIRS = [
    pytest.param(*pair, marks=[] if pair in DEFAULT else pytest.mark.slow, id="-".join(pair))
    for pair in product(HUGE, HUGE_COMMANDS)
]


@pytest.mark.parametrize(("puzzle", "command"), PAIRS)
def test_every_command_keeps_the_time_limit(puzzle: str, command: str, tmp_path: Path) -> None:
    """Every step after parsing runs under the deadline or is omitted: the process ends, and says that time is over."""
    spec = tmp_path / f"{puzzle}.yaml"
    spec.write_text(f"{{name: {puzzle}, {HUGE[puzzle]}}}", encoding="utf-8")
    words = {"SPEC": str(spec), "OUT": str(tmp_path / "out.dlx")}
    arguments = [words.get(word, word) for word in HUGE_COMMANDS[command].split()]
    done = run_process(*arguments, "--time-limit", "1", timeout=GUARD_SECONDS)
    assert done.returncode in (0, 1, 2, 3), done.stderr
    if done.returncode == 3:
        said = ("time-limit", "time limit", "out of time", '"answer": "unknown"')
        assert any(words in done.stdout + done.stderr for words in said)
