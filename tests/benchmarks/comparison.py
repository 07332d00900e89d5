"""The table of README: all solutions up to symmetry, by the exact-cover engine and by other programs.

    pip install -e '.[benchmark]'
    python -m tests.benchmarks.comparison [NAME ...] [--limit SECONDS]

Set `BURRTXT` to BurrTools' command line; `test_disassembly_speed.py` says how to build it. BurrTools gets the puzzle as
a file, the others the placed cover problem without the options that no solution up to symmetry has. A time is processor
time without compilation, in a process of its own; `-` is a time beyond the limit. Every program must find the known
number of solutions. NAME selects puzzles.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterable
from functools import partial
from importlib import import_module
from pathlib import Path
from signal import SIGXCPU
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cp_puzzles.api import cover_and_request
from cp_puzzles.cover.symmetry.symmetry_group import Symmetry
from cp_puzzles.engines.engine import PartTask, SearchRequest
from cp_puzzles.engines.exact_cover.exact_cover_engine import ExactCoverEngine
from tests.benchmarks.processor_time import least_time, timed
from tests.cli.program import ROOT
from tests.processes import finished, started

LIMIT_SECONDS = 100.0
"""Processor time of each program for each puzzle."""

WALL_FACTOR = 10
"""A program is ended after this multiple of its limit, whatever its processor time."""

PUZZLES: dict[str, tuple[str, Symmetry, int]] = {
    "pentomino5x12": ("5x12", "full", 1010),
    "pentomino6x10": ("6x10", "full", 2339),
    "solid_pentomino2x5x6": ("2x5x6", "full", 264),
    "solid_pentomino3x4x5": ("3x4x5", "full", 3940),
    "bedlam": ("Bedlam", "rotations", 19186),
}
"""The head of the column, the symmetries that count as one, and the number of solutions."""

ASSEMBLIES = re.compile(r"(\d+) assemblies")

Found = tuple[int, float]
"""A number of solutions, and seconds."""


def ours(asked: SearchRequest) -> Found:
    """Search as `count --engine exact-cover` does."""
    result, seconds = least_time(ExactCoverEngine().run, PartTask(asked))
    return result.solutions, seconds


def leaders(asked: SearchRequest, found: Iterable[Iterable[int]]) -> int:
    """Return the number of solutions that lead their orbits; libraries exclude only options that no leader has."""
    return sum(asked.leader.is_leader(np.array(sorted(solution))) for solution in found)


def instance(asked: SearchRequest) -> tuple[NDArray[np.intp], int, list[list[int]]]:
    """Return the options that some leader has, the number of items, and the items that each of these options covers."""
    kept = np.flatnonzero(~asked.leader.dominated)
    exact = [number for number, item in enumerate(asked.problem.items) if item.is_exact_one]
    needed = {item: number for number, item in enumerate(exact)}
    return kept, len(needed), [[needed[i] for i in asked.problem.options[o] if i in needed] for o in kept.tolist()]


def with_xcover(asked: SearchRequest) -> Found:
    """Search with the package xcover: dancing cells, compiled by numba."""
    kept, items, options = instance(asked)
    names = [[str(i) for i in option] for option in options]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        covers = import_module("xcover").covers(names, primary=list(map(str, range(items))))
        found, seconds = timed(lambda: [kept[solution] for solution in covers])
    return leaders(asked, found), seconds


def with_exact_cover(asked: SearchRequest) -> Found:
    """Search with the package exact-cover: dancing links in C."""
    kept, items, options = instance(asked)
    matrix = np.zeros((len(kept), items), dtype=bool)
    for row, option in enumerate(options):
        matrix[row, option] = True
    found, seconds = timed(import_module("exact_cover").get_all_solutions, matrix)
    return leaders(asked, (kept[list(solution)] for solution in found)), seconds


def with_pyxcc(asked: SearchRequest) -> Found:
    """Search with the package pyxcc: Knuth's dancing cells in Rust."""
    kept, items, options = instance(asked)
    pyxcc = import_module("pyxcc")
    rows = [pyxcc.Option(str(o), list(map(str, option)), []) for o, option in zip(kept, options, strict=True)]
    problem = pyxcc.Problem(list(map(str, range(items))), [], rows)
    found, seconds = timed(lambda: pyxcc.solve(problem, True).all())
    return leaders(asked, (map(int, solution) for solution in found)), seconds


LIBRARIES: dict[str, Callable[[SearchRequest], Found]] = {
    "**engine `exact-cover`** (numba)": ours,
    "Knuth's dancing cells, `pyxcc` (Rust)": with_pyxcc,
    "DLX library `xcover` (numba)": with_xcover,
    "DLX library `exact-cover` (C)": with_exact_cover,
}
BURRTOOLS = "BurrTools (`burrTxt`)"


def answer(program: str, name: str, limit: float) -> None:
    """Print the number of solutions and the seconds of a library, which first compiles what it needs."""
    search = LIBRARIES[program]
    asked = cover_and_request(name, symmetry=PUZZLES[name][1])[1]
    if search is ours:
        search(asked)
    elif search is with_xcover:
        search(cover_and_request("soma")[1])
    _limit_processor(sum(os.times()[:2]) + limit)
    print(*search(asked))


def _limit_processor(seconds: float) -> None:
    """End this process after its processor time, also if it becomes another program."""
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 6))


def measured(program: str, name: str, limit: float, folder: Path) -> float | None:
    """Return the processor seconds of a program, None beyond the limit; assert the number of its solutions."""
    if program == BURRTOOLS:
        file = str(folder / f"{name}.xmpuzzle")
        finished([sys.executable, "-m", "cp_puzzles", "export", name, file], cwd=ROOT, status=0)
        command, limited = [os.environ["BURRTXT"], "-q", file], partial(_limit_processor, limit)
    else:
        command = [sys.executable, "-m", "tests.benchmarks.comparison", "--serve", program, name, "--limit", str(limit)]
        limited = None  # the process limits itself, after it has compiled
    before = os.times()
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with started(command, cwd=ROOT, preexec_fn=limited, **pipes) as process:
        try:
            output, errors = process.communicate(timeout=WALL_FACTOR * limit)
        except subprocess.TimeoutExpired:
            return None
    if process.returncode == -SIGXCPU:
        return None
    assert process.returncode == 0, errors
    if program == BURRTOOLS:
        figures = ASSEMBLIES.search(output)
        assert figures, output
        solutions, seconds = int(figures[1]), sum(os.times()[2:4]) - sum(before[2:4])
    else:
        solutions, seconds = int(output.split()[0]), float(output.split()[1])
    assert solutions == PUZZLES[name][2], f"{program} finds {solutions} of {PUZZLES[name][2]} solutions of {name}"
    return seconds if seconds <= limit else None


def main() -> None:
    """Measure the programs, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=[*PUZZLES], metavar="NAME", help=", ".join(PUZZLES))
    parser.add_argument("--limit", type=float, default=LIMIT_SECONDS)
    parser.add_argument("--serve", nargs=2, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve:
        program, name = asked.serve
        answer(program, name, asked.limit)
        return
    programs = [*LIBRARIES, BURRTOOLS]
    if "BURRTXT" not in os.environ:
        print(f"BURRTXT is not set: {programs.pop()} is skipped")
    print("| solver |", *(f" {PUZZLES[name][0]} |" for name in asked.names), sep="")
    print("|---|", *("---|" for _ in asked.names), sep="")
    with TemporaryDirectory() as folder:
        for program in programs:
            print(f"| {program} |", end="", flush=True)
            for name in asked.names:
                seconds = measured(program, name, asked.limit, Path(folder))
                print(" - |" if seconds is None else f" {seconds:.2g} |", end="", flush=True)
            print()


if __name__ == "__main__":
    main()
