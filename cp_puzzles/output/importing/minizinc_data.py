"""Data of MiniZinc's pentominoes, `.dzn`: a finite automaton for each tile, which reads the board row by row."""

from __future__ import annotations

import re
from typing import Any

from cp_puzzles.errors import SpecError
from cp_puzzles.output.importing.pieces import pieces_data
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.placement import orientations


def read_pentominoes(text: str, source: str, name: str) -> dict[str, Any]:
    """Return the data of a puzzle file with the tiles that the automata accept; raise `SpecError` for a mistake.

    A tile has a row [states, symbols, first state, final state, offset in dfa]. The symbols are the tiles, then the end
    of a row, which is the last of the `width` symbols of each row. Each word that an automaton accepts is a placement.
    """
    values = dict(re.findall(r"(\w+)\s*=\s*([^;]*);", text))
    for key in ("width", "height", "ntiles", "tiles", "dfa"):
        if key not in values:
            raise SpecError(source, f"there is no {key}", "give the data of the model pentominoes-int")
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
            known = [(symbol, *end) for symbol, end in ways if end is not None]
            if known:
                symbol, _, places = known[0]
                before[state] = sum(count for _, count, _ in known), (place, *places) if symbol == tile else places
        ends = before
    return ends.get(first, (0, ()))
