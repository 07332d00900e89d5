"""Benchmarks of the time per node on triangles and on boards that split into small subproblems, for both searches.

python -m pytest -q -s tests/benchmarks/test_lattice_speed.py -m benchmark
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from cp_puzzles import Puzzle, build_puzzle, parse_spec
from cp_puzzles.api import cover_and_request
from cp_puzzles.engines.engine import PartTask
from cp_puzzles.engines.exact_cover.exact_cover_engine import ExactCoverEngine
from tests.benchmarks.processor_time import timed

pytestmark = pytest.mark.benchmark

HEXOMINOES = "hexominoes 6x17"
PUZZLES = {"pentomino6x10": 2339, "solid_pentomino2x5x6": 264, "hexiamonds6x6": 156, HEXOMINOES: 203}
TURNS = 15


def hexominoes() -> Puzzle:
    """Seventeen of them on 6x17: 5,230 placements, and nearly every few pieces leave a dead end soon."""
    numbers = (2, 4, 6, 7, 9, 10, 19, 20, 22, 24, 26, 27, 29, 30, 32, 33, 34)
    only = ", ".join(f"H{number:02}" for number in numbers)
    return build_puzzle(
        parse_spec(f"{{name: {HEXOMINOES}, board: {{size: [6, 17]}}, tiles: [{{set: hexominoes, only: [{only}]}}]}}")
    )


@pytest.mark.parametrize("scan", [True, False], ids=["chosen", "general"])
def test_node_cost_compared_with_squares(scan: bool) -> None:
    """The answers, and the nanoseconds a node in turns; the general search looks at the open domains, word by word."""
    puzzles = {name: hexominoes() if name == HEXOMINOES else name for name in PUZZLES}
    questions = {
        name: replace(cover_and_request(puzzle)[1], settings={"scan": scan}) for name, puzzle in puzzles.items()
    }
    engines = {name: ExactCoverEngine() for name in PUZZLES}
    least: dict[str, float] = {}
    nodes: dict[str, float] = {}
    for turn in range(TURNS):
        for name, request in questions.items():
            if name == HEXOMINOES and turn > 2:
                continue  # seconds each
            result, seconds = timed(engines[name].run, PartTask(request))
            assert result.solutions == PUZZLES[name]
            if turn:  # the first compiles
                least[name] = min(seconds, least.get(name, seconds))
            nodes[name] = result.statistics["nodes"]
    usual = None
    for name, request in questions.items():
        nanoseconds = 1e9 * least[name] / nodes[name]
        usual = usual or nanoseconds
        problem = request.problem
        needed = sum(item.is_exact_one for item in problem.items)
        words = len(problem.table.values) / 64
        print(
            f"\n{name:22} {nodes[name]:10,.0f} nodes {nanoseconds:6.1f} ns a node, {nanoseconds / usual:5.2f} times; "
            f"{needed} items, {words:.0f} words of domains",
            end="",
        )
