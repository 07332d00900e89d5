"""Tilings whose pieces can be colored with a number of colors so that neighbors differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Annotated

from pydantic import Field, StrictBool, StrictInt

from cp_puzzles.puzzle.fields import FrozenModel, Name, Path
from cp_puzzles.puzzle.geometry.cell_solid import corners
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.rules.rule import Rule, RuleContext, RuleField
from cp_puzzles.puzzle.rules.tiling import Highlights, Tiling, adjacent


class Coloring(FrozenModel):
    """A number of colors for the pieces of a tiling so that neighbors differ."""

    with_: Annotated[StrictInt, Field(alias="with", ge=1, le=1000)]
    """The number of colors."""

    corners: StrictBool = False
    """Whether pieces that share only a corner are neighbors, too."""

    balanced: StrictBool = False
    """Whether the numbers of pieces of any two colors must differ by at most 1; an unused color has 0 pieces."""

    different: tuple[tuple[Name, Name], ...] = ()
    """Pairs of tiles whose pieces have different colors wherever they lie."""


@dataclass(frozen=True)
class Colorable(Rule):
    """The rule that the pieces have a proper coloring: pieces that share a side (`corners`: or a corner) differ.

    `balanced`: in this coloring the numbers of pieces of any two colors differ by at most 1. `different`: pairs of
    tiles whose pieces differ, too, such as mirror images.
    """

    colors: int
    corners: bool = False
    balanced: bool = False
    different: tuple[tuple[str, str], ...] = ()
    key: str = "colorable"

    @property
    def named_tiles(self) -> Mapping[str, int]:
        return {name: number for number, name in enumerate(sorted({*chain(*self.different)}), start=1)}

    def unsupported_reason(self, lattice: Lattice) -> str | None:
        has_corners = corners(lattice.unwrapped, lattice.cell_classes[0].origin)
        return "its cells have no corners" if self.corners and not has_corners else None

    def violation(self, tiling: Tiling) -> str | None:
        if self.coloring(tiling) is not None:
            return None
        corners = " across corners, too" if self.corners else ""
        balanced = ", balanced" if self.balanced else ""
        return f"its pieces cannot be colored with {self.colors} colors{corners}{balanced}{self._different}"

    def highlights(self, tiling: Tiling) -> Highlights:
        return Highlights(classes=self.coloring(tiling) or ())

    @property
    def words(self) -> str:
        """The meaning of the colors.

        >>> Colorable(3, corners=True).words
        'with 3 colors, pieces that share a side or a corner differ'
        """
        shared = "a side or a corner" if self.corners else "a side"
        balanced = ", and all are used equally often or once more" if self.balanced else ""
        return f"with {self.colors} colors, pieces that share {shared} differ{balanced}{self._different}"

    @property
    def _different(self) -> str:
        return "".join(f", and pieces of {a} and {b} differ" for a, b in self.different)

    def _pairs(self, tiling: Tiling) -> frozenset[tuple[int, int]]:
        """Return the pairs of placements, as numbers, that have different colors."""
        pairs = tiling.meeting(tiling.board.corner_pairs) if self.corners else tiling.touching
        named = {frozenset(pair) for pair in self.different}
        tiles = [placement.tile for placement in tiling.placements if named]
        return pairs | {pair for pair in combinations(range(len(tiles)), 2) if {tiles[n] for n in pair} in named}

    def coloring(self, tiling: Tiling) -> tuple[int, ...] | None:
        """Return a color (0, 1, ...) for each placement; None if there is no coloring.

        The next piece to color is one with the fewest remaining colors (DSATUR: Brélaz, 1979). Of the colors that no
        piece has yet, only the first is tried.
        """
        number = len(tiling.placements)
        near = adjacent(self._pairs(tiling))
        neighbors = [near.get(piece, ()) for piece in range(number)]
        largest = -(-number // self.colors) if self.balanced else number
        smallest = number // self.colors if self.balanced else 0
        colors, sizes, uses = [-1] * number, [0] * self.colors, [Counter[int]() for _ in range(number)]

        def put(piece: int, color: int) -> None:
            """Give a piece a color, or none (-1), and count the neighbors of each piece by their colors."""
            for changed, step in ((colors[piece], -1), (color, 1)):
                if changed >= 0:
                    sizes[changed] += step
                    for neighbor in neighbors[piece]:
                        uses[neighbor][changed] += step
                        if not uses[neighbor][changed]:
                            del uses[neighbor][changed]
            colors[piece] = color

        trail: list[tuple[int, Iterator[int]]] = []  # the colored pieces, each with its other colors
        while len(trail) < number or min(sizes) < smallest:
            if len(trail) < number:
                uncolored = [piece for piece in range(number) if colors[piece] < 0]
                piece = max(uncolored, key=lambda n: (len(uses[n]), len(neighbors[n]), -n))
                tried = range(min(1 + sum(map(bool, sizes)), self.colors))
                trail.append((piece, iter([c for c in tried if c not in uses[piece] and sizes[c] < largest])))
            while trail:
                piece, others = trail[-1]
                put(piece, next(others, -1))
                if colors[piece] >= 0:
                    break
                trail.pop()
            else:
                return None
        return tuple(colors)


def _colorable(value: Coloring, path: Path, context: RuleContext) -> Iterator[Rule]:
    for number, pair in enumerate(value.different):
        context.require_tiles(pair, (*path, "different", number))
    yield Colorable(value.with_, value.corners, value.balanced, value.different)


COLORABLE = RuleField("colorable", Coloring, _colorable)
