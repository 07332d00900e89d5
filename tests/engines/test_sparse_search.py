"""The sparse search, made for large problems, on small ones that brute force solves; dead ends that are mended."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cp_puzzles import build_puzzle, parse_spec, solve
from cp_puzzles.cover.problem import CoverProblem
from cp_puzzles.cover.verify import Verifier
from cp_puzzles.engines.base import Part, Question
from cp_puzzles.symmetry.group import SymmetryGroup
from cp_puzzles.symmetry.leader import lex_leader
from tests.cover_problems import (
    all_solutions,
    cover_problems,
    enumerated,
    in_part,
    symmetric_problems,
    without_symmetry,
)
from tests.examples import examples

pytest.importorskip("numba")

from cp_puzzles.engines.exact_cover import engine as engine_module
from cp_puzzles.engines.exact_cover import slices as slices_module
from cp_puzzles.engines.exact_cover.common.state import State
from cp_puzzles.engines.exact_cover.engine import ExactCoverEngine
from cp_puzzles.engines.exact_cover.problem.cover_arrays import cover_arrays
from cp_puzzles.engines.exact_cover.problem.room import Room
from cp_puzzles.engines.exact_cover.problem.subproblems import subproblems
from cp_puzzles.engines.exact_cover.sparse.sparse_search import MendingSearch


@examples(100)
@given(problem=cover_problems(), data=st.data())
def test_it_finds_what_brute_force_finds(problem: CoverProblem, data: st.DataObject) -> None:
    """Any bounds, free options, parts; and however often it is interrupted."""
    options = range(len(problem.options))
    chosen = data.draw(st.sets(st.sampled_from(options), max_size=1) if options else st.just(set()))
    excluded = data.draw(st.sets(st.sampled_from(options), max_size=2) if options else st.just(set())) - chosen
    part = Part(0, tuple(chosen), tuple(sorted(excluded)))
    asked = Question(problem, without_symmetry(problem), settings={"sparse": True})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(slices_module, "NODES_PER_CALL", 3)
        patch.setattr(engine_module, "BATCH_SIZE", 2)
        assert sorted(enumerated(ExactCoverEngine(), asked, part)) == in_part(part, all_solutions(problem))


@examples(100)
@given(turned=symmetric_problems())
def test_it_finds_the_leaders_that_the_general_search_finds(turned: tuple[CoverProblem, SymmetryGroup]) -> None:
    """Of problems with a symmetry."""
    problem, group = turned
    leader = lex_leader(problem, group)
    found = [
        sorted(enumerated(ExactCoverEngine(), Question(problem, leader, settings={"sparse": is_sparse})))
        for is_sparse in (False, True)
    ]
    assert found[0] == found[1]


@examples(150)
@given(turned=st.one_of(symmetric_problems(), cover_problems().map(lambda p: (p, SymmetryGroup.identity(p)))))
def test_one_solution_is_found_where_there_is_one(turned: tuple[CoverProblem, SymmetryGroup]) -> None:
    """Dead ends are mended and the whole tree is searched, by turns: the one proves nothing, the other all."""
    problem, group = turned
    asked = Question(problem, lex_leader(problem, group), settings={"sparse": True})
    everything = enumerated(ExactCoverEngine(), Question(problem, asked.leader))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine_module, "FIRST_SPARSE_TRY", 8)
        rows: list[tuple[int, ...]] = []
        result = ExactCoverEngine().run(
            asked,
            Part(),
            emit=lambda batch, sizes: rows.extend(tuple(o for o in row if o >= 0) for row in batch.tolist()),
            limit=1,
            stop=lambda: False,
        )
    assert result.solutions == len(rows) == min(1, len(everything))
    assert set(rows) <= set(everything)
    assert rows or result.complete


@examples(100)
@given(problem=cover_problems(), seed=st.integers(0, 99))
def test_what_is_mended_is_a_solution(problem: CoverProblem, seed: int) -> None:
    """It alone: what it finds, again and again, brute force finds; and it gives up only where there is nothing."""
    arrays, leader = cover_arrays(problem), without_symmetry(problem)
    room = Room(len(problem.options), limit=0)
    whole = list(subproblems(arrays, leader, Part(), break_symmetry=False, room=room, stop=lambda: False))
    search = MendingSearch(arrays, leader, *whole, batch_size=20, random=np.random.default_rng(seed))
    is_in_vain = search.go_on(200)
    rows = {tuple(option for option in row if option >= 0) for row in search.take()[0].tolist()}
    everything = all_solutions(problem) or []
    assert rows <= set(everything)
    assert len(rows) <= search.state[State.FOUND]
    assert not (is_in_vain and everything)


def test_a_race_lays_pieces_straight_away_where_there_is_room() -> None:
    """Dominoes on a large board with holes: to go back the way one came does not end, to mend does."""
    dealt = random.Random(3)
    squares = [[row, column] for row in range(60) for column in range(60)]
    holes = [h for parity in (0, 1) for h in dealt.sample([c for c in squares if sum(c) % 2 == parity], 40)]
    puzzle = build_puzzle(
        parse_spec(
            f"{{name: t, board: {{size: [60, 60], holes: {holes}}}, tiles: [{{set: domino, multiplicity: any}}]}}"
        )
    )
    result = solve(puzzle, limit=1, jobs=1)
    assert str(result.statistics["winner"]).startswith("exact-cover, mending dead ends")
    assert Verifier(puzzle).fault(result.solutions[0].placements) is None
