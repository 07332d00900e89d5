"""Compiled functions of the search for states: distances in a state, sets of pieces that can move, one layer."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cp_puzzles.base.jit import callee, gradual
from cp_puzzles.puzzle.disassembly.distance_tables import UNBOUNDED

Ints = npt.NDArray[Any]

MAX_PIECES = 62
"""Pieces of an assembly: a set of pieces is the bits of an int64."""

MAX_POSITION = 32_768
"""Steps from the origin that a position may have: positions are int16."""

MAX_SETS = 4096
"""Sets of pieces that are moved in one direction by one distance; 13 loose pieces have more."""

BACKWARD = 1 << 62
"""The bit of a set of pieces that moves against the direction: the others cannot stay where they are."""

FULL, EXIT, LAYER, BOUNDED = range(4)
"""Entries of the flags of a search: storage is full, a state with an exit was met, the next state to expand, sets of
pieces were left out."""


LOW, SIZE, BOX_NUMBERS = 1, 4, 7
"""The places of the lowest coordinates and of the sizes in a box, and the length of a box."""


class PairArrays(NamedTuple):
    """The tables of all pairs of pieces i < j, one after another, and the directions with their opposites.

    `boxes[i, j]`: where the table of a pair begins, the three lowest coordinates of its offsets, and its three sizes.
    """

    vectors: Ints
    opposite: Ints
    boxes: Ints
    distances: Ints


class StateArrays(NamedTuple):
    """The states met so far in order, the number of the state that each came from, and a hash table of them."""

    positions: Ints
    parents: Ints
    table: Ints


class Scratch(NamedTuple):
    """Memory for one state: its distances, the pieces near each piece, sets of pieces, the next state, and decisions.

    A decision about a piece: the pieces taken and omitted before, and what was tried.
    """

    matrices: Ints
    near: Ints
    closures: Ints
    sets: Ints
    moved: Ints
    decisions: Ints

    @classmethod
    def of(cls, directions: int, pieces: int) -> Scratch:
        """Return memory for some pieces."""
        return cls(
            matrices=np.zeros((directions, pieces, pieces), np.int64),
            near=np.zeros(pieces, np.int64),
            closures=np.zeros(pieces, np.int64),
            sets=np.empty(MAX_SETS, np.int64),
            moved=np.zeros((pieces, 3), np.int16),
            decisions=np.zeros((3, pieces + 1), np.int64),
        )


@callee
def distance(pairs: PairArrays, first: int, second: int, direction: int, state: Ints) -> int:
    """Return how many steps a piece can move before another one blocks it."""
    if first > second:
        first, second, direction = second, first, pairs.opposite[direction]
    ahead = 0
    behind = UNBOUNDED
    for axis in range(3):
        offset = state[second, axis] - state[first, axis] - pairs.boxes[first, second, LOW + axis]
        speed = pairs.vectors[direction, axis]
        last = pairs.boxes[first, second, SIZE + axis] - 1
        if speed == 0:
            if offset < 0 or offset > last:
                return UNBOUNDED
        elif speed > 0:
            ahead = max(ahead, -((last - offset) // speed))
            behind = min(behind, offset // speed)
        else:
            ahead = max(ahead, -(offset // -speed))
            behind = min(behind, (last - offset) // -speed)
    if ahead > behind:
        return UNBOUNDED
    place = direction
    for axis in range(3):
        offset = state[second, axis] - state[first, axis] - pairs.boxes[first, second, LOW + axis]
        place = place * pairs.boxes[first, second, SIZE + axis] + offset - ahead * pairs.vectors[direction, axis]
    steps: int = min(UNBOUNDED, ahead + pairs.distances[pairs.boxes[first, second, 0] + place])
    return steps


@callee
def fill_matrices(pairs: PairArrays, state: Ints, matrices: Ints) -> None:
    """Fill the matrix of distances of all pairs of pieces for each direction.

    One piece is as far from another one in a direction as that one is from the first in the opposite direction.
    """
    count = len(state)
    for i in range(count):
        for direction in range(len(matrices)):
            matrices[direction, i, i] = UNBOUNDED
        for j in range(i + 1, count):
            place = np.int64(0)
            volume = np.int64(1)
            is_near = True
            for axis in range(3):
                size = pairs.boxes[i, j, SIZE + axis]
                offset = state[j, axis] - state[i, axis] - pairs.boxes[i, j, LOW + axis]
                if offset < 0 or offset >= size:
                    is_near = False
                place = place * size + offset
                volume *= size
            place += pairs.boxes[i, j, 0]
            for direction in range(len(matrices)):
                if is_near:
                    steps = np.int64(pairs.distances[place + direction * volume])
                else:
                    steps = distance(pairs, i, j, direction, state)
                matrices[direction, i, j] = steps
                matrices[pairs.opposite[direction], j, i] = steps


@callee
def fill_near(matrix: Ints, steps: int, near: Ints) -> bool:
    """Fill for each piece the set of those that block it within some steps, itself included; return True if new."""
    is_new = False
    for i in range(len(near)):
        chosen = 1 << i
        for j in range(len(near)):
            if matrix[i, j] < steps:
                chosen |= 1 << j
        is_new |= chosen != near[i]
        near[i] = chosen
    return is_new


@callee
def fill_closures(near: Ints, closures: Ints) -> None:
    """Fill the set of pieces that must move along with each piece."""
    count = len(closures)
    for i in range(count):
        closures[i] = near[i]
    for k in range(count):
        for i in range(count):
            if closures[i] >> k & 1:
                closures[i] |= closures[k]


@callee
def fill_movable(closures: Ints, sets: Ints, decisions: Ints) -> int:
    """Fill the sets of pieces without piece 0 that can move; return their number, one more than fit if there are more.

    Each element is decided in turn: left out, or taken with its closure. No decision is a dead end.
    """
    count = len(closures)
    is_movable = False
    for closure in closures:
        is_movable |= closure & 1 == 0
    if not is_movable:
        return 0
    taken, omitted, tried = decisions[0], decisions[1], decisions[2]
    taken[0], omitted[0] = 0, 1
    total, depth = 0, 0
    # the elements 1, 2, ... are decided at the depths 0, 1, ...; tried: 0 nothing yet, 1 taken, 2 left out
    tried[0] = 0
    while depth >= 0:
        piece = depth + 1
        if piece == count:
            if taken[depth]:
                if total == len(sets):
                    return total + 1
                sets[total] = taken[depth]
                total += 1
            depth -= 1
            continue
        if tried[depth] == 0:
            tried[depth] = 1
            if closures[piece] & omitted[depth] == 0:
                taken[depth + 1] = taken[depth] | closures[piece]
                omitted[depth + 1] = omitted[depth]
                depth += 1
                tried[depth] = 0
                continue
        if tried[depth] == 1:
            tried[depth] = 2
            if taken[depth] >> piece & 1 == 0:
                taken[depth + 1] = taken[depth]
                omitted[depth + 1] = omitted[depth] | 1 << piece
                depth += 1
                tried[depth] = 0
                continue
        depth -= 1
    return total


@callee
def fill_small(closures: Ints, sets: Ints) -> int:
    """Fill the sets of pieces that move along with one piece or with two; return their number.

    They stand for all sets where those are too many. A set with piece 0 is replaced by the others, which move backward.
    """
    everything = (1 << len(closures)) - 1
    total = 0
    for i in range(len(closures)):
        for j in range(i, len(closures)):
            chosen = closures[i] | closures[j]
            if chosen == everything:
                continue
            if chosen & 1:
                chosen = (everything ^ chosen) | BACKWARD
            is_new = total < len(sets)
            for k in range(total):
                if sets[k] == chosen:
                    is_new = False
                    break
            if is_new:
                sets[total] = chosen
                total += 1
    return total


@gradual()
def fill_sets(pairs: PairArrays, state: Ints, steps: int, scratch: Scratch, sets: Ints, totals: Ints) -> bool:
    """Fill the sets of pieces that can move some steps in each direction, and their number.

    Returns True if there are too many for a direction.
    """
    is_bounded = False
    fill_matrices(pairs, state, scratch.matrices)
    for direction in range(len(sets)):
        fill_near(scratch.matrices[direction], steps, scratch.near)
        fill_closures(scratch.near, scratch.closures)
        totals[direction] = fill_movable(scratch.closures, sets[direction], scratch.decisions)
        if totals[direction] > sets.shape[1]:
            is_bounded = True
            totals[direction] = fill_small(scratch.closures, sets[direction])
    return is_bounded


@callee
def find_slot(states: StateArrays, state: Ints) -> int:
    """Return the slot of a state in the hash table: its own, or an empty one."""
    word = np.uint64(1469598103934665603)
    for piece in range(len(state)):
        for axis in range(3):
            word = (word ^ np.uint64(np.int64(state[piece, axis]) + MAX_POSITION)) * np.uint64(1099511628211)
    word ^= word >> np.uint64(29)
    mask = np.uint64(len(states.table) - 1)
    slot = word & mask
    while states.table[slot] >= 0:
        entered = states.table[slot]
        is_same = True
        for piece in range(len(state)):
            for axis in range(3):
                is_same &= states.positions[entered, piece, axis] == state[piece, axis]
        if is_same:
            break
        slot = (slot + np.uint64(1)) & mask
    number: int = np.int64(slot)  # type: ignore[assignment]
    return number


@callee
def fill_table(states: StateArrays, count: int) -> None:
    """Enter the first states into an empty hash table."""
    for number in range(count):
        states.table[find_slot(states, states.positions[number])] = number


@gradual()
def expand(
    pairs: PairArrays, states: StateArrays, scratch: Scratch, count: int, end: int, nodes: int, exits: Ints, flags: Ints
) -> int:
    """Expand some states of a layer, which ends before `end`; return the new number of states.

    States with an exit are marked in `exits`; the first of them makes new states unnecessary. After growing, with the
    flag `FULL`, the states are first entered into the empty hash table.
    """
    if flags[FULL]:
        fill_table(states, count)
        flags[FULL] = 0
    pieces = states.positions.shape[1]
    everything = (1 << pieces) - 1
    matrices, near, closures, sets, moved, decisions = scratch
    stop = min(end, flags[LAYER] + nodes)
    while flags[LAYER] < stop:
        number = flags[LAYER]
        state = states.positions[number]
        fill_matrices(pairs, state, matrices)
        for direction in range(len(pairs.vectors)):
            # a set of pieces leaves in a direction if the others leave in the opposite one
            if direction < pairs.opposite[direction]:
                fill_near(matrices[direction], np.int64(UNBOUNDED), near)
                fill_closures(near, closures)
                for closure in closures:
                    if closure != everything:
                        exits[number] = True
        if exits[number]:
            flags[EXIT] = 1
        if flags[EXIT]:
            flags[LAYER] += 1
            continue
        for direction in range(len(pairs.vectors)):
            for piece in range(pieces):
                near[piece] = 0
            total = 0
            for steps in range(1, UNBOUNDED):
                if fill_near(matrices[direction], steps, near):
                    fill_closures(near, closures)
                    total = fill_movable(closures, sets, decisions)
                    if total > len(sets):
                        flags[BOUNDED] = 1
                        total = fill_small(closures, sets)
                if total == 0:
                    break
                for chosen in sets[:total]:
                    sign = -1 if chosen & BACKWARD else 1
                    for piece in range(pieces):
                        for axis in range(3):
                            moved[piece, axis] = state[piece, axis]
                            if chosen >> piece & 1:
                                moved[piece, axis] += sign * steps * pairs.vectors[direction, axis]
                    slot = find_slot(states, moved)
                    if states.table[slot] < 0:
                        if count == len(states.positions):
                            flags[FULL] = 1
                            return count
                        for piece in range(pieces):
                            for axis in range(3):
                                states.positions[count, piece, axis] = moved[piece, axis]
                        states.parents[count] = number
                        states.table[slot] = count
                        count += 1
        flags[LAYER] += 1
    return count
