"""The CP-SAT model of a request, runs of the solver, enumeration of a part, and the optimum of a linear objective.

Eight workers on two cores prove in 0.4 s an optimum that one worker with the default search does not prove in 20 s. So
optimization runs a portfolio of workers, and enumeration one worker with a fixed search.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from math import ceil, floor
from time import monotonic
from typing import TYPE_CHECKING

import numpy as np
from ortools.sat.python import cp_model

from cp_puzzles.base.deadline import CanceledError
from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.engines.cp_sat.constraints import (
    Booleans,
    choose_part,
    close_lines,
    cover_at_most_once,
    cover_exactly_once,
    cover_within_bounds,
    keep_leaders,
    keep_sums,
)
from cp_puzzles.engines.engine import Engine, Part, PartResult, PartTally, PartTask, SearchRequest
from cp_puzzles.engines.registry import CpSatSettings
from cp_puzzles.errors import EngineError

if TYPE_CHECKING:
    from cp_puzzles.cover.objective import LinearObjective


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
    problem, options = request.problem, range(len(request.problem.options))
    names = [_name(problem, option) for option in options] if is_named else None
    model, chosen = _cover_model(problem, names, implied_counts=settings.implied_counts)
    if problem.sums:
        keep_sums(model, problem, chosen)
    if problem.circuits:
        close_lines(model, problem, chosen)
    if request.breaking == "lex":
        keep_leaders(model, request.leader, chosen, stop)
    if part.chosen or part.excluded:
        choose_part(model, chosen, part)
    if settings.fixed_search and chosen:
        order = options if settings.fill_order else np.argsort(problem.tile_numbers, kind="stable").tolist()
        in_order = [chosen[option] for option in order]
        model.add_decision_strategy(in_order, cp_model.CHOOSE_FIRST, cp_model.SELECT_MAX_VALUE)
    return CompiledModel(model, chosen)


def _cover_model(
    problem: CoverProblem, names: Sequence[str] | None = None, *, implied_counts: bool
) -> tuple[cp_model.CpModel, Booleans]:
    """Return the model of the items of a cover problem, and the variables of its options."""
    model = cp_model.CpModel()
    chosen = [model.new_bool_var(name) for name in names or [""] * len(problem.options)]
    cover_exactly_once(model, problem, chosen)
    cover_at_most_once(model, problem, chosen)
    cover_within_bounds(model, problem, chosen, implied_counts=implied_counts)
    return model, chosen


def model_with_objective(request: SearchRequest, objective: LinearObjective | None) -> CompiledModel:
    """Return the model of all parts of a request, with its objective if there is one; its variables have names."""
    compiled = compile_model(request, Part(), CpSatSettings.of(request.settings), is_named=True)
    if objective is not None:
        set_objective(compiled, objective)
    return compiled


def set_objective(compiled: CompiledModel, objective: LinearObjective) -> None:
    """Let a model optimize a sum over its options."""
    value = objective.constant + sum(weight * compiled.chosen[option] for option, weight in objective.weights)
    (compiled.model.maximize if objective.maximize else compiled.model.minimize)(value)


def model_text(request: SearchRequest, objective: LinearObjective | None = None) -> str:
    """Return the model of a request in the text format of protocol buffers (CpModelProto)."""
    return str(model_with_objective(request, objective).model.proto)


def solver_parameters(settings: CpSatSettings) -> dict[str, object]:
    """Return the solver parameters by name.

    One worker, always: with more, enumeration returns OPTIMAL with solutions missing.
    """
    return {
        "num_workers": 1,
        "enumerate_all_solutions": True,
        "cp_model_presolve": settings.presolve,
        "random_seed": settings.seed,
        "search_branching": cp_model.FIXED_SEARCH if settings.fixed_search else cp_model.AUTOMATIC_SEARCH,
        "linearization_level": 1 if settings.linearization else 0,
        "symmetry_level": 2 if settings.solver_symmetry else 0,
        "use_sat_inprocessing": settings.inprocessing,
    }


def _name(problem: CoverProblem, option: int) -> str:
    """Return a name such as `X@0,1;1,0;1,1;1,2;2,1`."""
    tile, cells = problem.tile_numbers[option], problem.cells
    name = "" if tile < 0 else problem.items[tile].name
    return f"{name}@" + ";".join(problem.items[item].name for item in problem.options[option] if item in cells)


STOP_INTERVAL_SECONDS = 0.05
"""The time between two checks of the stop flag while the solver finds nothing."""


def solver_with(parameters: Mapping[str, object]) -> cp_model.CpSolver:
    """Return a solver with these parameters; it leaves interrupts to Python."""
    solver = cp_model.CpSolver()
    for name, value in {"catch_sigint_signal": False, **parameters}.items():
        setattr(solver.parameters, name, value)
    return solver


class SolutionCallback(cp_model.CpSolverSolutionCallback):
    """A callback that passes each solution to `take`, which returns True to stop the search and drop further solutions.

    A solution is passed as its chosen options, which are the first `options` variables of the model. An exception of
    `take` is stored as `failure` and stops the search, since exceptions cannot cross the solver.
    """

    def __init__(self, options: int, take: Callable[[Iterator[int]], bool]) -> None:
        super().__init__()
        self._options, self._take = options, take
        self.stopped = False
        self.failure: BaseException | None = None

    def on_solution_callback(self) -> None:
        """Pass the solution to `take`."""
        if self.stopped:
            return
        try:
            # read the values once: each access from Python costs as much as ten of them inside the solver
            self.stopped = self._take(compress(range(self._options), self.response_proto.solution))
        except BaseException as error:
            self.failure, self.stopped = error, True
        if self.stopped:
            self.stop_search()


def solved(
    solver: cp_model.CpSolver, model: cp_model.CpModel, callback: SolutionCallback | None, stop: Callable[[], bool]
) -> cp_model.CpSolverStatus:
    """Solve a model until soon after `stop()` is true, and return the status; raise what the callback raised."""
    done = threading.Event()

    def watch() -> None:
        while not done.wait(STOP_INTERVAL_SECONDS):
            if stop():
                solver.stop_search()

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        status = solver.solve(model, callback)
    finally:
        done.set()
        watcher.join()
    if callback is not None and callback.failure is not None:
        raise callback.failure
    if status == cp_model.MODEL_INVALID:
        raise EngineError(f"CP-SAT refuses the model: {model.validate()}")
    return status


UNITS_PER_SECOND = 2.0
"""The deterministic time of the solver in about a second of the enumeration of a flat exact cover (6x10: 1.9)."""


def enumerated(
    model: cp_model.CpModel,
    options: int,
    settings: CpSatSettings,
    take: Callable[[Iterator[int]], bool],
    stop: Callable[[], bool],
    budget: float | None = None,
) -> tuple[bool, cp_model.CpSolver]:
    """Pass the solutions of a model to `take`; return whether these are all, and the solver at the end."""
    solver, callback = solver_with(solver_parameters(settings)), SolutionCallback(options, take)
    if budget is not None:
        solver.parameters.max_deterministic_time = UNITS_PER_SECOND * budget
    status = solved(solver, model, callback, stop)
    return status in (cp_model.OPTIMAL, cp_model.INFEASIBLE) and not callback.stopped, solver


class CpSatEngine(Engine):
    """Enumerates solutions with CP-SAT: one worker, every solution once.

    A run cannot be continued: the solver returns no position. A budget is in seconds of its deterministic time.
    """

    def run(self, task: PartTask) -> PartResult:
        """Search one part; see `Engine`."""
        started = monotonic()
        settings = CpSatSettings.of(task.request.settings)
        if task.part.stack:
            raise EngineError("CP-SAT searches whole subproblems only")
        try:
            compiled = compile_model(task.request, task.part, settings, task.stop)
        except CanceledError:
            return PartResult(0, 0, 0, (task.part,))
        tally = PartTally(task)

        def take(chosen: Iterator[int]) -> bool:
            tally.add(np.fromiter(chosen, dtype=np.int32))
            return tally.is_full or task.stop()

        built = monotonic()
        is_complete, solver = enumerated(compiled.model, len(compiled.chosen), settings, take, task.stop, task.budget)
        tally.flush()
        proto = compiled.model.proto
        return tally.result(
            rest=() if is_complete else (task.part,),
            effort=solver.response_proto.deterministic_time / UNITS_PER_SECOND,
            statistics={
                "branches": solver.num_branches,
                "conflicts": solver.num_conflicts,
                "build_seconds": built - started,
                "solver_seconds": monotonic() - built,
            },
            sizes={"booleans": len(proto.variables), "constraints": len(proto.constraints)},
        )


WORKERS = 8
"""The number of CP-SAT's workers, also on fewer cores: their different searches together prove more than each alone."""


@dataclass(frozen=True)
class Optimum:
    """The value and the options of the incumbent, and a proved bound on all values.

    Without an incumbent `value` is None and `options` is empty. The search is complete if `value` equals `bound`, or if
    both are None and the problem is infeasible.
    """

    value: int | None
    options: tuple[int, ...]
    bound: int | None
    complete: bool


def model_to_optimize(problem: CoverProblem, objective: LinearObjective) -> cp_model.CpModel:
    """Return the model of a cover problem with an objective."""
    model, chosen = _cover_model(problem, implied_counts=True)
    set_objective(CompiledModel(model, chosen), objective)
    return model


def optimize(
    model: cp_model.CpModel,
    options: int,
    *,
    stop: Callable[[], bool],
    on_better: Callable[[Optimum], None] = lambda _: None,
    seed: int = 0,
    workers: int = WORKERS,
) -> Optimum:
    """Return the optimum of the objective of a model, whose first variables are those of `options`.

    Calls `on_better` with every new incumbent and its bound. Ends soon after `stop()` is true. With a single worker the
    result is the same in every run.
    """
    best = Optimum(None, (), None, complete=False)
    lock = threading.Lock()
    # no better integer lies between the bound and that of the solver
    is_maximum = model.proto.objective.scaling_factor < 0

    def bound_in(value: float) -> int:
        return floor(value + 1e-6) if is_maximum else ceil(value - 1e-6)

    def take(chosen: Iterator[int]) -> bool:
        nonlocal best
        with lock:
            bound = bound_in(callback.best_objective_bound)
            best = Optimum(round(callback.objective_value), tuple(chosen), bound, complete=False)
            on_better(best)
        return False

    callback = SolutionCallback(options, take)
    solver = solver_with({"num_workers": workers, "random_seed": seed})
    status = solved(solver, model, callback, stop)
    if status == cp_model.INFEASIBLE or best.value is None:
        return Optimum(None, (), None, complete=status == cp_model.INFEASIBLE)
    if status == cp_model.OPTIMAL:
        return replace(best, bound=best.value, complete=True)
    return replace(best, bound=bound_in(solver.best_objective_bound))
