"""Compiled functions for one state of an assembly: distances of its pieces, and sets of pieces that can move."""

from __future__ import annotations

from functools import cache
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

    `adjacent` and `near` have the pieces that block each piece at once, and within some steps. `free` are the pieces
    of sets that can move, and `listed` their numbers. A decision about a piece: the pieces taken and omitted before,
    and what was tried. The hash of a state is the sum of its coordinates times `weights`; a step of a piece in a
    direction adds a number of `pushes`.
    """

    matrices: Ints
    adjacent: Ints
    blocked: Ints
    near: Ints
    closures: Ints
    free: Ints
    listed: Ints
    sets: Ints
    moved: Ints
    decisions: Ints
    weights: Ints
    pushes: Ints

    @classmethod
    def of(cls, vectors: Ints, pieces: int) -> Scratch:
        """Return memory for some pieces."""
        directions, words = len(vectors), -(-pieces // WORD_PIECES)
        weights = _weights(pieces)
        return cls(
            matrices=np.zeros((directions, pieces, pieces), np.int16),
            adjacent=np.zeros((directions, pieces, words), np.int64),
            blocked=np.zeros((directions, pieces, words), np.int64),
            near=np.zeros((pieces, words), np.int64),
            closures=np.zeros((pieces, words), np.int64),
            free=np.zeros(words, np.int64),
            listed=np.zeros(pieces, np.int64),
            sets=np.empty((MAX_SETS, words), np.int64),
            moved=np.zeros((pieces, 3), np.int16),
            decisions=np.zeros((3, pieces + 1, words), np.int64),
            weights=weights,
            pushes=vectors @ weights.T,
        )


def as_bits(sets: Ints) -> Any:
    """Return sets of pieces, given their words, as nested lists of integers with a bit for each piece."""
    words = sets.astype(object) << np.array([WORD_PIECES * word for word in range(sets.shape[-1])], dtype=object)
    return words.sum(axis=-1).tolist()


@cache
def _weights(pieces: int) -> Ints:
    """Return random numbers by which coordinates are multiplied; the same ones in every process."""
    return np.random.default_rng(0).integers(-(1 << 62), 1 << 62, (pieces, 3), dtype=np.int64)


@callee
def distance(pairs: PairArrays, first: int, second: int, direction: int, state: Ints) -> int:
    """Return how many steps a piece can move before another one, outside the box of its table, blocks it."""
    # most pairs outside the box are not approaching it, which is found without a division
    for axis in range(3):
        offset = state[second, axis] - state[first, axis] - pairs.boxes[first, second, LOW + axis]
        speed = pairs.vectors[direction, axis]
        if (offset < 0 and speed >= 0) or (offset >= pairs.boxes[first, second, SIZE + axis] and speed <= 0):
            return UNBOUNDED
    ahead = 0
    behind = UNBOUNDED
    for axis in range(3):
        offset = state[second, axis] - state[first, axis] - pairs.boxes[first, second, LOW + axis]
        speed = pairs.vectors[direction, axis]
        last = pairs.boxes[first, second, SIZE + axis] - 1
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
        offset = state[second, axis] - state[first, axis] - pairs.boxes[first, second, LOW + axis]
        place = place * pairs.boxes[first, second, SIZE + axis] + offset - ahead * pairs.vectors[direction, axis]
    place = pairs.boxes[first, second, 0] + place * len(pairs.vectors) + direction
    steps: int = min(UNBOUNDED, ahead + pairs.distances[place])
    return steps


@callee
def fill_matrices(pairs: PairArrays, state: Ints, matrices: Ints, adjacent: Ints, blocked: Ints) -> None:
    """Fill the matrix of distances of all pairs of pieces for each direction, and the sets of pieces that block each.

    One piece is as far from another one in a direction as that one is from the first in the opposite direction.
    `adjacent` has the pieces at distance 0, and `blocked` those at any distance; each piece belongs to its own sets.
    """
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
            place = np.int64(0)
            is_inside = True
            for axis in range(3):
                size = pairs.boxes[i, j, SIZE + axis]
                offset = state[j, axis] - state[i, axis] - pairs.boxes[i, j, LOW + axis]
                if offset < 0 or offset >= size:
                    is_inside = False
                place = place * size + offset
            place = pairs.boxes[i, j, 0] + place * directions
            for direction in range(directions):
                if is_inside:
                    steps = np.int64(pairs.distances[place + direction])
                else:
                    steps = distance(pairs, i, j, direction, state)
                opposite = pairs.opposite[direction]
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

    Each piece of such a set is decided in turn: left out, or taken with its closure. No decision is a dead end.
    """
    if not fill_free(near, scratch.free):
        return 0
    count, words = near.shape
    last = 0
    for i in range(count):
        if scratch.free[i // WORD_PIECES] >> i % WORD_PIECES & 1:
            scratch.listed[last] = i
            last += 1
    listed, closures = scratch.listed[:last], scratch.closures
    fill_closures(near, listed, closures)
    taken, omitted, tried = scratch.decisions[0], scratch.decisions[1], scratch.decisions[2]
    for word in range(words):
        taken[0, word] = 0
        omitted[0, word] = 0
    total, depth = 0, 0
    # the pieces are decided at the depths 0, 1, ...; tried: 0 nothing yet, 1 taken, 2 left out
    tried[0, 0] = 0
    while depth >= 0:
        if depth == last:
            is_any = False
            for word in range(words):
                if taken[depth, word]:
                    is_any = True
            if is_any:
                if total == len(sets):
                    return total + 1
                for word in range(words):
                    sets[total, word] = taken[depth, word]
                total += 1
            depth -= 1
            continue
        piece = listed[depth]
        if tried[depth, 0] == 0:
            tried[depth, 0] = 1
            is_possible = True
            for word in range(words):
                if closures[piece, word] & omitted[depth, word]:
                    is_possible = False
            if is_possible:
                for word in range(words):
                    taken[depth + 1, word] = taken[depth, word] | closures[piece, word]
                    omitted[depth + 1, word] = omitted[depth, word]
                depth += 1
                tried[depth, 0] = 0
                continue
        if tried[depth, 0] == 1:
            tried[depth, 0] = 2
            if taken[depth, piece // WORD_PIECES] >> piece % WORD_PIECES & 1 == 0:
                for word in range(words):
                    taken[depth + 1, word] = taken[depth, word]
                    omitted[depth + 1, word] = omitted[depth, word]
                omitted[depth + 1, piece // WORD_PIECES] |= 1 << piece % WORD_PIECES
                depth += 1
                tried[depth, 0] = 0
                continue
        depth -= 1
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
            if is_all:
                continue
            if is_backward:
                sets[total, 0] |= BACKWARD
            is_new = True
            for k in range(total):
                is_same = True
                for word in range(words):
                    if sets[k, word] != sets[total, word]:
                        is_same = False
                if is_same:
                    is_new = False
                    break
            if is_new:
                total += 1
    return total


@gradual()
def fill_sets(pairs: PairArrays, state: Ints, steps: int, scratch: Scratch, sets: Ints, totals: Ints) -> bool:
    """Fill the sets of pieces that can move one step, or any number of steps, in each direction, and their number.

    Returns True if there are too many for a direction.
    """
    is_bounded = False
    fill_matrices(pairs, state, scratch.matrices, scratch.adjacent, scratch.blocked)
    for direction in range(len(sets)):
        near = scratch.adjacent[direction] if steps == 1 else scratch.blocked[direction]
        totals[direction] = fill_movable(near, scratch, sets[direction])
        if totals[direction] > sets.shape[1]:
            is_bounded = True
            totals[direction] = fill_small(near, scratch, sets[direction])
    return is_bounded
