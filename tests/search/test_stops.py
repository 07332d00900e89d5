"""A time limit and Ctrl-C are heard in every phase, and the result says in which; no test asks how soon."""

from __future__ import annotations

import _thread
import multiprocessing
import os
import signal
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from cp_puzzles import count, solve
from cp_puzzles.base import cancellation
from cp_puzzles.base.cancellation import THREAD, CanceledError, reraise_interrupts, within
from cp_puzzles.search import count_run, run_plan
from cp_puzzles.search import run_plan as prepare
from cp_puzzles.search.progress import Progress
from cp_puzzles.search.workers import job, local_dispatch
from tests.search.run_watch import ORBITS, dominoes

PHASES = {
    "placing": (job, "build_cover"),
    "looking for symmetries": (job, "leader_of"),
    "looking for reasons": (prepare, "reason_for_none"),
    "choosing an engine": (prepare, "choose_engine"),
    "planning": (run_plan, "partition_of"),
}
"""Where each phase is done."""


let_go = threading.Event()


@pytest.fixture(autouse=True)
def all_calls_end() -> Iterator[None]:
    """End abandoned calls before the next test."""
    let_go.clear()
    yield
    let_go.set()
    for thread in threading.enumerate():
        if thread.name == THREAD:
            thread.join(timeout=60)
            assert not thread.is_alive()


def endless(*_: object, **__: object) -> Any:
    """Compute without end and without a look at the clock."""
    while True:
        pass


def blocked(*_: object, **__: object) -> Any:
    """Block like a call of compiled code, which Python cannot interrupt."""
    let_go.wait()


def blocked_when_interrupted(*_: object, **__: object) -> Any:
    """Interrupt the main thread, then block."""
    _thread.interrupt_main()
    blocked()


def interrupted(*_: object, **__: object) -> Any:
    """Interrupt the main thread, then compute without end."""
    _thread.interrupt_main()
    endless()


@pytest.mark.parametrize("phase", PHASES)
def test_time_limit_ends_each_phase(phase: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time limit ends each phase before the search, which proves nothing."""
    module, name = PHASES[phase]
    ahead = 0.0

    def slow(*_: object, **__: object) -> Any:
        nonlocal ahead
        ahead = 2000.0
        endless()

    monkeypatch.setattr(cancellation, "monotonic", lambda: time.monotonic() + ahead)
    monkeypatch.setattr(module, name, slow)
    result = count(dominoes(), time_limit=1000, jobs=1)
    assert (result.status, result.stopped_while, result.count, result.raw) == ("time-limit", phase, 0, None)
    assert result.summary()["stopped_while"] == phase
    assert not result.is_proof_of_none


@pytest.mark.parametrize("phase", [phase for phase in PHASES if phase != "planning"])
def test_interrupt_is_heard_in_each_phase(phase: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C ends what is computed, and the result says that it was interrupted."""
    module, name = PHASES[phase]
    monkeypatch.setattr(module, name, interrupted)
    result = solve(dominoes(), jobs=1)
    assert (result.status, result.stopped_while, result.count) == ("interrupted", phase, 0)


def test_blocked_calls_are_abandoned(monkeypatch: pytest.MonkeyPatch) -> None:
    """The result does not wait for a blocked call in a phase or in a worker."""
    monkeypatch.setattr(job, "build_cover", blocked)
    assert count(dominoes(), time_limit=0.1, jobs=1).stopped_while == "placing"
    assert any(thread.name == THREAD for thread in threading.enumerate())
    monkeypatch.undo()
    monkeypatch.setattr(job.PartSearch, "search", blocked_when_interrupted)
    result = solve(dominoes(), jobs=1)
    assert (result.status, result.stopped_while, result.count) == ("interrupted", None, 0)
    assert any(thread.name == THREAD for thread in threading.enumerate())


def test_count_at_once_is_stopped_while_it_sweeps(monkeypatch: pytest.MonkeyPatch) -> None:
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
    with pytest.raises(CanceledError) as over:
        within(time.monotonic(), "nothing", endless)
    assert over.value.phase == "nothing"


class Target:
    """An object that interrupts the program as it is destroyed, or whose weak reference does."""

    def __init__(self, *, has_destructor: bool) -> None:
        self.has_destructor = has_destructor

    def __del__(self) -> None:
        if self.has_destructor:
            _interrupt()


def _interrupt(_: object = None) -> None:
    signal.raise_signal(signal.SIGINT)
    time.sleep(0)


@pytest.mark.parametrize("has_destructor", [True, False])
def test_interrupt_in_a_destructor_is_raised_again(has_destructor: bool) -> None:
    """Python can only print a KeyboardInterrupt of a destructor or of a weakref callback; the search went on."""

    def destroy() -> None:
        target = Target(has_destructor=has_destructor)
        reference = None if has_destructor else weakref.ref(target, _interrupt)
        del target
        endless(reference)

    with reraise_interrupts(), pytest.raises(KeyboardInterrupt):
        destroy()


def test_cancellation_in_a_callback_is_silent_and_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cancellation that weakref callbacks drop is not printed, and is raised again until the work ends."""
    reported: list[object] = []
    ended = threading.Event()

    def hook(unraisable: sys.UnraisableHookArgs) -> None:
        reported.append(unraisable.exc_type)

    monkeypatch.setattr(sys, "unraisablehook", hook)

    def work() -> None:
        try:
            for callback in (fail, endless, endless, endless):
                target = Target(has_destructor=False)
                reference = weakref.ref(target, callback)
                del target
            endless(reference)
        finally:
            ended.set()

    monkeypatch.setattr(cancellation, "monotonic", lambda: float(bool(reported)))  # the deadline comes after the error
    with pytest.raises(CanceledError):
        within(0.5, "working", work)
    assert ended.wait(timeout=30)
    for thread in threading.enumerate():
        if thread.name == THREAD:
            thread.join(timeout=30)
    assert reported == [ZeroDivisionError]
    assert sys.unraisablehook is hook


def fail(_: object) -> None:
    """Raise an error that a weakref callback can only report."""
    raise ZeroDivisionError


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="stops a process")
def test_process_that_hangs_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stopped worker is neither alive nor dead: its part goes elsewhere. Once the search waited for ever."""
    stopped: list[int | None] = []
    notices: set[str] = set()

    def stop_one(progress: Progress) -> None:
        if progress.parts_done and not stopped:
            stopped.append(multiprocessing.active_children()[0].pid)
            os.kill(stopped[0] or 0, signal.SIGSTOP)
        notices.update([progress.notice] if progress.notice else [])
        is_last = progress.parts_done == progress.parts_total - 1
        monkeypatch.setattr(local_dispatch, "SILENT_SECONDS", 0.0 if is_last and not notices else 30.0)

    result = solve(dominoes(), jobs=2, on_progress=stop_one)
    assert (result.status, result.count, len(set(result.solutions))) == ("complete", ORBITS, ORBITS)
    assert ["sent nothing" in notice for notice in notices] == [True]
    assert len(stopped) == 1
