"""The lattices by name. A new lattice is a new value in the file of its family."""

import copyreg
import re
from dataclasses import fields
from typing import Any

from cp_puzzles.base.argument_types import typed
from cp_puzzles.base.packages import load_extensions
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.geometry.isometry import Isometry, add
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.lattices.cubes import BALLS, CUBIC, SQUARE, TRUNCATED_OCTAHEDRA
from cp_puzzles.puzzle.geometry.lattices.cut_cells import RHOMBIC, TETRA_EIGHTHS, TETRA_OCTA, TETRAKIS
from cp_puzzles.puzzle.geometry.lattices.drafters import DRAFTERS, KITES
from cp_puzzles.puzzle.geometry.lattices.edges import STICKS, TRIGS, TWIGS
from cp_puzzles.puzzle.geometry.lattices.hexagons import (
    HEXAGONAL,
    HEXAGONAL_PRISMS,
    KAGOME,
    TRIANGULAR,
    TRIANGULAR_PRISMS,
)
from cp_puzzles.puzzle.geometry.lattices.snub_square import CAIRO, SNUB_SQUARE
from cp_puzzles.puzzle.geometry.tiling_isometries import missing_isometry

BUILT_IN: dict[str, Lattice] = {
    lattice.name: lattice
    for lattice in (
        SQUARE,
        CUBIC,
        HEXAGONAL,
        TRIANGULAR,
        BALLS,
        HEXAGONAL_PRISMS,
        TRIANGULAR_PRISMS,
        STICKS,
        TRIGS,
        TWIGS,
        TETRAKIS,
        TETRA_OCTA,
        TETRA_EIGHTHS,
        RHOMBIC,
        DRAFTERS,
        KAGOME,
        TRUNCATED_OCTAHEDRA,
        KITES,
        SNUB_SQUARE,
        CAIRO,
    )
}
"""The lattices of the package by name; the first one of each dimension is the default."""

LATTICES: dict[str, Lattice] = dict(BUILT_IN)
"""The lattices by name, with those that users and extensions have registered."""

_NAME = re.compile(r"[a-z][a-z0-9_-]*")


@typed
def register_lattice(lattice: Lattice) -> Lattice:
    """Register a lattice by its name, which is then a value of `lattice:` in puzzle files.

    Raises
    ------
    MistakeError
        If the name belongs to a lattice of the package or has other characters than small letters, digits, - and _, or
        if the data contradict themselves: the shapes and the point group have to give every cell class once, a cell has
        to be a neighbor of its neighbors, and the point group, rotations first, has to list the isometries that map
        cells to cells, all of them: without one, a piece would fit on some cells and not on congruent ones.

    See Also
    --------
    Lattice, generated_group

    Examples
    --------
    >>> from cp_puzzles import CellShape, Lattice, Sublattice, count, register_lattice
    >>> from cp_puzzles.puzzle.geometry.point_groups import SQUARE
    >>> octagons = Lattice(
    ...     name="octagons",
    ...     noun="octagon or square",
    ...     rule="write [x, y, z], z is 0 for octagon x, y, 1 for the square at its upper right",
    ...     axes=("x", "y", "z"),
    ...     translations=Sublattice.scaled(2, 2),
    ...     shapes={
    ...         (0, 0): CellShape(((2, 0), (0, 2), (1, 1), (-2, 0), (0, -2), (-1, -1), (1, -1), (-1, 1)),
    ...                           ((5, 2), (2, 5), (-2, 5), (-5, 2), (-5, -2), (-2, -5), (2, -5), (5, -2))),
    ...         (1, 1): CellShape(((1, 1), (-1, 1), (-1, -1), (1, -1)), ((3, 0), (0, 3), (-3, 0), (0, -3))),
    ...     },
    ...     point_group=SQUARE,
    ...     embedding=((0.5, 0.0), (0.0, -0.5)),
    ...     unit=5,
    ...     is_numbered=True,
    ... )
    >>> register_lattice(octagons).name
    'octagons'
    >>> board = {"window": {"x": [0, 2], "y": [0, 2], "z": [0, 2]}}
    >>> tiles = [{"name": "pair", "cells": [[0, 0, 0], [0, 0, 1]], "multiplicity": 4}]
    >>> count({"name": "pairs", "lattice": "octagons", "board": board, "tiles": tiles}, symmetry="off", jobs=1).count
    1
    """
    if lattice.name in BUILT_IN:
        raise MistakeError(lattice.name, "the package has a lattice of this name", "choose another name")
    if not _NAME.fullmatch(lattice.name):
        raise MistakeError(lattice.name, "this cannot be the name of a lattice", "use small letters, digits, - and _")
    problem = _contradiction(lattice)
    if problem:
        raise MistakeError(f"lattice {lattice.name}", problem, "correct its shapes, point group or translations")
    LATTICES[lattice.name] = lattice
    return lattice


def lattice_named(name: str) -> Lattice | None:
    """Return the lattice of a name, after extensions were loaded; None if there is none."""
    if name not in LATTICES:
        load_extensions()
    return LATTICES.get(name)


def _built_in(name: str) -> Lattice:
    return BUILT_IN[name]


def _unpickled(values: dict[str, Any]) -> Lattice:
    """Return a registered lattice that comes from another process, and register it here, too."""
    return LATTICES.setdefault(values["name"], Lattice(**values))


def _pickled(lattice: Lattice) -> tuple[Any, ...]:
    """Return a lattice in the form of `__reduce__`: one of the package by its name, any other with all its data."""
    if lattice.name in BUILT_IN:
        return _built_in, (lattice.name,)
    return _unpickled, ({each.name: getattr(lattice, each.name) for each in fields(lattice)},)


copyreg.pickle(Lattice, _pickled)


def _reduced(lattice: Lattice, isometry: Isometry) -> Isometry:
    """Return an isometry with the remainder of its translation part."""
    return Isometry(isometry.matrix, lattice.translations.remainder(isometry.translation))


def _contradiction(lattice: Lattice) -> str:
    """Return the first contradiction in the data of a lattice, "" if there is none."""
    try:
        classes = lattice.cell_classes
    except (AssertionError, ArithmeticError, LookupError, TypeError, ValueError) as error:
        return f"the shapes do not give its cell classes ({type(error).__name__})"
    for each in classes:
        for neighbor in (add(each.origin, step) for step in each.steps):
            if not lattice.is_cell(neighbor):
                return f"{list(neighbor)}, a neighbor of {list(each.origin)}, is not a cell"
            if each.origin not in lattice.neighbors(neighbor):
                return f"{list(each.origin)} is not a neighbor of its neighbor {list(neighbor)}"
        for isometry in lattice.point_group:
            image = isometry(each.origin)
            if not lattice.is_cell(image):
                return f"an isometry maps the cell {list(each.origin)} to {list(image)}, which is not a cell"
            for moved in map(isometry, lattice.neighbors(each.origin)):
                if moved not in lattice.neighbors(image):
                    return f"an isometry maps neighbors to {list(image)} and {list(moved)}, which are not neighbors"
    group = [_reduced(lattice, isometry) for isometry in lattice.point_group]
    is_closed = {_reduced(lattice, a.after(b)) for a in group for b in group} == set(group)
    if not is_closed or group[0].after(group[0]) != group[0]:
        return "the point group is not a group modulo the translations, or does not begin with the identity"
    if len({isometry.matrix for isometry in group}) < len(lattice.point_group):
        return "two isometries of the point group differ by a translation"
    if list(lattice.point_group) != sorted(lattice.point_group, key=lambda isometry: not isometry.is_rotation):
        return "the point group lists a reflection before a rotation"
    missing = missing_isometry(lattice)
    if missing is not None:
        matrix, offset = list(map(list, missing.matrix)), list(missing.translation)
        return f"its cells have an isometry that the point group lacks: matrix {matrix}, translation {offset}"
    return ""
