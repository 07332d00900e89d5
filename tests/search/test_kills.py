"""Processes are killed at random moments, again and again: nothing found is lost, nothing occurs twice.

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
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from cp_puzzles import count, open_run, solve
from cp_puzzles.engines.engine import Part
from cp_puzzles.errors import LostPartError, MistakeError
from cp_puzzles.search.parts import OpenParts
from cp_puzzles.search.run_result import Progress, RunResult
from tests.processes import finished, started
from tests.search.run_watch import DOMINOES, ORBITS, TILINGS, Watch, dominoes, keys

ROOT = Path(__file__).parents[2]

Keys = list[frozenset[object]]


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


@pytest.mark.slow
@pytest.mark.usefixtures("processes_at_once")
@pytest.mark.parametrize(
    ("is_stored", "search", "kills"),
    [(False, solve, 1), (True, solve, 1), (True, count, 1), (True, solve, 80)],
    ids=["solve", "stored", "count", "often"],
)
def test_workers_are_killed(is_stored: bool, search: Any, kills: int, path: Path, truth: Keys) -> None:
    """The parts of workers that died are searched again: nothing is lost or repeated, in the result and in the file."""
    killer = Killer(kills, seed=kills)
    while killer.left:
        path.unlink(missing_ok=True)
        while True:
            try:
                store = path if is_stored else None
                result = search(dominoes(), engine="exact-cover", jobs=2, store=store, on_progress=killer)
                break
            except LostPartError:
                if not is_stored:
                    raise
                # three kills hit the same part: the store goes on with it
        assert (result.status, result.count, result.raw) == ("complete", ORBITS, TILINGS)
        assert search is count or keys(result.solutions) == truth
    if is_stored and search is solve:
        status = Watch(path, truth).look()
        assert status is not None
        assert (status.state, status.solutions) == ("complete", ORBITS)


def kill_program(folder: Path, kills: int, seed: int, truth: Keys, *arguments: str) -> None:
    """Kills the program itself, with its workers, until it was killed so often; then lets it come to its end."""
    dice, path = random.Random(seed), folder / "a.run"
    command = [
        sys.executable,
        "-m",
        "cp_puzzles",
        "solve",
        *arguments,
        "--store",
        str(path),
        "--json",
        "--jobs",
        "2",
        "--engine",
        "exact-cover",
    ]
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
    """Return the 9356 solutions of 6x10 of an uninterrupted run."""
    puzzle = "pentomino6x10"
    return keys(solve(puzzle, symmetry="off", engine="exact-cover", jobs=1).solutions)


@pytest.mark.parametrize("kills", [1, pytest.param(60, marks=pytest.mark.slow)])
def test_program_is_killed(kills: int, tmp_path: Path, small: str, truth: Keys) -> None:
    """After `kill -9` at a random moment the same command resumes the run and loses no solution."""
    kill_program(tmp_path, kills, 4, truth, small)


@pytest.mark.slow
@pytest.mark.parametrize("kills", [1, 60])
def test_program_is_killed_with_exact_cover(kills: int, tmp_path: Path, large_truth: Keys) -> None:
    """Killing the program loses no solution of the exact-cover engine."""
    kill_program(tmp_path, kills, 7, large_truth, "pentomino6x10", "--symmetry", "off")


class DeadlyPart(Part):
    """A part that kills the worker that receives it."""

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return os._exit, (13,)


@pytest.mark.slow
@pytest.mark.usefixtures("processes_at_once")
@pytest.mark.parametrize("depth", [0, 1])
def test_lost_part_is_reported(depth: int, monkeypatch: pytest.MonkeyPatch, truth: Keys) -> None:
    """A lost part is tried three times; the error has the result of all others. It may be all that is open."""
    finish = OpenParts.finish

    def finish_deadly(parts: OpenParts, part: Part, rest: Iterable[Part]) -> None:
        is_deadly = len(part.path) == depth
        finish(
            parts,
            part,
            [DeadlyPart(**vars(each)) if is_deadly and number == 0 else each for number, each in enumerate(rest)],
        )

    monkeypatch.setattr(OpenParts, "finish", finish_deadly)
    with pytest.raises(LostPartError, match=r"part .* was tried 3 times, each time its worker died") as error:
        solve(dominoes(), engine="exact-cover", jobs=2)
    result = error.value.result
    assert isinstance(result, RunResult)
    assert result.status == "interrupted"
    found = keys(result.solutions)
    assert found == [solution for solution in truth if solution in set(found)]
    assert len(found) < ORBITS
    assert str(error.value).count("tried 3 times") <= 4


@pytest.mark.slow
def test_disassemblies_survive_kills(path: Path) -> None:
    """After each `kill -9` of `apart` no stored disassembly is missing; in the end all are those of another run."""
    dice, kept, kills = random.Random(22), dict[bytes, str](), 0
    command = [sys.executable, "-m", "cp_puzzles", "apart", "burrs/loves_dozen", "--engine", "exact-cover", "--json"]
    expected = json.loads(finished(command, cwd=ROOT, status=0, timeout=600).stdout)["levels"]
    command += ["--store", str(path)]
    while kills < 8 or not kept:
        with started(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as program:
            while program.poll() is None and not path.with_name(path.name + "-lock").exists():
                time.sleep(0.01)
            with suppress(subprocess.TimeoutExpired):
                program.wait(timeout=dice.uniform(0.0, 6.0))
            program.kill()
            is_killed = program.wait(timeout=60) == -signal.SIGKILL
        stored = stored_disassemblies(path)
        assert kept.items() <= stored.items()
        kept, kills = stored, kills + is_killed
        if not is_killed:
            path.unlink()
            kept = {}
    assert json.loads(finished(command, cwd=ROOT, status=0, timeout=600).stdout)["levels"] == expected
    assert kept.items() <= stored_disassemblies(path).items()
    assert len(stored_disassemblies(path)) == len(expected)


def stored_disassemblies(path: Path) -> dict[bytes, str]:
    """Return the disassemblies in a run file by the digest of their solution; none if the file is not begun."""
    try:
        with open_run(path) as run:
            found = {solution.digest: run.answer("disassembly", solution.digest) for solution in run}
    except MistakeError:
        return {}
    return {digest: answer for digest, answer in found.items() if answer is not None}
