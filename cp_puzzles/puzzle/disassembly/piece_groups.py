"""Groups of tiles whose pieces may stay together when a solution is taken apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import le, mul

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
        return all(_Packing(part, sizes.values(), on_choice).fits() for part in _independent(needs))


def _independent(needs: Iterable[Counter[str]]) -> list[list[Counter[str]]]:
    """Return the clusters in parts that have no tile in common."""
    parts: list[tuple[set[str], list[Counter[str]]]] = []
    for need in needs:
        tiles, members = set(need), [need]
        for part in [part for part in parts if part[0] & tiles]:
            parts.remove(part)
            tiles |= part[0]
            members += part[1]
        parts.append((tiles, members))
    return [members for _, members in parts]


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
        # the copies of each tile, and the clusters of each kind alone, for which the groups from a number on have room
        self._bounds: list[Numbers] = [(0,) * (len(tiles) + len(kinds))]
        for capacity in reversed(self._capacities):
            alone = [_copies(need, capacity) for need in self._needs]
            most = self._total([min(pair) for pair in zip(alone, self._counts, strict=True)])
            bound = [*map(min, capacity, most), *alone]
            self._bounds.insert(0, tuple(map(sum, zip(self._bounds[0], bound, strict=True))))
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
            elif (group, counts) not in met and _is_within((*self._total(counts), *counts), self._bounds[group]):
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
