"""Solution files, a JSON object a line: what `verify` and `render` read back."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

from cp_puzzles.cover.solution import Solution
from cp_puzzles.errors import SolutionFileError
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.puzzle.model import Puzzle


class JsonLinesWriter:
    """Writes a line for each solution as it comes: its number, the size of its orbit, its placements by first cell."""

    def __init__(self, path: Path, puzzle: Puzzle) -> None:
        self._file = path.open("w", encoding="utf-8", buffering=1)
        self._number = 0

    def write(self, solution: Solution) -> None:
        """Write one line."""
        self._number += 1
        self._file.write(json_line(solution, self._number) + "\n")

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def json_line(solution: Solution, number: int) -> str:
    """One solution as a JSON object."""
    placements = [{"tile": placement.tile, "cells": placement.cells} for placement in solution.placements]
    return json.dumps({"solution": number, "orbit_size": solution.orbit_size, "placements": placements})


def read_solutions(path: str | os.PathLike[str], puzzle: Puzzle) -> Iterator[Solution]:
    """The solutions of a file, not yet verified; raises `SolutionFileError` with the line that cannot be read."""
    place = os.fspath(path)
    try:
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(file, start=1):
                if line.strip():
                    yield _solution(line, f"{place}:{number}", puzzle)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise SolutionFileError(
            place, f"the file cannot be read: {reason}", "give a .jsonl file of solutions"
        ) from None
    except UnicodeDecodeError as error:
        raise SolutionFileError(place, f"byte {error.start} is not UTF-8", "give a .jsonl file of solutions") from None


def _solution(line: str, place: str, puzzle: Puzzle) -> Solution:
    try:
        data = json.loads(line)
        placements = tuple(
            sorted(Placement(tuple(sorted(map(_cell, p["cells"]))), _text(p["tile"])) for p in data["placements"])
        )
        return Solution(puzzle, placements, int(data.get("orbit_size", 1)))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        detail = f"the key {error} is missing" if isinstance(error, KeyError) else str(error).split("\n")[0]
        raise SolutionFileError(
            place,
            f"this is no solution: {detail}",
            'a line is {"placements": [{"tile": "F", "cells": [[0, 0], ...]}, ...]}',
        ) from None


def _cell(value: object) -> tuple[int, ...]:
    if not isinstance(value, list) or not all(type(x) is int for x in value):
        raise ValueError(f"{value!r} is no cell")
    return tuple(value)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is no tile name")
    return value
