"""Colors of cells are to be seen: as letters in the terminal, as dots with letters in pictures and on the page."""

from __future__ import annotations

from pathlib import Path

import pytest

from cp_puzzles import build_puzzle, load_spec, parse_spec, solve
from cp_puzzles.cli.app import run
from cp_puzzles.cover.cover_problem import build_cover
from cp_puzzles.output.draw.board_picture import board_picture, cell_colors
from cp_puzzles.output.draw.picture import Label
from cp_puzzles.output.draw.puzzle_picture import puzzle_picture
from cp_puzzles.output.terminal.result_tables import board_text
from cp_puzzles.output.terminal.scene import board_scene
from cp_puzzles.output.web.page_data import PageData
from cp_puzzles.output.web.solution_page import PageContent
from cp_puzzles.puzzle.palette import tile_colors
from cp_puzzles.puzzle.puzzle import Puzzle
from tests.output.web.editor.test_editor_solution_page import decoded

SPEC = """\
name: colors
board: {drawing: "bwb\\n?wX", colors: {b: [[1, 0]]}}
tiles:
- {name: L, drawing: "bwb"}
- {name: D, drawing: "wX"}
- {name: q, drawing: "b"}
colors: bw
"""


def puzzle() -> Puzzle:
    return build_puzzle(parse_spec(SPEC))


def test_cell_colors_are_letters_in_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The board with a letter in each cell, optional cells too; tiles; each cell of a solution; and what fits."""
    spec = tmp_path / "c.yaml"
    spec.write_text(SPEC)
    assert run(["show", str(spec)]) == 0
    shown = capsys.readouterr().out
    assert "│ b │ w │ b │" in shown
    assert board_text(load_spec(spec)) == "6 cells in 2 colors"
    assert "│?b │ w │   │" in shown
    assert "b w b" in shown
    assert "w ██" in shown
    assert "cells b lie on b, w on w, and on cells without a color" in shown
    assert run(["solve", str(spec), "--jobs", "1"]) == 0
    solved = capsys.readouterr().out
    assert "│Lb Lw Lb│" in solved
    assert "Dw" in solved


def test_cell_colors_are_dots_in_pictures() -> None:
    """A dot with its letter for every color: of tiles, of pieces in a solution, and of the board below them."""
    solution = solve(puzzle(), jobs=1).solutions[0]
    board = [item.text for item in board_picture(puzzle(), solution.placements).items if isinstance(item, Label)]
    assert sorted(text for text in board if text in "bw") == ["b"] * 4 + ["w"] * 2
    document = [item.text for item in puzzle_picture(puzzle()).items if isinstance(item, Label)]
    assert sorted(text for text in document if text in "bw") == ["b"] * 6 + ["w"] * 4
    assert "cells b lie on b, w on w, and on cells without a color" in document


def test_cell_colors_differ_from_tile_colors() -> None:
    """Colors of cells differ from those of tiles; a puzzle without colored cells has none."""
    tiles = tile_colors((tile.name, tile.display_color) for tile in puzzle().tiles)
    assert not set(cell_colors(puzzle()).values()) & set(tiles)
    html = PageContent(puzzle()).html()
    assert '"colors":{"0":{"letter":"b","color":"#' in html
    assert "Cells b lie on b, w on w, and on cells without a color." in html
    cover = build_cover(puzzle())
    for tile, data in zip(puzzle().tiles, PageData(cover, cover.placements).described()["tiles"], strict=True):
        letters = [[dot["letter"] if dot else "" for dot in dots] for dots in data["colors"]]
        assert letters == [list(each.shown) for each in tile.orientations if any(each.shown)]
    assert '"colors":{}' in PageContent(build_puzzle(parse_spec(SPEC.split("tiles:")[0].split("board")[0]
        + "board: {size: [1, 1]}\ntiles: [{name: q, drawing: X}]"))).html()  # fmt: skip


def test_pieces_show_their_colors() -> None:
    """A domino of two colors lies in two ways; terminal, picture and page show which half is where."""
    both = build_puzzle(parse_spec('{name: w, board: {size: [1, 2]}, tiles: [{name: "10", drawing: ab}], colors: ab}'))
    cover = build_cover(both)
    data = PageData(cover, cover.placements).described()
    assert [dot["letter"] for dot in data["dots"]] == ["a", "b"]
    assert decoded(data["placements"]["shown"]) == [1, 2, 2, 1]
    for placement in cover.placements:
        letters = [item.text for item in board_picture(both, [placement]).items if isinstance(item, Label)]
        assert letters == list(placement.shown)
        scene = board_scene(both, [placement], 3)
        assert [scene[cell].mark for cell in placement.cells] == list(placement.shown)
