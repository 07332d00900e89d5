"""The table of solutions by a measure."""

from __future__ import annotations

from rich import box
from rich.table import Table

from cp_puzzles.analysis.counts_by_measure import MeasureTable
from cp_puzzles.base.number_text import counted, integer


def measure_table(table: MeasureTable) -> Table:
    """Return a row for each value: solutions, and solutions with all images; a title marks incomplete counts."""
    title = None
    if table.result.status != "complete":
        title = f"{integer(table.tabulated)} of the {counted(table.result.count, 'solution')} found"
    drawn = Table(box=box.SIMPLE, title=title, title_justify="left")
    drawn.add_column(table.measure, justify="right")
    drawn.add_column("solutions", justify="right")
    if table.result.symmetry != "off":
        drawn.add_column("total", justify="right")
    for value, solutions, raw in table.rows:
        cells = (integer(value), integer(solutions), integer(raw))
        drawn.add_row(*cells[: len(drawn.columns)])
    return drawn
