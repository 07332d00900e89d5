"""Rules about lines and regions of a board: numbers of covered cells, and values of cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import combinations
from math import gcd
from operator import eq, le
from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag, model_validator

from cp_puzzles.base.text import counted
from cp_puzzles.errors import echo
from cp_puzzles.puzzle.fields import TEXT_OR_OTHER, Bound, Bounds, FrozenModel, Name, Path, mistake
from cp_puzzles.puzzle.geometry.cell_solid import value_of
from cp_puzzles.puzzle.geometry.isometry import Cell, add
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.rules.measure import is_within, span
from cp_puzzles.puzzle.rules.rule import AuxiliaryOption, Reference, Rule, RuleCompiler, RuleContext, RuleField
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
    return None


def lines(lattice: Lattice, cells: tuple[Cell, ...], key: str) -> dict[int, tuple[Cell, ...]]:
    """Return the cells of each row, or column, from the first one to the last one, by its coordinate.

    A row goes on around a wrapped board. With an oblique period it comes back in another row: both are one.
    """
    axis, plane = lattice.axes.index(key[:-1]), lattice.unwrapped
    numbers = [plane.coordinates(cell)[axis] for cell in cells]
    if cells:
        shifted = [plane.coordinates(add(cells[0], period))[axis] - numbers[0] for period in lattice.periods.basis]
        apart = gcd(*shifted)
        numbers = [number % apart if apart else number for number in numbers]
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
            problem = f"{counted(len(bounds), 'number')} of covered cells for {counted(number, key[:-1])}"
            raise context.error(path, problem, f"write one for each of the {key}; {{min: 0}} is any number")
    yield CoveredInLines(tuple((each.min, each.max) for each in bounds), is_common, key)


_COUNTS = Annotated[
    Annotated[Annotated[tuple[Bounds, ...], Field(min_length=1)], Tag("[list]")] | Annotated[Bounds, Tag("[bounds]")],
    Discriminator(lambda value: "[list]" if isinstance(value, (list, tuple)) else "[bounds]"),
]


ROWS, COLUMNS = (RuleField(key, _COUNTS, partial(_covered_in_lines, key)) for key in LINES)


class ValueCount(FrozenModel):
    """The number of cells of a region that show a value."""

    value: Bound
    """The value of the cells that are counted."""

    min: Bound = 0
    """The least number of cells."""

    max: Bound | None = None
    """The largest number of cells."""


class RegionCondition(FrozenModel):
    """A condition on the values in a region: their sum, or the number of cells with one value."""

    sum: Bounds | None = None
    """The sum of the values, a number or a range."""

    count: ValueCount | None = None
    """The number of cells that show a value."""

    @model_validator(mode="after")
    def _one_condition(self) -> RegionCondition:
        if (self.sum is None) == (self.count is None):
            raise mistake("a region needs one of sum and count", "write {sum: 9}, {count: {value: 6, min: 2}}, equal")
        return self


def values_in(placement: Placement, cells: tuple[Cell, ...]) -> dict[Cell, int]:
    """Return the values that a placement shows on some cells."""
    shown = placement.letters_at()
    values = ((cell, value_of(shown.get(cell, ""))) for cell in cells)
    return {cell: value for cell, value in values if value is not None}


@dataclass(frozen=True)
class RegionRule(Rule):
    """A condition on the values in a region; cells without a value do not count.

    `kind` is `sum`, `count`, `equal` or `different`; `minimum` and `maximum` bound a sum, or the number of cells that
    show `value`.
    """

    region: str
    cells: tuple[Cell, ...]
    kind: str
    minimum: int = 0
    maximum: int | None = None
    value: int = 0

    @property
    def key(self) -> str:
        return f"regions.{self.region}"

    @property
    def statement(self) -> str:
        if self.kind in ("equal", "different"):
            return f"the values in {self.region} are {self.kind}"
        number = "the sum of the values" if self.kind == "sum" else f"the number of cells with {self.value}"
        return f"{number} in {self.region} is {span(self.minimum, self.maximum)}"

    @property
    def sign(self) -> str:
        """The condition in a few characters, for pictures.

        >>> [RegionRule("A", (), *each).sign for each in (("sum", 9, 9), ("sum", 0, 4), ("count", 2, None, 6))]
        ['9', '≤4', '≥2 of 6']
        """
        if self.kind in ("equal", "different"):
            return "=" if self.kind == "equal" else "≠"
        if self.minimum == self.maximum:
            bound = f"{self.minimum}"
        elif self.maximum is None:
            bound = f"≥{self.minimum}"
        else:
            bound = f"{self.minimum}-{self.maximum}" if self.minimum else f"≤{self.maximum}"
        return bound if self.kind == "sum" else f"{bound} of {self.value}"

    def admits(self, board: BoardGeometry, placement: Placement) -> bool:
        if not placement.shown or self._cell_set.isdisjoint(placement.cells):
            return True
        values = [*values_in(placement, self.cells).values()]
        if self.kind in ("equal", "different"):
            return self._is_met(values)
        has_all = self._cell_set.issubset(placement.cells)
        return self._is_met(values) if has_all else self.maximum is None or self._number(values) <= self.maximum

    @cached_property
    def _cell_set(self) -> frozenset[Cell]:
        return frozenset(self.cells)

    def compile(self, compiler: RuleCompiler) -> bool:
        """Add the items of the condition.

        A sum counts, for each cell and each number from 1 on, an auxiliary that is chosen if the cell has at least this
        value. Auxiliaries follow from the placements, so the number of solutions stays the same.
        """
        values = {
            cell: {r: values_in(compiler.placement(r), (cell,)).get(cell) for r in compiler.covering[cell]}
            for cell in self.cells
        }
        if self.kind in ("sum", "count"):
            reached = []
            for cell, of_cell in values.items():
                largest = max((value for value in of_cell.values() if value is not None), default=0)
                levels = [(f"at least {level}", partial(le, level)) for level in range(1, largest + 1)]
                shown = [(f"value {self.value}", partial(eq, self.value))]
                for words, is_met in levels if self.kind == "sum" else shown:
                    others = {r for r, value in of_cell.items() if value is None or not is_met(value)}
                    reached.append(_marked(compiler, cell, words, others))
            if len(reached) < self.minimum:
                compiler.add(self.key, (), minimum=1)  # the sum is out of reach
            else:
                compiler.add(self.key, (), auxiliaries=reached, minimum=self.minimum, maximum=self.maximum)
        elif self.kind == "different":
            for value in sorted({v for of in values.values() for v in of.values() if v is not None}):
                showing = {r for of in values.values() for r, v in of.items() if v == value}
                compiler.add(f"{value} occurs at most once in {self.region}", showing, maximum=1)
        else:
            written = compiler.board.lattice.written
            for a, b in combinations(self.cells, 2):
                for value in sorted({v for v in values[a].values() if v is not None}):
                    same = {r for r, v in values[a].items() if v == value}
                    other = {r for r, v in values[b].items() if v is not None and v != value}
                    name = f"{written(b)} shows no other value if {written(a)} shows {value}"
                    compiler.add(name, same | other, maximum=1)
        return True

    def violation(self, tiling: Tiling) -> str | None:
        shown = {cell: text for placement in tiling.placements for cell, text in placement.letters_at().items()}
        values = [value for cell in self.cells if (value := value_of(shown.get(cell, ""))) is not None]
        if self._is_met(values):
            return None
        listed = " ".join(map(str, values)) or "none"
        return f"the values in {self.region} are {listed}, but {self.statement}"

    def is_met_by(self, shown: Mapping[Cell, int]) -> bool:
        """Return True if the values on some cells meet the condition."""
        return self._is_met([shown[cell] for cell in self.cells if cell in shown])

    def data(self) -> str | dict[str, Any]:
        """Return the condition as a puzzle file has it.

        >>> RegionRule("A", (), "sum", 9, 9).data(), RegionRule("A", (), "sum", 3, None).data()
        ({'sum': 9}, {'sum': {'min': 3}})
        """
        if self.kind in ("equal", "different"):
            return self.kind
        bounds = {"min": self.minimum} | ({} if self.maximum is None else {"max": self.maximum})
        if self.kind == "count":
            return {"count": {"value": self.value, **bounds}}
        if self.minimum == self.maximum:
            return {"sum": self.minimum}
        return {"sum": bounds if self.minimum else {"max": self.maximum}}

    def _number(self, values: list[int]) -> int:
        return sum(values) if self.kind == "sum" else values.count(self.value)

    def _is_met(self, values: list[int]) -> bool:
        if self.kind == "equal":
            return len(set(values)) <= 1
        if self.kind == "different":
            return max(Counter(values).values(), default=0) <= 1
        return is_within(self._number(values), self.minimum, self.maximum)


def _marked(compiler: RuleCompiler, cell: Cell, words: str, others: set[Reference]) -> AuxiliaryOption:
    """Return the auxiliary that is chosen if the value on a cell meets a condition, adding its item.

    `others` are the placements that cover the cell with no value, or one that does not meet it.
    """
    auxiliary = AuxiliaryOption(words, ((cell,),))
    if auxiliary not in compiler.auxiliaries:
        name = f"the cell {compiler.board.lattice.written(cell)} has {words} or not"
        compiler.add(name, others, auxiliaries=[compiler.empty(cell), auxiliary], minimum=1, maximum=1, rule="")
    return auxiliary


def condition_signs(rules: Iterable[Rule]) -> str:
    """Return the conditions of regions in a line.

    >>> condition_signs([RegionRule("A", (), "sum", 4, 4), RegionRule("D", (), "equal")])
    'A: 4, D: ='
    """
    return ", ".join(f"{rule.region}: {rule.sign}" for rule in rules if isinstance(rule, RegionRule))


Condition = Annotated[
    Annotated[Literal["equal", "different"], Tag("[text]")] | Annotated[RegionCondition, Tag("[other]")], TEXT_OR_OTHER
]


def _regions(value: Any, path: Path, context: RuleContext) -> Iterator[Rule]:
    for name, condition in value.items():
        for region, cells in _cells_of(name, (*path, name), context):
            if isinstance(condition, str):
                yield RegionRule(region, cells, condition)
            elif condition.sum is not None:
                yield RegionRule(region, cells, "sum", condition.sum.min, condition.sum.max)
            else:
                count = condition.count
                yield RegionRule(region, cells, "count", count.min, count.max, count.value)


def _cells_of(name: str, path: Path, context: RuleContext) -> Iterator[tuple[str, tuple[Cell, ...]]]:
    """Yield the region of a name, or each row or column of a flat board."""
    if name in LINES:
        reason = unsupported_lines(context.lattice, name)
        if reason is not None:
            raise context.error(path, f"on a {context.lattice.name} lattice {reason}", "draw the regions of the board")
        for number, cells in lines(context.lattice, context.cells, name).items():
            if cells:
                yield f"{name[:-1]} {number}", cells
        return
    if name not in context.regions:
        names = ", ".join((*context.regions, *LINES))
        problem = f"no cell is in the region {echo(name)}"
        raise context.error(path, problem, f"regions: {names}; draw it in board.regions")
    yield name, context.regions[name]


REGIONS = RuleField("regions", dict[Name, Condition], _regions, {})
