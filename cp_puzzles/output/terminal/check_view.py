"""The findings of `check` about a puzzle file."""

from __future__ import annotations

from rich.text import Text

from cp_puzzles.analysis.puzzle_check import Check, Comparison
from cp_puzzles.base.number_text import counted, integer, seconds


def check_lines(check: Check) -> Text:
    """Return the findings, the name first; numbers that differ from the expected ones stand out."""
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
