"""Regions under trees: the text of Advent of Code 2025, day 12, as a puzzle with parameters and its cases."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

from cp_puzzles.errors import SpecError, echo

_SHAPE = re.compile(r"\d+:")
_REGION = re.compile(r"(\d+)x(\d+):((?:\s+\d+)+)\s*")

MAX_REGIONS = 100_000


def is_regions(text: str) -> bool:
    """Return whether a text has shapes `0:` and regions `12x5: 1 0 1`."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return bool(lines) and bool(_SHAPE.fullmatch(lines[0])) and any(_REGION.fullmatch(line) for line in lines)


def read_regions(text: str, source: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the data of a puzzle file with parameters, and its cases; raise `SpecError` with the line of a mistake.

    A region `12x5: 1 0 1` is 12 wide and 5 high, with the number of copies of each shape.
    """
    shapes: list[str] = []
    cases: list[dict[str, Any]] = []
    rows: list[str] | None = None
    for number, line in enumerate((*text.splitlines(), ""), start=1):
        region = _REGION.fullmatch(line.strip())
        if _SHAPE.fullmatch(line.strip()) or region or not line.strip():
            if rows:
                shapes.append("\n".join(rows))
            rows = [] if _SHAPE.fullmatch(line.strip()) else None
        elif rows is not None and re.fullmatch(r"[#.]+", line.strip()):
            rows.append(line.strip())
            continue
        else:
            place, remedy = f"{source}:{number}:1", "write a shape of # and ., or a region 12x5: 1 0 1"
            raise SpecError(place, f"{echo(line.strip())} is neither a shape nor a region", remedy)
        if region:
            copies = [int(word) for word in region[3].split()]
            if len(copies) != len(shapes):
                problem = f"{len(copies)} numbers for {len(shapes)} shapes"
                raise SpecError(f"{source}:{number}:1", problem, "write a number for each shape")
            values = {"wide": int(region[1]), "high": int(region[2])}
            values |= {f"n{k}": copied for k, copied in enumerate(copies)}
            cases.append({"parameters": values})
            if len(cases) > MAX_REGIONS:
                raise SpecError(f"{source}:{number}:1", f"more than {MAX_REGIONS:,} regions", "split the file")
    if not cases:
        raise SpecError(source, "there is no region", "write regions such as 12x5: 1 0 1")
    data = {
        "name": "Regions",
        "description": "Do the copies of the shapes fit into the region?",
        "parameters": cases[0]["parameters"],
        "board": {"size": ["{high}", "{wide}"]},
        "fill": False,
        "tiles": [{"name": f"{k}", "drawing": shape, "multiplicity": f"{{n{k}}}"} for k, shape in enumerate(shapes)],
    }
    return data, cases


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
