"""Files: what can be read and written, errors in words, and tables as `.csv` files for spreadsheets."""

from __future__ import annotations

import csv
import errno
import os
import re
import select
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import BufferedReader, FileIO, StringIO
from pathlib import Path
from secrets import token_hex
from shutil import copyfile
from stat import S_IMODE, S_ISFIFO, S_ISREG
from tempfile import gettempdir
from typing import Any

from cp_puzzles.errors import MistakeError


def csv_cell(value: object) -> object:
    """Return a value; a text that a spreadsheet would run as a formula gets an apostrophe in front.

    >>> csv_cell("L"), csv_cell("=HYPERLINK(0)")
    ('L', "'=HYPERLINK(0)")
    """
    is_formula = isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r"))
    return f"'{value}" if is_formula else value


def csv_text(rows: Iterable[Iterable[object]]) -> str:
    r"""Return the rows of a table as text.

    >>> csv_text([("tile", "number"), ("L, left", 2)])
    'tile,number\r\n"L, left",2\r\n'
    """
    text = StringIO()
    csv.writer(text).writerows(map(csv_cell, row) for row in rows)
    return text.getvalue()


def write_table(path: str | os.PathLike[str], header: Iterable[str], rows: Iterable[Iterable[object]]) -> None:
    """Write a table to a file; raise `MistakeError` if that cannot be done."""
    write_file(path, csv_text([header, *rows]))


PIPE_SECONDS = 10
"""Seconds without data after which a pipe is given up: a program that writes a puzzle into one is faster."""


def reason_of(error: OSError | ValueError) -> str:
    """Return the reason that the system gives for an error.

    >>> reason_of(FileNotFoundError(2, "No such file or directory"))
    'no such file or directory'
    """
    if isinstance(error, OSError):
        return str(error.strerror or error).lower()
    if isinstance(error, UnicodeDecodeError):
        return "it is not a text in UTF-8"
    if isinstance(error, UnicodeEncodeError):
        return "its name contains a character that names of files cannot have"
    return "its name contains a null character" if "null" in str(error) else str(error)  # words vary with the version


class _Pipe(FileIO):
    """A pipe to read from, which is given up when nothing is written to it for `PIPE_SECONDS`."""

    def readinto(self, buffer: Any) -> int | None:
        """Wait for data and read them."""
        if not select.select([self], [], [], PIPE_SECONDS)[0]:
            raise TimeoutError(errno.ETIMEDOUT, f"nothing was written to the pipe for {PIPE_SECONDS} seconds")
        return super().readinto(buffer)


def opened(path: str | os.PathLike[str]) -> BufferedReader:
    """Return the open file or pipe.

    Raises `OSError` for a file that cannot be read; so does reading from a pipe into which nothing is written for
    `PIPE_SECONDS`.
    """
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    if S_ISFIFO(os.fstat(descriptor).st_mode):
        return BufferedReader(_Pipe(descriptor))
    os.set_blocking(descriptor, True)
    return open(descriptor, "rb")


def content_of(
    path: str | os.PathLike[str],
    limit: int,
    remedy: str,
    *,
    smaller: str = "",
    place: str = "",
    mistake: type[MistakeError] = MistakeError,
) -> bytes:
    """Return the content of a file; raise a `mistake` if it cannot be read, or is larger than `limit` bytes."""
    place = place or os.fspath(path)
    try:
        with opened(path) as stream:
            content = stream.read(limit + 1)
    except (OSError, ValueError) as error:
        raise mistake(place, f"the file cannot be read: {reason_of(error)}", remedy) from None
    if len(content) > limit:
        raise mistake(place, f"the file is larger than {limit:,} bytes", smaller or remedy)
    return content


def text_of(content: bytes, place: str, remedy: str) -> str:
    """Return the text of the content of a file; raise `MistakeError` if it is not UTF-8."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise MistakeError(place, f"byte {error.start} is not UTF-8", remedy) from None


def numbered_lines(text: str, comment: str) -> Iterator[tuple[int, str]]:
    r"""Yield the number and the content of each line that has more than white space and what `comment` matches.

    >>> list(numbered_lines("# rows\n1 0 # the first\n\n0 1", "#.*"))
    [(2, '1 0'), (4, '0 1')]
    """
    for number, line in enumerate(text.splitlines(), start=1):
        if content := re.sub(comment, "", line).strip():
            yield number, content


def refuse_overwriting(out: str, solutions: str) -> None:
    """Raise `MistakeError` if a file to write is the file of solutions, of which `#1` names a problem."""
    source = solutions.partition("#")[0]
    if os.path.exists(source) and os.path.exists(out) and os.path.samefile(source, out):
        raise MistakeError(out, "the solutions are read from this file", "write to another file")


@contextmanager
def writing(
    path: str | os.PathLike[str], remedy: str = "choose another place", *, noun: str = "the file"
) -> Iterator[None]:
    """Turn an `OSError` inside the block into a `MistakeError` with the path and the `remedy`."""
    try:
        yield
    except OSError as error:
        raise MistakeError(os.fspath(path), f"{noun} cannot be written: {reason_of(error)}", remedy) from None


@contextmanager
def atomic_file(path: str | os.PathLike[str], remedy: str = "choose another place") -> Iterator[Path]:
    """Yield a path with the same suffix; what the block writes there takes the place of a file when the block ends.

    After an error or an interrupt the earlier file is unchanged. A device or a pipe is written directly. Raise
    `MistakeError` if the file cannot be written.
    """
    with writing(path, remedy):
        if not _is_replaceable(path):
            yield Path(path)
            return
        place = Path(os.path.realpath(path))
        new = _new_file(place)
        try:
            yield new
            _put(new, place)
        finally:
            new.unlink(missing_ok=True)


def write_file(path: str | os.PathLike[str], content: str | bytes, remedy: str = "choose another place") -> None:
    """Write a whole file or, after an error or an interrupt, leave the earlier one; texts are written as UTF-8."""
    with atomic_file(path, remedy) as new:
        new.write_bytes(content.encode() if isinstance(content, str) else content)


class StreamedFile:
    """A text file that is written piece by piece; with the first piece it takes the place of an earlier file.

    A full disk or an interrupt leaves whole pieces.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = path
        self._stream: FileIO | None = None
        self._bytes = 0
        """The size of the pieces in a file that can be made shorter."""

    def write(self, text: str) -> None:
        """Write a piece, which ends with a line break."""
        content = text.encode()
        if self._stream is None:
            is_replaceable = _is_replaceable(self._path)
            if is_replaceable:
                write_file(self._path, content)
            self._stream = FileIO(os.fspath(self._path), "a" if is_replaceable else "w")
            if is_replaceable:
                self._bytes = len(content)
                return
        rest = memoryview(content)
        try:
            while rest:
                rest = rest[self._stream.write(rest) or 0 :]
        except BaseException:
            if self._bytes:
                self._stream.truncate(self._bytes)
            raise
        if self._bytes:
            self._bytes += len(content)

    def close(self) -> None:
        """Close the file."""
        if self._stream is not None:
            self._stream.close()


def _is_replaceable(path: str | os.PathLike[str]) -> bool:
    """Return whether the path is that of a file or of nothing, not of a device or a pipe."""
    try:
        return S_ISREG(os.stat(path).st_mode)
    except FileNotFoundError:
        return True


def _new_file(place: Path) -> Path:
    """Return a new file beside a place, or elsewhere if the folder does not allow new files."""
    permissions = S_IMODE(place.stat().st_mode) if place.exists() else None
    name = f".cp-puzzles-{token_hex(4)}{place.suffix}"
    new = place.with_name(name)
    try:
        new.touch(exist_ok=False)
    except OSError as error:
        if permissions is None or error.errno not in (errno.EACCES, errno.EPERM, errno.EROFS):
            raise
        new = Path(gettempdir(), name)
        new.touch(exist_ok=False)
    if permissions is not None:
        new.chmod(permissions)
    return new


def _put(new: Path, place: Path) -> None:
    """Move a file to its place; copy it if the place is on another device or must stay the same file."""
    try:
        new.replace(place)
    except OSError as error:
        if error.errno not in (errno.EXDEV, errno.EBUSY, errno.EACCES, errno.EPERM):
            raise
        copyfile(new, place)


def writable_path(path: str, *, folder: bool = False) -> str:
    """Return the path; raise `MistakeError`, before any work, if no file, or no `folder`, can be written there.

    >>> writable_path("nowhere/picture.svg")
    Traceback (most recent call last):
        ...
    cp_puzzles.errors.MistakeError: nowhere/picture.svg: the file cannot be written: no such file or directory; ...
    """
    with writing(path or "''", noun="the folder" if folder else "the file"):
        place = Path(os.path.realpath(path))
        is_there = place.exists()
        if is_there and place.is_dir() != folder:
            raise _error(errno.ENOTDIR if folder else errno.EISDIR)
        if not is_there:
            place = next(parent for parent in place.parents if parent.exists()) if folder else place.parent
            place.stat()
            if not place.is_dir():
                raise _error(errno.ENOTDIR)
        if not os.access(place, os.W_OK):
            raise _error(errno.EACCES)
    return path


def _error(number: int) -> OSError:
    return OSError(number, os.strerror(number))


def file_stem(name: str) -> str:
    """Return a name with the characters that every file system allows.

    >>> file_stem("Pentominoes 6x10, challenge 1")
    'Pentominoes_6x10_challenge_1'
    """
    return re.sub("[^A-Za-z0-9_.-]+", "_", name).strip("_") or "puzzle"


def refuse_existing(out: Path) -> None:
    """Raise `MistakeError` if a file exists."""
    if out.exists():
        raise MistakeError(os.fspath(out), "the file exists already", "choose another folder")


def write_new(out: Path, text: str | bytes) -> None:
    """Write a file and create its folder; raise `MistakeError` if the file exists or cannot be written."""
    refuse_existing(out)
    with writing(out, "choose another folder"):
        out.parent.mkdir(parents=True, exist_ok=True)
    write_file(out, text, "choose another folder")
