"""The registration of lattices of users, whose data are compared with the shapes of their cells."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

from cp_puzzles.base.values import check_type
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.geometry.isometry import Cell, Isometry, Matrix, add, subtract
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.lattices import LATTICES


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
    >>> from cp_puzzles import CellShape, Lattice, Sublattice, count, generated_group, register_lattice
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
    ...     point_group=generated_group(((0, -1), (1, 0)), ((0, 1), (1, 0))),
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
    check_type("register_lattice(): lattice", lattice, Lattice)
    LATTICES.check_name(lattice.name)
    problem = _contradiction(lattice)
    if problem:
        raise MistakeError(f"lattice {lattice.name}", problem, "correct its shapes, point group or translations")
    LATTICES[lattice.name] = lattice
    return lattice


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
    missing = next((each for each in tiling_isometries(lattice) if each not in group), None)
    if missing is not None:
        matrix, offset = list(map(list, missing.matrix)), list(missing.translation)
        return f"its cells have an isometry that the point group lacks: matrix {matrix}, translation {offset}"
    return ""


def tiling_isometries(lattice: Lattice) -> Iterator[Isometry]:
    """Yield one isometry of each coset of the translations that map cells, their corners and their steps to cells.

    >>> from cp_puzzles.puzzle.geometry.lattices import LATTICES
    >>> len(list(tiling_isometries(LATTICES["snub-square"])))
    8
    """
    start = lattice.cell_classes[0].origin
    for matrix in _metric_matrices(lattice):
        linear = Isometry(matrix, (0,) * lattice.dimension)
        for each in lattice.cell_classes:
            offset = subtract(each.origin, linear(start))
            isometry = Isometry(matrix, lattice.translations.remainder(offset))
            if _preserves_cells(lattice, isometry):
                yield isometry


def _preserves_cells(lattice: Lattice, isometry: Isometry) -> bool:
    for each in lattice.cell_classes:
        image = isometry(each.origin)
        if not lattice.is_cell(image):
            return False
        target = lattice.cell_classes[lattice.class_of(image)]
        for vectors, targets in ((each.steps, target.steps), (each.corners, target.corners)):
            if set(map(isometry.linear_image, vectors)) != set(targets):
                return False
    return True


def _metric_matrices(lattice: Lattice) -> Iterator[Matrix]:
    """Yield the integer matrices that preserve lengths and map the translations to themselves."""
    embedding, basis = np.array(lattice.embedding), np.array(lattice.translations.basis, dtype=np.int64)
    drawn = basis @ embedding.T
    lengths, products = np.linalg.norm(drawn, axis=1), drawn @ drawn.T
    # a vector of length l has coordinates of at most l times the length of the dual vector
    reach = np.floor(lengths.max() * np.linalg.norm(np.linalg.inv(drawn), axis=0) + 1e-6).astype(int)
    coordinates = np.array([*product(*(range(-n, n + 1) for n in reach))], dtype=np.int64)
    vectors = coordinates @ basis
    norms = np.linalg.norm(vectors @ embedding.T, axis=1)
    images_of_each: list[list[Cell]] = [vectors[np.isclose(norms, n)].tolist() for n in lengths]
    inverse = np.linalg.inv(basis)
    for images in map(np.array, product(*images_of_each)):
        there = images @ embedding.T
        matrix = np.rint((inverse @ images).T).astype(np.int64)
        if np.allclose(there @ there.T, products) and (basis @ matrix.T == images).all():
            yield tuple(map(tuple, matrix.tolist()))
