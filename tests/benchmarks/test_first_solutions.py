"""The race for a first solution beside each engine alone, on instances that some searches never solve.

python -m pytest -q -s tests/benchmarks/test_first_solutions.py -m benchmark
"""

from __future__ import annotations

from time import perf_counter, process_time
from typing import Any

import pytest

from cp_puzzles import build_puzzle, parse_spec, solve
from cp_puzzles.cover.verify import Verifier

pytest.importorskip("numba")

pytestmark = pytest.mark.benchmark

INSTANCES = {
    "3 of each pentomino in 12x15": ("[12, 15]", "{set: pentominoes, multiplicity: 3}", "[]"),
    "5 of each pentomino in 15x20": ("[15, 20]", "{set: pentominoes, multiplicity: 5}", "[]"),
    "one-sided hexominoes in 18x20": ("[18, 20]", "{set: one-sided-hexominoes}", "[]"),
    "80 Y in 20x20": ("[20, 20]", "{set: pentominoes, only: [Y], multiplicity: 80}", "[]"),
    "16 of each tetracube in 8x8x8": ("[8, 8, 8]", "{set: tetracubes, multiplicity: 16}", "[]"),
    "hexominoes in 13x17 less a bar of 11": (
        "[13, 17]",
        "{set: hexominoes}",
        str([[6, column] for column in range(3, 14)]),
    ),
}

SECONDS = 30.0


def answer(puzzle: Any, **how: Any) -> tuple[float, float, str]:
    """The seconds, those of the processor, and who found the solution, which is verified; or `none`."""
    started, used = perf_counter(), process_time()
    result = solve(puzzle, limit=1, time_limit=SECONDS, **how)
    taken = perf_counter() - started, process_time() - used
    if not result.solutions:
        return *taken, "none"
    assert Verifier(puzzle).fault(result.solutions[0].placements) is None
    return *taken, str(result.statistics.get("winner", result.engine))


@pytest.mark.parametrize("name", INSTANCES)
def test_the_race_solves_what_is_hard_for_others(name: str) -> None:
    """A verified solution of each; printed: seconds, those of the processor, and who won."""
    size, tiles, holes = INSTANCES[name]
    puzzle = build_puzzle(parse_spec(f"{{name: hard, board: {{size: {size}, holes: {holes}}}, tiles: [{tiles}]}}"))
    solve("soma", limit=1, engine="exact-cover", jobs=1)  # compiles what there is to compile
    rows = {"race": answer(puzzle), "race, one worker": answer(puzzle, jobs=1)}
    rows |= {engine: answer(puzzle, jobs=1, engine=engine) for engine in ("cp-sat", "exact-cover")}
    best = min(used for _, used, found in rows.values() if found != "none")
    print(f"\n{name}")
    for who, (elapsed, used, found) in rows.items():
        print(f"  {who:18}{elapsed:7.1f} s {used:7.1f} CPU s {used / best:7.1f} times the best  {found}")
    assert rows["race"][2] != "none"
