"""Colors and known values: a cell of a tile may cover a cell of the board only if they fit."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import repeat

from cp_puzzles.puzzle.geometry.cell_solid import letter_of
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.rules.rule import RuleCompiler, TileRule
from cp_puzzles.puzzle.rules.tiling import BoardGeometry, Tiling


@dataclass(frozen=True)
class ColorsFit(TileRule):
    """The colors of tiles fit those of the board, and the values fit known ones; see `Rule`.

    A cell without a color fits every color, and a cell without a value every known value.

    `board` pairs cells with colors, `fits` pairs each tile color with the board colors that it fits, `tiles` are the
    names of colored tiles.
    """

    board: tuple[tuple[Cell, str], ...]
    fits: tuple[tuple[str, str], ...]
    tiles: tuple[str, ...]
    key: str = "colors"
    permits_overlap = True
    concerns_placements = True

    @property
    def words(self) -> str:
        """The colors of tiles with the colors of the board that they fit; "" if only values are to fit.

        >>> ColorsFit((), (("a", "ab"), ("b", "")), ()).words
        'cells a lie on a or b, b on none, and on cells without a color'
        """
        if not self.fits:
            return ""
        pairs = ", ".join(f"{letter} on {' or '.join(fitting) or 'none'}" for letter, fitting in self.fits)
        return f"cells {pairs.replace(' on', ' lie on', 1)}, and on cells without a color"

    def admits(self, board: BoardGeometry, placement: Placement) -> bool:
        return self.suits(placement)

    def suits(self, placement: Placement) -> bool:
        """Return whether the colors that a placement shows fit those of the board."""
        if not placement.shown:
            return True
        colors = map(self._board_colors.get, placement.cells, repeat(""))
        return all(self._fit(letter_of(shown), color) for shown, color in {*zip(placement.shown, colors, strict=True)})

    def compile(self, compiler: RuleCompiler) -> bool:
        """Add nothing: `admits` is equivalent to the rule."""
        return True

    def violation(self, tiling: Tiling) -> str | None:
        for placement in tiling.placements:
            if not self.admits(tiling.board, placement):
                cells = [list(tiling.board.lattice.coordinates(cell)) for cell in placement.cells]
                noun = "colors" if self.fits else "values"
                return f"the {noun} of {placement.tile!r} do not fit those of the board on {cells}"
        return None

    def _fit(self, tile_color: str, board_color: str) -> bool:
        if not tile_color or not board_color or tile_color.isdecimal() != board_color.isdecimal():
            return True
        return tile_color == board_color if tile_color.isdecimal() else board_color in self._fits[tile_color]

    @cached_property
    def _fits(self) -> dict[str, str]:
        return dict(self.fits)

    @cached_property
    def _board_colors(self) -> dict[Cell, str]:
        return dict(self.board)
