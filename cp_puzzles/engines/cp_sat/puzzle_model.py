"""The CP-SAT model of a puzzle for users, who add constraints of their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias

import numpy as np
from ortools.sat.python import cp_model

from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.cover.objective import linear_objective
from cp_puzzles.cover.solution import Solution, solution_of
from cp_puzzles.cover.symmetry.symmetry_group import Symmetry
from cp_puzzles.cover.verifier import verifier_of
from cp_puzzles.engines.cp_sat.cp_sat_engine import Optimum, enumerated, model_with_objective, optimize
from cp_puzzles.engines.engine import Engine, PartResult, PartTally, PartTask, SearchRequest
from cp_puzzles.engines.registry import CpSatSettings
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle

Solved: TypeAlias = cp_model.CpSolver | cp_model.CpSolverSolutionCallback
"""The values of a solution: a solver after `solve`, or a callback during it."""


@dataclass(frozen=True, eq=False)
class PuzzleModel:
    """The CP-SAT model of a puzzle, which `to_model` makes.

    Attributes
    ----------
    puzzle
        The puzzle.
    model
        The `CpModel`. Add variables and constraints, or replace the objective; remove nothing.
    variables
        The Boolean of each placement, in the order of the options: true if the placement is chosen. The cells of a
        placement are those of `puzzle.board.cells`. Given placements have no variable.
    cover, request
        The cover problem and the request for the engine, from which the model is made.
    symmetry
        The equivalence of which the model keeps one tiling of each orbit. Unless it is `off`, added constraints must
        treat symmetric tilings alike.
    """

    puzzle: Puzzle
    model: cp_model.CpModel = field(repr=False)
    variables: Mapping[Placement, cp_model.IntVar] = field(repr=False)
    symmetry: Symmetry
    cover: Cover = field(repr=False)
    request: SearchRequest = field(repr=False)

    def solution(self, solver: Solved, orbit_size: int = 1) -> Solution:
        """Return the tiling that a solver has found; it has passed the verifier.

        Parameters
        ----------
        solver
            A solver after `solve`, or a solution callback.
        orbit_size
            The orbit size of the returned solution.

        Raises
        ------
        MistakeError
            If it is no tiling of the puzzle: a rule can only be checked on a finished tiling, or constraints of the
            model were removed.

        Examples
        --------
        >>> from ortools.sat.python import cp_model
        >>> from cp_puzzles import to_model
        >>> compiled = to_model("soma")
        >>> solver = cp_model.CpSolver()
        >>> solver.solve(compiled.model) == cp_model.OPTIMAL, len(compiled.solution(solver).placements)
        (True, 7)
        """
        chosen = [option for option, variable in enumerate(self.variables.values()) if solver.value(variable)]
        return self.tiling(chosen, orbit_size)

    def tiling(self, options: list[int], orbit_size: int = 1) -> Solution:
        """Return the tiling of some options; raise `MistakeError` if it is not a solution of the puzzle."""
        solution = solution_of(self.cover, options, orbit_size)
        violation = verifier_of(self.puzzle).violation(solution.placements)
        if violation is not None:
            keys = ", ".join(rule.key for rule in self.cover.checks)
            remedy = f"solve(puzzle, model=...) checks {keys}" if keys else "remove no constraint of the model"
            raise MistakeError("the solution of the model", violation, remedy)
        return solution


def puzzle_model(cover: Cover, request: SearchRequest, symmetry: Symmetry) -> PuzzleModel:
    """Return the model of a request; raise `MistakeError` for an objective that is not linear."""
    compiled = model_with_objective(request, linear_objective(cover, "to_model"))
    variables = dict(zip(cover.placements, compiled.chosen, strict=False))
    return PuzzleModel(cover.puzzle, compiled.model, MappingProxyType(variables), symmetry, cover, request)


class ModelEngine(Engine):
    """Enumerates the tilings of a model in one run, those of the best value if it has an objective.

    The solver finds a tiling once for each assignment of the variables that the user added. The statistics have the
    `value` and the `bound` of the objective.
    """

    def __init__(self, compiled: PuzzleModel) -> None:
        self._compiled = compiled

    def run(self, task: PartTask) -> PartResult:
        """Search the model; see `Engine`."""
        compiled, model = self._compiled, self._compiled.model
        cover, options = compiled.cover, len(compiled.cover.problem.options)
        if refusal := model.validate():
            raise MistakeError("model", f"CP-SAT refuses it: {refusal}", "correct the added constraints")
        tally, seen = PartTally(task), set[tuple[int, ...]]()

        def take(chosen: Iterator[int]) -> bool:
            taken = list(chosen)
            placements = tuple(option for option in taken if option < len(cover.placements))
            if placements not in seen and cover.accepts(placements):
                compiled.tiling(taken)
                tally.add(np.array(taken, dtype=np.int32))
            seen.add(placements)
            return tally.is_full or task.stop()

        best, statistics, is_complete = None, dict[str, float](), True
        if model.has_objective():
            if model.proto.has_floating_point_objective():
                problem = "its objective has coefficients that are not integers"
                raise MistakeError("model", problem, "scale them to integers")
            best = optimize(model, options, stop=task.stop)
            is_complete = best.complete
            if best.value is not None and best.bound is not None:
                statistics |= {"value": best.value, "bound": best.bound}
                if not is_complete:
                    take(iter(best.options))
        if best is None or (best.complete and best.value is not None):
            fixed = model if best is None else _with_value(model, best)
            settings = CpSatSettings.of(task.request.settings)
            is_complete, solver = enumerated(fixed, options, settings, take, task.stop)
            statistics |= {"branches": solver.num_branches, "conflicts": solver.num_conflicts}
        tally.flush()
        return tally.result(rest=() if is_complete else (task.part,), statistics=statistics)


def _with_value(model: cp_model.CpModel, best: Optimum) -> cp_model.CpModel:
    """Return the model with a constraint for the best value in place of the objective."""
    objective = model.proto.objective
    scale = round(objective.scaling_factor) or 1
    fixed = model.clone()
    fixed.clear_objective()  # type: ignore[no-untyped-call]
    variables = map(fixed.get_int_var_from_proto_index, objective.vars)
    total = sum(weight * variable for weight, variable in zip(objective.coeffs, variables, strict=True))
    fixed.add(scale * (total + round(objective.offset)) == best.value)
    return fixed
