"""Files of other programs: High-LevelPuzzle, MiniZinc's pentominoes, Mechanical Puzzle Studio, puzzlecad, Pips."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from math import prod
from string import ascii_letters
from typing import Any

import numpy as np

from cp_puzzles.base.file_access import numbered_lines
from cp_puzzles.errors import MistakeError, SpecError, echo
from cp_puzzles.output.importing.texts import MAX_EXTENT, cells_of_layers, json_of, pieces_data, within
from cp_puzzles.puzzle.fields import Mistakes, Origin, Path
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.placement import orientations
from cp_puzzles.puzzle.geometry.tile_sets import VALUE_SETS


def read_puz(text: str, source: str, name: str) -> dict[str, Any]:
    r"""Return the data of a puzzle file with the pieces of an assembly; raise `SpecError` with the line of a mistake.

    The first line is the size along x, y and z, the second the size of a cube; the numbers follow, x first.

    >>> data = read_puz("2 2 1\n0.5 0.5 0.5\n1 1 1 2\n", "a.puz", "a")
    >>> [tile["drawing"] for tile in data["tiles"]]
    ['XX\nX.', 'X']
    """
    lines = [(number, line.split()) for number, line in numbered_lines(text, "^#.*")]
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
    if not any(numbers):
        raise SpecError(source, "all cubes are empty", "write the numbers of pieces")
    box = np.array(numbers, dtype=object).reshape(size[::-1])
    used = sorted({*numbers} - {0})
    pieces = [(f"P{number}", [*map(tuple, np.argwhere(box == number).tolist())], 1) for number in used]
    return pieces_data(name, pieces, [cell for _, cells, _ in pieces for cell in cells])


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


_WORDS = {"empty": None, "equals": "equal", "unequal": "different"}
_SUMS = {"sum": (0, 0), "less": (None, -1), "greater": (1, None)}
"""The least and the largest sum that a condition allows, as distances from its target; None for no bound."""


def read_pips(text: str, source: str, title: str) -> dict[str, dict[str, Any]]:
    """Return the data of a puzzle file for each board of a day, by its level; "" for a file that is one board.

    Pips are boards of dominoes with regions, which the New York Times publishes each day: easy, medium and hard, each
    `{dominoes: [[a, b], ...], regions: [{type, indices, target}]}`. The pieces of a stored `solution` are not read.
    Raise `SpecError` with every mistake.

    >>> board = '{"dominoes": [[6, 4]], "regions": [{"type": "less", "target": 5, "indices": [[0, 1]]},'
    >>> data = read_pips(board + '{"type": "empty", "indices": [[0, 0]]}]}', "pips.json", "")[""]
    >>> data["tiles"], data["board"]["regions"], data["rules"]
    ([{'set': 'dominoes-0-6', 'only': ['4-6']}], '.A', {'regions': {'A': {'sum': {'max': 4}}}})
    """
    from cp_puzzles.analysis.family.days import LEVELS  # with searches

    data, origin = json_of(text, source), Origin(source)
    boards: dict[str, tuple[Any, Path]] = {}
    if isinstance(data, dict) and "dominoes" in data:
        boards[""] = data, ()
    elif isinstance(data, dict):
        boards = {level: (data[level], (level,)) for level in LEVELS if level in data}
    if not boards:
        raise SpecError(
            source, "there is no board of Pips", f"write {', '.join(LEVELS)}, each with dominoes and regions"
        )
    mistakes = Mistakes()
    puzzles = {}
    for level, (board, path) in boards.items():
        with mistakes.noted():
            puzzles[level] = _puzzle(board, path, origin, " ".join(filter(None, ("Pips", title, level))))
    mistakes.raise_all()
    return puzzles


def _puzzle(board: Any, path: Path, origin: Origin, name: str) -> dict[str, Any]:
    """Return the data of a puzzle file of one board."""
    if not isinstance(board, dict):
        raise SpecError(origin.place(path), f"{echo(board)} is not a board", "write dominoes and regions")
    pairs = [*_pairs(board.get("dominoes"), (*path, "dominoes"), origin, max(VALUE_SETS.values()))]
    letters: dict[tuple[int, int], str] = {}
    conditions: dict[str, Any] = {}
    regions = board.get("regions")
    if not isinstance(regions, list) or not regions:
        raise SpecError(origin.place((*path, "regions")), "there are no regions", "list {type, indices, target}")
    for number, region in enumerate(regions):
        place = (*path, "regions", number)
        condition = _condition(region, place, origin)
        if condition is not None and len(conditions) == len(ascii_letters):
            problem = f"more than {len(conditions)} regions have conditions"
            raise SpecError(origin.place(place), problem, "split the board")
        letter = "." if condition is None else ascii_letters.swapcase()[len(conditions)]
        conditions |= {} if condition is None else {letter: condition}
        for cell in _pairs(region.get("indices"), (*place, "indices"), origin, MAX_EXTENT):
            if cell in letters:
                raise SpecError(origin.place(place), f"the cell {list(cell)} is in two regions", "remove one of them")
            letters[cell] = letter
    rows, columns = (max(axis) + 1 for axis in zip(*letters, strict=True))
    drawing = ["".join("X" if (r, c) in letters else "." for c in range(columns)) for r in range(rows)]
    drawn = ["".join(letters.get((r, c), ".") for c in range(columns)) for r in range(rows)]
    makers = board.get("constructors")
    return {
        "name": name,
        "description": "Dominoes fill the board, and their values satisfy the condition of each region.",
        **({"source": f"Pips, by {makers}"} if isinstance(makers, str) and makers else {}),
        "board": {"drawing": "\n".join(drawing), **({"regions": "\n".join(drawn)} if conditions else {})},
        "tiles": [*_tiles(pairs)],
        **({"rules": {"regions": conditions}} if conditions else {}),
    }


def _tiles(pairs: list[tuple[int, int]]) -> Iterator[dict[str, Any]]:
    """Yield the entries of the dominoes, those of equal multiplicity together."""
    largest = max(map(max, pairs))
    name = next(name for name, value in VALUE_SETS.items() if largest <= value)
    copies = Counter(f"{min(pair)}-{max(pair)}" for pair in pairs)
    for number in sorted(set(copies.values())):
        only = sorted(domino for domino, times in copies.items() if times == number)
        yield {"set": name, "only": only, **({"multiplicity": number} if number > 1 else {})}


def _condition(region: Any, path: Path, origin: Origin) -> Any:
    """Return the condition of a region as the rule `regions` writes it; None if it has none."""
    kind = region.get("type") if isinstance(region, dict) else None
    if not isinstance(kind, str) or kind not in (*_WORDS, *_SUMS):
        remedy = f"write one of {', '.join((*_WORDS, *_SUMS))}"
        raise SpecError(origin.place((*path, "type")), f"{echo(kind)} is not a condition", remedy)
    if kind in _WORDS:
        return _WORDS[kind]
    target = region.get("target")
    lower, upper = _SUMS[kind]
    least = 1 if kind == "less" else 0
    if type(target) is not int or target < least:
        place = origin.place((*path, "target"))
        raise SpecError(place, f"{echo(target)} is not a target of {kind}", f"write a number from {least} on")
    if lower == upper:
        return {"sum": target}
    return {"sum": {"min": target + 1} if upper is None else {"max": target - 1}}


def _pairs(value: Any, path: Path, origin: Origin, largest: int) -> Iterator[tuple[int, int]]:
    """Yield the pairs of a list; raise `SpecError` unless each has two numbers from 0 to `largest`."""
    if not isinstance(value, list) or not value:
        raise SpecError(origin.place(path), f"expected pairs, found {echo(value)}", "write pairs such as [[0, 1]]")
    for number, pair in enumerate(value):
        is_pair = isinstance(pair, list) and len(pair) == 2 and all(type(each) is int for each in pair)
        if not is_pair or not 0 <= min(pair) <= max(pair) <= largest:
            place = origin.place((*path, number))
            raise SpecError(
                place, f"{echo(json.dumps(pair))} is not a pair of numbers", f"write two numbers from 0 to {largest}"
            )
        yield pair[0], pair[1]
