"""Directions in which pieces move, cells that block them, and pieces that may stay together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import count, product
from operator import add, le, mul

import numpy as np
import numpy.typing as npt

from cp_puzzles.puzzle.geometry.cell_class import CellClass, connected_parts
from cp_puzzles.puzzle.geometry.isometry import Cell, cross, primitive, subtract
from cp_puzzles.puzzle.geometry.lattice import Lattice

Vectors = npt.NDArray[np.int64]


def unsupported_reason(lattice: Lattice) -> str | None:
    """Return why pieces on a lattice cannot be moved exactly; None if they can."""
    if lattice.periods:
        return "a wrapped board has no outside to move a piece to"
    if lattice.edges_of or lattice.spokes:
        return "pieces made of edges have no area"
    if lattice.radius or not all(each.corners for each in lattice.cell_classes):
        return "balls touch each other in points, and their moves are not along lattice directions"
    return None


@cache
def directions(lattice: Lattice) -> tuple[Cell, ...]:
    """Return the shortest translations parallel to an edge of a cell, and the steps to neighbors of the same class.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> directions(LATTICES["square"])
    ((-1, 0), (0, -1), (0, 1), (1, 0))
    >>> [len(directions(LATTICES[name])) for name in ("cubic", "triangular", "hexagonal", "triangular-prisms")]
    [6, 6, 12, 8]
    """
    steps = {step for each in lattice.cell_classes for step in each.steps if step in lattice.translations}
    edges = {edge for each in lattice.cell_classes for edge in edges_of(each)}
    primitive = {_shortest(lattice, vector) for vector in steps | edges}
    return tuple(sorted({direction for vector in primitive for direction in (vector, tuple(-x for x in vector))}))


@lru_cache(maxsize=4096)
def blocking_offsets(lattice: Lattice, mover: int, obstacle: int, direction: Cell) -> Vectors:
    """Return the offsets at which a cell of class `obstacle` blocks a cell of class `mover` for one step.

    An offset is the translation of the obstacle minus that of the mover, each from the origin of its class, in
    coordinates along the basis of the translations. The obstacle and the convex hull of the cell before and after the
    step have a common inner point: their projections overlap along each axis.
    """
    first, second = lattice.cell_classes[mover], lattice.cell_classes[obstacle]
    p = np.array(first.corners, dtype=np.int64)
    q = np.array(second.corners, dtype=np.int64)
    origin = lattice.unit * np.array(subtract(second.origin, first.origin), dtype=np.int64)
    step = lattice.unit * np.array(direction, dtype=np.int64)
    basis = lattice.unit * np.array(lattice.translations.basis, dtype=np.int64)
    offsets = _candidates(p, q, origin, step, basis)
    axes = separating_axes({*edges_of(first), primitive(direction)}, edges_of(second))
    swept, shift = axes @ step, (offsets @ basis + origin) @ axes.T
    low = shift + (q @ axes.T).min(axis=0) - (p @ axes.T).max(axis=0) - swept.clip(0)
    high = shift + (q @ axes.T).max(axis=0) - (p @ axes.T).min(axis=0) - swept.clip(None, 0)
    return np.asarray(offsets[((low < 0) & (high > 0)).all(axis=1)])


def all_blocking_offsets(lattice: Lattice) -> dict[tuple[int, int, Cell], Vectors]:
    """Return `blocking_offsets` of each mover, obstacle and direction; isometries carry one over to its images."""
    origins = np.array([each.origin for each in lattice.cell_classes], dtype=np.int64)
    basis = np.array(lattice.translations.basis, dtype=np.int64)
    inverse = np.linalg.inv(basis)
    images = np.array([isometry.images(origins) for isometry in lattice.point_group])
    numbers = [[lattice.class_of(image) for image in map(tuple, row)] for row in images.tolist()]
    linear_maps = np.array([isometry.matrix for isometry in lattice.point_group], dtype=np.int64)
    offsets_of: dict[tuple[int, int, Cell], Vectors] = {}
    for mover, obstacle, direction in product(range(len(origins)), range(len(origins)), directions(lattice)):
        if (mover, obstacle, direction) in offsets_of:
            continue
        offsets = blocking_offsets(lattice, mover, obstacle, direction)
        directed = map(tuple, (linear_maps @ direction).tolist())
        cases = [(row[mover], row[obstacle], image) for row, image in zip(numbers, directed, strict=True)]
        # from the image of the mover to the image of the obstacle, each translated to the origin of its class
        first = images[:, mover] - origins[[case[0] for case in cases]]
        second = images[:, obstacle] - origins[[case[1] for case in cases]]
        translations = offsets @ basis @ linear_maps.transpose(0, 2, 1) + (second - first)[:, None]
        offsets_of.update(zip(cases, np.rint(translations @ inverse).astype(np.int64), strict=True))
    return offsets_of


def _candidates(p: Vectors, q: Vectors, origin: Vectors, step: Vectors, basis: Vectors) -> Vectors:
    """Return the offsets in a box around those at which the cells can meet during the step."""
    differences = (p[:, None] - q[None]).reshape(-1, p.shape[1]) - origin
    ends = np.concatenate([differences, differences + step]) @ np.linalg.inv(basis)
    first, last = (np.floor(ends.min(0)) - 1).astype(int), (np.ceil(ends.max(0)) + 2).astype(int)
    return np.array([*product(*map(range, first, last))], dtype=np.int64)


def separating_axes(first: Collection[Cell], second: Collection[Cell]) -> Vectors:
    """Return linear forms, one per row, of which one separates any two disjoint convex bodies with these edges."""
    if len(next(iter(first))) == 2:
        axes = {primitive((-y, x)) for x, y in {*first, *second}}
    else:
        axes = {primitive(cross(a, b)) for group in (first, second) for a in group for b in group}
        axes |= {primitive(cross(a, b)) for a in first for b in second}
    return np.array([axis for axis in sorted(axes) if any(axis)], dtype=np.int64)


def edges_of(cell_class: CellClass) -> set[Cell]:
    """Return the edges of a cell as primitive vectors, one of each pair of opposite ones."""
    corners, facets = cell_class.corners, cell_class.facets
    return {
        primitive(subtract(corners[facet[i]], corners[facet[i - 1]])) for facet in facets for i in range(len(facet))
    }


def _shortest(lattice: Lattice, vector: Cell) -> Cell:
    """Return the shortest translation parallel to a vector."""
    multiples = (tuple(k * x for x in primitive(vector)) for k in count(1))
    return next(multiple for multiple in multiples if multiple in lattice.translations)


TileGroups = tuple[tuple[str, int], ...]
"""The groups of a tile, each with the largest number of copies that belong to it."""


@dataclass(frozen=True)
class PieceGroups:
    """The tile of each piece of an assembly, and the groups of the tiles that have some.

    A piece belongs to one group of its tile at most. Which one is open if the tile has several groups, or a group that
    does not have room for all copies: pieces may stay together if there is a choice for all of them.
    """

    tiles: tuple[str, ...]
    groups: tuple[tuple[str, TileGroups], ...]

    def is_certain(self, pieces: Iterable[int]) -> bool:
        """Return True if some pieces belong to the same group whatever is chosen for the other ones.

        >>> groups = PieceGroups(("A", "B", "B"), (("A", (("frame", 1),)), ("B", (("frame", 1),))))
        >>> groups.is_certain((0,)), groups.is_certain((0, 1))
        (True, False)
        """
        copies, groups = Counter(self.tiles), dict(self.groups)
        names = set[str]()
        for tile in {self.tiles[piece] for piece in pieces}:
            if len(groups.get(tile, ())) != 1 or groups[tile][0][1] < copies[tile]:
                return False
            names.add(groups[tile][0][0])
        return len(names) == 1

    def can_stay_together(
        self, clusters: Iterable[Collection[int]], on_choice: Callable[[], None] = lambda: None
    ) -> bool:
        """Return True if each cluster of pieces can belong to one group, all clusters at the same time.

        `on_choice` is called for each choice that is tried; it may raise an error to end the search.

        >>> groups = PieceGroups(("A", "A", "A", "A"), (("A", (("left", 2), ("right", 3))),))
        >>> groups.can_stay_together([(0, 1), (2, 3)]), groups.can_stay_together([(0, 1, 2, 3)])
        (True, False)
        """
        needs = [Counter(self.tiles[piece] for piece in cluster) for cluster in clusters]
        sizes: dict[str, Counter[str]] = {}
        for tile, groups in self.groups:
            for name, size in groups:
                sizes.setdefault(name, Counter())[tile] = size
        # clusters without a common tile are independent
        near = {n: [m for m, other in enumerate(needs) if need.keys() & other] for n, need in enumerate(needs)}
        parts = ([needs[number] for number in part] for part in connected_parts(near, near.get))
        return all(_Packing(part, sizes.values(), on_choice).fits() for part in parts)


Numbers = tuple[int, ...]


class _Packing:
    """The search for a group for each cluster: bin packing, with the copies of each tile as the size of a cluster.

    Clusters of the same tiles are of one kind. Group by group, the search decides how many clusters of each kind a
    group takes; the following groups take the others. What they have to take is tried only once, so for each group
    there are at most as many states as sets of clusters.
    """

    def __init__(
        self, clusters: Sequence[Counter[str]], groups: Iterable[Counter[str]], on_choice: Callable[[], None]
    ) -> None:
        tiles = sorted({tile for need in clusters for tile in need})
        kinds = Counter(tuple(need[tile] for tile in tiles) for need in clusters)
        self._needs = sorted(kinds, key=lambda need: (-sum(need), need))  # the largest are the hardest to place
        self._counts = tuple(kinds[need] for need in self._needs)
        self._capacities = sorted(tuple(group[tile] for tile in tiles) for group in groups)
        # the copies of each tile for which the groups from a number on have room
        self._rooms = [(0,) * len(tiles)]
        for capacity in reversed(self._capacities):
            self._rooms.insert(0, tuple(map(add, self._rooms[0], capacity)))
        self._on_choice = on_choice

    def fits(self) -> bool:
        """Return True if there is a group for each cluster."""
        met = set[tuple[int, Numbers]]()
        branches = [iter([self._counts])]
        while branches:
            group, counts = len(branches) - 1, next(branches[-1], None)
            if counts is None:
                branches.pop()
            elif not any(counts):
                return True
            elif (group, counts) not in met and _is_within(self._total(counts), self._rooms[group]):
                met.add((group, counts))
                branches.append(self._remainders(self._capacities[group], counts))
        return False

    def _remainders(self, capacity: Numbers, counts: Numbers, kind: int = 0) -> Iterator[Numbers]:
        """Yield the numbers of clusters that remain if a group takes as many as it can, from a kind on."""
        self._on_choice()
        if kind == len(counts):
            yield counts
            return
        need = self._needs[kind]
        later = self._total((0,) * kind + (1,) + counts[kind + 1 :])
        for taken in range(min(counts[kind], _copies(need, capacity)), -1, -1):
            left = tuple(size - taken * number for size, number in zip(capacity, need, strict=True))
            if taken < counts[kind] and _is_within(later, left):
                return  # one more has room whatever the group takes of the following kinds
            rest = (*counts[:kind], counts[kind] - taken, *counts[kind + 1 :])
            yield from self._remainders(left, rest, kind + 1)

    def _total(self, counts: Sequence[int]) -> Numbers:
        """Return the copies of each tile in some clusters of each kind."""
        return tuple(sum(map(mul, column, counts)) for column in zip(*self._needs, strict=True))


def _copies(need: Numbers, capacity: Numbers) -> int:
    """Return the number of equal clusters for which there is room."""
    return min(size // number for number, size in zip(need, capacity, strict=True) if number)


def _is_within(numbers: Numbers, bounds: Numbers) -> bool:
    return all(map(le, numbers, bounds))
