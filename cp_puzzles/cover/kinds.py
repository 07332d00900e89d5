"""The two kinds of puzzles, those with a board and matrices, and what is made of either."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from cp_puzzles.cover.dlx_reader import is_dlx, matrix_from, read_matrix
from cp_puzzles.cover.matrix import Matrix, MatrixVerifier, matrix_cover
from cp_puzzles.cover.problem import Cover, build_cover
from cp_puzzles.cover.verify import Verifier
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.build import build_puzzle
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.puzzle.source import PuzzleSource, puzzle_from
from cp_puzzles.spec.load import parse_spec
from cp_puzzles.spec.source import MATRIX_SUFFIX
from cp_puzzles.spec.text import spec_text


def is_matrix(path: str | os.PathLike[str]) -> bool:
    """Whether a file is a matrix, by its suffix."""
    return Path(path).suffix == MATRIX_SUFFIX


def problem_from(source: PuzzleSource) -> Puzzle:
    """The puzzle of either kind that a name, a file, a spec or a puzzle stands for; see `puzzle_from`."""
    if isinstance(source, Matrix):
        return source
    return read_matrix(source) if isinstance(source, str | os.PathLike) and is_matrix(source) else puzzle_from(source)


def text_of(puzzle: Puzzle) -> str:
    """The file of a puzzle, from which `puzzle_of_text` builds it again; raises `MistakeError` if there is none."""
    if isinstance(puzzle, Matrix):
        return puzzle.text
    if puzzle.spec is None:
        raise MistakeError(puzzle.name, "this puzzle was not built from a spec", "make it with build_puzzle(spec)")
    return spec_text(puzzle.spec)


def puzzle_of_text(text: str, name: str, leave: Iterable[str] = ()) -> Puzzle:
    """The puzzle of a text, with some labelled cells left empty."""
    return matrix_from(text, name, name) if is_dlx(text) else build_puzzle(parse_spec(text, name), leave=leave)


def cover_of(puzzle: Puzzle, memory: int | None = None) -> Cover:
    """The cover problem of a puzzle; see `build_cover`."""
    return matrix_cover(puzzle) if isinstance(puzzle, Matrix) else build_cover(puzzle, memory)


def verifier_of(puzzle: Puzzle) -> Verifier | MatrixVerifier:
    """Who checks the solutions of a puzzle."""
    return MatrixVerifier(puzzle) if isinstance(puzzle, Matrix) else Verifier(puzzle)
