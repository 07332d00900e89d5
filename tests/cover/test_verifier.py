"""The verifier finds every kind of fault, and none in a solution."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from cp_puzzles.cover.problem import Cover, build_cover
from cp_puzzles.cover.solution import solution_of
from cp_puzzles.cover.verify import Verifier
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.puzzle.build import build_puzzle
from cp_puzzles.spec.load import parse_spec
from tests.cover_problems import all_solutions
from tests.examples import examples
from tests.small_puzzles import covers

PUZZLE = build_puzzle(
    parse_spec(
        """
name: x
board:
  drawing: |
    XXX?
    XXX?
  holes: [[1, 2]]
  labels: {left: [0, 3]}
tiles:
  - {set: trominoes, only: [L], rotate: false, reflect: false}
  - {set: domino, multiplicity: {min: 1, max: 2}}
  - {set: monomino, multiplicity: {max: 1}}
given:
  - {tile: I, cells: [[0, 1], [0, 2]]}
"""
    ),
    leave=["left"],
)
L = Placement(((0, 0), (1, 0), (1, 1)), "L")
I = Placement(((0, 1), (0, 2)), "I")  # noqa: E741
SINGLE = Placement(((1, 3),), "O")


def put(tile: str, *cells: tuple[int, ...]) -> Placement:
    """A placement in short."""
    return Placement(cells, tile)


@pytest.mark.parametrize("placements", [[L, I], [I, L], [L, I, SINGLE]])
def test_solutions(placements: list[Placement]) -> None:
    """Solutions have no fault, in whatever order their placements come."""
    assert Verifier(PUZZLE).fault(placements) is None


@pytest.mark.parametrize(
    ("placements", "fault"),
    [
        pytest.param([], "the cell [0, 0] is not covered", id="nothing"),
        pytest.param([I], "the cell [0, 0] is not covered", id="a cell bare"),
        pytest.param([L, I, I], "the cell [0, 1] is covered twice", id="a placement twice"),
        pytest.param([L, I, put("O", (0, 2))], "the cell [0, 2] is covered twice", id="two tiles on a cell"),
        pytest.param([L, I, put("T", (1, 3))], "there is no tile 'T'", id="an unknown tile"),
        pytest.param(
            [put("L", (0, 0), (0, 1), (1, 0)), I],
            "the cells [[0, 0], [0, 1], [1, 0]] are no allowed position of 'L'",
            id="a tile that may not turn",
        ),
        pytest.param(
            [L, put("I", (0, 1), (0, 2), (1, 3))],
            "the cells [[0, 1], [0, 2], [1, 3]] are no allowed position of 'I'",
            id="a cell too many",
        ),
        pytest.param([L, put("I", (0, 1))], "the cells [[0, 1]] are no allowed position of 'I'", id="a cell too few"),
        pytest.param(
            [L, I, put("O", (1, 3), (1, 3))],
            "the cells [[1, 3], [1, 3]] are no allowed position of 'O'",
            id="a cell twice in a placement",
        ),
        pytest.param([L, I, put("O", (5, 5))], "'O' covers [5, 5], which is no cell to cover", id="off the board"),
        pytest.param([L, I, put("O", (-1, 0))], "'O' covers [-1, 0], which is no cell to cover", id="a negative cell"),
        pytest.param([L, I, put("O", (1, 2))], "'O' covers [1, 2], which is no cell to cover", id="on a hole"),
        pytest.param(
            [L, I, put("O", (0, 3))], "'O' covers [0, 3], which is no cell to cover", id="on a cell left empty"
        ),
        pytest.param([L, I, put("O", (0, 1, 3))], "'O' covers [0, 1, 3], which is no cell to cover", id="in space"),
        pytest.param(
            [put("I", (0, 0), (1, 0)), I, put("O", (1, 1))],
            "'L' is used 0 times, its multiplicity is 1 to 1",
            id="too few",
        ),
    ],
)
def test_faults(placements: list[Placement], fault: str) -> None:
    """Every kind of fault is found and named with its cell or tile."""
    assert Verifier(PUZZLE).fault(placements) == fault


@pytest.mark.parametrize(
    ("text", "placements", "fault"),
    [
        pytest.param(
            "board: {size: [1, 3]}, tiles: [{set: monomino, multiplicity: {min: 0, max: 2}}]",
            [put("O", (0, 0)), put("O", (0, 1)), put("O", (0, 2))],
            "'O' is used 3 times, its multiplicity is 0 to 2",
            id="too many",
        ),
        pytest.param(
            "board: {size: [2, 2]}, tiles: [{set: domino, multiplicity: 2}], "
            "given: [{tile: I, cells: [[0, 0], [0, 1]]}]",
            [put("I", (0, 0), (1, 0)), put("I", (0, 1), (1, 1))],
            "'I', which is given, does not lie on [[0, 0], [0, 1]]",
            id="given elsewhere",
        ),
        pytest.param(
            "board: {size: [1, 3]}, fill: false, tiles: [{set: monomino, multiplicity: any}]",
            [],
            None,
            id="nothing is all",
        ),
    ],
)
def test_bounds_and_given(text: str, placements: list[Placement], fault: str | None) -> None:
    """Bounds hold from both sides, what is given must be there, and an empty board may be a solution."""
    assert Verifier(build_puzzle(parse_spec("{name: x, " + text + "}"))).fault(placements) == fault


@examples(40)
@given(covers(most_options=16))
def test_verifier_agrees_with_the_cover(cover: Cover) -> None:
    """Of all sets of placements that do not overlap, those without a fault are the solutions of the cover problem."""
    relaxed = replace(cover.problem, items=tuple(replace(item, minimum=0, maximum=9) for item in cover.problem.items))
    subsets, solutions = all_solutions(relaxed, at_most=1000), all_solutions(cover.problem, at_most=3000)
    if solutions is None:
        return
    verifier = Verifier(cover.puzzle)
    for subset in solutions if subsets is None else subsets:
        fault = verifier.fault(solution_of(cover, subset).placements)
        assert (fault is None) == (subset in solutions)


def test_solution_has_what_is_given() -> None:
    """A solution shows the given placements among its own, sorted by first cell, and knows who lies where."""
    text = (
        "{name: x, board: {size: [1, 4]}, tiles: [{set: domino, multiplicity: 2}], "
        "given: [{tile: I, cells: [[0, 1], [0, 0]]}]}"
    )
    cover = build_cover(build_puzzle(parse_spec(text)))
    solution = solution_of(cover, [0])
    assert [placement.cells for placement in solution.placements] == [((0, 0), (0, 1)), ((0, 2), (0, 3))]
    assert solution.tile_at() == {(0, 0): 0, (0, 1): 0, (0, 2): 1, (0, 3): 1}
