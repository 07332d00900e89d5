"""The number of pairs of pieces that together make a rectangle, in space a box."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import combinations, product
from math import prod

from cp_puzzles.puzzle.geometry.isometry import Cell, add
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.rules.measure import LinearExpression, Measure
from cp_puzzles.puzzle.rules.rule import AuxiliaryOption, Reference, RuleCompiler
from cp_puzzles.puzzle.rules.tiling import BoardGeometry, Tiling

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
