"""The compiled search and the one in plain Python: as many solutions, and as many nodes."""

from __future__ import annotations

from math import factorial

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cp_puzzles.api import ask
from cp_puzzles.cover.problem import CoverProblem
from cp_puzzles.engines.base import Part, Question
from cp_puzzles.engines.exact_cover.reference import Reference, scanned
from cp_puzzles.puzzle.build import build_puzzle
from cp_puzzles.spec.load import parse_spec
from tests.cover_problems import all_solutions, cover_problems, without_symmetry
from tests.examples import examples

pytest.importorskip("numba")

from cp_puzzles.engines.exact_cover.engine import ExactCoverEngine
from cp_puzzles.engines.exact_cover.problem.cover_arrays import cover_arrays
from cp_puzzles.engines.exact_cover.scan.narrow_board import narrow_board

SETTINGS = {"scan": False, "rim": 0}

PUZZLES = {
    "dominoes": "{name: d, board: {size: [4, 4]}, tiles: [{set: domino, multiplicity: any}]}",
    "matchings": "{name: m, board: {size: [3, 3]}, fill: false, tiles: [{set: domino, multiplicity: any}]}",
    "pentominoes": "{name: p, board: {size: [5, 6]}, tiles: [{set: pentominoes, only: [F, L, N, P, U, Y]}]}",
    "ranges": "{name: r, board: {size: [3, 4]}, tiles: [{set: domino, multiplicity: {min: 2, max: 5}}, "
    "{set: trominoes, only: [L], multiplicity: {min: 1, max: 3}}]}",
    "no tiling": "{name: n, board: {size: [5, 6], holes: [[0, 0], [4, 0]]}, tiles: [{set: domino, multiplicity: any}]}",
    "ten Y": "{name: y, board: {size: [5, 10]}, tiles: [{set: pentominoes, only: [Y], multiplicity: 10}]}",
}


def agree(problem: CoverProblem, *, remember: bool) -> Reference:
    """The reference, after the engine has found the same solutions with as many nodes."""
    question = Question(problem, without_symmetry(problem), settings={**SETTINGS, "remember": remember})
    result = ExactCoverEngine().run(question, Part(), emit=None, limit=None, stop=lambda: False)
    reference = Reference(problem, remember=remember)
    assert (result.solutions, result.statistics["nodes"]) == (len(reference.solutions), reference.nodes)
    return reference


@pytest.mark.parametrize("remember", [False, True], ids=["plain", "remembers"])
@pytest.mark.parametrize("name", PUZZLES)
def test_the_compiled_search_tries_the_nodes_of_the_reference(name: str, remember: bool) -> None:
    """In tilings: pieces used once, copies, ranges of copies, cells that stay empty."""
    problem = ask(build_puzzle(parse_spec(PUZZLES[name])), symmetry="off")[1].problem
    reference = agree(problem, remember=remember)
    assert len(set(map(frozenset, reference.solutions))) == len(reference.solutions)


@examples(150)
@given(problem=cover_problems(), remember=st.booleans())
def test_the_reference_finds_what_brute_force_finds(problem: CoverProblem, remember: bool) -> None:
    """Any bounds, options without cells, several counted items an option: the same sets, and as many nodes."""
    reference = agree(problem, remember=remember)
    assert sorted(tuple(sorted(solution)) for solution in reference.solutions) == (all_solutions(problem) or [])


def test_remembering_saves_nodes_where_pieces_are_alike() -> None:
    """The tests above compare something: failures are met again among domino tilings that cannot be."""
    problem = ask(build_puzzle(parse_spec(PUZZLES["no tiling"])), symmetry="off")[1].problem
    assert agree(problem, remember=True).nodes < agree(problem, remember=False).nodes


@st.composite
def rods(draw: st.DrawFn) -> list[int]:
    """The lengths of some rods that fill a strip of up to four segments."""
    longest = draw(st.integers(3, 34))
    return sorted(draw(st.sets(st.integers(1, longest), min_size=2, max_size=5)))


def scan_agrees(problem: CoverProblem) -> int:
    """The number of solutions that the scan and its reference find, with as many nodes."""
    assert narrow_board(cover_arrays(problem)) is not None
    asked = Question(problem, without_symmetry(problem))
    result = ExactCoverEngine().run(asked, Part(), emit=None, limit=None, stop=lambda: False)
    solutions, nodes = scanned(problem)
    assert (result.solutions, result.statistics["nodes"]) == (len(solutions), nodes)
    assert result.solutions == 0 or set(map(len, solutions)) == {len(problem.tiles)}
    return len(solutions)


@pytest.mark.parametrize(
    "puzzle",
    [
        PUZZLES["pentominoes"],
        "{name: t, lattice: triangular, board: {parallelogram: [8, 2]}, "
        "tiles: [{set: tetriamonds}, {set: pentiamonds}]}",
    ],
    ids=["squares", "triangles"],
)
def test_the_scan_tries_the_nodes_of_its_reference(puzzle: str) -> None:
    """In tilings by tiles that are used once."""
    assert scan_agrees(ask(build_puzzle(parse_spec(puzzle)), symmetry="off")[1].problem)


@examples(60)
@given(lengths=rods(), hole=st.integers(0, 200))
@example(lengths=[1, 3], hole=2)
def test_the_scan_tries_the_nodes_of_its_reference_however_long_the_board(lengths: list[int], hole: int) -> None:
    """Rods in a strip, with a hole or none: as many orders as there are without one."""
    size = sum(lengths)
    holes = [[0, hole]] if hole < size else []
    tiles = ", ".join(f"{{name: R{n}, cells: {[[0, k] for k in range(n)]}}}" for n in lengths)
    board = f"{{size: [1, {size + len(holes)}], holes: {holes}}}"
    problem = ask(build_puzzle(parse_spec(f"{{name: r, board: {board}, tiles: [{tiles}]}}")), symmetry="off")[1].problem
    found = scan_agrees(problem)
    assert holes or found == factorial(len(lengths))
