"""The scan of boards on which options need others: the solutions of the general search, paused or not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cp_puzzles.api import cover_and_request
from cp_puzzles.engines.engine import Part, PartTask
from cp_puzzles.engines.exact_cover.conditional_scan import conditional_board
from cp_puzzles.engines.exact_cover.cover_arrays import cover_arrays
from cp_puzzles.engines.exact_cover.exact_cover_engine import ExactCoverEngine
from tests.cover.cover_problems import part_solutions
from tests.engines.test_parts_with_budget import check_pieces
from tests.examples import examples
from tests.written import puzzle_of

SHAPES = {1: "[[0, 0]]", 2: "[[0, 0], [0, 1]]", 3: "[[0, 0], [0, 1], [1, 0]]", 4: "[[0, 0], [0, 1], [0, 2], [0, 3]]"}
BOARDS = {
    "board: {size: [3, 3]}": 9,
    "board: {size: [3, 4], holes: [[1, 2]]}": 11,
    "board: {size: [2, 5], wrap: tube}": 10,
    "lattice: triangular, board: {hexagon: 1}": 6,
    "board: {size: [2, 4]}": 8,
}


@st.composite
def corner_puzzles(draw: st.DrawFn) -> str:
    """Pieces of two or three colors that fill a small board; those of a color share corners and no sides."""
    board = draw(st.sampled_from(sorted(BOARDS)))
    colors = draw(st.sampled_from(["ab", "abc"]))
    largest = 1 if board.startswith("lattice") else 4
    tiles, groups, left = list[str](), dict[str, list[str]](), BOARDS[board]
    given = draw(st.sampled_from(["", ", given: [{tile: T1, cells: [[0, 0]]}]"])) if largest == 4 else ""
    while left:
        sizes = [n for n in (1, 2, 3, 4) if n <= min(left, largest) and (n > 1 or len(tiles) < 4 or left < 3)]
        size = 1 if given and not tiles else draw(st.sampled_from(sizes))
        color, name = colors[len(tiles) % len(colors)], f"T{len(tiles) + 1}"
        left -= size
        cells = SHAPES[size] if largest > 1 else "[[0, 0, 0]]"
        tiles.append(f"{{name: {name}, cells: {cells}, colors: {{{color}: {cells}}}}}")
        groups.setdefault(color, []).append(name)
    written = ", ".join(f"[{', '.join(names)}]" for names in groups.values())
    rules = f"rules: {{corners: {{touch: true, groups: [{written}]}}}}"
    return f"colors: {colors}, {board}, tiles: [{', '.join(tiles)}], {rules}{given}"


@examples(30)
@given(text=corner_puzzles(), symmetry=st.sampled_from(["off", "full", "colors"]), seed=st.integers(0, 99))
def test_conditional_scan_has_the_solutions_of_general_search(text: str, symmetry: str, seed: int) -> None:
    """Squares, triangles, holes, tubes, given pieces, exchanges of colors; in parts, and beside chosen options."""
    cover, request = cover_and_request(puzzle_of(text), symmetry=symmetry)  # type: ignore[arg-type]
    general = replace(request, settings={"scan": False, "restarts": False})
    parts = [Part(), *(Part(chosen=(option,)) for option in cover.problem.covering.row(0).tolist()[:2])]
    if len(cover.problem.options):
        parts.append(Part(excluded=(seed % len(cover.problem.options),)))
    for part in parts:
        rows, result = part_solutions(ExactCoverEngine(), PartTask(general, part))
        found, scanned = part_solutions(ExactCoverEngine(), PartTask(request, part))
        assert sorted(found) == sorted(rows)
        assert (scanned.raw, scanned.self_symmetric) == (result.raw, result.self_symmetric)
    check_pieces(PartTask(request), seed, 3)


@pytest.mark.parametrize(("size", "count", "raw"), [("[2, 3]", 0, 0), ("[3, 5]", 11, 36), ("[4, 4]", 11, 57)])
def test_conditional_scan_holds_conditions_of_no_option(size: str, count: int, raw: int) -> None:
    """One domino at least, beside monominoes: a condition that holds in any case supports no option."""
    tiles = "{set: monomino, multiplicity: any}, {set: domino, multiplicity: 1-40}"
    puzzle = puzzle_of(f"board: {{size: {size}}}, tiles: [{tiles}], rules: {{corners: {{touch: true, groups: [[I]]}}}}")
    cover, request = cover_and_request(puzzle)
    assert conditional_board(cover_arrays(cover.problem)) is not None
    _, result = part_solutions(ExactCoverEngine(), PartTask(request))
    assert (result.solutions, result.raw) == (count, raw)


def test_conditional_board_is_for_conditions_alone() -> None:
    """Corners of a group make conditions; a tile with two copies, empty cells and no rule make none."""
    tiles = "tiles: [{set: tetrominoes, multiplicity: %s}]"
    for keys, has_board in (
        (f"board: {{size: [4, 5]}}, {tiles % 1}, rules: {{corners: {{touch: true, groups: [[I, L]]}}}}", True),
        (f"board: {{size: [4, 5]}}, {tiles % '0-2'}, rules: {{corners: {{touch: true, groups: [[I, L]]}}}}", False),
        (f"board: {{size: [4, 6]}}, fill: false, {tiles % 1}, rules: {{corners: {{touch: true}}}}", False),
        (f"board: {{size: [4, 5]}}, {tiles % 1}, rules: {{corners: {{touch: false}}}}", False),
    ):
        problem = cover_and_request(puzzle_of(keys))[0].problem
        assert (conditional_board(cover_arrays(problem)) is not None) == has_board, keys


@pytest.mark.slow
def test_conditional_scan_has_all_solutions_of_blokus() -> None:
    """Four sets of tetrominoes on 8x10: all 35 solutions, and the first one among few nodes."""
    _, request = cover_and_request("blokus_tetrominoes8x10", symmetry="colors")
    first = ExactCoverEngine().run(PartTask(request, limit=1))
    assert first.statistics["nodes"] < 2_000_000
    result = ExactCoverEngine().run(PartTask(request))
    assert (result.solutions, result.raw) == (35, 3120)
