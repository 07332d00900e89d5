"""Given pieces are drawn where a drawing says the same, and listed elsewhere."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cp_puzzles import build_puzzle, load_spec, parse_spec, solve
from cp_puzzles.puzzle.draw_given import with_given_drawn
from cp_puzzles.spec.schema import GivenDrawing
from cp_puzzles.spec.text import spec_text
from tests.examples import thinned

DRAWN = ["tetrahexes7x4", "solid_pentomino3x4x5", "pentomino5x12", "hexiamonds_trapezoid", "kanoodle_small_pyramid"]


@pytest.mark.parametrize("name", thinned([*DRAWN, "five_tiles4x4", "dominoes4x4"], 3))
def test_what_is_drawn_is_what_is_given(name: str) -> None:
    """Read back from its text, with pieces of a solution given one after the other; drawn wherever letters will do."""
    plain = load_spec(name)
    pieces = solve(name, symmetry="off", engine="cp-sat", limit=2, jobs=1).solutions[0].placements
    for number in (1, 3, 4):
        lattice = build_puzzle(plain).lattice
        listed = [{"tile": p.tile, "cells": [list(lattice.written(cell)) for cell in p.cells]} for p in pieces[:number]]
        spec = type(plain).model_validate({**plain.data(), "given": listed})
        puzzle = build_puzzle(spec)
        drawn = with_given_drawn(spec, puzzle)
        assert build_puzzle(parse_spec(spec_text(drawn))).given == puzzle.given
        assert name not in DRAWN or isinstance(drawn.given[0], GivenDrawing)


def test_copies_side_by_side_are_listed() -> None:
    """Nothing would tell which cells belong together."""
    spec = parse_spec(
        "{name: d, board: {size: [2, 4]}, tiles: [{set: domino, multiplicity: 4}], "
        "given: [{tile: I, cells: [[0, 0], [0, 1]]}, {tile: I, cells: [[1, 0], [1, 1]]}]}"
    )
    puzzle = build_puzzle(spec)
    assert with_given_drawn(spec, puzzle) == spec
    assert with_given_drawn(spec, replace(puzzle, given=())) == spec
