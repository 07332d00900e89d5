"""The values that make up a puzzle."""

from __future__ import annotations

from dataclasses import dataclass, field

from cp_puzzles.puzzle.board import Board
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
