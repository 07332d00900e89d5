"""The measured cost of counting each puzzle of the catalog with each engine, stored in catalog_costs.csv.

    python -m tests.catalog_costs [PUZZLE...]

measures all puzzles again, or only the named ones. The tests read the file: expensive counts belong to the slow run.
"""

from __future__ import annotations

import csv
import sys
import time
from functools import cache
from pathlib import Path

import pytest

from cp_puzzles import build_puzzle, count, load_spec
from cp_puzzles.cover.symmetry.symmetry_group import EQUIVALENCES, Symmetry
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.spec.loader import catalog, puzzle_name
from cp_puzzles.puzzle.spec.schema import Expected, PuzzleSpec

FILE = Path(__file__).with_suffix(".csv")
ENGINES = ("cp-sat", "exact-cover", "frontier")
LIMIT_SECONDS = 4.0
"""A count that takes longer is stopped and listed with this cost."""

Costs = dict[tuple[str, str], dict[str, float | None]]
"""CPU seconds by puzzle and symmetry, then by engine; None where the engine declines, or takes too long."""


EVERY = 10
"""The default run has one of this many puzzles of the folders of the catalog, which hold many of one kind."""


@cache
def by_default() -> frozenset[str]:
    """The puzzles that the default run looks at: every third one, and fewer of those in folders."""
    names = list(map(puzzle_name, catalog()))
    return frozenset([n for n in names if "/" not in n][::3]) | frozenset([n for n in names if "/" in n][::EVERY])


def every_file() -> pytest.MarkDecorator:
    """A test of every file of the catalog, `path`, and of those by default."""
    files = [(path, puzzle_name(path)) for path in catalog()]
    marks = {name: () if name in by_default() else (pytest.mark.slow,) for _, name in files}
    return pytest.mark.parametrize("path", [pytest.param(path, id=name, marks=marks[name]) for path, name in files])


@cache
def catalog_spec(file: Path) -> PuzzleSpec:
    """The spec of a file of the catalog, which several tests look at."""
    return load_spec(file)


@cache
def expectations() -> dict[str, Expected]:
    """The numbers that each puzzle of the catalog expects."""
    return {puzzle_name(file): catalog_spec(file).expected for file in catalog()}


@cache
def expected_counts() -> list[tuple[str, Symmetry, int]]:
    """Every count that a puzzle of the catalog expects."""
    return [
        (name, symmetry, number)
        for name, expected in expectations().items()
        for symmetry in EQUIVALENCES
        if (number := getattr(expected, symmetry)) is not None
    ]


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
    """Return the CPU seconds of reading, building and counting in one process; None for no count."""
    start = time.process_time()
    try:
        result = count(
            build_puzzle(load_spec(name)), symmetry=symmetry, engine=engine, jobs=1, time_limit=LIMIT_SECONDS
        )
    except MistakeError:
        return None
    seconds = round(time.process_time() - start, 1)
    return seconds if result.status == "complete" else max(seconds, LIMIT_SECONDS)


def main(names: list[str]) -> None:
    """Measure, and write the file in the order of the catalog."""
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
