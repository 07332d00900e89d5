"""What was drawn at random, as a panel."""

from __future__ import annotations

from rich.panel import Panel

from cp_puzzles.analysis.sample import Sample
from cp_puzzles.number import counted, integer
from cp_puzzles.render.marks import printable
from cp_puzzles.render.panel import facts_panel

NUMBERS = 8
"""How many numbers of tilings are told."""


def sample_panel(sample: Sample) -> Panel:
    """How many tilings there are, which ones these are, and how to see them again."""
    facts: dict[str, int | str] = {}
    if sample.tilings.reason is not None:
        facts["reason"] = sample.tilings.reason
    if sample.numbers:
        facts["of"] = f"{integer(sample.total)} in all, turned and mirrored ones too"
        numbers = ", ".join(f"{number + 1:,}" for number in sample.numbers[:NUMBERS])
        facts["numbers"] = numbers + (", ..." if len(sample.numbers) > NUMBERS else "")
        facts["engine"] = sample.tilings.engine
    if sample.seed is not None and sample.numbers:
        facts["again"] = f"--seed {sample.seed}"
    drawn = counted(len(sample.numbers), "tiling") if sample.total else "no tiling"
    return facts_panel(f"{printable(sample.tilings.puzzle.name)}: {drawn}", facts)
