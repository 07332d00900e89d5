"""Ways to the database of a run file: its path, the lock of its writer, connections that trust nothing in it."""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from stat import S_ISREG
from tempfile import TemporaryDirectory
from urllib.parse import quote

from filelock import FileLock, Timeout

from cp_puzzles.base.file_access import reason_of
from cp_puzzles.errors import MistakeError, Parameter

LOCK_SECONDS = 0.5
"""Maximum wait for the lock file: a process that only tests it holds it for milliseconds."""

BUSY_SECONDS = 5.0
"""Maximum wait of SQLite for a lock that a reader or a checkpoint holds."""

NO_RUN = "this is not a stored run"
CHOOSE = ("give the path of a file that ", Parameter("store"), " wrote, or of a new one")
BUSY = "another process is writing this run", "wait for it, stop it, or choose another file"


class Connection(sqlite3.Connection):
    """A connection to a run file; a class of its own, so that tests can make it fail."""


def is_store(path: str | os.PathLike[str]) -> bool:
    """Return whether a file is an SQLite database, and so a stored run rather than a puzzle."""
    with suppress(OSError, ValueError):
        if Path(path).is_file():
            with open(path, "rb") as file:
                return file.read(16) == b"SQLite format 3\0"
    return False


def is_being_written(real: str) -> bool:
    """Return whether a process is writing the run."""
    if not os.path.exists(_lock_path(real)):
        return False
    try:
        with FileLock(_lock_path(real), timeout=0, thread_local=False):
            return False
    except Timeout:
        return True
    except OSError:
        return False


@contextmanager
def writer_lock(real: str, path: str) -> Iterator[None]:
    """Hold the lock of a run file, which the end of the process releases in any way."""
    if not os.path.isdir(folder := os.path.dirname(real)):
        raise MistakeError(path, f"the run cannot be written: no such file or folder: {folder}", "create it first")
    lock = FileLock(_lock_path(real), timeout=LOCK_SECONDS, thread_local=False)
    try:
        lock.acquire()
    except Timeout:
        raise MistakeError(path, *BUSY) from None
    except OSError as error:
        raise MistakeError(path, f"the run cannot be written: {reason_of(error)}", "choose another place") from None
    try:
        yield
    finally:
        if sys.platform != "win32":
            # deleted while the lock is held: a process that waits for this file notices that and creates a new one
            with suppress(OSError):
                os.unlink(lock.lock_file)
        lock.release()


def _lock_path(real: str) -> str:
    """Return the path of the lock file of a run file."""
    return f"{real}-lock"


def real_path(path: str) -> str:
    """Return the path of a run file with links resolved; raise `MistakeError` if it cannot be one."""
    if path.strip() in ("", ":memory:"):
        raise MistakeError(repr(path), "this is not the name of a file", "give the path of a file")
    try:
        real = os.path.realpath(path)
        status = os.stat(real)
    except FileNotFoundError:
        return real
    except (OSError, ValueError) as error:
        raise MistakeError(path, f"the file cannot be opened: {reason_of(error)}", CHOOSE) from None
    if not S_ISREG(status.st_mode):
        raise MistakeError(path, "the file cannot be opened: it is not a regular file", CHOOSE)
    if status.st_nlink > 1:
        # the name of the journal comes from one link: commits in it are lost if the file is opened by another link
        raise MistakeError(path, "the file has several names (hard links)", "copy it, and use the copy")
    return real


def connect(name: str, stack: ExitStack, *, uri: bool = False) -> sqlite3.Connection:
    """Return a connection to a database that may come from an untrusted source."""
    connection = sqlite3.connect(
        name, uri=uri, isolation_level=None, check_same_thread=False, timeout=BUSY_SECONDS, factory=Connection
    )
    stack.callback(connection.close)
    # run no code of the file
    connection.execute("PRAGMA trusted_schema=OFF")
    connection.execute("PRAGMA cell_size_check=ON")
    return connection


def connect_to_read(real: str, stack: ExitStack) -> sqlite3.Connection:
    """Return a connection for reading, even if SQLite cannot write its files beside the run file.

    `stack` removes a temporary copy of the file at its end.
    """
    uri = f"file:{quote(os.path.abspath(real))}?mode=ro"
    connection = connect(uri, stack, uri=True)
    try:
        connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchall()
        return connection
    except sqlite3.Error as error:
        if (error.sqlite_errorcode & 0xFF) not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
            raise
    journal = f"{real}-wal"
    if not os.path.exists(journal) or not os.path.getsize(journal):
        return connect(f"{uri}&immutable=1", stack, uri=True)
    # the folder is read-only and the last commits are still in the journal: read copies of both files
    copy = os.path.join(stack.enter_context(TemporaryDirectory()), "run")
    shutil.copyfile(real, copy)
    shutil.copyfile(journal, f"{copy}-wal")
    return connect(copy, stack)
