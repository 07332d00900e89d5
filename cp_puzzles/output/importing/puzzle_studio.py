"""Files of Mechanical Puzzle Studio (JSON): shapes of cubes or squares, and problems that place some into another."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from cp_puzzles.errors import MistakeError, SpecError, echo
from cp_puzzles.output.importing.pieces import pieces_data, within
from cp_puzzles.puzzle.geometry.isometry import Cell


def read_studio(text: str, source: str, name: str) -> dict[str, dict[str, Any]]:
    """Return the data of a puzzle file for each problem by its label; raise `SpecError` with the key of a mistake."""
    data = json.loads(text)
    puzzle = data["puzzle"] if isinstance(data.get("puzzle"), dict) else {}
    grid = _key(puzzle, "grid", f"{source}: puzzle")
    kind = grid.get("type") if isinstance(grid, dict) else grid
    if kind not in ("CubicGrid", "SquareGrid"):
        raise SpecError(f"{source}: puzzle.grid", f"the grid {echo(kind)} is not read", "use squares or cubes")
    shapes = {shape.get("id"): shape for shape in _shapes(_key(puzzle, "shapeTree", f"{source}: puzzle"))}
    puzzles: dict[str, dict[str, Any]] = {}
    for number, problem in enumerate(_key(puzzle, "problems", f"{source}: puzzle")):
        place = f"{source}: puzzle.problems.{number}"
        goal = _shape(shapes, problem.get("goalShapeId"), f"{place}.goalShapeId")
        board, optional = _cells(goal, place)
        pieces = [
            (str(shape.get("label") or shape["id"]), _cells(shape, place)[0], _copies(copies, f"{place}.shapeCounts"))
            for key, copies in (problem.get("shapeCounts") or {}).items()
            if copies != 0
            for shape in [_shape(shapes, int(key) if str(key).isdecimal() else key, f"{place}.shapeCounts")]
        ]
        if not pieces:
            raise SpecError(place, "the problem has no piece", "give a shape a count")
        label = str(problem.get("label") or number + 1)
        made = pieces_data(f"{name}: {label}", pieces, board, optional=optional)
        if isinstance(data.get("author"), str):
            made = {"name": made["name"], "source": data["author"], **made}
        if kind == "SquareGrid" and not grid.get("flippable", True):
            made["tiles"] = [{**tile, "reflect": False} for tile in made["tiles"]]
        puzzles[re.sub(r"\W+", "-", label.lower()).strip("-") or str(number + 1)] = made
    if not puzzles:
        raise MistakeError(source, "there is no problem", "add a problem with a goal and pieces")
    return puzzles


def _shapes(tree: Any) -> Iterator[dict[str, Any]]:
    """Yield the shapes of a list and of its groups."""
    for entry in tree if isinstance(tree, list) else ():
        if isinstance(entry, dict):
            yield from [entry] if "voxels" in entry else _shapes(entry.get("items") or entry.get("shapes"))


def _key(data: Any, key: str, place: str) -> Any:
    if not isinstance(data, dict) or key not in data:
        raise SpecError(place, f"there is no {key}", "give a whole file of Mechanical Puzzle Studio")
    return data[key]


def _shape(shapes: dict[Any, dict[str, Any]], number: Any, place: str) -> dict[str, Any]:
    if number not in shapes:
        raise SpecError(place, f"there is no shape {echo(number)}", f"shapes: {' '.join(map(str, shapes))}")
    return shapes[number]


def _cells(shape: dict[str, Any], place: str) -> tuple[list[Cell], set[Cell]]:
    """Return the cells of a shape as [layer, row, column], and the optional ones."""
    texts = [each.strip() for each in str(shape["voxels"]).split(";") if each.strip()]
    optional = (shape.get("voxelAttributes") or {}).get("optional") or {}
    cells: dict[str, Cell] = {}
    for text in texts:
        if not re.fullmatch(r"-?\d+(,-?\d+){2}", text):
            raise SpecError(f"{place}: voxels", f"{echo(text)} is not a cell", "write x,y,z")
        x, y, z = (within(int(each), f"{place}: voxels") for each in text.split(","))
        cells[text] = (z, y, x)
    return [*dict.fromkeys(cells.values())], {cells[text] for text in optional if text in cells and optional[text]}


def _copies(value: Any, place: str) -> Any:
    """Return a number of copies, or a range."""
    if isinstance(value, dict):
        value = (value.get("min", 0), value.get("max"))
    if isinstance(value, str) and (match := re.fullmatch(r"(\d+)\s*(?:-|\.\.)\s*(\d+)", value)):
        value = (int(match[1]), int(match[2]))
    if isinstance(value, tuple) and all(type(each) is int for each in value):
        return {"min": value[0], "max": value[1]}
    if type(value) is not int or value < 0:
        raise SpecError(place, f"{echo(value)} is not a number of copies", "write a number, or min and max")
    return value
