"""Shares of a run: split, searched anywhere, merged; nothing is lost, and nothing false is merged unnoticed."""

from __future__ import annotations

import os
import random
import re
import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import sleep
from typing import Any

import numpy as np
import pytest

from cp_puzzles import open_run, solve
from cp_puzzles.cover.cover_problem import build_cover
from cp_puzzles.errors import MistakeError
from cp_puzzles.search.options import SearchOptions
from cp_puzzles.search.ordered_results import Pair
from cp_puzzles.search.shares import share_merge
from cp_puzzles.search.shares.share_files import search_share, split_run
from cp_puzzles.search.shares.share_merge import Merged, merge_shares, pass_chance
from cp_puzzles.search.store.run_transfer import FinishedPart, adopt_parts, create_run, read_part, read_run
from tests.cli.program import Program
from tests.examples import sampled
from tests.processes import finished
from tests.search.run_watch import ORBITS, TILINGS, dominoes, keys

ROOT = Path(__file__).parents[2]

INTO = 5

SBATCH = """\
script=$1 tasks=$2 seconds=$3
for task in $(seq "$tasks"); do
    SLURM_ARRAY_TASK_ID=$task bash "$script" &
    job=$!
    (sleep "$seconds" && kill -TERM "$job") 2>/dev/null &
    timer=$!
    wait "$job" || echo "task $task ended with $?"
    kill "$timer" 2>/dev/null
done
exit 0
"""
"""A stand-in for sbatch: the script, the number of tasks, the seconds until the signal."""


def split(folder: Path, *, keep: bool = True, into: int = INTO) -> tuple[str, list[str]]:
    """Split a run of the dominoes; return its file and those of the shares."""
    run = str(folder / "whole.run")
    files = split_run(dominoes(), run, folder / "shares", into, SearchOptions(), keep=keep)
    return run, [str(file) for file in files]


@pytest.fixture(scope="module", params=[True, False], ids=["solve", "count"])
def searched(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, list[str]]:
    """A run that was split, and its shares, searched by two engines."""
    run, files = split(tmp_path_factory.mktemp("shares"), keep=request.param)
    for number, file in enumerate(files):
        engine = "cp-sat" if number == 2 else "exact-cover"
        assert search_share(file, SearchOptions(engine=engine, jobs=1)).status == "complete"
    return run, files


@pytest.fixture
def copied(searched: tuple[str, list[str]], tmp_path: Path) -> tuple[str, list[str]]:
    """Copies of the run and of its shares."""
    run, files = searched
    return str(shutil.copy(run, tmp_path)), [str(shutil.copy(file, tmp_path)) for file in files]


def falsify(
    file: str, change: int = 0, lie: Callable[[list[Pair]], list[Pair]] | None = None, symmetric: int | None = None
) -> None:
    """Change the numbers that the first part of a share states, or its solutions with their number."""
    record, cover = read_run(file), build_cover(dominoes())
    results = dict(record.results)
    pairs = {part: [*read_part(file, record, part, cover)] if lie else [] for part in sorted(results)}
    false = replace(results[0], solutions=results[0].solutions + change, raw=results[0].raw + 4 * change)
    if symmetric is not None:
        false = replace(false, self_symmetric=symmetric)
    if lie is not None:
        pairs[0] = lie(pairs[0])
        sizes = np.concatenate([sizes for _, sizes in pairs[0]])
        false = replace(false, solutions=len(sizes), raw=int(sizes.sum()), self_symmetric=int((sizes < 4).sum()))
    results[0] = false
    parts = [FinishedPart(part, 0, results[part], pairs[part]) for part in pairs]
    os.unlink(file)
    create_run(Path(file), record.identity, record.partition)
    adopt_parts(file, record.sessions[:1], parts)


def test_merge_gives_the_run(copied: tuple[str, list[str]]) -> None:
    """The merged run has every solution once, with a replay of all parts; a second merge changes nothing."""
    run, files = copied
    merged = merge_shares(run, files, check=1.0)
    status = merged.status
    assert (status.state, status.solutions, status.raw) == ("complete", ORBITS, TILINGS)
    assert merged.replayed == merged.parts == status.parts_total
    assert set(status.engines) == {"cp-sat", "exact-cover"}
    with open_run(run) as stored:
        if stored.keeps_solutions:
            assert set(keys(stored)) == set(keys(solve(dominoes(), jobs=1).solutions))
    again = merge_shares(run, files)
    assert (again.parts, again.status.solutions) == (0, ORBITS)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ("missing", "in none of the files"),
        ("doubled", "contains part"),
        ("foreign", "not a share of the run"),
        ("whole", "not a share of the run"),
        ("unfinished", "not finished"),
    ],
)
def test_merge_refuses_wrong_files(copied: tuple[str, list[str]], tmp_path: Path, change: str, problem: str) -> None:
    """A part that is missing, doubled, of another run or not finished is refused, and the run stays as it was."""
    run, files = copied
    if change == "missing":
        files = files[1:]
    elif change == "doubled":
        files.append(str(shutil.copy(files[0], tmp_path / "again.run")))
    elif change == "whole":
        files[0] = run
    else:
        keep = read_run(run).identity.command == "solve"
        (tmp_path / "new").mkdir()
        _, others = split(tmp_path / "new", keep=keep == (change == "unfinished"))
        files[0] = others[0]
    before = read_run(run)
    with pytest.raises(MistakeError, match=problem):
        merge_shares(run, files)
    assert read_run(run) == before


@pytest.mark.parametrize("change", sampled([-1, 1], every=2))
def test_merge_replays_false_counts(tmp_path: Path, change: int) -> None:
    """A number of solutions that is too small or too large passes without a replay only."""
    run, files = split(tmp_path, keep=False)
    for file in files:
        search_share(file, SearchOptions(engine="exact-cover", jobs=1))
    falsify(files[0], change)
    with pytest.raises(MistakeError, match="its replay finds"):
        merge_shares(run, files, check=1.0, random=random.Random(0))
    assert merge_shares(run, files).status.solutions == ORBITS + change


@pytest.mark.parametrize("symmetric", sampled([-7, 10**9], every=2))
def test_merge_refuses_impossible_symmetric_counts(tmp_path: Path, symmetric: int) -> None:
    """Without a replay, a number of symmetric solutions that the sizes of orbits exclude is refused."""
    run, files = split(tmp_path, keep=False)
    for file in files:
        search_share(file, SearchOptions(engine="exact-cover", jobs=1))
    falsify(files[0], symmetric=symmetric)
    before = read_run(run)
    with pytest.raises(MistakeError, match=f"{symmetric} of them symmetric"):
        merge_shares(run, files)
    assert read_run(run) == before


@pytest.mark.parametrize(
    ("lie", "is_seen"),
    sampled(
        [
            (None, True),
            (lambda pairs: [*pairs, (pairs[0][0][:1], pairs[0][1][:1])], True),
            (lambda pairs: [(pairs[0][0], pairs[0][1] * 2), *pairs[1:]], True),
            (lambda pairs: [*pairs[:-1], (pairs[-1][0][:-1], pairs[-1][1][:-1])], False),
        ],
        every=2,
    ),
    ids=["a count without its solutions", "a repeated solution", "larger orbits", "a hidden solution"],
)
def test_merge_refuses_false_solutions(tmp_path: Path, lie: Any, is_seen: bool) -> None:
    """A run has no false solution, orbit or number of solutions; only a replay finds a solution that is missing."""
    run, files = split(tmp_path)
    for file in files:
        search_share(file, SearchOptions(engine="exact-cover", jobs=1))
    falsify(files[0], 0 if lie else 1, lie)
    with pytest.raises(MistakeError, match=r"1\.run"):
        merge_shares(run, files, check=0.0 if is_seen else 1.0)
    if not is_seen:
        assert merge_shares(run, files).status.solutions == ORBITS - 1


def test_work_resumes_and_split_continues(tmp_path: Path) -> None:
    """A share that is stopped goes on; the parts that a run has finished itself are not handed out."""
    run, files = split(tmp_path)
    short = search_share(files[0], SearchOptions(engine="exact-cover", jobs=1, time_limit=1e-6))
    assert short.status == "time-limit"
    assert search_share(files[0], SearchOptions(engine="exact-cover", jobs=1)).status == "complete"
    solve(dominoes(), jobs=1, engine="exact-cover", store=run, limit=300)
    before = read_run(run)
    assert before.finished
    again = split_run(dominoes(), run, tmp_path / "again", 2, SearchOptions(), keep=True)
    handed = sum(len(read_run(str(file)).partition.parts) for file in again)
    assert handed == len(before.partition.parts) - len(before.finished)
    for file in again:
        search_share(str(file), SearchOptions(engine="exact-cover", jobs=1))
    assert merge_shares(run, [*map(str, again)], check=1.0).status.raw == TILINGS


def test_shares_and_runs_are_not_confused(tmp_path: Path) -> None:
    """A share is not resumed like a run, a run is not searched like a share, and neither is overwritten."""
    run, files = split(tmp_path)
    with pytest.raises(MistakeError, match="share 1/5"):
        solve(dominoes(), jobs=1, store=files[0])
    with pytest.raises(MistakeError, match="not a share"):
        search_share(run, SearchOptions())
    with pytest.raises(MistakeError, match="exists already"):
        split(tmp_path)
    with pytest.raises(MistakeError, match="unfinished parts"):
        split_run(dominoes(), run, tmp_path / "many", 10_000, SearchOptions(), keep=True)


def test_shares_have_similar_work(tmp_path: Path) -> None:
    """The estimated work of shares of a large search differs by less than a factor of two."""
    from cp_puzzles.cover.dlx_problem import problem_from

    files = split_run(
        problem_from("pentomino6x10"), str(tmp_path / "r.run"), tmp_path / "s", 8, SearchOptions(), keep=False
    )
    work = [sum(read_run(str(file)).partition.weights) for file in files]
    assert max(work) < 2 * min(work)


def test_pass_chance_is_that_of_a_drawing() -> None:
    """The chance that no false part is drawn is that of drawing without replacement."""
    assert pass_chance(20, 1, 1) == pytest.approx(0.95)
    assert pass_chance(3, 3, 1) == 0
    assert "95.00% of 1" in Merged(None, 20, 1, 1).assurance  # type: ignore[arg-type]
    assert "no part was replayed" in Merged(None, 20, 0, 0).assurance  # type: ignore[arg-type]


@pytest.mark.parametrize("replays", [0, 1])
def test_merge_has_a_time_limit(copied: tuple[str, list[str]], monkeypatch: pytest.MonkeyPatch, replays: int) -> None:
    """After the time limit of the replays a run is merged with those that are done, and refused with none."""
    run, files = copied
    done: list[object] = []

    def compare(*part: object) -> None:
        while len(done) >= replays:
            sleep(0.01)
        done.append(part)

    monkeypatch.setattr(share_merge, "compare_part", compare)
    before = read_run(run)
    if replays:
        merged = merge_shares(run, files, check=1.0, time_limit=0.3)
        assert (merged.replayed, merged.chosen, merged.status.solutions) == (1, merged.parts, ORBITS)
        assert merged.assurance.startswith(f"the time limit was reached before {merged.parts - 1} more; 1 part of ")
    else:
        with pytest.raises(MistakeError, match="before any part was replayed"):
            merge_shares(run, files, check=1.0, time_limit=0.3)
        assert read_run(run) == before


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("bash") is None, reason="the script is for bash")
def test_slurm_script_of_the_documentation_works(tmp_path: Path) -> None:
    """The array script is submitted until all shares are finished; a signal before the end of a job loses nothing.

    A stand-in for sbatch starts the script once for each task of the array and sends SIGTERM to the script alone, as
    `--signal=B:TERM` does: before the share is read, or while it is searched, and at last after all is done.
    """
    text = (ROOT / "docs" / "how-to" / "shares.md").read_text(encoding="utf-8")
    (script,) = re.findall(r"```bash\n(#!/bin/bash\n.*?)```", text, re.DOTALL)
    assert len(script.splitlines()) <= 13
    assert "--array=1-500" in script
    assert "--signal=B:TERM@" in script
    (tmp_path / "job.sh").write_text(script, encoding="utf-8")
    (tmp_path / "sbatch").write_text(SBATCH, encoding="utf-8")
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "cp-puzzles"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m cp_puzzles "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    environment = {**os.environ, "PATH": f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    run, files = split(tmp_path, keep=False, into=2)
    for seconds in ("0.5", "2", "60"):
        done = finished(["bash", "sbatch", "job.sh", "2", seconds], cwd=tmp_path, env=environment, timeout=300)
        assert done.returncode == 0, done.stdout + done.stderr
    merged = merge_shares(run, files, check=1.0)
    assert (merged.status.solutions, merged.status.raw) == (ORBITS, TILINGS)


def test_split_work_merge_commands(run: Program, tmp_path: Path) -> None:
    """The three commands end with the number of the puzzle; a mistake has exit status 2."""
    run_file, shares = str(tmp_path / "whole.run"), tmp_path / "shares"
    assert run("run", "split", "soma", run_file, str(shares), "--into", "3").returncode == 0
    assert run("run", "merge", run_file, *(str(file) for file in shares.glob("*.run"))).returncode == 2
    for file in shares.glob("*.run"):
        assert run("run", "work", str(file), "--engine", "exact-cover", "--jobs", "1").returncode == 0
    done = run("run", "merge", run_file, *(str(file) for file in shares.glob("*.run")), "--check", "0.5", "--json")
    assert done.returncode == 0, done.stderr
    assert '"solutions": 240, "raw": 11520' in done.stdout


# a thousand workers take some minutes: `python -m tests.search.worker_simulation 1000`
@pytest.mark.slow
@pytest.mark.parametrize("workers", [6, 100])
@pytest.mark.skipif(not hasattr(os, "fork"), reason="workers are forked")
def test_nothing_is_lost_by_dying_and_lying_workers(workers: int) -> None:
    """Merging loses no solution and accepts no visible lie, whatever workers die, restart or falsify."""
    done = finished([sys.executable, "-m", "tests.search.worker_simulation", str(workers)], timeout=900)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "solutions lost: 0 of 2339, 0 of 9356" in done.stdout
