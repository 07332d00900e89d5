"""Pieces of six-piece burrs: their numbers, their number, and the board."""

from __future__ import annotations

from random import Random

import pytest

from cp_puzzles import build_puzzle, parse_spec
from cp_puzzles.errors import SpecError
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.placement import Polyform, orientations
from cp_puzzles.puzzle.geometry.polyform_sets import burr_numbers, burr_piece
from cp_puzzles.puzzle.geometry.tile_sets import tile_set

CUBIC = LATTICES["cubic"]


@pytest.mark.slow
def test_burr_pieces_are_all_connected_sticks_once() -> None:
    """The 837 pieces of Cutler's analysis: 2,225 connected sticks up to rotation, each with its least number."""
    least = {_first_orientation(number): number for number in burr_numbers()}
    assert len(least) == len(burr_numbers()) == 837
    assert sum(len(CUBIC.components(burr_piece(number))) == 1 for number in range(1, 4097)) == 2225
    for number in Random(1).sample(range(1, 4097), 100):
        if len(CUBIC.components(burr_piece(number))) == 1:
            assert least[_first_orientation(number)] <= number


def _first_orientation(number: int) -> Polyform:
    return orientations(CUBIC, burr_piece(number), rotate=True, reflect=False)[0]


def test_burr_sets_have_the_customary_numbers() -> None:
    """Sets name pieces by number; the 25 notchable pieces of solid burrs are among them."""
    assert [*tile_set("burr-pieces")] == [*tile_set("burr-pieces-8")] == [*map(str, burr_numbers())]
    notchable = tile_set("burr-notchable")
    assert len(notchable) == 25
    assert all(tile_set("burr-pieces")[name] == form for name, form in notchable.items())
    assert len(tile_set("burr-pieces-8")["1024"]) == len(notchable["1024"]) + 8


@pytest.mark.parametrize(("written", "cells"), [("6", 104), ("{length: 6}", 104), ("[8]", 152), ("{length: 10}", 200)])
def test_burr_board_has_three_pairs_of_sticks(written: str, cells: int) -> None:
    """A burr of length n covers 6 * 4n cells, less those that two or three pairs share."""
    spec = parse_spec(f"{{name: x, board: {{burr: {written}}}, tiles: [{{set: burr-notchable, multiplicity: any}}]}}")
    assert len(build_puzzle(spec).board.cells) == cells


@pytest.mark.parametrize("written", ["4", "7", "[6, 8]", "{size: 6}", "true"])
def test_burr_board_refuses_other_lengths(written: str) -> None:
    """The length of a burr is even and at least 6."""
    with pytest.raises(SpecError, match="is not the length of a burr; write an even number from 6 on"):
        parse_spec(f"{{name: x, board: {{burr: {written}}}, tiles: [{{set: burr-notchable}}]}}")
