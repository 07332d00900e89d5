"""Tables of the counts of a puzzle by the value of a measure, by the empty cells or by the tiles in use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from cp_puzzles.analysis.analysis_options import TabulateOptions
from cp_puzzles.base.deadline import Deadline
from cp_puzzles.base.named_values import Displayed
from cp_puzzles.cover.solution import Solution
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.puzzle.puzzle import Puzzle, puzzle_from
from cp_puzzles.puzzle.rules.rule_registry import require_measure
from cp_puzzles.search.puzzle_options import puzzle_function
from cp_puzzles.search.run_result import RunResult
from cp_puzzles.search.search import find_solutions


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


@puzzle_function(TabulateOptions, out="the rows of the table are data; solve(puzzle, out=...) writes solutions")
def tabulate(puzzle: Puzzle, options: TabulateOptions) -> MeasureTable:
    """Count the solutions of a puzzle by the value of a measure, by the set of empty cells, or by the tiles in use.

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

    The cells that stay empty are named by their labels, or by their coordinates.

    >>> empty = tabulate("matchings4x4", by="empty-cells", symmetry="off", engine="cp-sat", jobs=1)
    >>> [row[:2] for row in empty.rows[:3]]
    [('', 36), ('0,0 0,1', 18), ('0,0 0,1 0,2 0,3', 11)]
    """
    by, puzzle = options.by, puzzle_from(puzzle)
    property_of = PROPERTIES.get(by)
    is_symmetric = property_of is None and require_measure(by, puzzle.lattice).is_symmetric
    if not is_symmetric and options.symmetry != "off":
        raise MistakeError(
            Parameter("by", by),
            "symmetric tilings may have different values",
            ("add ", Parameter("symmetry", "off"), "" if property_of else ", or register it as symmetric"),
        )
    solutions: Counter[Any] = Counter()
    raw: Counter[Any] = Counter()
    deadline = Deadline.after(options.time_limit)

    def take(solution: Solution) -> None:
        if not deadline.has_passed:
            value = property_of(solution) if property_of else solution.measure(by)
            solutions[value] += 1
            raw[value] += solution.orbit_size

    result = find_solutions(puzzle, options, take, keep=False)
    if solutions.total() < result.count and result.status == "complete":
        result = replace(result, status="time-limit", raw=None, self_symmetric=None)
    return MeasureTable(by, tuple((value, solutions[value], raw[value]) for value in sorted(solutions)), result)
