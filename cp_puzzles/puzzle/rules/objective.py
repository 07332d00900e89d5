"""Objectives: a measure that solutions maximize or minimize."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, StrictInt, StrictStr

from cp_puzzles.errors import echo
from cp_puzzles.puzzle.fields import MAX_NUMBER, Name, mistake
from cp_puzzles.puzzle.rules.measure import LinearExpression, Measure
from cp_puzzles.puzzle.rules.rule_compiler import AuxiliaryOption, Reference, RuleCompiler
from cp_puzzles.puzzle.rules.tiling import Tiling


def _objective(value: Any) -> Any:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, dict) and value and all(type(number) is int for number in value.values()):
        largest = max(value.values(), key=abs)
        if abs(largest) > MAX_NUMBER:
            raise mistake(f"the value {largest} is too large", f"write at most {MAX_NUMBER:,}")
        return value
    remedy = "write a measure such as covered, or values of tiles: {F: 3, P: 1}"
    raise mistake(f"{echo(value)} is not an objective", remedy)


Value = Annotated[StrictInt, Field(ge=-MAX_NUMBER, le=MAX_NUMBER)]
ObjectiveField = Annotated[StrictStr | dict[Name, Value], BeforeValidator(_objective)]
"""An objective as the user writes it: the name of a measure, or the values of tiles."""


@dataclass(frozen=True)
class Values(Measure):
    """The sum of the values of the pieces on the board; `values` pairs tiles with values."""

    values: tuple[tuple[str, int], ...]
    name: str = "values"

    @property
    def named_tiles(self) -> Mapping[str, int]:
        return {tile: value for tile, value in self.values if value}

    def of(self, tiling: Tiling) -> int:
        values = dict(self.values)
        return sum(values.get(placement.tile, 0) for placement in tiling.placements)

    def expression(self, compiler: RuleCompiler) -> LinearExpression | None:
        """Return the sum if all tiles with a value have the same value; None otherwise."""
        values = {value for _, value in self.values if value}
        if len(values) > 1:
            return None
        members = compiler.of_tiles(tile for tile, value in self.values if value)
        return LinearExpression(tuple(sorted(members)), weight=values.pop() if values else 1)


@dataclass(frozen=True)
class Objective:
    """The condition that a measure is largest, or smallest, among all tilings."""

    measure: Measure
    maximize: bool

    @property
    def key(self) -> str:
        """The key in a puzzle file."""
        return "maximize" if self.maximize else "minimize"

    def better(self, value: int, other: int) -> bool:
        """Return whether a value is better than another one."""
        return value > other if self.maximize else value < other

    def weights(self, compiler: RuleCompiler) -> tuple[list[tuple[Reference | AuxiliaryOption, int]], int] | None:
        """Return the measure as the weights of chosen members and a constant; None if it is no such sum.

        The items of its auxiliaries are added to the compiler.
        """
        if isinstance(self.measure, Values):
            values = dict(self.measure.values)
            tiles = ((r, values.get(compiler.placement(r).tile, 0)) for r in compiler.references)
            return [(r, value) for r, value in tiles if value], 0
        total = self.measure.expression(compiler)
        if total is None:
            return None
        members: tuple[Reference | AuxiliaryOption, ...] = (*total.members, *total.auxiliaries)
        return [(member, total.weight) for member in members], total.constant
