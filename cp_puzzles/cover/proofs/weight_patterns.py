"""Patterns of cells that get the same weight."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from cp_puzzles.base.arrays import Ints
from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.cover.proofs.incidence_arrays import CellIncidence
from cp_puzzles.puzzle.geometry.isometry import Cell

PERIODS = (2, 3, 4)
"""The periods of patterns of cells."""

BLOCKS = (2, 3)
"""The sides of blocks, in cells, in patterns of blocks."""


def periodic_patterns(cover: Cover) -> Iterator[Ints]:
    """Yield the class of each cell: cells whose coordinates agree modulo a small number have the same class.

    The same is done with the coordinates of blocks of cells. Unions of such classes are stripes, checkerboards and
    lattices, of cells and of blocks (de Bruijn, 1969).
    """
    cells = np.array(cover.cells, dtype=np.int64)
    for period in PERIODS:
        yield _classes(cells % period)
    for side in BLOCKS:
        yield _classes(_block_numbers(cells, side) % 2)


def block_parities(cells: Sequence[Cell]) -> list[list[int]]:
    """Return the color, 0 or 1, of each cell in a checkerboard of blocks, for blocks of each size in `BLOCKS`.

    >>> block_parities([(0, 0), (0, 2), (2, 2), (2, 3)])[0]
    [0, 1, 0, 0]
    """
    return [(_block_numbers(np.array(cells), side).sum(axis=1) % 2).tolist() for side in BLOCKS]


def _block_numbers(cells: Ints, side: int) -> Ints:
    return np.asarray((cells - cells.min(axis=0)) // side)


def symmetric_pattern(images: Ints) -> Ints:
    """Return the orbit of each cell, given the images of the cells under each isometry of a group (a row each)."""
    return np.asarray(images.min(axis=0))


def isometry_images(cover: Cover, incidence: CellIncidence) -> Ints:
    """Return the images of the cells, by number, under each isometry that permutes the placements of every tile."""
    cells = np.array(cover.cells, dtype=np.int64)
    isometries = cover.puzzle.lattice.board_isometries(cover.cells)
    images = np.stack([_numbers(isometry.images(cells), cells) for isometry in isometries])
    keys = np.random.default_rng(5).integers(1, 1 << 40, size=len(cells) + 1)
    keys[-1] = 0
    offset = incidence.tiles << 50
    placed = np.sort(keys[incidence.labels].sum(axis=1) + offset)
    kept = [
        (incidence.required[image] == incidence.required).all()
        and np.array_equal(placed, np.sort(keys[np.append(image, len(cells))][incidence.labels].sum(axis=1) + offset))
        for image in images
    ]
    return np.asarray(images[kept])


def _numbers(images: Ints, cells: Ints) -> Ints:
    """Return the number of each image among the cells."""
    extent = np.asarray(cells.max(axis=0) - cells.min(axis=0) + 1)
    key = np.cumprod(np.append(1, extent[:0:-1]))[::-1]
    sums = (cells - cells.min(axis=0)) @ key
    order = np.argsort(sums)
    return np.asarray(order[np.searchsorted(sums[order], (images - cells.min(axis=0)) @ key)])


def _classes(labels: Ints) -> Ints:
    return np.asarray(np.unique(labels, axis=0, return_inverse=True)[1]).ravel()
