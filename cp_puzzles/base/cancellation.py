"""Cancellation of work by a deadline, an interrupt (Ctrl-C, SIGTERM), a limit or a stop request.

- Long work runs in a thread of its own (`within`), while the caller waits for its end, the deadline or an interrupt. So
  neither a call that blocks signals nor a destructor that drops exceptions delays a cancellation.
- Canceled work ends with `CanceledError`, which is raised again if a destructor dropped it. Loops that can end early by
  themselves raise and catch the same error.
- An `InterruptGuard` defers interrupts during steps that must not be left half done, and records them.
"""

from __future__ import annotations

import _thread
import ctypes
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from time import monotonic
from types import FrameType
from typing import ClassVar, Generic, Literal, Protocol, TypeVar

TICK_SECONDS = 0.1
"""Time between two checks of the deadline in a wait: a fifth of the half second in which cancellation takes effect."""

MIN_SECONDS = 0.01
"""The shortest time limit that is passed on when a deadline has nearly come."""

GRACE_SECONDS = 0.5
"""Maximum time that canceled work has to end before it is abandoned."""

THREAD = "cp-puzzles worker"
"""The name of threads that work. An abandoned one may still be inside compiled code."""

Result = TypeVar("Result")


class CanceledError(BaseException):
    """Work was canceled; `phase` names the work.

    Not an `Exception`, so that no general handler inside the work catches it.
    """

    def __init__(self, phase: str = "") -> None:
        super().__init__(phase)
        self.phase = phase


def deadline_after(time_limit: float | None) -> float | None:
    """Return the time, on the clock `monotonic`, when a time limit that starts now ends."""
    return None if time_limit is None else monotonic() + time_limit


def seconds_until(deadline: float | None) -> float | None:
    """Return the remaining time before a deadline, at least `MIN_SECONDS`."""
    return None if deadline is None else max(deadline - monotonic(), MIN_SECONDS)


def seconds_before(deadline: float | None, limit: float) -> float:
    """Return the shorter of a time limit and the remaining time; raise `CanceledError` after the deadline.

    >>> seconds_before(None, 10.0)
    10.0
    """
    if deadline is not None and monotonic() >= deadline:
        raise CanceledError("searching")
    return limit if deadline is None else min(limit, max(deadline - monotonic(), MIN_SECONDS))


def within(
    deadline: float | None,
    phase: str,
    work: Callable[[], Result],
    tick: Callable[[], None] = lambda: None,
) -> Result:
    """Return the result of `work()`, which runs in another thread until the deadline or an interrupt.

    Raises `CanceledError` after the deadline, and `KeyboardInterrupt` immediately after an interrupt, both with the
    phase. In both cases `CanceledError` is also raised in the work, at any point of it, so it must be work that can be
    left half done.
    `tick()` is called every `TICK_SECONDS` in the thread of the caller.

    >>> within(None, "adding", lambda: 1 + 1)
    2
    """
    thread = _WorkThread(work)
    try:
        thread.start()
        while not thread.ends_within(min(TICK_SECONDS, (inf if deadline is None else deadline) - monotonic())):
            tick()
            if deadline is not None and monotonic() > deadline:
                raise CanceledError(phase)
    except BaseException as error:
        thread.cancel()
        if isinstance(error, KeyboardInterrupt):
            error.args = (phase,)
        raise
    return thread.result()


def until_stopped(
    deadline: float | None, work: Callable[[Callable[[], bool]], Result], tick: Callable[[], bool]
) -> tuple[Result | None, Literal["limit", "time-limit", "interrupted"] | None]:
    """Return the result of `work(stop)`, which runs in another thread, and what ended it early.

    `stop()` returns True after the deadline, after an interrupt, or after `tick()` has returned True (`limit`). Then
    the work has `GRACE_SECONDS` to end; if it takes longer, it is abandoned and the result is None. `tick()` is called
    every `TICK_SECONDS` and after the work, in the thread of the caller.

    >>> until_stopped(None, lambda stop: 1 + 1, lambda: False)
    (2, None)
    """
    stopped, last = threading.Event(), inf
    ended: Literal["limit", "time-limit", "interrupted"] | None = None
    thread = _WorkThread(lambda: work(stopped.is_set))
    thread.start()
    try:
        while monotonic() < last:
            try:
                has_ended = thread.ends_within(TICK_SECONDS)
                if tick():
                    ended = ended or "limit"
                if has_ended:
                    return thread.result(), ended
                if deadline is not None and monotonic() > deadline:
                    ended = ended or "time-limit"
            except KeyboardInterrupt:
                ended = "interrupted"
            if ended is not None:
                stopped.set()
                last = min(last, monotonic() + GRACE_SECONDS)
        return None, ended
    finally:
        stopped.set()


def has_abandoned_work() -> bool:
    """Return whether canceled work still runs; the process must then exit without waiting for it."""
    return any(thread.name == THREAD for thread in threading.enumerate())


def in_time(time_limit: float | None, phase: str, work: Callable[[], Result]) -> Result:
    """Return the result of `work()`; raise `TimeoutError` if it takes longer than `time_limit` seconds."""
    try:
        return within(deadline_after(time_limit), phase, work)
    except CanceledError:
        raise TimeoutError(f"{phase} takes longer than time_limit={time_limit}") from None


class _UnraisableHook:
    """Hook that does not print a `CanceledError` dropped by a destructor or a callback; installed while threads work.

    `_WorkThread.cancel` raises that error again.
    """

    _working: ClassVar[set[object]] = set()
    _lock = threading.Lock()

    def __init__(self) -> None:
        self._before = sys.unraisablehook

    def __call__(self, unraisable: sys.UnraisableHookArgs) -> None:
        if not issubclass(unraisable.exc_type, CanceledError):
            self._before(unraisable)

    @classmethod
    def enter(cls, work: object) -> None:
        with cls._lock:
            cls._working.add(work)
            if not isinstance(sys.unraisablehook, cls):
                sys.unraisablehook = cls()

    @classmethod
    def leave(cls, work: object) -> None:
        with cls._lock:
            cls._working.discard(work)
            hook = sys.unraisablehook
            if not cls._working and isinstance(hook, cls):
                sys.unraisablehook = hook._before


class _WorkThread(Generic[Result]):
    """Work in a thread of its own, with its result or its error."""

    def __init__(self, work: Callable[[], Result]) -> None:
        self._work = work
        # a lock and not an event: an event consists of several locks, and an interrupt can leave it inconsistent
        self._is_working = threading.Lock()
        self._has_ended = False
        self._results: list[Result] = []
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, daemon=True, name=THREAD)

    def start(self) -> None:
        self._is_working.acquire()
        _UnraisableHook.enter(self)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._results.append(self._work())
        except BaseException as error:
            self._error = error
        finally:
            self._has_ended = True
            self._is_working.release()
            _UnraisableHook.leave(self)

    def ends_within(self, seconds: float) -> bool:
        return self._has_ended or self._is_working.acquire(timeout=max(seconds, 0.0))

    def cancel(self) -> None:
        """Raise `CanceledError` in the work until it ends, and wait for that for `GRACE_SECONDS` at most."""
        threading.Thread(target=self._raise_until_end, daemon=True).start()
        self.ends_within(GRACE_SECONDS)

    def _raise_until_end(self) -> None:
        while self._thread.is_alive():
            self._raise_in_work()
            self._thread.join(GRACE_SECONDS / 2)

    def _raise_in_work(self) -> None:
        if not self._has_ended and self._thread.ident is not None:
            identity, error = ctypes.c_ulong(self._thread.ident), ctypes.py_object(CanceledError)
            ctypes.pythonapi.PyThreadState_SetAsyncExc(identity, error)

    def result(self) -> Result:
        if self._error is not None:
            raise self._error
        return self._results[0]


class InterruptGuard:
    """Handlers of SIGINT and SIGTERM during a `with` block; without effect outside the main thread.

    `signals` lists the signals received. Outside a `deferred` block a signal has the same effect as before. Inside such
    a block it waits until the block ends. Then the earlier handler is called for the first signal; if this handler
    raises `KeyboardInterrupt`, `on_interrupt` is called instead.
    """

    def __init__(self, on_interrupt: Callable[[], None]) -> None:
        self._on_interrupt = on_interrupt
        self._is_deferring = False
        self._pending: list[tuple[int, FrameType | None]] = []
        self._handlers: dict[int, Callable[[int, FrameType | None], object] | int] = {}
        self.signals: list[int] = []

    def __enter__(self) -> InterruptGuard:
        if threading.current_thread() is threading.main_thread():
            handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
            # None stands for a handler that Python did not install and cannot restore
            self._handlers = {number: handler for number, handler in handlers.items() if handler is not None}
            for number in self._handlers:
                signal.signal(number, self._handle)
        return self

    def __exit__(self, *error: object) -> None:
        for number, handler in self._handlers.items():
            signal.signal(number, handler)

    @contextmanager
    def deferred(self) -> Iterator[None]:
        """Defer interrupts to the end of the block."""
        self._is_deferring = True
        try:
            yield
        finally:
            self._is_deferring = False
            if self._pending:
                try:
                    self._deliver()
                except KeyboardInterrupt:
                    self._on_interrupt()

    def _handle(self, number: int, frame: FrameType | None) -> None:
        self.signals.append(number)
        self._pending.append((number, frame))
        if not self._is_deferring:
            self._deliver()

    def _deliver(self) -> None:
        (number, frame), self._pending = self._pending[0], []
        handler = self._handlers[number]
        if callable(handler):
            handler(number, frame)
        elif handler == signal.SIG_DFL:
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)


@contextmanager
def defer_interrupts(on_interrupt: Callable[[], None]) -> Iterator[None]:
    """Defer interrupts to the end of the block, where `on_interrupt` is called instead of a `KeyboardInterrupt`."""
    with InterruptGuard(on_interrupt) as guard, guard.deferred():
        yield


class HasStatus(Protocol):
    """A result with the status in which the work ended."""

    @property
    def status(self) -> str:
        """Return `interrupted`, or another word."""
        ...


Ended = TypeVar("Ended", bound=HasStatus)


def propagate_interrupt(search: Callable[[], Ended]) -> Ended:
    """Return the result of a search; raises `KeyboardInterrupt` if an interrupt came, even at the end of the search.

    Commands that run several searches use it: an interrupt ends all of them.
    """
    with InterruptGuard(lambda: None) as guard:
        result = search()
    if guard.signals or result.status == "interrupted":
        raise KeyboardInterrupt
    return result


@contextmanager
def reraise_interrupts() -> Iterator[None]:
    """Repeat an interrupt that came in a destructor or a callback, where Python only prints it."""
    hook_before = sys.unraisablehook

    def hook(unraisable: sys.UnraisableHookArgs) -> None:
        if issubclass(unraisable.exc_type, KeyboardInterrupt):
            timer = threading.Timer(TICK_SECONDS, _thread.interrupt_main)
            timer.daemon = True
            timer.start()
        else:
            hook_before(unraisable)

    sys.unraisablehook = hook
    try:
        yield
    finally:
        sys.unraisablehook = hook_before
