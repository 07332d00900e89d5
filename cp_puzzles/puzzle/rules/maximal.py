"""Maximal packings: no unused copy of a tile fits into the empty cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import StrictBool

from cp_puzzles.puzzle.fields import Path
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.placement import colored_placements, placements
from cp_puzzles.puzzle.geometry.polyform import Polyform
from cp_puzzles.puzzle.rules.cell_colors import ColorsFit
from cp_puzzles.puzzle.rules.rule import Reference, Rule, RuleCompiler
from cp_puzzles.puzzle.rules.rule_field import RuleContext, RuleField
from cp_puzzles.puzzle.rules.tiling import BoardGeometry, Tiling

MAX_OVERLAPPING_PLACEMENTS = 40
"""The largest number of overlapping placements that one item lists; beyond it the item lists covered cells instead.

Measured: with covered cells, pentominoes that block 5x5 are found in a quarter of the time; dominoes, which have fewer
overlaps, would need searches 40 times as large.
"""


@dataclass(frozen=True)
class Maximal(Rule):
    """The rule that no unused copy of a tile fits into the empty cells.

    `tiles` are the name, the orientations and the maximum number of copies of each tile; `colors` restricts where a
    tile fits. A tile whose copies are all used does not count.
    """

    tiles: tuple[tuple[str, tuple[Polyform, ...], int], ...]
    colors: ColorsFit
    key: str = "maximal"

    def compile(self, compiler: RuleCompiler) -> bool:
        """Add an item for each placement: a placement that overlaps it is chosen, or all copies of its tile are used.

        The second alternative matters only for a tile with fewer copies than the board has room for. An item can state
        it only for a tile with a single copy.
        """
        is_equivalent = True
        for name, forms, maximum in self.tiles:
            is_scarce = maximum < len(compiler.board.cells) // len(forms[0])
            if not maximum:
                continue
            if is_scarce and maximum > 1:
                is_equivalent = False
                continue
            for number, cells in enumerate(self._fitting(compiler.board, name, forms, compiler.board.cells)):
                if any(map(compiler.is_covered, cells)):
                    continue
                used = compiler.of_tile[name] if is_scarce else frozenset()
                overlapping = frozenset[Reference]().union(*(compiler.covering[cell] for cell in cells))
                item = f"{name} {number} is blocked"
                if len(overlapping) > MAX_OVERLAPPING_PLACEMENTS:
                    compiler.add(item, used, auxiliaries=map(compiler.covered, cells), minimum=1)
                else:
                    compiler.add(item, used | overlapping, minimum=1)
        return is_equivalent

    def violation(self, tiling: Tiling) -> str | None:
        used = Counter(placement.tile for placement in tiling.placements)
        for name, forms, maximum in self.tiles:
            if used[name] < maximum:
                cells = next(self._fitting(tiling.board, name, forms, tiling.empty), None)
                if cells is not None:
                    return f"{name!r} fits on the empty cells {list(map(list, cells))}"
        return None

    def _fitting(
        self, board: BoardGeometry, name: str, forms: tuple[Polyform, ...], cells: tuple[Cell, ...]
    ) -> Iterator[tuple[Cell, ...]]:
        """Yield the sets of cells, among some cells, that a tile can cover."""
        images = placements(board.lattice, forms, cells)
        colored = dict(self.colors.tiles).get(name)
        if colored is None:
            return images
        ways = colored_placements(board.lattice, name, colored, cells)
        fitting = {way.cells for way in ways if self.colors.admits(board, way)}
        return (image for image in images if image in fitting)


def _maximal(_value: Any, _path: Path, context: RuleContext) -> Iterator[Rule]:
    yield Maximal(tuple((name, *tile) for name, tile in context.tiles.items()), context.colors)


MAXIMAL = RuleField(
    "maximal", StrictBool, "Whether no tile with an unused copy fits into the empty cells.", _maximal, False
)
