"""How large a subproblem may be: larger where the small ones are searched sooner than they are built.

The bit sets of a small subproblem fit into the cache, and its nodes are cheap. But where a large problem is cut into
hundreds of thousands of subproblems of some dozen nodes each, nearly all the work is to build them.
"""

from __future__ import annotations

from math import sqrt

from cp_puzzles.engines.exact_cover.problem.cover_arrays import CoverArrays

MAX_LIVING = 2000
"""The most options of a subproblem for the general search, to begin with: it has a row of bits for each."""

MAX_BYTES = 1 << 26
"""What the rows of a larger one may take together."""

NODES_TO_BUILD = 1 / 400
"""So many nodes for each pair of options are searched in the time in which a subproblem is built."""


class Room:
    """The `most` options of a subproblem; it grows, up to `limit`, where building takes longer than searching.

    It doubles no sooner than building has cost as much as a subproblem of twice the size will: if that was a mistake,
    it has cost as much again and no more.

    >>> room = Room(2000, limit=7000)
    >>> for _ in range(50):
    ...     room.note(options=2000, nodes=80)
    >>> room.most
    7000
    """

    def __init__(self, most: int, *, limit: int) -> None:
        self.most, self._limit = most, max(most, limit)
        self._built = self._searched = 0.0

    def note(self, *, options: int, nodes: int) -> None:
        """A subproblem of so many options was searched to its end, which took so many nodes."""
        self._built += NODES_TO_BUILD * options**2
        self._searched += nodes
        larger = min(2 * self.most, self._limit)
        if self._built >= NODES_TO_BUILD * larger**2:
            if self._built > self._searched:
                self.most = larger
            self._built = self._searched = 0.0


def largest_subproblem(arrays: CoverArrays) -> int:
    """How many options a subproblem may have so that its rows, a bit for each item of each option, fit `MAX_BYTES`."""
    items, words = arrays.required_count + len(arrays.minimum), arrays.needed.shape[1] / 64
    return int((sqrt(items**2 + MAX_BYTES / 2 * words) - items) / (2 * words))
