"""The search of a model to which a user has added constraints."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from queue import Empty, Queue
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING

import numpy as np

from cp_puzzles.base.deadline import CanceledError, Deadline
from cp_puzzles.cover.solution import Solution, Solutions
from cp_puzzles.engines.registry import MODEL_ENGINE, CpSatSettings
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.search.options import SearchOptions
from cp_puzzles.search.run_result import RunResult, Status
from cp_puzzles.search.worker import Job

if TYPE_CHECKING:
    from cp_puzzles.engines.cp_sat.puzzle_model import ModelEnd, PuzzleModel

MAX_QUEUED = 10_000
"""The number of solutions waiting for the verifier at which the solver waits, too."""


def solve_model(
    puzzle: Puzzle,
    model: object,
    options: SearchOptions,
    on_solution: Callable[[Solution], None] | None = None,
    *,
    keep: bool = True,
) -> RunResult:
    """Return the result of the search of a model of `to_model`; each tiling is verified and found once."""
    from cp_puzzles.engines.cp_sat.puzzle_model import PuzzleModel, enumerate_model

    if not isinstance(model, PuzzleModel):
        raise MistakeError("model", f"it is of type {type(model).__name__}", "pass the value of to_model(puzzle)")
    _refuse(puzzle, options, model)
    seed = {} if options.seed is None else {"seed": options.seed}
    settings = CpSatSettings.of({**options.settings, **seed}, MODEL_ENGINE)
    started, tally = monotonic(), _Tally(model, options.limit, on_solution, keep=keep)
    found: Queue[list[int]] = Queue(MAX_QUEUED)

    stopped = Event()
    ends: list[ModelEnd] = []
    ended: Status | None = None

    def work() -> None:
        ends.append(enumerate_model(model, settings, found, stopped.is_set))

    def take() -> None:
        if tally.take_from(found):
            raise CanceledError

    # CP-SAT blocks signals: it runs in a thread while this one verifies solutions and waits for interrupts
    try:
        Deadline.after(options.time_limit).run("searching", work, take, stopped.set)
    except CanceledError:
        ended = "limit" if tally.take_from(found) else "time-limit"
    except KeyboardInterrupt:
        ended = "interrupted"
    end = ends[0] if ends else None
    is_complete = ended is None and end is not None and end.complete
    return RunResult.of(
        Job(puzzle, model.symmetry, MODEL_ENGINE, settings=options.settings, limit=options.limit),
        model.cover,
        model.request,
        status="complete" if is_complete else ended or "interrupted",
        seconds=monotonic() - started,
        jobs=1,
        solutions=Solutions(puzzle, tuple(tally.solutions)),
        count=tally.count,
        raw=tally.raw if is_complete else None,
        self_symmetric=tally.self_symmetric if is_complete else None,
        first_solution_seconds=tally.first_found_at and tally.first_found_at - started,
        statistics={} if end is None else dict(end.statistics),
        objective=_objective(model, end),
    )


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
    for name in ("store", "cluster"):
        if (value := getattr(options, name)) is not None:
            problem = "a model is searched in this process"
            raise MistakeError(Parameter(name, value), problem, ("omit ", Parameter(name)))
    if model.model.has_objective():
        model.cover.refuse_checks("model", "omit the objective of the model")


class _Tally:
    """The tilings so far: each is verified and counted once."""

    def __init__(
        self, model: PuzzleModel, limit: int | None, on_solution: Callable[[Solution], None] | None, *, keep: bool
    ) -> None:
        self._model, self._limit, self._on_solution, self._keep = model, limit, on_solution, keep
        self._seen: set[tuple[int, ...]] = set()
        self.solutions: list[Solution] = []
        self.raw = self.self_symmetric = 0
        self.first_found_at: float | None = None

    @property
    def count(self) -> int:
        return len(self._seen)

    @property
    def is_full(self) -> bool:
        return self._limit is not None and self.count >= self._limit

    def take_from(self, found: Queue[list[int]]) -> bool:
        """Take the waiting solutions; return True once the limit is reached."""
        with suppress(Empty):
            while not self.is_full:
                self._take(found.get_nowait())
        return self.is_full

    def _take(self, options: list[int]) -> None:
        cover, group = self._model.cover, self._model.request.leader.group
        placements = tuple(option for option in options if option < len(cover.placements))
        if placements in self._seen or not cover.accepts(placements):
            return
        size = int(group.orbit_sizes(np.array([options], dtype=np.int32))[0])
        solution = self._model.tiling(options, size)
        self._seen.add(placements)
        self.first_found_at = self.first_found_at or monotonic()
        self.raw += size
        self.self_symmetric += size < group.order
        if self._keep:
            self.solutions.append(solution)
        if self._on_solution is not None:
            self._on_solution(solution)


def _objective(model: PuzzleModel, end: ModelEnd | None) -> dict[str, object] | None:
    if not model.model.has_objective():
        return None
    objective = model.puzzle.objective
    is_maximum = model.model.proto.objective.scaling_factor < 0
    name = "objective" if objective is None else objective.measure.name
    value, bound = (None, None) if end is None else (end.value, end.bound)
    return {"maximize" if is_maximum else "minimize": name, "value": value, "bound": bound}
