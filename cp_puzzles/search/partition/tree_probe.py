"""Random probes of a search tree: a sample of its nodes, level by level, each with a weight.

Knuth, Estimating the efficiency of backtrack programs (1975), follows one random path at a time and weights what it
visits with the product of the branching factors above. Here a population of nodes descends together (stochastic
enumeration, Rubinstein 2013): of the children of all nodes at most `width` are kept, evenly spread over the level in
the tree's order, and their weights grow by the share that was omitted. Every node of the tree counts with expectation
one, so sums over the sample are unbiased. Levels that fit are complete; where all do, the sums are exact.

Tried without gain: choosing children by how much their subtrees promise. The sum of 1/sqrt(ways) over the open items
explains half of the variance of the logarithm of a subtree's size, but over several levels the spread of the weights
eats what that gains (the error of the number of nodes changes by a factor of 0.7 to 1.3, that of the solutions too).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from cp_puzzles.base.arrays import Floats, Ints
from cp_puzzles.search.partition.search_tree import SearchTree, TreeLevel

_BLOCK = 2048


SEED = 1975
"""Any fixed seed: the year of Knuth's paper on estimating search trees."""

MAX_NODES = 1e120
"""Nodes at which a sample ends: squares of estimates must fit in a float. The numbers are then lower bounds."""


@dataclass(frozen=True, eq=False)
class Solved:
    """Solutions of one depth in a sample: their paths (options or `NONE`), starts and weights."""

    path: Ints
    root: Ints
    weight: Floats


@dataclass(frozen=True, eq=False)
class ProbeResult:
    """A sample of the nodes below the starts.

    `nodes[r]` estimates the number of nodes below start r (options tried, dead ends included). `tried` is the number of
    nodes visited. `exact` means that no node was omitted.
    """

    nodes: Floats
    solved: tuple[Solved, ...]
    tried: int
    exact: bool


def probe(
    tree: SearchTree,
    level: TreeLevel,
    starts: int,
    width: int,
    random: np.random.Generator,
    offset: float | None = None,
    enough: float = MAX_NODES,
    most: float = np.inf,
) -> ProbeResult:
    """ProbeResult at most `width` nodes of each level below a level whose nodes have a `root` less than `starts`.

    `offset`, from 0 to 1, shifts the first selection; evenly spread offsets make samples complement each other. The
    sample ends when it represents `enough` nodes, or has visited `most`.

    >>> from cp_puzzles.api import cover_and_request
    >>> _, soma = cover_and_request("soma")
    >>> tree = SearchTree(soma.problem, soma.leader)
    >>> sample = probe(tree, tree.root(), 1, 10_000, np.random.default_rng(0))
    >>> sample.exact, sample.nodes.tolist(), int(sum(solved.weight.sum() for solved in sample.solved))
    (True, [4858.0], 273)
    """
    nodes = np.zeros(starts)
    weight = np.ones(len(level))
    solved = [_solved(level)]
    exact, tried = True, 0
    while len(level) and nodes.sum() < enough and tried < most:
        nodes += np.bincount(level.nodes.root, weight * level.count, minlength=starts)
        options, start = tree.choices(level)
        inherited = np.repeat(weight, level.count)
        if len(options) > width:
            exact = False
            shift = random.random() if offset is None else offset
            offset = None
            numbers, weight = _spread(inherited, width, shift)
        else:
            numbers, weight = np.arange(len(options)), inherited
        tried += len(numbers)
        level = tree.children(level, numbers, options, start)
        solved.append(Solved(level.solved_path, level.solved_root, weight[level.solved_row]))
        weight = weight[level.row]
    return ProbeResult(nodes, tuple(each for each in solved if len(each.root)), tried, exact and not len(level))


def search_all(tree: SearchTree, level: TreeLevel, stop: Callable[[], bool]) -> ProbeResult | None:
    """Search the whole tree below a level with one start, block by block; return None if `stop()` becomes true."""
    tried = 0
    solved = [_solved(level)]
    stack = [level]
    while stack:
        level = stack.pop()
        options, start = tree.choices(level)
        tried += len(options)
        for first in range(0, len(options), _BLOCK):
            if stop():
                return None
            numbers = np.arange(first, min(first + _BLOCK, len(options)))
            below = tree.children(level, numbers, options, start)
            solved.append(_solved(below))
            if len(below):
                stack.append(below)
    return ProbeResult(np.array([float(tried)]), tuple(each for each in solved if len(each.root)), tried, True)


def _spread(weight: Floats, width: int, shift: float) -> tuple[Ints, Floats]:
    """Choose about `width` rows with a probability proportional to their weights; return them and their new weights."""
    chance = weight * (width / weight.sum())
    for _ in range(4):
        sure = chance >= 1
        chance = np.where(sure, 1.0, chance * ((width - sure.sum()) / max(chance[~sure].sum(), 1e-300)))
    chance = np.minimum(chance, 1.0)
    reached = np.floor(np.cumsum(chance) + shift)
    numbers = np.flatnonzero(np.diff(reached, prepend=np.floor(shift)) > 0)
    return numbers, weight[numbers] / chance[numbers]


def _solved(level: TreeLevel) -> Solved:
    return Solved(level.solved_path, level.solved_root, np.ones(len(level.solved_root)))
