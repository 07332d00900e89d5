"""The same solutions in the same order for any workers and budget, resumed, from shares, and on a cluster."""

from __future__ import annotations

from importlib.util import find_spec
from itertools import count
from pathlib import Path
from time import sleep

import pytest

from cp_puzzles import open_run
from cp_puzzles.engines.registry import FASTEST
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.puzzle import Puzzle, problem_from
from cp_puzzles.search import pool
from cp_puzzles.search.merge import merge_shares
from cp_puzzles.search.run_result import Progress
from cp_puzzles.search.search import Search
from cp_puzzles.search.search_options import SearchOptions
from tests.search.run_watch import DOMINOES, dominoes, keys

PUZZLES = {"dominoes": DOMINOES, "soma": "soma", "corners": "corners3x3"}

Keys = list[frozenset[object]]


def found(puzzle: Puzzle, budget: float, options: SearchOptions) -> Keys:
    """Return the solutions of a search whose parts have a budget, in order."""
    search = Search(puzzle, options, budget=budget, attempt=budget)
    return keys(search)


@pytest.fixture(scope="module", params=PUZZLES)
def asked(request: pytest.FixtureRequest) -> tuple[Puzzle, Keys]:
    """A puzzle, and its solutions as one run finds them."""
    name = PUZZLES[request.param]
    puzzle = dominoes() if name is DOMINOES else problem_from(name)
    return puzzle, found(puzzle, 1e6, SearchOptions(engine=FASTEST, jobs=1))


@pytest.mark.parametrize("jobs", [1, 2, 4])
@pytest.mark.parametrize("budget", [1e-3, 5.0])
def test_order_depends_on_neither_jobs_nor_budget(asked: tuple[Puzzle, Keys], jobs: int, budget: float) -> None:
    """Parts of any size, searched by any number of threads, have the solutions of one run in its order."""
    puzzle, truth = asked
    assert found(puzzle, budget, SearchOptions(engine=FASTEST, jobs=jobs)) == truth


def test_one_worker_needs_no_pool(monkeypatch: pytest.MonkeyPatch) -> None:
    """With one job the thread of the search runs the parts itself, and passes their solutions on at once."""
    monkeypatch.setattr(pool.Runner, "submit", lambda *_: pytest.fail("a pool got a part"))
    options = SearchOptions(engine=FASTEST, jobs=1)
    search = Search(dominoes(), options, budget=1e-3, attempt=1e-3)
    found = len(list(search))
    assert search.state.parts > 2
    assert found == search.state.solutions


def test_progress_is_reported_between_solutions() -> None:
    """A search whose solutions never let the caller wait reports its progress, too."""
    reports: list[Progress] = []
    for _ in Search(dominoes(), SearchOptions(engine=FASTEST, jobs=1, on_progress=reports.append)):
        sleep(1e-3)
    assert any(report.solutions > 0 for report in reports)


@pytest.mark.slow
@pytest.mark.parametrize("budget", [0.05, 0.5, 5.0])
@pytest.mark.parametrize("jobs", [1, 2, 4])
def test_order_of_a_long_search(jobs: int, budget: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes, too, have the solutions of one run in its order."""
    monkeypatch.setattr(pool, "HEAD_START_SECONDS", 0.0)
    puzzle = problem_from("pentomino6x10")
    truth = found(puzzle, 1e6, SearchOptions(engine=FASTEST, jobs=1, symmetry="off"))
    assert found(puzzle, budget, SearchOptions(engine=FASTEST, jobs=jobs, symmetry="off")) == truth


def test_order_of_a_run_that_is_resumed(asked: tuple[Puzzle, Keys], tmp_path: Path) -> None:
    """A run that is stopped again and again has the solutions of one run in its order."""
    puzzle, truth = asked
    path = tmp_path / "a.run"
    for limit in count(1, 150):
        options = SearchOptions(engine=FASTEST, jobs=1, store=path, limit=limit)
        search = Search(puzzle, options, budget=1e-3, attempt=1e-3)
        assert keys(search) == truth[:limit]
        if search.result().status == "complete":
            break
    with open_run(path) as run:
        assert keys(run) == truth
        assert run.status().state == "complete"


@pytest.mark.parametrize("into", [1, 3, 10])
def test_shares_are_merged_in_order(asked: tuple[Puzzle, Keys], into: int, tmp_path: Path) -> None:
    """Shares that are searched one by one have all solutions; the merged run has their order and their numbers."""
    puzzle, truth = asked
    files = [str(tmp_path / f"{number}.run") for number in range(1, into + 1)]
    for number, file in enumerate(files, start=1):
        found(puzzle, 2e-3, SearchOptions(engine=FASTEST, jobs=1, store=file, share=f"{number}/{into}"))
    merged = merge_shares(files[::-1], str(tmp_path / "whole.run"), check=1.0)
    assert (merged.solutions, merged.replayed) == (len(truth), merged.parts)
    with open_run(tmp_path / "whole.run") as run:
        solutions = keys(run)
        assert run.status().state == "complete"
    assert len(solutions) == len(truth)
    assert set(solutions) == set(truth)
    if into > 1:
        with pytest.raises(MistakeError, match=f"1 share in none of the files, the first is 1/{into}"):
            merge_shares(files[1:])
        with pytest.raises(MistakeError, match=f"it is share {into}, and so is"):
            merge_shares([*files, files[-1]])
        other = str(tmp_path / "other.run")
        found(puzzle, 1.0, SearchOptions(engine=FASTEST, jobs=1, symmetry="off", store=other, share=f"1/{into}"))
        with pytest.raises(MistakeError, match="another run"):
            merge_shares([*files, other])


@pytest.mark.slow
@pytest.mark.skipif(find_spec("distributed") is None, reason="the extra `cluster` is not installed")
@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.filterwarnings("ignore::DeprecationWarning:distributed")
def test_order_of_a_cluster() -> None:
    """The workers of a cluster have the solutions of one run in its order."""
    puzzle = dominoes()
    truth = found(puzzle, 1e6, SearchOptions(engine=FASTEST, jobs=1))
    assert found(puzzle, 1e-3, SearchOptions(engine=FASTEST, jobs=2, cluster="local")) == truth
