"""Compilation by numba: cached on disk where a directory can be written, in memory where none can."""

from __future__ import annotations

from collections.abc import Callable
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
        return njit(cache=True, nogil=True)(function)
    except RuntimeError:
        return njit(nogil=True)(function)


def is_cached(function: Any) -> bool:
    """Whether a compiled version of the function, newer than its source, lies in the cache or in memory."""
    if function.signatures:
        return True
    directory = function.stats.cache_path
    if directory is None:
        return False
    source = Path(function.py_func.__code__.co_filename)
    stem = f"{source.stem}.{function.py_func.__qualname__}-"
    return any(
        index.name.startswith(stem) and index.stat().st_mtime >= source.stat().st_mtime
        for index in Path(directory).glob("*.nbi")
    )


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
