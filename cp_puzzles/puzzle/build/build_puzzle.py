"""Building a puzzle from a spec."""

from __future__ import annotations

from collections.abc import Iterable

from cp_puzzles.errors import Mistakes
from cp_puzzles.puzzle.build.board_frame import BoardFrame
from cp_puzzles.puzzle.build.build_board import build_board
from cp_puzzles.puzzle.build.build_given import build_given
from cp_puzzles.puzzle.build.build_rules import build_objective, build_rules
from cp_puzzles.puzzle.build.build_tiles import build_tiles
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Board, Puzzle, Tile
from cp_puzzles.puzzle.rules.rule import Rule
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

    Examples
    --------
    >>> from cp_puzzles.puzzle.spec.loader import load_spec
    >>> puzzle = build_puzzle(load_spec("pentomino6x10"))
    >>> len(puzzle.board.cells), len(puzzle.tiles), sum(len(tile.orientations) for tile in puzzle.tiles)
    (60, 12, 63)
    """
    frame = BoardFrame.of(spec)
    lattice, board, tiles = frame.lattice, Board(()), tuple[Tile, ...]()
    mistakes = Mistakes()
    with mistakes.noted():
        lattice, board = build_board(frame, leave)
    with mistakes.noted():
        tiles = build_tiles(spec, lattice, board)
    mistakes.settle()
    given, fixed, rules, objective = tuple[Placement, ...](), tuple[Placement, ...](), tuple[Rule, ...](), None
    with mistakes.noted():
        given, fixed = build_given(frame, lattice, board, tiles)
    with mistakes.noted():
        rules = build_rules(spec, lattice, board, tiles)
    with mistakes.noted():
        objective = build_objective(spec, lattice, tiles)
    mistakes.settle()
    return Puzzle(
        name=spec.name,
        lattice=lattice,
        board=board,
        tiles=tiles,
        fill=spec.fill,
        given=given,
        rules=rules,
        objective=objective,
        description=spec.description or "",
        source=spec.source or "",
        spec=spec,
        fixed=fixed,
    )
