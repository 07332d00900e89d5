"""Enclosed cells: random puzzles against a brute force, and the field of a small farm."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from cp_puzzles import build_puzzle, count, solve
from cp_puzzles.puzzle.puzzle import Puzzle
from tests import oracle
from tests.oracle import Solution
from tests.puzzle.rules import picture

FORMS = ([(0, 0)], [(0, 0), (0, 1)], [(0, 0), (0, 1), (0, 2)], [(0, 0), (0, 1), (1, 0)])


def farm(seed: int) -> tuple[dict[str, object], dict[Solution, int]]:
    """Return a random puzzle, and its solutions by brute force with their numbers of enclosed cells."""
    random = Random(seed)
    rows, columns = random.choice([(3, 3), (3, 4), (4, 4)])
    cells = sorted(product(range(rows), range(columns)))
    holes = random.sample(cells, random.choice([0, 0, 1]))
    board = [cell for cell in cells if cell not in holes]
    primary = random.sample(board, random.choice([0, 0, 1]))
    forms = random.sample(FORMS, 2)
    tiles = {f"T{n}": (form, True, True, 0, random.choice([1, 2, 3])) for n, form in enumerate(forms)}
    data: dict[str, object] = {
        "name": "farm",
        "board": {
            "cells": [list(cell) for cell in board],
            "optional": [list(cell) for cell in board if cell not in primary],
        },
        "tiles": [
            {"name": name, "cells": [list(cell) for cell in form], "multiplicity": {"min": low, "max": high}}
            for name, (form, _, _, low, high) in tiles.items()
        ],
    }
    found = oracle.solutions(primary, [cell for cell in board if cell not in primary], tiles)
    return data, {solution: enclosed(board, solution) for solution in found}


def enclosed(board: list[tuple[int, int]], solution: Solution) -> int:
    """Return the number of enclosed cells of a solution of the oracle."""
    owner = {cell: number for number, (_, cells) in enumerate(sorted(solution, key=str)) for cell in cells}
    return picture.enclosed({cell: owner.get(cell) for cell in board})


def differences(seed: int) -> list[tuple[object, object, object]]:
    """Return the answers about a random puzzle that are not those of the brute force."""
    data, numbers = farm(seed)
    low = Random(seed).choice([1, 1, 2])
    puzzles: list[tuple[Puzzle, int]] = []
    for bounds, kept in (({"min": low}, lambda n: n >= low), ({"max": low - 1}, lambda n: n < low)):
        wanted = sum(map(kept, numbers.values()))
        puzzles.append((build_puzzle(data | {"rules": {"enclosed": bounds}}), wanted))
    found: list[tuple[object, object, object]] = [
        (engine, count(puzzle, symmetry="off", engine=engine, jobs=1).count, wanted)
        for puzzle, wanted in puzzles
        for engine in ("exact-cover", "cp-sat")
    ]
    most = max(numbers.values(), default=0)
    if most:
        best = solve(build_puzzle(data | {"maximize": "enclosed"}), symmetry="off", jobs=1)
        found.append(("best", {solution.measure("enclosed") for solution in best.solutions}, {most}))
        found.append(("all best", best.count, sum(number == most for number in numbers.values())))
    return [answer for answer in found if answer[1] != answer[2]]


@pytest.mark.parametrize("seed", range(4))
def test_enclosed_equals_brute_force(seed: int) -> None:
    """Bounds and the largest number of enclosed cells of random puzzles are those of a brute force."""
    assert differences(seed) == []


@pytest.mark.slow
def test_enclosed_equals_brute_force_at_length() -> None:
    """The same holds for 60 more puzzles."""
    assert {seed: found for seed in range(4, 64) if (found := differences(seed))} == {}


def test_enclosed_on_a_hexagonal_ring() -> None:
    """Six hexagons around a cell enclose it; five do not."""
    keys = {"lattice": "hexagonal", "board": {"hexagon": 3}, "fill": False, "rules": {"enclosed": 1}}
    for pieces, rings in ((6, 7), (5, 0)):
        puzzle = build_puzzle({"name": "ring", "tiles": [{"set": "monohex", "multiplicity": pieces}], **keys})
        assert count(puzzle, symmetry="off", engine="exact-cover", jobs=1).count == rings
