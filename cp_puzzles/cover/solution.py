"""Solutions of a puzzle; they are independent of the engine that found them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, overload

import numpy as np
import numpy.typing as npt

from cp_puzzles.base.named_values import Displayed, view
from cp_puzzles.base.text import counted
from cp_puzzles.base.values import check_type
from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.cover.placement_table import ranks_of
from cp_puzzles.cover.ragged_rows import Places
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.rules.rule_registry import require_measure
from cp_puzzles.puzzle.rules.tiling import Highlights, Tiling

FEW_OPTIONS = 16
"""Options are few if they are at most one in this many: to sort them is faster than to sort all placements."""

if TYPE_CHECKING:
    from pandas import DataFrame


@dataclass(frozen=True)
class Solution(Displayed):
    """A solution of a puzzle.

    Attributes
    ----------
    puzzle
        The puzzle.
    placements
        Each `Placement`, the given ones included, sorted by first cell.
    orbit_size
        The number of different images of this solution under the symmetries, itself included.
    """

    puzzle: Puzzle = field(repr=False, compare=False)
    placements: tuple[Placement, ...]
    orbit_size: int = 1

    def __repr__(self) -> str:
        return f"Solution({counted(len(self.placements), 'placement')} of {self.puzzle.name!r})"

    def measure(self, name: str) -> int:
        """Return the value of a measure such as `crossroads`; see `rule_registry`.

        >>> from cp_puzzles import solve
        >>> solve("pentomino6x10", limit=1, jobs=1).solutions[0].measure("pieces")
        12
        """
        return require_measure(name, self.puzzle.lattice).of(self.tiling)

    @property
    def tiling(self) -> Tiling:
        """The placements on their board."""
        return Tiling(self.puzzle.board_geometry, self.placements)

    @property
    def highlights(self) -> Highlights:
        """The highlights of the puzzle's rules and objective."""
        return self.puzzle.highlights(self.placements)

    @property
    def digest(self) -> bytes:
        """A hash of the placements, by which a stored run finds its answers about the solution."""
        named = [(each.tile, each.cells, *filter(None, [each.shown])) for each in self.placements]
        return blake2b(repr(named).encode(), digest_size=16).digest()

    def tile_at(self) -> dict[Cell, int]:
        """Return the number of the placement that covers each covered cell."""
        return {cell: number for number, placement in enumerate(self.placements) for cell in placement.cells}


def solution_of(cover: Cover, options: Iterable[int], orbit_size: int = 1) -> Solution:
    """Return the solution that consists of some options of a cover problem and of the given placements."""
    return next(solutions_of(cover, np.array([[*options]], dtype=np.int64), [orbit_size]))


def solutions_of(cover: Cover, batch: npt.NDArray[np.integer[Any]], orbit_sizes: Iterable[int]) -> Iterator[Solution]:
    """Yield the solution of each row of a batch; a row has the options of one solution and is padded with -1."""
    count, given = len(cover.placements), cover.puzzle.given
    is_placement = (batch >= 0) & (batch < count)
    ranks = np.where(is_placement, _ranks(cover, np.where(is_placement, batch, 0)), count) if count else batch
    rows = np.take_along_axis(batch, np.argsort(ranks, axis=1, kind="stable"), axis=1)
    for row, length, size in zip(rows.tolist(), is_placement.sum(axis=1).tolist(), orbit_sizes, strict=True):
        chosen = cover.placements.several(row[:length])
        yield Solution(cover.puzzle, tuple(sorted((*chosen, *given))) if given else chosen, size)


def _ranks(cover: Cover, options: npt.NDArray[np.integer[Any]]) -> Places:
    """Return numbers that sort some options as their placements; if they are few, only they are sorted."""
    if options.size > len(cover.placements) // FEW_OPTIONS:
        return np.asarray(cover.ranks[options])
    distinct, place = np.unique(options, return_inverse=True)
    return np.asarray(ranks_of(cover.placements.take(distinct).order())[place.reshape(options.shape)])


@dataclass(frozen=True, eq=False, repr=False)
class Solutions(Sequence[Solution], Displayed):
    """A sequence of solutions of one puzzle, possibly empty; equal to a tuple of the same `items`.

    >>> from cp_puzzles import solve
    >>> solutions = solve("pentomino3x20", engine="exact-cover").solutions
    >>> solutions
    Solutions(2 of 'Pentominoes 3x20')
    >>> solutions[:1] == (solutions[0],)
    True
    """

    puzzle: Puzzle
    items: tuple[Solution, ...] = ()

    def __post_init__(self) -> None:
        check_type("Solutions(): puzzle", self.puzzle, Puzzle)

    def __len__(self) -> int:
        return len(self.items)

    @overload
    def __getitem__(self, index: int) -> Solution: ...

    @overload
    def __getitem__(self, index: slice) -> Solutions: ...

    def __getitem__(self, index: int | slice) -> Solution | Solutions:
        if isinstance(index, slice):
            return Solutions(self.puzzle, self.items[index])
        return self.items[index]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Solutions):
            return self.items == other.items
        return self.items == other if isinstance(other, tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.items)

    def __repr__(self) -> str:
        return f"Solutions({len(self.items)} of {self.puzzle.name!r})"

    def to_frame(self) -> DataFrame:
        """Return a tidy pandas frame with a row for each covered cell; see `solutions_frame`.

        >>> from cp_puzzles import solve
        >>> frame = solve("soma", engine="exact-cover").solutions.to_frame()
        >>> len(frame) == 240 * 27, *frame.columns[:4]
        (True, 'solution', 'tile', 'copy', 'layer')
        """
        frame: DataFrame = view("frame", self)
        return frame
