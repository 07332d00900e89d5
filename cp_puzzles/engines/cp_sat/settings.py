"""What can be switched in the model and in the search, for experiments; the defaults are the fast ones.

Measured on 6x10 pentominoes: CP-SAT's own defaults need minutes where these need seconds (tests/benchmarks).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cp_puzzles.engines.settings import EngineSettings


@dataclass(frozen=True)
class Settings(EngineSettings):
    """Switches of the CP-SAT engine; none of them changes an answer.

    `fixed_search`: branch on the placements in fill order, instead of CP-SAT's automatic search.
    `fill_order`: number the cells along the smallest cross-section; off, placements are branched on tile by tile.
    `presolve`, `inprocessing`, `linearization`, `solver_symmetry`: CP-SAT's own machinery, which costs more than it
    brings when a flat exact cover is enumerated.
    `seed`: of what the solver leaves to chance.
    `implied_counts`: keep a piece-count constraint that the full board implies.
    """

    engine: ClassVar[str] = "cp-sat"

    fixed_search: bool = True
    fill_order: bool = True
    presolve: bool = False
    inprocessing: bool = False
    linearization: bool = False
    solver_symmetry: bool = False
    implied_counts: bool = False
    seed: int = 0

    @classmethod
    def solver_defaults(cls) -> Settings:
        """The model as it is, solved with CP-SAT's own defaults."""
        return cls(fixed_search=False, presolve=True, inprocessing=True, linearization=True, solver_symmetry=True)

    def parameters(self) -> dict[str, object]:
        """The solver parameters, by name.

        One worker, always: with more, enumeration answers OPTIMAL with solutions missing.
        """
        from ortools.sat.python import cp_model

        parameters: dict[str, object] = {
            "num_workers": 1,
            "enumerate_all_solutions": True,
            "catch_sigint_signal": False,
            "cp_model_presolve": self.presolve,
            "random_seed": self.seed,
        }
        if self.fixed_search:
            parameters["search_branching"] = cp_model.FIXED_SEARCH
        if not self.linearization:
            parameters["linearization_level"] = 0
        if not self.solver_symmetry:
            parameters["symmetry_level"] = 0
        if not self.inprocessing:
            parameters["use_sat_inprocessing"] = False
        return parameters
