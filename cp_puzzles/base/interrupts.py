"""Interrupts (Ctrl-C, SIGTERM): a call instead of an error where nothing may be left half done."""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # `signal` converts all values to enumerations, which takes long
import _thread
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Protocol, TypeVar

from cp_puzzles.base.deadline import TICK_SECONDS

SIGNALS = int(signal.SIGINT), int(signal.SIGTERM)


class Interrupts:
    """Handlers of SIGINT and SIGTERM during a `with` block; without effect outside the main thread.

    An earlier handler is called as before; if it raises `KeyboardInterrupt`, `on_interrupt` is called instead, and the
    block goes on. So nothing in the block is left half done. If it is None, the error is raised. `signals` lists the
    signals received.
    """

    def __init__(self, on_interrupt: Callable[[], None] | None) -> None:
        self._on_interrupt = on_interrupt
        self._handlers: dict[int, Callable[[int, FrameType | None], object] | int] = {}
        self.signals: list[int] = []

    def __enter__(self) -> Interrupts:
        if threading.current_thread() is threading.main_thread():
            handlers = {number: _signal.getsignal(number) for number in SIGNALS}
            # None stands for a handler that Python did not install and cannot restore
            self._handlers = {number: handler for number, handler in handlers.items() if handler is not None}
            for number in self._handlers:
                _signal.signal(number, self._handle)
        return self

    def __exit__(self, *error: object) -> None:
        for number, handler in self._handlers.items():
            _signal.signal(number, handler)

    def _handle(self, number: int, frame: FrameType | None) -> None:
        self.signals.append(number)
        handler = self._handlers[number]
        if callable(handler):
            try:
                handler(number, frame)
            except KeyboardInterrupt:
                if self._on_interrupt is None:
                    raise
                self._on_interrupt()
        elif handler == signal.SIG_DFL:
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)


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
    with Interrupts(None) as guard:
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
