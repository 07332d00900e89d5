"""Regions in flat pictures: a tint of their empty cells, a line around them, and a sign of their condition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cp_puzzles.output.draw.cell_shapes import cell_center, inscribed_diameter
from cp_puzzles.output.draw.outline import outline
from cp_puzzles.output.draw.picture import Label, Shape
from cp_puzzles.puzzle.geometry.footprint import drawn_point, footprint, has_edges
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.palette import CLASSES, PALETTE, shade
from cp_puzzles.puzzle.puzzle import Puzzle

REGION_INSET, _WIDTH = 0.07, 0.06
_DARK, _PALE = 0.7, 1.75
"""Factors of `shade` for the line around a region and for the tint of its cells."""

REGION_COLORS = tuple(
    shade(color, _DARK) for color in (*CLASSES, *(color for color in PALETTE[:13] if color not in CLASSES))
)
"""The colors of the lines around regions."""


def region_colors(puzzle: Puzzle) -> tuple[str, ...]:
    """Return a dark color for each region with a condition; regions that touch have different ones.

    More than a dozen regions share colors where they do not touch.
    """
    numbers: list[int] = []
    cells = [frozenset(rule.cells) for rule in puzzle.drawn_regions]
    near = [frozenset(n for cell in region for n in puzzle.lattice.neighbors(cell)) for region in cells]
    for place, region in enumerate(cells):
        taken = {numbers[other] for other in range(place) if not near[other].isdisjoint(region)}
        free = [number for number in range(len(REGION_COLORS)) if number not in taken]
        least_used = min(free or range(len(REGION_COLORS)), key=lambda number: (numbers.count(number), number))
        numbers.append(least_used)
    return tuple(REGION_COLORS[number] for number in numbers)


def region_tints(puzzle: Puzzle) -> Mapping[Cell, str]:
    """Return the color of each cell of a region while nothing covers it."""
    pairs = zip(puzzle.drawn_regions, region_colors(puzzle), strict=True)
    return {cell: shade(color, _PALE) for rule, color in pairs for cell in rule.cells}


def region_shapes(puzzle: Puzzle, cells: Sequence[Cell]) -> list[Shape | Label]:
    """Return lines around the regions among some cells of a layer, and above them a sign on the last cell of each."""
    lattice, here = puzzle.lattice, set(cells)
    lines: list[Shape | Label] = []
    signs: list[Shape | Label] = []
    for rule, color in zip(puzzle.drawn_regions, region_colors(puzzle), strict=True):
        part = [cell for cell in rule.cells if cell in here]
        if not part:
            continue
        if not has_edges(lattice):
            loops = outline(lattice, part, REGION_INSET)
            lines += [
                Shape(loops, stroke=c, width=w, radius=0.1) for c, w in (("#ffffff", 2 * _WIDTH), (color, _WIDTH))
            ]
        _, x, y, size = sign_place(puzzle, part)
        width = size * (0.5 + 0.58 * len(rule.sign))
        (left, right), (top, bottom) = (x - width / 2, x + width / 2), (y - 0.6 * size, y + 0.6 * size)
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        signs += [Shape((corners,), color, radius=0.3 * size), Label(x, y, rule.sign, size, "#ffffff")]
    return lines + signs


def sign_place(puzzle: Puzzle, cells: Sequence[Cell]) -> tuple[Cell, float, float, float]:
    """Return the cell of a sign, its middle and its size: near the lower right corner of the last cell as read."""
    lattice = puzzle.lattice
    last = max(cells, key=lambda cell: cell_center(lattice, cell)[::-1])
    middle = cell_center(lattice, last)
    corner = max((drawn_point(lattice, place) for place in footprint(lattice, last)), key=sum)
    share = 0.9 if len(footprint(lattice, last)) > 3 else 0.55
    x, y = (a + share * (b - a) for a, b in zip(middle, corner, strict=True))
    return last, x, y, 0.23 * min(1.0, inscribed_diameter(lattice, last))
