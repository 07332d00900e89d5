"""How many solutions a puzzle has, as a published page tells it: by which engines, and what others expect."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from cp_puzzles.api import count, solve
from cp_puzzles.cover.solution import Solution
from cp_puzzles.engines.registry import COUNTERS, DEFAULT, ENGINES, FASTEST
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.search.interrupt import unless_interrupted
from cp_puzzles.spec.schema import Expected
from cp_puzzles.symmetry.group import QUESTIONS, SYMMETRIES, Symmetry

LISTING = (FASTEST, DEFAULT)
"""The engines that are asked for the solutions, until one has all of them in time."""

SECOND = (*COUNTERS, *ENGINES)
"""The engines of which one is to confirm a number; the one that listed the solutions is passed over."""


@dataclass(frozen=True)
class SiteCount:
    """A number of solutions, None if nobody knows, with the engines that found it; none: the puzzle file says so."""

    symmetry: Symmetry
    number: int | None
    engines: tuple[str, ...] = ()


@dataclass(frozen=True)
class SiteCounts:
    """The numbers for each symmetry, and the solutions, up to the full one, if all could be listed in time."""

    counts: tuple[SiteCount, ...]
    solutions: tuple[Solution, ...] | None = None
    disagreement: str = ""


def site_counts(puzzle: Puzzle, expected: Expected, time_limit: float) -> SiteCounts:
    """What engines count, each within a number of seconds, and otherwise what the puzzle file expects.

    A puzzle whose solutions no engine lists in time is not counted any further. Parts of the board are moved each by
    itself where the puzzle file does so.
    """
    questions = [its for its in QUESTIONS if its in SYMMETRIES or getattr(expected, its) is not None]
    listed = next(_listed(puzzle, time_limit), None)
    if listed is None:
        return SiteCounts(tuple(SiteCount(symmetry, getattr(expected, symmetry)) for symmetry in questions))
    first, solutions, full, raw = listed
    counts = []
    wrong = []
    for symmetry in questions:
        known = {"off": raw, "full": full}.get(symmetry)
        number = known if known is not None else _counted(puzzle, symmetry, first, time_limit)
        wanted: int | None = getattr(expected, symmetry)
        if number is None:
            counts.append(SiteCount(symmetry, wanted))
            continue
        engines = [first]
        for engine in (engine for engine in SECOND if engine != first):
            other = _counted(puzzle, symmetry, engine, time_limit)
            if other is not None:
                engines.append(engine)
                if other != number:
                    wrong.append(f"{engine} counts {other}, {first} {number} (symmetry {symmetry})")
                break
        if wanted not in (None, number):
            wrong.append(f"the puzzle file expects {wanted}, {first} counts {number} (symmetry {symmetry})")
        counts.append(SiteCount(symmetry, number, tuple(engines)))
    return SiteCounts(tuple(counts), solutions, "; ".join(wrong))


def _listed(puzzle: Puzzle, time_limit: float) -> Iterator[tuple[str, tuple[Solution, ...], int, int]]:
    for engine in LISTING:
        try:
            result = unless_interrupted(partial(solve, puzzle, engine=engine, jobs=1, time_limit=time_limit))
        except MistakeError:  # it is not installed, or cannot solve such a puzzle
            continue
        if result.status == "complete" and result.raw is not None:
            yield engine, tuple(result.solutions), result.count, result.raw


def _counted(puzzle: Puzzle, symmetry: Symmetry, engine: str, time_limit: float) -> int | None:
    try:
        asked = partial(count, puzzle, symmetry=symmetry, engine=engine, jobs=1, time_limit=time_limit)
        result = unless_interrupted(asked)
    except MistakeError:  # it is not installed, or declines the puzzle
        return None
    return result.count if result.status == "complete" else None
