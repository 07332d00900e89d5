"""The drawing of a board from the rows of its labels, and the labels beside it."""

from __future__ import annotations

import re

_WORD = re.compile(r"\S+")


def drawn_by_labels(text: str) -> tuple[str, str]:
    r"""Return the drawing of a board with a cell for each word, and the labels beside it.

    Words below each other are in one column. The word `.` is no cell, and `-` is a cell without a name, which is `.`
    beside a drawing. If words of one line are in the same column, the text is not aligned: then words are counted from
    the left.

    >>> drawing, labels = drawn_by_labels("Jan Feb Mar\n 1   -   .\n         3")
    >>> print(drawing)
    XXX
    XX.
    ..X
    >>> labels
    'Jan Feb Mar\n1 .\n3'
    """
    lines = [list(_WORD.finditer(line)) for line in text.splitlines()]
    columns: list[tuple[int, int]] = []
    for first, last in sorted(word.span() for words in lines for word in words):
        if columns and first < columns[-1][1]:
            columns[-1] = (columns[-1][0], max(last, columns[-1][1]))
        else:
            columns.append((first, last))
    places = [[_column(word.start(), columns) for word in words] for words in lines]
    if any(len(set(row)) < len(row) for row in places):
        places = [list(range(len(row))) for row in places]
    cells = [
        {column: word[0] for column, word in zip(row, words, strict=True) if word[0] != "."}
        for row, words in zip(places, lines, strict=True)
    ]
    width = 1 + max((column for row in places for column in row), default=0)
    drawing = [
        "".join(".X"[column in row] for column in range(width)) if line else ""
        for row, line in zip(cells, lines, strict=True)
    ]
    names = [
        " ".join("." if word == "-" else word for word in row.values())
        for row, line in zip(cells, lines, strict=True)
        if row or not line
    ]
    return "\n".join(drawing), "\n".join(names)


def _column(place: int, columns: list[tuple[int, int]]) -> int:
    return next(number for number, (first, last) in enumerate(columns) if first <= place < last)
