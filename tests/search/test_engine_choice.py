"""The engine whose time is forecast least answers, and the answer does not depend on it."""

from typing import Any

import pytest

from cp_puzzles import count, estimate, solve
from cp_puzzles.api import cover_and_request
from cp_puzzles.cover.symmetry.symmetry_group import Symmetry
from cp_puzzles.engines.engine import Part
from cp_puzzles.engines.frontier.sweep_count import SweepCount
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.puzzle import puzzle_from
from cp_puzzles.puzzle.spec.loader import parse_spec
from cp_puzzles.puzzle.spec.schema import PuzzleSpec
from cp_puzzles.search import count_run, run_plan, searches
from cp_puzzles.search.forecast import engine_choice
from cp_puzzles.search.forecast.engine_choice import advice, begin_count, choose_engine
from cp_puzzles.search.forecast.engine_forecast import ATTEMPT_SECONDS
from cp_puzzles.search.job import Job


def dominoes(*sides: int) -> PuzzleSpec:
    """Return dominoes in any number on a rectangle."""
    return parse_spec(f"{{name: d, board: {{size: {list(sides)}}}, tiles: [{{set: domino, multiplicity: any}}]}}")


def test_count_of_a_narrow_board_needs_no_search() -> None:
    """Dominoes on 10x10 (258,584,046,368) were left to an engine that would take days; the summary says why."""
    result = count(dominoes(10, 10), symmetry="off")
    assert (result.engine, result.count) == ("frontier", 258_584_046_368)
    assert result.summary()["engine_reason"] == "it needs 252 states at most"
    assert "engine_reason" not in count(dominoes(4, 4), engine="frontier").summary()


@pytest.mark.parametrize("symmetry", ["off", "rotations", "full", "components"])
def test_every_equivalence_has_the_same_count(symmetry: Symmetry) -> None:
    """A count by default is that of an engine that enumerates, up to every equivalence."""
    board = "[[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2], [3, 0], [3, 1], [3, 2], [4, 0], [4, 1], [4, 2]]"
    spec = parse_spec(f"{{name: two, board: {{cells: {board}}}, tiles: [{{set: domino, multiplicity: any}}]}}")
    chosen, named = (count(spec, symmetry=symmetry, engine=engine, jobs=1) for engine in (None, "exact-cover"))
    assert (chosen.count, chosen.raw, chosen.self_symmetric) == (named.count, named.raw, named.self_symmetric)
    assert chosen.engine == ("exact-cover" if symmetry == "components" else "frontier")


@pytest.mark.parametrize(
    "options",
    [{"limit": 2}, {"breaking": "filter"}, {"rule": {"colorable": {"with": 3}}}, {"maximize": "crossroads"}],
)
def test_counter_is_left_out_where_it_cannot_serve(options: dict[str, Any]) -> None:
    """A limit, a breaking method, rules on finished tilings and objectives need an engine that enumerates."""
    assert count(dominoes(4, 4), jobs=1, **options).engine != "frontier"


def test_brief_search_comes_before_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    """A puzzle with rules that is solved at once needs no reason; one without a solution has the same reason."""

    def endless(*_: object) -> None:
        raise AssertionError("reasons were looked for")

    hopeless = {"regions": {"A": {"sum": 1}}}
    symmetries: tuple[Symmetry, ...] = ("off", "full")
    expected = {symmetry: count("domino_values1", symmetry=symmetry, engine="cp-sat") for symmetry in symmetries}
    reason = solve("domino_values1", rule=hopeless, engine="cp-sat").reason
    assert reason is not None
    assert solve("domino_values1", rule=hopeless, limit=1, jobs=1).reason == reason
    assert count("domino_values1", rule=hopeless, jobs=1).reason == reason
    monkeypatch.setattr(run_plan, "reason_for_none", endless)
    assert solve("domino_values1", limit=1, jobs=1).count == 1
    for symmetry, named in expected.items():
        result = count("domino_values1", symmetry=symmetry, jobs=1)
        assert (result.engine, result.count, result.raw) == ("exact-cover", named.count, named.raw)


def test_drawn_solutions_come_from_the_model() -> None:
    """`solve` stays with the model for a short search; a count and the first few solutions do not wait for it."""
    _, request = cover_and_request("pentomino6x10")
    assert choose_engine(request, draws=True).engine == "cp-sat"
    assert choose_engine(request).engine == "exact-cover"
    assert (solve("soma", jobs=1).engine, solve("soma", jobs=1, limit=2).engine) == ("cp-sat", "exact-cover")


def test_count_comes_before_a_tree_that_takes_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A count that is forecast to end before the search tree is built is chosen without that tree."""
    monkeypatch.setattr(engine_choice, "rough_seconds", lambda *_: pytest.fail("the tree was built"))
    job = Job(puzzle_from("squared_rectangle32x33"), "full", "auto")
    request = job.cover_and_request()[1]
    assert choose_engine(request, counting=begin_count(job, request)).engine == "frontier"


def test_count_that_is_nearly_finished_continues() -> None:
    """A count that has 0.03 s left is not given up for a search that is forecast to take less than a second."""
    spec = "{name: tube, board: {size: [8, 4], wrap: tube}, tiles: [{set: tetrominoes, multiplicity: {max: 5}}]}"
    job = Job(puzzle_from(parse_spec(spec)), "full", "auto")
    request = job.cover_and_request()[1]
    assert choose_engine(request, counting=begin_count(job, request)).engine == "frontier"


def test_plan_of_a_count_takes_half_of_the_search_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    """A count is planned if its plan takes less than half of a search; otherwise nothing is spent on it."""
    job = Job(puzzle_from("squares20x20"), "full", "auto")
    request = job.cover_and_request()[1]
    for share, is_begun in ((0.9, True), (2.2, False)):
        counting = begin_count(job, request)
        assert counting is not None
        seconds = 2 * (counting.planning_seconds + ATTEMPT_SECONDS) / share
        monkeypatch.setattr(engine_choice, "rough_seconds", lambda *_, seconds=seconds: seconds)
        monkeypatch.setattr(engine_choice, "SHORT_SECONDS", 0.0)
        choose_engine(request, counting=counting)
        assert (counting.spent > 0) == is_begun


def test_count_that_outgrows_memory_is_enumerated(monkeypatch: pytest.MonkeyPatch) -> None:
    """A forecast that is too low does not end in an error: the fastest engine counts instead."""
    monkeypatch.setattr(engine_choice, "rough_seconds", lambda *_: 1e9)
    monkeypatch.setattr(engine_choice, "attempted", lambda counting, *_: counting)
    monkeypatch.setattr(SweepCount, "seconds_left", lambda _: 1.0)
    ended: list[str] = []
    at_once = count_run.count_at_once

    def noted(plan: object) -> object:
        ended.append("begun")
        return at_once(plan)  # type: ignore[arg-type]

    monkeypatch.setattr(searches, "count_at_once", noted)
    result = count("soma", jobs=1, memory=28_000_000)
    assert (ended, result.engine, result.count) == (["begun"], "exact-cover", 240)


def test_optimum_of_the_solver_needs_no_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The solver proves the best value before any engine is forecast to enumerate all tilings."""
    monkeypatch.setattr(engine_choice, "rough_seconds", lambda *_: pytest.fail("an engine was forecast"))
    assert count("most_t_tetrominoes5x5", jobs=1).engine == "cp-sat"


def test_tree_that_exceeds_the_memory_is_refused() -> None:
    """A search or an estimate whose tree needs more than `memory` ends before the tree is built."""
    for question in (count, estimate):
        with pytest.raises(MistakeError, match=r"its search tree takes about .* MB, but only 200\.0 MB"):
            question("squared_rectangle32x33", engine="exact-cover", memory=200_000_000)


def test_long_search_names_the_counting_engine() -> None:
    """Before a count of hours by a named engine, the counting engine is recommended."""
    job = Job(puzzle_from(dominoes(10, 10)), engine="exact-cover", keep=False)
    _, request = job.cover_and_request()
    text = advice(job.engine, request, (Part(), Part(1)), begin_count(job, request))
    assert text is not None
    assert "; --engine frontier is about" in text


def test_interrupted_count_continues_to_the_same_end() -> None:
    """A count in slices has the result and the work of a count in one go."""
    cover, request = cover_and_request("tetrominoes_twice5x8")
    sliced, whole = (SweepCount(cover.problem, request.leader.group) for _ in range(2))
    for hundredths in range(1, 6):
        sliced.advance(0.01 * hundredths)
    assert sliced.finish() == whole.finish()
    assert sliced.spent == pytest.approx(whole.spent)


@pytest.mark.parametrize(("puzzle", "seconds"), [("kanoodle5x11", 0.1), ("torus_dominoes6x6", 0.002)])
def test_forecast_of_sweeps_is_near_their_work(puzzle: str, seconds: float) -> None:
    """The time left after a moment is within a factor of three of the work that is left, in the same unit.

    It was 20 times too long on a torus, whose group has hundreds of symmetries.
    """
    cover, request = cover_and_request(puzzle)
    counting = SweepCount(cover.problem, request.leader.group)
    assert counting.advance(seconds) is None
    left, spent = counting.seconds_left(), counting.spent
    counting.finish()
    assert 1 / 3 < left / (counting.spent - spent) < 3


def test_estimate_gives_the_time_of_every_engine() -> None:
    """The counting engine has a forecast too, and is declined where it cannot count."""
    forecast = estimate(dominoes(8, 8), jobs=1, seconds=0.2)
    assert set(forecast.engines) == {"cp-sat", "exact-cover", "frontier"}
    assert (forecast.engine, forecast.solutions.value, forecast.raw.value) == ("frontier", 1_629_189, 12_988_816)
    assert estimate("pentomino5x5", engine="frontier", jobs=1).engine == "frontier"
    with pytest.raises(MistakeError, match="estimate with engine='exact-cover'"):
        estimate("pentomino6x10", engine="frontier", jobs=1, memory=30_000_000)
