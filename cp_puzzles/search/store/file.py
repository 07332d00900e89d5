"""The file that keeps a run: an SQLite database that one process writes while any number read it."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import sleep
from urllib.parse import quote

from cp_puzzles.errors import MistakeError

APPLICATION_ID = 0x43505A52
FORMAT = 1

SCHEMA = """
CREATE TABLE identity(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE sessions(
    session INTEGER PRIMARY KEY, begun TEXT NOT NULL, seconds REAL NOT NULL DEFAULT 0, ended TEXT,
    engine TEXT NOT NULL, breaking TEXT NOT NULL, settings TEXT NOT NULL, jobs INTEGER NOT NULL, versions TEXT NOT NULL
);
-- `finished` is the attempt that went through the whole part; until then what an attempt found counts for nothing
CREATE TABLE parts(
    part INTEGER PRIMARY KEY, chosen TEXT NOT NULL, excluded TEXT NOT NULL, weight REAL NOT NULL, finished INTEGER
);
CREATE TABLE attempts(
    part INTEGER NOT NULL, attempt INTEGER NOT NULL, session INTEGER NOT NULL,
    solutions INTEGER NOT NULL DEFAULT 0, raw INTEGER NOT NULL DEFAULT 0, self_symmetric INTEGER NOT NULL DEFAULT 0,
    statistics TEXT NOT NULL DEFAULT '{}', sizes TEXT NOT NULL DEFAULT '{}', PRIMARY KEY (part, attempt)
) WITHOUT ROWID;
-- `options`: little-endian integers of `bytes` bytes, `rows` times `width`, -1 is padding; `orbit_sizes`: 2 bytes each
CREATE TABLE batches(
    part INTEGER NOT NULL, attempt INTEGER NOT NULL, number INTEGER NOT NULL, rows INTEGER NOT NULL,
    width INTEGER NOT NULL, bytes INTEGER NOT NULL, options BLOB NOT NULL, orbit_sizes BLOB NOT NULL,
    UNIQUE (part, attempt, number)
);
"""

LOCK_TRIES, LOCK_SECONDS = 5, 0.1

NO_RUN = "this is no stored run"

_REASONS = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_IOERR: "the disk does not take what is written, or does not give it back",
    sqlite3.SQLITE_READONLY: "the file cannot be written",
    sqlite3.SQLITE_CANTOPEN: "the file cannot be opened",
    sqlite3.SQLITE_PERM: "the file cannot be opened",
    sqlite3.SQLITE_NOTADB: NO_RUN,
    sqlite3.SQLITE_CORRUPT: "the file is damaged",
    sqlite3.SQLITE_BUSY: "another program holds the file",
    sqlite3.SQLITE_LOCKED: "another program holds the file",
}


@contextmanager
def sqlite_mistakes(path: str) -> Iterator[None]:
    """An error of SQLite in here is a `MistakeError` about the file."""
    remedy = "what was committed is kept: mend it and run the same command again"
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CANTOPEN):
            remedy = "give the path of a file that --store wrote, or of a new one"
        raise MistakeError(path, _REASONS.get(code, str(error)), remedy) from None


def connect_to_write(path: str) -> sqlite3.Connection:
    """A connection to a run's file, made if there is none; raises `MistakeError` if it is another file."""
    with sqlite_mistakes(path):
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=30)
        try:
            if is_empty(connection):
                connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
            else:
                _check(connection, path)
            # readers are not kept out, and a process that dies leaves the last commit whole
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=NORMAL")
        except BaseException:
            connection.close()
            raise
    return connection


def connect_to_read(path: str) -> sqlite3.Connection:
    """A connection to a run's file that changes nothing; raises `MistakeError` if there is none."""
    if not Path(path).is_file():
        raise MistakeError(path, "there is no such file", "give the path of a file that --store wrote")
    with sqlite_mistakes(path):
        uri = f"file:{quote(str(Path(path).absolute()))}?mode=ro"
        connection = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False, timeout=30)
        try:
            _check(connection, path)
        except BaseException:
            connection.close()
            raise
    return connection


def is_store(path: str | os.PathLike[str]) -> bool:
    """Whether a file looks like a stored run rather than like a puzzle."""
    with suppress(OSError), open(path, "rb") as file:
        return file.read(16) == b"SQLite format 3\0"
    return False


def is_empty(connection: sqlite3.Connection) -> bool:
    """Whether nothing has been written yet."""
    return not connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchall()


def _check(connection: sqlite3.Connection, path: str) -> None:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if application == APPLICATION_ID and is_empty(connection):
        raise MistakeError(path, "nothing is written yet", "if the run has just begun, ask again in a moment")
    if application != APPLICATION_ID:
        raise MistakeError(path, NO_RUN, "give the path of a file that --store wrote, or of a new one")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version != FORMAT:
        raise MistakeError(path, f"the run has format {version}", f"this version of the program reads format {FORMAT}")


class Lock:
    """Keeps a second process from writing the same run; it ends with the process, however that ends."""

    def __init__(self, path: str) -> None:
        self._path = f"{path}-lock"
        try:
            self._file = self._patiently()
        except BlockingIOError:
            raise MistakeError(
                path, "another process is writing this run", "wait for it, stop it, or choose another file"
            ) from None
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise MistakeError(path, f"the run cannot be written: {reason}", "choose another place") from None

    def _patiently(self) -> int:
        """The lock; whoever only looks whether it is held holds it for a moment."""
        for _ in range(LOCK_TRIES - 1):
            with suppress(BlockingIOError):
                return _locked(self._path)
            sleep(LOCK_SECONDS)
        return _locked(self._path)

    def release(self) -> None:
        """Let others write."""
        with suppress(OSError):
            if sys.platform != "win32":
                os.unlink(self._path)
        os.close(self._file)


def is_locked(path: str) -> bool:
    """Whether a process is writing the run."""
    lock = f"{path}-lock"
    if not os.path.exists(lock):
        return False
    try:
        os.close(_locked(lock))
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def _locked(path: str) -> int:
    """A descriptor that holds the lock; raises `BlockingIOError` if somebody else holds it."""
    while True:
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            _acquire(file)
            # the holder before us may have taken the file away between our opening and locking it
            if os.path.exists(path) and os.path.samestat(os.fstat(file), os.stat(path)):
                return file
        except BaseException:
            os.close(file)
            raise
        os.close(file)


def _acquire(file: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            raise BlockingIOError from None
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
