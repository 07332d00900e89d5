"""The search of one subproblem with single cells whose sides match: always the cell with the fewest tiles that fit."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np

from cp_puzzles.base.arrays import Ints, Mask, Words
from cp_puzzles.base.jit import MASK, ONE, SHIFT, ZERO, callee, gradual, lowest_bit, popcount, words_for
from cp_puzzles.engines.exact_cover.matched_board import MatchedBoard
from cp_puzzles.engines.exact_cover.subproblem_search import (
    OpenLevel,
    RunData,
    State,
    SubproblemSearch,
    visit,
)
from cp_puzzles.engines.exact_cover.subproblems import Subproblem


class Active(NamedTuple):
    """The active options of the subproblem, as a mask, and the set of their tiles at each cell."""

    options: Mask
    tiles: Words


class MatchedStack(NamedTuple):
    """The stack: its numbers, see `State`, and its `path`.

    `option`, `cell`, `only`, `start`, `following`, `end`: for each level its option (from 1 on), its cell, the tile
    that is tried alone or -1, and the first place, the next one and the end of the options of this cell.
    `key`: the key of each cell. `used`: the number of options of each tile. `left`, `needed`: the sets of tiles of
    which more may be used, and must be used. `open`: the set of the cells without an option. `once`, `twice`: memory
    for the sets of tiles that fit at one cell or more, and at two or more.
    """

    state: Ints
    path: Ints
    option: Ints
    cell: Ints
    only: Ints
    start: Ints
    following: Ints
    end: Ints
    key: Ints
    used: Ints
    left: Words
    needed: Words
    open: Words
    once: Words
    twice: Words


@gradual(budget=4)
def search_matched(board, active, stack, rows, budget, most):  # type: ignore[no-untyped-def]
    """Search `budget` nodes, or until `most` solutions are visited; return True at the end."""
    state, option, following = stack.state, stack.option, stack.following
    cells, level, nodes, goes_on = len(stack.key), state[State.LEVEL], 0, most > 0
    if state[State.ENTERS] == 0:  # X1
        state[State.ENTERS] = 1
        level = _enter(board, active, stack, -1)
        if level < 0:
            return True
    while nodes < budget and goes_on:
        cell, place = stack.cell[level], following[level]
        while place < stack.end[level]:  # X5
            chosen = board.number[cell, board.fitting[place]]
            tile = board.tile[chosen]
            if stack.only[level] >= 0 and tile != stack.only[level]:
                place += 1
                continue
            if active.options[chosen] and stack.left[tile >> SHIFT] >> np.uint64(tile & MASK) & ONE:
                break
            place += 1
        following[level] = place + 1
        if place >= stack.end[level]:  # X7, X8
            if level == state[State.FLOOR]:
                state[State.NODES] += nodes
                return True
            level -= 1
            _remove(board, stack, stack.cell[level], option[level + 1])
            continue
        option[level + 1] = chosen
        if state[State.PATH]:
            if chosen != stack.path[state[State.PATH] - 1]:
                continue
            state[State.PATH] -= 1
        nodes += state[State.PATH] == 0
        _choose(board, stack, cell, chosen)
        if level + 1 < cells:  # X3
            entered = _enter(board, active, stack, level)
            if entered > level:
                level = entered
                continue
        elif not stack.needed.any():  # X2
            visit(state, option, np.uint64(level + 1), rows)
            goes_on = state[State.FILLED] < most
        _remove(board, stack, cell, chosen)
    state[State.LEVEL] = level
    state[State.NODES] += nodes
    return False


@callee
def _enter(board, active, stack, level):  # type: ignore[no-untyped-def]
    """Enter the next level; return the same level at a dead end.

    It is the cell with the fewest tiles that fit, or that of a tile that is needed and fits at no other cell.
    """
    fewest, best, only, words = np.int64(1 << 30), np.int64(0), np.int64(-1), len(stack.left)
    for word in range(words):
        stack.once[word] = stack.twice[word] = ZERO
    for block in range(len(stack.open)):
        cells = stack.open[block]
        while cells:
            cell = np.int64((block << SHIFT) + np.int64(lowest_bit(cells)))
            cells &= cells - ONE
            row, size = board.first[cell] + stack.key[cell], np.int64(0)
            for word in range(words):
                fitting = board.tiles[row, word] & active.tiles[cell, word] & stack.left[word]
                size += np.int64(popcount(fitting))
                stack.twice[word] |= stack.once[word] & fitting
                stack.once[word] |= fitting
            if size < fewest:
                fewest, best = size, cell
                if size == 0:
                    return level
    for word in range(words):
        if stack.needed[word] & ~stack.once[word]:
            return level
        single = stack.needed[word] & ~stack.twice[word]
        if single and fewest > 1:
            only = (word << SHIFT) + np.int64(lowest_bit(single))
    if only >= 0:
        best = _cell_of(board, active, stack, only)
    level += 1
    key = board.first[best] + stack.key[best]
    stack.cell[level], stack.only[level] = best, only
    stack.start[level] = stack.following[level] = board.start[key]
    stack.end[level] = board.start[key + 1]
    return level


@callee
def _cell_of(board, active, stack, tile):  # type: ignore[no-untyped-def]
    """Return the first open cell where a tile fits."""
    word, bit = tile >> SHIFT, ONE << np.uint64(tile & MASK)
    for cell in range(len(stack.key)):
        is_open = stack.open[cell >> SHIFT] >> np.uint64(cell & MASK) & ONE
        if is_open and board.tiles[board.first[cell] + stack.key[cell], word] & active.tiles[cell, word] & bit:
            return cell
    return 0


@callee
def _choose(board, stack, cell, option):  # type: ignore[no-untyped-def]
    """Choose an option for a cell."""
    stack.open[cell >> SHIFT] &= ~(ONE << np.uint64(cell & MASK))
    for link in range(board.neighbor.shape[1]):
        neighbor = board.neighbor[option, link]
        if neighbor >= 0:
            stack.key[neighbor] += board.part[option, link]
    tile = board.tile[option]
    stack.used[tile] += 1
    if stack.used[tile] == board.maximum[tile]:
        stack.left[tile >> SHIFT] &= ~(ONE << np.uint64(tile & MASK))
    if stack.used[tile] == board.minimum[tile]:
        stack.needed[tile >> SHIFT] &= ~(ONE << np.uint64(tile & MASK))


@callee
def _remove(board, stack, cell, option):  # type: ignore[no-untyped-def]
    """Undo `_choose`."""
    tile = board.tile[option]
    if stack.used[tile] == board.minimum[tile]:
        stack.needed[tile >> SHIFT] |= ONE << np.uint64(tile & MASK)
    if stack.used[tile] == board.maximum[tile]:
        stack.left[tile >> SHIFT] |= ONE << np.uint64(tile & MASK)
    stack.used[tile] -= 1
    for link in range(board.neighbor.shape[1]):
        neighbor = board.neighbor[option, link]
        if neighbor >= 0:
            stack.key[neighbor] -= board.part[option, link]
    stack.open[cell >> SHIFT] |= ONE << np.uint64(cell & MASK)


class MatchedSearch(SubproblemSearch):
    """The search of one subproblem; options that are chosen from the start are the only ones of their cells."""

    node_cost = 0.1

    def __init__(self, run: RunData, board: MatchedBoard, subproblem: Subproblem) -> None:
        super().__init__(run, replace(subproblem, chosen=()), np.arange(run.arrays.option_count))
        cells, tiles = len(board.number), len(board.maximum)
        self.levels = cells + 2
        options = subproblem.active.copy()
        for own in board.number:
            chosen = np.intersect1d(own, np.array(subproblem.chosen, dtype=np.int64))
            if len(chosen):
                options[own[own >= 0]] = False
                options[chosen] = True
        no_tiles = _set(board.maximum < 0)
        option, cell, only, start, following, end = np.zeros((6, self.levels), dtype=np.int64)
        stack = MatchedStack(
            *(self.state, self._path, option, cell, only, start, following, end),
            key=np.zeros(cells, dtype=np.int64),
            used=np.zeros(tiles, dtype=np.int64),
            left=_set(board.maximum > 0),
            needed=_set(board.minimum > 0),
            open=_set(np.ones(cells, dtype=np.bool_)),
            once=no_tiles,
            twice=no_tiles.copy(),
        )
        tiles_of = [board.tile[own[(own >= 0) & options[own]]] for own in board.number]
        available = [_set(np.bincount(tile, minlength=tiles) > 0) for tile in tiles_of]
        self._board, self._active, self._stack = board, Active(options, np.array(available)), stack
        self._search = partial(search_matched, board, self._active, stack, self._rows)

    def _levels_left(self) -> list[OpenLevel]:
        stack, tile, levels = self._stack, self._board.tile, []
        used = np.zeros(len(stack.used), dtype=np.int64)
        for level in range(int(self.state[State.LEVEL]) + 1):

            def untried(place: int, level: int = level) -> list[int]:
                options = np.array(self._options(level, place), dtype=np.int64)
                fits = self._active.options[options] & (used[tile[options]] < self._board.maximum[tile[options]])
                fits &= (stack.only[level] < 0) | (tile[options] == stack.only[level])
                return [int(option) for option in options[fits]]

            chosen = int(stack.option[level + 1])
            branches = len(untried(int(stack.start[level])))
            levels.append(OpenLevel.of(chosen, untried(int(stack.following[level])), branches))
            used[tile[chosen]] += 1
        return levels

    def _options(self, level: int, place: int) -> list[int]:
        """Return the options of the cell of a level from a place on."""
        numbers = self._board.fitting[place : int(self._stack.end[level])]
        options: list[int] = self._board.number[self._stack.cell[level], numbers].tolist()
        return options


def _set(mask: Mask) -> Words:
    """Return a set of numbers as words."""
    padded = np.zeros(64 * int(words_for(len(mask))), dtype=np.bool_)
    padded[: len(mask)] = mask
    words: Words = np.packbits(padded, bitorder="little").view(np.uint64)
    return words
