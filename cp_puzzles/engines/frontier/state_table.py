"""A table of states with the number of ways to reach each, and the step to the next table.

A state is one or more 64-bit words. A number of ways is stored exactly in limbs of 48 bits, lowest first. Up to 2^16
limbs can be added in 64 bits before carries are propagated.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cp_puzzles.base.arrays import Words
from cp_puzzles.engines.frontier.frontier_plan import Move, Slot, SweepStep

LIMB = 48
"""The number of bits of a limb."""

ADDENDS = 1 << 64 - LIMB
"""The number of limbs that may be added before a carry."""

CHUNK = 1 << 20
"""The minimum number of rows that are collected before equal states are merged."""


@dataclass(frozen=True, eq=False)
class Table:
    """Distinct states in ascending order: `keys[w, r]` is word w of state r, `ways[l, r]` limb l of its number of ways.

    Without limbs the table is a set of states.
    """

    keys: Words
    ways: Words

    def __len__(self) -> int:
        return int(self.keys.shape[1])

    @property
    def bytes(self) -> int:
        """The memory of the arrays."""
        return self.keys.nbytes + self.ways.nbytes

    def rows(self, chosen: npt.NDArray[np.intp]) -> Table:
        """Return the table of some of the rows."""
        return Table(self.keys.take(chosen, axis=1), self.ways.take(chosen, axis=1))

    def total(self) -> int:
        """Return the sum of all numbers of ways."""
        return sum(int(limb) << (LIMB * i) for i, row in enumerate(self.ways) for limb in row)


def start(words: int) -> Table:
    """Return the table of the one state in which nothing is covered, reached in one way."""
    return Table(np.zeros((words, 1), dtype=np.uint64), np.ones((1, 1), dtype=np.uint64))


def advance(table: Table, step: SweepStep) -> tuple[Table, int]:
    """Return the table after a step, and the number of rows before equal states were merged.

    Rows are merged from time to time, so that their number stays a small multiple of the number of states.
    """
    none = Table(np.zeros((len(table.keys), 0), dtype=np.uint64), np.zeros((1, 0), dtype=np.uint64))
    rows, pending, limit, parts = 0, 0, CHUNK, list[Table]()
    for part in (part for _, part in branches(table, step) if len(part)):
        parts.append(part)
        rows, pending = rows + len(part), pending + len(part)
        if pending > limit:
            parts = [merge(parts)]
            pending, limit = 0, max(CHUNK, len(parts[0]))
    return merge(parts) if parts else none, rows


def branches(table: Table, step: SweepStep) -> Iterator[tuple[Move | None, Table]]:
    """Yield each choice of a step and its states, with the ways of the states before; None chooses no option."""
    if step.pivot is None:
        uncovered = table
    else:
        bit = np.uint64(1 << step.pivot.shift)
        is_covered = (table.keys[step.pivot.word] & bit) != 0
        covered = table.rows(np.flatnonzero(is_covered))
        covered.keys[step.pivot.word] ^= bit
        yield None, _close(covered, step.closings)
        uncovered = table.rows(np.flatnonzero(~is_covered))
    if step.may_skip:
        yield None, _close(uncovered, step.closings)
    for move in step.moves:
        yield move, _close(_choose(uncovered, move), step.closings)


def _choose(table: Table, move: Move) -> Table:
    """Return the states after a move, from the states that allow it."""
    fits = np.ones(len(table), dtype=np.bool_)
    for words, mask in zip(table.keys, move.masks, strict=True):
        if mask:
            fits &= (words & np.uint64(mask)) == 0
    for slot, times in move.raises:
        if not slot.saturates:
            fits &= _count(table, slot) + np.uint64(times) <= np.uint64(slot.cap)
    chosen = table.rows(np.flatnonzero(fits))
    for word, mask in enumerate(move.masks):
        if mask:
            chosen.keys[word] |= np.uint64(mask)
    for slot, times in move.raises:
        raised: Words | np.uint64 = np.uint64(times)
        if slot.saturates:
            count = _count(chosen, slot)
            raised = np.minimum(count + raised, np.uint64(slot.cap)) - count
        chosen.keys[slot.word] += raised << np.uint64(slot.shift)
    return chosen


def _count(table: Table, slot: Slot) -> Words:
    """Return the count in a slot of each state."""
    count: Words = table.keys[slot.word] >> np.uint64(slot.shift)
    count &= np.uint64(slot.mask >> slot.shift)
    return count


def _close(table: Table, closings: Sequence[Slot]) -> Table:
    """Return the states whose closed items have reached their minimum, with the slots of these items cleared."""
    if not closings or not len(table):
        return table
    reached = np.ones(len(table), dtype=np.bool_)
    for slot in closings:
        if slot.minimum:
            reached &= _count(table, slot) >= np.uint64(slot.minimum)
    closed = table.rows(np.flatnonzero(reached))
    for slot in closings:
        closed.keys[slot.word] &= ~np.uint64(slot.mask)
    return closed


def merge(parts: Sequence[Table]) -> Table:
    """Return one row for each state, with the sum of its numbers of ways.

    A stable sort is fast here, because it merges sorted runs, and each part is sorted or nearly so.
    """
    if len(parts) == 1 and len(parts[0]) <= 1:
        return parts[0]
    limbs = max(len(part.ways) for part in parts)
    keys = np.concatenate([part.keys for part in parts], axis=1)
    order = np.argsort(keys[0], kind="stable") if len(keys) == 1 else np.lexsort(keys[::-1])
    keys = keys.take(order, axis=1)
    is_first = np.ones(keys.shape[1], dtype=np.bool_)
    is_first[1:] = (keys[:, 1:] != keys[:, :-1]).any(axis=0)
    firsts = np.flatnonzero(is_first)
    too_many = int(np.diff(firsts, append=len(order)).max(initial=0)) > ADDENDS
    if too_many:  # merge equal states in several runs, then these
        is_first[::ADDENDS] = True
        firsts = np.flatnonzero(is_first)
    keys = keys.take(firsts, axis=1)
    rows = []
    for limb in range(limbs):
        row = np.concatenate(
            [part.ways[limb] if limb < len(part.ways) else np.zeros(len(part), dtype=np.uint64) for part in parts]
        )
        rows.append(np.add.reduceat(row[order], firsts))
    merged = Table(keys, carried(rows, len(firsts)))
    return merge([merged]) if too_many else merged


def carried(rows: list[Words], size: int) -> Words:
    """Return the limbs after propagation of carries, with one more limb if the last one overflows."""
    for limb in range(len(rows)):
        carry = rows[limb] >> np.uint64(LIMB)
        if carry.any():
            rows[limb] &= np.uint64((1 << LIMB) - 1)
            if limb + 1 == len(rows):
                rows.append(np.zeros(size, dtype=np.uint64))
            rows[limb + 1] += carry
    return np.stack(rows) if rows else np.zeros((0, size), dtype=np.uint64)
