"""Brute force for puzzles of polygons with colored sides: geometry in floating point, without the package.

A cell is a polygon: points in drawings (x to the right, y down), clockwise from the top. A tile is a list of cells,
each with the letters of its sides, "." for none. A piece lies on a board if a motion maps its cells to cells of the
board. Motions are all that map one side of a cell of the tile to one side of a cell of the board.
"""

from __future__ import annotations

from cmath import isclose
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

Point = complex
Polygon = tuple[Point, ...]
Tile = list[tuple[Polygon, str]]
Sides = frozenset[tuple[int, int, str]]
Piece = tuple[str, frozenset[int], Sides]
Solution = frozenset[Piece]
CELL = -1
"""The number of the letter of a cell among the letters of its sides."""


def key(point: Point) -> tuple[int, int]:
    """A point as integers that are equal for points at the same place."""
    return round(point.real * 1000), round(point.imag * 1000)


def middle(points: Sequence[Point]) -> Point:
    """The mean of some points."""
    return sum(points) / len(points)


def sides_of(polygon: Polygon) -> Iterator[tuple[Point, Point]]:
    """Yield the ends of the sides of a polygon, in order."""
    yield from zip(polygon, (*polygon[1:], polygon[0]), strict=True)


class Board:
    """The cells of a board with their sides, by the middles of cells and sides.

    `turns` are the rotations that are tried, any by default: the sides of a cell may have more symmetries than a tiling
    by such cells.
    """

    def __init__(self, polygons: Sequence[Polygon], turns: Sequence[complex] = ()) -> None:
        self.polygons, self.turns = polygons, turns
        self.number = {key(middle(polygon)): n for n, polygon in enumerate(polygons)}
        self.shapes = [self.shape(polygon) for polygon in polygons]
        self.sides: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for n, polygon in enumerate(polygons):
            for side, ends in enumerate(sides_of(polygon)):
                self.sides.setdefault(key(middle(ends)), []).append((n, side))

    @staticmethod
    def shape(polygon: Polygon) -> dict[tuple[int, int], int]:
        """A polygon by the vectors to the middles of its sides, each with the number of the side."""
        return {key(middle(ends) - middle(polygon)): side for side, ends in enumerate(sides_of(polygon))}

    def placed(self, polygon: Polygon) -> tuple[int, list[int]] | None:
        """Return the cell that a polygon is, and the number there of each of its sides; None if it is no cell."""
        cell, shape = self.number.get(key(middle(polygon))), self.shape(polygon)
        if cell is None or shape.keys() != self.shapes[cell].keys():
            return None
        return cell, [self.shapes[cell][vector] for vector in shape]

    def pieces(self, name: str, tile: Tile, *, rotate: bool, reflect: bool) -> set[Piece]:
        """Return all positions of a tile, by the covered cells and the colors of their sides."""
        first = tile[0][0]
        found = set()
        for mirrored in (False, True) if reflect else (False,):
            start = [z.conjugate() if mirrored else z for z in first]
            edge = start[1] - start[0]
            for polygon in self.polygons:
                for a, b in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
                    for p, q in ((a, b), (b, a)):
                        turn = (q - p) / edge
                        allowed = self.turns or [turn]
                        if not any(isclose(turn, each, abs_tol=1e-6) for each in allowed):
                            continue
                        if isclose(abs(turn), 1, abs_tol=1e-6) and (rotate or isclose(turn, 1, abs_tol=1e-6)):
                            piece = self._piece(name, tile, turn, p - turn * start[0], mirrored=mirrored)
                            found |= {piece} if piece else set()
        return found

    def _piece(self, name: str, tile: Tile, turn: complex, shift: complex, *, mirrored: bool) -> Piece | None:
        cells, sides = set(), set()
        for polygon, colors in tile:
            placed = self.placed(tuple(turn * (z.conjugate() if mirrored else z) + shift for z in polygon))
            if placed is None or placed[0] in cells:
                return None
            cell, numbers = placed
            cells.add(cell)
            sides |= {(cell, side, color) for side, color in zip(numbers, colors, strict=False) if color != "."}
        return name, frozenset(cells), frozenset(sides)

    def motions(self) -> list[dict[tuple[int, int], tuple[int, int]]]:
        """Return all motions of the board, as the images of sides of cells."""
        found: list[dict[tuple[int, int], tuple[int, int]]] = []
        a, b = self.polygons[0][:2]
        for mirrored in (False, True):
            start, edge = (a.conjugate(), b.conjugate() - a.conjugate()) if mirrored else (a, b - a)
            for polygon in self.polygons:
                for p, q in sides_of(polygon):
                    for first, last in ((p, q), (q, p)):
                        turn = (last - first) / edge
                        image = self._moved(turn, first - turn * start, mirrored=mirrored)
                        if isclose(abs(turn), 1, abs_tol=1e-6) and image and image not in found:
                            found.append(image)
        return found

    def _moved(self, turn: complex, shift: complex, *, mirrored: bool) -> dict[tuple[int, int], tuple[int, int]]:
        images: dict[tuple[int, int], tuple[int, int]] = {}
        for n, polygon in enumerate(self.polygons):
            placed = self.placed(tuple(turn * (z.conjugate() if mirrored else z) + shift for z in polygon))
            if placed is None:
                return {}
            images |= {(n, side): (placed[0], number) for side, number in enumerate(placed[1])}
        return images


class Cells(Protocol):
    """The cells of a board, and the sides of cells at each place: two where cells meet."""

    @property
    def polygons(self) -> Sequence[Any]: ...

    @property
    def sides(self) -> Mapping[Any, list[tuple[int, int]]]: ...


def solutions(
    board: Cells,
    pieces: Sequence[Piece],
    copies: Mapping[str, tuple[int, int]],
    mate: Mapping[str, str] | None,
    boundary: str,
    optional: frozenset[int] = frozenset(),
    overlap: int = 1,
) -> Iterator[Solution]:
    """Yield every set of pieces that covers the board and keeps the numbers of copies and the rules.

    `mate` maps colors to those that they meet, None if sides need not match; `boundary` is "" for any color. Cells of
    `optional` may stay empty. At most `overlap` pieces cover a cell.
    """
    if overlap > 1:
        yield from overlapping_solutions(board, pieces, copies, optional, overlap)
        return

    def search(chosen: tuple[Piece, ...], covered: frozenset[int]) -> Iterator[Solution]:
        if len(covered) == len(board.polygons):
            used = [name for name, _, _ in chosen]
            if all(low <= used.count(name) <= high for name, (low, high) in copies.items()) and fits(chosen):
                yield frozenset(chosen)
            return
        cell = min(set(range(len(board.polygons))) - covered)
        if cell in optional:
            yield from search(chosen, covered | {cell})
        for piece in pieces:
            is_left = sum(name == piece[0] for name, _, _ in chosen) < copies[piece[0]][1]
            if is_left and cell in piece[1] and not piece[1] & covered and fits((*chosen, piece)):
                yield from search((*chosen, piece), covered | piece[1])

    def fits(chosen: tuple[Piece, ...]) -> bool:
        shown = {(cell, side): color for _, _, sides in chosen for cell, side, color in sides}
        for meeting in board.sides.values():
            colors = [shown.get(side) for side in meeting]
            if boundary and len(colors) == 1 and colors[0] is not None and colors[0] not in boundary:
                return False
            if mate is not None and len(colors) == 2 and None not in colors:
                a, b = colors
                if mate.get(str(a), str(a)) != b:
                    return False
        return True

    yield from search((), frozenset())


def admits(board: Board, piece: Piece, boundary: str) -> bool:
    """Return whether a piece shows only allowed colors on the boundary."""
    outer = {meeting[0] for meeting in board.sides.values() if len(meeting) == 1}
    return not boundary or all(color in boundary for cell, side, color in piece[2] if (cell, side) in outer)


def orbits(
    board: Board,
    found: set[Solution],
    pieces: Mapping[str, set[Piece]],
    copies: Mapping[str, tuple[int, int]],
    mate: Mapping[str, str] | None,
    exchanges: Sequence[Mapping[str, str]],
) -> int:
    """Return the number of solutions up to motions of the board with exchanges of letters that are symmetries.

    A symmetry maps the pieces of each tile to those of one tile with the same numbers of copies, and colors that meet
    to colors that meet.
    """
    tile_of = {(cells, sides): name for name, of_tile in pieces.items() for _, cells, sides in of_tile}
    images = {solution: {solution} for solution in found}
    for motion in board.motions():
        for letter in exchanges:
            if mate is not None and any(letter[mate.get(a, a)] != mate.get(letter[a], letter[a]) for a in letter):
                continue
            moved: dict[Piece, Piece] = {}
            targets: dict[str, set[str | None]] = {name: set() for name in pieces}
            for name, of_tile in pieces.items():
                for piece in of_tile:
                    cells = frozenset(motion[cell, 0][0] for cell in piece[1])
                    sides = frozenset((*motion[cell, side], letter[color]) for cell, side, color in piece[2])
                    target = tile_of.get((cells, sides))
                    targets[name].add(target)
                    moved[piece] = (str(target), cells, sides)
            if any(None in names or len(names) > 1 for names in targets.values()):
                continue
            if any(copies[name] != copies[str(*names)] for name, names in targets.items()):
                continue
            for solution in found:
                images[solution].add(frozenset(moved[piece] for piece in solution))
    return len({frozenset(group) for group in images.values()})


def overlapping_solutions(
    board: Cells,
    pieces: Sequence[Piece],
    copies: Mapping[str, tuple[int, int]],
    optional: frozenset[int],
    overlap: int,
) -> Iterator[Solution]:
    """Yield every set of pieces that covers the board with at most `overlap` pieces on a cell."""

    def search(chosen: tuple[Piece, ...], first: int) -> Iterator[Solution]:
        names = [name for name, _, _ in chosen]
        if any(names.count(name) > high for name, (_, high) in copies.items()):
            return
        times = [sum(cell in cells for _, cells, _ in chosen) for cell in range(len(board.polygons))]
        if max(times, default=0) > overlap:
            return
        if first < len(pieces):
            yield from search((*chosen, pieces[first]), first + 1)
            yield from search(chosen, first + 1)
            return
        is_used = all(low <= names.count(name) for name, (low, _) in copies.items())
        if is_used and all(n or cell in optional for cell, n in enumerate(times)):
            yield frozenset(chosen)

    yield from search((), 0)
