"""Benchmarks of a stored run (additional time, memory, the gain by a second worker) and of writing solutions to a file.

    python -m pytest -q -s tests/benchmarks/test_output_cost.py -m benchmark

Prints times, ratios and megabytes; asserts the answers and the bound on memory, never a time.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from statistics import median

import pytest

from cp_puzzles import build_puzzle, count, load_spec, parse_spec, solve
from cp_puzzles.output.formats.solution_reader import open_writer
from cp_puzzles.search.run_result import RunResult
from tests.benchmarks.processor_time import least_time, timed
from tests.cli.program import ROOT
from tests.processes import finished

pytestmark = pytest.mark.benchmark

MEGABYTES = 500
TILINGS = 167_089
"""Tilings of a 6x8 rectangle with dominoes (Kasteleyn 1961)."""

MEASURED = """
import json, resource, sys
from cp_puzzles import build_puzzle, count, parse_spec, solve
size, command, path = json.loads(sys.argv[1]), sys.argv[2], sys.argv[3]
spec = "{name: d, board: {size: %s}, tiles: [{set: domino, multiplicity: any}]}" % size
search = solve if command == "solve" else count
more = {"keep": False} if command == "solve" else {}
result = search(build_puzzle(parse_spec(spec)), symmetry="off", engine="exact-cover", jobs=2, store=path, **more)
peaks = [resource.getrusage(who).ru_maxrss / 1024 for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
print(json.dumps({"solutions": result.count, "seconds": result.seconds, "megabytes": max(peaks)}))
"""


def test_store_cost_compared_with_search(tmp_path: Path) -> None:
    """6x10, all 9356 solutions, one process: with and without a store, in turns; the best of each counts."""
    puzzle = build_puzzle(load_spec("pentomino6x10"))
    seconds: dict[bool, list[float]] = {True: [], False: []}
    for turn in range(14):
        stored = bool(turn % 2)
        path = tmp_path / f"{turn}.run" if stored else None
        result, taken = timed(solve, puzzle, symmetry="off", engine="exact-cover", jobs=1, keep=False, store=path)
        seconds[stored].append(taken)
        assert result.count == 9356
    plain, kept = min(seconds[False][1:]), min(seconds[True])
    print(f"\n6x10 off: {plain:.3f} s, with a store {kept:.3f} s of processor time: {kept / plain - 1:+.1%}")


@pytest.mark.parametrize(("command", "size", "number"), [("solve", [7, 8], 1_292_697), ("count", [8, 9], 108_435_745)])
def test_memory_is_bounded(tmp_path: Path, command: str, size: list[int], number: int) -> None:
    """A stored `solve` of a million and a `count` of a hundred million: no process takes more than 500 MB."""
    arguments = [sys.executable, "-c", MEASURED, json.dumps(size), command, str(tmp_path / "run")]
    program = finished(arguments, status=0, timeout=7200, cwd=ROOT)
    measured = json.loads(program.stdout)
    assert measured["solutions"] == number
    assert measured["megabytes"] < MEGABYTES
    rate = measured["solutions"] / measured["seconds"]
    print(f"\n{command} {number:,}: {measured['seconds']:.0f} s, {rate:,.0f} a second, {measured['megabytes']:.0f} MB")


@pytest.mark.parametrize(
    ("name", "solutions"), [("bedlam", 19_186), ("solid_pentomino3x4x5", 3_940), ("y_pentacubes5x5x5", 1_264)]
)
def test_a_second_worker(name: str, solutions: int) -> None:
    """Two workers against one on three-dimensional puzzles, in turns: in all, and the search by itself."""
    puzzle = build_puzzle(load_spec(name))
    seconds: dict[int, list[float]] = {1: [], 2: []}
    longest: dict[int, list[float]] = {1: [], 2: []}
    worst = 1.0
    for turn in range(6):
        for jobs in seconds:
            result = count(puzzle, engine="exact-cover", jobs=jobs)
            assert result.count == solutions
            balance = float(result.statistics.get("balance", 1.0))
            if turn:  # the first time the compiled search is loaded
                worst = max(worst, balance)
                seconds[jobs].append(result.seconds)
                longest[jobs].append(result.statistics["engine_seconds"] / jobs * balance)
    (one, two), (search_one, search_two) = (
        [median(figures[jobs]) for jobs in (1, 2)] for figures in (seconds, longest)
    )
    print(
        f"\n{name}: {one:.2f} s, two workers {two:.2f} s: {one / two:.2f}; the search by itself "
        f"{search_one:.2f} s, {search_two:.2f} s: {search_one / search_two:.2f}; balance at worst {worst:.3f}"
    )


def test_writing_cost_compared_with_counting(tmp_path: Path) -> None:
    """Every tiling is written to a .jsonl file; the ratio to counting is printed, in the process that writes."""
    puzzle = build_puzzle(parse_spec("{name: d, board: {size: [6, 8]}, tiles: [{set: domino, multiplicity: any}]}"))
    path = tmp_path / "dominoes.jsonl"

    def write() -> RunResult:
        writer = open_writer(path, puzzle)
        result = solve(puzzle, engine="exact-cover", symmetry="off", jobs=1, keep=False, on_solution=writer.write)
        writer.close()
        return result

    counted, seconds = least_time(count, puzzle, engine="exact-cover", symmetry="off", jobs=1)
    result, written = timed(write)
    assert counted.count == result.count == TILINGS
    with path.open("rb") as file:
        assert sum(1 for _ in file) == TILINGS
    print(f"\n{1e3 * written / TILINGS:.4f} ms a solution; writing takes {written / seconds:.0f} times the count")
