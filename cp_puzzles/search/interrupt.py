"""Interrupts that wait for a moment in which nothing is half done."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def interrupts_deferred(then: Callable[[], None]) -> Iterator[None]:
    """A Ctrl-C or SIGTERM that comes in here waits for the end; in place of a KeyboardInterrupt `then` is called.

    So nothing in here is cut off, and what it was about to hand over is not lost.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[tuple[int, FrameType | None]] = []
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    before = {number: handler for number, handler in before.items() if handler is not None}
    for number in before:
        signal.signal(number, lambda *signalled: came.append(signalled))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for signum, frame in came[:1]:
            handler = before[signal.Signals(signum)]
            if callable(handler):
                try:
                    handler(signum, frame)
                except KeyboardInterrupt:
                    then()
            elif handler == signal.SIG_DFL:
                os.kill(os.getpid(), signum)
