"""The bounds of a cover problem, one function a kind of bounds."""

from __future__ import annotations

from collections.abc import Sequence

from ortools.sat.python import cp_model

from cp_puzzles.cover.implied import implied
from cp_puzzles.cover.problem import CoverProblem
from cp_puzzles.engines.base import Part

Booleans = Sequence[cp_model.IntVar]
"""One variable per option: whether it is chosen."""


def cover_exactly_once(model: cp_model.CpModel, problem: CoverProblem, chosen: Booleans) -> None:
    """Exactly one option covers each cell that must be covered, and each tile with one copy."""
    for item, bounds in enumerate(problem.items):
        if bounds.is_exact_one:
            model.add_exactly_one([chosen[option] for option in problem.covering[item]])


def cover_at_most_once(model: cp_model.CpModel, problem: CoverProblem, chosen: Booleans) -> None:
    """At most one option covers each cell that may stay empty, and each tile that may be left over."""
    for item, bounds in enumerate(problem.items):
        if (bounds.minimum, bounds.maximum) == (0, 1) and len(problem.covering[item]) > 1:
            model.add_at_most_one([chosen[option] for option in problem.covering[item]])


def cover_within_bounds(
    model: cp_model.CpModel, problem: CoverProblem, chosen: Booleans, *, implied_counts: bool = False
) -> None:
    """The number of options that cover every other item lies within its bounds.

    Bounds that the others imply are left out unless `implied_counts`: the sum over all placements of a tile costs the
    search far more than it brings.
    """
    left_out = frozenset() if implied_counts else implied(problem)
    for item, bounds in enumerate(problem.items):
        options = [chosen[option] for option in problem.covering[item]]
        if bounds.minimum > min(bounds.maximum, len(options)):
            model.add_bool_or([])
        elif (bounds.minimum, bounds.maximum) not in ((0, 1), (1, 1)) and options and item not in left_out:
            model.add_linear_constraint(sum(options), bounds.minimum, min(bounds.maximum, len(options)))


def choose_part(model: cp_model.CpModel, chosen: Booleans, part: Part) -> None:
    """The options of a part are chosen, those that it excludes are not."""
    for option in part.chosen:
        model.add_bool_and([chosen[option]])
    if part.excluded:
        model.add_bool_and([~chosen[option] for option in part.excluded])
