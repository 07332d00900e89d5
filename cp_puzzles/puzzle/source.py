"""Where a puzzle may come from: everything that takes a puzzle takes any of these."""

from __future__ import annotations

import os
from pathlib import Path

from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.build import build_puzzle
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.spec.load import load_spec
from cp_puzzles.spec.schema import PuzzleSpec

PuzzleSource = str | os.PathLike[str] | PuzzleSpec | Puzzle
"""A name of the catalogue, the path of a puzzle file, a spec, or a puzzle."""

MATRIX_SUFFIX = ".dlx"
"""Of a file that lists a cover problem, a puzzle without a board."""


def puzzle_from(source: PuzzleSource) -> Puzzle:
    """The puzzle with a board that a name, a file, a spec or a puzzle stands for.

    Raises `SpecError` for a mistake in it, `MistakeError` if it has no board.

    >>> puzzle_from("soma") == puzzle_from(load_spec("specs/soma.yaml"))
    True
    """
    if isinstance(source, Puzzle):
        bare, name = not source.board.cells, source.name
    elif isinstance(source, PuzzleSpec):
        return build_puzzle(source)
    else:
        bare, name = Path(source).suffix == MATRIX_SUFFIX, os.fspath(source)
    if bare:
        raise MistakeError(name, "this is a cover problem without a board", "solve, count, estimate or export it")
    return source if isinstance(source, Puzzle) else build_puzzle(load_spec(source))
