"""Places and moves in words, and views of the puzzles of a day with hints in these words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np
from rich.console import RenderableType

from cp_puzzles.base.text import counted
from cp_puzzles.output.terminal.board_view import board_view, solution_view
from cp_puzzles.puzzle.disassembly.piece_groups import directions
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.rules.region_values import condition_signs

if TYPE_CHECKING:
    from cp_puzzles.analysis.family.days import DayPuzzle, Days
    from cp_puzzles.puzzle.disassembly.take_apart import Step


HINTS = 3
"""Pieces that are told before the solution."""


def hints_of(day: DayPuzzle) -> list[str]:
    """Return where the first pieces of a solution are, in words."""
    return [piece_words(day.puzzle, placement) for placement in day.placements[:HINTS]]


def days_summary(days: Days) -> dict[str, Any]:
    """Return the puzzles of the day as plain data, with hints in words."""
    summaries = [day.summary(hints_of(day)) for day in days.shown]
    data = {"boards": summaries} if days.has_boards else summaries[0] if summaries else {"date": days.asked}
    is_ended = bool(days.days) and (days.is_complete or not days.has_boards)
    return {**data, "status": "complete" if is_ended else "time-limit"}


def days_view(days: Days, hints: int, *, with_answer: bool) -> Iterator[RenderableType]:
    """Yield the board, the hints and, if it is wanted, a solution of each puzzle of the day."""
    for day in days.shown:
        every, is_answered = hints_of(day), with_answer and bool(day.placements)
        yield f"{day.title}: {counted(day.solutions or 0, 'solution')}"
        if not is_answered:
            yield board_view(day.puzzle)
            yield from filter(None, [condition_signs(day.puzzle.rules)])
        yield from (f"hint: {text}" for text in every[:hints])
        if is_answered:
            yield solution_view(day.solution)
        elif hints < len(every):
            yield f"--hints {hints + 1} shows another hint"
    if not days.is_complete and (days.has_boards or not days.days):
        yield "the time limit came first"


ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
CARDINALS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
NEAR = 1e-6
"""Lengths below this are rounding errors."""


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


def moves_words(puzzle: Puzzle, pieces: Sequence[Placement], steps: Iterable[Step]) -> Iterator[tuple[int, str]]:
    """Yield the moves that take an assembly apart in words: the number of steps, and how the same pieces move in them.

    >>> from cp_puzzles.puzzle.disassembly.take_apart import Step
    >>> from cp_puzzles.puzzle.puzzle import puzzle_from
    >>> up, left = Step((0,), (1, 0, 0), 2), Step((0,), (0, 0, -1), None)
    >>> [*moves_words(puzzle_from("soma"), [Placement(((0, 0, 0),), "V")], [up, left])]
    [(2, 'lift V up by two, then out to the left')]
    """
    copies, seen = Counter(piece.tile for piece in pieces), Counter[str]()
    names = []
    for piece in pieces:
        seen[piece.tile] += 1
        names.append(piece.tile if copies[piece.tile] == 1 else f"{piece.tile} ({ordinal(seen[piece.tile])})")
    for moved, group in groupby(steps, key=lambda step: step.pieces):
        words = [_move_words(puzzle.lattice, step) for step in group]
        verb = "take" if words[0].startswith("out") else "lift" if words[0].startswith("up") else "move"
        yield len(words), f"{verb} {_joined([names[piece] for piece in moved])} {', then '.join(words)}"


def _move_words(lattice: Lattice, step: Step) -> str:
    words = direction_words(lattice)[step.direction]
    if step.distance is None:
        return f"out {words.replace('up', 'upward').replace('down', 'downward')}"
    return f"{words} by {CARDINALS[step.distance - 1] if step.distance <= len(CARDINALS) else step.distance}"


@cache
def direction_words(lattice: Lattice) -> dict[Cell, str]:
    """Return the words for each direction of moves, with its translation if several have the same."""
    words = {}
    for direction in directions(lattice):
        # in drawings x is to the right, y down or, in space, to the front, z up
        x, y, *z = np.array(lattice.embedding) @ np.array(direction)
        vertical = (z[0], "up", "down") if z else (-y, "up", "down")
        axes = [vertical, *[(y, "to the front", "to the back")] * len(z), (x, "to the right", "to the left")]
        words[direction] = _joined(
            [plus if length > 0 else minus for length, plus, minus in axes if abs(length) > NEAR]
        )
    alike = Counter(words.values())
    written = lattice.translations.coordinates if lattice.is_numbered else tuple
    return {
        way: text if alike[text] == 1 else f"{text} ({', '.join(map(str, written(way)))})"
        for way, text in words.items()
    }


def _row(row: Cell) -> str:
    words = [f"{ordinal(number + 1)} {name}" for number, name in zip(row, ("layer", "row")[-len(row) :], strict=True)]
    return f"in the {', '.join(words)}"


def _joined(words: Sequence[str]) -> str:
    return " and ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)
