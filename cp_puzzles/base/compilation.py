"""The time of compiling and loading compiled code, for code that must not import a compiler."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from time import monotonic


@dataclass
class CompilationWatch:
    """The time of compilations in a thread; `notify` is called before the first one.

    `seconds` has the sums of `compile_seconds` and `load_seconds`, if there are any.
    """

    notify: Callable[[], None] = lambda: None
    seconds: dict[str, float] = field(default_factory=dict)
    _depth: int = 0
    _started: float = 0.0

    def begin(self) -> None:
        """Begin a compilation, perhaps within another one."""
        if not self._depth:
            if "compile_seconds" not in self.seconds:
                self.notify()
            self._started = monotonic()
        self._depth += 1

    def end(self) -> None:
        """End a compilation."""
        self._depth -= 1
        if not self._depth:
            self.add("compile_seconds", monotonic() - self._started)

    def add(self, name: str, seconds: float) -> None:
        """Add the time of compiling, or of loading."""
        self.seconds[name] = round(self.seconds.get(name, 0.0) + seconds, 6)


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
