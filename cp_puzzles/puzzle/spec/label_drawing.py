"""The drawing of a board from the rows of its labels."""

from __future__ import annotations

import re

_WORD = re.compile(r"\S+")


def drawing_of_labels(text: str) -> str:
    r"""Return the drawing of a board with a cell for each word; words below each other are in one column.

    If words of one line are in the same column, the text is not aligned: then words are counted from the left.

    >>> print(drawing_of_labels("Jan Feb Mar\n 1   2\n         3"))
    XXX
    XX.
    ..X
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
    width = 1 + max((column for row in places for column in row), default=0)
    return "\n".join("".join(".X"[column in row] for column in range(width)) if row else "" for row in places)


def _column(place: int, columns: list[tuple[int, int]]) -> int:
    return next(number for number, (first, last) in enumerate(columns) if first <= place < last)
