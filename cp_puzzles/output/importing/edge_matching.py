"""Edge matching: four numbers a line, the colors of the sides of a square clockwise from the top; 0 is the boundary."""

from __future__ import annotations

import re
import string
from collections import Counter
from math import isqrt
from typing import Any

from cp_puzzles.errors import SpecError, echo

LETTERS = string.digits + string.ascii_lowercase + string.ascii_uppercase
"""The characters of colors in a puzzle file, by number."""


def read_edges(text: str, source: str, name: str) -> dict[str, Any]:
    r"""Return the data of a puzzle file with the squares of a text; raise `SpecError` with the line of a mistake.

    A first line of two numbers is the size, rows and columns; otherwise the board is a square, or the rectangle nearest
    to one. A line may begin with the number of the piece. Equal pieces become a tile with a multiplicity. If a side is
    0, all 0 are on the boundary of the board, and nothing else is.

    >>> data = read_edges("2 2\n0 1 2 0\n0 0 3 1\n2 4 0 0\n3 0 0 4\n", "edges", "edges")
    >>> data["board"], data["rules"], data["tiles"][0]
    ({'size': [2, 2]}, {'match': 'equal', 'boundary': '0'}, {'name': '1', 'cells': [[0, 0]], 'sides': '0120'})
    """
    size: list[int] = []
    pieces: dict[tuple[int, ...], str] = {}
    copies: Counter[tuple[int, ...]] = Counter()
    for number, line in enumerate(text.splitlines(), start=1):
        place, words = f"{source}:{number}", re.split(r"[\s,;]+", line.partition("#")[0].strip())
        if words == [""]:
            continue
        if not all(word.isdecimal() for word in words) or len(words) not in ((1, 2, 4, 5) if not pieces else (4, 5)):
            raise SpecError(place, f"{echo(line.strip())} is not a piece", "write the four numbers of its sides")
        numbers = [int(word) for word in words]
        if len(numbers) < 3:
            size = numbers * (3 - len(numbers))
            continue
        title, sides = str(numbers[0] if len(numbers) == 5 else sum(copies.values()) + 1), numbers[-4:]
        if max(sides) >= len(LETTERS):
            raise SpecError(place, f"the color {max(sides)} is above {len(LETTERS) - 1}", "number the colors from 0")
        turned = min(tuple(sides[k:] + sides[:k]) for k in range(4))
        pieces.setdefault(turned, f"{title} {''.join(LETTERS[side] for side in sides)}")
        copies[turned] += 1
    total = sum(copies.values())
    if not total:
        raise SpecError(source, "there is no piece", "write four numbers a line")
    rows = next(side for side in range(isqrt(total), 0, -1) if total % side == 0)
    tiles = []
    for turned, (title, sides_text) in ((key, value.split()) for key, value in pieces.items()):
        many = {"multiplicity": copies[turned]} if copies[turned] > 1 else {}
        tiles.append({"name": title, "cells": [[0, 0]], "sides": sides_text, **many})
    has_boundary = any(0 in turned for turned in pieces)
    return {
        "name": name,
        "board": {"size": size or [rows, total // rows]},
        "tiles": tiles,
        "rules": {"match": "equal", **({"boundary": "0"} if has_boundary else {})},
    }
