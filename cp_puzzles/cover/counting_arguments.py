"""Counting arguments against a solution: areas, cell classes, sums of values, tiles and cells without a placement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice, repeat
from math import prod

import numpy as np

from cp_puzzles.base.arrays import Mask
from cp_puzzles.base.text import counted, integer
from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.cover.placement_table import box_positions
from cp_puzzles.puzzle.geometry.cell_solid import letter_of, value_of
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.rules.region_values import RegionRule, values_in

Amounts = tuple[int, ...]
"""Numbers of cells, one for each class."""

MAX_SHIFTED_SUMS = 1 << 32
"""The largest number of sums to shift, which takes some seconds; beyond it `can_cover` does not decide."""


def counting_argument(cover: Cover) -> str | None:
    """Return a sentence that shows by counting that there is no solution; None if none is found.

    >>> from cp_puzzles.api import cover_and_request
    >>> from cp_puzzles.puzzle.spec.loader import parse_spec
    >>> text = "{name: x, board: {size: [3, 3]}, tiles: [{set: domino, multiplicity: any}]}"
    >>> counting_argument(cover_and_request(parse_spec(text))[0])
    'the tiles cover at most 8 cells, but the board has 9 cells'
    """
    violation = counting_violation(cover)
    return None if violation is None else violation.reason


@dataclass(frozen=True)
class CountingViolation:
    """A counting argument, and the item without a placement if it concerns only one."""

    reason: str
    item: int | None = None


def counting_violation(cover: Cover) -> CountingViolation | None:
    """Return the first counting argument that applies; sums of values come first."""
    sums = map(CountingViolation, sum_arguments(cover) if cover.puzzle.has_board else ())
    return next(chain(sums, _counting_violations(cover)), None)


def _counting_violations(cover: Cover) -> Iterator[CountingViolation]:
    problem, items, lattice = cover.problem, cover.problem.items, cover.puzzle.lattice
    options = problem.option_counts.tolist()
    uncoverable = [item for item, bounds in enumerate(items) if bounds.minimum and not options[item]]
    for item in uncoverable:
        if item in problem.tiles:
            yield CountingViolation(f"the tile {items[item].name!r} fits nowhere on the board", item)
    reason = _reason_by_area(cover.puzzle)
    if reason is not None:
        yield CountingViolation(reason)
    for item in uncoverable:
        if item in problem.cells:
            yield CountingViolation(f"no tile can cover the cell {list(lattice.coordinates(cover.cells[item]))}", item)
    yield from () if cover.puzzle.has_overlap else _component_areas(cover)
    for item in problem.rules:
        bounds, key = items[item], cover.rule_of(item)
        if key and bounds.minimum > min(options[item], bounds.maximum):
            condition = cover.puzzle.condition(key, bounds.name)
            yield CountingViolation(f"nothing satisfies the rule {key}: {condition}", item)


def reason_by_size(puzzle: Puzzle) -> str | None:
    """Return a counting argument from areas and extents alone, before any placement is computed.

    >>> from cp_puzzles.puzzle.puzzle import build_puzzle
    >>> from cp_puzzles.puzzle.spec.loader import parse_spec
    >>> text = "{name: x, board: {size: [2, 20]}, tiles: [{set: pentominoes, only: [P, X], multiplicity: 4}]}"
    >>> reason_by_size(build_puzzle(parse_spec(text)))
    "the tile 'X' fits nowhere on the board"
    """
    for tile in puzzle.remaining_tiles:
        if tile.minimum and not any(box_positions(puzzle, each.cells) for each in tile.orientations):
            return f"the tile {tile.name!r} fits nowhere on the board"
    return _reason_by_area(puzzle)


def _reason_by_area(puzzle: Puzzle) -> str | None:
    if puzzle.has_overlap:
        return None
    required, cells = len(puzzle.required.intersection(puzzle.free_cells)), len(puzzle.free_cells)
    tiles = [Copies(((t.size,),), t.minimum, max(t.minimum, t.maximum)) for t in puzzle.remaining_tiles]
    least = sum(tile.amounts[0][0] * tile.minimum for tile in tiles)
    most = sum(tile.amounts[0][0] * tile.maximum for tile in tiles)
    size = counted(cells, "cell")
    board = size if required in (0, cells) else f"{integer(required)} to {size}"
    if least > cells:
        return f"the tiles need at least {counted(least, 'cell')}, but the board has only {integer(cells)}"
    if can_cover((required,), (cells,), tiles):
        return None
    if most < required:
        only = "only" if least == most else "at most"
        return f"the tiles cover {only} {counted(most, 'cell')}, but the board has {board}"
    return f"no choice of tiles adds up to the {board} of the board"


def cell_class_argument(cover: Cover) -> str | None:
    """Return why the tiles cannot cover the cells of one class, or of all classes together; None if they can."""
    lattice = cover.puzzle.lattice
    if len(lattice.cell_classes) == 1 or not len(cover.placements) or cover.puzzle.has_overlap:
        return None
    class_of = np.array([lattice.class_of(cell) for cell in cover.cells])
    classes = [number for number in range(len(lattice.cell_classes)) if number in class_of]
    is_of_class = [class_of == number for number in classes]
    covered = np.stack([cover.placements.covered.sums(mask) for mask in is_of_class], axis=1)
    amounts = {
        name: tuple(map(tuple, np.unique(covered[cover.placements.tiles == tile], axis=0).tolist()))
        for tile, name in enumerate(cover.placements.names)
    }
    is_required = np.array([cover.problem.items[item].minimum for item in cover.problem.cells], dtype=bool)
    least = tuple(int((mask & is_required).sum()) for mask in is_of_class)
    most = tuple(int(mask.sum()) for mask in is_of_class)
    for place, number in enumerate(classes):
        of_class = {name: tuple((n,) for n in sorted({each[place] for each in of})) for name, of in amounts.items()}
        reason = _one_class(_copies(cover, of_class), least[place], most[place], f"cells {lattice.class_name(number)}")
        if reason is not None:
            return reason
    if can_cover(least, most, _copies(cover, amounts)):
        return None
    ranges = [f"{n}" if low in (0, n) else f"{low} to {n}" for low, n in zip(least, most, strict=True)]
    listed = ", ".join(f"{each} {lattice.class_name(number)}" for each, number in zip(ranges, classes, strict=True))
    return f"no choice of tiles, however placed, adds up to the cells of the board: {listed}"


def _one_class(tiles: Sequence[Copies], required: int, cells: int, noun: str) -> str | None:
    """Return why the tiles cannot cover the cells of one class, of which `required` must be covered."""
    least = sum(min(tile.amounts)[0] * tile.minimum for tile in tiles if tile.amounts)
    most = sum(max(tile.amounts)[0] * tile.maximum for tile in tiles if tile.amounts)
    board = f"{cells}" if required in (0, cells) else f"{required} to {cells}"
    if least > cells:
        return f"the pieces cover at least {least} of the {noun}, but the board has {cells}"
    if most < required:
        return f"the pieces cover at most {most} of the {noun}, but the board has {board}"
    if can_cover((required,), (cells,), tiles):
        return None
    return f"no choice of tiles, however placed, adds up to the {board} {noun}"


def _copies(cover: Cover, amounts: Mapping[str, tuple[Amounts, ...]]) -> list[Copies]:
    """Return the tiles with the bounds on their copies and the amounts that one copy can cover."""
    bounds = [cover.problem.items[item] for item in cover.problem.tiles]
    return [Copies(amounts[item.name], item.minimum, max(item.minimum, item.maximum)) for item in bounds]


def _component_areas(cover: Cover) -> Iterator[CountingViolation]:
    lattice = cover.puzzle.lattice
    components = lattice.components(cover.cells)
    if len(components) < 2 or not all(lattice.unwrapped.is_connected(tile.form) for tile in cover.puzzle.tiles):
        return
    required = {cell for item, cell in enumerate(cover.cells) if cover.problem.items[item].minimum}
    sizes = {tile.name: ((tile.size,),) for tile in cover.puzzle.tiles}
    tiles = [replace(tile, minimum=0) for tile in _copies(cover, sizes)]
    for component in components:
        if not can_cover((len(required.intersection(component)),), (len(component),), tiles):
            yield CountingViolation(
                f"the board falls into {len(components)} parts, and no choice of tiles adds up to the "
                f"{counted(len(component), 'cell')} of the part at {list(lattice.coordinates(component[0]))}"
            )


@dataclass(frozen=True)
class Copies:
    """A tile with `minimum` to `maximum` copies, each of which covers one of the `amounts`."""

    amounts: tuple[Amounts, ...]
    minimum: int
    maximum: int


def can_cover(least: Amounts, most: Amounts, tiles: Iterable[Copies]) -> bool:
    """Return whether some choice of copies covers amounts within these bounds; also True if deciding takes too long.

    The possible sums are a mask with an axis for each class.

    >>> can_cover((5,), (5,), [Copies(((2,),), 0, 2), Copies(((3,),), 0, 1)])
    True
    >>> can_cover((3, 1), (3, 1), [Copies(((1, 1), (0, 2)), 2, 2)])
    False
    """
    tiles = [_that_fit(tile, most) for tile in tiles]
    moves = sum(len(tile.amounts) * tile.maximum for tile in tiles if len(tile.amounts) > 1)
    if (moves + len(tiles)) * prod(n + 1 for n in most) > MAX_SHIFTED_SUMS:
        return True
    sums = np.zeros([n + 1 for n in most], dtype=np.bool_)
    sums.flat[0] = True
    for tile in tiles:
        if tile.minimum > tile.maximum or (tile.minimum and not tile.amounts):
            return False
        sums = _with_copies(sums, tile.amounts, tile.minimum, tile.maximum)
    return bool(sums[tuple(slice(low, None) for low in least)].any())


def _that_fit(tile: Copies, most: Amounts) -> Copies:
    """Return a tile without amounts that are too large; a tile with one amount gets no more copies than fit."""
    amounts = tuple(amount for amount in tile.amounts if all(x <= n for x, n in zip(amount, most, strict=True)))
    maximum = tile.maximum
    if len(amounts) == 1:
        maximum = min([maximum, *(n // x for x, n in zip(amounts[0], most, strict=True) if x)])
    return Copies(amounts, tile.minimum, maximum)


def _with_copies(sums: Mask, amounts: Sequence[Amounts], minimum: int, maximum: int) -> Mask:
    """Return the sums after `minimum` to `maximum` copies, each of which adds one of the amounts."""
    if len(amounts) == 1:
        sums = _shifted(sums, amounts[0], minimum)
        remaining, copies = maximum - minimum, 1
        while remaining:
            copies = min(copies, remaining)
            sums = sums | _shifted(sums, amounts[0], copies)
            remaining, copies = remaining - copies, 2 * copies
        return sums
    for copy in range(maximum):
        more = np.logical_or.reduce([_shifted(sums, amount) for amount in amounts] or [np.zeros_like(sums)])
        if copy >= minimum:
            more |= sums
            if (more == sums).all():
                break
        sums = more
    return sums


def _shifted(sums: Mask, amounts: Amounts, copies: int = 1) -> Mask:
    """Return the sums after some copies of the same amounts."""
    shifted, steps = np.zeros_like(sums), [copies * amount for amount in amounts]
    left = (slice(max(0, size - step)) for size, step in zip(sums.shape, steps, strict=True))
    shifted[tuple(slice(step, None) for step in steps)] = sums[tuple(left)]
    return shifted


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
    supply = _values_of_tiles(cover.puzzle)
    for rule in rules:
        yield from _of_tiles(cover.puzzle, supply, [rule])
    drawn = dict(cover.puzzle.board.regions)
    kinds = {rule.region: "" if rule.region in drawn else rule.region.partition(" ")[0] for rule in rules}
    for kind in sorted({*kinds.values()}):
        disjoint = [rule for rule in rules if kinds[rule.region] == kind]
        if len(disjoint) > 1:
            yield from _of_tiles(cover.puzzle, supply, disjoint)
    shown = _shown(cover)
    for rule in rules:
        yield from _of_placements(cover, rule, shown)


def _values_of_tiles(puzzle: Puzzle) -> list[tuple[int, int]]:
    """Return the values of all cells of all copies of tiles, ascending, each with its number; 0 without a value."""
    cells: Counter[int] = Counter()
    for tile in puzzle.tiles:
        for text in tile.shown or ("",) * tile.size:
            cells[value_of(letter_of(text)) or 0] += tile.maximum
    return sorted(cells.items())


def _first_values(supply: Iterable[tuple[int, int]], number: int) -> list[int]:
    """Return the first `number` of some values, fewer if there are fewer cells."""
    return list(islice(chain.from_iterable(repeat(value, copies) for value, copies in supply), number))


def _of_tiles(puzzle: Puzzle, supply: list[tuple[int, int]], rules: Sequence[RegionRule]) -> Iterator[str]:
    """Yield the contradiction between the sums of disjoint regions and the values of the tiles."""
    cells = [*chain.from_iterable(rule.cells for rule in rules)]
    least = sum(rule.minimum for rule in rules)
    values = _first_values(reversed(supply), len(cells))
    if sum(values) < least:
        yield f"{_bound_text(rules, least, 'at least')}, but {_largest(values, 'largest')}"
    if all(rule.maximum is not None for rule in rules) and puzzle.required.issuperset(cells):
        most = sum(rule.maximum or 0 for rule in rules)
        values = _first_values(supply, len(cells))
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
