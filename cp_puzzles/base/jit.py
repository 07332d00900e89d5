"""Compilation by numba: cached on disk where a directory is writable, otherwise in memory.

A short search ends before its functions would be compiled: see `GradualFunction`.

With `NUMBA_DISABLE_JIT=1` nothing is compiled: the same functions run as plain Python, hundreds of times slower.

Numba's own cache, `njit(cache=True)`, is not sufficient: it runs damaged machine code, raises an error for a damaged
index, and misses changes in the files of called functions. Here damaged entries are compiled again, and an unwritable
directory is not an error.

A set of numbers is an array of words of 64 bits; number n is bit n % 64 of word n // 64.

>>> words_for(130)
3
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from contextlib import suppress
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from time import monotonic, thread_time
from types import FunctionType
from typing import Any

import numpy as np
from llvmlite import ir
from numba import config, njit, types
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile
from numba.core.dispatcher import Dispatcher
from numba.core.event import Event, Listener, register
from numba.core.serialize import dumps
from numba.extending import intrinsic

from cp_puzzles.base.compilation import compilation_watch

# numba's `load_overload` first loads everything that compilation needs, which takes longer than most loads; another
# version of numba may not have the private method
_load_overload = getattr(FunctionCache, "_load_overload", FunctionCache.load_overload)


class _CompilationListener(Listener):  # type: ignore[misc]
    """Reports compilations to the watch of the thread."""

    def on_start(self, event: Event) -> None:
        """Report that a compilation begins."""
        if watch := compilation_watch.get():
            watch.begin()

    def on_end(self, event: Event) -> None:
        """Report that a compilation ends."""
        if watch := compilation_watch.get():
            watch.end()


register("numba:compile", _CompilationListener())


class _ChecksummedCode(CompileResultCacheImpl):  # type: ignore[misc]
    """Machine code with its checksum, which numba does not verify."""

    def reduce(self, compiled: Any) -> tuple[bytes, bytes]:
        """Return the machine code with its checksum."""
        code = dumps(super().reduce(compiled))
        return sha256(code).digest(), code

    def rebuild(self, target_context: Any, checksummed: tuple[bytes, bytes]) -> Any:
        """Return the function; raise `ValueError` if the checksum does not match."""
        return super().rebuild(target_context, pickle.loads(verified(checksummed)))


def verified(checksummed: tuple[bytes, bytes]) -> bytes:
    """Return the code; raise `ValueError` if the checksum does not match."""
    digest, code = checksummed
    if sha256(code).digest() != digest:
        raise ValueError("a compiled function in the cache is damaged")
    return code


class ChecksumCache(FunctionCache):  # type: ignore[misc]
    """The cache of one function; on any failure the function is compiled."""

    _impl_class = _ChecksummedCode

    @classmethod
    def of(cls, function: Any) -> ChecksumCache | None:
        """Return the cache, or None if no directory is writable."""
        try:
            return cls(function)
        except (RuntimeError, OSError):
            return None

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        # numba's own stamp covers the function's file only, not the files of the functions it calls
        stamp = _stamp(Path(function.__code__.co_filename).parents[1])
        self._cache_file = IndexDataCacheFile(self.cache_path, self._impl.filename_base, stamp)

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """Load the function; return None if there is none or a damaged one, which is removed."""
        watch, started = compilation_watch.get(), monotonic()
        try:
            return _load_overload(self, signature, target_context)
        except Exception:  # any exception of a damaged pickle
            with suppress(OSError):
                self.flush()
            return None
        finally:
            if watch is not None:
                watch.add("load_seconds", monotonic() - started)

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Save the function unless the disk is full, or numba has not received its machine code.

        An interrupt that arrives while LLVM hands the code to numba ends only this callback, not the compilation.
        """
        with suppress(OSError, RuntimeError):
            super().save_overload(signature, compiled)


@cache
def _stamp(folder: Path) -> tuple[float, int]:
    """Return the time of the last change of a source in a folder or of the compilation, and the length of all."""
    stats = [source.stat() for source in (*folder.rglob("*.py"), Path(__file__))]
    return max(source.st_mtime for source in stats), sum(source.st_size for source in stats)


Function = Callable[..., Any]

_OPTIONS = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True, "_nrt": False}
"""Options that leave out code that no kernel here needs: checks for division by zero, a function for callers in C, and
counts of references to arrays, so that compiled code cannot allocate arrays: the caller hands them in."""


def compiled(function: Function) -> Any:
    """Return a function that Python calls, compiled at its first call or loaded from the cache.

    Numba caches beside the source, or else in the user's cache directory, or in `NUMBA_CACHE_DIR`. If none of them is
    writable, every process compiles.
    """
    if config.DISABLE_JIT:
        return np.errstate(over="ignore")(function)  # compiled words wrap around without a warning
    dispatcher = njit(**_OPTIONS)(function)
    cache = ChecksumCache.of(function)
    if cache is not None:
        dispatcher._cache = cache  # as `njit(cache=True)` does with numba's own cache
    return dispatcher


def callee(function: Function) -> Any:
    """Return a function that only compiled functions call: it is stored in the cache as a part of its callers.

    Python must not call it: numba makes no checks there, and the process would end.
    """
    return function if config.DISABLE_JIT else njit(**_OPTIONS, no_cpython_wrapper=True)(function)


INTERPRETED_SECONDS = 0.5
"""The time for which a function is interpreted before it is compiled, which mostly takes two to five times as long."""

INTERPRETED_STEPS, STEP_SECONDS = 500, 5e-7
"""The largest budget of an interpreted call, and about the time of a unit of work."""


class GradualFunction:
    """A function that Python interprets at first, and that is compiled if it takes longer, or loaded from the cache.

    A compilation takes seconds, and many questions are answered before: the search of the Soma cube has 4,000 nodes,
    which take 0.15 s in plain Python. `budget` is the position of the argument that bounds the steps of a call, and
    `work` returns the units of work of a call, as far as it is known: a call that would take too long is compiled. With
    a `patience` it is interpreted for that multiple of `INTERPRETED_SECONDS`, since its compilation takes longer, too.
    """

    def __init__(
        self, function: Function, budget: int | None, work: Callable[..., float], patience: float = 1.0
    ) -> None:
        self._function, self._budget, self._work, self._patience = function, budget, work, patience
        self._compiled = compiled(function)
        self._seconds = 0.0
        self._is_interpreted: bool | None = None if isinstance(self._compiled, Dispatcher) else False

    @cached_property
    def _plain(self) -> Function:
        return np.errstate(over="ignore")(_plain_of(self._function))

    def __call__(self, *arguments: Any) -> Any:
        """Call the function; an interpreted call takes fewer steps than its budget allows."""
        if self._is_interpreted is None:
            self._is_interpreted = not _is_cached(self._compiled)
        if self._is_interpreted:
            seconds = self._seconds + STEP_SECONDS * self._work(*arguments)
            self._is_interpreted = seconds <= self._patience * INTERPRETED_SECONDS
        if not self._is_interpreted:
            return self._compiled(*arguments)
        if self._budget is not None:
            few = min(arguments[self._budget], INTERPRETED_STEPS)
            arguments = (*arguments[: self._budget], few, *arguments[self._budget + 1 :])
        started = thread_time()
        result = self._plain(*arguments)
        self._seconds += thread_time() - started
        return result


def gradual(
    *, budget: int | None = None, work: Callable[..., float] = lambda *arguments: 0.0, patience: float = 1.0
) -> Callable[[Function], GradualFunction]:
    """Return a decorator: the function is a `GradualFunction`."""
    return lambda function: GradualFunction(function, budget, work, patience)


def _is_cached(dispatcher: Any) -> bool:
    """Return True if the cache has code of a function."""
    try:
        return bool(dispatcher._cache._cache_file._load_index())
    except Exception:  # any exception of a damaged pickle; without a cache there is no such attribute
        return False


@cache
def _plain_of(function: Function) -> Function:
    """Return a function that calls the plain Python functions behind compiled ones."""
    plain = {"popcount": _plain_popcount, "lowest_bit": _plain_lowest_bit}
    names = {name: function.__globals__[name] for name in function.__code__.co_names if name in function.__globals__}
    called = {
        name: _plain_of(value.py_func) if isinstance(value, Dispatcher) else plain.get(name, value)
        for name, value in names.items()
    }
    return FunctionType(function.__code__, {**function.__globals__, **called}, function.__name__, function.__defaults__)


def _instruction(plain: Function, build: Function) -> Any:
    """Return a function of a uint64 that is one instruction of the processor; `plain` does the same in Python."""

    def typed(typing_context, word):  # type: ignore[no-untyped-def]
        return types.uint64(types.uint64), lambda context, builder, signature, values: build(builder, *values)

    return plain if config.DISABLE_JIT else intrinsic(typed)


def _plain_popcount(word: np.uint64) -> np.uint64:
    return np.uint64(int(word).bit_count())


def _plain_lowest_bit(word: np.uint64) -> np.uint64:
    return np.uint64((int(word) & -int(word)).bit_length() - 1)


popcount = _instruction(_plain_popcount, lambda builder, word: builder.ctpop(word))
"""Return the number of ones of a uint64."""

lowest_bit = _instruction(_plain_lowest_bit, lambda builder, word: builder.cttz(word, ir.Constant(ir.IntType(1), 1)))
"""Return the index of the lowest one of a uint64 that is not zero."""

WORD = 64
"""The bits of a word."""

ZERO, ONE, ALL = np.uint64(0), np.uint64(1), ~np.uint64(0)

SHIFT, MASK = 6, WORD - 1
"""The word of a number, and its bit there, if the number is an int64."""

_SHIFT, _MASK = np.uint64(SHIFT), np.uint64(MASK)


@callee
def word_of(number):  # type: ignore[no-untyped-def]
    """Return the word of a number (uint64)."""
    return number >> _SHIFT


@callee
def bit_of(number):  # type: ignore[no-untyped-def]
    """Return the bit of a number (uint64) in its word, as a word."""
    return ONE << (number & _MASK)


@callee
def first_of(word):  # type: ignore[no-untyped-def]
    """Return the number of a word's lowest bit."""
    return word << _SHIFT


def words_for(count: Any) -> Any:
    """Return the number of words for a set of `count` numbers."""
    return (count + WORD - 1) // WORD
