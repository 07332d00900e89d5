"""The sources of a puzzle that every function with a puzzle argument accepts, and how a puzzle is built from them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from cp_puzzles.errors import MistakeError, echo
from cp_puzzles.puzzle.build.puzzle_data import construct_puzzle
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.spec.loader import load_spec, without_board
from cp_puzzles.puzzle.spec.schema import PuzzleSpec

PuzzleSource = str | os.PathLike[str] | Mapping[str, Any] | PuzzleSpec | Puzzle
"""A name of the catalog, the path of a puzzle file, the data of one, a spec, or a puzzle."""


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
    >>> puzzle = build_puzzle(load_spec("pentomino6x10"))
    >>> len(puzzle.board.cells), len(puzzle.tiles), sum(len(tile.orientations) for tile in puzzle.tiles)
    (60, 12, 63)
    """
    return Puzzle.of(construct_puzzle(spec, leave))


def spec_from(source: PuzzleSource) -> PuzzleSpec:
    """Return the spec of a source; raise `MistakeError` for a puzzle that was not built from a spec.

    >>> spec_from({"name": "one", "board": {"size": [1, 1]}, "tiles": [{"set": "monomino"}]}).name
    'one'
    """
    if isinstance(source, Puzzle):
        if source.spec is None:
            raise MistakeError(
                source.name, "this puzzle was not built from a spec", "make it with Puzzle(board=..., tiles=...)"
            )
        return source.spec
    if isinstance(source, Mapping):
        return PuzzleSpec.from_dict(source)
    if isinstance(source, PuzzleSpec):
        return source
    if not isinstance(source, str | os.PathLike):
        raise MistakeError(
            echo(source), "this is not a puzzle", "give a name, a file, a dictionary, a spec or a puzzle"
        )
    return load_spec(source)


def puzzle_from(source: PuzzleSource) -> Puzzle:
    """Return the puzzle of a source; a puzzle is returned as it is.

    Raise `SpecError` for a mistake in the source, `MistakeError` if the puzzle has no board.

    >>> puzzle_from("soma") == puzzle_from(load_spec("specs/soma.yaml"))
    True
    """
    if not isinstance(source, Puzzle):
        return build_puzzle(spec_from(source))
    if not source.board.cells:
        raise without_board(source.name)
    return source
