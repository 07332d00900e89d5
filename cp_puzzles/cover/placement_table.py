"""The placements of a puzzle in arrays; a `Placement` is created when it is accessed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, repeat
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
    its tile. If tiles have colors, `colorings` has the number in `shown` of what each placement shows on its cells.
    `lattice` is None for the options of a DLX file. Placements that are accessed by number are cached.
    """

    cells: tuple[Cell, ...]
    names: tuple[str, ...]
    covered: Ragged
    tiles: Numbers
    lattice: Lattice | None = None
    shown: tuple[tuple[str, ...], ...] = ()
    colorings: Numbers | None = None
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
            coloring = -1 if self.colorings is None else int(self.colorings[number])
            self._cache[number] = self._placement(self.covered[number], int(self.tiles[number]), coloring)
        return self._cache[number]

    def several(self, numbers: Iterable[int]) -> tuple[Placement, ...]:
        """Return the placements with these numbers, in their order."""
        try:
            return tuple(map(self._cache.__getitem__, numbers))
        except KeyError:
            return tuple(map(self.__getitem__, numbers))

    def __iter__(self) -> Iterator[Placement]:
        colorings = repeat(-1) if self.colorings is None else self.colorings.tolist()
        return map(self._placement, self.covered, self.tiles.tolist(), colorings)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and len(self) == len(other) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def _placement(self, covered: tuple[int, ...], tile: int, coloring: int) -> Placement:
        cells = tuple(sorted([self.cells[cell] for cell in covered]))
        return Placement(cells, self.names[tile], self.lattice, () if coloring < 0 else self.shown[coloring])

    def take(self, numbers: Places) -> Placements:
        """Return some of the placements, in the given order."""
        colorings = None if self.colorings is None else self.colorings[numbers]
        covered, tiles = self.covered.take(numbers), self.tiles[numbers]
        return Placements(self.cells, self.names, covered, tiles, self.lattice, self.shown, colorings)

    def options(self) -> Ragged:
        """Return the items of each placement: its cells, then its tile; tiles are numbered after the cells."""
        return self.covered.joined(self.tiles + np.int32(len(self.cells)))

    def _by_coloring(self, rows: Ragged) -> Ragged:
        """Return rows of placements, each with the number of what it shows at its end, if tiles have colors."""
        return rows if self.colorings is None else rows.joined(self.colorings)

    def by_items(self) -> Placements:
        """Return the placements sorted by their items, then by what they show."""
        return self.take(self._by_coloring(self.options()).order())

    def order(self) -> Places:
        """Return the numbers of the placements in sorted order: by cells, tile names, and what they show."""
        tile = ranks_of(sorted_numbers(self.names))
        cell = ranks_of(sorted_numbers(self.cells)) + len(tile)
        covered = Ragged(cell[self.covered.values].astype(np.int32), self.covered.starts).ascending()
        return self._by_coloring(covered.joined(tile[self.tiles].astype(np.int32))).order()


def placement_table(puzzle: Puzzle, cells: tuple[Cell, ...], has_copies: Sequence[bool]) -> Placements:
    """Return the placements on some cells, sorted by their items, of the tiles that still have copies."""
    finder = PlacementFinder(puzzle.lattice, cells)
    number = sorted_numbers(cells).astype(np.int32)
    blocks, tiles = [], []
    shown: list[Sequence[tuple[str, ...]]] = []
    for tile_number, tile in enumerate(puzzle.tiles):
        found: list[tuple[Numbers, Sequence[tuple[str, ...]]]] = []
        if has_copies[tile_number]:
            plain = () if tile.colored_orientations else tile.orientations
            found += ((images, ((),) * len(images)) for images in map(finder.images, plain))
            found += map(finder.colored_images, tile.colored_orientations)
        for images, colorings in found:
            blocks.append(np.sort(number[images], axis=1))
            tiles.append(np.full(len(images), tile_number, dtype=np.int32))
            shown.append(colorings)
    none = np.empty(0, dtype=np.int32)
    names = tuple(tile.name for tile in puzzle.tiles)
    unsorted = Placements(cells, names, Ragged.stacked(blocks), np.concatenate([none, *tiles]), puzzle.lattice)
    if any(tile.colored_orientations for tile in puzzle.tiles):
        distinct = tuple(sorted({*chain.from_iterable(shown)}))
        rank = {coloring: place for place, coloring in enumerate(distinct)}
        numbers = np.fromiter(map(rank.__getitem__, chain.from_iterable(shown)), dtype=np.int32)
        unsorted = replace(unsorted, shown=distinct, colorings=numbers)
    return unsorted.by_items()


def sorted_numbers(values: Iterable[Any]) -> Places:
    """Return the indices that sort some values."""
    values = list(values)
    return np.array(sorted(range(len(values)), key=values.__getitem__), dtype=np.int64)


def ranks_of(order: Places) -> Places:
    """Return the rank of each index in an order."""
    ranks = np.empty(len(order), dtype=np.int64)
    ranks[order] = np.arange(len(order))
    return ranks
