"""Building the wrapped lattice of a board."""

from __future__ import annotations

from cp_puzzles.errors import echo
from cp_puzzles.puzzle.construction.build_lattice import refuse_far
from cp_puzzles.puzzle.fields import Path
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.sublattice import Sublattice
from cp_puzzles.puzzle.geometry.wrapped_lattice import wrapped
from cp_puzzles.puzzle.spec.schema import PuzzleSpec

_PATH: Path = ("board", "wrap")
_STRAIGHT = ("size", "parallelogram", "window", "drawing", "cells")
"""The forms of boards whose extent along an axis can be a period."""


def wrapped_lattice(spec: PuzzleSpec, lattice: Lattice, cells: tuple[Cell, ...]) -> Lattice:
    """Return the lattice of a board, wrapped along the axes and periods under `wrap:`.

    `cells` are the cells of the board before holes are removed. Raise `SpecError` for periods that are not
    translations, or if two of the cells become one.
    """
    if spec.board.wrap is None:
        return lattice
    extents = [max(column) - min(column) + 1 for column in zip(*map(lattice.coordinates, cells), strict=True)]
    periods = []
    for axis in _wrapped_axes(spec, lattice):
        number = lattice.axes.index(axis)
        periods.append(tuple(extents[number] * (k == number) for k in range(lattice.dimension)))
    for index, vector in enumerate(entry for entry in spec.board.wrap if not isinstance(entry, str)):
        refuse_far(spec, vector, (*_PATH, index))
        if len(vector) != lattice.dimension or not any(vector):
            raise spec.error(
                (*_PATH, index),
                f"{list(vector)} is not a translation of a {lattice.name} lattice",
                f"write {lattice.dimension} numbers, not all 0: the distances along "
                f"{', '.join(lattice.axes[: lattice.dimension])} to the same cell",
            )
        periods.append(vector)
    if lattice.is_numbered:
        periods = [lattice.translations.combined(period) for period in periods]
    for period in periods:
        if period not in lattice.translations:
            raise spec.error(
                _PATH, f"{list(period)} is not a translation: it maps cells to points that are not cells", lattice.rule
            )
    span = Sublattice.spanned(periods)
    seen: dict[Cell, Cell] = {}
    for cell in cells:
        first = seen.setdefault(span.remainder(cell), cell)
        if first != cell:
            pair = " and ".join(str(list(lattice.coordinates(each))) for each in (first, cell))
            raise spec.error(
                _PATH, f"the cells {pair} become the same cell", "write longer periods, or a smaller board"
            )
    return wrapped(lattice, span, cells)


def _wrapped_axes(spec: PuzzleSpec, lattice: Lattice) -> list[str]:
    """Return the axes that the words under `wrap:` name: tube, torus, or axes such as row or rows."""
    axes = lattice.axes[: lattice.dimension]
    words = [entry for entry in spec.board.wrap or () if isinstance(entry, str)]
    if not words:
        return []
    form = spec.board.form
    is_staggered = form in ("size", "drawing") and lattice.text is not None and not lattice.text.is_plain
    if form not in _STRAIGHT or is_staggered or (lattice.layer_of in ("hexagonal", "triangular") and form == "size"):
        raise spec.error(
            _PATH,
            f"the sides of a {form} on a {lattice.name} lattice are not parallel to its axes",
            f"write the distance along {', '.join(axes)} to the same cell, such as {[[6, *[0] * (len(axes) - 1)]]}",
        )
    horizontal = max(range(lattice.dimension), key=lambda k: lattice.embedding[0][k])
    axes_of = {"torus": axes, "tube": (axes[horizontal],), **{f"{axis}s": (axis,) for axis in axes}}
    wrapped_axes: list[str] = []
    for index, word in enumerate(words):
        if word not in axes_of and word not in axes:
            names = ", ".join(("tube", "torus", *axes))
            raise spec.error((*_PATH, index), f"{echo(word)} is not an axis", f"write {names}, or translations")
        wrapped_axes += axes_of.get(word, (word,))
    return list(dict.fromkeys(wrapped_axes))
