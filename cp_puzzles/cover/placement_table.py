"""The placements of a puzzle in arrays; a `Placement` is created when it is accessed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, overload

import numpy as np

from cp_puzzles.base.arrays import Numbers
from cp_puzzles.cover.ragged_rows import Places, Ragged
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.placement import Placement, PlacementFinder
from cp_puzzles.puzzle.puzzle import Puzzle


@dataclass(frozen=True, eq=False)
class Placements(Sequence[Placement]):
    """A sequence of placements in arrays.

    `covered` has the numbers in `cells` of the cells of each placement, ascending; `tiles` has the number in `names` of
    its tile. `lattice` is None for the options of a DLX file. Placements that are accessed by number are cached.
    """

    cells: tuple[Cell, ...]
    names: tuple[str, ...]
    covered: Ragged
    tiles: Numbers
    lattice: Lattice | None = None
    _cache: dict[int, Placement] = field(default_factory=dict, repr=False)

    def __len__(self) -> int:
        return len(self.tiles)

    @overload
    def __getitem__(self, number: int) -> Placement: ...
    @overload
    def __getitem__(self, number: slice) -> tuple[Placement, ...]: ...
    def __getitem__(self, number: int | slice) -> Any:
        if isinstance(number, slice):
            return tuple(self[n] for n in range(*number.indices(len(self))))
        if number not in self._cache:
            self._cache[number] = self._placement(self.covered[number], int(self.tiles[number]))
        return self._cache[number]

    def several(self, numbers: Iterable[int]) -> tuple[Placement, ...]:
        """Return the placements with these numbers, in their order."""
        try:
            return tuple(map(self._cache.__getitem__, numbers))
        except KeyError:
            return tuple(map(self.__getitem__, numbers))

    def __iter__(self) -> Iterator[Placement]:
        return map(self._placement, self.covered, self.tiles.tolist())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and len(self) == len(other) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def _placement(self, covered: tuple[int, ...], tile: int) -> Placement:
        return Placement(tuple(sorted([self.cells[cell] for cell in covered])), self.names[tile], self.lattice)

    def take(self, numbers: Places) -> Placements:
        """Return some of the placements, in the given order."""
        return Placements(self.cells, self.names, self.covered.take(numbers), self.tiles[numbers], self.lattice)

    def options(self) -> Ragged:
        """Return the items of each placement: its cells, then its tile; tiles are numbered after the cells."""
        return self.covered.joined(self.tiles + np.int32(len(self.cells)))

    def order(self) -> Places:
        """Return the numbers of the placements in sorted order: by cells, then by the name of the tile."""
        tile = ranks_of(sorted_numbers(self.names))
        cell = ranks_of(sorted_numbers(self.cells)) + len(tile)
        covered = Ragged(cell[self.covered.values].astype(np.int32), self.covered.starts).ascending()
        return covered.joined(tile[self.tiles].astype(np.int32)).order()


def placement_table(puzzle: Puzzle, cells: tuple[Cell, ...], has_copies: Sequence[bool]) -> Placements:
    """Return the placements on some cells, sorted by their items, of the tiles that still have copies."""
    finder = PlacementFinder(puzzle.lattice, cells)
    number = sorted_numbers(cells).astype(np.int32)
    blocks, tiles = [], []
    for tile_number, tile in enumerate(puzzle.tiles):
        for form in tile.orientations if has_copies[tile_number] else ():
            blocks.append(np.sort(number[finder.images(form)], axis=1))
            tiles.append(np.full(len(blocks[-1]), tile_number, dtype=np.int32))
    none = np.empty(0, dtype=np.int32)
    names = tuple(tile.name for tile in puzzle.tiles)
    unsorted = Placements(cells, names, Ragged.stacked(blocks), np.concatenate([none, *tiles]), puzzle.lattice)
    return unsorted.take(unsorted.options().order())


def sorted_numbers(values: Iterable[Any]) -> Places:
    """Return the indices that sort some values."""
    values = list(values)
    return np.array(sorted(range(len(values)), key=values.__getitem__), dtype=np.int64)


def ranks_of(order: Places) -> Places:
    """Return the rank of each index in an order."""
    ranks = np.empty(len(order), dtype=np.int64)
    ranks[order] = np.arange(len(order))
    return ranks
