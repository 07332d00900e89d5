"""The Python interface: what the command line and notebooks use."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from cp_puzzles.cover.cover_problem import Cover, build_cover
from cp_puzzles.cover.solution import Solution
from cp_puzzles.cover.symmetry.leader import leader_of
from cp_puzzles.cover.symmetry.symmetry_group import Symmetry, effective_symmetry
from cp_puzzles.engines.engine import Breaking, SearchRequest
from cp_puzzles.engines.registry import MODEL_ENGINE
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.puzzle.puzzle import Puzzle, PuzzleSource, problem_from
from cp_puzzles.search.puzzle_options import WRITE, puzzle_function
from cp_puzzles.search.run_result import RunResult
from cp_puzzles.search.search import Search, collect, count_solutions, each_solution, find_solutions
from cp_puzzles.search.search_options import CountOptions, GroupOptions, IterOptions, ModelOptions, SolveOptions
from cp_puzzles.search.worker import Job

if TYPE_CHECKING:
    from cp_puzzles.cover.symmetry.orbits import PuzzleSymmetry
    from cp_puzzles.engines.cp_sat.puzzle_model import PuzzleModel


@puzzle_function(SolveOptions)
def solve(puzzle: Puzzle, options: SolveOptions) -> RunResult:
    """Find the solutions of a puzzle, one of each orbit under `symmetry`, in an order that does not depend on `jobs`.

    `limit` solutions, `time_limit` seconds or Ctrl-C end the search early; see the result's `status`. Data that would
    exceed `memory` bytes are refused before they are built. A call with the same `store` resumes the run and returns
    all solutions from the first. For a puzzle with an objective, the best value is found first, then all solutions
    that have it; the result's `objective` is the value with its bound.

    `out` writes every solution as it is found; the file has the solutions written before an early end. `cross_check`
    repeats a complete search with another engine. An early end leaves `certificate` and `cross_check` undone, with a
    `RuntimeWarning`.

    With a `model` of `to_model`, to which constraints were added, the tilings are its solutions, each once.

    Raises
    ------
    MistakeError
        If the request is invalid.
    LostPartError
        If the worker of a part died at every attempt; it has the result of all other parts.
    DisagreementError
        If another engine, with `cross_check`, or the proof of a `certificate` has other solutions.

    See Also
    --------
    count, iter_solutions, to_model, explain

    Examples
    --------
    >>> result = solve("soma", jobs=1)
    >>> result.count, result.raw, len(result.solutions[0].placements)
    (240, 11520, 7)
    """
    search: Callable[..., RunResult] = partial(find_solutions, puzzle, keep=options.keep, draws=True)
    if options.model is not None:
        search = partial(_solve_model, puzzle)
    if options.out is None and options.certificate is None and not options.cross_check:
        result = search(options, options.on_solution)
        if options.on_result is not None:
            options.on_result(result)
        return result
    from cp_puzzles.output.search_files import SearchFiles

    with SearchFiles(puzzle, options, options.out) as record:
        result = search(record.timed(options), record.taking(options.on_solution))
        record.conclude(result.symmetry, is_complete=result.status == "complete")
    record.finish(result, sets=True)
    return result


def _solve_model(puzzle: Puzzle, options: SolveOptions, on_solution: Callable[[Solution], None] | None) -> RunResult:
    """Return the result of the search of a model of `to_model`; each tiling is verified and found once."""
    model = options.model
    assert model is not None
    _refuse_for_model(puzzle, options, model)
    settings = options.settings if options.seed is None else {**options.settings, "seed": options.seed}
    options = replace(options, engine=MODEL_ENGINE, settings=settings, seed=None, symmetry=model.symmetry, jobs=1)
    result = collect(Search(puzzle, options, model=model), on_solution, keep=options.keep)
    statistics = dict(result.statistics)
    value, bound = (statistics.pop(name, None) for name in ("value", "bound"))
    if not model.model.has_objective():
        return replace(result, statistics=statistics)
    is_maximum = model.model.proto.objective.scaling_factor < 0
    name = "objective" if puzzle.objective is None else puzzle.objective.measure.name
    objective = {"maximize" if is_maximum else "minimize": name, "value": value, "bound": bound}
    return replace(result, statistics=statistics, objective=objective)


def _refuse_for_model(puzzle: Puzzle, options: SolveOptions, model: PuzzleModel) -> None:
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


@puzzle_function(
    CountOptions,
    out="solve writes solutions: solve(puzzle, out=...)",
    show="count keeps no solutions: print(solve(puzzle).solutions[0])",
)
def count(puzzle: Puzzle, options: CountOptions) -> RunResult:
    """Count the solutions of a puzzle: the search of `solve`, in constant memory.

    The engine `frontier` counts without a search, in exact integers of any size, if the board is narrow enough.

    See Also
    --------
    solve, tabulate, estimate

    Examples
    --------
    >>> result = count("dominoes4x4", jobs=1)
    >>> result.count, result.raw
    (9, 36)
    """
    from cp_puzzles.output.search_files import SearchFiles

    record = SearchFiles(puzzle, options)
    result = count_solutions(puzzle, record.timed(options))
    record.finish(result, sets=False)
    return result


@puzzle_function(IterOptions, out=WRITE)
def iter_solutions(puzzle: Puzzle, options: IterOptions) -> Iterator[Solution]:
    """Yield the solutions of a puzzle as `solve` finds them; closing the iterator ends the search.

    An interrupt is raised after the solutions found before it.

    See Also
    --------
    solve, count

    Examples
    --------
    >>> solution = next(iter_solutions("pentomino6x10", engine="exact-cover"))
    >>> sorted(placement.tile for placement in solution.placements)
    ['F', 'I', 'L', 'N', 'P', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z']
    """
    yield from each_solution(puzzle, options)


@puzzle_function(ModelOptions)
def to_model(puzzle: Puzzle, options: ModelOptions) -> PuzzleModel:
    """Return the CP-SAT model of a puzzle, to which you can add constraints.

    The puzzle and the keywords `leave`, `given`, `rule`, `maximize` and `minimize` are those of `solve`. The result has
    the `CpModel` as `model` and the Boolean of each placement in `variables`. Solve it with `solve(puzzle, model=...)`,
    which finds all tilings, or with a `CpSolver` of your own: `solution(solver)` is then the tiling. With `symmetry`
    the model keeps one tiling of each orbit (default: off, all of them); then your constraints must accept either all
    rotations and reflections of a tiling or none. A `group` of `symmetry_group`, or a subgroup of it, takes the place
    of `symmetry`. An objective that is linear in the placements is that of the model.

    Raises `MistakeError` for an objective that is not linear, or a group of another puzzle.

    >>> compiled = to_model("dominoes4x4")
    >>> upright = [v for placement, v in compiled.variables.items() if placement.cells[0][1] == placement.cells[1][1]]
    >>> _ = compiled.model.add(sum(upright) == 4)
    >>> len(solve("dominoes4x4", model=compiled).solutions)
    16

    See Also
    --------
    solve, symmetry_group
    """
    from cp_puzzles.engines.cp_sat.puzzle_model import puzzle_model

    group = options.group
    if group is not None and group.puzzle != puzzle:
        problem = f"it is the group of another puzzle, {group.puzzle.name!r}"
        raise MistakeError(Parameter("group"), problem, "pass symmetry_group the same puzzle and the same options")
    symmetry = effective_symmetry(puzzle, options.symmetry) if group is None else group.symmetry
    cover, request = Job(puzzle, symmetry, memory=options.memory).cover_and_request()
    return puzzle_model(cover, request if group is None else replace(request, leader=group.lex_leader), symmetry)


@puzzle_function(GroupOptions)
def symmetry_group(puzzle: Puzzle, options: GroupOptions) -> PuzzleSymmetry:
    """Return the symmetry group of a puzzle: the permutations of its placements that isometries of the board induce.

    Raises
    ------
    MistakeError
        If there is no such equivalence, or the puzzle does not have it.

    See Also
    --------
    unfold, symmetries_of, to_model

    Examples
    --------
    >>> group = symmetry_group("pentomino6x10")
    >>> group.order, len(group.placements), len(group.orbits)
    (4, 2056, 514)
    >>> solution = next(iter_solutions("pentomino6x10", engine="exact-cover"))
    >>> group.is_leader(solution), [group.is_leader(image) for image in group.orbit_of(solution)]
    (True, [True, False, False, False])
    """
    from cp_puzzles.cover.symmetry.orbits import PuzzleSymmetry

    effective = effective_symmetry(puzzle, options.symmetry)
    cover = build_cover(puzzle)
    return PuzzleSymmetry(puzzle, effective, cover, leader_of(cover, effective))


def cover_and_request(
    puzzle: PuzzleSource, *, symmetry: Symmetry = "full", breaking: Breaking = "lex"
) -> tuple[Cover, SearchRequest]:
    """Return the cover problem of a puzzle and the request for an engine, to examine them."""
    return Job(problem_from(puzzle), symmetry, breaking=breaking).cover_and_request()
