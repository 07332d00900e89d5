"""Convert the problems of BurrTools files to specs, with the number of assemblies they have found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from math import factorial, prod
from pathlib import Path
from string import ascii_letters
from typing import Any

from cp_puzzles.errors import SpecError, echo
from cp_puzzles.output.burrtools.burr_file import FOUND, BurrFile, BurrProblem, BurrShape, read_burr, shape_of
from cp_puzzles.puzzle.fields import Origin
from cp_puzzles.puzzle.geometry.drawing import draw_cells
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.placement import Orientation, shown_orientations
from cp_puzzles.puzzle.spec.schema import PuzzleSpec, validated


@dataclass(frozen=True)
class CountedTile:
    """A tile as drawn and in all orientations, with colors, and the bounds on the copies of each equal shape.

    `groups` has the largest number of copies that belong to each group.
    """

    name: str
    form: Orientation
    orientations: tuple[Orientation, ...]
    counts: tuple[tuple[int, int], ...]
    groups: tuple[tuple[int, int], ...] = ()

    @property
    def copies(self) -> tuple[int, ...]:
        """Return the bounds on the copies of all shapes together."""
        return tuple(sum(counts) for counts in zip(*self.counts, strict=True))


def expected(
    assemblies: int | None,
    version: int,
    lattice: Lattice,
    board: Mapping[Cell, str],
    optional: Collection[Cell],
    tiles: Sequence[CountedTile],
) -> tuple[dict[str, int], tuple[str, ...]]:
    """Return the content of `expected:`, or the reason why the number is lost.

    BurrTools counts assemblies once that are equal up to a rotation of the board, and up to a reflection if every
    piece equals its mirror image or has a partner that does. It distinguishes equal shapes. Before version 0.6.3
    (2013) it removed equal assemblies incorrectly for balls and for reflections; files do not say which version wrote
    them.
    """
    if assemblies is None:
        return {}, ()
    mirrored = is_mirrored(lattice, {tile.orientations: tile.copies for tile in tiles})
    ranged = any(low != high for tile in tiles for low, high in tile.counts)
    kinds = {cell: (letter, cell in optional) for cell, letter in board.items()}
    images = ((each, each.images_of([*kinds])) for each in lattice.board_isometries(board))
    isometries = [each for each, moved in images if [*map(kinds.__getitem__, moved)] == [*kinds.values()]]
    rotations = [each for each in isometries if each.is_rotation]
    if ranged and len(rotations) < len(isometries):
        return {}, (f"the {assemblies} assemblies: versions of BurrTools count mirror images differently with ranges",)
    if version < 2 or (len(isometries) > 1 and (lattice.radius or (mirrored and len(rotations) < len(isometries)))):
        return {}, (f"the {assemblies} assemblies: BurrTools before version 0.6.3 counted some of them differently",)
    labeled = prod(_labels(tile) for tile in tiles)
    if labeled > 1 and (ranged or len(isometries if mirrored else rotations) > 1 or assemblies % labeled):
        return {}, (f"the {assemblies} assemblies: BurrTools tells shapes apart that are alike",)
    return {"full" if mirrored else "rotations": assemblies // labeled}, ()


def _labels(tile: CountedTile) -> int:
    """Return the number of ways to assign the copies of a tile to its shapes."""
    return factorial(tile.copies[1]) // prod(factorial(most) for _, most in tile.counts) if len(tile.counts) > 1 else 1


def is_mirrored(lattice: Lattice, copies: Mapping[tuple[Orientation, ...], tuple[int, ...]]) -> bool:
    """Return True if the mirror images of all tiles, given as orientations, are tiles with the same bounds."""
    bounds = {form: most for orientations, most in copies.items() for form in orientations}
    mirror = next(each for each in lattice.point_group if not each.is_rotation)
    return all(bounds.get(forms[0].moved(lattice, mirror)) == most for forms, most in copies.items())


LETTERS = ascii_letters.replace("X", "")
"""The letters of colors, in the order of their numbers."""

MAX_COMMENT = 2000


@dataclass(frozen=True)
class BurrPuzzle:
    """A problem of a file as a puzzle, and a list of what a puzzle file cannot express."""

    spec: PuzzleSpec
    lost: tuple[str, ...]


def load_burr(path: str) -> PuzzleSpec:
    """Return the puzzle of a file with one problem, or the problem that FILE.xmpuzzle#2 names."""
    return burr_puzzle(*named_problem(path)).spec


def named_problem(path: str, skipped: str = FOUND) -> tuple[BurrFile, BurrProblem]:
    """Return a file and the problem of it that a path names, by default without assemblies; see `read_burr`."""
    name, _, wanted = path.partition("#")
    file = read_burr(name, skipped)
    count = len(file.problems)
    listed = "".join(f"; #{each.number + 1} {each.name}" for each in file.problems[:9])
    if wanted:
        if not (wanted.isascii() and wanted.isdigit() and 1 <= int(wanted[:9]) <= count):
            raise SpecError(file.source, f"there is no problem #{echo(wanted)}", f"it has {count}{listed}")
        return file, file.problems[int(wanted) - 1]
    if count != 1:
        remedy = f"`import` it, or name one, as in {Path(name).name}#1{listed}" if count else "add one in BurrTools"
        raise SpecError(file.source, f"the file has {count} problems", remedy)
    return file, file.problems[0]


def burr_puzzle(file: BurrFile, problem: BurrProblem) -> BurrPuzzle:
    """Return a problem as a puzzle; raise `SpecError` with the line of a mistake.

    Equal shapes, which BurrTools distinguishes, become one tile. The number of assemblies becomes the expected count
    where it counts the same.
    """
    lattice = LATTICES[file.grid.lattice]
    if problem.result < 0:
        raise problem.node.mistake("the problem has no result shape", "choose one in BurrTools")
    result = shape_of(file, problem.result, problem.node.all("result")[0])
    fits = _fits(problem, file)
    board = cells_of(file, lattice, result)
    at = dict(zip(lattice.normalize(board), sorted(board), strict=True))
    colors = {cell: board[old] for cell, old in at.items()}
    optional = {cell for cell, old in at.items() if file.grid.voxel(old) in result.variable}
    tiles, lines = _tiles(file, problem, lattice)
    expects, lost = expected(problem.assemblies, file.version, lattice, colors, optional, tiles)
    stem = " ".join(Path(file.source).stem.split()) or "BurrTools"
    named = f"{stem}: {problem.name or f'problem {problem.number + 1}'}" if len(file.problems) > 1 else stem
    data: dict[str, Any] = {
        "name": named[:200].strip(),
        "source": f"BurrTools file {Path(file.source).name}, problem {problem.number + 1}",
        "lattice": lattice.name,
        "board": _written(lattice, colors, optional),
        "tiles": [_tile(lattice, tile) for tile in tiles],
    }
    if file.comment:
        data["description"] = file.comment[:MAX_COMMENT]
    if fits:
        data["colors"] = fits
    if problem.max_holes is not None and any(low != high for tile in tiles for low, high in tile.counts):
        data["rules"] = {"empty": {"max": problem.max_holes}}
    if expects:
        data["expected"] = expects
    places: dict[tuple[str | int, ...], tuple[int, int]] = {("board",): (result.node.line, 1)} | {
        ("tiles", n): (at, 1) for n, at in enumerate(lines)
    }
    return BurrPuzzle(validated(data, Origin(file.source, places)), (*file.lost, *problem.lost, *lost))


def _fits(problem: BurrProblem, file: BurrFile) -> dict[str, str]:
    """Return for each color of a piece the colors of the result that it may meet, as letters."""
    shapes = [file.shapes[piece.shape] for piece in problem.pieces if piece.shape < len(file.shapes)]
    below = sorted(set(file.shapes[problem.result].voxels.values()) - {0})
    above = sorted({color for shape in shapes for color in shape.voxels.values()} - {0})
    if above and below and max(*above, *below) > len(LETTERS):
        raise problem.node.mistake("it has too many colors", f"use at most {len(LETTERS)}")
    pairs = problem.pairs
    fits = {LETTERS[c - 1]: "".join(LETTERS[d - 1] for d in below if (c, d) in pairs) for c in above}
    return fits | {LETTERS[d - 1]: LETTERS[d - 1] for d in below if d not in above} if above or below else {}


def cells_of(file: BurrFile, lattice: Lattice, shape: BurrShape) -> dict[Cell, str]:
    """Return the cells of a shape with their color letters, at their position in the file."""
    cells = {}
    for voxel, color in shape.voxels.items():
        cell = file.grid.cell(voxel)
        if not lattice.is_cell(cell):
            where = f"which is no {lattice.noun} of grid {file.grid.number}"
            raise shape.node.mistake(f"{shape.title!r} fills {list(voxel)}, {where}", "empty it")
        cells[cell] = LETTERS[min(color, len(LETTERS)) - 1] if color else ""
    return cells


def _tiles(file: BurrFile, problem: BurrProblem, lattice: Lattice) -> tuple[list[CountedTile], list[int]]:
    """Return the tiles, equal shapes merged, and their lines in the file."""
    tiles: dict[tuple[Orientation, ...], CountedTile] = {}
    lines, names = [], set[str]()
    for piece in problem.pieces:
        shape = shape_of(file, piece.shape, piece.node)
        if piece.shape == problem.result:
            raise piece.node.mistake(f"{shape.title!r} is the result too", "remove one of them")
        if shape.variable:
            raise shape.node.mistake(f"the piece {shape.title!r} has variable voxels", "fill them")
        if not piece.maximum:
            continue
        cells = cells_of(file, lattice, shape)
        form = Orientation.of(lattice, cells, (*cells.values(),))
        orientations = shown_orientations(lattice, form)
        bounds = (piece.minimum, piece.maximum)
        if orientations in tiles:
            old = tiles[orientations]
            groups = Counter(dict(old.groups)) + Counter(piece.groups)
            tiles[orientations] = replace(old, counts=(*old.counts, bounds), groups=tuple(sorted(groups.items())))
            continue
        name = shape.title[:190]
        while name in names:
            name += "'"
        names.add(name)
        tiles[orientations] = CountedTile(name, form, orientations, (bounds,), tuple(piece.groups.items()))
        lines.append(shape.node.line)
    if not tiles:
        raise problem.node.mistake("it has no piece", "add one in BurrTools")
    return list(tiles.values()), lines


def _written(lattice: Lattice, colors: dict[Cell, str], optional: Collection[Cell] = ()) -> dict[str, Any]:
    """Return cells with their colors, as a drawing if the lattice has drawings."""
    drawn = draw_cells(lattice, {cell: letter or ("?" if cell in optional else "X") for cell, letter in colors.items()})
    if drawn:
        text, read = drawn
        listed = [lattice.coordinates(read[cell]) for cell in sorted(optional) if colors[cell]]
        return {"drawing": text} | ({"optional": listed} if listed else {})
    board: dict[str, Any] = {"cells": list(map(lattice.coordinates, colors))}
    if optional:
        board["optional"] = list(map(lattice.coordinates, sorted(optional)))
    lists: dict[str, list[Cell]] = {letter: [] for letter in sorted(set(colors.values()) - {""})}
    for cell, letter in colors.items():
        lists.get(letter, []).append(lattice.coordinates(cell))
    return board | ({"colors": lists} if lists else {})


def _tile(lattice: Lattice, tile: CountedTile) -> dict[str, Any]:
    cells = dict.fromkeys(tile.form.cells, "") | tile.form.shown_at()
    form = _written(lattice, cells)
    if not lattice.is_connected(cells):
        form["disconnected"] = True
    least, most = tile.copies
    if tile.groups:
        groups = {f"G{number}": size for number, size in tile.groups}
        form["group"] = next(iter(groups)) if len(groups) == 1 and most <= tile.groups[0][1] else groups
    return {"name": tile.name, **form, "multiplicity": {"min": least, "max": most}}
