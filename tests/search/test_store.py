"""A run that is kept: taken up again, read, refused, and safe on a disk that is full."""

from __future__ import annotations

import json
import os
import resource
import sqlite3
import sys
import threading
from contextlib import closing
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

from cp_puzzles import Solution, build_puzzle, count, iter_solutions, open_run, parse_spec, solve
from cp_puzzles.errors import EngineError, MistakeError
from cp_puzzles.search.search import Search
from cp_puzzles.search.search_options import SearchOptions
from cp_puzzles.search.store.stored_run import WrittenRun
from cp_puzzles.search.worker import NewSolutions
from tests.processes import finished
from tests.search.run_watch import DOMINOES, ORBITS, TILINGS, Watch, dominoes, keys

ROOT = Path(__file__).parents[2]


def test_store_does_not_change_the_result(path: Path, truth: list[frozenset[object]]) -> None:
    """A store changes neither counts nor order, at the first call and at a repeated one."""
    for _ in range(2):
        result = solve(dominoes(), engine="exact-cover", jobs=1, store=path)
        assert (result.status, result.count, result.raw) == ("complete", ORBITS, TILINGS)
        assert keys(result.solutions) == truth
    assert sorted(file.name for file in path.parent.iterdir()) == [path.name]


@pytest.mark.slow
def test_run_that_was_cut_short_goes_on(path: Path, truth: list[frozenset[object]]) -> None:
    """Stopped after every few solutions, with one and with two jobs, it comes to the same end."""
    watch = Watch(path, truth)
    for limit in (1, 60, 400):
        assert keys(solve(dominoes(), engine="exact-cover", jobs=1, store=path, limit=limit).solutions) == truth[:limit]
        status = watch.look()
        assert status is not None
        assert status.state == "stopped"
        assert status.solutions >= limit
    result = solve(dominoes(), engine="exact-cover", jobs=2, store=path)
    assert (keys(result.solutions), result.raw) == (truth, TILINGS)
    assert result.statistics["stored_parts"] > 0


def test_run_with_default_bounds_resumes(path: Path) -> None:
    """The stored spec of a rule at its default, `touching: {min: 0}`, can be read again."""
    text = "{name: two, board: {size: [2, 3]}, tiles: [{set: domino, multiplicity: 3}], rules: {touching: {min: 0}}}"
    assert [solve(parse_spec(text), jobs=1, store=path).raw for _ in range(2)] == [3, 3]
    with open_run(path) as run:
        assert run.status().solutions == 2


def test_limit_on_a_complete_run_needs_no_search(path: Path, truth: list[frozenset[object]]) -> None:
    """A limit on a complete run returns its first solutions without a search."""
    solve(dominoes(), engine="exact-cover", store=path)
    result = solve(dominoes(), engine="exact-cover", store=path, limit=3)
    assert (result.status, result.count, keys(result.solutions)) == ("limit", 3, truth[:3])


@pytest.mark.parametrize("engine", ["cp-sat", "auto"])
@pytest.mark.parametrize("jobs", [1, 2])
def test_model_keeps_what_a_limit_ended(path: Path, truth: list[frozenset[object]], engine: str, jobs: int) -> None:
    """CP-SAT cannot continue a part: its solutions are kept, and not returned again when it searches the part again."""
    watch = Watch(path, truth)
    for limit in (3, 100, 300):
        result = solve(dominoes(), engine=engine, jobs=jobs, store=path, limit=limit)
        assert (result.status, len(set(result.solutions))) == ("limit", limit)
        status = watch.look()
        assert status is not None
        assert status.solutions >= limit
    result = solve(dominoes(), engine=engine, jobs=jobs, store=path)
    assert (result.status, result.count, result.raw) == ("complete", ORBITS, TILINGS)
    assert set(keys(result.solutions)) == set(truth)
    watch.look()


@pytest.mark.parametrize("is_stored", [False, True])
def test_model_reports_a_part_that_is_stopped(path: Path, truth: list[frozenset[object]], is_stored: bool) -> None:
    """Solutions of the running part of CP-SAT are reported as they are found, and stored when it is stopped."""
    options = SearchOptions(engine="cp-sat", jobs=1, store=path if is_stored else None)
    search = Search(dominoes(), options, attempt=1e6)
    if is_stored:
        Timer(0.3, search.stop).start()
    found = list[Solution]()
    for solution in search:
        if not is_stored and not found:
            assert not search.state.parts
            search.stop()
        found.append(solution)
    result = search.result()
    assert result.count == len(set(found)) == len(found)
    if result.status == "complete":
        assert is_stored  # a machine that finds all of them within the time
    else:
        assert result.status == "interrupted"
        assert is_stored or 0 < len(found) < ORBITS
    if is_stored:
        again = solve(dominoes(), engine="exact-cover", jobs=1, store=path)
        assert (again.count, again.raw, set(keys(again.solutions))) == (ORBITS, TILINGS, set(truth))


@pytest.mark.parametrize("jobs", [1, 2])
def test_parts_go_on_after_the_model(path: Path, truth: list[frozenset[object]], jobs: int) -> None:
    """Solutions of CP-SAT are not returned again by exact-cover, which divides the part that was stopped."""
    assert solve(dominoes(), engine="cp-sat", jobs=1, store=path, limit=100).status == "limit"
    options = SearchOptions(engine="exact-cover", jobs=jobs, store=path)
    search = Search(dominoes(), options, budget=1e-3, attempt=1e-3)
    assert (sorted(keys(search), key=truth.index), search.state.raw) == (truth, TILINGS)
    assert search.state.parts > 10


def test_count_of_the_model_is_stopped(path: Path) -> None:
    """Solutions of a part that was only counted are reported at a stop, and counted once when the run goes on.

    The summary tells how many of them the file does not have.
    """
    result = count(dominoes(), engine="cp-sat", jobs=1, store=path, limit=5)
    with open_run(path) as run:
        stored = run.status().solutions
    assert (result.status, result.count, stored) == ("limit", 5, 5 - result.statistics["counted_again"])
    result = count(dominoes(), engine="cp-sat", jobs=1, store=path)
    assert (result.status, result.count, result.raw) == ("complete", ORBITS, TILINGS)
    assert "counted_again" not in result.statistics


def test_known_solutions_must_be_found_again() -> None:
    """A part that is searched again without a solution of the run before is an error of the engine."""
    new = NewSolutions([(1, 2), (3, 4, 5)], lambda options: options != [6])
    assert [new(options) for options in ([1, 2], [0, 7], [6])] == [False, True, False]
    with pytest.raises(EngineError, match="2 solutions of a part were found before, but only 1 again"):
        new.require_all()


def test_count_is_kept(path: Path) -> None:
    """A count that was stopped goes on; its file holds numbers and no solution."""
    for limit in (100, 300):
        assert count(dominoes(), engine="exact-cover", jobs=1, store=path, limit=limit).status == "limit"
    result = count(dominoes(), engine="exact-cover", jobs=1, store=path)
    assert (result.status, result.count, result.raw) == ("complete", ORBITS, TILINGS)
    with open_run(path) as run:
        status = run.status()
        assert (status.state, status.solutions, status.raw) == ("complete", ORBITS, TILINGS)
        with pytest.raises(MistakeError, match="only counts"):
            next(iter(run))


@pytest.mark.slow
def test_another_engine_finishes_the_run(path: Path, truth: list[frozenset[object]]) -> None:
    """Engines and breaking methods share leaders and whole parts: another one finishes the run with the exact sum."""
    assert solve(dominoes(), engine="cp-sat", jobs=1, store=path, limit=150).status == "limit"
    result = solve(dominoes(), jobs=1, store=path, engine="exact-cover")
    assert (result.count, result.raw) == (ORBITS, TILINGS)
    assert set(keys(result.solutions)) == set(truth)
    with open_run(path) as run:
        engines = run.status().engines
    assert set(engines) == {"cp-sat", "exact-cover"}


@pytest.mark.parametrize(
    ("ask", "spec", "symmetry", "difference"),
    [
        (solve, DOMINOES.replace("[4, 8]", "[4, 7]"), "full", r"board\.size\.1: 8, this command has 7"),
        (solve, DOMINOES.replace("multiplicity: any", "multiplicity: 16"), "full", r"tiles\.0\.multiplicity"),
        (solve, DOMINOES.replace("[4, 8]", "[4, 8], holes: [[0, 0], [3, 7]]"), "full", r"board\.holes"),
        (solve, DOMINOES, "off", "symmetry='full', this command has off"),
        (solve, DOMINOES, "rotations", "symmetry='full', this command has rotations"),
        (count, DOMINOES, "full", "begun with the command solve, this is count"),
    ],
)
def test_different_request_is_refused(path: Path, ask: Any, spec: str, symmetry: str, difference: str) -> None:
    """The error names the difference with both values; the file is unchanged."""
    next(iter_solutions(dominoes(), engine="exact-cover", store=path))
    before = path.read_bytes()
    assert len(before) > 0
    with pytest.raises(MistakeError, match=difference):
        ask(build_puzzle(parse_spec(spec)), engine="exact-cover", store=path, symmetry=symmetry)
    assert path.read_bytes() == before


def test_equivalent_spec_continues_the_run(path: Path) -> None:
    """Name, description and notation of the multiplicity may change."""
    next(iter_solutions(dominoes(), engine="exact-cover", store=path))
    renamed = DOMINOES.replace("name: dominoes", "name: other, description: the same")
    assert solve(build_puzzle(parse_spec(renamed)), engine="exact-cover", store=path).count == ORBITS


def test_other_files_are_refused(tmp_path: Path) -> None:
    """Texts, other databases and directories are never overwritten; a missing directory is named."""
    text, database = tmp_path / "notes.txt", tmp_path / "other.db"
    text.write_text("not a run")
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("CREATE TABLE t(x)")
    for place in (text, database):
        before = place.read_bytes()
        with pytest.raises(MistakeError, match="not a stored run"):
            solve(dominoes(), engine="exact-cover", jobs=1, store=place)
        with pytest.raises(MistakeError, match="not a stored run"):
            open_run(place)
        assert place.read_bytes() == before
    with pytest.raises(MistakeError, match="cannot be opened"):
        solve(dominoes(), engine="exact-cover", jobs=1, store=tmp_path)
    with pytest.raises(MistakeError, match="no such file"):
        solve(dominoes(), engine="exact-cover", jobs=1, store=tmp_path / "nowhere" / "run")
    with pytest.raises(MistakeError, match="no such file"):
        open_run(tmp_path / "missing.run")


def test_it_is_read_while_it_goes_on(
    path: Path, truth: list[frozenset[object]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reader beside the writer sees whole solutions, each once, never fewer than before."""
    watch = Watch(path, truth)
    done, seen = threading.Event(), threading.Event()
    keep = WrittenRun.keep

    def read() -> None:
        while not done.wait(0.05):
            if (status := watch.look()) is not None and status.state == "running":
                seen.set()

    def keep_and_wait(run: WrittenRun, *arguments: Any) -> None:
        keep(run, *arguments)
        assert seen.wait(timeout=60)

    monkeypatch.setattr(WrittenRun, "keep", keep_and_wait)  # so the writer does not end before the reader begins
    reader = threading.Thread(target=read)
    reader.start()
    try:
        result = solve(dominoes(), engine="exact-cover", jobs=1, store=path)
    finally:
        done.set()
        reader.join()
    assert keys(result.solutions) == truth


@pytest.mark.slow
@pytest.mark.parametrize("sizes", [(80,), pytest.param((1, 40, 80, 120), marks=pytest.mark.slow)])
def test_full_disk_loses_nothing(path: Path, truth: list[frozenset[object]], sizes: tuple[int, ...]) -> None:
    """If the file cannot grow, the run ends with one line and status 2; with more space it resumes."""
    spec = path.with_suffix(".yaml")
    spec.write_text(DOMINOES)
    command = [
        sys.executable,
        "-m",
        "cp_puzzles",
        "solve",
        str(spec),
        "--store",
        str(path),
        "--json",
        "--jobs",
        "1",
        "--engine",
        "exact-cover",
    ]
    watch, ended = Watch(path, truth), []
    for kilobytes in sizes:
        small = finished(
            command,
            cwd=ROOT,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},  # compiled files are written by this process too
            preexec_fn=lambda k=kilobytes: resource.setrlimit(resource.RLIMIT_FSIZE, (k << 10, k << 10)),
        )
        ended.append(small.returncode)
        if small.returncode:
            mistake = json.loads(small.stdout)
            assert (small.returncode, mistake["status"]) == (2, "mistake")
            assert small.stderr.startswith(f"{path}: the disk")
            assert small.stderr == f"{mistake['message']}\n"
        watch.look()
    assert 2 in ended
    assert keys(solve(dominoes(), engine="exact-cover", jobs=1, store=path).solutions) == truth


def test_proof_without_search_is_stored(path: Path) -> None:
    """A puzzle that is refuted without a search is stored as complete, without parts."""
    odd = build_puzzle(parse_spec("{name: odd, board: {size: [3, 3]}, tiles: [{set: domino, multiplicity: any}]}"))
    assert solve(odd, store=path).is_proof_of_none
    with open_run(path) as run:
        assert (run.status().state, list(run)) == ("complete", [])


def test_cells_left_empty_are_stored(path: Path) -> None:
    """The cells of `--leave` belong to the puzzle: they are rebuilt, and another choice is refused."""
    text = "{name: l, board: {size: [3, 3], labels: {a: [0, 0], b: [2, 2]}}, tiles: [{set: domino, multiplicity: any}]}"
    result = solve(build_puzzle(parse_spec(text), leave=["a"]), jobs=1, store=path)
    with open_run(path) as run:
        assert keys(run) == keys(result.solutions)
    with pytest.raises(MistakeError, match="leave"):
        solve(build_puzzle(parse_spec(text), leave=["b"]), jobs=1, store=path)


PROGRAM = """if True:
    from cp_puzzles import build_puzzle, parse_spec
    from cp_puzzles.search.store.run_identity import identity_of
    from cp_puzzles.search.worker import Job
    tiles = "[{set: pentominoes, multiplicity: any}]"
    rules = "{choose: [{of: [F, I, L, N, P], copies: {min: 1, max: 3}}]}"
    job = Job(build_puzzle(parse_spec(f"{{name: c, board: {{size: [5, 6]}}, tiles: {tiles}, rules: {rules}}}")))
    found = identity_of(job, *job.cover_and_request())
    print(found.options, found.leaders)
"""


def test_identity_of_a_puzzle_is_the_same_in_every_process() -> None:
    """Rules hold sets of names: what is written of them once followed the order in which a process has them."""
    said = {
        finished([sys.executable, "-c", PROGRAM], status=0, cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": seed}).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1
