"""The text of a puzzle file."""

from __future__ import annotations

from pathlib import Path

from cp_puzzles.base.file_access import read_bytes, reason_of
from cp_puzzles.base.suggestions import did_you_mean
from cp_puzzles.errors import SpecError, echo
from cp_puzzles.puzzle.spec.catalog import catalog_file, near_puzzles

MAX_BYTES = 1_000_000
"""The largest size of a puzzle file."""

DLX_SUFFIX = ".dlx"
"""The suffix of files that list a cover problem, a puzzle without a board."""


def without_board(name: str) -> SpecError:
    """Return the error for a command that needs a board and got a cover problem."""
    return SpecError(name, "this is a cover problem without a board", "solve, count, estimate, verify or export it")


def read_source(path: str) -> tuple[str, str]:
    """Return the text of a file or of a catalog puzzle, and its name in messages.

    Raises `SpecError` for a file that cannot be read, is larger than `MAX_BYTES` or is not UTF-8.
    """
    source = path if path.isprintable() and 0 < len(path) <= 255 else echo(path)
    raw = _read(path, source)
    if len(raw) > MAX_BYTES:
        raise SpecError(source, f"the file is larger than {MAX_BYTES:,} bytes", "check that it is a puzzle file")
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
            file = catalog_file(path) or file
        return read_bytes(file, MAX_BYTES)
    except FileNotFoundError:
        remedy = did_you_mean(near_puzzles(path)) or remedy
        raise SpecError(source, "no puzzle or file has this name", remedy) from None
    except (OSError, ValueError) as error:
        raise SpecError(source, f"the file cannot be read: {reason_of(error)}", remedy) from None
