"""The summary of a search and the findings of `check`, in words for puzzlers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rich.panel import Panel
from rich.text import Text

from cp_puzzles.base.number_text import counted, integer, seconds
from cp_puzzles.output.terminal.facts_and_table import facts_panel
from cp_puzzles.output.terminal.scene import printable

if TYPE_CHECKING:
    from cp_puzzles.analysis.puzzle_check import Check, Comparison

Row = tuple[str, str]
"""A label and its text."""

_COLORS = {"complete": "green", "limit": "yellow", "time-limit": "yellow", "interrupted": "yellow"}

_STATUS = {
    "complete": "complete: every possibility was examined",
    "limit": "stopped at the limit: there may be more",
    "time-limit": "out of time: the search was not finished, there may be more",
    "interrupted": "interrupted: the search was not finished, there may be more",
}

_SAME = {
    "full": "up to rotation and reflection",
    "rotations": "up to rotation; mirror images counted separately",
    "off": "rotations and reflections counted separately",
    "components": "up to rotation, reflection and exchange of the parts of the board",
    "colors": "up to rotation, reflection and exchange of colors",
}

_ISOMETRIES = {
    "full": ("rotation or reflection", "rotations and reflections"),
    "rotations": ("rotation", "rotations"),
    "components": ("isometry of its parts", "isometries of its parts"),
    "colors": ("isometry or exchange of colors", "isometries with exchanges of colors"),
}


def summary_panel(summary: Mapping[str, Any], explain: str = "explain(puzzle)", *, verbose: bool = False) -> Panel:
    """Return a panel about a search, from the summary of its result (the keys of `--json`).

    Absent keys have no line. `explain` is the command that says why there is no solution; `verbose`: also the engine,
    the symmetries and the sizes.
    """
    color = "green" if _is_solved(summary) else _COLORS.get(str(summary.get("status")), "yellow")
    if summary.get("status") == "complete" and not summary.get("solutions"):
        color = "red"
    return facts_panel(headline(summary), _rows(summary, explain, verbose=verbose), color)


def headline(summary: Mapping[str, Any]) -> str:
    """Return the result in a line.

    >>> headline({"name": "Soma cube", "status": "complete", "solutions": 240, "symmetry": "full"})
    'Soma cube: 240 solutions'
    >>> headline({"name": "Soma cube", "status": "limit", "solutions": 3})
    'Soma cube: 3 solutions, perhaps more'
    >>> headline({"name": "Soma cube", "status": "limit", "solutions": 1})
    'Soma cube: solved'
    """
    name, found = printable(str(summary["name"])), int(summary["solutions"])
    if _is_solved(summary):
        return f"{name}: solved"
    if summary["status"] == "complete":
        return f"{name}: {counted(found, 'solution') if found else 'no solution'}"
    return f"{name}: {counted(found, 'solution')}, perhaps more" if found else f"{name}: no solution found yet"


def _is_solved(summary: Mapping[str, Any]) -> bool:
    """Return whether one solution, not a best one, was asked for and found."""
    return summary["status"] == "limit" and summary["solutions"] == 1 and not summary.get("objective")


def _rows(summary: Mapping[str, Any], explain: str, *, verbose: bool) -> Iterator[Row]:
    found, symmetry = int(summary["solutions"]), str(summary.get("symmetry", "off"))
    has_orbits = verbose and found and symmetry != "off" and not _is_solved(summary)
    if summary.get("reason"):
        yield "reason", summary["reason"]
    if summary.get("objective") and found:
        yield "best", _best(summary["objective"])
    if has_orbits:
        yield "solutions", f"{integer(found)} ({_SAME[symmetry]})"
    yield from _total_row(summary)
    if has_orbits:
        yield from _symmetry_rows(summary, symmetry)
    if verbose:
        yield from _puzzle_rows(summary)
    if verbose and not summary.get("reason"):
        yield "engine", _engine(summary)
    yield "time", time_text(summary, verbose=verbose)
    yield "status", _ended(summary, explain)


def _total_row(summary: Mapping[str, Any]) -> Iterator[Row]:
    """Yield the number of all solutions; a cover problem in a file has neither tiles nor symmetries."""
    if not summary["solutions"] or _is_solved(summary) or summary.get("tiles") == 0:
        return
    raw = summary["solutions"] if summary.get("symmetry", "off") == "off" else summary.get("raw")
    if raw is not None:
        yield "total", f"{integer(raw)} ({_SAME['off']})"
    elif "raw" in summary:
        yield "total", "unknown until the search is complete"


def _ended(summary: Mapping[str, Any], explain: str) -> str:
    """Return the text about the end of the search.

    >>> _ended({"status": "time-limit", "solutions": 0, "stopped_while": "placing"}, "")
    'out of time while placing: the search had not begun'
    """
    status, phase = str(summary["status"]), summary.get("stopped_while")
    if status == "complete" and not summary["solutions"]:
        return "complete: it cannot be solved" + ("" if summary.get("reason") else f"; {explain} says why")
    if _is_solved(summary):
        return "solved: one solution was asked for, and there may be more"
    if phase is None:
        return _STATUS[status]
    return f"{_STATUS[status].partition(':')[0]} while {phase}: the search had not begun"


def _best(objective: Mapping[str, Any]) -> str:
    """Return the text about the best value and its bound.

    >>> _best({"maximize": "covered", "value": 60, "bound": 60}), _best({"minimize": "pieces", "value": 9, "bound": 7})
    ('covered 60: proved, more is impossible', 'pieces 9: not proved, 7 may be possible')
    """
    key = "maximize" if "maximize" in objective else "minimize"
    subject, bound = f"{objective[key]} {integer(objective['value'])}", objective["bound"]
    if bound == objective["value"]:
        return f"{subject}: proved, {'more' if key == 'maximize' else 'less'} is impossible"
    return f"{subject}: not proved" + (f", {integer(bound)} may be possible" if bound is not None else "")


def _symmetry_rows(summary: Mapping[str, Any], symmetry: str) -> Iterator[Row]:
    one, many = _ISOMETRIES[symmetry]
    if summary.get("self_symmetric") is not None:
        yield "symmetric", f"{integer(summary['self_symmetric'])} (the same after some {one})"
    order = summary.get("group_order")
    if order is not None:
        none = f"none (no {one} yields another solution)"
        yield "symmetries", none if order == 1 else f"{integer(order)} ({many} of the puzzle)"


def _puzzle_rows(summary: Mapping[str, Any]) -> Iterator[Row]:
    if all(summary.get(key) is not None for key in ("cells", "tiles", "items", "options")):
        items, options = counted(summary["items"], "item"), summary["options"]
        if not summary["tiles"]:
            yield "problem", f"{counted(options, 'option')}, {items}"
            return
        pieces = f"{counted(summary['cells'], 'cell')}, {counted(summary['tiles'], 'tile')}"
        yield "puzzle", f"{pieces}; {counted(options, 'placement')}, {items}"


def _engine(summary: Mapping[str, Any]) -> str:
    winner = summary.get("statistics", {}).get("winner")
    name = f"{summary.get('engine')}, the first of several searches to finish" if winner else summary.get("engine")
    reason = summary.get("engine_reason")
    parts = [f"{name} ({reason})" if reason else str(name)] if name else []
    if summary.get("breaking") and summary.get("symmetry") != "off" and not winner:
        parts.append(f"symmetry broken by {summary['breaking']}")
    if summary.get("jobs") is not None:
        parts.append(counted(summary["jobs"], "process", "processes"))
    return ", ".join(parts)


LEAST_COMPILE_SECONDS = 0.1
"""A shorter compilation is not worth a word."""


def time_text(summary: Mapping[str, Any], *, verbose: bool = True) -> str:
    """Return the time of a search, that to its first solution if `verbose`, and that of compiling apart from it."""
    total, first = summary.get("seconds") or 0.0, summary.get("first_solution_seconds")
    compiling = summary.get("statistics", {}).get("compile_seconds", 0.0)
    if compiling >= total:  # a part of an earlier session
        compiling = 0.0
    text = seconds(total - compiling)
    if verbose and first is not None:
        text += f", the first solution after {seconds(first - compiling if first > compiling else first)}"
    return f"{text}, and {seconds(compiling)} to compile, once" if compiling >= LEAST_COMPILE_SECONDS else text


def check_lines(check: Check) -> Text:
    """Return the findings, the name first; numbers that differ from the expected ones stand out."""
    text = Text()
    text.append(check.file, style="bold")
    sizes = f"{counted(check.items, 'item')}, {counted(check.options, 'option')}"
    if check.cells:  # a cover problem in a file has neither cells nor tiles nor symmetries
        sizes = f"{counted(check.cells, 'cell')}, {counted(check.tiles, 'tile')}, {sizes}"
        sizes += f", symmetries {integer(check.symmetry_order)} ({counted(check.rotations, 'rotation')})"
    text.append(f": {sizes}")
    if check.reason is not None:
        text.append(f"\n  no solution: {check.reason}", style="yellow")
    if check.difficulty is not None:
        text.append(f"\n  grade: {check.difficulty}", style="green")
    elif check.no_grade is not None:
        text.append(f"\n  no grade: {check.no_grade.removesuffix(', so it has no grade')}", style="yellow")
    for comparison in check.comparisons:
        text.append("\n  ")
        text.append_text(_comparison(comparison))
    return text


def _comparison(comparison: Comparison) -> Text:
    label, expected = comparison.name, integer(comparison.expected)
    time = f" ({seconds(comparison.seconds)})" if comparison.seconds else ""
    if comparison.counted is None:
        return Text(f"{label}: {expected} expected, not counted in time{time}", style="yellow")
    if comparison.agrees:
        return Text(f"{label}: {expected} as expected{time}", style="green")
    return Text(f"{label}: {expected} expected, {integer(comparison.counted)} counted{time}", style="bold red")
