"""The search tree of exact cover, many nodes at a time: what estimates and partitions look at.

A node branches on the item with the fewest ways to cover it, a child for each way (Knuth, TAOCP 7.2.2.1, algorithm X
with the MRV heuristic). The nodes of a depth are rows of bits, so that numpy works on hundreds of them at once without
a compiled engine. An option has one bit for each of its items (an option without any gets an item of its own), and an
item's bits fill words of their own: what remains after a choice is an AND over whole rows, and the ways of all items
are counts of bits by word. A node takes options x items of an option / 8 bytes; nothing is quadratic in the number of
options.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from cp_puzzles.cover.problem import CoverProblem
from cp_puzzles.engines.base import Part
from cp_puzzles.search.plan.remaining import Ints, Words, remaining
from cp_puzzles.symmetry.leader import LexLeader

Counts = npt.NDArray[np.integer[Any]]

NONE = -1
"""Instead of an option: the child in which the item stays uncovered."""

_IMPOSSIBLE, _LAST_RESORT = 1 << 30, 1 << 29
_CHUNK_BYTES = 1 << 18


@dataclass(frozen=True, eq=False)
class Nodes:
    """Nodes of one depth: rows of living options, what is still to cover and still to use, and where they are.

    `need[n, i]` says how often item i has to be covered yet, `room[n, k]` how often item k of those that can be covered
    too often, but more than once, may be covered yet. `path[n]` are the options chosen on the way (or `NONE`),
    `root[n]` is the number of the start that n descends from.
    """

    alive: Words
    need: Counts
    room: Counts
    path: Ints
    root: Ints

    def __len__(self) -> int:
        return len(self.path)

    def take(self, rows: npt.NDArray[np.bool_] | Ints | slice) -> Nodes:
        """Some of the nodes."""
        return Nodes(self.alive[rows], self.need[rows], self.room[rows], self.path[rows], self.root[rows])


@dataclass(frozen=True, eq=False)
class Level:
    """Nodes of one depth in the tree's order: those that branch, on `item[n]` into `count[n]` children; and solutions.

    Dead nodes, with an item that can no longer be covered, are not kept; `row[n]` is the number that node n had among
    all.
    """

    nodes: Nodes
    row: Ints
    item: Ints
    count: Ints
    solved_path: Ints
    solved_root: Ints
    solved_row: Ints

    def __len__(self) -> int:
        return len(self.nodes)

    def take(self, rows: slice) -> Level:
        """Some of the nodes that branch, without the solutions."""
        none = np.empty(0, dtype=np.int64)
        nodes = self.nodes.take(rows)
        return Level(
            nodes,
            self.row[rows],
            self.item[rows],
            self.count[rows],
            nodes.path[:0],
            none,
            none,
        )


class SearchTree:
    """The tree of a cover problem, restricted to the options that some leader may have."""

    def __init__(self, problem: CoverProblem, leader: LexLeader) -> None:
        own = itertools.count(len(problem.items))
        options = [option or (next(own),) for option in problem.options]
        self.leader = leader
        self.items = max(1, next(own))
        self.bounds = [(item.minimum, item.maximum) for item in problem.items]
        self.bounds += [(0, 1)] * (self.items - len(self.bounds))
        lengths = np.array([len(option) for option in options], dtype=np.int64)
        self._of = np.full((len(options), int(lengths.max(initial=1))), self.items, dtype=np.int64)
        self._of[np.arange(self._of.shape[1]) < lengths[:, None]] = [i for option in options for i in option]
        usable = np.bincount(self._of.ravel(), minlength=self.items + 1)[:-1]
        minimum, maximum = np.array([[min(n, len(options) + 1) for n in each] for each in self.bounds]).reshape(-1, 2).T
        dtype: type[np.integer[Any]] = np.int16 if len(options) < np.iinfo(np.int16).max else np.int32
        self._minimum = minimum.astype(dtype)
        self._single = maximum <= 1
        several = np.flatnonzero(~self._single & (maximum < usable))
        self._several = np.full(self.items + 1, NONE, dtype=np.int64)
        self._several[several] = np.arange(len(several))
        self._room = maximum[several].astype(dtype)
        is_single = np.append(self._single, False)
        self._is_loose = np.asarray(~is_single[self._of].any(axis=1), dtype=np.bool_)
        self._last_resort = np.where(np.arange(self.items) < len(problem.cells), 0, _LAST_RESORT)
        impossible = np.append(maximum <= 0, False)[self._of].any(axis=1)
        self._lay_out(np.flatnonzero(~(leader.never | impossible)))

    @property
    def bytes_per_node(self) -> int:
        """The memory of a node."""
        return 8 * self._words + self._minimum.itemsize * self.items

    @property
    def seconds_per_node(self) -> float:
        """About how long a node takes on a machine of 2024."""
        return 3e-6 + self._words * (8e-9 + 1e-9 * self._of.shape[1])

    def _lay_out(self, alive: Ints) -> None:
        """Give every item of an option a bit, item by item, each item from the start of a word."""
        entry, column = np.nonzero(self._of[alive] < self.items)
        option = alive[entry]
        item = self._of[option, column]
        size = np.bincount(item, minlength=self.items)
        self._first = np.concatenate([[0], np.cumsum(np.maximum(1, (size + 63) // 64))])
        self._words = int(self._first[-1])
        by_item = np.argsort(item, kind="stable")
        bit = np.empty(len(item), dtype=np.int64)
        bit[by_item] = np.arange(len(item)) + np.repeat(64 * self._first[:-1] - (np.cumsum(size) - size), size)
        self._option = np.full(64 * self._words, NONE, dtype=np.int64)
        self._option[bit] = option
        self._bit = np.full(self._of.shape, NONE, dtype=np.int64)
        self._bit[option, column] = bit
        self._all = np.zeros(self._words, dtype=np.uint64)
        np.add.at(self._all, bit >> 6, np.uint64(1) << (bit & 63).astype(np.uint64))
        self._remaining = remaining(option, bit, self._of, self.items, self._words)

    def root(self, part: Part = Part()) -> Level:  # noqa: B008  (a frozen value)
        """The level that holds nothing but the root of a part."""
        nodes = Nodes(
            self._all[None, :].copy(),
            self._minimum[None, :],
            self._room[None, :],
            np.empty((1, 0), dtype=np.int64),
            np.zeros(1, dtype=np.int64),
        )
        gone = np.array(part.excluded, dtype=np.int64)
        self._exclude(nodes.alive, np.zeros(len(gone), dtype=np.int64), gone)
        first = np.zeros(1, dtype=np.int64)
        for option in part.chosen:
            nodes = self._chosen(nodes, first, np.array([option]), np.array([NONE]))
        item, count = self._branching(nodes)
        return _level([nodes.take(count > 0)], item, count, nodes.path, nodes.root)

    def choices(self, level: Level) -> tuple[Ints, Ints]:
        """The options (or `NONE`) that lead to the children of all nodes, and where those of each node start."""
        start = np.concatenate([[0], np.cumsum(level.count)])
        options = np.full(start[-1], NONE, dtype=np.int64)
        if len(level):
            span = self._first[level.item + 1] - self._first[level.item]
            word = self._first[level.item][:, None] + np.minimum(np.arange(span.max()), span[:, None] - 1)
            words = np.take_along_axis(level.nodes.alive, word, axis=1)
            words[np.arange(span.max()) >= span[:, None]] = 0
            node, bit = np.nonzero(np.unpackbits(words.view(np.uint8), axis=1, bitorder="little"))
            rank = np.arange(len(node)) - np.searchsorted(node, node)
            within = rank < level.count[node]
            options[(start[node] + rank)[within]] = self._option[64 * self._first[level.item[node]] + bit][within]
        return options, start

    def children(self, level: Level, numbers: Ints, options: Ints, start: Ints) -> Level:
        """Some children, given by their ascending numbers in `choices`."""
        parents = np.searchsorted(start, numbers, side="right") - 1
        chunk = max(1, _CHUNK_BYTES // (8 * self._words))
        item, count = np.empty(len(numbers), dtype=np.int64), np.empty(len(numbers), dtype=np.int64)
        pieces = []
        for first in range(0, max(1, len(numbers)), chunk):
            here = slice(first, first + chunk)
            nodes = self._chosen(level.nodes, parents[here], options[numbers[here]], level.item[parents[here]])
            self._pass_by(nodes, level, parents[here], numbers[here], options, start)
            item[here], count[here] = self._branching(nodes)
            pieces.append(nodes.take(count[here] > 0))
        path = np.concatenate([level.nodes.path[parents], options[numbers][:, None]], axis=1)
        return _level(pieces, item, count, path, level.nodes.root[parents])

    def _chosen(self, nodes: Nodes, parents: Ints, options: Ints, items: Ints) -> Nodes:
        """The nodes after choosing an option, or leaving an item uncovered, in each of the parents."""
        alive = nodes.alive[parents]
        none = options == NONE
        covered = np.where(none[:, None], self.items, self._of[options])
        closed = np.where(np.append(self._single, True)[covered], covered, self.items)
        closed[none, 0] = items[none]
        for column in closed.T:
            self._remaining.close(alive, None, column)
        need = np.zeros_like(self._minimum, shape=(len(parents), self.items + 1))
        need[:, :-1] = nodes.need[parents]
        need[np.arange(len(parents))[:, None], covered] -= 1
        np.maximum(need, 0, out=need)
        room = nodes.room[parents]
        loose = np.flatnonzero(~none & self._is_loose[options])
        self._exclude(alive, loose, options[loose])
        for column in covered.T if len(self._room) else ():
            several = self._several[column]
            rows = np.flatnonzero(several != NONE)
            room[rows, several[rows]] -= 1
            full = rows[room[rows, several[rows]] == 0]
            self._remaining.close(alive, full, column[full])
        path = np.concatenate([nodes.path[parents], options[:, None]], axis=1)
        return Nodes(alive, need[:, :-1], room, path, nodes.root[parents])

    def _pass_by(self, nodes: Nodes, level: Level, parents: Ints, numbers: Ints, options: Ints, start: Ints) -> None:
        """Exclude the options of earlier children where an item may be covered more than once."""
        rows = np.flatnonzero(~self._single[level.item[parents]])
        if not len(rows):
            return
        earlier = numbers[rows] - start[parents[rows]]
        index = np.arange(earlier.sum()) - np.repeat(np.cumsum(earlier) - earlier, earlier)
        self._exclude(nodes.alive, np.repeat(rows, earlier), options[np.repeat(start[parents[rows]], earlier) + index])

    def _exclude(self, alive: Words, rows: Ints, options: Ints) -> None:
        bits = self._bit[options].ravel()
        rows = np.repeat(rows, self._bit.shape[1])[bits != NONE]
        bits = bits[bits != NONE]
        np.bitwise_and.at(alive, (rows, bits >> 6), ~(np.uint64(1) << (bits & 63).astype(np.uint64)))

    def tightness(self, nodes: Nodes) -> npt.NDArray[np.float64]:
        """The sum of 1/sqrt(ways) over the items that must be covered: the subtrees of tight nodes are small."""
        each = 1 / np.sqrt(np.maximum(self._ways(nodes), 1))
        return np.asarray(np.where(nodes.need > 0, each, 0.0).sum(axis=1), dtype=np.float64)

    def _ways(self, nodes: Nodes) -> npt.NDArray[np.int32]:
        """For each node and item the number of living options."""
        return np.add.reduceat(np.bitwise_count(nodes.alive), self._first[:-1], axis=1, dtype=np.int32)

    def _branching(self, nodes: Nodes) -> tuple[Ints, Ints]:
        """The item that each node branches on and the number of its children.

        The number is 0 for a solution and -1 for a dead node.

        The item is the one that must be covered and has the fewest ways. Where nothing must be covered any more, it is
        a cell that may stay empty, or else any item that may be covered once more.
        """
        each = np.arange(len(nodes))
        ways = self._ways(nodes)
        score = np.where(nodes.need > 0, ways - nodes.need + 1, _IMPOSSIBLE)
        item = score.argmin(axis=1)
        count = score[each, item].astype(np.int64)
        count[count <= 0] = NONE
        free = np.flatnonzero(count == _IMPOSSIBLE)
        item[free] = np.where(ways[free] > 0, ways[free] + self._last_resort, _IMPOSSIBLE).argmin(axis=1)
        left = ways[free, item[free]]
        count[free] = np.where(left > 0, left + 1, 0)
        return item, count


def join(levels: Sequence[Level]) -> Level:
    """The nodes of some levels, each as a start of its own, their paths forgotten; solutions only of the last."""
    count = np.concatenate([level.count for level in levels])
    nodes = Nodes(
        np.concatenate([level.nodes.alive for level in levels]),
        np.concatenate([level.nodes.need for level in levels]),
        np.concatenate([level.nodes.room for level in levels]),
        np.empty((len(count), 0), dtype=np.int64),
        np.arange(len(count)),
    )
    row = np.concatenate([level.row for level in levels])
    return replace(levels[-1], nodes=nodes, row=row, item=np.concatenate([level.item for level in levels]), count=count)


def _concatenated(pieces: Sequence[Nodes]) -> Nodes:
    return Nodes(*(np.concatenate([getattr(piece, each.name) for piece in pieces]) for each in fields(Nodes)))


def _level(pieces: list[Nodes], item: Ints, count: Ints, path: Ints, root: Ints) -> Level:
    """The level of those pieces, which hold the nodes that branch, and of the solutions among all nodes."""
    row, solved = np.flatnonzero(count > 0), np.flatnonzero(count == 0)
    return Level(_concatenated(pieces), row, item[row], count[row], path[solved], root[solved], solved)
