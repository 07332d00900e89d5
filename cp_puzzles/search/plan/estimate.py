"""How much work a search is and how many solutions there are, before it is run.

Small trees are searched to the end; of large ones independent samples are taken (see `probe`), and the spread among
the samples gives the interval. Both numbers are sums of rare, skewed weights: the interval is that of a gamma
distribution with as many events as would spread like the samples do, which is Poisson's for a few solutions and
close to the normal one for many.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from time import perf_counter

import numpy as np
import numpy.typing as npt

from cp_puzzles.cover.problem import CoverProblem
from cp_puzzles.engines.base import Part
from cp_puzzles.search.plan.interval import Interval
from cp_puzzles.search.plan.probe import Floats, Sample, probe, search_all
from cp_puzzles.search.plan.remaining import Ints
from cp_puzzles.search.plan.tree import NONE, SearchTree
from cp_puzzles.symmetry.leader import LexLeader

SECONDS = 2.0
ROUNDS = 16
SEED = 1975

_PILOT = 64
_LEAST_ROUNDS = 4
_Z = 1.96
_LEVEL_BYTES = 1 << 26


@dataclass(frozen=True)
class Estimate:
    """What a search will find and cost.

    `nodes` options tried by a search that always takes the most constrained item; `solutions` at the asked symmetry;
    `raw` all of them, the sum of orbit sizes. `exact` if the whole tree was searched. `tried` nodes were looked at.
    """

    nodes: Interval
    solutions: Interval
    raw: Interval
    exact: bool
    tried: int


def estimate(
    problem: CoverProblem,
    leader: LexLeader,
    part: Part = Part(),  # noqa: B008  (a frozen value)
    *,
    seconds: float = SECONDS,
    width: int | None = None,
    rounds: int = ROUNDS,
    seed: int = SEED,
) -> Estimate:
    """The expected size of the search tree of a part and the number of leaders in it.

    Takes about `seconds`; with a `width` exactly that many `rounds` of samples with at most `width` nodes a level,
    which always gives the same answer. In the whole problem a solution counts by its share of those that symmetry
    leaves of its orbit, in a part if it is the leader; either way the expectation is the number of leaders.

    >>> from cp_puzzles.api import ask
    >>> _, question = ask("pentomino6x10")
    >>> expected = estimate(question.problem, question.leader, width=500, rounds=10)
    >>> expected.solutions.low < 2339 < expected.solutions.high
    True
    """
    begin = perf_counter()
    tree = SearchTree(problem, leader)
    level = tree.root(part)
    random = np.random.default_rng(seed)
    if width is not None:
        samples = [probe(tree, level, 1, width, random, _offset(k)) for k in range(rounds)]
        return _estimate(samples[:1] if samples[0].exact else samples, leader, part)
    least = max(4, min(_PILOT, int(0.002 * seconds / tree.seconds_per_node)))
    pilot = probe(tree, level, 1, least, random)
    if pilot.exact:
        return _estimate([pilot], leader, part)
    affordable = 1.2 * seconds / tree.seconds_per_node
    if pilot.nodes.sum() < affordable / 2:
        whole = search_all(tree, level, stop=lambda: perf_counter() - begin > 0.8 * seconds)
        if whole is not None:
            return _estimate([whole], leader, part)
    wanted = int(affordable * least / (rounds * pilot.tried))
    width = max(least, min(wanted, _LEVEL_BYTES // tree.bytes_per_node))
    samples = []
    for k in range(max(rounds, rounds * wanted // width)):
        if k >= _LEAST_ROUNDS and perf_counter() - begin > seconds:
            break
        samples.append(probe(tree, level, 1, width, random, _offset(k)))
    return _estimate(samples, leader, part)


def _offset(k: int) -> float:
    """Evenly spread numbers from 0 to 1: the multiples of the golden ratio."""
    return (0.5 + k * (math.sqrt(5) - 1) / 2) % 1


def _estimate(samples: list[Sample], leader: LexLeader, part: Part) -> Estimate:
    whole = not part.chosen and not part.excluded
    nodes = np.array([sample.nodes.sum() for sample in samples])
    exact = samples[0].exact
    tried = sum(sample.tried for sample in samples)
    found = np.zeros((2, len(samples)))
    hits = 0
    for k, sample in enumerate(samples):
        for solved in sample.solved:
            share, orbit = counts(leader, solved.path, whole=whole)
            found[:, k] += (solved.weight * share).sum(), (solved.weight * share * orbit).sum()
            hits += int((share > 0).sum())
    if exact:
        return Estimate(_point(nodes[0]), _point(found[0, 0]), _point(found[1, 0]), exact=True, tried=tried)
    unseen = nodes.mean() / max(tried, 1)
    return Estimate(
        _interval(nodes, math.inf, 0),
        _interval(found[0], hits, unseen),
        _interval(found[1], hits, unseen * leader.group.order),
        exact=False,
        tried=tried,
    )


def counts(leader: LexLeader, path: Ints, *, whole: bool) -> tuple[Floats, Floats]:
    """For each solution (a row of options or `NONE`) what it counts for as a leader, and the size of its orbit."""
    group, pad = leader.group, len(leader.order)
    options = np.concatenate([group.options, np.full((group.order, 1), pad)], axis=1)
    position = np.append(leader.position, pad)
    never = np.append(leader.never, False)
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
        if whole:
            share[first : first + chunk] = fixed / (~never[images].any(axis=2)).sum(axis=0)
        else:
            at = different.argmax(axis=2)[:, :, None]
            before = np.take_along_axis(places, at, 2) < np.take_along_axis(places[:1], at, 2)
            share[first : first + chunk] = ~before.any(axis=(0, 2))
        orbit[first : first + chunk] = group.order / fixed
    return share, orbit


def _point(value: float) -> Interval:
    return Interval(float(value), float(value), float(value))


def _interval(values: npt.NDArray[np.float64], hits: float, unseen: float) -> Interval:
    """The mean of some samples' values with an interval; `unseen` is the weight of what may have been missed."""
    mean = float(values.mean())
    if not mean:
        return Interval(0.0, 0.0, -math.log(0.025) * unseen)
    spread = float(values.var(ddof=1)) / len(values) * (_student(len(values) - 1) / _Z) ** 2
    events = min(mean**2 / spread if spread else math.inf, hits)
    if math.isinf(events):
        return _point(mean)
    return Interval(mean, mean * _gamma(events, -_Z) / events, mean * _gamma(events + 1, _Z) / events)


def _gamma(shape: float, z: float) -> float:
    """A quantile of the gamma distribution (Wilson and Hilferty, 1931)."""
    return shape * max(0.0, 1 - 1 / (9 * shape) + z / (3 * math.sqrt(shape))) ** 3


def _student(freedom: int) -> float:
    """The 97.5 % quantile of Student's distribution (Cornish and Fisher, 1937)."""
    z, n = _Z, max(freedom, 1)
    return z + (z**3 + z) / (4 * n) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n * n)
