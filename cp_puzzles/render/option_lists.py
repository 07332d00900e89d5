"""Solutions without a board: the options of each, a line an option, as it stands in the file."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Group
from rich.style import Style
from rich.text import Text

from cp_puzzles.cover.solution import Solution

SCREENFUL = 5
"""How many solutions are listed where nobody says."""

_TITLE = Style(bold=True)


def option_list(solution: Solution) -> Text:
    """The options of a solution."""
    return Text("\n".join(f" {placement.tile}" for placement in solution.placements))


def option_lists(solutions: Iterable[Solution], start: int = 1) -> Group:
    """Solutions one below the other, numbered from `start`."""
    numbered = enumerate(solutions, start=start)
    return Group(*(part for number, its in numbered for part in (Text(f"solution {number}", _TITLE), option_list(its))))
