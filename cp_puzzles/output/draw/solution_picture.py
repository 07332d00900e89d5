"""Pictures of one solution, of a gallery of solutions, and of the steps that assemble one, and their files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import hypot
from pathlib import Path
from typing import TYPE_CHECKING, cast

from cp_puzzles.cover.solution import Solution
from cp_puzzles.errors import MistakeError
from cp_puzzles.output.draw.assembly_order import Ahead, drawn_vector, solid_moves, straight_steps
from cp_puzzles.output.draw.board_picture import board_picture, placement_colors
from cp_puzzles.output.draw.isometric import isometric, projected
from cp_puzzles.output.draw.picture import (
    PICTURES,
    Picture,
    Shape,
    framed,
    picture_grid,
    require_picture,
    row_of_pictures,
    save_picture,
    stacked,
)
from cp_puzzles.output.draw.side_shapes import palette_of_sides
from cp_puzzles.output.formats.solution_reader import SearchOutcome, open_writer, write_solutions
from cp_puzzles.puzzle.geometry.isometry import translate
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.palette import shade
from cp_puzzles.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from cp_puzzles.puzzle.disassembly.take_apart import Step


@dataclass(frozen=True)
class PictureOptions:
    """Options of pictures of solutions.

    `limit` is the largest number of solutions in a gallery; `columns` is that of its columns, None for about as wide as
    high.
    """

    limit: int = 100
    columns: int | None = None


def solution_picture(puzzle: Puzzle, placements: Sequence[Placement]) -> Picture:
    """Return a solution with names; for a box its layers, and the box assembled and exploded."""
    highlights = puzzle.highlights(placements)
    flat = board_picture(puzzle, placements, highlights=highlights)
    if puzzle.lattice.is_flat or not placements or puzzle.has_overlap:
        return flat
    colors = placement_colors(puzzle, placements, highlights)
    palette = palette_of_sides(puzzle)
    space = [
        isometric(puzzle.lattice, placements, colors, exploded=exploded, palette=palette) for exploded in (False, True)
    ]
    return stacked([flat, row_of_pictures(space, gap=1.2)], gap=1.0, title=puzzle.name)


def solutions_picture(
    puzzle: Puzzle, solutions: Sequence[Solution], options: PictureOptions = PictureOptions()
) -> Picture:
    """Return a sheet with one solution, or a gallery with the number of each."""
    if len(solutions) == 1:
        return framed(solution_picture(puzzle, solutions[0].placements))
    drawn = [
        (str(n), board_picture(puzzle, s.placements, names=False, highlights=s.highlights))
        for n, s in enumerate(solutions, 1)
    ]
    return framed(picture_grid(drawn, puzzle.name, options.columns))


class PictureWriter:
    """Collects solutions up to the limit of a gallery and draws them on `close`.

    Raises `MissingExtraError`, before any search, if the format needs a package that is not installed.
    """

    def __init__(self, path: Path, puzzle: Puzzle, options: PictureOptions | None = None) -> None:
        require_picture(path)
        self.puzzle = puzzle
        self.path = path
        self.options = options or PictureOptions()
        self.left_out = 0
        self._solutions: list[Solution] = []

    def write(self, solution: Solution) -> None:
        """Collect a solution; those beyond the limit are counted in `left_out`."""
        if len(self._solutions) < self.options.limit:
            self._solutions.append(solution)
        else:
            self.left_out += 1

    def close(self, outcome: SearchOutcome | None = None) -> None:
        """Draw the file."""
        picture = solutions_picture(self.puzzle, self._solutions, self.options)
        save_picture(picture, self.path)


def render_solutions(
    path: str | os.PathLike[str], puzzle: Puzzle, solutions: Iterable[Solution], options: PictureOptions
) -> int:
    """Write solutions in any format; return the number of those beyond the limit of a picture.

    Raises `MistakeError` for an unknown suffix or a file that cannot be written.
    """
    if Path(path).suffix not in PICTURES:
        write_solutions(path, puzzle, solutions)
        return 0
    writer = cast(PictureWriter, open_writer(path, puzzle))
    writer.options = options
    for solution in solutions:
        writer.write(solution)
    writer.close()
    return writer.left_out


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
    colors, palette = placement_colors(puzzle, placements), palette_of_sides(puzzle)
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
