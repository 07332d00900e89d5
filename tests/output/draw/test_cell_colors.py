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
from cp_puzzles.output.terminal.catalog_table import board_text
from cp_puzzles.output.web.page_data import PageData
from cp_puzzles.output.web.solution_page import PageContent
from cp_puzzles.puzzle.palette import tile_colors
from cp_puzzles.puzzle.puzzle import Puzzle

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
    assert "██w" in shown
    assert "cells b lie on b, w on w, and on cells without a color" in shown
    assert run(["solve", str(spec), "--jobs", "1"]) == 0
    solved = capsys.readouterr().out
    assert "│Lb Lw Lb│" in solved
    assert "Dw" in solved


def test_cell_colors_are_dots_in_pictures() -> None:
    """A dot with its letter for every cell with a color, of the board, with a solution too, and of tiles."""
    solution = solve(puzzle(), jobs=1).solutions[0]
    board = [item.text for item in board_picture(puzzle(), solution.placements).items if isinstance(item, Label)]
    assert sorted(text for text in board if text in "bw") == ["b", "b", "b", "w", "w"]
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
        looks = [tuple(zip(form, codes, strict=True)) for form, codes in zip(tile.orientations, letters, strict=True)]
        assert set(looks) <= set(tile.colored_orientations)
    assert '"colors":{}' in PageContent(build_puzzle(parse_spec(SPEC.split("tiles:")[0].split("board")[0]
        + "board: {size: [1, 1]}\ntiles: [{name: q, drawing: X}]"))).html()  # fmt: skip
