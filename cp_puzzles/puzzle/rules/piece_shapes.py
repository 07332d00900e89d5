"""The sizes and the shapes of pieces: numbers that pieces have, as in Shikaku, no shape twice; rectangles."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from math import prod
from typing import Annotated, Any, Literal

from pydantic import Field, StrictInt

from cp_puzzles.puzzle.fields import Path
from cp_puzzles.puzzle.geometry.isometry import Cell, add
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.placement import Placement, Polyform, orientations
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
                compiler.add(f"the clue on {cell} is covered", compiler.covering[cell], minimum=1)
        return True

    def violation(self, tiling: Tiling) -> str | None:
        sizes = {number: len(placement.cells) for number, placement in enumerate(tiling.placements)}
        clues_of = dict.fromkeys(sizes, 0)
        for cell, wanted in self.clues:
            written = list(tiling.board.lattice.coordinates(cell))
            if cell not in tiling.owner:
                return f"the clue {wanted} on {written} is not covered"
            owner = tiling.owner[cell]
            clues_of[owner] += 1
            if sizes[owner] != wanted:
                return f"the piece on the clue {wanted} at {written} has {sizes[owner]} cells"
        for number, clues in clues_of.items():
            if clues != 1:
                return f"{tiling.placements[number].tile!r} covers {clues} clues"
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


DISTINCT = RuleField("distinct", Literal["shapes"], _distinct)


Places = tuple[Cell, ...]
Pair = tuple[set[Reference], set[Reference], str, tuple[Places, ...]]


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
            compiler.add(f"{name} or not", (), auxiliaries=[pair, no_pair], minimum=1, maximum=1, rule="")
            compiler.add(f"{name} with one", one, auxiliaries=[no_pair], minimum=1)
            compiler.add(f"{name} with the other", other, auxiliaries=[no_pair], minimum=1)
            compiler.add(f"{name} is one", one | other, auxiliaries=[no_pair], maximum=2)
            both.append(pair)
        return LinearExpression(both)

    def forbid(self, compiler: RuleCompiler) -> bool:
        for one, other, name, _ in self._pairs(compiler):
            compiler.add(f"no {name}", one | other, maximum=1)
        return True

    def _pairs(self, compiler: RuleCompiler) -> Iterator[Pair]:
        """Yield the placements that cover either part of each rectangle of two parts, with a name and the parts."""
        covering: dict[Places, set[Reference]] = defaultdict(set)
        for reference in sorted(compiler.references):
            covering[tuple(sorted(compiler.placement(reference).cells))].add(reference)
        beginning = defaultdict(list)
        for cells in covering:
            beginning[cells[0]].append(cells)
        sizes = {*map(len, covering)}
        for make in sorted(map(sorted, _rectangles(compiler.board, {a + b for a in sizes for b in sizes}))):
            for cells in beginning[make[0]]:
                rest = tuple(cell for cell in make if cell not in cells)
                if rest in covering and len(rest) + len(cells) == len(make):
                    parts = (cells, rest) if cells < rest else (rest, cells)
                    name = f"rectangle of {' '.join(map(str, cells))} and {' '.join(map(str, rest))}"
                    yield covering[cells], covering[rest], name, parts


def _rectangles(board: BoardGeometry, areas: Collection[int]) -> set[frozenset[Cell]]:
    """Return the rectangles of some areas on a board, in space the boxes."""
    spans = [max(column) - min(column) + 1 for column in zip(*board.cells, strict=True)] if board.cells else []
    found = set()
    for sizes in product(*(range(1, span + 1) for span in spans)):
        if prod(sizes) in areas:
            for corner in board.cells:
                steps = product(*map(range, sizes))
                cells = frozenset(board.lattice.reduce(add(corner, step)) for step in steps)
                if len(cells) == prod(sizes) and cells <= board.cell_set:
                    found.add(cells)
    return found


RECTANGLES = Rectangles()
