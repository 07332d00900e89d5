"""Parts on a Dask cluster: a scheduler and two workers, processes of their own on loopback."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from cp_puzzles import build_puzzle, count, open_run, parse_spec, solve
from cp_puzzles.errors import MissingExtraError, MistakeError
from cp_puzzles.search.progress import Progress
from cp_puzzles.search.work import cluster_dispatch
from tests.processes import Process, finished, started
from tests.search.stored_runs import DOMINOES, ORBITS, TILINGS, Watch, dominoes, keys

pytest.importorskip("distributed")

# distributed leaves sockets and loops to be collected when a scheduler or a worker dies under it
pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning:distributed"),
]

ROOT = Path(__file__).parents[2]
QUIET = {"DASK_DISTRIBUTED__LOGGING__DISTRIBUTED": "critical"}


@dataclass(frozen=True)
class Cluster:
    """A scheduler and its workers."""

    address: str
    scheduler: Process
    workers: tuple[Process, ...]


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """A scheduler and two workers with one thread each, without anybody who would start them again."""
    file = tmp_path / "scheduler.json"
    environment = {**os.environ, **QUIET, "PYTHONPATH": str(ROOT)}
    with ExitStack() as stack:

        def start(module: str, *arguments: str) -> Process:
            command = [sys.executable, "-m", f"distributed.cli.{module}", "--scheduler-file", str(file), *arguments]
            silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
            return stack.enter_context(started([*command, "--no-dashboard"], env=environment, cwd=tmp_path, **silent))

        scheduler = start("dask_scheduler", "--port", "0", "--host", "127.0.0.1")
        workers = tuple(start("dask_worker", "--nthreads", "1", "--no-nanny") for _ in range(2))
        for _ in range(600):
            if file.exists() and file.stat().st_size:
                break
            time.sleep(0.1)
        yield Cluster(json.loads(file.read_text())["address"], scheduler, workers)


def remembered(monkeypatch: pytest.MonkeyPatch) -> list[cluster_dispatch.ClusterDispatch]:
    """Every dispatch to a cluster from now on."""
    dispatched: list[cluster_dispatch.ClusterDispatch] = []
    make = cluster_dispatch.ClusterDispatch.__init__

    def remember(self: cluster_dispatch.ClusterDispatch, *arguments: object) -> None:
        dispatched.append(self)
        make(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(cluster_dispatch.ClusterDispatch, "__init__", remember)
    return dispatched


def test_a_run_outlives_its_cluster(cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One cluster, one stored run: a limit, a worker that hangs and is killed, a scheduler that is killed.

    The slow tests look at each of them alone.
    """
    monkeypatch.setattr(cluster_dispatch, "SILENT_SECONDS", 2.0)
    dispatched = remembered(monkeypatch)
    truth = keys(solve(dominoes(), jobs=1).solutions)
    path = tmp_path / "dominoes.run"
    watch = Watch(path, truth)
    assert keys(solve(dominoes(), store=path, cluster=cluster.address, limit=20).solutions) == truth[:20]
    happened: list[str] = []
    hand_out = cluster_dispatch.ClusterDispatch._hand_out

    def hand_out_all_but_one(self: cluster_dispatch.ClusterDispatch) -> None:
        """The run must not end before its cluster does: its last part waits for that, however fast the others are."""
        held = [self._waiting.pop()] if self._waiting and cluster.scheduler.poll() is None else []
        hand_out(self)
        self._waiting.extend(held)

    def end(progress: Progress) -> None:
        if not happened:
            cluster.workers[0].send_signal(signal.SIGSTOP)
            happened.append("a worker hangs")
        elif len(happened) == 1 and dispatched[-1]._silent and progress.parts_done:
            cluster.workers[0].kill()
            happened.append("nobody waits for it")
            cluster.scheduler.kill()

    monkeypatch.setattr(cluster_dispatch.ClusterDispatch, "_hand_out", hand_out_all_but_one)
    with pytest.raises(MistakeError, match=r"^cluster='tcp.*the scheduler does not answer any more"):
        solve(dominoes(), store=path, cluster=cluster.address, on_progress=end)
    assert happened == ["a worker hangs", "nobody waits for it"]
    status = watch.look()
    assert status is not None
    assert status.parts_done > 0
    assert keys(solve(dominoes(), store=path, jobs=1).solutions) == truth
    watch.look()


@pytest.mark.slow
def test_a_worker_of_the_cluster_is_killed(cluster: Cluster, tmp_path: Path) -> None:
    """One of two workers is killed in the middle: the result, its order and the file are as if nothing had been."""
    killed: list[int] = []

    def kill(progress: Progress) -> None:
        if progress.parts_done >= 2 and not killed:
            cluster.workers[0].send_signal(signal.SIGKILL)
            killed.append(progress.parts_done)

    truth = keys(solve(dominoes(), jobs=1).solutions)
    path = tmp_path / "dominoes.run"
    result = solve(dominoes(), store=path, cluster=cluster.address, on_progress=kill)
    assert killed
    assert cluster.workers[0].wait() == -signal.SIGKILL
    assert killed[0] < result.statistics["parts"]
    assert (result.status, result.count, result.raw) == ("complete", ORBITS, TILINGS)
    assert keys(result.solutions) == truth
    status = Watch(path, truth).look()
    assert status is not None
    assert (status.state, status.solutions) == ("complete", ORBITS)


@pytest.mark.slow
def test_a_run_stops_and_goes_on_elsewhere(cluster: Cluster, tmp_path: Path) -> None:
    """A limit stops the parts in the cluster; what is left is searched here, and the other way round."""
    path = tmp_path / "dominoes.run"
    result = solve(dominoes(), store=path, cluster=cluster.address, limit=100)
    assert (result.status, result.count) == ("limit", 100)
    assert solve(dominoes(), store=path, jobs=1, limit=200).count == 200
    result = solve(dominoes(), store=path, cluster=cluster.address)
    assert (result.status, result.count, result.raw) == ("complete", ORBITS, TILINGS)
    assert count(dominoes(), cluster=cluster.address, time_limit=0.001).status == "time-limit"


@pytest.mark.slow
def test_the_scheduler_is_killed(cluster: Cluster, tmp_path: Path) -> None:
    """Without its scheduler a run ends with one line; everything committed is kept, and the run goes on here."""
    truth = keys(solve(dominoes(), jobs=1).solutions)
    path = tmp_path / "dominoes.run"
    watch = Watch(path, truth)

    def kill(progress: Progress) -> None:
        if progress.parts_done >= 2:
            cluster.scheduler.kill()

    with pytest.raises(MistakeError, match=r"^cluster='tcp.*the scheduler does not answer any more"):
        solve(dominoes(), store=path, cluster=cluster.address, on_progress=kill)
    status = watch.look()
    assert status is not None
    assert status.parts_done >= 2
    assert keys(solve(dominoes(), store=path, jobs=1).solutions) == truth
    watch.look()


@pytest.mark.slow
def test_a_cluster_is_started_here(tmp_path: Path) -> None:
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
def test_the_program_is_killed(cluster: Cluster, tmp_path: Path) -> None:
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
    result = count(dominoes(), cluster=cluster.address, time_limit=60)
    assert (result.status, result.count) == ("complete", ORBITS)


def found(path: Path) -> int:
    """How many solutions are in the file of a run that may just begin."""
    try:
        with open_run(path) as run:
            return run.status().solutions + run.status().partial
    except MistakeError:
        return 0


def test_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """An address where no scheduler is, and one that is none."""
    monkeypatch.setattr("cp_puzzles.search.work.cluster_dispatch.CONNECT_SECONDS", 1.0)
    with pytest.raises(MistakeError, match="no scheduler answers there"):
        count(dominoes(), cluster="tcp://127.0.0.1:9")
    with pytest.raises(MistakeError, match="no address"):
        count(dominoes(), cluster="nonsense://x")


def test_the_package_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the extra: what to install."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'cp-puzzles\[cluster\]'"):
        count(dominoes(), cluster="local")


@pytest.mark.slow
def test_a_worker_that_hangs_is_given_up_and_may_come_back(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stopped worker is silent, its part goes elsewhere; let go on it takes part again, and nothing comes twice."""
    monkeypatch.setattr(cluster_dispatch, "SILENT_SECONDS", 3.0)
    seen: list[int] = []
    began: list[int] = []

    def stop(progress: Progress) -> None:
        if progress.parts_done >= 2 and not began:
            cluster.workers[0].send_signal(signal.SIGSTOP)
            began.append(progress.parts_done)
        if dispatched and not seen and dispatched[0]._silent:
            seen.append(progress.parts_done)
            cluster.workers[0].send_signal(signal.SIGCONT)

    dispatched = remembered(monkeypatch)
    truth = keys(solve(dominoes(), jobs=1).solutions)
    path = tmp_path / "dominoes.run"
    result = solve(dominoes(), store=path, cluster=cluster.address, on_progress=stop)
    assert seen, "nobody noticed that a worker was silent"
    assert (result.status, result.count, result.raw) == ("complete", ORBITS, TILINGS)
    assert keys(result.solutions) == truth
    assert Watch(path, truth).look() is not None


@pytest.mark.slow
def test_a_second_interrupt_waits_for_nobody(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no worker answers any more, Ctrl-C would wait for an hour: the second one ends the run."""
    monkeypatch.setattr(cluster_dispatch, "STOP_SECONDS", 3600.0)
    interrupted: list[int] = []

    def interrupt(progress: Progress) -> None:
        if progress.solutions and len(interrupted) < 2:  # the workers are within parts that take them long
            for worker in cluster.workers:
                worker.send_signal(signal.SIGSTOP)
            interrupted.append(progress.parts_done)
            os.kill(os.getpid(), signal.SIGINT)

    large = parse_spec("{name: large, board: {size: [8, 8]}, tiles: [{set: domino, multiplicity: any}]}")
    result = count(build_puzzle(large), cluster=cluster.address, on_progress=interrupt)
    assert (result.status, len(interrupted)) == ("interrupted", 2)
    assert 0 < result.count < 12_988_816
