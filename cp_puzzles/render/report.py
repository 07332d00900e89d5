"""The summary of a search in words that a puzzler understands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich.panel import Panel

from cp_puzzles.number import counted, integer, seconds
from cp_puzzles.render.marks import printable
from cp_puzzles.render.panel import facts_panel

Row = tuple[str, str]
"""What is told, and what is to be told."""

_COLORS = {"complete": "green", "limit": "yellow", "time-limit": "yellow", "interrupted": "yellow"}

_STATUS = {
    "complete": "complete: every possibility was examined",
    "limit": "stopped at the limit: there may be more",
    "time-limit": "out of time: the search was not finished, there may be more",
    "interrupted": "interrupted: the search was not finished, there may be more",
}

_SAME = {
    "full": "turned and mirrored boards count once",
    "rotations": "turned boards count once, mirror images apart",
    "off": "every position counts by itself",
    "components": "each part of the board turned and mirrored by itself, and exchanged, counts once",
}

_MOTIONS = {
    "full": ("turn or reflection", "turns and reflections"),
    "rotations": ("turn", "turns"),
    "components": ("motion of its parts", "motions of its parts"),
}


def summary_panel(summary: Mapping[str, Any]) -> Panel:
    """A panel that tells what came out of a search, from the summary of a result (the keys of `--json`).

    A key that is absent is not told.
    """
    color = _COLORS.get(str(summary.get("status")), "yellow")
    if summary.get("status") == "complete" and not summary.get("solutions"):
        color = "red"
    return facts_panel(headline(summary), _rows(summary), color)


def headline(summary: Mapping[str, Any]) -> str:
    """The result in a line.

    >>> headline({"name": "Soma cube", "status": "complete", "solutions": 240, "symmetry": "full"})
    'Soma cube: 240 solutions'
    >>> headline({"name": "Soma cube", "status": "limit", "solutions": 1})
    'Soma cube: 1 solution, perhaps more'
    """
    name, found = printable(str(summary["name"])), int(summary["solutions"])
    if summary["status"] == "complete":
        return f"{name}: {counted(found, 'solution') if found else 'no solution'}"
    return f"{name}: {counted(found, 'solution')}, perhaps more" if found else f"{name}: no solution found yet"


def _rows(summary: Mapping[str, Any]) -> Iterator[Row]:
    reason = summary.get("reason")
    found, status, symmetry = int(summary["solutions"]), str(summary["status"]), str(summary.get("symmetry", "off"))
    if reason:
        yield "no solution", reason
    else:
        yield "solutions", integer(found) + (f" ({_SAME[symmetry]})" if found or status != "complete" else "")
    if summary.get("objective") and found:
        yield "best", _best(summary["objective"])
    if found and symmetry != "off":
        yield from _symmetry_rows(summary, symmetry)
    yield from _puzzle_rows(summary)
    if not reason:
        yield "engine", _engine(summary)
    yield "time", _time(summary)
    yield "status", "complete: it cannot be solved" if status == "complete" and not found else _ended(summary)


def _ended(summary: Mapping[str, Any]) -> str:
    """How the search ended.

    >>> _ended({"status": "time-limit", "stopped_while": "placing"})
    'out of time while placing: the search had not begun'
    """
    status, phase = str(summary["status"]), summary.get("stopped_while")
    if phase is None:
        return _STATUS[status]
    return f"{_STATUS[status].partition(':')[0]} while {phase}: the search had not begun"


def _best(objective: Mapping[str, Any]) -> str:
    """What is known of the best value.

    >>> _best({"maximize": "covered", "value": 60, "bound": 60}), _best({"minimize": "pieces", "value": 9, "bound": 7})
    ('covered 60: proved, more is impossible', 'pieces 9: not proved, 7 may be possible')
    """
    key = "maximize" if "maximize" in objective else "minimize"
    what, bound = f"{objective[key]} {integer(objective['value'])}", objective["bound"]
    if bound == objective["value"]:
        return f"{what}: proved, {'more' if key == 'maximize' else 'less'} is impossible"
    return f"{what}: not proved" + (f", {integer(bound)} may be possible" if bound is not None else "")


def _symmetry_rows(summary: Mapping[str, Any], symmetry: str) -> Iterator[Row]:
    one, many = _MOTIONS[symmetry]
    if summary.get("raw") is not None:
        yield "in all", f"{integer(summary['raw'])} (every position counts by itself)"
    elif "raw" in summary:
        yield "in all", "unknown until the search is complete"
    if summary.get("self_symmetric") is not None:
        yield "self-symmetric", f"{integer(summary['self_symmetric'])} (look the same after some {one})"
    order = summary.get("group_order")
    if order is not None:
        text = f"{integer(order)} ({many} that keep the puzzle)"
        yield "group order", f"1 (no {one} makes another solution of one)" if order == 1 else text


def _puzzle_rows(summary: Mapping[str, Any]) -> Iterator[Row]:
    if all(summary.get(key) is not None for key in ("cells", "tiles", "items", "options")):
        items, options = counted(summary["items"], "item"), summary["options"]
        pieces = f"{counted(summary['cells'], 'cell')}, {counted(summary['tiles'], 'tile')}; "
        yield "puzzle", f"{pieces if summary['tiles'] else ''}{counted(options, 'placement')}, {items}"


def _engine(summary: Mapping[str, Any]) -> str:
    winner = summary.get("statistics", {}).get("winner")
    name = f"{winner}, which won the race" if winner else summary.get("engine")
    parts = [str(name)] if name else []
    if summary.get("breaking") and summary.get("symmetry") != "off":
        parts.append(f"symmetry broken by {summary['breaking']}")
    if summary.get("jobs") is not None:
        parts.append(counted(summary["jobs"], "process", "processes"))
    return ", ".join(parts)


def _time(summary: Mapping[str, Any]) -> str:
    text = seconds(summary.get("seconds") or 0.0)
    first = summary.get("first_solution_seconds")
    return text if first is None else f"{text}, the first solution after {seconds(first)}"
