"""Polyforms: how many there are, and how many orientations each has."""

from __future__ import annotations

import pytest

from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.placement import orientations
from cp_puzzles.puzzle.geometry.polyform_sets import polyforms
from cp_puzzles.puzzle.geometry.tile_sets import SETS, tile_set
from tests.examples import sampled

CUBIC = LATTICES["cubic"]


@pytest.mark.parametrize(
    ("lattice", "reflect", "counts"),
    sampled(
        [
            pytest.param(CUBIC, False, [1, 1, 2, 8, 29], id="polycubes up to rotation, OEIS A000162"),
            pytest.param(CUBIC, True, [1, 1, 2, 7, 23], id="polycubes up to reflection, OEIS A038119"),
            pytest.param(LATTICES["triangular-prisms"], False, [1, 2, 3, 13], id="triangular prisms"),
            pytest.param(LATTICES["hexagonal-prisms"], False, [1, 2, 5, 23], id="hexagonal prisms"),
            pytest.param(LATTICES["tetrakis"], True, [1, 2, 2, 6, 8, 22], id="quarters of squares"),
            pytest.param(LATTICES["kagome"], True, [2, 1, 4, 9], id="kagome"),
            pytest.param(LATTICES["truncated-octahedra"], False, [1, 2, 6, 44], id="one-sided truncated octahedra"),
            pytest.param(LATTICES["drafters"], True, [1, 3, 3, 9, 14], id="drafters"),
            pytest.param(LATTICES["drafters"], False, [2, 3, 6, 13, 28], id="one-sided drafters"),
            pytest.param(LATTICES["kites"], True, [1, 2, 4, 10, 27, 85], id="polykites, OEIS A057786"),
            pytest.param(LATTICES["snub-square"], True, [2, 2, 4, 10, 28], id="snub square tiling, OEIS A309159"),
            pytest.param(LATTICES["cairo"], True, [1, 2, 5, 17, 55], id="polycairos"),
            pytest.param(LATTICES["tetra-octa"], False, [2, 1, 4, 11], id="tetrahedra and octahedra"),
            pytest.param(LATTICES["balls"], True, [1, 1, 4, 20], id="polyspheres up to reflection"),
            pytest.param(LATTICES["balls"], False, [1, 1, 4, 25], id="polyspheres as rigid bodies"),
        ],
        every=3,
    ),
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
    ("name", "rotate", "reflect", "counts"),
    [
        ("pentominoes", True, True, "8 2 8 8 8 4 4 4 4 1 8 4"),
        ("pentominoes", True, False, "4 2 4 4 4 4 4 4 4 1 4 2"),
        ("pentominoes", False, True, "2 1 2 2 2 1 1 2 2 1 2 2"),
        ("pentominoes", False, False, "1 1 1 1 1 1 1 1 1 1 1 1"),
        ("hexiamonds", True, True, "6 6 12 12 12 6 12 1 12 6 6 3"),
        ("hexiamonds", True, False, "6 6 6 6 6 3 6 1 6 3 6 3"),
        ("soma", True, False, "12 24 12 12 12 12 8"),
        ("tricubes", True, False, "3 12"),
    ],
)
def test_numbers_of_orientations(name: str, rotate: bool, reflect: bool, counts: str) -> None:
    """A tile has 8, 12 or 24 orientations over its symmetry, fewer when it may not turn or flip: 63 of pentominoes."""
    lattice = LATTICES[SETS[name].lattice]
    found = [len(orientations(lattice, form, rotate=rotate, reflect=reflect)) for form in tile_set(name).values()]
    assert found == [*map(int, counts.split())]


def test_orientations_are_normal() -> None:
    """Orientations are sorted, normalized to the origin, and the same for every initial orientation."""
    form = tile_set("pentacubes")["A"]
    images = orientations(CUBIC, form)
    assert list(images) == sorted(set(images))
    for image in images:
        assert image == CUBIC.normalize(image)
        assert [min(column) for column in zip(*image, strict=True)] == [0, 0, 0]
        assert orientations(CUBIC, image) == images
