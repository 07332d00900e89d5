"""Pieces that overlap: every cell is covered at least once, or at most twice."""

from __future__ import annotations

import pytest

from cp_puzzles import MistakeError, SpecError, apart, count, explain, solve, write_solutions
from cp_puzzles.analysis.certificate.statement import statement_of
from cp_puzzles.cover.verifier import Verifier
from cp_puzzles.output.problem_export import export_model
from cp_puzzles.puzzle.geometry.placement import Placement, sheets
from tests.written import puzzle_of

KINGS = "board: {size: [5, 5], wrap: torus}, overlap: true, tiles: [{size: [3, 3], multiplicity: any}]"
DOMINOES = "board: {size: [2, 3]}, overlap: 2, tiles: [{set: domino, multiplicity: any}]"


@pytest.mark.parametrize("engine", ["cp-sat", "exact-cover"])
def test_overlap_finds_fewest_kings_on_torus(engine: str) -> None:
    """Four kings dominate a torus of 5x5 (Watkins, Across the Board, 2004), says the search with each engine."""
    result = solve(puzzle_of(f"{KINGS}, minimize: pieces"), engine=engine, jobs=1)
    assert result.objective is not None
    assert (result.objective["value"], result.objective["bound"]) == (4, 4)


def test_overlap_is_refused_where_a_cell_has_one_piece(tmp_path: object) -> None:
    """Rules, files, disassembly and certificates that need one piece for each cell are refused in a line."""
    for rule in ("touch: [[I, I]]", "faults: 0", "crossroads: 0", "symmetric: half-turn", "colorable: {with: 2}"):
        with pytest.raises(SpecError, match="is not defined for pieces that overlap; remove it, or overlap"):
            puzzle_of(f"{DOMINOES}, rules: {{{rule}}}")
    with pytest.raises(SpecError, match="minimize: touching is not defined"):
        puzzle_of(f"{DOMINOES}, minimize: touching")
    puzzle = puzzle_of(DOMINOES)
    for suffix in ("html", "txt"):
        with pytest.raises(MistakeError, match="pieces may overlap"):
            write_solutions(f"{tmp_path}/x.{suffix}", puzzle, [])
    with pytest.raises(MistakeError, match="pieces may overlap"):
        export_model(puzzle, f"{tmp_path}/x.polyomino")
    with pytest.raises(MistakeError, match="cannot be taken apart"):
        apart(puzzle)
    with pytest.raises(MistakeError, match="the checker knows only tilings without overlaps"):
        statement_of(puzzle, "off")


def test_overlap_counts_given_pieces() -> None:
    """A given piece uses a place on its cells, is not placed a second time, and is not given twice."""
    given = "given: [{tile: I, cells: [[0, 0], [0, 1]]}, {tile: I, cells: [[0, 1], [0, 2]]}]"
    puzzle = puzzle_of(f"{DOMINOES}, {given}")
    assert len(puzzle.free_cells) == 5
    every = solve(puzzle_of(DOMINOES), symmetry="off", jobs=1).solutions
    plain = [solution for solution in every if {*puzzle.given} <= {*solution.placements}]
    assert count(puzzle, symmetry="off", jobs=1).count == len(plain)
    with pytest.raises(SpecError, match="'I' is given twice on these cells"):
        puzzle_of(f"{DOMINOES}, given: [{{tile: I, cells: [[0, 0], [0, 1]]}}, {{tile: I, cells: [[0, 0], [0, 1]]}}]")


def test_overlap_is_verified_on_the_tiling() -> None:
    """The verifier refuses a third piece on a cell, and a piece that lies twice on the same cells."""
    verifier = Verifier(puzzle_of(DOMINOES))
    across, down = Placement(((0, 0), (0, 1)), "I"), Placement(((0, 0), (1, 0)), "I")
    rest = [Placement(((1, 0), (1, 1)), "I"), Placement(((0, 2), (1, 2)), "I")]
    assert verifier.violation([across, down, *rest]) is None
    assert verifier.violation([across, across, *rest]) == "'I' lies 2 times on [[0, 0], [0, 1]]"
    third = [Placement(((0, 1), (0, 2)), "I"), Placement(((0, 1), (1, 1)), "I")]
    assert verifier.violation([across, down, *rest, *third]) == "the cell [0, 1] is covered 3 times"
    assert [len(sheet) for sheet in sheets([across, down, *rest])] == [3, 1]


def test_overlap_is_explained_by_a_search() -> None:
    """A search answers where pieces may overlap, since areas and weights give no reason."""
    tile = "tiles: [{set: pentominoes, only: [L], multiplicity: any}]"
    assert explain(puzzle_of(f"board: {{size: [4, 4]}}, overlap: true, {tile}")).answer == "some"
    four = "board: {size: [3, 3]}, overlap: 2, tiles: [{set: domino, multiplicity: 4}]"
    assert explain(puzzle_of(four)).answer == "none"
