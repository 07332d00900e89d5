"""Packings of which one solution is hard to find: fixed ones, and random ones with a seed each."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

BAR = [[6, column] for column in range(3, 14)]
MIDDLE = [[row, column] for row in (6, 7, 8) for column in range(5, 10)]
WALLS = [[row, column] for row in range(11) for column in (23, 47)]
MIDDLES = [[5, column] for column in (11, 35, 59)]
CORNERS = [[x, y, z] for x in (0, 4) for y in (0, 4) for z in (0, 11)]

SETS = {
    "2 of each pentomino in 10x12": ("size: [10, 12]", "{set: pentominoes, multiplicity: 2}"),
    "3 of each pentomino in 12x15": ("size: [12, 15]", "{set: pentominoes, multiplicity: 3}"),
    "5 of each pentomino in 15x20": ("size: [15, 20]", "{set: pentominoes, multiplicity: 5}"),
    "8 of each pentomino in 20x24": ("size: [20, 24]", "{set: pentominoes, multiplicity: 8}"),
    "10 of each pentomino in 20x30": ("size: [20, 30]", "{set: pentominoes, multiplicity: 10}"),
    "one-sided pentominoes in 9x10": ("size: [9, 10]", "{set: one-sided-pentominoes}"),
    "tetrominoes and pentominoes in 8x10": ("size: [8, 10]", "{set: tetrominoes}, {set: pentominoes}"),
    "45 Y in 15x15": ("size: [15, 15]", "{set: pentominoes, only: [Y], multiplicity: 45}"),
    "80 Y in 20x20": ("size: [20, 20]", "{set: pentominoes, only: [Y], multiplicity: 80}"),
    "hexominoes in 13x17 less a bar of 11": (f"size: [13, 17], holes: {BAR}", "{set: hexominoes}"),
    "hexominoes in 15x15 less its middle": (f"size: [15, 15], holes: {MIDDLE}", "{set: hexominoes}"),
    "2 of each hexomino in 20x21": ("size: [20, 21]", "{set: hexominoes, multiplicity: 2}"),
    "one-sided hexominoes in 18x20": ("size: [18, 20]", "{set: one-sided-hexominoes}"),
    "107 heptominoes in 25x30 less a cell": (
        "size: [25, 30], holes: [[12, 14]]",
        "{set: heptominoes, except: [S043]}",
    ),
    "heptominoes in three 11x23 less their middles": (
        f"size: [11, 71], holes: {[*WALLS, *MIDDLES]}",
        "{set: heptominoes}",
    ),
    "octiamonds in 12x22": ("parallelogram: [12, 22]", "{set: octiamonds}"),
    "pentahexes in a rhombus": ("parallelogram: [10, 11]", "{set: pentahexes}"),
    "10 of each tetrahex in a rhombus": ("parallelogram: [14, 20]", "{set: tetrahexes, multiplicity: 10}"),
    "heptiamonds in a rhombus": ("parallelogram: [7, 12]", "{set: heptiamonds}"),
    "Bedlam cube": ("size: [4, 4, 4]", "{set: bedlam}"),
    "2 of each tetracube in 4x4x4": ("size: [4, 4, 4]", "{set: tetracubes, multiplicity: 2}"),
    "16 of each tetracube in 8x8x8": ("size: [8, 8, 8]", "{set: tetracubes, multiplicity: 16}"),
    "25 Y pentacubes in 5x5x5": ("size: [5, 5, 5]", "{set: pentacubes, only: [Y], multiplicity: 25}"),
    "54 T in 6x6x6": ("size: [6, 6, 6]", "{set: tetrominoes, only: [T], multiplicity: 54}"),
    "pentacubes without I in 4x5x7": ("size: [4, 5, 7]", "{set: pentacubes, except: [I]}"),
    "25 of the pentacubes in 5x5x5": ("size: [5, 5, 5]", "{set: pentacubes, multiplicity: {min: 0, max: 1}}"),
    "2 of each pentacube in 5x5x12 less ten cells": (
        f"size: [5, 5, 12], holes: {[*CORNERS, [2, 2, 5], [2, 2, 6]]}",
        "{set: pentacubes, multiplicity: 2}",
    ),
    "5 of each solid pentomino in 5x6x10": ("size: [5, 6, 10]", "{set: pentominoes, multiplicity: 5}"),
}
"""The board and the tiles of sets, mostly with copies."""

WRITTEN = {
    "hexominoes on a torus 14x15": "board: {size: [14, 15], wrap: torus}, tiles: [{set: hexominoes}]",
    "hexominoes on a torus 10x21": "board: {size: [10, 21], wrap: torus}, tiles: [{set: hexominoes}]",
    "hexominoes on a torus 7x30": "board: {size: [7, 30], wrap: torus}, tiles: [{set: hexominoes}]",
    "Conway's planks and bars in 5x5x5": (
        "lattice: cubic, board: {size: [5, 5, 5]}, tiles: [{size: [1, 2, 4], multiplicity: 13}, {size: [2, 2, 2]},"
        " {size: [1, 2, 2]}, {size: [1, 1, 3], multiplicity: 3}]"
    ),
    "planks of 1x2x4 and 2x2x3 in 7x8x10": (
        "lattice: cubic, board: {size: [7, 8, 10]}, tiles: [{size: [1, 2, 4], multiplicity: 40},"
        " {size: [2, 2, 3], multiplicity: 20}]"
    ),
    "eight boxes on a pallet": ("board: {size: [120, 80]}, fill: false, tiles: [{size: [38, 27], multiplicity: 8}]"),
}
"""Tori, planks and boxes, as specs without a name."""

REGIONS = {35: 85, 37: 87, 39: 89, 41: 90, 43: 91, 45: 92, 46: 93, 47: 94, 48: 95, 49: 96, 44: 97, 50: 98}
"""The width of a region, and how full it is in percent; its seed is its width."""

PARTRIDGES = (8, 9)
"""The largest squares: k squares of side k for each k, in the square whose side is the sum of the numbers."""

CUT_BOXES = {(24, 24): 60, (40, 40): 100, (60, 40): 150, (8, 8, 8): 60, (10, 10, 10): 100, (12, 10, 8): 100}
"""Boxes, and the number of smaller ones into which they are cut at random; the seed is that number."""

SHAPE_SIZE, SHAPE_CELLS, SHAPES = 3, 7, 6
"""Six shapes of seven cells in 3x3, as in puzzle 12 of Advent of Code 2025."""


def packings() -> dict[str, str]:
    """Return the specs by the names of the packings.

    >>> len(packings()) >= 40
    True
    """
    found = {name: f"board: {{{board}}}, tiles: [{tiles}]" for name, (board, tiles) in SETS.items()}
    found |= WRITTEN
    found |= {f"region {width} wide, {percent} % full": _region(width, percent) for width, percent in REGIONS.items()}
    found |= {f"partridge of {largest}": _partridge(largest) for largest in PARTRIDGES}
    for sides, pieces in CUT_BOXES.items():
        found["x".join(map(str, sides)) + f" cut into {pieces}"] = _cut_box(sides, pieces)
    return {name: f"{{name: packing, {text}}}" for name, text in found.items()}


def _region(width: int, percent: int) -> str:
    """Return a rectangle that pieces of random shapes fill to some percent."""
    random = Random(width)
    height = width + random.randint(-3, 3)
    shapes: set[frozenset[tuple[int, int]]] = set()
    while len(shapes) < SHAPES:
        shape = frozenset(random.sample([(x, y) for x in range(SHAPE_SIZE) for y in range(SHAPE_SIZE)], SHAPE_CELLS))
        if _is_connected(shape) and not shapes & _images(shape):
            shapes.add(shape)
    pieces = width * height * percent // 100 // SHAPE_CELLS
    copies = Counter(random.randrange(SHAPES) for _ in range(pieces))
    tiles = [
        {
            "name": f"shape{number}",
            "cells": [*map(list, sorted(shape))],
            "multiplicity": copies[number],
            "reflect": True,
        }
        for number, shape in enumerate(sorted(shapes, key=sorted))
        if copies[number]
    ]
    return f"board: {{size: [{height}, {width}]}}, fill: false, tiles: {json.dumps(tiles)}"


def _images(shape: frozenset[tuple[int, int]]) -> set[frozenset[tuple[int, int]]]:
    """Return the images of a shape in its square under rotations and reflections."""
    last, images = SHAPE_SIZE - 1, set[frozenset[tuple[int, int]]]()
    for _ in range(4):
        shape = frozenset((y, last - x) for x, y in shape)
        images |= {shape, frozenset((y, x) for x, y in shape)}
    return images


def _is_connected(shape: frozenset[tuple[int, int]]) -> bool:
    """Return True if each cell of a shape is reached from any other one through sides."""
    reached = {min(shape)}
    while (
        grown := {(x + u, y + v) for x, y in reached for u, v in ((0, 1), (1, 0), (0, -1), (-1, 0))} & shape - reached
    ):
        reached |= grown
    return reached == shape


def _partridge(largest: int) -> str:
    """Return the square for k squares of side k, for each k up to the largest."""
    side = largest * (largest + 1) // 2
    tiles = ", ".join(f"{{size: [{k}, {k}], multiplicity: {k}}}" for k in range(1, largest + 1))
    return f"board: {{size: [{side}, {side}]}}, tiles: [{tiles}]"


def _cut_box(sides: tuple[int, ...], pieces: int) -> str:
    """Return a box and the boxes into which random cuts divide it: the largest box is cut until there are enough."""
    random, boxes = Random(pieces), [sides]
    while len(boxes) < pieces:
        boxes.sort(key=lambda box: (-_volume(box), box))
        box = boxes.pop(0)
        axis = max(range(len(box)), key=lambda each: (box[each], each))
        cut = random.randint(1, box[axis] - 1)
        boxes += [(*box[:axis], length, *box[axis + 1 :]) for length in (cut, box[axis] - cut)]
    copies = Counter(tuple(sorted(box)) for box in boxes)
    tiles = ", ".join(f"{{size: {list(box)}, multiplicity: {count}}}" for box, count in sorted(copies.items()))
    return f"board: {{size: {list(sides)}}}, tiles: [{tiles}]"


def _volume(box: tuple[int, ...]) -> int:
    """Return the number of cells of a box."""
    volume = 1
    for length in box:
        volume *= length
    return volume
