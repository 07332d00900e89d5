"""Solution files on every lattice: cells are written as people write them, and read again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cp_puzzles import build_puzzle, solve
from cp_puzzles.errors import SolutionFileError
from cp_puzzles.output.formats.jsonl import json_line, read_solutions
from cp_puzzles.output.formats.text_solutions import PointCloudWriter
from cp_puzzles.puzzle.spec.loader import parse_spec

PUZZLES = {
    "triangular": "lattice: triangular, board: {hexagon: 1}, tiles: [{set: triamond, multiplicity: 2}]",
    "hexagonal": "lattice: hexagonal, board: {hexagon: 2, holes: [[1, 1]]}, tiles: [{set: dihex, multiplicity: 3}]",
    "balls": "board: {tetrahedron: 2}, tiles: [{set: disphere, multiplicity: 2}]",
    "sticks": "lattice: sticks, board: {squares: [1, 1]}, tiles: [{set: disticks, only: [V], multiplicity: 2}]",
    "tetrakis": "lattice: tetrakis, board: {size: [1, 1]}, tiles: [{set: monabolo, multiplicity: 2}]",
}


@pytest.mark.parametrize("text", PUZZLES.values(), ids=list(PUZZLES))
def test_solutions_of_a_lattice_read_back(text: str, tmp_path: Path) -> None:
    """A solution is read again as it was written, and its table names the axes of the lattice."""
    puzzle = build_puzzle(parse_spec(f"{{name: x, {text}}}"))
    solutions = solve(puzzle, engine="exact-cover", symmetry="off", jobs=1).solutions
    assert solutions
    file, table = tmp_path / "x.jsonl", tmp_path / "x.csv"
    file.write_text("".join(json_line(s, n) + "\n" for n, s in enumerate(solutions, start=1)), encoding="utf-8")
    assert [s.placements for s in read_solutions(file, puzzle)] == [s.placements for s in solutions]
    first = json.loads(file.read_text(encoding="utf-8").splitlines()[0])["placements"][0]
    assert tuple(first["cells"][0]) == puzzle.lattice.coordinates(solutions[0].placements[0].cells[0])
    writer = PointCloudWriter(table, puzzle)
    writer.write(solutions[0])
    writer.close()
    assert table.read_text(encoding="utf-8").splitlines()[0] == f"solution,{','.join(puzzle.lattice.axes)},tile,copy"


def test_coordinates_without_a_cell_are_refused(tmp_path: Path) -> None:
    """Coordinates in a file that are no cell are answered with the rule."""
    puzzle = build_puzzle(parse_spec(f"{{name: x, {PUZZLES['balls']}}}"))
    file = tmp_path / "x.jsonl"
    file.write_text('{"placements": [{"tile": "D1", "cells": [[0, 0, 0], [1, 0, 0]]}]}\n', encoding="utf-8")
    with pytest.raises(SolutionFileError, match=r"\(1, 0, 0\) is no ball: x \+ y \+ z must be even"):
        list(read_solutions(file, puzzle))
