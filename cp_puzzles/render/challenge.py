"""Challenges as they are shown: without their solutions."""

from __future__ import annotations

from collections import Counter

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from cp_puzzles.analysis.design.challenge import Challenge, Designs
from cp_puzzles.export.puzzle_picture import tile_caption
from cp_puzzles.number import counted, integer
from cp_puzzles.render.board import board_view
from cp_puzzles.render.marks import printable
from cp_puzzles.render.panel import facts_panel


def challenge_view(challenge: Challenge) -> RenderableType:
    """Its number and grade, the board with what is given, and what the grade is from."""
    puzzle = challenge.puzzle
    title = f"challenge {challenge.number}" + (f": {challenge.grade}" if challenge.grade else "")
    parts: list[RenderableType] = [Text(title, style="bold"), board_view(puzzle)]
    left = [tile_caption(tile) for tile in puzzle.tiles_left if tile.maximum]
    parts.append(Text(f"to place: {printable(', '.join(left) or 'nothing')}"))
    if challenge.difficulty is not None:
        parts.append(Text(str(challenge.difficulty), style="dim"))
    return Group(*parts, Text())


def designs_panel(made: Designs) -> Panel:
    """How many there are, who confirmed them, and how to make them again."""
    facts: dict[str, int | str] = {}
    if made.challenges:
        grades = Counter(its.grade for its in made.challenges if its.grade)
        if grades:
            facts["grades"] = ", ".join(f"{number} {grade}" for grade, number in grades.items())
        given = sorted({len(its.given) + len(its.holes) for its in made.challenges})
        facts["given"] = integer(given[0]) if len(given) == 1 else f"{given[0]} to {given[-1]}"
        prover, other = made.challenges[0].engines
        facts["one solution"] = f"proved by {prover}, solved again by {other}"
        facts["again"] = f"--seed {made.seed}"
    if made.reason is not None:
        facts["why"] = made.reason
    facts["tried"] = counted(made.tried, "solution")
    number = f"{len(made.challenges)} of {counted(made.wanted, 'challenge')}"
    words = {"found": counted(len(made.challenges), "challenge"), "fewer": number}
    verdict = words.get(made.status, f"{number}, {made.status.replace('-', ' ')}")
    return facts_panel(f"{printable(made.puzzle.name)}: {verdict}", facts)
