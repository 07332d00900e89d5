"""The cost of writing solutions, compared with counting them.

    python -m pytest -q -s tests/benchmarks/test_writing_cost.py -m benchmark

Prints times and their ratio; asserts the number of solutions, never a time. The times are those of the process that
writes: the search itself is in a worker.
"""

from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest

from cp_puzzles import build_puzzle, count, parse_spec, solve
from cp_puzzles.output.formats.solution_writer import open_writer

pytestmark = pytest.mark.benchmark

TILINGS = 167_089
"""Tilings of a 6x8 rectangle with dominoes (Kasteleyn 1961)."""


def test_writing_cost_compared_with_counting(tmp_path: Path) -> None:
    """Every tiling is written to a .jsonl file; the ratio of writing to counting is printed."""
    puzzle = build_puzzle(parse_spec("{name: d, board: {size: [6, 8]}, tiles: [{set: domino, multiplicity: any}]}"))
    seconds = []
    path = tmp_path / "dominoes.jsonl"
    for _ in range(2):  # the first count also builds the problem
        started = process_time()
        assert count(puzzle, engine="exact-cover", symmetry="off", jobs=1).count == TILINGS
        seconds.append(process_time() - started)
    started = process_time()
    writer = open_writer(path, puzzle)
    result = solve(puzzle, engine="exact-cover", symmetry="off", jobs=1, keep=False, on_solution=writer.write)
    writer.close()
    written = process_time() - started
    assert result.count == TILINGS
    with path.open("rb") as file:
        assert sum(1 for _ in file) == TILINGS
    print(f"\n{1e3 * written / TILINGS:.4f} ms a solution; writing takes {written / min(seconds):.0f} times the count")
