"""Enumeration of a part with CP-SAT."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic

import numpy as np
from ortools.sat.python import cp_model

from cp_puzzles.base.deadline import CanceledError
from cp_puzzles.engines.cp_sat.cp_sat_model import (
    SolutionCallback,
    compile_model,
    solved,
    solver_parameters,
    solver_with,
)
from cp_puzzles.engines.engine import Engine, PartResult, PartTally, PartTask
from cp_puzzles.engines.registry import CpSatSettings
from cp_puzzles.errors import EngineError

UNITS_PER_SECOND = 2.0
"""The deterministic time of the solver in about a second of the enumeration of a flat exact cover (6x10: 1.9)."""


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
        solver = solver_with(solver_parameters(settings))
        if task.budget is not None:
            solver.parameters.max_deterministic_time = UNITS_PER_SECOND * task.budget
        if solver.parameters.num_workers != 1:
            raise EngineError("CP-SAT enumerates every solution with one worker only")
        tally = PartTally(task)

        def take(chosen: Iterator[int]) -> bool:
            tally.add(np.fromiter(chosen, dtype=np.int32))
            return tally.is_full or task.stop()

        collector = SolutionCallback(len(compiled.chosen), take)
        built = monotonic()
        status = solved(solver, compiled.model, collector, task.stop)
        is_complete = status in (cp_model.OPTIMAL, cp_model.INFEASIBLE) and not collector.stopped
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
