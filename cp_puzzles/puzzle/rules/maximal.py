"""Maximal packings: no unused copy of a tile fits into the empty cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import StrictBool

from cp_puzzles.puzzle.fields import Path
from cp_puzzles.puzzle.rules.blocked import BlockedShape
from cp_puzzles.puzzle.rules.rule import Rule, RuleCompiler
from cp_puzzles.puzzle.rules.rule_field import RuleContext, RuleField
from cp_puzzles.puzzle.rules.rule_registry import RULES
from cp_puzzles.puzzle.rules.tiling import Tiling


@dataclass(frozen=True)
class Maximal(Rule):
    """The rule that no unused copy of a tile fits into the empty cells.

    `tiles` are the shape and the maximum number of copies of each tile. A tile whose copies are all used does not
    count.
    """

    tiles: tuple[tuple[BlockedShape, int], ...]
    key: str = "maximal"

    def compile(self, compiler: RuleCompiler) -> bool:
        """Add an item for each placement: a placement that overlaps it is chosen, or all copies of its tile are used.

        The second alternative matters only for a tile with fewer copies than the board has room for. An item can state
        it only for a tile with a single copy.
        """
        is_equivalent = True
        for shape, maximum in self.tiles:
            is_scarce = maximum < len(compiler.board.cells) // len(shape.orientations[0])
            if is_scarce and maximum > 1:
                is_equivalent = False
            elif maximum:
                shape.block(compiler, compiler.of_tile[shape.name] if is_scarce else frozenset())
        return is_equivalent

    def violation(self, tiling: Tiling) -> str | None:
        used = Counter(placement.tile for placement in tiling.placements)
        unused = (shape for shape, maximum in self.tiles if used[shape.name] < maximum)
        return next((violation for shape in unused if (violation := shape.violation(tiling))), None)


def _maximal(_value: Any, _path: Path, context: RuleContext) -> Iterator[Rule]:
    tiles = context.tiles.items()
    yield Maximal(tuple((BlockedShape(name, forms, context.colors), maximum) for name, (forms, maximum) in tiles))


MAXIMAL = RuleField("maximal", StrictBool, RULES.about("maximal"), _maximal, False)
