"""The behavior of OR-Tools on which the engine relies: other behavior would make counts wrong."""

from __future__ import annotations

import pytest
from ortools.sat.python import cp_model

from cp_puzzles.engines.cp_sat.cp_sat_model import solver_parameters
from cp_puzzles.engines.cp_sat.solver_run import solver_with
from cp_puzzles.engines.engine_settings import CpSatSettings


class Collector(cp_model.CpSolverSolutionCallback):
    """Keeps every solution."""

    def __init__(self, variables: list[cp_model.IntVar]) -> None:
        super().__init__()
        self._variables = variables
        self.solutions: list[tuple[int, ...]] = []

    def on_solution_callback(self) -> None:
        """Keep the solution."""
        self.solutions.append(tuple(self.value(v) for v in self._variables))


@pytest.mark.parametrize("settings", [CpSatSettings(), CpSatSettings.solver_defaults(), CpSatSettings(presolve=True)])
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
    for settings in (CpSatSettings(), CpSatSettings.solver_defaults()):
        assert solver_parameters(settings)["num_workers"] == 1
        assert "keep_all_feasible_solutions_in_presolve" not in solver_parameters(settings)
        assert "fill_tightened_domains_in_response" not in solver_parameters(settings)
