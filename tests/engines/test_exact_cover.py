"""The exact-cover engine: leaders, parts, limits, pauses, subproblems, tables; see also `test_any_cover_problem`."""

from __future__ import annotations

import sys
from dataclasses import replace
from importlib import import_module
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cp_puzzles.api import cover_and_request
from cp_puzzles.base import jit
from cp_puzzles.cover.cover_problem import CoverProblem, Item
from cp_puzzles.cover.symmetry.symmetry_group import Symmetry
from cp_puzzles.engines.engine import Breaking, Part, PartResult, PartTask, SearchRequest
from cp_puzzles.engines.exact_cover import exact_cover_engine as engine_module
from cp_puzzles.engines.exact_cover import subproblem_search as budget_module
from cp_puzzles.engines.exact_cover.exact_cover_engine import ExactCoverEngine
from cp_puzzles.puzzle.puzzle import Puzzle
from tests.cover.cover_problems import all_solutions, cover_problems, part_solutions, without_symmetry
from tests.examples import examples
from tests.processes import finished
from tests.written import puzzle_of


def request(problem: CoverProblem) -> SearchRequest:
    """Return a request without symmetry."""
    return SearchRequest(problem, without_symmetry(problem))


EVERYTHING = Part()


def run(
    asked: SearchRequest,
    part: Part = EVERYTHING,
    *,
    limit: int | None = None,
    keep: bool = True,
    budget: float | None = None,
) -> tuple[PartResult, list[tuple[int, ...]]]:
    """Return the result and the solutions in order."""
    task = PartTask(asked, part, limit=limit, budget=budget)
    if not keep:
        return ExactCoverEngine().run(task), []
    rows, result = part_solutions(ExactCoverEngine(), task)
    return result, rows


def puzzle(board: str, *tiles: str, fill: str = "true") -> Puzzle:
    return puzzle_of(f"board: {board}, fill: {fill}, tiles: [{', '.join(tiles)}]")


@examples(100)
@given(problem=cover_problems(), building=st.sampled_from([0.0, 1.0, 100.0]))
def test_subproblems_do_not_change_solutions(problem: CoverProblem, building: float) -> None:
    """A problem with too many options for one search is split into several, which grow where building dominates."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine_module, "MAX_ACTIVE_OPTIONS", 2)
        patch.setattr(import_module("cp_puzzles.engines.exact_cover.subproblems"), "NODES_TO_BUILD", building)
        assert sorted(run(request(problem))[1]) == all_solutions(problem)


@examples(20)
@given(problem=cover_problems())
def test_restarts_are_complete(problem: CoverProblem) -> None:
    """Restarts find a solution or prove that there is none."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine_module, "MAX_ACTIVE_OPTIONS", 2)
        result, rows = run(request(problem), limit=1)
    everything = all_solutions(problem) or []
    assert set(rows) <= set(everything)
    assert (len(rows), result.complete) in {(1, False), (0, not everything)}
    assert bool(rows) == bool(everything)


def test_restarts_end_where_nothing_may_be_chosen() -> None:
    """A problem without options ends, although a restart is as long as there are pieces."""
    result, rows = run(request(CoverProblem((Item("cell", "a", 1, 1),), ())), limit=1)
    assert (result.complete, rows) == (True, [])


def test_copies_of_twelve_tiles_are_used_evenly() -> None:
    """Ten of each pentomino on 20x30: before copies were used evenly, two or three tiles remained in the end."""
    asked = cover_and_request(puzzle("{size: [20, 30]}", "{set: pentominoes, multiplicity: 10}"), symmetry="off")[1]
    result, [found] = run(asked, limit=1)
    assert len(found) == 120
    assert result.statistics["nodes"] < 1_000_000


def test_subproblem_size_grows_at_dead_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """5,000 subproblems of two nodes each were built once, for minutes where the search took seconds."""
    monkeypatch.setattr(engine_module, "MAX_ACTIVE_OPTIONS", 100)
    asked = replace(cover_and_request(puzzle("{size: [3, 20]}", "{set: pentominoes}"))[1], settings={"scan": False})
    result, rows = run(asked)
    assert len(rows) == 2
    assert result.statistics["subproblems"] < 100


SOMA = puzzle("{size: [3, 3, 3]}", "{set: soma}")
PUZZLES = [
    pytest.param(puzzle("{size: [6, 6]}", "{set: domino, multiplicity: 18}"), 6728, id="dominoes 6x6"),
    pytest.param(SOMA, 11520, id="Soma"),
    pytest.param(puzzle("{size: [3, 20]}", "{set: pentominoes}"), 8, id="pentominoes 3x20"),
    pytest.param(puzzle("{size: [3, 3]}", "{set: domino, multiplicity: any}", fill="false"), 131, id="matchings 3x3"),
    pytest.param(
        puzzle(
            "{size: [4, 4]}",
            "{set: domino, multiplicity: {min: 2, max: 5}}",
            "{set: trominoes, only: [L], multiplicity: any}",
        ),
        None,
        id="ranges",
    ),
    pytest.param(puzzle("{size: [4, 4, 2]}", "{set: tetrominoes, only: [T], multiplicity: 8}"), None, id="eight T"),
]


@pytest.mark.parametrize(("tiles", "off"), PUZZLES)
@pytest.mark.parametrize("symmetry", ["rotations", "full"])
@pytest.mark.parametrize("breaking", ["lex", "filter"])
def test_exact_cover_yields_each_leader_once(
    tiles: Puzzle, off: int | None, symmetry: Symmetry, breaking: Breaking
) -> None:
    """Under every symmetry and by every method the solutions are the leaders of all solutions, weighed exactly."""
    everything = run(cover_and_request(tiles, symmetry="off")[1])[1]
    if off is not None:
        assert len(everything) == off
    asked = cover_and_request(tiles, symmetry=symmetry, breaking=breaking)[1]
    result, rows = run(asked)
    assert set(rows) == {asked.leader.leader_of(np.array(row)) for row in everything}
    assert result.raw == len(everything)


@pytest.mark.parametrize(("tiles", "off"), PUZZLES)
def test_parts_partition_the_solutions(tiles: Puzzle, off: int | None) -> None:
    """The parts of a partition together have every solution exactly once."""
    asked = cover_and_request(tiles)[1]
    complete, rows = run(asked)
    options = asked.problem.covering[0][:5]
    parts = [Part((option,), options[:i]) for i, option in enumerate(options)]
    parts.append(Part((), options))
    results = [run(asked, part) for part in parts]
    assert sorted(row for _, found in results for row in found) == sorted(rows)
    assert sum(result.raw for result, _ in results) == complete.raw


def test_pauses_do_not_change_solutions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few nodes per call and small batches change neither the solutions nor their order."""
    asked = cover_and_request(SOMA)[1]
    rows = run(asked)[1]
    monkeypatch.setattr(budget_module, "NODES_PER_CALL", 7)
    monkeypatch.setattr(budget_module, "BATCH_SOLUTIONS", 1)
    assert run(asked)[1] == rows


def test_limit_ends_search() -> None:
    """The first `limit` solutions are found, and the result is not complete."""
    asked = cover_and_request(SOMA)[1]
    rows = run(asked)[1]
    for limit in (2, 100, 239):
        result, found = run(asked, limit=limit)
        assert found == rows[:limit]
        assert not result.complete
        assert run(asked, limit=limit, keep=False)[0].solutions == limit
    assert run(asked, limit=1)[0].solutions == 1


def test_descent_has_no_depth_limit() -> None:
    """Of 10,512 dominoes some 2100 are chosen before a search can hold the rest: once that was a RecursionError."""
    asked = request(cover_and_request(puzzle("{size: [73, 72]}", "{set: domino, multiplicity: any}"))[1].problem)
    result, [found] = run(asked, limit=1)
    assert len(found) == 73 * 36
    assert len({i for o in found for i in asked.problem.options[o] if i in asked.problem.cells}) == 73 * 72
    assert not result.complete
    stopped = ExactCoverEngine().run(PartTask(asked, stop=lambda: True))
    assert (stopped.solutions, stopped.complete) == (0, False)


def test_stop_ends_search() -> None:
    """A stop flag that is set ends the search at its first check."""
    asked = cover_and_request(SOMA, symmetry="off")[1]
    result = ExactCoverEngine().run(PartTask(asked, stop=lambda: True))
    assert not result.complete


@pytest.mark.parametrize("symmetry", ["off", "full"])
@pytest.mark.parametrize("size", [[3, 20], [4, 15], [1, 100]])
def test_scan_matches_general_search(size: list[int], symmetry: Symmetry) -> None:
    """The two searches are chosen by shape, and agree where both can be used; in parts too."""
    rods = [f"{{name: R{n}, cells: {[[0, k] for k in range(n)]}}}" for n in (14, 18, 20, 22, 26)]
    asked = cover_and_request(
        puzzle(f"{{size: {size}}}", *(["{set: pentominoes}"] if size[0] > 1 else rods)), symmetry=symmetry
    )[1]
    result, rows = run(asked)
    general, others = run(replace(asked, settings={"scan": False}))
    assert set(rows) == set(others)
    assert (result.raw, result.self_symmetric) == (general.raw, general.self_symmetric)
    options = asked.problem.covering[7][:40]
    parts = [Part(options[20:21], options[:20]), Part((), options)]
    for part in parts:
        assert set(run(asked, part)[1]) == {
            row for row in rows if set(part.chosen) <= set(row) and not set(part.excluded) & set(row)
        }


def test_scan_needs_every_piece() -> None:
    """A full board is not a solution while a required piece is unused."""
    tiles = "{name: A, cells: [[0, 0]]}", "{name: B, cells: [[0, 0], [0, 1]]}", "{set: trominoes, only: [I]}"
    assert run(cover_and_request(puzzle("{size: [1, 3]}", *tiles))[1])[1] == []
    assert len(run(cover_and_request(puzzle("{size: [1, 6]}", *tiles))[1])[1]) == 3


def test_compilation_without_cache_directory() -> None:
    """Numba finds no directory for a function without a file, as it does when no directory can be written."""
    space: dict[str, Any] = {}
    exec("def successor(n):\n    return n + 1", space)
    function = jit.compiled(space["successor"])
    assert function(1) == 2


def test_other_engines_do_not_import_numba() -> None:
    """Loading an engine imports its own solver only."""
    program = (
        "import sys\n"
        "from cp_puzzles.engines.registry import load_engine\n"
        "load_engine('cp-sat')\n"
        "assert 'numba' not in sys.modules"
    )
    finished([sys.executable, "-c", program], status=0)


def test_effort_is_counted_in_nodes() -> None:
    """Work is counted in nodes, and an unfinished search is incomplete."""
    asked = cover_and_request(SOMA, symmetry="off")[1]
    results = [ExactCoverEngine().run(PartTask(asked, budget=0.001)) for _ in "ab"]
    assert results[0].statistics["nodes"] == results[1].statistics["nodes"] <= 1000
    assert not results[0].complete


def test_accepted_solutions_alone_are_emitted() -> None:
    """Tilings that are not accepted are neither counted nor emitted; a stored run once took them for lost."""
    rest = "board: {size: [4, 4]}, tiles: [{set: domino, multiplicity: 8}], rules: {colorable: {with: 2}}"
    _, request = cover_and_request(puzzle_of(rest), symmetry="off")
    result, rows = run(request)
    assert result.solutions == len(rows) < 36
