"""All placements of a puzzle, in arrays: each is made when it is looked at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, overload

import numpy as np

from cp_puzzles.cover.ragged import Numbers, Places, Ragged
from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.placement import Placement, Spots
from cp_puzzles.puzzle.model import Puzzle


@dataclass(frozen=True, eq=False)
class Placements(Sequence[Placement]):
    """A sequence of placements, of tiles called `names`, on a lattice if there is one.

    `covered` has the numbers of the cells of each, ascending, and `tiles` the number of its tile. Those that are looked
    at one by one, as solutions come, are kept.
    """

    cells: tuple[Cell, ...]
    names: tuple[str, ...]
    covered: Ragged
    tiles: Numbers
    lattice: Lattice | None = None
    _known: dict[int, Placement] = field(default_factory=dict, repr=False)

    def __len__(self) -> int:
        return len(self.tiles)

    @overload
    def __getitem__(self, number: int) -> Placement: ...
    @overload
    def __getitem__(self, number: slice) -> tuple[Placement, ...]: ...
    def __getitem__(self, number: int | slice) -> Any:
        if isinstance(number, slice):
            return tuple(self[n] for n in range(*number.indices(len(self))))
        if number not in self._known:
            self._known[number] = self._made(self.covered[number], int(self.tiles[number]))
        return self._known[number]

    def __iter__(self) -> Iterator[Placement]:
        return map(self._made, self.covered, self.tiles.tolist())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and len(self) == len(other) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def _made(self, covered: tuple[int, ...], tile: int) -> Placement:
        return Placement(tuple(sorted([self.cells[cell] for cell in covered])), self.names[tile], self.lattice)

    def take(self, numbers: Places) -> Placements:
        """Some of the placements, in that order."""
        return Placements(self.cells, self.names, self.covered.take(numbers), self.tiles[numbers], self.lattice)

    def options(self) -> Ragged:
        """What each covers if the tiles come after the cells."""
        return self.covered.joined(self.tiles + np.int32(len(self.cells)))

    def order(self) -> Places:
        """The numbers of the placements, sorted as these are: by their cells in order, then by the name of the tile."""
        tile = _ranks(sorted_numbers(self.names))
        cell = _ranks(sorted_numbers(self.cells)) + len(tile)
        covered = Ragged(cell[self.covered.values].astype(np.int32), self.covered.starts).ascending()
        return covered.joined(tile[self.tiles].astype(np.int32)).order()


def lay_out(puzzle: Puzzle, cells: tuple[Cell, ...], is_left: Sequence[bool]) -> Placements:
    """The placements on some cells, in the order of what they cover, of the tiles of which copies are left."""
    spots = Spots(puzzle.lattice, cells)
    number = sorted_numbers(cells).astype(np.int32)
    blocks, tiles = [], []
    for tile, (its, left) in enumerate(zip(puzzle.tiles, is_left, strict=True)):
        for form in its.orientations if left else ():
            blocks.append(np.sort(number[spots.of(form)], axis=1))
            tiles.append(np.full(len(blocks[-1]), tile, dtype=np.int32))
    none = np.empty(0, dtype=np.int32)
    names = tuple(tile.name for tile in puzzle.tiles)
    found = Placements(cells, names, Ragged.stacked(blocks), np.concatenate([none, *tiles]), puzzle.lattice)
    return found.take(found.options().order())


def sorted_numbers(values: Iterable[Any]) -> Places:
    """The numbers of some values, in the order in which these are sorted."""
    values = list(values)
    return np.array(sorted(range(len(values)), key=values.__getitem__), dtype=np.int64)


def _ranks(order: Places) -> Places:
    ranks = np.empty(len(order), dtype=np.int64)
    ranks[order] = np.arange(len(order))
    return ranks
