"""The search of a model to which a user has added constraints."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from cp_puzzles.cover.solution import Solution
from cp_puzzles.engines.registry import MODEL_ENGINE
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.search.run_result import RunResult
from cp_puzzles.search.search import Search, collect
from cp_puzzles.search.search_options import SearchOptions

if TYPE_CHECKING:
    from cp_puzzles.engines.cp_sat.puzzle_model import PuzzleModel


def solve_model(
    puzzle: Puzzle,
    model: PuzzleModel,
    options: SearchOptions,
    on_solution: Callable[[Solution], None] | None = None,
    *,
    keep: bool = True,
) -> RunResult:
    """Return the result of the search of a model of `to_model`; each tiling is verified and found once."""
    _refuse(puzzle, options, model)
    settings = options.settings if options.seed is None else {**options.settings, "seed": options.seed}
    options = replace(options, engine=MODEL_ENGINE, settings=settings, seed=None, symmetry=model.symmetry, jobs=1)
    result = collect(Search(puzzle, options, model=model), on_solution, keep=keep)
    statistics = dict(result.statistics)
    value, bound = (statistics.pop(name, None) for name in ("value", "bound"))
    if not model.model.has_objective():
        return replace(result, statistics=statistics)
    is_maximum = model.model.proto.objective.scaling_factor < 0
    name = "objective" if puzzle.objective is None else puzzle.objective.measure.name
    objective = {"maximize" if is_maximum else "minimize": name, "value": value, "bound": bound}
    return replace(result, statistics=statistics, objective=objective)


def _refuse(puzzle: Puzzle, options: SearchOptions, model: PuzzleModel) -> None:
    """Raise `MistakeError` for options that contradict the model or that its search does not support."""
    if puzzle != model.puzzle:
        remedy = "pass to_model the same puzzle, and its options there: leave, given, rule, maximize, minimize"
        raise MistakeError("model", f"it is a model of another puzzle than this {puzzle.name!r}", remedy)
    if options.engine not in (None, MODEL_ENGINE):
        place = Parameter("engine", options.engine)
        raise MistakeError(place, "a model is solved by cp-sat", ("omit ", Parameter("engine")))
    if options.symmetry not in ("full", model.symmetry):
        remedy = f"write to_model(puzzle, symmetry={options.symmetry!r})"
        raise MistakeError(Parameter("symmetry", options.symmetry), f"the model has {model.symmetry!r}", remedy)
    options.refuse("a model is searched in this process", "store", "cluster")
    if model.model.has_objective():
        model.cover.refuse_checks("model", "omit the objective of the model")
