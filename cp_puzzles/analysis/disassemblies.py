"""The disassemblies of the solutions of a puzzle: which come apart, at which level."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any

from cp_puzzles.api import solve
from cp_puzzles.base.cancellation import GRACE_SECONDS, CanceledError, deadline_after, within
from cp_puzzles.base.memory import allowed_memory
from cp_puzzles.base.option_types import Bytes, PositiveInt, Seconds, checked
from cp_puzzles.cover.solution import Solution
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.build.puzzle_source import PuzzleSource, puzzle_from
from cp_puzzles.puzzle.disassembly.directions import unsupported_reason
from cp_puzzles.puzzle.disassembly.states import DEFAULT_STATES, Effort, refuse_unmovable, state_bytes
from cp_puzzles.puzzle.disassembly.take_apart import Disassembly, take_apart
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.search.keywords import WRITE, of_puzzle, refuse_unknown
from cp_puzzles.search.run_result import RunResult

OnDisassembly = Callable[[Solution, Disassembly], None]


@dataclass(frozen=True)
class Disassemblies:
    """The disassemblies of the solutions of a puzzle, in their order, without steps.

    `status` is that of the search, or of the reading of given solutions. `result` is that of the search, None for given
    solutions.
    """

    puzzle: Puzzle
    disassemblies: tuple[Disassembly, ...]
    status: str
    seconds: float
    result: RunResult | None = None

    @property
    def buildable(self) -> int:
        """The number of assemblies that come apart: exactly those can be built."""
        return sum(each.apart is True for each in self.disassemblies)

    @property
    def unknown(self) -> int:
        """The number of assemblies whose search ended before the answer."""
        return sum(each.apart is None for each in self.disassemblies)

    def by_level(self) -> list[tuple[int, int, int]]:
        """Return each level of an assembly that comes apart, their number, and the number of the first solution."""
        numbers = [(each.level, n) for n, each in enumerate(self.disassemblies, start=1) if each.apart]
        counts = Counter(level for level, _ in numbers)
        first = dict(reversed(numbers))
        return [(level, counts[level], first[level]) for level in sorted(filter(None, counts))]

    def summary(self) -> dict[str, Any]:
        """Return the result as plain data; solutions are numbered from 1."""
        search = {"name": self.puzzle.name} if self.result is None else self.result.summary()
        return {
            **search,
            "status": self.status,
            "assemblies": len(self.disassemblies),
            "apart": self.buildable,
            "unknown": self.unknown,
            "levels": [level_data(number, each) for number, each in enumerate(self.disassemblies, start=1)],
            "seconds": round(self.seconds, 3),
        }


def level_data(number: int, disassembly: Disassembly) -> dict[str, Any]:
    """Return the answer for one solution as plain data.

    `at_least` is there only where the search ended before the level, `exact` and `least` only where they are false.
    """
    data: dict[str, Any] = {
        "solution": number,
        "apart": disassembly.apart,
        "level": disassembly.level,
        "moves": list(disassembly.moves),
    }
    if disassembly.level is None and disassembly.apart is None:
        data["at_least"] = disassembly.at_least
    if not disassembly.is_level_exact:
        data["exact"] = False
    if not disassembly.is_least:
        data["least"] = False
    return data


@of_puzzle(out=WRITE)
def apart(
    puzzle: PuzzleSource,
    solutions: Iterable[Solution] | None = None,
    *,
    states: PositiveInt = DEFAULT_STATES,
    on_disassembly: OnDisassembly | None = None,
    **options: Any,
) -> Disassemblies:
    """Take the solutions of a puzzle apart.

    A move translates some of the pieces as one rigid body in one direction of the lattice. The level is the least
    number of moves until a piece or group can go on without end; then both parts are taken apart.

    Parameters
    ----------
    puzzle
        Name, path, spec or puzzle.
    solutions
        Solutions of the puzzle, for example from `read_solutions`; by default they are searched.
    states
        Number of states of one assembly that are searched at most.
    on_disassembly
        Function that is called with each solution and its disassembly, steps included.
    options
        The keywords of `count`; with `solutions` only `limit`, `time_limit` and `memory`.

    Raises
    ------
    MistakeError
        If pieces cannot move on the lattice of the puzzle, if there are more than 62 of them, or if they are too large
        for `memory`.

    Examples
    --------
    >>> apart("soma", limit=2, engine="exact-cover", jobs=1).summary()["levels"][0]
    {'solution': 1, 'apart': True, 'level': 1, 'moves': [1, 1, 1, 1, 1, 1]}
    """
    puzzle = puzzle_from(puzzle)
    reason = unsupported_reason(puzzle.lattice)
    if reason is not None:
        raise MistakeError(puzzle.name, f"pieces cannot be moved on the lattice {puzzle.lattice.name}: {reason}")
    if solutions is not None:
        refuse_unknown("apart", options, ("limit", "time_limit", "memory"), {})
    started = monotonic()
    limit = checked("limit", options.get("limit"), PositiveInt | None)
    deadline = deadline_after(checked("time_limit", options.get("time_limit"), Seconds | None))
    memory = allowed_memory(checked("memory", options.get("memory"), Bytes | None))
    rows: list[Disassembly] = []

    def take(solution: Solution) -> None:
        pieces = [placement.cells for placement in solution.placements]
        refuse_unmovable(puzzle.name, puzzle.lattice, pieces, memory)
        effort = Effort(min(states, memory // state_bytes(len(pieces))), deadline)
        disassembly = _in_time(effort, lambda: take_apart(puzzle.lattice, pieces, effort, solution.tiling.fixed))
        rows.append(replace(disassembly, steps=()))
        if on_disassembly is not None:
            on_disassembly(solution, disassembly)

    if solutions is None:
        result = solve(puzzle, on_solution=take, keep=False, **options)
        return Disassemblies(puzzle, tuple(rows), result.status, monotonic() - started, result)
    status = _take_all(solutions, take, limit, deadline)
    return Disassemblies(puzzle, tuple(rows), status, monotonic() - started)


def _in_time(effort: Effort, search: Callable[[], Disassembly]) -> Disassembly:
    """Return the result of a search; one that does not end soon after the deadline, as while it is compiled, has none.

    The solutions that a search still yields after the deadline are not taken apart.
    """
    unknown = Disassembly(apart=None, level=None, at_least=1)
    if effort.is_past:
        return unknown
    try:
        return within(None if effort.deadline is None else effort.deadline + GRACE_SECONDS, "taking apart", search)
    except CanceledError:
        return unknown


def _take_all(
    solutions: Iterable[Solution], take: Callable[[Solution], None], limit: int | None, deadline: float | None
) -> str:
    """Take given solutions apart until a limit, the deadline or an interrupt; return the status."""
    try:
        for number, solution in enumerate(solutions):
            if number == limit:
                return "limit"
            if deadline is not None and monotonic() > deadline:
                return "time-limit"
            take(solution)
    except KeyboardInterrupt:
        return "interrupted"
    return "complete" if deadline is None or monotonic() <= deadline else "time-limit"
