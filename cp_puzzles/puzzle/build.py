"""From a spec to a puzzle."""

from __future__ import annotations

from collections.abc import Iterable

from cp_puzzles.errors import Mistakes
from cp_puzzles.puzzle.board import build_board
from cp_puzzles.puzzle.given import build_given
from cp_puzzles.puzzle.lattice import lattice_of
from cp_puzzles.puzzle.model import Board, Puzzle, Tile
from cp_puzzles.puzzle.rules import build_objective, build_rules
from cp_puzzles.puzzle.tiles import build_tiles
from cp_puzzles.spec.schema import PuzzleSpec


def build_puzzle(spec: PuzzleSpec, *, leave: Iterable[str] = ()) -> Puzzle:
    """The puzzle that a spec describes; the cells labelled with the names in `leave` stay empty.

    Raises `SpecError` with the place of the mistake. A puzzle that plainly has no solution is no mistake.

    >>> from cp_puzzles.spec.load import load_spec
    >>> puzzle = build_puzzle(load_spec("pentomino6x10"))
    >>> len(puzzle.board.cells), len(puzzle.tiles), sum(len(tile.orientations) for tile in puzzle.tiles)
    (60, 12, 63)
    """
    lattice = lattice_of(spec)
    board, tiles = Board(()), tuple[Tile, ...]()
    mistakes = Mistakes()
    with mistakes.noted():
        lattice, board = build_board(spec, leave)
    with mistakes.noted():
        tiles = build_tiles(spec, lattice, board)
    mistakes.settle()
    return Puzzle(
        name=spec.name,
        lattice=lattice,
        board=board,
        tiles=tiles,
        fill=spec.fill,
        given=build_given(spec, lattice, board, tiles),
        rules=build_rules(spec, lattice, board, tiles),
        objective=build_objective(spec, lattice, tiles),
        description=spec.description or "",
        source=spec.source or "",
        spec=spec,
    )
