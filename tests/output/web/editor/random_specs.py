"""Random small puzzles on every lattice, as the data of puzzle files."""

from __future__ import annotations

from random import Random
from typing import Any

from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.lattices import LATTICES


def random_spec(seed: int) -> dict[str, Any]:
    """Return a puzzle of few cells; seeds cycle through the lattices. It may have mistakes, such as congruent tiles."""
    random = Random(seed)
    lattice = list(LATTICES.values())[seed % len(LATTICES)]
    board = _grown(lattice, random.randint(4, 8), random)
    cells = [list(lattice.coordinates(cell)) for cell in board]
    spec: dict[str, Any] = {"name": f"random {seed}", "lattice": lattice.name, "board": {"cells": cells}}
    if random.random() < 0.4:
        spec["board"]["optional"] = random.sample(cells, random.randint(1, 3))
    if random.random() < 0.1:
        spec["fill"] = False
    colors = "bw" if random.random() < 0.3 else ""
    if colors:
        spec["colors"] = colors
        spec["board"]["colors"] = _colored(cells, random)
    spec["tiles"] = [_tile(lattice, f"T{number}", colors, random) for number in range(random.randint(1, 3))]
    if random.random() < 0.2:
        first = spec["tiles"][0]
        spec["given"] = [{"tile": first["name"], "cells": random.sample(cells, min(len(cells), len(first["cells"])))}]
    return spec


def _tile(lattice: Lattice, name: str, colors: str, random: Random) -> dict[str, Any]:
    cells = [list(lattice.coordinates(cell)) for cell in _grown(lattice, random.randint(1, 3), random)]
    low = random.randint(0, 1)
    multiplicity = random.choice(["any", 1, random.randint(2, 4), {"min": low, "max": low + random.randint(0, 3)}])
    tile = {"name": name, "cells": cells, "multiplicity": multiplicity}
    if random.random() < 0.3:
        tile["rotate"] = random.choice([False, "upright"])
    if random.random() < 0.4:
        tile["reflect"] = random.random() < 0.5
    if colors and random.random() < 0.6:
        tile["colors"] = _colored(cells, random)
    if random.random() < 0.2:
        tile.pop("rotate", None)
        tile.pop("reflect", None)
        tile["orientations"] = random.sample(range(1, 7), random.randint(1, 3))
    return tile


def _colored(cells: list[list[int]], random: Random) -> dict[str, list[list[int]]]:
    colors: dict[str, list[list[int]]] = {}
    for cell in cells:
        letter = random.choice("bw.")
        if letter != ".":
            colors.setdefault(letter, []).append(cell)
    return colors


def _grown(lattice: Lattice, size: int, random: Random) -> list[Cell]:
    cells = [random.choice(lattice.cell_classes).origin]
    while len(cells) < size:
        near = random.choice(lattice.neighbors(random.choice(cells)))
        if near not in cells:
            cells.append(near)
    return cells
