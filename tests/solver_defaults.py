"""The settings of the CP-SAT engine that solve the same model with CP-SAT's own defaults."""

from __future__ import annotations

from cp_puzzles.engines.registry import CpSatSettings

SOLVER_DEFAULTS = CpSatSettings(
    fixed_search=False, presolve=True, inprocessing=True, linearization=True, solver_symmetry=True
)
