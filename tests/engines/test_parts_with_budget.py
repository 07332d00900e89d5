"""Parts with a budget: a search that is paused and continued, again and again, is the search without a pause."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cp_puzzles.api import cover_and_request
from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.cover.symmetry.leader import lex_leader
from cp_puzzles.cover.symmetry.symmetry_group import SymmetryGroup
from cp_puzzles.engines.engine import Breaking, Engine, Part, PartResult, PartTask, SearchRequest
from cp_puzzles.engines.exact_cover import exact_cover_engine as engine_module
from cp_puzzles.engines.exact_cover import subproblem_search as budget_module
from cp_puzzles.engines.exact_cover.exact_cover_engine import NODES_PER_SECOND, ExactCoverEngine
from cp_puzzles.engines.exact_cover.sparse_search import COMPARED_PER_VISIT, VISITS_PER_NODE
from cp_puzzles.engines.exact_cover.subproblem_search import STORED_PER_NODE
from cp_puzzles.engines.registry import load_engine
from tests.cover.cover_problems import cover_problems, part_solutions, symmetric_problems, without_symmetry
from tests.examples import examples
from tests.written import puzzle_of

Rows = list[tuple[int, ...]]

NODE = 1 / NODES_PER_SECOND


def in_pieces(engine: Engine, task: PartTask, random: Random, most_nodes: int) -> tuple[Rows, list[PartResult]]:
    """Return the solutions in order and the results of runs that all end early, by a budget, a stop or a limit."""
    rows: Rows = []
    results: list[PartResult] = []
    waiting = [task.part]
    while waiting:
        part = waiting.pop(0)
        stops = random.random() < 0.2
        run = replace(
            task,
            part=part,
            budget=random.randint(0, most_nodes) * NODE,
            stop=(lambda: random.random() < 0.5) if stops else task.stop,
            limit=random.choice([None, None, 1, 2]),
        )
        found, result = part_solutions(engine, run)
        assert run.limit is None or len(found) <= run.limit
        assert sum(left.share for left in result.rest) <= part.share + 1e-9
        assert [left.path[:-1] for left in result.rest] == [part.path] * len(result.rest) or result.rest == (part,)
        rows += found
        waiting[:0] = result.rest
        results.append(result)
        if not stops:
            assert result.rest != (part,)
    return rows, results


def check_pieces(task: PartTask, seed: int, most_nodes: int) -> None:
    """Assert that a search in pieces has the solutions of the search at once, in its order, and its counts."""
    engine = ExactCoverEngine()
    settings = {"restarts": False, **task.request.settings}
    task = replace(task, request=replace(task.request, settings=settings))
    rows, unbroken = part_solutions(engine, task)
    assert unbroken.complete
    in_order, results = in_pieces(engine, task, Random(seed), most_nodes)
    assert in_order == rows
    for name in ("solutions", "raw", "self_symmetric"):
        assert sum(getattr(result, name) for result in results) == getattr(unbroken, name)
    counted = in_pieces_counted(engine, task, most_nodes)
    assert counted == (unbroken.solutions, unbroken.raw, unbroken.self_symmetric)


def in_pieces_counted(engine: Engine, task: PartTask, most_nodes: int) -> tuple[int, int, int]:
    """Return the counts of a search in pieces that emits nothing, the last part first."""
    waiting, solutions, raw, self_symmetric = [task.part], 0, 0, 0
    while waiting:
        result = engine.run(replace(task, part=waiting.pop(), budget=most_nodes * NODE))
        waiting += result.rest
        solutions, raw = solutions + result.solutions, raw + result.raw
        self_symmetric += result.self_symmetric
    return solutions, raw, self_symmetric


SETTINGS = [{}, {"sparse": True}, {"scan": False, "remember": True}, {"rim": 40}]


@examples(150)
@given(
    asked=st.one_of(symmetric_problems(), cover_problems().map(lambda p: (p, SymmetryGroup.identity(p)))),
    settings=st.sampled_from(SETTINGS),
    breaking=st.sampled_from(("lex", "filter")),
    seed=st.integers(0, 99),
    most_nodes=st.sampled_from([1, 3, 20]),
    size=st.sampled_from([2, 5, 2000]),
)
def test_paused_search_is_the_search(
    asked: tuple[CoverProblem, SymmetryGroup],
    settings: dict[str, object],
    breaking: Breaking,
    seed: int,
    most_nodes: int,
    size: int,
) -> None:
    """Any bounds, symmetries and settings; also split into small subproblems, and with rejected solutions."""
    problem, group = asked
    accepts = None if seed % 3 else (lambda solution: sum(solution) % 2 == 0)
    if group.order > 1:
        accepts = None
    request = SearchRequest(problem, lex_leader(problem, group), breaking, settings, accepts)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(budget_module, "SUBPROBLEM_NODES", 0)
        patch.setattr(budget_module, "STEP_NODES", 1)
        patch.setattr(budget_module, "NODES_PER_CALL", 7)
        patch.setattr(engine_module, "MAX_ACTIVE_OPTIONS", size)
        check_pieces(PartTask(request), seed, most_nodes)


PUZZLES = {
    "scan": "board: {size: [5, 6]}, tiles: [{set: pentominoes, only: [F, L, N, P, U, Y]}]",
    "long scan": "board: {size: [3, 20]}, tiles: [{set: pentominoes}]",
    "Soma": "board: {size: [3, 3, 3]}, tiles: [{set: soma}]",
    "rule": "board: {size: [4, 4]}, tiles: [{set: domino, multiplicity: 8}], rules: {colorable: {with: 2}}",
    "matchings": "board: {size: [3, 3]}, fill: false, tiles: [{set: domino, multiplicity: any}]",
    "ranges": "board: {size: [3, 4]}, tiles: [{set: domino, multiplicity: {min: 2, max: 5}}, "
    "{set: trominoes, only: [L], multiplicity: {min: 1, max: 3}}]",
    "ten Y": "board: {size: [5, 10]}, tiles: [{set: pentominoes, only: [Y], multiplicity: 10}]",
}


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
@pytest.mark.parametrize("name", PUZZLES)
def test_paused_search_of_puzzle_is_the_search(name: str, settings: dict[str, object]) -> None:
    """Pieces once each, copies, ranges of copies, empty cells, rules that only a finished tiling can keep."""
    request = replace(cover_and_request(puzzle_of(PUZZLES[name]))[1], settings=settings)
    check_pieces(PartTask(request), 1, 10_000)


@pytest.mark.parametrize("name", ["scan", "ranges"])
def test_subproblems_are_paused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the search is split into subproblems, and where a later run splits it elsewhere."""
    request = replace(cover_and_request(puzzle_of(PUZZLES[name]))[1], settings={"scan": False})
    rows = part_solutions(ExactCoverEngine(), PartTask(request))[0]
    for size in (60, 2000):
        monkeypatch.setattr(engine_module, "MAX_ACTIVE_OPTIONS", size)
        assert part_solutions(ExactCoverEngine(), PartTask(request))[0] == rows
        check_pieces(PartTask(request), size, 50_000)


def test_shares_of_parts_sum_to_one() -> None:
    """The shares of what was searched and of the rest sum to the tree, after any number of runs."""
    request = replace(cover_and_request(puzzle_of(PUZZLES["Soma"]))[1], settings={})
    parts, done = [Part()], []
    while parts:
        part = parts.pop()
        result = ExactCoverEngine().run(PartTask(request, part, budget=2_000 * NODE))
        left = sum(rest.share for rest in result.rest)
        assert left <= part.share + 1e-12
        done.append(part.share - left)
        parts += result.rest
        assert sum(done) + sum(rest.share for rest in parts) == pytest.approx(1)
    assert len(done) > 3


def test_order_of_paths_is_order_of_search() -> None:
    """Parts that are searched in any order, sorted by their paths, have the solutions in order."""
    request = cover_and_request(puzzle_of(PUZZLES["Soma"]))[1]
    rows = part_solutions(ExactCoverEngine(), PartTask(request))[0]
    random, parts, found = Random(0), [Part()], []
    while parts:
        part = parts.pop(random.randrange(len(parts)))
        solutions, result = part_solutions(ExactCoverEngine(), PartTask(request, part, budget=2_000 * NODE))
        found.append((part.path, solutions))
        parts += result.rest
    assert [row for _, solutions in sorted(found) for row in solutions] == rows


def test_effort_is_the_counted_work() -> None:
    """A budget is kept within the work of one node, and equal runs have equal efforts."""
    request = cover_and_request(puzzle_of(PUZZLES["Soma"]), symmetry="off")[1]
    for budget in (0.002, 0.004):
        efforts = [ExactCoverEngine().run(PartTask(request, budget=budget)).effort for _ in "ab"]
        assert efforts[0] == efforts[1] == pytest.approx(budget, abs=1e-3)


@pytest.mark.parametrize("settings", [{}, {"sparse": True}], ids=str)
def test_effort_includes_the_comparison_of_images(settings: dict[str, object]) -> None:
    """On a torus with 392 symmetries nearly all time is spent on leaders; it once was not charged.

    Every set of options that covers all cells is a solution, so there is a solution for nearly every node.
    """
    squares = "board: {size: [7, 7], wrap: torus}, overlap: true, tiles: [{size: [3, 3], multiplicity: any}]"
    nodes = dict[str, float]()
    for symmetry in ("off", "full"):
        request = replace(cover_and_request(puzzle_of(squares), symmetry=symmetry)[1], settings=settings)
        result = ExactCoverEngine().run(PartTask(request, budget=0.05))
        assert result.effort == pytest.approx(0.05, abs=0.02)
        nodes[symmetry] = result.statistics["nodes"]
    assert nodes["full"] < nodes["off"] / 5


@pytest.mark.parametrize("size", [10, 40])
def test_effort_on_lists_grows_with_the_items(size: int) -> None:
    """A search on lists compares all items at each node, and stores every option of a solution."""
    dominoes = f"board: {{size: [{size}, {size}]}}, tiles: [{{set: domino, multiplicity: any}}]"
    request = replace(cover_and_request(puzzle_of(dominoes), symmetry="off")[1], settings={"sparse": True})
    result = ExactCoverEngine().run(PartTask(request, emit=lambda batch, sizes: None, budget=0.05))
    nodes, found = result.statistics["nodes"], result.statistics["found"]
    assert found
    compared = nodes * size**2 / (COMPARED_PER_VISIT * VISITS_PER_NODE)
    stored = found * (size**2 / 2) / STORED_PER_NODE
    assert result.effort / NODE > nodes + compared + stored - found


def test_model_engine_leaves_a_part_as_it_was() -> None:
    """CP-SAT emits what it finds within a budget; the rest is the part, in which it finds the same again."""
    request = cover_and_request(puzzle_of(PUZZLES["Soma"]))[1]
    engine = load_engine("cp-sat")
    begun, result = part_solutions(engine, PartTask(request, budget=0.01))
    assert (result.solutions, result.rest) == (len(begun), (Part(),))
    rows, result = part_solutions(engine, PartTask(request, budget=1e4))
    assert (len(rows), result.rest) == (240, ())
    assert begun == rows[: len(begun)]
    assert 0 < len(begun) < 240
    rows, result = part_solutions(engine, PartTask(request, budget=1e4, limit=3))
    assert (len(rows), result.rest) == (3, (Part(),))


@examples(100)
@given(problem=cover_problems(), seed=st.integers(0, 9))
def test_stack_of_a_part_within_chosen_options(problem: CoverProblem, seed: int) -> None:
    """A part with chosen and excluded options is paused in the same way."""
    options = range(len(problem.options))
    random = Random(seed)
    drawn = random.sample(options, min(3, len(options)))
    request = SearchRequest(problem, without_symmetry(problem))
    check_pieces(PartTask(request, Part(tuple(drawn[:1]), tuple(sorted(drawn[1:])))), seed, 2)
