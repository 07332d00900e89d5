"""The named sets of tiles, with the names that the field uses for their members.

Pentominoes are named after Golomb's letters, one-sided mirror images after the letter they look like (J, Q, S) or
with a prime; solid pieces after C. J. Bouwkamp and Kadon's super quintillions. Hexominoes have no common letters:
they are numbered H01 to H35 in the order of their least orientation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from cp_puzzles.geometry.drawing import parse_drawing
from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.lattices import LATTICES
from cp_puzzles.geometry.polyform import Polyform, orientations, polyforms

Tiles = Mapping[str, Polyform]
"""Polyforms by name, in the order of the set."""

_FLAT = {
    1: {"O": "X"},
    2: {"I": "XX"},
    3: {"I": "XXX", "L": "X./XX"},
    4: {"I": "XXXX", "L": "X./X./XX", "O": "XX/XX", "S": ".XX/XX.", "T": "XXX/.X."},
    5: {
        "F": ".XX/XX./.X.",
        "I": "XXXXX",
        "L": "X./X./X./XX",
        "N": ".X/.X/XX/X.",
        "P": "XX/XX/X.",
        "T": "XXX/.X./.X.",
        "U": "X.X/XXX",
        "V": "X../X../XXX",
        "W": "X../XX./.XX",
        "X": ".X./XXX/.X.",
        "Y": ".X/XX/.X/.X",
        "Z": "XX./.X./.XX",
    },
}

_MIRROR_NAMES = {(4, "L"): "J", (4, "S"): "Z", (5, "L"): "J", (5, "P"): "Q", (5, "Z"): "S"}

_SOLID = {
    "3L": "X./XX",
    "4I": "XXXX",
    "4L": "X./X./XX",
    "4O": "XX/XX",
    "4S": "X./XX/.X",
    "4T": "XXX/.X.",
    "4^": "X./XX|../X.",
    "4<": "X./XX|X./..",
    "4>": "X./XX|../.X",
    "T1": "XXX/.X.|.X./...",
    "T2": "XXX/.X.|.../.X.",
    "L1": "X./X./XX|X./../..",
    "L2": "X./X./XX|../X./..",
    "L3": "X./X./XX|../../X.",
    "L4": "X./X./XX|../../.X",
    "J1": ".X/.X/XX|.X/../..",
    "J2": ".X/.X/XX|../.X/..",
    "J4": ".X/.X/XX|../../X.",
    "N1": ".X/XX/X.|.X/../..",
    "N2": ".X/XX/X.|../.X/..",
    "S1": "X./XX/.X|X./../..",
    "S2": "X./XX/.X|../X./..",
    "V1": ".X./.XX|XX./...",
    "V2": ".X/XX|.XX/...",
    "Q": "XX/XX|../.X",
    "A": "X./XX|X./.X",
}

_SOLID_SETS = {
    "soma": "3L 4L 4S 4T 4^ 4< 4>",
    "bedlam": "4> L1 L2 L3 J4 S1 S2 T1 T2 V2 F W X",
    "big-brother": "4< U X Z J1 J2 J4 L4 N1 N2 V1 V2 T2",
    "tetracubes": "4I 4L 4O 4S 4T 4^ 4< 4>",
    "pentacubes": "F I L N P T U V W X Y Z A J1 J2 J4 L1 L2 L3 L4 N1 N2 Q S1 S2 T1 T2 V1 V2",
}

_FLAT_SETS = {
    "monomino": 1,
    "domino": 2,
    "trominoes": 3,
    "tetrominoes": 4,
    "pentominoes": 5,
    "hexominoes": 6,
}

ONE_SIDED = "one-sided-"


def _flat(drawing: str) -> Polyform:
    return tuple(cell[1:] for cell in parse_drawing(drawing.replace("/", "\n")).cells)


def _solid(drawing: str) -> Polyform:
    return parse_drawing(drawing.replace("/", "\n").replace("|", "\n\n")).cells


@cache
def _free(size: int) -> Tiles:
    if size in _FLAT:
        return {name: _flat(drawing) for name, drawing in _FLAT[size].items()}
    forms = polyforms(LATTICES["square"], size, reflect=True)
    return {f"H{number:02d}": form for number, form in enumerate(forms, start=1)}


@cache
def _one_sided(size: int) -> Tiles:
    square = LATTICES["square"]
    tiles: dict[str, Polyform] = {}
    for name, form in _free(size).items():
        tiles[name] = form
        mirrored = square.normalise(map(square.turn_over, form))
        if mirrored not in orientations(square, form):
            tiles[_MIRROR_NAMES.get((size, name), f"{name}'")] = mirrored
    return tiles


@cache
def _solid_set(name: str) -> Tiles:
    pentominoes = {letter: tuple((0, *cell) for cell in form) for letter, form in _free(5).items()}
    return {
        piece: pentominoes[piece] if piece in pentominoes else _solid(_SOLID[piece])
        for piece in _SOLID_SETS[name].split()
    }


@cache
def _tricubes() -> Tiles:
    return {f"3{letter}": tuple((0, *cell) for cell in form) for letter, form in _free(3).items()}


def _sets() -> dict[str, Callable[[], Tiles]]:
    sets: dict[str, Callable[[], Tiles]] = {}
    for name, size in _FLAT_SETS.items():
        sets[name] = lambda size=size: _free(size)  # type: ignore[misc]
        sets[ONE_SIDED + name] = lambda size=size: _one_sided(size)  # type: ignore[misc]
    sets["tricubes"] = _tricubes
    for name in _SOLID_SETS:
        sets[name] = lambda name=name: _solid_set(name)  # type: ignore[misc]
    return sets


_SETS = _sets()

TILE_SETS = tuple(_SETS)
"""The names of all sets."""


def tile_set(name: str) -> Tiles:
    """The tiles of a named set in its usual order; flat sets have two coordinates a cell, solid ones three.

    Raises `KeyError` for a name that is not in `TILE_SETS`.

    >>> [len(tile_set(name)) for name in ("pentominoes", "one-sided-pentominoes", "pentacubes", "soma")]
    [12, 18, 29, 7]
    >>> " ".join(tile_set("one-sided-pentominoes"))
    "F F' I L J N N' P Q T U V W X Y Y' Z S"
    """
    return _SETS[name]()


def is_one_sided(name: str) -> bool:
    """Whether the tiles of a set are told apart from their mirror images, and so may not be turned over."""
    return name.startswith(ONE_SIDED)


def is_flat(name: str) -> bool:
    """Whether the set is one of flat tiles."""
    return name.removeprefix(ONE_SIDED) in _FLAT_SETS


def embedded(lattice: Lattice, form: Polyform) -> tuple[Cell, ...]:
    """A tile of a set in a lattice: on a cubic lattice a flat tile is a solid piece one cell thick."""
    return lattice.normalise(lattice.raised(cell) for cell in form)
