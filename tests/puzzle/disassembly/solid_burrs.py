"""Solid six-piece burrs of all pieces: assemblies from which a group can leave, each once up to symmetry.

A stick owns twelve cells alone; the other 32 cells of the burr are shared by two or three sticks, and an assembly
assigns each of them to one. Lines meet the burr in one segment, so that in a solid burr a group that moves one step
leaves. Such a group fills the lines from some cell on: only assemblies with this property are searched, group by group.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import combinations, product
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

from cp_puzzles.puzzle.geometry.isometry import Cell, add
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.polyform_sets import burr_cells

LENGTH = 6
STICKS = 6
DIRECTIONS: tuple[Cell, ...] = ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))

Ints = npt.NDArray[Any]

compiled: Callable[[Any], Any] = njit(error_model="numpy")
"""Unlike the kernels of the package, these functions allocate arrays."""


class SolidBurrs:
    """The sticks of a burr, the shared cells, and for each stick its connected pieces as sets of shared cells."""

    def __init__(self) -> None:
        lattice = LATTICES["cubic"]
        self.cells = [*burr_cells(LENGTH)]
        volumes = [self._volume(axis, side) for axis, side in product(range(3), range(2))]
        owners = {cell: [k for k, volume in enumerate(volumes) if cell in volume] for cell in self.cells}
        self.shared = [cell for cell in self.cells if len(owners[cell]) > 1]
        self.cores = [[cell for cell in volume if owners[cell] == [k]] for k, volume in enumerate(volumes)]
        self._index = {cell: n for n, cell in enumerate(self.shared)}
        self._core_of = {cell: k for k, core in enumerate(self.cores) for cell in core}
        self.pieces = []
        for k in range(STICKS):
            free = [n for n, cell in enumerate(self.shared) if k in owners[cell]]
            masks = []
            for chosen in product((False, True), repeat=len(free)):
                bits = [n for n, is_chosen in zip(free, chosen, strict=True) if is_chosen]
                if len(lattice.components([*self.cores[k], *(self.shared[n] for n in bits)])) == 1:
                    masks.append(sum(1 << n for n in bits))
            self.pieces.append(np.array(masks, dtype=np.int64))
        self.free = np.array([sum(1 << n for n, cell in enumerate(self.shared) if k in owners[cell]) for k in range(6)])
        self.isometries = lattice.board_isometries(self.cells)

    @staticmethod
    def _volume(axis: int, side: int) -> set[Cell]:
        volume = set()
        for along, across, up in product(range(LENGTH), (2, 3), (1 + 2 * side, 2 + 2 * side)):
            cell = (along, across, up)
            volume.add(tuple(cell[(k - axis) % 3] for k in range(3)))
        return volume

    def cells_of(self, stick: int, shared: int) -> list[Cell]:
        """Return the cells of a stick that has some of the shared ones."""
        return [*self.cores[stick], *(cell for n, cell in enumerate(self.shared) if shared >> n & 1)]

    @cached_property
    def images(self) -> tuple[Ints, Ints]:
        """The images of shared cells, and of sticks, under each symmetry of the burr."""
        cells = [[self._index[isometry(cell)] for cell in self.shared] for isometry in self.isometries]
        sticks = [[self._core_of[isometry(core[0])] for core in self.cores] for isometry in self.isometries]
        return np.array(cells), np.array(sticks)

    def shadow(self, cell: Cell, direction: Cell, steps: int) -> tuple[int, int]:
        """Return the shared cells, and the sticks, that a cell meets when it moves some steps."""
        shared = sticks = 0
        for _ in range(steps):
            cell = add(cell, direction)
            if cell in self._index:
                shared |= 1 << self._index[cell]
            elif cell in self._core_of:
                sticks |= 1 << self._core_of[cell]
        return shared, sticks

    def shadows(self, steps: int) -> tuple[Ints, Ints, Ints, Ints]:
        """Return `shadow` of each shared cell by direction, and of the core of each stick."""
        shadows = np.array([[self.shadow(cell, way, steps) for cell in self.shared] for way in DIRECTIONS])
        core = np.zeros((6, STICKS, 2), np.int64)
        for d, way in enumerate(DIRECTIONS):
            for k, cells in enumerate(self.cores):
                for cell in cells:
                    shared, sticks = self.shadow(cell, way, steps)
                    core[d, k, 0] |= shared
                    core[d, k, 1] |= sticks & ~(1 << k)
        return shadows[:, :, 0], shadows[:, :, 1], core[:, :, 0], core[:, :, 1]

    def groups(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Yield a direction and a group of at most three sticks, one of each orbit; the others move the other way."""
        seen: set[tuple[int, tuple[int, ...]]] = set()
        for d, size in product(range(6), (1, 2, 3)):
            for group in combinations(range(STICKS), size):
                images = set()
                for isometry, sticks in zip(self.isometries, self.images[1].tolist(), strict=True):
                    way = isometry.linear_image(DIRECTIONS[d])
                    image = tuple(sorted(sticks[k] for k in group))
                    images.add((DIRECTIONS.index(way), image))
                    back = tuple(-x for x in way)
                    images.add((DIRECTIONS.index(back), tuple(k for k in range(STICKS) if k not in image)))
                if not images & seen:
                    seen |= images
                    yield d, group

    def leaving(self, direction: int, group: tuple[int, ...]) -> Ints:
        """Return the assemblies from which a group can move: a set of shared cells for each stick, one row each."""
        cells, hits, core_cells, core_hits = self.shadows(1)
        outside = sum(1 << k for k in range(STICKS) if k not in group)
        order = [*group, *(k for k in range(STICKS) if k not in group)]
        pieces, targets = [], []
        for k in order:
            masks = self.pieces[k]
            bits = (masks[:, None] >> np.arange(len(self.shared)) & 1).astype(bool)
            target = np.bitwise_or.reduce(np.where(bits, cells[direction], 0), axis=1) | core_cells[direction, k]
            hit = np.bitwise_or.reduce(np.where(bits, hits[direction], 0), axis=1) | core_hits[direction, k]
            keep = (hit & outside) == 0 if k in group else np.ones(len(masks), bool)
            pieces.append(masks[keep])
            targets.append(target[keep])
        longest = max(map(len, pieces))
        table = np.full((STICKS, longest), -1, np.int64)
        blocks = np.zeros((STICKS, longest), np.int64)
        for n in range(STICKS):
            table[n, : len(pieces[n])], blocks[n, : len(pieces[n])] = pieces[n], targets[n]
        reach, inside = np.zeros(STICKS + 1, np.int64), np.zeros(STICKS + 1, np.int64)
        for n in reversed(range(STICKS)):
            reach[n] = reach[n + 1] | self.free[order[n]]
            inside[n] = inside[n + 1] | self.free[order[n]] if n < len(group) else 0
        found = np.zeros((1 << 16, STICKS), np.int64)
        while True:
            total = search(table, blocks, reach, inside, len(group), found)
            if total <= len(found):
                break
            found = np.zeros((total, STICKS), np.int64)
        assemblies = np.zeros((total, STICKS), np.int64)
        assemblies[:, order] = found[:total]
        return assemblies

    def candidates(self) -> tuple[Ints, Ints]:
        """Return the assemblies from which some group can move, one of each orbit, and the rotation orbits in it."""
        first_rows: dict[tuple[int, ...], Ints] = {}
        for direction, group in self.groups():
            found = self.leaving(direction, group)
            for key, row in zip(map(tuple, self._canonical(found).tolist()), found, strict=True):
                first_rows.setdefault(key, row)
        assemblies = np.array([*first_rows.values()])
        is_rotation = np.array([isometry.is_rotation for isometry in self.isometries])
        turned, mirrored = (self._canonical(assemblies, chosen) for chosen in (is_rotation, ~is_rotation))
        return assemblies, np.where((turned == mirrored).all(axis=1), 1, 2)

    def _canonical(self, assemblies: Ints, chosen: Ints | slice = slice(None)) -> Ints:
        canonical = np.zeros((len(assemblies), 2), np.int64)
        cells, sticks = self.images
        fill_canonical(assemblies, cells[chosen], sticks[chosen], canonical)
        return canonical


@compiled
def search(table: Ints, blocks: Ints, reach: Ints, inside: Ints, size: int, found: Ints) -> int:
    """Fill the assemblies in which the first `size` sticks can move; return their number, also of those beyond."""
    everything = (1 << 32) - 1
    chosen = np.zeros(6, np.int64)
    used, target = np.zeros(7, np.int64), np.zeros(7, np.int64)
    total, depth = 0, 0
    chosen[0] = -1
    while depth >= 0:
        chosen[depth] += 1
        at = chosen[depth]
        if at == table.shape[1] or table[depth, at] < 0:
            depth -= 1
            continue
        mask = table[depth, at]
        if mask & used[depth]:
            continue
        together = used[depth] | mask
        if everything & ~together & ~reach[depth + 1]:
            continue
        target[depth + 1] = target[depth] | (blocks[depth, at] if depth < size else 0)
        if depth < size and target[depth + 1] & ~together & ~inside[depth + 1]:
            continue
        if depth == 5:
            if total < len(found):
                for k in range(6):
                    found[total, k] = table[k, chosen[k]]
            total += 1
            continue
        depth += 1
        used[depth] = together
        chosen[depth] = -1
    return total


@compiled
def fill_canonical(assemblies: Ints, cell_images: Ints, stick_images: Ints, canonical: Ints) -> None:
    """Fill the least image of each assembly: the owners of the shared cells as two numbers to the base 6."""
    owners = np.zeros(32, np.int64)
    image = np.zeros(32, np.int64)
    for row in range(len(assemblies)):
        for k in range(6):
            for n in range(32):
                if assemblies[row, k] >> n & 1:
                    owners[n] = k
        for g in range(len(cell_images)):
            for n in range(32):
                image[cell_images[g, n]] = stick_images[g, owners[n]]
            first = second = 0
            for n in range(16):
                first = 6 * first + image[n]
                second = 6 * second + image[16 + n]
            if g == 0 or first < canonical[row, 0] or (first == canonical[row, 0] and second < canonical[row, 1]):
                canonical[row, 0], canonical[row, 1] = first, second
