"""The disassemblies of the solutions of a puzzle: which come apart, at which level."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import TYPE_CHECKING, Any

from cp_puzzles.analysis.analysis_options import ApartOptions
from cp_puzzles.analysis.follow_up import QUESTION, UNANSWERED, DisassemblyJob, FollowUp, disassembly_in
from cp_puzzles.base.memory import allowed_memory
from cp_puzzles.base.named_values import Displayed
from cp_puzzles.base.values import each_of
from cp_puzzles.cover.solution import Solution, Solutions
from cp_puzzles.errors import MistakeError, Parameter, Wording
from cp_puzzles.puzzle.disassembly.piece_groups import unsupported_reason
from cp_puzzles.puzzle.disassembly.take_apart import Disassembly
from cp_puzzles.puzzle.puzzle import Puzzle, puzzle_from
from cp_puzzles.search.puzzle_options import puzzle_function
from cp_puzzles.search.run_result import Progress, RunResult
from cp_puzzles.search.search import Search, collect, find_solutions
from cp_puzzles.search.search_options import SearchOptions

if TYPE_CHECKING:
    from cp_puzzles.search.store.stored_run import StoredRun


@dataclass(frozen=True)
class Disassemblies(Displayed):
    """The disassemblies of the solutions of a puzzle.

    Attributes
    ----------
    puzzle, disassemblies
        The puzzle, and the disassembly of each solution, in their order. Only unfinished ones have steps.
    status, seconds
        What ended the search, or the reading of given solutions, and its time.
    result
        The `RunResult` of the search; None for given solutions.
    compile_seconds
        Time in which the disassembly was compiled: once, unless no cache can be written.
    """

    puzzle: Puzzle
    disassemblies: tuple[Disassembly, ...] = field(repr=False)
    status: str
    seconds: float
    result: RunResult | None = None
    compile_seconds: float = 0.0

    @property
    def buildable(self) -> int:
        """The number of assemblies that come apart: exactly those can be built."""
        return sum(each.apart is True for each in self.disassemblies)

    @property
    def unknown(self) -> int:
        """The number of assemblies whose search ended before the answer."""
        return len(self.unfinished())

    def unfinished(self) -> list[tuple[int, Disassembly]]:
        """Return the number, from 1, and the disassembly of each assembly whose search ended before the answer."""
        return [(n, each) for n, each in enumerate(self.disassemblies, start=1) if each.apart is None]

    def by_level(self) -> list[tuple[int, int, int]]:
        """Return each level of an assembly that comes apart, their number, and the number of the first solution."""
        numbers = [(each.level, n) for n, each in enumerate(self.disassemblies, start=1) if each.apart]
        counts = Counter(level for level, _ in numbers)
        first = dict(reversed(numbers))
        return [(level, counts[level], first[level]) for level in sorted(filter(None, counts))]

    def summary(self) -> dict[str, Any]:
        """Return the result as plain data; solutions are numbered from 1."""
        search: dict[str, Any] = {"name": self.puzzle.name} if self.result is None else self.result.summary()
        statistics = search.get("statistics", {})
        if self.compile_seconds:  # those of the search and of the disassembly
            total = statistics.get("compile_seconds", 0.0) + self.compile_seconds
            statistics = {**statistics, "compile_seconds": round(total, 3)}
        return {
            **search,
            "status": self.status,
            "assemblies": len(self.disassemblies),
            "apart": self.buildable,
            "unknown": self.unknown,
            "levels": [disassembly_data(number, each) for number, each in enumerate(self.disassemblies, start=1)],
            "seconds": round(self.seconds, 3),
        } | ({"statistics": statistics} if statistics else {})


def disassembly_data(number: int, disassembly: Disassembly) -> dict[str, Any]:
    """Return the answer for one solution as plain data.

    `states`, their number, and `leave`, the pieces that leave, are there only where the answer is not known; `at_least`
    only where the search ended before the level, `exact` and `least` only where they are false, `together` only where
    pieces of a group stay together. Pieces are numbered from 1.
    """
    data: dict[str, Any] = {"solution": number, "apart": disassembly.apart, "level": disassembly.level}
    data["moves"] = list(disassembly.moves)
    if disassembly.apart is None:
        data |= {"states": disassembly.states, "leave": [piece + 1 for piece in disassembly.leaving]}
        if disassembly.level is None:
            data["at_least"] = disassembly.at_least
    if not disassembly.is_level_exact:
        data["exact"] = False
    if not disassembly.is_least:
        data["least"] = False
    if disassembly.together:
        data["together"] = [[piece + 1 for piece in pieces] for pieces in disassembly.together]
    return data


USED_WITH_SOLUTIONS = ("limit", "time_limit", "jobs", "memory", "on_progress")
"""Options of a search that have an effect on given solutions, too."""


@puzzle_function(ApartOptions, out="MovesFile of cp_puzzles.output.moves_file writes moves")
def apart(puzzle: Puzzle, options: ApartOptions) -> Disassemblies:
    """Take the solutions of a puzzle apart.

    A move translates some of the pieces as one rigid body in one direction of the lattice. The level is the least
    number of moves until a piece or group can go on without end; then both parts are taken apart.

    Raises
    ------
    MistakeError
        If pieces cannot move on the lattice of the puzzle, or if they are too large for `memory`.

    See Also
    --------
    burr_piece, solve

    Examples
    --------
    >>> apart("soma", limit=2, engine="exact-cover", jobs=1).summary()["levels"][0]
    {'solution': 1, 'apart': True, 'level': 1, 'moves': [1, 1, 1, 1, 1, 1]}
    """
    puzzle = puzzle_from(puzzle)
    puzzle.refuse_overlap(puzzle.name, "such pieces cannot be taken apart", "omit overlap")
    reason = unsupported_reason(puzzle.lattice)
    if reason is not None:
        remedy = (
            "omit wrap" if puzzle.lattice.periods else "use a lattice of polygons or polyhedra, such as square or cubic"
        )
        raise MistakeError(
            puzzle.name, f"pieces cannot be moved on the lattice {puzzle.lattice.name}: {reason}", remedy
        )
    solutions = options.solutions
    if solutions is not None:
        _refuse_search_options(options)
    started = monotonic()
    rows: list[Disassembly] = []

    def take(solution: Solution, disassembly: Disassembly) -> None:
        is_kept = disassembly.apart is None or not disassembly.steps
        rows.append(disassembly if is_kept else replace(disassembly, steps=()))
        if options.on_disassembly is not None:
            options.on_disassembly(solution, disassembly)

    job = DisassemblyJob(puzzle.name, puzzle.lattice, options.states, allowed_memory(options.memory))
    follow_up = FollowUp(job, options, take)
    with closing(follow_up):
        result: RunResult | None = None
        if solutions is not None:
            status = follow_up.take_given(each_of(Solution, "solutions", solutions), options.limit)
        elif puzzle.objective is not None:
            best = find_solutions(puzzle, options)
            result = replace(best, solutions=Solutions(puzzle, ()))
            status = follow_up.take_given(best.solutions, None)
            status = result.status if status == "complete" else status
        else:
            result = _search(puzzle, options, follow_up)
            status = result.status
    if status in ("complete", "limit") and any(each.ended == "time" for each in rows):
        status = follow_up.ended or "time-limit"
    seconds = monotonic() - started
    return Disassemblies(puzzle, tuple(rows), status, seconds, result, follow_up.compile_seconds)


def _search(puzzle: Puzzle, options: ApartOptions, follow_up: FollowUp) -> RunResult:
    """Return the result of a search whose solutions are taken apart as they are found."""

    def report(progress: Progress) -> None:
        follow_up.receive(0.0)
        if options.on_progress is not None:
            options.on_progress(replace(progress, answered=follow_up.answered))

    follow_up.search = search = Search(puzzle, replace(options, on_progress=report), before_close=follow_up.finish)
    return collect(search, follow_up.take, keep=False)


def _refuse_search_options(options: ApartOptions) -> None:
    """Raise `MistakeError` for an option of a search that is not made, because solutions are given."""
    for each in SearchOptions.declared():
        value = getattr(options, each.name)
        if each.name not in USED_WITH_SOLUTIONS and value != each.default:
            remedy = ("omit ", Wording("solutions", "SOLUTIONS"), " or ", Parameter(each.name))
            raise MistakeError(Parameter(each.name, value), "has an effect only on a search", remedy)


def stored_disassemblies(run: StoredRun) -> Callable[[Solution], Disassembly] | None:
    """Return the function that finds the disassembly of a solution in a stored run; None if the run has none."""
    texts = run.answers(QUESTION)
    if not texts:
        return None

    return lambda each: disassembly_in(texts[each.digest]) if each.digest in texts else UNANSWERED
