"""The rules of a tiling puzzle, one function a rule."""

from __future__ import annotations

from collections.abc import Sequence

from ortools.sat.python import cp_model

from cp_puzzles.cover.problem import CoverProblem
from cp_puzzles.engines.base import Part

Booleans = Sequence[cp_model.IntVar]
"""One variable per option: whether it is chosen."""


def cover_required_cells_exactly_once(model: cp_model.CpModel, problem: CoverProblem, chosen: Booleans) -> None:
    """Exactly one placement covers each cell that must be covered."""
    for item in range(problem.cell_count):
        if problem.items[item].minimum == 1:
            model.add_exactly_one([chosen[option] for option in problem.covering[item]])


def cover_other_cells_at_most_once(model: cp_model.CpModel, problem: CoverProblem, chosen: Booleans) -> None:
    """At most one placement covers each cell that may stay empty."""
    for item in range(problem.cell_count):
        if problem.items[item].minimum == 0 and len(problem.covering[item]) > 1:
            model.add_at_most_one([chosen[option] for option in problem.covering[item]])


def use_each_piece_exactly_once(model: cp_model.CpModel, problem: CoverProblem, chosen: Booleans) -> None:
    """A tile with one copy is placed exactly once."""
    for item in range(problem.cell_count, len(problem.items)):
        if problem.items[item].is_exact_one:
            model.add_exactly_one([chosen[option] for option in problem.covering[item]])


def use_copies_within_bounds(
    model: cp_model.CpModel, problem: CoverProblem, chosen: Booleans, *, implied: bool = False
) -> None:
    """The number of copies of every other tile lies within its bounds.

    A bound that cannot be broken, or that the full board implies, is left out unless `implied`: the sum over all
    placements of a tile costs the search far more than it brings.
    """
    for item in range(problem.cell_count, len(problem.items)):
        bounds = problem.items[item]
        if bounds.is_exact_one or (not implied and is_implied(problem, item)):
            continue
        options = [chosen[option] for option in problem.covering[item]]
        if bounds.minimum == 0 and bounds.maximum == 1:
            model.add_at_most_one(options)
        else:
            model.add_linear_constraint(sum(options), bounds.minimum, bounds.maximum)


def is_implied(problem: CoverProblem, item: int) -> bool:
    """Whether the other constraints imply the bounds of a tile.

    A tile that may be used from 0 times up to what fits is not bounded at all. When every cell must be covered and
    all other tiles have a fixed number of copies, the area that they leave fixes the number of this one; of several
    such tiles it is the one with the most copies.
    """
    bounds = problem.items[item]
    if not problem.covering[item]:
        return bounds.minimum == 0
    cells = problem.items[: problem.cell_count]
    size = _size(problem, item)
    if size is None:
        return False
    if bounds.minimum == 0 and bounds.maximum >= len(cells) // size:
        return True
    others = [i for i in range(problem.cell_count, len(problem.items)) if i != item]
    if any(cell.minimum == 0 for cell in cells):
        return False
    if any(problem.items[i].minimum != problem.items[i].maximum or _size(problem, i) is None for i in others):
        return False
    # the area speaks for one tile only, and only as long as the rules of all the others are in the model
    repeated = [i for i in others if problem.items[i].maximum > 1]
    if item != max((*repeated, item), key=lambda i: (problem.items[i].maximum, i)):
        return False
    left = len(cells) - sum(problem.items[i].minimum * (_size(problem, i) or 0) for i in others)
    copies, remainder = divmod(left, size)
    return remainder == 0 and bounds.minimum <= copies <= bounds.maximum


def _size(problem: CoverProblem, item: int) -> int | None:
    """The number of cells of a tile, 0 if it fits nowhere; None if its options differ or bear other tiles too."""
    sizes = {len(problem.options[option]) - 1 for option in problem.covering[item]}
    alone = all(problem.options[option][:-1][-1:] < (problem.cell_count,) for option in problem.covering[item])
    return max(sizes, default=0) if len(sizes) <= 1 and alone and 0 not in sizes else None


def choose_part(model: cp_model.CpModel, chosen: Booleans, part: Part) -> None:
    """The options of a part are chosen, those that it excludes are not."""
    for option in part.chosen:
        model.add_bool_and([chosen[option]])
    if part.excluded:
        model.add_bool_and([~chosen[option] for option in part.excluded])
