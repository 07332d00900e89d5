"""Tubes and tori: counts, symmetries, neighbors and rules against brute force without the package."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cp_puzzles import build_puzzle, count, explain, solve
from cp_puzzles.cover.cover_problem import build_cover
from cp_puzzles.cover.symmetry.symmetry_group import Symmetry, group_of
from cp_puzzles.cover.verifier import Verifier
from cp_puzzles.errors import MistakeError, SpecError
from cp_puzzles.output.formats.solution_reader import read_solutions, write_solutions
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.rules.symmetric import named_isometries
from cp_puzzles.puzzle.spec.schema import PuzzleSpec
from cp_puzzles.puzzle.spec.tile_spec import TileEntry
from tests.examples import examples
from tests.puzzle.build import torus_oracle as oracle
from tests.written import puzzle_of

Cell = tuple[int, ...]

SQUARES = [
    [(0, 0)], [(0, 0), (0, 1)], [(0, 0), (0, 1), (0, 2)], [(0, 0), (0, 1), (1, 0)], [(0, 0), (0, 1), (1, 1), (1, 2)],
    [(0, 0), (1, 0), (2, 0), (2, 1)], [(0, 0), (0, 1), (0, 2), (0, 3)], [(0, 0), (0, 1), (0, 2), (1, 1), (2, 1)],
    [(0, 0), (0, 1), (0, 2), (1, 0), (2, 0)],
]  # fmt: skip
HEXAGONS = [[(0, 0)], [(0, 0), (1, 0)], [(0, 0), (1, 0), (2, 0)], [(0, 0), (1, 0), (1, 1)], [(0, 0), (1, 0), (0, 1)],
            [(0, 0), (1, 0), (2, 0), (2, 1)]]  # fmt: skip
TORI: list[Any] = ["torus", ["column"], ["row"], "tube", [[3, 1], [0, 3]], [[2, 2]], [[2, 1], [1, -2]]]


@st.composite
def puzzles(draw: st.DrawFn) -> tuple[PuzzleSpec, list[Cell], list[Cell]]:
    """Draw a small wrapped board of squares or hexagons with a few tiles, and its periods and cells."""
    lattice = draw(st.sampled_from(["square", "square", "hexagonal"]))
    rows, columns = draw(st.sampled_from([(2, 3), (3, 3), (2, 4), (1, 4), (2, 2), (3, 4), (4, 2)]))
    wrap = draw(st.sampled_from(TORI))
    key, axes = ("size", ("row", "column")) if lattice == "square" else ("parallelogram", ("x", "y"))
    if lattice == "hexagonal" and isinstance(wrap, list) and isinstance(wrap[0], str):
        wrap = [axes[("row", "column").index(wrap[0])]]
    straight = {axes[0]: [(rows, 0)], axes[1]: [(0, columns)], "torus": [(rows, 0), (0, columns)]}
    straight["tube"] = straight["column" if lattice == "square" else "x"]
    word = wrap if isinstance(wrap, str) else wrap[0]
    periods: list[Cell] = [*straight[word]] if isinstance(word, str) else [*map(tuple, wrap)]
    drawn = draw(
        st.lists(st.sampled_from(SQUARES if lattice == "square" else HEXAGONS), min_size=1, max_size=3, unique_by=tuple)
    )
    tiles = [
        {"name": name, "cells": cells, "multiplicity": {"max": draw(st.integers(1, 6))}, "reflect": draw(st.booleans())}
        for name, cells in zip("ABC", drawn, strict=False)
    ]
    cells: list[Cell] = [(i, j) for i in range(rows) for j in range(columns)]
    holes = draw(st.lists(st.sampled_from(cells), max_size=1)) if len(cells) > 3 else []
    data = {"name": "small", "lattice": lattice, "tiles": tiles}
    spec = PuzzleSpec.model_validate({**data, "board": {key: (rows, columns), "wrap": wrap, "holes": holes}})
    return spec, periods, [cell for cell in cells if cell not in holes]


@examples(40)
@given(puzzles())
def test_wrapped_counts_match_brute_force(case: tuple[PuzzleSpec, list[Cell], list[Cell]]) -> None:
    """Placements, solutions, and orbits under rotations and all isometries, translations included, are right."""
    spec, periods, cells = case
    try:
        puzzle = build_puzzle(spec)
    except SpecError:
        assume(False)  # cells of the board become one
    assert spec.lattice is not None
    torus = oracle.Torus(cells, periods, oracle.SQUARE if spec.lattice == "square" else oracle.HEXAGON)
    number = {cell: n for n, cell in enumerate(torus.cells)}
    entries = [entry for entry in spec.tiles if isinstance(entry, TileEntry)]
    most = {tile.name: tile.multiplicity.max or 0 for tile in entries}
    options = {
        (tile.name, put) for tile in entries for put in torus.placements(tile.cells or (), reflect=bool(tile.reflect))
    }
    cover = build_cover(puzzle)
    assert len(cover.placements) == len(options)
    assert {(p.tile, frozenset(map(number.get, p.cells))) for p in cover.placements} == options
    solutions = oracle.tilings(len(cells), options, most)
    rotations, full = torus.motions(reflect=False), torus.motions(reflect=True)
    assert len(puzzle.lattice.board_isometries(puzzle.board.cells)) >= len(full)
    if all(tile.reflect for tile in spec.tiles) and options:
        group = group_of(cover, "full")
        assert group.order * group.kernel_order == len(full) or not solutions
    kept = [to for to in full if {(name, frozenset(to[c] for c in put)) for name, put in options} == options]
    expected = {"rotations": oracle.orbits(solutions, rotations), "full": oracle.orbits(solutions, kept)}
    result = solve(puzzle, symmetry="off", engine="cp-sat", jobs=1)
    tilings = {frozenset((p.tile, frozenset(map(number.get, p.cells))) for p in s.placements) for s in result.solutions}
    assert tilings == solutions
    verifier = Verifier(puzzle)
    assert not any(verifier.violation(solution.placements) for solution in result.solutions)
    symmetries: tuple[Symmetry, ...] = ("rotations", "full")
    for symmetry in symmetries:
        counted = count(puzzle, symmetry=symmetry, engine="cp-sat", jobs=1)
        assert (counted.count, counted.raw) == (expected[symmetry], len(solutions))


@examples(30)
@given(
    st.sampled_from(["torus", "row", "column"]), st.sampled_from([(2, 4), (4, 4), (3, 4), (2, 6)]), st.integers(0, 9)
)
def test_wrapped_measures_match_a_picture(wrap: str, size: tuple[int, int], which: int) -> None:
    """Fault lines and crossroads are counted across the seams, as in an independent picture."""
    rows, columns = size
    board = {"size": size, "wrap": wrap}
    tiles = [{"set": "domino", "multiplicity": "any"}, {"set": "tetrominoes", "multiplicity": {"max": 1}}]
    puzzle = build_puzzle(PuzzleSpec.model_validate({"name": "small", "board": board, "tiles": tiles}))
    solution = solve(puzzle, symmetry="off", engine="cp-sat", jobs=1, limit=which + 1).solutions[-1]
    owner = {cell: n for n, placement in enumerate(solution.placements) for cell in placement.cells}
    is_closed = (wrap in ("torus", "row"), wrap in ("torus", "column"))
    expected = oracle.crossings(rows, columns, is_closed, owner)
    assert (solution.measure("faults"), solution.measure("crossroads")) == expected
    on_boundary = (
        0
        if wrap == "torus"
        else sum(
            any(cell[is_closed[0]] in (0, size[is_closed[0]] - 1) for cell in p.cells) for p in solution.placements
        )
    )
    assert solution.measure("border") == on_boundary


def wrapped_puzzle(board: str, tiles: str = "{set: domino, multiplicity: any}", more: str = "") -> Puzzle:
    return puzzle_of(f"board: {{{board}}}, tiles: [{tiles}]{more}")


@pytest.mark.parametrize(
    ("board", "more", "expected"),
    [
        ("size: [8, 8], wrap: torus", "", 311853312),  # OEIS A335586
        ("size: [1, 4, 4], wrap: [row, column]", "", 272),
        ("size: [4, 4, 1], wrap: [layer, row]", ", lattice: cubic", 272),
        ("size: [1, 16], wrap: [[4, 0], [0, 4], [1, 0]]", "", None),
    ],
)
def test_torus_dominoes_match_oeis(board: str, more: str, expected: int | None) -> None:
    """Counts match published numbers; the torus may be upright; periods that identify cells are an error."""
    if expected is None:
        with pytest.raises(SpecError, match="become the same cell"):
            wrapped_puzzle(board, more=more)
    else:
        assert count(wrapped_puzzle(board, more=more), symmetry="off", engine="frontier").count == expected


@pytest.mark.parametrize("n", [2, 3])
def test_torus_lozenges_match_matchings(n: int) -> None:
    """Tilings by diamonds are the perfect matchings of a graph that is made by hand."""
    up = [(x, y) for x in range(n) for y in range(n)]
    neighbors = {(x, y): [(x, y), ((x - 1) % n, y), (x, (y - 1) % n)] for x, y in up}

    def matchings(cells: list[tuple[int, int]], taken: frozenset[tuple[int, int]]) -> int:
        return 1 if not cells else sum(matchings(cells[1:], taken | {d}) for d in neighbors[cells[0]] if d not in taken)

    puzzle = wrapped_puzzle(f"parallelogram: [{n}, {n}], wrap: torus", "{set: diamond, multiplicity: any}")
    assert count(puzzle, symmetry="off", engine="frontier").count == matchings(up, frozenset())


@pytest.mark.parametrize("wrap", ["tube", "torus", "[[4, 1], [0, 3]]"])
def test_given_accepts_any_representative(wrap: str) -> None:
    """Given cells may be any representatives; placements have the cells of the board."""
    cells = "[[1, 2], [1, 3], [2, 2]]" if wrap != "[[4, 1], [0, 3]]" else "[[3, 0], [4, 1], [3, 1]]"
    given = f"given: [{{tile: L, cells: {cells}}}]"
    puzzle = wrapped_puzzle(f"size: [4, 3], wrap: {wrap}", "{set: trominoes, multiplicity: any}", f", {given}")
    assert set(puzzle.given[0].cells) <= set(puzzle.board.cells)
    solution = solve(puzzle, limit=1, engine="cp-sat", jobs=1).solutions[0]
    assert puzzle.given[0] in solution.placements
    assert Verifier(puzzle).violation(solution.placements) is None


def test_wrapped_puzzle_round_trips(tmp_path: Path) -> None:
    """Solutions read back as written, and a pickled puzzle is equal to the original."""
    puzzle = wrapped_puzzle("size: [3, 4], wrap: torus")
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle
    solutions = solve(puzzle, engine="cp-sat", jobs=2).solutions
    file = tmp_path / "solutions.jsonl"
    write_solutions(file, puzzle, solutions)
    assert [s.placements for s in read_solutions(file, puzzle)] == [s.placements for s in solutions]


def test_symmetries_beside_a_tile_that_fits_nowhere() -> None:
    """A tile without orientations, since it overlaps itself on the torus, has no effect; it once ended the count."""
    bar, dominoes = (
        "{name: A, drawing: XXXX, rotate: false, multiplicity: {max: 1}}, ",
        "{set: domino, multiplicity: 3}",
    )
    with_bar, without = (wrapped_puzzle("size: [2, 3], wrap: torus", each + dominoes) for each in (bar, ""))
    assert with_bar.tile("A").orientations == ()
    assert [count(p, symmetry="full", engine="exact-cover", jobs=1).count for p in (with_bar, without)] == [2, 2]


def test_named_isometries_of_a_torus() -> None:
    """The isometries are rotations, reflections, shifts and glides."""
    torus, tube = (wrapped_puzzle(f"size: [4, 4], wrap: {wrap}") for wrap in ("torus", "tube"))
    names = {"half-turn", "quarter-turn", "left-right", "up-down", "diagonal", "antidiagonal", "shift", "glide"}
    assert set(named_isometries(torus.lattice, torus.lattice.board_isometries(torus.board.cells))) == names
    on_tube = named_isometries(tube.lattice, tube.lattice.board_isometries(tube.board.cells))
    assert set(on_tube) == {"half-turn", "left-right", "up-down", "shift", "glide"}


@pytest.mark.parametrize(
    ("board", "tiles", "solutions", "is_double"),
    [
        ("size: [1, 2], wrap: tube", "{set: domino}", 1, True),
        ("size: [1, 3], wrap: tube", "{set: domino, multiplicity: any}, {set: monomino}", 3, False),
        ("size: [2, 2], wrap: torus", "{set: domino, multiplicity: 2}", 2, True),
        ("size: [2, 2], wrap: torus", "{set: one-sided-tetrominoes, only: [S, Z], multiplicity: {max: 1}}", 2, True),
        ("size: [1, 1], wrap: torus", "{set: monomino}", 1, True),
        ("size: [3, 3], wrap: torus", "{set: trominoes, only: [I], multiplicity: 3}", 2, False),
    ],
)
def test_double_edges_count_once(board: str, tiles: str, solutions: int, is_double: bool) -> None:
    """Placements of a tile on the same cells count once, those of mirror twins twice; the description mentions it."""
    puzzle = wrapped_puzzle(board, tiles)
    assert count(puzzle, symmetry="off", engine="exact-cover", jobs=1).count == solutions
    assert ("placements on the same cells count once" in puzzle.lattice.wrap_description) == is_double


@pytest.mark.parametrize(
    ("board", "problem"),
    [
        ("size: [4, 4], wrap: ring", "'ring' is not an axis"),
        ("size: [4, 4], wrap: [[0, 0]]", "not a translation"),
        ("size: [4, 4], wrap: [[0, 2]]", "become the same cell"),
        ("hexagon: 3, wrap: torus", "are not parallel to its axes"),
    ],
)
def test_invalid_wrap_is_refused(board: str, problem: str) -> None:
    """Every error names the problem."""
    tile = "{name: A, cells: [[0, 0]], multiplicity: any}"
    lattice = ", lattice: hexagonal" if "hexagon" in board else ""
    with pytest.raises(SpecError, match=problem):
        wrapped_puzzle(board, tile, lattice)


def test_wrapped_tile_shows_its_values() -> None:
    """A tile that lies across the seam of a torus keeps its values; once a sum of 10 was "proved" impossible."""
    tiles = [{"set": "dominoes-0-6", "only": ["5-5", "1-1"]}]
    board = {"size": [4, 1], "wrap": "torus", "regions": {"A": [[0, 0], [1, 0]]}}
    puzzle = build_puzzle({"name": "ring", "board": board, "tiles": tiles, "rules": {"regions": {"A": {"sum": 10}}}})
    assert [tile.shown for tile in puzzle.tiles] == [("1", "1"), ("5", "5")]
    assert solve(puzzle, jobs=1).raw == 1
    assert explain(puzzle).answer == "some"


def test_wrapped_tiles_of_another_puzzle_are_refused() -> None:
    """The orientations of a tube mean nothing on a flat board, and the message says what to give."""
    tube = build_puzzle(
        {"name": "L", "board": {"size": [2, 3], "wrap": "tube"}, "tiles": [{"name": "L", "drawing": "XX\nX."}]}
    )
    with pytest.raises(MistakeError, match="give its cells"):
        Puzzle(board=[2, 3], tiles=tube.tiles)


@pytest.mark.parametrize(
    ("board", "tile"),
    [
        ("lattice: hexagonal, board: {hexagon: 3, wrap: [[3, 2], [-2, 5]]}", "cells: [[0, 0], [1, 0], [0, 1]]"),
        (
            "lattice: square, board: {cells: [[1, 1], [1, 2], [1, 3], [2, 1], [2, 2], [2, 3]], wrap: [[2, 0], [0, 3]]}",
            "size: [1, 2]",
        ),
        ("lattice: square, board: {window: {row: [2, 4], column: [5, 9]}, wrap: [[2, 1], [0, 4]]}", "size: [1, 2]"),
    ],
)
def test_torus_without_the_cell_zero_has_its_symmetries(board: str, tile: str) -> None:
    """The identity of a torus is found by any of its names; orbits are those of the isometries cell by cell."""
    tiles = f"[{{name: T, {tile}, multiplicity: 2}}]"
    puzzle = puzzle_of(f"{board}, tiles: {tiles}, fill: false")
    isometries = puzzle.lattice.board_isometries(puzzle.board.cells)
    assert [isometries[0](cell) for cell in puzzle.board.cells] == [*puzzle.board.cells]
    solutions = {
        frozenset(frozenset(placement.cells) for placement in solution.placements)
        for solution in solve(puzzle, symmetry="off", jobs=1).solutions
    }
    orbits = {
        frozenset(frozenset(frozenset(map(isometry, cells)) for cells in solution) for isometry in isometries)
        for solution in solutions
    }
    assert count(puzzle, symmetry="full", jobs=1).count == len(orbits) > 2
