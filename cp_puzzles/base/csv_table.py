"""Tables as `.csv` files for spreadsheets."""

from __future__ import annotations

import csv
import os
from collections.abc import Iterable
from io import StringIO

from cp_puzzles.base.file_access import write_file


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
