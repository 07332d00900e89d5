"""From the way in which a board is rolled up to the lattice on which it lies."""

from __future__ import annotations

from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.sublattice import Sublattice
from cp_puzzles.geometry.wrapped import wrapped
from cp_puzzles.spec.origin import Path, echo
from cp_puzzles.spec.schema import PuzzleSpec

_PATH: Path = ("board", "wrap")
_STRAIGHT = ("size", "parallelogram", "window", "drawing", "cells")
"""The forms of boards whose extent along an axis is a period."""


def rolled_up(spec: PuzzleSpec, lattice: Lattice, cells: tuple[Cell, ...]) -> Lattice:
    """The lattice of a board with these cells, before holes are taken away; as it is if the board is not rolled up.

    Raises `SpecError` where the periods are none of the lattice, or two of the cells become one.
    """
    if spec.board.wrap is None:
        return lattice
    extents = [max(column) - min(column) + 1 for column in zip(*map(lattice.written, cells), strict=True)]
    periods = []
    for axis in _words(spec, lattice):
        place = lattice.axes.index(axis)
        periods.append(tuple(extents[place] * (k == place) for k in range(lattice.dimension)))
    for index, vector in enumerate(entry for entry in spec.board.wrap if not isinstance(entry, str)):
        if len(vector) != lattice.dimension or not any(vector):
            raise spec.error(
                (*_PATH, index),
                f"{list(vector)} is no translation of a {lattice.name} lattice",
                f"write {lattice.dimension} numbers, not all 0: how far it is along "
                f"{', '.join(lattice.axes[: lattice.dimension])} to the same cell",
            )
        periods.append(vector)
    if lattice.numbered:
        periods = [lattice.translations.combined(period) for period in periods]
    for period in periods:
        if period not in lattice.translations:
            raise spec.error(
                _PATH, f"{list(period)} is no translation: it takes cells to what is no cell", lattice.rule
            )
    span = Sublattice.spanned(periods)
    seen: dict[Cell, Cell] = {}
    for cell in cells:
        other = seen.setdefault(span.remainder(cell), cell)
        if other != cell:
            one, two = (list(lattice.written(its)) for its in (other, cell))
            raise spec.error(_PATH, f"the cells {one} and {two} become one", "write longer periods, or a smaller board")
    return wrapped(lattice, span, cells)


def _words(spec: PuzzleSpec, lattice: Lattice) -> list[str]:
    """The axes that are named, by words for some of them."""
    axes = lattice.axes[: lattice.dimension]
    words = [entry for entry in spec.board.wrap or () if isinstance(entry, str)]
    if not words:
        return []
    form = spec.board.form
    is_staggered = form in ("size", "drawing") and lattice.text is not None and not lattice.text.is_plain
    if form not in _STRAIGHT or is_staggered or (lattice.layer_of in ("hexagonal", "triangular") and form == "size"):
        raise spec.error(
            _PATH,
            f"the sides of a {form} on a {lattice.name} lattice do not lie along its axes",
            f"write how far it is along {', '.join(axes)} to the same cell, such as {[[6, *[0] * (len(axes) - 1)]]}",
        )
    across = max(range(lattice.dimension), key=lambda k: lattice.embedding[0][k])
    known = {"torus": axes, "tube": (axes[across],), **{f"{axis}s": (axis,) for axis in axes}}
    found: list[str] = []
    for index, word in enumerate(words):
        if word not in known and word not in axes:
            names = ", ".join(("tube", "torus", *axes))
            raise spec.error((*_PATH, index), f"{echo(word)} is no axis", f"write {names}, or translations")
        found += known.get(word, (word,))
    return list(dict.fromkeys(found))
