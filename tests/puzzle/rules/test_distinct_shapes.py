"""Different shapes, values in regions and clues in one puzzle: engines count what a brute force counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from cp_puzzles import build_puzzle, count, iter_solutions
from cp_puzzles.cover.verifier import Verifier
from tests.crossed_puzzles import CONDITIONS
from tests.oracle import Cell, motions, moved

FORMS: list[list[Cell]] = [
    [(0, 0)],
    [(0, 0), (0, 1)],
    [(0, 0), (0, 1), (0, 2)],
    [(0, 0), (1, 0), (1, 1)],
    [(0, 0), (1, 0), (1, 1), (2, 1)],
]
Piece = tuple[str, tuple[tuple[Cell, int | None], ...]]
"""A tile, and the values on the sorted cells that it covers."""
Shape = tuple[Cell, ...]


def shape(piece: Piece) -> Shape:
    """Return the least image of the cells of a piece under rotations and reflections."""
    cells = [cell for cell, _ in piece[1]]
    return min(tuple(sorted(moved(cells, motion, (0, 0)))) for motion in motions(2))


def pieces_of(name: str, form: list[Cell], values: list[int | None], board: list[Cell]) -> set[Piece]:
    """Return the places of a tile on a board, with all rotations and reflections."""
    images = [moved(form, motion, corner) for motion in motions(2) for corner in board]
    found = {(name, tuple(sorted(zip(image, values, strict=True)))) for image in images}
    return {piece for piece in found if {cell for cell, _ in piece[1]} <= {*board}}


def fillings(cells: list[Cell], optional: set[Cell], pieces: dict[Piece, Shape]) -> Iterator[frozenset[Piece]]:
    """Yield each way to cover the cells with different shapes; the optional cells may stay empty."""
    if not cells:
        yield frozenset()
        return
    first, *rest = cells
    if first in optional:
        yield from fillings(rest, optional, pieces)
    for piece, used in pieces.items():
        covered = [cell for cell, _ in piece[1]]
        if first in covered and {*covered} <= {*cells}:
            others = {each: form for each, form in pieces.items() if form != used}
            for chosen in fillings([cell for cell in cells if cell not in covered], optional, others):
                yield chosen | {piece}


def random_puzzle(seed: int) -> tuple[dict[str, Any], int]:
    """Return a random puzzle of pieces of different shapes, and its number of solutions by brute force."""
    random = Random(seed)
    board: list[Cell] = [*product(range(random.choice([2, 2, 3])), range(3))]
    optional: set[Cell] = {*random.sample(board, random.choice([0, 1, 2, 3]))}
    pieces: set[Piece] = set()
    tiles: list[dict[str, Any]] = []
    bounds: dict[str, tuple[int, int]] = {}
    while len(tiles) < 5:
        form, name = random.choice(FORMS), f"T{len(tiles)}"
        values = [random.choice([None, 0, 1, 2]) for _ in form]
        places = pieces_of(name, form, values, board)
        if {piece[1] for piece in places} & {piece[1] for piece in pieces}:
            continue
        pieces |= places
        bounds[name] = random.choice([(0, 1), (0, 2), (0, 3)])
        tile: dict[str, Any] = {
            "name": name,
            "cells": form,
            "multiplicity": dict(zip(("min", "max"), bounds[name], strict=True)),
        }
        tiles.append(tile | ({"values": values} if any(value is not None for value in values) else {}))
    letters = {cell: random.choice("AAB..") for cell in board}
    regions = {x: [cell for cell in board if letters[cell] == x] for x in "AB"}
    conditions = {x: random.choice(CONDITIONS) for x, cells in regions.items() if cells and random.random() < 0.6}
    found = [*fillings(board, optional, {piece: shape(piece) for piece in sorted(pieces, key=repr)})]
    clues: dict[Cell, int] = {}
    if found and random.random() < 0.5:
        chosen = sorted(random.choice(found), key=repr)
        clues = {random.choice(pairs)[0]: len(pairs) for _, pairs in chosen}

    def is_solution(chosen: frozenset[Piece]) -> bool:
        shown = {cell: value for _, pairs in chosen for cell, value in pairs if value is not None}
        covered = {cell for _, pairs in chosen for cell, _ in pairs}
        sizes = [[clues[cell] for cell, _ in pairs if cell in clues] == [len(pairs)] for _, pairs in chosen]
        used = Counter(name for name, _ in chosen)
        return (
            all(low <= used[name] <= high for name, (low, high) in bounds.items())
            and all(holds([shown[c] for c in regions[x] if c in shown]) for x, (_, holds) in conditions.items())
            and (not clues or (all(sizes) and {*clues} <= covered))
        )

    rules: dict[str, Any] = {"distinct": "shapes", "regions": {x: each for x, (each, _) in conditions.items()}}
    if clues:
        rules["clues"] = [[*cell, size] for cell, size in clues.items()]
    data = {
        "name": f"shapes {seed}",
        "board": {"cells": board, "optional": sorted(optional), "regions": {x: regions[x] for x in conditions}},
        "tiles": tiles,
        "rules": rules,
    }
    return data, sum(map(is_solution, found))


@pytest.mark.parametrize("first", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in range(10, 100, 10))])
def test_distinct_shapes_equal_brute_force(first: int) -> None:
    """Engines count the solutions without two pieces of one shape, and orbits have as many images."""
    for seed in range(first, first + 10):
        data, wanted = random_puzzle(seed)
        puzzle = build_puzzle(data)
        for engine in ("exact-cover", "frontier", "cp-sat")[: 3 if seed % 5 == 0 else 2]:
            assert count(puzzle, symmetry="off", engine=engine, jobs=1).count == wanted, (seed, engine)
        assert count(puzzle, engine="exact-cover", jobs=1).raw == wanted, seed
        verifier = Verifier(puzzle)
        for solution in iter_solutions(puzzle, jobs=1, engine="exact-cover"):
            assert verifier.violation(solution.placements) is None, seed


def test_random_puzzles_have_solutions_with_and_without_clues() -> None:
    """The random puzzles say something: many have solutions, and clues and values restrict some of them."""
    made = [random_puzzle(seed) for seed in range(40)]
    assert sum(wanted > 0 for _, wanted in made) > 15
    assert any(wanted > 0 and "clues" in data["rules"] for data, wanted in made)
    assert any(wanted > 0 and data["rules"]["regions"] for data, wanted in made)
