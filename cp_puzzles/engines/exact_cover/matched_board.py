"""The cells of a problem in which each option covers one cell and meets options of the cells around it.

Squares with colored sides are an example. The rule items that two cells share are a *link*. What an option covers of a
link is its *pattern* there: for the colors of sides, its color. The patterns on all links of a cell that come from the
cells around it, each of which may be unknown, are the *key* of the cell. For each key there is a list of the options
that fit, and a set of their tiles. So the cell with the fewest is found with a load and an AND for each cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from cp_puzzles.base.arrays import Ints, Mask, Words
from cp_puzzles.base.jit import ONE, WORD, words_for
from cp_puzzles.base.memory import shared_value
from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.cover.ragged_rows import Ragged, starts_of

MAX_TABLE_BYTES = 1 << 26
"""The largest size of the sets of tiles by key of all different tables together: those of Eternity II take 12 MB."""


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


class MatchedBoard(NamedTuple):
    """The cells with their links, and for each key the options that fit.

    `number`: the options of each cell, padded with -1. `neighbor`, `part`: for each option, the cell of each link, -1
    for none, and what is added to the key of that cell. `first`: the first key of each cell. `start`, `fitting`: for
    each key the place of its options in `fitting`, which has numbers within the options of a cell. `tiles`: the set of
    tiles of each key, as words. `tile`: the tile of each option. `minimum`, `maximum`: the bounds of each tile.
    """

    number: Ints
    neighbor: Ints
    part: Ints
    first: Ints
    start: Ints
    fitting: Ints
    tiles: Words
    tile: Ints
    minimum: Ints
    maximum: Ints


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
    return _Tables(options, links, tile, _is_possible(problem, cell)).board(limits)


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


@dataclass(frozen=True, eq=False)
class _Tables:
    """The tables of a board; cells with the same tiles and patterns share one."""

    options: Sequence[Ints]
    links: Sequence[Link]
    tile: Ints
    is_possible: Mask

    def board(self, limits: Ints) -> MatchedBoard | None:
        """Return the board, given the bounds of tiles; None if the tables are too large."""
        links_of: list[list[tuple[Link, int]]] = [[] for _ in self.options]
        for link in self.links:
            for end in (0, 1):
                links_of[link.cells[end]].append((link, end))
        width = max(map(len, links_of))
        neighbor = np.full((len(self.tile), width), -1, dtype=np.int64)
        part = np.zeros((len(self.tile), width), dtype=np.int64)
        first, numbers, places, sets = np.zeros(len(self.options), dtype=np.int64), [], [], []
        known: dict[tuple[bytes, ...], int] = {}
        keys, words = 0, int(words_for(len(limits)))
        for cell, own in enumerate(self.options):
            matching = [link.fitting(end) for link, end in links_of[cell]]
            signature = (self.tile[own].tobytes(), self.is_possible[own].tobytes(), *(m.tobytes() for m in matching))
            stride = 1
            for number, (link, end) in enumerate(links_of[cell]):
                other = link.cells[1 - end]
                slot = next(k for k, (each, _) in enumerate(links_of[other]) if each is link)
                neighbor[self.options[other], slot] = cell
                part[self.options[other], slot] = stride * (1 + link.pattern[1 - end])
                stride *= 1 + matching[number].shape[1]
            if signature not in known:
                if (keys + stride) * words * 8 > MAX_TABLE_BYTES:
                    return None
                known[signature] = keys
                key, option = self._fitting(own, matching)
                numbers.append(keys + key)
                places.append(option)
                sets.append(_sets(key, self.tile[own[option]], stride, words))
                keys += stride
            first[cell] = known[signature]
        start = np.zeros(keys + 1, dtype=np.int64)
        np.cumsum(np.bincount(np.concatenate(numbers), minlength=keys), out=start[1:])
        fitting, tiles = np.concatenate(places), np.concatenate(sets)
        low, high = np.ascontiguousarray(limits.T)
        rows = Ragged(np.concatenate(self.options).astype(np.int32), starts_of(list(map(len, self.options))))
        options = rows.padded(-1).astype(np.int64)
        return MatchedBoard(options, neighbor, part, first, start, fitting, tiles, self.tile, low, high)

    def _fitting(self, own: Ints, matching: Sequence[Mask]) -> tuple[Ints, Ints]:
        """Return the pairs of a key and an option that fits, sorted; options are numbered within their cell."""
        option, stride = np.flatnonzero(self.is_possible[own]), 1
        key = np.zeros(len(option), dtype=np.int64)
        for fits in matching:
            # the pattern is unknown, or one of those that fit
            known, pattern = np.nonzero(fits[option])
            key = np.concatenate([key, key[known] + stride * (1 + pattern)])
            option = np.concatenate([option, option[known]])
            stride *= 1 + fits.shape[1]
        order = np.lexsort((option, key))
        return key[order], option[order]


def _sets(key: Ints, tile: Ints, keys: int, words: int) -> Words:
    """Return the set of the tiles of each key, in as many words."""
    sets = np.zeros((keys, words), dtype=np.uint64)
    np.bitwise_or.at(sets, (key, tile // WORD), ONE << (tile % WORD).astype(np.uint64))
    return sets
