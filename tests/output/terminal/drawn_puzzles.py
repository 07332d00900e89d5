"""Puzzles that several tests of drawings use."""

from __future__ import annotations

import re
from collections.abc import Callable

from cp_puzzles.puzzle.puzzle import Puzzle, build_puzzle
from cp_puzzles.puzzle.spec.loader import parse_spec

Show = Callable[..., str]
"""What a console shows for a renderable, given its width, colors and encoding."""


def uncolored(text: str) -> str:
    """Return a text without its colors and styles."""
    return re.sub(r"\x1b\[[\d;]*m", "", text)


def rows_puzzle(size: tuple[int, ...]) -> Puzzle:
    """Monominoes on a board of a given size."""
    return build_puzzle(
        parse_spec(f"{{name: rows, board: {{size: {list(size)}}}, tiles: [{{set: monomino, multiplicity: any}}]}}")
    )


def pentominoes() -> Puzzle:
    """The twelve pentominoes on 6x10."""
    return build_puzzle(parse_spec("{name: Pentominoes, board: {size: [6, 10]}, tiles: [{set: pentominoes}]}"))
