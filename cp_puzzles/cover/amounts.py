"""Which amounts of several kinds of cells the copies of some tiles can cover together, as sets of sums."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import prod
from operator import mul

Amounts = tuple[int, ...]
"""Numbers of cells, one for each kind."""

MOST_WORK = 1 << 32
"""Bits that may be moved to find out which sums there are; where it takes more, nothing is known."""


@dataclass(frozen=True)
class Copies:
    """A tile of which there are `minimum` to `maximum` copies, each of which covers one of some `amounts`."""

    amounts: tuple[Amounts, ...]
    minimum: int
    maximum: int


def can_cover(least: Amounts, most: Amounts, tiles: Iterable[Copies]) -> bool:
    """Whether some choice of copies covers at least and at most these amounts; also True where that is not known.

    A sum is a bit of one number, each amount a digit of the place of the bit, with room for two that are allowed.

    >>> can_cover((5,), (5,), [Copies(((2,),), 0, 2), Copies(((3,),), 0, 1)])
    True
    >>> can_cover((3, 1), (3, 1), [Copies(((1, 1), (0, 2)), 2, 2)])
    False
    """
    tiles = [_that_fit(tile, most) for tile in tiles]
    places = tuple(accumulate((2 * n + 1 for n in most[:-1]), mul, initial=1))
    moves = sum(len(tile.amounts) * tile.maximum for tile in tiles if len(tile.amounts) > 1)
    if (moves + len(tiles)) * prod(2 * n + 1 for n in most) > MOST_WORK:
        return True
    allowed = _box((0,) * len(most), most, places)
    sums = 1
    for tile in tiles:
        steps = [sum(map(mul, amounts, places)) for amounts in tile.amounts]
        if tile.minimum > tile.maximum or (tile.minimum and not steps):
            return False
        sums = _with_copies(sums, steps, tile.minimum, tile.maximum, allowed)
    return bool(sums & _box(least, most, places))


def _that_fit(tile: Copies, most: Amounts) -> Copies:
    """A tile without what is more than allowed; of one that always covers the same, no more copies than fit."""
    amounts = tuple(own for own in tile.amounts if all(x <= n for x, n in zip(own, most, strict=True)))
    maximum = tile.maximum
    if len(amounts) == 1:
        maximum = min([maximum, *(n // x for x, n in zip(amounts[0], most, strict=True) if x)])
    return Copies(amounts, tile.minimum, maximum)


def _with_copies(sums: int, steps: Sequence[int], minimum: int, maximum: int, allowed: int) -> int:
    """The sums after between `minimum` and `maximum` steps, each one of some."""
    if len(steps) == 1:
        sums = sums << minimum * steps[0] & allowed
        left, copies = maximum - minimum, 1
        while left:
            copies = min(copies, left)
            sums |= sums << copies * steps[0] & allowed
            left, copies = left - copies, 2 * copies
        return sums
    for _ in range(minimum):
        sums = _after_one(sums, steps) & allowed
    for _ in range(maximum - minimum):
        more = (sums | _after_one(sums, steps)) & allowed
        if more == sums:
            break
        sums = more
    return sums


def _after_one(sums: int, steps: Sequence[int]) -> int:
    after = 0
    for step in steps:
        after |= sums << step
    return after


def _box(least: Amounts, most: Amounts, places: Sequence[int]) -> int:
    """The bits of all amounts between two."""
    bits = 1
    for low, high, place in zip(least, most, places, strict=True):
        row, count = bits, 1
        while count <= high - low:
            more = min(count, high - low + 1 - count)
            row |= row << more * place
            count += more
        bits = row << low * place
    return bits
