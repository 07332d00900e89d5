"""One puzzle with each of many choices of cells that stay empty."""

from __future__ import annotations

import multiprocessing
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from cp_puzzles.api import count, iter_solutions
from cp_puzzles.cover.solution import Solution
from cp_puzzles.engines.registry import FASTEST
from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.puzzle.build import build_puzzle
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.search.interrupt import unless_interrupted
from cp_puzzles.search.result import RunResult
from cp_puzzles.search.work.dispatch import available_cores
from cp_puzzles.search.work.worker import spawning
from cp_puzzles.spec.load import load_spec
from cp_puzzles.spec.schema import PuzzleSpec

Leave = Sequence[str]
"""Labels of cells that stay empty together, such as a month and a day."""

DAYS = {
    **{"Jan": 31, "Feb": 29, "Mar": 31, "Apr": 30, "May": 31, "Jun": 30},
    **{"Jul": 31, "Aug": 31, "Sep": 30, "Oct": 31, "Nov": 30, "Dec": 31},
}
"""The months as calendar puzzles label them, with the most days that each can have."""


def dates() -> tuple[tuple[str, str], ...]:
    """The 366 dates of a leap year, as labels of a month and a day.

    >>> len(dates()), dates()[0], dates()[-1]
    (366, ('Jan', '1'), ('Dec', '31'))
    """
    return tuple((month, str(day)) for month, last in DAYS.items() for day in range(1, last + 1))


def count_each(
    spec: str | PuzzleSpec,
    leaves: Iterable[Leave],
    *,
    engine: str = FASTEST,
    jobs: int | None = None,
    on_count: Callable[[Leave, RunResult], None] | None = None,
) -> tuple[RunResult, ...]:
    """Count the solutions of a puzzle once for each choice of labelled cells that stay empty, in the order given.

    `jobs` processes take one choice after the other (default: all cores). `on_count` gets each choice with its result,
    in order, as soon as it is there. Raises `MistakeError` for a label that there is not.

    >>> [result.count for result in count_each("calendar", [("Nov", "21"), ("Oct", "6")], jobs=1)]
    [104, 7]
    """
    spec = load_spec(spec) if isinstance(spec, str) else spec
    choices = [tuple(leave) for leave in leaves]
    puzzles = [build_puzzle(spec, leave=leave) for leave in choices]
    results = []
    for leave, result in zip(choices, _counted(puzzles, engine, jobs or available_cores()), strict=True):
        results.append(result)
        if on_count is not None:
            on_count(leave, result)
    return tuple(results)


def count_by_empty_cells(
    puzzle: Puzzle, *, engine: str = FASTEST, jobs: int | None = None
) -> Counter[tuple[Cell, ...]]:
    """How many solutions leave which cells empty: one search over all of them, the cells sorted.

    >>> from cp_puzzles import load_spec
    >>> matchings = count_by_empty_cells(build_puzzle(load_spec("matchings4x4")), engine="cp-sat", jobs=1)
    >>> matchings[()], matchings[(0, 0), (3, 3)], matchings[(0, 0), (0, 3)]
    (36, 0, 12)
    """
    board = puzzle.board.cells
    solutions = iter_solutions(puzzle, symmetry="off", engine=engine, jobs=jobs)
    return Counter(tuple(cell for cell in board if cell not in covered) for covered in map(Solution.tile_at, solutions))


def _counted(puzzles: Sequence[Puzzle], engine: str, jobs: int) -> Iterator[RunResult]:
    """The result of each puzzle in turn: many small searches are best spread whole, not each in parts."""
    ask = partial(count, symmetry="off", engine=engine, jobs=1)
    if jobs == 1 or len(puzzles) < 2:
        for puzzle in puzzles:
            yield unless_interrupted(partial(ask, puzzle))
        return
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        with spawning():
            results = pool.map(ask, puzzles)
        yield from results
