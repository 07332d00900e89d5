"""Interrupts that wait for a moment in which nothing is half done."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Protocol, TypeVar


class Ended(Protocol):
    """What tells how it ended, such as the result of a search."""

    @property
    def status(self) -> str:
        """The word `interrupted`, or another one."""
        ...


Taken = TypeVar("Taken")
Result = TypeVar("Result", bound=Ended)


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


@contextmanager
def interrupts_noticed() -> Iterator[list[int]]:
    """Keeps the numbers of interrupts that come in here, and lets them do what they do.

    A search that is interrupted when it is all but done tells that it is done; whoever goes on after it has to know.
    """
    came: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield came
        return
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    before = {number: handler for number, handler in handlers.items() if callable(handler)}

    def notice(number: int, frame: FrameType | None) -> None:
        came.append(number)
        before[signal.Signals(number)](number, frame)

    for number in before:
        signal.signal(number, notice)
    try:
        yield came
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def unless_interrupted(search: Callable[[], Result]) -> Result:
    """What a search gives; raises `KeyboardInterrupt` if one came in it, were it when the search was all but done.

    For those who ask one search after the other: an interrupt ends them all.
    """
    with interrupts_noticed() as came:
        result = search()
    if came or result.status == "interrupted":
        raise KeyboardInterrupt
    return result


class Handover:
    """Lets no interrupt come into a call while what it was called with is taken; cheap enough for each solution.

    `count` is how many were taken. Elsewhere in the `with` block an interrupt is what it was before.
    """

    def __init__(self, then: Callable[[], None]) -> None:
        self._then = then
        self._is_taking = self._came = False
        self._before: dict[int, Callable[[int, FrameType | None], object]] = {}
        self.count = 0

    def __enter__(self) -> Handover:
        if threading.current_thread() is threading.main_thread():
            handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
            self._before = {number: handler for number, handler in handlers.items() if callable(handler)}
            for number in self._before:
                signal.signal(number, self._handle)
        return self

    def __exit__(self, *error: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def __call__(self, take: Callable[[Taken], None], taken: Taken) -> None:
        """Take something, all of it."""
        self._is_taking = True
        try:
            take(taken)
            self.count += 1
        finally:
            self._is_taking = False
        if self._came:
            self._came = False
            self._then()

    def _handle(self, number: int, frame: FrameType | None) -> None:
        if self._is_taking:
            self._came = True
        else:
            self._before[number](number, frame)
