"""The searches that every layer above calls: for solutions, for their number, and one solution after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from cp_puzzles.cover.solution import Solution
from cp_puzzles.engines.registry import AUTO, refuse_for_counter, require_engine
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.search.options import SearchOptions
from cp_puzzles.search.run_result import RunResult
from cp_puzzles.search.search import collect, search_of

DEFAULTS = SearchOptions()


def find_solutions(
    puzzle: Puzzle,
    options: SearchOptions = DEFAULTS,
    on_solution: Callable[[Solution], None] | None = None,
    *,
    keep: bool = True,
    draws: bool = False,
) -> RunResult:
    """Find the solutions of a puzzle; pass each to `on_solution`, and `keep` them in the result.

    If a user `draws` all of them, the CP-SAT model begins.
    """
    if puzzle.objective is not None:
        return _best_of(puzzle, options, on_solution, keep=keep)
    kept: list[Solution] = []

    def take(solution: Solution) -> None:
        if keep:
            kept.append(solution)
        if on_solution is not None:
            on_solution(solution)

    return collect(search_of(puzzle, options, keep=True, draws=draws), kept, take)


def count_solutions(puzzle: Puzzle, options: SearchOptions = DEFAULTS) -> RunResult:
    """Count the solutions of a puzzle, also with an engine that only counts."""
    if puzzle.objective is not None:
        return _best_of(puzzle, options, keep=False)
    entry = require_engine(options.engine or AUTO, counts=True)
    refuse_for_counter(entry, limit=options.limit, store=options.store, cluster=options.cluster)
    if not entry.enumerates and options.symmetry == "components":
        # Burnside's lemma would sum over the subgroups of a product of groups, which are far too many
        problem = f"the engine {entry.name} does not support this equivalence"
        raise MistakeError(Parameter("symmetry", options.symmetry), problem, "use an engine that enumerates")
    return collect(search_of(puzzle, options, keep=False), [])


def each_solution(puzzle: Puzzle, options: SearchOptions = DEFAULTS) -> Iterator[Solution]:
    """Yield the solutions of a puzzle as they are found; raise an interrupt after those found before it."""
    if puzzle.objective is not None:
        best = _best_of(puzzle, options, keep=True)
        yield from best.solutions
        if best.status == "interrupted":
            raise KeyboardInterrupt
        return
    search = search_of(puzzle, options, keep=True, draws=True)
    yield from search
    if search.result().status == "interrupted":
        raise KeyboardInterrupt


def _best_of(*arguments: Any, **options: Any) -> RunResult:
    from cp_puzzles.search.best_solutions import best_of  # with the search of an optimum, which takes time to load

    return best_of(*arguments, **options)
