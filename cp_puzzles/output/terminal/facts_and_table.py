"""Facts and a table: the form in which results are printed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich import box
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from cp_puzzles.base.number_text import integer
from cp_puzzles.output.terminal.scene import printable

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


def column_table(
    columns: Sequence[str], rows: Iterable[Sequence[int | str | Text]], *, title: str | None = None, note: str = ""
) -> Table:
    """Return rows below the names of columns; a column whose name begins with `>` is aligned to the right."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, title=title, title_justify="left", caption=note or None)
    for name in columns:
        side = "right" if name.startswith(">") else "left"
        table.add_column(Text(printable(name.removeprefix(">"))), justify=side)  # type: ignore[arg-type]
    for row in rows:
        texts = (integer(value) if isinstance(value, int) else value for value in row)
        table.add_row(*(Text(printable(text)) if isinstance(text, str) else text for text in texts))
    return table
