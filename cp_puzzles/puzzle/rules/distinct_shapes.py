"""The rule that no two pieces have the same shape."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from cp_puzzles.puzzle.fields import Path
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.placement import Polyform, orientations
from cp_puzzles.puzzle.rules.rule import Rule, RuleCompiler, RuleContext, RuleField
from cp_puzzles.puzzle.rules.rule_registry import RULES
from cp_puzzles.puzzle.rules.tiling import Tiling


@dataclass(frozen=True)
class DistinctShapes(Rule):
    """The rule that each shape occurs at most once: shapes are equal under rotations, on flat lattices reflections too.

    `groups` are the names of the tiles of each shape. Colors make no difference.
    """

    groups: tuple[tuple[str, ...], ...]
    key: str = "distinct"
    permits_overlap = True

    @property
    def statement(self) -> str:
        return "no shape occurs twice"

    def compile(self, compiler: RuleCompiler) -> bool:
        for names in self.groups:
            compiler.add(f"one {' or '.join(names)} at most", compiler.of_tiles(names), maximum=1)
        return True

    def violation(self, tiling: Tiling) -> str | None:
        shapes = Counter(shape_of_cells(tiling.board.lattice, placement.cells) for placement in tiling.placements)
        for placement in tiling.placements:
            if shapes[shape_of_cells(tiling.board.lattice, placement.cells)] > 1:
                return f"the shape of {placement.tile!r} occurs more than once"
        return None


def shape_of_cells(lattice: Lattice, cells: tuple[Cell, ...]) -> Polyform:
    """Return the smallest orientation of some cells under rotations, and reflections on a flat lattice."""
    return orientations(lattice, cells, reflect=lattice.is_flat)[0]


def _distinct(_value: Any, _path: Path, context: RuleContext) -> Iterator[Rule]:
    groups: dict[Polyform, list[str]] = {}
    for name, tile in context.tiles.items():
        for first in tile.orientations[:1]:
            groups.setdefault(shape_of_cells(context.lattice, first.cells), []).append(name)
    yield DistinctShapes(tuple(map(tuple, groups.values())))


DISTINCT = RuleField("distinct", Literal["shapes"], RULES.about("distinct"), _distinct)
