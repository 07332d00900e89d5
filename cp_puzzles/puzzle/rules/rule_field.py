"""The fields of a puzzle file under `rules:`, from which rules are built."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from cp_puzzles.errors import SpecError
from cp_puzzles.puzzle.board_and_tiles import Tile
from cp_puzzles.puzzle.fields import Path
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.rules.cell_colors import ColorsFit
from cp_puzzles.puzzle.rules.rule import Rule


@dataclass(frozen=True)
class RuleContext:
    """The puzzle for which rules are built.

    `tiles` has each tile by its name. `cell_at` returns the cell of coordinates that are written in a field, or raises
    its `SpecError`; `error` makes the `SpecError` of a field.
    """

    lattice: Lattice
    cells: tuple[Cell, ...]
    tiles: Mapping[str, Tile]
    colors: ColorsFit
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
    key, about
        The key and its help sentence.
    annotation, default
        The pydantic type of its value. A field with its default stands for no rule; None is a value if it is the
        default.
    build
        The function that returns the rules that a value stands for.
    """

    key: str
    annotation: Any
    about: str
    build: RuleBuilder
    default: Any = None


def constant(rule: Rule) -> RuleBuilder:
    """Return the builder of a field that stands for one rule."""
    return lambda _value, _path, _context: iter((rule,))
