"""Order the items that are covered at most once, such as cells, if the given order makes a wide frontier.

The cells of a board are in fill order, which is a good order. Another cover problem may list its items in any order. In
the new order, the next item is the open item that opens the fewest others (King, An automatic reordering scheme for
simultaneous equations derived from network systems, 1970).
"""

from __future__ import annotations

from collections.abc import Sequence

from cp_puzzles.engines.frontier.orbit_quotient import OrbitCover

GAIN = 0.75
"""The given order is kept unless the new frontier is narrower by this factor."""


def with_narrow_frontier(cover: OrbitCover) -> OrbitCover:
    """Return the cover with its items in an order in which the frontier is narrow.

    >>> path = ((0, 2), (2, 4), (4, 1), (1, 3), (3, 5))
    >>> tangled = OrbitCover(((1, 1),) * 6, tuple(((a, 1), (b, 1)) for a, b in map(sorted, path)), (0, 1, 2, 3, 4))
    >>> with_narrow_frontier(tangled).options
    (((0, 1), (1, 1)), ((1, 1), (2, 1)), ((2, 1), (3, 1)), ((3, 1), (4, 1)), ((4, 1), (5, 1)))
    """
    given = list(range(len(cover.bounds)))
    singles = [item for item in given if cover.bounds[item][1] == 1]
    neighbors = _neighbors(cover, singles)
    order = _king(singles, neighbors)
    if _width(order, neighbors) > GAIN * _width(singles, neighbors):
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


def _neighbors(cover: OrbitCover, singles: Sequence[int]) -> dict[int, int]:
    """Return for each item the items that share an option with it, itself included, as bits."""
    neighbors = dict.fromkeys(singles, 0)
    for option in cover.options:
        covered = [item for item, _ in option if item in neighbors]
        mask = sum(1 << item for item in covered)
        for item in covered:
            neighbors[item] |= mask
    return neighbors


def _king(singles: Sequence[int], neighbors: dict[int, int]) -> list[int]:
    """Return the items in King's order."""
    order: list[int] = []
    remaining = dict.fromkeys(singles)
    opened = 0
    while remaining:
        frontier = [item for item in remaining if opened >> item & 1] or list(remaining)
        best = min(frontier, key=lambda item: (neighbors[item] & ~opened).bit_count())
        del remaining[best]
        order.append(best)
        opened |= neighbors[best] | 1 << best
    return order


def _width(order: Sequence[int], neighbors: dict[int, int]) -> int:
    """Return the largest number of items that are open at once: they share an option with an earlier item."""
    opened = done = widest = 0
    for item in order:
        done |= 1 << item
        opened |= neighbors[item]
        widest = max(widest, (opened & ~done).bit_count())
    return widest
