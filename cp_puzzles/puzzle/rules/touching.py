"""Rules and measures of empty cells and of pieces: connected, isolated, enclosed, touching at sides or at corners."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from operator import itemgetter
from typing import Annotated, Any, Literal

from pydantic import Field, StrictBool, Tag

from cp_puzzles.puzzle.fields import TEXT_OR_OTHER, FrozenModel, Name, Path
from cp_puzzles.puzzle.geometry.cell_class import connected_parts
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.rules.measure import LinearExpression, Measure
from cp_puzzles.puzzle.rules.rule import (
    AuxiliaryOption,
    Reference,
    Rule,
    RuleCompiler,
    RuleContext,
    RuleField,
    TileRule,
    constant,
)
from cp_puzzles.puzzle.rules.tiling import BoardGeometry, CellPair, Tiling, adjacent, patch


@dataclass(frozen=True)
class ConnectedEmptyCells(Rule):
    """The rule that the empty cells are connected through their sides; it holds if there is no empty cell."""

    key: str = "connected"
    permits_overlap = True

    def compile(self, compiler: RuleCompiler) -> bool:
        return all(map(compiler.is_covered, compiler.board.cells))

    def violation(self, tiling: Tiling) -> str | None:
        parts = len(connected_parts(tiling.empty, tiling.board.near.get))
        return f"the empty cells form {parts} separate parts" if parts > 1 else None


@dataclass(frozen=True)
class IsolatedEmptyCells(Rule):
    """The rule that no two empty cells share a side."""

    key: str = "isolated"
    permits_overlap = True

    def compile(self, compiler: RuleCompiler) -> bool:
        for a, b in compiler.board.sides:
            empty = compiler.empty(a), compiler.empty(b)
            if None not in empty:
                written = compiler.board.lattice.written
                compiler.add(f"{written(a)} or {written(b)} is covered", (), auxiliaries=empty, maximum=1)
        return True

    def violation(self, tiling: Tiling) -> str | None:
        empty = set(tiling.empty)
        for a, b in tiling.board.sides:
            if a in empty and b in empty:
                return f"the empty cells {list(a)} and {list(b)} share a side"
        return None


def touch_another(
    compiler: RuleCompiler, members: frozenset[Reference], pairs: Iterable[CellPair], words: str, times: int = 1
) -> None:
    """Add items by which each chosen member meets at least `times` others: they cover the cells of one of the pairs.

    An auxiliary is chosen if no member covers exactly a set of cells; `words` name a member.
    """
    near = adjacent(pairs)
    on_cells = {cells: references & members for cells, references in compiler.on_cells.items()}
    for cells, references in filter(itemgetter(1), on_cells.items()):
        around = set[Cell]().union(*(near.get(cell, ()) for cell in cells)).difference(cells)
        meeting = frozenset[Reference]().union(*(compiler.covering[cell] & members for cell in around))
        name = f"a {words} on {compiler.board.lattice.written(*cells)}"
        absent = [AuxiliaryOption(f"no {words} on{' again' * again}", (cells,)) for again in range(times)]
        for number, auxiliary in enumerate(absent):
            either = f"{name} is there or not{' again' * number}"
            compiler.add(either, references, auxiliaries=[auxiliary], minimum=1, maximum=1, rule="")
        touches = f"{name} touches {'two others' if times == 2 else 'another one'}"
        compiler.add(touches, meeting - references, auxiliaries=absent, minimum=times)


@dataclass(frozen=True)
class ConnectedPieces(TileRule):
    """The rule that the pieces, or those of some tiles, are connected through shared sides; one or none is."""

    tiles: frozenset[str] | None = None
    key: str = "connected"

    @property
    def statement(self) -> str:
        return f"the {self._words} are connected"

    @property
    def _words(self) -> str:
        return "pieces" if self.tiles is None else f"pieces of {' '.join(sorted(self.tiles))}"

    def compile(self, compiler: RuleCompiler) -> bool:
        """Add items by which each piece touches another one, if there are several."""
        board = compiler.board
        if self.tiles is None and all(map(compiler.is_covered, board.cells)):
            return len(board.lattice.components(board.cells)) < 2
        tiles = compiler.copies if self.tiles is None else self.tiles
        if sum(compiler.copies[tile][0] for tile in tiles) > 1:
            touch_another(compiler, compiler.of_tiles(tiles), board.sides, "connected piece")
        return False

    def violation(self, tiling: Tiling) -> str | None:
        pieces = [n for n, each in enumerate(tiling.placements) if self.tiles is None or each.tile in self.tiles]
        parts = len(connected_parts(pieces, adjacent(tiling.touching).get))
        return f"the {self._words} form {parts} separate parts" if parts > 1 else None


class ConnectedTiles(FrozenModel):
    """Tiles whose pieces are connected through shared sides."""

    tiles: Annotated[tuple[Name, ...], Field(min_length=1)]
    """The names of the tiles."""


def _connected(value: Literal["empty", "pieces"] | ConnectedTiles, path: Path, context: RuleContext) -> Iterator[Rule]:
    if isinstance(value, ConnectedTiles):
        yield ConnectedPieces(context.require_tiles(value.tiles, (*path, "tiles")))
    else:
        yield ConnectedEmptyCells() if value == "empty" else ConnectedPieces()


_Connected = Annotated[
    Annotated[Literal["empty", "pieces"], Tag("[text]")] | Annotated[ConnectedTiles, Tag("[other]")], TEXT_OR_OTHER
]

CONNECTED = RuleField("connected", _Connected, _connected)
ISOLATED = RuleField("isolated", Literal["empty"], constant(IsolatedEmptyCells()))


@dataclass(frozen=True)
class Enclosed(Measure):
    """The number of empty cells from which no path of empty cells leads to the boundary of the board.

    A step of a path goes to a cell that shares a side or a corner. In the farm problem pentominoes are the fence around
    the largest field. F. V. Feser posed it in 1968; the fence goes on across shared sides alone, so a field also ends
    at no shared corner. 128 cells (D. E. Knuth, in M. Gardner, Mathematical Magic Show) are the most (Shimauchi, 1978).
    """

    name: str = "enclosed"
    permits_overlap = True

    def of(self, tiling: Tiling) -> int:
        board = tiling.board
        parts = connected_parts(tiling.empty, board.around.get)
        return sum(len(part) for part in parts if board.boundary.isdisjoint(part))

    def lower_sum(self, compiler: RuleCompiler) -> LinearExpression:
        """Return the number of some enclosed cells: they are empty, and around each lie covered cells and more of them.

        As many as possible are all enclosed cells.
        """
        board, enclosed, written = compiler.board, dict[Cell, AuxiliaryOption](), compiler.board.lattice.written
        for cell in board.cells:
            if cell not in board.boundary and compiler.empty(cell) is not None:
                enclosed[cell] = AuxiliaryOption("enclosed", ((cell,),))
        is_new = compiler.auxiliaries.keys().isdisjoint(enclosed.values())
        for cell, inside in enclosed.items() if is_new else ():
            outside = AuxiliaryOption("not enclosed", inside.places)
            name = f"the cell {written(cell)} is enclosed"
            compiler.add(f"{name} or not", (), auxiliaries=[inside, outside], minimum=1, maximum=1, rule="")
            compiler.add(f"{name} only if it is empty", compiler.covering[cell], auxiliaries=[inside], maximum=1)
            for other in board.around[cell]:
                if not compiler.is_covered(other):
                    around = [outside, compiler.covered(other), enclosed.get(other)]
                    only = f"{name} only if {written(other)} is, or is covered"
                    compiler.add(only, (), auxiliaries=around, minimum=1)
        return LinearExpression(tuple(enclosed.values()))


ENCLOSED = Enclosed()


@dataclass(frozen=True)
class Touching(Measure):
    """The number of pairs of pieces that share a side; not a sum over placements, as a pair may share several sides."""

    name: str = "touching"

    def of(self, tiling: Tiling) -> int:
        return len(tiling.touching)

    def forbid(self, compiler: RuleCompiler) -> bool:
        written = compiler.board.lattice.written
        for a, b in compiler.board.sides:  # one placement covers both, or one of them is empty
            name = f"no two pieces meet between {written(a)} and {written(b)}"
            compiler.add(name, compiler.covering[a] ^ compiler.covering[b], maximum=1)
        return True


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
                name = f"{tile} touches {other} if it is on {compiler.board.lattice.written(*cells)}"
                compiler.add(name, elsewhere | touching, minimum=1)
        return bool(single)

    def violation(self, tiling: Tiling) -> str | None:
        return None if self._is_touching(tiling) else f"{self.tile!r} and {self.other!r} share no side"


@dataclass(frozen=True)
class Separate(_TilePair):
    """The rule that no copies of two tiles, or no two copies of one tile, share a side."""

    key: str = "separate"

    def compile(self, compiler: RuleCompiler) -> bool:
        of_first, of_other = compiler.of_tile[self.tile], compiler.of_tile[self.other]
        written = compiler.board.lattice.written
        for a, b in compiler.board.sides:
            for left, right in ((a, b), (b, a)) if self.tile != self.other else ((a, b),):
                name = f"{self.tile} on {written(left)} does not meet {self.other} on {written(right)}"
                members = (compiler.covering[left] & of_first) ^ (compiler.covering[right] & of_other)
                compiler.add(name, members, maximum=1)
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
        members, written = compiler.of_tiles(self.tiles), compiler.board.lattice.written
        for a, b in compiler.board.sides:
            of_one = (compiler.covering[a] ^ compiler.covering[b]) & members
            name = f"no two pieces of group {self.group} meet between {written(a)} and {written(b)}"
            compiler.add(name, of_one, maximum=1)
        if not self.touch:
            return True
        touch_another(compiler, members, compiler.board.corner_pairs, f"piece of group {self.group}")
        return True

    def violation(self, tiling: Tiling) -> str | None:
        members = {number for number, placement in enumerate(tiling.placements) if placement.tile in self.tiles}
        for a, b in sorted(tiling.touching):
            if {a, b} <= members:
                return f"{tiling.placements[a].tile!r} and {tiling.placements[b].tile!r} share a side"
        pairs = tiling.meeting(tiling.board.corner_pairs)
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
