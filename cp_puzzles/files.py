"""Files that cannot be read or written: a mistake of the user, in the words of the system."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

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
