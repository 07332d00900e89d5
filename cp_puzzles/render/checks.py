"""The findings about a puzzle file, a line or a few."""

from __future__ import annotations

from rich.text import Text

from cp_puzzles.analysis.check import Check, Comparison
from cp_puzzles.number import counted, integer, seconds


def check_lines(check: Check) -> Text:
    """What was found, the name first; a number that is not as expected stands out."""
    text = Text()
    text.append(check.file, style="bold")
    text.append(
        f": {counted(check.cells, 'cell')}, {counted(check.tiles, 'tile')}, {counted(check.items, 'item')}, "
        f"{counted(check.options, 'option')}, symmetries {integer(check.symmetry_order)}"
        f" ({counted(check.rotations, 'rotation')})"
    )
    if check.reason is not None:
        text.append(f"\n  no solution: {check.reason}", style="yellow")
    if check.difficulty is not None:
        text.append(f"\n  grade: {check.difficulty}", style="green")
    elif check.no_grade is not None:
        text.append(f"\n  no grade: {check.no_grade.removesuffix(', and no grade')}", style="yellow")
    for comparison in check.comparisons:
        text.append("\n  ")
        text.append_text(_comparison(comparison))
    return text


def _comparison(comparison: Comparison) -> Text:
    what, expected = comparison.what, integer(comparison.expected)
    time = f" ({seconds(comparison.seconds)})" if comparison.seconds else ""
    if comparison.counted is None:
        return Text(f"{what}: {expected} expected, not counted in time{time}", style="yellow")
    if comparison.agrees:
        return Text(f"{what}: {expected} as expected{time}", style="green")
    return Text(f"{what}: {expected} expected, {integer(comparison.counted)} counted{time}", style="bold red")
