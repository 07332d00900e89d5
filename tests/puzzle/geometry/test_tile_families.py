"""Families of tiles: their counts are those of the literature, and their mistakes are named."""

from __future__ import annotations

import pytest

from cp_puzzles import build_puzzle, count, parse_spec
from cp_puzzles.errors import SpecError
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.tile_families import _least_number, family_tiles
from cp_puzzles.puzzle.geometry.tile_sets import TooManyTilesError
from tests.written import puzzle_of

ANY = "board: {size: %s}, tiles: [{family: %s, multiplicity: any}]"


@pytest.mark.slow
def test_polyominoes_fill_four_by_four_as_published() -> None:
    """The default engine counts the partitions of 4x4 into connected pieces, in total and up to symmetry (A291806)."""
    result = count(puzzle_of(ANY % ([4, 4], "polyominoes")))
    assert (result.raw, result.count) == (1_691_690, 212_987)


@pytest.mark.parametrize(
    ("family", "raw", "full"),
    [
        ("squares", [1, 2, 6, 40, 472], [1, 2, 3, 13, 77]),  # A045846, A224239
        ("rectangles", [1, 8, 322], [1, 4, 54]),  # A182275
        ("polyominoes", [1, 12], [1, 5]),  # A145835, A291806
    ],
)
def test_families_fill_squares_as_published(family: str, raw: list[int], full: list[int]) -> None:
    """The numbers of partitions of n x n, in total and up to symmetry, are those of OEIS."""
    results = [count(puzzle_of(ANY % ([n, n], family)), engine="frontier", jobs=1) for n in range(1, len(raw) + 1)]
    assert ([result.raw for result in results], [result.count for result in results]) == (raw, full)


def test_distinct_oblongs_fill_squares_as_published() -> None:
    """Dissections of n x n into different rectangles that are no squares: A360498."""
    found = [
        count(puzzle_of((ANY + ", rules: {distinct: shapes}") % ([n, n], "oblongs")), symmetry="off", jobs=1).count
        for n in (2, 3, 4, 5)
    ]
    assert found == [0, 4, 12, 256]


def test_families_have_the_tiles_that_fit() -> None:
    """Sizes, sides of the board, and isometries decide which tiles there are; names say their sides or numbers."""
    box = LATTICES["square"].box((3, 5))
    assert [*family_tiles(LATTICES["square"], "squares", range(1, 99), box).forms] == ["1x1", "2x2", "3x3"]
    assert [*family_tiles(LATTICES["square"], "bars", range(2, 6), box).forms] == ["1x2", "1x3", "1x4", "1x5"]
    fixed = family_tiles(LATTICES["square"], "oblongs", range(2, 7), box, rotate=False).forms
    assert [*fixed] == ["1x2", "2x1", "1x3", "3x1", "1x4", "1x5", "2x3", "3x2"]
    cubes = LATTICES["cubic"].box((2, 2, 3))
    assert [*family_tiles(LATTICES["cubic"], "boxes", range(4, 13), cubes).forms] == [
        "1x2x2",
        "1x2x3",
        "2x2x2",
        "2x2x3",
    ]
    square, hexagonal = LATTICES["square"], LATTICES["hexagonal"]
    free = [
        family_tiles(each, "polyominoes", range(4, 5), each.box((6, 6)), reflect=True) for each in (square, hexagonal)
    ]
    assert [len(tiles.forms) for tiles in free] == [5, 7]
    assert len(family_tiles(square, "polyominoes", range(4, 5), square.box((6, 6))).forms) == 7


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("board: {size: [2, 2]}, tiles: [{family: square}]", "there is no family 'square'; did you mean 'squares'"),
        (
            "board: {size: [2, 2]}, tiles: [{family: squares, cells: [3, 2]}]",
            "the first size, 3, is more than the last",
        ),
        ("board: {size: [2, 2]}, tiles: [{family: squares, cells: [0, 2]}]", "is not a range of sizes"),
        ("board: {size: [2, 2]}, tiles: [{family: squares, cells: 3}]", "no squares of 3 to 3 cells fit the board"),
        (
            "board: {hexagon: 2}, lattice: hexagonal, tiles: [{family: bars}]",
            "a hexagonal lattice has no bars",
        ),
        ("board: {size: [2, 2]}, tiles: [{family: squares, only: [3x3]}]", "squares has no tile '3x3'"),
        ("board: {size: [1, 2]}, tiles: [{set: domino}], rules: {clues: [[0, 2, 2]]}", "[0, 2] is not on the board"),
        ("board: {size: [1, 2]}, tiles: [{set: domino}], rules: {clues: [[0, 0, 0]]}", "no piece has 0 cells"),
    ],
)
def test_mistakes_in_families_and_clues(text: str, message: str) -> None:
    """Each is named with its place and remedy."""
    with pytest.raises(SpecError) as error:
        puzzle_of(text)
    assert message in str(error.value)


def test_families_keep_their_file() -> None:
    """The file that a puzzle with a family writes has the same tiles."""
    puzzle = build_puzzle(parse_spec("{name: x, " + ANY % ([3, 4], "rectangles") + "}"))
    assert puzzle.spec is not None
    assert build_puzzle(parse_spec(puzzle.spec.to_yaml())) == puzzle


def test_family_of_too_many_tiles_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A family with more tiles than can be generated is a mistake with its remedy."""
    monkeypatch.setattr("cp_puzzles.puzzle.geometry.tile_families.MAX_FAMILY", 50)
    with pytest.raises(SpecError, match=r"polyominoes fit the board; write a range of fewer cells"):
        puzzle_of(ANY % ([5, 5], "polyominoes"))


@pytest.mark.parametrize(("lattice", "side", "most"), [("square", 3, 9), ("square", 4, 6), ("hexagonal", 3, 9)])
def test_lower_bound_of_polyominoes_holds(lattice: str, side: int, most: int) -> None:
    """The number that refuses a family before it is made is at most the number of its members."""
    board = LATTICES[lattice].box((side, side))
    members = family_tiles(LATTICES[lattice], "polyominoes", range(1, most + 1), board).forms
    assert 0 < _least_number(LATTICES[lattice], range(1, most + 1), [side, side]) <= len(members)


def test_large_families_are_refused_before_they_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """The polyominoes of a 9x9 board are far more than the limit, and none of them is made."""
    monkeypatch.setattr("cp_puzzles.puzzle.geometry.tile_families.polyform_classes", None)
    with pytest.raises(TooManyTilesError):
        family_tiles(LATTICES["square"], "polyominoes", range(1, 82), LATTICES["square"].box((9, 9)))
