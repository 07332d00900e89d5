"""Conditions on regions and colors of sides as data of a page, which draws them and checks them in a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cp_puzzles.output.draw.board_picture import REGION_INSET, region_colors, sign_place
from cp_puzzles.output.draw.cell_shapes import cell_center, outline, side_shapes
from cp_puzzles.output.draw.picture import Label, Shape, path_data
from cp_puzzles.output.web.page_cells import Data, numbered_layers
from cp_puzzles.puzzle.geometry.cell_solid import NO_COLOR, ordered_sides
from cp_puzzles.puzzle.geometry.footprint import has_edges
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.palette import text_color
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.rules.region_values import RegionRule
from cp_puzzles.puzzle.rules.sides import SidesMatch


def described_regions(puzzle: Puzzle, index: Mapping[Cell, int]) -> list[Data]:
    """Return the conditions on values: cells, kind and bounds; of a drawn region also what `_draw` adds."""
    colors = dict(zip(puzzle.drawn_regions, region_colors(puzzle), strict=True))
    regions: list[Data] = []
    for rule in puzzle.rules:
        if isinstance(rule, RegionRule):
            region: Data = {
                "name": rule.region,
                "cells": [index[cell] for cell in rule.cells],
                "kind": rule.kind,
                "minimum": rule.minimum,
                "maximum": rule.maximum,
                "value": rule.value,
                "sign": rule.sign,
            }
            if rule in colors:
                _draw(region, puzzle, rule, index, colors[rule])
            regions.append(region)
    return regions


def _draw(region: Data, puzzle: Puzzle, rule: RegionRule, index: Mapping[Cell, int], color: str) -> None:
    """Add the color of a region, its line in each layer, and the cell, the offset and the size of its sign."""
    lattice = puzzle.lattice
    layer, _ = numbered_layers(lattice, sorted(index, key=index.__getitem__))
    parts: dict[int, list[Cell]] = {}
    for cell in rule.cells:
        parts.setdefault(layer[index[cell]], []).append(cell)
    paths = [
        (number, path_data(Shape(outline(lattice, part, REGION_INSET), radius=0.1)))
        for number, part in parts.items()
        if not has_edges(lattice)
    ]
    cell, x, y, size = sign_place(puzzle, parts[max(parts)])
    middle = cell_center(lattice, cell)
    region["color"], region["paths"] = color, paths
    region["at"] = (index[cell], x - middle[0], y - middle[1], size)


def described_sides(puzzle: Puzzle, cells: Sequence[Cell], shape_of: Sequence[int]) -> Data | None:
    """Return the colors of sides, how those of each shape are drawn, and which meet; None without colored sides.

    `shape_of` has the number of the shape of each cell.
    """
    if not puzzle.side_letters:
        return None
    index = {cell: number for number, cell in enumerate(cells)}
    examples = dict(zip(reversed(shape_of), reversed(cells), strict=True))
    rule = next((rule for rule in puzzle.rules if isinstance(rule, SidesMatch)), None)
    meeting = puzzle.board_geometry.inner_sides if rule is not None else ()
    return {
        "colors": {
            letter: {"letter": letter, "color": color, "text": text_color(color)}
            for letter, color in puzzle.side_palette.items()
        },
        "mates": {letter: rule.mate(letter) for letter in puzzle.side_letters} if rule is not None else {},
        "drawn": {shape: _drawn_sides(puzzle, cell) for shape, cell in examples.items()},
        "meeting": [(index[a], m, index[b], n) for (a, m), (b, n) in meeting],
    }


def _drawn_sides(puzzle: Puzzle, cell: Cell) -> list[Data]:
    """Return the path of each side about the center of a cell, and the place and the size of its letter, if any."""
    x, y = cell_center(puzzle.lattice, cell)
    letter, count = puzzle.side_letters[0], len(ordered_sides(puzzle.lattice, cell))
    drawn: list[Data] = []
    for number in range(count):
        side: Data = {"path": ""}
        alone = NO_COLOR * number + letter + NO_COLOR * (count - number - 1)
        for item in side_shapes(puzzle, {cell: f":{alone}"}):
            if isinstance(item, Shape):
                loops = tuple(tuple((u - x, v - y) for u, v in loop) for loop in item.loops)
                side["path"] += path_data(Shape(loops, radius=item.radius))
            elif isinstance(item, Label):
                side["at"] = [round(item.x - x, 4), round(item.y - y, 4), round(item.size, 4)]
        drawn.append(side)
    return drawn
