"""One process writes a run: a lock beside the file, and a look at the file itself now and then."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from filelock import FileLock, Timeout

from cp_puzzles.errors import MistakeError

LOCK_SECONDS = 0.5
"""How long to wait for a lock: whoever only looks whether it is held holds it for a moment."""


class WriterLock:
    """Keeps a second process from writing the same run; it ends with the process, however that ends."""

    def __init__(self, real: str, path: str) -> None:
        if not os.path.isdir(folder := os.path.dirname(real)):
            raise MistakeError(path, f"the run cannot be written: no such file or folder: {folder}", "make it first")
        self._lock = FileLock(_place(real), timeout=LOCK_SECONDS, thread_local=False)
        try:
            self._lock.acquire()
        except Timeout:
            raise MistakeError(
                path, "another process is writing this run", "wait for it, stop it, or choose another file"
            ) from None
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise MistakeError(path, f"the run cannot be written: {reason}", "choose another place") from None

    def release(self) -> None:
        """Let others write."""
        if sys.platform != "win32":
            # while it is held: whoever opened it before sees that it has gone, and makes a new one
            with suppress(OSError):
                os.unlink(self._lock.lock_file)
        self._lock.release()


def is_being_written(real: str) -> bool:
    """Whether a process is writing the run."""
    if not os.path.exists(_place(real)):
        return False
    try:
        with FileLock(_place(real), timeout=0, thread_local=False):
            return False
    except Timeout:
        return True
    except OSError:
        return False


def _place(real: str) -> str:
    return f"{real}-lock"


class SameFile:
    """Notices that a file which is being written, or its journal, has been taken away, replaced or cut short."""

    def __init__(self, real: str, path: str) -> None:
        self._real, self._path = real, path
        self._known: dict[str, os.stat_result] = {}

    def check(self, *names: str) -> None:
        """Raise `MistakeError` if one of the files, named by what is added to the path, is not the one it was."""
        for name in names:
            before, now = self._known.get(name), _status(self._real + name)
            if now is None:
                raise self._lost("was deleted")
            if before is not None and not os.path.samestat(before, now):
                raise self._lost("was replaced by another one")
            if before is not None and before.st_size > now.st_size:
                raise self._lost("was cut short")
            self._known[name] = now

    def _lost(self, what: str) -> MistakeError:
        remedy = "run the same command with another file; nobody but this program may touch it while it is written"
        return MistakeError(self._path, f"the file of the run {what} while it was written", remedy)


def _status(path: str) -> os.stat_result | None:
    try:
        return os.stat(path)
    except OSError:
        return None
