"""The placements of a puzzle: bounds on their number and memory, and their table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, repeat
from math import prod
from typing import Any, overload

import numpy as np

from cp_puzzles.base.arrays import Numbers
from cp_puzzles.base.memory import allowed_memory, bytes_text
from cp_puzzles.cover.ragged_rows import Places, Ragged
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.placement import Placement, PlacementFinder, Polyform
from cp_puzzles.puzzle.puzzle import Puzzle

CELL_BYTES, OPTION_BYTES, COVERED_BYTES = 3000, 300, 60
"""Bytes for a cell, an option, and a cell of an option; measured."""

SMALL_PROBLEM_BYTES = 50_000_000
"""The largest size of a problem that is built within some tenths of a second."""

MAX_COUNTED_CELLS = 10_000_000
"""The largest number of cells, over all positions of an orientation, with which positions are counted: some 100 MB."""


@dataclass(frozen=True)
class Size:
    """Upper bounds on a cover problem: its cells, its options, and the cells of an option (`widest`)."""

    cells: int
    options: int
    widest: int

    @property
    def bytes(self) -> int:
        """The estimated memory for the problem."""
        return CELL_BYTES * self.cells + (OPTION_BYTES + COVERED_BYTES * self.widest) * self.options


def size_of(puzzle: Puzzle, enough: int | None = None) -> Size:
    """Return bounds on the size of a puzzle's cover problem from bounding boxes alone, or from positions of its tiles.

    On a box without holes the number of options is exact. With `enough` positions are counted, far fewer on a sparse
    board, until the size exceeds this number of bytes.

    >>> from cp_puzzles.puzzle.puzzle import puzzle_from
    >>> size_of(puzzle_from("pentomino6x10")).options
    2056
    """
    size = Size(len(puzzle.board.cells), 0, 0)
    finder = None if enough is None else PlacementFinder(puzzle.lattice, puzzle.board.cells)
    for tile in puzzle.tiles:
        for orientation in tile.orientations:
            found = min(box_positions(puzzle, orientation.cells), size.cells)
            if finder is not None and found * tile.size <= MAX_COUNTED_CELLS:
                found = finder.count(orientation.cells)
            size = replace(size, options=size.options + found, widest=max(size.widest, tile.size if found else 0))
            if enough is not None and size.bytes > enough:
                return size
    return size


def box_positions(puzzle: Puzzle, form: Polyform) -> int:
    """Return the number of positions of the bounding box of an orientation in the bounding box of the board."""
    if puzzle.lattice.periods:
        return len(puzzle.board.cells)
    spans = [max(column) - min(column) for column in zip(*form, strict=True)]
    return prod(max(0, extent - span) for extent, span in zip(puzzle.board.extents, spans, strict=True))


MORE = "; most commands, such as solve and count, allow more with "
"""The words before the option that allows more memory, where it was not given."""


def refuse_too_large(puzzle: Puzzle, memory: int | None = None) -> None:
    """Raise `MistakeError` if the problem needs more memory than allowed; None: the machine's share."""
    size = size_of(puzzle)
    if memory is None and size.bytes <= SMALL_PROBLEM_BYTES:
        return
    allowed = allowed_memory(memory)
    if size.bytes > allowed and size_of(puzzle, allowed).bytes > allowed:
        raise MistakeError(
            puzzle.name,
            f"board: the tiles have up to {size.options:,} placements on its {size.cells:,} cells; they would need "
            f"about {bytes_text(size.bytes)}, but only {bytes_text(allowed)} may be used",
            (
                "use a smaller board or fewer tiles",
                MORE if memory is None else ", or allow more with ",
                Parameter("memory"),
            ),
        )


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

    def order(self, rows: Ragged | None = None) -> Places:
        """Return the numbers of the placements in sorted order: by `rows`, and by what they show.

        `rows` are the cells and the tile name of each by default.
        """
        if rows is None:
            tile = ranks_of(sorted_numbers(self.names))
            cell = ranks_of(sorted_numbers(self.cells)) + len(tile)
            covered = Ragged(cell[self.covered.values].astype(np.int32), self.covered.starts).ascending()
            rows = covered.joined(tile[self.tiles].astype(np.int32))
        return (rows if self.colorings is None else rows.joined(self.colorings)).order()


def placement_table(puzzle: Puzzle, cells: tuple[Cell, ...], has_copies: Sequence[bool]) -> Placements:
    """Return the placements on some cells, sorted by their items, of the tiles that still have copies."""
    finder = PlacementFinder(puzzle.lattice, cells)
    number = sorted_numbers(cells).astype(np.int32)
    blocks, tiles = [], []
    shown: list[Sequence[tuple[str, ...]]] = []
    for tile_number, tile in enumerate(puzzle.tiles):
        for images, colorings in map(finder.images, tile.orientations if has_copies[tile_number] else ()):
            blocks.append(np.sort(number[images], axis=1))
            tiles.append(np.full(len(images), tile_number, dtype=np.int32))
            shown.append(colorings)
    none = np.empty(0, dtype=np.int32)
    names = tuple(tile.name for tile in puzzle.tiles)
    unsorted = Placements(cells, names, Ragged.stacked(blocks), np.concatenate([none, *tiles]), puzzle.lattice)
    if any(tile.shown for tile in puzzle.tiles):
        distinct = tuple(sorted({*chain.from_iterable(shown)}))
        rank = {coloring: place for place, coloring in enumerate(distinct)}
        numbers = np.fromiter(map(rank.__getitem__, chain.from_iterable(shown)), dtype=np.int32)
        unsorted = replace(unsorted, shown=distinct, colorings=numbers)
    return unsorted.take(unsorted.order(unsorted.options()))


def sorted_numbers(values: Iterable[Any]) -> Places:
    """Return the indices that sort some values."""
    values = list(values)
    return np.array(sorted(range(len(values)), key=values.__getitem__), dtype=np.int64)


def ranks_of(order: Places) -> Places:
    """Return the rank of each index in an order."""
    ranks = np.empty(len(order), dtype=np.int64)
    ranks[order] = np.arange(len(order))
    return ranks
