"""Tables of counts of one puzzle: by choices of cells that stay empty, and by the value of a measure."""

from __future__ import annotations

import multiprocessing
import pickle
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import Any

from cp_puzzles.base.argument_types import each_of, typed
from cp_puzzles.base.deadline import Deadline
from cp_puzzles.base.display_hooks import Displayed
from cp_puzzles.base.interrupts import propagate_interrupt
from cp_puzzles.base.option_types import PositiveInt, checked
from cp_puzzles.cover.solution import Solution
from cp_puzzles.engines.registry import FASTEST
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.puzzle import Puzzle, PuzzleSource, build_puzzle, puzzle_from, spec_from
from cp_puzzles.puzzle.rules.rule_registry import require_measure
from cp_puzzles.search.keywords import of_puzzle, refuse_unknown
from cp_puzzles.search.options import IterOptions, SearchOptions
from cp_puzzles.search.run_result import RunResult
from cp_puzzles.search.searches import count_solutions, each_solution, find_solutions
from cp_puzzles.search.workers.dispatch import available_cores
from cp_puzzles.search.workers.job import portable
from cp_puzzles.search.workers.worker import spawning

Leave = Sequence[str]
"""Labels of cells that stay empty together, such as a month and a day."""

DAYS = {
    **{"Jan": 31, "Feb": 29, "Mar": 31, "Apr": 30, "May": 31, "Jun": 30},
    **{"Jul": 31, "Aug": 31, "Sep": 30, "Oct": 31, "Nov": 30, "Dec": 31},
}
"""Days of each month in a leap year, by the label that calendar puzzles give the month."""


def dates() -> tuple[tuple[str, str], ...]:
    """Return the 366 dates of a leap year as pairs of labels, month and day.

    >>> len(dates()), dates()[0], dates()[-1]
    (366, ('Jan', '1'), ('Dec', '31'))
    """
    return tuple((month, str(day)) for month, last in DAYS.items() for day in range(1, last + 1))


@typed
def count_each(
    spec: PuzzleSource,
    leaves: Iterable[Leave],
    *,
    engine: str = FASTEST,
    jobs: int | None = None,
    on_count: Callable[[Leave, RunResult], None] | None = None,
) -> tuple[RunResult, ...]:
    """Count the solutions of a puzzle for each choice of labeled cells that stay empty, in the given order.

    The choices are shared among `jobs` processes (default: all cores). `on_count` receives each choice and its result
    in order, as soon as both are known. Raises `MistakeError` for an unknown label.

    >>> [result.count for result in count_each("calendar", [("Nov", "21"), ("Oct", "6")], jobs=1)]
    [104, 7]

    See Also
    --------
    count_by_empty_cells, dates
    """
    spec, jobs = spec_from(spec), checked("jobs", jobs, PositiveInt | None)
    choices = [tuple(leave) for leave in each_of(Sequence, "leaves", leaves)]  # type: ignore[type-abstract]
    puzzles = [build_puzzle(spec, leave=leave) for leave in choices]
    results = []
    for leave, result in zip(choices, _counted(puzzles, engine, jobs or available_cores()), strict=True):
        results.append(result)
        if on_count is not None:
            on_count(leave, result)
    return tuple(results)


@typed
def count_by_empty_cells(
    puzzle: PuzzleSource, *, engine: str = FASTEST, jobs: int | None = None
) -> Counter[tuple[Cell, ...]]:
    """Return the number of solutions for each set of empty cells (sorted), from a single search.

    >>> matchings = count_by_empty_cells("matchings4x4", engine="cp-sat", jobs=1)
    >>> matchings[()], matchings[(0, 0), (3, 3)], matchings[(0, 0), (0, 3)]
    (36, 0, 12)

    See Also
    --------
    count_each
    """
    puzzle = puzzle_from(puzzle)
    board = puzzle.board.cells
    solutions = each_solution(puzzle, SearchOptions(symmetry="off", engine=engine, jobs=jobs))
    return Counter(tuple(cell for cell in board if cell not in covered) for covered in map(Solution.tile_at, solutions))


def _counted(puzzles: Sequence[Puzzle], engine: str, jobs: int) -> Iterator[RunResult]:
    """Yield the result of each puzzle in turn; many small searches parallelize best when none is split."""
    options = SearchOptions(symmetry="off", engine=engine, jobs=1)
    if jobs == 1 or len(puzzles) < 2:
        for puzzle in puzzles:
            yield propagate_interrupt(partial(count_solutions, puzzle, options))
        return
    from concurrent.futures import ProcessPoolExecutor  # only for several processes

    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        pickled = [portable(puzzle) for puzzle in puzzles]
        with spawning():
            results = pool.map(partial(_count_pickled, options), pickled)
        yield from results


def _count_pickled(options: SearchOptions, pickled: bytes) -> RunResult:
    return count_solutions(pickle.loads(pickled), options)


def _empty_cells(solution: Solution) -> str:
    """Return the empty cells of a solution by their labels, or by their coordinates."""
    puzzle, covered = solution.puzzle, solution.tile_at()
    labels = {cell: name for name, cell in puzzle.board.labels}
    empty = [cell for cell in puzzle.board.cells if cell not in covered]
    return " ".join(labels.get(cell) or ",".join(map(str, puzzle.lattice.coordinates(cell))) for cell in empty)


def _tiles(solution: Solution) -> str:
    """Return the tiles of a solution, with the number of copies of each that is used more than once."""
    used = Counter(placement.tile for placement in solution.placements)
    names = [tile.name for tile in solution.puzzle.tiles if tile.name in used]
    return " ".join(name if used[name] == 1 else f"{name}*{used[name]}" for name in names)


PROPERTIES: dict[str, Callable[[Solution], str]] = {"empty-cells": _empty_cells, "tiles": _tiles}
"""Properties of solutions, beside measures, by which they are tabulated: words instead of numbers."""


@dataclass(frozen=True)
class MeasureTable(Displayed):
    """Counts of solutions by the value of a measure, or by the empty cells or the tiles.

    Attributes
    ----------
    measure
        The name of the measure or the property.
    rows
        The value, the number of solutions at the requested equivalence, and the number with all rotations and
        reflections, in ascending order of the value. The counts cover all solutions if `result` is complete, otherwise
        `tabulated` ones of those found: solutions that come after the time limit have no value.
    result
        The `RunResult` of the search.
    """

    measure: str
    rows: tuple[tuple[int | str, int, int], ...]
    result: RunResult

    @property
    def tabulated(self) -> int:
        """The number of solutions in the rows."""
        return sum(solutions for _, solutions, _ in self.rows)

    def summary(self) -> dict[str, Any]:
        """Return the summary of the search with the table under the key `by`."""
        table = [{"value": value, "solutions": solutions, "raw": raw} for value, solutions, raw in self.rows]
        return {**self.result.summary(), "by": {"measure": self.measure, "tabulated": self.tabulated, "rows": table}}


def _is_symmetric(by: str, puzzle: Puzzle) -> bool:
    return require_measure(by, puzzle.lattice).is_symmetric


@of_puzzle(out="the rows of the table are data; solve(puzzle, out=...) writes solutions")
def tabulate(puzzle: PuzzleSource, by: str, **options: Any) -> MeasureTable:
    """Count the solutions of a puzzle by the value of a measure, by the set of empty cells, or by the tiles in use.

    Parameters
    ----------
    puzzle
        Name, path, spec or puzzle.
    by
        Name of a measure, such as ``"crossroads"``; ``"empty-cells"`` or ``"tiles"``.
    options
        The keywords of `solve` that concern the search.

    Raises
    ------
    MistakeError
        If there is no such measure, or if it is undefined on the puzzle's lattice.

    See Also
    --------
    count, register_measure

    Examples
    --------
    >>> [row[:2] for row in tabulate("pentomino3x20", by="touching", engine="exact-cover").rows]
    [(16, 2)]
    """
    refuse_unknown("tabulate", options, [field.name for field in fields(IterOptions)])
    asked = SearchOptions(**options)
    puzzle = puzzle_from(puzzle)
    property_of = PROPERTIES.get(by)
    is_symmetric = property_of is None and _is_symmetric(by, puzzle)
    if not is_symmetric and asked.symmetry != "off":
        raise MistakeError(
            Parameter("by", by),
            "symmetric tilings may have different values",
            "add symmetry='off'" if property_of else "add symmetry='off', or register it as symmetric",
        )
    solutions: Counter[Any] = Counter()
    raw: Counter[Any] = Counter()

    deadline = Deadline.after(asked.time_limit)
    is_late = False

    def take(solution: Solution) -> None:
        nonlocal is_late
        is_late = is_late or deadline.has_passed
        if is_late:
            return
        value = property_of(solution) if property_of else solution.measure(by)
        solutions[value] += 1
        raw[value] += solution.orbit_size

    result = find_solutions(puzzle, asked, take, keep=False)
    if is_late and result.status == "complete":
        result = replace(result, status="time-limit", raw=None, self_symmetric=None)
    return MeasureTable(by, tuple((value, solutions[value], raw[value]) for value in sorted(solutions)), result)
