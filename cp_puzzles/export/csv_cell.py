"""Text in a table that a spreadsheet may open."""

from __future__ import annotations


def csv_cell(text: str) -> str:
    """The text; with an apostrophe before it where a spreadsheet would take it for a formula and run it.

    >>> csv_cell("L"), csv_cell("=HYPERLINK(0)")
    ('L', "'=HYPERLINK(0)")
    """
    return "'" + text if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text
