"""The bounds of a cover problem as constraints, one function for each kind of bounds."""

from __future__ import annotations

from collections.abc import Sequence

from ortools.sat.python import cp_model

from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.engines.engine import Part, implied_bounds

Booleans = Sequence[cp_model.IntVar]
"""One variable per option, true if the option is chosen."""


def cover_exactly_once(model: cp_model.CpModel, problem: CoverProblem, chosen: Booleans) -> None:
    """Add: exactly one option covers each cell that must be covered, and each tile with one copy."""
    for item, bounds in enumerate(problem.items):
        if bounds.is_exact_one:
            model.add_exactly_one([chosen[option] for option in problem.covering[item]])


def cover_at_most_once(model: cp_model.CpModel, problem: CoverProblem, chosen: Booleans) -> None:
    """Add: at most one option covers each cell that may stay empty, and each tile that need not be used."""
    for item, bounds in enumerate(problem.items):
        if (bounds.minimum, bounds.maximum) == (0, 1) and len(problem.covering[item]) > 1:
            model.add_at_most_one([chosen[option] for option in problem.covering[item]])


def cover_within_bounds(
    model: cp_model.CpModel, problem: CoverProblem, chosen: Booleans, *, implied_counts: bool = False
) -> None:
    """Add: the number of options that cover any other item lies within its bounds.

    Redundant bounds are omitted unless `implied_counts` is True: a sum over all placements of a tile costs the search
    far more than it saves.
    """
    redundant = frozenset() if implied_counts else implied_bounds(problem)
    for item, bounds in enumerate(problem.items):
        options = [chosen[option] for option in problem.covering[item]]
        if bounds.minimum > min(bounds.maximum, len(options)):
            model.add_bool_or([])
        elif (bounds.minimum, bounds.maximum) not in ((0, 1), (1, 1)) and options and item not in redundant:
            model.add_linear_constraint(sum(options), bounds.minimum, min(bounds.maximum, len(options)))


def keep_sums(model: cp_model.CpModel, problem: CoverProblem, chosen: Booleans) -> None:
    """Add: the weights of the chosen options of each weighted sum add up to a number within its bounds."""
    for each in problem.sums:
        total = sum(weight * chosen[option] for option, weight in each.weights)
        model.add_linear_constraint(total, each.minimum, cp_model.INT_MAX if each.maximum is None else each.maximum)


def choose_part(model: cp_model.CpModel, chosen: Booleans, part: Part) -> None:
    """Add: the options that the part chooses are chosen, those that it excludes are not."""
    for option in part.chosen:
        model.add_bool_and([chosen[option]])
    if part.excluded:
        model.add_bool_and([~chosen[option] for option in part.excluded])
