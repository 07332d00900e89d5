"""Constructing the values of a puzzle from a spec."""

from __future__ import annotations

from collections.abc import Iterable

from cp_puzzles.errors import Mistakes
from cp_puzzles.puzzle.board import Board
from cp_puzzles.puzzle.construction.board_frame import BoardFrame
from cp_puzzles.puzzle.construction.build_board import build_board
from cp_puzzles.puzzle.construction.build_given import build_given
from cp_puzzles.puzzle.construction.build_rules import build_objective, build_rules
from cp_puzzles.puzzle.construction.build_tiles import build_tiles
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle_data import PuzzleData
from cp_puzzles.puzzle.rules.rule import Rule
from cp_puzzles.puzzle.spec.schema import PuzzleSpec
from cp_puzzles.puzzle.tile import Tile


def construct_puzzle(spec: PuzzleSpec, leave: Iterable[str] = ()) -> PuzzleData:
    """Return the values of the puzzle that a spec describes; raise `SpecError` with every mistake."""
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
    return PuzzleData(
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
