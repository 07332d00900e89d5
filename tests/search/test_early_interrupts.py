"""Ctrl-C before the search has begun, and in the processes that search."""

from __future__ import annotations

import _thread
import sys
from pathlib import Path
from typing import Any

import pytest

from cp_puzzles import build_puzzle, count, load_spec, solve
from cp_puzzles.search import run
from cp_puzzles.search.work.worker import spawning
from tests.processes import finished

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("ask", [solve, count])
def test_an_interrupt_before_the_parts_are_known_proves_nothing(ask: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Status `interrupted`: it once was `complete` with 0 solutions, a proof that there is none."""

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(run, "partition", interrupted)
    result = ask(build_puzzle(load_spec("soma")), jobs=1)
    assert (result.status, result.count, result.raw, result.is_proof_of_none) == ("interrupted", 0, None, False)


@pytest.mark.parametrize("limit", [8, 10])
def test_a_count_with_a_limit_stays_within_it(limit: int) -> None:
    """Complete if nothing is beyond the limit, else no more than the limit and no number of all."""
    dominoes = build_puzzle(load_spec("dominoes4x4"))
    result = count(dominoes, engine="exact-cover", limit=limit, jobs=1)
    assert (result.status, result.count) == ("limit" if limit == 8 else "complete", min(limit, 9))
    assert result.raw == (None if limit == 8 else 36)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads the signal mask of other processes")
def test_workers_are_deaf_to_interrupts() -> None:
    """The first worker of a program, too: starting the resource tracker with it once let interrupts through."""
    program = """if True:
        from pathlib import Path
        from cp_puzzles import build_puzzle, load_spec
        from cp_puzzles.search.work.job import Job
        from cp_puzzles.search.work.worker import ProcessWorker
        job = Job(build_puzzle(load_spec("soma")))
        for worker in [ProcessWorker(job), ProcessWorker(job)]:
            status = Path(f"/proc/{worker._process.pid}/status").read_text()
            blocked = int(status.split("SigBlk:")[1].split()[0], 16)
            print(bool(blocked & 1 << 1))
    """
    done = finished([sys.executable, "-c", program], cwd=ROOT)
    assert done.stdout.split() == ["True", "True"]


def test_an_interrupt_waits_until_a_process_has_started() -> None:
    """Any thread may take a signal that the main one has blocked; a worker half started once told a traceback."""
    started: list[int] = []

    def start() -> None:
        with spawning():
            _thread.interrupt_main()
            started.extend(range(1000))

    with pytest.raises(KeyboardInterrupt):
        start()
    assert len(started) == 1000
