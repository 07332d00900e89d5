"""Disassemblies in the terminal: how many assemblies come apart, their levels, the moves of one."""

from __future__ import annotations

from rich import box
from rich.table import Table

from cp_puzzles.analysis.disassemblies import Disassemblies
from cp_puzzles.base.number_text import integer
from cp_puzzles.cover.solution import Solution
from cp_puzzles.output.formats.moves_file import written_translation
from cp_puzzles.output.terminal.tile_marks import printable
from cp_puzzles.puzzle.disassembly.take_apart import Disassembly

_STATUS = {
    "limit": "; stopped at the limit",
    "time-limit": "; out of time",
    "interrupted": "; interrupted",
}


def disassembly_sentence(result: Disassemblies) -> str:
    """Return how many assemblies can be built."""
    total = len(result.disassemblies)
    assemblies = "1 assembly" if total == 1 else f"{integer(total)} assemblies"
    unknown = f", {integer(result.unknown)} unknown, because a limit was reached" if result.unknown else ""
    built = f"{assemblies}, {integer(result.buildable)} of them can be built{unknown}"
    return f"{printable(result.puzzle.name)}: {built}{_STATUS.get(result.status, '')}"


def level_table(result: Disassemblies) -> Table:
    """Return a row for each level: the number of assemblies, and the numbers of moves of the first of them."""
    drawn = Table(box=box.SIMPLE)
    for title in ("level", "assemblies", "first"):
        drawn.add_column(title, justify="right")
    drawn.add_column("moves")
    for level, assemblies, first in result.by_level():
        moves = ".".join(map(str, result.disassemblies[first - 1].moves))
        drawn.add_row(integer(level), integer(assemblies), integer(first), moves)
    return drawn


def moves_table(solution: Solution, disassembly: Disassembly) -> Table:
    """Return a row for each step: the pieces that move, and the translation."""
    drawn = Table(box=box.SIMPLE)
    drawn.add_column("step", justify="right")
    drawn.add_column("pieces")
    drawn.add_column(f"translation ({', '.join(solution.puzzle.lattice.axes[: solution.puzzle.lattice.dimension])})")
    names = [f"{number}:{placement.tile}" for number, placement in enumerate(solution.placements, start=1)]
    for number, step in enumerate(disassembly.steps, start=1):
        vector = written_translation(solution.puzzle.lattice, step.direction)
        written = ", ".join(str((step.distance or 1) * x) for x in vector)
        pieces = printable(" ".join(names[piece] for piece in step.pieces))
        drawn.add_row(integer(number), pieces, f"{written} and further: they leave" if step.leaves else written)
    return drawn
