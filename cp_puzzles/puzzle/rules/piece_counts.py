"""The numbers of covered cells, of empty cells, of pieces, of pieces on the outer boundary, and of copies of tiles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from cp_puzzles.errors import echo
from cp_puzzles.puzzle.fields import Bounds, FrozenModel, Multiplicity, Name, Path, mistake
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.rules.measure import LinearExpression, Measure, is_within, span
from cp_puzzles.puzzle.rules.rule import Rule, RuleCompiler, RuleContext, RuleField, TileRule
from cp_puzzles.puzzle.rules.tiling import BoardGeometry, Tiling


@dataclass(frozen=True)
class Empty(Measure):
    """The number of empty cells."""

    name: str = "empty"
    permits_overlap = True

    def of(self, tiling: Tiling) -> int:
        return len(tiling.empty)

    def expression(self, compiler: RuleCompiler) -> LinearExpression:
        return LinearExpression(compiler.empty_among(compiler.board.cells))


@dataclass(frozen=True)
class Covered(Measure):
    """The number of covered cells."""

    name: str = "covered"
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
    permits_overlap = True

    def of(self, tiling: Tiling) -> int:
        return len(tiling.placements)

    def expression(self, compiler: RuleCompiler) -> LinearExpression:
        return LinearExpression(compiler.references)


@dataclass(frozen=True)
class Border(Measure):
    """The number of pieces with a cell on the outer boundary."""

    name: str = "border"
    permits_overlap = True

    def of(self, tiling: Tiling) -> int:
        return sum(not tiling.board.boundary.isdisjoint(placement.cells) for placement in tiling.placements)

    def expression(self, compiler: RuleCompiler) -> LinearExpression:
        boundary = compiler.board.boundary
        members = (r for r in compiler.references if not boundary.isdisjoint(compiler.placement(r).cells))
        return LinearExpression(tuple(members))

    def field(self) -> RuleField:
        annotation = Annotated[Literal["all"] | tuple[Name, ...] | Bounds, BeforeValidator(_border)]
        return RuleField(self.name, annotation, self._build)

    def _build(self, value: Any, path: Path, context: RuleContext) -> Iterator[Rule]:
        if isinstance(value, Bounds):
            yield from self.bounded(value)
        else:
            yield TilesOnBoundary(None if value == "all" else context.require_tiles(value, path))


def _border(value: Any) -> Any:
    names = isinstance(value, (list, tuple)) and all(isinstance(name, str) for name in value)
    if value == "all" or names:
        return value
    if isinstance(value, (str, list, tuple)):
        remedy = "write all, tile names as in [X, I], a number or a range"
        raise mistake(f"{echo(value)} does not name tiles", remedy)
    return Bounds.model_validate(value)


@dataclass(frozen=True)
class TilesOnBoundary(TileRule):
    """The rule that every piece, or every piece of some tiles, has a cell on the outer boundary."""

    tiles: frozenset[str] | None = None
    key: str = "border"
    permits_overlap = True

    def admits(self, board: BoardGeometry, placement: Placement) -> bool:
        is_restricted = self.tiles is None or placement.tile in self.tiles
        return not is_restricted or not board.boundary.isdisjoint(placement.cells)

    def compile(self, compiler: RuleCompiler) -> bool:
        return True

    def violation(self, tiling: Tiling) -> str | None:
        for placement in tiling.placements:
            if not self.admits(tiling.board, placement):
                return f"{placement.tile!r} has no cell on the outer boundary"
        return None


BORDER = Border()
COVERED = Covered()
EMPTY = Empty()
PIECES = Pieces()


class TileGroup(FrozenModel):
    """A group of tiles with the number of copies used together."""

    of: Annotated[tuple[Name, ...], Field(min_length=1)]
    """The names of the tiles."""

    copies: Multiplicity
    """The number of copies of these tiles together: a number or a range."""


@dataclass(frozen=True)
class Choose(TileRule):
    """The rule that the number of used copies of some tiles lies within bounds."""

    tiles: frozenset[str]
    minimum: int
    maximum: int | None
    key: str = "choose"
    permits_overlap = True

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
