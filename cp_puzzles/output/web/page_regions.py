"""Conditions on the values in regions as data of a page, which draws them and checks them in a game."""

from __future__ import annotations

from collections.abc import Mapping

from cp_puzzles.output.draw.cell_shapes import cell_center
from cp_puzzles.output.draw.outline import outline
from cp_puzzles.output.draw.picture import Shape, path_data
from cp_puzzles.output.draw.region_shapes import REGION_INSET, region_colors, sign_place
from cp_puzzles.output.web.page_cells import numbered_layers
from cp_puzzles.output.web.page_types import PageRegion
from cp_puzzles.puzzle.geometry.footprint import has_edges
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.rules.region_values import RegionRule


def described_regions(puzzle: Puzzle, index: Mapping[Cell, int]) -> list[PageRegion]:
    """Return the conditions on values: cells, kind and bounds; of a drawn region also what `_draw` adds."""
    colors = dict(zip(puzzle.drawn_regions, region_colors(puzzle), strict=True))
    regions: list[PageRegion] = []
    for rule in puzzle.rules:
        if isinstance(rule, RegionRule):
            region: PageRegion = {
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


def _draw(region: PageRegion, puzzle: Puzzle, rule: RegionRule, index: Mapping[Cell, int], color: str) -> None:
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
