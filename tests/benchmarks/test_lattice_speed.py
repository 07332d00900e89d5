"""What a node of the general search takes on triangles, beside squares and cubes.

python -m pytest -q -s tests/benchmarks/test_lattice_speed.py -m benchmark
"""

from __future__ import annotations

from dataclasses import replace
from time import process_time

import pytest

from cp_puzzles.api import ask
from cp_puzzles.engines.base import Part
from cp_puzzles.puzzle.source import puzzle_from

pytest.importorskip("numba")

from cp_puzzles.engines.exact_cover.engine import ExactCoverEngine

pytestmark = pytest.mark.benchmark

PUZZLES = {"pentomino6x10": 2339, "solid_pentomino2x5x6": 264, "hexiamonds6x6": 156}
TURNS = 15


def test_a_node_on_triangles_beside_one_on_squares() -> None:
    """The answers, and the nanoseconds a node in turns; a node looks at the open domains, word by word."""
    questions = {name: replace(ask(puzzle_from(name))[1], settings={"scan": False}) for name in PUZZLES}
    engines = {name: ExactCoverEngine() for name in PUZZLES}
    least: dict[str, float] = {}
    nodes: dict[str, float] = {}
    for turn in range(TURNS):
        for name, question in questions.items():
            started = process_time()
            result = engines[name].run(question, Part(), emit=None, limit=None, stop=lambda: False)
            seconds = process_time() - started
            assert result.solutions == PUZZLES[name]
            if turn:  # the first compiles
                least[name] = min(seconds, least.get(name, seconds))
            nodes[name] = result.statistics["nodes"]
    usual = None
    for name, question in questions.items():
        nanoseconds = 1e9 * least[name] / nodes[name]
        usual = usual or nanoseconds
        problem = question.problem
        needed = sum(item.is_exact_one for item in problem.items)
        words = len(problem.table.values) / 64
        print(
            f"\n{name:22} {nodes[name]:10,.0f} nodes {nanoseconds:6.1f} ns a node, {nanoseconds / usual:5.2f} times; "
            f"{needed} items, {words:.0f} words of domains",
            end="",
        )
