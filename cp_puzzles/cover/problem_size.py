"""Upper bounds on the size of a cover problem and on its memory, known before it is built."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import prod

from cp_puzzles.base.memory import allowed_memory, bytes_text
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.puzzle.geometry.placement import PlacementFinder
from cp_puzzles.puzzle.geometry.polyform import Polyform
from cp_puzzles.puzzle.puzzle import Puzzle

CELL_BYTES, OPTION_BYTES, COVERED_BYTES = 3000, 300, 60
"""Bytes for a cell, an option, and a cell of an option; measured."""

SMALL_PROBLEM_BYTES = 50_000_000
"""The largest size of a problem that is built within some tenths of a second."""

MAX_COUNTED_CELLS = 10_000_000
"""The largest number of cells, over all positions of an orientation, with which positions are counted: some 100 MB."""


@dataclass(frozen=True)
class Size:
    """Upper bounds on a cover problem: its cells, its options, and the cells of an option (`widest`)."""

    cells: int
    options: int
    widest: int

    @property
    def bytes(self) -> int:
        """The estimated memory for the problem."""
        return CELL_BYTES * self.cells + (OPTION_BYTES + COVERED_BYTES * self.widest) * self.options


def size_of(puzzle: Puzzle) -> Size:
    """Return bounds on the size of a puzzle's cover problem from bounding boxes alone.

    On a box without holes the number of options is exact.

    >>> from cp_puzzles.puzzle.puzzle import puzzle_from
    >>> size_of(puzzle_from("pentomino6x10")).options
    2056
    """
    cells = len(puzzle.board.cells)
    options = widest = 0
    for tile in puzzle.tiles:
        found = sum(min(box_positions(puzzle, form), cells) for form in tile.orientations)
        options += found
        widest = max(widest, tile.size if found else 0)
    return Size(cells, options, widest)


def counted_size(puzzle: Puzzle, enough: int) -> Size:
    """Return bounds on the size of a puzzle's cover problem from the positions of its tiles.

    On a sparse board these are far fewer than the bounding boxes allow. Counting ends once the size exceeds `enough`
    bytes.
    """
    size = Size(len(puzzle.board.cells), 0, 0)
    finder = PlacementFinder(puzzle.lattice, puzzle.board.cells)
    for tile in puzzle.tiles:
        for form in tile.orientations:
            found = min(box_positions(puzzle, form), size.cells)
            if found * tile.size <= MAX_COUNTED_CELLS:
                found = finder.count(form)
            size = replace(size, options=size.options + found, widest=max(size.widest, tile.size if found else 0))
            if size.bytes > enough:
                return size
    return size


def box_positions(puzzle: Puzzle, form: Polyform) -> int:
    """Return the number of positions of the bounding box of an orientation in the bounding box of the board."""
    if puzzle.lattice.periods:
        return len(puzzle.board.cells)
    spans = [max(column) - min(column) for column in zip(*form, strict=True)]
    return prod(max(0, extent - span) for extent, span in zip(puzzle.board.extents, spans, strict=True))


def refuse_too_large(puzzle: Puzzle, memory: int | None = None) -> None:
    """Raise `MistakeError` if the problem needs more memory than allowed; None: the machine's share."""
    size, allowed = size_of(puzzle), allowed_memory(memory)
    if size.bytes > allowed and counted_size(puzzle, allowed).bytes > allowed:
        raise MistakeError(
            puzzle.name,
            f"board: the tiles have up to {size.options:,} placements on its {size.cells:,} cells; they would need "
            f"about {bytes_text(size.bytes)}, but only {bytes_text(allowed)} may be used",
            (
                "use a smaller board or fewer tiles; most commands, such as solve and count, allow more with ",
                Parameter("memory"),
            ),
        )
