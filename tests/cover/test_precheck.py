"""Plain reasons why there is no solution: they are right, and the usual ones are found."""

from __future__ import annotations

import pytest
from hypothesis import given

from cp_puzzles.cover.problem import Cover, build_cover
from cp_puzzles.proofs.reason import reason_for_none
from cp_puzzles.puzzle.build import build_puzzle
from cp_puzzles.spec.load import load_spec, parse_spec
from tests.cover_problems import all_solutions
from tests.examples import examples
from tests.small_puzzles import covers


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("board: {size: [2, 3]}, tiles: [{set: pentominoes}]", "fits nowhere", id="a tile is too long"),
        pytest.param("board: {size: [3, 5]}, tiles: [{set: pentominoes, only: [P, U]}]", "15", id="too few cells"),
        pytest.param("board: {size: [2, 2]}, tiles: [{set: domino, multiplicity: 3}]", "cells", id="too many cells"),
        pytest.param(
            "board: {drawing: XXX.X}, tiles: [{set: domino, multiplicity: 2}]", "no tile can cover", id="a lone cell"
        ),
        pytest.param(
            'board: {drawing: "XXX\\nXXX\\n...\\nXXX"}, tiles: [{set: domino, multiplicity: 4}, {set: monomino}]',
            None,
            id="parts that can be filled",
        ),
        pytest.param(
            "board: {size: [4, 5]}, tiles: [{set: tetrominoes}]", "checkerboard", id="the tetrominoes fill no rectangle"
        ),
        pytest.param(
            "board: {size: [8, 8], holes: [[0, 0], [7, 7]]}, tiles: [{set: domino, multiplicity: 31}]",
            "checkerboard",
            id="the mutilated chessboard",
        ),
        pytest.param("board: {size: [3, 4]}, tiles: [{set: domino, multiplicity: 99}]", "cells", id="far too many"),
    ],
)
def test_reasons(text: str, words: str | None) -> None:
    """The reason names what is wrong; where nothing plain is wrong, there is none."""
    reason = reason_for_none(build_cover(build_puzzle(parse_spec("{name: x, " + text + "}"))))
    assert reason is None if words is None else words in (reason or "")


@examples(80)
@given(covers(most_options=24))
def test_reason_is_right(cover: Cover) -> None:
    """A puzzle for which a reason is given has no solution."""
    if reason_for_none(cover) is not None:
        assert all_solutions(cover.problem, at_most=3000) == []


@pytest.mark.parametrize("name", ["pentomino6x10", "soma"])
def test_no_reason_where_there_are_solutions(name: str) -> None:
    """Nothing speaks against puzzles that have solutions."""
    assert reason_for_none(build_cover(build_puzzle(load_spec(name)))) is None
