"""Marks: names of tiles short enough for a cell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from string import ascii_lowercase, ascii_uppercase, digits

from rich.cells import cell_len, set_cell_size

_ALPHABET = ascii_uppercase + ascii_lowercase + digits


def printable(name: str) -> str:
    r"""Return the name with unprintable characters replaced.

    >>> printable("a\x1b[2J")
    'a?[2J'
    """
    return "".join(character if character.isprintable() else "?" for character in name)


def tile_marks(names: Iterable[str], columns: int) -> dict[str, str]:
    """Return a mark of at most `columns` columns for each name, distinct as far as possible.

    A name that fits is its own mark; a longer name starts its mark.

    >>> tile_marks(["L", "L1", "L2", "block"], 1)
    {'L': 'L', 'L1': '1', 'L2': '2', 'block': 'b'}
    >>> tile_marks(["L1", "block", "blue"], 2)
    {'L1': 'L1', 'block': 'bl', 'blue': 'bu'}
    """
    names = tuple(names)
    marks = {name: printable(name) for name in names if cell_len(name) <= columns}
    taken = set(marks.values())
    for name in names:
        if name not in marks:
            options = _candidates(printable(name), columns)
            marks[name] = next((mark for mark in options if mark not in taken), set_cell_size(name, columns))
            taken.add(marks[name])
    return {name: marks[name] for name in names}


def _candidates(name: str, columns: int) -> Iterator[str]:
    head = set_cell_size(name, columns - 1).rstrip()
    for character in (*name[len(head) :], *_ALPHABET):
        if character != " " and cell_len(head + character) <= columns:
            yield head + character
    if columns > 1:
        yield from (first + last for first in _ALPHABET for last in _ALPHABET)
