"""Compiled functions of the search for states: a hash table of states, one layer, many assemblies."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cp_puzzles.base.jit import callee, gradual
from cp_puzzles.puzzle.disassembly.distance_tables import UNBOUNDED, Ints, PairArrays
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
    """The states met so far in order, the number of the state that each came from, whether it has an exit, and a table.

    It is a hash table of the numbers of states.
    """

    positions: Ints
    parents: Ints
    exits: Ints
    table: Ints


class Batch(NamedTuple):
    """Assemblies of as many pieces: the numbers of their forms, and their positions; and what is known of them.

    An answer is the level and the number of states; the level is 0 without an exit, and stays `UNKNOWN` if sets of
    pieces were left out, which may be the ones that leave. `blocked` has the pieces that block each piece of an
    assembly at level 1 at its start.
    """

    forms: Ints
    starts: Ints
    answers: Ints
    blocked: Ints


@callee
def find_slot(states: StateArrays, weights: Ints, state: Ints) -> int:
    """Return the slot of a state in the hash table: its own, or an empty one."""
    word = np.int64(0)
    for piece in range(len(state)):
        for axis in range(3):
            word += state[piece, axis] * weights[piece, axis]
    mixed = np.uint64(word)
    mixed = (mixed ^ mixed >> np.uint64(32)) * np.uint64(1099511628211)
    mixed ^= mixed >> np.uint64(29)
    mask = np.uint64(len(states.table) - 1)
    slot = mixed & mask
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
def fill_table(states: StateArrays, count: int, weights: Ints) -> None:
    """Enter the first states into an empty hash table."""
    for number in range(count):
        states.table[find_slot(states, weights, states.positions[number])] = number


@callee
def begin(states: StateArrays, scratch: Scratch, start: Ints, flags: Ints) -> None:
    """Begin the search of an assembly: its first state, in empty storage."""
    for slot in range(len(states.table)):
        states.table[slot] = -1
    for number in range(len(states.exits)):
        states.exits[number] = False
    for piece in range(len(start)):
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
    pairs: PairArrays, states: StateArrays, scratch: Scratch, batch: Batch, flags: Ints, limit: int, nodes: int
) -> int:
    """Search the states of assemblies, layer by layer.

    At most `nodes` states are expanded; their number is returned, and the next call continues. A call also ends if
    storage is full or an assembly has more than `limit` states.
    """
    expanded = 0
    while flags[NEXT] < len(batch.forms):
        number = flags[NEXT]
        if flags[COUNT] == 0:
            begin(states, scratch, batch.starts[number], flags)
        if expanded == nodes or flags[COUNT] > limit:
            break
        first = flags[LAYER]
        stop = min(flags[END], first + nodes - expanded)
        expand(pairs, states, scratch, batch.forms[number], stop, limit, flags)
        expanded += flags[LAYER] - first
        if flags[FULL]:
            break
        if flags[LAYER] < flags[END]:
            continue
        if flags[EXIT] == 0 and flags[COUNT] > flags[END]:
            flags[END] = flags[COUNT]
            flags[DEPTH] += 1
            continue
        batch.answers[number, 1] = flags[COUNT]
        if flags[EXIT]:
            batch.answers[number, 0] = flags[DEPTH] + 1
            if flags[DEPTH] == 0:
                for direction in range(len(scratch.blocked)):
                    for piece in range(len(scratch.moved)):
                        for word in range(len(scratch.free)):
                            batch.blocked[number, direction, piece, word] = scratch.blocked[direction, piece, word]
        elif not flags[BOUNDED]:
            batch.answers[number, 0] = 0
        flags[NEXT] += 1
        if flags[NEXT] < len(batch.forms):
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
    for piece in range(len(moved)):
        is_moved = chosen[piece // WORD_PIECES] >> piece % WORD_PIECES & 1
        for axis in range(3):
            moved[piece, axis] = state[piece, axis]
            if is_moved:
                moved[piece, axis] += shift * pairs.vectors[direction, axis]
    slot = find_slot(states, scratch.weights, moved)
    if states.table[slot] >= 0:
        return count
    if count == len(states.positions):
        return -1
    for piece in range(len(moved)):
        for axis in range(3):
            states.positions[count, piece, axis] = moved[piece, axis]
    states.parents[count] = number
    states.table[slot] = count
    return count + 1


@callee
def expand(
    pairs: PairArrays, states: StateArrays, scratch: Scratch, forms: Ints, stop: int, limit: int, flags: Ints
) -> None:
    """Expand the states of a layer before `stop`, unless there are more than `limit` states before.

    The first state with an exit makes new states unnecessary. After growing, with the flag `FULL`, the states are first
    entered into the empty hash table.
    """
    count = flags[COUNT]
    if flags[FULL]:
        fill_table(states, count, scratch.weights)
        flags[FULL] = 0
    sets = scratch.sets
    while flags[LAYER] < stop and count <= limit:
        number = flags[LAYER]
        fill_matrices(pairs, forms, states.positions[number], scratch)
        for direction in range(len(pairs.vectors)):
            if fill_free(scratch.blocked[direction], scratch.free):
                states.exits[number] = True
                flags[EXIT] = 1
                break
        for direction in range(0 if flags[EXIT] else len(pairs.vectors)):
            near = scratch.adjacent[direction]
            total = 0
            for steps in range(1, UNBOUNDED):
                if steps == 1 or fill_near(scratch.matrices[direction], steps, near):
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
