"""The table of solutions by a measure."""

from __future__ import annotations

from rich import box
from rich.table import Table

from cp_puzzles.analysis.tabulate import MeasureTable
from cp_puzzles.number import integer


def measure_table(table: MeasureTable) -> Table:
    """A row for each value: the solutions, and all with turned and mirrored ones; what is incomplete says so."""
    complete = table.result.status == "complete"
    drawn = Table(box=box.SIMPLE, title=None if complete else "of the solutions found so far", title_justify="left")
    drawn.add_column(table.measure, justify="right")
    drawn.add_column("solutions", justify="right")
    if table.result.symmetry != "off":
        drawn.add_column("in all", justify="right")
    for value, solutions, raw in table.rows:
        cells = (integer(value), integer(solutions), integer(raw))
        drawn.add_row(*cells[: len(drawn.columns)])
    return drawn
