"""Deadlines: long work ends at one, by an interrupt (Ctrl-C, SIGTERM), or by a limit that it reaches.

- Long work runs in a thread of its own (`Deadline.run`), while the caller waits for its end, the deadline or an
  interrupt. So neither a call that blocks signals nor a destructor that drops exceptions delays the end.
- Canceled work ends with `CanceledError`, which is raised again if a destructor dropped it. Loops that can end early by
  themselves raise and catch the same error.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # `signal` converts all values to enumerations, which takes long
import _thread
import ctypes
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import copy_context
from dataclasses import dataclass
from math import inf
from time import monotonic
from types import FrameType
from typing import Generic, TypeVar

SIGNALS = tuple(int(getattr(signal, name)) for name in ("SIGINT", "SIGTERM", "SIGBREAK") if hasattr(signal, name))


@contextmanager
def interrupts_noted(on_interrupt: Callable[[], None] | None) -> Iterator[list[int]]:
    """Handle SIGINT and SIGTERM during a `with` block, and note the signals received; only in the main thread.

    An earlier handler is called as before; if it raises `KeyboardInterrupt`, `on_interrupt` is called instead, and the
    block goes on. So nothing in the block is left half done. If it is None, the error is raised.
    """
    received: list[int] = []
    is_main = threading.current_thread() is threading.main_thread()
    earlier = {number: _signal.getsignal(number) for number in SIGNALS if is_main}
    # None stands for a handler that Python did not install and cannot restore
    handlers = {number: handler for number, handler in earlier.items() if handler is not None}

    def handle(number: int, frame: FrameType | None) -> None:
        received.append(number)
        handler = handlers[number]
        if callable(handler):
            try:
                handler(number, frame)
            except KeyboardInterrupt:
                if on_interrupt is None:
                    raise
                on_interrupt()
        elif handler == signal.SIG_DFL:
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)

    try:
        for number in handlers:
            _signal.signal(number, handle)
        yield received
    finally:
        for number, handler in handlers.items():
            _signal.signal(number, handler)


Result = TypeVar("Result")


def propagate_interrupt(search: Callable[[], Result]) -> Result:
    """Return the result of a search, which has a `status`; raises `KeyboardInterrupt` if an interrupt came.

    Commands that run several searches use it: an interrupt ends all of them, also one at the end of a search.
    """
    with interrupts_noted(None) as received:
        result = search()
    if received or getattr(result, "status", None) == "interrupted":
        raise KeyboardInterrupt
    return result


@contextmanager
def dropped_errors(kind: type[BaseException], handle: Callable[[], object]) -> Iterator[None]:
    """Call a function for each error of a kind that is raised in a destructor or a callback, where Python prints it.

    Blocks of several threads may overlap: one that ends below another passes all errors on.
    """
    hook_before, is_active = sys.unraisablehook, True

    def hook(unraisable: sys.UnraisableHookArgs) -> None:
        if is_active and issubclass(unraisable.exc_type, kind):
            handle()
        else:
            hook_before(unraisable)

    sys.unraisablehook = hook
    try:
        yield
    finally:
        is_active = False
        if sys.unraisablehook is hook:
            sys.unraisablehook = hook_before


def reraise_interrupts() -> AbstractContextManager[None]:
    """Repeat an interrupt that came in a destructor or a callback, where Python only prints it."""

    def repeat() -> None:
        timer = threading.Timer(TICK_SECONDS, _thread.interrupt_main)
        timer.daemon = True
        timer.start()

    return dropped_errors(KeyboardInterrupt, repeat)


TICK_SECONDS = 0.1
"""Time between two checks of the deadline in a wait: a fifth of the half second in which a deadline takes effect."""

MIN_SECONDS = 0.01
"""The shortest time limit that is passed on when a deadline has nearly come."""

READING_SECONDS = 0.5
"""Seconds for reading a puzzle, even if the time limit is shorter, so that messages can name the puzzle."""

GRACE_SECONDS = 0.5
"""Maximum time that canceled work has to end before it is abandoned."""

THREAD = "cp-puzzles worker"
"""The name of threads that work. An abandoned one may still be inside compiled code."""


class CanceledError(BaseException):
    """Work was canceled; `phase` names the work.

    Not an `Exception`, so that no general handler inside the work catches it.
    """

    def __init__(self, phase: str = "") -> None:
        super().__init__(phase)
        self.phase = phase


class LateError(TimeoutError):
    """A function of Python took longer than its time limit; `phase` names the work."""

    def __init__(self, phase: str, time_limit: float | None) -> None:
        super().__init__(f"{phase} takes longer than time_limit={time_limit}")
        self.phase = phase


@dataclass(frozen=True, order=True)
class Deadline:
    """The time on the clock `monotonic` at which work has to end; without a time limit it never comes.

    Every long step receives one. It runs its work with `run`, gives a search the remaining `seconds`, or looks at
    `has_passed` itself.
    """

    time: float = inf

    @classmethod
    def after(cls, time_limit: float | None) -> Deadline:
        """Return the end of a time limit that starts now."""
        return cls(inf if time_limit is None else monotonic() + time_limit)

    def earlier(self, time_limit: float | None) -> Deadline:
        """Return this deadline, or the end of a time limit that starts now if it comes first."""
        return min(self, Deadline.after(time_limit))

    @property
    def seconds(self) -> float | None:
        """The remaining time, at least `MIN_SECONDS`; None without a time limit."""
        return None if self.time == inf else max(self.time - monotonic(), MIN_SECONDS)

    @property
    def has_passed(self) -> bool:
        """True after the deadline."""
        return monotonic() > self.time

    def run(
        self,
        phase: str,
        work: Callable[[], Result],
        tick: Callable[[], object] = lambda: None,
        stop: Callable[[], None] | None = None,
    ) -> Result:
        """Return the result of `work()`, which runs in another thread until the deadline or an interrupt.

        Raises `CanceledError` after the deadline, and `KeyboardInterrupt` immediately after an interrupt, both with the
        phase. In both cases `CanceledError` is also raised in the work, at any point of it but an import, so it must be
        work that can be left half done. Work that ends by itself after `stop()` has `GRACE_SECONDS` to do so first.
        `tick()` is called every `TICK_SECONDS`, and after the work, in the thread of the caller; an error that it
        raises cancels the work, too.

        >>> NO_DEADLINE.run("adding", lambda: 1 + 1)
        2
        """
        thread = WorkThread(work)
        try:
            thread.start()
            while not thread.ends_within(min(TICK_SECONDS, self.time - monotonic())):
                tick()
                if self.has_passed:
                    raise CanceledError(phase)
            tick()
        except BaseException as error:
            thread.cancel(stop)
            if isinstance(error, KeyboardInterrupt):
                error.args = (phase,)
            raise
        return thread.result()


NO_DEADLINE = Deadline()
"""The deadline of work without a time limit."""


def in_time(time_limit: float | None, phase: str, work: Callable[[], Result]) -> Result:
    """Return the result of `work()`; raise `LateError` if it takes longer than `time_limit` seconds."""
    try:
        return Deadline.after(time_limit).run(phase, work)
    except CanceledError:
        raise LateError(phase, time_limit) from None


def has_abandoned_work() -> bool:
    """Return whether canceled work still runs; the process must then exit without waiting for it."""
    return any(thread.name.startswith(THREAD) for thread in threading.enumerate())


class WorkThread(threading.Thread, Generic[Result]):
    """Work in a thread of its own, with its result or its error."""

    def __init__(self, work: Callable[[], Result]) -> None:
        super().__init__(daemon=True, name=THREAD)
        # the work has the context of the caller, such as the watch of compilations
        self._work, self._around = work, copy_context()
        # a lock and not an event: an event consists of several locks, and an interrupt can leave it inconsistent
        self._is_working = threading.Lock()
        self._is_working.acquire()
        self.has_ended = False
        self._results: list[Result] = []
        self._error: BaseException | None = None

    def run(self) -> None:
        """Carry out the work."""
        try:
            self._results.append(self._around.run(self._work))
        except BaseException as error:
            self._error = error
        finally:
            self.has_ended = True
            self._is_working.release()

    def ends_within(self, seconds: float) -> bool:
        """Wait for the end of the work; return False if it does not come within some seconds."""
        return self.has_ended or self._is_working.acquire(timeout=max(seconds, 0.0))

    def cancel(self, stop: Callable[[], None] | None) -> None:
        """Raise `CanceledError` in the work until it ends, and wait for that for `GRACE_SECONDS` at most.

        Work that has a function `stop` is given as long to end after the call of it. The caller does not need the
        error, but a program that goes on does: without it, the grade of Pentominoes 6x10 that is canceled after a
        second takes 3.6 further seconds of a processor, because its loops look at no clock.
        """
        if stop is not None:
            stop()
        threading.Thread(target=self._raise_until_end, args=(stop is not None,), daemon=True, name=THREAD).start()
        self.ends_within(GRACE_SECONDS)

    def _raise_until_end(self, stops: bool) -> None:
        if stops:
            self.join(GRACE_SECONDS)
        with dropped_errors(CanceledError, lambda: None):  # which is raised again
            while self.is_alive():
                self._raise_in_work()
                self.join(GRACE_SECONDS / 2)

    def _raise_in_work(self) -> None:
        """Raise `CanceledError` in the work, unless it imports a module: that stays broken if it is left half done."""
        frame = sys._current_frames().get(self.ident or 0)
        while frame is not None:
            if frame.f_code.co_filename.startswith("<frozen importlib"):
                return
            frame = frame.f_back
        if not self.has_ended and self.ident is not None:
            identity, error = ctypes.c_ulong(self.ident), ctypes.py_object(CanceledError)
            ctypes.pythonapi.PyThreadState_SetAsyncExc(identity, error)

    def result(self) -> Result:
        """Return the result of work that has ended, or raise its error."""
        if self._error is not None:
            raise self._error
        return self._results[0]
