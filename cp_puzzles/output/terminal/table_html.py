"""Tables of results as HTML, for notebooks."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from rich.console import Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from cp_puzzles.output.terminal.result_tables import ExperimentTable
from cp_puzzles.output.terminal.rich_views import rich_view, text_view


def table_html(value: object) -> str:
    """Return the texts and tables of a public value as HTML, or its drawing in characters as preformatted text."""
    return _html(rich_view(value)) or f"<pre>{escape(text_view(value))}</pre>"


def _html(part: object) -> str | None:
    """Return texts and tables as HTML; None if a part is neither, as a drawing in characters."""
    match part:
        case ExperimentTable():
            return _html(Group(*part.parts()))
        case Group():
            parts = [_html(each) for each in part.renderables]
            return None if None in parts else "".join(filter(None, parts))
        case Panel():
            inner = _html(part.renderable)
            title = part.title.plain if isinstance(part.title, Text) else part.title or ""
            return None if inner is None else f"<div><b>{escape(title)}</b>{inner}</div>"
        case Table():
            return _rows_html(part)
        case str() | Text():
            return f"<div>{escape(part if isinstance(part, str) else part.plain)}</div>"
    return None


def _rows_html(table: Table) -> str:
    """Return a table of texts as HTML."""
    sides = [f' style="text-align:{column.justify}"' for column in table.columns]

    def row(cells: Iterable[object], tag: str) -> str:
        texts = (escape(str(cell)) for cell in cells)
        return f"<tr>{''.join(f'<{tag}{side}>{text}</{tag}>' for side, text in zip(sides, texts, strict=True))}</tr>"

    title = f"<caption>{escape(str(table.title))}</caption>" if table.title else ""
    head = row((column.header for column in table.columns), "th") if table.show_header else ""
    body = "".join(row(cells, "td") for cells in zip(*(column.cells for column in table.columns), strict=True))
    note = f"<div>{escape(str(table.caption))}</div>" if table.caption else ""
    return f"<table>{title}{head}{body}</table>{note}"
