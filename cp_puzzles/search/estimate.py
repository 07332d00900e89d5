"""Knuth's estimate of the size of a search, with runs of an engine at the ends of random paths.

A path begins at the root and follows random branches, as in Knuth, Estimating the efficiency of backtrack programs
(1975). It ends where the engine finishes the part within a small budget, instead of at a leaf of the tree. So the
numbers of the part, times the product of the numbers of branches on the way to it, have those of the whole search as
their mean. Budgets and the work of an estimate are counted, so it is the same at every call.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from math import inf, log
from time import perf_counter

import numpy as np

from cp_puzzles.base.arrays import Floats
from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.cover.symmetry.leader import leader_of
from cp_puzzles.engines.engine import Part, PartResult, PartTask, SearchRequest
from cp_puzzles.engines.registry import FASTEST, load_engine
from cp_puzzles.search.parts import child_parts
from cp_puzzles.search.run_result import Interval

SECONDS = 2.0
"""The default counted seconds of an estimate."""

WHOLE_SHARE = 0.2
"""The share of these seconds in which the whole search is tried first, by tables and in the way of parts."""

LEAF_SECONDS, MODEL_LEAF_SECONDS = 0.004, 0.05
"""The budget at the end of a path, of an engine that can be continued and of one that builds a model of each part."""

RUN_SECONDS, ITEM_SECONDS, MODEL_ITEM_SECONDS = 1e-3, 2e-8, 5e-6
"""About the seconds to begin a run, in all, for each item of an option, and for each one in a model."""

STEP_SECONDS = 2e-4
"""About the seconds of a step of a path, beside those for each item of an option."""

BATCHES = 16
"""The number of independent sequences of paths, whose spread gives the intervals; paths of one are spread evenly."""

SOLUTION_SECONDS, LISTING_SECONDS = 1e-3, 0.1
"""The approximate time to build and measure a solution, and the time of the attempt that announces a list of all."""

MAX_ESTIMATED_SIZE = 2_000_000
"""Items times options above which an estimate for a list would cost more time than it could save."""

MAX_FACTOR = 6
"""The factor by which an estimate may exceed its seconds; then its numbers are lower bounds."""

LEAST_SECONDS = 1e-3
"""The least useful budget."""

WHOLE = Part()
"""The part that is the whole search."""

SEED = 1975
"""Any fixed seed: the year of Knuth's paper."""

MAX_WEIGHT = 1e120
"""The weight at which a path ends, because squares of estimates must fit in a float; its numbers are lower bounds."""

GOLDEN = (math.sqrt(5) - 1) / 2
"""The step of the sequence that spreads paths evenly."""

WIDENING = 2.0
"""The factor of the standard error: most samples miss the largest parts, so their spread is too small.

Without it, the intervals of 2 of 5 puzzles were too low.
"""

Z = 1.96
"""The 97.5 % quantile of the normal distribution."""


@dataclass(frozen=True)
class Estimate:
    """The estimated size of a search by an engine.

    `nodes` are its steps; `seconds` are counted, of one processor; `solutions` are counted up to the equivalence, `raw`
    without it. `exact`: the whole search was made. `pace`: the seconds by the clock of a counted second, as measured.
    """

    nodes: Interval
    seconds: Interval
    solutions: Interval
    raw: Interval
    exact: bool
    pace: float = field(default=1.0, compare=False)


@dataclass(eq=False)
class _Node:
    """A part on a path: the numbers of its search if it is small, otherwise its branches."""

    part: Part
    numbers: Floats | None = None
    is_large: bool = False
    children: list[_Node] | None = field(default=None)


def estimate_of(
    request: SearchRequest,
    part: Part = WHOLE,
    *,
    seconds: float = SECONDS,
    engine: str = FASTEST,
    seed: int = SEED,
    by_clock: bool = False,
) -> Estimate:
    """Estimate the search of a part by an engine, within about some counted seconds.

    With `by_clock`, the estimate of a huge problem, whose parts take long to begin, also ends soon after these seconds.

    >>> from cp_puzzles.api import cover_and_request
    >>> _, request = cover_and_request("pentomino6x10")
    >>> expected = estimate_of(request, seconds=1.0)
    >>> expected.solutions.low < 2339 < expected.solutions.high
    True
    """
    return _Paths(request, part, seconds, engine, seed, by_clock=by_clock).estimate()


def seconds_to_list(cover: Cover, seconds: float = LISTING_SECONDS) -> float:
    """Return about the seconds of a search for all tilings, each of which is measured; infinite for a huge problem.

    If there are few tilings, they prove optimality sooner than the bounds of a solver. For the most crossroads of
    pentominoes on 6x10 it takes some seconds; the solver has no proof after a hundred seconds. An attempt of some
    counted seconds announces the time of the rest by its share of the search.
    """
    problem = cover.problem
    if len(problem.items) * len(problem.options) > MAX_ESTIMATED_SIZE:
        return inf
    engine, request = load_engine(FASTEST), SearchRequest(problem, leader_of(cover, "full"))
    result = engine.run(PartTask(request, Part(), None if engine.counts_without_solutions else _drop, budget=seconds))
    share = 1 - sum(part.share for part in result.rest)
    return (result.effort + result.solutions * SOLUTION_SECONDS) / share if share > 0 else inf


class _Paths:
    """The random paths of an estimate."""

    def __init__(
        self, request: SearchRequest, part: Part, seconds: float, engine: str, seed: int, *, by_clock: bool
    ) -> None:
        # a rule that only a finished tiling can keep is ignored; a table of a board has other steps in each part
        settings = {"scan": False} if engine == FASTEST else {}
        self._request = replace(request, accepts=None, settings={})
        self._in_parts = replace(self._request, settings=settings)
        self._root, self._seconds = _Node(part), seconds
        self._engine, self._random = load_engine(engine), np.random.default_rng(seed)
        incidences = len(request.problem.table.values)
        self._leaf = LEAF_SECONDS if self._engine.resumes else MODEL_LEAF_SECONDS
        per_item = ITEM_SECONDS if self._engine.resumes else MODEL_ITEM_SECONDS
        self._run_seconds = RUN_SECONDS + per_item * incidences
        self._step_seconds = STEP_SECONDS + ITEM_SECONDS * incidences
        self._spent, self._end = 0.0, perf_counter() + MAX_FACTOR * seconds if by_clock else inf
        self._depth = 0
        self._is_cut = False

    def estimate(self) -> Estimate:
        """Try the whole search, then follow paths."""
        for request in (self._request, self._in_parts):
            self._run(self._root, LEAST_SECONDS, request)  # which compiles the search
            begun = perf_counter()
            result = self._run(self._root, WHOLE_SHARE * self._seconds, request)
            pace = (perf_counter() - begun) / max(result.effort, LEAST_SECONDS)
            if self._root.numbers is not None:
                nodes, seconds, solutions, raw = map(Interval.exactly, self._root.numbers[:4].tolist())
                return Estimate(nodes, seconds, solutions, raw, exact=True, pace=pace)
        shifts, samples = self._random.random(BATCHES), list[Floats]()
        while self._spent < self._seconds or len(samples) < BATCHES:
            if samples and self._is_late:
                self._is_cut = True
                break
            self._spent += STEP_SECONDS  # also where the whole path is known
            number = len(samples)
            samples.append(self._sample((shifts[number % BATCHES] + number // BATCHES * GOLDEN) % 1))
        return replace(self._of(samples, result), pace=pace)

    @property
    def _is_late(self) -> bool:
        """True if the estimate takes far longer than it should; the clock counts only for a huge problem."""
        return self._spent > MAX_FACTOR * self._seconds or (perf_counter() > self._end)

    def _run(self, node: _Node, budget: float | None, request: SearchRequest | None = None) -> PartResult:
        """Let the engine search a part within a budget, and keep the numbers if it ends."""
        request = request or self._in_parts
        task = PartTask(request, node.part, None if self._engine.counts_without_solutions else _drop, budget=budget)
        result = self._engine.run(task)
        self._spent += result.effort + self._run_seconds
        if result.complete:
            nodes = result.statistics.get("nodes", result.statistics.get("branches", 0.0))
            effort = result.effort if self._engine.resumes else result.effort + self._run_seconds
            node.numbers = np.array([nodes, effort, result.solutions, result.raw, result.solutions], dtype=float)
        else:
            node.is_large = True
        return result

    def _children(self, node: _Node) -> list[_Node]:
        if node.children is None:
            self._spent += self._step_seconds
            node.children = [_Node(part) for part in child_parts(self._request, node.part)]
        return node.children

    def _sample(self, place: float) -> Floats:
        """Return the numbers at the end of a path, weighted; a place from 0 to 1 gives its first branches.

        The engine is first asked a little above the depth at which the path before ended.
        """
        node, weight, depth, precision = self._root, 1.0, 0, 1.0
        following, gap = self._depth, 1
        while True:
            if node.numbers is None and not node.is_large and depth >= following:
                self._run(node, self._leaf)
                following, gap = depth + gap, 2 * gap
            if node.numbers is not None:
                self._depth = depth - max(1, depth // 8)
                return weight * node.numbers
            children = self._children(node)
            if not children:
                self._run(node, None)
                continue
            if weight > MAX_WEIGHT or self._is_late:
                self._is_cut = True
                return weight * np.array([1.0, 1e-6, 0.0, 0.0, 0.0])
            count = len(children)
            precision *= count
            if precision > 1e9:
                place, precision = self._random.random(), 1.0
            chosen = min(int(place * count), count - 1)
            place = place * count - chosen
            node, weight, depth = children[chosen], weight * count, depth + 1

    def _of(self, samples: list[Floats], whole: PartResult) -> Estimate:
        """Return the estimate from samples; the part that was searched first gives lower bounds.

        The seconds of a small part are mostly those of its beginning, so a search that is continued has the seconds of
        the nodes in the part that was searched first.
        """
        hits = sum(float(sample[4] > 0) for sample in samples)
        rows = np.array(samples)
        batches = [rows[number::BATCHES].mean(axis=0) for number in range(min(BATCHES, len(rows)))]
        means = np.array(batches)
        unseen = 1.0 / len(samples)
        order = self._request.leader.group.order
        nodes, seconds = (_interval(means[:, column], inf, 0.0) for column in (0, 1))
        if self._engine.resumes:
            each_node = whole.effort / max(1.0, whole.statistics.get("nodes", 0.0))
            seconds = Interval(*(each_node * number for number in (nodes.value, nodes.low, nodes.high)))
        solutions = _interval(means[:, 2], hits, unseen * nodes.value)
        raw = _interval(means[:, 3], hits, unseen * nodes.value * order)
        solutions, raw = _at_least(solutions, whole.solutions), _at_least(raw, whole.raw)
        if self._is_cut:
            # no path came to its end in time: the finished share of the part that was searched first
            done = max(1 - sum(part.share for part in whole.rest) / self._root.part.share, 1e-16)
            nodes = Interval(max(nodes.value, whole.statistics.get("nodes", 1.0) / done), nodes.low, inf)
            seconds = Interval(max(seconds.value, whole.effort / done), seconds.low, inf)
        return Estimate(nodes, seconds, solutions, raw, exact=False)


def _drop(*_: object) -> None:
    """Take solutions that are only counted."""


def _at_least(interval: Interval, least: float) -> Interval:
    return Interval(*(max(least, each) for each in (interval.value, interval.low, interval.high)))


def _interval(values: Floats, hits: float, unseen: float) -> Interval:
    """Return the mean of samples with the interval of a gamma distribution whose events match their spread.

    For few solutions it is Poisson's interval, for many close to that of a normal distribution. `unseen` is the weight
    of solutions that may have been missed.
    """
    top = float(values.max())
    if not top:
        return Interval(0.0, 0.0, -log(0.025) * unseen)
    if len(values) == 1 or math.isinf(top):
        return Interval(top, 0.0, inf)
    # relative to the largest: squares of large numbers are beyond the range of floats
    relative = values / top
    mean = top * float(relative.mean())
    spread = float(relative.var(ddof=1)) / len(values) * (WIDENING * _student(len(values) - 1) / Z) ** 2
    events = min(float(relative.mean()) ** 2 / spread if spread else inf, hits)
    if math.isinf(events):
        return Interval.exactly(mean)
    # Markov: the estimate of a number exceeds 40 times the number in one of 40 cases at most
    low = max(mean / 40, mean * _gamma(events, -Z) / events)
    return Interval(mean, low, mean * _gamma(events + 1, Z) / events)


def _gamma(shape: float, z: float) -> float:
    """Return a quantile of the gamma distribution (Wilson and Hilferty, 1931)."""
    return shape * max(0.0, 1 - 1 / (9 * shape) + z / (3 * math.sqrt(shape))) ** 3


def _student(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's distribution (Cornish and Fisher, 1937)."""
    z, n = Z, max(freedom, 1)
    return z + (z**3 + z) / (4 * n) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n * n)
