"""Ctrl-C before the search has begun, and in the processes that search."""

from __future__ import annotations

import _thread
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from cp_puzzles import count, solve
from cp_puzzles.search import run_plan
from cp_puzzles.search.workers.worker import spawning
from tests.processes import finished

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("ask", [solve, count])
def test_interrupt_before_partition_proves_nothing(ask: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Status `interrupted`: it once was `complete` with 0 solutions, a proof that there is none."""

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(run_plan, "partition_of", interrupted)
    result = ask("soma", jobs=1)
    assert (result.status, result.count, result.raw, result.is_proof_of_none) == ("interrupted", 0, None, False)


@pytest.mark.parametrize("limit", [8, 10])
def test_count_with_a_limit_stays_within_it(limit: int) -> None:
    """Complete if nothing is beyond the limit, else no more than the limit and no number of all."""
    dominoes = "dominoes4x4"
    result = count(dominoes, engine="exact-cover", limit=limit, jobs=1)
    assert (result.status, result.count) == ("limit" if limit == 8 else "complete", min(limit, 9))
    assert result.raw == (None if limit == 8 else 36)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads the signal mask of other processes")
def test_workers_ignore_interrupts() -> None:
    """The first worker of a program, too: starting the resource tracker with it once let interrupts through."""
    program = """if True:
        import multiprocessing
        from pathlib import Path
        from cp_puzzles import build_puzzle, load_spec
        from cp_puzzles.search.workers.job import Job
        from cp_puzzles.search.workers.worker import ProcessWorker
        job = Job(build_puzzle(load_spec("soma")))
        workers = [ProcessWorker(job), ProcessWorker(job)]
        for process in multiprocessing.active_children():
            status = Path(f"/proc/{process.pid}/status").read_text()
            blocked = int(status.split("SigBlk:")[1].split()[0], 16)
            print(bool(blocked & 1 << 1))
    """
    done = finished([sys.executable, "-c", program], cwd=ROOT)
    assert done.stdout.split() == ["True", "True"]


def test_interrupt_waits_until_a_process_has_started() -> None:
    """Any thread may take a signal that the main one has blocked; a worker half started once told a traceback."""
    started: list[int] = []

    def start() -> None:
        with spawning():
            _thread.interrupt_main()
            started.extend(range(1000))

    with pytest.raises(KeyboardInterrupt):
        start()
    assert len(started) == 1000


@pytest.mark.parametrize("number", ["SIGINT", pytest.param("SIGTERM", marks=pytest.mark.slow)])
def test_interrupt_after_the_work_keeps_the_status(number: str) -> None:
    """A signal while the interpreter shuts down changes nothing; the process once was ended by the signal."""
    program = f"""if True:
        import atexit, os, signal, sys
        atexit.register(lambda: os.kill(os.getpid(), signal.{number}))
        sys.argv = ["cp-puzzles", "solve", "dominoes4x4", "--limit", "1", "--engine", "cp-sat", "--json"]
        from cp_puzzles.__main__ import main
        status = main()
        os.kill(os.getpid(), signal.{number})
        sys.exit(status)
    """
    done = finished([sys.executable, "-c", program], cwd=ROOT, status=0)
    assert '"solutions": 1' in done.stdout


def test_interrupt_inside_exec_is_status_130(tmp_path: Path) -> None:
    """Dataclasses are made by `exec`: an interrupt there once ended `python -m cp_puzzles` by the signal."""
    program = """if True:
        import sys
        from cp_puzzles.__main__ import main
        from cp_puzzles.cli import list_command
        def interrupted(options):
            exec("raise KeyboardInterrupt")
        list_command.run.callback = interrupted
        sys.argv = ["cp-puzzles", "list"]
        sys.exit(main())
    """
    (tmp_path / "interrupted_list.py").write_text(program)
    paths = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}"}
    done = finished([sys.executable, "-m", "interrupted_list"], env=paths, status=130)
    assert done.stderr == "interrupted\n"
