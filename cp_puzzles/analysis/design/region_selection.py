"""Conditions on regions that make a solution unique: every rival must violate one of them.

Regions are drawn around the values of the solution, or the board has its own. Each region first has its strictest
condition: its values are equal, or their sum. A region is split while a rival agrees with all conditions. Then each
condition, in random order, is dropped, or replaced by a looser one, if no rival satisfies the others. So no condition
of the result can be dropped.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from random import Random
from string import ascii_lowercase, ascii_uppercase

from cp_puzzles.analysis.design.design_choices import RIVALS_PER_SEARCH, Choice, Conditions, DesignRequest
from cp_puzzles.cover.solution import Solution
from cp_puzzles.puzzle.geometry.cell_solid import value_of
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.rules.region_values import RegionRule

REGION_SIZES, SIZE_WEIGHTS = (1, 2, 3, 4, 5, 6), (3, 5, 4, 3, 2, 1)
"""The numbers of cells of a region that is drawn, and how often each is chosen."""

EQUAL_SHARE = 0.4
"""The share of regions that grow over equal values only."""

MAX_SLACK = 3
"""The largest difference between a sum and its bound."""

LETTERS = ascii_uppercase + ascii_lowercase

Values = dict[Cell, int]


class RegionSelection:
    """The conditions that make a solution, the `target`, unique."""

    def __init__(self, request: DesignRequest, puzzle: Puzzle, target: Solution, random: Random) -> None:
        self._request, self._puzzle, self._target, self._random = request, puzzle, target, random
        self._values = shown_values(target)
        self._seen: list[Values] = []
        self._is_drawn = not puzzle.board.regions

    def choices(self) -> list[Choice]:
        """Return sets of conditions that make the solution unique, the fewest first; empty if none does."""
        regions = self._drawn() if self._is_drawn else [list(cells) for _, cells in self._puzzle.board.regions]
        while True:
            conditions = [self._strictest(region) for region in regions]
            rival = self._rival(conditions)
            if rival is None:
                return [Choice(self._limited(rules), conditions=rules) for rules in [*self._looser(conditions)][::-1]]
            different = [cell for cell in self._values if rival.get(cell) != self._values[cell]]
            wide = [region for region in regions if len(region) > 1 and any(cell in different for cell in region)]
            if not wide or not self._is_drawn:
                return []
            split = self._random.choice(wide)
            first = self._random.choice([cell for cell in split if cell in different])
            part = self._grown(first, len(split) // 2, {*split} - {first})
            rest = [cell for cell in split if cell not in part]
            components = self._puzzle.lattice.components(rest)
            regions = [*(region for region in regions if region is not split), part, *map(list, components)]

    def _looser(self, conditions: list[RegionRule | None]) -> Iterator[Conditions]:
        """Yield sets of conditions, each with one condition dropped or looser than in the set before."""
        yield _named(conditions)
        for number in self._random.sample(range(len(conditions)), len(conditions)):
            strict = conditions[number]
            for loose in (None, *self._alternatives(strict)) if strict is not None else ():
                conditions[number] = loose
                if self._rival(conditions) is None:
                    yield _named(conditions)
                    break
                conditions[number] = strict

    def _rival(self, conditions: list[RegionRule | None]) -> Values | None:
        """Return the values of a rival that meets all conditions."""
        rules = _named(conditions)
        for seen in self._seen:
            if all(rule.is_met_by(seen) for rule in rules):
                return seen
        rivals = self._request.rivals(self._limited(rules), self._target, RIVALS_PER_SEARCH)
        new = [shown_values(rival) for rival in rivals]
        self._seen += new
        return new[0] if new else None

    def _limited(self, conditions: Conditions) -> Puzzle:
        """Return the puzzle with conditions."""
        return self._puzzle.replaced(rules=(*self._puzzle.rules, *conditions))

    def _strictest(self, region: Sequence[Cell]) -> RegionRule | None:
        values, cells = [self._values[cell] for cell in region if cell in self._values], tuple(sorted(region))
        if len(values) > 1 and len(set(values)) == 1:
            return RegionRule("", cells, "equal")
        return RegionRule("", cells, "sum", sum(values), sum(values)) if values else None

    def _alternatives(self, condition: RegionRule) -> Iterator[RegionRule]:
        """Yield looser conditions: different values, or a bound of the sum."""
        if condition.kind != "sum":
            return
        cells, total = condition.cells, condition.minimum
        values = [self._values[cell] for cell in cells if cell in self._values]
        slack = self._random.randint(1, MAX_SLACK)
        loose = [RegionRule("", cells, "sum", 0, total + slack)]
        if total > slack:
            loose.append(RegionRule("", cells, "sum", total - slack, None))
        if len(values) > 2 and len(set(values)) == len(values):
            loose.append(RegionRule("", cells, "different"))
        yield from self._random.sample(loose, len(loose))

    def _drawn(self) -> list[list[Cell]]:
        """Return random connected regions of the cells that show values."""
        random, values, free = self._random, self._values, set(self._values)
        regions = []
        for first in random.sample(sorted(values), len(values)):
            if first not in free:
                continue
            near = {cell for cell in free if values[cell] == values[first]} if random.random() < EQUAL_SHARE else free
            region = self._grown(first, random.choices(REGION_SIZES, SIZE_WEIGHTS)[0], near - {first})
            free -= {*region}
            regions.append(region)
        return regions

    def _grown(self, first: Cell, size: int, free: Collection[Cell]) -> list[Cell]:
        """Return a random connected region of a size around a cell, smaller if the free cells end."""
        region = [first]
        while len(region) < size:
            near = {cell for each in region for cell in self._puzzle.lattice.neighbors(each) if cell in free}
            if not near.difference(region):
                break
            region.append(self._random.choice(sorted(near.difference(region))))
        return region


def shown_values(solution: Solution) -> Values:
    """Return the value on each cell of a solution that shows one."""
    shown = [pair for placement in solution.placements for pair in placement.letters_at().items()]
    return {cell: value for cell, text in shown if (value := value_of(text)) is not None}


def _named(conditions: Sequence[RegionRule | None]) -> Conditions:
    """Return the conditions with names in the order of their first cells: letters, as long as there are any."""
    kept = sorted((each for each in conditions if each is not None), key=lambda each: each.cells)
    names = [*LETTERS, *(f"r{number}" for number in range(len(LETTERS), len(kept)))]
    return tuple(replace(each, region=name) for each, name in zip(kept, names, strict=False))
