"""The frame of a board: its lattice, and the place of each cell in a drawing, for drawings that are laid over it."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from cp_puzzles.base.text import counted
from cp_puzzles.errors import echo
from cp_puzzles.puzzle.build.written_cells import refuse_far
from cp_puzzles.puzzle.fields import Path
from cp_puzzles.puzzle.geometry.board_shapes import HEXGRIDS
from cp_puzzles.puzzle.geometry.drawing import (
    DrawingError,
    ParsedDrawing,
    drawn_characters,
    drawn_rows,
    parse_drawing,
    placed_cells,
)
from cp_puzzles.puzzle.geometry.isometry import Cell, Place, Sublattice
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.named_forms import BOARD_SHAPES
from cp_puzzles.puzzle.geometry.tile_sets import named_set
from cp_puzzles.puzzle.geometry.wrapped_lattice import wrapped
from cp_puzzles.puzzle.spec.board_spec import FormSpec
from cp_puzzles.puzzle.spec.schema import PuzzleSpec
from cp_puzzles.puzzle.spec.tile_spec import TileSetEntry

_PATH: Path = ("board", "wrap")
_STRAIGHT = ("size", "parallelogram", "window", "drawing", "cells")
"""The forms of boards whose extent along an axis can be a period."""

_LONGEST_ROW = 40
"""The longest row of a board that a message shows."""


def _remedy(places: Mapping[Place, Cell], line: int, place: Place, point: str) -> str:
    """Return how the line of a drawing with a place off the board is written."""
    columns = {x for z, y, x in places if (z, y) == place[:2]}
    row = "".join("X" if x in columns else " " for x in range(max(columns, default=-1) + 1))
    if not 0 < len(row) <= _LONGEST_ROW:
        return f"draw the rows of the board, with . for {point}"
    return f"the cells of line {line} are the X in {row!r}; write . for {point}"


def lattice_of(spec: PuzzleSpec) -> Lattice:
    """Return the lattice that a spec names, or that its board or its tile sets imply.

    Raise `SpecError` if they imply none, or if the form of the board does not exist on the lattice.
    """
    lattice = LATTICES[spec.lattice] if spec.lattice else _implied(spec)
    for path, form in spec.board.simple_forms(("board",)):
        _refuse_missing(spec, lattice, form, (*path, form.form))
    return lattice


def _refuse_missing(spec: PuzzleSpec, lattice: Lattice, form: FormSpec, path: Path) -> None:
    """Raise `SpecError` for a form that does not exist on a lattice."""
    name, numbers = form.form, form.numbers
    if name == "hexgrid" and lattice.name not in HEXGRIDS:
        raise spec.error(path, f"a {lattice.name} lattice has no triangles", f"write {' or '.join(HEXGRIDS)}")
    if name in BOARD_SHAPES and lattice.name not in BOARD_SHAPES[name].lattices:
        shapes = [name for name, shape in BOARD_SHAPES.items() if lattice.name in shape.lattices]
        raise spec.error(
            path,
            f"there is no {name} on a {lattice.name} lattice",
            f"write {', '.join((*shapes, 'drawing' if lattice.text else 'window', 'or cells'))}",
        )
    if name == "size" and len(numbers) != (2 if lattice.is_flat else 3):
        raise spec.error(
            path,
            f"{list(numbers)} has {len(numbers)} dimensions on a {lattice.name} lattice",
            "write [rows, columns]" if lattice.is_flat else "write [layers, rows, columns]",
        )


def _implied(spec: PuzzleSpec) -> Lattice:
    """Return the lattice that the board and the tile sets imply; raise `SpecError` if they allow several.

    A size or a drawing implies squares or cubes. The parts of a union may be on one lattice only.
    """
    board, forms = spec.board, [*spec.board.simple_forms(("board",))]
    for path, form in forms:
        if form.size:
            return _by_dimension(len(form.size))
        if form.drawing is not None:
            try:
                layers = [layer for _, (layer, _, _), _ in drawn_characters(form.drawing)]
                return _by_dimension(3 if any(layers) else 2)
            except DrawingError as error:
                raise spec.error((*path, "drawing"), error.problem, error.remedy) from None
    sets = (named_set(e.set) for e in spec.tiles if isinstance(e, TileSetEntry))
    homes = {entry.lattice for entry in sets if entry is not None}
    each_possible = [_possible_lattices(form) for _, form in forms]
    possible = [name for name in each_possible[0] if all(name in names for names in each_possible)]
    likely = [name for name in possible if name in homes] if homes - {"square", "cubic"} else []
    if len(possible) == 1 or len(likely) == 1:
        return LATTICES[(likely or possible)[0]]
    written = forms[0][1].cells
    if isinstance(written, tuple) and len(written[0]) < 4 and homes <= {"square", "cubic"}:
        return _by_dimension(len(written[0]))
    if not possible:
        names = ", ".join(dict.fromkeys(form.form for _, form in forms))
        problem = f"no lattice has all of the shapes {names}"
        raise spec.error(("board", board.form), problem, "write shapes of one lattice")
    raise spec.error(
        ("board", board.form),
        f"a board given by its {board.form} can belong to several lattices",
        f"write lattice: {' or '.join(possible)}",
    )


def _possible_lattices(form: FormSpec) -> tuple[str, ...]:
    """Return the names of the lattices that can have a board of this form."""
    if form.hexgrid:
        return HEXGRIDS[:1]
    if form.window:
        axes = set(form.window) - {"sum"}
        lattices = map(LATTICES.__getitem__, LATTICES.entries)
        return tuple(each.name for each in lattices if {*each.axes[: each.dimension]} <= axes <= {*each.axes})
    return BOARD_SHAPES[form.form].lattices if form.form in BOARD_SHAPES else tuple(LATTICES.entries)


def _by_dimension(dimension: int) -> Lattice:
    return next(lattice for lattice in LATTICES.values() if lattice.dimension == dimension)


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
    if lattice.is_numbered:
        periods = [lattice.translations.combined(period) for period in periods]
    for period in periods:
        _refuse_irregular(spec, lattice, period, _PATH)
    for index, vector in enumerate(entry for entry in spec.board.wrap if not isinstance(entry, str)):
        if not any(vector):
            problem = f"{list(vector)} is not a translation of a {lattice.name} lattice"
            raise spec.error((*_PATH, index), problem, f"{_distances(lattice)}, not all 0")
        periods.append(translation_of(spec, lattice, vector, (*_PATH, index)))
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


def translation_of(spec: PuzzleSpec, lattice: Lattice, vector: Cell, path: Path) -> Cell:
    """Return the translation with some distances along the axes; raise `SpecError` if it maps cells to no cells."""
    refuse_far(spec, vector, path)
    if len(vector) != lattice.dimension:
        problem = f"{list(vector)} is not a translation of a {lattice.name} lattice"
        raise spec.error(path, problem, _distances(lattice))
    translation = lattice.translations.combined(vector) if lattice.is_numbered else vector
    _refuse_irregular(spec, lattice, translation, path)
    return translation


def _distances(lattice: Lattice) -> str:
    axes = ", ".join(lattice.axes[: lattice.dimension])
    return f"write {lattice.dimension} numbers: the distances along {axes} to the same cell"


def _refuse_irregular(spec: PuzzleSpec, lattice: Lattice, vector: Cell, path: Path) -> None:
    if vector not in lattice.translations:
        problem = f"{list(vector)} is not a translation: it maps cells to points that are not cells"
        raise spec.error(path, problem, lattice.rule)


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


@dataclass(frozen=True)
class BoardFrame:
    """A spec with the lattice of its board, before wrapping, and the drawing of the board, parsed once."""

    spec: PuzzleSpec
    lattice: Lattice

    @cached_property
    def drawing(self) -> ParsedDrawing:
        """Return the parsed drawing of the board; raise `DrawingError`."""
        return parse_drawing(self.spec.board.drawing or "", self.lattice.text)

    @cached_property
    def drawn_cells(self) -> dict[Place, Cell]:
        """Return the cell at each place of the board's drawing; raise `DrawingError`."""
        return placed_cells(self.lattice, self.drawing)

    def places(self, cells: Iterable[Cell], path: Path) -> dict[Place, Cell]:
        """Return the cell at each place of a drawing that is laid over the board, in the order of the places.

        Over a drawn board, lines and columns are those of its drawing. Over a shape, the first character is the corner
        of its bounding box in text; for squares and cubes it is the cell with coordinates 0. Raise `SpecError` at
        `path` on a lattice without drawings.
        """
        grid, on_board = self.lattice.text, set(cells)
        if grid is None:
            raise self.spec.error(path, f"a {self.lattice.name} lattice has no drawings", "list the cells")
        if self.spec.board.drawing is not None:
            return {(z, y, x): cell for (z, y, x), cell in sorted(self.drawn_cells.items()) if cell in on_board}
        places = {grid.place(self.lattice.coordinates(cell)): cell for cell in on_board}
        corner = [min(axis) for axis in zip(*places, strict=True)]
        layer, row, column = (min(0, start) if grid.is_plain else start for start in corner)
        return {(z - layer, y - row, x - column): cell for (z, y, x), cell in sorted(places.items())}

    def drawn_over(
        self, drawing: str, shape: Iterable[Cell], allowed: Container[Cell], path: Path, words: tuple[str, str]
    ) -> Iterator[tuple[Cell, str]]:
        """Yield the cell and the letter of each letter in a drawing that is laid over the cells `shape` of the board.

        Raise `SpecError` at `path` for a letter that is on no cell of `allowed` and for a line, points included, that
        extends beyond the board. `words` say what `allowed` is and what a point means.
        """
        places, text = self.places(shape, path), self.lattice.text
        try:
            for line, place, letter in drawn_characters(drawing, text.joints if text else ""):
                if places.get(place, ()) not in allowed:
                    problem = f"{letter!r} in line {line}, column {place[2] + 1}, is not on {words[0]}"
                    raise self.spec.error(path, problem, _remedy(places, line, place, words[1]))
                yield places[place], letter
            self._refuse_beyond(drawing, path, words[1])
        except DrawingError as error:
            raise self.spec.error(path, error.problem, error.remedy) from None

    def _refuse_beyond(self, text: str, path: Path, point: str) -> None:
        """Raise `SpecError` for a row of a drawing, points included, that extends beyond the board.

        The extent is known for a drawn board and for a `size`.
        """
        board, grid = self.spec.board, self.lattice.text
        if board.drawing is not None:
            ends = [(layer + 1, row + 1, len(line)) for _, layer, row, line in drawn_rows(board.drawing)]
            layers, rows, columns = map(max, zip(*ends, strict=True))
        elif board.size is not None and grid is not None and grid.is_plain:
            layers, rows, columns = (1, 1, *board.size)[-3:]
        else:
            return
        for number, layer, row, line in drawn_rows(text):
            if layer >= layers or row >= rows or len(line.rstrip()) > columns:
                extent = f"{counted(rows, 'row')} and {counted(columns, 'column')}"
                raise self.spec.error(
                    path,
                    f"line {number} goes beyond the board, {counted(layers, 'layer')} of {extent}",
                    f"draw the rows of the board, with . for {point}",
                )

    def drawn_labels(self, cells: Iterable[Cell], kept: set[Cell]) -> dict[str, Cell]:
        """Return the cells by name from `labels:`, a text with a line for each row of cells and a word for each cell.

        `kept` are the cells that are not holes. A line names all cells of its row, or only those that are not holes.
        """
        spec, path = self.spec, ("board", "labels")
        rows: dict[tuple[int, int], list[Cell]] = {}
        for (layer, row, _), cell in self.places(cells, path).items():
            rows.setdefault((layer, row), []).append(cell)
        try:
            lines = [(number, line.split()) for number, _, _, line in drawn_rows(str(spec.board.labels))]
        except DrawingError as error:
            raise spec.error(path, error.problem, "write a word for each cell of a row") from None
        if len(lines) != len(rows):
            problem = f"there are {len(lines)} rows of names for {len(rows)} of cells"
            raise spec.error(path, problem, "write a line for each row")
        labels: dict[str, Cell] = {}
        for (number, words), row_cells in zip(lines, rows.values(), strict=True):
            kept_cells = [cell for cell in row_cells if cell in kept]
            if len(words) not in (len(row_cells), len(kept_cells)):
                problem = f"line {number} has {len(words)} words for {len(kept_cells)} cells"
                raise spec.error(path, problem, "write a word for each cell, and . for a cell without a name")
            for word, cell in zip(words, row_cells if len(words) == len(row_cells) else kept_cells, strict=True):
                if word in labels:
                    raise spec.error(path, f"two cells are named {echo(word)}", "give each cell a different name")
                if word != "." and cell in kept:
                    labels[word] = cell
        return labels
