"""Numba's cache, with checksums: what is damaged in it is compiled anew, and what cannot be written is done without."""

from __future__ import annotations

import pickle
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile
from numba.core.serialize import dumps


class _SealedCode(CompileResultCacheImpl):  # type: ignore[misc]
    """Machine code with its checksum: numba would run it whatever became of it."""

    def reduce(self, compiled: Any) -> tuple[bytes, bytes]:
        """Seal."""
        code = dumps(super().reduce(compiled))
        return sha256(code).digest(), code

    def rebuild(self, target_context: Any, sealed: tuple[bytes, bytes]) -> Any:
        """Raises `ValueError` if the code is not what was sealed."""
        return super().rebuild(target_context, pickle.loads(opened(sealed)))


def opened(sealed: tuple[bytes, bytes]) -> bytes:
    """The code, if it is what was sealed."""
    digest, code = sealed
    if sha256(code).digest() != digest:
        raise ValueError("a compiled function in the cache is damaged")
    return code


class SealedCache(FunctionCache):  # type: ignore[misc]
    """The cache of one function; it fails in no way but that the function is compiled."""

    _impl_class = _SealedCode

    @classmethod
    def of(cls, function: Any) -> SealedCache | None:
        """None where no directory can be written."""
        try:
            return cls(function)
        except (RuntimeError, OSError):
            return None

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        # numba's own stamp is of the function's file only, not of those of the functions it calls
        self._cache_file = IndexDataCacheFile(self.cache_path, self._impl.filename_base, _stamp())

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """None if it has none, or a damaged one, which is forgotten."""
        try:
            return super().load_overload(signature, target_context)
        except Exception:  # what a damaged pickle raises
            with suppress(OSError):
                self.flush()
            return None

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Keep it if there is room."""
        with suppress(OSError):
            super().save_overload(signature, compiled)

    @property
    def is_whole(self) -> bool:
        """Whether it holds a version of the function, undamaged."""
        try:
            names = self._cache_file._load_index().values()
            return any(opened(self._cache_file._load_data(name)) for name in names)
        except Exception:
            return False


@cache
def _stamp() -> tuple[float, int]:
    """When some source of compiled functions was changed last, and how long they all are."""
    found = [source.stat() for source in Path(__file__).parents[1].rglob("*.py")]
    return max(source.st_mtime for source in found), sum(source.st_size for source in found)
