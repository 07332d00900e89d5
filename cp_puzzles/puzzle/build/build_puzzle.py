"""Building a puzzle from a spec."""

from __future__ import annotations

from collections.abc import Iterable

from cp_puzzles.puzzle.construction.construct_puzzle import construct_puzzle
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.spec.schema import PuzzleSpec


def build_puzzle(spec: PuzzleSpec, *, leave: Iterable[str] = ()) -> Puzzle:
    """Build the puzzle that a spec describes.

    Parameters
    ----------
    spec
        A validated spec.
    leave
        Labels of cells that stay empty.

    Raises
    ------
    SpecError
        For a mistake, with its place in the file. A puzzle that obviously has no solution is not a mistake.

    See Also
    --------
    load_spec, Puzzle

    Examples
    --------
    >>> from cp_puzzles.puzzle.spec.loader import load_spec
    >>> puzzle = build_puzzle(load_spec("pentomino6x10"))
    >>> len(puzzle.board.cells), len(puzzle.tiles), sum(len(tile.orientations) for tile in puzzle.tiles)
    (60, 12, 63)
    """
    return Puzzle.of(construct_puzzle(spec, leave))
