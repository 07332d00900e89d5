"""The board of a problem on which options need others, as sets of bits.

A *condition* is that an option is not chosen without one of some others, its *supporters*. In the problem an auxiliary
option says that the option is not chosen; it follows from the others, so it is left out here. Options are bits, sorted
by first cell, those of a cell in whole words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from cp_puzzles.base.arrays import Ints, Mask, Numbers, Words, words_of
from cp_puzzles.base.jit import ALL, ONE, WORD, ZERO, words_for
from cp_puzzles.base.memory import shared_value
from cp_puzzles.cover.ragged_rows import starts_of
from cp_puzzles.cover.symmetry.leader import LexLeader
from cp_puzzles.engines.exact_cover.cover_arrays import CoverArrays
from cp_puzzles.engines.exact_cover.subproblems import MAX_BYTES, Subproblem


class ConditionalTables(NamedTuple):
    """The options of a board as bits, sorted by first cell.

    `start`: the first word of the options of each cell, and the end. For each option, `covers`: the set of its cells;
    `pieces`: the number of pieces that it uses; `compatible`: the options beside which it can be chosen; `supporters`:
    those of which it needs one, the last of them in the word `last`. `all_cells`, `all_pieces`: the set and the number
    of those of the board.
    """

    start: Words
    covers: Words
    pieces: Ints
    compatible: Words
    supporters: Words
    last: Ints
    all_cells: Words
    all_pieces: int


class Conditions(NamedTuple):
    """The conditions of a problem, as pairs of options and their supporters; without options it holds in any case.

    `definitions`: for each auxiliary option, those of which it excludes all; if none of them is chosen, it is.
    """

    definitions: Mapping[int, Numbers]
    pairs: Sequence[tuple[Numbers, Numbers]]

    @classmethod
    def of(cls, arrays: CoverArrays, is_placement: Mask) -> Conditions | None:
        """Return the conditions; None if there are none, or if an item or an auxiliary states anything else."""
        definitions, pairs, needy = dict[int, Numbers](), list[tuple[Numbers, Numbers]](), list[int]()
        for auxiliary in np.flatnonzero(arrays.possible & ~is_placement).tolist():
            items = arrays.rows.row(auxiliary)
            exclusive = items[items < arrays.exclusive_count]
            if len(exclusive) != 1 or exclusive[0] >= arrays.required_count:
                return None
            excluded = arrays.covering.row(int(exclusive[0]))
            definitions[auxiliary] = excluded[excluded != auxiliary]
            if not is_placement[definitions[auxiliary]].all():
                return None
        for item in range(arrays.exclusive_count, len(arrays.least)):
            options = arrays.covering.row(item)
            options = options[arrays.possible[options]]
            auxiliaries, supporters = options[~is_placement[options]], options[is_placement[options]]
            if arrays.least[item] != 1 or arrays.most[item] < len(options) or len(auxiliaries) > 1:
                return None
            options = definitions[int(auxiliaries[0])] if len(auxiliaries) else supporters[:0]
            pairs.append((options, supporters))
            needy += options.tolist()
        return cls(definitions, pairs) if 0 < len(needy) == len({*needy}) else None


@dataclass(frozen=True, eq=False)
class ConditionalBoard:
    """A board whose options are conditional; all its cells are covered, and each piece is used once.

    `number`: the option of the problem for each bit, -1 for none; `cell`: its first cell; `is_needy`: True if it needs
    a supporter. Beyond the bits, `tables` has a row for each condition that holds in any case.
    """

    number: Ints
    cell: Ints
    conditions: Conditions
    tables: ConditionalTables
    is_needy: Mask

    def serves(self, subproblem: Subproblem) -> bool:
        """Return whether a subproblem leaves some cell empty, and excludes no auxiliary option on its own."""
        covers = self.tables.covers[: len(self.number)][np.isin(self.number, subproblem.chosen)]
        return bool((np.bitwise_or.reduce(covers, axis=0) != self.tables.all_cells).any()) and all(
            subproblem.active[auxiliary] or np.isin((auxiliary, *options), subproblem.chosen).any()
            for auxiliary, options in self.conditions.definitions.items()
        )

    def images(self, subproblem: Subproblem, leader: LexLeader) -> tuple[Words, Words]:
        """Return, for each bit, the sets of symmetries that have an image of its option before it, or that fix it.

        The symmetries keep all cells, and fix the options chosen from the start. There are none if leaders are not
        compared cell by cell; of more than 64 the others are left out.
        """
        position, is_option, cells = leader.position.astype(np.int64), self.number >= 0, len(leader.problem.cells)
        options, chosen = self.number[is_option], np.array(subproblem.chosen, dtype=np.int64)
        cells_in_order = self.cell[is_option][np.argsort(position[options])]
        after = position[list(self.conditions.definitions)].min() > position[options].max()
        images, items = leader.group.options[subproblem.elements], leader.group.items[subproblem.elements]
        keeps = (items[:, :cells] == np.arange(cells)).all(axis=1) & (images[:, chosen] == chosen).all(axis=1)
        images = images[np.flatnonzero(keeps & after & (np.diff(cells_in_order) >= 0).all())[:WORD]]
        sets = np.zeros((2, len(self.number), WORD), dtype=np.bool_)
        sets[0, is_option, : len(images)] = (position[images[:, options]] < position[options]).T
        sets[1, is_option, : len(images)] = (images[:, options] == options).T
        lowers, fixes = words_of(sets)[..., 0]
        return lowers, fixes


def _bits(count: int, rows: Ints, bits: Ints, words: int) -> Words:
    """Return rows of words, given pairs of a row and a bit."""
    result = np.zeros((count, words), dtype=np.uint64)
    np.bitwise_or.at(result, (rows, bits // WORD), ONE << (bits % WORD).astype(np.uint64))
    return result


@shared_value
def conditional_board(arrays: CoverArrays) -> ConditionalBoard | None:
    """Return the board of a problem; None if it has no conditions, or also other bounds, or if it is too large."""
    size = int(arrays.is_cell.sum())
    if arrays.exclusive_count == len(arrays.least) or arrays.free.any() or not arrays.rows.lengths.all():
        return None
    first = np.minimum.reduceat(arrays.rows.values, arrays.rows.starts[:-1]).astype(np.int64)
    conditions = Conditions.of(arrays, first < size)
    options = np.flatnonzero((first < size) & arrays.possible)
    options = options[np.argsort(first[options], kind="stable")]
    counts = np.bincount(first[options], minlength=size)
    start = WORD * starts_of(np.maximum(1, words_for(counts)))
    if conditions is None or 2 * start[-1] ** 2 // 8 > MAX_BYTES:
        return None
    bit = np.full(arrays.option_count, -1, dtype=np.int64)
    bit[options] = np.arange(len(options)) + np.repeat(start[:-1] - starts_of(counts)[:-1], counts)
    number = np.full(start[-1], -1, dtype=np.int64)
    number[bit[options]] = options
    cell = np.repeat(np.arange(size), np.diff(start))
    return ConditionalBoard(number, cell, conditions, *_tables(arrays, conditions, bit, start))


def _tables(arrays: CoverArrays, conditions: Conditions, bit: Ints, start: Ints) -> tuple[ConditionalTables, Mask]:
    """Return the tables and a mask of needy options, given the bit of each placement and the first of each cell."""
    size, pieces, bits, placements = len(start) - 1, arrays.required_count, int(start[-1]), np.flatnonzero(bit >= 0)
    words, of_cells = bits // WORD, int(words_for(size))
    rows = bits + sum(not len(each) for each, _ in conditions.pairs)
    supporters = np.zeros((rows, words), dtype=np.uint64)
    is_needy, following = np.arange(rows) >= bits, iter(range(bits, rows))
    for options, others in conditions.pairs:
        needy = bit[options] if len(options) else [next(following)]
        is_needy[needy] = True
        supporters[needy] = _bits(1, np.zeros(len(others), dtype=np.int64), bit[others], words)
    # the items of auxiliary options are left out
    is_counted = np.arange(len(arrays.least)) >= arrays.exclusive_count
    is_counted[[arrays.rows.row(auxiliary).min() for auxiliary in conditions.definitions]] = True
    items = arrays.rows.kept(~is_counted[arrays.rows.values]).take(placements)
    item, row = items.values.astype(np.int64), np.repeat(bit[placements], items.lengths)
    excluded = _bits(len(is_counted) + 1, item, row, words)
    compatible = np.full((rows, words), ALL)
    for column in items.padded(len(is_counted)).T:
        compatible[bit[placements]] &= ~excluded[column]
    is_cell, is_piece = item < size, (item >= size) & (item < pieces)
    tables = ConditionalTables(
        start=(start // WORD).astype(np.uint64),
        covers=_bits(rows, row[is_cell], item[is_cell], of_cells),
        pieces=np.bincount(row[is_piece], minlength=rows),
        compatible=compatible,
        supporters=supporters,
        last=np.where(supporters != ZERO, np.arange(words), -1).max(axis=1),
        all_cells=_bits(1, np.zeros(size, dtype=np.int64), np.arange(size), of_cells)[0],
        all_pieces=pieces - size - int(is_counted[size:pieces].sum()),
    )
    return tables, is_needy
