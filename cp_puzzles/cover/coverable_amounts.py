"""Amounts of cells of each class that copies of tiles can cover together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import prod
from operator import mul

Amounts = tuple[int, ...]
"""Numbers of cells, one for each class."""

MAX_SHIFTED_BITS = 1 << 32
"""The largest number of bits to shift, which takes some seconds; beyond it `can_cover` does not decide."""


@dataclass(frozen=True)
class Copies:
    """A tile with `minimum` to `maximum` copies, each of which covers one of the `amounts`."""

    amounts: tuple[Amounts, ...]
    minimum: int
    maximum: int


def can_cover(least: Amounts, most: Amounts, tiles: Iterable[Copies]) -> bool:
    """Return whether some choice of copies covers amounts within these bounds; also True if deciding takes too long.

    The set of possible sums is a number whose bits stand for sums. The amounts of a sum are the digits of the position
    of its bit; each digit has room for the sum of two allowed amounts.

    >>> can_cover((5,), (5,), [Copies(((2,),), 0, 2), Copies(((3,),), 0, 1)])
    True
    >>> can_cover((3, 1), (3, 1), [Copies(((1, 1), (0, 2)), 2, 2)])
    False
    """
    tiles = [_that_fit(tile, most) for tile in tiles]
    places = tuple(accumulate((2 * n + 1 for n in most[:-1]), mul, initial=1))
    moves = sum(len(tile.amounts) * tile.maximum for tile in tiles if len(tile.amounts) > 1)
    if (moves + len(tiles)) * prod(2 * n + 1 for n in most) > MAX_SHIFTED_BITS:
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
    """Return a tile without amounts that are too large; a tile with one amount gets no more copies than fit."""
    amounts = tuple(amount for amount in tile.amounts if all(x <= n for x, n in zip(amount, most, strict=True)))
    maximum = tile.maximum
    if len(amounts) == 1:
        maximum = min([maximum, *(n // x for x, n in zip(amounts[0], most, strict=True) if x)])
    return Copies(amounts, tile.minimum, maximum)


def _with_copies(sums: int, steps: Sequence[int], minimum: int, maximum: int, allowed: int) -> int:
    """Return the sums after `minimum` to `maximum` steps, each of them one of the amounts."""
    if len(steps) == 1:
        sums = sums << minimum * steps[0] & allowed
        remaining, copies = maximum - minimum, 1
        while remaining:
            copies = min(copies, remaining)
            sums |= sums << copies * steps[0] & allowed
            remaining, copies = remaining - copies, 2 * copies
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
    """Return the sums after exactly one of the steps."""
    after = 0
    for step in steps:
        after |= sums << step
    return after


def _box(least: Amounts, most: Amounts, places: Sequence[int]) -> int:
    """Return the bits of all amounts that lie between `least` and `most` in every class."""
    bits = 1
    for low, high, place in zip(least, most, places, strict=True):
        row, count = bits, 1
        while count <= high - low:
            more = min(count, high - low + 1 - count)
            row |= row << more * place
            count += more
        bits = row << low * place
    return bits
