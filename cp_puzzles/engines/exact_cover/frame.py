"""A frame: a cover problem cut down to some living options, as bit sets that the search works on.

Each item has a bit set of its own over the options that cover it and are alive, a few words long; the bit sets of
all items, one after the other, are the *domains*. Choosing an option is one AND with that option's row. So a search
looks only at the words of items that are not covered yet: a tenth of the work of a bit set over all options for
every item.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cp_puzzles.engines.exact_cover.jit import compiled

Words = npt.NDArray[np.uint64]
ZERO, ONE, SIX, LAST = np.uint64(0), np.uint64(1), np.uint64(6), np.uint64(63)


class Frame(NamedTuple):
    """The bit sets. All arrays but one are flat; W is the number of words of all domains, A of a set of required items.

    `start`: the first word of each item's domain, and W at the end. Items: required ones, then counted ones, then one
    of all free options (empty if there are none), then the *root*, whose one option covers nothing and excludes
    nothing: to choose it is to begin.
    `option`: for each bit of the domains the number of its option in the frame.
    `rows`: W words for each option: the options that may be chosen beside it.
    `others`: W words for each counted item: the options that do not cover it.
    `covers`: A words for each option: the required items that it covers.
    `places`, `place_start`: the bits of each option in the domains.
    `counted`: for each option a row of its counted items, filled up with the number of counted items.
    `domains`, `active`: what the search starts with.
    """

    start: Words
    option: npt.NDArray[np.uint32]
    rows: Words
    others: Words
    covers: Words
    places: Words
    place_start: Words
    counted: npt.NDArray[np.uint64]
    domains: Words
    active: Words


@compiled
def build_frame(exclusive, required, exclusive_count, counted, counted_count, free):  # type: ignore[no-untyped-def]
    """The frame of some options.

    `exclusive` (options, width) numbers of exclusive items, those below `required` first; `counted` (options, width)
    numbers below `counted_count`, filled up with -1; `free` flags.
    """
    options, width = exclusive.shape
    items = required + counted_count + 2
    size = np.zeros(items, dtype=np.uint64)
    place_start = np.full(options + 2, 0, dtype=np.uint64)
    total = np.uint64(0)
    for o in range(options):
        last = np.int64(-1)
        for k in range(width):
            i = exclusive[o, k]
            if i != last and i < required:
                size[i] += ONE
                total += ONE
            last = i
        for k in range(counted.shape[1]):
            if counted[o, k] >= 0:
                size[required + counted[o, k]] += ONE
                total += ONE
        if free[o]:
            size[items - 2] += ONE
            total += ONE
        place_start[o + 1] = total
    place_start[options + 1] = total
    size[items - 1] = ONE
    start = np.zeros(items + 1, dtype=np.uint64)
    for i in range(items):
        start[i + 1] = start[i] + ((size[i] + LAST) >> SIX)
        size[i] = start[i] << SIX
    words = np.int64(start[items])
    a_words = max((required + 63) // 64, 1)
    option = np.zeros(words * 64, dtype=np.uint32)
    domains = np.zeros(words, dtype=np.uint64)
    covers = np.zeros((options + 1) * a_words, dtype=np.uint64)
    places = np.zeros(np.int64(total), dtype=np.uint64)
    counted_of = np.full((options + 1, counted.shape[1]), np.uint64(counted_count), dtype=np.uint64)
    conflicts = np.zeros((exclusive_count, words), dtype=np.uint64)
    others = np.full(counted_count * words, ~np.uint64(0), dtype=np.uint64)
    for o in range(options):
        p = place_start[o]
        last = np.int64(-1)
        for k in range(width):
            i = exclusive[o, k]
            if i != last and i < required:
                places[p] = size[i]
                size[i] += ONE
                p += ONE
                covers[o * a_words + (i >> 6)] |= ONE << np.uint64(i & 63)
            last = i
        for k in range(counted.shape[1]):
            if counted[o, k] >= 0:
                counted_of[o, k] = np.uint64(counted[o, k])
                places[p] = size[required + counted[o, k]]
                size[required + counted[o, k]] += ONE
                p += ONE
        if free[o]:
            places[p] = size[items - 2]
            size[items - 2] += ONE
            p += ONE
        for q in range(place_start[o], p):
            bit = ONE << (places[q] & LAST)
            w = places[q] >> SIX
            option[places[q]] = o
            domains[w] |= bit
            for k in range(width):
                conflicts[np.uint64(exclusive[o, k]), w] |= bit
            for k in range(counted.shape[1]):
                if counted[o, k] >= 0:
                    others[np.uint64(counted[o, k] * words) + w] &= ~bit
    option[start[items - 1] << SIX] = options
    domains[words - 1] = ONE
    rows = np.full((options + 1) * words, ~np.uint64(0), dtype=np.uint64)
    for o in range(options):
        row = rows[o * words : (o + 1) * words]
        row[:] = conflicts[exclusive[o, 0]]
        for k in range(1, width):
            conflict = conflicts[exclusive[o, k]]
            for w in range(words):
                row[w] |= conflict[w]
        for w in range(words):
            row[w] = ~row[w]
    active = np.zeros(a_words, dtype=np.uint64)
    for i in range(required):
        active[i >> 6] |= ONE << np.uint64(i & 63)
    return Frame(start, option, rows, others, covers, places, place_start, counted_of, domains, active)
