"""Cover problems as rows of a 0-1 program: linear constraints with a lower and an upper bound."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cp_puzzles.cover.cover_problem import CoverProblem


@dataclass(frozen=True)
class Row:
    """At least `least` and at most `most` of the variables are true; variable v, from 1, is option v - 1.

    A lower bound without effect is 0, an upper bound without effect None.
    """

    name: str
    variables: tuple[int, ...]
    least: int
    most: int | None


def rows(problem: CoverProblem) -> Iterator[Row]:
    """Yield a row for each item whose bounds restrict, in the order of the items.

    >>> from cp_puzzles.cover.cover_problem import Item
    >>> square = [Item("cell", "a", 1, 1), Item("cell", "b", 0, 1), Item("tile", "I", 0, 2)]
    >>> for row in rows(CoverProblem(tuple(square), ((0, 1, 2), (0, 2)))):
    ...     print(row)
    Row(name='a', variables=(1, 2), least=1, most=1)
    """
    for item, options in zip(problem.items, problem.covering, strict=True):
        most = item.maximum if item.maximum < len(options) else None
        if item.minimum > 0 or most is not None:
            yield Row(one_line(item.name), tuple(option + 1 for option in options), max(item.minimum, 0), most)


def label(problem: CoverProblem, option: int) -> str:
    """Return the tile and the cells of an option on one line; for an option without either, all its items.

    >>> from cp_puzzles.cover.cover_problem import Item
    >>> label(CoverProblem((Item("cell", "0,0", 1, 1), Item("tile", "I", 0, 1)), ((0, 1),)), 0)
    'I 0,0'
    """
    covered, tile = problem.options[option], problem.tile_numbers[option]
    cells = [item for item in covered if item in problem.cells]
    named = [*([] if tile < 0 else [tile]), *cells] or covered
    return " ".join(one_line(problem.items[item].name) for item in named) or "nothing"


def one_line(text: str) -> str:
    """Return a name for a comment, with white space collapsed."""
    return " ".join(text.split())
