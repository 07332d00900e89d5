"""Polyforms: how many there are, and how many orientations each has."""

from __future__ import annotations

import pytest

from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.polyform import orientations, polyforms
from cp_puzzles.puzzle.geometry.tile_sets import tile_set

SQUARE, CUBIC = LATTICES["square"], LATTICES["cubic"]


@pytest.mark.parametrize(
    ("lattice", "reflect", "counts"),
    [
        pytest.param(CUBIC, False, [1, 1, 2, 8, 29, 166], id="polycubes up to rotation, OEIS A000162"),
        pytest.param(CUBIC, True, [1, 1, 2, 7, 23], id="polycubes up to reflection, OEIS A038119"),
        pytest.param(LATTICES["triangular-prisms"], False, [1, 2, 3, 13], id="triangular prisms"),
        pytest.param(LATTICES["hexagonal-prisms"], False, [1, 2, 5, 23], id="hexagonal prisms"),
        pytest.param(LATTICES["tetrakis"], True, [1, 2, 2, 6, 8, 22], id="quarters of squares"),
        pytest.param(LATTICES["kagome"], True, [2, 1, 4, 9], id="kagome"),
        pytest.param(LATTICES["truncated-octahedra"], False, [1, 2, 6, 44], id="one-sided truncated octahedra"),
        pytest.param(LATTICES["drafters"], True, [1, 3, 3, 9, 14], id="drafters"),
        pytest.param(LATTICES["drafters"], False, [2, 3, 6, 13, 28], id="one-sided drafters"),
        pytest.param(LATTICES["tetra-octa"], False, [2, 1, 4, 11], id="tetrahedra and octahedra"),
        pytest.param(LATTICES["balls"], True, [1, 1, 4, 20], id="polyspheres up to reflection"),
        pytest.param(LATTICES["balls"], False, [1, 1, 4, 25], id="polyspheres as rigid bodies"),
    ],
)
def test_numbers_of_polyforms(lattice: Lattice, reflect: bool, counts: list[int]) -> None:
    """The numbers of polyforms agree with the literature; each is connected and has the right size.

    `test_sizes_of_flat_sets` has the numbers of polyominoes, polyhexes and polyiamonds, which are sets.
    """
    for size, count in enumerate(counts, start=1):
        forms = polyforms(lattice, size, reflect=reflect)
        assert len(forms) == count
        assert all(len(form) == size and lattice.is_connected(form) for form in forms)


def test_polyforms_are_pairwise_not_congruent() -> None:
    """The polyforms of an enumeration are pairwise incongruent."""
    forms = polyforms(CUBIC, 4, reflect=False)
    images = [set(orientations(CUBIC, form)) for form in forms]
    assert len(set().union(*images)) == sum(map(len, images))


@pytest.mark.parametrize(
    ("rotate", "reflect", "counts"),
    [
        (True, True, {"F": 8, "I": 2, "L": 8, "N": 8, "P": 8, "T": 4, "U": 4, "V": 4, "W": 4, "X": 1, "Y": 8, "Z": 4}),
        (True, False, {"F": 4, "I": 2, "L": 4, "N": 4, "P": 4, "T": 4, "U": 4, "V": 4, "W": 4, "X": 1, "Y": 4, "Z": 2}),
        (False, True, {"F": 2, "I": 1, "L": 2, "N": 2, "P": 2, "T": 1, "U": 1, "V": 2, "W": 2, "X": 1, "Y": 2, "Z": 2}),
        (False, False, dict.fromkeys("FILNPTUVWXYZ", 1)),
    ],
)
def test_orientations_of_pentominoes(rotate: bool, reflect: bool, counts: dict[str, int]) -> None:
    """Each pentomino has 8 orientations over its symmetry: 63 altogether; fewer when it may not turn or flip."""
    found = {
        name: len(orientations(SQUARE, form, rotate=rotate, reflect=reflect))
        for name, form in tile_set("pentominoes").items()
    }
    assert found == counts


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("soma", {"3L": 12, "4L": 24, "4S": 12, "4T": 12, "4^": 8, "4<": 12, "4>": 12}),
        ("tricubes", {"3I": 3, "3L": 12}),
    ],
)
def test_orientations_in_space(name: str, counts: dict[str, int]) -> None:
    """A solid piece has 24 orientations divided by the order of its rotation group; a flat one can be reversed."""
    found = {
        piece: len(orientations(CUBIC, CUBIC.normalize(map(CUBIC.lifted, form))))
        for piece, form in tile_set(name).items()
    }
    assert found == counts


def test_orientations_are_normal() -> None:
    """Orientations are sorted, normalized to the origin, and the same for every initial orientation."""
    form = tile_set("pentacubes")["A"]
    images = orientations(CUBIC, form)
    assert list(images) == sorted(set(images))
    for image in images:
        assert image == CUBIC.normalize(image)
        assert [min(column) for column in zip(*image, strict=True)] == [0, 0, 0]
        assert orientations(CUBIC, image) == images
