"""Texts of regions under trees, of the kind of Advent of Code 2025, day 12."""

from __future__ import annotations

import random
from collections.abc import Iterator

SHAPES = ("###\n##.\n##.", "###\n##.\n.##", ".##\n###\n##.", "##.\n###\n##.", "###\n#..\n###", "###\n.#.\n###")
"""Six shapes of seven cells in boxes of 3x3."""


def example_regions(number: int, seed: int) -> str:
    """Return a text with `number` regions of the same kind as those of the contest, which may not be copied.

    About half of the regions have room for a box of 3x3 for each shape; the others have too few cells.
    """
    return "\n".join([*(f"{k}:\n{shape}\n" for k, shape in enumerate(SHAPES)), *_regions(number, seed), ""])


def _regions(number: int, seed: int) -> Iterator[str]:
    generator = random.Random(seed)
    for _ in range(number):
        wide, high = generator.randint(35, 50), generator.randint(35, 50)
        boxes, area = (wide // 3) * (high // 3), wide * high
        cells = [shape.count("#") for shape in SHAPES]
        total = generator.randint(boxes * 9 // 10, boxes) if generator.random() < 0.5 else area // min(cells) + 1
        cuts = sorted(generator.randint(0, total) for _ in SHAPES[1:])
        copies = [b - a for a, b in zip([0, *cuts], [*cuts, total], strict=True)]
        yield f"{wide}x{high}: {' '.join(map(str, copies))}"
