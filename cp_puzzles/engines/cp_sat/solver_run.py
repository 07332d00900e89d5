"""One run of the solver CP-SAT, which can be stopped, and whose callbacks may raise errors."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import compress

from ortools.sat.python import cp_model

from cp_puzzles.errors import EngineError

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
    """Solve a model until `stop()` is true, and return the status; raise what the callback raised."""
    with _watched(solver, stop):
        status = solver.solve(model, callback)
    if callback is not None and callback.failure is not None:
        raise callback.failure
    if status == cp_model.MODEL_INVALID:
        raise EngineError(f"CP-SAT refuses the model: {model.validate()}")
    return status


@contextmanager
def _watched(solver: cp_model.CpSolver, stop: Callable[[], bool]) -> Iterator[None]:
    """Stop the solver soon after `stop()` is true, even while it finds nothing."""
    done = threading.Event()

    def watch() -> None:
        while not done.wait(STOP_INTERVAL_SECONDS):
            if stop():
                solver.stop_search()

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()
