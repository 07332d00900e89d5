"""Puzzles in a line: the keys of a puzzle file, and the cover problems of puzzles."""

from __future__ import annotations

from collections.abc import Iterable

from cp_puzzles.cover.cover_problem import Cover, build_cover
from cp_puzzles.puzzle.puzzle import Puzzle, PuzzleSource, build_puzzle, puzzle_from
from cp_puzzles.puzzle.spec.loader import parse_spec

DOMINOES = "tiles: [{set: domino, multiplicity: any}]"


def puzzle_of(keys: str, *, leave: Iterable[str] = ()) -> Puzzle:
    """Return the puzzle that is written with these keys, such as `board: {size: [2, 3]}, tiles: [{set: domino}]`."""
    return build_puzzle(parse_spec(f"{{name: x, {keys}}}"), leave=leave)


def cover_of(keys: str, *, leave: Iterable[str] = ()) -> Cover:
    """Return the cover problem of a puzzle that is written with these keys."""
    return build_cover(puzzle_of(keys, leave=leave))


def cover_from(source: PuzzleSource) -> Cover:
    """Return the cover problem of a name of the catalog, of a spec or of a puzzle."""
    return build_cover(puzzle_from(source))
