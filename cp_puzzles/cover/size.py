"""How large a cover problem will be at most, and the memory that it will take: known before it is built."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from cp_puzzles.errors import MistakeError
from cp_puzzles.geometry.polyform import Polyform
from cp_puzzles.memory import allowed_memory, written
from cp_puzzles.puzzle.model import Puzzle

CELL_BYTES, OPTION_BYTES, COVERED_BYTES, IMAGE_BYTES = 3000, 300, 60, 8
"""What a cell takes, an option, a cell that it may cover, and its image under a symmetry: all measured, rounded up."""

SMALL = 50_000_000
"""Bytes: with less than that a problem is built before anybody has looked up."""


@dataclass(frozen=True)
class Size:
    """At most so many `options`, none of more than `widest` cells, and `symmetries`, on so many `cells`."""

    cells: int
    options: int
    widest: int
    symmetries: int

    @property
    def bytes(self) -> int:
        """About the memory that is needed to build the problem and to find its symmetries."""
        option = OPTION_BYTES + COVERED_BYTES * self.widest + IMAGE_BYTES * self.symmetries
        return CELL_BYTES * self.cells + option * self.options


def size_of(puzzle: Puzzle) -> Size:
    """The size of a puzzle's cover problem, from boxes alone: that of the board, and those of the orientations.

    On a box without holes the number of options is exact.

    >>> from cp_puzzles.puzzle.source import puzzle_from
    >>> size_of(puzzle_from("pentomino6x10")).options
    2056
    """
    cells = len(puzzle.board.cells)
    options = widest = 0
    for tile in puzzle.tiles:
        found = sum(min(corners(puzzle, form), cells) for form in tile.orientations)
        options += found
        widest = max(widest, tile.size if found else 0)
    return Size(cells, options, widest, puzzle.lattice.symmetries)


def corners(puzzle: Puzzle, form: Polyform) -> int:
    """In how many places the box around an orientation lies in the box around the board; 0: it fits nowhere."""
    if puzzle.lattice.periods:
        return len(puzzle.board.cells)
    spans = [max(column) - min(column) for column in zip(*form, strict=True)]
    return prod(max(0, extent - span) for extent, span in zip(puzzle.board.size, spans, strict=True))


def refuse_too_large(puzzle: Puzzle, memory: int | None = None) -> None:
    """Raise `MistakeError` if the problem does not fit in so many bytes; None: in the machine's share."""
    size, allowed = size_of(puzzle), allowed_memory(memory)
    if size.bytes > allowed:
        raise MistakeError(
            puzzle.name,
            f"board: the tiles have up to {size.options:,} placements on its {size.cells:,} cells; that would need "
            f"about {written(size.bytes)}, {written(allowed)} may be used",
            "use a smaller board or fewer tiles; solve, count, check, export, sample and estimate allow more with "
            "--memory",
        )
