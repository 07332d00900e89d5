"""Each constraint of the CP-SAT model alone, and the behavior of OR-Tools without which counts would be wrong."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from ortools.sat.python import cp_model

from cp_puzzles.cover.cover_problem import CoverProblem, Item
from cp_puzzles.engines.cp_sat.constraints import (
    Booleans,
    choose_part,
    cover_at_most_once,
    cover_exactly_once,
    cover_within_bounds,
)
from cp_puzzles.engines.cp_sat.cp_sat_engine import solver_parameters, solver_with
from cp_puzzles.engines.engine import Part
from cp_puzzles.engines.registry import CpSatSettings
from tests.cover.cover_problems import row
from tests.solver_defaults import SOLVER_DEFAULTS

Rule = Callable[[cp_model.CpModel, CoverProblem, Booleans], None]


def is_feasible(rule: Rule, problem: CoverProblem, *, chosen: set[int]) -> bool:
    """Return whether a model with this single constraint admits exactly the chosen options."""
    model = cp_model.CpModel()
    booleans = [model.new_bool_var("") for _ in problem.options]
    rule(model, problem, booleans)
    for option, boolean in enumerate(booleans):
        model.add(boolean == int(option in chosen))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    return solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)


def within_bounds(model: cp_model.CpModel, problem: CoverProblem, booleans: Booleans) -> None:
    cover_within_bounds(model, problem, booleans, implied_counts=True)


def in_part(model: cp_model.CpModel, problem: CoverProblem, booleans: Booleans) -> None:
    choose_part(model, booleans, Part((0,), (1,)))


FULL = CoverProblem((*(Item("cell", c, 1, 1) for c in "ab"), Item("tile", "I", 0, 9)), ((0, 1, 2),))
SETS: list[set[int]] = [set(), {0}, {1}, {0, 1}]


@pytest.mark.parametrize(
    ("rule", "problem", "feasible"),
    [
        pytest.param(cover_exactly_once, row(tile=(0, 9)), [], id="no overlap, no empty cell"),
        pytest.param(cover_exactly_once, FULL, [{0}], id="full cover"),
        pytest.param(cover_at_most_once, row(tile=(0, 9), optional=True), [set(), {0}, {1}], id="cell may be empty"),
        pytest.param(cover_exactly_once, row(tile=(1, 1), optional=True), [{0}, {1}], id="tile of multiplicity 1"),
        pytest.param(within_bounds, row(tile=(0, 0)), [set()], id="no copy"),
        pytest.param(within_bounds, row(tile=(2, 1)), [], id="contradiction"),
        pytest.param(within_bounds, row(tile=(3, 9)), [], id="too few options"),
        pytest.param(within_bounds, row(tile=(2, 2)), [{0, 1}], id="two copies"),
        pytest.param(within_bounds, row(tile=(1, 2)), [{0}, {1}, {0, 1}], id="one or two copies"),
        pytest.param(in_part, row(tile=(0, 9)), [{0}], id="first chosen, second excluded"),
    ],
)
def test_constraint_admits_exactly_these(rule: Rule, problem: CoverProblem, feasible: list[set[int]]) -> None:
    """The constraint alone admits exactly these sets of options."""
    possible = [chosen for chosen in SETS if max(chosen, default=0) < len(problem.options)]
    assert [chosen for chosen in possible if is_feasible(rule, problem, chosen=chosen)] == feasible


class Collector(cp_model.CpSolverSolutionCallback):
    """Keeps every solution."""

    def __init__(self, variables: list[cp_model.IntVar]) -> None:
        super().__init__()
        self._variables = variables
        self.solutions: list[tuple[int, ...]] = []

    def on_solution_callback(self) -> None:
        """Keep the solution."""
        self.solutions.append(tuple(self.value(v) for v in self._variables))


@pytest.mark.parametrize("settings", [CpSatSettings(), SOLVER_DEFAULTS, CpSatSettings(presolve=True)])
def test_one_worker_enumerates_every_solution_once(settings: CpSatSettings) -> None:
    """Choosing 3 of 7 has 35 distinct solutions with the engine's parameters and any settings."""
    model = cp_model.CpModel()
    variables = [model.new_bool_var(str(i)) for i in range(7)]
    model.add(sum(variables) == 3)
    solver = solver_with(solver_parameters(settings))
    collector = Collector(variables)
    assert solver.solve(model, collector) == cp_model.OPTIMAL
    assert len(collector.solutions) == len(set(collector.solutions)) == 35


def test_every_setting_keeps_one_worker() -> None:
    """More than one worker loses solutions silently, so no setting may ask for it."""
    for settings in (CpSatSettings(), SOLVER_DEFAULTS):
        assert solver_parameters(settings)["num_workers"] == 1
        assert "keep_all_feasible_solutions_in_presolve" not in solver_parameters(settings)
        assert "fill_tightened_domains_in_response" not in solver_parameters(settings)
