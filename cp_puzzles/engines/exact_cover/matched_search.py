"""The search of boards on which each option covers one cell and meets options of the cells around it.

Squares with colored sides are an example. The rule items that two cells share are a *link*. What an option covers of a
link is its *pattern* there: for the colors of sides, its color.

The cells are filled one after the other in a fixed order. The cells that are filled before a cell give the patterns of
its links to them: its *key*. For each key there is a list of the options that fit. Of a few orders the one with the
fewest nodes is taken, by an estimate: row by row, from the corner of a frame around it and inward, or as a growing
square.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import NamedTuple

import numpy as np

from cp_puzzles.base.arrays import Ints, Mask, Words
from cp_puzzles.base.jit import ONE, WORD, callee, gradual
from cp_puzzles.base.memory import shared_value
from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.engines.exact_cover.subproblem_search import RunData, State, SubproblemSearch, follows, visit
from cp_puzzles.engines.exact_cover.subproblems import Subproblem

MAX_ENTRIES = 1 << 23
"""The largest number of entries and keys of the tables; those of 16x16 with 22 colors are 0.3 million."""

SAMPLE = 2_000
"""The nodes of each level in an estimate, which takes 0.02 s; it tells 5.2e8 and 4.8e7 nodes where there are 5.7e8 and
4.6e7 (framed sets of 8x8)."""


class Link(NamedTuple):
    """The patterns of the options of two cells, and which of them go together.

    `cells`: both cells, in ascending order. `pattern`: for each of them the pattern of each of its options. `fits`: for
    each pair of patterns whether they go together.
    """

    cells: tuple[int, int]
    pattern: tuple[Ints, Ints]
    fits: Mask

    @classmethod
    def of(cls, cells: tuple[int, int], words: tuple[Words, Words], exact: int) -> Link:
        """Return a link, given the set of covered items of each option, and the set of those covered exactly once."""
        (patterns, left), (others, right) = (np.unique(side, return_inverse=True) for side in words)
        overlap, union = patterns[:, None] & others, patterns[:, None] | others
        return cls(cells, (left, right), (overlap == 0) & (~union & np.uint64(exact) == 0))

    def fitting(self, end: int) -> Mask:
        """Return, for each option of one of the cells and each pattern of the other, whether they go together."""
        matching: Mask = (self.fits if end == 0 else self.fits.T)[self.pattern[end]]
        return matching


@dataclass(frozen=True, eq=False)
class MatchedBoard:
    """The options of each cell, and the links.

    `cell`, `tile`: the cell and the tile of each option. `minimum`, `maximum`: the bounds of each tile. `is_possible`:
    a mask of the options.
    """

    options: Sequence[Ints]
    links: Sequence[Link]
    cell: Ints
    tile: Ints
    minimum: Ints
    maximum: Ints
    is_possible: Mask

    @cached_property
    def links_of(self) -> Sequence[Sequence[tuple[Link, int]]]:
        """The links of each cell, each with the end of the cell."""
        links: list[list[tuple[Link, int]]] = [[] for _ in self.options]
        for link in self.links:
            for end in (0, 1):
                links[link.cells[end]].append((link, end))
        return links


@shared_value
def matched_board(problem: CoverProblem) -> MatchedBoard | None:
    """Return the board of a problem; None if options are not one cell and one tile, or an item joins more cells."""
    cells, tiles = len(problem.cells), problem.tiles
    bounds = [(item.minimum, item.maximum) for item in problem.items]
    is_single = problem.table.sums(np.arange(len(problem.items)) < cells) == 1
    if not (cells and len(problem.rules) and is_single.all()) or problem.tile_numbers.min(initial=0) < 0:
        return None
    if set(bounds[:cells]) != {(1, 1)} or not set(bounds[tiles.stop :]) <= {(0, 1), (1, 1)}:
        return None
    cell = problem.table.values[problem.table.values < cells].astype(np.int64)
    options = [np.flatnonzero(cell == each) for each in range(cells)]
    links = _links(problem, cell, options)
    if not links:
        return None
    tile = (problem.tile_numbers - tiles.start).astype(np.int64)
    limits = np.array([(low, min(high, cells)) for low, high in bounds[tiles.start : tiles.stop]], dtype=np.int64)
    low, high = np.ascontiguousarray(limits.T)
    return MatchedBoard(options, links, cell, tile, low, high, _is_possible(problem, cell))


def _links(problem: CoverProblem, cell: Ints, options: Sequence[Ints]) -> list[Link] | None:
    """Return the links of all pairs of cells; None if an item joins more than two cells, or a link has many items."""
    table, cells, count = problem.table, len(problem.cells), len(problem.rules)
    is_rule = table.values >= problem.rules.start
    rows, items = table.rows[is_rule], table.values[is_rule] - problem.rules.start
    low, high = np.full(count, cells, dtype=np.int64), np.full(count, -1, dtype=np.int64)
    np.minimum.at(low, items, cell[rows])
    np.maximum.at(high, items, cell[rows])
    if np.any((cell[rows] != low[items]) & (cell[rows] != high[items])):
        return None
    pairs, pair, sizes = np.unique(low * cells + high, return_inverse=True, return_counts=True)
    members = np.split(np.argsort(pair, kind="stable") + problem.rules.start, np.cumsum(sizes)[:-1])
    covered, links = np.zeros(len(cell), dtype=np.uint64), []
    for key, of_pair in zip(pairs.tolist(), members, strict=True):
        ends = divmod(key, cells)
        if ends[0] >= ends[1]:
            continue
        if len(of_pair) > WORD:
            return None
        exact = 0
        for number, item in enumerate(of_pair.tolist()):
            covered[problem.covering.row(item)] |= ONE << np.uint64(number)
            exact |= problem.items[item].is_exact_one << number
        links.append(Link.of(ends, (covered[options[ends[0]]], covered[options[ends[1]]]), exact))
        covered[options[ends[0]]] = covered[options[ends[1]]] = 0
    return links


def _is_possible(problem: CoverProblem, cell: Ints) -> Mask:
    """Return a mask of the options that cover each item of their cell alone that is covered exactly once."""
    is_possible = np.ones(len(cell), dtype=np.bool_)
    for item in problem.rules:
        options = problem.covering.row(item)
        if problem.items[item].is_exact_one and len(np.unique(cell[options])) <= 1:
            is_other = cell == cell[options[0]] if len(options) else is_possible.copy()
            is_other[options] = False
            is_possible &= ~is_other
    return is_possible


class MatchedTables(NamedTuple):
    """The tables of an order; cells have numbers in this order.

    `source`, `slot`: for each link of a cell to an earlier one, that cell, -1 for none, and the column of `entries`
    with what its option adds to the key. `first`: the first key of each cell. `start`: for each key the place of its
    `entries`. An entry has an option, its tile, and what the option adds to the keys of later cells.
    `minimum`, `maximum`: the bounds of each tile.
    """

    source: Ints
    slot: Ints
    first: Ints
    start: Ints
    entries: Ints
    minimum: Ints
    maximum: Ints


def tables_of(board: MatchedBoard, subproblem: Subproblem) -> MatchedTables | None:
    """Return the tables of the active options of a subproblem; None if they are too large."""
    active = subproblem.active.copy()
    for option in subproblem.chosen:
        active[board.options[board.cell[option]]] = False
    active[list(subproblem.chosen)] = True
    filling = Filling(board, _propagated(board, active & board.is_possible))
    best, fewest = None, math.inf
    for order in filling.orders():
        tables = filling.tables(order)
        nodes = math.inf if tables is None else estimated_nodes(tables, fewest)
        if nodes < fewest:
            best, fewest = tables, nodes
    return best


def _propagated(board: MatchedBoard, active: Mask) -> Mask:
    """Return the active options without those on cells that are the only ones for another tile."""
    is_changed = True
    while is_changed:
        is_changed = False
        for tile in np.flatnonzero(board.minimum > 0).tolist():
            cells = np.unique(board.cell[active & (board.tile == tile)])
            excluded = active & np.isin(board.cell, cells) & (board.tile != tile)
            if len(cells) <= board.minimum[tile] and excluded.any():
                active = active & ~excluded
                is_changed = True
    return active


@dataclass(frozen=True, eq=False)
class Filling:
    """The active options of the cells of a board, and the orders in which the cells may be filled."""

    board: MatchedBoard
    active: Mask

    def orders(self) -> Iterator[list[int]]:
        """Yield the order of the cells, a growing square, and the way around a frame and inward."""
        yield list(range(len(self.board.options)))
        yield self._compact(is_framed=False)
        yield self._compact(is_framed=True)

    def _compact(self, *, is_framed: bool) -> list[int]:
        """Return the order of the most filled cells around.

        Cells with one option come first. Of equal cells the next one is that with the fewest options, then that whose
        first neighbor was filled first. In a frame missing cells count as filled, and of equal cells the next one is
        that whose last neighbor was filled last.
        """
        around = [[link.cells[1 - end] for link, end in links] for links in self.board.links_of]
        width, cells = max(map(len, around)), len(around)
        filled = [is_framed * (width - len(neighbors)) for neighbors in around]
        sizes = [int(self.active[options].sum()) for options in self.board.options]
        first, last, order, left = [cells] * cells, [0] * cells, list[int](), set(range(cells))
        while left:
            cell = min(left, key=lambda c: (sizes[c] > 1, -filled[c], -is_framed * last[c], sizes[c], first[c], c))
            order.append(cell)
            left.remove(cell)
            for neighbor in around[cell]:
                filled[neighbor] += 1
                first[neighbor], last[neighbor] = min(first[neighbor], len(order)), len(order)
        return order

    def tables(self, order: Sequence[int]) -> MatchedTables | None:
        """Return the tables of an order; None if they are too large."""
        board, cells = self.board, len(order)
        place = {cell: number for number, cell in enumerate(order)}
        width = max(map(len, board.links_of))
        source, slot = np.full((2, cells, width), -1, dtype=np.int64)
        added = np.zeros((len(board.tile), width), dtype=np.int64)
        first, sizes, keys, options = np.zeros(cells, dtype=np.int64), 0, list[Ints](), list[Ints]()
        for number, cell in enumerate(order):
            earlier = [(link, end) for link, end in board.links_of[cell] if place[link.cells[1 - end]] < number]
            option, stride = np.flatnonzero(self.active[board.options[cell]]), 1
            key = np.zeros(len(option), dtype=np.int64)
            for column, (link, end) in enumerate(earlier):
                other, matching = link.cells[1 - end], link.fitting(end)
                source[number, column] = place[other]
                slot[number, column] = 2 + next(k for k, (each, _) in enumerate(board.links_of[other]) if each is link)
                added[board.options[other], slot[number, column] - 2] = stride * link.pattern[1 - end]
                if int(np.count_nonzero(matching[option])) + stride * matching.shape[1] > MAX_ENTRIES:
                    return None
                place_of_key, pattern = np.nonzero(matching[option])
                key, option = key[place_of_key] + stride * pattern, option[place_of_key]
                stride *= matching.shape[1]
            by_key = np.lexsort((option, key))
            first[number] = sizes
            keys.append(sizes + key[by_key])
            options.append(board.options[cell][option[by_key]])
            sizes += stride
            if sizes + sum(map(len, keys)) > MAX_ENTRIES:
                return None
        start = np.zeros(sizes + 1, dtype=np.int64)
        np.cumsum(np.bincount(np.concatenate(keys), minlength=sizes), out=start[1:])
        option = np.concatenate(options)
        entries = np.column_stack([option, board.tile[option], added[option]])
        return MatchedTables(source, slot, first, start, entries, board.minimum, board.maximum)


def estimated_nodes(tables: MatchedTables, most: float) -> float:
    """Return an estimate of the nodes of a search by stochastic enumeration; infinity if it is more than `most`.

    Of all children of some nodes of a level a random sample is taken, and stands for all of them (R. Vaisman and
    D. Kroese, Stochastic Enumeration Method for Counting Trees, 2017).
    """
    random = np.random.default_rng(0)
    cells, minimum, maximum = len(tables.first), tables.minimum, tables.maximum
    used = np.zeros((1, len(minimum)), dtype=np.int64)
    spare = np.array([cells - minimum.sum()])
    places = np.zeros((1, cells), dtype=np.int64)
    nodes, ways = 0.0, 1.0
    for level in range(cells):
        key = np.full(len(places), tables.first[level])
        for source, slot in zip(tables.source[level], tables.slot[level], strict=True):
            if source >= 0:
                key += tables.entries[places[:, source], slot]
        sizes = tables.start[key + 1] - tables.start[key]
        node = np.repeat(np.arange(len(places)), sizes)
        place = np.arange(len(node)) + np.repeat(tables.start[key] - np.cumsum(sizes) + sizes, sizes)
        tile = tables.entries[place, 1]
        is_needed = used[node, tile] < minimum[tile]
        fits = np.flatnonzero(is_needed | ((spare[node] > 0) & (used[node, tile] < maximum[tile])))
        ways *= len(fits) / max(1, len(places))
        nodes += ways
        if not len(fits) or nodes > most:
            break
        taken = fits if len(fits) <= SAMPLE else random.choice(fits, SAMPLE, replace=False)
        used, places, spare = used[node[taken]], places[node[taken]], spare[node[taken]] - ~is_needed[taken]
        places[:, level] = place[taken]
        used[np.arange(len(taken)), tile[taken]] += 1
    return nodes if nodes <= most else math.inf


MATCHED_NODE_COST = 0.03
"""The time of a node, in nodes of the general search."""


class MatchedStack(NamedTuple):
    """The stack: its numbers, see `State`, and its `path`.

    `option`, `place`: for each level its option (from 1 on), and the entry of this option. `following`, `end`: the next
    entry and the end of those that fit. `used`: the number of options of each tile. `spare`: one number, of the cells
    that remain when each tile has as many as it needs.
    """

    state: Ints
    path: Ints
    option: Ints
    place: Ints
    following: Ints
    end: Ints
    used: Ints
    spare: Ints


@gradual(budget=3)
def search_matched(tables, stack, rows, budget, most):  # type: ignore[no-untyped-def]
    """Search `budget` nodes, or until `most` solutions are visited; return True at the end."""
    state, entries, used, spare = stack.state, tables.entries, stack.used, stack.spare
    minimum, maximum, following = tables.minimum, tables.maximum, stack.following
    cells, level, nodes, goes_on = len(tables.first), state[State.LEVEL], 0, most > 0
    while nodes < budget and goes_on:
        place, end = following[level], stack.end[level]
        while place < end:  # X5
            tile = entries[place, 1]
            if used[tile] < minimum[tile] or (spare[0] > 0 and used[tile] < maximum[tile]):
                break
            place += 1
        following[level] = place + 1
        if place >= end:  # X7, X8
            if level == state[State.FLOOR]:
                state[State.NODES] += nodes
                return True
            level -= 1
            tile = entries[stack.place[level], 1]
            used[tile] -= 1
            if used[tile] >= minimum[tile]:
                spare[0] += 1
            continue
        stack.option[level + 1] = entries[place, 0]
        if state[State.PATH] and not follows(stack, level, entries[place, 0]):
            continue
        nodes += state[State.PATH] == 0
        stack.place[level] = place
        if level + 1 == cells:  # X2
            visit(state, stack.option, np.uint64(cells), rows)
            goes_on = state[State.FILLED] < most
        elif _enter(tables, stack, level + 1):  # X3
            if used[tile] >= minimum[tile]:
                spare[0] -= 1
            used[tile] += 1
            level += 1
    state[State.LEVEL] = level
    state[State.NODES] += nodes
    return False


@callee
def _enter(tables, stack, level):  # type: ignore[no-untyped-def]
    """Look up the options that fit at a level; return False if there is none."""
    key = tables.first[level]
    for column in range(tables.source.shape[1]):
        source = tables.source[level, column]
        if source < 0:
            break
        key += tables.entries[stack.place[source], tables.slot[level, column]]
    stack.following[level] = tables.start[key]
    stack.end[level] = tables.start[key + 1]
    return tables.start[key] < tables.start[key + 1]


class MatchedSearch(SubproblemSearch):
    """The search of one subproblem; options that are chosen from the start are the only ones of their cells."""

    node_cost = MATCHED_NODE_COST

    def __init__(self, run: RunData, tables: MatchedTables, subproblem: Subproblem) -> None:
        cells = len(tables.first)
        super().__init__(run, replace(subproblem, chosen=()), np.arange(run.arrays.option_count), cells + 2)
        option, place, following, end = np.zeros((4, self.levels), dtype=np.int64)
        spare = np.array([cells - tables.minimum.sum()])
        if spare[0] >= 0:
            end[0] = tables.start[1]
        used = np.zeros(len(tables.minimum), dtype=np.int64)
        self._stack = MatchedStack(self.state, self._path, option, place, following, end, used, spare)
        self._search = partial(search_matched, tables, self._stack, self._rows)
