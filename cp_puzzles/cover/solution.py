"""A solution of a puzzle; it is independent of the engine that found it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

import numpy as np
import numpy.typing as npt

from cp_puzzles.base.display_hooks import Displayed
from cp_puzzles.base.number_text import counted
from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.rules.highlights import Highlights
from cp_puzzles.puzzle.rules.measure_registry import require_measure
from cp_puzzles.puzzle.rules.tiling import Tiling


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
        """Return the value of a measure such as `crossroads`; see `measure_registry`.

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
        return blake2b(repr([(each.tile, each.cells) for each in self.placements]).encode(), digest_size=16).digest()

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
    ranks = np.where(is_placement, cover.ranks[np.where(is_placement, batch, 0)], count) if count else batch
    rows = np.take_along_axis(batch, np.argsort(ranks, axis=1, kind="stable"), axis=1)
    for row, length, size in zip(rows.tolist(), is_placement.sum(axis=1).tolist(), orbit_sizes, strict=True):
        chosen = cover.placements.several(row[:length])
        yield Solution(cover.puzzle, tuple(sorted((*chosen, *given))) if given else chosen, size)
