"""The exact-cover engine: leaders, parts, limits, pauses, subproblems, tables; see also `test_any_cover_problem`."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from cp_puzzles.api import ask
from cp_puzzles.cover.problem import CoverProblem
from cp_puzzles.engines.base import Part, PartResult, Question
from cp_puzzles.puzzle.build import build_puzzle
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.spec.load import parse_spec
from cp_puzzles.symmetry.group import SymmetryGroup
from cp_puzzles.symmetry.leader import lex_leader
from tests.cover_problems import all_solutions, cover_problems

pytest.importorskip("numba")

from cp_puzzles.engines.base import Breaking
from cp_puzzles.engines.exact_cover import engine as engine_module
from cp_puzzles.engines.exact_cover import slices as slices_module
from cp_puzzles.engines.exact_cover.common import jit
from cp_puzzles.engines.exact_cover.engine import ExactCoverEngine
from cp_puzzles.engines.exact_cover.problem import room
from cp_puzzles.symmetry.group import Symmetry
from tests.examples import examples
from tests.processes import finished


def question(problem: CoverProblem) -> Question:
    """A question without symmetry."""
    return Question(problem, lex_leader(problem, SymmetryGroup.identity(problem)))


WHOLE = Part()


def run(
    asked: Question, part: Part = WHOLE, *, limit: int | None = None, keep: bool = True
) -> tuple[PartResult, list[tuple[int, ...]]]:
    """The result and the solutions in order."""
    rows: list[tuple[int, ...]] = []
    sizes: list[int] = []

    def emit(batch: NDArray[Any], orbit_sizes: NDArray[Any]) -> None:
        rows.extend(tuple(o for o in row if o >= 0) for row in batch.tolist())
        sizes.extend(orbit_sizes.tolist())

    result = ExactCoverEngine().run(asked, part, emit=emit if keep else None, limit=limit, stop=lambda: False)
    if keep:
        assert result.solutions == len(rows) == len(set(rows))
        assert result.raw == sum(sizes)
        assert all(row == tuple(sorted(row)) for row in rows)
    return result, rows


def puzzle(board: str, *tiles: str, fill: str = "true") -> Puzzle:
    return build_puzzle(parse_spec(f"{{name: test, board: {board}, fill: {fill}, tiles: [{', '.join(tiles)}]}}"))


@examples(100)
@given(problem=cover_problems(), building=st.sampled_from([0.0, 1.0, 100.0]))
def test_small_subproblems_give_the_same_solutions(problem: CoverProblem, building: float) -> None:
    """A problem with too many options for one search is cut into several, which grow where building them is dear."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine_module, "MAX_LIVING", 2)
        patch.setattr(room, "NODES_TO_BUILD", building)
        assert sorted(run(question(problem))[1]) == all_solutions(problem)


def test_subproblems_grow_where_they_are_dead_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """5,000 subproblems of two nodes each were built once, for minutes where the search took seconds."""
    monkeypatch.setattr(engine_module, "MAX_LIVING", 100)
    asked = replace(ask(puzzle("{size: [3, 20]}", "{set: pentominoes}"))[1], settings={"scan": False})
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
def test_the_leaders_of_all_orbits_come_once(
    tiles: Puzzle, off: int | None, symmetry: Symmetry, breaking: Breaking
) -> None:
    """Under every symmetry and by every method the solutions are the leaders of all solutions, weighed exactly."""
    everything = run(ask(tiles, symmetry="off")[1])[1]
    if off is not None:
        assert len(everything) == off
    asked = ask(tiles, symmetry=symmetry, breaking=breaking)[1]
    result, rows = run(asked)
    assert set(rows) == {asked.leader.leader_of(np.array(row)) for row in everything}
    assert result.raw == len(everything)


@pytest.mark.parametrize(("tiles", "off"), PUZZLES)
def test_parts_sum_to_the_whole(tiles: Puzzle, off: int | None) -> None:
    """The parts of an exact partition have every solution of the whole, and no other, once."""
    asked = ask(tiles)[1]
    whole, rows = run(asked)
    options = asked.problem.covering[0][:5]
    parts = [Part(i, (option,), options[:i]) for i, option in enumerate(options)]
    parts.append(Part(len(parts), (), options))
    results = [run(asked, part) for part in parts]
    assert sorted(row for _, found in results for row in found) == sorted(rows)
    assert sum(result.raw for result, _ in results) == whole.raw


def test_a_search_that_is_interrupted_all_the_time_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few nodes a call and a small batch: the search goes on where it was, in the same order."""
    asked = ask(SOMA)[1]
    rows = run(asked)[1]
    monkeypatch.setattr(slices_module, "NODES_PER_CALL", 7)
    monkeypatch.setattr(engine_module, "BATCH_SIZE", 1)
    assert run(asked)[1] == rows


def test_a_limit_ends_the_search_early() -> None:
    """Exactly so many solutions, the first ones, and the result does not claim to be complete."""
    asked = ask(SOMA)[1]
    rows = run(asked)[1]
    for limit in (2, 100, 239):
        result, found = run(asked, limit=limit)
        assert found == rows[:limit]
        assert not result.complete
        assert run(asked, limit=limit, keep=False)[0].solutions == limit
    assert run(asked, limit=1)[0].solutions == 1


def test_looking_for_one_solution_proves_that_there_is_none() -> None:
    """All tries are given up at last, and the answer is complete."""
    asked = ask(puzzle("{size: [4, 5]}", "{set: tetrominoes}"))[1]
    result, rows = run(asked, limit=1)
    assert (rows, result.complete) == ([], True)


def test_a_large_board_is_searched_however_many_choices_lead_to_a_subproblem() -> None:
    """Of 10,512 dominoes some 2100 are chosen before a search can hold the rest: once that was a RecursionError."""
    asked = question(ask(puzzle("{size: [73, 72]}", "{set: domino, multiplicity: any}"))[1].problem)
    result, [found] = run(asked, limit=1)
    assert len(found) == 73 * 36
    assert len({i for o in found for i in asked.problem.options[o] if i in asked.problem.cells}) == 73 * 72
    assert not result.complete
    stopped = ExactCoverEngine().run(asked, Part(), emit=None, limit=None, stop=lambda: True)
    assert (stopped.solutions, stopped.complete) == (0, False)


def test_a_stop_ends_the_search() -> None:
    """A stop flag that is up ends the search after one look."""
    asked = ask(SOMA, symmetry="off")[1]
    result = ExactCoverEngine().run(asked, Part(), emit=None, limit=None, stop=lambda: True)
    assert not result.complete


def test_remembering_failures_changes_no_answer() -> None:
    """Failures are remembered by the whole set of uncovered items, so that the solutions stay the same."""
    tiles = puzzle("{size: [5, 10]}", "{set: pentominoes, only: [Y], multiplicity: 10}")
    found = [run(replace(ask(tiles)[1], settings={"remember": remember})) for remember in (True, False)]
    assert found[0][1] == found[1][1]
    assert found[0][0].statistics["nodes"] <= found[1][0].statistics["nodes"]


@pytest.mark.parametrize("symmetry", ["off", "full"])
@pytest.mark.parametrize("size", [[3, 20], [4, 15], [1, 100]])
def test_narrow_boards_have_the_same_solutions_by_table_and_by_the_general_search(
    size: list[int], symmetry: Symmetry
) -> None:
    """The two searches are chosen by shape, and agree where both can be used; in parts too."""
    rods = [f"{{name: R{n}, cells: {[[0, k] for k in range(n)]}}}" for n in (14, 18, 20, 22, 26)]
    asked = ask(puzzle(f"{{size: {size}}}", *(["{set: pentominoes}"] if size[0] > 1 else rods)), symmetry=symmetry)[1]
    result, rows = run(asked)
    general, others = run(replace(asked, settings={"scan": False}))
    assert set(rows) == set(others)
    assert (result.raw, result.self_symmetric) == (general.raw, general.self_symmetric)
    options = asked.problem.covering[7][:40]
    parts = [Part(0, options[20:21], options[:20]), Part(1, (), options)]
    for part in parts:
        assert set(run(asked, part)[1]) == {
            row for row in rows if set(part.chosen) <= set(row) and not set(part.excluded) & set(row)
        }


def test_a_narrow_board_on_which_not_all_pieces_find_room_has_no_solution() -> None:
    """A full board is no solution while a piece is left over."""
    tiles = "{name: A, cells: [[0, 0]]}", "{name: B, cells: [[0, 0], [0, 1]]}", "{set: trominoes, only: [I]}"
    assert run(ask(puzzle("{size: [1, 3]}", *tiles))[1])[1] == []
    assert len(run(ask(puzzle("{size: [1, 6]}", *tiles))[1])[1]) == 3


def test_without_a_place_to_cache_the_search_still_compiles() -> None:
    """Numba finds no directory for a function without a file, as it does when no directory can be written."""
    space: dict[str, Any] = {}
    exec("def successor(n):\n    return n + 1", space)
    function = jit.compiled(space["successor"])
    assert not jit.is_compiled(function)
    assert function(1) == 2
    assert jit.is_compiled(function)


def test_without_numba_the_engine_says_how_to_install_it() -> None:
    """The error names the extra; asking for another engine does not import numba."""
    program = (
        "import sys; sys.modules['numba'] = None\n"
        "from cp_puzzles.engines.registry import load_engine\n"
        "load_engine('cp-sat')\n"
        "try: load_engine('exact-cover')\n"
        "except Exception as error: print(type(error).__name__, error)"
    )
    done = finished([sys.executable, "-c", program], status=0)
    assert done.stdout.startswith("MissingExtraError")
    assert "pip install 'cp-puzzles[fast]'" in done.stdout


def test_a_puzzle_of_many_pieces_is_solved_by_chance_and_the_same_seed_solves_it_alike() -> None:
    """Restarts with awkward tiles first find 36 pentominoes within a few thousand nodes."""
    asked = ask(puzzle("{size: [12, 15]}", "{set: pentominoes, multiplicity: 3}"), symmetry="off")[1]
    first, again, other = (run(replace(asked, settings={"seed": seed}), limit=1) for seed in (1, 1, 2))
    assert first[1] == again[1] != other[1]
    assert first[0].statistics["nodes"] == again[0].statistics["nodes"] < 2_000_000


def test_an_effort_ends_a_search_after_the_same_number_of_nodes_each_time() -> None:
    """Work is counted in steps, and what it leaves undone is said."""
    asked = ask(SOMA, symmetry="off")[1]
    results = [
        ExactCoverEngine().run(asked, Part(), emit=None, limit=None, stop=lambda: False, effort=0.001) for _ in "ab"
    ]
    assert results[0].statistics["nodes"] == results[1].statistics["nodes"] <= 1000
    assert not results[0].complete


def test_what_finished_tilings_refuse_is_not_told_as_found() -> None:
    """Of 36 tilings two colours suffice for two: a stored run once took the others that it was told of for lost."""
    rest = "board: {size: [4, 4]}, tiles: [{set: domino, multiplicity: 8}], rules: {colorable: {with: 2}}"
    _, question = ask(build_puzzle(parse_spec(f"{{name: x, {rest}}}")), symmetry="off")
    told: list[int] = []
    result = ExactCoverEngine().run(question, Part(), emit=None, limit=None, stop=lambda: False, progress=told.append)
    assert result.solutions == told[-1] < 36
