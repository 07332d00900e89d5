"""A solution is visited: whether it leads its orbit, what it counts for, and where it goes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cp_puzzles.engines.exact_cover.common.jit import compiled, inlined
from cp_puzzles.engines.exact_cover.common.state import State
from cp_puzzles.engines.exact_cover.common.words import Ints


class Orbits(NamedTuple):
    """What it takes to tell leaders, of a group of `order`; see `stabiliser_order`.

    `number`: the problem's number of each option of the search. `solution` begins with the options chosen outside the
    search, `outside` of them; the rest is scratch, like `marks` and `tokens`.
    """

    order: int
    images: npt.NDArray[np.int32]
    number: Ints
    outside: int
    solution: Ints
    marks: Ints
    tokens: Ints


class Batch(NamedTuple):
    """Where solutions go: `rows` of options, filled up with -1, and the `sizes` of their orbits; no rows: nowhere."""

    rows: npt.NDArray[np.int32]
    sizes: Ints


@inlined
def visit(state, option, level, orbits, batch):  # type: ignore[no-untyped-def]
    """Count the solution `option[1:level + 1]`; unseen where there is no symmetry and nobody wants to have it."""
    if len(orbits.images) == 1 and not len(batch.rows):
        state[State.SOLUTIONS] += 1
        state[State.RAW] += orbits.order
    else:
        examine(state, option, level, orbits, batch)


@compiled
def examine(state, option, level, orbits, batch):  # type: ignore[no-untyped-def]
    """Count the solution and write it to the batch, if it leads its orbit."""
    length = orbits.outside
    for chosen in range(1, np.int64(level) + 1):
        orbits.solution[length] = orbits.number[option[np.uint64(chosen)]]
        length += 1
    stabiliser = stabiliser_order(orbits.solution, length, orbits.images, orbits.marks, orbits.tokens)
    if stabiliser == 0:
        return
    state[State.SOLUTIONS] += 1
    state[State.RAW] += orbits.order // stabiliser
    if stabiliser > 1:
        state[State.SELF_SYMMETRIC] += 1
    if len(batch.rows):
        row = state[State.FILLED]
        batch.sizes[row] = orbits.order // stabiliser
        for place in range(batch.rows.shape[1]):  # to assign to slices takes seconds to compile
            batch.rows[row, place] = orbits.solution[place] if place < length else -1
        state[State.FILLED] += 1


@compiled
def stabiliser_order(chosen, count, images, marks, tokens):  # type: ignore[no-untyped-def]
    """The number of symmetries that keep a solution, the identity included; 0 if the solution is no leader.

    `chosen[:count]` are its options; `images[g, o]` the position of the image of option o under the symmetry g, the
    identity first: only symmetries that can matter. Of two sets of equal size that one comes first which
    has the least element that is not in both. `marks` (2, options) and `tokens` are scratch, kept between calls.
    """
    if len(images) == 1:
        return 1
    tokens[0] += 1
    token = tokens[0]
    for k in range(count):
        marks[0, images[0, chosen[k]]] = token
    order = 1
    limit = marks.shape[1]
    for g in range(1, len(images)):
        tokens[1] += 1
        own, other = limit, limit
        for k in range(count):
            position = images[g, chosen[k]]
            marks[1, position] = tokens[1]
            if marks[0, position] != token and position < other:
                other = position
        if other == limit:
            order += 1
            continue
        for k in range(count):
            position = images[0, chosen[k]]
            if marks[1, position] != tokens[1] and position < own:
                own = position
        if other < own:
            return 0
    return order
