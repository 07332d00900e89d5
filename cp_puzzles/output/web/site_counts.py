"""The numbers of solutions on the page of a puzzle: counted by engines, or stated in the puzzle file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from cp_puzzles.api import count, solve
from cp_puzzles.base.cancellation import propagate_interrupt
from cp_puzzles.cover.solution import Solution
from cp_puzzles.cover.symmetry.symmetry_group import EQUIVALENCES, SYMMETRIES, Symmetry
from cp_puzzles.engines.registry import COUNTERS, ENGINES, FASTEST, MODEL_ENGINE
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.spec.schema import Expected

_LISTING_ENGINES = (FASTEST, MODEL_ENGINE)
"""Engines that list the solutions: the first that finishes in time is used."""

_CHECKING_ENGINES = (*COUNTERS, *ENGINES)
"""Engines that confirm a number: the first that finishes in time and did not list the solutions is used."""


@dataclass(frozen=True)
class SiteCount:
    """A number of solutions, None if it is not known, with the engines that counted it, if any."""

    symmetry: Symmetry
    number: int | None
    engines: tuple[str, ...] = ()

    @property
    def source(self) -> str:
        """The origin of the number in words."""
        if self.engines:
            return " and ".join(self.engines)
        return "" if self.number is None else "stated in the puzzle file"


@dataclass(frozen=True)
class SiteCounts:
    """The numbers for each symmetry; and the solutions, up to the full one, if all could be listed in time."""

    counts: tuple[SiteCount, ...]
    solutions: tuple[Solution, ...] | None = None
    disagreement: str = ""


def site_counts(puzzle: Puzzle, expected: Expected, time_limit: float) -> SiteCounts:
    """Return the numbers that engines count, each within `time_limit` seconds, else those of the puzzle file.

    If no engine lists the solutions in time, nothing is counted. Solutions up to symmetries of the board's components
    are counted if the puzzle file states their number.
    """
    symmetries = [name for name in EQUIVALENCES if name in SYMMETRIES or getattr(expected, name) is not None]
    listed = next(_listed(puzzle, time_limit), None)
    if listed is None:
        return SiteCounts(tuple(SiteCount(symmetry, getattr(expected, symmetry)) for symmetry in symmetries))
    first, solutions, full, raw = listed
    counts, wrong = [], []
    for symmetry in symmetries:
        stated: int | None = getattr(expected, symmetry)
        number = {"off": raw, "full": full}.get(symmetry)
        if number is None:
            number = _counted(puzzle, symmetry, first, time_limit)
        if number is None:
            counts.append(SiteCount(symmetry, stated))
            continue
        engines = [first]
        for engine in _CHECKING_ENGINES:
            confirmed = None if engine == first else _counted(puzzle, symmetry, engine, time_limit)
            if confirmed is not None:
                engines.append(engine)
                if confirmed != number:
                    wrong.append(f"{engine} counts {confirmed}, {first} {number} (symmetry {symmetry})")
                break
        if stated not in (None, number):
            wrong.append(f"the puzzle file states {stated}, {first} counts {number} (symmetry {symmetry})")
        counts.append(SiteCount(symmetry, number, tuple(engines)))
    return SiteCounts(tuple(counts), solutions, "; ".join(wrong))


def _listed(puzzle: Puzzle, time_limit: float) -> Iterator[tuple[str, tuple[Solution, ...], int, int]]:
    """Yield the engine, the solutions, their number and that of all positions, for each engine that finishes."""
    for engine in _LISTING_ENGINES:
        try:
            result = propagate_interrupt(partial(solve, puzzle, engine=engine, jobs=1, time_limit=time_limit))
        except MistakeError:  # the engine is not installed, or cannot solve the puzzle
            continue
        if result.status == "complete" and result.raw is not None:
            yield engine, tuple(result.solutions), result.count, result.raw


def _counted(puzzle: Puzzle, symmetry: Symmetry, engine: str, time_limit: float) -> int | None:
    """Return the number of solutions; None if the engine cannot count them in time."""
    search = partial(count, puzzle, symmetry=symmetry, engine=engine, jobs=1, time_limit=time_limit)
    try:
        result = propagate_interrupt(search)
    except MistakeError:  # the engine is not installed, or declines the puzzle
        return None
    return result.count if result.status == "complete" else None
