"""The number of assemblies that BurrTools has found, as far as we count the same."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from math import factorial, prod

from cp_puzzles.geometry.isometry import Cell, Isometry
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.placement import Placement, placements
from cp_puzzles.geometry.polyform import Painted, painted
from cp_puzzles.rules.colours import ColoursFit


@dataclass(frozen=True)
class Counted:
    """A tile as drawn and in all orientations, with colours, and the least and most copies of each like shape."""

    name: str
    own: Painted
    looks: tuple[Painted, ...]
    counts: tuple[tuple[int, int], ...]

    def and_also(self, minimum: int, maximum: int) -> Counted:
        """The same with another shape that is alike."""
        return replace(self, counts=(*self.counts, (minimum, maximum)))

    @property
    def copies(self) -> tuple[int, ...]:
        """The least and the most of all together."""
        return tuple(sum(counts) for counts in zip(*self.counts, strict=True))


def expected(
    assemblies: int | None,
    lattice: Lattice,
    board: Mapping[Cell, str],
    optional: Collection[Cell],
    fits: Mapping[str, str],
    tiles: Sequence[Counted],
) -> tuple[dict[str, int], tuple[str, ...]]:
    """What `expected:` says, and what is lost of the number with the reason.

    BurrTools counts assemblies that a turn of the board makes the same once, and those that a mirror makes the same if
    every piece is its own mirror image or has a partner that is. It tells shapes apart that are alike, and positions
    that differ only in where the colours of a piece are.
    """
    if assemblies is None:
        return {}, ()
    mirrored = is_mirrored(lattice, tiles)
    ranged = any(low != high for tile in tiles for low, high in tile.counts)
    motions = [m for m in lattice.board_isometries(board) if _keeps(m, board, optional)]
    turns = [motion for motion in motions if motion.is_rotation]
    if ranged and len(turns) < len(motions):
        return {}, (f"the {assemblies} assemblies: versions of BurrTools count mirror images differently with ranges",)
    if _is_ambiguous(lattice, board, fits, tiles):
        return {}, (f"the {assemblies} assemblies: pieces that lie on the same cells with other colours count apart",)
    labelled = prod(_labels(tile) for tile in tiles)
    if labelled > 1 and (ranged or len(motions if mirrored else turns) > 1 or assemblies % labelled):
        return {}, (f"the {assemblies} assemblies: BurrTools tells shapes apart that are alike",)
    return {"full" if mirrored else "rotations": assemblies // labelled}, ()


def _labels(tile: Counted) -> int:
    """In how many ways copies of one tile are copies of its shapes."""
    return factorial(tile.copies[1]) // prod(factorial(most) for _, most in tile.counts) if len(tile.counts) > 1 else 1


def is_mirrored(lattice: Lattice, tiles: Sequence[Counted]) -> bool:
    """Whether the mirror images of all tiles are tiles that are used as often."""
    copies = {look: tile.copies for tile in tiles for look in tile.looks}
    mirror = next(motion for motion in lattice.point_group if not motion.is_rotation)
    images = ((tile, painted(lattice, {mirror(cell): letter for cell, letter in tile.own})) for tile in tiles)
    return all(copies.get(image) == tile.copies for tile, image in images)


def _keeps(motion: Isometry, board: Mapping[Cell, str], optional: Collection[Cell]) -> bool:
    return all(board[motion(c)] == letter and (motion(c) in optional) == (c in optional) for c, letter in board.items())


def _is_ambiguous(
    lattice: Lattice, board: Mapping[Cell, str], fits: Mapping[str, str], tiles: Sequence[Counted]
) -> bool:
    """Whether a tile may lie on the same cells in ways that differ only in its colours."""
    rule = ColoursFit(
        tuple((cell, letter) for cell, letter in board.items() if letter),
        tuple(fits.items()),
        tuple((tile.name, tile.looks) for tile in tiles),
    )
    for tile in tiles:
        forms = {tuple(cell for cell, _ in look) for look in tile.looks}
        if len(forms) < len(tile.looks):
            for cells in placements(lattice, sorted(forms), board):
                if rule.ways(lattice, Placement(cells, tile.name)) > 1:
                    return True
    return False
