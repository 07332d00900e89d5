"""Panels: a title and figures by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rich import box
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from cp_puzzles.base.number_text import integer

Facts = Mapping[str, int | str] | Iterable[tuple[str, int | str]]
"""Figures by name, in order."""


def facts_panel(title: str, facts: Facts, color: str = "none") -> Panel:
    """Return figures in a frame with a title."""
    head = Text(title, style="bold" if color == "none" else f"bold {color}")
    return Panel(facts_table(facts), title=head, title_align="left", border_style=color, box=box.ROUNDED, expand=False)


def facts_table(facts: Facts) -> Table:
    """Return figures by name, a line each."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in dict(facts).items():
        table.add_row(name, Text(integer(value) if isinstance(value, int) else value))
    return table
