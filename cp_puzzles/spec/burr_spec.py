"""Puzzles from BurrTools: each problem of a file as a puzzle file would say it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from string import ascii_letters
from typing import Any

from cp_puzzles.errors import SpecError
from cp_puzzles.geometry.drawing import draw_on
from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.lattices import LATTICES
from cp_puzzles.geometry.polyform import Painted, painted, painted_orientations
from cp_puzzles.spec.burr_count import Counted, expected
from cp_puzzles.spec.burr_file import BurrFile, BurrProblem, BurrShape, burr_file, shape_of
from cp_puzzles.spec.burr_xml import FOUND, SEPARATION, read_elements
from cp_puzzles.spec.mistake import validated
from cp_puzzles.spec.origin import Origin, echo
from cp_puzzles.spec.schema import PuzzleSpec

BURR_SUFFIX = ".xmpuzzle"

LETTERS = ascii_letters.replace("X", "")
"""The letters of colours, in the order of their numbers."""

MAX_COMMENT = 2000


@dataclass(frozen=True)
class BurrPuzzle:
    """A problem of a file as a puzzle, and what of it a puzzle file has no place for."""

    spec: PuzzleSpec
    lost: tuple[str, ...]


def load_burr(path: str) -> PuzzleSpec:
    """The puzzle of a file with one problem, or of the one that is meant: FILE.xmpuzzle#2 is the second."""
    return burr_puzzle(*named_problem(path)).spec


def named_problem(path: str, *, found: bool = False) -> tuple[BurrFile, BurrProblem]:
    """A file and the problem of it that is meant, with the assemblies that are `found` if they are asked for."""
    name, _, wanted = path.partition("#")
    file = read_burr(name, found=found)
    many = len(file.problems)
    listed = "".join(f"; #{its.number + 1} {its.name}" for its in file.problems[:9])
    if wanted:
        if not (wanted.isascii() and wanted.isdigit() and 1 <= int(wanted[:9]) <= many):
            raise SpecError(file.source, f"there is no problem #{echo(wanted)}", f"it has {many}{listed}")
        return file, file.problems[int(wanted) - 1]
    if many != 1:
        remedy = f"`import` it, or name one, as in {Path(name).name}#1{listed}" if many else "add one in BurrTools"
        raise SpecError(file.source, f"the file has {many} problems", remedy)
    return file, file.problems[0]


def read_burr(path: str, *, found: bool = False) -> BurrFile:
    """What a file says, without the assemblies that are `found` unless they are asked for; raises `SpecError`."""
    root = read_elements(path, SEPARATION if found else FOUND)
    return burr_file(root, path if path.isprintable() and len(path) <= 255 else echo(path))


def burr_puzzle(file: BurrFile, problem: BurrProblem) -> BurrPuzzle:
    """A problem as a puzzle; raises `SpecError` with the line of what is wrong.

    Shapes that are alike become one tile: BurrTools tells them apart, a puzzle does not. The number of assemblies is
    the expected one where it counts the same.
    """
    lattice = LATTICES[file.grid.lattice]
    if problem.result < 0:
        raise SpecError(f"{file.source}:{problem.line}: problem", "no result is said", "choose one in BurrTools")
    result = shape_of(file, problem.result, problem.line, "result")
    fits = _fits(problem, file)
    board = cells_of(file, lattice, result)
    at = dict(zip(lattice.normalise(board), sorted(board), strict=True))
    colours = {cell: board[old] for cell, old in at.items()}
    optional = {cell for cell, old in at.items() if file.grid.voxel(old) in result.variable}
    tiles, lines = _tiles(file, problem, lattice)
    expects, lost = expected(problem.assemblies, lattice, colours, optional, fits, tiles)
    data: dict[str, Any] = {
        "name": _name(file, problem),
        "source": f"BurrTools file {Path(file.source).name}, problem {problem.number + 1}",
        "lattice": lattice.name,
        "board": _board(lattice, colours, optional),
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
    origin = Origin(file.source, {("board",): (result.line, 1)} | {("tiles", n): (at, 1) for n, at in enumerate(lines)})
    return BurrPuzzle(validated(data, origin), (*file.lost, *problem.lost, *lost))


def _name(file: BurrFile, problem: BurrProblem) -> str:
    stem = " ".join(Path(file.source).stem.split()) or "BurrTools"
    if len(file.problems) == 1:
        return stem[:200]
    return f"{stem}: {problem.name or f'problem {problem.number + 1}'}"[:200].strip()


def _fits(problem: BurrProblem, file: BurrFile) -> dict[str, str]:
    """For each colour in use of a piece those of the result that it may lie on, as letters."""
    shapes = [file.shapes[its.shape] for its in problem.pieces if its.shape < len(file.shapes)]
    below = sorted(set(file.shapes[problem.result].voxels.values()) - {0})
    above = sorted({colour for shape in shapes for colour in shape.voxels.values()} - {0})
    if above and below and max(*above, *below) > len(LETTERS):
        raise SpecError(f"{file.source}:{problem.line}: problem", "it has too many colours", f"keep to {len(LETTERS)}")
    pairs = problem.pairs
    fits = {LETTERS[c - 1]: "".join(LETTERS[d - 1] for d in below if (c, d) in pairs) for c in above}
    return fits | {LETTERS[d - 1]: LETTERS[d - 1] for d in below if d not in above} if above or below else {}


def cells_of(file: BurrFile, lattice: Lattice, shape: BurrShape) -> dict[Cell, str]:
    """The cells of a shape with the letters of their colours, as they lie in the file."""
    cells = {}
    for voxel, colour in shape.voxels.items():
        cell = file.grid.cell(voxel)
        if not lattice.is_cell(cell):
            raise SpecError(
                f"{file.source}:{shape.line}: voxel",
                f"{shape.title!r} fills {list(voxel)}, which is no {lattice.noun} of grid {file.grid.number}",
                "empty it",
            )
        cells[cell] = LETTERS[min(colour, len(LETTERS)) - 1] if colour else ""
    return cells


def _tiles(file: BurrFile, problem: BurrProblem, lattice: Lattice) -> tuple[list[Counted], list[int]]:
    """The tiles, like ones merged, and the lines in which they stand."""
    tiles: dict[tuple[Painted, ...], Counted] = {}
    lines = []
    names: set[str] = set()
    for piece in problem.pieces:
        shape = shape_of(file, piece.shape, piece.line, "shape")
        if piece.shape == problem.result:
            raise SpecError(f"{file.source}:{piece.line}: shape", f"{shape.title!r} is the result too", "take one away")
        if shape.variable:
            raise SpecError(
                f"{file.source}:{shape.line}: voxel", f"the piece {shape.title!r} has variable voxels", "fill them"
            )
        if not piece.maximum:
            continue
        looks = painted_orientations(lattice, cells_of(file, lattice, shape))
        if looks in tiles:
            tiles[looks] = tiles[looks].and_also(piece.minimum, piece.maximum)
            continue
        own = painted(lattice, cells_of(file, lattice, shape))
        name = number = shape.title[:190]
        while name in names:
            number += "'"
            name = number
        names.add(name)
        tiles[looks] = Counted(name, own, looks, ((piece.minimum, piece.maximum),))
        lines.append(shape.line)
    if not tiles:
        raise SpecError(f"{file.source}:{problem.line}: problem", "it has no piece", "add one in BurrTools")
    return list(tiles.values()), lines


def _board(lattice: Lattice, colours: dict[Cell, str], optional: set[Cell]) -> dict[str, Any]:
    drawn = draw_on(lattice, {cell: its or ("?" if cell in optional else "X") for cell, its in colours.items()})
    if drawn:
        text, read = drawn
        listed = [lattice.written(read[cell]) for cell in sorted(optional) if colours[cell]]
        return {"drawing": text} | ({"optional": listed} if listed else {})
    board: dict[str, Any] = {"cells": list(map(lattice.written, colours))}
    if optional:
        board["optional"] = list(map(lattice.written, sorted(optional)))
    return board | _listed_colours(lattice, colours)


def _tile(lattice: Lattice, tile: Counted) -> dict[str, Any]:
    cells = dict(tile.own)
    form: dict[str, Any]
    if drawn := draw_on(lattice, {cell: letter or "X" for cell, letter in cells.items()}):
        form = {"drawing": drawn[0]}
    else:
        form = {"cells": list(map(lattice.written, cells)), **_listed_colours(lattice, cells)}
    if not lattice.is_connected(cells):
        form["disconnected"] = True
    least, most = tile.copies
    return {"name": tile.name, **form, "multiplicity": {"min": least, "max": most}}


def _listed_colours(lattice: Lattice, colours: Mapping[Cell, str]) -> dict[str, Any]:
    letters = sorted(set(colours.values()) - {""})
    lists = {letter: [lattice.written(cell) for cell, its in colours.items() if its == letter] for letter in letters}
    return {"colors": lists} if lists else {}
