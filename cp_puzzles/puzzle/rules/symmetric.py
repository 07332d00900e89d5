"""Tilings that an isometry of the board maps to themselves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

import numpy as np
from pydantic import BeforeValidator, ConfigDict, StrictInt, StrictStr, model_validator

from cp_puzzles.errors import echo
from cp_puzzles.puzzle.fields import Coordinates, FrozenModel, Path, add_short, mistake
from cp_puzzles.puzzle.geometry.cell_solid import moved_shown
from cp_puzzles.puzzle.geometry.isometry import Cell, Isometry
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.rules.rule import Reference, Rule, RuleCompiler, RuleContext, RuleField
from cp_puzzles.puzzle.rules.tiling import BoardGeometry, Tiling

Matrix = tuple[tuple[StrictInt, ...], ...]


@dataclass(frozen=True)
class Symmetric(Rule):
    """The rule that an isometry maps every piece to a piece: itself, another copy, or a mirror image.

    The values, the colors and the sides of a piece move with it: the piece at the image shows the same.
    """

    isometry: Isometry
    name: str
    key: str = "symmetric"

    def admits(self, board: BoardGeometry, placement: Placement) -> bool:
        """Return whether the image of the piece is the piece, with all it shows, or disjoint from it."""
        image = placement.moved(board.lattice, self.isometry)
        return image == placement or {*image.cells}.isdisjoint(placement.cells)

    def compile(self, compiler: RuleCompiler) -> bool:
        """Add items: a cell is covered if its image is, and neighbors are of one piece if their images are.

        With colors, the image of a cell shows the image of what the cell shows. For connected pieces the items are
        equivalent to the rule.
        """
        there = {cell: self.isometry(cell) for cell in compiler.board.cells}
        written = compiler.board.lattice.written
        back = {image: cell for cell, image in there.items()}
        for images in (there,) if there == back else (there, back):
            for cell, image in sorted(images.items()):
                empty = compiler.empty(image)
                if empty is not None:
                    name = f"{written(image)} is covered if {written(cell)} is"
                    compiler.add(name, compiler.covering[cell], auxiliaries=[empty], maximum=1)
            for a, b in compiler.board.sides:
                for cell, neighbor in ((a, b), (b, a)):
                    image, other = images[cell], images[neighbor]
                    separating = compiler.covering[image] - compiler.both(image, other)
                    members = compiler.both(cell, neighbor) | separating
                    name = f"one piece covers {written(image, other)} if one covers {written(cell, neighbor)}"
                    compiler.add(name, members, maximum=1)
        if any(compiler.placement(reference).shown for reference in compiler.references):
            self._add_shown(compiler)
        return all(compiler.board.lattice.is_connected(p.cells) for p in (*compiler.placements, *compiler.given))

    def _add_shown(self, compiler: RuleCompiler) -> None:
        """Add an item for each cell and text: the cell shows it, and its image something other than its image."""
        lattice = compiler.board.lattice
        showing: dict[Cell, dict[str, set[Reference]]] = defaultdict(lambda: defaultdict(set))
        for reference in compiler.references:
            placement = compiler.placement(reference)
            shown = placement.shown_at()
            for cell in placement.cells:
                showing[cell][shown.get(cell, "")].add(reference)
        for cell in compiler.board.cells:
            image = self.isometry(cell)
            for text, here in sorted(showing[cell].items()):
                wanted = moved_shown(lattice, self.isometry, cell, text)
                others = compiler.covering[image] - showing[image].get(wanted, set())
                if others - here:
                    name = f"{lattice.written(image)} matches {text or 'nothing'} on {lattice.written(cell)}"
                    compiler.add(name, here | others, maximum=1)

    def violation(self, tiling: Tiling) -> str | None:
        pieces = {placement.cells: placement.shown_at() for placement in tiling.placements}
        for placement in tiling.placements:
            image = placement.moved(tiling.board.lattice, self.isometry)
            if image.cells not in pieces:
                return f"the {self.name} maps {placement.tile!r} to no piece"
            if any(pieces[image.cells].get(cell, "") != image.shown_at().get(cell, "") for cell in image.cells):
                return f"the {self.name} maps {placement.tile!r} to a piece that shows something else"
        return None


def _isometry(value: Any) -> Any:
    rows = value if isinstance(value, (list, tuple)) else ()
    is_matrix = bool(rows) and all(isinstance(row, (list, tuple)) and len(row) == len(rows) for row in rows)
    if isinstance(value, str) or (is_matrix and all(type(x) is int for row in rows for x in row)):
        return value
    remedy = "write a name such as half-turn, or a matrix such as [[0, 1], [-1, 0]]"
    raise mistake(f"{echo(value)} is neither the name nor the matrix of an isometry", remedy)


_MATRIX = {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}}


class Motion(FrozenModel):
    """An isometry of the board by its name or its matrix; `takes` and `to` select one of several."""

    model_config = ConfigDict(json_schema_extra=partial(add_short, [{"type": "string"}, _MATRIX]))

    motion: Annotated[StrictStr | Matrix, BeforeValidator(_isometry)]
    """half-turn, quarter-turn, left-right, shift, ..., or a matrix."""

    takes: Coordinates | None = None
    """A cell; needed if several isometries have the same name, as on a torus."""

    to: Coordinates | None = None
    """The image of this cell."""

    @model_validator(mode="before")
    @classmethod
    def _shorthand(cls, value: Any) -> Any:
        return value if isinstance(value, (Motion, dict)) else {"motion": value}

    @model_validator(mode="after")
    def _both(self) -> Motion:
        if (self.takes is None) != (self.to is None):
            problem = "`takes` and `to` belong together, and one of them is missing"
            raise mistake(problem, "write both: a cell and its image")
        return self


def _symmetric(motion: Motion, path: Path, context: RuleContext) -> Iterator[Rule]:
    isometries, selected = context.lattice.board_isometries(context.cells), ""
    if motion.takes is not None and motion.to is not None:
        start, end = context.cell_at(motion.takes, (*path, "takes")), context.cell_at(motion.to, (*path, "to"))
        isometries = tuple(isometry for isometry in isometries if isometry(start) == end)
        selected = f" and takes {list(motion.takes)} to {list(motion.to)}"
    if isinstance(motion.motion, str):
        yield Symmetric(_named(motion.motion, isometries, selected, path, context), motion.motion)
        return
    for isometry in isometries:
        if isometry.matrix == motion.motion:
            yield Symmetric(isometry, "motion")
            return
    matrices = " ".join(dict.fromkeys(_text(isometry.matrix) for isometry in isometries)) or "none"
    problem = f"{_text(motion.motion)} does not map the board to itself{selected}"
    raise context.error(path, problem, f"write one of {matrices}" if isometries else "choose other cells")


def _named(name: str, isometries: tuple[Isometry, ...], selected: str, path: Path, context: RuleContext) -> Isometry:
    """Return the isometry of a name; raises `SpecError` if there is none or more than one."""
    named = named_isometries(context.lattice, isometries)
    candidates = named.get(name, ())
    if len(candidates) == 1:
        return candidates[0]
    if not candidates:
        otherwise = "choose other cells" if selected else "the board has no symmetry: remove the rule"
        remedy = "names: " + ", ".join(named) if named else otherwise
        raise context.error(path, f"no {echo(name)} maps the board to itself{selected}", remedy)
    matrices = {isometry.matrix for isometry in candidates}
    if len(matrices) == len(candidates):
        remedy = "write " + " or ".join(_text(isometry.matrix) for isometry in candidates)
    else:
        cell = min(context.cells)
        start, end = (list(context.lattice.coordinates(each)) for each in (cell, candidates[0](cell)))
        remedy = f"add the image of a cell, as in {{motion: {name}, takes: {start}, to: {end}}}"
    raise context.error(path, f"the board has {len(candidates)} isometries named {name!r}{selected}", remedy)


def _text(matrix: tuple[tuple[int, ...], ...]) -> str:
    return str([list(row) for row in matrix]).replace(" ", "")


SYMMETRIC = RuleField("symmetric", Motion, _symmetric)


_TURNS = {2: "half-turn", 3: "third-turn", 4: "quarter-turn", 6: "sixth-turn"}
_MIRRORS = {
    "left-right": ((-1, 0), (0, 1)),
    "up-down": ((1, 0), (0, -1)),
    "diagonal": ((0, 1), (1, 0)),
    "antidiagonal": ((0, -1), (-1, 0)),
}
"""The matrix of each reflection of a flat board in drawings."""


def named_isometries(lattice: Lattice, isometries: Iterable[Isometry]) -> dict[str, tuple[Isometry, ...]]:
    """Return the isometries except the identity by name: rotations by order, reflections by what they swap.

    Of isometries with the same powers only the first is listed.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> square = LATTICES["square"]
    >>> list(named_isometries(square, square.board_isometries(square.box((3, 3)))))
    ['half-turn', 'quarter-turn', 'left-right', 'up-down', 'diagonal', 'antidiagonal']
    """
    names: dict[str, dict[frozenset[Isometry], Isometry]] = defaultdict(dict)
    for isometry in isometries:
        powers = frozenset(powers_of(isometry))
        if isometry.has_shift or len(powers) > 1:
            names[_name(lattice, isometry, len(powers))].setdefault(powers, isometry)
    order = [*_TURNS.values(), *_MIRRORS]
    ranked = sorted(names, key=lambda name: order.index(name) if name in order else len(order))
    return {name: tuple(names[name].values()) for name in ranked}


def _name(lattice: Lattice, isometry: Isometry, order: int) -> str:
    """Return the name of an isometry that is not the identity."""
    if isometry.has_shift:
        is_identity = all(x == (i == j) for i, row in enumerate(isometry.matrix) for j, x in enumerate(row))
        return "shift" if is_identity else "screw" if isometry.is_rotation else "glide"
    if isometry.is_rotation:
        return _TURNS[order]
    embedding = np.array(lattice.embedding)
    drawn = embedding @ np.array(isometry.matrix) @ np.linalg.pinv(embedding)
    for name, matrix in _MIRRORS.items() if lattice.is_flat else ():
        if np.allclose(drawn, matrix):
            return name
    return "mirror" if order == 2 else "turn-and-mirror"


def powers_of(isometry: Isometry) -> list[Isometry]:
    """Return the powers of an isometry of finite order, from the first one to the identity.

    >>> len(powers_of(Isometry(((0, 1), (-1, 0)), (0, 0))))
    4
    """
    powers = [isometry]
    while (power := isometry.after(powers[-1])) != isometry:
        powers.append(power)
    return powers
