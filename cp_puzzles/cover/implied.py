"""Bounds that follow from those of the other items: an engine may leave them out, all of them together.

Two arguments, neither of which leans on a bound that is left out itself. An item whose options take at least s of n
*single* items (covered at most once) is covered at most n / s times. And the area: if all options of each tile take
equally many of the items that must be covered once, and every tile but one is used a fixed number of times, then the
area that they leave fixes the number of the last.
"""

from __future__ import annotations

from cp_puzzles.cover.problem import CoverProblem


def implied(problem: CoverProblem) -> frozenset[int]:
    """The items covered more than once whose bounds the others imply.

    >>> from cp_puzzles.cover.problem import Item
    >>> cells = tuple(Item("cell", str(i), 1, 1) for i in range(4))
    >>> options = ((0, 4), (0, 1, 5), (1, 4), (1, 2, 5), (2, 4), (2, 3, 5), (3, 4))
    >>> implied(CoverProblem((*cells, Item("tile", "O", 2, 2), Item("tile", "I", 0, 2)), options))
    frozenset({5})
    """
    unbound = {item for item, bounds in enumerate(problem.items) if bounds.maximum > 1 and _is_unbound(problem, item)}
    return frozenset(unbound | _fixed_by_area(problem))


def most_covered(problem: CoverProblem, item: int) -> int:
    """No solution covers the item more often: its options use up single items."""
    options = [problem.options[option] for option in problem.covering[item]]
    singles = [[i for i in option if problem.items[i].maximum <= 1] for option in options]
    least = min(map(len, singles), default=0)
    return min(len(options), len({i for option in singles for i in option}) // least) if least else len(options)


def _is_unbound(problem: CoverProblem, item: int) -> bool:
    bounds = problem.items[item]
    return bounds.minimum == 0 and bounds.maximum >= most_covered(problem, item)


def _fixed_by_area(problem: CoverProblem) -> set[int]:
    """The tile whose number of copies follows from the area that the others leave; of several the most frequent."""
    if None in problem.tile_of:
        return set()
    bounds = {tile: problem.items[tile] for tile in problem.tiles}
    loose = [tile for tile, item in bounds.items() if item.minimum != item.maximum]
    candidates = loose if loose else [tile for tile, item in bounds.items() if item.maximum > 1]
    if len(loose) > 1 or not candidates:
        return set()
    last = max(candidates, key=lambda tile: (bounds[tile].maximum, tile))
    exact = {cell for cell in problem.cells if problem.items[cell].is_exact_one}
    sizes = {tile: {len(exact.intersection(problem.options[o])) for o in problem.covering[tile]} for tile in bounds}
    if bounds[last].maximum <= 1 or any(len(size) > 1 for size in sizes.values()):
        return set()
    others = sum(item.minimum * max(sizes[tile], default=0) for tile, item in bounds.items() if tile != last)
    area = max(sizes[last], default=0)
    copies, rest = divmod(len(exact) - others, area) if area else (0, 1)
    return {last} if rest == 0 and bounds[last].minimum <= copies <= bounds[last].maximum else set()
