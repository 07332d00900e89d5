"""The isometries of the cells of a lattice, computed from their shapes alone: what its point group has to list."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

from cp_puzzles.puzzle.geometry.isometry import Cell, Isometry, Matrix, subtract
from cp_puzzles.puzzle.geometry.lattice import Lattice


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


def missing_isometry(lattice: Lattice) -> Isometry | None:
    """Return an isometry of the cells that the point group of a lattice lacks; None if it lists all of them."""
    listed = {(each.matrix, lattice.translations.remainder(each.translation)) for each in lattice.point_group}
    missing = (each for each in tiling_isometries(lattice) if (each.matrix, each.translation) not in listed)
    return next(missing, None)
