"""How long a search will take and what it will find, from random probes of its tree."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from cp_puzzles.cover.kinds import problem_from
from cp_puzzles.engines.registry import DEFAULT, node_seconds
from cp_puzzles.options import SearchOptions
from cp_puzzles.proofs.reason import reason_for_none
from cp_puzzles.puzzle.source import PuzzleSource
from cp_puzzles.search.plan.estimate import SECONDS
from cp_puzzles.search.plan.estimate import estimate as probed
from cp_puzzles.search.plan.interval import Interval
from cp_puzzles.search.work.dispatch import available_cores
from cp_puzzles.search.work.job import Job
from cp_puzzles.symmetry.group import Symmetry, motions_of


@dataclass(frozen=True)
class Forecast:
    """What to expect of a search; the bounds hold in 95 of 100 cases, the seconds are a rule of thumb.

    `nodes` options tried by a search that takes the most constrained item; `solutions` at the asked symmetry, `raw`
    all; `exact` if the whole tree was small enough to be searched.
    """

    name: str
    symmetry: str
    engine: str
    jobs: int
    nodes: Interval
    solutions: Interval
    raw: Interval
    seconds: Interval
    exact: bool
    reason: str | None = None

    def summary(self) -> dict[str, Any]:
        """The forecast as plain data."""
        return asdict(self)


def estimate(
    puzzle: PuzzleSource,
    *,
    symmetry: Symmetry = "full",
    engine: str = DEFAULT,
    jobs: int | None = None,
    seconds: float = SECONDS,
    memory: int | None = None,
) -> Forecast:
    """Estimate a search in about `seconds` (Knuth, Estimating the efficiency of backtrack programs, 1975).

    >>> soma = estimate("soma")
    >>> soma.solutions.low <= 240 <= soma.solutions.high
    True
    """
    puzzle = problem_from(puzzle)
    options = SearchOptions(symmetry=symmetry, engine=engine, jobs=jobs, memory=memory)
    node = node_seconds(engine)
    symmetry = motions_of(puzzle, symmetry)
    cover, question = Job(puzzle, symmetry, engine, memory=memory).ask()
    workers = options.jobs or available_cores()
    reason = reason_for_none(cover)
    if reason is not None:
        none = Interval(0, 0, 0)
        return Forecast(puzzle.name, symmetry, engine, workers, none, none, none, none, exact=True, reason=reason)
    expected = probed(cover.problem, question.leader, seconds=seconds)
    pace = node / workers
    nodes = expected.nodes
    return Forecast(
        name=puzzle.name,
        symmetry=symmetry,
        engine=engine,
        jobs=workers,
        nodes=nodes,
        solutions=expected.solutions,
        raw=expected.raw,
        seconds=Interval(nodes.value * pace, nodes.low * pace, nodes.high * pace),
        exact=expected.exact,
    )
