"""Consoles of a fixed width that write into a string, and small puzzles with pieces on them."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from rich.console import Console, RenderableType

from cp_puzzles.cover.solution import Solution
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import build_puzzle
from cp_puzzles.puzzle.spec.loader import parse_spec
from tests.output.terminal.drawn_puzzles import Show


@pytest.fixture
def show() -> Show:
    """Return a function that renders a value on a console, by default as plain text of 80 columns."""

    def shown(value: RenderableType, width: int = 80, color: Any = None, encoding: str = "utf-8", **more: Any) -> str:
        class Stream(StringIO):
            @property
            def encoding(self) -> str:  # type: ignore[override]
                return encoding

        console = Console(
            file=Stream(),
            width=width,
            height=25,
            color_system=color,
            force_terminal=color is not None,
            legacy_windows=False,
            _environ={},
            **more,
        )
        console.print(value)
        return console.file.getvalue()  # type: ignore[attr-defined,no-any-return]

    return shown


@pytest.fixture
def small() -> Solution:
    """Two L trominoes, a monomino and a hole; one cell more than is covered, and a cell with a name."""
    puzzle = build_puzzle(
        parse_spec(
            """
            name: small
            fill: false
            board: {drawing: "XXXX\\nXX.X\\nXX..", labels: {Nov: [2, 0]}}
            tiles:
              - {name: L, drawing: "XX\\nX.", multiplicity: 2}
              - {name: dot, drawing: X}
            """
        )
    )
    return Solution(
        puzzle,
        (
            Placement(((0, 0), (0, 1), (1, 0)), "L"),
            Placement(((0, 2), (0, 3), (1, 3)), "L"),
            Placement(((1, 1),), "dot"),
        ),
    )


@pytest.fixture
def box() -> Solution:
    """Four straight tricubes in a box of 2x2x3, two lying along, two in the layer above."""
    puzzle = build_puzzle(
        parse_spec("{name: box, board: {size: [2, 2, 3]}, tiles: [{name: I, drawing: XXX, multiplicity: 4}]}")
    )
    rows = [tuple((layer, row, column) for column in range(3)) for layer in range(2) for row in range(2)]
    return Solution(puzzle, tuple(Placement(row, "I") for row in rows))
