"""A time limit and Ctrl-C are heard in every phase, and the result says in which; no test asks how soon."""

from __future__ import annotations

import _thread
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from cp_puzzles import count, deadline, solve
from cp_puzzles.deadline import THREAD, TimeIsOver, unswallowed, within
from cp_puzzles.search import count_run, prepare, run
from cp_puzzles.search.work import job, local_dispatch, part_search
from cp_puzzles.search.work.worker import ProcessWorker
from tests.search.stored_runs import ORBITS, dominoes

PHASES = {
    "placing": (job, "cover_of"),
    "looking for symmetries": (job, "symmetry_group"),
    "looking for reasons": (prepare, "reason_for_none"),
    "planning": (run, "partition"),
}
"""Where each phase is done."""


let_go = threading.Event()


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    """What was given up ends before the next test."""
    let_go.clear()
    yield
    let_go.set()
    for thread in threading.enumerate():
        if thread.name == THREAD:
            thread.join(timeout=60)
            assert not thread.is_alive()


def endless(*_: object, **__: object) -> Any:
    """Computes, and never looks at a clock."""
    while True:
        pass


def deaf(*_: object, **__: object) -> Any:
    """A call into compiled code, which hears nothing, as far as Python can tell."""
    let_go.wait()


def deaf_when_interrupted(*_: object, **__: object) -> Any:
    """Is in there when Ctrl-C is pressed."""
    _thread.interrupt_main()
    deaf()


def interrupted(*_: object, **__: object) -> Any:
    """Is at work when Ctrl-C is pressed."""
    _thread.interrupt_main()
    endless()


@pytest.mark.parametrize("phase", PHASES)
def test_a_time_limit_is_heard_in_each_phase(phase: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is done before the search does not look at the clock: it is ended, and proves nothing."""
    module, name = PHASES[phase]
    ahead = 0.0

    def slow(*_: object, **__: object) -> Any:
        nonlocal ahead
        ahead = 2000.0
        endless()

    monkeypatch.setattr(deadline, "monotonic", lambda: time.monotonic() + ahead)
    monkeypatch.setattr(module, name, slow)
    result = count(dominoes(), time_limit=1000, jobs=1)
    assert (result.status, result.stopped_while, result.count, result.raw) == ("time-limit", phase, 0, None)
    assert result.summary()["stopped_while"] == phase
    assert not result.is_proof_of_none


@pytest.mark.parametrize("phase", [phase for phase in PHASES if phase != "planning"])
def test_an_interrupt_is_heard_in_each_phase(phase: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C ends what is computed, and the result says that it was interrupted."""
    module, name = PHASES[phase]
    monkeypatch.setattr(module, name, interrupted)
    result = solve(dominoes(), jobs=1)
    assert (result.status, result.stopped_while, result.count) == ("interrupted", phase, 0)


def test_compiled_code_that_hears_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a phase as in a worker: the result does not wait for it."""
    monkeypatch.setattr(job, "cover_of", deaf)
    assert count(dominoes(), time_limit=0.1, jobs=1).stopped_while == "placing"
    assert any(thread.name == THREAD for thread in threading.enumerate())
    monkeypatch.undo()
    monkeypatch.setattr(part_search.PartSearch, "search", deaf_when_interrupted)
    result = solve(dominoes(), jobs=1)
    assert (result.status, result.stopped_while, result.count) == ("interrupted", None, 0)
    assert any(thread.name == THREAD for thread in threading.enumerate())


def test_a_count_at_once_is_stopped_while_it_sweeps(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that never asks whether to stop: a time limit, and Ctrl-C."""

    class Counter:
        def count(self, *_: object, stop: Callable[[], bool], **__: object) -> Any:
            return work()

    monkeypatch.setattr(count_run, "load_counter", lambda *_: Counter())
    work = endless
    result = count(dominoes(), engine="frontier", time_limit=0.1)
    assert (result.status, result.count, result.raw) == ("time-limit", 0, None)
    work = interrupted
    assert count(dominoes(), engine="frontier").status == "interrupted"


def test_errors_of_work_reach_whoever_asked() -> None:
    """The same error, not one of a thread."""
    with pytest.raises(ZeroDivisionError):
        within(None, "dividing", lambda: 1 // 0)
    with pytest.raises(TimeIsOver) as over:
        within(time.monotonic(), "nothing", endless)
    assert over.value.phase == "nothing"


def test_a_destructor_swallows_no_interrupt() -> None:
    """A KeyboardInterrupt that comes in one can only be printed: it once was lost, and the search went on."""

    class Swallows:
        def __del__(self) -> None:
            signal.raise_signal(signal.SIGINT)
            time.sleep(0)

    def throw_away() -> None:
        swallows = Swallows()
        del swallows
        endless()

    with unswallowed(), pytest.raises(KeyboardInterrupt):
        throw_away()


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="stops a process")
def test_a_process_that_hangs_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stopped worker is neither alive nor dead: its part goes elsewhere. Once the search waited for ever."""
    stopped: list[ProcessWorker] = []
    made, listen = local_dispatch.LocalDispatch._made, local_dispatch.LocalDispatch._listen

    def stopped_at_once(self: local_dispatch.LocalDispatch) -> Any:
        worker = made(self)
        if not stopped and isinstance(worker, ProcessWorker):
            assert worker._process.pid is not None
            os.kill(worker._process.pid, signal.SIGSTOP)
            stopped.append(worker)
        return worker

    def impatient(self: local_dispatch.LocalDispatch, heard: Any) -> None:
        listen(self, heard)
        if stopped[0] in self._busy and stopped[0] not in heard:
            self._silence[stopped[0]] += 1000.0  # that of the others is theirs

    monkeypatch.setattr(local_dispatch.LocalDispatch, "_made", stopped_at_once)
    monkeypatch.setattr(local_dispatch.LocalDispatch, "_listen", impatient)
    notices = set()
    result = solve(dominoes(), jobs=2, on_progress=lambda progress: notices.add(progress.notice))
    assert (result.status, result.count, len(set(result.solutions))) == ("complete", ORBITS, ORBITS)
    assert any(notice and "was silent" in notice for notice in notices)
    assert len(stopped) == 1
