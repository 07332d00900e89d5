"""The numbers of the forecast, measured: loading, planning, rows and moves of sweeps, trees, nodes, the regression.

    python -m tests.benchmarks.engine_costs [loading] [frontier] [tree] [regression]

prints processor seconds beside the numbers that the forecast uses, on this machine; the forecast is of one machine, and
another one is slower or faster by a constant factor.
"""

from __future__ import annotations

import sys
from time import process_time

import numpy as np

from cp_puzzles.api import cover_and_request
from cp_puzzles.engines.engine import PartTask
from cp_puzzles.engines.frontier.frontier_plan import plan_sweep
from cp_puzzles.engines.frontier.frontier_sweep import MOVE_SECONDS, ROW_SECONDS
from cp_puzzles.engines.frontier.orbit_cover import orbit_cover, with_narrow_frontier
from cp_puzzles.engines.frontier.state_table import advance, start
from cp_puzzles.engines.frontier.sweep_count import INCIDENCE_SECONDS
from cp_puzzles.engines.registry import ENGINES, FASTEST, entry_of, load_engine
from cp_puzzles.search.forecast.engine_forecast import PAIR_SECONDS
from cp_puzzles.search.partition.search_tree import SearchTree
from tests.benchmarks.processor_time import timed, timed_program

PUZZLES = ("dominoes8x8", "pentomino6x10", "kanoodle5x11", "squares20x20", "tetrominoes_twice5x8")
REGRESSION_PUZZLES = ("pentomino6x10", "solid_pentomino2x5x6", "ten_tiles8x8", "conway5x5x5", "kanoodle5x11")

BASE = "from cp_puzzles.api import cover_and_request; _, request = cover_and_request('corners3x3')"
"""A program that prepares a search without an engine."""


def loading() -> None:
    """Measure a process that loads each engine and searches a puzzle of a moment, less one without an engine."""
    base = min(timed_program([sys.executable, "-c", BASE])[1] for _ in range(3))
    for name in ENGINES:
        run = f"from cp_puzzles.engines.engine import PartTask; load_engine({name!r}).run(PartTask(request))"
        program = f"{BASE}; from cp_puzzles.engines.registry import load_engine; {run}"
        seconds = min(timed_program([sys.executable, "-c", program])[1] for _ in range(3)) - base
        print(f"loading {name:14} {seconds:.2f} s, the forecast has {entry_of(name).cost.loading} s")


def frontier() -> None:
    """Fit the time of sweeps to rows and moves."""
    rows_of, moves_of, seconds_of = [], [], []
    for name in PUZZLES:
        problem, group = cover_and_request(name)[1].problem, cover_and_request(name)[1].leader.group
        begin = process_time()
        plan = plan_sweep(with_narrow_frontier(orbit_cover(problem, group.options[:1], group.items[:1])))
        planning = (process_time() - begin) / sum(map(len, problem.options))
        table, rows, begin = start(plan.words), 0, process_time()
        for step in plan.steps:
            before = len(table)
            table, made = advance(table, step)
            rows += before + made
        rows_of.append(rows * plan.words)
        moves_of.append(sum(step.work for step in plan.steps))
        seconds_of.append(process_time() - begin)
        print(f"{name:22} {planning:.1e} s to plan an incidence, the forecast has {INCIDENCE_SECONDS:.0e}", flush=True)
    weights = 1 / np.array(seconds_of)  # relative errors
    columns = np.column_stack([rows_of, moves_of]) * weights[:, None]
    row, move = np.linalg.lstsq(columns, np.ones(len(weights)), rcond=None)[0]
    print(f"{row:.1e} s for a row of a word ({ROW_SECONDS:.0e}), {move:.1e} s for a move ({MOVE_SECONDS:.0e})")


def tree() -> None:
    """Measure the search tree for each pair of items, and the fastest engine for each node."""
    engine = load_engine(FASTEST)
    for name in PUZZLES[1:]:
        request = cover_and_request(name)[1]
        _, seconds = timed(SearchTree, request.problem, request.leader)
        engine.run(PartTask(request, limit=1))
        result, search = timed(engine.run, PartTask(request))
        nodes = result.statistics["nodes"]
        print(
            f"{name:22} {seconds / request.problem.pairs:.1e} s for a pair ({PAIR_SECONDS:.1e}), "
            f"{search / nodes:.1e} s for a node of {nodes:,.0f} ({entry_of(FASTEST).cost.scale:.1e})",
            flush=True,
        )


def main() -> None:
    """Measure what is named, by default everything."""
    parts = {"loading": loading, "frontier": frontier, "tree": tree}
    for name in sys.argv[1:] or parts:
        parts[name]()


if __name__ == "__main__":
    main()
