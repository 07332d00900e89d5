"""Lines of one color: numbers of cycles in grids, Tantrix, and mistakes."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from cp_puzzles import SpecError, count, iter_solutions
from cp_puzzles.cover.symmetry import Symmetry
from cp_puzzles.cover.verifier import Verifier
from cp_puzzles.engines.engine import Part, PartTask
from cp_puzzles.engines.exact_cover.exact_cover_engine import ExactCoverEngine
from cp_puzzles.puzzle.rules.loop import short_cycles
from cp_puzzles.search.parts import split
from cp_puzzles.search.worker import Job
from tests.written import puzzle_of

PIPES = (
    "tiles: [{name: C, cells: [[0, 0]], sides: aa.., multiplicity: any}, "
    "{name: S, cells: [[0, 0]], sides: a.a., multiplicity: any}, {set: monomino, multiplicity: any}], rules: {loop: a}"
)


@pytest.mark.parametrize(("size", "cycles"), [(2, 1), (3, 13), (4, 213), pytest.param(5, 9349, marks=pytest.mark.slow)])
def test_loop_counts_cycles_in_grids(size: int, cycles: int) -> None:
    """Closed lines of corners and straights on a board are the cycles in a grid of as many vertices (OEIS A140517)."""
    puzzle = puzzle_of(f"board: {{size: [{size}, {size}]}}, {PIPES}")
    for engine in ("exact-cover", "cp-sat"):
        assert count(puzzle, engine=engine, symmetry="off", jobs=1).count == cycles


def torus_cycles(rows: int, columns: int) -> int:
    """Return the number of cycles of at least two cells in a torus grid; cells may share two sides."""
    steps = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    found = set()

    def extend(path: list[tuple[int, int]], used: list[frozenset[object]]) -> None:
        for dy, dx in steps:
            (y, x), other = path[-1], ((path[-1][0] + dy) % rows, (path[-1][1] + dx) % columns)
            side = frozenset([((y, x), dy, dx), (other, -dy, -dx)])
            if side in used:
                continue
            if other == path[0]:
                found.add(frozenset([*used, side]))
            elif other not in path:
                extend([*path, other], [*used, side])

    for start in [(y, x) for y in range(rows) for x in range(columns)]:
        extend([start], [])
    return len(found)


@pytest.mark.parametrize(("rows", "columns"), [(2, 3), (3, 3), (1, 3)])
def test_loop_counts_cycles_on_tori(rows: int, columns: int) -> None:
    """Closed lines on a small torus, where two cells share several sides or one meets itself, equal a brute force."""
    puzzle = puzzle_of(f"board: {{size: [{rows}, {columns}], wrap: torus}}, {PIPES}")
    for engine in ("exact-cover", "cp-sat"):
        assert count(puzzle, engine=engine, symmetry="off", jobs=1).count == torus_cycles(rows, columns)


@pytest.mark.parametrize("symmetry", ["off", "full"])
@pytest.mark.parametrize(
    ("tiles", "solutions"),
    [(5, 4), (7, 32), (8, 84), *(pytest.param(*pair, marks=pytest.mark.slow) for pair in ((9, 114), (10, 1280)))],
)
def test_loop_counts_tantrix(tiles: int, solutions: int, symmetry: Symmetry) -> None:
    """The tiles of Tantrix Discovery form as many loops as Wiest's program finds."""
    assert count(f"tantrix_discovery{tiles}", symmetry=symmetry, engine="exact-cover", jobs=1).count == solutions


RINGS = (
    "lattice: hexagonal, board: {hexagon: 3}, fill: false, tiles: ["
    "{name: A, cells: [[0, 0]], sides: aa...., multiplicity: {min: %d, max: 3}}, "
    "{name: B, cells: [[0, 0]], sides: a.a..., multiplicity: {min: %d, max: 6}}], rules: {loop: a}"
)


@pytest.mark.parametrize(("least", "orbits"), [((0, 0), 25), ((1, 0), 23), ((1, 2), 20), ((3, 0), 12)])
def test_loop_search_finds_what_items_find(least: tuple[int, int], orbits: int) -> None:
    """A search along the line, in one run or in shares, finds the loops that the general search and CP-SAT find."""
    puzzle = puzzle_of(RINGS % least)
    along, general = (
        {s.placements for s in iter_solutions(puzzle, symmetry="off", engine="exact-cover", jobs=1, settings=settings)}
        for settings in ({}, {"scan": False})
    )
    assert along == general
    assert len(along) == count(puzzle, symmetry="off", engine="cp-sat", jobs=1).count
    assert count(puzzle, engine="exact-cover", jobs=1).count == orbits
    job = Job(puzzle, "off", "exact-cover")
    _, request = job.cover_and_request()
    parts = split(request, Part())
    assert sum(ExactCoverEngine().run(PartTask(request, part)).solutions for part in parts) == len(along)


@pytest.mark.parametrize(("budget", "least"), [(6e-4, 3), pytest.param(1e-6, 100, marks=pytest.mark.slow)])
def test_loop_search_continues_where_it_paused(budget: float, least: int) -> None:
    """Parts that are left by a small budget have the solutions that one run finds."""
    _, request = Job(puzzle_of(RINGS % (1, 2)), "off", "exact-cover").cover_and_request()
    left, solutions, runs = [Part()], 0, 0
    while left:
        result = ExactCoverEngine().run(PartTask(request, left.pop(), budget=budget))
        solutions, runs = solutions + result.solutions, runs + 1
        left += result.rest
    assert solutions == 198
    assert runs >= least


def test_loop_says_where_a_line_ends() -> None:
    """The verifier says where a line ends, and how many pieces one of several lines has."""
    free = puzzle_of(f"board: {{size: [2, 2]}}, {PIPES.replace(', rules: {loop: a}', '')}")
    puzzle = puzzle_of(f"board: {{size: [2, 2]}}, {PIPES}")
    words = {str(Verifier(puzzle).violation(s.placements)) for s in iter_solutions(free, symmetry="off", jobs=1)}
    assert "the rule loop is broken: no piece shows a" in words
    assert any("the line of color a ends at [0, 0]" in each for each in words)
    wide = puzzle_of(f"board: {{size: [2, 4]}}, {PIPES}")
    [one] = iter_solutions(puzzle, symmetry="off", jobs=1)
    moved = [replace(each, cells=tuple((y, x + 2) for y, x in each.cells)) for each in one.placements]
    words = {str(Verifier(wide).violation([*one.placements, *moved]))}
    assert words == {"the rule loop is broken: the line of color a has 4 of 8 pieces"}


def test_short_cycles_are_each_found_once() -> None:
    """On hexagons a cell has two triangles, three rhombi and one ring around it."""
    board = puzzle_of("lattice: hexagonal, board: {hexagon: 3}, fill: false, tiles: [{set: monohex}]").board_geometry
    cycles = [frozenset(cell for ends in cycle for cell, _ in ends) for cycle in short_cycles(board, 4)]
    assert len(cycles) == len(set(cycles))
    assert [sum(len(cycle) == size for cycle in cycles) for size in (3, 4)] == [24, 30]
    assert all(a != b for a, b in pairwise(cycles))


def test_loop_refuses_other_sides() -> None:
    """A tile with three sides of the color, and a lattice whose cells have no sides, are refused in a line."""
    three = "tiles: [{name: T, cells: [[0, 0]], sides: aaa.}], rules: {loop: a}"
    with pytest.raises(SpecError, match="'T' shows a on 3 sides, a line has two ends; choose another color"):
        puzzle_of(f"board: {{size: [1, 1]}}, {three}")
    with pytest.raises(SpecError, match="on a sticks lattice cells do not meet side by side"):
        puzzle_of("lattice: sticks, board: {squares: [1, 1]}, tiles: [{name: B, cells: [[0, 0, 0]]}], rules: {loop: a}")
