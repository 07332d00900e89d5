"""An estimate of the work of a search and of the number of solutions.

Small trees are searched to the end. Of large trees independent samples are taken (see `probe`); the spread of the
samples gives the interval. Both numbers are sums of rare, skewed weights. So the interval is that of a gamma
distribution whose number of events matches the spread of the samples: for few solutions it is Poisson's interval, for
many it is close to that of a normal distribution.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from time import perf_counter

import numpy as np

from cp_puzzles.base.arrays import Floats, Ints
from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.cover.symmetry.leader import LexLeader
from cp_puzzles.engines.engine import Part
from cp_puzzles.search.partition.search_tree import NONE, SearchTree, TreeLevel, tree_of
from cp_puzzles.search.partition.tree_probe import SEED, ProbeResult, probe, search_all
from cp_puzzles.search.progress import Interval

SECONDS = 2.0
"""The default time of an estimate."""

ROUNDS = 16
"""The default number of samples."""

_PILOT, _PILOT_SECONDS = 64, 0.05
"""The width of the first, small sample, and its longest time, converted to nodes."""

_WIDTH, _LEAST_WIDTH, _SAMPLES = 500, 8, 8
"""The largest and the least width, and the number of samples that are the same at every call."""

_LEAST_NODES = 8
"""The number of nodes that every sample visits, even if they take long."""

_HUGE = 1e15
"""The number of nodes at which a sample of a fixed width ends: no search of that size ends."""

_LEAST_ROUNDS = 4
"""The number of samples that are taken even if they exceed the time."""

_Z = 1.96
"""The 97.5 % quantile of the normal distribution."""

_LEVEL_BYTES = 1 << 26
"""The largest memory of a level of a sample."""


@dataclass(frozen=True)
class Estimate:
    """The estimated size of a search.

    `nodes` are options tried by a search that branches on the most constrained item; `solutions` are counted up to the
    equivalence, `raw` without it (the sum of orbit sizes). `exact` means that the whole tree was searched; `tried` is
    the number of nodes visited.
    """

    nodes: Interval
    solutions: Interval
    raw: Interval
    exact: bool
    tried: int


def estimate_work(
    problem: CoverProblem,
    leader: LexLeader,
    part: Part = Part(),  # noqa: B008  (a frozen value)
    *,
    seconds: float = SECONDS,
    width: int | None = None,
    rounds: int = ROUNDS,
    most: float = math.inf,
    seed: int = SEED,
) -> Estimate:
    """Estimate the size of the search tree of a part and the number of leaders in it.

    Takes about `seconds`. With a `width`, it takes exactly `rounds` samples with at most `width` nodes in each level
    and about `most` nodes in all instead; the result is then always the same, up to 10^15 nodes. In a part, a solution
    counts if it is the leader of its orbit. In the whole problem, each solution of an orbit without dominated options
    counts by the same share of 1. Either way the expectation is the number of leaders.

    >>> from cp_puzzles.api import cover_and_request
    >>> _, request = cover_and_request("pentomino6x10")
    >>> expected = estimate_work(request.problem, request.leader, width=500, rounds=10)
    >>> expected.solutions.low < 2339 < expected.solutions.high
    True
    """
    begin = perf_counter()
    tree = tree_of(leader)
    level = tree.root(part)
    random = np.random.default_rng(seed)
    if width is not None:
        samples = [probe(tree, level, 1, width, random, _offset(k), _HUGE, most) for k in range(rounds)]
        return _estimate(samples[:1] if samples[0].exact else samples, leader, part)
    least = max(4, min(_PILOT, int(0.002 * seconds / tree.seconds_per_node)))
    pilot = probe(tree, level, 1, least, random)
    if pilot.exact:
        return _estimate([pilot], leader, part)
    affordable_nodes = 1.2 * seconds / tree.seconds_per_node
    if pilot.nodes.sum() < affordable_nodes / 2:
        result = search_all(tree, level, stop=lambda: perf_counter() - begin > 0.8 * seconds)
        if result is not None:
            return _estimate([result], leader, part)
    affordable_width = int(affordable_nodes * least / (rounds * pilot.tried))
    width = max(least, min(affordable_width, _LEVEL_BYTES // tree.bytes_per_node))
    samples = []
    for k in range(max(rounds, rounds * affordable_width // width)):
        if k >= _LEAST_ROUNDS and perf_counter() - begin > seconds:
            break
        samples.append(probe(tree, level, 1, width, random, _offset(k)))
    return _estimate(samples, leader, part)


def pilot_nodes(tree: SearchTree) -> float:
    """Return a rough estimate of the nodes of a tree from a single small sample."""
    return float(_root_pilot(tree).nodes.sum())


@dataclass(frozen=True)
class SamplePlan:
    """The width and the number of samples that are the same at every call, and the largest number of nodes of each."""

    width: int
    rounds: int
    most: float


def sample_plan(tree: SearchTree, seconds: float, level: TreeLevel | None = None) -> SamplePlan:
    """Return the samples of a tree, or below a level, that take about some seconds, which are converted to nodes.

    The first, small sample is a part of these seconds. A deep tree gets fewer and narrower samples. A sample that takes
    longer still ends above the bottom of the tree.
    """
    pilot = _root_pilot(tree) if level is None else _pilot(tree, level)
    levels = max(1, pilot.levels)
    seconds = max(seconds / 2, seconds - pilot.tried * tree.seconds_per_node - levels * tree.seconds_per_level)
    for rounds in (_SAMPLES, _SAMPLES // 2, 1):
        width = int((seconds / (rounds * levels) - tree.seconds_per_level) / tree.seconds_per_node)
        if width >= _LEAST_WIDTH:
            break
    width = max(_LEAST_WIDTH, min(_WIDTH, width))
    return SamplePlan(width, rounds, max(_LEAST_NODES, seconds / rounds / tree.seconds_per_node))


def sampled_nodes(tree: SearchTree, level: TreeLevel, seconds: float) -> Interval:
    """Return the nodes below a level, estimated by samples that are the same at every call and take some seconds."""
    plan, random = sample_plan(tree, seconds, level), np.random.default_rng(SEED)
    samples = [
        probe(tree, level, len(level), plan.width, random, _offset(k), _HUGE, plan.most) for k in range(plan.rounds)
    ]
    interval = _interval(np.array([sample.nodes.sum() for sample in samples]), math.inf, 0)
    return _bounded_below(interval) if any(sample.is_cut for sample in samples) else interval


def _bounded_below(interval: Interval) -> Interval:
    """Return the interval of samples that ended above the bottom of the tree: nothing bounds their numbers."""
    return replace(interval, high=math.inf)


@lru_cache(maxsize=2)
def _root_pilot(tree: SearchTree) -> ProbeResult:
    return _pilot(tree, tree.root())


def _pilot(tree: SearchTree, level: TreeLevel) -> ProbeResult:
    affordable = _PILOT_SECONDS / tree.seconds_per_node
    width = max(4, min(_PILOT, int(affordable / _PILOT)))
    return probe(tree, level, len(level), width, np.random.default_rng(SEED), enough=_HUGE, most=affordable)


def _offset(k: int) -> float:
    """Return the k-th of evenly spread numbers from 0 to 1: multiples of the golden ratio."""
    return (0.5 + k * (math.sqrt(5) - 1) / 2) % 1


def _estimate(samples: list[ProbeResult], leader: LexLeader, part: Part) -> Estimate:
    undivided = not part.chosen and not part.excluded
    nodes = np.array([sample.nodes.sum() for sample in samples])
    exact = samples[0].exact
    tried = sum(sample.tried for sample in samples)
    found = np.zeros((2, len(samples)))
    hits = 0
    for k, sample in enumerate(samples):
        for solved in sample.solved:
            share, orbit = counts(leader, solved.path, undivided=undivided)
            found[:, k] += (solved.weight * share).sum(), (solved.weight * share * orbit).sum()
            hits += int((share > 0).sum())
    if exact:
        visited, solutions, raw = (Interval.exactly(float(each)) for each in (nodes[0], *found[:, 0]))
        return Estimate(visited, solutions, raw, exact=True, tried=tried)
    unseen = nodes.mean() / max(tried, 1)
    is_cut = any(sample.is_cut for sample in samples)
    return Estimate(
        _bounded_below(_interval(nodes, math.inf, 0)) if is_cut else _interval(nodes, math.inf, 0),
        _interval(found[0], hits, unseen),
        _interval(found[1], hits, unseen * leader.group.order),
        exact=False,
        tried=tried,
    )


def counts(leader: LexLeader, path: Ints, *, undivided: bool) -> tuple[Floats, Floats]:
    """Return for each solution (a row of options or `NONE`) its share of one leader, and the size of its orbit.

    If the problem is `undivided`, the solutions of an orbit without dominated options have equal shares; otherwise the
    leader has the share 1 and all others 0.
    """
    group, pad = leader.group, len(leader.order)
    options = np.concatenate([group.options, np.full((group.order, 1), pad)], axis=1)
    position = np.append(leader.position, pad)
    dominated = np.append(leader.dominated, False)
    share, orbit = np.ones(len(path)), np.ones(len(path))
    if group.order == 1 or not path.shape[1]:
        return share, orbit
    chunk = max(1, (1 << 20) // (group.order * path.shape[1]))
    for first in range(0, len(path), chunk):
        rows = path[first : first + chunk]
        images = options[:, np.where(rows == NONE, pad, rows)]
        places = np.sort(position[images], axis=2)
        different = places != places[0]
        fixed = (~different.any(axis=2)).sum(axis=0)
        if undivided:
            share[first : first + chunk] = fixed / (~dominated[images].any(axis=2)).sum(axis=0)
        else:
            at = different.argmax(axis=2)[:, :, None]
            before = np.take_along_axis(places, at, 2) < np.take_along_axis(places[:1], at, 2)
            share[first : first + chunk] = ~before.any(axis=(0, 2))
        orbit[first : first + chunk] = group.order / fixed
    return share, orbit


def _interval(values: Floats, hits: float, unseen: float) -> Interval:
    """Return the mean of samples with an interval; `unseen` is the weight of solutions that may have been missed."""
    top = float(values.max())
    if not top:
        return Interval(0.0, 0.0, -math.log(0.025) * unseen)
    if len(values) == 1 or math.isinf(top):
        return Interval(top, 0.0, math.inf)
    # relative to the largest: squares of large numbers are beyond the range of floats
    relative = values / top
    mean = top * float(relative.mean())
    spread = float(relative.var(ddof=1)) / len(values) * (_student(len(values) - 1) / _Z) ** 2
    events = min(float(relative.mean()) ** 2 / spread if spread else math.inf, hits)
    if math.isinf(events):
        return Interval.exactly(mean)
    return Interval(mean, mean * _gamma(events, -_Z) / events, mean * _gamma(events + 1, _Z) / events)


def _gamma(shape: float, z: float) -> float:
    """Return a quantile of the gamma distribution (Wilson and Hilferty, 1931)."""
    return shape * max(0.0, 1 - 1 / (9 * shape) + z / (3 * math.sqrt(shape))) ** 3


def _student(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's distribution (Cornish and Fisher, 1937)."""
    z, n = _Z, max(freedom, 1)
    return z + (z**3 + z) / (4 * n) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n * n)
