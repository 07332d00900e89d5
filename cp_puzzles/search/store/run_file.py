"""The file of a run: an SQLite database with one writer, which holds a lock, and any number of readers.

Three guards find what SQLite does not report, as tests show:

- The lock file: a second writer would wait for the lock of SQLite, get it between two transactions of the first, and so
  end the first.
- The number of names of the file: SQLite names the journal after one of them, and its commits are lost by another.
- The comparison of the schema: a trigger may delete rows of a run, and reading a view may never end.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from stat import S_ISREG
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote

from filelock import FileLock, Timeout

from cp_puzzles.base.file_access import reason_of
from cp_puzzles.errors import MistakeError, Parameter, Text
from cp_puzzles.search.store.run_tables import (
    APPLICATION_ID,
    FORMAT,
    DamageError,
    has_run_tables,
)

LOCK_SECONDS = 0.5
"""Maximum wait for a lock: a process that only tests it holds it for milliseconds."""


NO_RUN = "this is not a stored run"
CHOOSE = ("give the path of a file that ", Parameter("store"), " wrote, or of a new one")

OTHER_FAMILY = "the file is about another family", "name another file"

BUSY_SECONDS = 5.0
"""Maximum wait of SQLite for a lock that a reader or a checkpoint holds."""

_REPAIR = "committed solutions are kept: repair the disk and run the same command again"
_BUSY = "another process is writing this run", "wait for it, stop it, or choose another file"

_PROBLEMS: dict[int, tuple[str, Text]] = {
    sqlite3.SQLITE_FULL: ("the disk is full", _REPAIR),
    sqlite3.SQLITE_IOERR: ("the disk reports an error", _REPAIR),
    sqlite3.SQLITE_READONLY: ("the file cannot be written", _REPAIR),
    sqlite3.SQLITE_PERM: ("the file cannot be opened", _REPAIR),
    sqlite3.SQLITE_CANTOPEN: ("the file cannot be opened", CHOOSE),
    sqlite3.SQLITE_NOTADB: (NO_RUN, CHOOSE),
    sqlite3.SQLITE_BUSY: _BUSY,
    sqlite3.SQLITE_LOCKED: _BUSY,
}
"""The problem and the remedy of each error of SQLite; any other one means that the file is damaged."""


class WriterLock:
    """A lock on a run file, released when the process ends in any way."""

    def __init__(self, real: str, path: str) -> None:
        if not os.path.isdir(folder := os.path.dirname(real)):
            raise MistakeError(path, f"the run cannot be written: no such file or folder: {folder}", "create it first")
        self._lock = FileLock(_lock_path(real), timeout=LOCK_SECONDS, thread_local=False)
        try:
            self._lock.acquire()
        except Timeout:
            raise MistakeError(path, *_BUSY) from None
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise MistakeError(path, f"the run cannot be written: {reason}", "choose another place") from None

    def release(self) -> None:
        """Release the lock."""
        if sys.platform != "win32":
            # deleted while the lock is held: a process that waits for this file notices that and creates a new one
            with suppress(OSError):
                os.unlink(self._lock.lock_file)
        self._lock.release()


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


def _lock_path(real: str) -> str:
    """Return the path of the lock file of a run file."""
    return f"{real}-lock"


class ReplacedFileGuard:
    """Notices that a run file or its journal was deleted, replaced or truncated during a run."""

    def __init__(self, real: str, path: str) -> None:
        self._real, self._path = real, path
        self._status_before: dict[str, os.stat_result] = {}

    def check(self, *names: str) -> None:
        """Raise `MistakeError` if a file was deleted, replaced or truncated since the last check.

        `names` are the suffixes of the files: "" for the run file, "-wal" for its journal.
        """
        for name in names:
            before, now = self._status_before.get(name), _status(self._real + name)
            if now is None:
                raise self._error("was deleted")
            if before is not None and not os.path.samestat(before, now):
                raise self._error("was replaced by another file")
            if before is not None and before.st_size > now.st_size:
                raise self._error("was cut short")
            self._status_before[name] = now

    def _error(self, event: str) -> MistakeError:
        remedy = "run the same command with another file; no other program may change it during the run"
        return MistakeError(self._path, f"the file of the run {event} while it was written", remedy)


def _status(path: str) -> os.stat_result | None:
    try:
        return os.stat(path)
    except OSError:
        return None


class Connection(sqlite3.Connection):
    """A connection to a run file; a class of its own, so that tests can make it fail."""


@contextmanager
def file_mistakes(path: str) -> Iterator[None]:
    """Turn errors of the file inside the block into a `MistakeError`."""
    try:
        yield
    except DamageError as error:
        raise damaged(path, str(error)) from None
    except (sqlite3.Error, UnicodeDecodeError) as error:
        problem = _PROBLEMS.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)
        raise (MistakeError(path, *problem) if problem else damaged(path, str(error))) from None


def damaged(path: str, problem: str) -> MistakeError:
    """Return the error of a damaged file."""
    # text from such a file can have any length and any characters
    shown = "".join(letter if letter.isprintable() else "?" for letter in problem[:120])
    return MistakeError(path, f"the file is damaged: {shown}", "use a copy of it, or start again with another file")


def refuse_answers(tables: Mapping[str, list[tuple[Any, ...]]], path: str) -> None:
    """Raise `MistakeError` if a file keeps answers about a family of puzzles instead of a run."""
    if dict(tables["identity"]).get("command") == "each":
        raise MistakeError(path, "the file keeps answers about a family of puzzles, not a run", CHOOSE)


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


def connect_to_write(real: str, path: str) -> sqlite3.Connection:
    """Return a connection to a run file, which is created if needed; raise `MistakeError` if it is not a run file."""
    with file_mistakes(path):
        connection = _connect(real)
        try:
            if is_empty(connection):
                connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
            else:
                _check(connection, path)
            # readers do not block the writer, and a killed process leaves the last commit intact
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=NORMAL")
        except BaseException:
            connection.close()
            raise
    return connection


@contextmanager
def connected_to_read(path: str, *, check_pages: bool = True) -> Iterator[sqlite3.Connection]:
    """Open a run file for reading; raise `MistakeError` if there is none, or if it is damaged.

    `check_pages` reads the whole file once; repeated connections can omit it.
    """
    real = real_path(path)
    if not Path(real).is_file():
        raise MistakeError(
            path, "there is no such file", ("give the path of a file that ", Parameter("store"), " wrote")
        )
    with ExitStack() as stack:
        with file_mistakes(path):
            connection = _connect_to_read(real, stack)
            stack.callback(connection.close)
            if is_empty(connection) and _pragma(connection, "application_id") == APPLICATION_ID:
                raise MistakeError(path, "nothing is written yet", "ask again in a moment, or repeat its command")
            _check(connection, path, check_pages=check_pages)
        yield connection


def is_store(path: str | os.PathLike[str]) -> bool:
    """Return whether a file is an SQLite database, and so a stored run rather than a puzzle."""
    with suppress(OSError, ValueError):
        if Path(path).is_file():
            with open(path, "rb") as file:
                return file.read(16) == b"SQLite format 3\0"
    return False


def is_empty(connection: sqlite3.Connection) -> bool:
    """Return whether nothing has been written yet."""
    return not connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchall()


def _connect(name: str, *, uri: bool = False) -> sqlite3.Connection:
    """Return a connection to a database that may come from an untrusted source."""
    connection = sqlite3.connect(
        name, uri=uri, isolation_level=None, check_same_thread=False, timeout=BUSY_SECONDS, factory=Connection
    )
    try:
        # run no code of the file
        connection.execute("PRAGMA trusted_schema=OFF")
        connection.execute("PRAGMA cell_size_check=ON")
    except BaseException:
        connection.close()
        raise
    return connection


def _connect_to_read(real: str, stack: ExitStack) -> sqlite3.Connection:
    """Return a connection for reading, even if SQLite cannot write its files beside the run file.

    `stack` removes a temporary copy of the file at its end.
    """
    uri = f"file:{quote(os.path.abspath(real))}?mode=ro"
    connection = _connect(uri, uri=True)
    try:
        is_empty(connection)
        return connection
    except sqlite3.Error as error:
        connection.close()
        if (error.sqlite_errorcode & 0xFF) not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
            raise
    except BaseException:
        connection.close()
        raise
    journal = f"{real}-wal"
    if not os.path.exists(journal) or not os.path.getsize(journal):
        return _connect(f"{uri}&immutable=1", uri=True)
    # the folder is read-only and the last commits are still in the journal: read copies of both files
    copy = os.path.join(stack.enter_context(TemporaryDirectory()), "run")
    shutil.copyfile(real, copy)
    shutil.copyfile(journal, f"{copy}-wal")
    return _connect(copy)


def _check(connection: sqlite3.Connection, path: str, *, check_pages: bool = True) -> None:
    if _pragma(connection, "application_id") != APPLICATION_ID:
        raise MistakeError(path, NO_RUN, CHOOSE)
    if (version := _pragma(connection, "user_version")) != FORMAT:
        remedy = "start again with another file, or continue the run with the version that began it"
        raise MistakeError(
            path, f"the run has format {version}; this version of the program has format {FORMAT}", remedy
        )
    if not has_run_tables(connection):
        raise damaged(path, "its tables are not those of a stored run")
    if check_pages and (found := _pragma(connection, "quick_check(1)")) != "ok":
        raise damaged(path, str(found).splitlines()[-1])


def _pragma(connection: sqlite3.Connection, name: str) -> object:
    return connection.execute(f"PRAGMA {name}").fetchone()[0]
