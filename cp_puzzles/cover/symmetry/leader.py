"""The leader of each orbit of solutions: the solution that symmetry breaking keeps.

Crawford, Ginsberg, Luks and Roy, Symmetry-breaking predicates for search problems (1996). Put the options in one
order, the same for every symmetry. A solution is the leader of its orbit if the sorted tuple of its options'
positions is the least among those of its images; as a vector of Booleans it is the lexicographically greatest. Exactly
one solution of each orbit is a leader, also if solutions are self-symmetric.

The order consists of blocks. All options of a block cover one item that is covered at most once and that every symmetry
maps to itself. So at most one option of a block is chosen, and it decides the comparison there: an option with an image
before it is not chosen while all earlier blocks are equal. The first block is the *anchor*. An option of the anchor
with an image before it is in no leader at all. Once an anchor option is chosen, only the symmetries in its stabilizer
remain to be compared.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from cp_puzzles.cover.cover_problem import Cover, CoverProblem
from cp_puzzles.cover.symmetry.symmetry_group import Symmetry, SymmetryGroup, group_of

Options = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class LeaderBlock:
    """Consecutive options of the order; at most one is chosen if they share an `item`, else any number (None)."""

    options: Options
    item: int | None


@dataclass(frozen=True, eq=False)
class LexLeader:
    """The order of comparison, in blocks, under a symmetry group."""

    problem: CoverProblem
    group: SymmetryGroup
    blocks: tuple[LeaderBlock, ...]

    @cached_property
    def order(self) -> Options:
        """The options in the order of comparison."""
        parts = [block.options for block in self.blocks]
        return np.concatenate(parts).astype(np.int32) if parts else np.empty(0, dtype=np.int32)

    @cached_property
    def position(self) -> Options:
        """The position of each option in the order."""
        position = np.empty(len(self.order), dtype=np.int32)
        position[self.order] = np.arange(len(self.order), dtype=np.int32)
        return position

    @property
    def anchor(self) -> LeaderBlock | None:
        """The first block, if its options share an item."""
        return self.blocks[0] if self.blocks and self.blocks[0].item is not None else None

    @cached_property
    def dominated(self) -> npt.NDArray[np.bool_]:
        """A mask of the options that are in no leader: anchor options with an image before them."""
        dominated = np.zeros(len(self.order), dtype=np.bool_)
        if self.anchor is not None:
            options = self.anchor.options
            dominated[options] = (self.position[self.group.options[:, options]] < self.position[options]).any(axis=0)
        return dominated

    def leader_of(self, solution: npt.ArrayLike) -> tuple[int, ...]:
        """Return the leader of a solution's orbit, as ascending options."""
        images = self._images(np.asarray(solution, dtype=np.int64))
        least = min(map(tuple, images.tolist()))
        return tuple(sorted(self.order[list(least)].tolist()))

    def leaders_of(self, batch: Options) -> Options:
        """Return the leader of each row of a batch; rows are padded with -1."""
        leaders = np.full_like(batch, -1)
        for row, leader in zip(batch, leaders, strict=True):
            options = self.leader_of(row[row >= 0])
            leader[: len(options)] = options
        return leaders

    def is_leader(self, solution: npt.ArrayLike) -> bool:
        """Return whether a solution is the leader of its orbit."""
        images = self._images(np.asarray(solution, dtype=np.int64))
        if not images.size:
            return True
        different = images != images[0]
        rows = np.flatnonzero(different.any(axis=1))
        first = different[rows].argmax(axis=1)
        return bool((images[rows, first] > images[0, first]).all())

    def _images(self, solution: npt.NDArray[np.int64]) -> Options:
        return np.sort(self.position[self.group.options[:, solution]], axis=1)


def leader_of(cover: Cover, symmetry: Symmetry, memory: int | None = None) -> LexLeader:
    """Return the lex-leader order of a puzzle under an equivalence; it is computed once for each cover problem.

    The symmetry group may take `memory` bytes, see `group_of`.
    """
    leaders: dict[Symmetry, LexLeader] = cover.cache.setdefault("lex-leaders", {})
    if symmetry not in leaders:
        leaders[symmetry] = lex_leader(cover.problem, group_of(cover, symmetry, memory))
    return leaders[symmetry]


def lex_leader(problem: CoverProblem, group: SymmetryGroup) -> LexLeader:
    """Return the order of comparison for a problem under a group.

    The anchor is the item with the smallest sum of two numbers: orbit representatives of its options, and pairs of a
    representative and a symmetry other than the identity that fixes it, which leaves the comparison undecided. The
    other blocks are sorted by the number of such pairs, then of representatives. Without such items, placements are
    compared by their first cells. Auxiliary options follow from placements, and come last.
    """
    if group.order == 1 or not problem.options:
        return LexLeader(problem, group, (LeaderBlock(np.arange(len(problem.options), dtype=np.int32), None),))
    covered, is_auxiliary = problem.option_counts, problem.tile_numbers < 0
    has_auxiliary = problem.covering.sums(is_auxiliary) > 0
    candidates = [
        (_undecided(problem, group, item), item)
        for item in np.flatnonzero((group.items == group.items[0]).all(axis=0)).tolist()
        if problem.items[item].maximum == 1 and covered[item] and not has_auxiliary[item]
    ]
    taken = is_auxiliary.copy()
    blocks = []
    candidates.sort(key=lambda candidate: (sum(candidate[0]), candidate))
    for _, item in (*candidates[:1], *sorted(candidates[1:])):
        options = problem.covering.row(item)[~taken[problem.covering.row(item)]]
        if options.size:
            taken[options] = True
            blocks.append(LeaderBlock(options, item))
    rest = np.flatnonzero(~taken | is_auxiliary).astype(np.int32)
    if not blocks:
        # a search that fills the board cell by cell compares its options at each node
        first = problem.table.padded(len(problem.items)).min(axis=1)
        rest = rest[np.lexsort((first[rest], is_auxiliary[rest]))]
    if rest.size:
        blocks.append(LeaderBlock(rest, None))
    return LexLeader(problem, group, tuple(blocks))


def _undecided(problem: CoverProblem, group: SymmetryGroup, item: int) -> tuple[int, int]:
    """Return the numbers of undecided pairs and of orbit representatives of an item; see `lex_leader`.

    An item that may stay uncovered leaves every symmetry undecided once more.
    """
    options = problem.covering.row(item)
    stabilizer = (group.options[:, options] == options).sum(axis=0)
    representatives = int(stabilizer.sum()) // group.order
    pairs = int((stabilizer * (stabilizer - 1)).sum()) // group.order
    if not problem.items[item].is_exact_one:
        pairs += group.order - 1
    return pairs, representatives
