"""Rules for the empty cells: they are connected, or no two of them are neighbors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cp_puzzles.puzzle.rules.rule import Rule, RuleCompiler
from cp_puzzles.puzzle.rules.rule_field import RuleField, constant
from cp_puzzles.puzzle.rules.rule_registry import RULES
from cp_puzzles.puzzle.rules.tiling import Tiling


@dataclass(frozen=True)
class ConnectedEmptyCells(Rule):
    """The rule that the empty cells are connected through their sides; it holds if there is no empty cell."""

    key: str = "connected"
    permits_overlap = True

    def compile(self, compiler: RuleCompiler) -> bool:
        return all(map(compiler.is_covered, compiler.board.cells))

    def violation(self, tiling: Tiling) -> str | None:
        parts = len(tiling.board.lattice.components(tiling.empty))
        return f"the empty cells form {parts} separate parts" if parts > 1 else None


@dataclass(frozen=True)
class IsolatedEmptyCells(Rule):
    """The rule that no two empty cells share a side."""

    key: str = "isolated"
    permits_overlap = True

    def compile(self, compiler: RuleCompiler) -> bool:
        for a, b in compiler.board.sides:
            empty = compiler.empty(a), compiler.empty(b)
            if None not in empty:
                compiler.add(f"{a} or {b} is covered", (), auxiliaries=empty, maximum=1)
        return True

    def violation(self, tiling: Tiling) -> str | None:
        empty = set(tiling.empty)
        for a, b in tiling.board.sides:
            if a in empty and b in empty:
                return f"the empty cells {list(a)} and {list(b)} share a side"
        return None


CONNECTED = RuleField(
    "connected",
    Literal["empty"],
    RULES.about("connected"),
    constant(ConnectedEmptyCells()),
)
ISOLATED = RuleField("isolated", Literal["empty"], RULES.about("isolated"), constant(IsolatedEmptyCells()))
