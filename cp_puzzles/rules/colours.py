"""Colours of cells: a cell of a tile lies on a cell of the board of a colour that fits its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from cp_puzzles.geometry.isometry import Cell, add
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.geometry.polyform import Painted, Polyform
from cp_puzzles.rules.draft import Draft
from cp_puzzles.rules.rule import Unrestricted
from cp_puzzles.rules.tiling import Ground, Tiling


@dataclass(frozen=True)
class ColoursFit(Unrestricted):
    """Cells without a colour fit all; see `Rule`.

    `board` pairs cells with colours, `fits` the colours of tiles with those of the board on which they may lie, `tiles`
    the names of tiles with colours and their orientations.
    """

    board: tuple[tuple[Cell, str], ...]
    fits: tuple[tuple[str, str], ...]
    tiles: tuple[tuple[str, tuple[Painted, ...]], ...]
    key: str = "colors"

    @property
    def named(self) -> Mapping[str, int]:
        return {name: 1 for name, _ in self.tiles}

    @property
    def words(self) -> str:
        """Which colours of tiles may lie on which of the board.

        >>> ColoursFit((), (("a", "ab"), ("b", "")), ()).words
        'cells a lie on a or b, b on none, and on cells without a colour'
        """
        pairs = ", ".join(f"{letter} on {' or '.join(below) or 'none'}" for letter, below in self.fits)
        return f"cells {pairs.replace(' on', ' lie on', 1)}, and on cells without a colour"

    def admits(self, ground: Ground, placement: Placement) -> bool:
        return placement.tile not in self._paints or self.ways(ground.lattice, placement) > 0

    def ways(self, lattice: Lattice, placement: Placement) -> int:
        """In how many ways, which differ only in where its colours are, a tile with colours may lie on these cells."""
        form, cells = lattice.normalise(placement.cells), placement.cells
        paints = self._paints[placement.tile].get(form, ())
        laid: set[tuple[str, ...]] = set()
        for shift in lattice.shifts(cells):
            place = {lattice.reduced(add(cell, shift)): number for number, cell in enumerate(cells)}
            if tuple(sorted(place)) == form:
                laid.update(tuple(paint[form.index(at)] for at in place) for paint in paints)
        below = [self._on_board.get(cell, "") for cell in cells]
        return sum(all(map(self._fit, paint, below)) for paint in laid)

    def compile(self, draft: Draft) -> bool:
        """See `Rule`; what the rule says is said of every placement by itself."""
        return True

    def fault(self, tiling: Tiling) -> str | None:
        for placement in tiling.placements:
            if not self.admits(tiling.ground, placement):
                written = [list(tiling.ground.lattice.written(cell)) for cell in placement.cells]
                return f"no colours of {placement.tile!r} fit those of the board on {written}"
        return None

    def _fit(self, paint: str, below: str) -> bool:
        return not paint or not below or below in self._fits[paint]

    @cached_property
    def _fits(self) -> dict[str, str]:
        return dict(self.fits)

    @cached_property
    def _on_board(self) -> dict[Cell, str]:
        return dict(self.board)

    @cached_property
    def _paints(self) -> dict[str, dict[Polyform, list[tuple[str, ...]]]]:
        """For each tile with colours, for each of its forms, the colours of its cells in order."""
        found: dict[str, dict[Polyform, list[tuple[str, ...]]]] = {}
        for name, orientations in self.tiles:
            of_form = found.setdefault(name, {})
            for painted in orientations:
                form, paint = tuple(cell for cell, _ in painted), tuple(letter for _, letter in painted)
                of_form.setdefault(form, []).append(paint)
        return found
