"""The time of compiling and loading compiled code, for code that must not import a compiler."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from time import monotonic


@dataclass
class CompilationWatch:
    """The seconds that compiling and loading take in a thread; `notify` is called before the first compilation."""

    notify: Callable[[], None]
    compile_seconds: float = 0.0
    load_seconds: float = 0.0
    _depth: int = 0
    _started: float = 0.0

    def begin(self) -> None:
        """Begin a compilation, perhaps within another one."""
        if not self._depth:
            if not self.compile_seconds:
                self.notify()
            self._started = monotonic()
        self._depth += 1

    def end(self) -> None:
        """End a compilation."""
        self._depth -= 1
        if not self._depth:
            self.compile_seconds += monotonic() - self._started

    def statistics(self) -> dict[str, float]:
        """Return the seconds that were measured."""
        statistics = {"compile_seconds": self.compile_seconds, "load_seconds": self.load_seconds}
        return {name: round(seconds, 3) for name, seconds in statistics.items() if seconds}


compilation_watch: ContextVar[CompilationWatch | None] = ContextVar("compilation_watch", default=None)
"""The watch of this thread."""


@contextmanager
def watched(notify: Callable[[], None] | None = None) -> Iterator[CompilationWatch]:
    """Watch compilations, and call `notify` before the first one, by default that of the watch around this one.

    Loading from a cache is no compilation.
    """
    around = compilation_watch.get()
    watch = CompilationWatch(notify or (around.notify if around else lambda: None))
    token = compilation_watch.set(watch)
    try:
        yield watch
    finally:
        compilation_watch.reset(token)
