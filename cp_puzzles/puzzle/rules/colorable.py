"""Tilings whose pieces can be colored with a number of colors so that neighbors differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Annotated

from pydantic import Field, StrictBool, StrictInt

from cp_puzzles.puzzle.fields import FrozenModel, Name, Path
from cp_puzzles.puzzle.geometry.cell_solid import corners
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.rules.rule import Rule, RuleContext, RuleField
from cp_puzzles.puzzle.rules.tiling import Highlights, Tiling, distinct_pairs


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

    def _pairs(self, tiling: Tiling) -> set[tuple[int, int]]:
        """Return the pairs of placements, as numbers, that have different colors."""
        if self.corners:
            owner = tiling.owner
            pairs = {*distinct_pairs((owner.get(a, -1), owner.get(b, -1)) for a, b in tiling.board.corner_pairs)}
        else:
            pairs = {*tiling.touching}
        named = {frozenset(pair) for pair in self.different}
        tiles = [placement.tile for placement in tiling.placements if named]
        return pairs | {pair for pair in combinations(range(len(tiles)), 2) if {tiles[n] for n in pair} in named}

    def coloring(self, tiling: Tiling) -> tuple[int, ...] | None:
        """Return a color (0, 1, ...) for each placement; None if there is no coloring.

        The next piece to color is one with the fewest remaining colors (DSATUR: Brélaz, 1979). Of the colors that no
        piece has yet, only the first is tried.
        """
        number = len(tiling.placements)
        neighbors: list[set[int]] = [set() for _ in range(number)]
        for first, second in self._pairs(tiling):
            neighbors[first].add(second)
            neighbors[second].add(first)
        largest = -(-number // self.colors) if self.balanced else number
        smallest = number // self.colors if self.balanced else 0
        state = _PartialColoring(neighbors, self.colors)
        trail: list[tuple[int, Iterator[int]]] = []
        while len(trail) < number:
            piece = max(state.uncolored, key=lambda n: (state.excluded[n], len(neighbors[n]), -n))
            trail.append((piece, iter(state.choices(piece, largest))))
            while not _advance(state, trail, smallest if len(trail) == number else 0):
                trail.pop()
                if not trail:
                    return None
        return tuple(state.colors)


def _advance(state: _PartialColoring, trail: list[tuple[int, Iterator[int]]], smallest: int) -> bool:
    """Give the last piece of the trail its next color that leaves no color class too small; False if there is none."""
    piece, choices = trail[-1]
    if state.colors[piece] >= 0:
        state.put(piece, -1)
    for color in choices:
        state.put(piece, color)
        if not smallest or min(state.sizes) >= smallest:
            return True
        state.put(piece, -1)
    return False


class _PartialColoring:
    """A color of each piece, or -1, and for each piece the number of colors that its neighbors exclude."""

    def __init__(self, neighbors: list[set[int]], colors: int) -> None:
        self.neighbors = neighbors
        self.colors = [-1] * len(neighbors)
        self.uncolored = set(range(len(neighbors)))
        self.sizes = [0] * colors
        self.excluded = [0] * len(neighbors)
        self._uses = [[0] * colors for _ in neighbors]

    def choices(self, piece: int, largest: int) -> list[int]:
        """Return the colors that a piece can have; of the unused ones only the first."""
        used = sum(size > 0 for size in self.sizes)
        uses = self._uses[piece]
        return [color for color in range(min(used + 1, len(uses))) if not uses[color] and self.sizes[color] < largest]

    def put(self, piece: int, color: int) -> None:
        """Give a piece a color, or remove its color (-1)."""
        changed, step = (color, 1) if color >= 0 else (self.colors[piece], -1)
        self.colors[piece] = color
        self.sizes[changed] += step
        if color >= 0:
            self.uncolored.discard(piece)
        else:
            self.uncolored.add(piece)
        for neighbor in self.neighbors[piece]:
            uses = self._uses[neighbor]
            was_excluded = uses[changed] > 0
            uses[changed] += step
            self.excluded[neighbor] += (uses[changed] > 0) - was_excluded


def _colorable(value: Coloring, path: Path, context: RuleContext) -> Iterator[Rule]:
    for number, pair in enumerate(value.different):
        context.require_tiles(pair, (*path, "different", number))
    yield Colorable(value.with_, value.corners, value.balanced, value.different)


COLORABLE = RuleField("colorable", Coloring, _colorable)
