"""Several solutions beside each other, and the legend below them."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO

from rich.console import Console

from cp_puzzles.cover.solution import Solution
from cp_puzzles.output.terminal.board_view import gallery, legend, screenful
from cp_puzzles.output.terminal.canvas import TIMES
from cp_puzzles.puzzle.puzzle import build_puzzle
from cp_puzzles.puzzle.spec.loader import parse_spec
from tests.output.terminal.drawn_puzzles import Show, pentominoes, rows_puzzle, uncolored


def test_solutions_stand_side_by_side_with_their_numbers(show: Show, box: Solution) -> None:
    """Two solutions of a box: their layers side by side, the solutions numbered from `start`."""
    text = show(gallery(box.puzzle, [box, box], start=41))
    assert text.splitlines()[:3] == [
        "solution 41              solution 42",
        "layer 1     layer 2      layer 1     layer 2",
        "┌────────┐  ┌────────┐   ┌────────┐  ┌────────┐",
    ]
    assert max(map(len, text.splitlines())) <= 80


def test_single_solution_is_drawn_large(show: Show, small: Solution) -> None:
    """One solution alone has cells of three columns."""
    assert "│ L   L │ L   L │" in show(gallery(small.puzzle, [small]))


def test_no_solution_draws_nothing(show: Show, small: Solution) -> None:
    """An empty gallery is empty."""
    assert show(gallery(small.puzzle, [])) == ""


def test_colored_pieces_that_are_all_different_need_no_lines(show: Show) -> None:
    """A colored small pentomino board has 20 columns and 6 lines."""
    puzzle = pentominoes()
    text = uncolored(show(gallery(puzzle, [Solution(puzzle, ())] * 3), color="256"))
    assert len(text.splitlines()) == 7
    assert len(text.splitlines()[1]) >= 60


def test_screenful_fits_the_screen() -> None:
    """A screen of 80x24 holds as many solutions as leave room for the summary, and always one."""
    console = Console(file=StringIO(), width=80, height=24, color_system="truecolor", force_terminal=True, _environ={})
    assert screenful(pentominoes(), console) == 3
    assert screenful(rows_puzzle((60, 60)), console) == 1


def test_legend_explains_marks_and_numbers(show: Show, small: Solution) -> None:
    """A name that fits stands for itself; numbers stand where a tile is not used exactly once."""
    assert show(legend(small.puzzle)) == f" L    {TIMES}2   dot\n"


def test_legend_of_narrow_cells_tells_the_names(show: Show, box: Solution) -> None:
    """The legend adds the name of a tile whose mark is shorter."""
    tile = replace(box.puzzle.tiles[0], name="brick")
    assert show(legend(box.puzzle.replaced(tiles=(tile,)))) == f" br  brick {TIMES}4\n"


def test_legend_counts_the_used_pieces(show: Show) -> None:
    """The legend of a solution has the number of used copies, that of a puzzle their range."""
    spec = "{name: n, board: {size: [1, 4]}, tiles: [{name: domino, drawing: XX, multiplicity: any}]}"
    puzzle = build_puzzle(parse_spec(spec))
    assert show(legend(puzzle)) == f" dom  domino {TIMES}0-2\n"
    assert show(legend(puzzle, placements=[])) == f" dom  domino {TIMES}0\n"


def test_names_cannot_disturb_the_terminal(show: Show, small: Solution) -> None:
    """Control characters and markup in a name are shown, not obeyed."""
    tiles = tuple(replace(tile, name=name) for tile, name in zip(small.puzzle.tiles, ("\x1b[2J", "[red]"), strict=True))
    puzzle = small.puzzle.replaced(tiles=tiles)
    text = show(legend(puzzle))
    assert "\x1b" not in text
    assert "[red]" in text
