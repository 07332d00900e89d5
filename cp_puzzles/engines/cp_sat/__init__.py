"""The CP-SAT engine: one Boolean per placement, exactly-one per cell and piece, a lex-leader for each symmetry.

Other folders use the names below: the optimum of a linear objective, a minimal conflict, the model as text.
"""

from cp_puzzles.engines.cp_sat.conflict import Conflict, closer_conflict, minimal_conflict
from cp_puzzles.engines.cp_sat.cp_sat_engine import WORKERS, Optimum, model_text, optimize

__all__ = ["WORKERS", "Conflict", "Optimum", "closer_conflict", "minimal_conflict", "model_text", "optimize"]
