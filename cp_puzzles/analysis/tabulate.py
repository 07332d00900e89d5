"""How many solutions have which value of a measure."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from cp_puzzles.api import solve
from cp_puzzles.cover.solution import Solution
from cp_puzzles.puzzle.source import PuzzleSource, puzzle_from
from cp_puzzles.rules.measures import require_measure
from cp_puzzles.search.result import RunResult


@dataclass(frozen=True)
class MeasureTable:
    """The numbers of solutions by the value of a measure, in ascending order of the value.

    A row is a value, the solutions at the asked symmetry, and all of them, turned and mirrored ones as well. They are
    of what the search has found: of all solutions if `result` is complete.
    """

    measure: str
    rows: tuple[tuple[int, int, int], ...]
    result: RunResult

    def summary(self) -> dict[str, Any]:
        """The summary of the search, with the table under `by`: the measure, and for each value the solutions."""
        table = [{"value": value, "solutions": found, "raw": raw} for value, found, raw in self.rows]
        return {**self.result.summary(), "by": {"measure": self.measure, "rows": table}}


def tabulate(puzzle: PuzzleSource, by: str, **options: Any) -> MeasureTable:
    """Count the solutions of a puzzle by a measure; the options are those of `solve`.

    Raises `MistakeError` for a measure that there is not, or that has no meaning on the puzzle's lattice.

    >>> [row[:2] for row in tabulate("pentomino3x20", by="touching", jobs=1).rows]
    [(16, 2)]
    """
    puzzle = puzzle_from(puzzle)
    require_measure(by, puzzle.lattice)
    solutions: Counter[int] = Counter()
    raw: Counter[int] = Counter()

    def take(solution: Solution) -> None:
        value = solution.measure(by)
        solutions[value] += 1
        raw[value] += solution.orbit_size

    result = solve(puzzle, on_solution=take, keep=False, **options)
    return MeasureTable(by, tuple((value, solutions[value], raw[value]) for value in sorted(solutions)), result)
