"""The boards of a day of Pips: of each its number of solutions, and the pieces of one of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from pathlib import Path

from cp_puzzles.base.deadline import Deadline
from cp_puzzles.base.interrupts import propagate_interrupt
from cp_puzzles.cover.cover_problem import build_cover
from cp_puzzles.cover.solution import Solution
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.puzzle.calendar_dates import read_date
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle, build_puzzle, puzzle_from
from cp_puzzles.puzzle.rules.region_values import RegionRule
from cp_puzzles.puzzle.spec.loader import read_source
from cp_puzzles.puzzle.spec.pips_file import LEVELS, read_pips
from cp_puzzles.search.options import SearchOptions
from cp_puzzles.search.searches import count_solutions, find_solutions


@dataclass(frozen=True)
class DayBoard:
    """A board with the number of its solutions and the pieces of one, in the order in which they are told."""

    puzzle: Puzzle
    solutions: int
    placements: tuple[Placement, ...]


def day_puzzles(source: str, day: str | None) -> tuple[Puzzle, ...]:
    """Return the boards of a file of Pips, of a day in a folder, or of a puzzle file with regions; else nothing.

    A folder has a file for each day, such as `2026-11-23.json`, or the puzzle files that `import` made of it.
    """
    path = Path(source)
    if path.is_dir():
        return _of_folder(path, read_date(day or "today"))
    if path.suffix != ".json":
        puzzle = puzzle_from(source)
        has_regions = not puzzle.board.labels and any(isinstance(rule, RegionRule) for rule in puzzle.rules)
        boards = (puzzle,) * has_regions
    else:
        boards = _of_json(source)
    if boards and day is not None:
        problem = "a file has the boards of one day"
        raise MistakeError(Parameter("date", day), problem, "omit the date, or name the folder of the files")
    return boards


def solved_boards(puzzles: tuple[Puzzle, ...], deadline: Deadline) -> Iterator[DayBoard]:
    """Yield each board with its number of solutions, and a solution; end early at the deadline.

    A piece comes before others if a cell that it covers has fewer possible placements.
    """
    for puzzle in puzzles:
        options = SearchOptions(symmetry="off", jobs=1, time_limit=deadline.seconds)
        counted = propagate_interrupt(partial(count_solutions, puzzle, options))
        found = propagate_interrupt(partial(find_solutions, puzzle, replace(options, limit=1)))
        if counted.status != "complete" or found.status == "time-limit":
            return
        yield DayBoard(puzzle, counted.count, tuple(_ordered(puzzle, found.solutions)))


def _ordered(puzzle: Puzzle, solutions: Sequence[Solution]) -> list[Placement]:
    """Return the pieces of the first solution, if there is one, without those that are given."""
    cover = build_cover(puzzle)
    choices = dict(zip(cover.cells, map(len, cover.problem.covering), strict=False))
    pieces = [piece for solution in solutions[:1] for piece in solution.placements if piece not in puzzle.given]
    return sorted(pieces, key=lambda piece: (min(choices[cell] for cell in piece.cells), piece))


def _of_folder(folder: Path, day: date) -> tuple[Puzzle, ...]:
    files = sorted(folder.glob(f"*{day.isoformat()}.json"))
    if files:
        return _of_json(str(files[0]))
    imported = [path for level in LEVELS for path in sorted(folder.glob(f"*{day.isoformat()}-{level}.yaml"))[:1]]
    if not imported:
        problem = f"there is no file {day.isoformat()}.json"
        raise MistakeError(str(folder), problem, ("name a day that has one: ", Parameter("date", "2026-11-23")))
    return tuple(map(puzzle_from, map(str, imported)))


def _of_json(source: str) -> tuple[Puzzle, ...]:
    boards = read_pips(*read_source(source), f"Pips {Path(source).stem}")
    return tuple(map(build_puzzle, boards.values()))
