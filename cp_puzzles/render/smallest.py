"""The smallest rectangle that tiles fill, as a panel."""

from __future__ import annotations

from rich.panel import Panel

from cp_puzzles.analysis.smallest import Size, Smallest
from cp_puzzles.number import counted, seconds
from cp_puzzles.render.marks import printable
from cp_puzzles.render.panel import facts_panel

TOLD = 6
"""How many boards are named."""


def smallest_panel(found: Smallest) -> Panel:
    """The board that was found and how certain that is, and what became of the others."""
    facts: dict[str, int | str] = {}
    if found.size is not None and found.pieces is not None:
        facts["size"] = size_text(found.size)
        facts["pieces"] = found.pieces
    facts["tried"] = counted(len(found.attempts), "board")
    proved = sum(attempt.answer == "none" and attempt.reason is not None for attempt in found.attempts)
    searched = sum(attempt.answer == "none" and attempt.reason is None for attempt in found.attempts)
    if proved:
        facts["proved"] = f"{proved} cannot be filled, by a proof before any search"
    if searched:
        facts["searched"] = f"{searched} cannot be filled, by a search to its end"
    if found.undecided:
        names = ", ".join(map(size_text, found.undecided[:TOLD]))
        facts["undecided"] = names + (", ..." if len(found.undecided) > TOLD else "")
    facts["time"] = seconds(sum(attempt.seconds for attempt in found.attempts))
    return facts_panel(f"{printable(found.name)}: {_verdict(found)}", facts)


def _verdict(found: Smallest) -> str:
    if found.is_interrupted:
        return "interrupted"
    if found.size is None:
        certain = "none" if found.status == "none" else "none found"
        return f"{certain} of up to {found.up_to} cells"
    what = "the smallest is" if found.status == "found" else "the smallest found is"
    return f"{what} {size_text(found.size)}"


def size_text(size: Size) -> str:
    """A size as people write it.

    >>> size_text((5, 10))
    '5x10'
    """
    return "x".join(map(str, size))
