"""Tori that are one long row: pictures show a parallelogram of the same cells."""

from __future__ import annotations

from io import StringIO
from random import Random
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from cp_puzzles import build_puzzle, solve
from cp_puzzles.cover.cover_problem import build_cover
from cp_puzzles.output.draw.board_picture import board_picture
from cp_puzzles.output.terminal.board_view import solution_view
from cp_puzzles.output.web.page_data import PageData
from cp_puzzles.puzzle.geometry.isometry import Sublattice, subtract
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.wrapped_lattice import wrapped
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.spec.schema import PuzzleSpec

FLAT = [lattice for lattice in LATTICES.values() if lattice.is_flat]


def torus(length: int, shift: int, **keys: Any) -> Puzzle:
    """Return a puzzle of dominoes on a row of squares, each above the one `shift` to the right."""
    board = {"size": [1, length], "wrap": [[0, length], [1, shift]], **keys.pop("board", {})}
    tiles = [{"set": "domino", "multiplicity": "any"}]
    return build_puzzle(PuzzleSpec.from_dict({"name": "torus", "board": board, "tiles": tiles, **keys}))


@pytest.mark.parametrize("lattice", FLAT, ids=lambda each: each.name)
def test_torus_is_drawn_by_other_names_of_its_cells(lattice: Any) -> None:
    """Each drawn cell is equal to its cell up to the periods; no two are equal, and the picture is not larger."""
    random = Random(7)
    down, right = lattice.translations.basis
    for _ in range(12):
        length = random.randint(12, 90)
        shift = random.randint(2, length - 2)
        periods = Sublattice.spanned(
            [tuple(length * x for x in right), tuple(x - shift * y for x, y in zip(down, right, strict=True))]
        )
        origins = [each.origin for each in lattice.cell_classes]
        cells = tuple(
            tuple(a + k * b for a, b in zip(origin, right, strict=True)) for k in range(length) for origin in origins
        )
        drawn = wrapped(lattice, periods, cells).drawn
        images = [drawn.reduce(cell) for cell in cells]
        assert len({*images}) == len(cells)
        assert all(subtract(cell, image) in periods for cell, image in zip(cells, images, strict=True))
        before, after = (np.array(lattice.embedding) @ np.array(each).T for each in (cells, images))
        assert np.ptp(after, axis=1).sum() <= np.ptp(before, axis=1).sum()


@pytest.mark.parametrize(("length", "shift", "most"), [(12, 5, 29), (89, 34, 53), (60, 11, 65), (64, 8, 60)])
def test_torus_fits_the_terminal(length: int, shift: int, most: int) -> None:
    """A solution on a torus of one row is drawn as a parallelogram in 80 columns, with every piece."""
    puzzle = torus(length, shift, fill=length % 2 == 0)
    solution = solve(puzzle, jobs=1, limit=1).solutions[0]
    console = Console(width=80, file=StringIO(), force_terminal=False)
    console.print(solution_view(solution))
    lines = console.file.getvalue().splitlines()  # type: ignore[attr-defined]
    assert len(lines) > 3
    assert max(map(len, lines)) <= most
    assert "..." not in "".join(lines)
    assert sum(line.count("I") for line in lines) >= len(solution.placements)


def test_torus_is_compact_in_pictures_and_on_pages() -> None:
    """Labels, values, holes and regions are on their cells in the picture; the page has the same places."""
    marks = {"labels": {"here": [0, 5]}, "values": {3: [[0, 9]]}, "regions": {"A": [[0, 9], [0, 10]]}}
    board = {**marks, "holes": [[0, 20]]}
    puzzle = torus(85, 13, board=board, rules={"regions": {"A": {"count": {"value": 3, "max": 0}}}})
    picture = board_picture(puzzle, solve(puzzle, jobs=1, limit=1).solutions[0].placements)
    assert max(picture.width, picture.height) < 20
    cover = build_cover(puzzle)
    page = PageData(cover, cover.placements).described()
    xs, ys = zip(*(cell[1:3] for cell in page["cells"]), strict=True)
    assert max(max(xs) - min(xs), max(ys) - min(ys)) < 20
    assert len({*zip(xs, ys, strict=True)}) == 84


@pytest.mark.parametrize("wrap", ["torus", [[0, 12], [1, 0]], [[2, 3], [0, 6]]])
def test_other_tori_are_drawn_as_they_are_written(wrap: Any) -> None:
    """A rectangle with joined sides, and a board that is no strip, keep their cells in pictures."""
    size = [2, 6] if wrap == [[2, 3], [0, 6]] else [1, 12]
    tiles = [{"set": "domino", "multiplicity": "any"}]
    puzzle = build_puzzle(PuzzleSpec.from_dict({"name": "x", "board": {"size": size, "wrap": wrap}, "tiles": tiles}))
    assert puzzle.lattice.drawn is puzzle.lattice
