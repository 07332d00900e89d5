"""The portfolio in two processes beside each of its members alone in one, in processor time, for a first solution.

python -m pytest -q -s tests/benchmarks/test_first_solutions.py -m benchmark

The portfolio lasts half of the processor time of its two processes, after the placements are computed. Each member has
as much time as the portfolio took. `NOTES.md` of the portfolio has the measurements.
"""

from __future__ import annotations

from time import process_time
from typing import Any

import pytest

from cp_puzzles import build_puzzle, parse_spec, solve
from cp_puzzles.api import cover_and_request
from cp_puzzles.cover.verifier import Verifier
from cp_puzzles.engines.time_slices import MEMBERS
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.search.run_result import Progress
from tests.benchmarks.packings import SETS
from tests.benchmarks.processor_time import timed

pytestmark = pytest.mark.benchmark

SECONDS = 60.0
"""Processor time limit of each member."""


def answer(puzzle: Puzzle, seconds: float, **how: Any) -> tuple[float, str]:
    """Return the processor seconds and the member that found the verified solution, or `none`."""
    began = process_time()

    def look(progress: Progress) -> None:
        if process_time() - began > seconds:
            raise KeyboardInterrupt

    result = solve(puzzle, limit=1, on_progress=look, **how)
    taken = process_time() - began
    if not result.solutions:
        return taken, "none"
    assert Verifier(puzzle).violation(result.solutions[0].placements) is None
    return taken, str(result.statistics.get("winner", result.engine))


@pytest.mark.parametrize("name", SETS)
def test_portfolio_solves_hard_instances(name: str) -> None:
    """Find a verified solution; print the time of the portfolio, of each member that takes no longer, and the ratio."""
    board, tiles = SETS[name]
    puzzle = build_puzzle(parse_spec(f"{{name: hard, board: {{{board}}}, tiles: [{tiles}]}}"))
    solve("soma", limit=1, engine="exact-cover", jobs=1)  # compiles what there is to compile
    for settings in ({"scan": False}, {"sparse": True}):
        solve("soma", limit=1, engine="exact-cover", jobs=1, settings=settings)
    _, placing = timed(cover_and_request, puzzle, symmetry="off")
    used, winner = answer(puzzle, 2 * SECONDS, jobs=2)
    lasted = placing + (used - placing) / 2
    alone = {}
    for member in MEMBERS:
        if not member.in_parts:
            taken, found = answer(puzzle, lasted, jobs=1, engine=member.engine, settings=vars(member.settings))
            if found != "none" and taken <= lasted:
                alone[str(member)] = taken
    best = min(alone, key=alone.__getitem__, default="none sooner")
    ratio = lasted / alone[best] if alone else 1.0
    print(f"\n| {name} | {best} | {alone.get(best, lasted):.2f} | {lasted:.2f} | {ratio:.1f} | {winner} |")
    assert winner != "none"
