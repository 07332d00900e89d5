"""The objective of a puzzle as a sum over the options of its cover problem."""

from __future__ import annotations

from dataclasses import dataclass

from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.errors import MistakeError


@dataclass(frozen=True)
class LinearObjective:
    """An objective as a sum: a `constant` plus the weights of the chosen options.

    `weights` has pairs of an option and its weight, ascending. `name` is the name of the measure.
    """

    name: str
    maximize: bool
    weights: tuple[tuple[int, int], ...]
    constant: int = 0

    def value(self, options: frozenset[int] | set[int]) -> int:
        """Return the value of a solution, given as options."""
        return self.constant + sum(weight for option, weight in self.weights if option in options)


def linear_objective(cover: Cover, place: str) -> LinearObjective | None:
    """Return the objective of a puzzle, None if it has none.

    Raises `MistakeError` with the `place` if the objective is not linear in the placements.

    >>> from cp_puzzles.cover.cover_problem import build_cover
    >>> from cp_puzzles.puzzle.puzzle import puzzle_from
    >>> objective = linear_objective(build_cover(puzzle_from("most_t_tetrominoes5x5")), "t.opb")
    >>> objective.name, objective.maximize, len(objective.weights)
    ('pieces', True, 48)
    """
    objective = cover.puzzle.objective
    if objective is None:
        return None
    if cover.weights is None:
        raise MistakeError(
            place,
            f"{objective.key} {objective.measure.name} is not a sum over the placements",
            f"omit {objective.key}: a model can only express sums",
        )
    weights = tuple(sorted((option, weight) for option, weight in cover.weights if weight))
    return LinearObjective(objective.measure.name, objective.maximize, weights, cover.constant)
