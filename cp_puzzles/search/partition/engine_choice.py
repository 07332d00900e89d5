"""Forecast of the time that an engine takes for a request, and the choice of the engine that finishes it first.

A forecast is a number of nodes, estimated by samples of a fixed size and seed and converted to seconds of one machine.
So forecasts, and the choice, depend on the puzzle alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cp_puzzles.base.number_text import estimated, estimated_seconds, integer
from cp_puzzles.engines.engine import Part, SearchRequest
from cp_puzzles.engines.registry import ENGINES, FASTEST, MODEL_ENGINE, entry_of
from cp_puzzles.search.partition.partition import partition_of, searched_leader
from cp_puzzles.search.partition.search_tree import join, tree_of
from cp_puzzles.search.partition.work_estimate import Estimate, estimate, pilot_nodes, sampled_nodes, sampled_width
from cp_puzzles.search.progress import Interval

MODERATE_SECONDS = 20.0
"""CP-SAT is chosen for a search that it is expected to finish within this time.

6x10 takes 7 s, the Kanoodle pyramid 70 s.
"""

LONG_SECONDS = 30.0
"""A faster engine is recommended for a search that takes longer than this."""

MAX_MODEL_OPTIONS = 50_000
"""The largest number of options for which CP-SAT is considered; with more, building the models takes too long."""

MAX_MODEL_IMAGES = 500_000
"""The largest product of options and symmetries for which CP-SAT is considered; each symmetry adds constraints."""

_TRUST = 4.0
"""A single small sample decides if a search of this many times its estimated nodes would still take moderate time."""


@dataclass(frozen=True)
class EngineChoice:
    """An engine, and a sentence that gives the reason if it is not the CP-SAT model."""

    engine: str
    reason: str | None = None


def choose_engine(request: SearchRequest, *, loads_kernels: bool = False) -> EngineChoice:
    """Return CP-SAT if it is expected to finish in moderate time, else the engine that is expected to finish first.

    With `loads_kernels`, work on the solutions loads compiled kernels in any case: then a search of moderate time is
    shorter than the import of CP-SAT, and the fastest engine carries it out.

    >>> from cp_puzzles.api import cover_and_request
    >>> choose_engine(cover_and_request("pentomino6x10")[1])
    EngineChoice(engine='cp-sat', reason=None)
    >>> print(choose_engine(cover_and_request("kanoodle_pyramid")[1]).engine)
    exact-cover
    """
    if (excess := _too_many(request)) is not None:
        return EngineChoice(FASTEST, f"engine {FASTEST}: {excess} are too many for {MODEL_ENGINE}")
    if _is_plainly_moderate(request):
        return EngineChoice(FASTEST if loads_kernels else MODEL_ENGINE)
    expected = expected_work(request)
    parts = partition_of(request, entry_of(MODEL_ENGINE).tuning.partition).parts
    seconds = {name: forecast(name, request, parts, expected).value for name in ENGINES}
    engine = min(seconds, key=lambda name: seconds[name])
    if seconds[MODEL_ENGINE] <= MODERATE_SECONDS or engine == MODEL_ENGINE:
        return EngineChoice(MODEL_ENGINE)
    return EngineChoice(
        engine,
        f"engine {engine}: expected to take about {estimated_seconds(seconds[engine])} on one core, "
        f"{MODEL_ENGINE} about {estimated_seconds(seconds[MODEL_ENGINE])}",
    )


def expected_work(request: SearchRequest) -> Estimate:
    """Return an estimate of the search tree and of the solutions that is the same at every call."""
    leader = searched_leader(request)
    tree = tree_of(leader)
    width, rounds = sampled_width(tree, tree.root())
    return estimate(request.problem, leader, width=width, rounds=rounds)


def forecast(engine: str, request: SearchRequest, parts: Sequence[Part], expected: Estimate) -> Interval:
    """Return the processor time, in seconds, that an engine is expected to take for the parts of a request."""
    nodes = expected.nodes
    if entry_of(engine).cost.fill_order:
        tree = tree_of(searched_leader(request)).in_fill_order()
        levels = [level for part in parts if len(level := tree.root(part))]
        nodes = sampled_nodes(tree, join(levels)) if levels else Interval(0.0, 0.0, 0.0)
    pairs = zip(vars(nodes).values(), vars(expected.solutions).values(), strict=True)
    return Interval(*(entry_of(engine).cost.seconds(request, tree, leaders, len(parts)) for tree, leaders in pairs))


def advice(engine: str, request: SearchRequest, parts: Sequence[Part]) -> str | None:
    """Return the recommendation of a faster engine for a long search; None for other searches."""
    if engine == FASTEST or len(parts) == 1 or _too_many(request) is not None:
        return None
    expected = expected_work(request)
    seconds, fast = (forecast(name, request, parts, expected).value for name in (engine, FASTEST))
    if seconds < LONG_SECONDS or fast > seconds / 2:
        return None
    times = f"about {estimated(seconds / fast)} times faster"
    return f"this will take about {estimated_seconds(seconds)} on one core; --engine {FASTEST} is {times}"


def _too_many(request: SearchRequest) -> str | None:
    """Return the number of placements or of symmetries in words if it is too large for a CP-SAT model; else None."""
    options, order = len(request.problem.options), request.leader.group.order
    if options > MAX_MODEL_OPTIONS:
        return f"{integer(options)} placements"
    return f"{integer(order)} symmetries" if options * order > MAX_MODEL_IMAGES else None


def _is_plainly_moderate(request: SearchRequest) -> bool:
    """Return True if a single small sample shows clearly that CP-SAT takes moderate time."""
    tree = tree_of(searched_leader(request)).in_fill_order()
    nodes = _TRUST * pilot_nodes(tree, tree.root())
    return _TRUST * entry_of(MODEL_ENGINE).cost.seconds(request, nodes, nodes) < MODERATE_SECONDS
