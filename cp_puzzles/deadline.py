"""A time limit and a Ctrl-C that are heard whatever the program does, compiled code included.

What may take long is done in a thread of its own, while the one that asked for it listens: neither a call that lets no
signal through nor a destructor that swallows what is raised in it can keep an end away.
"""

from __future__ import annotations

import _thread
import ctypes
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from time import monotonic
from typing import Generic, TypeVar

TICK_SECONDS = 0.1

MOMENT = 0.01
"""Seconds of a time limit that is all but used up."""

PATIENCE_SECONDS = 0.5
"""How long work that was told to end may take to do so before it is waited for no more."""

THREAD = "cp-puzzles worker"
"""The name of the threads that work. One that was given up may still be deep in compiled code."""

Result = TypeVar("Result")


class TimeIsOver(BaseException):
    """The time limit came; `phase` is what was being done."""

    def __init__(self, phase: str = "") -> None:
        super().__init__(phase)
        self.phase = phase


def deadline_after(time_limit: float | None) -> float | None:
    """The moment, on the clock `monotonic`, when a time limit is over that begins now."""
    return None if time_limit is None else monotonic() + time_limit


def seconds_until(deadline: float | None) -> float | None:
    """The time limit that is left before a deadline, a moment at the least."""
    return None if deadline is None else max(deadline - monotonic(), MOMENT)


def within(
    deadline: float | None,
    phase: str,
    work: Callable[[], Result],
    tick: Callable[[], None] = lambda: None,
) -> Result:
    """What `work()` gives; raises `TimeIsOver` when the clock passes the `deadline`, and `KeyboardInterrupt` at once.

    Then the work is told to end by an error that is raised in it. What must not be left half done does not belong in
    here. Calls `tick()` now and then, in the thread of the caller.

    >>> within(None, "adding", lambda: 1 + 1)
    2
    """
    aside = _Aside(work)
    try:
        aside.start()
        while not aside.ends_within(min(TICK_SECONDS, (inf if deadline is None else deadline) - monotonic())):
            tick()
            if deadline is not None and monotonic() > deadline:
                raise TimeIsOver(phase)
    except BaseException:
        aside.give_up()
        raise
    return aside.result()


def is_any_work_left() -> bool:
    """Whether work that was given up still goes on: the process must then end without waiting for anything."""
    return any(thread.name == THREAD for thread in threading.enumerate())


class _Aside(Generic[Result]):
    """Work in a thread of its own."""

    def __init__(self, work: Callable[[], Result]) -> None:
        self._work = work
        # a lock, for an interrupt may come at any moment and leave an event, which has several, half waited for
        self._working = threading.Lock()
        self._is_over = False
        self._given: list[Result] = []
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, daemon=True, name=THREAD)

    def start(self) -> None:
        self._working.acquire()
        self._thread.start()

    def _run(self) -> None:
        try:
            self._given.append(self._work())
        except BaseException as error:
            self._error = error
        finally:
            self._is_over = True
            self._working.release()

    def ends_within(self, seconds: float) -> bool:
        return self._is_over or self._working.acquire(timeout=max(seconds, 0.0))

    def give_up(self) -> None:
        """Tell the work to end, once more if it does not hear, and then wait for it no more."""
        for _ in range(2):
            if not self._is_over and self._thread.ident is not None:
                identity, error = ctypes.c_ulong(self._thread.ident), ctypes.py_object(TimeIsOver)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(identity, error)
            if self.ends_within(PATIENCE_SECONDS / 2):
                return

    def result(self) -> Result:
        if self._error is not None:
            raise self._error
        return self._given[0]


@contextmanager
def unswallowed() -> Iterator[None]:
    """A Ctrl-C that comes while something is thrown away, where Python can only print it, comes once more."""
    before = sys.unraisablehook

    def hook(unraisable: sys.UnraisableHookArgs) -> None:
        if issubclass(unraisable.exc_type, KeyboardInterrupt):
            again = threading.Timer(TICK_SECONDS, _thread.interrupt_main)
            again.daemon = True
            again.start()
        elif not issubclass(unraisable.exc_type, TimeIsOver):  # that is told again anyhow
            before(unraisable)

    sys.unraisablehook = hook
    try:
        yield
    finally:
        sys.unraisablehook = before
