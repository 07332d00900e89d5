"""A time limit of one second holds for every command on puzzles whose parts alone take longer to prepare."""

from __future__ import annotations

import sys
from itertools import product
from pathlib import Path

import pytest

from tests.processes import finished

ROOT = Path(__file__).parents[2]

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

COMMANDS = {
    "solve": "solve SPEC --json",
    "first": "solve SPEC --limit 1 --json",
    "hidden": "solve SPEC --limit 1 --show none",
    "count": "count SPEC --json",
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
    for pair in product(HUGE, COMMANDS)
]


@pytest.mark.parametrize(("puzzle", "command"), PAIRS)
def test_every_command_keeps_the_time_limit(puzzle: str, command: str, tmp_path: Path) -> None:
    """Every step after parsing runs under the deadline or is omitted: the process ends, and says that time is over."""
    spec = tmp_path / f"{puzzle}.yaml"
    spec.write_text(f"{{name: {puzzle}, {HUGE[puzzle]}}}", encoding="utf-8")
    words = {"SPEC": str(spec), "OUT": str(tmp_path / "out.dlx")}
    arguments = [words.get(word, word) for word in COMMANDS[command].split()]
    command_line = [sys.executable, "-m", "cp_puzzles", *arguments, "--time-limit", "1"]
    done = finished(command_line, cwd=ROOT, timeout=GUARD_SECONDS)
    assert done.returncode in (0, 1, 2, 3), done.stderr
    if done.returncode == 3:
        said = ("time-limit", "time limit", "out of time", '"answer": "unknown"')
        assert any(words in done.stdout + done.stderr for words in said)
