"""Rules and measures evaluated on a picture: a dict from (row, column) to the number of a piece.

Squares only, written without the package: cells of the board that no piece covers are mapped to None.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, product

from tests.puzzle.disassembly import brute_force

Cell = tuple[int, int]
Picture = dict[Cell, int | None]


def around(cell: Cell) -> list[Cell]:
    row, column = cell
    return [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]


def connected_parts(cells: Iterable[Cell]) -> list[list[Cell]]:
    left, parts = set(cells), []
    while left:
        part = [left.pop()]
        for cell in part:
            part += (beside := left.intersection(around(cell)))
            left -= beside
        parts.append(sorted(part))
    return parts


def _extent(picture: Picture) -> tuple[int, int]:
    return 1 + max(row for row, _ in picture), 1 + max(column for _, column in picture)


def faults(picture: Picture) -> int:
    rows, columns = _extent(picture)
    found = 0
    for turned, lines in ((False, rows), (True, columns)):
        for line in range(1, lines):
            across = [
                (picture[a], picture[b])
                for k in range(max(rows, columns))
                for a, b in [((k, line - 1), (k, line)) if turned else ((line - 1, k), (line, k))]
                if a in picture and b in picture
            ]
            found += bool(across) and not any(a is not None and a == b for a, b in across)
    return found


def crossroads(picture: Picture) -> int:
    rows, columns = _extent(picture)
    found = 0
    for row, column in product(range(rows - 1), range(columns - 1)):
        block = [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)]
        pieces = {picture.get(cell) for cell in block} - {None}
        found += len(pieces) == 4
    return found


def border(picture: Picture) -> int:
    rows, columns = _extent(picture)
    off_board = set(product(range(-1, rows + 1), range(-1, columns + 1))) - picture.keys()
    outside = next(set(part) for part in connected_parts(off_board) if (-1, -1) in part)
    return len({piece for cell, piece in picture.items() if not outside.isdisjoint(around(cell))} - {None})


def enclosed(picture: Picture) -> int:
    rows, columns = _extent(picture)
    off_board = set(product(range(-1, rows + 1), range(-1, columns + 1))) - picture.keys()
    outside = next(set(part) for part in connected_parts(off_board) if (-1, -1) in part)
    left = {cell for cell, piece in picture.items() if piece is None}
    open_cells = [cell for cell in left if not outside.isdisjoint(around(cell))]
    left.difference_update(open_cells)
    for y, x in open_cells:
        beside = {(y + dy, x + dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1)} & left
        open_cells += beside
        left -= beside
    return len(left)


def rectangles(picture: Picture) -> int:
    found = 0
    for pair in combinations(sorted(set(picture.values()) - {None}), 2):  # type: ignore[type-var]
        cells = [cell for cell, piece in picture.items() if piece in pair]
        rows, columns = ({cell[axis] for cell in cells} for axis in (0, 1))
        area = (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1)
        found += area == len(cells)
    return found


def covered(picture: Picture) -> int:
    return sum(piece is not None for piece in picture.values())


def covered_in_lines(picture: Picture, axis: int) -> list[int]:
    return [
        sum(piece is not None for cell, piece in picture.items() if cell[axis] == line)
        for line in range(_extent(picture)[axis])
    ]


def empty(picture: Picture) -> int:
    return len(picture) - covered(picture)


def pieces(picture: Picture) -> int:
    return len(set(picture.values()) - {None})


def neighbors(picture: Picture, *, corners: bool = False) -> set[frozenset[int]]:
    steps = [(1, 0), (0, 1), *([(1, 1), (1, -1)] if corners else [])]
    pairs = ((piece, picture.get((y + dy, x + dx))) for (y, x), piece in picture.items() for dy, dx in steps)
    return {frozenset((a, b)) for a, b in pairs if a is not None and b is not None and a != b}


def touch_at_corners(picture: Picture, group: set[int]) -> bool:
    sides = {pair for pair in neighbors(picture) if pair <= group}
    corners = {pair for pair in neighbors(picture, corners=True) if pair <= group}
    return not sides and group == {piece for pair in corners for piece in pair}


def touching(picture: Picture) -> int:
    return len(neighbors(picture))


def empty_parts(picture: Picture) -> int:
    return len(connected_parts(cell for cell, piece in picture.items() if piece is None))


def is_connected(picture: Picture, group: set[int]) -> bool:
    reached, pairs = {*sorted(group)[:1]}, [pair for pair in neighbors(picture) if pair <= group]
    for _ in group:
        reached |= {piece for pair in pairs if pair & reached for piece in pair}
    return reached == group


def is_loop(picture: Picture) -> bool:
    pieces = {piece for piece in picture.values() if piece is not None}
    degrees = {sum(piece in pair for pair in neighbors(picture)) for piece in pieces}
    return len(pieces) > 2 and degrees == {2} and is_connected(picture, pieces)


def empty_pairs(picture: Picture) -> int:
    return sum(
        piece is None and cell in picture and picture[cell] is None
        for (row, column), piece in picture.items()
        for cell in ((row + 1, column), (row, column + 1))
    )


def half_turn(picture: Picture) -> bool:
    rows = [row for row, _ in picture]
    columns = [column for _, column in picture]
    image = {
        (min(rows) + max(rows) - row, min(columns) + max(columns) - column): piece
        for (row, column), piece in picture.items()
    }
    return _partition(image) == _partition(picture)


def _partition(picture: Picture) -> set[frozenset[tuple[int, int]]]:
    by_piece: dict[int, set[tuple[int, int]]] = {}
    for cell, piece in picture.items():
        if piece is not None:
            by_piece.setdefault(piece, set()).add(cell)
    return {frozenset(cells) for cells in by_piece.values()}


def colorable(picture: Picture, colors: int, *, corners: bool = False, apart: Iterable[int] = ()) -> bool:
    near = neighbors(picture, corners=corners) | {frozenset(pair) for pair in combinations(apart, 2)}
    names = sorted(set(picture.values()) - {None})  # type: ignore[type-var]
    return any(
        all(coloring[names.index(a)] != coloring[names.index(b)] for a, b in map(sorted, near))
        for coloring in product(range(colors), repeat=len(names))
    )


def assembly(picture: Picture) -> tuple[frozenset[tuple[int, ...]], ...]:
    """Return the cells of each piece."""
    numbers = sorted({piece for piece in picture.values() if piece is not None})
    return tuple(frozenset(cell for cell, piece in picture.items() if piece == number) for number in numbers)


def level(picture: Picture) -> int:
    pieces = assembly(picture)
    return (brute_force.level(pieces, "square") or 0) if len(pieces) > 1 else 0


def comes_apart(picture: Picture) -> bool:
    pieces = assembly(picture)
    return len(pieces) < 2 or brute_force.comes_apart(pieces, "square")


def interlocks(picture: Picture) -> bool:
    movable = brute_force.movable(assembly(picture), "square")
    return len(movable) == 1 and len(next(iter(movable))) == 1


def _pieces(picture: Picture) -> list[list[Cell]]:
    owners = sorted({owner for owner in picture.values() if owner is not None})
    return [[cell for cell in picture if picture[cell] == owner] for owner in owners]


def keeps_clues(picture: Picture, clues: dict[Cell, int]) -> bool:
    covered = [[clues[cell] for cell in piece if cell in clues] == [len(piece)] for piece in _pieces(picture)]
    return all(covered) and all(picture[cell] is not None for cell in clues)


def shapes_differ(picture: Picture) -> bool:
    shapes = set()
    for piece in _pieces(picture):
        images = []
        for flip, swap, down in product((1, -1), (False, True), (1, -1)):
            turned = [(flip * y, down * x) if swap else (down * x, flip * y) for x, y in piece]
            corner = tuple(map(min, zip(*turned, strict=True)))
            images.append(sorted((x - corner[0], y - corner[1]) for x, y in turned))
        shapes.add(str(min(images)))
    return len(shapes) == len(_pieces(picture))
