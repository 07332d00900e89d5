"""Files of other programs: puzzlecad, High-LevelPuzzle, MiniZinc's pentominoes, Mechanical Puzzle Studio."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import prod
from typing import Any

from cp_puzzles.errors import MistakeError, SpecError, echo
from cp_puzzles.output.importing.drawings import cells_of_layers, json_of, pieces_data, within
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.placement import orientations


def read_puz(text: str, source: str, name: str) -> dict[str, Any]:
    r"""Return the data of a puzzle file with the pieces of an assembly; raise `SpecError` with the line of a mistake.

    The first line is the size along x, y and z, the second the size of a cube; the numbers follow, x first.

    >>> data = read_puz("2 2 1\n0.5 0.5 0.5\n1 1 1 2\n", "a.puz", "a")
    >>> [tile["drawing"] for tile in data["tiles"]]
    ['XX\nX.', 'X']
    """
    lines = [(n, line.split()) for n, line in enumerate(text.splitlines(), start=1) if line.strip() and line[0] != "#"]
    if not lines or len(lines[0][1]) != 3 or not all(re.fullmatch("[1-9]\\d*", word) for word in lines[0][1]):
        found = echo(" ".join(lines[0][1])) if lines else "nothing"
        raise SpecError(f"{source}:1", f"{found} is not the size of a box", "write three numbers, then the cubes")
    size = [within(int(word), f"{source}:{lines[0][0]}") for word in lines[0][1]]
    numbers: list[int] = []
    for line, words in lines[2:]:
        for word in words:
            if not word.isdecimal():
                raise SpecError(f"{source}:{line}", f"{echo(word)} is not the number of a piece", "write 0 for none")
            numbers.append(int(word))
    if len(numbers) != prod(size):
        problem = f"{len(numbers)} numbers for {' x '.join(map(str, size))} cubes"
        raise SpecError(source, problem, "write a number for each cube")
    pieces: dict[int, list[Cell]] = {}
    for place, number in enumerate(numbers):
        if number:
            x, rest = place % size[0], place // size[0]
            pieces.setdefault(number, []).append((rest // size[1], rest % size[1], x))
    if not pieces:
        raise SpecError(source, "all cubes are empty", "write the numbers of pieces")
    board = [cell for cells in pieces.values() for cell in cells]
    return pieces_data(name, [(f"P{number}", pieces[number], 1) for number in sorted(pieces)], board)


def read_pentominoes(text: str, source: str, name: str) -> dict[str, Any]:
    """Return the data of a puzzle file with the tiles that the automata accept; raise `SpecError` for a mistake.

    A tile has a row [states, symbols, first state, final state, offset in dfa]. The symbols are the tiles, then the end
    of a row, which is the last of the `width` symbols of each row. Each word that an automaton accepts is a placement.
    """
    values = dict(re.findall(r"(\w+)\s*=\s*([^;]*)", re.sub("%.*", "", text)))
    for key in ("width", "height", "ntiles", "tiles", "dfa"):
        if not re.search(r"\d", values.get(key, "")):
            problem = f"{key} is {echo(values[key].strip())}" if key in values else f"there is no {key}"
            raise SpecError(source, problem, "give the data of the model pentominoes-int")
    numbers = {key: [int(each) for each in re.findall(r"-?\d+", value)] for key, value in values.items()}
    [line], [height], [ntiles] = (numbers[key][:1] for key in ("width", "height", "ntiles"))
    width = line - 1
    if len(numbers["tiles"]) != 5 * ntiles or not 0 < width * height <= 10_000:
        problem = f"{len(numbers['tiles'])} numbers in tiles for {ntiles} tiles on {height} x {width} cells"
        raise SpecError(source, problem, "write five numbers for each tile")
    pieces, moves = [], {}
    for tile in range(ntiles):
        states, symbols, first, last, offset = numbers["tiles"][5 * tile : 5 * tile + 5]
        table = numbers["dfa"][offset : offset + states * symbols]
        title = chr(65 + tile) if tile < 26 else f"T{tile + 1}"
        found = len(table) == states * symbols and symbols > max(tile + 1, 2)
        words, places = _accepted(table, (states, symbols, first, last), tile, height, width) if found else (0, ())
        cells: list[Cell] = [(0, *divmod(place, width + 1)) for place in places]
        allowed = next((each for each in _MOVES if cells and words == _positions(cells, height, width, *each)), None)
        if allowed is None:
            problem = f"the automaton of tile {tile + 1} accepts {words} placements, which are not those of a tile"
            raise SpecError(source, problem, "check tiles and dfa")
        pieces.append((title, cells, 1))
        moves[title] = dict(zip(("rotate", "reflect"), allowed, strict=True)) if not all(allowed) else {}
    data = pieces_data(name, pieces, size=[height, width])
    return {**data, "tiles": [{**tile, **moves[tile["name"]]} for tile in data["tiles"]]}


_MOVES = ((True, True), (True, False), (False, True), (False, False))
"""Whether a tile may be rotated, and reflected."""


def _positions(cells: list[Cell], height: int, width: int, rotate: bool, reflect: bool) -> int:
    """Return the number of placements of a tile on a rectangle."""
    forms = orientations(LATTICES["square"], [cell[1:] for cell in cells], rotate=rotate, reflect=reflect)
    spans = ([max(axis) - min(axis) for axis in zip(*form, strict=True)] for form in forms)
    return sum(max(0, height - rows) * max(0, width - columns) for rows, columns in spans)


def _accepted(
    table: list[int], automaton: tuple[int, int, int, int], tile: int, height: int, width: int
) -> tuple[int, tuple[int, ...]]:
    """Return the number of words that an automaton accepts, and the places of the tile in one of them.

    Words that differ in other tiles only are one: of the symbols of other tiles one is read.
    """
    states, symbols, first, last = automaton
    other = 1 if tile == 0 else 0
    ends: dict[int, tuple[int, tuple[int, ...]]] = dict.fromkeys(range(first, last + 1), (1, ()))
    for place in range(height * (width + 1) - 1, -1, -1):
        reads = [symbols - 1] if place % (width + 1) == width else [tile, other]
        before = {}
        for state in range(1, states + 1):
            ways = [(symbol, ends.get(table[(state - 1) * symbols + symbol])) for symbol in reads]
            accepting = [(symbol, *end) for symbol, end in ways if end is not None]
            if accepting:
                symbol, _, places = accepting[0]
                before[state] = sum(count for _, count, _ in accepting), (place, *places) if symbol == tile else places
        ends = before
    return ends.get(first, (0, ()))


def read_studio(text: str, source: str, name: str) -> dict[str, dict[str, Any]]:
    """Return the data of a puzzle file for each problem by its label; raise `SpecError` with the key of a mistake."""
    data = json_of(text, source)
    puzzle = _key(data, "puzzle", source, dict)
    grid = _key(puzzle, "grid", f"{source}: puzzle", dict, str)
    kind = grid.get("type") if isinstance(grid, dict) else grid
    if kind not in ("CubicGrid", "SquareGrid"):
        raise SpecError(f"{source}: puzzle.grid", f"the grid {echo(kind)} is not read", "use squares or cubes")
    shapes = {str(shape.get("id")): shape for shape in _shapes(_key(puzzle, "shapeTree", f"{source}: puzzle", list))}
    puzzles: dict[str, dict[str, Any]] = {}
    for number, problem in enumerate(_key(puzzle, "problems", f"{source}: puzzle", list)):
        place = f"{source}: puzzle.problems.{number}"
        counts = _key(problem, "shapeCounts", place, dict)
        goal = _shape(shapes, problem.get("goalShapeId"), f"{place}.goalShapeId")
        board, optional = _cells_of_shape(goal, place)
        pieces = [
            (str(shape.get("label") or key), _cells_of_shape(shape, place)[0], _copies(copies, f"{place}.shapeCounts"))
            for key, copies in counts.items()
            if copies != 0
            for shape in [_shape(shapes, key, f"{place}.shapeCounts")]
        ]
        if not pieces:
            raise SpecError(place, "the problem has no piece", "give a shape a count")
        label = str(problem.get("label") or number + 1)
        made = pieces_data(f"{name}: {label}", pieces, board, optional=optional)
        if isinstance(data.get("author"), str):
            made = {"name": made["name"], "source": data["author"], **made}
        if kind == "SquareGrid" and isinstance(grid, dict) and not grid.get("flippable", True):
            made["tiles"] = [{**tile, "reflect": False} for tile in made["tiles"]]
        end = re.sub(r"\W+", "-", label.lower()).strip("-") or str(number + 1)
        puzzles[f"{end}-{number + 1}" if end in puzzles else end] = made
    if not puzzles:
        raise MistakeError(source, "there is no problem", "add a problem with a goal and pieces")
    return puzzles


def _shapes(tree: Any) -> Iterator[dict[str, Any]]:
    """Yield the shapes of a list and of its groups."""
    for entry in tree if isinstance(tree, list) else ():
        if isinstance(entry, dict):
            yield from [entry] if "voxels" in entry else _shapes(entry.get("items") or entry.get("shapes"))


def _key(data: Any, key: str, place: str, *kinds: type) -> Any:
    """Return the value of a key; raise `SpecError` if it is missing or of another type."""
    value = data.get(key) if isinstance(data, dict) else None
    if not isinstance(value, kinds):
        problem = f"there is no {key}" if value is None else f"{key} is {echo(value)}"
        raise SpecError(place, problem, "give a whole file of Mechanical Puzzle Studio")
    return value


def _shape(shapes: dict[Any, dict[str, Any]], number: Any, place: str) -> dict[str, Any]:
    if str(number) not in shapes:
        raise SpecError(place, f"there is no shape {echo(number)}", f"shapes: {' '.join(shapes)}")
    return shapes[str(number)]


def _cells_of_shape(shape: dict[str, Any], place: str) -> tuple[list[Cell], set[Cell]]:
    """Return the cells of a shape as [layer, row, column], and the optional ones."""
    texts = [each.strip() for each in str(shape["voxels"]).split(";") if each.strip()]
    attributes = _key({"voxelAttributes": {}, **shape}, "voxelAttributes", place, dict)
    optional = _key({"optional": {}, **attributes}, "optional", f"{place}: voxelAttributes", dict)
    if not texts:
        raise SpecError(f"{place}: voxels", f"the shape {echo(shape.get('id'))} is empty", "give it cells x,y,z")
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


_TOKEN = re.compile(
    r'"(?P<text>(?:[^"\\]|\\.)*)"|(?P<mark>[][,])|//[^\n]*|/\*.*?\*/|burr_plate\s*\(\s*\[|(?P<other>[^][,"\s])',
    re.DOTALL,
)
_NOTE = re.compile(r"\{[^{}]*\}")


def read_puzzlecad(text: str, source: str, name: str) -> dict[str, Any]:
    """Return the data of a puzzle file with the pieces of a text; raise `SpecError` with the line of a mistake.

    A piece is a string with rows, or the strings of its layers in brackets; a letter is a cube. The brackets of
    `burr_plate` are around pieces. What is in braces, such as labels and joints, trays with a floor of `+`, and all
    other statements of OpenSCAD are skipped.

    >>> [tile["name"] for tile in read_puzzlecad('burr_plate([["xx.|.xx", "...|.x."], ["xxx"]]);', "a", "a")["tiles"]]
    ['A', 'B']
    """
    pieces: list[list[tuple[str, int]]] = []
    is_open = False
    for token in _TOKEN.finditer(text):
        line = text.count("\n", 0, token.start()) + 1
        if token["text"] is not None:
            layer, notes = token["text"], ""
            while note := _NOTE.search(layer):
                layer, notes = layer[: note.start()] + layer[note.end() :], notes + note[0]
            if "components" in notes:
                problem = "a cube has components, which are parts of cubes"
                raise SpecError(f"{source}:{line}", problem, "draw the pieces with whole cubes")
            if not re.fullmatch(r"[a-zA-Z.#|]*[.|]+[a-zA-Z.#|]*|[xX#]+", layer):
                if "|" in layer and not re.search(r"[\s+]", layer):
                    remedy = "write rows of x and . with | between two"
                    raise SpecError(f"{source}:{line}", f"{echo(layer)} is not a layer", remedy)
                continue
            if not is_open:
                pieces.append([])
            pieces[-1].append((layer, line))
        elif token["mark"] == "[":
            is_open = True
            pieces.append([])
        elif token["mark"] == "]" or token["other"]:
            is_open = False
    filled = [each for each in pieces if re.search("[a-zA-Z#]", "".join(layer for layer, _ in each))]
    names = (chr(65 + k) if k < 26 else f"T{k + 1}" for k in range(len(filled)))
    listed = [(title, _cells(layers, source), 1) for title, layers in zip(names, filled, strict=True)]
    if not listed:
        raise SpecError(source, "there is no piece", 'write pieces such as burr_piece(["xx.|.xx", "...|.x."])')
    return pieces_data(name, listed)


def _cells(layers: list[tuple[str, int]], source: str) -> list[Cell]:
    """Return the cells of a piece; raise `SpecError` for a layer with other rows than the first one."""
    widths = [*map(len, layers[0][0].split("|"))]
    for layer, line in layers:
        if [*map(len, layer.split("|"))] != widths:
            problem = f"the rows of {echo(layer)} differ from those of the first layer"
            remedy = f"write {len(widths)} rows of {', '.join(map(str, dict.fromkeys(widths)))}"
            raise SpecError(f"{source}:{line}", problem, remedy)
    return cells_of_layers(layer.split("|") for layer, _ in layers)
