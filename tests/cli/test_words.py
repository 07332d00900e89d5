"""Exact words: symmetric solutions, empty cells, tables, numbers."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from cp_puzzles import count, parse_spec, solve, write_solutions
from cp_puzzles.cli.app import run

PLUS = """
name: plus
board:
  drawing: |
    .X.
    XXX
    .X.
tiles: [{set: pentominoes, only: [X]}]
"""


def test_isometries_that_fix_placements_are_symmetries(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An isometry that moves no placement makes solutions symmetric: the X on a board of its shape has 8."""
    file = tmp_path / "plus.yaml"
    file.write_text(PLUS)
    assert run(["count", str(file), "--jobs", "1", "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert (summary["solutions"], summary["self_symmetric"], summary["group_order"]) == (1, 1, 1)
    assert count(file, symmetry="off", jobs=1).self_symmetric == 0
    assert run(["count", str(file), "--jobs", "1", "-v"]) == 0
    assert "none (no rotation or reflection yields another solution)" in capsys.readouterr().out
    assert run(["check", str(file)]) == 0
    assert "symmetries 8 (4 rotations)" in capsys.readouterr().out


def test_mirror_of_a_flat_box_is_no_extra_symmetry() -> None:
    """The reflection that fixes every cell of a box of one layer makes no solution symmetric."""
    flat = parse_spec("{name: f, lattice: cubic, board: {size: [1, 1, 3]}, tiles: [{set: domino}, {set: monomino}]}")
    result = count(flat, jobs=1)
    assert (result.count, result.raw, result.self_symmetric) == (1, 2, 0)


def test_show_counts_empty_cells(capsys: pytest.CaptureFixture[str]) -> None:
    """`show` says how many cells may stay empty, and how many `--leave` leaves empty."""
    assert run(["show", "calendar"]) == 0
    assert "43, any 2 of them may stay empty" in capsys.readouterr().out
    assert run(["show", "calendar", "--leave", "Nov", "--leave", "21"]) == 0
    assert "41; besides, 2 cells that --leave leaves empty" in capsys.readouterr().out


def test_csv_has_a_row_a_cell_and_no_formula(tmp_path: Path) -> None:
    """A tile name that begins with = is escaped, so a spreadsheet does not evaluate it."""
    spec = parse_spec(
        "{name: x, board: {size: [1, 3]}, tiles: [{name: '=1+1', cells: [[0, 0]]}, {set: domino}], "
        "given: [{tile: I, cells: [[0, 1], [0, 2]]}]}"
    )
    file = tmp_path / "x.csv"
    write_solutions(file, spec, solve(spec, jobs=1).solutions)
    rows = [*csv.reader(file.read_text().splitlines())]
    assert rows[0] == ["solution", "layer", "row", "column", "tile", "copy"]
    assert sorted(rows[1:]) == [["1", "0", "0", str(n), tile, "1"] for n, tile in enumerate(("'=1+1", "I", "I"))]
