"""Files that cannot be read or written: a mistake of the user, in the words of the system."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from stat import S_ISDIR

from cp_puzzles.errors import MistakeError


def reason_of(error: OSError | ValueError) -> str:
    """What the system says of a file.

    >>> reason_of(FileNotFoundError(2, "No such file or directory"))
    'no such file or directory'
    """
    return str(getattr(error, "strerror", None) or error).lower()


@contextmanager
def writing(
    path: str | os.PathLike[str], remedy: str = "choose another place", *, what: str = "the file"
) -> Iterator[None]:
    """Within this, an `OSError` becomes a `MistakeError` that names what is written and the `remedy`."""
    try:
        yield
    except OSError as error:
        raise MistakeError(os.fspath(path), f"{what} cannot be written: {reason_of(error)}", remedy) from None


def refuse_unwritable(path: str | os.PathLike[str], *, folder: bool = False) -> None:
    """Raise `MistakeError`, before any work is done, if a file plainly cannot be written, or a `folder` be made.

    >>> refuse_unwritable("nowhere/picture.svg")
    Traceback (most recent call last):
        ...
    cp_puzzles.errors.MistakeError: nowhere/picture.svg: the file cannot be written: no such file or directory; ...
    """
    with writing(path or "''", what="the folder" if folder else "the file"):
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


def _error(number: int) -> OSError:
    return OSError(number, os.strerror(number))
