"""Pictures of puzzles, placements and explanations, of solutions and the steps that assemble one, and their files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import hypot
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, cast

from cp_puzzles.cover.solution import Solution
from cp_puzzles.errors import MistakeError
from cp_puzzles.output.draw.board_picture import board_picture, color_dots, placement_colors
from cp_puzzles.output.draw.cell_shapes import empty_shape, piece_shapes, side_shapes
from cp_puzzles.output.draw.picture import (
    Label,
    Picture,
    Shape,
    cropped,
    framed,
    picture_grid,
    require_picture,
    row_of_pictures,
    save_picture,
    stacked,
)
from cp_puzzles.output.draw.solid_pieces import Ahead, drawn_vector, isometric, projected, solid_moves, straight_steps
from cp_puzzles.output.formats.solution_reader import SafeWriter, SearchOutcome
from cp_puzzles.puzzle.board_and_tiles import Tile
from cp_puzzles.puzzle.geometry.footprint import layers
from cp_puzzles.puzzle.geometry.isometry import Cell, translate
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.palette import PALETTE, shade
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.rules.cell_colors import ColorsFit

if TYPE_CHECKING:
    from cp_puzzles.cover.proofs.explanation import Explanation
    from cp_puzzles.puzzle.disassembly.take_apart import Step

ROW = 16.0
"""The width, in cells, after which tiles go on in the next row."""


def puzzle_picture(puzzle: Puzzle) -> Picture:
    """Return the board with given pieces, and below it every tile to place with its multiplicity."""
    tiles = tile_pictures(puzzle)
    board = board_picture(puzzle, puzzle.given, bare=True)
    width, rules = max(ROW, board.width), (rule for rule in puzzle.rules if isinstance(rule, ColorsFit))
    words = [_words(rule.words, width) for rule in rules if rule.words]
    return stacked([board, *rows_of(tiles, width), *words], gap=0.7, title=puzzle.name)


def tile_pictures(puzzle: Puzzle) -> list[Picture]:
    """Return a picture of every tile to place, with name and multiplicity."""
    lattice, pictures = puzzle.lattice, []
    for tile in (each for each in puzzle.remaining_tiles if each.maximum):
        color = puzzle.tile_colors[tile.name]
        drawn = _tile_layer(puzzle, tile, tile.form, color)
        if not lattice.is_flat:
            piece = Placement(tile.form, tile.name, shown=tile.shown)
            drawn = isometric(lattice, [piece], [color], palette=puzzle.side_palette)
            if tile.shown:  # colors are shown in layers, the lowest first
                parts = [_tile_layer(puzzle, tile, part, color) for part in layers(lattice, tile.form)]
                drawn = stacked([drawn, row_of_pictures(parts, gap=0.4)], gap=0.4)
        width = max(drawn.width, 0.3 * len(tile.caption))
        label = Label(width / 2, drawn.height + 0.4, tile.caption, 0.42, "muted")
        items = (*drawn.moved((width - drawn.width) / 2, 0), label)
        pictures.append(Picture(width, drawn.height + 0.7, items))
    return pictures


def placement_picture(placement: Placement) -> Picture:
    """Return the picture of a placement.

    Squares are drawn on cells up to the last row and column; a placement without a lattice has squares or cubes.
    """
    lattice = placement.lattice or LATTICES["cubic" if len(placement.cells[0]) == 3 else "square"]
    if not lattice.is_flat:
        return isometric(lattice, [placement], PALETTE[:1])
    piece = piece_shapes(lattice, placement.cells, PALETTE[0])
    if lattice.unwrapped.name == "square":
        around = lattice.unwrapped.box(tuple(max(axis) + 1 for axis in zip(*placement.cells, strict=True)))
        piece = [*(empty_shape(lattice, cell, "cell") for cell in around), *piece]
    return cropped(piece, placement.tile)


def _tile_layer(puzzle: Puzzle, tile: Tile, cells: Sequence[Cell], color: str) -> Picture:
    """Return a flat tile, or a layer of a solid one, with the colors of its cells."""
    shapes = piece_shapes(puzzle.lattice, cells, color)
    letters, shown = tile.shape.letters_at(), tile.shape.shown_at()
    dots = color_dots(puzzle, {cell: letters[cell] for cell in cells if letters.get(cell)})
    sides = side_shapes(puzzle, {cell: shown.get(cell, "") for cell in cells})
    return cropped([*shapes, *sides, *dots])


def _words(text: str, width: float) -> Picture:
    return Picture(width, 0.5, (Label(0, 0.3, text, 0.36, "muted", start=True),))


def rows_of(pictures: Sequence[Picture], width: float) -> list[Picture]:
    """Return the pictures in rows of at most a width."""
    rows: list[list[Picture]] = []
    used = 0.0
    for picture in pictures:
        if not rows or used + picture.width > width:
            rows.append([])
            used = 0.0
        rows[-1].append(picture)
        used += picture.width + 0.8
    return [row_of_pictures(row, gap=0.8) for row in rows]


LINE = 60
"""Letters of a line of text."""

SIZE = 0.4


def explanation_picture(explanation: Explanation) -> Picture:
    """Return the boards of an explanation, its sentences, and those of the reason behind it."""
    return framed(_picture(explanation))


def _picture(explanation: Explanation) -> Picture:
    boards = boards_picture(explanation)
    parts = [*([boards] if boards else []), _text(explanation.steps)]
    if explanation.because is not None:
        parts.append(_picture(explanation.because))
    return stacked(parts, gap=0.6, title=f"{explanation.puzzle.name}: why there is no solution")


def boards_picture(explanation: Explanation) -> Picture | None:
    """Return the boards of an explanation; None if it has none."""
    from cp_puzzles.cover.proofs.explanation import panels  # with all proofs

    drawn = [
        (each.caption, board_picture(explanation.puzzle, each.placements, marks=each.marks, highlights=each.highlights))
        for each in panels(explanation)
    ]
    if len(drawn) == 1 and not drawn[0][0]:
        return drawn[0][1]
    return picture_grid(drawn, explanation.puzzle.name) if drawn else None


def _text(steps: tuple[str, ...]) -> Picture:
    """Return sentences below each other, broken into lines."""
    lines = [line for step in steps for line in wrap(step, LINE)]
    height = 1.5 * SIZE
    labels = (Label(0, (n + 0.5) * height, line, SIZE, "ink", start=True) for n, line in enumerate(lines))
    width = 0.56 * SIZE * max(map(len, lines), default=1)
    return Picture(width, height * len(lines), tuple(labels))


def solution_picture(puzzle: Puzzle, placements: Sequence[Placement]) -> Picture:
    """Return a solution with names; for a box its layers, and the box assembled and exploded."""
    highlights = puzzle.highlights(placements)
    flat = board_picture(puzzle, placements, highlights=highlights)
    if puzzle.lattice.is_flat or not placements or puzzle.has_overlap:
        return flat
    colors = placement_colors(puzzle, placements, highlights)
    drawn = partial(isometric, puzzle.lattice, placements, colors, palette=puzzle.side_palette)
    space = row_of_pictures([drawn(), drawn(exploded=True)], gap=1.2)
    return stacked([flat, space], gap=1.0, title=puzzle.name)


def solutions_picture(puzzle: Puzzle, solutions: Sequence[Solution], columns: int | None = None) -> Picture:
    """Return a sheet with one solution, or a gallery with the number of each, by default about as wide as high.

    Without solutions it shows the board and the words `no solution`.
    """
    if not solutions:
        board = board_picture(puzzle, puzzle.given, bare=True)
        return framed(stacked([board, _words("no solution", max(board.width, 2.5))], gap=0.4, title=puzzle.name))
    if len(solutions) == 1:
        return framed(solution_picture(puzzle, solutions[0].placements))
    drawn = [
        (str(n), board_picture(puzzle, s.placements, names=False, highlights=s.highlights))
        for n, s in enumerate(solutions, 1)
    ]
    return framed(picture_grid(drawn, puzzle.name, columns))


class PictureWriter:
    """Collects solutions, at most `most`, and draws them on `close`, in a number of columns.

    Raises `MissingExtraError`, before any search, if the format needs a package that is not installed.
    """

    def __init__(self, path: Path, puzzle: Puzzle) -> None:
        require_picture(path)
        self._path, self._puzzle = path, puzzle
        self._solutions: list[Solution] = []
        self.most, self.columns = 100, cast(int | None, None)
        self.left_out = 0

    def write(self, solution: Solution) -> None:
        """Collect a solution; further ones are counted in `left_out`."""
        if len(self._solutions) < self.most:
            self._solutions.append(solution)
        else:
            self.left_out += 1

    def close(self, outcome: SearchOutcome | None = None) -> None:
        """Draw the file."""
        save_picture(solutions_picture(self._puzzle, self._solutions, self.columns), self._path)


def render_solutions(
    path: str | os.PathLike[str], puzzle: Puzzle, solutions: Iterable[Solution], *, most: int, columns: int | None
) -> int:
    """Write solutions in any format, of a picture at most `most`; return the number of those beyond.

    Raises `MistakeError` for an unknown suffix or a file that cannot be written.
    """
    with SafeWriter(path, puzzle) as file:
        picture = file.writer if isinstance(file.writer, PictureWriter) else None
        if picture is not None:
            picture.most, picture.columns = most, columns
        for solution in solutions:
            file.write(solution)
    return 0 if picture is None else picture.left_out


PALE = 1.5
"""The shade factor of the pieces of earlier steps."""


ARROW = 1.2
"""The length of the arrow beside a picture, in cells."""


@dataclass(frozen=True)
class _Frame:
    """A picture of some pieces, by number and position, after those that are `new` have come along a vector."""

    pieces: tuple[tuple[int, Placement], ...]
    new: tuple[int, ...]
    vector: tuple[float, ...] | None = None
    distance: int | None = None


def steps_picture(puzzle: Puzzle, placements: Sequence[Placement]) -> Picture:
    """Return numbered pictures, each with one more piece or one more move; the other pieces are pale.

    An arrow shows how pieces of a box come. A flat board is filled in the order of first cells. Raises `MistakeError`
    for a wrapped box.
    """
    is_box = not puzzle.lattice.is_flat
    if is_box and puzzle.lattice.periods:
        raise MistakeError(puzzle.name, "no piece can leave a wrapped box", "draw the solution without steps")
    colors, palette = placement_colors(puzzle, placements), puzzle.side_palette
    drawn = []
    flat = (_Frame(tuple(enumerate(placements[: n + 1])), (n,)) for n in range(len(placements)))
    for number, frame in enumerate(_box_frames(puzzle, placements) if is_box else flat, start=1):
        now = [placement for _, placement in frame.pieces]
        tones = [colors[piece] if piece in frame.new else shade(colors[piece], PALE) for piece, _ in frame.pieces]
        caption = f"{number}: {', '.join(placements[piece].tile for piece in frame.new)}"
        caption += f" by {frame.distance}" if frame.distance else ""
        picture = isometric(puzzle.lattice, now, tones, palette=palette) if is_box else board_picture(puzzle, now)
        arrow = [] if frame.vector is None else [_arrow(frame.vector)]
        drawn.append((caption, row_of_pictures([*arrow, picture], gap=0.4)))
    return framed(picture_grid(drawn, f"{puzzle.name}: step by step"))


def _box_frames(puzzle: Puzzle, placements: Sequence[Placement]) -> list[_Frame]:
    """Return the frames of an assembly: disassembly reversed, along straight lines if they suffice."""
    ahead = Ahead.of(puzzle.lattice, placements)
    moves = solid_moves(puzzle, placements, ahead)
    if moves:
        return [*_moved(puzzle, placements, moves)][::-1]
    there: list[int] = []
    frames = []
    for pieces, direction in reversed(straight_steps(puzzle.lattice, placements, ahead)):
        there += pieces
        vector = None if direction is None else tuple(-x for x in direction)
        frames.append(_Frame(tuple((piece, placements[piece]) for piece in there), pieces, vector))
    return frames


def _moved(puzzle: Puzzle, placements: Sequence[Placement], moves: Iterable[Step]) -> Iterator[_Frame]:
    """Yield the frame before each move: the pieces that are still together, where they are."""
    position = list(placements)
    groups = [frozenset(range(len(placements)))]
    for step in moves:
        group = next(each for each in groups if each >= set(step.pieces))
        shown = tuple((piece, position[piece]) for piece in sorted(group))
        yield _Frame(shown, step.pieces, tuple(-x for x in drawn_vector(puzzle, step)), step.distance)
        if step.leaves:
            groups.remove(group)
            groups += [frozenset(step.pieces), group - set(step.pieces)]
            continue
        for piece in step.pieces:
            position[piece] = replace(position[piece], cells=tuple(translate(position[piece].cells, step.vector)))


def _arrow(vector: tuple[float, ...]) -> Picture:
    """Return an arrow in the direction of a vector in space."""
    x, y = projected(vector)
    length = hypot(x, y) or 1.0
    x, y = x / length, y / length
    middle, tip = ARROW / 2, ARROW / 2 - 0.1
    ends = (middle - x * tip, middle - y * tip), (middle + x * tip, middle + y * tip)
    head = [(ends[1][0] - 0.35 * (x - k * y), ends[1][1] - 0.35 * (y + k * x)) for k in (0.6, -0.6)]
    line = Shape((ends,), stroke="ink", width=0.1, closed=False)
    return Picture(ARROW, ARROW, (line, Shape(((ends[1], *head),), fill="ink")))
