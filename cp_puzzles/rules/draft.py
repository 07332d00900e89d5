"""The options and items of a cover problem while rules add theirs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.rules.sight import NOTHING, Sight
from cp_puzzles.rules.tiling import Ground

Reference = int
"""A placement of the draft by its number, or, below 0, one that is given: -1 is the first of these."""


@dataclass(frozen=True)
class Mark:
    """An option without a tile: a fact about a tiling that its placements determine, such as an empty cell.

    `places`, groups of cells, say what it is about, so that a motion of the board moves it; no two marks of one `kind`
    have the same. Groups and cells are sorted.
    """

    kind: str
    places: tuple[tuple[Cell, ...], ...]

    def moved(self, motion: Callable[[Cell], Cell]) -> Mark:
        """The mark where a motion of the board puts it."""
        return Mark(self.kind, tuple(sorted(tuple(sorted(map(motion, place))) for place in self.places)))


@dataclass(frozen=True)
class RuleItem:
    """Of some placements and marks at least `minimum` and at most `maximum` are chosen; None: any number.

    `rule` is the key of the rule that demands it; "" if the item only says what a mark is. `sight` is the place of
    which it speaks.
    """

    name: str
    rule: str
    minimum: int
    maximum: int | None
    placements: tuple[int, ...]
    marks: tuple[Mark, ...]
    sight: Sight = NOTHING


@dataclass
class Draft:
    """What rules are compiled against: the placements that can be chosen, those that are given, and what they cover.

    Rules add items with `add`, and marks by naming them there. An item counts what is given as chosen, and belongs to
    the `rule` that is being compiled, by its key.
    """

    ground: Ground
    placements: Sequence[Placement]
    given: Sequence[Placement]
    copies: Mapping[str, tuple[int, int]]
    items: list[RuleItem] = field(default_factory=list)
    marks: dict[Mark, None] = field(default_factory=dict)
    rule: str = ""

    def placement(self, reference: Reference) -> Placement:
        """The placement of a reference."""
        return self.placements[reference] if reference >= 0 else self.given[-reference - 1]

    @cached_property
    def references(self) -> tuple[Reference, ...]:
        """All placements, the given ones among them."""
        return (*range(len(self.placements)), *(-number for number in range(1, len(self.given) + 1)))

    @cached_property
    def covering(self) -> Mapping[Cell, frozenset[Reference]]:
        """For each cell the placements that cover it."""
        lists = defaultdict(set)
        for reference in self.references:
            for cell in self.placement(reference).cells:
                lists[cell].add(reference)
        return defaultdict(frozenset, {cell: frozenset(found) for cell, found in lists.items()})

    @cached_property
    def of_tile(self) -> Mapping[str, frozenset[Reference]]:
        """For each tile its placements."""
        lists = defaultdict(set)
        for reference in self.references:
            lists[self.placement(reference).tile].add(reference)
        return defaultdict(frozenset, {tile: frozenset(found) for tile, found in lists.items()})

    def both(self, cell: Cell, other: Cell) -> frozenset[Reference]:
        """The placements that cover both of two cells."""
        return self.covering[cell] & self.covering[other]

    def is_covered(self, cell: Cell) -> bool:
        """Whether every tiling covers a cell."""
        return cell in self.ground.required or any(reference < 0 for reference in self.covering[cell])

    def empty(self, cell: Cell) -> Mark | None:
        """The mark that a cell stays empty, with the item that says when; None for a cell that is always covered."""
        if self.is_covered(cell):
            return None
        mark = Mark("empty", ((cell,),))
        if mark not in self.marks:
            self.add(f"{cell} is covered or empty", self.covering[cell], marks=[mark], minimum=1, maximum=1, rule="")
        return mark

    def covered(self, cell: Cell) -> Mark | None:
        """The mark that a cell is covered, with the items that say when; None for a cell that is always covered."""
        empty = self.empty(cell)
        if empty is None:
            return None
        mark = Mark("covered", empty.places)
        if mark not in self.marks:
            self.add(f"{cell} is not both", (), marks=[mark, empty], minimum=1, maximum=1, rule="")
        return mark

    def add(
        self,
        name: str,
        members: Iterable[Reference],
        *,
        marks: Iterable[Mark | None] = (),
        minimum: int = 0,
        maximum: int | None = None,
        rule: str | None = None,
        sight: Sight = NOTHING,
    ) -> None:
        """Bound how many of some placements and marks are chosen."""
        members = set(members)
        given = sum(reference < 0 for reference in members)
        placements = tuple(sorted(reference for reference in members if reference >= 0))
        kept = tuple(dict.fromkeys(mark for mark in marks if mark is not None))
        self.marks.update(dict.fromkeys(kept))
        least = max(0, minimum - given)
        most = None if maximum is None or maximum - given >= len(placements) + len(kept) else maximum - given
        if least or most is not None:
            # more given than allowed: nobody can make that good
            bounds = (least, most) if most is None or most >= 0 else (1, 1)
            members_left = (placements, kept) if most is None or most >= 0 else ((), ())
            self.items.append(RuleItem(name, self.rule if rule is None else rule, *bounds, *members_left, sight))
