"""Items with bounds and options that cover them: generalised exact cover (Knuth, TAOCP 7.2.2.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise, zip_longest
from typing import Literal

import numpy as np

from cp_puzzles.cover.placements import Placements, lay_out
from cp_puzzles.cover.ragged import Numbers, Places, Ragged
from cp_puzzles.cover.size import refuse_too_large
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.rules.draft import Draft, Mark
from cp_puzzles.rules.rule import Rule
from cp_puzzles.rules.sight import NOTHING, Sight
from cp_puzzles.rules.tiling import Tiling

Kind = Literal["cell", "tile", "rule"]
"""What an item stands for: a cell, a tile, or anything else that is counted."""

KINDS: tuple[Kind, ...] = ("cell", "tile", "rule")
"""In the order in which a problem lists its items."""


@dataclass(frozen=True)
class Item:
    """Something that a solution covers at least `minimum` and at most `maximum` times.

    `maximum` may be 0 or less than `minimum`: then no option that covers it is chosen, or there is no solution.
    """

    kind: Kind
    name: str
    minimum: int
    maximum: int

    @property
    def is_exact_one(self) -> bool:
        """Whether it is covered exactly once: a primary item."""
        return self.minimum == self.maximum == 1


@dataclass(frozen=True)
class CoverProblem:
    """Choose options so that every item is covered within its bounds: a solution is a set of options.

    `items`: first the cells in fill order (smallest cross-section first), then the tiles in the order of the spec, then
    the rules. `options`: ascending item indices, any of them, at most one tile among them. An option may cover no cell,
    or nothing at all; two options may cover the same. The options of a puzzle are sorted, that is by first cell in
    fill order. Raises `ValueError` when the items are in another order.

    >>> problem = CoverProblem((Item("cell", "a", 1, 1), Item("tile", "I", 0, 2), Item("rule", "r", 1, 3)),
    ...                        ((0, 1), (0, 2), (2,), ()))
    >>> problem.tile_of, problem.rules
    ((1, None, None, None), range(2, 3))
    """

    items: tuple[Item, ...]
    options: Sequence[tuple[int, ...]]

    def __post_init__(self) -> None:
        ranks = [KINDS.index(item.kind) for item in self.items]
        if any(after < before for before, after in pairwise(ranks)):
            raise ValueError("items: they are in another order than " + ", ".join(KINDS) + "; sort them by kind")

    @cached_property
    def cells(self) -> range:
        """The items that are cells."""
        return self._of_kind("cell")

    @cached_property
    def tiles(self) -> range:
        """The items that are tiles."""
        return self._of_kind("tile")

    @cached_property
    def rules(self) -> range:
        """The items that are rules."""
        return self._of_kind("rule")

    def _of_kind(self, kind: Kind) -> range:
        first = sum(KINDS.index(item.kind) < KINDS.index(kind) for item in self.items)
        return range(first, first + sum(item.kind == kind for item in self.items))

    @cached_property
    def table(self) -> Ragged:
        """The options as arrays."""
        return Ragged.of(self.options)

    @cached_property
    def tile_numbers(self) -> Numbers:
        """For each option the item that is its tile; -1 for an option that places no tile."""
        numbers = np.full(len(self.table), -1, dtype=np.int32)
        is_tile = (self.table.values >= self.tiles.start) & (self.table.values < self.tiles.stop)
        numbers[self.table.rows[is_tile]] = self.table.values[is_tile]
        return numbers

    @cached_property
    def tile_of(self) -> tuple[int | None, ...]:
        """For each option the item that is its tile; None for an option that places no tile."""
        return tuple(None if tile < 0 else tile for tile in self.tile_numbers.tolist())

    @cached_property
    def covering(self) -> Ragged:
        """For each item the options that cover it, ascending."""
        return self.table.transposed(len(self.items))


@dataclass(frozen=True)
class Cover:
    """A puzzle and its cover problem: item i is cell i as far as there are cells, option o is placement o.

    The options after the placements are `marks`, which rules have added. What is given is taken out of the problem:
    neither its cells nor its copies are left in it. `checks` are the rules that the problem does not say, or not all
    of: a solution of it must be looked at, see `accepts`. `rule_keys` tells for each item that is a rule which rule of
    the puzzle demands it; "" if none does, for it holds of every tiling. `rule_sights` are the places of which these
    items speak. `weights`, pairs of an option and what it is worth, and a `constant` make up the puzzle's objective;
    None if it has none, or none that is a sum.
    """

    puzzle: Puzzle
    problem: CoverProblem
    cells: tuple[Cell, ...]
    placements: Placements
    marks: tuple[Mark, ...] = ()
    checks: tuple[Rule, ...] = ()
    rule_keys: tuple[str, ...] = ()
    rule_sights: tuple[Sight, ...] = ()
    weights: tuple[tuple[int, int], ...] | None = None
    constant: int = 0

    def rule_of(self, item: int) -> str:
        """The key of the rule that demands an item; "" for any other item."""
        place = item - self.problem.rules.start
        return self.rule_keys[place] if 0 <= place < len(self.rule_keys) else ""

    def sight_of(self, items: Iterable[int]) -> Sight:
        """The places of which some items of rules speak, to be drawn."""
        seen = NOTHING
        for place in (item - self.problem.rules.start for item in items):
            seen = seen.with_(self.rule_sights[place] if 0 <= place < len(self.rule_sights) else NOTHING)
        return seen

    def accepts(self, options: Iterable[int]) -> bool:
        """Whether a solution of the problem, as options, keeps the rules that the problem does not say."""
        if not self.checks:
            return True
        chosen = (self.placements[option] for option in options if 0 <= option < len(self.placements))
        tiling = Tiling(self.puzzle.ground, (*chosen, *self.puzzle.given))
        return all(rule.fault(tiling) is None for rule in self.checks)

    def refuse_checks(self, place: str | Parameter, remedy: str) -> None:
        """Raise `MistakeError` if some rule can only be checked on finished tilings, for those who see none."""
        if self.checks:
            keys = ", ".join(rule.key for rule in self.checks)
            raise MistakeError(place, f"only finished tilings tell whether they keep the rule {keys}", remedy)

    @cached_property
    def ranks(self) -> Places:
        """The place of each option among all, sorted by placement: an order of ints instead of cells."""
        order = self.placements.order()
        ranks = np.empty(len(order), dtype=np.int64)
        ranks[order] = np.arange(len(order))
        return ranks


def build_cover(puzzle: Puzzle, memory: int | None = None, *, drop: bool = True) -> Cover:
    """The cover problem of a puzzle.

    With `drop` placements that a rule does not admit are left away; else an item of the rule forbids them, so that
    all that a rule says is said by its items, as far as items can say it. Raises `MistakeError` when the board has more
    placements than fit in so many bytes, by default in a share of the machine's memory.

    >>> from cp_puzzles.puzzle.source import puzzle_from
    >>> cover = build_cover(puzzle_from("pentomino6x10"))
    >>> len(cover.problem.items), len(cover.problem.options)
    (72, 2056)
    """
    refuse_too_large(puzzle, memory)
    cells = puzzle.lattice.fill_order(puzzle.free_cells) if puzzle.free_cells else ()
    required = set(cells) if covers_everything(puzzle) else puzzle.required
    items = [Item("cell", ",".join(map(str, puzzle.lattice.written(cell))), int(cell in required), 1) for cell in cells]
    items += [Item("tile", tile.name, tile.minimum, tile.maximum) for tile in puzzle.tiles_left]
    fitting = lay_out(puzzle, cells, [item.maximum > 0 for item in items[len(cells) :]])
    if puzzle.rules and drop:
        admitted = [all(rule.admits(puzzle.ground, placement) for rule in puzzle.rules) for placement in fitting]
        fitting = fitting.take(np.flatnonzero(admitted))
    fitting, options = _without_crossings(puzzle, fitting, items)
    problem = CoverProblem(tuple(items), options)
    others = len(problem.rules)
    cover = Cover(puzzle, problem, cells, fitting, rule_keys=("",) * others, rule_sights=(NOTHING,) * others)
    return _ruled(cover, drop=drop) if puzzle.rules or puzzle.objective else cover


def _ruled(cover: Cover, *, drop: bool) -> Cover:
    """A cover problem with the items and marks of the puzzle's rules."""
    puzzle, problem = cover.puzzle, cover.problem
    copies = {tile.name: (tile.minimum, tile.maximum) for tile in puzzle.tiles}
    draft = Draft(puzzle.ground, cover.placements, puzzle.given, copies)
    checks = []
    for rule in puzzle.rules:
        draft.rule = rule.key
        for placement in puzzle.given:
            if not rule.admits(puzzle.ground, placement):
                draft.add(f"{placement.tile} may not lie where it is given", (), minimum=1)
        if not drop:
            refused = (o for o, placed in enumerate(cover.placements) if not rule.admits(puzzle.ground, placed))
            draft.add("placements that it does not admit", refused, maximum=0)
        if not rule.compile(draft):
            checks.append(rule)
    draft.rule = ""
    weighted = puzzle.objective.weights(draft) if puzzle.objective else None
    marks = tuple(draft.marks)
    covered: list[list[int]] = [[] for _ in (*problem.options, *marks)]
    number = {mark: option for option, mark in enumerate(marks, start=len(problem.options))}
    items = list(problem.items)
    for its in draft.items:
        members = (*its.placements, *(number[mark] for mark in its.marks))
        for option in members:
            covered[option].append(len(items))
        items.append(Item("rule", its.name, its.minimum, len(members) if its.maximum is None else its.maximum))
    options = Ragged.of((*own, *rules) for own, rules in zip_longest(problem.options, covered, fillvalue=()))
    keys = (*cover.rule_keys, *(its.rule for its in draft.items))
    sights = (*cover.rule_sights, *(its.sight for its in draft.items))
    problem = CoverProblem(tuple(items), options)
    ruled = replace(cover, problem=problem, marks=marks, checks=tuple(checks), rule_keys=keys, rule_sights=sights)
    if weighted is None:
        return ruled
    weights = [(r, weight) for r, weight in weighted.members if r >= 0]
    weights += [(number[mark], weight) for mark, weight in weighted.marks]
    constant = weighted.constant + sum(weight for r, weight in weighted.members if r < 0)
    return replace(ruled, weights=tuple(weights), constant=constant)


def _without_crossings(puzzle: Puzzle, fitting: Placements, items: list[Item]) -> tuple[Placements, Ragged]:
    """The placements and options, these with a rule, added to the items, for each place where edges of one may pass.

    Placements that would cross what is given are left out.
    """
    if not puzzle.lattice.spokes:
        return fitting, fitting.options()
    held = {place for placement in puzzle.given for place in puzzle.lattice.crossings(placement.cells)}
    passing = [puzzle.lattice.crossings(placement.cells) for placement in fitting]
    kept = [number for number, places in enumerate(passing) if held.isdisjoint(places)]
    fitting = fitting.take(np.array(kept, dtype=np.int64))
    claims: dict[tuple[Cell, int], list[int]] = {}
    for number, old in enumerate(kept):
        for place in passing[old]:
            claims.setdefault(place, []).append(number)
    # directions through which the same options pass need one rule, and those of one option none
    rules = {tuple(claimed): place for place, claimed in sorted(claims.items(), reverse=True) if len(claimed) > 1}
    extra: list[list[int]] = [[] for _ in kept]
    for claimed, (vertex, direction) in sorted(rules.items(), key=lambda rule: rule[1]):
        for number in claimed:
            extra[number].append(len(items))
        items.append(Item("rule", f"crossing {','.join(map(str, vertex))}/{direction}", 0, 1))
    return fitting, Ragged.of((*own, *its) for own, its in zip(fitting.options(), extra, strict=True))


def covers_everything(puzzle: Puzzle) -> bool:
    """Whether the copies that must be placed have as many cells as the board, so that none can stay empty.

    Engines search such a puzzle many times faster when they are told: a calendar with its two free cells taken away.
    """
    return sum(tile.minimum * tile.size for tile in puzzle.tiles) == len(puzzle.board.cells)
