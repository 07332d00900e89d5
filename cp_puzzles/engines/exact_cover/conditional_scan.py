"""The scan of a board on which options need others: branch on the first empty cell.

A *condition* is that an option is not chosen without one of some others, its *supporters*: a piece of Blokus shares a
corner with another one of its color. In the problem an auxiliary option says that the option is not chosen; it follows
from the others, so it is left out here, and added to solutions. A node is a dead end if all supporters of a chosen
option are excluded.

It is Algorithm X with the steps of `general_algorithm`, except X3: the item is the first empty cell, so all cells
before it are covered. The general search, which goes to the cell with the fewest options, leaves pieces that lack
supporters, and visits forty times as many nodes on 8x10. For each option there is a row of bits, of the options beside
which it can be chosen. The options that fit at a cell are the conjunction of the rows of all chosen options there.

Symmetries that keep all cells in place, such as exchanges of colors, are broken at each node: solutions are compared
cell by cell, so an option is in no leader if a symmetry that fixes all options before it has an image of it before it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np

from cp_puzzles.base.arrays import Ints, Mask, Numbers, Words, numbers_of, words_of
from cp_puzzles.base.jit import ALL, ONE, WORD, ZERO, bit_of, callee, first_of, gradual, lowest_bit, word_of, words_for
from cp_puzzles.base.memory import shared_value
from cp_puzzles.cover.ragged_rows import starts_of
from cp_puzzles.cover.symmetry.leader import LexLeader
from cp_puzzles.engines.exact_cover.cover_arrays import CoverArrays
from cp_puzzles.engines.exact_cover.subproblem_search import RunData, State, SubproblemSearch, follows, visit
from cp_puzzles.engines.exact_cover.subproblems import MAX_BYTES, Subproblem

NODE_COST = 0.22
"""The time of a node, in nodes of the general search."""

NONE_NEEDED, NONE_LEFT = np.int64(-1), np.int64(-2)
"""In place of a supporter: none is needed any more, or all are excluded."""


class ConditionalTables(NamedTuple):
    """The options of a board as bits, sorted by first cell.

    `start`: the first word of the options of each cell, and the end. For each option, `covers`: the set of its cells,
    and of the pieces that it uses, which follow all cells; `compatible`: the options beside which it can be chosen;
    `supporters`: those of which it needs one, the last of them in the word `last`. `everything`: all cells and pieces.
    """

    start: Words
    covers: Words
    compatible: Words
    supporters: Words
    last: Ints
    everything: Words


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
        missing = numbers_of(self.tables.everything & ~np.bitwise_or.reduce(covers, axis=0))
        return bool((missing <= self.cell[-1]).any()) and all(
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
    bits, placements, required = int(start[-1]), np.flatnonzero(bit >= 0), arrays.required_count
    words, sets = bits // WORD, int(words_for(required))
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
    is_required, everything = item < required, np.flatnonzero(~is_counted[:required])
    tables = ConditionalTables(
        start=(start // WORD).astype(np.uint64),
        covers=_bits(rows, row[is_required], item[is_required], sets),
        compatible=compatible,
        supporters=supporters,
        last=np.where(supporters != ZERO, np.arange(words), -1).max(axis=1),
        everything=_bits(1, np.zeros_like(everything), everything, sets)[0],
    )
    return tables, is_needy


class ConditionalStack(NamedTuple):
    """The stack of a search: its numbers, its path, and its levels.

    `needy`: the options chosen from the start that need a supporter. For each level, from 1 on, `option`: the option
    chosen there; `covered`: the set of cells and pieces; `symmetries`: the set of those that fix all options;
    `watched`: for each needy and each chosen option a supporter that is not excluded. `word`, `end`: the word that is
    being tried and the end of the words of the cell; `untried`: the bits of the word that remain.
    Of the subproblem: `active`: the options; `is_needy`: whether an option needs a supporter beside those chosen from
    the start. `lowers`, `fixes`: for each option the set of the symmetries that keep the cells and have an image of it
    before it, or fix it.
    """

    state: Ints
    path: Ints
    needy: Words
    option: Words
    covered: Words
    symmetries: Words
    watched: Ints
    word: Words
    end: Words
    untried: Words
    active: Words
    is_needy: Mask
    lowers: Words
    fixes: Words


@gradual(budget=3)
def scan_conditionally(tables, stack, rows, budget, most):  # type: ignore[no-untyped-def]
    """Search `budget` nodes, or until `most` solutions are visited; return True at the end."""
    state, untried, sets = stack.state, stack.untried, len(tables.everything)
    level, nodes, is_open, cells = state[State.LEVEL], 0, most > 0, np.uint64(len(tables.start) - 1)
    while nodes < budget and is_open:
        word, remaining = stack.word[level], untried[level]
        if remaining == ZERO:
            word += ONE
            if word < stack.end[level]:
                stack.word[level] = word
                untried[level] = _fitting(tables, stack, level, word)
            elif level == state[State.FLOOR]:  # X7, X8
                state[State.NODES] += nodes
                return True
            else:
                level -= 1
            continue
        untried[level] = remaining & (remaining - ONE)  # X5
        option = first_of(word) + lowest_bit(remaining)
        if stack.symmetries[level] & stack.lowers[option] != ZERO:
            continue
        if state[State.PATH] and not follows(stack, level, option):
            continue
        nodes += state[State.PATH] == 0
        stack.option[level + 1] = option
        stack.symmetries[level + 1] = stack.symmetries[level] & stack.fixes[option]
        empty = sets
        for k in range(sets - 1, -1, -1):
            stack.covered[level + 1, k] = stack.covered[level, k] | tables.covers[option, k]
            if stack.covered[level + 1, k] != tables.everything[k]:
                empty = k
        if empty == sets:  # X2
            if _is_supported(tables, stack, level, option, stack.end[0]):
                visit(state, stack.option, np.uint64(level + 1), rows)
                is_open = state[State.FILLED] < most
            continue
        cell = first_of(np.uint64(empty)) + lowest_bit(~stack.covered[level + 1, empty])  # X3
        if cell < cells and _is_supported(tables, stack, level, option, tables.start[cell]):
            level += 1
            stack.word[level], stack.end[level] = tables.start[cell], tables.start[cell + ONE]
            untried[level] = _fitting(tables, stack, level, stack.word[level])
    state[State.LEVEL] = level
    state[State.NODES] += nodes
    return False


@callee
def _fitting(tables, stack, level, word):  # type: ignore[no-untyped-def]
    """Return the options of a word that fit beside those chosen for a level."""
    fitting = stack.active[word]
    while level > 0 and fitting != ZERO:
        fitting &= tables.compatible[stack.option[level], word]
        level -= 1
    return fitting


@callee
def _is_supported(tables, stack, level, option, start):  # type: ignore[no-untyped-def]
    """Watch a supporter of each chosen option beside a new one; return False if one of them has none.

    `start` is the first word of the options that can still be chosen.
    """
    given, watched = len(stack.needy), stack.watched
    is_needy = stack.is_needy[option]
    for k in range(given + level):
        chosen, supporter = stack.needy[k] if k < given else stack.option[k - given + 1], watched[level, k]
        is_needy = is_needy and (k < given or not _has(tables.supporters, option, chosen))
        if supporter != NONE_NEEDED:
            if _has(tables.supporters, chosen, option):
                supporter = NONE_NEEDED
            elif not _has(tables.compatible, option, np.uint64(supporter)):
                supporter = _supporter(tables, stack, level + 1, chosen, start)
                if supporter == NONE_LEFT:
                    return False
        watched[level + 1, k] = supporter
    supporter = _supporter(tables, stack, level + 1, option, start) if is_needy else NONE_NEEDED
    watched[level + 1, given + level] = supporter
    return supporter != NONE_LEFT


@callee
def _has(rows, option, other):  # type: ignore[no-untyped-def]
    """Return True if the row of an option has the bit of another one."""
    return rows[option, word_of(other)] & bit_of(other) != ZERO


@callee
def _supporter(tables, stack, level, option, start):  # type: ignore[no-untyped-def]
    """Return a supporter of an option, from a word on, that is not excluded at a level."""
    for word in range(np.int64(start), tables.last[option] + 1):
        fitting = tables.supporters[option, word]
        if fitting != ZERO:
            fitting &= _fitting(tables, stack, level, word)
            if fitting != ZERO:
                return np.int64(first_of(np.uint64(word)) + lowest_bit(fitting))
    return NONE_LEFT


class ConditionalScan(SubproblemSearch):
    """The scan of one subproblem: its tables and its stack (step X1)."""

    node_cost = NODE_COST

    def __init__(self, run: RunData, board: ConditionalBoard, subproblem: Subproblem) -> None:
        super().__init__(run, subproblem, board.number, int(board.cell[-1]) + 3)
        tables, bits = board.tables, len(board.number)
        is_chosen = np.isin(board.number, subproblem.chosen)
        chosen, active = np.flatnonzero(is_chosen), np.append(subproblem.active, False)[board.number]
        fitting = np.bitwise_and.reduce([words_of(active), *tables.compatible[chosen]], axis=0)
        needy = board.is_needy & ~(tables.supporters & words_of(is_chosen)).any(axis=1)
        subproblem_tables = fitting, needy, *board.images(subproblem, run.leader)
        waiting = np.array([*chosen[needy[chosen]], *(bits + np.flatnonzero(needy[bits:]))], dtype=np.uint64)
        levels = self.levels
        option, symmetries, word, end, untried = np.zeros((5, levels), dtype=np.uint64)
        covered = np.zeros((levels, len(tables.everything)), dtype=np.uint64)
        watched = np.full((levels, len(waiting) + levels), NONE_NEEDED)
        covered[0] = np.bitwise_or.reduce(tables.covers[chosen], axis=0)
        symmetries[0] = ALL
        levels_of = waiting, option, covered, symmetries, watched, word, end, untried
        self._stack = ConditionalStack(self.state, self._path, *levels_of, *subproblem_tables)
        supporters = np.unpackbits((tables.supporters[waiting] & fitting).view(np.uint8), axis=-1, bitorder="little")
        watched[0, : len(waiting)] = supporters.argmax(axis=1)
        if supporters.any(axis=1).all():
            empty = numbers_of(tables.everything & ~covered[0])[0]
            word[0], end[0] = tables.start[empty], tables.start[empty + 1]
            untried[0] = fitting[word[0]]
        self._definitions = board.conditions.definitions
        self._search = partial(scan_conditionally, tables, self._stack, self._rows)
