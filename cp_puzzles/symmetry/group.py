"""Symmetry groups as permutations of options, computed and never assumed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
import numpy.typing as npt

from cp_puzzles.cover.matrix import Matrix
from cp_puzzles.cover.problem import Cover, CoverProblem
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.geometry.isometry import Isometry
from cp_puzzles.geometry.polyform import Painted, painted
from cp_puzzles.geometry.rows import Rows
from cp_puzzles.puzzle.model import Puzzle, Tile
from cp_puzzles.symmetry.components import ComponentMotions, Places

Symmetry = Literal["off", "rotations", "full", "components"]
"""Which motions of the board, or of each of its components by itself, make two solutions the same."""

SYMMETRIES: tuple[Symmetry, ...] = ("off", "rotations", "full")
"""Those that move the board as a whole."""

QUESTIONS: tuple[Symmetry, ...] = (*SYMMETRIES, "components")

TOLD: tuple[Symmetry, ...] = (*reversed(SYMMETRIES), "components")
"""Where one number has to do, that of the first of these for which it is known: what `solve` finds unasked."""

MOST_MOTIONS = 20_000
MOST_IMAGES = 50_000_000
"""So many motions of components, and images of options under them, are looked at."""

_Induced = tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]

Permutations = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class SymmetryGroup:
    """The permutations of options that the board's isometries induce, the identity first.

    `options[g, o]` is the image of option o, `items[g, i]` the image of item i under element g. `still` motions of the
    cells, the identity among them, move no option: where there are more than one, every solution is symmetric.
    """

    options: Permutations
    items: Permutations
    still: int = 1

    @classmethod
    def identity(cls, problem: CoverProblem) -> SymmetryGroup:
        """The identity alone, of any cover problem."""
        options, items = (np.arange(len(part), dtype=np.int32)[None] for part in (problem.options, problem.items))
        return cls(options, items)

    @property
    def order(self) -> int:
        """The number of elements."""
        return len(self.options)

    @property
    def trivial(self) -> SymmetryGroup:
        """The identity alone."""
        return SymmetryGroup(self.options[:1], self.items[:1])

    @cached_property
    def padded(self) -> Permutations:
        """`options` with one more column that maps -1 to -1."""
        return np.concatenate([self.options, np.full((self.order, 1), -1, dtype=np.int32)], axis=1)

    def orbit_sizes(self, batch: npt.NDArray[np.int32]) -> npt.NDArray[np.int64]:
        """The number of different images of each row of options; -1 is padding."""
        if self.order == 1:
            return np.ones(len(batch), dtype=np.int64)
        images = np.sort(self.padded[:, batch], axis=2)
        stabilisers = (images == images[0]).all(axis=2).sum(axis=0)
        return np.asarray(self.order // stabilisers, dtype=np.int64)


def motions_of(puzzle: Puzzle, symmetry: Symmetry) -> Symmetry:
    """The motions of those asked for that a puzzle can have: nothing turns what has no board.

    Raises `MistakeError` where that cannot be meant.
    """
    if not isinstance(puzzle, Matrix):
        return symmetry
    if symmetry in ("rotations", "components"):
        raise MistakeError(Parameter("symmetry", symmetry), "a cover problem in a file has no board", "leave it away")
    return "off"


def symmetry_group(cover: Cover, symmetry: Symmetry) -> SymmetryGroup:
    """The symmetries of a puzzle that count as `symmetry`: none, the rotations, or all.

    An isometry of the board is a symmetry of the puzzle if it keeps the colours of cells, maps required cells to
    required cells, every tile's placements to those of one tile with the same bounds, the options that count for a rule
    to those that count for one rule with the same bounds, and what is given to itself. Distinct isometries can induce
    the same permutation of options; each permutation comes once, so that the orbit of a solution is its order over
    its stabiliser. Nothing moves what has no board.

    With `components` the separate components of the board are moved each by itself, and those that are congruent
    exchanged; raises `MistakeError` where there are too many such motions, or where what has to be kept speaks of the
    board as a whole.

    >>> from cp_puzzles.api import ask
    >>> soma, _ = ask("soma")
    >>> [symmetry_group(soma, symmetry).order for symmetry in SYMMETRIES]
    [1, 24, 48]
    """
    if isinstance(cover.puzzle, Matrix):
        return SymmetryGroup.identity(cover.problem)
    lookup = _Lookup(cover)
    if symmetry == "components":
        motions = ComponentMotions(cover.puzzle.lattice, cover.puzzle.board.cells)
        if motions.components > 1:
            _refuse(cover, motions, lookup)
            return _group((moved, lookup.permuted(moved)) for moved in motions)
    isometries = cover.puzzle.lattice.board_isometries(cover.puzzle.board.cells)
    if symmetry == "off":
        isometries = isometries[:1]
    elif symmetry == "rotations":
        isometries = tuple(motion for motion in isometries if motion.is_rotation)
    return _group((lookup.moved(motion), lookup.induced(motion)) for motion in isometries)


def symmetry_groups(cover: Cover) -> dict[Symmetry, SymmetryGroup]:
    """The group of each question; that of `components` only if it can be asked and is another than `full`."""
    groups = {symmetry: symmetry_group(cover, symmetry) for symmetry in SYMMETRIES}
    with suppress(MistakeError):
        by_parts = symmetry_group(cover, "components")
        if by_parts.order > groups["full"].order:
            groups["components"] = by_parts
    return groups


def _refuse(cover: Cover, motions: ComponentMotions, lookup: _Lookup) -> None:
    """Raise `MistakeError` if the components cannot be moved each by itself, or in too many ways."""
    what = Parameter("symmetry", "components")
    if lookup.tells_motions or cover.checks:
        raise MistakeError(
            what, "colours of pieces and some rules speak of the board as a whole, or it is rolled up", "ask for full"
        )
    if motions.count > MOST_MOTIONS or motions.count * len(cover.problem.options) > MOST_IMAGES:
        raise MistakeError(
            what,
            f"the {motions.components} components of the board can be moved in {motions.count:,} ways, too many for "
            f"{len(cover.problem.options):,} placements",
            "ask for full",
        )


def _group(moves: Iterable[tuple[Places, _Induced | None]]) -> SymmetryGroup:
    """The group of what motions of the cells induce, where they are symmetries."""
    found: dict[bytes, _Induced] = {}
    moved = set()
    for places, induced in moves:
        if induced is not None:
            found.setdefault(induced[0].tobytes(), induced)
            moved.add(places.tobytes())
    return SymmetryGroup(
        np.array([options for options, _ in found.values()], dtype=np.int32).reshape(len(found), -1),
        np.array([items for _, items in found.values()], dtype=np.int32).reshape(len(found), -1),
        still=len(moved) // len(found),
    )


class _Lookup:
    """Finds the option that covers the image of another option's cells."""

    def __init__(self, cover: Cover) -> None:
        self._cover = cover
        puzzle, problem = cover.puzzle, cover.problem
        self._board = np.array(puzzle.board.cells, dtype=np.int64)
        self._place = Rows(self._board)
        self._given = [sorted(self._place.find(np.array(p.cells, dtype=np.int64)).tolist()) for p in puzzle.given]
        self._required = np.array([cell in puzzle.required for cell in puzzle.board.cells])
        colours = dict(puzzle.board.colours)
        self._colour = np.array([colours.get(cell, "") for cell in puzzle.board.cells])
        # the items that are cells among the board's, which has the cells of what is given as well
        self._at = self._place.find(np.array(cover.cells, dtype=np.int64).reshape(-1, self._board.shape[1]))
        self._item = np.full(len(self._board), -1, dtype=np.int32)
        self._item[self._at] = np.arange(len(cover.cells), dtype=np.int32)
        self._bounds = np.array([(i.minimum, i.maximum) for i in problem.items], dtype=np.int64).reshape(-1, 2)
        placed = len(cover.placements)
        self._tile = problem.tile_numbers[:placed].astype(np.int64)
        self._mark = {mark: option for option, mark in enumerate(cover.marks, start=placed)}
        self._counting = [problem.covering.row(rule) for rule in problem.rules]
        self._rules = self._alike(self._counting)
        # the cells of an option tell its tile unless tiles differ only in their colours, or rolled up are one
        is_told = puzzle.lattice.periods is None and not any(tile.painted for tile in puzzle.tiles)
        self._looks = [] if is_told else [_looks(tile) for tile in puzzle.tiles]
        on_cells = problem.table.kept(problem.table.values < len(cover.cells))
        self._blocks = []
        for size in np.unique(on_cells.lengths[:placed]).tolist():
            members = np.flatnonzero(on_cells.lengths[:placed] == size)
            cells = on_cells.take(members).values.reshape(-1, size)
            if self._looks:
                cells = np.hstack([cells, self._tile[members].astype(np.int32)[:, None]])
            self._blocks.append((members, cells, Rows(cells)))

    def moved(self, motion: Isometry) -> npt.NDArray[np.intp]:
        """Where each cell of the board goes, by its number."""
        return self._place.find(motion.images(self._board))

    @property
    def tells_motions(self) -> bool:
        """Whether to know where something goes takes more than to know where its cells go."""
        return bool(self._looks or self._mark)

    def induced(self, motion: Isometry) -> _Induced | None:
        """The permutations of options and of items that a board isometry induces; None if it is no symmetry."""
        return self.permuted(self.moved(motion), motion)

    def permuted(self, moved: Places, motion: Isometry | None = None) -> _Induced | None:
        """Those that a permutation of the board's cells induces; the `motion` that it is, where that must be told."""
        problem = self._cover.problem
        if {tuple(sorted(moved[cells].tolist())) for cells in self._given} != set(map(tuple, self._given)):
            return None
        if (self._required[moved] != self._required).any() or (self._colour[moved] != self._colour).any():
            return None
        assert motion is not None or not self.tells_motions
        by_looks = None if motion is None else self._moved_tiles(motion)
        if motion is not None and by_looks is None:
            return None
        cells = self._item[moved[self._at]]
        images = np.empty(len(problem.options), dtype=np.int32)
        for members, block, rows in self._blocks:
            there = np.sort(cells[block[:, :-1] if self._looks else block], axis=1)
            if by_looks is not None and self._looks:
                there = np.hstack([there, by_looks[block[:, -1:]]])
            found = rows.find(there)
            if (found < 0).any():
                return None
            images[members] = members[found]
        for mark, option in self._mark.items():
            image = None if motion is None else self._mark.get(mark.moved(motion))
            if image is None:
                return None
            images[option] = image
        tiles, rules = self._tile_images(images), self._rule_images(images)
        if tiles is None or rules is None or not self._keeps_checks(tiles):
            return None
        return images, np.concatenate([cells, tiles, rules])

    def _moved_tiles(self, motion: Isometry) -> npt.NDArray[np.int32] | None:
        """For each item that is a tile the one that is its image, by their colours; None if there is none."""
        images = np.arange(len(self._bounds), dtype=np.int32)
        lattice, first = self._cover.puzzle.lattice, self._cover.problem.tiles.start
        known = {frozenset(looks): tile for tile, looks in enumerate(self._looks, start=first)}
        for tile, looks in enumerate(self._looks, start=first):
            moved = frozenset(painted(lattice, {motion(cell): its for cell, its in look}) for look in looks)
            if moved not in known:
                return None
            images[tile] = tile if moved == frozenset(looks) else known[moved]
        return images

    def _keeps_checks(self, tiles: npt.NDArray[np.int32]) -> bool:
        """Whether the rules that are no items say the same of the images of the tiles."""
        items, first = self._cover.problem.items, self._cover.problem.tiles.start
        image = {items[first + k].name: items[tile].name for k, tile in enumerate(tiles.tolist())}
        checks = self._cover.checks
        before = sorted((type(rule).__name__, sorted(rule.named.items())) for rule in checks)
        return before == sorted(
            (type(rule).__name__, sorted((image[name], its) for name, its in rule.named.items())) for rule in checks
        )

    def _tile_images(self, images: npt.NDArray[np.int32]) -> npt.NDArray[np.int32] | None:
        """The image of each tile item, if every tile goes to one tile with the same bounds."""
        tiles = self._cover.problem.tiles
        tile_of = np.arange(len(self._bounds), dtype=np.int32)
        moved = self._tile[images[: len(self._tile)]]
        tile_of[self._tile] = moved
        if not (tile_of[self._tile] == moved).all():
            return None
        if not (self._bounds[tile_of] == self._bounds).all() or len(set(tile_of.tolist())) != len(self._bounds):
            return None
        return tile_of[tiles.start : tiles.stop]

    def _rule_images(self, images: npt.NDArray[np.int32]) -> npt.NDArray[np.int32] | None:
        """The image of each rule item, if what counts for it goes to what counts for one rule with the same bounds.

        Of several rules that say the same, the first goes to the first.
        """
        moved = self._alike([np.sort(images[options]) for options in self._counting])
        if {key: len(rules) for key, rules in moved.items()} != {key: len(rules) for key, rules in self._rules.items()}:
            return None
        image = np.empty(len(self._counting), dtype=np.int32)
        for key, rules in moved.items():
            image[rules] = self._rules[key]
        return image + np.int32(self._cover.problem.rules.start)

    def _alike(self, counting: Sequence[npt.NDArray[np.int32]]) -> dict[tuple[int, int, bytes], list[int]]:
        """The rules by what they are: their bounds and the options that count for them."""
        alike: dict[tuple[int, int, bytes], list[int]] = {}
        problem = self._cover.problem
        for rule, options in enumerate(counting):
            item = problem.items[problem.rules[rule]]
            alike.setdefault((item.minimum, item.maximum, options.tobytes()), []).append(rule)
        return alike


def _looks(tile: Tile) -> tuple[Painted, ...]:
    return tile.painted or tuple(tuple((cell, "") for cell in form) for form in tile.orientations)
