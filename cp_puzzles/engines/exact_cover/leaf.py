"""At a leaf: whether a solution leads its orbit, what it counts for, and where it goes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cp_puzzles.engines.exact_cover.jit import compiled

Ints = npt.NDArray[np.int64]

STATE = DEPTH, NODES, SOLUTIONS, RAW, SYMMETRIC, FILLED, FOUND, REMEMBERS, PROBES, HITS, SEED = tuple(range(11))
"""The numbers of the state of a search: FOUND counts solutions, leaders or not, FILLED the rows of the batch."""


class Orbits(NamedTuple):
    """What it takes to tell leaders; see `stabiliser_order`.

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


@compiled
def report(state, chosen, depth, orbits, batch, sizes):  # type: ignore[no-untyped-def]
    """Count the solution `chosen[1:depth + 1]` and write it to the batch, if it leads its orbit."""
    length = orbits.outside
    for d in range(1, np.int64(depth) + 1):
        orbits.solution[length] = orbits.number[chosen[np.uint64(d)]]
        length += 1
    stabiliser = stabiliser_order(orbits.solution, length, orbits.images, orbits.marks, orbits.tokens)
    if stabiliser == 0:
        return
    state[SOLUTIONS] += 1
    state[RAW] += orbits.order // stabiliser
    if stabiliser > 1:
        state[SYMMETRIC] += 1
    if len(batch):
        sizes[state[FILLED]] = orbits.order // stabiliser
        batch[state[FILLED], :length] = orbits.solution[:length]
        batch[state[FILLED], length:] = -1
        state[FILLED] += 1
