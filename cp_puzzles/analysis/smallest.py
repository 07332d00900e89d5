"""The smallest rectangle or box that tiles fill: the order of a tile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import permutations
from math import isqrt, prod
from time import monotonic
from typing import Any, Literal

from cp_puzzles import api
from cp_puzzles.cover.solution import Solution
from cp_puzzles.engines.registry import DEFAULT
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.geometry.isometry import Isometry
from cp_puzzles.option_kinds import Seconds, Whole, require_kind
from cp_puzzles.puzzle.build import build_puzzle
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.puzzle.source import PuzzleSource, puzzle_from
from cp_puzzles.search.interrupt import unless_interrupted
from cp_puzzles.spec.board_spec import BoardSpec
from cp_puzzles.spec.fields import Multiplicity
from cp_puzzles.spec.schema import PuzzleSpec

UP_TO = 200
"""Cells of the largest rectangle that is tried."""

SECONDS = 10.0
"""The time for one rectangle."""

LARGEST = 10_000
"""The most cells that may be asked for."""

Size = tuple[int, ...]
Answer = Literal["some", "none", "unknown"]


@dataclass(frozen=True)
class Attempt:
    """One rectangle or box, and whether the tiles fill it; `reason` says why not where that was plain."""

    size: Size
    answer: Answer
    reason: str | None
    seconds: float


@dataclass(frozen=True)
class Smallest:
    """What was found about the rectangles or boxes of up to `up_to` cells; `attempts` in the order of their area.

    `puzzle` and `solution` are those of the first one that the tiles fill, None if there is none.
    """

    name: str
    up_to: int
    attempts: tuple[Attempt, ...]
    puzzle: Puzzle | None = None
    solution: Solution | None = None
    is_interrupted: bool = False

    @property
    def size(self) -> Size | None:
        """The rectangle that was found."""
        return self.attempts[-1].size if self.solution is not None else None

    @property
    def pieces(self) -> int | None:
        """How many pieces fill it: the order of a tile, if the answer is certain."""
        return None if self.solution is None else len(self.solution.placements)

    @property
    def undecided(self) -> tuple[Size, ...]:
        """The rectangles of less area, or all if none was found, of which it is not known whether the tiles fill them.

        Without any the answer is certain.
        """
        area = self.up_to + 1 if self.size is None else prod(self.size)
        return tuple(a.size for a in self.attempts if a.answer == "unknown" and prod(a.size) < area)

    @property
    def status(self) -> Literal["found", "none", "time-limit", "interrupted"]:
        """What is certain: the smallest one, or that there is none; else what kept it from that."""
        if self.is_interrupted:
            return "interrupted"
        if self.undecided:
            return "time-limit"
        return "none" if self.solution is None else "found"

    def summary(self) -> dict[str, Any]:
        """The findings as plain data."""
        return {
            "name": self.name,
            "status": self.status,
            "size": self.size,
            "pieces": self.pieces,
            "up_to": self.up_to,
            "undecided": self.undecided,
            "tried": [vars(attempt) for attempt in self.attempts],
        }


def smallest(
    puzzle: PuzzleSource,
    *,
    square: bool = False,
    up_to: int = UP_TO,
    time_limit: float = SECONDS,
    engine: str = DEFAULT,
    jobs: int | None = None,
    memory: int | None = None,
    on_board: Callable[[Size], None] | None = None,
) -> Smallest:
    """The smallest rectangle, in space the smallest box, that the tiles of a puzzle fill, each in any number.

    With `square` the smallest square or cube. The board of the puzzle, what is given, how often each tile is used and
    what is best do not matter; its rules hold. Of several with the same area the one that is most like a square comes
    first. Boards of at most `up_to` cells are tried, each for `time_limit` seconds and in so many bytes of `memory`;
    `on_board` is told which. Ctrl-C ends the search, and the result says so. Raises `MistakeError` for a lattice other
    than of squares and cubes.

    >>> found = smallest("t_tetrominoes10x10", jobs=1)
    >>> found.size, found.pieces, found.status
    ((4, 4), 4, 'found')
    >>> [attempt.size for attempt in found.attempts]
    [(2, 2), (1, 4), (2, 4), (1, 8), (3, 4), (2, 6), (1, 12), (4, 4)]
    """
    require_kind("up_to", up_to, Whole())
    require_kind("time_limit", time_limit, Seconds())
    if up_to > LARGEST:
        raise MistakeError(Parameter("up_to", up_to), "these boards are too large", f"ask for {LARGEST:,} at most")
    original = puzzle_from(puzzle)
    spec = _any_number(original)
    attempts: list[Attempt] = []
    asked: dict[str, Any] = {"limit": 1, "time_limit": time_limit, "engine": engine, "jobs": jobs, "memory": memory}
    try:
        for size in _sizes(original, up_to, square=square):
            if on_board is not None:
                on_board(size)
            board = build_puzzle(spec.model_copy(update={"board": BoardSpec(size=size)}))
            start = monotonic()
            result = unless_interrupted(partial(api.solve, board, **asked))
            answer: Answer = "some" if result.solutions else "none" if result.is_proof_of_none else "unknown"
            attempts.append(Attempt(size, answer, result.reason, round(monotonic() - start, 3)))
            if result.solutions:
                return Smallest(original.name, up_to, tuple(attempts), board, result.solutions[0])
    except KeyboardInterrupt:
        return Smallest(original.name, up_to, tuple(attempts), is_interrupted=True)
    return Smallest(original.name, up_to, tuple(attempts))


def _any_number(puzzle: Puzzle) -> PuzzleSpec:
    """The spec of a puzzle without what is about its board, each tile in any number."""
    spec = puzzle.spec
    if spec is None or puzzle.lattice.name not in ("square", "cubic") or puzzle.lattice.periods:
        where = "rolled up" if puzzle.lattice.periods else f"on a {puzzle.lattice.name} lattice"
        raise MistakeError(
            puzzle.name,
            f"it is {where}" if spec else "it was not built from a puzzle file",
            "rectangles and boxes are filled with tiles of squares or cubes of a puzzle file",
        )
    tiles = tuple(entry.model_copy(update={"multiplicity": Multiplicity(min=0)}) for entry in spec.tiles)
    lattice = puzzle.lattice.name
    bare = {"fill": True, "given": (), "maximize": None, "minimize": None}
    return spec.model_copy(update={"tiles": tiles, "lattice": lattice, **bare})


def _sizes(puzzle: Puzzle, up_to: int, *, square: bool) -> Iterator[Size]:
    """The sizes of the boards to try: by area, then the most like a square, one of those that only turn about.

    A size is left away if no number of the tiles has its area.
    """
    dimension = len(puzzle.lattice.axes)
    turns = _exchanges(puzzle)
    areas = 1
    for _ in range(up_to):
        grown = areas
        for tile in puzzle.tiles:
            grown |= areas << tile.size & ((1 << (up_to + 1)) - 1)
        if grown == areas:
            break
        areas = grown
    for area in range(1, up_to + 1):
        if areas >> area & 1:
            sizes = [size for size in _boxes(area, dimension) if not square or len(set(size)) == 1]
            tried: set[Size] = set()
            for size in sorted(sizes, key=lambda size: (max(size) - min(size), size)):
                if size not in tried:
                    tried.update(tuple(size[axis] for axis in turn) for turn in turns)
                    yield size


def _boxes(area: int, dimension: int) -> Iterator[Size]:
    """All sizes of an area, in every order of their sides.

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
    """The orders of the axes that make no difference, for some motion that exchanges them keeps the tiles.

    With rules only the order as it is: a rule may speak of a direction.
    """
    axes = range(len(puzzle.lattice.axes))
    if puzzle.rules:
        return (tuple(axes),)
    found = {
        order: True
        for motion in puzzle.lattice.point_group
        if _keeps_tiles(puzzle, motion)
        for order in permutations(axes)
        if all(motion.matrix[row][axis] for row, axis in enumerate(order))
    }
    return tuple(found)


def _keeps_tiles(puzzle: Puzzle, motion: Isometry) -> bool:
    return all(
        {puzzle.lattice.normalise(map(motion, form)) for form in tile.orientations} == set(tile.orientations)
        for tile in puzzle.tiles
    )
