"""Random small puzzles of cubes, balls and sticks that cross all features, with the solutions of a brute force.

A cell is a point with integer coordinates: the center of a cube or a ball, the middle of a stick in halves. The motions
are the signed permutations of the axes, which keep all three lattices. Nothing of the package is used. Pieces of balls
are rotated freely: one of at most three balls is flat, so a rotation about a line in its plane is its reflection.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import Any

from tests.oracle import Motion, motions

Cell = tuple[int, ...]
Shown = tuple[tuple[Cell, str], ...]
"""The cells of a piece in order, with the value or the color on each, "" for none."""

Piece = tuple[str, Shown]
Solution = frozenset[Piece]
SOLIDS = ("cubic", "balls", "sticks")


def near(lattice: str, cell: Cell) -> list[Cell]:
    """Return the cells that touch a cell."""
    if lattice == "sticks":
        steps = [
            (1, 1),
            (1, -1),
            (-1, 1),
            (-1, -1),
            (2, 0) if cell[0] % 2 else (0, 2),
            (-2, 0) if cell[0] % 2 else (0, -2),
        ]
        return [tuple(a + b for a, b in zip(cell, step, strict=True)) for step in steps]
    wanted = 1 if lattice == "cubic" else 2
    steps_in_space = [step for step in product((-1, 0, 1), repeat=3) if sum(map(abs, step)) == wanted]
    return [tuple(a + b for a, b in zip(cell, step, strict=True)) for step in steps_in_space]


def grown(lattice: str, random: Random, size: int, start: Cell) -> list[Cell]:
    """Return random cells that hang together."""
    cells = [start]
    while len(cells) < size:
        new = random.choice(near(lattice, random.choice(cells)))
        if new not in cells:
            cells.append(new)
    return sorted(cells)


def written(lattice: str, cells: Iterable[Cell]) -> list[list[int]]:
    """Return cells as a puzzle file has them."""
    if lattice == "sticks":
        return [[x // 2, y // 2, 1 - x % 2] for x, y in cells]
    return [list(cell) for cell in cells]


def moved(cell: Cell, motion: Motion) -> Cell:
    """Return the image of a cell about the origin."""
    return tuple(sign * cell[axis] for axis, sign in zip(*motion[:2], strict=True))


def shifted(shown: Sequence[tuple[Cell, str]], by: Cell) -> Shown:
    """Return cells after a translation, in order."""
    return tuple(sorted((tuple(a + b for a, b in zip(cell, by, strict=True)), text) for cell, text in shown))


def passes(shown: Shown) -> set[tuple[Cell, int]]:
    """Return the vertices through which a piece of sticks goes straight, with the axis."""
    cells = {cell for cell, _ in shown}
    return {((x + 1, y), 0) for x, y in cells if x % 2 and (x + 2, y) in cells} | {
        ((x, y + 1), 1) for x, y in cells if y % 2 and (x, y + 2) in cells
    }


@dataclass
class SolidCase:
    """A random puzzle: the data of its file, and its solutions by brute force."""

    lattice: str
    seed: int
    data: dict[str, Any] = field(default_factory=dict)
    solutions: set[Solution] = field(default_factory=set)
    weights: dict[str, int] = field(default_factory=dict)
    numbered: str = ""
    has_places: bool = False
    given: list[dict[str, Any]] = field(default_factory=list)
    wrap: tuple[()] = ()

    def __post_init__(self) -> None:
        self.random = random = Random(f"{self.lattice} {self.seed}")
        start = (0, 0, 0) if self.lattice != "sticks" else random.choice([(1, 0), (0, 1)])
        self.cells = grown(self.lattice, random, random.choice([4, 5, 6, 7]), start)
        self.optional = {cell for cell in self.cells if random.random() < random.choice([0, 0, 0.3, 0.7])}
        self.shown = {cell: self.letter(0.1, 0.15) for cell in self.cells}
        self.tiles: list[dict[str, Any]] = []
        self.pieces: dict[str, set[Piece]] = {}
        self.copies: dict[str, tuple[int, int]] = {}
        self.images: dict[str, set[Shown]] = {}
        for _ in range(random.choice([2, 3, 4, 5])):
            self.add_tile()
        if self.tiles:
            self.fill()

    def letter(self, values: float, colors: float) -> str:
        """Return a random value or color, "" for none."""
        number = self.random.random()
        return (
            str(self.random.randrange(3))
            if number < values
            else self.random.choice("pq")
            if number > 1 - colors
            else ""
        )

    def add_tile(self) -> None:
        """Add a random tile, unless one before shows the same there."""
        random = self.random
        form = grown(self.lattice, random, random.choice([1, 2, 2, 3]), random.choice(self.cells))
        letters = [self.letter(0.3, 0.2) for _ in form]
        rotate, reflect = random.choice([(True, False), (True, True), (False, False)])
        if self.lattice == "balls":
            rotate, reflect = random.choice([(True, False), (False, False)])
        looks = set()
        for motion in motions(len(form[0])):
            is_identity = motion[:2] == (tuple(range(len(form[0]))), (1,) * len(form[0]))
            if is_identity or (rotate and (reflect or self.lattice == "balls" or motion[2] > 0)):
                image = sorted((moved(cell, motion), text) for cell, text in zip(form, letters, strict=True))
                origin = image[0][0]
                if self.lattice == "sticks":
                    origin = tuple(x - x % 2 for x in origin)
                looks.add(shifted(image, tuple(-x for x in origin)))
        if any(looks & others for others in self.images.values()):
            return
        name, bounds = f"T{len(self.tiles)}", random.choice([(0, 3), (0, 3), (0, 2), (0, 1), (1, 2)])
        places = {
            shifted(look, tuple(a - b for a, b in zip(cell, look[0][0], strict=True)))
            for look in looks
            for cell in self.cells
            if self.lattice != "sticks" or (cell[0] - look[0][0][0]) % 2 == 0
        }
        fitting = {(name, shown) for shown in places if self.lies(shown)}
        self.images[name], self.pieces[name], self.copies[name] = looks, fitting, bounds
        tile = {"name": name, "cells": written(self.lattice, form), "rotate": rotate}
        if self.lattice != "balls":
            tile["reflect"] = reflect
        tile["multiplicity"] = dict(zip(("min", "max"), bounds, strict=True))
        if any(map(str.isdigit, letters)):
            tile["values"] = [int(letter) if letter.isdigit() else None for letter in letters]
        self.tiles.append(tile | self.colors_of(zip(form, letters, strict=True)))

    def lies(self, shown: Shown) -> bool:
        """Return whether a piece lies on the board, with letters that fit those below."""
        if not {cell for cell, _ in shown} <= {*self.cells}:
            return False
        return all(
            not text or not self.shown[cell] or text == self.shown[cell] or text.isdigit() != self.shown[cell].isdigit()
            for cell, text in shown
        )

    def colors_of(self, shown: Iterable[tuple[Cell, str]]) -> dict[str, Any]:
        """Return the key `colors` of some cells, if any."""
        pairs = [*shown]
        found = {color: written(self.lattice, [cell for cell, text in pairs if text == color]) for color in "pq"}
        found = {color: cells for color, cells in found.items() if cells}
        return {"colors": found} if found else {}

    def fill(self) -> None:
        """Add rules, a given piece and an objective, find the solutions, and write the file."""
        random = self.random
        regions = (
            {x: [cell for cell in self.cells if random.random() < 0.4] for x in "AB"} if random.random() < 0.4 else {}
        )
        regions = {"A": regions["A"]} if regions and regions["A"] else {}
        limit: tuple[str, Callable[[int], bool]] = random.choice(
            [
                ("sum 2", lambda total: total == 2),
                ("max 2", lambda total: total <= 2),
                ("min 1", lambda total: total >= 1),
            ]
        )
        rules: dict[str, Any] = {}
        if regions:
            key, number = limit[0].split()
            rules["regions"] = {"A": {"sum": int(number) if key == "sum" else {key: int(number)}}}
        empty = random.choice([None, None, (0, 1), (1, 2)]) if self.optional else None
        if empty:
            rules["empty"] = {"min": empty[0], "max": empty[1]}
        for solution in self.tilings():
            values = {cell: int(text) for _, shown in solution for cell, text in shown if text.isdigit()}
            covered = sum(len(shown) for _, shown in solution)
            is_met = not regions or limit[1](sum(values.get(cell, 0) for cell in regions["A"]))
            if is_met and (not empty or empty[0] <= len(self.cells) - covered <= empty[1]):
                self.solutions.add(solution)
        given = self.given = self.give()
        self.has_places = bool(regions)
        known = {cell: text for cell, text in self.shown.items() if text.isdigit()}
        board = {
            "cells": written(self.lattice, self.cells),
            "optional": written(self.lattice, sorted(self.optional)),
            "values": {
                int(value): written(self.lattice, [cell for cell in known if known[cell] == value])
                for value in known.values()
            },
            "regions": {x: written(self.lattice, of) for x, of in regions.items()},
        }
        board = {key: value for key, value in board.items() if value} | self.colors_of(self.shown.items())
        self.data = {
            "name": f"{self.lattice} {self.seed}",
            "lattice": self.lattice,
            "board": board,
            "tiles": self.tiles,
        }
        self.data |= {"rules": rules, "given": given}
        colors = {text for looks in self.images.values() for look in looks for _, text in look} | {*self.shown.values()}
        if used := "".join(sorted(colors & {"p", "q"})):
            self.data["colors"] = used
        if random.random() < 0.2:
            self.weights = {tile["name"]: random.choice([1, 2, 3, -1]) for tile in self.tiles}
            self.data["maximize"] = self.weights
        if not given and self.copies[self.tiles[0]["name"]] == (0, 2):
            self.numbered = self.tiles[0]["name"]
            self.tiles[0]["multiplicity"] = {"min": 0, "max": "{n}"}
            self.data["parameters"] = {"n": 2}

    def tilings(self) -> Iterator[Solution]:
        """Yield each set of pieces that covers the cells as they must be, and does not cross."""
        pieces = sorted(piece for of in self.pieces.values() for piece in of)

        def extend(at: int, chosen: tuple[Piece, ...], covered: frozenset[Cell]) -> Iterator[Solution]:
            if at == len(self.cells):
                counts = Counter(name for name, _ in chosen)
                if all(low <= counts[name] <= high for name, (low, high) in self.copies.items()):
                    yield frozenset(chosen)
                return
            cell = self.cells[at]
            if cell in covered:
                yield from extend(at + 1, chosen, covered)
                return
            if cell in self.optional:
                yield from extend(at + 1, chosen, covered | {cell})
            for piece in pieces:
                cells = {each for each, _ in piece[1]}
                if cell in cells and not cells & covered and not self.crosses(piece, chosen):
                    yield from extend(at + 1, (*chosen, piece), covered | cells)

        yield from extend(0, (), frozenset())

    def crosses(self, piece: Piece, chosen: Iterable[Piece]) -> bool:
        """Return whether a piece of sticks goes straight through a vertex through which another one goes across."""
        if self.lattice != "sticks":
            return False
        own = {(vertex, 1 - axis) for vertex, axis in passes(piece[1])}
        return any(own & passes(shown) for _, shown in chosen)

    def give(self) -> list[dict[str, Any]]:
        """Give a piece of some solution, or none."""
        pool = sorted({piece for solution in self.solutions for piece in solution})
        if not pool or self.random.random() < 0.7:
            return []
        name, shown = self.random.choice(pool)
        self.solutions = {solution for solution in self.solutions if (name, shown) in solution}
        entry: dict[str, Any] = {"tile": name, "cells": written(self.lattice, [cell for cell, _ in shown])}
        texts = [text for _, text in shown]
        return [entry | ({"shown": texts} if any(texts) else {})]

    def solutions_of(self, copies: int) -> set[Solution]:
        """Return the solutions with a bound on the copies of the numbered tile: the best with an objective."""
        found = {s for s in self.solutions if Counter(name for name, _ in s)[self.numbered] <= copies}
        totals = {s: sum(self.weights.get(name, 0) for name, _ in s) for s in found}
        return {s for s in found if totals[s] == max(totals.values())}

    def cells_of(self, piece: Piece) -> list[Cell]:
        """Return the cells of a piece."""
        return [cell for cell, _ in piece[1]]

    def orbits(self, *, with_colors: bool) -> int:
        """Return the number of solutions up to motions of the board, and exchanges of colors.

        A symmetry keeps the board and what it shows, and maps the pieces of each tile to those of one tile.
        """
        letters = {text for of in self.pieces.values() for _, shown in of for _, text in shown} | {*self.shown.values()}
        letters = {text for text in letters if text.isalpha()}
        exchanges = [{"p": "q", "q": "p"}] * (with_colors and len(letters) == 2)
        tile_of = {shown: name for name, of in self.pieces.items() for _, shown in of}
        images = {solution: {solution} for solution in self.solutions}
        for motion in motions(len(self.cells[0])):
            turned = sorted(moved(cell, motion) for cell in self.cells)
            by = tuple(a - b for a, b in zip(self.cells[0], turned[0], strict=True))
            image = {cell: shifted([(moved(cell, motion), "")], by)[0][0] for cell in self.cells}
            if {*image.values()} != {*self.cells} or {image[cell] for cell in self.optional} != self.optional:
                continue
            if self.lattice == "sticks" and any(x % 2 for x in by):
                continue
            for letter in [{}, *exchanges]:
                if any(letter.get(text, text) != self.shown[image[cell]] for cell, text in self.shown.items()):
                    continue
                to = {
                    (name, shown): tuple(sorted((image[cell], letter.get(text, text)) for cell, text in shown))
                    for of in self.pieces.values()
                    for name, shown in of
                }
                targets = {name: {tile_of.get(to[piece], "") for piece in of} for name, of in self.pieces.items()}
                if any("" in names or len(names) > 1 for names in targets.values()):
                    continue
                if any(names and self.copies[name] != self.copies[min(names)] for name, names in targets.items()):
                    continue
                for solution in self.solutions:
                    images[solution].add(frozenset((tile_of[to[piece]], to[piece]) for piece in solution))
        return len({frozenset(group) for group in images.values()})
