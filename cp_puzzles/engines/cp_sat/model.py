"""From a question to its CP-SAT model."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ortools.sat.python import cp_model

from cp_puzzles.cover.problem import CoverProblem
from cp_puzzles.engines.base import Part, Question
from cp_puzzles.engines.cp_sat.constraints import (
    Booleans,
    choose_part,
    cover_at_most_once,
    cover_exactly_once,
    cover_within_bounds,
)
from cp_puzzles.engines.cp_sat.lex_leader import keep_leaders
from cp_puzzles.engines.cp_sat.settings import Settings


@dataclass(frozen=True, eq=False)
class CompiledModel:
    """A CP-SAT model and its placement variables, in the order of the options."""

    model: cp_model.CpModel
    chosen: Booleans


def compile_model(
    question: Question, part: Part, settings: Settings, stop: Callable[[], bool] = lambda: False
) -> CompiledModel:
    """The model whose solutions are those of one part of a question; raises `StoppedError` once `stop()` is true.

    >>> from cp_puzzles.api import ask
    >>> _, question = ask("pentomino6x10", symmetry="off")
    >>> proto = compile_model(question, Part(), Settings()).model.proto
    >>> len(proto.variables), len(proto.constraints)
    (2056, 72)
    """
    problem = question.problem
    model = cp_model.CpModel()
    chosen = [model.new_bool_var(_name(problem, option)) for option in range(len(problem.options))]
    cover_exactly_once(model, problem, chosen)
    cover_at_most_once(model, problem, chosen)
    cover_within_bounds(model, problem, chosen, implied_counts=settings.implied_counts)
    if question.breaking == "lex":
        keep_leaders(model, question.leader, chosen, stop)
    choose_part(model, chosen, part)
    if settings.fixed_search and chosen:
        branch = _search_order(problem, fill_order=settings.fill_order)
        model.add_decision_strategy(
            [chosen[option] for option in branch], cp_model.CHOOSE_FIRST, cp_model.SELECT_MAX_VALUE
        )
    return CompiledModel(model, chosen)


def _search_order(problem: CoverProblem, *, fill_order: bool) -> list[int]:
    """The options as they are branched on: by first cell in fill order, or tile by tile."""
    options = range(len(problem.options))
    if fill_order:
        return list(options)
    tiles = [-1 if tile is None else tile for tile in problem.tile_of]
    return sorted(options, key=lambda option: (tiles[option], option))


def _name(problem: CoverProblem, option: int) -> str:
    """For example `X@0,1;1,0;1,1;1,2;2,1`."""
    tile, cells = problem.tile_of[option], problem.cells
    name = "" if tile is None else problem.items[tile].name
    return f"{name}@" + ";".join(problem.items[item].name for item in problem.options[option] if item in cells)
