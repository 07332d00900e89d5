"""The CP-SAT model of a request, and the parameters of the solver."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from ortools.sat.python import cp_model

from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.cover.linear_objective import LinearObjective
from cp_puzzles.engines.cp_sat.constraints import (
    Booleans,
    choose_part,
    cover_at_most_once,
    cover_exactly_once,
    cover_within_bounds,
    keep_sums,
)
from cp_puzzles.engines.cp_sat.lex_leader import keep_leaders
from cp_puzzles.engines.engine import Part, SearchRequest
from cp_puzzles.engines.engine_settings import CpSatSettings


@dataclass(frozen=True, eq=False)
class CompiledModel:
    """A CP-SAT model and its placement variables, in the order of the options."""

    model: cp_model.CpModel
    chosen: Booleans


def compile_model(
    request: SearchRequest,
    part: Part,
    settings: CpSatSettings,
    stop: Callable[[], bool] = lambda: False,
    *,
    is_named: bool = False,
) -> CompiledModel:
    """Return the model whose solutions are those of one part; raise `CanceledError` once `stop()` is true.

    If it `is_named`, each variable has the name of its placement, which takes longer than all constraints.

    >>> from cp_puzzles.api import cover_and_request
    >>> _, request = cover_and_request("pentomino6x10", symmetry="off")
    >>> proto = compile_model(request, Part(), CpSatSettings()).model.proto
    >>> len(proto.variables), len(proto.constraints)
    (2056, 72)
    """
    problem = request.problem
    model = cp_model.CpModel()
    options = range(len(problem.options))
    chosen = [model.new_bool_var(_name(problem, option) if is_named else "") for option in options]
    cover_exactly_once(model, problem, chosen)
    cover_at_most_once(model, problem, chosen)
    cover_within_bounds(model, problem, chosen, implied_counts=settings.implied_counts)
    keep_sums(model, problem, chosen)
    if request.breaking == "lex":
        keep_leaders(model, request.leader, chosen, stop)
    choose_part(model, chosen, part)
    if settings.fixed_search and chosen:
        order = _search_order(problem, fill_order=settings.fill_order)
        model.add_decision_strategy(
            [chosen[option] for option in order], cp_model.CHOOSE_FIRST, cp_model.SELECT_MAX_VALUE
        )
    return CompiledModel(model, chosen)


def model_with_objective(request: SearchRequest, objective: LinearObjective | None) -> CompiledModel:
    """Return the model of all parts of a request, with its objective if there is one; its variables have names."""
    compiled = compile_model(request, Part(), CpSatSettings.of(request.settings), is_named=True)
    if objective is not None:
        value = objective.constant + sum(weight * compiled.chosen[option] for option, weight in objective.weights)
        (compiled.model.maximize if objective.maximize else compiled.model.minimize)(value)
    return compiled


def model_text(request: SearchRequest, objective: LinearObjective | None = None) -> str:
    """Return the model of a request in the text format of protocol buffers (CpModelProto)."""
    return str(model_with_objective(request, objective).model.proto)


def solver_parameters(settings: CpSatSettings) -> dict[str, object]:
    """Return the solver parameters by name.

    One worker, always: with more, enumeration returns OPTIMAL with solutions missing.
    """
    parameters: dict[str, object] = {
        "num_workers": 1,
        "enumerate_all_solutions": True,
        "cp_model_presolve": settings.presolve,
        "random_seed": settings.seed,
    }
    if settings.fixed_search:
        parameters["search_branching"] = cp_model.FIXED_SEARCH
    if not settings.linearization:
        parameters["linearization_level"] = 0
    if not settings.solver_symmetry:
        parameters["symmetry_level"] = 0
    if not settings.inprocessing:
        parameters["use_sat_inprocessing"] = False
    return parameters


def _search_order(problem: CoverProblem, *, fill_order: bool) -> list[int]:
    """Return the options in branching order: by first cell in fill order, or tile by tile."""
    if fill_order:
        return list(range(len(problem.options)))
    by_tile: list[int] = np.argsort(problem.tile_numbers, kind="stable").tolist()
    return by_tile


def _name(problem: CoverProblem, option: int) -> str:
    """Return a name such as `X@0,1;1,0;1,1;1,2;2,1`."""
    tile, cells = problem.tile_numbers[option], problem.cells
    name = "" if tile < 0 else problem.items[tile].name
    return f"{name}@" + ";".join(problem.items[item].name for item in problem.options[option] if item in cells)
