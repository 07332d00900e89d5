"""Enumeration of a part with CP-SAT."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import compress
from time import monotonic

import numpy as np
from ortools.sat.python import cp_model

from cp_puzzles.cover.problem import CoverProblem
from cp_puzzles.engines.base import Emit, Part, PartResult, Question, StoppedError
from cp_puzzles.engines.cp_sat.model import compile_model
from cp_puzzles.engines.cp_sat.settings import Settings
from cp_puzzles.engines.tally import Tally
from cp_puzzles.errors import EngineError

STOP_INTERVAL = 0.05
"""Seconds between two looks at the stop flag while the solver finds nothing."""


class CpSatEngine:
    """Enumerates solutions with CP-SAT: one worker, every solution once."""

    name = "cp-sat"
    counts_silently = False

    def supports(self, problem: CoverProblem) -> str | None:
        """Any cover problem; see `Engine`."""
        return None

    def must_compile(self, question: Question) -> bool:
        """Never; see `Engine`."""
        return False

    def run(
        self,
        question: Question,
        part: Part,
        *,
        emit: Emit | None,
        limit: int | None,
        stop: Callable[[], bool],
        progress: Callable[[int], None] | None = None,
        effort: float | None = None,
    ) -> PartResult:
        """Search one part; see `Engine`."""
        started = monotonic()
        settings = Settings.of(question.settings)
        try:
            compiled = compile_model(question, part, settings, stop)
        except StoppedError:
            return PartResult(0, 0, 0, complete=False)
        solver = cp_model.CpSolver()
        for name, value in settings.parameters().items():
            setattr(solver.parameters, name, value)
        if effort is not None:
            solver.parameters.max_deterministic_time = effort
        if solver.parameters.num_workers != 1:
            raise EngineError("CP-SAT enumerates every solution with one worker only")
        tally = Tally(question, emit=emit, limit=limit, progress=progress)
        collector = _Collector(tally, len(compiled.chosen), stop)
        built = monotonic()
        with watched(solver, stop):
            status = solver.solve(compiled.model, collector)
        if collector.failure is not None:
            raise collector.failure
        tally.flush()
        if status == cp_model.MODEL_INVALID:
            raise EngineError(f"CP-SAT refuses the model: {compiled.model.validate()}")
        proto = compiled.model.proto
        return tally.result(
            complete=status in (cp_model.OPTIMAL, cp_model.INFEASIBLE) and not collector.stopped,
            statistics={
                "branches": solver.num_branches,
                "conflicts": solver.num_conflicts,
                "build_seconds": built - started,
                "solver_seconds": monotonic() - built,
            },
            sizes={"booleans": len(proto.variables), "constraints": len(proto.constraints)},
        )


class _Collector(cp_model.CpSolverSolutionCallback):
    """Hands each solution on; an exception in it is kept, for it cannot cross the solver."""

    def __init__(self, tally: Tally, options: int, stop: Callable[[], bool]) -> None:
        super().__init__()
        self._tally, self._options, self._stop = tally, options, stop
        self.stopped = False
        self.failure: BaseException | None = None

    def on_solution_callback(self) -> None:
        """Add the solution; end the search when that is enough."""
        if self.stopped:
            return
        try:
            # the values are read once, in one go: each access from Python costs as much as ten of them in here
            chosen = compress(range(self._options), self.response_proto.solution)
            self._tally.add(np.fromiter(chosen, dtype=np.int32))
            if self._tally.is_full or self._stop():
                self._end()
        except BaseException as error:
            self.failure = error
            self._end()

    def _end(self) -> None:
        self.stopped = True
        self.stop_search()


@contextmanager
def watched(solver: cp_model.CpSolver, stop: Callable[[], bool]) -> Iterator[None]:
    """Stops the solver soon after `stop()` turns true, even while it finds nothing."""
    done = threading.Event()

    def watch() -> None:
        while not done.wait(STOP_INTERVAL):
            if stop():
                solver.stop_search()

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()
