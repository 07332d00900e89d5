"""The values that make up a puzzle, and their construction from a spec."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from cp_puzzles.errors import Mistakes
from cp_puzzles.puzzle.board import Board
from cp_puzzles.puzzle.build.board_frame import BoardFrame
from cp_puzzles.puzzle.build.build_board import build_board
from cp_puzzles.puzzle.build.build_given import build_given
from cp_puzzles.puzzle.build.build_rules import build_objective, build_rules
from cp_puzzles.puzzle.build.build_tiles import build_tiles
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.rules.objective import Objective
from cp_puzzles.puzzle.rules.rule import Rule
from cp_puzzles.puzzle.spec.schema import PuzzleSpec
from cp_puzzles.puzzle.tile import Tile


@dataclass(frozen=True)
class PuzzleData:
    """The values of a puzzle: `Puzzle` adds its constructor for users, and what follows from the values."""

    name: str
    lattice: Lattice
    board: Board
    tiles: tuple[Tile, ...]
    fill: bool = True
    given: tuple[Placement, ...] = ()
    rules: tuple[Rule, ...] = ()
    objective: Objective | None = None
    description: str = ""
    source: str = ""
    spec: PuzzleSpec | None = field(default=None, repr=False, compare=False)
    fixed: tuple[Placement, ...] = ()


def construct_puzzle(spec: PuzzleSpec, leave: Iterable[str] = (), *, is_board_valid: bool = True) -> PuzzleData:
    """Return the values of the puzzle that a spec describes; raise `SpecError` with every mistake.

    A mistake that may follow from another one is not reported: a mistake about a tile that is wrong itself, or about a
    board that is wrong or unknown. `is_board_valid` is False if the spec had a mistake in the board before.
    """
    frame = BoardFrame.of(spec)
    lattice, board = frame.lattice, Board(())
    mistakes = Mistakes()
    with mistakes.noted():
        lattice, board = build_board(frame, leave)
    tiles, names_with_mistakes = build_tiles(spec, lattice, board, mistakes)
    if not is_board_valid:
        board = Board(())
    wrong_tiles = names_with_mistakes if mistakes or not board.cells else None
    given, fixed, rules, objective = tuple[Placement, ...](), tuple[Placement, ...](), tuple[Rule, ...](), None
    with mistakes.noted():
        given, fixed = build_given(frame, lattice, board, tiles, wrong_tiles) if board.cells else ((), ())
    with mistakes.noted():
        rules = build_rules(spec, lattice, board, tiles, wrong_tiles)
    with mistakes.noted():
        objective = build_objective(spec, lattice, tiles, wrong_tiles or ())
    mistakes.raise_all()
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
