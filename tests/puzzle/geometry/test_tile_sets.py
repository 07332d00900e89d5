"""The named sets: their members, letters and shapes."""

from __future__ import annotations

import pytest

from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.placement import orientations
from cp_puzzles.puzzle.geometry.polyform_sets import polyforms
from cp_puzzles.puzzle.geometry.tile_sets import SETS, tile_set
from tests.drawn import draw

SQUARE, CUBIC = LATTICES["square"], LATTICES["cubic"]
LETTERS = {
    "monomino": "O",
    "domino": "I",
    "trominoes": "I L",
    "tetrominoes": "I L O S T",
    "pentominoes": "F I L N P T U V W X Y Z",
    "one-sided-monomino": "O",
    "one-sided-domino": "I",
    "one-sided-trominoes": "I L",
    "one-sided-tetrominoes": "I L J O S Z T",
    "one-sided-pentominoes": "F F' I L J N N' P Q T U V W X Y Y' Z S",
    "hexiamonds": "C E F G H I J O P S V X",
    "tetrahexes": "I J O P S U Y",
    "tricubes": "3I 3L",
    "tetracubes": "4I 4L 4O 4S 4T 4^ 4< 4>",
    "soma": "V L T Z A B P",
    "bedlam": "4> L1 L2 L3 J4 S1 S2 T1 T2 V2 F W X",
    "big-brother": "4< U X Z J1 J2 J4 L4 N1 N2 V1 V2 T2",
}
SIZES = """
trihexes tetrahexes: hexagonal 3 reflect
tetriamonds pentiamonds hexiamonds: triangular 4 reflect
monomino domino trominoes tetrominoes pentominoes hexominoes: square 1 reflect
disticks tristicks tetrasticks: sticks 2 reflect
one-sided-hexiamonds: triangular 6
one-sided-tetrominoes one-sided-pentominoes one-sided-hexominoes: square 4
tricubes tetracubes pentacubes: cubic 3
"""
"""Sets by number of cells, from the first number on."""


def complete_sets() -> list[tuple[str, Lattice, int, bool]]:
    lines = [(names.split(), about.split()) for names, about in (line.split(": ") for line in SIZES.split("\n")[1:-1])]
    return [
        (name, LATTICES[lattice], size, bool(reflect))
        for names, (lattice, first, *reflect) in lines
        for size, name in enumerate(names, start=int(first))
    ]


@pytest.mark.parametrize(("name", "letters"), LETTERS.items())
def test_set_letters(name: str, letters: str) -> None:
    """A set has the usual letters in the usual order."""
    assert " ".join(tile_set(name)) == letters


@pytest.mark.parametrize(("name", "lattice", "size", "reflect"), complete_sets())
def test_set_is_complete(name: str, lattice: Lattice, size: int, reflect: bool) -> None:
    """A set that is named after a size has every polyform of this size, once."""
    found = sorted(orientations(lattice, form, reflect=reflect)[0] for form in tile_set(name).values())
    assert found == list(polyforms(lattice, size, reflect=reflect))


@pytest.mark.parametrize(("name", "cells"), [("soma", 27), ("bedlam", 64), ("big-brother", 64)])
def test_pieces_of_a_cube(name: str, cells: int) -> None:
    """The pieces of a dissected cube have as many cells as the cube, and no two are congruent."""
    forms = list(tile_set(name).values())
    assert sum(map(len, forms)) == cells
    assert len({orientations(CUBIC, form)[0] for form in forms}) == len(forms)
    assert all(CUBIC.is_connected(form) for form in forms)


def test_bedlam_and_big_brother_are_chiral() -> None:
    """The mirror image of either set is another set."""
    for name in ("bedlam", "big-brother"):
        forms = {orientations(CUBIC, form)[0] for form in tile_set(name).values()}
        mirrored = {orientations(CUBIC, map(CUBIC.flip, form))[0] for form in forms}
        assert forms != mirrored


def test_soma_equals_mirror_image() -> None:
    """The pieces of the Soma cube are mirrored into themselves, A and B into one another."""
    forms = {orientations(CUBIC, form)[0]: name for name, form in tile_set("soma").items()}
    swapped = {name: forms[orientations(CUBIC, map(CUBIC.flip, form))[0]] for form, name in forms.items()}
    assert swapped == {name: {"A": "B", "B": "A"}.get(name, name) for name in tile_set("soma")}


@pytest.mark.parametrize(
    ("letter", "drawing"),
    [
        ("F", ".XX\nXX.\n.X."),
        ("P", "XX\nXX\nX."),
        ("U", "X.X\nXXX"),
        ("W", "X..\nXX.\n.XX"),
        ("Y", ".X\nXX\n.X\n.X"),
    ],
)
def test_shapes_of_letters(letter: str, drawing: str) -> None:
    """A pentomino looks like its letter."""
    assert draw(tile_set("pentominoes")[letter]) == drawing


def test_one_sided_pairs() -> None:
    """One-sided tiles come in pairs of mirror images, named by letters that look so or by a prime."""
    tiles = tile_set("one-sided-tetrominoes")
    for name, mirror in (("L", "J"), ("S", "Z")):
        mirrored = SQUARE.normalize(map(SQUARE.flip, tiles[name]))
        assert mirrored in orientations(SQUARE, tiles[mirror])
        assert mirrored not in orientations(SQUARE, tiles[name])
    assert sum(name.endswith("'") for name in tile_set("one-sided-hexominoes")) == 25


def test_flat_sets_in_space() -> None:
    """On a cubic lattice a flat tile is a solid piece one cell thick."""
    flat = tile_set("trominoes")["L"]
    assert CUBIC.normalize(map(CUBIC.lifted, flat)) == ((0, 0, 0), (0, 1, 0), (0, 1, 1))
    assert SQUARE.normalize(map(SQUARE.lifted, flat)) == ((0, 0), (1, 0), (1, 1))


def test_names_of_sets() -> None:
    """Every name leads to a set of tiles of its lattice; which are one-sided is known."""
    for name in SETS:
        assert SETS[name].is_one_sided == ("one-sided" in name)
        if not name.endswith("octominoes"):
            lattice = LATTICES[SETS[name].lattice]
            for form in tile_set(name).values():
                assert form == lattice.normalize(form)
                assert all(map(lattice.is_cell, form))
                assert lattice.is_connected(form)
    with pytest.raises(MistakeError, match="there is no such set"):
        tile_set("chessmen")


@pytest.mark.parametrize(
    ("names", "free", "one_sided"),
    [
        ("monohex dihex trihexes tetrahexes pentahexes hexahexes", "1 1 3 7 22 82", "1 1 3 10 33 147"),
        ("moniamond diamond triamond tetriamonds pentiamonds", "1 1 1 3 4", "1 1 1 4 6"),
        ("hexiamonds heptiamonds octiamonds", "12 24 66", "19 43 120"),
        ("monomino domino trominoes tetrominoes pentominoes", "1 1 2 5 12", "1 1 2 7 18"),
        ("hexominoes heptominoes", "35 108", "60 196"),
        pytest.param("octominoes", "369", "704", marks=pytest.mark.slow),
        ("monostick disticks tristicks tetrasticks", "1 2 5 16", "1 2 7 25"),
        ("monotrig ditrigs tritrigs", "1 3 12", "1 3 19"),
        ("monotwig ditwig tritwigs tetratwigs pentatwigs", "1 1 3 4 12", "1 1 4 6 19"),
        ("monabolo diaboloes triaboloes tetraboloes", "1 3 4 14", "1 4 6 22"),
    ],
)
def test_sizes_of_flat_sets(names: str, free: str, one_sided: str) -> None:
    """Counts of polyhexes (OEIS A000228, A006535), polyiamonds (A000577, A006534), polyominoes (A000105, A000988).

    And of polysticks (A019988), polytrigs, polytwigs (A197459) and polyaboloes (A006074, A151519).
    """
    assert [str(len(tile_set(name))) for name in names.split()] == free.split()
    assert [str(len(tile_set(f"one-sided-{name}"))) for name in names.split()] == one_sided.split()


def test_sizes_of_sets_of_balls() -> None:
    """Pieces of balls are counted as rigid bodies; a Kanoodle and an IQ Puzzler Pro have 12 with 55 balls."""
    assert [len(tile_set(name)) for name in ("monosphere", "disphere", "trispheres", "tetraspheres")] == [1, 1, 4, 25]
    for name in ("kanoodle", "iq-puzzler-pro"):
        pieces = tile_set(name).values()
        assert (len(pieces), sum(map(len, pieces))) == (12, 55)
        assert len({orientations(SQUARE, form, reflect=True)[0] for form in pieces}) == 12
