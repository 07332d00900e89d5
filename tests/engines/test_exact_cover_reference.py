"""The compiled search and the one in plain Python: as many solutions, and as many nodes."""

from __future__ import annotations

from math import factorial

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.engines.engine import PartTask, SearchRequest
from cp_puzzles.engines.exact_cover.cover_arrays import cover_arrays
from cp_puzzles.engines.exact_cover.exact_cover_engine import ExactCoverEngine
from cp_puzzles.engines.exact_cover.scan_search import narrow_board
from tests.cover.cover_problems import all_solutions, cover_problems, without_symmetry
from tests.engines.reference_search import Reference
from tests.examples import examples
from tests.written import cover_of

SETTINGS = {"scan": False, "rim": 0}

PUZZLES = {
    "dominoes": "board: {size: [4, 4]}, tiles: [{set: domino, multiplicity: any}]",
    "matchings": "board: {size: [3, 3]}, fill: false, tiles: [{set: domino, multiplicity: any}]",
    "pentominoes": "board: {size: [5, 6]}, tiles: [{set: pentominoes, only: [F, L, N, P, U, Y]}]",
    "ranges": "board: {size: [3, 4]}, tiles: [{set: domino, multiplicity: {min: 2, max: 5}}, "
    "{set: trominoes, only: [L], multiplicity: {min: 1, max: 3}}]",
    "no tiling": "board: {size: [5, 6], holes: [[0, 0], [4, 0]]}, tiles: [{set: domino, multiplicity: any}]",
    "ten Y": "board: {size: [5, 10]}, tiles: [{set: pentominoes, only: [Y], multiplicity: 10}]",
}


def agree(problem: CoverProblem, *, remember: bool) -> Reference:
    """The reference, after the engine has found the same solutions with as many nodes."""
    request = SearchRequest(problem, without_symmetry(problem), settings={**SETTINGS, "remember": remember})
    result = ExactCoverEngine().run(PartTask(request))
    reference = Reference(problem, remember=remember)
    assert (result.solutions, result.statistics["nodes"]) == (len(reference.solutions), reference.nodes)
    return reference


@pytest.mark.parametrize("remember", [False, True], ids=["plain", "remembers"])
@pytest.mark.parametrize("name", PUZZLES)
def test_compiled_search_has_nodes_of_reference(name: str, remember: bool) -> None:
    """Tilings by single pieces, copies, ranges of copies and with empty cells have the nodes of the reference."""
    problem = cover_of(PUZZLES[name]).problem
    reference = agree(problem, remember=remember)
    assert len(set(map(frozenset, reference.solutions))) == len(reference.solutions)


@examples(150)
@given(problem=cover_problems(), remember=st.booleans())
def test_reference_matches_brute_force(problem: CoverProblem, remember: bool) -> None:
    """Any bounds, options without cells, several counted items an option: the same sets, and as many nodes."""
    reference = agree(problem, remember=remember)
    assert sorted(tuple(sorted(solution)) for solution in reference.solutions) == (all_solutions(problem) or [])


def test_failure_table_saves_nodes() -> None:
    """The tests above compare something: failures are met again among domino tilings that cannot be."""
    problem = cover_of(PUZZLES["no tiling"]).problem
    assert agree(problem, remember=True).nodes < agree(problem, remember=False).nodes


@st.composite
def rods(draw: st.DrawFn) -> list[int]:
    """The lengths of some rods that fill a strip of up to four segments."""
    longest = draw(st.integers(3, 34))
    return sorted(draw(st.sets(st.integers(1, longest), min_size=2, max_size=5)))


def scanned(problem: CoverProblem) -> tuple[list[tuple[int, ...]], int]:
    """Return all solutions and the number of nodes of the scan of a board whose tiles are used once each."""
    items = list(map(frozenset, problem.options))
    solutions: list[tuple[int, ...]] = []
    nodes = 0

    def enter(chosen: tuple[int, ...], uncovered: frozenset[int]) -> None:
        nonlocal nodes
        nodes += 1
        first = min(uncovered, default=None)
        if first is None:
            solutions.append(chosen)
        elif first in problem.cells:
            for option in problem.covering[first]:
                if items[option] <= uncovered:
                    enter((*chosen, option), uncovered - items[option])

    # a tile without options is no seed: there is no solution
    seed = min(problem.tiles, key=lambda tile: len(problem.covering[tile]) or len(problem.options) + 1)
    for option in problem.covering[seed]:
        enter((option,), frozenset(range(len(problem.items))) - items[option])
    return solutions, nodes


def scan_agrees(problem: CoverProblem) -> int:
    """The number of solutions that the scan and its reference find, with as many nodes."""
    assert narrow_board(cover_arrays(problem)) is not None
    asked = SearchRequest(problem, without_symmetry(problem))
    result = ExactCoverEngine().run(PartTask(asked))
    solutions, nodes = scanned(problem)
    assert (result.solutions, result.statistics["nodes"]) == (len(solutions), nodes)
    assert result.solutions == 0 or set(map(len, solutions)) == {len(problem.tiles)}
    return len(solutions)


@pytest.mark.parametrize(
    "puzzle",
    [
        PUZZLES["pentominoes"],
        "lattice: triangular, board: {parallelogram: [8, 2]}, tiles: [{set: tetriamonds}, {set: pentiamonds}]",
    ],
    ids=["squares", "triangles"],
)
def test_scan_has_nodes_of_reference(puzzle: str) -> None:
    """Tilings by tiles that are used once have the nodes of the reference."""
    assert scan_agrees(cover_of(puzzle).problem)


@examples(60)
@given(lengths=rods(), hole=st.integers(0, 200))
@example(lengths=[1, 3], hole=2)
def test_scan_has_nodes_of_reference_on_strips(lengths: list[int], hole: int) -> None:
    """Rods in a strip, with a hole or none: as many orders as there are without one."""
    size = sum(lengths)
    holes = [[0, hole]] if hole < size else []
    tiles = ", ".join(f"{{name: R{n}, cells: {[[0, k] for k in range(n)]}}}" for n in lengths)
    board = f"{{size: [1, {size + len(holes)}], holes: {holes}}}"
    found = scan_agrees(cover_of(f"board: {board}, tiles: [{tiles}]").problem)
    assert holes or found == factorial(len(lengths))
