"""Measures: numbers that a tiling has. A measure can be bounded, optimized and tabulated by its name."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter, index
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, StrictInt, StrictStr

from cp_puzzles.errors import echo
from cp_puzzles.puzzle.fields import MAX_NUMBER, Bounds, Name, mistake
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.rules.rule import AuxiliaryOption, Criterion, Member, Rule, RuleCompiler, RuleField
from cp_puzzles.puzzle.rules.tiling import Highlights, Tiling


@dataclass(frozen=True)
class LinearExpression:
    """A measure as a sum: `constant` plus the weights of the chosen members.

    `members` maps placements and auxiliaries to their weights; without a mapping each member has the weight 1.
    """

    members: Mapping[Member, int] | Iterable[Member]
    constant: int = 0

    @cached_property
    def weights(self) -> dict[Member, int]:
        """The weights other than 0, in the order of the members."""
        pairs = self.members.items() if isinstance(self.members, Mapping) else ((member, 1) for member in self.members)
        return {member: index(weight) for member, weight in pairs if weight}


class Measure(Criterion, ABC):
    """A number of a tiling."""

    @property
    @abstractmethod
    def name(self) -> str:
        """The name in puzzle files, options and tables."""

    @abstractmethod
    def of(self, tiling: Tiling) -> int:
        """Return the number, computed from the finished tiling alone."""

    def expression(self, compiler: RuleCompiler) -> LinearExpression | None:
        """Return the number as a sum over options, adding the items of its auxiliaries; None if it is no such sum."""
        return None

    def lower_sum(self, compiler: RuleCompiler) -> LinearExpression | None:
        """Return a sum of auxiliaries with weight 1 that is at most the number, and for one choice of them equal to it.

        It adds the items of the auxiliaries. If `expression` returns None, it serves to maximize the number and to
        bound it from below; None if there is no such sum.
        """
        return None

    def forbid(self, compiler: RuleCompiler) -> bool:
        """Add items that force the number to be 0, if they are fewer than those of the sum; return whether it did."""
        return False

    def field(self) -> RuleField:
        """Return the field of a puzzle file that bounds the measure."""
        return RuleField(self.name, Bounds, lambda bounds, _path, _context: self.bounded(bounds))

    def bounded(self, bounds: Bounds) -> Iterator[Rule]:
        """Yield the rule that the measure lies within bounds."""
        yield Bounded(self, bounds.min, bounds.max)


@dataclass(frozen=True)
class Bounded(Rule):
    """The rule that a measure lies within bounds."""

    measure: Measure
    minimum: int = 0
    maximum: int | None = None

    named_tiles = property(attrgetter("measure.named_tiles"))
    is_symmetric = property(attrgetter("measure.is_symmetric"))
    is_registered = property(attrgetter("measure.is_registered"))
    permits_overlap = property(attrgetter("measure.permits_overlap"))
    has_highlights = property(attrgetter("measure.has_highlights"))
    key = property(attrgetter("measure.name"))

    @property
    def statement(self) -> str:
        return f"{self.measure.name} is {span(self.minimum, self.maximum)}"

    def unsupported_reason(self, lattice: Lattice) -> str | None:
        return self.measure.unsupported_reason(lattice)

    def highlights(self, tiling: Tiling) -> Highlights:
        return self.measure.highlights(tiling)

    def compile(self, compiler: RuleCompiler) -> bool:
        if self.maximum == 0 and self.measure.forbid(compiler):
            return True
        total = self.measure.expression(compiler)
        if total is None:
            least = self.measure.lower_sum(compiler) if self.minimum else None
            if least is not None:
                chosen = tuple(member for member in least.weights if isinstance(member, AuxiliaryOption))
                compiler.lower_sums.append((self.measure.of, chosen))
                compiler.add(self.key, (), auxiliaries=chosen, minimum=self.minimum, maximum=self.maximum)
            return False
        weights = set(total.weights.values()) or {1}
        low = self.minimum - total.constant  # bounds of the weight times the number of members, then of the number
        high = None if self.maximum is None else self.maximum - total.constant
        if len(weights) > 1:
            compiler.sums.append((total.weights, low, high))
            return False
        weight = weights.pop()
        if weight > 0:
            lower, upper = -(-low // weight), None if high is None else high // weight
        else:
            lower, upper = 0 if high is None else -(high // -weight), low // weight
        members = [member for member in total.weights if isinstance(member, int)]
        auxiliaries = [member for member in total.weights if isinstance(member, AuxiliaryOption)]
        compiler.add(self.key, members, auxiliaries=auxiliaries, minimum=max(0, lower), maximum=upper)
        return True

    def violation(self, tiling: Tiling) -> str | None:
        number = self.measure.of(tiling)
        if is_within(number, self.minimum, self.maximum):
            return None
        return f"{self.measure.name} is {number}, the rule requires {span(self.minimum, self.maximum)}"


def is_within(number: int, minimum: int, maximum: int | None) -> bool:
    """Return whether a number lies within bounds."""
    return minimum <= number and (maximum is None or number <= maximum)


def span(minimum: int, maximum: int | None) -> str:
    """Return bounds as text.

    >>> span(0, 3), span(2, 2), span(1, None), span(1, 4)
    ('at most 3', '2', 'at least 1', '1 to 4')
    """
    if maximum is None:
        return f"at least {minimum}"
    if minimum == maximum:
        return str(minimum)
    return f"at most {maximum}" if minimum == 0 else f"{minimum} to {maximum}"


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
    permits_overlap = True

    @property
    def named_tiles(self) -> Mapping[str, int]:
        return {tile: value for tile, value in self.values if value}

    def of(self, tiling: Tiling) -> int:
        values = dict(self.values)
        return sum(values.get(placement.tile, 0) for placement in tiling.placements)

    def expression(self, compiler: RuleCompiler) -> LinearExpression:
        values = dict(self.values)
        return LinearExpression({r: values.get(compiler.placement(r).tile, 0) for r in compiler.references})


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
