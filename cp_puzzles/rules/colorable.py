"""Tilings whose pieces can be coloured with a few colours so that neighbours differ."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations

from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.solid import corners
from cp_puzzles.rules.draft import Draft
from cp_puzzles.rules.rule import Unrestricted
from cp_puzzles.rules.sight import Sight
from cp_puzzles.rules.tiling import Tiling, pairs


@dataclass(frozen=True)
class Colorable(Unrestricted):
    """Pieces that share a side (`corners`: or a corner) can get different ones of some colours; see `Rule`.

    `balanced`: every colour can be given to as many pieces, or to one more than another.
    """

    colors: int
    corners: bool = False
    balanced: bool = False
    key: str = "colorable"

    def meaningless(self, lattice: Lattice) -> str | None:
        """See `Rule`."""
        return "its cells have no corners" if self.corners and not corners(lattice, lattice.kinds[0].origin) else None

    def compile(self, draft: Draft) -> bool:
        """See `Rule`: the tiling does not determine the colours, so that they cannot be counted along."""
        return False

    def fault(self, tiling: Tiling) -> str | None:
        """See `Rule`."""
        if self.coloring(tiling) is not None:
            return None
        how = " with corners too" if self.corners else ""
        return f"its pieces cannot be coloured with {self.colors} colours{how}{', balanced' if self.balanced else ''}"

    @property
    def is_seen(self) -> bool:
        """See `Rule`."""
        return True

    def sight(self, tiling: Tiling) -> Sight:
        """See `Rule`."""
        return Sight(classes=self.coloring(tiling) or ())

    def coloring(self, tiling: Tiling) -> tuple[int, ...] | None:
        """A colour from 0 on for each placement, the first in lexicographic order along it; None if there is none.

        The piece with the fewest colours left is coloured next (Brélaz, 1979); of colours not used yet one is enough.
        """
        number = len(tiling.placements)
        near: list[set[int]] = [set() for _ in range(number)]
        for a, b in _corner_pairs(tiling) if self.corners else tiling.touching:
            near[a].add(b)
            near[b].add(a)
        most = -(-number // self.colors) if self.balanced else number
        least = number // self.colors if self.balanced else 0
        colors = [-1] * number
        sizes = [0] * self.colors

        def extend(left: int) -> bool:
            if not left:
                return all(least <= size for size in sizes)
            taken = {n: {colors[m] for m in near[n]} - {-1} for n in range(number) if colors[n] < 0}
            piece = max(taken, key=lambda n: (len(taken[n]), len(near[n]), -n))
            fresh = False
            for color in range(self.colors):
                if color in taken[piece] or sizes[color] == most or (fresh and not sizes[color]):
                    continue
                fresh = fresh or not sizes[color]
                colors[piece], sizes[color] = color, sizes[color] + 1
                if extend(left - 1):
                    return True
                colors[piece], sizes[color] = -1, sizes[color] - 1
            return False

        return tuple(colors) if extend(number) else None


def _corner_pairs(tiling: Tiling) -> frozenset[tuple[int, int]]:
    lattice = tiling.ground.lattice
    around: dict[tuple[Cell, ...], set[int]] = defaultdict(set)
    for cell, number in tiling.owner.items():
        for corner in corners(lattice, cell):
            around[lattice.meeting_place((corner,))].add(number)
    return pairs(pair for owners in around.values() for pair in combinations(sorted(owners), 2))
