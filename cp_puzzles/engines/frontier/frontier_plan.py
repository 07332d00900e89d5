"""The plan of a sweep: the options decided at each step, and the place of each open item in the state.

Every option belongs to its *pivot*: the first of its items that is covered at most once, usually its first cell in fill
order. A step decides which option of one pivot is chosen, if any. An item is open from the step of its first option to
the step of its last one. While it is open, a *slot* of bits of the state holds the number of chosen options that cover
it; after that the bits are reused. The open cells are the frontier. An item whose bounds are redundant has no slot.

A solution that some symmetries map to itself is a union of orbits of options. It covers all items of an orbit equally
often, so one item represents each orbit of items, and an orbit of options covers this item as often as its options do
together. The solutions of this *orbit cover*, for which a sweep is planned, are in bijection with the fixed solutions.

The cells of a board are in fill order, which makes a narrow frontier. Another cover problem may list its items in any
order. In the new order of the items that are covered at most once, the next one is the open item that opens the fewest
others (King, An automatic reordering scheme for simultaneous equations derived from network systems, 1970).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.cover.ragged_rows import Ragged

Permutations = npt.NDArray[np.int32]

GAIN = 0.75
"""The given order is kept unless the new frontier is narrower by this factor."""


@dataclass(frozen=True)
class OrbitCover:
    """A cover problem whose options cover items several times.

    `bounds[i]` is (minimum, maximum) of item i. An option is a tuple of pairs (item, times) with ascending items; it
    represents an orbit of the problem's options, whose first one is in `leaders`.
    """

    bounds: tuple[tuple[int, int], ...]
    options: tuple[tuple[tuple[int, int], ...], ...]
    leaders: tuple[int, ...]


def orbit_cover(problem: CoverProblem, options: Permutations, items: Permutations) -> OrbitCover:
    """Return the orbit cover under a group of permutations of options and items, with a row for each element.

    Items keep their order: an orbit takes the place of its first item.

    >>> from cp_puzzles.cover.cover_problem import Item
    >>> strip = CoverProblem(tuple(Item("cell", c, 1, 1) for c in "abcd") + (Item("tile", "I", 2, 2),),
    ...                      ((0, 1, 4), (1, 2, 4), (2, 3, 4)))
    >>> half_turn = np.array([[0, 1, 2], [2, 1, 0]], dtype=np.int32), np.array([[0, 1, 2, 3, 4], [3, 2, 1, 0, 4]])
    >>> cover = orbit_cover(strip, *half_turn)
    >>> cover.options, cover.leaders
    ((((0, 1), (1, 1), (2, 2)), ((1, 1), (2, 1))), (0, 1))
    """
    leader = items.min(axis=0).tolist()
    leaders = [item for item, first in enumerate(leader) if item == first]
    number = {item: i for i, item in enumerate(leaders)}
    times: dict[int, Counter[int]] = {}
    for option, first in enumerate(options.min(axis=0).tolist()):
        covered = times.setdefault(first, Counter())
        covered.update(number[item] for item in problem.options[option] if item in number)
    bounds = tuple((problem.items[item].minimum, problem.items[item].maximum) for item in leaders)
    fitting = [
        (first, tuple(sorted(covered.items())))
        for first, covered in sorted(times.items())
        if all(count <= bounds[item][1] for item, count in covered.items())
    ]
    return OrbitCover(bounds, tuple(option for _, option in fitting), tuple(first for first, _ in fitting))


def with_narrow_frontier(cover: OrbitCover) -> OrbitCover:
    """Return the cover with its items in an order in which the frontier is narrow.

    >>> path = ((0, 2), (2, 4), (4, 1), (1, 3), (3, 5))
    >>> tangled = OrbitCover(((1, 1),) * 6, tuple(((a, 1), (b, 1)) for a, b in map(sorted, path)), (0, 1, 2, 3, 4))
    >>> with_narrow_frontier(tangled).options
    (((0, 1), (1, 1)), ((1, 1), (2, 1)), ((2, 1), (3, 1)), ((3, 1), (4, 1)), ((4, 1), (5, 1)))
    """
    given = list(range(len(cover.bounds)))
    singles = [item for item in given if cover.bounds[item][1] == 1]
    neighbors = _neighbors(cover, singles)
    order = _king(singles, neighbors)
    if _width(order, neighbors) > GAIN * _width(singles, neighbors):
        return cover
    order += [item for item in given if cover.bounds[item][1] != 1]
    position = {old: new for new, old in enumerate(order)}
    options = [tuple(sorted((position[item], times) for item, times in option)) for option in cover.options]
    sorted_options = sorted(zip(options, cover.leaders, strict=True))
    return OrbitCover(
        tuple(cover.bounds[item] for item in order),
        tuple(option for option, _ in sorted_options),
        tuple(leader for _, leader in sorted_options),
    )


def _neighbors(cover: OrbitCover, singles: Sequence[int]) -> dict[int, int]:
    """Return for each item the items that share an option with it, itself included, as bits."""
    neighbors = dict.fromkeys(singles, 0)
    for option in cover.options:
        covered = [item for item, _ in option if item in neighbors]
        mask = sum(1 << item for item in covered)
        for item in covered:
            neighbors[item] |= mask
    return neighbors


def _king(singles: Sequence[int], neighbors: dict[int, int]) -> list[int]:
    """Return the items in King's order."""
    order: list[int] = []
    remaining = dict.fromkeys(singles)
    opened = 0
    while remaining:
        frontier = [item for item in remaining if opened >> item & 1] or list(remaining)
        best = min(frontier, key=lambda item: (neighbors[item] & ~opened).bit_count())
        del remaining[best]
        order.append(best)
        opened |= neighbors[best] | 1 << best
    return order


def _width(order: Sequence[int], neighbors: dict[int, int]) -> int:
    """Return the largest number of items that are open at once: they share an option with an earlier item."""
    opened = done = widest = 0
    for item in order:
        done |= 1 << item
        opened |= neighbors[item]
        widest = max(widest, (opened & ~done).bit_count())
    return widest


WORD = 64


@dataclass(frozen=True)
class Slot:
    """The bits of the state that count the options of an item: from `shift` in word `word`.

    The count goes from 0 to `cap`, where it saturates if the item may be covered more often. After the last option of
    the item it must have reached `minimum`, and is cleared.
    """

    word: int
    shift: int
    cap: int
    saturates: bool
    minimum: int

    @cached_property
    def mask(self) -> int:
        """The bits of the count in its word."""
        return ((1 << self.cap.bit_length()) - 1) << self.shift


@dataclass(frozen=True)
class Move:
    """The choice of an option.

    `masks` has the bits of each word that must be 0 before the choice and are 1 after it. `raises` has the slots whose
    counts it raises, and by how much; the move is excluded if a count would exceed its cap, unless it saturates.
    `leader` is the option of the problem: the first of the orbit of options that are chosen together.
    """

    leader: int
    masks: tuple[int, ...]
    raises: tuple[tuple[Slot, int], ...]


@dataclass(frozen=True)
class SweepStep:
    """A step: choose one of the moves, unless the pivot is covered already; choose none if it `may_skip`.

    `pivot` is the slot of the pivot's count; None if no earlier option covers the pivot. `closings` are the slots of
    the items that no later option covers.
    """

    pivot: Slot | None
    may_skip: bool
    moves: tuple[Move, ...]
    closings: tuple[Slot, ...]

    @cached_property
    def work(self) -> float:
        """The work that does not depend on the number of states, in moves; a count raised or checked is a quarter."""
        minima = sum(slot.minimum > 0 for slot in self.closings)
        return sum(1 + (len(move.raises) + minima) / 4 for move in self.moves)


@dataclass(frozen=True)
class SweepPlan:
    """The steps in order and the 64-bit words of a state; `feasible` is False if an item has too few options."""

    steps: tuple[SweepStep, ...]
    words: int
    feasible: bool


def plan_sweep(cover: OrbitCover) -> SweepPlan:
    """Return the plan for a cover with its items in the given order.

    >>> domino = OrbitCover(((1, 1), (1, 1), (0, 9)), (((0, 1), (1, 1), (2, 1)),), (0,))
    >>> plan_sweep(domino).steps[0].may_skip
    False
    """
    # how often each item can be covered
    covering = Ragged.of([[item for item, _ in option] for option in cover.options]).transposed(len(cover.bounds))
    singles = [[item for item, _ in option if cover.bounds[item][1] == 1] for option in cover.options]
    most_times = [_most_times(cover, singles, item, options) for item, options in enumerate(covering)]
    if any(low > min(high, most) for (low, high), most in zip(cover.bounds, most_times, strict=True)):
        return SweepPlan((), 1, False)
    # one step for each pivot: the first item of an option that is covered at most once
    pivot_of = [items[0] if items else len(cover.bounds) + number for number, items in enumerate(singles)]
    by_pivot: dict[int, list[int]] = {pivot: [] for pivot in sorted(pivot_of)}
    for number, pivot in enumerate(pivot_of):
        by_pivot[pivot].append(number)
    # an item has a slot of the state from its first step to its last
    opened, closed = defaultdict[int, list[int]](list), defaultdict[int, list[int]](list)
    for item, options in enumerate(covering):
        if options:
            opened[min(pivot_of[option] for option in options)].append(item)
            closed[max(pivot_of[option] for option in options)].append(item)
    # give out the slots, step by step
    used, slot_of, steps = [0], dict[int, Slot](), []
    for pivot in by_pivot:
        for item in opened[pivot]:
            count = _count(cover.bounds[item], most_times[item])
            if item != pivot and count is not None:
                word, shift = _free_bits(used, count[0].bit_length())
                slot_of[item] = Slot(word, shift, *count)
        closing = [item for item in closed[pivot] if item in slot_of]
        steps.append((pivot, dict(slot_of), closing))
        for item in closing:
            slot = slot_of.pop(item)
            used[slot.word] &= ~slot.mask
    return SweepPlan(
        tuple(
            SweepStep(
                slot_of.get(pivot),
                pivot >= len(cover.bounds) or cover.bounds[pivot][0] == 0,
                tuple(_move(cover, n, pivot, slot_of, len(used)) for n in by_pivot[pivot]),
                tuple(slot_of[item] for item in closing if item != pivot),
            )
            for pivot, slot_of, closing in steps
        ),
        len(used),
        True,
    )


def _most_times(cover: OrbitCover, singles: Sequence[Sequence[int]], item: int, covering: Sequence[int]) -> int:
    """Return an upper bound on the number of times that a solution covers an item.

    `covering` are the options of the item. Each of them uses up its `singles`, items that are covered once, as cells.
    """
    if cover.bounds[item][1] <= 1:
        return min(len(covering), cover.bounds[item][1])
    uses = [(dict(cover.options[number])[item], singles[number]) for number in covering]
    most = sum(times for times, _ in uses)
    if not all(of_option for _, of_option in uses):
        return most
    cells = len({cell for _, of_option in uses for cell in of_option})
    return min(most, max((times * cells // len(of_option) for times, of_option in uses), default=0))


def _count(bounds: tuple[int, int], most: int) -> tuple[int, bool, int] | None:
    """Return cap, saturation and minimum of the count of an item, see `Slot`; None if its bounds are redundant.

    The item is covered at most `most` times.
    """
    low, high = bounds
    if high == 1 or high < most:
        return high, False, low
    return (low, True, low) if low else None


def _free_bits(used: list[int], width: int) -> tuple[int, int]:
    """Return the word and the place of the lowest free bits, and mark them as used."""
    mask = (1 << width) - 1
    for word in range(len(used) + 1):
        if word == len(used):
            used.append(0)
        for shift in range(WORD - width + 1):
            if not used[word] & mask << shift:
                used[word] |= mask << shift
                return word, shift
    raise AssertionError("a count is wider than a word")


def _move(cover: OrbitCover, number: int, pivot: int, slot_of: Mapping[int, Slot], words: int) -> Move:
    """Return the move that chooses an option; the pivot needs no bit of the state."""
    masks, raises = [0] * words, []
    for item, times in cover.options[number]:
        if item == pivot or item not in slot_of:
            continue
        slot = slot_of[item]
        if slot.cap == 1 and not slot.saturates:
            masks[slot.word] |= slot.mask
        else:
            raises.append((slot, times))
    return Move(cover.leaders[number], tuple(masks), tuple(raises))
