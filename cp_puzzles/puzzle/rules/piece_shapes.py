"""The sizes and the shapes of pieces: clues, no shape twice, pairs that make rectangles, shapes that fit nowhere."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from math import prod
from typing import Annotated, Any, Literal

from pydantic import Field, StrictBool, StrictInt

from cp_puzzles.puzzle.fields import Name, Path
from cp_puzzles.puzzle.geometry.isometry import Cell, add
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.placement import Orientation, Placement, Polyform, orientations, placements
from cp_puzzles.puzzle.rules.measure import LinearExpression, Measure
from cp_puzzles.puzzle.rules.rule import AuxiliaryOption, Reference, Rule, RuleCompiler, RuleContext, RuleField
from cp_puzzles.puzzle.rules.tiling import BoardGeometry, Tiling


@dataclass(frozen=True)
class Clues(Rule):
    """The rule that each piece covers exactly one of the clues, and has as many cells as the clue says.

    `clues` pairs cells with numbers of cells.
    """

    clues: tuple[tuple[Cell, int], ...]
    key: str = "clues"
    statement = "each piece covers one clue and has as many cells as it says"

    def admits(self, board: BoardGeometry, placement: Placement) -> bool:
        numbers = [self._numbers[cell] for cell in placement.cells if cell in self._numbers]
        return numbers == [len(placement.cells)]

    def compile(self, compiler: RuleCompiler) -> bool:
        """Add an item for each clue on a cell that may stay empty; `admits` is equivalent to the rest of the rule."""
        for cell, _ in self.clues:
            if not compiler.is_covered(cell):
                name = f"the clue on {compiler.board.lattice.written(cell)} is covered"
                compiler.add(name, compiler.covering[cell], minimum=1)
        return True

    def violation(self, tiling: Tiling) -> str | None:
        for cell, wanted in self.clues:
            written = list(tiling.board.lattice.coordinates(cell))
            if cell not in tiling.owner:
                return f"the clue {wanted} on {written} is not covered"
            size = len(tiling.placements[tiling.owner[cell]].cells)
            if size != wanted:
                return f"the piece on the clue {wanted} at {written} has {size} cells"
        for placement in tiling.placements:
            clues = len(self._numbers.keys() & placement.cells)
            if clues != 1:
                return f"{placement.tile!r} covers {clues} clues"
        return None

    @cached_property
    def _numbers(self) -> dict[Cell, int]:
        return dict(self.clues)


def _clues(value: Any, path: Path, context: RuleContext) -> Iterator[Rule]:
    clues: dict[Cell, int] = {}
    for number, (*coordinates, size) in enumerate(value):
        place = (*path, number)
        cell = context.cell_at(tuple(coordinates), place)
        if cell not in context.cells:
            raise context.error(place, f"the cell {coordinates} is not on the board", "coordinates start at 0")
        if cell in clues:
            problem = f"the cell {coordinates} has the clue {clues[cell]} already"
            raise context.error(place, problem, "remove one of them")
        if size < 1:
            raise context.error(place, f"no piece has {size} cells", "write the cell, then the number of cells")
        clues[cell] = size
    yield Clues(tuple(sorted(clues.items())))


CLUES = RuleField("clues", tuple[Annotated[tuple[StrictInt, ...], Field(min_length=3, max_length=5)], ...], _clues, ())


@dataclass(frozen=True)
class DistinctShapes(Rule):
    """The rule that each shape occurs at most once: shapes are equal under rotations, on flat lattices reflections too.

    `groups` are the names of the tiles of each shape. Colors make no difference.
    """

    groups: tuple[tuple[str, ...], ...]
    key: str = "distinct"
    permits_overlap = True
    statement = "no shape occurs twice"

    def compile(self, compiler: RuleCompiler) -> bool:
        for names in self.groups:
            compiler.add(f"{' or '.join(names)} occurs at most once", compiler.of_tiles(names), maximum=1)
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


DISTINCT = RuleField("distinct", Literal["shapes"], _distinct)


Places = tuple[Cell, ...]
Pair = tuple[frozenset[Reference], frozenset[Reference], str, tuple[Places, ...]]


@dataclass(frozen=True)
class Rectangles(Measure):
    """The number of pairs of pieces that together make a rectangle; on a wrapped board it may go around."""

    name: str = "rectangles"

    def unsupported_reason(self, lattice: Lattice) -> str | None:
        return None if lattice.name in ("square", "cubic") else "its cells make no rectangles"

    def of(self, tiling: Tiling) -> int:
        pieces = [frozenset(placement.cells) for placement in tiling.placements]
        make = _rectangles(tiling.board, {len(a) + len(b) for a, b in combinations(pieces, 2)})
        return sum(a | b in make for a, b in combinations(pieces, 2))

    def expression(self, compiler: RuleCompiler) -> LinearExpression:
        """Return the sum of an auxiliary for each pair: it is chosen if both are."""
        both = []
        for one, other, name, cells in self._pairs(compiler):
            pair, no_pair = (AuxiliaryOption(kind, cells) for kind in ("rectangle", "no rectangle"))
            compiler.add(f"{name} is made or not", (), auxiliaries=[pair, no_pair], minimum=1, maximum=1, rule="")
            compiler.add(f"{name} needs its first piece", one, auxiliaries=[no_pair], minimum=1)
            compiler.add(f"{name} needs its second piece", other, auxiliaries=[no_pair], minimum=1)
            compiler.add(f"{name} is made by its two pieces", one | other, auxiliaries=[no_pair], maximum=2)
            both.append(pair)
        return LinearExpression(both)

    def forbid(self, compiler: RuleCompiler) -> bool:
        for one, other, name, _ in self._pairs(compiler):
            compiler.add(f"{name} is not made", one | other, maximum=1)
        return True

    def _pairs(self, compiler: RuleCompiler) -> Iterator[Pair]:
        """Yield the placements that cover either part of each rectangle of two parts, with a name and the parts."""
        covering, beginning, written = compiler.on_cells, defaultdict(list), compiler.board.lattice.written
        for cells in covering:
            beginning[cells[0]].append(cells)
        sizes = {*map(len, covering)}
        for make in sorted(map(sorted, _rectangles(compiler.board, {a + b for a in sizes for b in sizes}))):
            for cells in beginning[make[0]]:
                rest = tuple(cell for cell in make if cell not in cells)
                if rest in covering and len(rest) + len(cells) == len(make):
                    parts = (cells, rest) if cells < rest else (rest, cells)
                    name = f"the rectangle of {written(*cells)} and {written(*rest)}"
                    yield covering[cells], covering[rest], name, parts


def _rectangles(board: BoardGeometry, areas: Collection[int]) -> set[frozenset[Cell]]:
    """Return the rectangles of some areas on a board, in space the boxes."""
    spans = [max(column) - min(column) + 1 for column in zip(*board.cells, strict=True)] if board.cells else []
    boxes = (
        (prod(sizes), frozenset(board.lattice.reduce(add(corner, step)) for step in product(*map(range, sizes))))
        for sizes in product(*(range(1, span + 1) for span in spans))
        if prod(sizes) in areas
        for corner in board.cells
    )
    return {cells for area, cells in boxes if len(cells) == area and cells <= board.cell_set}


RECTANGLES = Rectangles()


MAX_OVERLAPPING_PLACEMENTS = 40
"""The largest number of overlapping placements that one item lists; beyond it the item lists covered cells instead.

Measured: with covered cells, pentominoes that block 5x5 are found in a quarter of the time; dominoes, which have fewer
overlaps, would need searches 40 times as large.
"""


@dataclass(frozen=True)
class BlockedShape:
    """A tile by its name and its orientations; it fits where the rule `colors` admits it."""

    name: str
    orientations: tuple[Orientation, ...]
    colors: Rule

    def fitting(self, board: BoardGeometry, cells: tuple[Cell, ...]) -> Iterator[tuple[Cell, ...]]:
        """Yield the sets of cells, among some cells, that the tile can cover."""
        ways = placements(board.lattice, self.name, self.orientations, cells)
        seen: set[tuple[Cell, ...]] = set()
        for way in ways:
            if way.cells not in seen and self.colors.admits(board, way):
                seen.add(way.cells)
                yield way.cells

    def block(self, compiler: RuleCompiler, instead: frozenset[Reference] = frozenset()) -> None:
        """Add an item for each set of cells: a placement that overlaps it, or one of `instead`, is chosen."""
        for cells in self.fitting(compiler.board, compiler.board.cells):
            if any(map(compiler.is_covered, cells)):
                continue
            overlapping = frozenset[Reference]().union(*(compiler.covering[cell] for cell in cells))
            item = f"{self.name} is blocked on {compiler.board.lattice.written(*cells)}"
            if len(overlapping) > MAX_OVERLAPPING_PLACEMENTS:
                compiler.add(item, instead, auxiliaries=map(compiler.covered, cells), minimum=1)
            else:
                compiler.add(item, instead | overlapping, minimum=1)

    def violation(self, tiling: Tiling) -> str | None:
        """Return where the tile fits into the empty cells; None if it fits nowhere."""
        cells = next(self.fitting(tiling.board, tiling.empty), None)
        return None if cells is None else f"{self.name!r} fits on the empty cells {list(map(list, cells))}"


@dataclass(frozen=True)
class Blocked(Rule):
    """The rule that a tile fits nowhere into the empty cells, also if no further copy of it may be used."""

    shape: BlockedShape
    key: str = "blocked"
    permits_overlap = True

    @property
    def named_tiles(self) -> Mapping[str, int]:
        return {self.shape.name: 1}

    @property
    def statement(self) -> str:
        return f"{self.shape.name} is blocked"

    def compile(self, compiler: RuleCompiler) -> bool:
        self.shape.block(compiler)
        return True

    def violation(self, tiling: Tiling) -> str | None:
        return self.shape.violation(tiling)


def _blocked(names: Any, path: Path, context: RuleContext) -> Iterator[Rule]:
    context.require_tiles(names, path)
    board = BoardGeometry(context.lattice, context.cells, frozenset())
    for number, name in enumerate(names):
        shape = BlockedShape(name, context.tiles[name].orientations, context.colors)
        if next(shape.fitting(board, context.cells), None) is None:
            raise context.error((*path, number), f"{name!r} fits nowhere on the board", "remove it")
        yield Blocked(shape, f"blocked.{number}")


BLOCKED = RuleField("blocked", Annotated[tuple[Name, ...], Field(min_length=1)], _blocked, ())


@dataclass(frozen=True)
class Maximal(Rule):
    """The rule that no unused copy of a tile fits into the empty cells.

    `tiles` are the shape and the maximum number of copies of each tile. A tile whose copies are all used does not
    count.
    """

    tiles: tuple[tuple[BlockedShape, int], ...]
    key: str = "maximal"
    permits_overlap = True

    def compile(self, compiler: RuleCompiler) -> bool:
        """Add an item for each placement: a placement that overlaps it is chosen, or all copies of its tile are used.

        The second alternative matters only for a tile with fewer copies than the board has room for. An item can state
        it only for a tile with a single copy.
        """
        is_equivalent = True
        for shape, maximum in self.tiles:
            is_scarce = maximum < len(compiler.board.cells) // len(shape.orientations[0].cells)
            if is_scarce and maximum > 1:
                is_equivalent = False
            elif maximum:
                shape.block(compiler, compiler.of_tile[shape.name] if is_scarce else frozenset())
        return is_equivalent

    def violation(self, tiling: Tiling) -> str | None:
        used = Counter(placement.tile for placement in tiling.placements)
        unused = (shape for shape, maximum in self.tiles if used[shape.name] < maximum)
        return next((violation for shape in unused if (violation := shape.violation(tiling))), None)


def _maximal(_value: Any, _path: Path, context: RuleContext) -> Iterator[Rule]:
    tiles = context.tiles.values()
    yield Maximal(tuple((BlockedShape(t.name, t.orientations, context.colors), t.maximum) for t in tiles))


MAXIMAL = RuleField("maximal", StrictBool, _maximal, False)
