"""Puzzles in the input format of Knuth's programs POLYOMINO-DLX and POLYIAMOND-DLX.

The first line, after comments, lists the cells of the board. Every further line is a piece: its name, then its cells. A
cell is two digits, x and y, of 0 to 9, a to z, A to Z; of triangles xy points up and xy' down. Instead of a digit there
may be a set of them in brackets: [0-5][02] are twelve cells. 3|P is a piece that is used three times, 1:2|P one that is
used once or twice. A line that starts with | is a comment. Pieces may be turned and turned over.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby, product
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Any

from cp_puzzles.base.file_access import numbered_lines
from cp_puzzles.errors import MistakeError, SpecError
from cp_puzzles.output.formats.dlx import COMMENT, NAME_LENGTH, bounded, is_name
from cp_puzzles.puzzle.board_and_tiles import Tile
from cp_puzzles.puzzle.fields import Origin
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.placement import shown_orientations
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.spec.loader import read_source
from cp_puzzles.puzzle.spec.schema import PuzzleSpec, validated

DIGITS = digits + ascii_lowercase + ascii_uppercase

MARKS: dict[str, dict[str, tuple[int, ...]]] = {"square": {"": ()}, "triangular": {"": (0,), "'": (1,)}}
"""For each lattice of the format: the suffixes of cells, each with the coordinates that it stands for."""

BOX_LATTICES = {".polyomino": "square", ".polyiamond": "triangular"}
"""The suffixes of such files, and their lattices."""

_CELL = re.compile(r"(\[[^\]]*\]|[^\[])(\[[^\]]*\]|[^\[])(.*)")


def load_polyomino(path: str) -> PuzzleSpec:
    """Return the spec of a file whose suffix names its lattice; raises `SpecError`."""
    text, source = read_source(path)
    return parse_boxes(text, source, BOX_LATTICES[Path(path).suffix])


def parse_boxes(text: str, source: str, lattice: str) -> PuzzleSpec:
    r"""Return the spec that a text describes; raises `SpecError` with `source:line` of a mistake.

    The programs understand two things that a puzzle file cannot express and that are refused: several lines with
    different shapes of one piece, and further suffixes of cells.

    >>> spec = parse_boxes("[01][0-2]\n3|D 00 01\n", "dominoes.polyomino", "square")
    >>> spec.name, len(spec.board.cells), spec.tiles[0].multiplicity.max
    ('dominoes', 6, 3)
    """
    lines = [(number, line.split()) for number, line in numbered_lines(text, COMMENT)]
    if not lines:
        raise SpecError(source, "there is no board", "list its cells in the first line, as [0-5][0-9]")
    positions: dict[tuple[str | int, ...], tuple[int, int]] = {("board",): (lines[0][0], 1)}
    tiles: dict[str, dict[str, Any]] = {}
    for number, (word, *cells) in lines[1:]:
        place = f"{source}:{number}"
        low, high, name = _piece(word, place)
        tile = _tile(name, (low, high), _cells(cells, place, lattice), lattice)
        if tiles.setdefault(name, tile) != tile:
            remedy = "convert it to a .dlx file with Knuth's program, and count that file"
            raise SpecError(place, f"the piece {name!r} occurs twice", remedy)
        positions.setdefault(("tiles", len(tiles) - 1), (number, 1))
    data = {
        "name": Path(source).stem or "box",
        "lattice": lattice,
        "board": {"cells": _cells(lines[0][1], f"{source}:{lines[0][0]}", lattice)},
        "tiles": list(tiles.values()),
        "labeled": True,  # the programs tell pieces apart by their names
    }
    return validated(data, Origin(source, positions))


def _piece(word: str, place: str) -> tuple[int, int, str]:
    match = re.fullmatch(r"(?:(?:(\d{1,9}):)?(\d{1,9})\|)?([^|:]+)", word)
    if match is None:
        raise SpecError(place, f"{word!r} is not the name of a piece", "write NAME, 3|NAME or 1:2|NAME, then its cells")
    high = int(match[2] or 1)
    return int(match[1] or high), high, match[3]


def _tile(name: str, bounds: tuple[int, int], cells: list[Cell], lattice: str) -> dict[str, Any]:
    tile = {"name": name, "cells": cells, "multiplicity": dict(zip(("min", "max"), bounds, strict=True))}
    cell_at, is_connected = LATTICES[lattice].cell_at, LATTICES[lattice].is_connected
    return tile if not cells or is_connected(tuple(map(cell_at, cells))) else {**tile, "disconnected": True}


def _cells(words: list[str], place: str, lattice: str) -> list[Cell]:
    """Return the cells of a line, each once, in order."""
    cells: set[Cell] = set()
    for word in words:
        match = _CELL.fullmatch(word)
        if match is None:
            raise SpecError(place, f"{word!r} is not a cell", "write two digits of 0-9a-zA-Z, or sets such as [0-5]")
        if match[3] not in MARKS[lattice]:
            raise SpecError(place, f"{word!r} has the suffix {match[3]!r}", "a cell of a puzzle has none: write xy")
        pair = product(*(_numbers(part, word, place) for part in match.groups()[:2]))
        cells |= {(*xy, *MARKS[lattice][match[3]]) for xy in pair}
    return sorted(cells)


def _numbers(part: str, word: str, place: str) -> set[int]:
    """Return the numbers of a digit or of a set of digits."""
    inside = part[1:-1] if part.startswith("[") else part
    if not re.fullmatch(r"(?:[0-9a-zA-Z](?:-[0-9a-zA-Z])?)+", inside):
        raise SpecError(
            place, f"{part!r} in {word!r} is not a digit", "write one of 0-9a-zA-Z, or a set such as [0-5ab]"
        )
    numbers: set[int] = set()
    for first, last in re.findall(r"(.)(?:-(.))?", inside):
        span = range(DIGITS.index(first), DIGITS.index(last or first) + 1)
        if not span:
            raise SpecError(place, f"the range {first}-{last} in {word!r} goes down", "write the smaller digit first")
        numbers.update(span)
    return numbers


def polyomino_lines(puzzle: Puzzle) -> Iterator[str]:
    r"""Yield the lines for POLYOMINO-DLX; raises `MistakeError` for a puzzle that the format cannot express.

    >>> from cp_puzzles.puzzle.puzzle import puzzle_from
    >>> print("\n".join(polyomino_lines(puzzle_from("dominoes4x4"))))
    | Dominoes 4x4
    [0-3][0-3]
    8|I 00 01
    """
    return _lines(puzzle, ".polyomino")


def polyiamond_lines(puzzle: Puzzle) -> Iterator[str]:
    """Yield the lines for POLYIAMOND-DLX; see `polyomino_lines`."""
    return _lines(puzzle, ".polyiamond")


def _lines(puzzle: Puzzle, suffix: str) -> Iterator[str]:
    if puzzle.lattice.name != BOX_LATTICES[suffix]:
        raise _refused(puzzle, f"a {puzzle.lattice.name} puzzle is no {suffix} puzzle", "write another format")
    if puzzle.lattice.periods:
        raise _refused(puzzle, "the board is wrapped")
    if not puzzle.required.issuperset(puzzle.free_cells):
        raise _refused(puzzle, "a cell may stay empty")
    if puzzle.rules:
        raise _refused(puzzle, f"the format has no rule {puzzle.rules[0].key}")
    tiles = [tile for tile in puzzle.remaining_tiles if tile.maximum > 0]
    if not puzzle.free_cells or not tiles:
        raise _refused(puzzle, "no piece fits on the board" if puzzle.free_cells else "given pieces cover the board")
    board_corner = _corner(puzzle.lattice, puzzle.board.cells)
    cell_words = [_cell_word(puzzle, cell, board_corner) for cell in puzzle.free_cells]
    yield f"| {' '.join(puzzle.name.split())}"
    yield " ".join(_sets(cell_words))
    for tile in tiles:
        _refuse_tile(puzzle, tile, cell_words)
        corner = _corner(puzzle.lattice, tile.form)
        cells = (_cell_word(puzzle, cell, corner) for cell in tile.form)
        yield " ".join([bounded(tile.minimum, tile.maximum, tile.name), *cells])


def _corner(lattice: Lattice, cells: tuple[Cell, ...]) -> Cell:
    """Return the smallest x and the smallest y of some cells."""
    x, y = (min(column) for column in list(zip(*map(lattice.coordinates, cells), strict=True))[:2])
    return x, y


def _cell_word(puzzle: Puzzle, cell: Cell, corner: Cell) -> str:
    """Return a cell as two digits, counted from the corner, and the mark of its class."""
    x, y, *class_number = puzzle.lattice.coordinates(cell)
    if max(x - corner[0], y - corner[1]) >= len(DIGITS):
        raise _refused(puzzle, f"the board is larger than {len(DIGITS)}x{len(DIGITS)}", "write another format")
    marks = MARKS[puzzle.lattice.name]
    mark = next(mark for mark, class_coordinates in marks.items() if class_coordinates == tuple(class_number))
    return DIGITS[x - corner[0]] + DIGITS[y - corner[1]] + mark


def _sets(cells: Sequence[str]) -> Iterator[str]:
    """Yield the same cells as products of sets of digits, since the programs read at most 1023 characters a line.

    >>> list(_sets(["00", "01", "02", "10", "11", "12", "20", "22", "00'"]))
    ['[01][0-2]', '2[02]', "00'"]
    """
    columns: dict[tuple[str, str], list[str]] = defaultdict(list)
    for cell in cells:
        columns[cell[0], cell[2:]].append(cell[1])
    alike: dict[tuple[str, str], list[str]] = defaultdict(list)
    for (x, mark), ys in columns.items():
        alike[_set(ys), mark].append(x)
    return (_set(xs) + ys + mark for (ys, mark), xs in alike.items())


def _set(written: Sequence[str]) -> str:
    """Return a digit, or digits in brackets, three or more consecutive ones as a range."""
    places = sorted(map(DIGITS.index, written))
    runs = groupby(enumerate(places), lambda numbered: numbered[1] - numbered[0])  # equal in a run
    parts = ["".join(DIGITS[place] for _, place in run) for _, run in runs]
    text = "".join(f"{part[0]}-{part[-1]}" if len(part) > 2 else part for part in parts)
    return text if len(places) == 1 else f"[{text}]"


def _refuse_tile(puzzle: Puzzle, tile: Tile, cells: list[str]) -> None:
    if tile.shown:
        raise _refused(puzzle, f"the tile {tile.name!r} has colors, values or sides")
    if tile.orientations != shown_orientations(puzzle.lattice, tile.shape, reflect=True):
        raise _refused(puzzle, f"the tile {tile.name!r} is not rotated and reflected freely")
    if not is_name(tile.name) or tile.name in cells:
        wanted = f"a name of up to {NAME_LENGTH} letters or digits that is no cell"
        raise _refused(
            puzzle, f"the tile {tile.name!r} has a name that this format does not allow", f"give it {wanted}"
        )


def _refused(puzzle: Puzzle, problem: str, remedy: str = "write another format, such as .dlx") -> MistakeError:
    return MistakeError(puzzle.name, problem, remedy)
