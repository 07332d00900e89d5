"""The forecast time of an engine for a request: loading, building and searching."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import inf
from typing import TYPE_CHECKING

from cp_puzzles.base.memory import allowed_memory, bytes_text
from cp_puzzles.base.text import estimated_seconds
from cp_puzzles.cover.cover_problem import Cover, CoverProblem
from cp_puzzles.cover.symmetry.leader import LexLeader, leader_of, lex_leader
from cp_puzzles.engines.engine import Part, SearchRequest
from cp_puzzles.engines.registry import FASTEST, entry_of
from cp_puzzles.errors import MistakeError, Parameter, WideFrontierError
from cp_puzzles.search.forecast.work_estimate import Estimate, estimate_work, pilot_nodes, sample_plan, sampled_nodes
from cp_puzzles.search.partition.search_tree import join, tree_bytes, tree_of
from cp_puzzles.search.progress import Interval

if TYPE_CHECKING:
    from cp_puzzles.engines.registry import SweepCount

FORECAST_SHARE, LEAST_SECONDS = 0.1, 0.2
"""The forecasts of a search take at most this share of its time, or at most this time."""

ATTEMPT_SECONDS = 0.1
"""The time of an attempt to count, which is less than the time to load another engine."""

PAIR_SECONDS = 2e-8
"""About the seconds to build the search tree for each pair of items of an option.

Measured by `python -m tests.benchmarks.engine_costs`.
"""

MAX_TREE_SECONDS = 10.0
"""A tree that takes longer to build is not sampled: eight boxes of 38x27 on a pallet of 120x80 would take 3 min."""

SOLUTION_SECONDS = 1e-3
"""The approximate time to build and measure a solution."""

MAX_ESTIMATED_SIZE = 2_000_000
"""Items times options above which an estimate of an enumeration would cost more time than it could save."""

ENUMERATION_SECONDS = 0.5
"""About the time of that estimate."""


@lru_cache(maxsize=1)
def searched_leader(request: SearchRequest) -> LexLeader:
    """Return the leader test that the search tree uses.

    With lexicographic breaking it is that of the request, so options that no leader has are omitted. With the filter it
    is trivial, because the engine then searches all options.
    """
    if request.breaking == "lex":
        return request.leader
    return lex_leader(request.problem, request.leader.group.trivial)


def tree_seconds(problem: CoverProblem) -> float:
    """Return about the seconds to build the search tree, which every engine that enumerates needs."""
    return PAIR_SECONDS * problem.pairs


def refuse_large_tree(place: str | Parameter, problem: CoverProblem, memory: int | None = None) -> None:
    """Raise `MistakeError` if the search tree takes more than `MAX_TREE_SECONDS` to build, or more than the memory."""
    refuse_wide_tree(place, problem, memory)
    building = tree_seconds(problem)
    if building > MAX_TREE_SECONDS:
        words = f"its tree takes about {estimated_seconds(building)} to build, before any estimate or complete search"
        remedy = ("find one solution with solve and ", Parameter("limit", 1))
        raise MistakeError(place, words, (*remedy, ", or search anyway with ", Parameter("engine", FASTEST)))


def refuse_wide_tree(place: str | Parameter, problem: CoverProblem, memory: int | None) -> None:
    """Raise `MistakeError` if the search tree takes more memory than allowed; None: the machine's share."""
    needed, allowed = tree_bytes(problem), allowed_memory(memory)
    if needed > allowed:
        words = f"its search tree takes about {bytes_text(needed)}, but only {bytes_text(allowed)} may be used"
        raise MistakeError(
            place,
            words,
            ("find one solution with ", Parameter("limit", 1), ", or allow more with ", Parameter("memory")),
        )


def affordable_seconds(seconds: float) -> float:
    """Return the time that the forecasts may take together before a search of some seconds."""
    return max(LEAST_SECONDS, FORECAST_SHARE * seconds)


def expected_work(request: SearchRequest, seconds: float) -> Estimate:
    """Return an estimate of the search tree and of the solutions that takes some seconds; the same at every call."""
    leader = searched_leader(request)
    plan = sample_plan(tree_of(leader), seconds)
    return estimate_work(request.problem, leader, width=plan.width, rounds=plan.rounds, most=plan.most)


def forecast(
    engine: str, request: SearchRequest, parts: Sequence[Part], expected: Estimate, seconds: float
) -> Interval:
    """Return the processor time that an engine is expected to take for the parts of a request.

    Without `parts`, which take time to determine, their number is an estimate. The forecast takes some seconds if the
    engine does not branch as `expected`.
    """
    cost, nodes = entry_of(engine).cost, expected.nodes
    if cost.fill_order:
        tree = tree_of(searched_leader(request)).in_fill_order
        levels = [level for part in parts or (Part(),) if len(level := tree.root(part))]
        nodes = sampled_nodes(tree, join(levels), seconds) if levels else Interval.exactly(0.0)
    pairs = zip(vars(nodes).values(), vars(expected.solutions).values(), strict=True)
    start, branches = tree_seconds(request.problem), _branches(request)
    number = len(parts) or entry_of(engine).tuning.partition.target(expected.nodes.value)
    return Interval(*(start + cost.seconds(request, tree, leaders, number, branches) for tree, leaders in pairs))


def rough_seconds(engine: str, request: SearchRequest, *, factor: float = 1.0) -> float:
    """Return the forecast of `factor` times the nodes that a single small sample finds; it takes a moment."""
    cost, tree = entry_of(engine).cost, tree_of(searched_leader(request))
    nodes = factor * pilot_nodes(tree.in_fill_order if cost.fill_order else tree)
    return tree_seconds(request.problem) + cost.seconds(request, nodes, nodes, branches=_branches(request))


def seconds_to_enumerate(cover: Cover, engine: str, affordable: float = ENUMERATION_SECONDS) -> float:
    """Return the estimated seconds of an enumeration of all tilings, which are measured; infinite for a counter.

    The estimate takes about an affordable time, and is the same at every call. If there are few tilings, an enumeration
    proves optimality sooner than the bounds of a solver. For the most crossroads of pentominoes on 6x10 it takes some
    seconds; the solver has no proof after a hundred seconds.
    """
    entry, problem = entry_of(engine), cover.problem
    if not entry.enumerates or len(problem.items) * len(problem.options) > MAX_ESTIMATED_SIZE:
        return inf
    request = SearchRequest(problem, leader_of(cover, "full"))
    expected = expected_work(request, min(affordable, ENUMERATION_SECONDS))
    solutions = expected.solutions.high
    return entry.cost.seconds(request, expected.nodes.high, solutions) + solutions * SOLUTION_SECONDS


def _branches(request: SearchRequest) -> float:
    """Return the number of branches of the root."""
    return float(tree_of(searched_leader(request)).root().count.sum())


def attempted(counting: SweepCount, seconds: float, most: float = inf) -> SweepCount | None:
    """Continue a count for some seconds, unless even its plan takes longer, but for `most` seconds after the plan.

    Returns None if the memory is exceeded.
    """
    try:
        if counting.spent or counting.planning_seconds <= seconds:
            counting.advance(min(seconds, counting.planning_seconds + most))
    except WideFrontierError:
        return None
    return counting


def total_seconds(counting: SweepCount, affordable: float = inf) -> Interval:
    """Return about the seconds of a count that has not begun, of which it carries out some; infinite if it cannot.

    If its plan takes longer than is affordable, the plan is a lower bound.
    """
    planning = counting.planning_seconds
    if planning > affordable:
        return Interval(planning, planning, inf)
    begun = attempted(counting, planning + min(ATTEMPT_SECONDS, affordable - planning) / 2)
    total = inf if begun is None else begun.spent + begun.seconds_left()
    return Interval.exactly(total)
