"""Piece strings of puzzlecad, an OpenSCAD library: `["xx.|.xx", "...|.x."]` has a string for each layer."""

from __future__ import annotations

import re
from typing import Any

from cp_puzzles.errors import SpecError, echo
from cp_puzzles.output.importing.pieces import pieces_data
from cp_puzzles.puzzle.geometry.isometry import Cell

_TOKEN = re.compile(r'"(?P<text>(?:[^"\\]|\\.)*)"|(?P<mark>[][,])|//[^\n]*|/\*.*?\*/|(?P<other>[^][,"\s])', re.DOTALL)
_NOTE = re.compile(r"\{[^{}]*\}")


def read_puzzlecad(text: str, source: str, name: str) -> dict[str, Any]:
    """Return the data of a puzzle file with the pieces of a text; raise `SpecError` with the line of a mistake.

    A piece is a string with rows, or the strings of its layers in brackets; a letter is a cube. What is in braces, such
    as labels and joints, and all other statements of OpenSCAD are skipped.

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
                continue
            if not is_open:
                pieces.append([])
            pieces[-1].append((layer, line))
        elif token["mark"] == "[":
            is_open = True
            pieces.append([])
        elif token["mark"] == "]" or token["other"]:
            is_open = False
    listed = [
        (f"{chr(65 + k) if k < 26 else f'T{k + 1}'}", _cells(layers, source), 1)
        for k, layers in enumerate(filter(None, pieces))
    ]
    if not listed:
        raise SpecError(source, "there is no piece", 'write pieces such as burr_piece(["xx.|.xx", "...|.x."])')
    return pieces_data(name, listed)


def _cells(layers: list[tuple[str, int]], source: str) -> list[Cell]:
    """Return the cells of a piece; raise `SpecError` for a layer with other rows than the first one."""
    widths = [*map(len, layers[0][0].split("|"))]
    for layer, line in layers:
        if [*map(len, layer.split("|"))] != widths:
            remedy = f"write {len(widths)} rows of {', '.join(map(str, dict.fromkeys(widths)))}"
            raise SpecError(
                f"{source}:{line}", f"the rows of {echo(layer)} differ from those of the first layer", remedy
            )
    return [
        (z, y, x)
        for z, (layer, _) in enumerate(layers)
        for y, row in enumerate(layer.split("|"))
        for x, mark in enumerate(row)
        if mark != "."
    ]
