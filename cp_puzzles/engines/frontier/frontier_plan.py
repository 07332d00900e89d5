"""The plan of a sweep: the options decided at each step, and the place of each open item in the state.

Every option belongs to its *pivot*: the first of its items that is covered at most once, usually its first cell in fill
order. A step decides which option of one pivot is chosen, if any. An item is open from the step of its first option to
the step of its last one. While it is open, a *slot* of bits of the state holds the number of chosen options that cover
it; after that the bits are reused. The open cells are the frontier. An item whose bounds are redundant has no slot.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from cp_puzzles.cover.ragged_rows import Ragged
from cp_puzzles.engines.frontier.orbit_cover import OrbitCover

WORD = 64


@dataclass(frozen=True)
class Slot:
    """The bits of the state that count the options of an item: `width` bits from `shift` in word `word`."""

    word: int
    shift: int
    width: int


@dataclass(frozen=True)
class Raise:
    """The addition of `times` to the count in a slot; above `cap` the move is excluded, or the count saturates."""

    slot: Slot
    times: int
    cap: int
    saturates: bool


@dataclass(frozen=True)
class Move:
    """The choice of an option.

    `masks` has the bits of each word that must be 0 before the choice and are 1 after it; `raises` are the counts that
    it raises. `leader` is the option of the problem: the first of the orbit of options that are chosen together.
    """

    leader: int
    masks: tuple[int, ...]
    raises: tuple[Raise, ...]


@dataclass(frozen=True)
class Close:
    """The close of an item after its last option: its count must have reached `minimum`, and is cleared."""

    slot: Slot
    minimum: int


@dataclass(frozen=True)
class SweepStep:
    """A step: choose one of the moves, unless the pivot is covered already; choose none if it `may_skip`.

    `pivot` is the slot of the pivot's count; None if no earlier option covers the pivot. `closings` are the items that
    no later option covers.
    """

    pivot: Slot | None
    may_skip: bool
    moves: tuple[Move, ...]
    closings: tuple[Close, ...]

    @cached_property
    def work(self) -> float:
        """The work that does not depend on the number of states, in moves; a count raised or checked is a quarter."""
        minima = sum(close.minimum > 0 for close in self.closings)
        return sum(1 + (len(move.raises) + minima) / 4 for move in self.moves)


@dataclass(frozen=True)
class SweepPlan:
    """The steps in order and the 64-bit words of a state; `feasible` is False if an item has too few options."""

    steps: tuple[SweepStep, ...]
    words: int
    feasible: bool


@dataclass(frozen=True)
class _Count:
    """The count of an item: from 0 to `cap`, where it saturates if the item may be covered more often."""

    cap: int
    saturates: bool
    minimum: int


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
    counts = [_count(bounds, most) for bounds, most in zip(cover.bounds, most_times, strict=True)]
    # one step for each pivot: the first item of an option that is covered at most once
    by_pivot: dict[int, list[int]] = defaultdict(list)
    for number, option in enumerate(cover.options):
        pivot = next((item for item, _ in option if cover.bounds[item][1] == 1), len(cover.bounds) + number)
        by_pivot[pivot].append(number)
    # an item has a slot of the state from its first step to its last
    first: dict[int, int] = {}
    last: dict[int, int] = {}
    pivots = sorted(by_pivot)
    for step, pivot in enumerate(pivots):
        for number in by_pivot[pivot]:
            for item, _ in cover.options[number]:
                first.setdefault(item, step)
                last[item] = step
    if any(low > min(high, most) for (low, high), most in zip(cover.bounds, most_times, strict=True)):
        return SweepPlan((), 1, False)
    # give out the slots, step by step
    slots = _Slots()
    steps = []
    for step, pivot in enumerate(pivots):
        touched = sorted({item for number in by_pivot[pivot] for item, _ in cover.options[number]})
        for item in touched:
            count = counts[item]
            if first[item] == step and item != pivot and count is not None:
                slots.open(item, count.cap.bit_length())
        closing = [item for item in touched if last[item] == step and item in slots.of]
        steps.append((step, pivot, dict(slots.of), closing))
        for item in closing:
            slots.close(item)
    return SweepPlan(
        tuple(
            SweepStep(
                slot_of.get(pivot),
                pivot >= len(cover.bounds) or cover.bounds[pivot][0] == 0,
                tuple(_move(cover, n, pivot, counts, slot_of, slots.words) for n in by_pivot[pivot]),
                tuple(Close(slot_of[item], _minimum(counts[item])) for item in closing if item != pivot),
            )
            for step, pivot, slot_of, closing in steps
        ),
        slots.words,
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


def _count(bounds: tuple[int, int], most: int) -> _Count | None:
    """Return the count of an item that is covered at most `most` times; None if its bounds are redundant."""
    low, high = bounds
    if high == 1 or high < most:
        return _Count(high, False, low)
    return _Count(low, True, low) if low else None


def _minimum(count: _Count | None) -> int:
    return count.minimum if count else 0


def _move(
    cover: OrbitCover,
    number: int,
    pivot: int,
    counts: list[_Count | None],
    slot_of: dict[int, Slot],
    words: int,
) -> Move:
    """Return the move that chooses an option; the pivot needs no bit of the state."""
    masks = [0] * words
    raises = []
    for item, times in cover.options[number]:
        count = counts[item]
        if item == pivot or count is None:
            continue
        slot = slot_of[item]
        if slot.width == 1 and not count.saturates:
            masks[slot.word] |= 1 << slot.shift
        else:
            raises.append(Raise(slot, times, count.cap, count.saturates))
    return Move(cover.leaders[number], tuple(masks), tuple(raises))


class _Slots:
    """An allocator of the lowest free bits; a slot lies in one word."""

    def __init__(self) -> None:
        self.of: dict[int, Slot] = {}
        self._used = [0]

    @property
    def words(self) -> int:
        return len(self._used)

    def open(self, item: int, width: int) -> None:
        mask = (1 << width) - 1
        for word in range(len(self._used) + 1):
            if word == len(self._used):
                self._used.append(0)
            for shift in range(WORD - width + 1):
                if not self._used[word] & mask << shift:
                    self._used[word] |= mask << shift
                    self.of[item] = Slot(word, shift, width)
                    return

    def close(self, item: int) -> None:
        slot = self.of.pop(item)
        self._used[slot.word] &= ~(((1 << slot.width) - 1) << slot.shift)
