"""Files of solutions: writers, chosen by the suffix, and readers that verify each solution."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, replace
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self, cast

from cp_puzzles.base.file_access import opened, reason_of, writable_path, write_table, writing
from cp_puzzles.base.values import IN_FILE, checked, each_of
from cp_puzzles.cover.cover_problem import build_cover
from cp_puzzles.cover.dlx_problem import DlxProblem
from cp_puzzles.cover.solution import Solution
from cp_puzzles.cover.symmetry.symmetry_group import SYMMETRIES, WIDER, Symmetry, group_of
from cp_puzzles.cover.verifier import verifier_of
from cp_puzzles.errors import MistakeError, SolutionFileError
from cp_puzzles.output.formats.formats import FORMATS, format_of
from cp_puzzles.puzzle.geometry.placement import Placement, placements
from cp_puzzles.puzzle.puzzle import Puzzle, PuzzleSource, problem_from
from cp_puzzles.search.puzzle_options import puzzle_function
from cp_puzzles.search.search_options import VerifyOptions

if TYPE_CHECKING:
    from cp_puzzles.analysis.numbered_tilings import Tilings
    from cp_puzzles.puzzle.disassembly.take_apart import Disassembly


COLUMNS = ("tile", "cells", "tilings", "share")


def require_csv(path: str | os.PathLike[str]) -> None:
    """Raise `MistakeError` for a file that is not `.csv`."""
    if Path(path).suffix != ".csv":
        raise MistakeError(os.fspath(path), f"shares are not written as {Path(path).suffix!r}", "use .csv")


def write_shares(path: str | os.PathLike[str], tilings: Tilings) -> None:
    """Write a line for each placement: `tile`, `cells` (coordinates with commas), `tilings` (exact) and their `share`.

    The most frequent placements come first. Raises `MistakeError` for a file that is not `.csv` or cannot be written.
    """
    require_csv(path)
    written, total = tilings.puzzle.lattice.coordinates, max(tilings.total, 1)
    rows = []
    for times, placement in sorted((-times, placement) for placement, times in tilings.occurrences.items()):
        cells = " ".join(",".join(map(str, written(cell))) for cell in placement.cells)
        rows.append((placement.tile, cells, -times, -times / total))
    write_table(path, COLUMNS, rows)


@dataclass(frozen=True)
class SearchOutcome:
    """The symmetry up to which solutions were searched for, and whether the search found all of them."""

    symmetry: str
    is_complete: bool


class SolutionWriter(Protocol):
    """Takes solutions one by one; they are in the file after `close`, or at once if the format streams."""

    def __init__(self, path: Path, puzzle: Puzzle) -> None: ...

    def write(self, solution: Solution) -> None:
        """Write or collect the next solution."""
        ...

    def close(self, outcome: SearchOutcome | None = None) -> None:
        """Finish the file; `outcome` is None for solutions that come from a file."""
        ...


def open_writer(path: str | os.PathLike[str], puzzle: Puzzle) -> SolutionWriter:
    """Return a writer for a file; raises `MistakeError` for an unknown suffix or a file that cannot be written."""
    entry, listed = format_of(path, "solutions"), not puzzle.has_board
    if listed and entry.listed is None:
        remedy = "write " + " or ".join(other.suffix for other in FORMATS if other.listed)
        raise MistakeError(os.fspath(path), "a cover problem in a file has no board to show", remedy)
    if not entry.holds_overlap:
        remedy = "write " + ", ".join(other.suffix for other in FORMATS if other.holds_overlap)
        puzzle.refuse_overlap(os.fspath(path), f"{entry.suffix} has one piece for each cell", remedy)
    make = cast(type[SolutionWriter], entry.load(listed=listed))
    return make(Path(writable_path(os.fspath(path))), puzzle)


def write_solutions(path: str | os.PathLike[str], puzzle: PuzzleSource, solutions: Iterable[Solution]) -> None:
    """Write solutions to a file, in the format of its suffix.

    If an error ends `solutions`, the file has those before it; an earlier file stays if there are none.

    See Also
    --------
    read_solutions, solve
    """
    with SafeWriter(checked("path", path, IN_FILE), problem_from(puzzle)) as writer:
        for solution in each_of(Solution, "solutions", solutions):
            writer.write(solution)


class SafeWriter:
    """A file of solutions, or none; a full disk is reported as a mistake, and solutions already written are kept.

    An existing file is kept until the first solution or the end of a complete search: neither a mistake in the command
    nor a search that ends before its first solution costs the solutions of an earlier search.
    """

    def __init__(self, path: str | os.PathLike[str] | None, puzzle: Puzzle) -> None:
        self._path, self._puzzle = path, puzzle
        self.writer = None if path is None else self._new_writer(path)
        self._outcome: SearchOutcome | None = None
        self.is_written = False
        """Whether there is a file, and it has the solutions of this search."""

    def _new_writer(self, path: str | os.PathLike[str]) -> SolutionWriter:
        return open_writer(path, self._puzzle)

    def write(self, solution: Solution, *disassembly: Disassembly) -> None:
        """Write the next solution, with its moves if the writer takes them."""
        if self.writer is not None:
            with self._writing():
                self.writer.write(solution, *disassembly)
            self.is_written = True

    def conclude(self, symmetry: str, *, is_complete: bool) -> None:
        """Record how the search ended, for the formats that state it."""
        self._outcome = SearchOutcome(symmetry, is_complete)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        is_finished = error is None and (self._outcome is None or self._outcome.is_complete)
        if self.writer is not None and (self.is_written or is_finished):
            with self._writing() if error is None else suppress(OSError, MistakeError):
                self.writer.close(self._outcome)
            self.is_written = True

    def _writing(self) -> AbstractContextManager[None]:
        return writing(str(self._path), "what was written before is kept")


MAX_LINE = 10_000_000
"""The most letters of a line, which holds one solution."""


def read_solutions(path: str | os.PathLike[str], puzzle: PuzzleSource) -> Iterator[Solution]:
    """Yield the solutions of a file, each verified; orbit sizes that are not stated are computed.

    Raises `SolutionFileError` for a line that cannot be read and for an invalid solution.

    See Also
    --------
    write_solutions, verify
    """
    from cp_puzzles.cover.symmetry.orbits import orbit_sizes

    path, puzzle, cover = checked("path", path, IN_FILE), problem_from(puzzle), None
    for solution, stated in read_checked(path, puzzle):
        if stated is None:
            cover = cover or build_cover(puzzle)
            solution = replace(solution, orbit_size=orbit_sizes(cover, solution.placements)["full"])
        yield solution


def read_checked(path: str | os.PathLike[str], puzzle: Puzzle) -> Iterator[tuple[Solution, int | None]]:
    """Yield the solutions of a file, each verified, with the orbit size that the file states."""
    verifier, place = verifier_of(puzzle), os.fspath(path)
    suffix = Path(place.partition("#")[0]).suffix
    readers = (entry.reader() for entry in FORMATS if entry.kind == "solutions" and entry.suffix == suffix)
    for number, (solution, stated) in enumerate((next(readers, None) or read_lines)(place, puzzle), start=1):
        violation = verifier.violation(solution.placements)
        if violation is not None:
            remedy = "it does not solve this puzzle: is it the right SPEC?"
            raise SolutionFileError(f"{place}: solution {number}", violation, remedy)
        yield solution, stated


@dataclass(frozen=True)
class Verification:
    """The numbers of solutions in a file, of solutions up to symmetry, and of all their images.

    `raw` is the number of distinct solutions that the symmetry group makes of those in the file: all solutions of the
    puzzle, if the file is complete. It is the group of the board, or that of its components, or with exchanges of
    colors, if only their orbits have the stated sizes.
    """

    solutions: int
    orbits: int
    raw: int


@puzzle_function(VerifyOptions)
def verify(puzzle: Puzzle, options: VerifyOptions) -> Verification:
    """Check a `.jsonl` file: every solution is valid, none is repeated, and orbit sizes are right.

    A file does not name its equivalence, so a stated orbit size must hold under one of them. Raises `SolutionFileError`
    for the first invalid solution.

    See Also
    --------
    read_solutions, solve
    """
    from cp_puzzles.cover.symmetry.orbits import orbit_sizes

    path = options.path
    cover = build_cover(puzzle)
    seen: dict[int, int] = {}
    sizes: dict[Symmetry, dict[int, int]] = {"full": {}, **{symmetry: {} for symmetry in WIDER}}
    widest: Symmetry = "full"
    for number, (solution, stated) in enumerate(read_checked(path, puzzle), start=1):
        place = f"{os.fspath(path)}: solution {number}"
        key = hash(solution.placements)
        if key in seen:
            raise SolutionFileError(place, f"it is the same as solution {seen[key]}", "take one of them away")
        seen[key] = number
        by_symmetry = orbit_sizes(cover, solution.placements)
        if stated is not None and stated not in by_symmetry.values():
            remedy = "it is " + " or ".join(map(str, sorted({*by_symmetry.values()})))
            raise SolutionFileError(place, f"its orbit_size {stated} is wrong", remedy)
        if stated is not None and stated not in [by_symmetry[symmetry] for symmetry in SYMMETRIES]:
            widest = next(symmetry for symmetry in WIDER if by_symmetry.get(symmetry) == stated)
        for symmetry in sizes.keys() & by_symmetry.keys():
            image = group_of(cover, symmetry).representative(cover.options_of(solution.placements))
            sizes[symmetry][hash(image)] = by_symmetry[symmetry]
    found = sizes[widest]
    return Verification(len(seen), len(found), sum(found.values()))


def read_lines(place: str, puzzle: Puzzle) -> Iterator[tuple[Solution, int | None]]:
    """Yield the solution on each line of a file, unchecked, with the orbit size that the line states."""
    try:
        with TextIOWrapper(opened(place), encoding="utf-8-sig") as file:
            for number, line in enumerate(iter(partial(file.readline, MAX_LINE), ""), start=1):
                if len(line) == MAX_LINE:
                    problem = f"the line has more than {MAX_LINE:,} letters"
                    raise SolutionFileError(f"{place}:{number}", problem, "a line is one solution")
                if line.strip():
                    yield _solution(line, f"{place}:{number}", puzzle)
    except OSError as error:
        problem = f"the file cannot be read: {reason_of(error)}"
        raise SolutionFileError(place, problem, "give a .jsonl file of solutions") from None
    except UnicodeDecodeError as error:
        raise SolutionFileError(place, f"byte {error.start} is not UTF-8", "give a .jsonl file of solutions") from None
    except UnicodeEncodeError as error:
        raise SolutionFileError(repr(place), reason_of(error), "give a .jsonl file of solutions") from None


def _solution(line: str, place: str, puzzle: Puzzle) -> tuple[Solution, int | None]:
    try:
        data = _mapping(json.loads(line))
        if isinstance(puzzle, DlxProblem):
            return Solution(puzzle, tuple(sorted(_option(value, puzzle) for value in _list(data, "options")))), 1
        placements = tuple(sorted(placement_of(value, puzzle) for value in _list(data, "placements")))
        stated = _size(data["orbit_size"]) if "orbit_size" in data else None
        return Solution(puzzle, placements, stated or 1), stated
    except (ValueError, RecursionError) as error:
        detail = str(error)
        if isinstance(error, RecursionError):
            detail = "its brackets are nested too deeply"
        elif isinstance(error, json.JSONDecodeError):
            detail = f"the line is not JSON from column {error.colno} on"
        example = '{"placements": [{"tile": "F", "cells": [[0, 0], ...]}, ...]}'
        if isinstance(puzzle, DlxProblem):
            example = '{"options": [{"option": 1}, ...]}'
        raise SolutionFileError(place, f"not a solution: {detail}", f"a line is {example}") from None


def _option(value: object, problem: DlxProblem) -> Placement:
    """Return an option of a problem from its JSON object; raises `ValueError` for any other value."""
    data = _mapping(value)
    option = data.get("option")
    if type(option) is not int or not 1 <= option <= len(problem.listed):
        raise ValueError(f"{json.dumps(value)[:40]} is not one of the {len(problem.listed)} options")
    placement = problem.placement(option - 1)
    if data.get("items", placement.tile.split()) != placement.tile.split():
        raise ValueError(f"option {option} has the items {placement.tile}")
    return placement


def placement_of(value: object, puzzle: Puzzle) -> Placement:
    """Return the placement of a JSON object; raise `ValueError` for any other value.

    Files of earlier versions do not say what a placement shows; then it is the first that fits the cells.
    """
    data, lattice = _mapping(value), puzzle.lattice
    tile = data.get("tile")
    if not isinstance(tile, str):
        raise ValueError(f"{_short(tile)} is not a tile name")
    cells = [*map(_cell, _list(data, "cells"))]
    if not lattice.translations.is_everything or lattice.periods:
        if wrong := next((cell for cell in cells if len(cell) != len(lattice.axes)), None):
            raise ValueError(f"{list(wrong)} does not have the coordinates {', '.join(lattice.axes)}")
        cells = [lattice.cell_at(cell) for cell in cells]
    if cells and "shown" in data:
        shown = _list(data, "shown")
        if len(shown) != len(cells) or not all(isinstance(letter, str) for letter in shown):
            raise ValueError(f"{_short(shown)} is not what is shown on {len(cells)} cells")
        covered, letters = zip(*sorted(zip(cells, map(str, shown), strict=True)), strict=True)
        return Placement(covered, tile, lattice, letters)
    if not {*cells} <= {*puzzle.board.cells} or not cells:
        return Placement(tuple(sorted(cells)), tile, lattice)  # of another puzzle, which the verifier refuses
    images = next((each.orientations for each in puzzle.tiles if each.name == tile), ())
    ways = [way for way in placements(lattice, tile, images, cells) if len(way.cells) == len(set(cells))]
    fitting = (way for way in ways if all(rule.admits(puzzle.board_geometry, way) for rule in puzzle.rules))
    return next(fitting, Placement(tuple(sorted(cells)), tile, lattice))


def _mapping(value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise ValueError(f"{_short(value)} is not an object in braces")
    return value


def _list(data: dict[str, object], key: str) -> list[object]:
    if key not in data:
        raise ValueError(f"the key {key!r} is missing")
    value = data[key]
    if not isinstance(value, list):
        raise ValueError(f"{key!r} is {_short(value)}, not a list")
    return value


def _cell(value: object) -> tuple[int, ...]:
    if not isinstance(value, list) or not all(type(x) is int for x in value):
        raise ValueError(f"{_short(value)} is not a cell")
    return tuple(value)


def _size(value: object) -> int:
    if type(value) is not int or value < 1:
        raise ValueError(f"{_short(value)} is not an orbit size, at least 1")
    return value


def _short(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 40 else text[:37] + "..."
