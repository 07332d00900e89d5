"""The number of assemblies that BurrTools has found, where it counts as this package does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from math import factorial, prod

from cp_puzzles.puzzle.geometry.isometry import Cell, Isometry
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.polyform import ColoredCells, normalize_colored


@dataclass(frozen=True)
class CountedTile:
    """A tile as drawn and in all orientations, with colors, and the bounds on the copies of each equal shape.

    `groups` has the largest number of copies that belong to each group.
    """

    name: str
    form: ColoredCells
    orientations: tuple[ColoredCells, ...]
    counts: tuple[tuple[int, int], ...]
    groups: tuple[tuple[int, int], ...] = ()

    def and_also(self, minimum: int, maximum: int, groups: Mapping[int, int]) -> CountedTile:
        """Return the tile with the bounds and groups of another equal shape."""
        sizes = Counter(dict(self.groups))
        sizes.update(groups)
        return replace(self, counts=(*self.counts, (minimum, maximum)), groups=tuple(sorted(sizes.items())))

    @property
    def copies(self) -> tuple[int, ...]:
        """Return the bounds on the copies of all shapes together."""
        return tuple(sum(counts) for counts in zip(*self.counts, strict=True))


def expected(
    assemblies: int | None,
    version: int,
    lattice: Lattice,
    board: Mapping[Cell, str],
    optional: Collection[Cell],
    tiles: Sequence[CountedTile],
) -> tuple[dict[str, int], tuple[str, ...]]:
    """Return the content of `expected:`, or the reason why the number is lost.

    BurrTools counts assemblies once that are equal up to a rotation of the board, and up to a reflection if every
    piece equals its mirror image or has a partner that does. It distinguishes equal shapes. Before version 0.6.3
    (2013) it removed equal assemblies incorrectly for balls and for reflections; files do not say which version wrote
    them.
    """
    if assemblies is None:
        return {}, ()
    mirrored = is_mirrored(lattice, tiles)
    ranged = any(low != high for tile in tiles for low, high in tile.counts)
    isometries = [each for each in lattice.board_isometries(board) if _keeps(each, board, optional)]
    rotations = [each for each in isometries if each.is_rotation]
    if ranged and len(rotations) < len(isometries):
        return {}, (f"the {assemblies} assemblies: versions of BurrTools count mirror images differently with ranges",)
    if version < 2 or (len(isometries) > 1 and (lattice.radius or (mirrored and len(rotations) < len(isometries)))):
        return {}, (f"the {assemblies} assemblies: BurrTools before version 0.6.3 counted some of them differently",)
    labeled = prod(_labels(tile) for tile in tiles)
    if labeled > 1 and (ranged or len(isometries if mirrored else rotations) > 1 or assemblies % labeled):
        return {}, (f"the {assemblies} assemblies: BurrTools tells shapes apart that are alike",)
    return {"full" if mirrored else "rotations": assemblies // labeled}, ()


def _labels(tile: CountedTile) -> int:
    """Return the number of ways to assign the copies of a tile to its shapes."""
    return factorial(tile.copies[1]) // prod(factorial(most) for _, most in tile.counts) if len(tile.counts) > 1 else 1


def is_mirrored(lattice: Lattice, tiles: Sequence[CountedTile]) -> bool:
    """Return True if the mirror images of all tiles are tiles with the same bounds."""
    copies = {form: tile.copies for tile in tiles for form in tile.orientations}
    mirror = next(each for each in lattice.point_group if not each.is_rotation)
    images = (
        (tile, normalize_colored(lattice, {mirror(cell): letter for cell, letter in tile.form})) for tile in tiles
    )
    return all(copies.get(image) == tile.copies for tile, image in images)


def _keeps(isometry: Isometry, board: Mapping[Cell, str], optional: Collection[Cell]) -> bool:
    """Return True if an isometry of the board keeps colors and optional cells."""
    kinds = {cell: (letter, cell in optional) for cell, letter in board.items()}
    common = dict(Counter(kinds.values()).most_common(1))
    # it permutes the cells: if it keeps all other kinds, it keeps the most common one
    others = [cell for cell, kind in kinds.items() if kind not in common]
    return not others or [kinds[image] for image in isometry.images_of(others)] == [kinds[cell] for cell in others]
