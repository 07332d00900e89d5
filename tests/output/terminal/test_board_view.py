"""Boards on consoles of every kind."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cp_puzzles.cover.solution import Solution
from cp_puzzles.output.terminal.board_view import board_view
from cp_puzzles.output.terminal.canvas import GRIDS, Canvas, frame
from cp_puzzles.output.terminal.scene import MAX_LINES, CellView, draw_plane
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.palette import tile_colors
from cp_puzzles.puzzle.puzzle import build_puzzle
from cp_puzzles.puzzle.spec.loader import parse_spec
from tests.examples import examples
from tests.output.terminal.drawn_puzzles import Show, rows_puzzle, uncolored


def lines(text: str) -> str:
    """A drawing as written in a test, with a first line break for the eye."""
    return text.lstrip("\n")


def test_lines_join_between_pieces(show: Show, small: Solution) -> None:
    """Lines run only between different pieces; a hole is blank, an uncovered cell a point or its label."""
    assert show(board_view(small.puzzle, small.placements)) == lines(
        """
┌───────┬───────┐
│ L   L │ L   L │
│   ┌───┼───┐   │
│ L │dot│   │ L │
├───┼───┤   └───┘
│Nov│ · │
└───┴───┘
"""
    )


def test_bare_board_shows_labels_and_optional_cells(show: Show) -> None:
    """Before anything is placed each cell is a box; `?` is one that may stay empty."""
    spec = '{name: b, board: {drawing: "XX\\nX?", labels: {"7": [0, 1]}}, tiles: [{set: monomino, multiplicity: any}]}'
    assert show(board_view(build_puzzle(parse_spec(spec)))) == lines(
        """
┌───┬───┐
│   │ 7 │
├───┼───┤
│   │ ? │
└───┴───┘
"""
    )


def test_box_is_drawn_in_layers_with_numbered_copies(show: Show, box: Solution) -> None:
    """The bottom layer stands first; copies of a tile, which no line joins across layers, have numbers."""
    assert show(board_view(box.puzzle, box.placements)) == lines(
        """
layer 1        layer 2
┌───────────┐  ┌───────────┐
│I1  I1  I1 │  │I3  I3  I3 │
├───────────┤  ├───────────┤
│I2  I2  I2 │  │I4  I4  I4 │
└───────────┘  └───────────┘
"""
    )


def test_layers_go_on_in_a_further_row_where_the_console_ends(show: Show, box: Solution) -> None:
    """Layers that do not fit side by side stand below each other, no line is wider than the console."""
    text = show(board_view(box.puzzle, box.placements), width=14)
    assert [line for line in text.splitlines() if line.startswith("layer")] == ["layer 1", "layer 2"]


def test_left_cells_are_shown_with_their_names(show: Show) -> None:
    """A cell that --leave takes away is still drawn, with its label."""
    spec = "{name: b, board: {size: [1, 2], labels: {Nov: [0, 1]}}, tiles: [{set: monomino}]}"
    assert "│   │Nov│" in show(board_view(build_puzzle(parse_spec(spec), leave=["Nov"])))


def test_pipes_and_no_color_carry_no_colors(show: Show, small: Solution) -> None:
    """A pipe has no escape sequences at all, NO_COLOR at most bold; names stand in each cell."""
    view = board_view(small.puzzle, small.placements)
    assert "\x1b" not in show(view)
    without = show(view, color="truecolor", no_color=True)
    assert set(re.findall(r"\x1b\[([\d;]*)m", without)) <= {"1", "0"}
    assert uncolored(without) == show(view)


def test_colors_fill_a_piece_and_name_it_once(show: Show, small: Solution) -> None:
    """A colored piece fills the gap between its cells and has its name in one of them."""
    text = show(board_view(small.puzzle, small.placements), color="truecolor")
    first = tile_colors((tile.name, tile.display_color) for tile in small.puzzle.tiles)[0]
    background = "48;2;" + ";".join(str(int(first[i : i + 2], 16)) for i in (1, 3, 5))
    row = text.splitlines()[1]
    assert f"{background}m L     \x1b[0m" in row
    assert uncolored(row) == "│ L     │     L │"


def test_sixteen_colors_are_helped_by_names(show: Show, small: Solution) -> None:
    """Sixteen colors do not tell pieces apart: each cell has its name."""
    text = uncolored(show(board_view(small.puzzle, small.placements), color="standard"))
    assert text == show(board_view(small.puzzle, small.placements))


def test_ascii_consoles_get_ascii_lines(show: Show, small: Solution) -> None:
    """A console that cannot write box-drawing characters gets +, - and |."""
    text = show(board_view(small.puzzle, small.placements), encoding="ascii")
    assert text.isascii()
    assert text.splitlines()[0] == "+-------+-------+"


def test_only_the_hinted_piece_is_colored(show: Show, small: Solution) -> None:
    """A hint shows one piece in color, the others by name."""
    text = show(board_view(small.puzzle, small.placements, hinted=small.placements[2]), color="truecolor")
    assert len(set(re.findall(r"48;2;[\d;]+m", text))) == 1


@pytest.mark.parametrize("columns", [1, 13, 19, 20, 26, 27, 39, 40, 41, 79, 80, 81, 200])
@pytest.mark.parametrize("color", [None, "truecolor"])
def test_no_board_is_wider_than_the_console(show: Show, columns: int, color: str | None) -> None:
    """Wide boards get narrower cells, then lose their lines, then their end; they never wrap."""
    puzzle = rows_puzzle((2, columns))
    text = show(board_view(puzzle, ()), color=color)
    plain = uncolored(text).splitlines()
    assert max(map(len, plain)) <= 80
    assert len(plain) == (5 if columns < 40 else 2)
    assert plain[0].endswith("…") == (columns > 80)


def test_neighboring_copies_have_different_shades(show: Show) -> None:
    """Two copies of a tile beside each other do not look like one where a board is too wide for lines."""
    puzzle = rows_puzzle((1, 60))
    text = show(board_view(puzzle, [Placement(((0, 0),), "O"), Placement(((0, 1),), "O")]), color="truecolor")
    assert len(set(re.findall(r"48;2;[\d;]+m", text))) == 2


@examples(60)
@given(st.lists(st.lists(st.integers(0, 3), min_size=3, max_size=3), min_size=3, max_size=3))
def test_lines_are_where_regions_differ_and_nowhere_else(regions: list[list[int]]) -> None:
    """Every joint has exactly the arms of the lines that meet in it (0 is not on the board)."""
    scene: dict[tuple[int, ...], CellView] = {
        (r, c): CellView(k, "") for r, row in enumerate(regions) for c, k in enumerate(row) if k
    }
    block = draw_plane(scene, frame(LATTICES["square"], GRIDS[2]), (-1, -1, 6, 6), Canvas(80))
    drawn = ["".join(segment.text for segment in line).ljust(7) for line in block.lines]
    arms = dict(zip(" ╵╶└╷│┌├╴┘─┴┐┤┬┼", range(16), strict=True))
    for y in range(7):
        for x in range(7):
            if y % 2 and x % 2:
                continue
            here = arms[drawn[y][x]]
            if y % 2 == 0 and x % 2 == 0:
                below, right = (y < 6 and drawn[y + 1][x] == "│"), (x < 6 and drawn[y][x + 1] == "─")
                above, left = (y > 0 and drawn[y - 1][x] == "│"), (x > 0 and drawn[y][x - 1] == "─")
                assert here == above + 2 * right + 4 * below + 8 * left
            else:
                cells = [(y // 2, x // 2), (y // 2 - 1, x // 2) if y % 2 == 0 else (y // 2, x // 2 - 1)]
                sides = [scene[cell].region if cell in scene else 0 for cell in cells]
                assert (here != 0) == (sides[0] != sides[1])


@pytest.mark.parametrize("far", [[0, 99_999_999_999], [99_999_999_999, 0]])
def test_cells_far_apart_are_drawn_without_the_space_between(show: Show, far: list[int]) -> None:
    """A drawing ends at the border of the console: it was as large as the bounding box, and never ended."""
    cells = [[0, 0], [0, 1], far]
    spec = f"{{name: far, board: {{cells: {cells}}}, tiles: [{{set: monomino, multiplicity: 3}}]}}"
    drawn = show(board_view(build_puzzle(parse_spec(spec)), ())).splitlines()
    assert drawn[0].startswith(("┌───┬───┐", "··"))
    assert len(drawn) <= MAX_LINES
    assert max(map(len, drawn)) <= 80
