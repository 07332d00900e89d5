"""Compiled functions for one state of an assembly: distances of its pieces, and sets of pieces that can move."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cp_puzzles.base.jit import callee, gradual
from cp_puzzles.puzzle.disassembly.distance_tables import LOW, SIZE, UNBOUNDED, Ints, PairArrays

WORD_PIECES = 32
"""Pieces of a word: a set of pieces is the bits of one or several int64, which leave room for `BACKWARD`."""

MAX_SETS = 4096
"""Sets of pieces that are moved in one direction by one distance; 13 loose pieces have more."""

BACKWARD = 1 << WORD_PIECES
"""The bit in the first word of a set that moves against the direction: the others cannot stay where they are."""


class Scratch(NamedTuple):
    """Memory for one state: its distances, the pieces near each piece, sets of pieces, the next state, and decisions.

    `adjacent` and `blocked` have the pieces that block each piece at once, and at any distance. `free` are the pieces
    of sets that can move, and `listed` their numbers. `taken` are sets of which the first pieces are decided, as many
    as `decided` says. The hash of a state is the sum of its coordinates times `weights`.
    """

    matrices: Ints
    adjacent: Ints
    blocked: Ints
    closures: Ints
    free: Ints
    listed: Ints
    sets: Ints
    moved: Ints
    taken: Ints
    decided: Ints
    weights: Ints

    @classmethod
    def of(cls, directions: int, pieces: int) -> Scratch:
        """Return memory for some pieces; the weights are random, and the same in every process."""
        words, random = -(-pieces // WORD_PIECES), np.random.default_rng(0)
        return cls(
            matrices=np.zeros((directions, pieces, pieces), np.int16),
            adjacent=np.zeros((directions, pieces, words), np.int64),
            blocked=np.zeros((directions, pieces, words), np.int64),
            closures=np.zeros((pieces, words), np.int64),
            free=np.zeros(words, np.int64),
            listed=np.zeros(pieces, np.int64),
            sets=np.empty((MAX_SETS, words), np.int64),
            moved=np.zeros((pieces, 3), np.int16),
            taken=np.zeros((pieces + 1, words), np.int64),
            decided=np.zeros(pieces + 1, np.int64),
            weights=random.integers(-(1 << 62), 1 << 62, (pieces, 3), dtype=np.int64),
        )


def as_bits(sets: Ints) -> Any:
    """Return sets of pieces, given their words, as nested lists of integers with a bit for each piece."""
    words = sets.astype(object) << np.array([WORD_PIECES * word for word in range(sets.shape[-1])], dtype=object)
    return words.sum(axis=-1).tolist()


@callee
def distance(pairs: PairArrays, box: Ints, first: Ints, second: Ints, direction: int) -> int:
    """Return how many steps a piece can move before another one, outside the box of their table, blocks it."""
    ahead = 0
    behind = UNBOUNDED
    for axis in range(3):
        offset = second[axis] - first[axis] - box[LOW + axis]
        speed = pairs.vectors[direction, axis]
        last = box[SIZE + axis] - 1
        # most pairs outside the box are not approaching it
        if (offset < 0 and speed >= 0) or (offset > last and speed <= 0):
            return UNBOUNDED
        if speed > 0:
            ahead = max(ahead, -((last - offset) // speed))
            behind = min(behind, offset // speed)
        elif speed < 0:
            ahead = max(ahead, -(offset // -speed))
            behind = min(behind, (last - offset) // -speed)
    if ahead > behind:
        return UNBOUNDED
    place = 0
    for axis in range(3):
        offset = second[axis] - first[axis] - box[LOW + axis]
        place = place * box[SIZE + axis] + offset - ahead * pairs.vectors[direction, axis]
    steps: int = min(UNBOUNDED, ahead + pairs.distances[box[0] + place * len(pairs.vectors) + direction])
    return steps


@callee
def fill_matrices(pairs: PairArrays, forms: Ints, state: Ints, scratch: Scratch) -> None:
    """Fill the matrix of distances of all pairs of pieces for each direction, and the sets of pieces that block each.

    One piece is as far from another one in a direction as that one is from the first in the opposite direction. Each
    piece belongs to its own sets.
    """
    matrices, adjacent, blocked = scratch.matrices, scratch.adjacent, scratch.blocked
    count = len(state)
    directions = len(matrices)
    for direction in range(directions):
        for i in range(count):
            matrices[direction, i, i] = UNBOUNDED
            for word in range(adjacent.shape[2]):
                adjacent[direction, i, word] = 0
                blocked[direction, i, word] = 0
            adjacent[direction, i, i // WORD_PIECES] = 1 << i % WORD_PIECES
            blocked[direction, i, i // WORD_PIECES] = 1 << i % WORD_PIECES
    for i in range(count):
        for j in range(i + 1, count):
            box = pairs.pool[forms[i], forms[j]]
            place = np.int64(0)
            is_inside = True
            for axis in range(3):
                size = box[SIZE + axis]
                offset = state[j, axis] - state[i, axis] - box[LOW + axis]
                if offset < 0 or offset >= size:
                    is_inside = False
                place = place * size + offset
            place = box[0] + place * directions
            for direction in range(directions):
                if is_inside:
                    steps = np.int64(pairs.distances[place + direction])
                else:
                    steps = distance(pairs, box, state[i], state[j], direction)
                opposite = directions - 1 - direction
                matrices[direction, i, j] = steps
                matrices[opposite, j, i] = steps
                if steps < UNBOUNDED:
                    blocked[direction, i, j // WORD_PIECES] |= 1 << j % WORD_PIECES
                    blocked[opposite, j, i // WORD_PIECES] |= 1 << i % WORD_PIECES
                    if steps == 0:
                        adjacent[direction, i, j // WORD_PIECES] |= 1 << j % WORD_PIECES
                        adjacent[opposite, j, i // WORD_PIECES] |= 1 << i % WORD_PIECES


@callee
def fill_free(near: Ints, free: Ints) -> bool:
    """Fill the union of the sets without piece 0 that can move; return False if there is none.

    A piece near a piece that cannot move without piece 0 cannot, either.
    """
    count, words = near.shape
    for word in range(words):
        free[word] = (1 << min(WORD_PIECES, count - word * WORD_PIECES)) - 1
    free[0] ^= 1
    is_changed = True
    while is_changed:
        is_changed = False
        is_any = False
        for i in range(1, count):
            if free[i // WORD_PIECES] >> i % WORD_PIECES & 1:
                is_held = False
                for word in range(words):
                    if near[i, word] & ~free[word]:
                        is_held = True
                if is_held:
                    free[i // WORD_PIECES] ^= 1 << i % WORD_PIECES
                    is_changed = True
                else:
                    is_any = True
    return is_any


@callee
def fill_near(matrix: Ints, steps: int, near: Ints) -> bool:
    """Add to the set of pieces that block each piece those one step further; return True if there are any."""
    is_new = False
    for i in range(len(near)):
        for j in range(len(near)):
            if matrix[i, j] == steps - 1:
                near[i, j // WORD_PIECES] |= 1 << j % WORD_PIECES
                is_new = True
    return is_new


@callee
def fill_closures(near: Ints, listed: Ints, closures: Ints) -> None:
    """Fill the set of pieces that must move along with each of some pieces, which do not move others."""
    words = near.shape[1]
    for i in listed:
        for word in range(words):
            closures[i, word] = near[i, word]
    for k in listed:
        for i in listed:
            if closures[i, k // WORD_PIECES] >> k % WORD_PIECES & 1:
                for word in range(words):
                    closures[i, word] |= closures[k, word]


@callee
def fill_movable(near: Ints, scratch: Scratch, sets: Ints) -> int:
    """Fill the sets of pieces without piece 0 that can move; return their number, one more than fit if there are more.

    Each piece of such a set is decided in turn: taken with its closure, or left out. No decision is a dead end. The set
    at the bottom of `taken` stays empty.
    """
    if not fill_free(near, scratch.free):
        return 0
    count, words = near.shape
    last = 0
    for i in range(count):
        if scratch.free[i // WORD_PIECES] >> i % WORD_PIECES & 1:
            scratch.listed[last] = i
            last += 1
    listed, closures, taken, decided = scratch.listed[:last], scratch.closures, scratch.taken, scratch.decided
    fill_closures(near, listed, closures)
    total, top = 0, 0
    decided[0] = 0
    while top > 0 or decided[0] < last:
        if decided[top] == last:
            if total == len(sets):
                return total + 1
            for word in range(words):
                sets[total, word] = taken[top, word]
            total += 1
            top -= 1
            continue
        piece = listed[decided[top]]
        decided[top] += 1
        # the set goes on without the piece later; it may have the piece, or lack one of the closure
        is_possible = taken[top, piece // WORD_PIECES] >> piece % WORD_PIECES & 1 == 0
        for word in range(words):
            before = (1 << min(WORD_PIECES, max(0, piece - word * WORD_PIECES))) - 1
            if closures[piece, word] & before & ~taken[top, word]:
                is_possible = False
        if is_possible:
            top += 1
            decided[top] = decided[top - 1]
            for word in range(words):
                taken[top, word] = taken[top - 1, word] | closures[piece, word]
    return total


@callee
def fill_small(near: Ints, scratch: Scratch, sets: Ints) -> int:
    """Fill the sets of pieces that move along with one piece or with two; return their number.

    They stand for all sets where those are too many. A set with piece 0 is replaced by the others, which move backward.
    """
    count, words = near.shape
    for i in range(count):
        scratch.listed[i] = i
    closures = scratch.closures
    fill_closures(near, scratch.listed, closures)
    total = 0
    for i in range(count):
        for j in range(i, count):
            with_i, with_j = closures[i, j // WORD_PIECES], closures[j, i // WORD_PIECES]
            if i != j and (with_i >> j % WORD_PIECES | with_j >> i % WORD_PIECES) & 1:
                continue  # one of the two alone makes the same set
            if total == len(sets):
                return total
            is_backward = (closures[i, 0] | closures[j, 0]) & 1
            is_all = True
            for word in range(words):
                chosen = closures[i, word] | closures[j, word]
                everything = (1 << min(WORD_PIECES, count - word * WORD_PIECES)) - 1
                if chosen != everything:
                    is_all = False
                sets[total, word] = everything ^ chosen if is_backward else chosen
            if is_backward:
                sets[total, 0] |= BACKWARD
            total += not is_all
    return total


@gradual()
def fill_sets(
    pairs: PairArrays, forms: Ints, state: Ints, steps: int, scratch: Scratch, sets: Ints, totals: Ints
) -> bool:
    """Fill the sets of pieces that can move one step, or any number of steps, in each direction, and their number.

    Returns True if there are too many for a direction.
    """
    is_bounded = False
    fill_matrices(pairs, forms, state, scratch)
    for direction in range(len(sets)):
        near = scratch.adjacent[direction] if steps == 1 else scratch.blocked[direction]
        totals[direction] = fill_movable(near, scratch, sets[direction])
        if totals[direction] > sets.shape[1]:
            is_bounded = True
            totals[direction] = fill_small(near, scratch, sets[direction])
    return is_bounded
