"""The file that keeps a run: an SQLite database that one process writes while any number read it."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from stat import S_ISREG
from tempfile import TemporaryDirectory
from urllib.parse import quote

from cp_puzzles.errors import MistakeError
from cp_puzzles.search.store.tables import APPLICATION_ID, FORMAT, DamageError, has_the_tables

NO_RUN = "this is no stored run"
CHOOSE = "give the path of a file that --store wrote, or of a new one"

BUSY_SECONDS = 5.0

_REASONS = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_IOERR: "the disk does not take what is written, or does not give it back",
    sqlite3.SQLITE_READONLY: "the file cannot be written",
    sqlite3.SQLITE_CANTOPEN: "the file cannot be opened",
    sqlite3.SQLITE_PERM: "the file cannot be opened",
    sqlite3.SQLITE_NOTADB: NO_RUN,
    sqlite3.SQLITE_CORRUPT: "the file is damaged",
    sqlite3.SQLITE_BUSY: "another process is writing this run",
    sqlite3.SQLITE_LOCKED: "another process is writing this run",
}


class Connection(sqlite3.Connection):
    """A connection to the file of a run."""


@contextmanager
def file_mistakes(path: str) -> Iterator[None]:
    """What goes wrong with the file in here is a `MistakeError` about it."""
    remedy = "what was committed is kept: mend it and run the same command again"
    try:
        yield
    except DamageError as error:
        raise damaged(path, str(error)) from None
    except (sqlite3.Error, UnicodeDecodeError) as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CANTOPEN):
            remedy = CHOOSE
        elif code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            remedy = "wait for it, stop it, or choose another file"
        elif code not in _REASONS or code == sqlite3.SQLITE_CORRUPT:
            raise damaged(path, str(error)) from None
        raise MistakeError(path, _REASONS[code], remedy) from None


def damaged(path: str, what: str) -> MistakeError:
    """The error of a file that does not have what was written into it."""
    # what is read from such a file may be of any length, and of any letters
    shown = "".join(letter if letter.isprintable() else "?" for letter in what[:120])
    return MistakeError(path, f"the file is damaged: {shown}", "use a copy of it, or begin anew with another file")


def real_path(path: str) -> str:
    """The place of a run's file, whatever leads there; raises `MistakeError` if there can be none."""
    if path.strip() in ("", ":memory:") or "\0" in path:
        raise MistakeError(repr(path), "this names no file", "give the path of a file")
    real = os.path.realpath(path)
    try:
        status = os.stat(real)
    except FileNotFoundError:
        return real
    except OSError as error:
        raise MistakeError(path, f"the file cannot be opened: {(error.strerror or '').lower()}", CHOOSE) from None
    if not S_ISREG(status.st_mode):
        raise MistakeError(path, "the file cannot be opened: it is no regular file", CHOOSE)
    if status.st_nlink > 1:
        # the journal beside it has the name of one of them: through another one what it holds would be lost
        raise MistakeError(path, "the file has several names (hard links)", "copy it, and use the copy")
    return real


def connect_to_write(real: str, path: str) -> sqlite3.Connection:
    """A connection to a run's file, made if there is none; raises `MistakeError` if it is another file."""
    with file_mistakes(path):
        connection = _connected(real)
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


@contextmanager
def connected_to_read(path: str, *, look_through: bool = True) -> Iterator[sqlite3.Connection]:
    """A connection to a run's file that changes nothing; raises `MistakeError` if there is none, or a damaged one.

    It is looked through as a whole once; whoever has done so need not do so again.
    """
    real = real_path(path)
    if not Path(real).is_file():
        raise MistakeError(path, "there is no such file", "give the path of a file that --store wrote")
    with ExitStack() as stack:
        with file_mistakes(path):
            connection = _reading(real, stack)
            stack.callback(connection.close)
            if is_empty(connection) and _pragma(connection, "application_id") == APPLICATION_ID:
                raise MistakeError(path, "nothing is written yet", "if it has just begun, ask again in a moment")
            _check(connection, path, look_through=look_through)
        yield connection


def is_store(path: str | os.PathLike[str]) -> bool:
    """Whether a file looks like a stored run rather than like a puzzle."""
    with suppress(OSError), open(path, "rb") as file:
        return file.read(16) == b"SQLite format 3\0"
    return False


def is_empty(connection: sqlite3.Connection) -> bool:
    """Whether nothing has been written yet."""
    return not connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchall()


def _connected(name: str, *, uri: bool = False) -> sqlite3.Connection:
    connection = sqlite3.connect(
        name, uri=uri, isolation_level=None, check_same_thread=False, timeout=BUSY_SECONDS, factory=Connection
    )
    try:
        # the file may come from anybody: nothing in it is run
        connection.execute("PRAGMA trusted_schema=OFF")
        connection.execute("PRAGMA cell_size_check=ON")
    except BaseException:
        connection.close()
        raise
    return connection


def _reading(real: str, stack: ExitStack) -> sqlite3.Connection:
    """A connection that reads, also where nothing can be written beside the file, as SQLite would like to."""
    uri = f"file:{quote(os.path.abspath(real))}?mode=ro"
    connection = _connected(uri, uri=True)
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
        return _connected(f"{uri}&immutable=1", uri=True)
    # nobody writes here, and the last that was written is in the journal still: it is read in a copy of both
    copy = os.path.join(stack.enter_context(TemporaryDirectory()), "run")
    shutil.copyfile(real, copy)
    shutil.copyfile(journal, f"{copy}-wal")
    return _connected(copy)


def _check(connection: sqlite3.Connection, path: str, *, look_through: bool = True) -> None:
    if _pragma(connection, "application_id") != APPLICATION_ID:
        raise MistakeError(path, NO_RUN, CHOOSE)
    if (version := _pragma(connection, "user_version")) != FORMAT:
        raise MistakeError(path, f"the run has format {version}", f"this version of the program reads format {FORMAT}")
    if not has_the_tables(connection):
        raise damaged(path, "its tables are not those of a run")
    if look_through and (found := _pragma(connection, "quick_check(1)")) != "ok":
        raise damaged(path, str(found).splitlines()[-1])


def _pragma(connection: sqlite3.Connection, name: str) -> object:
    return connection.execute(f"PRAGMA {name}").fetchone()[0]
