"""Outlines of sets of flat cells, and the lines along which they are cut apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping

from cp_puzzles.export.picture import Point

FlatCell = tuple[int, int]
Corner = tuple[int, int]

_SIDES = (((0, 0), (1, 0), (-1, 0)), ((1, 0), (1, 1), (0, 1)), ((1, 1), (0, 1), (1, 0)), ((0, 1), (0, 0), (0, -1)))
"""The sides of a cell, clockwise: from and to, as (x, y), and the (row, column) step to the cell beyond."""


def outline(cells: Iterable[FlatCell], inset: float = 0.0) -> tuple[tuple[Point, ...], ...]:
    """The closed loops around [row, column] cells as corners (x, y), clockwise with the cells on the right.

    Loops are drawn in by `inset`. Where two cells touch in a corner only, the loop stays on the same cell.

    >>> outline([(0, 0), (0, 1), (1, 0)])
    (((0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (1.0, 1.0), (1.0, 2.0), (0.0, 2.0)),)
    """
    inside = set(cells)
    leaving: dict[Corner, list[Corner]] = defaultdict(list)
    for row, column in sorted(inside):
        for (x0, y0), (x1, y1), (down, right) in _SIDES:
            if (row + down, column + right) not in inside:
                leaving[column + x0, row + y0].append((column + x1, row + y1))
    loops = []
    for start in list(leaving):
        while leaving[start]:
            loops.append(_inset(_loop(leaving, start), inset))
    return tuple(loops)


def cut_lines(regions: Mapping[FlatCell, Hashable]) -> tuple[tuple[Point, Point], ...]:
    """The straight lines, each as long as it goes and none drawn twice, between cells of different regions.

    What is not in the mapping is one more region: the outside.

    >>> cut_lines({(0, 0): "D", (0, 1): "D"})
    (((0, 0), (2, 0)), ((0, 1), (2, 1)), ((0, 0), (0, 1)), ((2, 0), (2, 1)))
    """
    level: set[Corner] = set()
    upright: set[Corner] = set()
    for (row, column), region in regions.items():
        for (x0, y0), (x1, y1), (down, right) in _SIDES:
            beyond = (row + down, column + right)
            if beyond not in regions or regions[beyond] != region:
                (level if down else upright).add((column + min(x0, x1), row + min(y0, y1)))
    rows = _runs((y, x) for x, y in level)
    columns = _runs((x, y) for x, y in upright)
    return (*(((a, y), (b, y)) for y, a, b in rows), *(((x, a), (x, b)) for x, a, b in columns))


def _runs(units: Iterable[tuple[int, int]]) -> list[tuple[int, int, int]]:
    """Unit steps (line, from) joined to runs (line, from, to)."""
    runs: list[tuple[int, int, int]] = []
    for line, start in sorted(units):
        if runs and runs[-1][0] == line and runs[-1][2] == start:
            runs[-1] = (line, runs[-1][1], start + 1)
        else:
            runs.append((line, start, start + 1))
    return runs


def _loop(leaving: dict[Corner, list[Corner]], start: Corner) -> list[Corner]:
    """Walk round one loop, taking its sides out of `leaving`; only corners where it turns are kept."""
    loop, here = [start], leaving[start].pop(0)
    while here != start or (len(leaving[here]) and _turns_right(loop[-1], here, leaving[here])):
        x, y = here[0] - loop[-1][0], here[1] - loop[-1][1]
        loop.append(here)
        ways = leaving[here]
        right = (here[0] - y, here[1] + x)
        here = ways.pop(ways.index(right) if right in ways else 0)
    return [p for i, p in enumerate(loop) if _bends(loop[i - 1], p, loop[(i + 1) % len(loop)])]


def _turns_right(before: Corner, here: Corner, ways: list[Corner]) -> bool:
    return (here[0] - (here[1] - before[1]), here[1] + (here[0] - before[0])) in ways


def _bends(a: Corner, b: Corner, c: Corner) -> bool:
    return (b[0] - a[0]) * (c[1] - b[1]) != (b[1] - a[1]) * (c[0] - b[0])


def _inset(loop: list[Corner], inset: float) -> tuple[Point, ...]:
    points = []
    for i, (x, y) in enumerate(loop):
        before, after = _direction(loop[i - 1], (x, y)), _direction((x, y), loop[(i + 1) % len(loop)])
        points.append((x - inset * (before[1] + after[1]), y + inset * (before[0] + after[0])))
    return tuple(points)


def _direction(a: Corner, b: Corner) -> Corner:
    return ((b[0] > a[0]) - (b[0] < a[0]), (b[1] > a[1]) - (b[1] < a[1]))
