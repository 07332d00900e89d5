"""The sparse search, the local search and the beam search on small problems, against brute force."""

from __future__ import annotations

import random
from collections import Counter
from math import inf

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cp_puzzles import build_puzzle, parse_spec, solve
from cp_puzzles.cover.cover_problem import CoverProblem, Item
from cp_puzzles.cover.symmetry.leader import lex_leader
from cp_puzzles.cover.symmetry.symmetry_group import SymmetryGroup
from cp_puzzles.cover.verifier import Verifier
from cp_puzzles.engines.engine import Part, PartTask, SearchRequest
from cp_puzzles.engines.exact_cover import beam_search
from cp_puzzles.engines.exact_cover import exact_cover_engine as engine_module
from cp_puzzles.engines.exact_cover import subproblem_search as budget_module
from cp_puzzles.engines.exact_cover.beam_search import BeamSearch, beam_window
from cp_puzzles.engines.exact_cover.cover_arrays import cover_arrays
from cp_puzzles.engines.exact_cover.exact_cover_engine import ExactCoverEngine
from cp_puzzles.engines.exact_cover.local_search import LocalSearch
from cp_puzzles.engines.exact_cover.subproblem_search import RunData, State
from cp_puzzles.engines.exact_cover.subproblems import subproblems
from cp_puzzles.search.worker import Job
from tests.benchmarks.packings import packings
from tests.cover.cover_problems import (
    all_solutions,
    cover_problems,
    enumerated,
    in_part,
    part_solutions,
    symmetric_problems,
    without_symmetry,
)
from tests.examples import examples


@examples(100)
@given(problem=cover_problems(), data=st.data())
def test_sparse_search_matches_brute_force(problem: CoverProblem, data: st.DataObject) -> None:
    """Any bounds, free options, parts; and however often it is interrupted."""
    options = range(len(problem.options))
    chosen = data.draw(st.sets(st.sampled_from(options), max_size=1) if options else st.just(set()))
    excluded = data.draw(st.sets(st.sampled_from(options), max_size=2) if options else st.just(set())) - chosen
    part = Part(tuple(chosen), tuple(sorted(excluded)))
    asked = SearchRequest(problem, without_symmetry(problem), settings={"sparse": True})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(budget_module, "NODES_PER_CALL", 3)
        patch.setattr(budget_module, "BATCH_SOLUTIONS", 2)
        assert sorted(enumerated(ExactCoverEngine(), asked, part)) == in_part(part, all_solutions(problem))


@examples(100)
@given(turned=symmetric_problems())
def test_sparse_search_finds_the_same_leaders(turned: tuple[CoverProblem, SymmetryGroup]) -> None:
    """Sparse and general search find the same leaders of problems with a symmetry."""
    problem, group = turned
    leader = lex_leader(problem, group)
    found = [
        sorted(enumerated(ExactCoverEngine(), SearchRequest(problem, leader, settings={"sparse": is_sparse})))
        for is_sparse in (False, True)
    ]
    assert found[0] == found[1]


@examples(150)
@given(turned=st.one_of(symmetric_problems(), cover_problems().map(lambda p: (p, SymmetryGroup.identity(p)))))
def test_sparse_search_finds_one_solution(turned: tuple[CoverProblem, SymmetryGroup]) -> None:
    """Alternating local search and depth-first search finds a solution or proves infeasibility."""
    problem, group = turned
    asked = SearchRequest(problem, lex_leader(problem, group), settings={"sparse": True})
    everything = enumerated(ExactCoverEngine(), SearchRequest(problem, asked.leader))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine_module, "LIST_NODES", 8)
        rows, result = part_solutions(ExactCoverEngine(), PartTask(asked, limit=1))
    assert result.solutions == len(rows) == min(1, len(everything))
    assert set(rows) <= set(everything)
    assert rows or result.complete


@examples(100)
@given(problem=cover_problems(), seed=st.integers(0, 99))
def test_local_search_finds_solutions_only(problem: CoverProblem, seed: int) -> None:
    """Local search alone finds solutions of brute force, and proves infeasibility only of infeasible problems."""
    arrays, leader = cover_arrays(problem), without_symmetry(problem)
    [part] = subproblems(arrays, PartTask(SearchRequest(problem, leader, "filter")))
    rows = set[tuple[int, ...]]()
    run = RunData(arrays, leader, lambda batch, _: rows.update(tuple(row[row >= 0].tolist()) for row in batch))
    search = LocalSearch(run, part, np.random.default_rng(seed))
    is_infeasible = search.advance(200)
    everything = all_solutions(problem) or []
    assert rows <= set(everything)
    assert len(rows) <= search.state[State.FOUND]
    assert not (is_infeasible and everything)


@examples(100)
@given(problem=cover_problems(), data=st.data())
def test_wide_beam_finds_a_solution_if_there_is_one(problem: CoverProblem, data: st.DataObject) -> None:
    """A beam wide enough for all packings finds a solution of brute force, and none of an infeasible part."""
    items = tuple(Item(i.kind, i.name, min(i.minimum, 1), 1) if i.kind == "cell" else i for i in problem.items)
    problem = CoverProblem(items, [o for o in problem.options if o and o[0] in problem.cells])
    assume(beam_window(problem) < inf)
    part = Part(tuple(data.draw(st.sets(st.sampled_from(range(len(problem.options))), max_size=1))))
    arrays, leader = cover_arrays(problem), without_symmetry(problem)
    rows = set[tuple[int, ...]]()
    run = RunData(arrays, leader, lambda batch, _: rows.update(tuple(row[row >= 0].tolist()) for row in batch))
    for subproblem in subproblems(arrays, PartTask(SearchRequest(problem, leader, "filter"), part)):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(beam_search, "FIRST_WIDTH", 1000)
            search = BeamSearch(run, subproblem, problem, np.random.default_rng(0))
        assert not search.advance(200, limit=1)
    everything = in_part(part, all_solutions(problem))
    assert rows <= set(everything)
    assert bool(rows) == bool(everything)


def test_region_with_few_empty_cells_is_packed_by_a_beam() -> None:
    """223 pieces in a region that they fill to 91 % are packed at once; local search does not finish in 25 s."""
    result = solve(build_puzzle(parse_spec(packings()["region 43 wide, 91 % full"])), limit=1, jobs=1)
    assert len(result.solutions[0].placements) == 223
    assert str(result.statistics["winner"]) == "exact-cover, local search (slice 1)"


def test_beam_that_drops_no_packing_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wider beam would keep the same packings."""
    begun = Counter[int]()
    begin = BeamSearch._begin

    def begins(beam: BeamSearch, width: int) -> None:
        begun[id(beam)] += 1
        assert begun[id(beam)] == 1
        begin(beam, width)

    monkeypatch.setattr(BeamSearch, "_begin", begins)
    tiles = "tiles: [{set: pentominoes, multiplicity: 2}]"
    puzzle = build_puzzle(parse_spec(f"{{name: x, board: {{size: [5, 5], wrap: torus}}, fill: false, {tiles}}}"))
    request = Job(puzzle, "off", settings={"sparse": True}).cover_and_request()[1]
    assert ExactCoverEngine().run(PartTask(request, limit=1, budget=0.1)).solutions == 0
    assert begun


@pytest.mark.slow
def test_local_search_wins_on_large_board_with_holes() -> None:
    """On a large board with holes, dominoes are placed by local search; backtracking does not end."""
    dealt = random.Random(3)
    squares = [[row, column] for row in range(60) for column in range(60)]
    holes = [h for parity in (0, 1) for h in dealt.sample([c for c in squares if sum(c) % 2 == parity], 40)]
    puzzle = build_puzzle(
        parse_spec(
            f"{{name: t, board: {{size: [60, 60], holes: {holes}}}, tiles: [{{set: domino, multiplicity: any}}]}}"
        )
    )
    result = solve(puzzle, limit=1, jobs=1)
    assert str(result.statistics["winner"]).startswith("exact-cover, local search")
    assert Verifier(puzzle).violation(result.solutions[0].placements) is None
