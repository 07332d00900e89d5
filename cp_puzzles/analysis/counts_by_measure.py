"""Counts of solutions by the value of a measure."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any

from cp_puzzles.api import solve
from cp_puzzles.base.cancellation import deadline_after
from cp_puzzles.base.display_hooks import Displayed
from cp_puzzles.base.option_types import Seconds, checked
from cp_puzzles.cover.solution import Solution
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.puzzle.puzzle_source import PuzzleSource, puzzle_from
from cp_puzzles.puzzle.rules.rule_registry import require_measure
from cp_puzzles.search.keywords import WRITE, of_puzzle
from cp_puzzles.search.run_result import RunResult


@dataclass(frozen=True)
class MeasureTable(Displayed):
    """Counts of solutions by the value of a measure.

    Attributes
    ----------
    measure
        The name of the measure.
    rows
        The value, the number of solutions at the requested equivalence, and the number with all rotations and
        reflections, in ascending order of the value. The counts cover all solutions if `result` is complete, otherwise
        `tabulated` ones of those found: solutions that come after the time limit have no value.
    result
        The `RunResult` of the search.
    """

    measure: str
    rows: tuple[tuple[int, int, int], ...]
    result: RunResult

    @property
    def tabulated(self) -> int:
        """The number of solutions in the rows."""
        return sum(solutions for _, solutions, _ in self.rows)

    def summary(self) -> dict[str, Any]:
        """Return the summary of the search with the table under the key `by`."""
        table = [{"value": value, "solutions": solutions, "raw": raw} for value, solutions, raw in self.rows]
        return {**self.result.summary(), "by": {"measure": self.measure, "tabulated": self.tabulated, "rows": table}}


@of_puzzle(out=WRITE)
def tabulate(puzzle: PuzzleSource, by: str, **options: Any) -> MeasureTable:
    """Count the solutions of a puzzle by the value of a measure.

    Parameters
    ----------
    puzzle
        Name, path, spec or puzzle.
    by
        Name of a measure, such as ``"crossroads"``.
    options
        The keywords of `solve`.

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
    puzzle = puzzle_from(puzzle)
    measure = require_measure(by, puzzle.lattice)
    if not measure.is_symmetric and options.get("symmetry") != "off":
        raise MistakeError(
            Parameter("by", by),
            "symmetric tilings may have different values",
            "add symmetry='off', or register it as symmetric",
        )
    solutions: Counter[int] = Counter()
    raw: Counter[int] = Counter()

    time_limit = options.get("time_limit")
    deadline = deadline_after(None if time_limit is None else checked("time_limit", time_limit, Seconds))
    is_late = False

    def take(solution: Solution) -> None:
        nonlocal is_late
        is_late = is_late or (deadline is not None and monotonic() > deadline)
        if is_late:
            return
        value = solution.measure(by)
        solutions[value] += 1
        raw[value] += solution.orbit_size

    result = solve(puzzle, on_solution=take, keep=False, **options)
    if is_late and result.status == "complete":
        result = replace(result, status="time-limit", raw=None, self_symmetric=None)
    return MeasureTable(by, tuple((value, solutions[value], raw[value]) for value in sorted(solutions)), result)
