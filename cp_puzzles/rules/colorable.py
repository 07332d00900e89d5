"""Tilings whose pieces can be coloured with a few colours so that neighbours differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.solid import corners
from cp_puzzles.rules.borders import Side
from cp_puzzles.rules.draft import Draft
from cp_puzzles.rules.rule import Unrestricted
from cp_puzzles.rules.sight import Sight
from cp_puzzles.rules.tiling import Ground, Tiling, pairs


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
        return "its cells have no corners" if self.corners and not corners(lattice, lattice.kinds[0].origin) else None

    def compile(self, draft: Draft) -> bool:
        """See `Rule`: the tiling does not determine the colours, so that they cannot be counted along."""
        return False

    def fault(self, tiling: Tiling) -> str | None:
        if self.coloring(tiling) is not None:
            return None
        how = " with corners too" if self.corners else ""
        return f"its pieces cannot be coloured with {self.colors} colours{how}{', balanced' if self.balanced else ''}"

    @property
    def is_seen(self) -> bool:
        return True

    def sight(self, tiling: Tiling) -> Sight:
        return Sight(classes=self.coloring(tiling) or ())

    @property
    def words(self) -> str:
        """What the colours show.

        >>> Colorable(3, corners=True).words
        'with 3 colours, pieces that share a side or a corner differ'
        """
        where = "a side or a corner" if self.corners else "a side"
        balanced = ", and all are used equally often or once more" if self.balanced else ""
        return f"with {self.colors} colours, pieces that share {where} differ{balanced}"

    def near(self, ground: Ground) -> tuple[Side, ...]:
        """The pairs of cells whose pieces differ in colour, if they are two."""
        return ground.corner_pairs if self.corners else ground.sides

    def coloring(self, tiling: Tiling) -> tuple[int, ...] | None:
        """A colour from 0 on for each placement, the first in lexicographic order along it; None if there is none.

        The piece with the fewest colours left is coloured next (Brélaz, 1979); of colours not used yet one is enough.
        """
        number = len(tiling.placements)
        near: list[set[int]] = [set() for _ in range(number)]
        owner = tiling.owner
        for a, b in pairs((owner.get(a, -1), owner.get(b, -1)) for a, b in self.near(tiling.ground)):
            near[a].add(b)
            near[b].add(a)
        most = -(-number // self.colors) if self.balanced else number
        state = _Colors(near, self.colors)
        trail: list[tuple[int, Iterator[int]]] = []
        while len(trail) < number:
            piece = max(state.left, key=lambda n: (state.shut[n], len(near[n]), -n))
            trail.append((piece, iter(state.choices(piece, most))))
            while not self._goes_on(state, trail, number):
                trail.pop()
                if not trail:
                    return None
        return tuple(state.colors)

    def _goes_on(self, state: _Colors, trail: list[tuple[int, Iterator[int]]], number: int) -> bool:
        """Whether the last piece of the trail has a next colour, which it gets."""
        piece, choices = trail[-1]
        if state.colors[piece] >= 0:
            state.put(piece, -1)
        for color in choices:
            state.put(piece, color)
            if len(trail) < number or not self.balanced or min(state.sizes) >= number // self.colors:
                return True
            state.put(piece, -1)
        return False


class _Colors:
    """A colour of each piece, or -1, and for each piece how many colours its neighbours shut."""

    def __init__(self, near: list[set[int]], colors: int) -> None:
        self.near = near
        self.colors = [-1] * len(near)
        self.left = set(range(len(near)))
        self.sizes = [0] * colors
        self.shut = [0] * len(near)
        self._seen = [[0] * colors for _ in near]

    def choices(self, piece: int, most: int) -> list[int]:
        """The colours that a piece can have; of those not used yet the first."""
        used = sum(size > 0 for size in self.sizes)
        seen = self._seen[piece]
        return [color for color in range(min(used + 1, len(seen))) if not seen[color] and self.sizes[color] < most]

    def put(self, piece: int, color: int) -> None:
        """Give a piece a colour, or take its own away (-1)."""
        own, step = (color, 1) if color >= 0 else (self.colors[piece], -1)
        self.colors[piece] = color
        self.sizes[own] += step
        (self.left.discard if step > 0 else self.left.add)(piece)
        for other in self.near[piece]:
            seen = self._seen[other]
            seen[own] += step
            self.shut[other] += step * (seen[own] == (step > 0))
