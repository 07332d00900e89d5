"""The values that make up a puzzle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property

from cp_puzzles.display import Displayed
from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.geometry.polyform import Painted, Polyform
from cp_puzzles.palette import tile_colors
from cp_puzzles.rules.measure import Bounded, Measure
from cp_puzzles.rules.objective import Objective
from cp_puzzles.rules.rule import Rule
from cp_puzzles.rules.sight import NOTHING, Sight
from cp_puzzles.rules.tiling import Ground, Tiling
from cp_puzzles.spec.schema import PuzzleSpec


@dataclass(frozen=True)
class Tile:
    """A tile with its distinct orientations (sorted) and the bounds on how many copies are used.

    The form is the first orientation that the user drew, moved to the origin; `color` is #rrggbb or None.
    `painted` are the orientations of a tile whose cells have colours: several of them may have the same cells.
    """

    name: str
    form: Polyform
    orientations: tuple[Polyform, ...]
    minimum: int
    maximum: int
    color: str | None = None
    painted: tuple[Painted, ...] = ()

    @property
    def looks(self) -> tuple[Painted, ...] | tuple[Polyform, ...]:
        """The orientations, with colours if it has any: two tiles with the same are one."""
        return self.painted or self.orientations

    @cached_property
    def colours(self) -> dict[Cell, str]:
        """The letters of the colours of the form's cells, "" for those without one."""
        drawn = (dict(look) for look in self.painted if tuple(cell for cell, _ in look) == self.form)
        return next(drawn, dict.fromkeys(self.form, ""))

    @property
    def size(self) -> int:
        """The number of cells of one copy."""
        return len(self.form)


@dataclass(frozen=True)
class Board:
    """The cells that may be covered (sorted), those of them that need not be, and the cells with names.

    `colours` pairs cells with the letters of their colours, in order, `labels` are pairs of name and cell, `left`
    the cells that were taken away to stay empty (`--leave`).
    """

    cells: tuple[Cell, ...]
    optional: frozenset[Cell] = frozenset()
    labels: tuple[tuple[str, Cell], ...] = ()
    left: frozenset[Cell] = frozenset()
    colours: tuple[tuple[Cell, str], ...] = ()

    @cached_property
    def required(self) -> tuple[Cell, ...]:
        """The cells that are not optional, in order."""
        return tuple(cell for cell in self.cells if cell not in self.optional)

    @cached_property
    def size(self) -> tuple[int, ...]:
        """How many values each coordinate of a cell takes at the most, with the cells that are left empty."""
        return tuple(max(column) - min(column) + 1 for column in zip(*self.cells, *self.left, strict=True))


@dataclass(frozen=True)
class Puzzle(Displayed):
    """A board, tiles with bounds, and the placements that are already there.

    `fill` says whether every cell that is not optional has to be covered. Cells have as many coordinates as
    the lattice has axes. `rules` say what else a tiling must be; of those that are so the solutions are the best by the
    `objective`. `spec` is what the puzzle was built from, if it was.
    """

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

    @cached_property
    def required(self) -> frozenset[Cell]:
        """The cells that every solution covers."""
        return frozenset(self.board.required) if self.fill else frozenset()

    @cached_property
    def colours(self) -> tuple[str, ...]:
        """The letters of all colours of cells, of the board and of tiles, sorted."""
        painted = (letter for tile in self.tiles for letter in tile.colours.values())
        return tuple(sorted({*(letter for _, letter in self.board.colours), *painted} - {""}))

    @cached_property
    def free_cells(self) -> tuple[Cell, ...]:
        """The cells of the board that nothing given covers, in order."""
        taken = {cell for placement in self.given for cell in placement.cells}
        return tuple(cell for cell in self.board.cells if cell not in taken)

    @cached_property
    def tiles_left(self) -> tuple[Tile, ...]:
        """The tiles, with the bounds on how many copies are used beside those that are given."""
        used = Counter(placement.tile for placement in self.given)
        return tuple(
            replace(tile, minimum=max(0, tile.minimum - used[tile.name]), maximum=tile.maximum - used[tile.name])
            for tile in self.tiles
        )

    @cached_property
    def tile_colors(self) -> dict[str, str]:
        """The colour, `#rrggbb`, that each tile has everywhere, in the order of the tiles."""
        colors = tile_colors((tile.name, tile.color) for tile in self.tiles)
        return dict(zip(self._by_name, colors, strict=True))

    @cached_property
    def ground(self) -> Ground:
        """The board as rules and measures see it."""
        return Ground(self.lattice, self.board.cells, self.required)

    @property
    def is_seen(self) -> bool:
        """Whether a drawing of a solution may show lines or points, for which pieces need borders."""
        return any(each.is_seen for each in self._seen)

    def sight(self, placements: Iterable[Placement]) -> Sight:
        """What there is to be drawn on a solution that its rules and its objective speak of."""
        tiling = Tiling(self.ground, tuple(placements))
        seen = NOTHING
        for each in self._seen:
            seen = seen.with_(each.sight(tiling))
        return seen

    @cached_property
    def possible_sight(self) -> Sight:
        """The lines and points that measures would show if every cell were a piece of its own."""
        singles = Tiling(self.ground, tuple(Placement((cell,), "") for cell in self.board.cells))
        seen = NOTHING
        measures = [rule.measure for rule in self.rules if isinstance(rule, Bounded)]
        for measure in (*measures, *([self.objective.measure] if self.objective else [])):
            if measure.is_seen:
                seen = seen.with_(measure.sight(singles))
        return seen

    @property
    def _seen(self) -> tuple[Rule | Measure, ...]:
        return (*self.rules, self.objective.measure) if self.objective else self.rules

    def tile(self, name: str) -> Tile:
        """The tile of that name; raises `KeyError`."""
        return self._by_name[name]

    @cached_property
    def _by_name(self) -> dict[str, Tile]:
        return {tile.name: tile for tile in self.tiles}
