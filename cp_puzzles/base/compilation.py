"""Notice of compilation, for code that must not import a compiler."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar

on_compilation: ContextVar[Callable[[], None] | None] = ContextVar("on_compilation", default=None)
"""The function that is called before each compilation, in the thread that compiles; loading from a cache is none."""
