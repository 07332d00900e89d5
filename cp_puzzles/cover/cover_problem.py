"""Items with bounds and options that cover them: generalized exact cover (Knuth, TAOCP 7.2.2.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, singledispatch
from typing import Any, Literal
from weakref import ref

import numpy as np

from cp_puzzles.base.arrays import Numbers
from cp_puzzles.cover.placement_table import (
    SMALL_PROBLEM_BYTES,
    Placements,
    Size,
    placement_table,
    ranks_of,
    refuse_too_large,
)
from cp_puzzles.cover.ragged_rows import Places, Ragged
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.rules.rule import AuxiliaryOption, Ends, Member, Rule, RuleCompiler
from cp_puzzles.puzzle.rules.tiling import NO_HIGHLIGHTS, Highlights, Tiling, merge_highlights

Kind = Literal["cell", "tile", "rule"]
"""A cell, a tile, or anything else that is counted."""

KINDS: tuple[Kind, ...] = ("cell", "tile", "rule")
"""The order in which a problem lists its items."""


@dataclass(frozen=True)
class Item:
    """An item that a solution covers at least `minimum` and at most `maximum` times.

    If `maximum` is 0, no option that covers the item is chosen. If it is below `minimum`, there is no solution.
    """

    kind: Kind
    name: str
    minimum: int
    maximum: int

    @property
    def is_exact_one(self) -> bool:
        """Return whether the item is covered exactly once."""
        return self.minimum == self.maximum == 1


@dataclass(frozen=True)
class WeightedSum:
    """Bounds on the sum of the weights of chosen options; `weights` has pairs of an option and its weight."""

    weights: tuple[tuple[int, int], ...]
    minimum: int
    maximum: int | None


@dataclass(frozen=True)
class Circuit:
    """One closed line through all chosen options that have two ends; the end e lies across from the end e ^ 1.

    `ends` has options with both their ends. `uncrossed` has options that are chosen if no line passes an end. `implied`
    are the items of the rule, which every closed line covers within bounds. A line of fewer options than `shortest`
    breaks one of them.
    """

    ends: Ends
    uncrossed: tuple[tuple[int, int], ...]
    implied: range
    shortest: int


@dataclass(frozen=True)
class CoverProblem:
    """Items and options: a solution is a set of options that covers every item within its bounds.

    `items` lists the cells in fill order (smallest cross-section first), then the tiles in the order of the spec, then
    the rules; `ValueError` is raised for another order. Each of the `options` lists the indices of the items that it
    covers, ascending, with at most one tile. An option may cover no cell, or nothing at all; two options may cover the
    same items. The options of a puzzle are sorted, so they are in the order of their first cells.
    A problem with `sums` or `circuits` also has a check of finished solutions that includes them: an engine may leave
    them out. The references of a circuit are options, or negative for given placements.

    >>> problem = CoverProblem((Item("cell", "a", 1, 1), Item("tile", "I", 0, 2), Item("rule", "r", 1, 3)),
    ...                        ((0, 1), (0, 2), (2,), ()))
    >>> problem.tile_numbers.tolist(), problem.rules
    ([1, -1, -1, -1], range(2, 3))
    """

    items: tuple[Item, ...]
    options: Sequence[tuple[int, ...]]
    sums: tuple[WeightedSum, ...] = ()
    circuits: tuple[Circuit, ...] = ()

    def __post_init__(self) -> None:
        kinds = [item.kind for item in self.items]
        if kinds != sorted(kinds, key=KINDS.index):
            raise ValueError("items: they are in another order than " + ", ".join(KINDS) + "; sort them by kind")

    @cached_property
    def cells(self) -> range:
        """The items of cells."""
        return self._of_kind("cell")

    @cached_property
    def tiles(self) -> range:
        """The items of tiles."""
        return self._of_kind("tile")

    @cached_property
    def rules(self) -> range:
        """The items of rules."""
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
        """The tile item of each option; -1 for an option without a tile."""
        numbers = np.full(len(self.table), -1, dtype=np.int32)
        is_tile = (self.table.values >= self.tiles.start) & (self.table.values < self.tiles.stop)
        numbers[self.table.rows[is_tile]] = self.table.values[is_tile]
        return numbers

    @cached_property
    def covering(self) -> Ragged:
        """The options that cover each item, ascending."""
        return self.table.transposed(len(self.items))

    @property
    def option_counts(self) -> Places:
        """The number of options that cover each item, found without a list of them."""
        return np.bincount(self.table.values, minlength=len(self.items))


@dataclass(frozen=True)
class Cover:
    """A puzzle and its cover problem: item i is cell i for the first items, option o is placement o.

    The options after the placements are `auxiliaries`, the auxiliary options of rules. The cells and copies of given
    placements are not part of the problem. `checks` are the rules that the items do not state in full; `accepts` tests
    them. `rule_keys` has the key of the rule that adds each rule item, "" for an item that holds for every tiling;
    `rule_highlights` has the part of the board that each of these items restricts. The value of the objective is a
    `constant` plus the weights of the chosen options; `weights` has pairs of an option and its weight. It is None if
    there is no objective, or if the objective is not linear. Of the choices of auxiliary options of `lower_sums` that a
    tiling has, `accepts_options` accepts that whose number is the measure.
    """

    puzzle: Puzzle
    problem: CoverProblem
    cells: tuple[Cell, ...]
    placements: Placements
    auxiliaries: tuple[AuxiliaryOption, ...] = ()
    checks: tuple[Rule, ...] = ()
    rule_keys: tuple[str, ...] = ()
    rule_highlights: tuple[Highlights, ...] = ()
    weights: tuple[tuple[int, int], ...] | None = None
    constant: int = 0
    lower_sums: tuple[tuple[Callable[[Tiling], int], frozenset[int]], ...] = ()

    def rule_of(self, item: int) -> str:
        """Return the key of the rule of an item; "" for any other item."""
        place = item - self.problem.rules.start
        return self.rule_keys[place] if 0 <= place < len(self.rule_keys) else ""

    def highlights_of(self, items: Iterable[int]) -> Highlights:
        """Return the highlights of some items of rules."""
        places = (item - self.problem.rules.start for item in items)
        return merge_highlights(
            self.rule_highlights[place] for place in places if 0 <= place < len(self.rule_highlights)
        )

    def accepts(self, options: Iterable[int]) -> bool:
        """Return whether a solution of the problem, as options, satisfies the rules that have no items."""
        if not self.checks:
            return True
        tiling = self.tiling(options)
        return all(rule.violation(tiling) is None for rule in self.checks)

    def accepts_options(self, options: Sequence[int]) -> bool:
        """Return whether a solution is accepted that has these placements and auxiliary options: one of each tiling."""
        return self.accepts(options) and all(
            value(self.tiling(options)) == len(members.intersection(options)) for value, members in self.lower_sums
        )

    def tiling(self, options: Iterable[int]) -> Tiling:
        """Return the tiling of some options; auxiliary ones have no placement."""
        count = len(self.placements)
        chosen = (self.placements[option] for option in options if 0 <= option < count)
        return Tiling(self.puzzle.board_geometry, (*chosen, *self.puzzle.given))

    def refuse_checks(self, place: str | Parameter, remedy: str) -> None:
        """Raise `MistakeError` if some rule can only be checked on a finished tiling."""
        if self.checks:
            keys = ", ".join(rule.key for rule in self.checks)
            raise MistakeError(place, f"the rule {keys} can only be checked on a finished tiling", remedy)

    @cached_property
    def option_of(self) -> dict[Placement, int]:
        """The option of each placement."""
        return {placement: option for option, placement in enumerate(self.placements)}

    def options_of(self, placements: Iterable[Placement]) -> list[int]:
        """Return the options of some placements; given placements have none."""
        return [self.option_of[placement] for placement in placements if placement in self.option_of]

    @cached_property
    def cache(self) -> dict[str, Any]:
        """The values that were computed from this cover problem, such as its symmetry groups, by name."""
        return {}

    @cached_property
    def ranks(self) -> Places:
        """The rank of each placement in sorted order; ranks are faster to compare than placements."""
        return ranks_of(self.placements.order())


def build_cover(puzzle: Puzzle, memory: int | None = None, *, drop: bool = True) -> Cover:
    """Return the cover problem of a puzzle, which is compiled once as long as it is in use.

    A small problem is kept as long as the puzzle, a large one as long as some caller holds it.

    Parameters
    ----------
    puzzle
        A puzzle with or without a board.
    memory
        The bytes that the problem may take, by default a share of the machine's memory.
    drop
        Leave out the placements that a rule does not admit. Otherwise an item of the rule forbids them, so that the
        items state the rule as far as items can.

    Raises
    ------
    MistakeError
        If the placements do not fit in `memory`.

    Examples
    --------
    >>> from cp_puzzles.puzzle.puzzle import puzzle_from
    >>> cover = build_cover(puzzle_from("pentomino6x10"))
    >>> len(cover.problem.items), len(cover.problem.options)
    (72, 2056)
    >>> build_cover(cover.puzzle) is cover
    True
    """
    if puzzle.has_board:
        refuse_too_large(puzzle, memory)
    key = "cover" if drop or not puzzle.rules else "cover of all placements"
    cached: Cover | None = puzzle.cache.get(key, lambda: None)()
    if cached is not None:
        return cached
    cover = compile_cover(puzzle, drop)
    widest = int(cover.problem.table.lengths.max(initial=0))
    size = Size(len(cover.cells), len(cover.problem.options), widest)
    puzzle.cache[key] = (lambda: cover) if size.bytes <= SMALL_PROBLEM_BYTES else ref(cover)
    return cover


@singledispatch
def compile_cover(puzzle: Puzzle, drop: bool) -> Cover:
    """Compile the cover problem of a puzzle; `build_cover` does so once."""
    cells = puzzle.lattice.fill_order(puzzle.free_cells) if puzzle.free_cells else ()
    required = set(cells) if puzzle.covers_board else puzzle.required.difference(puzzle.given_on)
    items = [
        Item(
            "cell",
            ",".join(map(str, puzzle.lattice.coordinates(cell))),
            int(cell in required),
            puzzle.most_on_a_cell - puzzle.given_on[cell],
        )
        for cell in cells
    ]
    items += [Item("tile", tile.name, tile.minimum, tile.maximum) for tile in puzzle.remaining_tiles]
    fitting = placement_table(puzzle, cells, [item.maximum > 0 for item in items[len(cells) :]])
    if puzzle.has_overlap and puzzle.given:
        fitting = fitting.take(np.flatnonzero([placement not in puzzle.given for placement in fitting]))
    if puzzle.rules and drop:
        admitted = [
            all(rule.admits(puzzle.board_geometry, placement) for rule in puzzle.rules) for placement in fitting
        ]
        fitting = fitting.take(np.flatnonzero(admitted))
    options = fitting.options()
    if puzzle.lattice.spokes and not puzzle.has_overlap:  # pieces that may overlap may cross
        fitting, options = _without_crossings(puzzle, fitting, items)
    problem = CoverProblem(tuple(items), options)
    crossings = len(problem.rules)
    keys, highlights = ("",) * crossings, (NO_HIGHLIGHTS,) * crossings
    cover = Cover(puzzle, problem, cells, fitting, rule_keys=keys, rule_highlights=highlights)
    return _with_rules(cover, drop=drop) if puzzle.rules or puzzle.objective else cover


def _with_rules(cover: Cover, *, drop: bool) -> Cover:
    """Return a cover problem with the items and auxiliary options of the puzzle's rules, and with its objective."""
    puzzle, problem = cover.puzzle, cover.problem
    copies = {tile.name: (tile.minimum, tile.maximum) for tile in puzzle.tiles}
    # what each rule asks of given pieces, of all placements, and of tilings
    compiler = RuleCompiler(
        puzzle.board_geometry, cover.placements, puzzle.given, copies, has_overlap=puzzle.has_overlap
    )
    checks = []
    for rule in puzzle.rules:
        compiler.rule = rule.key
        for placement in puzzle.given:
            if not rule.admits(puzzle.board_geometry, placement):
                compiler.add(f"{placement.tile} is not allowed where it is given", (), minimum=1)
        if not drop:
            refused = (o for o, placed in enumerate(cover.placements) if not rule.admits(puzzle.board_geometry, placed))
            compiler.add("each piece lies where the rule admits it", refused, maximum=0)
        if not rule.compile(compiler):
            checks.append(rule)
    compiler.rule = ""
    total = None
    if puzzle.objective:
        measure = puzzle.objective.measure
        total = measure.expression(compiler) or (measure.lower_sum(compiler) if puzzle.objective.maximize else None)
    # append the auxiliaries to the options, and the rule items to the items
    auxiliaries = tuple(compiler.auxiliaries)
    number = {auxiliary: option for option, auxiliary in enumerate(auxiliaries, start=len(problem.options))}
    items, members, first_rule = list(problem.items), list[tuple[int, ...]](), len(problem.items)
    for item in compiler.items:
        members.append((*item.placements, *(number[auxiliary] for auxiliary in item.auxiliaries)))
        most = len(members[-1]) if item.maximum is None else item.maximum
        items.append(Item("rule", item.name, item.minimum, most))
    options = Ragged.of([*problem.covering, *members]).transposed(len(problem.options) + len(auxiliaries))
    keys = (*cover.rule_keys, *(item.rule for item in compiler.items))
    highlights = (*cover.rule_highlights, *(item.highlights for item in compiler.items))

    def weighted(weights: Mapping[Member, int]) -> tuple[tuple[tuple[int, int], ...], int]:
        """Return the weights of options, and the sum of those of given placements."""
        pairs = [(number[m] if isinstance(m, AuxiliaryOption) else m, weight) for m, weight in weights.items()]
        return tuple(pair for pair in pairs if pair[0] >= 0), sum(weight for option, weight in pairs if option < 0)

    sums = []
    for summed, minimum, maximum in compiler.sums:
        weights, given = weighted(summed)
        sums.append(WeightedSum(weights, minimum - given, None if maximum is None else maximum - given))
    circuits = [
        Circuit(
            ends,
            tuple((number[m] if isinstance(m, AuxiliaryOption) else m, end) for m, end in uncrossed),
            range(implied.start + first_rule, implied.stop + first_rule),
            shortest,
        )
        for ends, uncrossed, implied, shortest in compiler.circuits
    ]
    problem = CoverProblem(tuple(items), options, tuple(sums), tuple(circuits))
    cover = replace(
        cover,
        problem=problem,
        auxiliaries=auxiliaries,
        checks=tuple(checks),
        rule_keys=keys,
        rule_highlights=highlights,
        lower_sums=tuple((m, frozenset(map(number.__getitem__, members))) for m, members in compiler.lower_sums),
    )
    if total is None:
        return cover
    weights, given = weighted(total.weights)
    return replace(cover, weights=weights, constant=total.constant + given)


def _without_crossings(puzzle: Puzzle, fitting: Placements, items: list[Item]) -> tuple[Placements, Ragged]:
    """Return placements and options of an edge lattice, with an item for each point where edges may cross.

    Placements that would cross a given one are omitted. The new items are appended to `items`.
    """
    crossings_of_given = {place for placement in puzzle.given for place in puzzle.lattice.crossings(placement.cells)}
    crossings = [puzzle.lattice.crossings(placement.cells) for placement in fitting]
    kept = [number for number, places in enumerate(crossings) if crossings_of_given.isdisjoint(places)]
    fitting = fitting.take(np.array(kept, dtype=np.int64))
    options_at: dict[tuple[Cell, int], list[int]] = {}
    for option, number in enumerate(kept):
        for place in crossings[number]:
            options_at.setdefault(place, []).append(option)
    # pairs (vertex, direction) with the same options need one item, and a pair with one option needs none
    place_of = {
        tuple(options): place for place, options in sorted(options_at.items(), reverse=True) if len(options) > 1
    }
    crossing_items: list[list[int]] = [[] for _ in kept]
    for options, (vertex, direction) in sorted(place_of.items(), key=lambda entry: entry[1]):
        for option in options:
            crossing_items[option].append(len(items))
        items.append(Item("rule", f"crossing {','.join(map(str, vertex))}/{direction}", 0, 1))
    pairs = zip(fitting.options(), crossing_items, strict=True)
    return fitting, Ragged.of((*covered, *crossed) for covered, crossed in pairs)
