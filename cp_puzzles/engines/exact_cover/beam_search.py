"""The beam search: a board that pieces nearly fill is filled cell by cell, by many packings at once.

If cells may stay empty, backtracking does not help: where a packing went wrong is known only when the last pieces find
no place, hundreds of choices later. Here the best packings of all cells up to the next one are kept, as many as the
beam is wide (Lowerre, The Harpy speech recognition system, 1976). Each of them continues with every piece whose first
cell is the next one, and with that cell empty. The best packings have the fewest cells that are empty or that no piece
can cover. Tiles are used evenly, so that no difficult ones remain. A beam that drops packings and ends without a
solution is followed by one of twice its width; no beam proves anything.
"""

from __future__ import annotations

from collections import defaultdict
from math import inf
from typing import NamedTuple

import numpy as np

from cp_puzzles.base.arrays import Ints, Mask, Numbers
from cp_puzzles.base.jit import callee, compiled
from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.cover.ragged_rows import Ragged, starts_of
from cp_puzzles.engines.exact_cover.subproblem_search import RunData, State, SubproblemSearch
from cp_puzzles.engines.exact_cover.subproblems import Subproblem

PACE_COPIES = 4
"""The number of copies that a tile may be ahead of its share of the cells so far."""

NOISE_CELLS = 0.5
"""The noise in the comparison of packings, in cells."""

WORK_PER_PACKING = 3
"""The work of a continuation, in nodes of the general search."""

FIRST_WIDTH, MAX_WIDTH = 10, 10_000
"""The width of the first beam, and the largest one that doubling reaches: its memory is about 100 MB."""


class Places(NamedTuple):
    """The options in the order of their first cells, and the bounds that they must meet; last, to leave a cell empty.

    `cells`: the cells of each option, ascending, the last one repeated. `used`: its other items, padded with -1.
    `first`: the first option of each cell and of those after it. `covering[start[c]:start[c + 1]]`: the options that
    cover cell c. `maximum`: of each other item. `is_needed`: the mask of cells that must be covered. `empty`: the
    largest number of empty cells.
    """

    cells: Numbers
    used: Numbers
    first: Ints
    covering: Numbers
    start: Ints
    maximum: Ints
    is_needed: Mask
    empty: int


class Packings(NamedTuple):
    """Some packings of the cells before one cell: a row for each.

    `window`: the mask of that cell and of the next ones that are covered. `copies`: how often each other item is
    covered. `wasted`: the number of empty cells; `score`: with the cells that no piece can cover. `parent`: the number
    of the packing that it continues, `option`: the option that is added. `position`: the first cell that is
    neither covered nor left empty.
    """

    window: Mask
    copies: Numbers
    wasted: Ints
    score: Ints
    parent: Ints
    option: Ints
    position: Ints

    def rows(self, chosen: Ints | Mask | slice) -> Packings:
        """Return some of the packings."""
        return Packings._make(each[chosen] for each in self)

    @classmethod
    def empty(cls, count: int, window: int, items: int) -> Packings:
        """Return memory for packings, with nothing covered."""
        numbers: list[Ints] = [np.zeros(count, dtype=np.int64) for _ in range(5)]
        return cls(np.zeros((count, window), np.bool_), np.zeros((count, items), np.int32), *numbers)


@compiled
def continue_packings(places, at, packings, children):  # type: ignore[no-untyped-def]
    """Write the continuations of packings of the cells before `at` to `children`; return their number."""
    produced, width, empty = 0, packings.window.shape[1], len(places.used) - 1
    for k in range(places.cells.shape[1]):
        places.cells[empty, k] = at
    for parent in range(len(packings.window)):
        covered, copies = packings.window[parent], packings.copies[parent]
        for number in range(places.first[at], places.first[at + 1] + (not places.is_needed[at])):
            option = number if number < places.first[at + 1] else empty
            if not (_fits(places, covered, at, option) and _is_due(places, copies, at, width, option)):
                continue
            _cover(places, covered, at, option, True)
            position = at + 1
            while position - at < width and covered[position - at]:
                position += 1
            wasted = packings.wasted[parent] + (option == empty)
            score = wasted + _dead_cells(places, covered, at, position)
            if score <= places.empty:
                for k in range(width):
                    moved = k + position - at
                    children.window[produced, k] = covered[moved] if moved < width else False
                for item in range(len(copies)):
                    children.copies[produced, item] = copies[item]
                for k in range(places.used.shape[1]):
                    if places.used[option, k] >= 0:
                        children.copies[produced, places.used[option, k]] += 1
                children.wasted[produced], children.score[produced] = wasted, score
                children.parent[produced], children.position[produced] = parent, position
                children.option[produced] = option
                produced += 1
            _cover(places, covered, at, option, False)
    return produced


@callee
def _fits(places, covered, at, option):  # type: ignore[no-untyped-def]
    """Return True if no cell of an option is covered."""
    for k in range(places.cells.shape[1]):
        cell = places.cells[option, k] - at
        if cell < len(covered) and covered[cell]:
            return False
    return True


@callee
def _is_due(places, copies, at, width, option):  # type: ignore[no-untyped-def]
    """Return True if the items of an option may be covered once more, and need not wait."""
    for k in range(places.used.shape[1]):
        item = places.used[option, k]
        if item >= 0:
            most = places.maximum[item]
            share = most * (at + width) // len(places.is_needed) + PACE_COPIES
            if copies[item] >= min(most, share):
                return False
    return True


@callee
def _cover(places, covered, at, option, value):  # type: ignore[no-untyped-def]
    for k in range(places.cells.shape[1]):
        covered[places.cells[option, k] - at] = value


@callee
def _dead_cells(places, covered, at, position):  # type: ignore[no-untyped-def]
    """Return the number of open cells that no option covers any more; more than may stay empty if one is needed."""
    dead = 0
    for cell in range(position, min(at + len(covered), len(places.is_needed))):
        if covered[cell - at]:
            continue
        k = places.start[cell + 1] - 1
        while k >= places.start[cell]:
            if places.cells[places.covering[k], 0] < position:
                k = -1
            elif _fits(places, covered, at, places.covering[k]):
                break
            k -= 1
        if k < places.start[cell]:
            dead += 1 + (places.empty if places.is_needed[cell] else 0)
    return dead


def places_of(problem: CoverProblem, subproblem: Subproblem) -> tuple[Places, Ints, Ints]:
    """Return the places of a subproblem, the number of each option, and how often the other items must be covered."""
    cells, active = len(problem.cells), np.flatnonzero(subproblem.active)
    table = problem.table.padded(-1)
    items = table[active]
    order = np.argsort(items[:, 0], kind="stable")
    items, number = items[order], active[order]
    is_cell = (items >= 0) & (items < cells)
    covering = Ragged(items[is_cell].astype(np.int32), starts_of(is_cell.sum(axis=1))).transposed(cells)
    chosen = np.bincount(table[list(subproblem.chosen)].ravel() + 1, minlength=len(problem.items) + 1)
    least, most = np.array([(item.minimum, min(item.maximum, len(table))) for item in problem.items]).T - chosen[1:]
    sizes = is_cell.sum(axis=1)
    tile = problem.tile_numbers[number]
    smallest = [int(sizes[tile == item].min(initial=cells)) for item in problem.tiles]
    missing = np.maximum(least[problem.tiles.start : problem.tiles.stop], 0)
    used = -np.sort(-np.where(items >= cells, items - cells, -1), axis=1)
    used = used[:, : max(1, int((used >= 0).sum(axis=1).max(initial=0)))]
    places = Places(
        cells=np.pad(np.where(is_cell, items, items[:, :1]), ((0, 1), (0, 0))).astype(np.int32),
        used=np.pad(used, ((0, 1), (0, 0)), constant_values=-1).astype(np.int32),
        first=np.searchsorted(items[:, 0], np.arange(cells + 1)),
        covering=covering.values,
        start=covering.starts,
        maximum=most[cells:].astype(np.int64),
        is_needed=least[:cells] > 0,
        empty=cells - int(missing @ smallest),
    )
    return places, number, np.maximum(least[cells:], 0)


def beam_window(problem: CoverProblem) -> float:
    """Return the largest number of cells from the first to the last one of an option.

    It is infinite if an option covers no cell, or a cell may be covered more than once: a beam cannot search then.
    """
    if any(item.maximum > 1 for item in problem.items[: len(problem.cells)]):
        return inf
    if not (problem.table.lengths > 0).all() or not len(problem.options):
        return inf
    items = problem.table.padded(-1)
    first, last = items[:, 0], np.where(items < len(problem.cells), items, -1).max(axis=1)
    return int((last - first).max()) + 1 if (last >= 0).all() else inf


class BeamSearch(SubproblemSearch):
    """The beam search of one subproblem; it begins again, twice as wide, as long as it drops packings."""

    def __init__(
        self, run: RunData, subproblem: Subproblem, problem: CoverProblem, random: np.random.Generator
    ) -> None:
        self._places, number, self._least = places_of(problem, subproblem)
        super().__init__(run, subproblem, number)
        self._window, self._random = int(beam_window(problem)), random
        self._tokens = random.integers(1 << 63, size=self._window + len(self._least), dtype=np.uint64)
        self._search = self._advance
        self._begin(FIRST_WIDTH)

    def _begin(self, width: int) -> None:
        """Begin with the packing of no piece."""
        self._width, self._at, self._kept, self._was_full = width, 0, 0, False
        self._waiting: defaultdict[int, list[Packings]] = defaultdict(list)
        self._waiting[0].append(Packings.empty(1, self._window, len(self._least)))
        self._log: list[Ints] = []
        most = width * (1 + int(np.diff(self._places.first).max(initial=0)))
        self._children = Packings.empty(most, self._window, len(self._least))

    def _advance(self, nodes: int, most: int) -> bool:
        """Continue the packings of one cell after the other; see `SubproblemSearch`."""
        spent = 0
        while spent < nodes and not self.state[State.FILLED]:
            if not self._waiting and not self._was_full:
                self.state[State.WORK] += nodes - spent  # a wider beam would keep the same packings
                break
            if not self._waiting:
                self._begin(min(2 * self._width, MAX_WIDTH))
            waiting = self._waiting.pop(self._at, None)
            spent += 1 if waiting is None else self._continue(self._best(waiting))
            self._at += 1
        self.state[State.NODES] += spent
        return False

    def _best(self, blocks: list[Packings]) -> Packings:
        """Return the best packings, each once."""
        packings = Packings._make(map(np.concatenate, zip(*blocks, strict=True)))
        state = np.hstack([packings.window, packings.copies]).astype(np.uint64)
        _, distinct = np.unique(state @ self._tokens, return_index=True)
        score = packings.score[distinct] + NOISE_CELLS * self._random.random(len(distinct))
        return packings.rows(distinct[np.argsort(score)[: self._width]])

    def _continue(self, packings: Packings) -> int:
        """Look for a solution among packings of the cells so far, or continue them; return the work."""
        places, at = self._places, self._at
        before, self._kept = self._kept, self._kept + len(packings.option)
        self._was_full |= len(packings.option) == self._width
        self._log.append(np.stack([packings.parent, packings.option], axis=1))
        is_done = (packings.copies >= self._least).all(axis=1)
        if is_done.any() and not places.is_needed[at:].any():
            self._visit(before + int(is_done.argmax()))
        elif at < len(places.is_needed):
            produced = int(continue_packings(places, at, packings, self._children))
            children = self._children.rows(slice(produced))
            children.parent[:] += before  # the numbers of all packings
            for position in np.unique(children.position).tolist():
                self._waiting[position].append(children.rows(children.position == position))
            return len(packings.option) + WORK_PER_PACKING * produced
        return len(packings.option)

    def _visit(self, packing: int) -> None:
        """Store the options of a packing as a solution."""
        log, options = np.concatenate(self._log), []
        while packing:
            packing, option = log[packing].tolist()
            options += [option] if self._number[option] >= 0 else []
        if len(self._rows):
            self._rows[0] = -1
            self._rows[0, : len(options)] = options
        self.state[State.FOUND] += 1
        self.state[State.FILLED] = 1
