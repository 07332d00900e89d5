"""Disjoint parts of a question that together are all of it, none of them much larger than the others.

The parts are subtrees of the search tree (see `tree`): again and again those that are estimated to be too large are
replaced by their children, and what is too small to stand alone is put together with its neighbours. The parts come
in the tree's order. They depend on the problem alone: the partition is the same for any number of jobs.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np

from cp_puzzles.cover.problem import CoverProblem
from cp_puzzles.engines.base import Cut, Part
from cp_puzzles.search.plan.probe import Floats, probe
from cp_puzzles.search.plan.tree import NONE, Level, SearchTree, join
from cp_puzzles.symmetry.leader import LexLeader

SOLUTION_WORK = 20.0
"""The work that a solution makes, in nodes: it is built, checked and shown."""

_ENDLESS = 1e24
"""More work than this is all the same: nobody ends it, and to estimate it takes long where the tree is deep."""

_PROBE_SECONDS = 0.25
"""So long a probe, or cutting for the first time, takes at most where each node takes long; counted in nodes."""

_DEEPER = 100.0
"""A first estimate that is so many times the later ones tells that these have not come to the bottom."""

_ROUNDS = 3
_CHILDREN = 8
_SEED = 1975

_TRUST = 0.7
_SLOPE = 1.3
_STRETCH = 0.9


@dataclass(frozen=True)
class Partition:
    """The parts in the order of their results, and the estimated work of each (in nodes of the search tree)."""

    parts: tuple[Part, ...]
    weights: tuple[float, ...]

    @property
    def largest_first(self) -> tuple[Part, ...]:
        """The parts in the order in which workers should take them."""
        return tuple(sorted(self.parts, key=lambda part: (-self.weights[part.index], part.index)))

    def seconds_left(self, finished: Collection[int], elapsed: float) -> float | None:
        """The seconds that the other parts take if the work goes on as it went; None while nothing is known.

        >>> Partition((Part(0), Part(1)), (1.0, 3.0)).seconds_left({0}, elapsed=30.0)
        90.0
        """
        done, total = sum(self.weights[part] for part in finished), sum(self.weights)
        return elapsed * (total - done) / done if 0 < done <= total else None


def partition(problem: CoverProblem, leader: LexLeader, cut: Cut) -> Partition:
    """Parts of about the same work each, and smaller ones.

    >>> from cp_puzzles.api import ask
    >>> _, soma = ask("soma")
    >>> partition(soma.problem, soma.leader, Cut(64)).parts
    (Part(index=0, chosen=(), excluded=()),)
    """
    if cut.parts <= 1 or not problem.options:
        return Partition((Part(),), (0.0,))
    tree = SearchTree(problem, leader)
    random = np.random.default_rng(_SEED)
    level = tree.root()
    first = float(_work(tree, level, 1, _width(tree) // 4, random)[0])
    if first < cut.whole or not len(level):
        return Partition((Part(),), (first,))
    root = _Subtree(Part(), level)
    leaves = [root]
    left = _most(tree)
    while 2 * len(leaves) < cut.parts and left > 0 and any(leaf.level is not None for leaf in leaves):
        left -= _split(tree, [leaf for leaf in leaves if leaf.level is not None])
        leaves = root.leaves()
    for round_ in range(_ROUNDS):
        _weigh(tree, leaves, random)
        work = max(cut.whole, sum(leaf.weight for leaf in leaves))
        target = cut.target(work)
        fair = work / target
        large = [leaf for leaf in leaves if leaf.weight > fair and leaf.level is not None]
        if not large or round_ == _ROUNDS - 1:
            break
        _split(tree, _affordable(large, _CHILDREN * target))
        leaves = root.leaves()
    parts = root.parts(fair) or [(Part(), 0.0)]
    # many probes of a large tree do not come as deep as the first one did, alone
    depth = max(1.0, first / max(work, 1.0) / _DEEPER)
    return Partition(
        tuple(replace(part, index=index) for index, (part, _) in enumerate(parts)),
        tuple(depth * work for _, work in parts),
    )


class _Subtree:
    """A subtree of the search tree: its part, its root (None if that is a solution), its work, and its children.

    `choices` lead to all children, dead ones included; a group of children is the part in which other choices are
    excluded: any group if `exact`, that is if the item is covered exactly once, else only the last ones.
    """

    def __init__(self, part: Part, level: Level | None) -> None:
        self.part = part
        self.level = level
        self.weight = 1 + SOLUTION_WORK
        self.choices: tuple[int, ...] = ()
        self.children: dict[int, _Subtree] | None = None
        self.exact = False

    def leaves(self) -> list[_Subtree]:
        if self.children is None:
            return [self]
        return [leaf for child in self.children.values() for leaf in child.leaves()]

    def parts(self, fair: float) -> list[tuple[Part, float]]:
        """The parts, where what is less than a fair share together stays or is put together."""
        if self.children is None:
            return [(self.part, self.weight)]
        below = {number: child.parts(fair) for number, child in self.children.items()}
        if sum(weight for parts in below.values() for _, weight in parts) <= fair:
            return [(self.part, sum(weight for parts in below.values() for _, weight in parts))]
        result: list[tuple[Part, float]] = []
        group: list[int] = []
        weight = 0.0
        for number, parts in reversed(below.items()):
            light = len(parts) == 1 and (self.exact or not result)
            if group and not (light and weight + parts[0][1] <= fair):
                result.append((self._group(group), weight))
                group, weight = [], 0.0
                light = light and self.exact
            if light:
                group.append(number)
                weight += parts[0][1]
            else:
                result += reversed(parts)
        if group:
            result.append((self._group(group), weight))
        return result[::-1]

    def _group(self, numbers: list[int]) -> Part:
        assert self.children is not None
        if len(numbers) == 1:
            return self.children[numbers[0]].part
        if self.exact:
            others = tuple(o for number, o in enumerate(self.choices) if number not in numbers)
        else:
            others = self.choices[: min(numbers)]
        return Part(0, self.part.chosen, self.part.excluded + others)

    def split(self, choices: tuple[int, ...], maximum: int, exact: bool, alive: dict[int, Level | None]) -> None:
        self.choices, self.exact = choices, exact
        self.children = {}
        for number, level in alive.items():
            option = choices[number]
            chosen = self.part.chosen if option == NONE else (*self.part.chosen, option)
            passed = choices[:number] if option == NONE or maximum > 1 else ()
            self.children[number] = _Subtree(Part(0, chosen, self.part.excluded + passed), level)
        self.level = None


def _affordable(leaves: list[_Subtree], children: int) -> list[_Subtree]:
    """The largest of the leaves that have not many more than so many children together."""
    chosen: list[_Subtree] = []
    for leaf in sorted(leaves, key=lambda leaf: -leaf.weight):
        if leaf.level is None or (chosen and children < 0):
            break
        chosen.append(leaf)
        children -= int(leaf.level.count[0])
    return chosen


def _split(tree: SearchTree, leaves: list[_Subtree]) -> int:
    """Gives each leaf its children that are not dead, without their weights; the number of all children."""
    level = join([leaf.level for leaf in leaves if leaf.level is not None])
    options, start = tree.choices(level)
    below = tree.children(level, np.arange(len(options)), options, start)
    rows: dict[int, Level | None] = {int(number): None for number in below.solved_row}
    rows |= {int(number): below.take(slice(k, k + 1)) for k, number in enumerate(below.row)}
    for leaf, item, first, end in zip(leaves, level.item, start, start[1:], strict=False):
        alive = {number - int(first): rows[number] for number in range(first, end) if number in rows}
        bounds = tree.bounds[item]
        leaf.split(tuple(options[first:end].tolist()), bounds[1], bounds == (1, 1), alive)
    return len(options)


def _weigh(tree: SearchTree, leaves: list[_Subtree], random: np.random.Generator) -> None:
    """Estimates the work of all leaves afresh.

    Of leaves weighed before, the ones that seemed large were split and the ones that seemed small stayed: to keep
    those estimates would make the whole seem smaller than it is.
    """
    inner = [leaf for leaf in leaves if leaf.level is not None]
    levels = [leaf.level for leaf in inner if leaf.level is not None]
    if levels:
        level = join(levels)
        work = _work(tree, level, len(levels), _width(tree), random)
        for leaf, weight in zip(inner, work + _TRUST * (_expected(tree, level, work) - work), strict=True):
            leaf.weight = float(weight)


def _expected(tree: SearchTree, level: Level, work: Floats) -> Floats:
    """The same work in all, spread over the nodes of each depth by how tight they are.

    Where only a few samples fall to a node, this is the better guess: over the nodes of one depth the logarithm of a
    subtree's size has a standard deviation of some 1.6, and 1.0 beside what count and tightness tell.
    """
    need = (level.nodes.need > 0).sum(axis=1)
    tightness = tree.tightness(level.nodes)
    expected = np.empty_like(work)
    for depth in np.unique(need):
        here = need == depth
        spread = tightness[here].std()
        slope = min(_SLOPE, _STRETCH / spread) if spread else 0.0
        share = level.count[here] * np.exp(slope * (tightness[here].min() - tightness[here]))
        expected[here] = work[here].sum() * share / share.sum()
    return expected


def _width(tree: SearchTree) -> int:
    """As wide a population as takes some hundredths of a second."""
    return max(64, min(400, int(0.003 / tree.seconds_per_node)))


def _most(tree: SearchTree) -> float:
    """The nodes of a probe at most."""
    return _PROBE_SECONDS / tree.seconds_per_node


def _work(tree: SearchTree, level: Level, starts: int, width: int, random: np.random.Generator) -> Floats:
    """The estimated work below each start."""
    sample = probe(tree, level, starts, width, random, enough=_ENDLESS, most=_most(tree))
    work = 1 + sample.nodes
    for solved in sample.solved:
        work += SOLUTION_WORK * np.bincount(solved.root, solved.weight, minlength=starts)
    return work
