"""The place of cells in words: labels, rows and columns of squares and cubes, or coordinates."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def ordinal(number: int) -> str:
    """Return an ordinal number in words, counted from 1; from 11 on with digits.

    >>> ordinal(2), ordinal(11), ordinal(22), ordinal(33)
    ('second', '11th', '22nd', '33rd')
    """
    if number <= len(ORDINALS):
        return ORDINALS[number - 1]
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def place_words(puzzle: Puzzle, cells: Iterable[Cell]) -> str:
    """Return where some cells are, as a person says it.

    >>> from cp_puzzles.puzzle.puzzle import puzzle_from
    >>> place_words(puzzle_from("pentomino6x10"), [(1, 3)]), place_words(puzzle_from("calendar"), [(0, 0), (0, 1)])
    ('in the second row, fourth column', 'on Jan and Feb')
    >>> place_words(puzzle_from("pentomino6x10"), [(1, 3), (0, 1), (0, 2)])
    'in the first row, second and third column; in the second row, fourth column'
    """
    labels = {cell: name for name, cell in reversed(puzzle.board.labels)}
    listed = sorted(cells)
    if all(cell in labels for cell in listed):
        return f"on {_joined([labels[cell] for cell in listed])}"
    if puzzle.lattice.name not in ("square", "cubic"):
        return f"on {', '.join(str(list(puzzle.lattice.coordinates(cell))) for cell in listed)}"
    return "; ".join(
        f"{_row(row)}, {_joined([ordinal(cell[-1] + 1) for cell in group])} column"
        for row, group in groupby(listed, key=lambda cell: cell[:-1])
    )


def piece_words(puzzle: Puzzle, placement: Placement) -> str:
    """Return where a piece is, with the cells of each of its values or colors if it shows several.

    >>> from cp_puzzles.puzzle.puzzle import puzzle_from
    >>> piece_words(puzzle_from("domino_values1"), Placement(((0, 0), (0, 1)), "4-6", shown=("4", "6")))
    '4-6 with 4 in the first row, first column, 6 in the first row, second column'
    """
    cells: dict[str, list[Cell]] = {}
    for cell, shown in placement.letters_at().items():
        cells.setdefault(shown, []).append(cell)
    if len(cells) < 2:
        return f"{placement.tile} {place_words(puzzle, placement.cells)}"
    return f"{placement.tile} with " + ", ".join(f"{shown} {place_words(puzzle, at)}" for shown, at in cells.items())


def _row(row: Cell) -> str:
    words = [f"{ordinal(number + 1)} {name}" for number, name in zip(row, ("layer", "row")[-len(row) :], strict=True)]
    return f"in the {', '.join(words)}"


def _joined(words: Sequence[str]) -> str:
    return " and ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)
