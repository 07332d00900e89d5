"""A brute force for levels on squares, cubes and triangles, written without the package.

A piece is a set of cells; a state is the tuple of pieces, moved cell by cell, one unit at a time.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, product

Cell = tuple[int, ...]
Piece = frozenset[Cell]

STEPS: dict[str, list[Cell]] = {
    "square": [(0, 1), (0, -1), (1, 0), (-1, 0)],
    "cubic": [tuple(s * (i == j) for j in range(3)) for i in range(3) for s in (1, -1)],
    "triangular": [(1, 0, 0), (0, 1, 0), (1, -1, 0), (-1, 0, 0), (0, -1, 0), (-1, 1, 0)],
}

PASSED: dict[tuple[Cell, int], Cell] = {
    ((1, 0, 0), 0): (0, 0, 1),
    ((0, 1, 0), 0): (0, 0, 1),
    ((1, -1, 0), 0): (0, -1, 1),
    ((-1, 0, 0), 0): (-1, 0, 1),
    ((0, -1, 0), 0): (0, -1, 1),
    ((-1, 1, 0), 0): (-1, 0, 1),
    ((1, 0, 0), 1): (1, 0, -1),
    ((0, 1, 0), 1): (0, 1, -1),
    ((1, -1, 0), 1): (1, 0, -1),
    ((-1, 0, 0), 1): (0, 0, -1),
    ((0, -1, 0), 1): (0, 0, -1),
    ((-1, 1, 0), 1): (0, 1, -1),
}
"""The triangle, as a difference, that a triangle passes through on its way to the next one that points like it."""


def moved(piece: Piece, step: Cell, times: int = 1) -> Piece:
    """Return a piece some steps further."""
    return frozenset(tuple(x + times * d for x, d in zip(cell, step, strict=True)) for cell in piece)


def swept(piece: Piece, step: Cell, lattice: str) -> Piece:
    """Return the cells that a piece meets in one step: those at its end, and the triangles in between."""
    between: Piece = frozenset()
    if lattice == "triangular":
        between = frozenset(tuple(x + d for x, d in zip(cell, PASSED[step, cell[2]], strict=True)) for cell in piece)
    return moved(piece, step) | between


def normal(state: tuple[Piece, ...], lattice: str) -> tuple[Piece, ...]:
    """Return a state with the least cell of the first piece at the origin; triangles keep their third coordinate."""
    corner = min(state[0])
    back = tuple(-x for x in corner)
    return tuple(moved(piece, (*back[:2], 0) if lattice == "triangular" else back) for piece in state)


def subsets(pieces: int) -> list[tuple[int, ...]]:
    """Return all nonempty proper subsets of the pieces."""
    return [each for size in range(1, pieces) for each in combinations(range(pieces), size)]


def level(state: tuple[Piece, ...], lattice: str) -> int | None:
    """Return the least number of moves until some pieces are far away; None if there are none."""
    found = first_exit(state, lattice)
    return None if found is None else found[0]


def comes_apart(state: tuple[Piece, ...], lattice: str) -> bool:
    """Return whether all pieces can be taken apart.

    Moves of all pieces are also moves of some of them, so both parts of an exit may be tested where they began.
    """
    if len(state) == 1:
        return True
    found = first_exit(state, lattice)
    if found is None:
        return False
    parts = [tuple(piece for i, piece in enumerate(state) if (i in found[1]) == inside) for inside in (True, False)]
    return all(comes_apart(part, lattice) for part in parts)


def stays_in_groups(
    state: tuple[Piece, ...], lattice: str, tiles: tuple[str, ...], groups: dict[str, dict[str, int]]
) -> bool:
    """Return whether there is a group, or "", for each piece so that only pieces of one group remain together.

    `groups` has the largest number of pieces of each tile in each group; something leaves in any case.
    """
    for chosen in product(*(["", *groups.get(tile, ())] for tile in tiles)):
        pairs = list(zip(tiles, chosen, strict=True))
        is_allowed = all(not group or pairs.count((tile, group)) <= groups[tile][group] for tile, group in pairs)
        if is_allowed and _ends_in_groups(state, lattice, chosen, is_first=True):
            return True
    return False


def _ends_in_groups(state: tuple[Piece, ...], lattice: str, chosen: tuple[str, ...], *, is_first: bool) -> bool:
    if len(state) == 1 or (not is_first and chosen[0] and len(set(chosen)) == 1):
        return True
    found = first_exit(state, lattice)
    if found is None:
        return False
    sides = [[i for i in range(len(state)) if (i in found[1]) == inside] for inside in (True, False)]
    return all(
        _ends_in_groups(tuple(state[i] for i in side), lattice, tuple(chosen[i] for i in side), is_first=False)
        for side in sides
    )


@cache
def least_moves(state: tuple[Piece, ...], lattice: str, groups: tuple[str, ...]) -> list[int]:
    """Return the least list of moves by the definition: of all exits, with the least list of each part.

    `groups` has the group of each piece, or "". Parts of one group, and parts that nothing leaves, have no moves.
    """
    depth, exits = all_exits(state, lattice)
    lists = []
    for each, chosen in exits:
        sides = [[i for i in range(len(each)) if (i in chosen) == inside] for inside in (True, False)]
        first, second = (
            []
            if len({groups[i] or i for i in side}) == 1
            else least_moves(normal(tuple(each[i] for i in side), lattice), lattice, tuple(groups[i] for i in side))
            for side in sides
        )
        lists.append([depth, *min(first + second, second + first)])
    return min(lists, default=[])


def all_exits(state: tuple[Piece, ...], lattice: str) -> tuple[int, list[tuple[tuple[Piece, ...], tuple[int, ...]]]]:
    """Return the least number of moves until some pieces are far away, and each state and set that leaves then."""
    layer, seen, depth = [normal(state, lattice)], {normal(state, lattice)}, 0
    while layer:
        depth += 1
        following, exits = [], []
        for each, chosen, step in product(layer, subsets(len(state)), STEPS[lattice]):
            others = frozenset[Cell]().union(*(each[i] for i in range(len(each)) if i not in chosen))
            far = 2 + max(max(axis) - min(axis) for axis in zip(*frozenset[Cell]().union(*each), strict=True))
            current, met = each, []
            for _ in range(far):
                if any(swept(current[i], step, lattice) & others for i in chosen):
                    break
                current = tuple(moved(p, step) if i in chosen else p for i, p in enumerate(current))
                met.append(normal(current, lattice))
            else:
                exits.append((each, chosen))
                continue
            following += [key for key in met if key not in seen]
            seen.update(met)
        if exits:
            return depth, exits
        layer = following
    return 0, []


def movable(state: tuple[Piece, ...], lattice: str) -> set[frozenset[int]]:
    """Return the sets of pieces that can move one step, relative to the others: the smaller side of each."""
    found = set()
    for chosen, step in product(subsets(len(state)), STEPS[lattice]):
        rest = [i for i in range(len(state)) if i not in chosen]
        others = frozenset[Cell]().union(*(state[i] for i in rest))
        if not any(swept(state[i], step, lattice) & others for i in chosen):
            found.add(min(frozenset(chosen), frozenset(rest), key=lambda side: (len(side), sorted(side))))
    return found


def first_exit(state: tuple[Piece, ...], lattice: str) -> tuple[int, tuple[int, ...]] | None:
    """Return the least number of moves until some pieces are far away, and these; None if there are none."""
    depth, exits = all_exits(state, lattice)
    return (depth, exits[0][1]) if exits else None
