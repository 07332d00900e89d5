"""Rules for empty cells, which are connected, isolated or enclosed, and for pieces that are connected through sides."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, Tag

from cp_puzzles.puzzle.fields import TEXT_OR_OTHER, FrozenModel, Name, Path
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.rules.measure import LinearExpression, Measure
from cp_puzzles.puzzle.rules.rule import (
    AuxiliaryOption,
    Reference,
    Rule,
    RuleCompiler,
    RuleContext,
    RuleField,
    constant,
)
from cp_puzzles.puzzle.rules.tiling import CellPair, Tiling, adjacent, connected_parts


@dataclass(frozen=True)
class ConnectedEmptyCells(Rule):
    """The rule that the empty cells are connected through their sides; it holds if there is no empty cell."""

    key: str = "connected"
    permits_overlap = True

    def compile(self, compiler: RuleCompiler) -> bool:
        return all(map(compiler.is_covered, compiler.board.cells))

    def violation(self, tiling: Tiling) -> str | None:
        parts = len(connected_parts(tiling.empty, tiling.board.near))
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
                compiler.add(f"{a} or {b} is covered", (), auxiliaries=empty, maximum=1)
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
    covering_exactly: dict[tuple[Cell, ...], set[Reference]] = defaultdict(set)
    for reference in sorted(members):
        covering_exactly[tuple(sorted(compiler.placement(reference).cells))].add(reference)
    for cells, references in covering_exactly.items():
        around = set[Cell]().union(*(near.get(cell, ()) for cell in cells)).difference(cells)
        meeting = frozenset[Reference]().union(*(compiler.covering[cell] & members for cell in around))
        name = f"{words} on {' '.join(map(str, cells))}"
        absent = [AuxiliaryOption(f"no {words} on{' again' * again}", (cells,)) for again in range(times)]
        for number, auxiliary in enumerate(absent):
            compiler.add(
                f"{name} or not{number or ''}", references, auxiliaries=[auxiliary], minimum=1, maximum=1, rule=""
            )
        compiler.add(
            f"{name} touches {'two others' if times == 2 else 'another one'}",
            meeting - references,
            auxiliaries=absent,
            minimum=times,
        )


@dataclass(frozen=True)
class ConnectedPieces(Rule):
    """The rule that the pieces, or those of some tiles, are connected through shared sides; one or none is."""

    tiles: frozenset[str] | None = None
    key: str = "connected"

    @property
    def named_tiles(self) -> Mapping[str, int]:
        return dict.fromkeys(self.tiles or (), 1)

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
        parts = len(connected_parts(pieces, adjacent(tiling.touching)))
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
        parts = connected_parts(tiling.empty, board.around)
        return sum(len(part) for part in parts if board.boundary.isdisjoint(part))

    def lower_sum(self, compiler: RuleCompiler) -> LinearExpression:
        """Return the number of some enclosed cells: they are empty, and around each lie covered cells and more of them.

        As many as possible are all enclosed cells.
        """
        board, enclosed = compiler.board, dict[Cell, AuxiliaryOption]()
        for cell in board.cells:
            if cell not in board.boundary and compiler.empty(cell) is not None:
                enclosed[cell] = AuxiliaryOption("enclosed", ((cell,),))
        is_new = compiler.auxiliaries.keys().isdisjoint(enclosed.values())
        for cell, inside in enclosed.items() if is_new else ():
            outside = AuxiliaryOption("not enclosed", inside.places)
            compiler.add(f"{cell} is enclosed or not", (), auxiliaries=[inside, outside], minimum=1, maximum=1, rule="")
            compiler.add(f"{cell} is empty if it is enclosed", compiler.covering[cell], auxiliaries=[inside], maximum=1)
            for other in board.around[cell]:
                if not compiler.is_covered(other):
                    around = [outside, compiler.covered(other), enclosed.get(other)]
                    compiler.add(f"{other} does not open {cell}", (), auxiliaries=around, minimum=1)
        return LinearExpression(tuple(enclosed.values()))


ENCLOSED = Enclosed()
