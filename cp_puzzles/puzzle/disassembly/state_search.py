"""Compiled functions of the search for states: a hash table of states, one layer, many assemblies."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cp_puzzles.base.jit import callee, gradual
from cp_puzzles.puzzle.disassembly.distance_tables import BOX_NUMBERS, UNBOUNDED, Ints, PairArrays
from cp_puzzles.puzzle.disassembly.movable_sets import (
    BACKWARD,
    WORD_PIECES,
    Scratch,
    fill_free,
    fill_matrices,
    fill_movable,
    fill_near,
    fill_small,
)

FULL, EXIT, LAYER, BOUNDED, COUNT, END, DEPTH, NEXT, FLAGS = range(9)
"""Entries of the flags of a search: storage is full, a state with an exit was met, the next state to expand, sets of
pieces were left out, the number of states, the end of the layer, its depth, the assembly; and their number."""

UNKNOWN = -1
"""The level of an assembly that is not known."""


class StateArrays(NamedTuple):
    """The states met so far in order, the number of the state that each came from, and a hash table of them."""

    positions: Ints
    parents: Ints
    hashes: Ints
    table: Ints


@callee
def find_slot(states: StateArrays, word: int, state: Ints) -> int:
    """Return the slot of a state, with its hash, in the hash table: its own, or an empty one."""
    mixed = np.uint64(word)
    mixed = (mixed ^ mixed >> np.uint64(32)) * np.uint64(1099511628211)
    mixed ^= mixed >> np.uint64(29)
    mask = np.uint64(len(states.table) - 1)
    slot = mixed & mask
    while states.table[slot] >= 0:
        entered = states.table[slot]
        is_same = states.hashes[entered] == word
        if is_same:
            for piece in range(len(state)):
                for axis in range(3):
                    is_same &= states.positions[entered, piece, axis] == state[piece, axis]
        if is_same:
            break
        slot = (slot + np.uint64(1)) & mask
    number: int = np.int64(slot)  # type: ignore[assignment]
    return number


@callee
def fill_table(states: StateArrays, count: int, weights: Ints) -> None:
    """Enter the first states into an empty hash table."""
    for number in range(count):
        state = states.positions[number]
        word = np.int64(0)
        for piece in range(len(state)):
            for axis in range(3):
                word += state[piece, axis] * weights[piece, axis]
        states.hashes[number] = word
        states.table[find_slot(states, word, state)] = number


@callee
def begin(
    pairs: PairArrays, states: StateArrays, scratch: Scratch, forms: Ints, start: Ints, exits: Ints, flags: Ints
) -> None:
    """Begin the search of an assembly: its first state, in empty storage."""
    for i in range(len(forms)):
        for j in range(i + 1, len(forms)):
            for place in range(BOX_NUMBERS):
                pairs.boxes[i, j, place] = pairs.pool[forms[i], forms[j], place]
    for slot in range(len(states.table)):
        states.table[slot] = -1
    for number in range(len(exits)):
        exits[number] = False
    for piece in range(len(forms)):
        for axis in range(3):
            states.positions[0, piece, axis] = start[piece, axis]
    states.parents[0] = 0
    for flag in (FULL, EXIT, LAYER, BOUNDED, DEPTH):
        flags[flag] = 0
    flags[COUNT] = 1
    flags[END] = 1
    fill_table(states, flags[COUNT], scratch.weights)


@gradual(patience=4)
def search_batch(
    pairs: PairArrays,
    states: StateArrays,
    scratch: Scratch,
    forms: Ints,
    starts: Ints,
    answers: Ints,
    blocked: Ints,
    exits: Ints,
    flags: Ints,
    limit: int,
    nodes: int,
) -> int:
    """Search the states of assemblies, given the numbers of their forms and their positions, layer by layer.

    At most `nodes` states are expanded; their number is returned, and the next call continues. A call also ends if
    storage is full or an assembly has more than `limit` states. An answer is the level and the number of states; the
    level is 0 without an exit, and stays `UNKNOWN` if sets of pieces were left out, which may be the ones that leave.
    `blocked` gets the pieces that block each piece of an assembly at level 1 at its start, unless it is empty.
    """
    expanded = 0
    while flags[NEXT] < len(forms):
        number = flags[NEXT]
        if flags[COUNT] == 0:
            begin(pairs, states, scratch, forms[number], starts[number], exits, flags)
        if expanded == nodes or flags[COUNT] > limit:
            break
        first = flags[LAYER]
        expand(pairs, states, scratch, min(flags[END], first + nodes - expanded), limit, exits, flags)
        expanded += flags[LAYER] - first
        if flags[FULL]:
            break
        if flags[LAYER] < flags[END]:
            continue
        if flags[EXIT] == 0 and flags[COUNT] > flags[END]:
            flags[END] = flags[COUNT]
            flags[DEPTH] += 1
            continue
        answers[number, 1] = flags[COUNT]
        if flags[EXIT]:
            answers[number, 0] = flags[DEPTH] + 1
            if flags[DEPTH] == 0 and len(blocked) > 0:
                for direction in range(len(scratch.blocked)):
                    for piece in range(len(scratch.near)):
                        for word in range(scratch.near.shape[1]):
                            blocked[number, direction, piece, word] = scratch.blocked[direction, piece, word]
        elif not flags[BOUNDED]:
            answers[number, 0] = 0
        flags[NEXT] += 1
        if flags[NEXT] < len(forms):
            flags[COUNT] = 0
    return expanded


@callee
def enter(
    pairs: PairArrays,
    states: StateArrays,
    scratch: Scratch,
    number: int,
    chosen: Ints,
    direction: int,
    steps: int,
    count: int,
) -> int:
    """Enter the state after a set of pieces has moved from a state, unless it was met; return the number of states.

    The number is -1 if there is no room for the state.
    """
    state, moved = states.positions[number], scratch.moved
    shift = np.int64(-steps if chosen[0] & BACKWARD else steps)
    push = np.int64(0)
    for piece in range(len(moved)):
        is_moved = chosen[piece // WORD_PIECES] >> piece % WORD_PIECES & 1
        if is_moved:
            push += scratch.pushes[direction, piece]
        for axis in range(3):
            moved[piece, axis] = state[piece, axis]
            if is_moved:
                moved[piece, axis] += shift * pairs.vectors[direction, axis]
    word = states.hashes[number] + shift * push
    slot = find_slot(states, word, moved)
    if states.table[slot] >= 0:
        return count
    if count == len(states.positions):
        return -1
    for piece in range(len(moved)):
        for axis in range(3):
            states.positions[count, piece, axis] = moved[piece, axis]
    states.parents[count] = number
    states.hashes[count] = word
    states.table[slot] = count
    return count + 1


@callee
def expand(
    pairs: PairArrays, states: StateArrays, scratch: Scratch, stop: int, limit: int, exits: Ints, flags: Ints
) -> None:
    """Expand the states of a layer before `stop`, unless there are more than `limit` states before.

    States with an exit are marked in `exits`; the first of them makes new states unnecessary. After growing, with the
    flag `FULL`, the states are first entered into the empty hash table.
    """
    count = flags[COUNT]
    if flags[FULL]:
        fill_table(states, count, scratch.weights)
        flags[FULL] = 0
    pieces = states.positions.shape[1]
    near, sets = scratch.near, scratch.sets
    while flags[LAYER] < stop and count <= limit:
        number = flags[LAYER]
        state = states.positions[number]
        fill_matrices(pairs, state, scratch.matrices, scratch.adjacent, scratch.blocked)
        for direction in range(len(pairs.vectors)):
            if fill_free(scratch.blocked[direction], scratch.free):
                exits[number] = True
                flags[EXIT] = 1
                break
        if flags[EXIT]:
            flags[LAYER] += 1
            continue
        for direction in range(len(pairs.vectors)):
            if not fill_free(scratch.adjacent[direction], scratch.free):
                continue
            for piece in range(pieces):
                for place in range(near.shape[1]):
                    near[piece, place] = scratch.adjacent[direction, piece, place]
            is_new = True
            total = 0
            for steps in range(1, UNBOUNDED):
                if steps > 1:
                    is_new = fill_near(scratch.matrices[direction], steps, near)
                if is_new:
                    total = fill_movable(near, scratch, sets)
                    if total > len(sets):
                        flags[BOUNDED] = 1
                        total = fill_small(near, scratch, sets)
                if total == 0:
                    break
                for chosen in sets[:total]:
                    count = enter(pairs, states, scratch, number, chosen, direction, steps, count)
                    if count < 0:
                        flags[FULL] = 1
                        flags[COUNT] = len(states.positions)
                        return
        flags[LAYER] += 1
    flags[COUNT] = count
