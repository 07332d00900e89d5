"""Solutions without a board: a line for each option, as written in the file."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Group
from rich.style import Style
from rich.text import Text

from cp_puzzles.cover.solution import Solution

SCREENFUL = 5
"""The number of solutions listed by default."""

_TITLE = Style(bold=True)


def option_list(solution: Solution) -> Text:
    """Return the options of a solution."""
    return Text("\n".join(f" {placement.tile}" for placement in solution.placements))


def option_lists(solutions: Iterable[Solution], start: int = 1) -> Group:
    """Return solutions below each other, numbered from `start`."""
    numbered = enumerate(solutions, start=start)
    return Group(
        *(part for number, solution in numbered for part in (Text(f"solution {number}", _TITLE), option_list(solution)))
    )
