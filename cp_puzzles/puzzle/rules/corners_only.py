"""Pieces that share corners and no sides, as the pieces of a color in Blokus."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field, StrictBool

from cp_puzzles.puzzle.fields import FrozenModel, Name, Path
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.rules.cuts import patch
from cp_puzzles.puzzle.rules.rule import AuxiliaryOption, Reference, Rule, RuleCompiler
from cp_puzzles.puzzle.rules.rule_field import RuleContext, RuleField
from cp_puzzles.puzzle.rules.rule_registry import RULES
from cp_puzzles.puzzle.rules.tiling import BoardGeometry, Tiling, distinct_pairs
from cp_puzzles.puzzle.rules.touch import allow_one


class CornerGroups(FrozenModel):
    """Groups of tiles whose pieces share no side within the group."""

    touch: StrictBool
    """Whether each piece must share a corner with another piece of its group."""

    groups: Annotated[tuple[Annotated[tuple[Name, ...], Field(min_length=1)], ...], Field(min_length=1)] | None = None
    """The names of the tiles of each group; by default all tiles are one group."""


@dataclass(frozen=True)
class CornersOnly(Rule):
    """The rule that pieces of a group share no side and, if `touch`, each shares a corner with another one.

    `tiles` are the names of the tiles in the group, `group` is its number from 1 on.
    """

    tiles: frozenset[str]
    touch: bool
    group: int = 1
    key: str = "corners"

    @property
    def named_tiles(self) -> Mapping[str, int]:
        return dict.fromkeys(self.tiles, self.group)

    def unsupported_reason(self, lattice: Lattice) -> str | None:
        board = BoardGeometry(lattice.unwrapped, patch(lattice.unwrapped), frozenset())
        has_corners = not set(board.corner_pairs).issubset(board.sides)
        return None if has_corners or not self.touch else "no two cells share only a corner"

    def compile(self, compiler: RuleCompiler) -> bool:
        """Add items for the sides, and for the corners two with an auxiliary for each set of cells.

        The auxiliary is chosen if no piece of the group covers exactly these cells.
        """
        members = compiler.of_tiles(self.tiles)
        for a, b in compiler.board.sides:
            for left, right in ((a, b), (b, a)):
                covering = compiler.covering[left] & members, compiler.covering[right] & members
                allow_one(compiler, f"{left} and {right} in group {self.group}", *covering)
        if not self.touch:
            return True
        near: dict[Cell, set[Cell]] = defaultdict(set)
        for a, b in compiler.board.corner_pairs:
            near[a].add(b)
            near[b].add(a)
        covering_exactly: dict[tuple[Cell, ...], set[Reference]] = defaultdict(set)
        for reference in sorted(members):
            covering_exactly[tuple(sorted(compiler.placement(reference).cells))].add(reference)
        for cells, references in covering_exactly.items():
            around = set[Cell]().union(*map(near.__getitem__, cells)).difference(cells)
            touching = frozenset[Reference]().union(*(compiler.covering[cell] & members for cell in around))
            absent = AuxiliaryOption(f"no piece of group {self.group} on", (cells,))
            name = f"piece of group {self.group} on {' '.join(map(str, cells))}"
            compiler.add(f"{name} or not", references, auxiliaries=[absent], minimum=1, maximum=1, rule="")
            compiler.add(f"{name} touches a corner", touching - references, auxiliaries=[absent], minimum=1)
        return True

    def violation(self, tiling: Tiling) -> str | None:
        members = {number for number, placement in enumerate(tiling.placements) if placement.tile in self.tiles}
        for a, b in sorted(tiling.touching):
            if {a, b} <= members:
                return f"{tiling.placements[a].tile!r} and {tiling.placements[b].tile!r} share a side"
        owner = tiling.owner
        pairs = distinct_pairs((owner.get(a, -1), owner.get(b, -1)) for a, b in tiling.board.corner_pairs)
        alone = members.difference(*(pair for pair in pairs if members.issuperset(pair)))
        if self.touch and alone:
            return f"{tiling.placements[min(alone)].tile!r} shares no corner with another piece of its group"
        return None


def _corners(value: CornerGroups, path: Path, context: RuleContext) -> Iterator[Rule]:
    if value.groups is None:
        yield CornersOnly(frozenset(context.tiles), value.touch)
        return
    used: dict[str, int] = {}
    for number, names in enumerate(value.groups):
        place = (*path, "groups", number)
        tiles = context.require_tiles(names, place)
        for name in sorted(tiles & used.keys()):
            raise context.error(place, f"{name!r} is in group {used[name] + 1} already", "remove it from one of them")
        used |= dict.fromkeys(tiles, number)
        yield CornersOnly(tiles, value.touch, number + 1, f"corners.groups.{number}")


CORNERS = RuleField(
    "corners",
    CornerGroups,
    RULES.about("corners"),
    _corners,
)
