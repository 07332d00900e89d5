"""The search of single cells whose sides match: the solutions of the general search, paused or not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cp_puzzles.api import cover_and_request
from cp_puzzles.engines.engine import PartTask
from cp_puzzles.engines.exact_cover import exact_cover_engine as engine_module
from cp_puzzles.engines.exact_cover import matched_search as board_module
from cp_puzzles.engines.exact_cover.cover_arrays import cover_arrays
from cp_puzzles.engines.exact_cover.exact_cover_engine import ExactCoverEngine
from cp_puzzles.engines.exact_cover.matched_search import matched_board, tables_of
from cp_puzzles.engines.exact_cover.subproblems import subproblems
from cp_puzzles.errors import SpecError
from cp_puzzles.puzzle.puzzle import Puzzle
from tests.cover.cover_problems import part_solutions
from tests.engines.test_parts_with_budget import check_pieces
from tests.examples import examples
from tests.written import puzzle_of

BOARDS = {
    "board: {size: [2, 3]}": (4, "[0, 0]"),
    "board: {size: [3, 3], holes: [[1, 1]]}": (4, "[0, 0]"),
    "board: {size: [2, 3], wrap: tube}": (4, "[0, 0]"),
    "board: {size: [2, 2], wrap: torus}": (4, "[0, 0]"),
    "board: {size: [1, 2, 3]}": (6, "[0, 0, 0]"),
    "lattice: hexagonal, board: {parallelogram: [2, 3]}": (6, "[0, 0]"),
    "lattice: triangular, board: {hexagon: 1}": (3, "[0, 0, 0]"),
}
MULTIPLICITIES = ("1", "0-1", "0-3", "2", "{min: 1, max: 4}", "any")


MAX_ASSIGNMENTS = 20_000
"""Ways to give each cell an option, with and without matching sides."""


@st.composite
def matched_puzzles(draw: st.DrawFn) -> Puzzle:
    """A small board and a few single cells with colored sides; some sides have no color."""
    board = draw(st.sampled_from(sorted(BOARDS)))
    sides, cell = BOARDS[board]
    colors = draw(st.sampled_from(["a", "ab", "abc", "ab."]))
    tiles = []
    for number in range(draw(st.integers(1, 4))):
        shown = "".join(draw(st.lists(st.sampled_from(colors), min_size=sides, max_size=sides)))
        rotate, copies = draw(st.sampled_from(["true", "false"])), draw(st.sampled_from(MULTIPLICITIES))
        keys = f"cells: [{cell}], sides: '{shown}', rotate: {rotate}, multiplicity: {copies}"
        tiles.append(f"{{name: T{number}, {keys}}}")
    rule = draw(st.sampled_from(["match: equal", "match: {a: b}", "match: equal, boundary: a"]))
    try:
        return puzzle_of(f"{board}, tiles: [{', '.join(tiles)}], rules: {{{rule}}}")
    except SpecError:
        return puzzle_of(f"{board}, tiles: [{{name: T, cells: [{cell}], sides: {'a' * sides}, multiplicity: any}}]")


@examples(60)
@given(puzzle=matched_puzzles(), symmetry=st.sampled_from(["off", "rotations", "full"]), seed=st.integers(0, 99))
def test_matched_search_has_the_solutions_of_the_general_one(puzzle: Puzzle, symmetry: str, seed: int) -> None:
    """Sides without colors, pairs of colors, copies, holes, rolled boards, cubes, hexagons and triangles; in parts."""
    cover, request = cover_and_request(puzzle, symmetry=symmetry)  # type: ignore[arg-type]
    assume((len(cover.problem.options) / len(cover.problem.cells)) ** len(cover.problem.cells) < MAX_ASSIGNMENTS)
    general = replace(request, settings={"scan": False, "restarts": False})
    rows, result = part_solutions(ExactCoverEngine(), PartTask(general))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine_module, "MATCHED_FROM_OPTIONS", 0)
        found, matched = part_solutions(ExactCoverEngine(), PartTask(request))
        assert sorted(found) == sorted(rows)
        assert (matched.solutions, matched.raw, matched.self_symmetric) == (
            result.solutions,
            result.raw,
            result.self_symmetric,
        )
        check_pieces(PartTask(request), seed, 3)


def test_matched_board_is_for_single_cells_and_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Squares with colored sides have one; dominoes, empty cells, rules on more cells and huge tables have none."""
    squares = "board: {size: [2, 3]}, tiles: [{set: macmahon-squares, multiplicity: 0-1}], rules: {match: equal%s}%s"
    for rules, keys in (("", ", fill: false"), (", choose: [{of: [aaaa, aaab], copies: 1}]", "")):
        assert matched_board(cover_and_request(puzzle_of(squares % (rules, keys)))[0].problem) is None
    dominoes = "board: {size: [2, 2]}, tiles: [{set: domino, multiplicity: 2}]"
    assert matched_board(cover_and_request(puzzle_of(dominoes))[0].problem) is None
    _, request = cover_and_request(puzzle_of(squares % ("", "")))
    board, subproblem = (
        matched_board(request.problem),
        next(subproblems(cover_arrays(request.problem), PartTask(request))),
    )
    assert board is not None
    assert tables_of(board, subproblem) is not None
    monkeypatch.setattr(board_module, "MAX_ENTRIES", 100)
    assert tables_of(board, subproblem) is None


def test_matched_search_with_more_than_one_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sets of more than 64 tiles and of more than 64 cells: 81 tiles on 9x9, each in its place."""
    monkeypatch.setattr(engine_module, "MATCHED_FROM_OPTIONS", 0)
    text = "board: {size: [9, 9]}, tiles: [{set: tetravex-9x9-20-1}], rules: {match: equal}"
    problem, request = cover_and_request(puzzle_of(text))
    assert matched_board(problem.problem) is not None
    assert ExactCoverEngine().run(PartTask(request)).solutions == 1


@pytest.mark.slow
@pytest.mark.parametrize(("size", "kind", "solutions"), [(7, "eternity-7x7-6-3", 1), (8, "tetravex-8x8-10-1", 2)])
def test_matched_search_of_real_sets(size: int, kind: str, solutions: int) -> None:
    """Sets of 7x7 in a frame and of 8x8 squares have their solutions, which no other search here ends."""
    rule = "match: equal, boundary: x" if kind.startswith("eternity") else "match: equal"
    request = cover_and_request(
        puzzle_of(f"board: {{size: [{size}, {size}]}}, tiles: [{{set: {kind}}}], rules: {{{rule}}}")
    )[1]
    assert ExactCoverEngine().run(PartTask(request)).solutions == solutions
