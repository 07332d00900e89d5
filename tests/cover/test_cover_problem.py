"""The cover problem: items with bounds, the options that cover them, and that it is built once."""

from __future__ import annotations

import pickle
from dataclasses import fields

import pytest
from hypothesis import given

from cp_puzzles.cover.cover_problem import Cover, build_cover
from cp_puzzles.cover.placement_table import refuse_too_large, size_of
from cp_puzzles.cover.symmetry.leader import leader_of
from cp_puzzles.cover.symmetry.symmetry_group import group_of
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.puzzle import puzzle_from
from tests.cover.cover_problems import all_solutions
from tests.examples import examples
from tests.small_puzzles import covers
from tests.written import cover_of, puzzle_of


def bounds(cover: Cover) -> list[tuple[str, int, int]]:
    """Kind, name and bounds of the tile items."""
    return [(item.name, item.minimum, item.maximum) for item in cover.problem.items if item.kind == "tile"]


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("board: {size: [2, 2]}, tiles: [{set: pentominoes}]", 0),
        ("board: {size: [4, 4]}, tiles: [{set: domino, multiplicity: 8, rotate: false}]", 12),
        ("board: {drawing: XX.XX}, tiles: [{name: A, cells: [[0, 0], [0, 3]], disconnected: true}]", 2),
    ],
)
def test_numbers_of_options(text: str, options: int) -> None:
    """The number of placements agrees with a count by hand; `test_catalog_options` compares those of the catalog."""
    assert len(cover_of(text).problem.options) == options


def test_lines_of_sticks_do_not_cross() -> None:
    """Of the 15 pairs of lines through three vertices on a grid of 3x3 vertices, one crosses in the middle."""
    text = "lattice: sticks, board: {vertices: [3, 3]}, fill: false, "
    lines = "tiles: [{name: I, cells: [[0, 0, 0], [1, 0, 0]], multiplicity: 2}]"
    assert len(all_solutions(cover_of(text + lines).problem) or ()) == 14


def test_items_in_fill_order() -> None:
    """On 2x3 the columns of two are filled first; then come the tiles in the order of the spec."""
    cover = cover_of("board: {size: [2, 3]}, tiles: [{set: trominoes, only: [I]}, {set: monomino}]")
    assert cover.cells == ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2))
    assert [item.name for item in cover.problem.items] == ["0,0", "1,0", "0,1", "1,1", "0,2", "1,2", "I", "O"]
    assert cover.problem.cells == range(6)
    assert cover.problem.tiles == range(6, 8)


@examples(40)
@given(covers())
def test_options_are_placements(cover: Cover) -> None:
    """An option names the items of its placement's cells and of its tile; options are sorted, and none occurs twice."""
    problem = cover.problem
    assert list(problem.options) == sorted(set(problem.options))
    assert cover.cells == cover.puzzle.lattice.fill_order(cover.cells) if cover.cells else True
    for option, placement in zip(problem.options, cover.placements, strict=True):
        *cells, tile = option
        assert cells == sorted(cells)
        assert sorted(cover.cells[cell] for cell in cells) == list(placement.cells)
        assert problem.items[tile].name == placement.tile
        assert problem.items[tile].kind == "tile"


@examples(40)
@given(covers())
def test_options_are_complete(cover: Cover) -> None:
    """Tiles with remaining copies have every placement that does not overlap given pieces."""
    puzzle = cover.puzzle
    taken = {cell for placement in puzzle.given for cell in placement.cells}
    free = set(puzzle.board.cells) - taken
    expected = set()
    for tile in puzzle.tiles:
        if tile.maximum > sum(placement.tile == tile.name for placement in puzzle.given):
            for form in tile.orientations:
                for corner in puzzle.lattice.box(
                    tuple(max(axis) + 1 for axis in zip(*puzzle.board.cells, strict=True))
                ):
                    cells = tuple(tuple(a + b for a, b in zip(cell, corner, strict=True)) for cell in form.cells)
                    if free.issuperset(cells):
                        expected.add((tile.name, tuple(sorted(cells))))
    assert {(placement.tile, placement.cells) for placement in cover.placements} == expected


def test_given_pieces_leave_the_problem() -> None:
    """The cells and the copies of given pieces are not in the problem."""
    text = "board: {size: [4, 4]}, tiles: [{set: domino, multiplicity: 8}, {set: monomino, multiplicity: {max: 3}}], "
    cover = cover_of(text + "given: [{tile: I, cells: [[0, 1], [0, 0]]}, {tile: O, cells: [[3, 3]]}]")
    assert bounds(cover) == [("I", 7, 7), ("O", 0, 2)]
    assert len(cover.cells) == 13
    assert not {(0, 0), (0, 1), (3, 3)} & {cell for put in cover.placements for cell in put.cells}


def test_problem_is_empty_if_all_is_given() -> None:
    """A puzzle in which every piece is given has an empty problem."""
    cover = cover_of("board: {size: [1, 2]}, tiles: [{set: domino}], given: [{tile: I, cells: [[0, 0], [0, 1]]}]")
    assert cover.problem.options == ()
    assert bounds(cover) == [("I", 0, 0)]
    assert cover.cells == ()


@pytest.mark.parametrize(
    ("text", "minimums"),
    [
        ("board: {drawing: X?X}, tiles: [{set: monomino, multiplicity: any}]", [1, 0, 1]),
        ("board: {drawing: X?X}, fill: false, tiles: [{set: monomino, multiplicity: any}]", [0, 0, 0]),
        ("board: {size: [1, 3]}, tiles: [{set: monomino, multiplicity: any}]", [1, 1, 1]),
    ],
)
def test_bounds_of_cells(text: str, minimums: list[int]) -> None:
    """A cell is covered exactly once, or at most once if it is optional or the board need not be filled."""
    cells = [item for item in cover_of(text).problem.items if item.kind == "cell"]
    assert [item.minimum for item in cells] == minimums
    assert {item.maximum for item in cells} == {1}
    assert [item.is_exact_one for item in cells] == [bool(minimum) for minimum in minimums]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("board: {size: [80, 80]}, tiles: [{set: pentominoes}]", id="a large board"),
        pytest.param("board: {size: [15, 15, 15]}, tiles: [{set: pentacubes}]", id="a large box"),
        pytest.param(
            'board: {size: [90, 90]}, tiles: [{name: A, drawing: "' + "\\n".join(["X" * 30] * 30) + '"}]',
            id="large tiles",
        ),
    ],
)
def test_too_many_placements(text: str) -> None:
    """A puzzle with more placements than memory is refused before they are made."""
    with pytest.raises(
        MistakeError, match=r"^x: board: the tiles have up to [\d,]+ placements on its [\d,]+ cells; they would need "
    ):
        build_cover(puzzle_of(text), memory=10**7)


def test_cover_group_and_leader_are_built_once() -> None:
    """The cached values are the same for any memory limit."""
    puzzle = puzzle_from("pentomino3x20")
    cover = build_cover(puzzle)
    assert build_cover(puzzle, 10**9) is cover
    assert group_of(cover, "full") is leader_of(cover, "full").group
    assert leader_of(cover, "full") is leader_of(cover, "full")


def test_changed_puzzle_has_another_cover() -> None:
    """A modified copy of a puzzle shares no cached values with the original."""
    puzzle = puzzle_from("pentomino3x20")
    assert build_cover(puzzle.replaced(tiles=puzzle.tiles[1:])).problem != build_cover(puzzle).problem


def test_memory_limit_holds_for_a_cached_cover() -> None:
    """A cover problem that was built under a larger limit is refused under a smaller one."""
    puzzle = puzzle_from("pentomino3x20")
    build_cover(puzzle)
    with pytest.raises(MistakeError, match="may be used"):
        build_cover(puzzle, 1000)


def test_pickled_puzzle_carries_no_cover() -> None:
    """Pickling a puzzle for a worker process omits cached values."""
    puzzle = puzzle_from("pentomino3x20")
    build_cover(puzzle)
    copied = pickle.loads(pickle.dumps(puzzle))
    assert copied == puzzle
    assert vars(copied).keys() == {field.name for field in fields(puzzle)}


def test_sparse_board_is_not_refused_by_bounding_box() -> None:
    """Only the positions of tiles count: a ring has half of those that a bounding box allows."""
    ring = [[x, y] for x in range(31) for y in range(31) if {x, y} & {0, 30}]
    puzzle = puzzle_of(f"board: {{cells: {ring}}}, tiles: [{{set: domino, multiplicity: any}}]")
    size = size_of(puzzle)
    between = (size.bytes + size_of(puzzle, size.bytes).bytes) // 2
    assert len(build_cover(puzzle, between).problem.options) == len(ring) == size.options // 2
    with pytest.raises(MistakeError, match="up to 240 placements on its 120 cells"):
        refuse_too_large(puzzle, between // 2)
