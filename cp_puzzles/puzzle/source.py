"""Where a puzzle may come from: everything that takes a puzzle takes any of these."""

from __future__ import annotations

import os

from cp_puzzles.puzzle.build import build_puzzle
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.spec.load import load_spec
from cp_puzzles.spec.schema import PuzzleSpec
from cp_puzzles.spec.source import without_board

PuzzleSource = str | os.PathLike[str] | PuzzleSpec | Puzzle
"""A name of the catalogue, the path of a puzzle file, a spec, or a puzzle."""


def puzzle_from(source: PuzzleSource) -> Puzzle:
    """The puzzle with a board that a name, a file, a spec or a puzzle stands for.

    Raises `SpecError` for a mistake in it, `MistakeError` if it has no board.

    >>> puzzle_from("soma") == puzzle_from(load_spec("specs/soma.yaml"))
    True
    """
    if not isinstance(source, Puzzle):
        return build_puzzle(source if isinstance(source, PuzzleSpec) else load_spec(source))
    if not source.board.cells:
        raise without_board(source.name)
    return source
