"""Colours of cells are to be seen: as letters in the terminal, as dots with letters in pictures and on the page."""

from __future__ import annotations

from pathlib import Path

import pytest

from cp_puzzles import build_puzzle, load_spec, parse_spec, solve
from cp_puzzles.cli.app import run
from cp_puzzles.cover.problem import build_cover
from cp_puzzles.export.board_picture import board_picture, cell_colors
from cp_puzzles.export.page import PageContent
from cp_puzzles.export.page_data import PageData
from cp_puzzles.export.picture import Label
from cp_puzzles.export.puzzle_picture import puzzle_picture
from cp_puzzles.palette import tile_colors
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.render.catalogue_table import board_text

SPEC = """\
name: colours
board: {drawing: "bwb\\n?wX", colors: {b: [[1, 0]]}}
tiles:
- {name: L, drawing: "bwb"}
- {name: D, drawing: "wX"}
- {name: q, drawing: "b"}
colors: bw
"""


def puzzle() -> Puzzle:
    return build_puzzle(parse_spec(SPEC))


def test_in_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The board with a letter in each cell, optional cells too; tiles; each cell of a solution; and what fits."""
    spec = tmp_path / "c.yaml"
    spec.write_text(SPEC)
    assert run(["show", str(spec)]) == 0
    shown = capsys.readouterr().out
    assert "│ b │ w │ b │" in shown
    assert board_text(load_spec(spec)) == "6 cells in 2 colours"
    assert "│?b │ w │   │" in shown
    assert "b w b" in shown
    assert "██w" in shown
    assert "cells b lie on b, w on w, and on cells without a colour" in shown
    assert run(["solve", str(spec), "--jobs", "1"]) == 0
    solved = capsys.readouterr().out
    assert "│Lb Lw Lb│" in solved
    assert "Dw" in solved


def test_in_pictures() -> None:
    """A dot with its letter for every cell with a colour, of the board, with a solution too, and of tiles."""
    solution = solve(puzzle(), jobs=1).solutions[0]
    board = [item.text for item in board_picture(puzzle(), solution.placements).items if isinstance(item, Label)]
    assert sorted(text for text in board if text in "bw") == ["b", "b", "b", "w", "w"]
    whole = [item.text for item in puzzle_picture(puzzle()).items if isinstance(item, Label)]
    assert sorted(text for text in whole if text in "bw") == ["b"] * 6 + ["w"] * 4
    assert "cells b lie on b, w on w, and on cells without a colour" in whole


def test_on_the_page_and_in_colours_of_their_own() -> None:
    """No colour of a cell is that of a tile; a puzzle without colours has none."""
    tiles = tile_colors((tile.name, tile.color) for tile in puzzle().tiles)
    assert not set(cell_colors(puzzle()).values()) & set(tiles)
    html = PageContent(puzzle()).html()
    assert '"colours":{"0":{"letter":"b","color":"#' in html
    assert "Cells b lie on b, w on w, and on cells without a colour." in html
    cover = build_cover(puzzle())
    for tile, data in zip(puzzle().tiles, PageData(cover, cover.placements).described()["tiles"], strict=True):
        letters = [[dot["letter"] if dot else "" for dot in dots] for dots in data["colours"]]
        looks = [tuple(zip(form, its, strict=True)) for form, its in zip(tile.orientations, letters, strict=True)]
        assert set(looks) <= set(tile.painted)
    assert '"colours":{}' in PageContent(build_puzzle(parse_spec(SPEC.split("tiles:")[0].split("board")[0]
        + "board: {size: [1, 1]}\ntiles: [{name: q, drawing: X}]"))).html()  # fmt: skip
