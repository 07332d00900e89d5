"""Every command with a time limit of processor seconds, and with a memory limit, on twelve huge puzzles.

The clock of the program counts the processor time of the process, so that a limit reaches the same phases on a machine
of any speed and load.
"""

from __future__ import annotations

import os
import resource
import sys
from itertools import product
from pathlib import Path

import pytest

from cp_puzzles.cli import commands
from tests.cli.program import ENVIRONMENT, ROOT
from tests.processes import finished

GUARD_SECONDS = 50
"""Processor seconds beyond the limit after which a process is killed, many times what it needs: a step that ignores the
limit takes minutes."""

PROGRAM = """
import multiprocessing, subprocess, sys, threading, time  # these wait for events, so they need the real clock
time.monotonic = time.process_time
from cp_puzzles.__main__ import main
sys.exit(main())
"""

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
    "families": "board: {size: [50, 50]}, tiles: [{family: rectangles, multiplicity: any, cells: [1, 60]}]",
    "burr": "board: {size: [20, 20, 20]}, fill: false, tiles: [{set: pentacubes}]",
}

COMMANDS = {
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
    "draws": "sample SPEC 1000000000 --json",
    "design": "design SPEC --json",
    "estimate": "estimate SPEC --json",
    "export": "export SPEC OUT",
    "show": "show SPEC",
    "apart": "apart SPEC --json",
    "each": "each SPEC --sets 1 --total",
    "smallest": "smallest SPEC --json --total",
    "gallery": "gallery OUT FOLDER --total",
    "experiment": "experiment SPEC --symmetry full --json",
    "lab": "experiment SPEC --lab OUT.html --json",
}
"""The commands with a time limit; `--total` stands for the limit of the whole."""

WITH_MEMORY = ["solve", "first", "count", "certify", "check", "hint", "explain", "sample", "lab"]
MEMORY_CASES = [*product(HUGE, WITH_MEMORY)]

DEFAULT = {("dominoes", "solve", 1)}
"""The case that runs by default; the others are slow only because they are many."""

CASES = [
    pytest.param(*case, marks=[] if case in DEFAULT else pytest.mark.slow, id="-".join(map(str, case)))
    for number, case in enumerate(product(HUGE, COMMANDS, (1, 3, 10)))
    if case[2] < 10 or number % 4 == 2
]

SAID = ("time-limit", "time limit", "out of time", '"answer": "unknown"')


def run(puzzle: str, command: str, folder: Path, *options: str, seconds: int) -> tuple[int, str]:
    """Return the exit status and the output of a command that is killed `GUARD_SECONDS` after `seconds`."""
    spec = folder / "puzzles" / f"{puzzle}.yaml"
    spec.parent.mkdir()
    spec.write_text(f"{{name: {puzzle}, {HUGE[puzzle]}}}", encoding="utf-8")
    words = {"SPEC": str(spec), "OUT": str(folder / "out.dlx"), "OUT.html": str(folder / "o.html")}
    words |= {"FOLDER": str(spec.parent), "--total": ""}
    arguments = [words.get(word, word) for word in COMMANDS[command].split()]
    most = seconds + GUARD_SECONDS

    def limit_processor() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (most, most))

    # the clock does not count the processes of other workers
    parameters = commands.COMMANDS[arguments[0]].params
    one = ["--jobs", "1"] if any(each.name == "jobs" for each in parameters) else []
    command_line = [sys.executable, "-c", PROGRAM, *filter(None, arguments), *one, *options]
    environment = os.environ | ENVIRONMENT
    done = finished(command_line, timeout=1200, cwd=ROOT, env=environment, preexec_fn=limit_processor)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize(("puzzle", "command", "seconds"), CASES)
def test_every_command_keeps_the_time_limit(puzzle: str, command: str, seconds: int, tmp_path: Path) -> None:
    """Every step after parsing runs under the deadline or is omitted: the process ends, and says that time is over."""
    flag = "--total-time-limit" if COMMANDS[command].endswith("--total") else "--time-limit"
    status, output = run(puzzle, command, tmp_path, flag, str(seconds), seconds=seconds)
    assert status in (0, 1, 2, 3), output
    if status == 3:
        assert any(words in output for words in SAID), output


@pytest.mark.slow
@pytest.mark.parametrize(("puzzle", "command"), MEMORY_CASES)
def test_every_command_keeps_the_memory_limit(puzzle: str, command: str, tmp_path: Path) -> None:
    """A problem that is too large for the memory limit is refused, or its search ends with the time limit."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    options = ("--memory", "50MB", "--total-time-limit" if command == "smallest" else "--time-limit", "5")
    status, output = run(puzzle, command, tmp_path, *options, seconds=5)
    assert status in (0, 1, 2, 3), output
    largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    assert largest == before or largest < MOST_KIB, f"{largest} KiB"


MOST_KIB = 1_000_000
"""Memory of the process: the limit of 50 MB concerns the data of the puzzle; libraries and the search of CP-SAT, which
do not depend on it, take most of this."""
