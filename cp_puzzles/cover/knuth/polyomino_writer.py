"""Writer of puzzles in the input format of Knuth's POLYOMINO-DLX and POLYIAMOND-DLX; see `polyomino_reader`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from cp_puzzles.cover.knuth.polyomino_reader import BOX_LATTICES, DIGITS, MARKS
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.polyform import orientations
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.tile import Tile

NAME_LENGTH = 8


def polyomino_lines(puzzle: Puzzle) -> Iterator[str]:
    r"""Yield the lines for POLYOMINO-DLX; raises `MistakeError` for a puzzle that the format cannot express.

    >>> from cp_puzzles.puzzle.puzzle_source import puzzle_from
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
        raise _refused(puzzle, "the board is wrapped", "write another format, such as .dlx")
    if not puzzle.required.issuperset(puzzle.free_cells):
        raise _refused(puzzle, "a cell may stay empty", "write another format, such as .dlx")
    if puzzle.rules:
        raise _refused(puzzle, f"the format has no rule {puzzle.rules[0].key}", "write another format, such as .dlx")
    board_corner = _corner(puzzle.lattice, puzzle.board.cells)
    cell_words = [_cell_word(puzzle, cell, board_corner) for cell in puzzle.free_cells]
    yield f"| {' '.join(puzzle.name.split())}"
    yield " ".join(_sets(cell_words))
    for tile in puzzle.remaining_tiles:
        least, most = tile.minimum, tile.maximum
        if most > 0:
            _refuse_tile(puzzle, tile, cell_words)
            corner = _corner(puzzle.lattice, tile.form)
            cells = (_cell_word(puzzle, cell, corner) for cell in tile.form)
            yield " ".join([_bounds(least, most) + tile.name, *cells])


def _bounds(least: int, most: int) -> str:
    """Return the bounds on the copies of a piece, as they stand before its name; "" for one copy."""
    if least == most:
        return "" if most == 1 else f"{most}|"
    return f"{least}:{most}|"


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
    runs: list[list[int]] = []
    for place in places:
        if runs and runs[-1][-1] == place - 1:
            runs[-1].append(place)
        else:
            runs.append([place])
    parts = ["".join(DIGITS[p] for p in run) for run in runs]
    text = "".join(f"{part[0]}-{part[-1]}" if len(part) > 2 else part for part in parts)
    return text if len(places) == 1 else f"[{text}]"


def _refuse_tile(puzzle: Puzzle, tile: Tile, cells: list[str]) -> None:
    if set(tile.orientations) != set(orientations(puzzle.lattice, tile.form, reflect=True)):
        raise _refused(
            puzzle,
            f"the tile {tile.name!r} is not rotated and reflected freely",
            "write another format, such as .dlx",
        )
    is_plain = 0 < len(tile.name) <= NAME_LENGTH and all("!" <= c <= "~" and c not in ":|" for c in tile.name)
    if not is_plain or tile.name in cells:
        wanted = f"a name of up to {NAME_LENGTH} letters or digits that is no cell"
        raise _refused(
            puzzle, f"the tile {tile.name!r} has a name that this format does not allow", f"give it {wanted}"
        )


def _refused(puzzle: Puzzle, problem: str, remedy: str) -> MistakeError:
    return MistakeError(puzzle.name, problem, remedy)
