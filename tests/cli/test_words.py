"""Words that are right: symmetric solutions, free cells, tables, numbers."""

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


def test_motions_that_move_no_placement_are_symmetries(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every motion keeps the X on a board shaped like it: it was "0 self-symmetric" and "no symmetry" once."""
    file = tmp_path / "plus.yaml"
    file.write_text(PLUS)
    assert run(["count", str(file), "--jobs", "1", "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert (summary["solutions"], summary["self_symmetric"], summary["group_order"]) == (1, 1, 1)
    assert count(file, symmetry="off", jobs=1).self_symmetric == 0
    assert run(["count", str(file), "--jobs", "1"]) == 0
    assert "1 (no turn or reflection makes another solution of one)" in capsys.readouterr().out
    assert run(["check", str(file)]) == 0
    assert "symmetries 8 (4 rotations)" in capsys.readouterr().out


def test_the_mirror_of_a_flat_box_is_no_symmetry_of_its_own() -> None:
    """In space a box of one layer has a mirror that moves no cell: that makes nothing symmetric."""
    flat = parse_spec("{name: f, lattice: cubic, board: {size: [1, 1, 3]}, tiles: [{set: domino}, {set: monomino}]}")
    result = count(flat, jobs=1)
    assert (result.count, result.raw, result.self_symmetric) == (1, 2, 0)


def test_free_cells_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    """The calendar leaves two cells free; with both named, all that are left are covered."""
    assert run(["show", "calendar"]) == 0
    assert "43, any 2 of them may stay empty" in capsys.readouterr().out
    assert run(["show", "calendar", "--leave", "Nov", "--leave", "21"]) == 0
    assert "41; besides, 2 cells that --leave leaves empty" in capsys.readouterr().out


def test_a_table_holds_no_formula(tmp_path: Path) -> None:
    """A tile may be called as it likes; a spreadsheet that opens the table runs nothing."""
    spec = parse_spec("{name: x, board: {size: [1, 1]}, tiles: [{name: '=1+1', cells: [[0, 0]]}]}")
    file = tmp_path / "x.csv"
    write_solutions(file, spec, solve(spec, jobs=1).solutions)
    assert list(csv.reader(file.read_text().splitlines()))[1] == ["1", "0", "0", "0", "'=1+1", "1"]
