"""Verification of moves: each is replayed cell by cell, without the tables of the search."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

from cp_puzzles.puzzle.disassembly.piece_groups import PieceGroups
from cp_puzzles.puzzle.geometry.cell_solid import corners
from cp_puzzles.puzzle.geometry.isometry import Cell, subtract, translate
from cp_puzzles.puzzle.geometry.lattice import Lattice

Move = tuple[Sequence[int], Cell, bool]
"""The numbers of the pieces, the translation, and whether they go on without end."""


def replay_fault(
    lattice: Lattice,
    pieces: Sequence[Iterable[Cell]],
    moves: Iterable[Move],
    *,
    apart: bool,
    fixed: Collection[int] = (),
    groups: PieceGroups | None = None,
) -> str | None:
    """Return the first fault of a sequence of moves; None if it has none.

    A move translates some, not all, pieces of one part, none of them fixed. If they leave, they form a part of their
    own. With `apart` every piece must be alone at the end; fixed pieces stay together, and those of one group may.
    """
    positions = [tuple(sorted(cells)) for cells in pieces]
    for i, j in combinations(range(len(positions)), 2):
        if set(positions[i]) & set(positions[j]):
            return f"pieces {i + 1} and {j + 1} overlap"
    parts = [frozenset(range(len(positions)))]
    is_blocked = _CollisionTest(lattice)
    for number, (moved, vector, leaves) in enumerate(moves, start=1):
        chosen = frozenset(moved)
        part = next((each for each in parts if chosen < each), None)
        if part is None or not chosen:
            return f"move {number}: its pieces are not some of the pieces of one part"
        if chosen & set(fixed):
            return f"move {number}: piece {min(chosen & set(fixed)) + 1} is fixed"
        if not any(vector) or vector not in lattice.translations:
            return f"move {number}: {list(vector)} is not a translation of the lattice"
        remaining = sorted(part - chosen)
        path = _beyond(vector, positions, sorted(chosen), remaining) if leaves else vector
        for i in sorted(chosen):
            for j in remaining:
                if is_blocked.any_pair(positions[i], positions[j], path):
                    return f"move {number}: piece {i + 1} collides with piece {j + 1}"
            positions[i] = tuple(translate(positions[i], path))
        if leaves:
            parts = [*(each for each in parts if each != part), chosen, part - chosen]
    if apart and len(parts) == 1 and len(set(range(len(positions))) - set(fixed)) > (0 if fixed else 1):
        return "nothing leaves"
    together = [each for each in parts if len(each) > 1 and not each <= set(fixed)]
    if apart and together and not (groups is not None and groups.can_stay_together(together)):
        return "some pieces are still together at the end"
    return None


def _beyond(vector: Cell, positions: Sequence[Sequence[Cell]], moved: list[int], others: list[int]) -> Cell:
    """Return a multiple of a translation after which pieces have passed all others: its projections are disjoint."""

    def heights(numbers: list[int]) -> list[int]:
        return [sum(x * y for x, y in zip(vector, cell, strict=True)) for i in numbers for cell in positions[i]]

    square = sum(x * x for x in vector)
    # two more steps than between centers, and the size of a cell
    return tuple(((max(heights(others)) - min(heights(moved))) // square + _MARGIN) * x for x in vector)


_MARGIN = 12
"""Steps that clear the size of two cells: the largest of any lattice is five steps wide."""


class _CollisionTest:
    """Tests whether a cell that is translated meets another cell on its way; results by class and offset are kept."""

    def __init__(self, lattice: Lattice) -> None:
        self._lattice = lattice
        self._results: dict[tuple[int, int, Cell, Cell], bool] = {}
        sizes = [np.ptp(np.array(each.corners), axis=0) for each in lattice.cell_classes]
        self._reach = np.max(sizes, axis=0) // lattice.unit + 1

    def any_pair(self, movers: Sequence[Cell], obstacles: Sequence[Cell], vector: Cell) -> bool:
        """Return whether one of some cells meets one of others; far ones are skipped by their bounding boxes."""
        offsets = np.array(obstacles)[None] - np.array(movers)[:, None]
        low, high = np.minimum(vector, 0) - self._reach, np.maximum(vector, 0) + self._reach
        near = np.argwhere(((low <= offsets) & (offsets <= high)).all(axis=2)).tolist()
        return any(self(movers[i], obstacles[j], vector) for i, j in near)

    def __call__(self, mover: Cell, obstacle: Cell, vector: Cell) -> bool:
        classes = self._lattice.class_of(mover), self._lattice.class_of(obstacle)
        key = (*classes, subtract(obstacle, mover), vector)
        if key not in self._results:
            self._results[key] = self._meets(mover, obstacle, vector)
        return self._results[key]

    def _meets(self, mover: Cell, obstacle: Cell, vector: Cell) -> bool:
        """Return whether the convex hull of a cell and its translate has an inner point of the other cell."""
        p, q = np.array(corners(self._lattice, mover)), np.array(corners(self._lattice, obstacle))
        swept = np.concatenate([p, p + self._lattice.unit * np.array(vector)])
        axes = _normals(np.concatenate([_differences(p), _differences(q), [vector]]))
        first, second = swept @ axes.T, q @ axes.T
        return bool(((first.min(0) < second.max(0)) & (second.min(0) < first.max(0))).all())


def _differences(points: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return the differences of any two points, among them the edges of their convex hull."""
    first, second = np.triu_indices(len(points), 1)
    return points[first] - points[second]


def _normals(edges: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return the linear forms that vanish on one edge of a plane, or on two edges in space."""
    if edges.shape[1] == 2:
        return _primitive(np.stack([-edges[:, 1], edges[:, 0]], axis=1))
    primitive = _primitive(edges)
    first, second = np.triu_indices(len(primitive), 1)
    return _primitive(np.cross(primitive[first], primitive[second]))


def _primitive(vectors: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return the primitive vectors parallel to some vectors, one of each pair of opposite ones."""
    vectors = vectors[vectors.any(axis=1)]
    vectors = vectors // np.gcd.reduce(vectors, axis=1)[:, None]
    first = np.take_along_axis(vectors, (vectors != 0).argmax(axis=1)[:, None], axis=1)
    return np.unique(vectors * np.sign(first), axis=0)
