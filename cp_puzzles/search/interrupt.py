"""Interrupts that wait for a moment in which nothing is half done."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def interrupts_deferred() -> Iterator[None]:
    """A Ctrl-C or a SIGTERM that comes in here takes effect at the end."""
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
                handler(signum, frame)
            elif handler == signal.SIG_DFL:
                os.kill(os.getpid(), signum)
