"""Puzzles as values, and the sources that every function with a puzzle argument accepts."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, cast

from cp_puzzles.base.named_values import Displayed, loaded
from cp_puzzles.base.text import counted
from cp_puzzles.base.values import checked, suggesting
from cp_puzzles.errors import MistakeError, Parameter, echo
from cp_puzzles.puzzle.board_and_tiles import Board, Tile, side_letters
from cp_puzzles.puzzle.build.build_puzzle import construct_puzzle
from cp_puzzles.puzzle.build.python_forms import BoardForm, TileForms, python_data
from cp_puzzles.puzzle.fields import Origin
from cp_puzzles.puzzle.geometry.cell_solid import letter_of
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.palette import class_color, tile_colors
from cp_puzzles.puzzle.rules.measure import Bounded, Objective
from cp_puzzles.puzzle.rules.rule import Criterion, Rule
from cp_puzzles.puzzle.rules.tiling import NO_HIGHLIGHTS, BoardGeometry, Highlights, Tiling, merge_highlights
from cp_puzzles.puzzle.spec.changes import LABELS
from cp_puzzles.puzzle.spec.loader import COVER_READERS, is_dlx_path, load_spec, without_board
from cp_puzzles.puzzle.spec.schema import PuzzleSpec, validated

if TYPE_CHECKING:
    from cp_puzzles.puzzle.rules.region_values import RegionRule


@dataclass(frozen=True, init=False)
class Puzzle(Displayed):
    """A board, tiles with bounds, given placements, rules and an objective.

    Make a puzzle of Python values, with the checks and messages of a puzzle file. `load_spec` and `build_puzzle` make
    one of a file.

    Parameters
    ----------
    board
        A size such as `(6, 10)`, or cells in any form: a drawing (one text, or a list of its rows), coordinates, or a
        numpy array. A Boolean array has the cells where it is true; the rows of an integer array are coordinates. A
        dict has the keys below `board:` of a puzzle file, and its cells may be in these forms, too. Or a `Board`.
    tiles
        A dict from the name of each tile to its cells in one of these forms, or to a dict of keys such as
        `{"cells": ..., "multiplicity": 2}`. Or a list: names of tile sets, dicts as below `tiles:`, and `Tile` values.
    name
        The name of the puzzle.
    leave
        Labels of cells that stay empty.
    lattice
        The name of the lattice, if the board leaves it open. With the `Board` or `Tile` of another puzzle, write its
        lattice unless the cells are squares or cubes; the new board is not wrapped.
    fill
        False if every cell may stay empty.
    given
        Placements that every solution contains: a drawing, or dicts `{"tile": "I", "cells": ...}`.
    overlap
        True if pieces may overlap; a number is the most pieces on one cell.
    rules, colors, maximize, minimize
        As in a puzzle file, such as `rules={"faults": 0}`, `colors="bw"` and `maximize="crossroads"`.
    **keys
        The other keys of a puzzle file: `description`, `source` and `expected`.

    Attributes
    ----------
    name, description, source
        Texts about the puzzle, "" if there are none.
    lattice, board, tiles
        The `Lattice`, the `Board`, and each `Tile` in order.
    fill
        True if every cell that is not optional must be covered.
    given, fixed
        The given placements, and those of them that do not move when a solution is taken apart.
    overlap
        The largest number of pieces on a cell; None if there is no bound.
    rules, objective
        The conditions on tilings, and the measure that solutions maximize or minimize, if there is one.
    spec
        The puzzle as data: `puzzle.spec.to_yaml()` is a puzzle file. None if it was built otherwise.

    Raises
    ------
    SpecError
        For a mistake, with its place: `Puzzle: tiles.0.multiplicity: ...`.

    Examples
    --------
    >>> import numpy as np
    >>> from cp_puzzles import Puzzle, count
    >>> count(Puzzle(board=(6, 10), tiles=["pentominoes"]), engine="exact-cover", jobs=1).count
    2339
    >>> board = np.ones((8, 8), dtype=bool)
    >>> board[0, 0] = board[7, 7] = False
    >>> puzzle = Puzzle(board=board, tiles={"I": {"cells": [(0, 0), (0, 1)], "multiplicity": 31}})
    >>> len(puzzle.board.cells), count(puzzle, jobs=1).count
    (62, 0)
    >>> count(Puzzle(board=(8, 8), tiles=puzzle.tiles, fill=False), jobs=1, limit=1).count
    1
    """

    name: str
    lattice: Lattice
    board: Board
    tiles: tuple[Tile, ...]
    fill: bool = True
    given: tuple[Placement, ...] = ()
    rules: tuple[Rule, ...] = ()
    objective: Objective | None = None
    description: str = ""
    source: str = ""
    spec: PuzzleSpec | None = field(default=None, compare=False)
    fixed: tuple[Placement, ...] = ()
    overlap: int | None = 1
    has_board = True  # a cover problem that is read from a file has neither board nor tiles

    def __init__(
        self,
        *,
        board: BoardForm,
        tiles: TileForms,
        name: str = "puzzle",
        leave: Iterable[str] = (),
        lattice: str | None = None,
        fill: bool | None = None,
        given: Any = None,
        overlap: bool | int | None = None,
        rules: Mapping[str, Any] | None = None,
        colors: str | Mapping[str, str] | None = None,
        maximize: str | Mapping[str, int] | None = None,
        minimize: str | Mapping[str, int] | None = None,
        **keys: Any,
    ) -> None:
        leave = checked("leave", leave, LABELS)
        keys |= {"name": name, "lattice": lattice, "fill": fill, "given": given, "rules": rules, "colors": colors}
        keys |= {"overlap": overlap, "maximize": maximize, "minimize": minimize}
        keys = {key: value for key, value in keys.items() if value is not None}
        data = python_data(board, tiles, keys)
        vars(self).update(construct_puzzle(validated(data, Origin("Puzzle")), leave))

    def __repr__(self) -> str:
        cells, tiles = counted(len(self.board.cells), "cell"), counted(len(self.tiles), "tile")
        return f"Puzzle({self.name!r}, {cells} and {tiles} on the {self.lattice.name} lattice)"

    @classmethod
    def of(cls, **values: Any) -> Self:
        """Return the puzzle with some values, which are not validated."""
        puzzle = cls.__new__(cls)
        vars(puzzle).update(values)
        return puzzle

    def replaced(self, **values: Any) -> Self:
        """Return the puzzle with some values replaced, which are not validated: `puzzle.replaced(given=())`."""
        state = self.__getstate__()
        if unknown := sorted(values.keys() - state.keys()):
            raise TypeError(f"a puzzle has no value {unknown[0]!r}")
        return self.of(**state | values)

    def __getstate__(self) -> dict[str, Any]:
        """Return the fields alone; a copy computes cached properties again."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @cached_property
    def cache(self) -> dict[str, Any]:
        """The values that other layers computed from this puzzle, such as its cover problem, by name."""
        return {}

    @property
    def expected(self) -> Mapping[str, int]:
        """The counts that the spec expects, by key; empty if `leave` removed cells."""
        if self.spec is None or self.board.left_empty:
            return {}
        return self.spec.expected.model_dump(exclude_none=True)

    @cached_property
    def required(self) -> frozenset[Cell]:
        """Return the cells that every solution covers."""
        return frozenset(self.board.required) if self.fill else frozenset()

    @cached_property
    def color_letters(self) -> tuple[str, ...]:
        """Return the letters of all colors of cells, of the board and of tiles, sorted."""
        letters = {letter_of(text) for tile in self.tiles for text in tile.shown}
        return tuple(sorted({*(letter for _, letter in self.board.cell_colors), *letters} - {""}))

    @cached_property
    def drawn_regions(self) -> tuple[RegionRule, ...]:
        """Return the conditions of the regions of the board, not those of all rows or columns, in their order."""
        if not self.board.regions:
            return ()
        from cp_puzzles.puzzle.rules.region_values import RegionRule

        names = dict(self.board.regions)
        return tuple(rule for rule in self.rules if isinstance(rule, RegionRule) and rule.region in names)

    @cached_property
    def has_values(self) -> bool:
        """Return whether a cell of a tile has a value."""
        return any(tile.has_values for tile in self.tiles)

    @cached_property
    def side_letters(self) -> tuple[str, ...]:
        """Return the letters of all colors of sides of tiles, sorted."""
        return side_letters(self.tiles)

    @cached_property
    def side_palette(self) -> dict[str, str]:
        """Return the color, `#rrggbb`, of each letter of a color of sides."""
        return {letter: class_color(number) for number, letter in enumerate(self.side_letters)}

    @cached_property
    def free_cells(self) -> tuple[Cell, ...]:
        """Return the cells of the board that another piece than the given ones may cover, in order."""
        return tuple(cell for cell in self.board.cells if self.given_on[cell] < self.most_on_a_cell)

    @cached_property
    def given_on(self) -> Counter[Cell]:
        """Return the number of given placements that cover each cell."""
        return Counter(cell for placement in self.given for cell in placement.cells)

    @property
    def has_overlap(self) -> bool:
        """Return whether pieces may overlap."""
        return self.overlap != 1

    @property
    def covers_board(self) -> bool:
        """Return whether the copies that must be placed have as many cells as the board; then no cell stays empty.

        Engines search such a puzzle many times faster if every cell is primary. An example is a calendar whose two
        empty cells are removed from the board.
        """
        area = sum(tile.minimum * tile.size for tile in self.tiles)
        return area == len(self.board.cells) and not self.has_overlap

    def refuse_overlap(self, place: str | Parameter, problem: str, remedy: str) -> None:
        """Raise `MistakeError` if pieces may overlap."""
        if self.has_overlap:
            raise MistakeError(place, f"pieces may overlap, and {problem}", remedy)

    @cached_property
    def most_on_a_cell(self) -> int:
        """Return the largest number of pieces that may cover a cell."""
        return max(1, sum(tile.maximum for tile in self.tiles)) if self.overlap is None else self.overlap

    @cached_property
    def remaining_tiles(self) -> tuple[Tile, ...]:
        """Return the tiles with the bounds on the copies to place beside the given ones."""
        used = Counter(placement.tile for placement in self.given)
        return tuple(
            replace(tile, minimum=max(0, tile.minimum - used[tile.name]), maximum=tile.maximum - used[tile.name])
            for tile in self.tiles
        )

    @cached_property
    def tile_colors(self) -> dict[str, str]:
        """Return the display color, `#rrggbb`, of each tile, in the order of the tiles."""
        colors = tile_colors((tile.name, tile.display_color) for tile in self.tiles)
        return dict(zip(self._by_name, colors, strict=True))

    @cached_property
    def board_geometry(self) -> BoardGeometry:
        """Return the geometry of the board for rules and measures."""
        fixed_tiles = frozenset(tile.name for tile in self.tiles if tile.fixed)
        groups = tuple((tile.name, tile.groups) for tile in self.tiles if tile.groups)
        return BoardGeometry(self.lattice, self.board.cells, self.required, fixed_tiles, frozenset(self.fixed), groups)

    @cached_property
    def highlighting(self) -> tuple[Criterion, ...]:
        """Return the rules, and the measure to optimize, for which pictures of solutions may show lines or points."""
        every = (*self.rules, *([self.objective.measure] if self.objective else []))
        return tuple(each for each in every if each.has_highlights)

    def highlights(self, placements: Iterable[Placement]) -> Highlights:
        """Return the highlights of the rules and the objective on a solution."""
        if not self.highlighting:
            return NO_HIGHLIGHTS
        tiling = Tiling(self.board_geometry, tuple(placements))
        return merge_highlights(each.highlights(tiling) for each in self.highlighting)

    @cached_property
    def all_highlights(self) -> Highlights:
        """Return the lines and points that measures would highlight if every cell were a piece."""
        singles = Tiling(self.board_geometry, tuple(Placement((cell,), "") for cell in self.board.cells))
        measures = [rule.measure for rule in self.rules if isinstance(rule, Bounded)]
        measures += [self.objective.measure] if self.objective else []
        return merge_highlights(measure.highlights(singles) for measure in measures if measure.has_highlights)

    def condition(self, rule: str, item: str) -> str:
        """Return the name of an item of a rule; if it is only the rule's key, the statement of the rule."""
        return next((each.statement for each in self.rules if each.key == rule == item), item)

    def tile(self, name: str) -> Tile:
        """Return the tile of that name; raise `KeyError`."""
        return self._by_name[name]

    @cached_property
    def _by_name(self) -> dict[str, Tile]:
        return {tile.name: tile for tile in self.tiles}


PuzzleSource = str | os.PathLike[str] | Mapping[str, Any] | PuzzleSpec | Puzzle
"""A name of the catalog, the path of a puzzle file, the data of one, a spec, or a puzzle."""


@suggesting
def build_puzzle(spec: str | os.PathLike[str] | Mapping[str, Any] | PuzzleSpec, *, leave: Iterable[str] = ()) -> Puzzle:
    """Build the puzzle that a spec describes.

    Parameters
    ----------
    spec
        A spec, or the name, the path or the data of a puzzle file.
    leave
        Labels of cells that stay empty.

    Raises
    ------
    SpecError
        For a mistake, with its place in the file. A puzzle that obviously has no solution is not a mistake.

    See Also
    --------
    load_spec, Puzzle

    Examples
    --------
    >>> puzzle = build_puzzle(load_spec("pentomino6x10"))
    >>> len(puzzle.board.cells), len(puzzle.tiles), sum(len(tile.orientations) for tile in puzzle.tiles)
    (60, 12, 63)
    """
    return Puzzle.of(**construct_puzzle(spec_from(spec), checked("leave", leave, LABELS) if leave else ()))


def spec_from(source: PuzzleSource, parameters: Mapping[str, int | str] | None = None) -> PuzzleSpec:
    """Return the spec of a source, with values for the parameters of a file or of a dictionary.

    Raise `MistakeError` for a puzzle that was not built from a spec.

    >>> spec_from({"name": "one", "board": {"size": [1, 1]}, "tiles": [{"set": "monomino"}]}).name
    'one'
    """
    if isinstance(source, Puzzle | PuzzleSpec):
        for name, value in (parameters or {}).items():
            place = Parameter("parameters", {name: value})
            raise MistakeError(place, "this puzzle has its values already", "pass its file or its dictionary")
    if isinstance(source, Puzzle):
        if source.spec is None:
            problem = "this puzzle was not built from a spec"
            raise MistakeError(source.name, problem, "make it with Puzzle(board=..., tiles=...)")
        return source.spec
    if isinstance(source, Mapping):
        return PuzzleSpec.from_dict(source, parameters)
    if isinstance(source, PuzzleSpec):
        return source
    if not isinstance(source, str | os.PathLike):
        remedy = "give a name, a file, a dictionary, a spec or a puzzle"
        raise MistakeError(echo(source) if source is not None else "None", "this is not a puzzle", remedy)
    return load_spec(source, parameters=parameters)


def problem_from(source: PuzzleSource) -> Puzzle:
    """Return the puzzle of a source, which may be a cover problem in a file: a puzzle without a board."""
    if isinstance(source, str | os.PathLike) and is_dlx_path(source):
        return cast(Puzzle, loaded(COVER_READERS[Path(source).suffix])(source))
    return source if isinstance(source, Puzzle) else Puzzle.of(**construct_puzzle(spec_from(source)))


def puzzle_from(source: PuzzleSource) -> Puzzle:
    """Return the puzzle of a source; a puzzle is returned as it is.

    Raise `SpecError` for a mistake in the source, `MistakeError` if the puzzle has no board.

    >>> puzzle_from("soma") == puzzle_from(load_spec("specs/soma.yaml"))
    True
    """
    if not isinstance(source, Puzzle):
        return Puzzle.of(**construct_puzzle(spec_from(source)))
    if not source.board.cells:
        raise without_board(source.name)
    return source
