"""How far a stored run is, in words."""

from __future__ import annotations

from collections.abc import Iterator

from rich import box
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from cp_puzzles.render.marks import printable
from cp_puzzles.render.number import counted, integer, seconds
from cp_puzzles.search.store.reader import RunStatus

_COLORS = {"complete": "green", "running": "cyan", "stopped": "yellow"}

_STATES = {
    "complete": "complete: every possibility was examined",
    "running": "running",
    "stopped": "stopped: the same command goes on with it",
}


def status_panel(status: RunStatus) -> Panel:
    """A panel that tells how far a stored run is."""
    body = Table.grid(padding=(0, 2))
    body.add_column(style="dim", no_wrap=True)
    body.add_column(overflow="fold")
    for label, text in _rows(status):
        body.add_row(label, Text(text))
    return Panel(
        body,
        title=Text(f"{printable(status.name)}: {status.command}", style=f"bold {_COLORS[status.state]}"),
        title_align="left",
        border_style=_COLORS[status.state],
        box=box.ROUNDED,
        expand=False,
        padding=(0, 1),
    )


def _rows(status: RunStatus) -> Iterator[tuple[str, str]]:
    yield "status", _STATES[status.state]
    yield "parts", f"{integer(status.parts_done)} of {integer(status.parts_total)} finished"
    yield "solutions", f"{integer(status.solutions)} in the finished parts (--symmetry {status.symmetry})"
    if status.symmetry != "off":
        yield "in all", f"{integer(status.raw)} (every position counts by itself)"
    if status.partial:
        yield "besides", f"{counted(status.partial, 'solution')} so far in parts that are not finished"
    if len(status.engines) > 1:
        yield "engines", ", ".join(f"{engine} {counted(parts, 'part')}" for engine, parts in status.engines.items())
    yield "time", seconds(status.elapsed)
    if status.state != "complete" and status.remaining is not None:
        yield "left", f"about {seconds(round(status.remaining))}"
