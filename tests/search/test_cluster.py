"""Parts on a Dask cluster: a scheduler and two workers, processes of their own on loopback."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from cp_puzzles import count, open_run, solve
from cp_puzzles.analysis.family.each import each
from cp_puzzles.errors import MissingExtraError, MistakeError
from cp_puzzles.puzzle.puzzle import problem_from
from cp_puzzles.search import cluster as cluster_module
from cp_puzzles.search.run_result import Progress
from cp_puzzles.search.search import Search
from cp_puzzles.search.search_options import SearchOptions
from tests.processes import Process, finished, started
from tests.search.run_watch import DOMINOES, ORBITS, TILINGS, Watch, dominoes, keys

# distributed leaves sockets and loops to be collected when a scheduler or a worker dies under it
pytestmark = [
    pytest.mark.skipif(find_spec("distributed") is None, reason="the extra `cluster` is not installed"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning:distributed"),
]

ROOT = Path(__file__).parents[2]
Keys = list[frozenset[object]]
QUIET = {"DASK_DISTRIBUTED__LOGGING__DISTRIBUTED": "critical"}


@dataclass(frozen=True)
class Cluster:
    """A scheduler and its workers."""

    address: str
    scheduler: Process
    workers: list[Process]
    start_worker: Callable[[], Process]


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """A scheduler and two workers with one thread each, without anybody who would start them again."""
    distributed = pytest.importorskip("distributed")  # takes a second, in processes that run no test of this file too
    file = tmp_path / "scheduler.json"
    environment = {**os.environ, **QUIET, "PYTHONPATH": str(ROOT)}
    with ExitStack() as stack:

        def start(module: str, *arguments: str) -> Process:
            command = [sys.executable, "-m", f"distributed.cli.{module}", "--scheduler-file", str(file), *arguments]
            silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
            return stack.enter_context(started([*command, "--no-dashboard"], env=environment, cwd=tmp_path, **silent))

        scheduler = start("dask_scheduler", "--port", "0", "--host", "127.0.0.1")
        start_worker = partial(start, "dask_worker", "--nthreads", "1", "--no-nanny")
        workers = [start_worker() for _ in range(2)]
        for _ in range(600):
            if file.exists() and file.stat().st_size:
                break
            time.sleep(0.1)
        address = json.loads(file.read_text())["address"]
        with distributed.Client(address, timeout=60) as client:
            client.wait_for_workers(2, timeout=60)
        yield Cluster(address, scheduler, workers, start_worker)


@pytest.mark.slow
def test_worker_of_the_cluster_is_killed(cluster: Cluster, path: Path, truth: Keys) -> None:
    """One of two workers is killed in the middle: the result, its order and the file are as if nothing had been."""
    killed: list[Any] = []

    def kill(progress: Progress) -> None:
        if (progress.share or 0.0) > 0.1 and not killed:
            cluster.workers[0].send_signal(signal.SIGKILL)
            killed.append(progress.share)

    result = solve(dominoes(), engine="exact-cover", store=path, cluster=cluster.address, on_progress=kill)
    assert killed
    assert cluster.workers[0].wait() == -signal.SIGKILL
    assert (result.status, result.count, result.raw) == ("complete", ORBITS, TILINGS)
    assert keys(result.solutions) == truth
    status = Watch(path, truth).look()
    assert status is not None
    assert (status.state, status.solutions) == ("complete", ORBITS)


class WorkerDeaths(Thread):
    """Kills one worker of a cluster after the other while a search runs; another one takes the place of each."""

    def __init__(self, cluster: Cluster, dice: random.Random) -> None:
        super().__init__()
        self.deaths, self._cluster, self._dice, self._ended = 0, cluster, dice, Event()

    def run(self) -> None:
        """Kill workers until the end of the search, each when two are there."""
        distributed = pytest.importorskip("distributed")
        with distributed.Client(self._cluster.address, timeout=60) as client:
            while not self._ended.wait(self._dice.uniform(0.3, 2.0)):
                worker = self._cluster.workers.pop(self._dice.randrange(2))
                worker.kill()
                self.deaths += worker.wait() == -signal.SIGKILL
                self._cluster.workers.append(self._cluster.start_worker())
                while len(client.nthreads()) < 2 and not self._ended.wait(0.1):
                    pass

    def __enter__(self) -> WorkerDeaths:
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._ended.set()
        self.join()


@pytest.mark.slow
def test_workers_die_again_and_again(cluster: Cluster, tmp_path: Path) -> None:
    """Twenty workers die in searches and counts, some with a store: nothing is lost or repeated, and the order stays.

    `-s` prints the figures.
    """
    puzzle, dice, deaths, runs = problem_from("pentomino6x10"), random.Random(1), 0, 0
    options = SearchOptions(engine="exact-cover", symmetry="off", cluster=cluster.address)
    truth = keys(Search(puzzle, SearchOptions(engine="exact-cover", symmetry="off", jobs=1)))
    while deaths < 20 or runs % 4:
        builds, is_stored = runs % 2 == 0, runs % 4 >= 2
        path = tmp_path / f"{runs}.run"
        begun = time.monotonic()
        asked = replace(options, store=path) if is_stored else options
        search = Search(puzzle, asked, builds=builds, budget=0.02, attempt=1e-3)
        with WorkerDeaths(cluster, dice) as killer:
            found = keys(search)
        result = search.result()
        name = ("solve" if builds else "count") + " --store" * is_stored
        print(f"{name}: {killer.deaths} deaths, {result.count} solutions in {time.monotonic() - begun:.1f} s")
        assert (result.status, result.count, result.raw) == ("complete", len(truth), len(truth))
        assert found == (truth if builds else [])
        if is_stored:
            with open_run(path) as run:
                assert run.status().solutions == len(truth)
                assert not builds or keys(run) == truth
        deaths, runs = deaths + killer.deaths, runs + 1
    print(f"{deaths} deaths in {runs} runs: nothing lost, nothing repeated, order equal")


@pytest.mark.slow
def test_run_stops_and_goes_on_elsewhere(cluster: Cluster, path: Path) -> None:
    """A limit stops the parts in the cluster; a local run searches the remaining ones, and vice versa."""
    result = solve(dominoes(), engine="exact-cover", store=path, cluster=cluster.address, limit=100)
    assert (result.status, result.count) == ("limit", 100)
    assert solve(dominoes(), engine="exact-cover", store=path, jobs=1, limit=200).count == 200
    result = solve(dominoes(), engine="exact-cover", store=path, cluster=cluster.address)
    assert (result.status, result.count, result.raw) == ("complete", ORBITS, TILINGS)
    assert count(dominoes(), engine="exact-cover", cluster=cluster.address, time_limit=0.001).status == "time-limit"


@pytest.mark.slow
def test_scheduler_is_killed(cluster: Cluster, path: Path, truth: Keys) -> None:
    """Without its scheduler a run ends with one line; everything committed is kept, and the run goes on here."""
    watch = Watch(path, truth)

    def kill(progress: Progress) -> None:
        if (progress.share or 0.0) > 0.1:
            cluster.scheduler.kill()

    with pytest.raises(MistakeError, match=r"^cluster='tcp.*the scheduler no longer answers"):
        solve(dominoes(), engine="exact-cover", store=path, cluster=cluster.address, on_progress=kill)
    status = watch.look()
    assert status is not None
    assert status.solutions
    assert keys(solve(dominoes(), engine="exact-cover", store=path, jobs=1).solutions) == truth
    watch.look()


@pytest.mark.slow
def test_cluster_is_started_here(tmp_path: Path) -> None:
    """`--cluster local` on the command line."""
    spec = tmp_path / "dominoes.yaml"
    spec.write_text(DOMINOES)
    program = finished(
        [sys.executable, "-m", "cp_puzzles", "count", str(spec), "--cluster", "local", "--jobs", "2", "--json"],
        status=0,
        cwd=ROOT,
        env={**os.environ, **QUIET},
    )
    assert json.loads(program.stdout)["solutions"] == ORBITS


@pytest.mark.slow
def test_program_is_killed(cluster: Cluster, tmp_path: Path) -> None:
    """The workers stop when the program that asked them is gone; the same command goes on."""
    spec, path = tmp_path / "spec.yaml", tmp_path / "run"
    spec.write_text("{name: l, board: {size: [6, 10]}, tiles: [{set: domino, multiplicity: any}]}")
    command = [sys.executable, "-m", "cp_puzzles", "solve", str(spec), "--store", str(path), "--show", "none"]
    with started([*command, "--cluster", cluster.address], cwd=ROOT, stderr=subprocess.DEVNULL) as program:
        while found(path) < 2000:
            assert program.poll() is None, "it ends before it could be killed"
            time.sleep(0.2)
        program.kill()
        assert program.wait() == -signal.SIGKILL
    result = count(dominoes(), engine="exact-cover", cluster=cluster.address, time_limit=60)
    assert (result.status, result.count) == ("complete", ORBITS)


def found(path: Path) -> int:
    """Return the number of solutions in the file of a run that may be starting."""
    try:
        with open_run(path) as run:
            return run.status().solutions
    except MistakeError:
        return 0


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGSTOP, signal.SIGKILL])
def test_scheduler_that_hangs_at_the_start_is_told(
    number: int, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A scheduler that accepts connections and does not answer, or is gone, ends the run; Dask waits without end."""
    monkeypatch.setattr(cluster_module, "CONNECT_SECONDS", 2.0)
    cluster.scheduler.send_signal(number)
    with pytest.raises(MistakeError, match="no scheduler answers there"):
        count(dominoes(), engine="exact-cover", cluster=cluster.address)


@pytest.mark.slow
def test_unreachable_scheduler_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """An address where no scheduler is, and one that is none."""
    monkeypatch.setattr("cp_puzzles.search.cluster.CONNECT_SECONDS", 1.0)
    with pytest.raises(MistakeError, match="no scheduler answers there"):
        count(dominoes(), engine="exact-cover", cluster="tcp://127.0.0.1:9")
    with pytest.raises(MistakeError, match="not an address"):
        count(dominoes(), engine="exact-cover", cluster="nonsense://x")


def test_package_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the extra: what to install."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'cp-puzzles\[cluster\]'"):
        count(dominoes(), engine="exact-cover", cluster="local")


@pytest.mark.slow
def test_cluster_answers_members_of_a_family(cluster: Cluster) -> None:
    """Members have the answers of a run on this machine, and the total time limit holds on the workers."""
    spec = {
        "name": "d",
        "parameters": {"n": 4, "m": 4},
        "board": {"size": ["{n}", "{m}"]},
        "tiles": [{"set": "domino", "multiplicity": "{n*m//2}"}],
    }
    here, there = (
        each(spec, for_="n=2..5,m=2..5", question="count", engine="exact-cover", **where)
        for where in ({"jobs": 1}, {"cluster": cluster.address})
    )
    assert [answer.solutions for answer in there.answers] == [answer.solutions for answer in here.answers]
    late = each(
        spec, for_="n=20,m=20..22", question="count", engine="cp-sat", cluster=cluster.address, total_time_limit=3
    )
    assert late.status == "time-limit"
    assert late.seconds < 10
    with pytest.raises(MistakeError, match="no scheduler answers there"):
        each(spec, for_="n=2..3", cluster="tcp://127.0.0.1:9")
