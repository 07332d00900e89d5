"""Processes are killed at random moments, again and again: nothing found is lost, nothing comes twice.

    python -m pytest tests/search/test_kills.py -m slow

kills two hundred times, in every way; the default run the program, once.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import cp_puzzles.search.run as run_module
from cp_puzzles import build_puzzle, count, load_spec, open_run, solve
from cp_puzzles.engines.base import Part
from cp_puzzles.errors import LostPartError
from cp_puzzles.search.plan.partition import Partition, partition
from cp_puzzles.search.progress import Progress
from cp_puzzles.search.result import RunResult
from tests.processes import started
from tests.search.stored_runs import DOMINOES, ORBITS, TILINGS, Watch, dominoes, keys

ROOT = Path(__file__).parents[2]

Keys = list[frozenset[object]]


@pytest.fixture(scope="module")
def truth() -> Keys:
    """The solutions of an uninterrupted run, in order."""
    return keys(solve(dominoes(), jobs=1).solutions)


class Killer:
    """Kills a random worker at random moments of a search."""

    def __init__(self, kills: int, seed: int) -> None:
        self._random, self.left = random.Random(seed), kills
        self._next = time.monotonic() + self._random.uniform(0.0, 0.3)

    def __call__(self, progress: Progress) -> None:
        """Take the progress of the search, and perhaps a worker's life."""
        workers = multiprocessing.active_children()
        if self.left and workers and time.monotonic() > self._next:
            worker = self._random.choice(workers)
            worker.kill()
            worker.join()
            self.left -= worker.exitcode == -signal.SIGKILL
            self._next = time.monotonic() + self._random.uniform(0.0, 0.6)


def kill_workers(path: Path | None, kills: int, seed: int, truth: Keys, *, counting: bool = False) -> None:
    """Searches, again and again until so many workers were killed; it must be as if nothing had been."""
    killer = Killer(kills, seed)
    search = count if counting else solve
    while killer.left:
        if path is not None:
            path.unlink(missing_ok=True)
        while True:
            try:
                result = search(dominoes(), jobs=2, store=path, on_progress=killer)
                break
            except LostPartError:
                if path is None:
                    raise
                # three kills hit the same part: the store goes on with it
        assert (result.status, result.count, result.raw) == ("complete", ORBITS, TILINGS)
        if not counting:
            assert keys(result.solutions) == truth


@pytest.mark.slow
def test_workers_are_killed(truth: Keys) -> None:
    """Without a store: the parts of workers that died are searched again, and order and numbers stay."""
    kill_workers(None, 1, 1, truth)


@pytest.mark.slow
def test_workers_of_a_stored_run_are_killed(tmp_path: Path, truth: Keys) -> None:
    """With a store: no solution twice, none lost, in the result and in the file."""
    path = tmp_path / "dominoes.run"
    kill_workers(path, 1, 2, truth)
    status = Watch(path, truth).look()
    assert status is not None
    assert (status.state, status.solutions) == ("complete", ORBITS)


@pytest.mark.slow
def test_workers_of_a_count_are_killed(tmp_path: Path, truth: Keys) -> None:
    """A count adds every part once."""
    kill_workers(tmp_path / "dominoes.run", 1, 3, truth, counting=True)


def kill_program(folder: Path, kills: int, seed: int, truth: Keys, *arguments: str) -> None:
    """Kills the program itself, with its workers, until it was killed so often; then lets it come to its end."""
    dice, path = random.Random(seed), folder / "a.run"
    command = [sys.executable, "-m", "cp_puzzles", "solve", *arguments, "--store", str(path), "--json", "--jobs", "2"]
    watch = Watch(path, truth)
    while True:
        with started(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
            while program.poll() is None and not path.with_name(path.name + "-lock").exists():
                time.sleep(0.01)
            try:
                output, errors = program.communicate(timeout=dice.uniform(0.0, 1.5) if kills else 200)
            except subprocess.TimeoutExpired:
                assert kills, "the program does not come to its end"
                program.kill()
                program.communicate(timeout=60)  # its workers, who hold the pipes too, end by themselves
                kills -= program.returncode == -signal.SIGKILL
                watch.look()
                continue
        assert program.returncode == 0, errors
        assert "Traceback" not in errors
        summary = json.loads(output)
        assert (summary["status"], summary["solutions"]) == ("complete", len(truth))
        with open_run(path) as run:
            assert sorted(keys(run), key=repr) == sorted(truth, key=repr)
            assert run.status().raw == summary["raw"]
        if not kills:
            return
        path.unlink()
        watch = Watch(path, truth)


@pytest.fixture
def small(tmp_path: Path) -> str:
    """The file of a small puzzle in several parts."""
    file = tmp_path / "dominoes.yaml"
    file.write_text(DOMINOES)
    return str(file)


@pytest.fixture(scope="module")
def large_truth() -> Keys:
    """All 9356 solutions of 6x10, from an uninterrupted run."""
    pytest.importorskip("numba")
    puzzle = build_puzzle(load_spec("pentomino6x10"))
    return keys(solve(puzzle, symmetry="off", engine="exact-cover", jobs=1).solutions)


def test_the_program_is_killed(tmp_path: Path, small: str, truth: Keys) -> None:
    """`kill -9` of the program at a random moment; the same command goes on, and the end is as if nothing had been."""
    kill_program(tmp_path, 1, 4, truth, small)


@pytest.mark.slow
def test_the_program_is_killed_with_the_compiled_engine(tmp_path: Path, large_truth: Keys) -> None:
    """The same with exact cover."""
    kill_program(tmp_path, 1, 7, large_truth, "pentomino6x10", "--symmetry", "off", "--engine", "exact-cover")


@pytest.mark.slow
def test_the_program_is_killed_many_times(tmp_path: Path, small: str, truth: Keys) -> None:
    """Sixty kills of the program."""
    kill_program(tmp_path, 60, 5, truth, small)


@pytest.mark.slow
def test_the_program_is_killed_many_times_with_the_compiled_engine(tmp_path: Path, large_truth: Keys) -> None:
    """Sixty kills with exact cover."""
    kill_program(tmp_path, 60, 8, large_truth, "pentomino6x10", "--symmetry", "off", "--engine", "exact-cover")


@pytest.mark.slow
def test_workers_are_killed_many_times(tmp_path: Path, truth: Keys) -> None:
    """Eighty kills of workers."""
    kill_workers(tmp_path / "dominoes.run", 80, 6, truth)


class DeadlyPart(Part):
    """Whoever receives this part dies of it."""

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return os._exit, (13,)


@pytest.mark.slow
def test_a_deadly_part_is_named(monkeypatch: pytest.MonkeyPatch, truth: Keys) -> None:
    """It is tried three times; then all others are searched to the end, and the error names it and has their result."""

    def deadly(*arguments: object, **options: object) -> Partition:
        parts, weights = (made := partition(*arguments, **options)).parts, made.weights  # type: ignore[arg-type]
        return Partition((*parts[:2], DeadlyPart(2, parts[2].chosen, parts[2].excluded), *parts[3:]), weights)

    monkeypatch.setattr(run_module, "partition", deadly)
    with pytest.raises(
        LostPartError, match=r"part 2 .*tried 3 times, each time its worker ended with status 13"
    ) as error:
        solve(dominoes(), jobs=2)
    result = error.value.result
    assert isinstance(result, RunResult)
    assert result.status == "interrupted"
    found = keys(result.solutions)
    assert found == [solution for solution in truth if solution in set(found)]
    assert ORBITS // 2 < len(found) < ORBITS


@pytest.mark.slow
def test_a_search_that_kills_everybody_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no part can be searched at all, it does not take all of them to know."""

    def deadly(*arguments: object, **options: object) -> Partition:
        return Partition(tuple(DeadlyPart(number) for number in range(50)), (1.0,) * 50)

    monkeypatch.setattr(run_module, "partition", deadly)
    with pytest.raises(LostPartError, match="tried 3 times") as error:
        count(dominoes(), jobs=2)
    assert str(error.value).count("tried 3 times") <= 4
