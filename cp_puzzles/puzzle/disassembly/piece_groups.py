"""Groups of tiles whose pieces may stay together when a solution is taken apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass

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

    def can_stay_together(self, clusters: Iterable[Collection[int]]) -> bool:
        """Return True if each cluster of pieces can belong to one group, all clusters at the same time.

        >>> groups = PieceGroups(("A", "A", "A", "A"), (("A", (("left", 2), ("right", 3))),))
        >>> groups.can_stay_together([(0, 1), (2, 3)]), groups.can_stay_together([(0, 1, 2, 3)])
        (True, False)
        """
        groups = dict(self.groups)
        needs = [Counter(self.tiles[piece] for piece in cluster) for cluster in clusters]
        unused = Counter({(tile, name): size for tile, sizes in groups.items() for name, size in sizes})
        names = sorted({name for _, name in unused})
        needs.sort(key=Counter.total, reverse=True)  # the largest are the hardest to place

        def fit(first: int) -> bool:
            if first == len(needs):
                return True
            tried = set[frozenset[tuple[str, int]]]()
            for name in names:
                # groups with the same numbers left are interchangeable
                left = frozenset((tile, number) for (tile, other), number in unused.items() if other == name)
                if left in tried:
                    continue
                tried.add(left)
                need = Counter({(tile, name): number for tile, number in needs[first].items()})
                if need <= unused:
                    unused.subtract(need)
                    if fit(first + 1):
                        return True
                    unused.update(need)
            return False

        return fit(0)
