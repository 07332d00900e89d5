"""What it costs to count each puzzle of the catalogue with each engine: measured once, kept in catalogue_costs.csv.

    python -m tests.catalogue_costs [PUZZLE...]

measures all puzzles anew, or only those named. The tests read the file: what is dear is left to the slow run.
"""

from __future__ import annotations

import csv
import sys
import time
from functools import cache
from pathlib import Path

import pytest

from cp_puzzles import build_puzzle, count, load_spec
from cp_puzzles.errors import MistakeError
from cp_puzzles.spec.catalogue import catalogue, puzzle_name
from cp_puzzles.symmetry.group import QUESTIONS, Symmetry

FILE = Path(__file__).with_suffix(".csv")
ENGINES = ("cp-sat", "exact-cover", "frontier")
PATIENCE = 4.0
"""Seconds after which a count is stopped: it costs at least so much."""

Costs = dict[tuple[str, str], dict[str, float | None]]
"""CPU seconds by puzzle and symmetry, then by engine; None where the engine declines."""


EVERY = 10
"""A folder of the catalogue holds many puzzles of one kind: so many of them have one in the default run."""


@cache
def by_default() -> frozenset[str]:
    """The puzzles that the default run looks at."""
    names = list(map(puzzle_name, catalogue()))
    return frozenset(name for name in names if "/" not in name) | frozenset([n for n in names if "/" in n][::EVERY])


def every_file() -> pytest.MarkDecorator:
    """A test of every file of the catalogue, `path`, and of those by default."""
    files = [(path, puzzle_name(path)) for path in catalogue()]
    marks = {name: () if name in by_default() else (pytest.mark.slow,) for _, name in files}
    return pytest.mark.parametrize("path", [pytest.param(path, id=name, marks=marks[name]) for path, name in files])


@cache
def expected_counts() -> list[tuple[str, Symmetry, int]]:
    """Every count that a file of the catalogue expects."""
    found: list[tuple[str, Symmetry, int]] = []
    for file in catalogue():
        expected = load_spec(file).expected
        for symmetry in QUESTIONS:
            number = getattr(expected, symmetry)
            if number is not None:
                found.append((puzzle_name(file), symmetry, number))
    return found


def read_costs() -> Costs:
    """The costs as they were measured."""
    with FILE.open(newline="") as file:
        return {
            (row["puzzle"], row["symmetry"]): {
                engine: float(row[engine]) if row[engine] else None for engine in ENGINES
            }
            for row in csv.DictReader(file)
        }


def measure(name: str, symmetry: Symmetry, engine: str) -> float | None:
    """The CPU seconds of reading, building and counting in one process."""
    start = time.process_time()
    try:
        result = count(build_puzzle(load_spec(name)), symmetry=symmetry, engine=engine, jobs=1, time_limit=PATIENCE)
    except MistakeError:
        return None
    seconds = round(time.process_time() - start, 1)
    return seconds if result.status == "complete" else max(seconds, PATIENCE)


def main(names: list[str]) -> None:
    """Measure, and write the file in the order of the catalogue."""
    costs = read_costs() if FILE.exists() else {}
    count(build_puzzle(load_spec("dominoes4x4")), engine="exact-cover", jobs=1)  # compiles
    for name, symmetry, _ in expected_counts():
        if not names or name in names:
            costs[name, symmetry] = {engine: measure(name, symmetry, engine) for engine in ENGINES}
            print(name, symmetry, costs[name, symmetry], file=sys.stderr)
    with FILE.open("w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(("puzzle", "symmetry", *ENGINES))
        for name, symmetry, _ in expected_counts():
            if (name, symmetry) in costs:
                table.writerow((name, symmetry, *costs[name, symmetry].values()))


if __name__ == "__main__":
    main(sys.argv[1:])
