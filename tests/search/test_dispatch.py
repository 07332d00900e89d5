"""Dispatch of parts to threads and processes; the result depends on neither."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from types import FrameType

import pytest

import cp_puzzles.search.workers.local_dispatch as dispatch
from cp_puzzles import count, iter_solutions, solve
from cp_puzzles.search.progress import Progress
from cp_puzzles.search.request import collect
from tests.examples import sampled
from tests.processes import lasting_threads
from tests.search.run_watch import dominoes, keys


@pytest.mark.slow
def test_processes_take_over_from_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiled search begins in threads; when it takes long, processes go on, and nothing occurs twice."""
    monkeypatch.setattr(dispatch, "HEAD_START_SECONDS", 0.01)
    processes = 0

    def look(progress: Progress) -> None:
        nonlocal processes
        processes = max(processes, len(multiprocessing.active_children()))
        if processes < 2:
            time.sleep(0.05)  # until they have come the threads shall not get far

    puzzle = "pentomino6x10"
    result = solve(puzzle, symmetry="off", engine="exact-cover", jobs=2, on_progress=look)
    assert processes == 2
    assert (result.count, len(set(keys(result.solutions)))) == (9356, 9356)
    assert result.statistics["balance"] >= 1
    one = solve(puzzle, symmetry="off", engine="exact-cover", jobs=1)
    assert keys(one.solutions) == keys(result.solutions)


def test_short_searches_start_no_process() -> None:
    """The Soma cube with two jobs: no process is worth it."""
    seen = []
    result = count("soma", engine="exact-cover", jobs=2, on_progress=lambda p: seen.append(p))
    assert result.count == 240
    assert not multiprocessing.active_children()


@pytest.mark.slow
def test_nothing_is_left_behind() -> None:
    """An iterator that is closed early, a search that is stopped: no thread and no process goes on."""
    before = threading.enumerate()
    for jobs in (1, 2):
        solutions = iter_solutions(dominoes(), jobs=jobs)
        next(solutions)
        solutions.close()  # type: ignore[attr-defined]
        assert solve(dominoes(), jobs=jobs, time_limit=0.01).status == "time-limit"
    assert not multiprocessing.active_children()
    assert not lasting_threads(before)


@pytest.mark.parametrize("jobs", sampled([1, 2], every=2))
def test_interrupts_lose_nothing(jobs: int, truth: list[frozenset[object]]) -> None:
    """After repeated Ctrl-C the status is `interrupted`; solutions come in order, without a gap inside a part."""

    def raise_inside(number: int, frame: FrameType | None) -> None:
        while frame is not None and frame.f_code is not collect.__code__:
            frame = frame.f_back
        if frame is not None:  # not in this test, when the search has just come to its end
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, raise_inside)
    done = threading.Event()
    sent: list[int] = []

    def interrupt() -> None:
        while not sent or not done.wait(0.15):
            os.kill(os.getpid(), signal.SIGINT)
            sent.append(signal.SIGINT)

    interrupter = threading.Thread(target=interrupt)

    def begin(_: Progress) -> None:
        if interrupter.ident is None:
            interrupter.start()

    solutions = []
    try:
        result = solve(dominoes(), jobs=jobs, on_progress=begin)
        solutions = keys(result.solutions)
    finally:
        done.set()
        if interrupter.ident:
            interrupter.join()
        signal.signal(signal.SIGINT, before)
    assert sent
    assert result.status in ("interrupted", "complete")
    assert len(set(solutions)) == len(solutions)
    assert [solution for solution in truth if solution in set(solutions)] == solutions
    assert result.count == len(solutions)
