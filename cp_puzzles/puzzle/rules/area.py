"""The numbers of covered cells, of empty cells and of pieces."""

from __future__ import annotations

from dataclasses import dataclass

from cp_puzzles.puzzle.rules.measure import LinearExpression, Measure
from cp_puzzles.puzzle.rules.rule import RuleCompiler
from cp_puzzles.puzzle.rules.rule_registry import MEASURES
from cp_puzzles.puzzle.rules.tiling import Tiling


@dataclass(frozen=True)
class Empty(Measure):
    """The number of empty cells."""

    name: str = "empty"
    about = MEASURES.about("empty")
    permits_overlap = True

    def of(self, tiling: Tiling) -> int:
        return len(tiling.empty)

    def expression(self, compiler: RuleCompiler) -> LinearExpression:
        return LinearExpression(compiler.empty_among(compiler.board.cells))


@dataclass(frozen=True)
class Covered(Measure):
    """The number of covered cells."""

    name: str = "covered"
    about = MEASURES.about("covered")
    permits_overlap = True

    def of(self, tiling: Tiling) -> int:
        return len(tiling.owner)

    def expression(self, compiler: RuleCompiler) -> LinearExpression:
        cells = compiler.board.cells
        return LinearExpression(dict.fromkeys(compiler.empty_among(cells), -1), constant=len(cells))


@dataclass(frozen=True)
class Pieces(Measure):
    """The number of pieces on the board."""

    name: str = "pieces"
    about = MEASURES.about("pieces")
    permits_overlap = True

    def of(self, tiling: Tiling) -> int:
        return len(tiling.placements)

    def expression(self, compiler: RuleCompiler) -> LinearExpression:
        return LinearExpression(compiler.references)


COVERED = Covered()
EMPTY = Empty()
PIECES = Pieces()
