"""The search tree of exact cover, many nodes at a time, for estimates and partitions.

A node branches on the item with the fewest active options and has a child for each of them (Knuth, TAOCP 7.2.2.1,
algorithm X with the MRV heuristic). The nodes of a depth are rows of bits. So numpy handles hundreds of them at once,
and no compiled engine is needed. An option has a bit for each of its items; an option without items gets an item of its
own. The bits of an item fill whole words. To choose an option is an AND over whole rows, and the number of active
options of an item is a count of bits in its words. A node takes options x items of an option / 8 bytes; nothing is
quadratic in the number of options.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, fields, replace
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from cp_puzzles.base.arrays import Floats, Ints, Mask, Words
from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.cover.symmetry.leader import LexLeader
from cp_puzzles.engines.engine import Part
from cp_puzzles.search.partition.active_bits import closing

Counts = npt.NDArray[np.integer[Any]]

NONE = -1
"""Stands for an option: the child in which the item stays uncovered."""

_IMPOSSIBLE, _LAST_RESORT = 1 << 30, 1 << 29
_CHUNK_BYTES = 1 << 18


@dataclass(frozen=True, eq=False)
class Nodes:
    """Nodes of one depth: rows of active options, remaining bounds of items, and paths.

    `need[n, i]` is the number of times that item i must still be covered. `capacity[n, k]` is the number of times that
    item k may still be covered; only items that may be covered several times, but not by all their options, have a
    capacity. `path[n]` has the chosen options (or `NONE`), `root[n]` the number of the start from which n descends.
    """

    active: Words
    need: Counts
    capacity: Counts
    path: Ints
    root: Ints

    def __len__(self) -> int:
        return len(self.path)

    def take(self, rows: Mask | Ints | slice) -> Nodes:
        """Return some of the nodes."""
        return Nodes(self.active[rows], self.need[rows], self.capacity[rows], self.path[rows], self.root[rows])


@dataclass(frozen=True, eq=False)
class TreeLevel:
    """The nodes of one depth in the order of the tree, without dead ends: branching nodes, and solutions.

    Branching node n branches on `item[n]` into `count[n]` children; `row[n]` is its number among all nodes of the
    depth, dead ends included. `solved_path`, `solved_root` and `solved_row` are the paths, the starts and the numbers
    of the solutions.
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

    def take(self, rows: slice) -> TreeLevel:
        """Return some of the branching nodes, without the solutions."""
        nodes, none = self.nodes.take(rows), self.row[:0]
        return TreeLevel(nodes, self.row[rows], self.item[rows], self.count[rows], nodes.path[:0], none, none)


class SearchTree:
    """The tree of a cover problem, without dominated options.

    A tree in fill order branches as CP-SAT does if no option is forced: on the first cell that must be covered, in the
    order of the first cells of the options.
    """

    def __init__(self, problem: CoverProblem, leader: LexLeader) -> None:
        extra = itertools.count(len(problem.items))
        options = [option or (next(extra),) for option in problem.options]
        self.leader = leader
        self.items = max(1, next(extra))
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
        self._capacity = maximum[several].astype(dtype)
        is_single = np.append(self._single, False)
        self._is_loose = np.asarray(~is_single[self._of].any(axis=1), dtype=np.bool_)
        self._last_resort = np.where(np.arange(self.items) < len(problem.cells), 0, _LAST_RESORT)
        first = [next((i for i in option if i in problem.cells), option[0]) for option in options]
        self._cells_in_order = np.array(list(dict.fromkeys(first)), dtype=np.int64)
        self._is_in_fill_order = False
        impossible = np.append(maximum <= 0, False)[self._of].any(axis=1)
        self._lay_out(np.flatnonzero(~(leader.dominated | impossible)))

    @cached_property
    def in_fill_order(self) -> SearchTree:
        """The tree in fill order of the same problem."""
        tree = copy(self)
        tree._is_in_fill_order = True
        return tree

    @property
    def bytes_per_node(self) -> int:
        """The memory of a node in bytes."""
        return 8 * self._words + self._minimum.itemsize * self.items

    @property
    def seconds_per_node(self) -> float:
        """The approximate time of a node."""
        return _node_seconds(self._words, self._of.shape[1])

    @property
    def seconds_per_level(self) -> float:
        """The approximate time of a level, apart from its nodes; measured for options of 3 to 325 items."""
        return 3e-4 + 6e-6 * self._of.shape[1]

    def _lay_out(self, active: Ints) -> None:
        """Assign a bit to every item of an option, item by item; each item starts a new word."""
        entry, column = np.nonzero(self._of[active] < self.items)
        option = active[entry]
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
        self._close = closing(self._bit, self._of, self.items, self._words)

    def root(self, part: Part = Part()) -> TreeLevel:  # noqa: B008  (a frozen value)
        """Return the level with the root of a part."""
        nodes = Nodes(
            self._all[None, :].copy(),
            self._minimum[None, :],
            self._capacity[None, :],
            np.empty((1, 0), dtype=np.int64),
            np.zeros(1, dtype=np.int64),
        )
        excluded = np.array(part.excluded, dtype=np.int64)
        self._exclude(nodes.active, np.zeros(len(excluded), dtype=np.int64), excluded)
        first = np.zeros(1, dtype=np.int64)
        for option in part.chosen:
            nodes = self._chosen(nodes, first, np.array([option]), np.array([NONE]))
        item, count = self._branching(nodes)
        return _level([nodes.take(count > 0)], item, count, nodes.path, nodes.root)

    def choices(self, level: TreeLevel) -> tuple[Ints, Ints]:
        """Return the options (or `NONE`) that lead to the children of all nodes, and where those of each node start."""
        start = np.concatenate([[0], np.cumsum(level.count)])
        options = np.full(start[-1], NONE, dtype=np.int64)
        if len(level):
            span = self._first[level.item + 1] - self._first[level.item]
            word = self._first[level.item][:, None] + np.minimum(np.arange(span.max()), span[:, None] - 1)
            words = np.take_along_axis(level.nodes.active, word, axis=1)
            words[np.arange(span.max()) >= span[:, None]] = 0
            node, bit = np.nonzero(np.unpackbits(words.view(np.uint8), axis=1, bitorder="little"))
            rank = np.arange(len(node)) - np.searchsorted(node, node)
            within = rank < level.count[node]
            options[(start[node] + rank)[within]] = self._option[64 * self._first[level.item[node]] + bit][within]
        return options, start

    def children(self, level: TreeLevel, numbers: Ints, options: Ints, start: Ints) -> TreeLevel:
        """Return some children, given by their ascending numbers in `choices`."""
        parents = np.searchsorted(start, numbers, side="right") - 1
        chunk = max(1, _CHUNK_BYTES // (8 * self._words))
        item, count = np.empty(len(numbers), dtype=np.int64), np.empty(len(numbers), dtype=np.int64)
        pieces = []
        for first in range(0, max(1, len(numbers)), chunk):
            here = slice(first, first + chunk)
            nodes = self._chosen(level.nodes, parents[here], options[numbers[here]], level.item[parents[here]])
            self._exclude_earlier(nodes, level, parents[here], numbers[here], options, start)
            item[here], count[here] = self._branching(nodes)
            pieces.append(nodes.take(count[here] > 0))
        path = np.concatenate([level.nodes.path[parents], options[numbers][:, None]], axis=1)
        return _level(pieces, item, count, path, level.nodes.root[parents])

    def _chosen(self, nodes: Nodes, parents: Ints, options: Ints, items: Ints) -> Nodes:
        """Return the nodes after choosing an option, or leaving an item uncovered, in each parent."""
        active = nodes.active[parents]
        none = options == NONE
        covered = np.where(none[:, None], self.items, self._of[options])
        closed = np.where(np.append(self._single, True)[covered], covered, self.items)
        closed[none, 0] = items[none]
        width = int((covered < self.items).sum(axis=1).max(initial=1))
        for column in closed[:, :width].T:
            self._close(active, None, column)
        need = np.zeros_like(self._minimum, shape=(len(parents), self.items + 1))
        need[:, :-1] = nodes.need[parents]
        need[np.arange(len(parents))[:, None], covered] -= 1
        np.maximum(need, 0, out=need)
        capacity = nodes.capacity[parents]
        loose = np.flatnonzero(~none & self._is_loose[options])
        self._exclude(active, loose, options[loose])
        if len(self._capacity):
            several = self._several[covered]
            rows, columns = np.nonzero(several != NONE)
            entries = rows, several[rows, columns]
            capacity[entries] -= 1
            is_full = capacity[entries] == 0
            for column in np.unique(columns[is_full]):
                full = rows[is_full & (columns == column)]
                self._close(active, full, covered[full, column])
        path = np.concatenate([nodes.path[parents], options[:, None]], axis=1)
        return Nodes(active, need[:, :-1], capacity, path, nodes.root[parents])

    def _exclude_earlier(
        self, nodes: Nodes, level: TreeLevel, parents: Ints, numbers: Ints, options: Ints, start: Ints
    ) -> None:
        """Exclude the options of earlier children if the item may be covered several times."""
        rows = np.flatnonzero(~self._single[level.item[parents]])
        if not len(rows):
            return
        earlier = numbers[rows] - start[parents[rows]]
        index = np.arange(earlier.sum()) - np.repeat(np.cumsum(earlier) - earlier, earlier)
        self._exclude(nodes.active, np.repeat(rows, earlier), options[np.repeat(start[parents[rows]], earlier) + index])

    def _exclude(self, active: Words, rows: Ints, options: Ints) -> None:
        """Exclude, in each of some rows (which may repeat), one option."""
        bits = self._bit[options].ravel()
        rows = np.repeat(rows, self._bit.shape[1])[bits != NONE]
        bits = bits[bits != NONE]
        np.bitwise_and.at(active, (rows, bits >> 6), ~(np.uint64(1) << (bits & 63).astype(np.uint64)))

    def tightness(self, nodes: Nodes) -> Floats:
        """Return the sum of 1/sqrt(active options) over the items to cover; with a large sum, subtrees are small."""
        each = 1 / np.sqrt(np.maximum(self._active_counts(nodes), 1))
        return np.asarray(np.where(nodes.need > 0, each, 0.0).sum(axis=1), dtype=np.float64)

    def _active_counts(self, nodes: Nodes) -> npt.NDArray[np.int32]:
        """Return for each node and item the number of active options."""
        return np.add.reduceat(np.bitwise_count(nodes.active), self._first[:-1], axis=1, dtype=np.int32)

    def _branching(self, nodes: Nodes) -> tuple[Ints, Ints]:
        """Return the item on which each node branches and the number of children: 0 for a solution, -1 for a dead end.

        Among the items that must be covered it is the one with the fewest active options. If there is none, it is a
        cell that may stay empty, or else any item that may be covered again.
        """
        each = np.arange(len(nodes))
        active_counts = self._active_counts(nodes)
        score = np.where(nodes.need > 0, active_counts - nodes.need + 1, _IMPOSSIBLE)
        item = score.argmin(axis=1)
        count = score[each, item].astype(np.int64)
        count[count <= 0] = NONE
        self._branch_in_order(nodes, score, item, count)
        free = np.flatnonzero(count == _IMPOSSIBLE)
        item[free] = np.where(active_counts[free] > 0, active_counts[free] + self._last_resort, _IMPOSSIBLE).argmin(
            axis=1
        )
        options = active_counts[free, item[free]]
        count[free] = np.where(options > 0, options + 1, 0)
        return item, count

    def _branch_in_order(self, nodes: Nodes, score: Counts, item: Ints, count: Ints) -> None:
        """Replace the item of each node with more than one child by the first item to cover in fill order."""
        if not self._is_in_fill_order or not len(self._cells_in_order):
            return
        is_waiting = nodes.need[:, self._cells_in_order] > 0
        rows = np.flatnonzero((count > 1) & (count < _IMPOSSIBLE) & is_waiting.any(axis=1))
        item[rows] = self._cells_in_order[is_waiting[rows].argmax(axis=1)]
        count[rows] = score[rows, item[rows]]


BUILD_BYTES, KEPT_BYTES, ARRAY_BYTES = (150, 2), (40, 1), 50_000_000
"""Bytes to build a tree and of the tree for each item of an option and for each pair of them, and of small arrays.

Measured: the tree of `squared_rectangle32x33` takes 230 MB of 0.4 million items and 72 million pairs, of which it keeps
71 MB; that of all pentominoes in 60x60 takes 233 MB of 1.3 and 7.5 million, and its partition 389 MB.
"""

MOST_NODES, NODES_SECONDS, NODE_COPIES = 2_000, 0.25, 2.4
"""The largest number of nodes of a partition, their seconds, and the copies of each with its parents and children."""


def tree_bytes(problem: CoverProblem) -> int:
    """Return about the largest memory to build the search tree of a problem and to partition it, in bytes."""
    incidences, pairs = len(problem.table.values), problem.pairs
    build, kept = (each[0] * incidences + each[1] * pairs for each in (BUILD_BYTES, KEPT_BYTES))
    words = incidences // 64 + len(problem.items)
    nodes = min(MOST_NODES, NODES_SECONDS / _node_seconds(words, int(problem.table.lengths.max(initial=1))))
    return max(build + min(ARRAY_BYTES, 64 * pairs), kept + int(NODE_COPIES * nodes * 8 * words))


def _node_seconds(words: int, columns: int) -> float:
    """Return about the seconds of a node of some words, with options of some columns of items, on a machine of 2024."""
    return 3e-6 + words * (8e-9 + 1e-9 * columns)


@lru_cache(maxsize=1)
def tree_of(leader: LexLeader) -> SearchTree:
    """Return the tree of a leader's problem; the choice of an engine, the partition and estimates share it."""
    return SearchTree(leader.problem, leader)


def join(levels: Sequence[TreeLevel]) -> TreeLevel:
    """Join the branching nodes of levels; each becomes a start without a path. Keep the last level's solutions only."""
    count = np.concatenate([level.count for level in levels])
    nodes = Nodes(
        np.concatenate([level.nodes.active for level in levels]),
        np.concatenate([level.nodes.need for level in levels]),
        np.concatenate([level.nodes.capacity for level in levels]),
        np.empty((len(count), 0), dtype=np.int64),
        np.arange(len(count)),
    )
    row = np.concatenate([level.row for level in levels])
    return replace(levels[-1], nodes=nodes, row=row, item=np.concatenate([level.item for level in levels]), count=count)


def _concatenated(pieces: Sequence[Nodes]) -> Nodes:
    return Nodes(*(np.concatenate([getattr(piece, each.name) for piece in pieces]) for each in fields(Nodes)))


def _level(pieces: list[Nodes], item: Ints, count: Ints, path: Ints, root: Ints) -> TreeLevel:
    """Return the level of the pieces, which hold the branching nodes, and of the solutions among all nodes."""
    row, solved = np.flatnonzero(count > 0), np.flatnonzero(count == 0)
    return TreeLevel(_concatenated(pieces), row, item[row], count[row], path[solved], root[solved], solved)
