"""Errors of files that cannot be read or written, with the reason that the system gives, and new files."""

from __future__ import annotations

import errno
import os
import re
import select
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path
from stat import S_ISDIR, S_ISFIFO

from cp_puzzles.errors import MistakeError

PIPE_SECONDS = 10
"""Seconds without data after which a pipe is given up: a program that writes a puzzle into one is faster."""


def reason_of(error: OSError | ValueError) -> str:
    """Return the reason that the system gives for an error.

    >>> reason_of(FileNotFoundError(2, "No such file or directory"))
    'no such file or directory'
    """
    if isinstance(error, OSError):
        return str(error.strerror or error).lower()
    return "its name contains a null character" if "null" in str(error) else str(error)  # words vary with the version


def read_bytes(path: str | os.PathLike[str], limit: int) -> bytes:
    """Return the content of a file or a pipe, at most `limit` + 1 bytes.

    Raises `OSError` for a file that cannot be read, and for a pipe into which nothing is written for `PIPE_SECONDS`.
    """
    with open(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)), "rb", buffering=0) as file:
        if not S_ISFIFO(os.fstat(file.fileno()).st_mode):
            os.set_blocking(file.fileno(), True)
            with BufferedReader(file) as stream:
                return stream.read(limit + 1)
        content = bytearray()
        while len(content) <= limit:
            if not select.select([file], [], [], PIPE_SECONDS)[0]:
                raise TimeoutError(errno.ETIMEDOUT, f"nothing was written to the pipe for {PIPE_SECONDS} seconds")
            chunk = file.read(limit + 1 - len(content))
            if not chunk:
                break
            content += chunk
        return bytes(content)


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


def writable_path(path: str, *, folder: bool = False) -> str:
    """Return the path; raise `MistakeError`, before any work, if no file, or no `folder`, can be written there.

    >>> writable_path("nowhere/picture.svg")
    Traceback (most recent call last):
        ...
    cp_puzzles.errors.MistakeError: nowhere/picture.svg: the file cannot be written: no such file or directory; ...
    """
    with writing(path or "''", noun="the folder" if folder else "the file"):
        place = Path(os.path.realpath(path))
        try:
            is_there, is_folder = True, S_ISDIR(place.stat().st_mode)
        except FileNotFoundError:
            is_there = is_folder = False
        if is_folder != folder and is_there:
            raise _error(errno.ENOTDIR if folder else errno.EISDIR)
        parents = [*place.parents]
        if not is_there:
            place = next(parent for parent in parents if parent.exists()) if folder else parents[0]
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


def write_new(out: Path, text: str) -> None:
    """Write a file and create its folder; raise `MistakeError` if the file exists or cannot be written."""
    refuse_existing(out)
    with writing(out, "choose another folder"):
        out.parent.mkdir(parents=True, exist_ok=True)
        with out.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
