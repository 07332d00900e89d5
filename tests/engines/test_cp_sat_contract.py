"""What the engine relies on in the installed OR-Tools, pinned: with it counts are right, without it they are wrong."""

from __future__ import annotations

import pytest
from ortools.sat.python import cp_model

from cp_puzzles.engines.cp_sat.settings import Settings


class Collector(cp_model.CpSolverSolutionCallback):
    """Keeps every solution."""

    def __init__(self, variables: list[cp_model.IntVar]) -> None:
        super().__init__()
        self._variables = variables
        self.solutions: list[tuple[int, ...]] = []

    def on_solution_callback(self) -> None:
        """Keep the solution."""
        self.solutions.append(tuple(self.value(v) for v in self._variables))


@pytest.mark.parametrize("settings", [Settings(), Settings.solver_defaults(), Settings(presolve=True)])
def test_one_worker_enumerates_every_solution_once(settings: Settings) -> None:
    """Choosing 3 of 7 gives 35 distinct solutions with the engine's parameters, whatever is switched."""
    model = cp_model.CpModel()
    variables = [model.new_bool_var(str(i)) for i in range(7)]
    model.add(sum(variables) == 3)
    solver = cp_model.CpSolver()
    for name, value in settings.parameters().items():
        setattr(solver.parameters, name, value)
    collector = Collector(variables)
    assert solver.solve(model, collector) == cp_model.OPTIMAL
    assert len(collector.solutions) == len(set(collector.solutions)) == 35


def test_every_setting_keeps_one_worker() -> None:
    """More than one worker loses solutions silently, so no setting may ask for it."""
    for settings in (Settings(), Settings.solver_defaults()):
        assert settings.parameters()["num_workers"] == 1
        assert "keep_all_feasible_solutions_in_presolve" not in settings.parameters()
        assert "fill_tightened_domains_in_response" not in settings.parameters()
