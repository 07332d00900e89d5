"""Which engine is soonest done with a question, from an estimate of its work."""

from __future__ import annotations

from cp_puzzles.engines.base import Question
from cp_puzzles.engines.registry import DEFAULT, FASTEST, entry_of, is_installed, node_seconds
from cp_puzzles.search.plan.estimate import estimate

SHORT_SECONDS = 2.0
"""A search that is shorter is over before a compiled one has been loaded."""

LONG_SECONDS = 30.0
"""Of a search that takes longer it is said that another engine would be faster."""

_WIDTH, _ROUNDS = 500, 8


def choose_engine(question: Question) -> str:
    """The engine that enumerates soonest; the same each time where the same packages are installed."""
    if not is_installed(FASTEST):
        return DEFAULT
    nodes = estimate(question.problem, question.leader, width=_WIDTH, rounds=_ROUNDS).nodes.value
    return DEFAULT if nodes * node_seconds(DEFAULT) < SHORT_SECONDS else FASTEST


def advice(engine: str, seconds: float) -> str | None:
    """What to tell someone whose search takes about so many seconds; None if nothing else is much faster.

    >>> advice("cp-sat", 3600.0)
    'this will take about 60 minutes; --engine exact-cover is some 40 times faster'
    >>> advice("cp-sat", 5.0)
    """
    if engine == FASTEST or seconds < LONG_SECONDS:
        return None
    times = entry_of(engine).node_seconds / entry_of(FASTEST).node_seconds
    remedy = "" if is_installed(FASTEST) else " (pip install 'cp-puzzles[fast]')"
    return f"this will take {_duration(seconds)}; --engine {FASTEST} is some {times:.0f} times faster{remedy}"


def _duration(seconds: float) -> str:
    for unit, size in (("days", 86400), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * size:
            return f"more than a thousand {unit}" if seconds > 1000 * size else f"about {seconds / size:.0f} {unit}"
    return f"about {seconds:.0f} seconds"
