"""Each rule of the CP-SAT model alone: feasible where it holds, infeasible where it is broken."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from ortools.sat.python import cp_model

from cp_puzzles.cover.problem import CoverProblem, Item
from cp_puzzles.engines.base import Part
from cp_puzzles.engines.cp_sat.constraints import (
    Booleans,
    choose_part,
    cover_at_most_once,
    cover_exactly_once,
    cover_within_bounds,
)

Rule = Callable[[cp_model.CpModel, CoverProblem, Booleans], None]


def row(*, tile: tuple[int, int], optional: bool = False) -> CoverProblem:
    """Three cells in a row and a domino with bounds: option 0 lies left, option 1 right."""
    cells = [Item("cell", str(i), 0 if optional else 1, 1) for i in range(3)]
    return CoverProblem((*cells, Item("tile", "I", *tile)), ((0, 1, 3), (1, 2, 3)))


def is_feasible(rule: Rule, problem: CoverProblem, *, chosen: set[int]) -> bool:
    """Whether a model with this one rule allows exactly the chosen options."""
    model = cp_model.CpModel()
    booleans = [model.new_bool_var("") for _ in problem.options]
    rule(model, problem, booleans)
    for option, boolean in enumerate(booleans):
        model.add(boolean == int(option in chosen))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    return solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)


@pytest.mark.parametrize(
    ("chosen", "feasible"), [({0}, False), ({0, 1}, False), (set(), False)], ids=["gap", "overlap", "empty"]
)
def test_required_cells_are_covered_exactly_once(chosen: set[int], feasible: bool) -> None:
    """No cell of a full board is left empty or covered twice."""
    assert is_feasible(cover_exactly_once, row(tile=(0, 9)), chosen=chosen) is feasible


def test_required_cells_allow_a_cover() -> None:
    """A full cover is allowed."""
    cells = [Item("cell", str(i), 1, 1) for i in range(2)]
    problem = CoverProblem((*cells, Item("tile", "I", 0, 9)), ((0, 1, 2),))
    assert is_feasible(cover_exactly_once, problem, chosen={0})


@pytest.mark.parametrize(("chosen", "feasible"), [(set(), True), ({0}, True), ({1}, True), ({0, 1}, False)])
def test_other_cells_are_covered_at_most_once(chosen: set[int], feasible: bool) -> None:
    """A cell that may stay empty is still covered at most once."""
    assert is_feasible(cover_at_most_once, row(tile=(0, 9), optional=True), chosen=chosen) is feasible


@pytest.mark.parametrize(("chosen", "feasible"), [(set(), False), ({0}, True), ({1}, True), ({0, 1}, False)])
def test_each_piece_is_used_exactly_once(chosen: set[int], feasible: bool) -> None:
    """A piece with one copy is placed once, no more, no less."""
    assert is_feasible(cover_exactly_once, row(tile=(1, 1), optional=True), chosen=chosen) is feasible


@pytest.mark.parametrize(
    ("bounds", "chosen", "feasible"),
    [
        ((0, 0), {1}, False),
        ((0, 0), set(), True),
        ((2, 1), {0, 1}, False),
        ((3, 9), {0, 1}, False),
        ((2, 2), {0, 1}, True),
        ((2, 2), {0}, False),
        ((1, 2), {1}, True),
        ((1, 2), set(), False),
    ],
)
def test_copies_stay_within_bounds(bounds: tuple[int, int], chosen: set[int], feasible: bool) -> None:
    """The number of copies of a tile lies within its range."""

    def rule(model: cp_model.CpModel, problem: CoverProblem, booleans: Booleans) -> None:
        cover_within_bounds(model, problem, booleans, implied_counts=True)

    assert is_feasible(rule, row(tile=bounds), chosen=chosen) is feasible


@pytest.mark.parametrize(("chosen", "feasible"), [({0}, True), ({0, 1}, False), ({1}, False), (set(), False)])
def test_a_part_fixes_its_options(chosen: set[int], feasible: bool) -> None:
    """What a part chooses is chosen, what it excludes is not."""

    def rule(model: cp_model.CpModel, problem: CoverProblem, booleans: Booleans) -> None:
        choose_part(model, booleans, Part(0, (0,), (1,)))

    assert is_feasible(rule, row(tile=(0, 9)), chosen=chosen) is feasible
