"""Compilation by numba: cached on disk where a directory can be written, in memory where none can."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

Function = Callable[..., Any]


def compiled(function: Function) -> Any:
    """The function, to be compiled when it is first called; from the cache if it was compiled before.

    Numba caches beside the source, or else in the user's cache directory, or in `NUMBA_CACHE_DIR`. If none of them can
    be written it refuses to cache, and every process compiles anew.
    """
    try:
        dispatcher = njit(cache=True, nogil=True)(function)
        for index in _indices(dispatcher):
            if index.stat().st_mtime < _newest():
                index.unlink()  # numba looks at the function's own file only, not at those of the functions it calls
        return dispatcher
    except (RuntimeError, OSError):
        return njit(nogil=True)(function)


def inlined(function: Function) -> Any:
    """A small function, compiled into each that calls it."""
    return njit(inline="always", nogil=True)(function)


def is_cached(function: Any) -> bool:
    """Whether a compiled version of the function lies in the cache or in memory."""
    return bool(function.signatures or _indices(function))


@cache
def _newest() -> float:
    """When the source of some compiled function was changed last."""
    return max(source.stat().st_mtime for source in Path(__file__).parents[1].rglob("*.py"))


def _indices(function: Any) -> list[Path]:
    """The files that tell numba what versions of a function are cached."""
    if function.stats.cache_path is None:
        return []
    stem = f"{Path(function.py_func.__code__.co_filename).stem}.{function.py_func.__qualname__}-"
    return [path for path in Path(function.stats.cache_path).glob("*.nbi") if path.name.startswith(stem)]


def _popcount(typing_context, word):  # type: ignore[no-untyped-def]
    """The number of ones of a uint64."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generate


def _lowest_bit(typing_context, word):  # type: ignore[no-untyped-def]
    """The index of the lowest one of a uint64 that is not zero."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), generate


popcount: Any = intrinsic(_popcount)
lowest_bit: Any = intrinsic(_lowest_bit)
