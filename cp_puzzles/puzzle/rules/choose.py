"""The number of copies of some tiles together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from cp_puzzles.puzzle.fields import FrozenModel, Multiplicity, Name, Path
from cp_puzzles.puzzle.rules.measure import is_within, span
from cp_puzzles.puzzle.rules.rule import Rule, RuleCompiler, RuleContext, RuleField
from cp_puzzles.puzzle.rules.tiling import Tiling


class TileGroup(FrozenModel):
    """A group of tiles with the number of copies used together."""

    of: Annotated[tuple[Name, ...], Field(min_length=1)]
    """The names of the tiles."""

    copies: Multiplicity
    """The number of copies of these tiles together: a number or a range."""


@dataclass(frozen=True)
class Choose(Rule):
    """The rule that the number of used copies of some tiles lies within bounds."""

    tiles: frozenset[str]
    minimum: int
    maximum: int | None
    key: str = "choose"
    permits_overlap = True

    @property
    def named_tiles(self) -> Mapping[str, int]:
        return dict.fromkeys(self.tiles, 1)

    @property
    def statement(self) -> str:
        return f"{span(self.minimum, self.maximum)} copies of {' '.join(sorted(self.tiles))} are used"

    def compile(self, compiler: RuleCompiler) -> bool:
        compiler.add(self.key, compiler.of_tiles(self.tiles), minimum=self.minimum, maximum=self.maximum)
        return True

    def violation(self, tiling: Tiling) -> str | None:
        number = sum(placement.tile in self.tiles for placement in tiling.placements)
        if is_within(number, self.minimum, self.maximum):
            return None
        group = " ".join(sorted(self.tiles))
        return f"{number} copies of {group} are used, the rule requires {span(self.minimum, self.maximum)}"


def _choose(groups: Any, path: Path, context: RuleContext) -> Iterator[Rule]:
    for number, group in enumerate(groups):
        tiles = context.require_tiles(group.of, (*path, number, "of"))
        yield Choose(tiles, group.copies.min, group.copies.max, f"choose.{number}")


CHOOSE = RuleField("choose", tuple[TileGroup, ...], _choose, ())
