"""Regions under trees: the text of Advent of Code 2025, day 12, as a puzzle with parameters and its cases."""

from __future__ import annotations

import re
from typing import Any

from cp_puzzles.errors import SpecError, echo

_SHAPE = re.compile(r"\d+:")
_REGION = re.compile(r"(\d+)x(\d+):((?:\s+\d+)+)\s*")

MAX_REGIONS = 100_000


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


def read_family(text: str, source: str, _title: str) -> dict[str, Any]:
    """Return the data of the puzzle file and of the file of its cases, by the ends of their names."""
    data, cases = read_regions(text, source)
    return {"": data, "cases": cases}
