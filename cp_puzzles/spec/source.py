"""The text of a puzzle file."""

from __future__ import annotations

from pathlib import Path

from cp_puzzles.errors import SpecError
from cp_puzzles.files import reason_of
from cp_puzzles.spec.catalogue import catalogue_file, nearest_name
from cp_puzzles.spec.origin import echo

MAX_BYTES = 1_000_000

MATRIX_SUFFIX = ".dlx"
"""Of a file that lists a cover problem, a puzzle without a board."""


def without_board(name: str) -> SpecError:
    """What is said where a puzzle with a board is asked for."""
    return SpecError(name, "this is a cover problem without a board", "solve, count, estimate, verify or export it")


def read_source(path: str) -> tuple[str, str]:
    """The text of a file, or of a puzzle of the catalogue, and the name by which messages call it.

    Raises `SpecError` for a file that cannot be read, is larger than `MAX_BYTES` or is not UTF-8.
    """
    source = path if path.isprintable() and 0 < len(path) <= 255 else echo(path)
    raw = _read(path, source)
    if len(raw) > MAX_BYTES:
        raise SpecError(source, f"the file is larger than {MAX_BYTES:,} bytes", "a puzzle file is short: is this one?")
    try:
        return raw.decode("utf-8-sig"), source
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start)
        column = error.start - raw.rfind(b"\n", 0, error.start)
        raise SpecError(
            f"{source}:{line + 1}:{column}",
            f"the byte 0x{raw[error.start]:02x} is not UTF-8",
            "save the file as UTF-8 text",
        ) from None


def _read(path: str, source: str) -> bytes:
    remedy = "give the path of a puzzle file, or a name that `list` shows"
    try:
        file = Path(path)
        if not file.is_file():
            file = catalogue_file(path) or file
        with file.open("rb") as stream:
            return stream.read(MAX_BYTES + 1)
    except FileNotFoundError:
        if near := nearest_name(path):
            remedy = f"did you mean {near!r}?"
        raise SpecError(source, "there is no such file", remedy) from None
    except (OSError, ValueError) as error:
        raise SpecError(source, f"the file cannot be read: {reason_of(error)}", remedy) from None
