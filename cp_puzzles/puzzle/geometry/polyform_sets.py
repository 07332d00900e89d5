"""The tiles of the sets of polyforms: enumerated, or read from `tile_names.ini`.

The polyforms of a lattice and a size are the named tiles in `tile_names.ini`, or else all of them, enumerated by one
code path for all lattices and numbered by their smallest orientation (hexominoes H01 to H35).
"""

from __future__ import annotations

from configparser import ConfigParser
from importlib.resources import files

from cp_puzzles.puzzle.geometry.drawing import parse_drawing
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.polyform import Polyform, orientations, polyforms
from cp_puzzles.puzzle.geometry.tile_sets import Tiles, tile_set

_NAMED = ConfigParser(delimiters="=", comment_prefixes="#", interpolation=None)
_NAMED.optionxform = str  # type: ignore[assignment,method-assign]
_NAMED.read_string(files("cp_puzzles.puzzle.geometry").joinpath("tile_names.ini").read_text(encoding="utf-8"))


def _named(section: str) -> dict[str, str]:
    """Return the tiles of a section by name, none if the section does not exist."""
    return dict(_NAMED[section]) if section in _NAMED else {}


def _parsed_tile(lattice: Lattice, text: str) -> Polyform:
    """Parse cells as one-digit coordinates, with a prime if the last one is 1 instead of 0, or a drawing."""
    if "X" in text:
        return tuple(cell[1:] for cell in parse_drawing(text.replace("/", "\n")).cells)
    cells = []
    for word in text.split():
        digits = tuple(map(int, word.rstrip("'")))
        cells.append(lattice.cell_at((*digits, int(word.endswith("'"))) if lattice.is_numbered else digits))
    return lattice.normalize(cells)


def free(lattice: str, size: int, letter: str, block: tuple[Cell, ...] | None) -> Tiles:
    """Return the polyforms of `size` blocks, by default cells: on a flat lattice one of each pair of mirror images.

    `letter` begins the names of polyforms that `tile_names.ini` does not name.
    """
    space = LATTICES[lattice]
    if named := _named(f"{lattice} {size}"):
        return {name: _parsed_tile(space, text) for name, text in named.items()}
    forms = polyforms(space, size, reflect=space.is_flat, block=block)
    digits = len(str(len(forms)))
    return {f"{letter}{number:0{digits}d}": form for number, form in enumerate(forms, start=1)}


def one_sided(set_name: str, lattice: str, size: int) -> Tiles:
    """Return the polyforms of a set, each followed by its mirror image if that differs."""
    space = LATTICES[lattice]
    tiles: dict[str, Polyform] = {}
    mirror_names = _named(f"mirrored {lattice} {size}")
    for name, form in tile_set(set_name).items():
        tiles[name] = form
        mirrored = space.normalize(map(space.flip, form))
        if mirrored not in orientations(space, form):
            tiles[mirror_names.get(name, f"{name}'")] = mirrored
    return tiles


def tricubes() -> Tiles:
    """Return the two pieces of three cubes."""
    return {f"3{letter}": form for letter, form in _one_layer("trominoes").items()}


def solid_pieces(name: str) -> Tiles:
    """Return the pieces of cubes that a section of `tile_names.ini` lists; flat pentominoes have their letters."""
    pentominoes = _one_layer("pentominoes")
    return {
        piece: pentominoes[piece] if piece in pentominoes else _solid(_NAMED["solid"][piece])
        for piece in _NAMED["solid sets"][name].split()
    }


def _one_layer(name: str) -> Tiles:
    """Return the tiles of a set of squares as pieces of cubes."""
    return {letter: tuple((0, *cell) for cell in form) for letter, form in tile_set(name).items()}


def _solid(drawing: str) -> Polyform:
    return parse_drawing(drawing.replace("/", "\n").replace("|", "\n\n")).cells


def soma_letters() -> Tiles:
    """Return the pieces of the Soma cube by their usual letters."""
    return {letter: tile_set("soma")[piece] for letter, piece in _named("soma-letters").items()}


def flat(name: str) -> Tiles:
    """Return the pieces of squares of a section of `tile_names.ini`."""
    return {letter: _parsed_tile(LATTICES["square"], cells) for letter, cells in _named(name).items()}


def notchable_burr() -> Tiles:
    """Return the pieces of six-piece burrs that a saw can notch."""
    return {number: tile_set("burr-pieces")[number] for number in _NAMED["burr"]["notchable"].split()}
