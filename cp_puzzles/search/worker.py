"""The worker of a search: a job, which is the same in every process, the run of a part, and the check of solutions."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import repeat
from typing import TYPE_CHECKING

import numpy as np

from cp_puzzles.base.compilation import CompilationWatch, compilation_watch
from cp_puzzles.cover.cover_problem import Cover, build_cover
from cp_puzzles.cover.solution import solution_of, solutions_of
from cp_puzzles.cover.symmetry import Breaking, Symmetry
from cp_puzzles.cover.symmetry.leader import leader_of
from cp_puzzles.cover.symmetry.symmetry_group import effective_symmetry
from cp_puzzles.cover.verifier import verifier_of
from cp_puzzles.engines.engine import Batch, Emit, Engine, OrbitSizes, Pair, Part, PartResult, PartTask, SearchRequest
from cp_puzzles.engines.registry import AUTO, MODEL_ENGINE, entry_of, load_engine, require_engine
from cp_puzzles.errors import EngineError, InvalidSolutionError, Parameter, RepeatedSolutionError
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.search.parts import split

if TYPE_CHECKING:
    from cp_puzzles.engines.cp_sat.puzzle_model import PuzzleModel
    from cp_puzzles.search.search_options import SearchOptions


@dataclass(frozen=True)
class Job:
    """The request for a search: a puzzle, the equivalence, the engine and its settings.

    Without `keep`, solutions are counted and not returned. `limit` is the largest number of solutions. `memory` limits,
    in bytes, the cover problem; None: a share of the machine's memory. A `model` of a user has the solutions that are
    searched.
    """

    puzzle: Puzzle
    symmetry: Symmetry = "full"
    engine: str = MODEL_ENGINE
    breaking: Breaking = "lex"
    keep: bool = True
    limit: int | None = None
    settings: Mapping[str, object] = field(default_factory=dict)
    memory: int | None = None
    model: PuzzleModel | None = None

    @classmethod
    def of(cls, puzzle: Puzzle, options: SearchOptions, *, keep: bool, model: PuzzleModel | None = None) -> Job:
        """Return the job that options describe; settings without an engine are settings of CP-SAT."""
        engine = options.engine or (MODEL_ENGINE if options.settings else AUTO)
        settings = dict(options.settings)
        if options.seed is not None:
            refuse_idle_seed(options)
            settings["seed"] = options.seed
        require_engine(engine, counts=not keep, settings=settings)
        symmetry = effective_symmetry(puzzle, options.symmetry) if model is None else model.symmetry
        return cls(puzzle, symmetry, engine, options.breaking, keep, options.limit, settings, options.memory, model)

    def cover_and_request(self) -> tuple[Cover, SearchRequest]:
        """Return the cover problem and the request; they are the same in every process."""
        cover = build_cover(self.puzzle, self.memory)
        return cover, self.request(cover)

    def request(self, cover: Cover) -> SearchRequest:
        """Return the request for an engine."""
        if self.model is not None:
            return self.model.request
        accepts = cover.accepts_options if cover.checks else None
        leader = leader_of(cover, self.symmetry, self.memory)
        return SearchRequest(cover.problem, leader, self.breaking, self.settings, accepts)


def refuse_idle_seed(options: SearchOptions) -> None:
    """Raise `MistakeError` for a seed of a search that is not randomized."""
    if options.limit != 1:
        one = Parameter("limit", 1)
        options.refuse(("the seed has an effect only with ", one), "seed", remedy=("add ", one))


@dataclass(frozen=True, eq=False)
class PartJob:
    """The job of a worker: a part, the engine that searches it, and a budget in counted seconds (None: no end).

    `settings` replace those of the request. With `holds`, the solutions of a part that does not end within its budget
    are dropped, if the engine cannot continue it.
    """

    part: Part
    engine: str
    budget: float | None = None
    limit: int | None = None
    settings: Mapping[str, object] | None = None
    holds: bool = False


@dataclass(frozen=True, eq=False)
class PartRun:
    """The run of a part: its result and its verified solutions in order.

    If the solutions `were_passed_on` at once, they are kept only if a later run would find them again.
    """

    part: Part
    engine: str
    result: PartResult
    batches: tuple[Pair, ...] = ()
    were_passed_on: bool = False


class NewSolutions:
    """Accepts the solutions of a part that are not known, and counts those that are found `again`."""

    def __init__(self, known: Iterable[tuple[int, ...]], accepts: Callable[[Sequence[int]], bool] | None) -> None:
        self._known, self._accepts, self.again = frozenset(known), accepts, 0

    def __call__(self, options: Sequence[int]) -> bool:
        """Return whether a solution is accepted."""
        if tuple(options) in self._known:
            self.again += 1
            return False
        return self._accepts is None or self._accepts(options)

    def require_all(self) -> None:
        """Raise `EngineError` if some of the known solutions were not found again."""
        if self.again < len(self._known):
            known = f"{len(self._known)} solutions of a part were found before"
            raise EngineError(f"{known}, but only {self.again} again")


class PartWorker:
    """Runs parts of a job, one after the other in each thread; it is sent to other processes as the job alone."""

    def __init__(self, job: Job, built: tuple[Cover, SearchRequest] | None = None) -> None:
        self._job = job
        self.cover, self._request = built or job.cover_and_request()
        self._local = threading.local()  # engines and checkers are of one thread
        self._is_trusted = not any(rule.is_registered for rule in job.puzzle.rules)

    def __reduce__(self) -> tuple[type[PartWorker], tuple[Job]]:
        return PartWorker, (self._job,)

    def run(self, job: PartJob, stop: Callable[[], bool], emit: Emit | None = None) -> PartRun:
        """Run a part and return its verified solutions, or pass them to `emit`."""
        engine, part, batches = self.engine(job.engine), job.part, list[Pair]()
        counts_only = engine.counts_without_solutions and not self._job.keep and self._is_trusted
        if not counts_only:
            checker = vars(self._local).setdefault("checker", None) or SolutionChecker(self.cover)
            self._local.checker = checker
            checker.begin(part)

        def take(batch: Batch, sizes: OrbitSizes) -> None:
            checker.check(batch)
            if emit is not None:
                emit(batch, sizes)
            if self._job.keep and (emit is None or not engine.resumes):
                batches.append((batch, sizes))

        request = self._request_of(job)
        new = NewSolutions(part.known, request.accepts) if part.known else None
        if new is not None:
            request = replace(request, accepts=new)
        task = PartTask(request, part, None if counts_only else take, limit=job.limit, stop=stop, budget=job.budget)
        if (watch := compilation_watch.get()) is None:  # in the first run of a thread
            compilation_watch.set(watch := CompilationWatch())
        result = engine.run(task)
        if new is not None and result.complete and not part.stack:  # a rest has only some of them
            new.require_all()
        if result.rest and not engine.resumes:
            ends = stop() or (job.limit is not None and result.solutions >= job.limit)
            if job.holds and not ends:
                result, batches = replace(result, solutions=0, raw=0, self_symmetric=0), []
            result = replace(result, rest=self._left_of(part, batches, ends=ends))
        result = replace(result, sizes={**result.sizes, **watch.seconds})
        return PartRun(part, job.engine, result, tuple(batches), emit is not None)

    def _left_of(self, part: Part, batches: Iterable[Pair], *, ends: bool) -> tuple[Part, ...]:
        """Return the parts to search instead of one that cannot be continued: smaller ones, unless the search `ends`.

        The solutions in `batches` are known in them.
        """
        found = [tuple(row[row >= 0].tolist()) for batch, _ in batches for row in batch]
        left = replace(part, known=(*part.known, *found))
        rest = (left,) if ends else split(self._request, left)
        return (replace(left, path=(*part.path, 0)),) if found and len(rest) == 1 else rest

    def engine(self, name: str) -> Engine:
        """Return an engine, of which each thread has its own."""
        engines: dict[str, Engine] = vars(self._local).setdefault("engines", {})
        if name not in engines and self._job.model is not None:
            from cp_puzzles.engines.cp_sat.puzzle_model import ModelEngine  # with ortools

            engines[name] = ModelEngine(self._job.model)
        elif name not in engines:
            engines[name] = load_engine(name)
        return engines[name]

    def _request_of(self, job: PartJob) -> SearchRequest:
        """Return the request with the settings that the engine has."""
        settings = self._job.settings if job.settings is None else job.settings
        names = entry_of(job.engine).settings.names()
        return replace(self._request, settings={name: value for name, value in settings.items() if name in names})


MAX_REMEMBERED = 1 << 19
"""The largest number of hashes kept to recognize a repeated solution."""


class SolutionChecker:
    """Checks batches, part by part.

    For each solution of a batch, the uses of cells and tiles (of a .dlx problem: of items) are counted. They come from
    the placements and the puzzle, not from the cover problem that the engine used. A repeated solution is recognized by
    its hash. Parts are disjoint, so only the hashes of one part are kept, the first ones of a very large part.
    """

    def __init__(self, cover: Cover) -> None:
        self._cover, self._verifier = cover, verifier_of(cover.puzzle)
        bounds = self._verifier.bounds
        options, self._uses_count = len(cover.problem.options), len(bounds)
        self._least, self._most = np.array(bounds, dtype=np.int64).reshape(-1, 2).T
        given = [use for placement in cover.puzzle.given for use in self._verifier.uses(placement)]
        self._given = np.bincount(given, minlength=self._uses_count)
        # padding (-1) and auxiliary options use an index after the last one; the row of a placement is filled when
        # it first occurs
        self._uses = np.full((options + 1, self._verifier.widest), self._uses_count, dtype=np.int32)
        self._is_valid = np.zeros(options + 1, dtype=np.bool_)
        self._is_valid[len(cover.placements) :] = True
        self._hash = np.random.default_rng(1).integers(0, 1 << 63, options + 1, dtype=np.uint64)
        self._hash[-1] = 0
        self.begin(Part())

    def begin(self, part: Part) -> None:
        """Start the check of a part."""
        self._part = part
        self._excluded = np.zeros(len(self._is_valid), dtype=np.bool_)
        self._excluded[list(part.excluded)] = True
        self._seen: set[int] = set()

    def check(self, batch: Batch) -> None:
        """Raise `InvalidSolutionError` or `RepeatedSolutionError` for a wrong solution."""
        is_valid = self._are_placements_valid(batch) and self._adds_up(batch)
        if is_valid and self._verifier.has_rules:
            solutions = solutions_of(self._cover, batch, repeat(1, len(batch)))
            is_valid = all(self._verifier.rule_violation(solution.placements) is None for solution in solutions)
        if not is_valid:
            self._raise_violation(batch)
        chosen = all((batch == option).any(axis=1).all() for option in self._part.chosen)
        if not chosen or self._excluded[batch].any():
            raise InvalidSolutionError(
                f"the engine searched outside its part {self._part.path} (chosen: {self._part.chosen})"
            )
        self._remember(batch)

    def _are_placements_valid(self, batch: Batch) -> bool:
        """Return whether the puzzle allows each placement; every placement is verified once."""
        if batch.size and (batch.min() < -1 or batch.max() >= len(self._cover.problem.options)):
            return False
        for option in np.unique(batch[~self._is_valid[batch]]).tolist():
            placement = self._cover.placements[option]
            if self._verifier.placement_violation(placement) is not None:
                return False
            uses = self._verifier.uses(placement)
            self._uses[option, : len(uses)] = uses
            self._is_valid[option] = True
        return True

    def _adds_up(self, batch: Batch) -> bool:
        # one table of all solutions: each row counts the uses by one of them, its last column is padding
        rows, columns = len(batch), self._uses_count + 1
        used = self._uses[batch] + (np.arange(rows) * columns)[:, np.newaxis, np.newaxis]
        sums = np.bincount(used.ravel(), minlength=rows * columns).reshape(rows, columns)[:, :-1] + self._given
        return bool((sums >= self._least).all() and (sums <= self._most).all())

    def _raise_violation(self, batch: Batch) -> None:
        for row in batch.tolist():
            options = [option for option in row if option != -1]
            if not all(0 <= option < len(self._cover.problem.options) for option in options):
                raise InvalidSolutionError(f"the engine found options that do not exist: {options}")
            violation = self._verifier.violation(solution_of(self._cover, options).placements)
            if violation is not None:
                raise InvalidSolutionError(f"the engine found no solution: {violation} (options {options})")
        raise InvalidSolutionError(f"the engine found no solution, the verifier found no violation: {batch.tolist()}")

    def _remember(self, batch: Batch) -> None:
        """Keep the hashes of a batch; raise `RepeatedSolutionError` if one of them is known."""
        hashes, before = self._hash[batch].sum(axis=1, dtype=np.uint64).tolist(), len(self._seen)
        if before < MAX_REMEMBERED:
            self._seen.update(hashes)
            if len(self._seen) < before + len(hashes):
                raise RepeatedSolutionError(f"the engine found a solution twice in part {self._part.path}")
