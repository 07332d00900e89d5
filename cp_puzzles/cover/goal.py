"""What is made largest or smallest, as a sum over the options of a cover problem."""

from __future__ import annotations

from dataclasses import dataclass

from cp_puzzles.cover.problem import Cover
from cp_puzzles.errors import MistakeError


@dataclass(frozen=True)
class Goal:
    """`constant` and the `weights` of the chosen options, pairs in order, make up the value of a solution.

    `name` is the measure whose value that is.
    """

    name: str
    maximize: bool
    weights: tuple[tuple[int, int], ...]
    constant: int = 0

    def value(self, options: frozenset[int] | set[int]) -> int:
        """The value of a solution, as options."""
        return self.constant + sum(weight for option, weight in self.weights if option in options)


def goal_of(cover: Cover, place: str) -> Goal | None:
    """The goal of a puzzle, None if it has none; raises `MistakeError` with the `place` if it is no such sum.

    >>> from cp_puzzles.puzzle.source import puzzle_from
    >>> from cp_puzzles.cover.problem import build_cover
    >>> goal = goal_of(build_cover(puzzle_from("most_t_tetrominoes5x5")), "t.opb")
    >>> goal.name, goal.maximize, len(goal.weights)
    ('pieces', True, 48)
    """
    objective = cover.puzzle.objective
    if objective is None:
        return None
    if cover.weights is None:
        raise MistakeError(
            place,
            f"{objective.key} {objective.measure.name} is no sum over the placements",
            f"take {objective.key} away: a model cannot say it",
        )
    weights = tuple(sorted((option, weight) for option, weight in cover.weights if weight))
    return Goal(objective.measure.name, objective.maximize, weights, cover.constant)
