"""The number of covered cells in each row and each column."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

from pydantic import Discriminator, Field, Tag

from cp_puzzles.puzzle.fields import Bounds, Path
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.rules.measure import is_within, span
from cp_puzzles.puzzle.rules.rule import Rule, RuleCompiler
from cp_puzzles.puzzle.rules.rule_field import RuleContext, RuleField
from cp_puzzles.puzzle.rules.rule_registry import RULES
from cp_puzzles.puzzle.rules.tiling import BoardGeometry, Tiling

LINES = ("rows", "columns")
"""Names for all rows, and all columns, of a flat board."""


def unsupported_lines(lattice: Lattice, key: str) -> str | None:
    """Return why a lattice has no rows, or columns; None if it has.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> unsupported_lines(LATTICES["square"], "rows"), unsupported_lines(LATTICES["hexagonal"], "rows")
    (None, 'there are no rows')
    """
    if lattice.dimension != 2 or key[:-1] not in lattice.axes:
        return f"there are no {key}"
    if any(sum(map(bool, period)) > 1 for period in lattice.periods.basis):
        return f"with an oblique period there are no {key}"
    return None


def lines(lattice: Lattice, cells: tuple[Cell, ...], key: str) -> dict[int, tuple[Cell, ...]]:
    """Return the cells of each row, or column, from the first one to the last one, by its coordinate."""
    axis = lattice.axes.index(key[:-1])
    numbers = [lattice.coordinates(cell)[axis] for cell in cells]
    span = range(min(numbers), max(numbers) + 1) if numbers else ()
    return {line: tuple(c for c, number in zip(cells, numbers, strict=True) if number == line) for line in span}


@dataclass(frozen=True)
class CoveredInLines(Rule):
    """The rule that the numbers of covered cells in the rows, or columns, lie within bounds.

    `key` is one of `LINES`. `bounds` has a pair for each line in order; a single pair, if `is_common`, bounds each line
    that has cells.
    """

    bounds: tuple[tuple[int, int | None], ...]
    is_common: bool
    key: str = "rows"
    permits_overlap = True

    @property
    def statement(self) -> str:
        numbers = ", ".join(span(*bounds) for bounds in self.bounds)
        if self.is_common:
            return f"the number of covered cells in each {self.key[:-1]} is {numbers}"
        return f"the numbers of covered cells in the {self.key} are {numbers}"

    def unsupported_reason(self, lattice: Lattice) -> str | None:
        return unsupported_lines(lattice, self.key)

    def compile(self, compiler: RuleCompiler) -> bool:
        """Bound the number of empty cells in each line."""
        for line, cells, minimum, maximum in self._bounded_lines(compiler.board):
            name = f"the number of covered cells in {self.key[:-1]} {line} is {span(minimum, maximum)}"
            if len(cells) < minimum:
                compiler.add(name, (), minimum=1)
            else:
                least = 0 if maximum is None else max(0, len(cells) - maximum)
                empty = compiler.empty_among(cells)
                compiler.add(name, (), auxiliaries=empty, minimum=least, maximum=len(cells) - minimum)
        return True

    def violation(self, tiling: Tiling) -> str | None:
        for line, cells, minimum, maximum in self._bounded_lines(tiling.board):
            number = sum(cell in tiling.owner for cell in cells)
            if not is_within(number, minimum, maximum):
                words = f"the number of covered cells in {self.key[:-1]} {line} is {number}"
                return f"{words}, the rule requires {span(minimum, maximum)}"
        return None

    def _bounded_lines(self, board: BoardGeometry) -> Iterator[tuple[int, tuple[Cell, ...], int, int | None]]:
        """Yield the coordinate of each bounded line, its cells and its bounds."""
        cells_of = lines(board.lattice, board.cells, self.key)
        if self.is_common:
            cells_of = {line: cells for line, cells in cells_of.items() if cells}
        bounds = self.bounds * len(cells_of) if self.is_common else self.bounds
        for (line, cells), (minimum, maximum) in zip(cells_of.items(), bounds, strict=True):
            yield line, cells, minimum, maximum


def _covered_in_lines(key: str, value: Any, path: Path, context: RuleContext) -> Iterator[Rule]:
    is_common = isinstance(value, Bounds)
    bounds = (value,) if is_common else value
    if not is_common and unsupported_lines(context.lattice, key) is None:
        number = len(lines(context.lattice, context.cells, key))
        if len(bounds) != number:
            problem = f"{len(bounds)} numbers of covered cells for {number} {key}"
            raise context.error(path, problem, f"write one for each of the {key}; {{min: 0}} is any number")
    yield CoveredInLines(tuple((each.min, each.max) for each in bounds), is_common, key)


def _kind_of(value: Any) -> str:
    return "[list]" if isinstance(value, (list, tuple)) else "[bounds]"


_COUNTS = Annotated[
    Annotated[Annotated[tuple[Bounds, ...], Field(min_length=1)], Tag("[list]")] | Annotated[Bounds, Tag("[bounds]")],
    Discriminator(_kind_of),
]


ROWS, COLUMNS = (RuleField(key, _COUNTS, RULES.about(key), partial(_covered_in_lines, key)) for key in LINES)
