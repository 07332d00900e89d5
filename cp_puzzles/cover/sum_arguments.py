"""Arguments against a solution from the sums of values: what the cells of regions show at most, or at least."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from cp_puzzles.base.number_text import counted
from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.geometry.shown import value_of
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.rules.region_values import RegionRule, values_in

_SUMMANDS = 6
"""The largest number of summands that a sentence shows."""


def sum_arguments(cover: Cover) -> Iterator[str]:
    """Yield sentences that show that the sums of regions do not come out.

    A region, or all regions together, cannot have more than the largest values of the tiles, nor more than the largest
    values that placements show on each of its cells; and likewise not less.

    >>> from cp_puzzles.api import cover_and_request
    >>> from cp_puzzles.puzzle.spec.loader import parse_spec
    >>> text = "{name: x, board: {size: [1, 4], regions: .AA.}, tiles: [{set: dominoes-0-6, only: [0-6, 1-2]}], %s}"
    >>> next(sum_arguments(cover_and_request(parse_spec(text % "rules: {regions: {A: {sum: 9}}}"))[0]))
    'the sum of the values in A is 9, but the 2 largest values of the tiles are 6 + 2 = 8'
    """
    rules = [rule for rule in cover.puzzle.rules if isinstance(rule, RegionRule) and rule.kind == "sum"]
    if not rules:
        return
    supply = _Supply(cover.puzzle)
    for rule in rules:
        yield from _of_tiles(supply, [rule])
    drawn = dict(cover.puzzle.board.regions)
    kinds = {rule.region: "" if rule.region in drawn else rule.region.partition(" ")[0] for rule in rules}
    for kind in sorted({*kinds.values()}):
        disjoint = [rule for rule in rules if kinds[rule.region] == kind]
        if len(disjoint) > 1:
            yield from _of_tiles(supply, disjoint)
    shown = _shown(cover)
    for rule in rules:
        yield from _of_placements(cover, rule, shown)


class _Supply:
    """The values of all cells of all copies of tiles; a cell without a value counts as 0 in a sum."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.required = puzzle.required
        cells: Counter[int] = Counter()
        for tile in puzzle.tiles:
            for text in tile.cell_colors.values():
                cells[value_of(text) or 0] += tile.maximum
        self._ascending = sorted(cells.items())

    def extreme(self, number: int, *, largest: bool) -> list[int]:
        """Return the `number` largest or smallest values, fewer if there are fewer cells."""
        values: list[int] = []
        for value, copies in reversed(self._ascending) if largest else self._ascending:
            values += [value] * min(copies, number - len(values))
        return values


def _of_tiles(supply: _Supply, rules: Sequence[RegionRule]) -> Iterator[str]:
    """Yield the contradiction between the sums of disjoint regions and the values of the tiles."""
    cells = [*chain.from_iterable(rule.cells for rule in rules)]
    least = sum(rule.minimum for rule in rules)
    values = supply.extreme(len(cells), largest=True)
    if sum(values) < least:
        yield f"{_bound_text(rules, least, 'at least')}, but {_largest(values, 'largest')}"
    if all(rule.maximum is not None for rule in rules) and supply.required.issuperset(cells):
        most = sum(rule.maximum or 0 for rule in rules)
        values = supply.extreme(len(cells), largest=False)
        if len(values) == len(cells) and sum(values) > most:
            yield f"{_bound_text(rules, most, 'at most')}, but {_largest(values, 'smallest')}"


def _bound_text(rules: Sequence[RegionRule], bound: int, words: str) -> str:
    if len(rules) == 1:
        return rules[0].statement
    if all(rule.minimum == rule.maximum for rule in rules):
        words = "together"
    return f"the sums of the values in {', '.join(rule.region for rule in rules)} are {words} {bound}"


def _largest(values: Sequence[int], word: str) -> str:
    total = sum(values)
    if len(values) == 1:
        return f"the {word} value of the tiles is {total}"
    sums = f"are {' + '.join(map(str, values))} = {total}" if 0 < len(values) <= _SUMMANDS else f"add up to {total}"
    return f"the {counted(len(values), f'{word} value')} of the tiles {sums}"


def _shown(cover: Cover) -> Mapping[Cell, tuple[int, int]]:
    """Return the least and the largest value that placements show on each cell; 0 for none."""
    bounds: dict[Cell, tuple[int, int]] = {}
    placements: Iterable[Placement] = (*cover.placements, *cover.puzzle.given)
    for placement in placements:
        values = values_in(placement, placement.cells)
        for cell in placement.cells:
            value = values.get(cell, 0)
            low, high = bounds.get(cell, (value, value))
            bounds[cell] = min(low, value), max(high, value)
    return bounds


def _of_placements(cover: Cover, rule: RegionRule, shown: Mapping[Cell, tuple[int, int]]) -> Iterator[str]:
    """Yield the contradiction between a sum and what the placements show on the cells of its region."""
    highest = sum(shown.get(cell, (0, 0))[1] for cell in rule.cells)
    given = {cell for placement in cover.puzzle.given for cell in placement.cells}
    lowest = sum(shown.get(cell, (0, 0))[0] for cell in rule.cells if cell in cover.puzzle.required or cell in given)
    if highest < rule.minimum:
        yield f"{rule.statement}, but the pieces that fit on its cells show at most {highest}"
    if rule.maximum is not None and lowest > rule.maximum:
        yield f"{rule.statement}, but the pieces that fit on its cells show at least {lowest}"
