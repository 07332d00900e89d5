"""Compilation by numba: cached on disk where a directory can be written, in memory where none can.

With `NUMBA_DISABLE_JIT=1` nothing is compiled: the same functions run as plain Python, hundreds of times slower.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import config, njit, types
from numba.extending import intrinsic

from cp_puzzles.engines.exact_cover.common.jit_cache import SealedCache

Function = Callable[..., Any]


def compiled(function: Function) -> Any:
    """The function, to be compiled when it is first called; from the cache if it was compiled before.

    Numba caches beside the source, or else in the user's cache directory, or in `NUMBA_CACHE_DIR`. If none of them can
    be written every process compiles anew.
    """
    if config.DISABLE_JIT:
        return np.errstate(over="ignore")(function)  # compiled words wrap round without a warning
    dispatcher = njit(nogil=True)(function)
    cache = SealedCache.of(function)
    if cache is not None:
        dispatcher._cache = cache  # what `njit(cache=True)` does, with numba's own
    return dispatcher


def inlined(function: Function) -> Any:
    """A small function, compiled into each that calls it."""
    return function if config.DISABLE_JIT else njit(inline="always", nogil=True)(function)


def is_compiled(function: Any) -> bool:
    """Whether a compiled version of the function lies in the cache or in memory, or none is needed."""
    if config.DISABLE_JIT or function.signatures:
        return True
    return isinstance(function._cache, SealedCache) and function._cache.is_whole


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


def _plain_popcount(word: np.uint64) -> np.uint64:
    return np.uint64(int(word).bit_count())


def _plain_lowest_bit(word: np.uint64) -> np.uint64:
    return np.uint64((int(word) & -int(word)).bit_length() - 1)


popcount: Any = _plain_popcount if config.DISABLE_JIT else intrinsic(_popcount)
lowest_bit: Any = _plain_lowest_bit if config.DISABLE_JIT else intrinsic(_lowest_bit)
