"""The smallest rectangle or box that copies of some tiles fill; for one tile, its order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from math import isqrt, prod
from time import monotonic
from typing import Any, Literal

from cp_puzzles.analysis.analysis_options import SmallestOptions
from cp_puzzles.base.deadline import CanceledError, Deadline, propagate_interrupt
from cp_puzzles.base.named_values import Displayed
from cp_puzzles.cover.counting_arguments import Copies, can_cover
from cp_puzzles.cover.solution import Solution
from cp_puzzles.errors import MistakeError, Parameter, SpecError
from cp_puzzles.puzzle.puzzle import Puzzle, build_puzzle, puzzle_from
from cp_puzzles.puzzle.spec.schema import PuzzleSpec, changed_spec
from cp_puzzles.search.puzzle_options import puzzle_function
from cp_puzzles.search.search import find_solutions
from cp_puzzles.search.search_options import SearchOptions

MAX_CELLS = 10_000
"""Largest area that may be requested, in cells."""

IGNORED = ("leave", "given", "maximize", "minimize")
"""Changes to a puzzle that no rectangle has."""

Size = tuple[int, ...]
Answer = Literal["some", "none", "unknown"]


@dataclass(frozen=True)
class RectangleAttempt:
    """One rectangle or box and whether the tiles fill it; `reason` is a short proof that they do not, if known."""

    size: Size
    answer: Answer
    reason: str | None
    seconds: float


@dataclass(frozen=True)
class Smallest(Displayed):
    """The smallest rectangle or box that the tiles fill.

    Attributes
    ----------
    name, up_to
        The puzzle, and the largest number of cells that was searched.
    attempts
        The rectangles or boxes that were searched, ordered by area.
    puzzle, solution
        The first board that the tiles fill, as a puzzle with its solution; None if there is none.
    ended
        `time-limit` or `interrupted` if the limit for all boards or Ctrl-C ended the search.
    """

    name: str
    up_to: int
    attempts: tuple[RectangleAttempt, ...] = field(repr=False)
    puzzle: Puzzle | None = None
    solution: Solution | None = None
    ended: Literal["time-limit", "interrupted"] | None = None

    @property
    def size(self) -> Size | None:
        """The size of the board that the tiles fill."""
        return self.attempts[-1].size if self.solution is not None else None

    @property
    def pieces(self) -> int | None:
        """The number of pieces that fill it: the order of the tile, if `undecided` is empty."""
        return None if self.solution is None else len(self.solution.placements)

    @property
    def undecided(self) -> tuple[Size, ...]:
        """The smaller boards (all boards, if none was filled) that could not be decided within the limits.

        The answer is proved if there are none.
        """
        area = self.up_to + 1 if self.size is None else prod(self.size)
        return tuple(a.size for a in self.attempts if a.answer == "unknown" and prod(a.size) < area)

    @property
    def status(self) -> Literal["found", "none", "time-limit", "interrupted"]:
        """`found` or `none` if that is proved, else the limit that prevented a proof."""
        if self.ended is not None:
            return self.ended
        if self.undecided:
            return "time-limit"
        return "none" if self.solution is None else "found"

    def summary(self) -> dict[str, Any]:
        """Return the result as plain data."""
        names = ("name", "status", "size", "pieces", "up_to", "undecided")
        return {name: getattr(self, name) for name in names} | {"tried": [vars(attempt) for attempt in self.attempts]}


@puzzle_function(
    SmallestOptions,
    out="write_solutions(path, result.puzzle, [result.solution]) writes the filled board",
    rectangle="rectangles are the default",
)
def smallest(puzzle: Puzzle, options: SmallestOptions) -> Smallest:
    """Find the smallest rectangle (in space: box) that copies of a puzzle's tiles fill, each in any number.

    The puzzle's board, given placements, multiplicities and objective are ignored; its rules hold. Boards of equal area
    are tried from the most square one to the longest one. Ctrl-C ends the search with the status `interrupted`.

    Raises
    ------
    MistakeError
        If the lattice is neither that of squares nor that of cubes.

    Examples
    --------
    >>> result = smallest("t_tetrominoes10x10", jobs=1)
    >>> result.size, result.pieces, result.status
    ((4, 4), 4, 'found')
    >>> [attempt.size for attempt in result.attempts]
    [(2, 2), (1, 4), (2, 4), (1, 8), (3, 4), (2, 6), (1, 12), (4, 4)]
    """
    up_to = options.up_to
    if up_to > MAX_CELLS:
        raise MistakeError(Parameter("up_to", up_to), "the boards are too large", f"use at most {MAX_CELLS:,} cells")
    for name in IGNORED:
        if value := getattr(options, name):
            problem = "has no effect: the boards are whole rectangles, and pieces are only counted"
            raise MistakeError(Parameter(name, value), problem, ("omit ", Parameter(name)))
    original, deadline = puzzle_from(puzzle), Deadline.after(options.total_time_limit)
    spec = _any_number(original)
    attempts: list[RectangleAttempt] = []
    ended: Literal["time-limit", "interrupted"] | None = None
    asked = SearchOptions(limit=1, engine=options.engine, jobs=options.jobs, memory=options.memory)
    try:
        sizes = deadline.run("listing boards", lambda: list(_sizes(original, up_to, square=options.square)))
        for size in sizes:
            if deadline.has_passed:
                raise CanceledError
            if options.on_board is not None:
                options.on_board(size)
            board = deadline.run("building a board", partial(_sized, spec, size))
            start = monotonic()
            limited = replace(asked, time_limit=deadline.earlier(options.time_limit).seconds)
            result = propagate_interrupt(partial(find_solutions, board, limited))
            answer: Answer = "some" if result.solutions else "none" if result.is_proof_of_none else "unknown"
            attempts.append(RectangleAttempt(size, answer, result.reason, round(monotonic() - start, 3)))
            if result.solutions:
                return Smallest(original.name, up_to, tuple(attempts), board, result.solutions[0])
    except (KeyboardInterrupt, CanceledError) as error:
        ended = "time-limit" if isinstance(error, CanceledError) else "interrupted"
    return Smallest(original.name, up_to, tuple(attempts), ended=ended)


def _any_number(puzzle: Puzzle) -> PuzzleSpec:
    """Return the spec of a puzzle with any number of each tile and nothing that concerns its board."""
    spec = puzzle.spec
    if spec is None or puzzle.lattice.name not in ("square", "cubic") or puzzle.lattice.periods:
        where = "wrapped" if puzzle.lattice.periods else f"on a {puzzle.lattice.name} lattice"
        raise MistakeError(
            puzzle.name,
            f"the puzzle has cells {where}" if spec else "the puzzle was not built from a puzzle file",
            "use a puzzle file with tiles of squares or cubes",
        )
    tiles = [{**entry, "multiplicity": {"min": 0}} for entry in spec.to_dict()["tiles"]]
    bare = dict.fromkeys(("fill", "overlap", "given", "maximize", "minimize"))
    return changed_spec(spec, tiles=tiles, lattice=puzzle.lattice.name, **bare)


def _sized(spec: PuzzleSpec, size: Size) -> Puzzle:
    """Return the puzzle on a board of a size; raise `MistakeError` for a rule that needs another board."""
    try:
        return build_puzzle(changed_spec(spec, board={"size": size}))
    except SpecError as error:
        problem = f"{error.problem}; the board of the puzzle is ignored, this one is {'x'.join(map(str, size))}"
        raise MistakeError(error.place, problem, "omit what depends on its board") from error


def _sizes(puzzle: Puzzle, up_to: int, *, square: bool) -> Iterator[Size]:
    """Yield the board sizes to try, by area and then from the most square one, once up to exchanges of axes.

    A size is skipped if no multiset of tiles has its area.
    """
    dimension = len(puzzle.lattice.axes)
    exchanges = _exchanges(puzzle)
    tiles = [Copies(((tile.size,),), 0, up_to) for tile in puzzle.tiles]
    for area in range(1, up_to + 1):
        if can_cover((area,), (area,), tiles):
            sizes = [size for size in _boxes(area, dimension) if not square or len(set(size)) == 1]
            tried: set[Size] = set()
            for size in sorted(sizes, key=lambda size: (max(size) - min(size), size)):
                if size not in tried:
                    tried.update(tuple(size[axis] for axis in order) for order in exchanges)
                    yield size


def _boxes(area: int, dimension: int) -> Iterator[Size]:
    """Yield all boxes of an area, with their sides in every order.

    >>> list(_boxes(4, 2))
    [(1, 4), (2, 2), (4, 1)]
    """
    if dimension == 1:
        yield (area,)
        return
    for side in sorted({d for low in range(1, isqrt(area) + 1) if area % low == 0 for d in (low, area // low)}):
        for rest in _boxes(area // side, dimension - 1):
            yield (side, *rest)


def _exchanges(puzzle: Puzzle) -> tuple[tuple[int, ...], ...]:
    """Return the orders of the axes that some isometry realizes which keeps the set of tiles.

    With rules only the given order is returned, since a rule may distinguish directions.
    """
    axes = range(len(puzzle.lattice.axes))
    if puzzle.rules:
        return (tuple(axes),)
    tiles = [{*tile.orientations} for tile in puzzle.tiles]
    kept = (
        isometry
        for isometry in puzzle.lattice.point_group
        if all({each.moved(puzzle.lattice, isometry) for each in oriented} == oriented for oriented in tiles)
    )
    # each row of a matrix has one number that is not 0
    return tuple(dict.fromkeys(tuple(next(filter(row.__getitem__, axes)) for row in each.matrix) for each in kept))
