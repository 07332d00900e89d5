"""Whether a solution leads its orbit, decided without sorting."""

from __future__ import annotations

from cp_puzzles.engines.exact_cover.jit import compiled


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
