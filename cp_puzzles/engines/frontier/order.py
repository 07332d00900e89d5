"""The order in which a sweep takes the single items, such as cells, when the given one makes a wide frontier.

A board's cells come in fill order, which is as good as any. A cover problem from elsewhere may list its items in any
order; then the next item is the open one that opens the fewest others (King, An automatic reordering scheme for
simultaneous equations derived from network systems, 1970).
"""

from __future__ import annotations

from collections.abc import Sequence

from cp_puzzles.engines.frontier.orbit_cover import OrbitCover

GAIN = 0.75
"""The given order is kept unless the other one's frontier is narrower by this factor."""


def narrow(cover: OrbitCover) -> OrbitCover:
    """The same cover with its items in an order of narrow frontiers.

    >>> path = ((0, 2), (2, 4), (4, 1), (1, 3), (3, 5))
    >>> tangled = OrbitCover(((1, 1),) * 6, tuple(((a, 1), (b, 1)) for a, b in map(sorted, path)), (0, 1, 2, 3, 4))
    >>> narrow(tangled).options
    (((0, 1), (1, 1)), ((1, 1), (2, 1)), ((2, 1), (3, 1)), ((3, 1), (4, 1)), ((4, 1), (5, 1)))
    """
    given = list(range(len(cover.bounds)))
    singles = [item for item in given if cover.bounds[item][1] == 1]
    neighbours = _neighbours(cover, singles)
    order = _king(singles, neighbours)
    if _width(order, neighbours) > GAIN * _width(singles, neighbours):
        return cover
    order += [item for item in given if cover.bounds[item][1] != 1]
    position = {old: new for new, old in enumerate(order)}
    options = [tuple(sorted((position[item], times) for item, times in option)) for option in cover.options]
    sorted_options = sorted(zip(options, cover.leaders, strict=True))
    return OrbitCover(
        tuple(cover.bounds[item] for item in order),
        tuple(option for option, _ in sorted_options),
        tuple(leader for _, leader in sorted_options),
    )


def _neighbours(cover: OrbitCover, singles: Sequence[int]) -> dict[int, int]:
    """For each single item, as bits, those that share an option with it."""
    neighbours = dict.fromkeys(singles, 0)
    for option in cover.options:
        own = [item for item, _ in option if item in neighbours]
        mask = sum(1 << item for item in own)
        for item in own:
            neighbours[item] |= mask
    return neighbours


def _king(singles: Sequence[int], neighbours: dict[int, int]) -> list[int]:
    order: list[int] = []
    left = dict.fromkeys(singles)
    opened = 0
    while left:
        frontier = [item for item in left if opened >> item & 1] or list(left)
        best = min(frontier, key=lambda item: (neighbours[item] & ~opened).bit_count())
        del left[best]
        order.append(best)
        opened |= neighbours[best] | 1 << best
    return order


def _width(order: Sequence[int], neighbours: dict[int, int]) -> int:
    """The largest number of items that are open at once: an earlier item shares an option with them."""
    opened = done = widest = 0
    for item in order:
        done |= 1 << item
        opened |= neighbours[item]
        widest = max(widest, (opened & ~done).bit_count())
    return widest
