"""The portfolio on two lanes beside each of its members alone on one lane, in processor time, for a first solution.

python -m pytest -q -s tests/benchmarks/test_first_solutions.py -m benchmark

The portfolio lasts half of the processor time of its two lanes, after the placements are computed. Each member has as
much time as the portfolio took. `NOTES.md` of the portfolio has the measurements.
"""

from __future__ import annotations

from time import process_time
from typing import Any

import pytest

from cp_puzzles import build_puzzle, parse_spec, solve
from cp_puzzles.api import cover_and_request
from cp_puzzles.cover.verifier import Verifier
from cp_puzzles.engines.portfolio.portfolio_engine import MEMBERS
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.search.progress import Progress
from tests.benchmarks.processor_time import timed

pytestmark = pytest.mark.benchmark

BAR = [[6, column] for column in range(3, 14)]
MIDDLE = [[row, column] for row in (6, 7, 8) for column in range(5, 10)]
WALLS = [[row, column] for row in range(11) for column in (23, 47)]
MIDDLES = [[5, column] for column in (11, 35, 59)]
CORNERS = [[x, y, z] for x in (0, 4) for y in (0, 4) for z in (0, 11)]

INSTANCES = {
    "2 of each pentomino in 10x12": ("size: [10, 12]", "{set: pentominoes, multiplicity: 2}"),
    "3 of each pentomino in 12x15": ("size: [12, 15]", "{set: pentominoes, multiplicity: 3}"),
    "5 of each pentomino in 15x20": ("size: [15, 20]", "{set: pentominoes, multiplicity: 5}"),
    "8 of each pentomino in 20x24": ("size: [20, 24]", "{set: pentominoes, multiplicity: 8}"),
    "10 of each pentomino in 20x30": ("size: [20, 30]", "{set: pentominoes, multiplicity: 10}"),
    "one-sided pentominoes in 9x10": ("size: [9, 10]", "{set: one-sided-pentominoes}"),
    "tetrominoes and pentominoes in 8x10": ("size: [8, 10]", "{set: tetrominoes}, {set: pentominoes}"),
    "45 Y in 15x15": ("size: [15, 15]", "{set: pentominoes, only: [Y], multiplicity: 45}"),
    "80 Y in 20x20": ("size: [20, 20]", "{set: pentominoes, only: [Y], multiplicity: 80}"),
    "hexominoes in 13x17 less a bar of 11": (f"size: [13, 17], holes: {BAR}", "{set: hexominoes}"),
    "hexominoes in 15x15 less its middle": (f"size: [15, 15], holes: {MIDDLE}", "{set: hexominoes}"),
    "2 of each hexomino in 20x21": ("size: [20, 21]", "{set: hexominoes, multiplicity: 2}"),
    "one-sided hexominoes in 18x20": ("size: [18, 20]", "{set: one-sided-hexominoes}"),
    "107 heptominoes in 25x30 less a cell": (
        "size: [25, 30], holes: [[12, 14]]",
        "{set: heptominoes, except: [S043]}",
    ),
    "heptominoes in three 11x23 less their middles": (
        f"size: [11, 71], holes: {[*WALLS, *MIDDLES]}",
        "{set: heptominoes}",
    ),
    "octiamonds in 12x22": ("parallelogram: [12, 22]", "{set: octiamonds}"),
    "pentahexes in a rhombus": ("parallelogram: [10, 11]", "{set: pentahexes}"),
    "10 of each tetrahex in a rhombus": ("parallelogram: [14, 20]", "{set: tetrahexes, multiplicity: 10}"),
    "heptiamonds in a rhombus": ("parallelogram: [7, 12]", "{set: heptiamonds}"),
    "Bedlam cube": ("size: [4, 4, 4]", "{set: bedlam}"),
    "2 of each tetracube in 4x4x4": ("size: [4, 4, 4]", "{set: tetracubes, multiplicity: 2}"),
    "16 of each tetracube in 8x8x8": ("size: [8, 8, 8]", "{set: tetracubes, multiplicity: 16}"),
    "25 Y pentacubes in 5x5x5": ("size: [5, 5, 5]", "{set: pentacubes, only: [Y], multiplicity: 25}"),
    "54 T in 6x6x6": ("size: [6, 6, 6]", "{set: tetrominoes, only: [T], multiplicity: 54}"),
    "pentacubes without I in 4x5x7": ("size: [4, 5, 7]", "{set: pentacubes, except: [I]}"),
    "25 of the pentacubes in 5x5x5": ("size: [5, 5, 5]", "{set: pentacubes, multiplicity: {min: 0, max: 1}}"),
    "2 of each pentacube in 5x5x12 less ten cells": (
        f"size: [5, 5, 12], holes: {[*CORNERS, [2, 2, 5], [2, 2, 6]]}",
        "{set: pentacubes, multiplicity: 2}",
    ),
    "5 of each solid pentomino in 5x6x10": ("size: [5, 6, 10]", "{set: pentominoes, multiplicity: 5}"),
}

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


@pytest.mark.parametrize("name", INSTANCES)
def test_portfolio_solves_hard_instances(name: str) -> None:
    """Find a verified solution; print the time of the portfolio, of each member that takes no longer, and the ratio."""
    board, tiles = INSTANCES[name]
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
