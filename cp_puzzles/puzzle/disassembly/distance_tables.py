"""Distances that one piece can move before another one blocks it, for each direction and relative position."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from math import prod
from operator import sub
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cp_puzzles.base.jit import callee, gradual
from cp_puzzles.base.memory import allowed_memory, bytes_text
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.puzzle.disassembly.piece_groups import all_blocking_offsets, directions
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice

AXES = 3
"""Number of coordinates of an offset in the tables; on a flat lattice the last one is 0."""

UNBOUNDED = 30_000
"""The distance of a piece that the other piece never blocks."""

CACHED_FORMS = 8192
"""Pieces whose form is remembered: the placements of a puzzle recur in its solutions."""

LOW, SIZE, BOX_NUMBERS = 1, 4, 7
"""The places of the lowest coordinates and of the sizes in a box, and the length of a box."""


SMALL_BYTES = 1 << 26
"""Tables of this size fit in the memory of every machine."""

POOL_BYTES, POOL_FORMS = 1 << 28, 1000
"""A pool with larger tables, or with more forms, begins again: a burr of 20 pieces has about 500 forms."""

FIRST_ENTRIES, FIRST_FORMS = 1 << 16, 16
"""Initial capacity, in distances and in forms."""

Offsets = npt.NDArray[np.int64]
Ints = npt.NDArray[Any]


Form = bytes
"""A piece in normal position: the class and the coordinates along the basis of each cell, see `form_cells`."""


def form_cells(form: Form) -> Offsets:
    """Return the class and the coordinates of each cell of a piece, one cell per row."""
    return np.frombuffer(form, np.int64).reshape(-1, 1 + AXES)


@lru_cache(maxsize=CACHED_FORMS)
def form_of(lattice: Lattice, cells: tuple[Cell, ...]) -> tuple[Form, tuple[int, int, int]]:
    """Return a piece in normal position, and its position: the least coordinates of its cells along the basis."""
    points = np.array(cells, dtype=np.int64)
    remainders = [*map(tuple, lattice.translations.remainders(points).tolist())]
    class_of = {remainder: lattice.class_of(remainder) for remainder in set(remainders)}
    classes = [class_of[remainder] for remainder in remainders]
    origins = np.array([each.origin for each in lattice.cell_classes], dtype=np.int64)
    coordinates = np.rint((points - origins[classes]) @ np.linalg.inv(lattice.translations.basis)).astype(np.int64)
    located = zip(classes, map(tuple, coordinates.tolist()), strict=True)
    numbers = np.array(sorted((number, *padded(offset)) for number, offset in located), dtype=np.int64)
    x, y, z = numbers[:, 1:].min(axis=0).tolist()
    return (numbers - (0, x, y, z)).tobytes(), (x, y, z)


@lru_cache(maxsize=CACHED_FORMS)
def extent_of(form: Form) -> tuple[int, int, int]:
    """Return the extent of a piece along each axis."""
    _, x, y, z = (form_cells(form).max(axis=0) + 1).tolist()
    return x, y, z


def padded(vector: tuple[int, ...]) -> tuple[int, ...]:
    """Return a vector with zeros up to three coordinates."""
    return (*vector, *(0,) * (AXES - len(vector)))


@lru_cache(maxsize=64)
def direction_vectors(lattice: Lattice) -> Offsets:
    """Return the directions of a lattice in coordinates along the basis, one per row."""
    divided = [padded(lattice.translations.coordinates(direction)) for direction in directions(lattice)]
    return np.array(divided, dtype=np.int64)


def largest_table_bytes(lattice: Lattice, extents: Sequence[Sequence[int]], count: int) -> int:
    """Return a bound on `table_bytes` of some of the pieces, given the extents of all along each axis."""
    _, _, least, most = _blocking_table(lattice)
    spread = max(map(sub, most, least))  # between offsets at which a cell blocks another
    x, y, z = (2 * max(sizes) + spread for sizes in extents)
    return int(count * (count - 1) * x * y * z * len(direction_vectors(lattice)))


@lru_cache(maxsize=64)
def table_bytes(lattice: Lattice, forms: tuple[Form, ...]) -> int:
    """Return the bytes of the tables of all pairs of some pieces."""
    sizes = np.array([*map(extent_of, forms)])
    _, _, least, most = _blocking_table(lattice)
    first, second = np.triu_indices(len(forms), 1)
    entries = (sizes[first] + sizes[second] + np.subtract(most, least) - 1.0).prod(axis=1).sum()
    return int(entries * len(direction_vectors(lattice)) * np.dtype(np.int16).itemsize)


@lru_cache(maxsize=64)
def _blocking_table(lattice: Lattice) -> tuple[Offsets, Offsets, list[int], list[int]]:
    """Return the offsets at which a cell blocks another one, each with its direction.

    Before them come the rows of each mover and obstacle, after them the least and the greatest coordinates.
    """
    classes, count = range(len(lattice.cell_classes)), len(directions(lattice))
    offsets_of = all_blocking_offsets(lattice)
    blocks = [offsets_of[case] for case in product(classes, classes, directions(lattice))]
    lengths = np.array([*map(len, blocks)])
    ends = lengths.reshape(-1, count).sum(axis=1).cumsum()
    starts = np.stack([np.append(0, ends[:-1]), ends], axis=1).reshape(len(classes), len(classes), 2)
    unpadded, ways = np.concatenate(blocks), np.repeat(np.arange(len(blocks)) % count, lengths)
    offsets = np.pad(unpadded, ((0, 0), (0, AXES - unpadded.shape[1])))
    return starts, np.column_stack([offsets, ways]), offsets.min(axis=0).tolist(), offsets.max(axis=0).tolist()


@gradual(work=lambda distances, *_: 2 * len(distances))
def _fill(
    distances: npt.NDArray[np.int16],
    box: Offsets,
    cells: Offsets,
    obstacles: Offsets,
    starts: Offsets,
    steps: Offsets,
    vectors: Offsets,
) -> None:
    """Enter distance 0 at the offsets at which an obstacle blocks a piece, and the distances of the others."""
    for i in range(len(cells)):
        for j in range(len(obstacles)):
            place = 0
            for axis in range(AXES):
                offset = cells[i, 1 + axis] - obstacles[j, 1 + axis] - box[LOW + axis]
                place = place * box[SIZE + axis] + offset
            rows = starts[cells[i, 0], obstacles[j, 0]]
            for row in range(rows[0], rows[1]):
                distances[place * len(vectors) + steps[row]] = 0
    _extend(distances, box, vectors)


@callee
def _extend(distances: npt.NDArray[np.int16], box: Offsets, vectors: Offsets) -> None:
    """Fill in the distances of offsets that are not blocked: one more than a step further.

    The offset after a step is less in lexicographic order if the vector is positive, as in the second half of the
    directions, and greater if it is negative.
    """
    rows, columns, layers, count = box[SIZE], box[SIZE + 1], box[SIZE + 2], len(vectors)
    volume = rows * columns * layers
    for direction in range(count):
        u, v, w = vectors[direction, 0], vectors[direction, 1], vectors[direction, 2]
        for place in range(volume):
            index = place if 2 * direction >= count else volume - 1 - place
            x, y, z = index // (columns * layers), index // layers % columns, index % layers
            if 0 <= x - u < rows and 0 <= y - v < columns and 0 <= z - w < layers:
                further = distances[(index - (u * columns + v) * layers - w) * count + direction] + 1
                if further < distances[index * count + direction]:
                    distances[index * count + direction] = further


class PairArrays(NamedTuple):
    """The directions, and the tables of pairs of forms, one after another.

    `pool[a, b]` is the box of two forms: where their table begins, the three lowest coordinates of its offsets
    (obstacle minus piece), and its three sizes. A table has the distances of all directions for each offset. Directions
    are in lexicographic order, so that the opposite of the first one is the last.
    """

    vectors: Ints
    pool: Ints
    distances: Ints


def refuse_unmovable(
    place: str, lattice: Lattice, assemblies: Sequence[Sequence[Sequence[Cell]]], memory: int | None = None
) -> None:
    """Raise `MistakeError` if an assembly is too large for positions or for `memory`."""
    # the same object is a piece of many solutions
    pieces = {id(piece): piece for assembly in assemblies for piece in assembly}.values()
    if not pieces:
        return
    forms, positions = zip(*(form_of(lattice, tuple(piece)) for piece in pieces), strict=True)
    extents, count = [*zip(*map(extent_of, forms), strict=True)], max(map(len, assemblies))
    # a piece that is further away is never blocked
    is_single = len(assemblies) == 1
    lengths = [sum(sizes) if is_single else count * max(sizes) for sizes in extents]
    reach = max(max(at) - min(at) + length for at, length in zip(zip(*positions, strict=True), lengths, strict=True))
    allowed = SMALL_BYTES if memory is None else min(SMALL_BYTES, memory)
    if reach < UNBOUNDED and 2 * largest_table_bytes(lattice, extents, count) <= allowed:
        return
    if not is_single:
        for assembly in assemblies:
            refuse_unmovable(place, lattice, [assembly], memory)
        return
    if reach >= UNBOUNDED:
        raise MistakeError(place, f"the pieces of a solution reach {reach:,} steps", f"{UNBOUNDED:,} can be searched")
    size, allowed = 2 * table_bytes(lattice, forms), allowed_memory(memory)
    if size > allowed:
        problem = f"moving the pieces of a solution needs about {bytes_text(size)}, {bytes_text(allowed)} may be used"
        raise MistakeError(place, problem, ("use smaller pieces, or allow more with ", Parameter("memory")))


class PairPool:
    """The tables of the pairs of forms that were met on a lattice, one after another in one array.

    The placements of a puzzle recur in its solutions: an assembly gets the place of each of its tables in this array. A
    larger array replaces one that is full, so that arrays that were handed out stay as they are.
    """

    def __init__(self, lattice: Lattice) -> None:
        self._lattice = lattice
        self._lock = Lock()
        self._clear()

    def _clear(self) -> None:
        self._numbers: dict[Form, int] = {}
        self._boxes = np.full((FIRST_FORMS, FIRST_FORMS, BOX_NUMBERS), -1, dtype=np.int64)
        self._distances = np.zeros(FIRST_ENTRIES, dtype=np.int16)
        self._length = 0

    def enter(self, assemblies: Sequence[Sequence[Form]]) -> tuple[PairArrays, npt.NDArray[np.int64]]:
        """Return the tables of the pairs of forms of each assembly, and their numbers, one assembly per row."""
        with self._lock:
            if self._distances.nbytes > POOL_BYTES or len(self._numbers) > POOL_FORMS:
                self._clear()
            rows = [[self._numbers.setdefault(form, len(self._numbers)) for form in forms] for forms in assemblies]
            numbers = np.array(rows, dtype=np.int64)
            if len(self._numbers) > len(self._boxes):
                more = 2 * len(self._numbers) - len(self._boxes)
                self._boxes = np.pad(self._boxes, ((0, more), (0, more), (0, 0)), constant_values=-1)
            begins = self._boxes[numbers[:, :, None], numbers[:, None, :], 0]
            for k, i, j in np.argwhere(np.triu(begins < 0, 1)).tolist():
                self._enter(self._boxes[numbers[k, i], numbers[k, j]], assemblies[k][i], assemblies[k][j])
            return PairArrays(direction_vectors(self._lattice), self._boxes, self._distances), numbers

    def _enter(self, box: npt.NDArray[np.int64], piece: Form, obstacle: Form) -> None:
        """Enter the table of two forms and its box, unless equal forms were entered before."""
        if box[0] >= 0:
            return
        starts, offsets, least, most = _blocking_table(self._lattice)
        vectors = direction_vectors(self._lattice)
        low = [first - extent + 1 for first, extent in zip(least, extent_of(obstacle), strict=True)]
        sizes = [last + extent - start for last, extent, start in zip(most, extent_of(piece), low, strict=True)]
        end = self._length + prod(sizes) * len(vectors)
        if end > len(self._distances):
            larger = np.zeros(max(2 * len(self._distances), end), dtype=np.int16)
            larger[: self._length] = self._distances[: self._length]
            self._distances = larger
        entered = np.array([self._length, *low, *sizes], dtype=np.int64)
        distances = self._distances[self._length : end]
        distances.fill(UNBOUNDED)
        strides = [prod(sizes[1:]) * len(vectors), sizes[2] * len(vectors), len(vectors), 1]
        _fill(distances, entered, form_cells(piece), form_cells(obstacle), starts, offsets @ strides, vectors)
        box[:], self._length = entered, end


@lru_cache(maxsize=4)
def pool_of(lattice: Lattice) -> PairPool:
    """Return the pool of a lattice."""
    return PairPool(lattice)
