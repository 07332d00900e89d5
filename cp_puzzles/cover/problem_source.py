"""Puzzles of both kinds, with a board and from a DLX file, from names, paths and texts."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from cp_puzzles.cover.dlx_problem import DlxProblem, DlxVerifier
from cp_puzzles.cover.knuth.dlx_reader import is_dlx, parse_dlx, read_dlx
from cp_puzzles.cover.verifier import Verifier
from cp_puzzles.puzzle.puzzle import Puzzle, PuzzleSource, build_puzzle, puzzle_from, spec_from
from cp_puzzles.puzzle.spec.loader import DLX_SUFFIX, parse_spec
from cp_puzzles.puzzle.spec.spec_text import spec_text


def is_dlx_path(path: str | os.PathLike[str]) -> bool:
    """Return whether a path names a DLX file, by its suffix."""
    return Path(path).suffix == DLX_SUFFIX


def problem_from(source: PuzzleSource) -> Puzzle:
    """Return the puzzle of either kind that a name, a path, a spec or a puzzle denotes; see `puzzle_from`."""
    if isinstance(source, DlxProblem):
        return source
    return read_dlx(source) if isinstance(source, str | os.PathLike) and is_dlx_path(source) else puzzle_from(source)


def text_of(puzzle: Puzzle) -> str:
    """Return the text of a puzzle's file, which `puzzle_of_text` reads; raises `MistakeError` if there is none."""
    return puzzle.text if isinstance(puzzle, DlxProblem) else spec_text(spec_from(puzzle))


def puzzle_of_text(text: str, name: str, leave: Iterable[str] = ()) -> Puzzle:
    """Return the puzzle of a text, with some labeled cells left empty."""
    return parse_dlx(text, name, name) if is_dlx(text) else build_puzzle(parse_spec(text, name), leave=leave)


def verifier_of(puzzle: Puzzle) -> Verifier | DlxVerifier:
    """Return the verifier of a puzzle of either kind."""
    return DlxVerifier(puzzle) if isinstance(puzzle, DlxProblem) else Verifier(puzzle)
