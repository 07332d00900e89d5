"""Rules: conditions on tilings, the compiler with which they become items, and the fields of a file that state them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from cp_puzzles.errors import SpecError
from cp_puzzles.puzzle.board_and_tiles import Tile
from cp_puzzles.puzzle.fields import Path
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.rules.tiling import NO_HIGHLIGHTS, BoardGeometry, CellPair, Highlights, Tiling

Key = TypeVar("Key")

Reference = int
"""The number of a placement to choose from; -1, -2, ... stand for the given placements in their order."""


@dataclass(frozen=True)
class AuxiliaryOption:
    """An option without a tile: it stands for a fact about the tiling, such as an empty cell.

    `places` are the groups of cells that identify the option among those of its `kind`; an isometry of the board maps
    them. Groups and cells are sorted.
    """

    kind: str
    places: tuple[tuple[Cell, ...], ...]

    def moved(self, isometry: Callable[[Cell], Cell]) -> AuxiliaryOption:
        """Return the image of the option under an isometry of the board."""
        return AuxiliaryOption(self.kind, tuple(sorted(tuple(sorted(map(isometry, place))) for place in self.places)))


@dataclass(frozen=True)
class RuleItem:
    """Bounds on the number of chosen placements and auxiliaries; `maximum` None: no upper bound.

    `rule` is the key of the rule that adds the item; "" for an item that only defines an auxiliary. `highlights` is the
    part of the board that the item is about.
    """

    name: str
    rule: str
    minimum: int
    maximum: int | None
    placements: tuple[int, ...]
    auxiliaries: tuple[AuxiliaryOption, ...]
    highlights: Highlights = NO_HIGHLIGHTS


Member = Reference | AuxiliaryOption
"""A placement or an auxiliary option of a sum."""

Ends = tuple[tuple[Reference, int, int], ...]
Uncrossed = tuple[tuple[Member, int], ...]


@dataclass
class RuleCompiler:
    """The placements of a puzzle, indexed by cell and tile, and the items that its rules add.

    A rule adds items with `add`, which also registers the auxiliaries it names. An item counts a given placement as
    chosen.

    Attributes
    ----------
    board
        The geometry of the board.
    placements, given
        The placements to choose from, and the given ones.
    copies
        The bounds of each tile by its name.
    items, auxiliaries
        The items and auxiliaries that rules have added so far.
    sums
        The weights of members, with the minimum and the maximum of their sum: what no item can state. Rules that add
        one are checked on finished tilings, too, because engines may leave it out.
    lower_sums
        Measures with the auxiliaries of `Measure.lower_sum`; a tiling is accepted with as many of them as its value.
    circuits
        The closed lines that rules have added, which are checked on finished tilings, too: placements with the numbers
        of their two ends (the end e lies across from the end e ^ 1), members that are chosen if no line passes an end,
        the items of the rule, and the fewest pieces of a line that these allow.
    rule
        The key of the rule that is compiled, to which added items belong.
    has_overlap
        Whether several placements may cover a cell.
    """

    board: BoardGeometry
    placements: Sequence[Placement]
    given: Sequence[Placement]
    copies: Mapping[str, tuple[int, int]]
    items: list[RuleItem] = field(default_factory=list)
    auxiliaries: dict[AuxiliaryOption, None] = field(default_factory=dict)
    sums: list[tuple[Mapping[Member, int], int, int | None]] = field(default_factory=list)
    lower_sums: list[tuple[Callable[[Tiling], int], tuple[AuxiliaryOption, ...]]] = field(default_factory=list)
    circuits: list[tuple[Ends, Uncrossed, range, int]] = field(default_factory=list)
    rule: str = ""
    has_overlap: bool = False

    def placement(self, reference: Reference) -> Placement:
        """Return the placement of a reference."""
        return self.placements[reference] if reference >= 0 else self.given[-reference - 1]

    @cached_property
    def references(self) -> tuple[Reference, ...]:
        """The references of all placements, the given ones last."""
        return (*range(len(self.placements)), *(-number for number in range(1, len(self.given) + 1)))

    @cached_property
    def covering(self) -> Mapping[Cell, frozenset[Reference]]:
        """The placements that cover each cell."""
        return self.grouped(lambda placement: placement.cells)

    @cached_property
    def of_tile(self) -> Mapping[str, frozenset[Reference]]:
        """The placements of each tile."""
        return self.grouped(lambda placement: (placement.tile,))

    @cached_property
    def on_cells(self) -> Mapping[tuple[Cell, ...], frozenset[Reference]]:
        """The placements on each set of cells, sorted, which they cover exactly."""
        return self.grouped(lambda placement: (placement.cells,))

    def grouped(self, keys: Callable[[Placement], Iterable[Key]]) -> Mapping[Key, frozenset[Reference]]:
        """Return the placements that have each key."""
        groups = defaultdict(set)
        for reference in self.references:
            for key in keys(self.placement(reference)):
                groups[key].add(reference)
        return defaultdict(frozenset, {key: frozenset(group) for key, group in groups.items()})

    def both(self, cell: Cell, other: Cell) -> frozenset[Reference]:
        """Return the placements that cover both of two cells."""
        return self.covering[cell] & self.covering[other]

    def joining(self, pairs: Iterable[CellPair]) -> frozenset[Reference]:
        """Return the placements that cover both cells of at least one of some pairs."""
        return frozenset[Reference]().union(*(self.both(a, b) for a, b in pairs))

    def of_tiles(self, tiles: Iterable[str]) -> frozenset[Reference]:
        """Return the placements of some tiles."""
        return frozenset[Reference]().union(*map(self.of_tile.__getitem__, tiles))

    def is_covered(self, cell: Cell) -> bool:
        """Return whether every tiling covers a cell."""
        return cell in self.board.required or any(reference < 0 for reference in self.covering[cell])

    def empty(self, cell: Cell) -> AuxiliaryOption | None:
        """Return the auxiliary of an empty cell, adding its item; None if every tiling covers the cell."""
        if self.is_covered(cell):
            return None
        empty = AuxiliaryOption("empty", ((cell,),))
        if empty not in self.auxiliaries:
            written, most = self.board.lattice.written(cell), None if self.has_overlap else 1
            name = f"the cell {written} is covered or empty"
            self.add(name, self.covering[cell], auxiliaries=[empty], minimum=1, maximum=most, rule="")
            for reference in sorted(self.covering[cell]) if self.has_overlap else ():
                name = f"the cell {written} is not empty under placement {reference}"
                self.add(name, [reference], auxiliaries=[empty], maximum=1, rule="")
        return empty

    def empty_among(self, cells: Iterable[Cell]) -> tuple[AuxiliaryOption, ...]:
        """Return the auxiliaries of those of some cells that may be empty."""
        return tuple(empty for cell in cells if (empty := self.empty(cell)) is not None)

    def covered(self, cell: Cell) -> AuxiliaryOption | None:
        """Return the auxiliary of a covered cell, adding its items; None if every tiling covers the cell."""
        empty = self.empty(cell)
        if empty is None:
            return None
        covered = AuxiliaryOption("covered", empty.places)
        if covered not in self.auxiliaries:
            name = f"the cell {self.board.lattice.written(cell)} is covered or empty, not both"
            self.add(name, (), auxiliaries=[covered, empty], minimum=1, maximum=1, rule="")
        return covered

    def add(
        self,
        name: str,
        members: Iterable[Reference],
        *,
        auxiliaries: Iterable[AuxiliaryOption | None] = (),
        minimum: int = 0,
        maximum: int | None = None,
        rule: str | None = None,
        highlights: Highlights = NO_HIGHLIGHTS,
    ) -> None:
        """Bound how many of some placements and auxiliaries are chosen; bounds that always hold add no item.

        `name` is a clause that tells people the condition, in `explain` and in exported problems; it should differ from
        the names of other items. If it is the key of the rule, the `statement` of the rule takes its place.
        """
        references = sorted(set(members))
        given = bisect_left(references, 0)
        placements = tuple(references[given:])
        options = tuple(dict.fromkeys(auxiliary for auxiliary in auxiliaries if auxiliary is not None))
        self.auxiliaries.update(dict.fromkeys(options))
        lower = max(0, minimum - given)
        upper = None if maximum is None or maximum - given >= len(placements) + len(options) else maximum - given
        if upper is not None and upper < 0:
            # infeasible: more placements are given than the bound allows
            lower, upper, placements, options = 1, 1, (), ()
        if lower or upper is not None:
            key = self.rule if rule is None else rule
            self.items.append(RuleItem(name, key, lower, upper, placements, options, highlights))


class Criterion:
    """The defaults that rules and measures share: any lattice, no tile by name, nothing to highlight."""

    @property
    def named_tiles(self) -> Mapping[str, int]:
        """A number for each tile that the rule or measure names; tiles with equal numbers are interchangeable in it."""
        return {}

    def unsupported_reason(self, lattice: Lattice) -> str | None:
        """Return why the rule or measure is not defined on a lattice; None if it is."""
        return None

    @property
    def is_symmetric(self) -> bool:
        """Return whether isometries of the board never change the rule's answer, or the measure's number."""
        return True

    @property
    def is_registered(self) -> bool:
        """Return whether a user or an extension wrote it; its items may then admit tilings that it forbids."""
        return not type(self).__module__.startswith("cp_puzzles.")

    @property
    def permits_overlap(self) -> bool:
        """Return whether it is defined for pieces that overlap; rules of users and extensions are."""
        return self.is_registered

    @property
    def has_highlights(self) -> bool:
        """Return whether a picture can highlight the parts of the board that the rule or measure concerns."""
        return type(self).highlights is not Criterion.highlights

    def highlights(self, tiling: Tiling) -> Highlights:
        """Return the parts of a tiling that the rule or measure concerns."""
        return NO_HIGHLIGHTS


class Rule(Criterion, ABC):
    """A condition on tilings, stated twice: as a check of a finished tiling, and as items where that is possible.

    `key` is its path under the key `rules` of a puzzle file, such as `faults` or `touch.0`.
    """

    @property
    @abstractmethod
    def key(self) -> str:
        """The path under the key `rules`."""

    @property
    def statement(self) -> str:
        """The condition as a clause, such as `border is at most 3`."""
        return f"{self.key} holds"

    @property
    def concerns_placements(self) -> bool:
        """Return whether a tiling violates the rule exactly if one of its placements alone does."""
        return False

    def admits(self, board: BoardGeometry, placement: Placement) -> bool:
        """Return whether a placement may occur in a tiling at all; any other placement is not an option."""
        return True

    def compile(self, compiler: RuleCompiler) -> bool:
        """Add the items of the rule, and return whether they and `admits` are equivalent to it.

        If they are not, every finished tiling is checked with `violation`. By default there are no items.
        """
        return False

    @abstractmethod
    def violation(self, tiling: Tiling) -> str | None:
        """Return how a tiling violates the rule; None if it satisfies it."""


class TileRule(Rule):
    """A rule about the tiles whose names are `tiles`; None: about all."""

    tiles: Collection[str] | None

    @property
    def named_tiles(self) -> Mapping[str, int]:
        return dict.fromkeys(self.tiles or (), 1)


@dataclass(frozen=True)
class RuleContext:
    """The puzzle for which rules are built.

    `tiles` has each tile by its name. `cell_at` returns the cell of coordinates that are written in a field, or raises
    its `SpecError`; `error` makes the `SpecError` of a field. `colors` is the rule that what tiles show fits the board.
    """

    lattice: Lattice
    cells: tuple[Cell, ...]
    tiles: Mapping[str, Tile]
    colors: Rule
    cell_at: Callable[[tuple[int, ...], Path], Cell]
    error: Callable[[Path, str, str], SpecError]
    regions: Mapping[str, tuple[Cell, ...]] = field(default_factory=dict)

    def require_tiles(self, names: Iterable[str], path: Path) -> frozenset[str]:
        """Return the names in the list at `path`; raises `SpecError` at the first one that is not a tile."""
        names = tuple(names)
        for number, name in enumerate(names):
            if name not in self.tiles:
                remedy = "tiles: " + " ".join(sorted(self.tiles))
                raise self.error((*path, number), f"there is no tile {name!r}", remedy)
        return frozenset(names)


RuleBuilder = Callable[[Any, Path, RuleContext], Iterator[Rule]]
"""Yields the rules of a field, given its value, its path and the puzzle; raises `SpecError`."""


@dataclass(frozen=True)
class RuleField:
    """A key under `rules:` of a puzzle file.

    Attributes
    ----------
    key
        The key.
    annotation, default
        The pydantic type of its value. A field with its default stands for no rule; None is a value if it is the
        default.
    build
        The function that returns the rules that a value stands for.
    about
        The help sentence of a rule of the user; the registry has those of the package.
    """

    key: str
    annotation: Any
    build: RuleBuilder
    default: Any = None
    about: str = ""


def constant(rule: Rule) -> RuleBuilder:
    """Return the builder of a field that stands for one rule."""
    return lambda _value, _path, _context: iter((rule,))
