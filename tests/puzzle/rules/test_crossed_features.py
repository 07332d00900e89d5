"""Values, regions, colors, sides, clues and given pieces in one puzzle: engines count what a brute force counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from cp_puzzles import build_puzzle, count, iter_solutions
from cp_puzzles.cover.verifier import Verifier
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from tests.puzzle.rules import side_oracle
from tests.puzzle.rules.side_oracle import CELL, Board, Piece, Solution
from tests.puzzle.rules.test_sides import FLAT, middles_of, polygon_of, random_cells

Check = Callable[[list[int]], bool]
CONDITIONS: list[tuple[Any, Check]] = [
    ({"sum": 3}, lambda values: sum(values) == 3),
    ({"sum": {"max": 3}}, lambda values: sum(values) <= 3),
    ({"sum": {"min": 2}}, lambda values: sum(values) >= 2),
    ("equal", lambda values: len(set(values)) < 2),
    ("different", lambda values: len(set(values)) == len(values)),
    ({"count": {"value": 1, "min": 1}}, lambda values: 1 in values),
    ({"count": {"value": 0, "max": 1}}, lambda values: values.count(0) <= 1),
]


def letters_of(piece: Piece) -> dict[int, str]:
    """Return the letter or the digit on each cell of a piece that has one."""
    return {cell: text for cell, side, text in piece[2] if side == CELL}


@dataclass
class Crossed:
    """A random puzzle under construction: the data of its file, and what the brute force knows of it."""

    lattice: str
    seed: int
    tiles: list[dict[str, Any]] = field(default_factory=list)
    pieces: dict[str, set[Piece]] = field(default_factory=dict)
    copies: dict[str, tuple[int, int]] = field(default_factory=dict)
    rules: dict[str, Any] = field(default_factory=dict)
    given: list[dict[str, Any]] = field(default_factory=list)
    is_lined: bool = False

    def __post_init__(self) -> None:
        self.random = Random(f"{self.lattice} {self.seed}")
        self.cells = sorted(random_cells(self.random, self.lattice, self.random.choice([3, 4, 5, 6])))
        # no rotation of the tiling by squares and triangles turns a triangle onto itself
        turns = [1, 1j, -1, -1j] if self.lattice == "snub-square" else []
        self.board = Board([polygon_of(self.lattice, cell) for cell in self.cells], turns)
        self.has_sides, self.has_values, self.has_colors = (self.random.random() < x for x in (0.6, 0.7, 0.4))
        numbers = range(len(self.cells))
        self.optional = frozenset(self.random.sample(numbers, self.random.choice([0, 0, 1, 2])))
        self.shown = {n: self.letter(0.15, 0.3) for n in numbers}

    def lined(self, sides: list[str]) -> list[str]:
        """Return sides with the color a on two of the colored ones at most; the others have b, or no color."""
        places = [(n, k) for n, text in enumerate(sides) for k, color in enumerate(text) if color != "."]
        ends = self.random.sample(places, 2) if len(places) > 1 else []
        return [
            "".join(
                "a" if (n, k) in ends else "." if color == "." else self.random.choice("b.")
                for k, color in enumerate(text)
            )
            for n, text in enumerate(sides)
        ]

    def letter(self, values: float, colors: float) -> str:
        """Return a random value or color, "" for none, with these probabilities."""
        number = self.random.random()
        if self.has_values and number < values:
            return str(self.random.randrange(4))
        return self.random.choice("pq") if self.has_colors and number > 1 - colors else ""

    def written(self, cells: Sequence[Any]) -> list[list[int]]:
        return [list(LATTICES[self.lattice].coordinates(cell)) for cell in cells]

    def add_tile(self) -> None:
        """Add a random tile if it lies on the board, and shows something else there than the tiles before."""
        random = self.random
        form = random_cells(random, self.lattice, random.choice([1, 1, 2, 2, 3]), random.choice(self.cells))
        letters = [self.letter(0.75, 0.15) for _ in form]
        is_sided = self.has_sides and random.random() < 0.8
        sides = []
        for cell in form:
            inner = {side_oracle.key(m) for other in form if other != cell for m in middles_of(self.lattice, other)}
            middles = middles_of(self.lattice, cell)
            is_plain = [not is_sided or side_oracle.key(m) in inner or random.random() < 0.1 for m in middles]
            sides.append("".join("." if plain else random.choice("aab") for plain in is_plain))
        if self.is_lined and is_sided:
            sides = self.lined(sides)
        rotate, reflect = random.choice([(True, False), (True, not self.board.turns), (False, False)])
        name, bounds = f"T{len(self.tiles)}", random.choice([(0, 4), (0, 4), (0, 2), (0, 1), (1, 2)])
        polygons = [
            (polygon_of(self.lattice, cell), text + letter)
            for cell, text, letter in zip(form, sides, letters, strict=True)
        ]
        found = self.board.pieces(name, polygons, rotate=rotate, reflect=reflect)
        if not found or {p[1:] for p in found} & {p[1:] for others in self.pieces.values() for p in others}:
            return
        self.pieces[name], self.copies[name] = found, bounds
        tile = {"name": name, "cells": self.written(form), "rotate": rotate, "reflect": reflect}
        tile["multiplicity"] = dict(zip(("min", "max"), bounds, strict=True))
        if any(text.strip(".") for text in sides):
            tile["sides"] = dict(enumerate(sides))
        if any(map(str.isdigit, letters)):
            tile["values"] = [int(letter) if letter.isdigit() else None for letter in letters]
        self.tiles.append(tile | self.colors_of(form, letters))

    def colors_of(self, cells: Sequence[Any], letters: Sequence[str]) -> dict[str, Any]:
        """Return the key `colors` of some cells, if any."""
        found = {
            color: self.written([cell for cell, letter in zip(cells, letters, strict=True) if letter == color])
            for color in "pq"
        }
        found = {color: listed for color, listed in found.items() if listed}
        return {"colors": found} if found else {}

    def fits(self, piece: Piece) -> bool:
        """Return whether the letters of a piece fit those of the board: values equal values, colors colors."""
        on_board = {cell: self.shown[cell] for cell in letters_of(piece) if self.shown[cell]}
        return all(
            letter == letters_of(piece)[cell] or letter.isdigit() != letters_of(piece)[cell].isdigit()
            for cell, letter in on_board.items()
        )


def random_puzzle(seed: int, lattice: str) -> tuple[dict[str, Any], int] | None:
    """Return a random puzzle that crosses features, and its number of solutions by brute force; None without tiles."""
    crossed = Crossed(lattice, seed)
    random, numbers = crossed.random, range(len(crossed.cells))
    for _ in range(random.choice([3, 5, 7])):
        crossed.add_tile()
    if not crossed.tiles:
        return None
    used = {color for of in crossed.pieces.values() for p in of for _, side, color in p[2] if side != CELL}
    mates: Mapping[str, str] | None = random.choice([None, {}, {}]) if used else None
    if {"a", "b"} <= used and random.random() < 0.3:
        mates = {"a": "b", "b": "a"}
    boundary = random.choice(["", "", "a"]) if "a" in used else ""
    if mates is not None:
        crossed.rules["match"] = {"a": "b"} if mates else "equal"
    if boundary:
        crossed.rules["boundary"] = boundary
    letters = [random.choice("AABBC.") for _ in numbers] if crossed.has_values else ["." for _ in numbers]
    regions = {x: [n for n in numbers if letters[n] == x] for x in "ABC" if x in letters}
    conditions = {x: random.choice(CONDITIONS) for x in regions}
    if conditions:
        crossed.rules["regions"] = {x: condition for x, (condition, _) in conditions.items()}
    clues = {n: random.choice([1, 2, 2, 3]) for n in random.sample(numbers, 2)} if random.random() < 0.2 else {}
    if clues:
        crossed.rules["clues"] = [[*crossed.written([crossed.cells[n]])[0], size] for n, size in clues.items()]

    def is_solution(solution: Solution) -> bool:
        values = {c: int(text) for p in solution for c, text in letters_of(p).items() if text.isdigit()}
        met = all(check([values[n] for n in regions[x] if n in values]) for x, (_, check) in conditions.items())
        sizes = [[clues[c] for c in p[1] if c in clues] == [len(p[1])] for p in solution]
        is_covered = {*clues} <= {c for p in solution for c in p[1]}
        return met and (not clues or (all(sizes) and is_covered))

    every = [p for of in crossed.pieces.values() for p in of if crossed.fits(p)]
    every = [p for p in every if side_oracle.admits(crossed.board, p, boundary)]
    found = side_oracle.solutions(crossed.board, every, crossed.copies, mates, boundary, crossed.optional)
    solutions = {*filter(is_solution, found)}
    pool = sorted({p for solution in solutions for p in solution}, key=lambda p: (p[0], sorted(p[1]), sorted(p[2])))
    if pool and random.random() < 0.3:
        given = random.choice(pool)
        solutions = {solution for solution in solutions if given in solution}
        shown = {(cell, side): text for cell, side, text in given[2]}
        texts = []
        for cell in sorted(given[1]):
            sides = "".join(shown.get((cell, side), ".") for side in range(len(crossed.board.polygons[cell])))
            texts.append(shown.get((cell, CELL), "") + (f":{sides}" if sides.strip(".") else ""))
        cells = crossed.written([crossed.cells[n] for n in sorted(given[1])])
        crossed.given = [{"tile": given[0], "cells": cells} | ({"shown": texts} if any(texts) else {})]
    known = {n: text for n, text in crossed.shown.items() if text.isdigit()}
    board = {
        "cells": crossed.written(crossed.cells),
        "optional": crossed.written([crossed.cells[n] for n in sorted(crossed.optional)]),
        "values": {int(v): crossed.written([crossed.cells[n] for n in known if known[n] == v]) for v in known.values()},
        "regions": {x: crossed.written([crossed.cells[n] for n in of]) for x, of in regions.items()},
    }
    data = {
        "name": f"{lattice} {seed}",
        "lattice": lattice,
        "board": {key: value for key, value in board.items() if value}
        | crossed.colors_of(crossed.cells, [crossed.shown[n] for n in numbers]),
        "tiles": crossed.tiles,
        "rules": crossed.rules,
        "given": crossed.given,
    }
    shown_letters = {*crossed.shown.values(), *(x for p in every for x in letters_of(p).values())}
    shown_letters |= {color for tile in crossed.tiles for color in tile.get("colors", ())}
    colors = "".join(sorted(shown_letters & {"p", "q"}))
    return data | ({"colors": colors} if colors else {}), len(solutions)


def assert_counts(seed: int, lattice: str) -> None:
    """Assert that engines, orbits and the verifier agree with the brute force."""
    made = random_puzzle(seed, lattice)
    if made is None:
        return
    data, wanted = made
    puzzle = build_puzzle(data)
    for engine in ("exact-cover", "frontier", "cp-sat")[: 3 if seed % 4 == 0 else 2]:
        assert count(puzzle, symmetry="off", engine=engine, jobs=1).count == wanted, engine
    orbits = [count(puzzle, symmetry=s, engine="exact-cover", jobs=1) for s in ("full", "colors")]
    assert [result.raw for result in orbits] == [wanted, wanted]
    assert orbits[1].count <= orbits[0].count
    verifier = Verifier(puzzle)
    for solution in iter_solutions(puzzle, jobs=1, engine="exact-cover", limit=50):
        assert verifier.violation(solution.placements) is None


@pytest.mark.parametrize("lattice", ["square", "hexagonal"])
def test_crossed_features_equal_brute_force(lattice: str) -> None:
    """Engines count a random puzzle that crosses features as the brute force does."""
    assert_counts(1, lattice)


@pytest.mark.slow
@pytest.mark.parametrize("lattice", FLAT)
def test_crossed_features_equal_brute_force_on_all_lattices(lattice: str) -> None:
    """Engines count 37 random puzzles on each of the eleven flat lattices with sides as the brute force does."""
    for seed in range(2, 39):
        assert_counts(seed, lattice)
