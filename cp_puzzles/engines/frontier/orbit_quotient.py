"""The quotient of a cover problem by a group of symmetries: orbits of items, covered by orbits of options.

A solution that some symmetries map to itself is a union of orbits of options. It covers all items of an orbit equally
often, so one item represents each orbit of items. An orbit of options covers this item as often as its options do
together. The solutions of the orbit cover are in bijection with the fixed solutions of the problem.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cp_puzzles.cover.cover_problem import CoverProblem

Permutations = npt.NDArray[np.int32]


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
