"""Verification of moves: each is replayed cell by cell, without the tables of the search."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cp_puzzles.puzzle.disassembly.piece_groups import PieceGroups, directions, edges_of, separating_axes
from cp_puzzles.puzzle.geometry.isometry import Cell, primitive
from cp_puzzles.puzzle.geometry.lattice import Lattice

Integers = npt.NDArray[np.int64]

Move = tuple[Sequence[int], Cell, bool]
"""The numbers of the pieces, the translation, and whether they go on without end."""


def replay_violation(
    lattice: Lattice,
    pieces: Sequence[Iterable[Cell]],
    moves: Iterable[Move],
    *,
    apart: bool,
    fixed: Collection[int] = (),
    groups: PieceGroups | None = None,
) -> str | None:
    """Return the first violation of a sequence of moves; None if it has none.

    A move translates some, not all, pieces of one part, none of them fixed. If they leave, they form a part of their
    own. With `apart` every piece must be alone at the end; fixed pieces stay together, and those of one group may.
    """
    covered = [frozenset(cells) for cells in pieces]
    for i, j in combinations(range(len(covered)), 2):
        if covered[i] & covered[j]:
            return f"pieces {i + 1} and {j + 1} overlap"
    bodies = [_Body.of(lattice, cells) for cells in covered]
    parts = [frozenset(range(len(bodies)))]
    for number, (moved, vector, leaves) in enumerate(moves, start=1):
        chosen = frozenset(moved)
        part = next((each for each in parts if chosen < each), None)
        if part is None or not chosen:
            return f"move {number}: its pieces are not some of the pieces of one part"
        if chosen & set(fixed):
            return f"move {number}: piece {min(chosen & set(fixed)) + 1} is fixed"
        if max(map(abs, vector)) > _FARTHEST:
            return f"move {number}: {list(vector)} is longer than {_FARTHEST:,} steps"
        if not any(vector) or vector not in lattice.translations:
            return f"move {number}: {list(vector)} is not a translation of the lattice"
        if primitive(vector) not in map(primitive, directions(lattice)):
            return f"move {number}: {list(vector)} is not along a direction in which pieces of the lattice move"
        remaining = sorted(part - chosen)
        path = np.array(vector)
        if leaves:
            path *= _steps_beyond(path, [bodies[i] for i in chosen], [bodies[j] for j in remaining])
        for i in sorted(chosen):
            for j in remaining:
                if _collide(lattice, bodies[i], bodies[j], path):
                    return f"move {number}: piece {i + 1} collides with piece {j + 1}"
            bodies[i] = bodies[i]._replace(cells=bodies[i].cells + path)
        if leaves:
            parts = [*(each for each in parts if each != part), chosen, part - chosen]
    if apart and len(parts) == 1 and len(set(range(len(bodies))) - set(fixed)) > (0 if fixed else 1):
        return "nothing leaves"
    together = [each for each in parts if len(each) > 1 and not each <= set(fixed)]
    if apart and together and not (groups is not None and groups.can_stay_together(together)):
        return "some pieces are still together at the end"
    return None


_FARTHEST = 1_000_000
"""The longest move: with longer ones the projections might exceed 64 bits."""


class _Body(NamedTuple):
    """The cells of a piece, one per row, and the class of each."""

    cells: Integers
    classes: Integers

    @classmethod
    def of(cls, lattice: Lattice, cells: Iterable[Cell]) -> _Body:
        """Return the body of some cells."""
        ordered = sorted(cells)
        return cls(np.array(ordered), np.array([lattice.class_of(cell) for cell in ordered]))


def _steps_beyond(vector: Integers, moved: Sequence[_Body], others: Sequence[_Body]) -> int:
    """Return how often bodies move along a vector until they have passed all others: their projections are disjoint."""
    height = max((body.cells @ vector).max() for body in others) - min((body.cells @ vector).min() for body in moved)
    # two more steps than between centers, and the size of a cell
    return max(0, int(height // (vector @ vector))) + _MARGIN


_MARGIN = 12
"""Steps that clear the size of two cells: the largest of any lattice is five steps wide."""


def _collide(lattice: Lattice, mover: _Body, obstacle: _Body, path: Integers) -> bool:
    """Return whether the convex hull of a cell and its translate has an inner point of a cell of the obstacle.

    Two cells are disjoint if their projections to one axis are.
    """
    i, j = np.indices((len(mover.cells), len(obstacle.cells))).reshape(2, -1)
    for axis, low, high in _projections(lattice, tuple(path.tolist())):
        first, second = (lattice.unit * (body.cells @ axis) for body in (mover, obstacle))
        swept = lattice.unit * int(path @ axis)
        start, end = first + low[mover.classes] + min(0, swept), first + high[mover.classes] + max(0, swept)
        meets = start[i] < (second + high[obstacle.classes])[j]
        meets &= (second + low[obstacle.classes])[j] < end[i]
        i, j = i[meets], j[meets]
        if not len(i):
            return False
    return True


@lru_cache(maxsize=1024)
def _projections(lattice: Lattice, path: Cell) -> list[tuple[Integers, Integers, Integers]]:
    """Return the axes that separate disjoint cells of which one is swept, each with the extent of every cell class.

    Axes normal to the path come first: they separate most pairs.
    """
    edges = {edge for each in lattice.cell_classes for edge in edges_of(each)} | {primitive(path)}
    axes = separating_axes(edges, edges)
    corners = [np.array(each.corners) for each in lattice.cell_classes]
    low, high = (np.array([extent(each @ axes.T, axis=0) for each in corners]).T for extent in (np.min, np.max))
    return [(axes[k], low[k], high[k]) for k in np.argsort(abs(axes @ path), kind="stable")]
