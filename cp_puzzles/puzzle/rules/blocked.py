"""Rules on shapes that fit nowhere into the empty cells: of named tiles, or of tiles with an unused copy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field, StrictBool

from cp_puzzles.puzzle.fields import Name, Path
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.placement import Orientation, placements
from cp_puzzles.puzzle.rules.rule import Reference, Rule, RuleCompiler, RuleContext, RuleField
from cp_puzzles.puzzle.rules.tiling import BoardGeometry, Tiling

MAX_OVERLAPPING_PLACEMENTS = 40
"""The largest number of overlapping placements that one item lists; beyond it the item lists covered cells instead.

Measured: with covered cells, pentominoes that block 5x5 are found in a quarter of the time; dominoes, which have fewer
overlaps, would need searches 40 times as large.
"""


@dataclass(frozen=True)
class BlockedShape:
    """A tile by its name and its orientations; it fits where the rule `colors` admits it."""

    name: str
    orientations: tuple[Orientation, ...]
    colors: Rule

    def fitting(self, board: BoardGeometry, cells: tuple[Cell, ...]) -> Iterator[tuple[Cell, ...]]:
        """Yield the sets of cells, among some cells, that the tile can cover."""
        ways = placements(board.lattice, self.name, self.orientations, cells)
        seen: set[tuple[Cell, ...]] = set()
        for way in ways:
            if way.cells not in seen and self.colors.admits(board, way):
                seen.add(way.cells)
                yield way.cells

    def block(self, compiler: RuleCompiler, instead: frozenset[Reference] = frozenset()) -> None:
        """Add an item for each set of cells: a placement that overlaps it, or one of `instead`, is chosen."""
        for number, cells in enumerate(self.fitting(compiler.board, compiler.board.cells)):
            if any(map(compiler.is_covered, cells)):
                continue
            overlapping = frozenset[Reference]().union(*(compiler.covering[cell] for cell in cells))
            item = f"{self.name} {number} is blocked"
            if len(overlapping) > MAX_OVERLAPPING_PLACEMENTS:
                compiler.add(item, instead, auxiliaries=map(compiler.covered, cells), minimum=1)
            else:
                compiler.add(item, instead | overlapping, minimum=1)

    def violation(self, tiling: Tiling) -> str | None:
        """Return where the tile fits into the empty cells; None if it fits nowhere."""
        cells = next(self.fitting(tiling.board, tiling.empty), None)
        return None if cells is None else f"{self.name!r} fits on the empty cells {list(map(list, cells))}"


@dataclass(frozen=True)
class Blocked(Rule):
    """The rule that a tile fits nowhere into the empty cells, also if no further copy of it may be used."""

    shape: BlockedShape
    key: str = "blocked"
    permits_overlap = True

    @property
    def named_tiles(self) -> Mapping[str, int]:
        return {self.shape.name: 1}

    @property
    def statement(self) -> str:
        return f"{self.shape.name} is blocked"

    def compile(self, compiler: RuleCompiler) -> bool:
        self.shape.block(compiler)
        return True

    def violation(self, tiling: Tiling) -> str | None:
        return self.shape.violation(tiling)


def _blocked(names: Any, path: Path, context: RuleContext) -> Iterator[Rule]:
    context.require_tiles(names, path)
    board = BoardGeometry(context.lattice, context.cells, frozenset())
    for number, name in enumerate(names):
        shape = BlockedShape(name, context.tiles[name].orientations, context.colors)
        if next(shape.fitting(board, context.cells), None) is None:
            raise context.error((*path, number), f"{name!r} fits nowhere on the board", "remove it")
        yield Blocked(shape, f"blocked.{number}")


BLOCKED = RuleField("blocked", Annotated[tuple[Name, ...], Field(min_length=1)], _blocked, ())


@dataclass(frozen=True)
class Maximal(Rule):
    """The rule that no unused copy of a tile fits into the empty cells.

    `tiles` are the shape and the maximum number of copies of each tile. A tile whose copies are all used does not
    count.
    """

    tiles: tuple[tuple[BlockedShape, int], ...]
    key: str = "maximal"
    permits_overlap = True

    def compile(self, compiler: RuleCompiler) -> bool:
        """Add an item for each placement: a placement that overlaps it is chosen, or all copies of its tile are used.

        The second alternative matters only for a tile with fewer copies than the board has room for. An item can state
        it only for a tile with a single copy.
        """
        is_equivalent = True
        for shape, maximum in self.tiles:
            is_scarce = maximum < len(compiler.board.cells) // len(shape.orientations[0].cells)
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
    tiles = context.tiles.values()
    yield Maximal(tuple((BlockedShape(t.name, t.orientations, context.colors), t.maximum) for t in tiles))


MAXIMAL = RuleField("maximal", StrictBool, _maximal, False)
