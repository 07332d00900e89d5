"""The verifier finds every kind of fault, and none in a solution."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.cover.solution import solution_of
from cp_puzzles.cover.verifier import Verifier
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import build_puzzle
from cp_puzzles.puzzle.spec.loader import parse_spec
from tests.cover.cover_problems import all_solutions
from tests.examples import examples
from tests.small_puzzles import covers
from tests.written import cover_of, puzzle_of

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
def test_verifier_accepts_solutions(placements: list[Placement]) -> None:
    """Solutions have no fault, for any order of their placements."""
    assert Verifier(PUZZLE).violation(placements) is None


NO_CELL = "'O' covers {}, which is not a cell to cover"
NO_PLACEMENT = "the cells {} are not a placement of {!r}"
VIOLATIONS = {
    "nothing": ([], "the cell [0, 0] is not covered"),
    "a cell bare": ([I], "the cell [0, 0] is not covered"),
    "a placement twice": ([L, I, I], "the cell [0, 1] is covered twice"),
    "two tiles on a cell": ([L, I, put("O", (0, 2))], "the cell [0, 2] is covered twice"),
    "an unknown tile": ([L, I, put("T", (1, 3))], "there is no tile 'T'"),
    "a tile that may not turn": (
        [put("L", (0, 0), (0, 1), (1, 0)), I], NO_PLACEMENT.format("[[0, 0], [0, 1], [1, 0]]", "L")
    ),
    "a cell too many": (
        [L, put("I", (0, 1), (0, 2), (1, 3))], NO_PLACEMENT.format("[[0, 1], [0, 2], [1, 3]]", "I")
    ),
    "a cell too few": ([L, put("I", (0, 1))], NO_PLACEMENT.format("[[0, 1]]", "I")),
    "a cell twice in a placement": (
        [L, I, put("O", (1, 3), (1, 3))], NO_PLACEMENT.format("[[1, 3], [1, 3]]", "O")
    ),
    "off the board": ([L, I, put("O", (5, 5))], NO_CELL.format("[5, 5]")),
    "a negative cell": ([L, I, put("O", (-1, 0))], NO_CELL.format("[-1, 0]")),
    "on a hole": ([L, I, put("O", (1, 2))], NO_CELL.format("[1, 2]")),
    "on a cell left empty": ([L, I, put("O", (0, 3))], NO_CELL.format("[0, 3]")),
    "in space": ([L, I, put("O", (0, 1, 3))], NO_CELL.format("[0, 1, 3]")),
    "too few": (
        [put("I", (0, 0), (1, 0)), I, put("O", (1, 1))], "'L' is used 0 times, its multiplicity is 1 to 1"
    ),
}  # fmt: skip


@pytest.mark.parametrize(("placements", "violation"), VIOLATIONS.values(), ids=list(VIOLATIONS))
def test_verifier_names_violations(placements: list[Placement], violation: str) -> None:
    """Every kind of fault is found and named with its cell or tile."""
    assert Verifier(PUZZLE).violation(placements) == violation


@pytest.mark.parametrize(
    ("text", "placements", "violation"),
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
def test_verifier_checks_bounds_and_given(text: str, placements: list[Placement], violation: str | None) -> None:
    """The verifier checks lower and upper bounds and given pieces, and accepts an empty board as a solution."""
    assert Verifier(puzzle_of(text)).violation(placements) == violation


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
        violation = verifier.violation(solution_of(cover, subset).placements)
        assert (violation is None) == (subset in solutions)


def test_solution_contains_the_given_pieces() -> None:
    """A solution contains the given placements, sorted by first cell, and maps cells to placements."""
    given = "given: [{tile: I, cells: [[0, 1], [0, 0]]}]"
    cover = cover_of(f"board: {{size: [1, 4]}}, tiles: [{{set: domino, multiplicity: 2}}], {given}")
    solution = solution_of(cover, [0])
    assert [placement.cells for placement in solution.placements] == [((0, 0), (0, 1)), ((0, 2), (0, 3))]
    assert solution.tile_at() == {(0, 0): 0, (0, 1): 0, (0, 2): 1, (0, 3): 1}


def test_verifier_refuses_edges_that_cross() -> None:
    """Two lines of sticks may not cross at a vertex; side by side they may lie."""
    puzzle = puzzle_of(
        "lattice: sticks, board: {vertices: [3, 3]}, fill: false, "
        "tiles: [{name: I, cells: [[0, 0, 0], [1, 0, 0]], multiplicity: 2}]"
    )

    def line(*cells: tuple[int, int, int]) -> Placement:
        return Placement(tuple(sorted(map(puzzle.lattice.cell_at, cells))), "I")

    across, down, side = line((0, 1, 0), (1, 1, 0)), line((1, 0, 1), (1, 1, 1)), line((0, 0, 1), (0, 1, 1))
    assert Verifier(puzzle).violation((across, down)) == "'I' crosses 'I'"
    assert Verifier(puzzle).violation((side, down)) is None
