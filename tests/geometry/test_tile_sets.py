"""The named sets: their members, letters and shapes."""

import pytest

from cp_puzzles.geometry.drawing import draw
from cp_puzzles.geometry.lattices import LATTICES
from cp_puzzles.geometry.polyform import orientations, polyforms
from cp_puzzles.geometry.tile_sets import TILE_SETS, embedded, is_flat, is_one_sided, tile_set

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
    "tricubes": "3I 3L",
    "tetracubes": "4I 4L 4O 4S 4T 4^ 4< 4>",
    "soma": "3L 4L 4S 4T 4^ 4< 4>",
    "bedlam": "4> L1 L2 L3 J4 S1 S2 T1 T2 V2 F W X",
    "big-brother": "4< U X Z J1 J2 J4 L4 N1 N2 V1 V2 T2",
}
GENERATED = [
    ("monomino", SQUARE, 1, True),
    ("domino", SQUARE, 2, True),
    ("trominoes", SQUARE, 3, True),
    ("tetrominoes", SQUARE, 4, True),
    ("pentominoes", SQUARE, 5, True),
    ("hexominoes", SQUARE, 6, True),
    ("one-sided-tetrominoes", SQUARE, 4, False),
    ("one-sided-pentominoes", SQUARE, 5, False),
    ("one-sided-hexominoes", SQUARE, 6, False),
    ("tricubes", CUBIC, 3, False),
    ("tetracubes", CUBIC, 4, False),
    ("pentacubes", CUBIC, 5, False),
]


@pytest.mark.parametrize(("name", "letters"), LETTERS.items())
def test_letters(name, letters):
    """A set has the usual letters in the usual order."""
    assert " ".join(tile_set(name)) == letters


@pytest.mark.parametrize(("name", "lattice", "size", "reflect"), GENERATED)
def test_set_is_complete(name, lattice, size, reflect):
    """A set that is named after a size has every polyform of this size, once."""
    found = sorted(orientations(lattice, form, reflect=reflect)[0] for form in tile_set(name).values())
    assert found == list(polyforms(lattice, size, reflect=reflect))


@pytest.mark.parametrize(("name", "cells"), [("soma", 27), ("bedlam", 64), ("big-brother", 64)])
def test_pieces_of_a_cube(name, cells):
    """The pieces of a dissected cube have as many cells as the cube, and no two are congruent."""
    forms = list(tile_set(name).values())
    assert sum(map(len, forms)) == cells
    assert len({orientations(CUBIC, form)[0] for form in forms}) == len(forms)
    assert all(CUBIC.is_connected(form) for form in forms)


def test_bedlam_and_big_brother_are_chiral():
    """The mirror image of either set is another set."""
    for name in ("bedlam", "big-brother"):
        forms = {orientations(CUBIC, form)[0] for form in tile_set(name).values()}
        mirrored = {orientations(CUBIC, map(CUBIC.turn_over, form))[0] for form in forms}
        assert forms != mirrored


def test_soma_is_its_own_mirror_image():
    """The pieces of the Soma cube are mirrored into themselves, 4< and 4> into one another."""
    forms = {orientations(CUBIC, form)[0]: name for name, form in tile_set("soma").items()}
    swapped = {name: forms[orientations(CUBIC, map(CUBIC.turn_over, form))[0]] for form, name in forms.items()}
    assert swapped == {name: {"4<": "4>", "4>": "4<"}.get(name, name) for name in tile_set("soma")}


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
def test_shapes_of_letters(letter, drawing):
    """A pentomino looks like its letter."""
    assert draw(tile_set("pentominoes")[letter]) == drawing


def test_one_sided_pairs():
    """One-sided tiles come in pairs of mirror images, named by letters that look so or by a prime."""
    tiles = tile_set("one-sided-tetrominoes")
    for name, mirror in (("L", "J"), ("S", "Z")):
        mirrored = SQUARE.normalise(map(SQUARE.turn_over, tiles[name]))
        assert mirrored in orientations(SQUARE, tiles[mirror])
        assert mirrored not in orientations(SQUARE, tiles[name])
    assert sum(name.endswith("'") for name in tile_set("one-sided-hexominoes")) == 25


def test_flat_sets_in_space():
    """On a cubic lattice a flat tile is a solid piece one cell thick."""
    assert embedded(CUBIC, tile_set("trominoes")["L"]) == ((0, 0, 0), (0, 1, 0), (0, 1, 1))
    assert embedded(SQUARE, tile_set("trominoes")["L"]) == ((0, 0), (1, 0), (1, 1))


def test_names_of_sets():
    """Every name leads to a set; which are flat and which one-sided is known."""
    assert len(TILE_SETS) == 18
    for name in TILE_SETS:
        dimensions = {len(cell) for form in tile_set(name).values() for cell in form}
        assert dimensions == ({2} if is_flat(name) else {3})
        assert is_one_sided(name) == ("one-sided" in name)
    with pytest.raises(KeyError):
        tile_set("chessmen")
