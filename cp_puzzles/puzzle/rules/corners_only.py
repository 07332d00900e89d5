"""Rules and a measure of pieces that touch: at sides, or at corners alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

from pydantic import Field, StrictBool

from cp_puzzles.puzzle.fields import FrozenModel, Name, Path
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.rules.connected import touch_another
from cp_puzzles.puzzle.rules.measure import Measure
from cp_puzzles.puzzle.rules.rule import Reference, Rule, RuleCompiler, RuleContext, RuleField
from cp_puzzles.puzzle.rules.tiling import BoardGeometry, Tiling, distinct_pairs, patch


@dataclass(frozen=True)
class Touching(Measure):
    """The number of pairs of pieces that share a side; not a sum over placements, as a pair may share several sides."""

    name: str = "touching"

    def of(self, tiling: Tiling) -> int:
        return len(tiling.touching)

    def forbid(self, compiler: RuleCompiler) -> bool:
        for a, b in compiler.board.sides:
            for left, right in ((a, b), (b, a)):
                allow_one(compiler, f"{left} and {right}", compiler.covering[left], compiler.covering[right])
        return True


def allow_one(compiler: RuleCompiler, name: str, left: frozenset[Reference], right: frozenset[Reference]) -> None:
    """Allow at most one of the placements that cover one of two cells and not the other.

    `left` and `right` are the placements that cover each of the cells.
    """
    compiler.add(f"between {name}", left ^ right, maximum=1)


@dataclass(frozen=True)
class _TilePair(Rule):
    """A rule on the sides that copies of one tile share with copies of another tile, or of the same tile."""

    tile: str
    other: str

    @property
    def named_tiles(self) -> Mapping[str, int]:
        return {self.tile: 1, self.other: 1}

    def _is_touching(self, tiling: Tiling) -> bool:
        """Return whether two pieces of these tiles share a side."""
        tiles = {self.tile, self.other}
        return any({tiling.placements[number].tile for number in pair} == tiles for pair in tiling.touching)


@dataclass(frozen=True)
class Touch(_TilePair):
    """The rule that some copies of two tiles, or two copies of one tile, share a side."""

    key: str = "touch"

    def compile(self, compiler: RuleCompiler) -> bool:
        """Add items if one of the tiles is used exactly once, and an item without options if a copy is missing.

        For each placement of a tile that is used once, the other tile touches it, or another placement is chosen.
        """
        available = [compiler.copies[tile][1] for tile in (self.tile, self.other)]
        if min(available) < (2 if self.tile == self.other else 1):
            pair = f"two copies of {self.tile}" if self.tile == self.other else f"{self.tile} and {self.other}"
            compiler.add(f"{pair} are needed, but not available", (), minimum=1)
            return True
        if self.tile == self.other:
            return False
        pairs = [(self.tile, self.other), (self.other, self.tile)]
        single = [(tile, other) for tile, other in pairs if compiler.copies[tile] == (1, 1)]
        for tile, other in single:
            for reference in sorted(compiler.of_tile[tile]):
                cells = compiler.placement(reference).cells
                neighbors = {neighbor for cell in cells for neighbor in compiler.board.lattice.neighbors(cell)}
                touching = {r for cell in neighbors for r in compiler.covering[cell] & compiler.of_tile[other]}
                elsewhere = compiler.of_tile[tile] - {reference}
                compiler.add(f"{tile} {reference} touches {other}", elsewhere | touching, minimum=1)
        return bool(single)

    def violation(self, tiling: Tiling) -> str | None:
        return None if self._is_touching(tiling) else f"{self.tile!r} and {self.other!r} share no side"


@dataclass(frozen=True)
class Separate(_TilePair):
    """The rule that no copies of two tiles, or no two copies of one tile, share a side."""

    key: str = "separate"

    def compile(self, compiler: RuleCompiler) -> bool:
        of_first, of_other = compiler.of_tile[self.tile], compiler.of_tile[self.other]
        for a, b in compiler.board.sides:
            for left, right in ((a, b), (b, a)) if self.tile != self.other else ((a, b),):
                members = compiler.covering[left] & of_first, compiler.covering[right] & of_other
                allow_one(compiler, f"{self.tile} on {left} and {self.other} on {right}", *members)
        return True

    def violation(self, tiling: Tiling) -> str | None:
        return f"{self.tile!r} and {self.other!r} share a side" if self._is_touching(tiling) else None


def _of_pairs(rule: type[Touch | Separate], pairs: Any, path: Path, context: RuleContext) -> Iterator[Rule]:
    for number, pair in enumerate(pairs):
        context.require_tiles(pair, (*path, number))
        yield rule(pair[0], pair[1], f"{path[-1]}.{number}")


_PAIRS = tuple[Annotated[tuple[Name, ...], Field(min_length=2, max_length=2)], ...]

TOUCHING = Touching()
TOUCH = RuleField("touch", _PAIRS, partial(_of_pairs, Touch), ())
SEPARATE = RuleField("separate", _PAIRS, partial(_of_pairs, Separate), ())


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
        touch_another(compiler, members, compiler.board.corner_pairs, f"piece of group {self.group}")
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


CORNERS = RuleField("corners", CornerGroups, _corners)
