"""The quotient of a cover problem by a group of symmetries: orbits of items, covered by orbits of options.

A solution that some symmetries map to itself is a union of orbits of options. It covers all items of an orbit equally
often, so one item represents each orbit of items. An orbit of options covers this item as often as its options do
together. The solutions of the orbit cover are in bijection with the fixed solutions of the problem.

The cells of a board are in fill order, which makes a narrow frontier. Another cover problem may list its items in any
order. In the new order of the items that are covered at most once, the next one is the open item that opens the fewest
others (King, An automatic reordering scheme for simultaneous equations derived from network systems, 1970).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cp_puzzles.cover.cover_problem import CoverProblem

Permutations = npt.NDArray[np.int32]

GAIN = 0.75
"""The given order is kept unless the new frontier is narrower by this factor."""


@dataclass(frozen=True)
class OrbitCover:
    """A cover problem whose options cover items several times.

    `bounds[i]` is (minimum, maximum) of item i. An option is a tuple of pairs (item, times) with ascending items; it
    represents an orbit of the problem's options, whose first one is in `leaders`.
    """

    bounds: tuple[tuple[int, int], ...]
    options: tuple[tuple[tuple[int, int], ...], ...]
    leaders: tuple[int, ...]


def orbit_cover(problem: CoverProblem, options: Permutations, items: Permutations) -> OrbitCover:
    """Return the orbit cover under a group of permutations of options and items, with a row for each element.

    Items keep their order: an orbit takes the place of its first item.

    >>> from cp_puzzles.cover.cover_problem import Item
    >>> strip = CoverProblem(tuple(Item("cell", c, 1, 1) for c in "abcd") + (Item("tile", "I", 2, 2),),
    ...                      ((0, 1, 4), (1, 2, 4), (2, 3, 4)))
    >>> half_turn = np.array([[0, 1, 2], [2, 1, 0]], dtype=np.int32), np.array([[0, 1, 2, 3, 4], [3, 2, 1, 0, 4]])
    >>> cover = orbit_cover(strip, *half_turn)
    >>> cover.options, cover.leaders
    ((((0, 1), (1, 1), (2, 2)), ((1, 1), (2, 1))), (0, 1))
    """
    leader = items.min(axis=0).tolist()
    leaders = [item for item, first in enumerate(leader) if item == first]
    number = {item: i for i, item in enumerate(leaders)}
    times: dict[int, Counter[int]] = {}
    for option, first in enumerate(options.min(axis=0).tolist()):
        covered = times.setdefault(first, Counter())
        covered.update(number[item] for item in problem.options[option] if item in number)
    bounds = tuple((problem.items[item].minimum, problem.items[item].maximum) for item in leaders)
    fitting = [
        (first, tuple(sorted(covered.items())))
        for first, covered in sorted(times.items())
        if all(count <= bounds[item][1] for item, count in covered.items())
    ]
    return OrbitCover(bounds, tuple(option for _, option in fitting), tuple(first for first, _ in fitting))


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
