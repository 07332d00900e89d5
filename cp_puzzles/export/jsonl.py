"""Solution files, a JSON object a line, and what else `verify` and `render` read back."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from cp_puzzles.cover.kinds import problem_from, verifier_of
from cp_puzzles.cover.matrix import Matrix
from cp_puzzles.cover.solution import Solution
from cp_puzzles.errors import SolutionFileError
from cp_puzzles.export.burr_reader import read_assemblies
from cp_puzzles.export.option_lists import read_option
from cp_puzzles.export.text_file import TextFile
from cp_puzzles.files import reason_of
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.puzzle.source import PuzzleSource
from cp_puzzles.spec.burr_spec import BURR_SUFFIX
from cp_puzzles.symmetry.solution_orbits import SolutionOrbits

MAX_LINE = 10_000_000
"""Letters of a line, which holds one solution, at most."""


class JsonLinesWriter(TextFile):
    """Writes a line for each solution as it comes: its number, the size of its orbit, its placements by first cell."""

    def _text(self, solution: Solution, number: int) -> str:
        return json_line(solution, number) + "\n"


def json_line(solution: Solution, number: int) -> str:
    """One solution as a JSON object."""
    placements = [placement.data(solution.puzzle.lattice) for placement in solution.placements]
    return json.dumps({"solution": number, "orbit_size": solution.orbit_size, "placements": placements})


def read_solutions(path: str | os.PathLike[str], puzzle: PuzzleSource) -> Iterator[Solution]:
    """The solutions of a file, each checked against the puzzle; an orbit whose size is not stated is worked out.

    Raises `SolutionFileError` for a line that cannot be read and for a solution that does not solve the puzzle.
    """
    puzzle = problem_from(puzzle)
    orbits = None
    for solution, stated in read_checked(path, puzzle):
        if stated is None:
            orbits = orbits or SolutionOrbits(puzzle)
            solution = replace(solution, orbit_size=orbits.sizes(solution.placements)["full"])
        yield solution


def read_checked(path: str | os.PathLike[str], puzzle: Puzzle) -> Iterator[tuple[Solution, int | None]]:
    """The solutions of a file, each checked against the puzzle, with the size of the orbit that the file states."""
    verifier = verifier_of(puzzle)
    for number, (solution, stated) in enumerate(_read(path, puzzle), start=1):
        fault = verifier.fault(solution.placements)
        if fault is not None:
            remedy = "it does not solve this puzzle: is it the right SPEC?"
            raise SolutionFileError(f"{os.fspath(path)}: solution {number}", fault, remedy)
        yield solution, stated


def _read(path: str | os.PathLike[str], puzzle: Puzzle) -> Iterator[tuple[Solution, int | None]]:
    place = os.fspath(path)
    if Path(place.partition("#")[0]).suffix == BURR_SUFFIX:
        for solution in read_assemblies(place, puzzle):
            yield solution, None
        return
    try:
        with open(path, encoding="utf-8-sig") as file:
            for number, line in enumerate(iter(partial(file.readline, MAX_LINE), ""), start=1):
                if len(line) == MAX_LINE:
                    raise SolutionFileError(
                        f"{place}:{number}", f"the line has more than {MAX_LINE:,} letters", "a line is one solution"
                    )
                if line.strip():
                    yield _solution(line, f"{place}:{number}", puzzle)
    except OSError as error:
        problem = f"the file cannot be read: {reason_of(error)}"
        raise SolutionFileError(place, problem, "give a .jsonl file of solutions") from None
    except UnicodeDecodeError as error:
        raise SolutionFileError(place, f"byte {error.start} is not UTF-8", "give a .jsonl file of solutions") from None


def _solution(line: str, place: str, puzzle: Puzzle) -> tuple[Solution, int | None]:
    try:
        data = _mapping(json.loads(line))
        if isinstance(puzzle, Matrix):
            return Solution(puzzle, tuple(sorted(read_option(value, puzzle) for value in _list(data, "options")))), 1
        placements = tuple(sorted(_placement(value, puzzle.lattice) for value in _list(data, "placements")))
        stated = _size(data["orbit_size"]) if "orbit_size" in data else None
        return Solution(puzzle, placements, stated or 1), stated
    except (ValueError, RecursionError) as error:
        detail = "its brackets are nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise SolutionFileError(
            place,
            f"this is no solution: {detail}",
            'a line is {"options": [{"option": 1}, ...]}'
            if isinstance(puzzle, Matrix)
            else 'a line is {"placements": [{"tile": "F", "cells": [[0, 0], ...]}, ...]}',
        ) from None


def _placement(value: object, lattice: Lattice) -> Placement:
    data = _mapping(value)
    tile = data.get("tile")
    if not isinstance(tile, str):
        raise ValueError(f"{_short(tile)} is no tile name")
    cells = map(_cell, _list(data, "cells"))
    if lattice.translations.is_everything and lattice.periods is None:
        return Placement(tuple(sorted(cells)), tile, lattice)
    return Placement(tuple(sorted(_read_cell(lattice, cell) for cell in cells)), tile, lattice)


def _read_cell(lattice: Lattice, written: tuple[int, ...]) -> tuple[int, ...]:
    if len(written) != len(lattice.axes):
        raise ValueError(f"{list(written)} has not the coordinates {', '.join(lattice.axes)}")
    return lattice.read(written)


def _mapping(value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise ValueError(f"{_short(value)} stands where an object in braces belongs")
    return value


def _list(data: dict[str, object], key: str) -> list[object]:
    if key not in data:
        raise ValueError(f"the key {key!r} is missing")
    value = data[key]
    if not isinstance(value, list):
        raise ValueError(f"{key!r} is {_short(value)} and no list")
    return value


def _cell(value: object) -> tuple[int, ...]:
    if not isinstance(value, list) or not all(type(x) is int for x in value):
        raise ValueError(f"{_short(value)} is no cell")
    return tuple(value)


def _size(value: object) -> int:
    if type(value) is not int or value < 1:
        raise ValueError(f"{_short(value)} is no size of an orbit, which is 1 or more")
    return value


def _short(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 40 else text[:37] + "..."
