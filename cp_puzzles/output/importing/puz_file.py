"""Files of High-LevelPuzzle, `.puz`: the size of a box, and the piece of each of its cubes, 0 for none."""

from __future__ import annotations

import re
from math import prod
from typing import Any

from cp_puzzles.errors import SpecError, echo
from cp_puzzles.output.importing.pieces import pieces_data, within
from cp_puzzles.puzzle.geometry.isometry import Cell


def read_puz(text: str, source: str, name: str) -> dict[str, Any]:
    r"""Return the data of a puzzle file with the pieces of an assembly; raise `SpecError` with the line of a mistake.

    The first line is the size along x, y and z, the second the size of a cube; the numbers follow, x first.

    >>> data = read_puz("2 2 1\n0.5 0.5 0.5\n1 1 1 2\n", "a.puz", "a")
    >>> [tile["drawing"] for tile in data["tiles"]]
    ['XX\nX.', 'X']
    """
    lines = [(n, line.split()) for n, line in enumerate(text.splitlines(), start=1) if line.strip() and line[0] != "#"]
    if not lines or len(lines[0][1]) != 3 or not all(re.fullmatch("[1-9]\\d*", word) for word in lines[0][1]):
        found = echo(" ".join(lines[0][1])) if lines else "nothing"
        raise SpecError(f"{source}:1", f"{found} is not the size of a box", "write three numbers, then the cubes")
    size = [within(int(word), f"{source}:{lines[0][0]}") for word in lines[0][1]]
    numbers: list[int] = []
    for line, words in lines[2:]:
        for word in words:
            if not word.isdecimal():
                raise SpecError(f"{source}:{line}", f"{echo(word)} is not the number of a piece", "write 0 for none")
            numbers.append(int(word))
    if len(numbers) != prod(size):
        problem = f"{len(numbers)} numbers for {' x '.join(map(str, size))} cubes"
        raise SpecError(source, problem, "write a number for each cube")
    pieces: dict[int, list[Cell]] = {}
    for place, number in enumerate(numbers):
        if number:
            x, rest = place % size[0], place // size[0]
            pieces.setdefault(number, []).append((rest // size[1], rest % size[1], x))
    if not pieces:
        raise SpecError(source, "all cubes are empty", "write the numbers of pieces")
    board = [cell for cells in pieces.values() for cell in cells]
    return pieces_data(name, [(f"P{number}", pieces[number], 1) for number in sorted(pieces)], board)
