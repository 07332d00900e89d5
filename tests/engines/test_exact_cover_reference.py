"""The compiled search and the one in plain Python: as many solutions, and as many nodes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cp_puzzles.api import ask
from cp_puzzles.cover.problem import CoverProblem
from cp_puzzles.engines.base import Part, Question
from cp_puzzles.engines.exact_cover.reference import Reference
from cp_puzzles.puzzle.build import build_puzzle
from cp_puzzles.spec.load import parse_spec
from tests.cover_problems import all_solutions, cover_problems, without_symmetry

pytest.importorskip("numba")

from cp_puzzles.engines.exact_cover.engine import ExactCoverEngine

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


@settings(max_examples=150, deadline=None)
@given(problem=cover_problems(), remember=st.booleans())
def test_the_reference_finds_what_brute_force_finds(problem: CoverProblem, remember: bool) -> None:
    """Any bounds, options without cells, several counted items an option: the same sets, and as many nodes."""
    reference = agree(problem, remember=remember)
    assert sorted(tuple(sorted(solution)) for solution in reference.solutions) == (all_solutions(problem) or [])


def test_remembering_saves_nodes_where_pieces_are_alike() -> None:
    """The tests above compare something: failures are met again among domino tilings that cannot be."""
    problem = ask(build_puzzle(parse_spec(PUZZLES["no tiling"])), symmetry="off")[1].problem
    assert agree(problem, remember=True).nodes < agree(problem, remember=False).nodes
