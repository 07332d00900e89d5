"""Solution files with faults: each fault is reported with its line and value."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cp_puzzles import solve
from cp_puzzles.cover.symmetry.symmetry_group import Symmetry
from cp_puzzles.errors import SolutionFileError
from cp_puzzles.output.formats.solution_reader import verify, write_solutions
from cp_puzzles.puzzle.puzzle import Puzzle
from tests.written import puzzle_of


@pytest.fixture
def puzzle() -> Puzzle:
    """Dominoes on 4x4: 36 tilings, 9 up to symmetry, orbits of 1 to 8."""
    return puzzle_of("board: {size: [4, 4]}, tiles: [{set: domino, multiplicity: any}]")


@pytest.fixture
def file(tmp_path: Path, puzzle: Puzzle) -> Path:
    """Its nine solutions."""
    path = tmp_path / "d.jsonl"
    write_solutions(path, puzzle, solve(puzzle, jobs=1).solutions)
    return path


@pytest.mark.parametrize("symmetry", ["off", "rotations", "full"])
def test_every_symmetry_verifies(tmp_path: Path, puzzle: Puzzle, symmetry: Any) -> None:
    """The orbit sizes of any question are accepted, and add up to all 36."""
    path = tmp_path / "d.jsonl"
    write_solutions(path, puzzle, solve(puzzle, symmetry=symmetry, jobs=1).solutions)
    assert verify(puzzle, path).raw == 36


def test_parts_of_a_board_moved_by_themselves_verify(tmp_path: Path) -> None:
    """Two boards of 2x4: of 25 tilings 10 are left when each is moved and both are exchanged, 15 moved together."""
    board = "[" + ", ".join(f"[{row}, {column}]" for row in range(2) for column in range(9) if column != 4) + "]"
    parted = puzzle_of(f"board: {{cells: {board}}}, tiles: [{{set: domino, multiplicity: any}}]")
    path = tmp_path / "p.jsonl"
    wanted: dict[Symmetry, int] = {"components": 10, "full": 15}
    for symmetry, orbits in wanted.items():
        result = solve(parted, symmetry=symmetry, jobs=1)
        write_solutions(path, parted, result.solutions)
        found = verify(parted, path)
        assert (result.count, found.solutions, found.orbits, found.raw) == (orbits, orbits, orbits, 25)


def test_coordinates_without_a_cell_are_refused(tmp_path: Path) -> None:
    """Coordinates in a file that are no cell are answered with the rule."""
    path = tmp_path / "x.jsonl"
    path.write_text('{"placements": [{"tile": "D1", "cells": [[0, 0, 0], [1, 0, 0]]}]}\n', encoding="utf-8")
    with pytest.raises(SolutionFileError, match=r"\(1, 0, 0\) is no ball: x \+ y \+ z must be even"):
        verify(puzzle_of("board: {tetrahedron: 2}, tiles: [{set: disphere, multiplicity: 2}]"), path)


@pytest.mark.parametrize(
    ("size", "problem"),
    [
        (float("inf"), "Infinity is not an orbit size"),
        (-5, "-5 is not an orbit size"),
        (2.0, "2.0 is not an orbit size"),
        ("4", '"4" is not an orbit size'),
        (True, "true is not an orbit size"),
        (7, "its orbit_size 7 is wrong; it is 1 or 2"),
    ],
)
def test_orbit_sizes_are_checked(file: Path, puzzle: Puzzle, size: Any, problem: str) -> None:
    """They add up to the number of all solutions, so nonsense is refused; Infinity was a traceback once."""
    data = json.loads(file.read_text().splitlines()[0])
    file.write_text(json.dumps({**data, "orbit_size": size}))
    with pytest.raises(SolutionFileError, match=problem):
        verify(puzzle, file)


@pytest.mark.parametrize(
    ("spoil", "problem"),
    [
        (lambda line: line[:40], "d.jsonl:1: not a solution: "),
        (lambda line: "[1, 2]", r"\[1, 2\] is not an object in braces"),
        (lambda line: "null", "null is not an object"),
        (lambda line: "[" * 100_000, "nested too deeply"),
        (lambda line: "{}", "the key 'placements' is missing"),
        (lambda line: '{"placements": "abc"}', "'placements' is \"abc\", not a list"),
        (lambda line: '{"placements": [{"tile": "I"}]}', "the key 'cells' is missing"),
        (lambda line: '{"placements": [{"cells": []}]}', "null is not a tile name"),
        (lambda line: '{"placements": [{"tile": "I", "cells": [[0.0, 0]]}]}', r"\[0.0, 0\] is not a cell"),
        (lambda line: '{"placements": []}', r"the cell \[0, 0\] is not covered"),
        (lambda line: line + "\n" + line, "solution 2: it is the same as solution 1"),
    ],
)
def test_every_kind_of_damage_is_named(file: Path, puzzle: Puzzle, spoil: Callable[[str], str], problem: str) -> None:
    """A damaged file is a mistake with a place, in words about the file and not about this program."""
    file.write_text(spoil(file.read_text().splitlines()[0]))
    with pytest.raises(SolutionFileError, match=problem):
        verify(puzzle, file)


def test_files_from_other_editors_are_read(file: Path, puzzle: Puzzle) -> None:
    """A byte order mark, other line ends and blank lines do no harm."""
    text = file.read_text()
    file.write_bytes(("\ufeff" + text.replace("\n", "\r\n\r\n")).encode())
    assert verify(puzzle, file).solutions == 9
