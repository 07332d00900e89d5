"""How far a stored run is, in words."""

from __future__ import annotations

from collections.abc import Iterator

from rich.panel import Panel

from cp_puzzles.number import counted, integer, seconds
from cp_puzzles.render.marks import printable
from cp_puzzles.render.panel import facts_panel
from cp_puzzles.search.store.reader import RunStatus

_COLORS = {"complete": "green", "running": "cyan", "stopped": "yellow"}

_STATES = {
    "complete": "complete: every possibility was examined",
    "running": "running",
    "stopped": "stopped: the same command goes on with it",
}


def status_panel(status: RunStatus) -> Panel:
    """A panel that tells how far a stored run is."""
    return facts_panel(f"{printable(status.name)}: {status.command}", _rows(status), _COLORS[status.state])


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
