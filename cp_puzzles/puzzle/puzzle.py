"""Puzzles, boards and tiles as values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any

from cp_puzzles.base.display_hooks import Displayed
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.geometry.polyform import ColoredCells, Polyform
from cp_puzzles.puzzle.palette import tile_colors
from cp_puzzles.puzzle.rules.highlights import Highlights, together
from cp_puzzles.puzzle.rules.measure import Bounded, Measure
from cp_puzzles.puzzle.rules.objective import Objective
from cp_puzzles.puzzle.rules.rule import Rule
from cp_puzzles.puzzle.rules.tiling import BoardGeometry, Tiling
from cp_puzzles.puzzle.spec.schema import PuzzleSpec


@dataclass(frozen=True)
class Tile:
    """A tile with its distinct orientations (sorted) and the bounds on its multiplicity.

    `form` is the first orientation in the file, in normal position. `display_color` is #rrggbb or None.
    `colored_orientations` holds the orientations of a tile with colored cells; several may have the same cells. Pieces
    of a `fixed` tile do not move when a solution is taken apart.
    """

    name: str
    form: Polyform
    orientations: tuple[Polyform, ...]
    minimum: int
    maximum: int
    display_color: str | None = None
    colored_orientations: tuple[ColoredCells, ...] = ()
    fixed: bool = False

    @property
    def distinct_orientations(self) -> tuple[ColoredCells, ...] | tuple[Polyform, ...]:
        """Return the orientations, colored if the tile has colors; they identify the tile."""
        return self.colored_orientations or self.orientations

    @cached_property
    def cell_colors(self) -> dict[Cell, str]:
        """Return the color letters of the form's cells, "" for none."""
        colored = map(dict, self.colored_orientations)
        return next((cells for cells in colored if tuple(cells) == self.form), dict.fromkeys(self.form, ""))

    @property
    def size(self) -> int:
        """Return the number of cells of one copy."""
        return len(self.form)


@dataclass(frozen=True)
class Board:
    """The cells that may be covered (sorted), the optional ones among them, and the labeled cells.

    `cell_colors` pairs cells with their color letters, in order. `labels` are pairs (name, cell). `left_empty` lists
    the cells that were removed to stay empty (`--leave`).
    """

    cells: tuple[Cell, ...]
    optional: frozenset[Cell] = frozenset()
    labels: tuple[tuple[str, Cell], ...] = ()
    left_empty: frozenset[Cell] = frozenset()
    cell_colors: tuple[tuple[Cell, str], ...] = ()

    @cached_property
    def required(self) -> tuple[Cell, ...]:
        """Return the cells that are not optional, in order."""
        return tuple(cell for cell in self.cells if cell not in self.optional)

    @cached_property
    def extents(self) -> tuple[int, ...]:
        """Return the number of values of each coordinate over the cells, including `left_empty`."""
        return tuple(max(column) - min(column) + 1 for column in zip(*self.cells, *self.left_empty, strict=True))


@dataclass(frozen=True)
class Puzzle(Displayed):
    """A board, tiles with bounds, and given placements.

    `fill` says whether every cell that is not optional must be covered. `rules` restrict tilings; the `objective`
    selects the best tilings that satisfy them. `spec` is the spec of the puzzle, None if it was built otherwise.
    `fixed` lists the given placements that do not move when a solution is taken apart.
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
    fixed: tuple[Placement, ...] = ()

    def __getstate__(self) -> dict[str, Any]:
        """Pickle the fields alone: what is computed from them is computed again."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @property
    def has_board(self) -> bool:
        """Return whether the puzzle has a board and tiles; a cover problem read from a file has none."""
        return True

    @cached_property
    def derived(self) -> dict[str, Any]:
        """Values that other layers compute from this puzzle once, such as its cover problem; by name."""
        return {}

    @property
    def expected(self) -> Mapping[str, int]:
        """The numbers that the spec states, by its keys; none once cells were taken off its board."""
        if self.spec is None or self.board.left_empty:
            return {}
        return self.spec.expected.model_dump(exclude_none=True)

    @cached_property
    def required(self) -> frozenset[Cell]:
        """Return the cells that every solution covers."""
        return frozenset(self.board.required) if self.fill else frozenset()

    @cached_property
    def color_letters(self) -> tuple[str, ...]:
        """Return the letters of all colors of cells, of the board and of tiles, sorted."""
        letters = {letter for tile in self.tiles for letter in tile.cell_colors.values()}
        return tuple(sorted({*(letter for _, letter in self.board.cell_colors), *letters} - {""}))

    @cached_property
    def free_cells(self) -> tuple[Cell, ...]:
        """Return the cells of the board that no given placement covers, in order."""
        taken = {cell for placement in self.given for cell in placement.cells}
        return tuple(cell for cell in self.board.cells if cell not in taken)

    @cached_property
    def remaining_tiles(self) -> tuple[Tile, ...]:
        """Return the tiles with the bounds on the copies to place beside the given ones."""
        used = Counter(placement.tile for placement in self.given)
        return tuple(
            replace(tile, minimum=max(0, tile.minimum - used[tile.name]), maximum=tile.maximum - used[tile.name])
            for tile in self.tiles
        )

    @cached_property
    def tile_colors(self) -> dict[str, str]:
        """Return the display color, `#rrggbb`, of each tile, in the order of the tiles."""
        colors = tile_colors((tile.name, tile.display_color) for tile in self.tiles)
        return dict(zip(self._by_name, colors, strict=True))

    @cached_property
    def board_geometry(self) -> BoardGeometry:
        """Return the geometry of the board for rules and measures."""
        fixed_tiles = frozenset(tile.name for tile in self.tiles if tile.fixed)
        return BoardGeometry(self.lattice, self.board.cells, self.required, fixed_tiles, frozenset(self.fixed))

    @property
    def has_highlights(self) -> bool:
        """Return True if pictures of solutions may show lines or points, for which pieces need outlines."""
        return any(each.has_highlights for each in self._highlighting)

    def highlights(self, placements: Iterable[Placement]) -> Highlights:
        """Return the highlights of the rules and the objective on a solution."""
        tiling = Tiling(self.board_geometry, tuple(placements))
        return together(each.highlights(tiling) for each in self._highlighting)

    @cached_property
    def all_highlights(self) -> Highlights:
        """Return the lines and points that measures would highlight if every cell were a piece."""
        singles = Tiling(self.board_geometry, tuple(Placement((cell,), "") for cell in self.board.cells))
        measures = [rule.measure for rule in self.rules if isinstance(rule, Bounded)]
        measures += [self.objective.measure] if self.objective else []
        return together(measure.highlights(singles) for measure in measures if measure.has_highlights)

    @property
    def _highlighting(self) -> tuple[Rule | Measure, ...]:
        return (*self.rules, self.objective.measure) if self.objective else self.rules

    def requirement(self, rule: str, item: str) -> str:
        """Return an item of a rule in words: its name, or the statement of the rule if the item has the rule's key."""
        return next((each.statement for each in self.rules if each.key == rule == item), item)

    def tile(self, name: str) -> Tile:
        """Return the tile of that name; raise `KeyError`."""
        return self._by_name[name]

    @cached_property
    def _by_name(self) -> dict[str, Tile]:
        return {tile.name: tile for tile in self.tiles}
