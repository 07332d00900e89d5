"""The partition of a search into disjoint parts of similar size, which together are the whole search.

The parts are subtrees of the search tree (`search_tree`). Subtrees that are estimated to be too large are replaced by
their children, repeatedly; small siblings are merged. The parts are in the order of the tree. They depend on the
problem alone: the partition is the same for any number of jobs.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from cp_puzzles.base.arrays import Floats
from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.cover.symmetry.leader import LexLeader, lex_leader
from cp_puzzles.engines.engine import Part, SearchRequest
from cp_puzzles.engines.search_cost import PartitionPolicy
from cp_puzzles.search.partition.search_tree import NONE, SearchTree, TreeLevel, join, tree_of
from cp_puzzles.search.partition.tree_probe import SEED, probe

SOLUTION_NODES = 20.0
"""The work of a solution (built, checked, shown) in nodes of the search tree."""

_MAX_NODES = 1e24
"""Estimates stop at this number of nodes: no search of this size ends, and a deep tree takes long to estimate."""

_PROBE_SECONDS = 0.25
"""The time for one probe, or for the first round of splitting; converted to nodes, so that it is deterministic."""

_DEPTH_RATIO = 100.0
"""If the first estimate exceeds the later ones by this factor, the later ones did not reach the bottom of the tree."""

_ROUNDS = 3
"""The number of rounds of estimating and splitting."""

_CHILDREN_PER_PART = 8
"""Maximum number of children that a round creates for each part of the partition."""

_REGRESSION_WEIGHT = 0.7
_MAX_SLOPE = 1.3
_MAX_LOG_SPREAD = 0.9
"""The regression of the logarithm of a subtree's size on the tightness of its root.

`python -m tests.benchmarks.engine_costs regression` measures them on subtrees of five puzzles: a spread of 0.9 and a
weight of 0.7; the slopes are 0.3 to 0.8, so the largest slope only excludes outliers.

The estimate of a subtree is 0.7 times the prediction of the regression plus 0.3 times its own sample. The slope is 1.3
for each unit of tightness, and less if the predictions of one depth would spread by more than 0.9 (standard deviation
of the logarithm).
"""


@dataclass(frozen=True)
class Partition:
    """The parts in the order of their results, and the estimated work of each in nodes of the search tree."""

    parts: tuple[Part, ...]
    weights: tuple[float, ...]

    @property
    def largest_first(self) -> tuple[Part, ...]:
        """The parts in the order in which workers should search them."""
        return tuple(sorted(self.parts, key=lambda part: (-self.weights[part.index], part.index)))

    def remaining_seconds(self, finished: Collection[int], elapsed: float) -> float | None:
        """Return the estimated seconds for the other parts at the rate so far; None while no part is finished.

        >>> Partition((Part(0), Part(1)), (1.0, 3.0)).remaining_seconds({0}, elapsed=30.0)
        90.0
        """
        done, total = sum(self.weights[part] for part in finished), sum(self.weights)
        return elapsed * (total - done) / done if 0 < done <= total else None


@lru_cache(maxsize=1)
def searched_leader(request: SearchRequest) -> LexLeader:
    """Return the leader test that the search tree uses.

    With lexicographic breaking it is that of the request, so options that no leader has are omitted. With the filter it
    is trivial, because the engine then searches all options.
    """
    if request.breaking == "lex":
        return request.leader
    return lex_leader(request.problem, request.leader.group.trivial)


def partition_of(request: SearchRequest, policy: PartitionPolicy) -> Partition:
    """Return the parts of a request; the choice of the engine and the search share them."""
    return _partition_below(searched_leader(request), policy)


@lru_cache(maxsize=2)
def _partition_below(leader: LexLeader, policy: PartitionPolicy) -> Partition:
    return partition(leader.problem, leader, policy)


def partition(problem: CoverProblem, leader: LexLeader, policy: PartitionPolicy) -> Partition:
    """Return a partition into parts of about the same work, and smaller ones.

    >>> from cp_puzzles.api import cover_and_request
    >>> _, soma = cover_and_request("soma")
    >>> partition(soma.problem, soma.leader, PartitionPolicy(64)).parts
    (Part(index=0, chosen=(), excluded=()),)
    """
    if policy.parts <= 1 or not problem.options:
        return Partition((Part(),), (0.0,))
    tree = tree_of(leader)
    random = np.random.default_rng(SEED)
    level = tree.root()
    first_estimate = float(_work(tree, level, 1, _width(tree) // 4, random)[0])
    if first_estimate < policy.min_work_to_split or not len(level):
        return Partition((Part(),), (first_estimate,))
    root = _Subtree(Part(), level)
    leaves = [root]
    nodes_left = _probe_nodes(tree)
    while 2 * len(leaves) < policy.parts and nodes_left > 0 and any(leaf.level is not None for leaf in leaves):
        nodes_left -= _split(tree, [leaf for leaf in leaves if leaf.level is not None])
        leaves = root.leaves()
    for round_ in range(_ROUNDS):
        _weigh(tree, leaves, random)
        work = max(policy.min_work_to_split, sum(leaf.weight for leaf in leaves))
        target = policy.target(work)
        fair_share = work / target
        large = [leaf for leaf in leaves if leaf.weight > fair_share and leaf.level is not None]
        if not large or round_ == _ROUNDS - 1:
            break
        _split(tree, _affordable(large, _CHILDREN_PER_PART * target))
        leaves = root.leaves()
    parts = root.parts(fair_share) or [(Part(), 0.0)]
    # several probes of a large tree do not come as deep as the single one before
    factor = max(1.0, first_estimate / max(work, 1.0) / _DEPTH_RATIO)
    return Partition(
        tuple(replace(part, index=index) for index, (part, _) in enumerate(parts)),
        tuple(factor * weight for _, weight in parts),
    )


class _Subtree:
    """A subtree of the search tree.

    `part` is the part that searches it, `level` has its root (None for a solution), `weight` is its estimated work.
    `choices` are the options that lead to all its children, dead ends included. A part can search a group of children
    by excluding the other choices: any group if the item is covered exactly once (`exact`), otherwise only the last
    children.
    """

    def __init__(self, part: Part, level: TreeLevel | None) -> None:
        self.part = part
        self.level = level
        self.weight = 1 + SOLUTION_NODES
        self.choices: tuple[int, ...] = ()
        self.children: dict[int, _Subtree] | None = None
        self.exact = False

    def leaves(self) -> list[_Subtree]:
        """Return the subtrees that are not split, in the order of the tree."""
        if self.children is None:
            return [self]
        return [leaf for child in self.children.values() for leaf in child.leaves()]

    def parts(self, fair_share: float) -> list[tuple[Part, float]]:
        """Return the parts and their work; children with less than a fair share of work together are merged."""
        if self.children is None:
            return [(self.part, self.weight)]
        below = {number: child.parts(fair_share) for number, child in self.children.items()}
        total = sum(weight for parts in below.values() for _, weight in parts)
        if total <= fair_share:
            return [(self.part, total)]
        result: list[tuple[Part, float]] = []  # from the last part to the first
        group: list[int] = []
        weight = 0.0
        for number, parts in reversed(below.items()):
            can_be_grouped = len(parts) == 1 and (self.exact or not result)
            if group and not (can_be_grouped and weight + parts[0][1] <= fair_share):
                result.append((self._group(group), weight))
                group, weight = [], 0.0
                can_be_grouped = can_be_grouped and self.exact
            if can_be_grouped:
                group.append(number)
                weight += parts[0][1]
            else:
                result += reversed(parts)
        if group:
            result.append((self._group(group), weight))
        return result[::-1]

    def _group(self, numbers: list[int]) -> Part:
        """Return the part that searches a group of children, given by the numbers of their choices."""
        assert self.children is not None
        if len(numbers) == 1:
            return self.children[numbers[0]].part
        if self.exact:
            others = tuple(o for number, o in enumerate(self.choices) if number not in numbers)
        else:
            others = self.choices[: min(numbers)]
        return Part(0, self.part.chosen, self.part.excluded + others)

    def split(self, choices: tuple[int, ...], maximum: int, exact: bool, children: dict[int, TreeLevel | None]) -> None:
        """Add children by the numbers of their choices; the item of the root is covered at most `maximum` times."""
        self.choices, self.exact = choices, exact
        self.children = {}
        for number, level in children.items():
            option = choices[number]
            chosen = self.part.chosen if option == NONE else (*self.part.chosen, option)
            earlier = choices[:number] if option == NONE or maximum > 1 else ()
            self.children[number] = _Subtree(Part(0, chosen, self.part.excluded + earlier), level)
        self.level = None


def _affordable(leaves: list[_Subtree], children: int) -> list[_Subtree]:
    """Return the largest leaves, as many as have about `children` children together."""
    chosen: list[_Subtree] = []
    for leaf in sorted(leaves, key=lambda leaf: -leaf.weight):
        if leaf.level is None or (chosen and children < 0):
            break
        chosen.append(leaf)
        children -= int(leaf.level.count[0])
    return chosen


def _split(tree: SearchTree, leaves: list[_Subtree]) -> int:
    """Split each leaf into its children that are not dead ends; return the number of all children."""
    level = join([leaf.level for leaf in leaves if leaf.level is not None])
    options, start = tree.choices(level)
    below = tree.children(level, np.arange(len(options)), options, start)
    rows: dict[int, TreeLevel | None] = {int(number): None for number in below.solved_row}
    rows |= {int(number): below.take(slice(k, k + 1)) for k, number in enumerate(below.row)}
    for leaf, item, first, end in zip(leaves, level.item, start, start[1:], strict=False):
        children = {number - int(first): rows[number] for number in range(first, end) if number in rows}
        bounds = tree.bounds[item]
        leaf.split(tuple(options[first:end].tolist()), bounds[1], bounds == (1, 1), children)
    return len(options)


def _weigh(tree: SearchTree, leaves: list[_Subtree], random: np.random.Generator) -> None:
    """Estimate the work of all leaves with new samples.

    Earlier estimates are biased: leaves that seemed large were split, and leaves that seemed small were kept.
    """
    inner = [leaf for leaf in leaves if leaf.level is not None]
    levels = [leaf.level for leaf in inner if leaf.level is not None]
    if levels:
        level = join(levels)
        work = _work(tree, level, len(levels), _width(tree), random)
        for leaf, weight in zip(inner, work + _REGRESSION_WEIGHT * (_expected(tree, level, work) - work), strict=True):
            leaf.weight = float(weight)


def _expected(tree: SearchTree, level: TreeLevel, work: Floats) -> Floats:
    """Return the work that the regression on tightness predicts for each node; the total of each depth is kept.

    For a node with few samples, this is the better estimate. Over the nodes of one depth, the logarithm of a subtree's
    size has a standard deviation of 1.6; given the number of children and the tightness, it is 1.0.
    """
    need = (level.nodes.need > 0).sum(axis=1)
    tightness = tree.tightness(level.nodes)
    expected = np.empty_like(work)
    for depth in np.unique(need):
        of_depth = need == depth
        tight = tightness[of_depth]
        spread = tight.std()
        slope = min(_MAX_SLOPE, _MAX_LOG_SPREAD / spread) if spread else 0.0
        share = level.count[of_depth] * np.exp(slope * (tight.min() - tight))
        expected[of_depth] = work[of_depth].sum() * share / share.sum()
    return expected


def _width(tree: SearchTree) -> int:
    """Return the sample width for a probe of about 0.03 s."""
    return max(64, min(400, int(0.003 / tree.seconds_per_node)))


def _probe_nodes(tree: SearchTree) -> float:
    """Return the largest number of nodes of a probe."""
    return _PROBE_SECONDS / tree.seconds_per_node


def _work(tree: SearchTree, level: TreeLevel, starts: int, width: int, random: np.random.Generator) -> Floats:
    """Return the estimated work below each start in nodes."""
    sample = probe(tree, level, starts, width, random, enough=_MAX_NODES, most=_probe_nodes(tree))
    work = 1 + sample.nodes
    for solved in sample.solved:
        work += SOLUTION_NODES * np.bincount(solved.root, solved.weight, minlength=starts)
    return work
