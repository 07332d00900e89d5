"""Random small puzzles that cross all features on every lattice, with the solutions that a brute force finds.

The brute force of `crossed_board` places cells where drawings have them, and shares no search with the package. A board
may be rolled up along periods.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations
from math import prod
from random import Random
from typing import Any

import numpy as np

from cp_puzzles.puzzle.geometry.lattices import LATTICES
from tests.crossed_board import Board, Cell, Motion, Point, key, sides_of
from tests.puzzle.rules import side_oracle
from tests.puzzle.rules.side_oracle import CELL, Piece, Solution
from tests.puzzle.rules.test_sides import random_cells

MOST_WORK = 30_000
"""Tilings of a puzzle at most, about; a brute force of a few seconds."""

FAMILY = "family"
"""The name of all tiles of a family in the brute force."""

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
class Case:
    """A random puzzle: the data of its file, and its solutions by brute force.

    `data` is the puzzle file, with a parameter `n` if `numbered`: the largest number of copies of the first tile, of
    which `solutions` have at most 2. `weights` are the values of tiles of its objective. `has_places` tells that a rule
    distinguishes cells or tiles, so the symmetries of the brute force need not be those of the puzzle.
    """

    lattice: str
    seed: int
    overlap: int = 1
    data: dict[str, Any] = field(default_factory=dict)
    solutions: set[Solution] = field(default_factory=set)
    tiles: list[dict[str, Any]] = field(default_factory=list)
    pieces: dict[str, set[Piece]] = field(default_factory=dict)
    copies: dict[str, tuple[int, int]] = field(default_factory=dict)
    rules: dict[str, Any] = field(default_factory=dict)
    given: list[dict[str, Any]] = field(default_factory=list)
    mates: Mapping[str, str] | None = None
    numbered: str = ""
    weights: dict[str, int] = field(default_factory=dict)
    has_places: bool = False
    conditions: dict[str, tuple[list[int], Check]] = field(default_factory=dict)
    clues: dict[int, int] = field(default_factory=dict)
    checks: list[Callable[[Solution], bool]] = field(default_factory=list)
    wrap: list[list[int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.space = LATTICES[self.lattice]
        self.random = random = Random(f"{self.lattice} {self.seed}")
        self.cells = sorted(random_cells(random, self.lattice, random.choice([3, 4, 5, 6])))
        if random.random() < 0.4:
            self.double()
        self.board = Board(self.lattice, self.cells)
        if random.random() < 0.4:
            self.roll_up()
        self.has_sides, self.has_values, self.has_colors = (random.random() < x for x in (0.6, 0.7, 0.4))
        self.has_sides = self.has_sides and bool(self.board.polygons[0])
        self.is_lined = self.has_sides and random.random() < 0.4
        portion = random.choice([0, 0.15, 0.3, 0.7])
        self.optional = frozenset(n for n in range(len(self.cells)) if random.random() < portion)
        self.shown = {n: self.letter(0.15, 0.3) for n in range(len(self.cells))}
        if self.overlap == 1:
            self.fill()
        else:
            self.fill_with_overlap()

    def double(self) -> None:
        """Add the image of the cells under a half-turn that exchanges two of them, if these are cells."""
        a, b = self.random.choices(self.cells, k=2)
        images = [tuple(x + y - z for x, y, z in zip(a, b, cell, strict=True)) for cell in self.cells]
        if all(map(self.space.is_cell, images)) and len({*self.cells, *images}) <= 7:
            self.cells = sorted({*self.cells, *images})

    def roll_up(self) -> None:
        """Roll the board up along random translations, unless two cells become one."""
        basis = self.space.translations.basis
        combined = [
            [self.random.choice([-2, -1, 0, 1, 2, 3]) for _ in basis]
            for _ in range(self.random.choice(range(1, len(basis) + 1)))
        ]
        vectors = [
            [sum(n * v[k] for n, v in zip(each, basis, strict=True)) for k in range(len(basis))] for each in combined
        ]
        if np.linalg.matrix_rank(np.array(vectors)) == len(vectors):
            board = Board(self.lattice, self.cells, [tuple(vector) for vector in vectors])
            if len(board.number) == len(self.cells):
                self.board = board
                self.wrap = combined if self.space.is_numbered else vectors

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

    def written(self, cells: Sequence[Cell]) -> list[list[int]]:
        """Return cells as a puzzle file has them."""
        return [list(self.space.coordinates(cell)) for cell in cells]

    def add_tile(self) -> None:
        """Add a random tile if it lies on the board, and shows something else there than the tiles before."""
        random = self.random
        form = random_cells(random, self.lattice, random.choice([1, 1, 2, 2, 3]), random.choice(self.cells))
        letters = [self.letter(0.75, 0.15) for _ in form]
        is_sided = self.has_sides and random.random() < 0.8
        middles = [[key(self.center(cell) + v) for v in sides_of(self.lattice, cell)] for cell in form]
        sides = []
        for n, of in enumerate(middles):
            inner = {place for other in middles[:n] + middles[n + 1 :] for place in other}
            is_plain = [not is_sided or place in inner or random.random() < 0.1 for place in of]
            sides.append("".join("." if plain else random.choice("aab") for plain in is_plain))
        if self.is_lined and is_sided:
            sides = self.lined(sides)
        moves: list[tuple[Any, bool]] = [(True, False), (True, True), (False, False)]
        rotate, reflect = random.choice([*moves, ("upright", False), ("upright", True)] if self.is_solid else moves)
        is_ball = self.lattice == "balls"
        name, bounds = f"T{len(self.tiles)}", random.choice([(0, 4), (0, 4), (0, 2), (0, 1), (1, 2)])
        shown = [(cell, text + letter) for cell, text, letter in zip(form, sides, letters, strict=True)]
        # three balls lie in a plane, so a rotation about a line in it is their reflection
        found = self.board.pieces(name, shown, rotate=rotate, reflect=reflect or is_ball)
        before = {piece for of in self.pieces.values() for piece in of}
        if not found or {p[1:] for p in found} & {p[1:] for p in before} or self.work(before | found) > MOST_WORK:
            return
        self.pieces[name], self.copies[name] = found, bounds
        tile = {"name": name, "cells": self.written(form), "rotate": rotate}
        tile |= {} if is_ball else {"reflect": reflect}
        tile["multiplicity"] = dict(zip(("min", "max"), bounds, strict=True))
        if any(text.strip(".") for text in sides):
            tile["sides"] = dict(enumerate(sides))
        if any(map(str.isdigit, letters)):
            tile["values"] = [int(letter) if letter.isdigit() else None for letter in letters]
        self.tiles.append(tile | self.colors_of(form, letters))

    def work(self, pieces: set[Piece]) -> float:
        """Return about how many tilings a board has: the product over its cells of the choices for each."""
        return prod(1 + sum(1 / len(piece[1]) for piece in pieces if n in piece[1]) for n in range(len(self.cells)))

    @property
    def is_solid(self) -> bool:
        """Return whether the cells are solids other than balls."""
        return not self.space.is_flat and self.lattice != "balls"

    def center(self, cell: Cell) -> Point:
        """Return the center of a cell."""
        found: Point = np.array(self.space.embedding) @ np.array(cell)
        return found

    def add_family(self) -> None:
        """Add the family of all polyominoes of at most two or three cells."""
        largest = self.random.choice([1, 2, 3])
        sets = {frozenset([n]) for n in range(len(self.cells))}
        every = set(sets)
        for _ in range(largest - 1):
            sets = {cells | pair for cells in sets for pair in self.board.touching if len(cells & pair) == 1}
            every |= sets
        self.pieces[FAMILY] = {(FAMILY, cells, frozenset()) for cells in every}
        self.copies[FAMILY] = (0, len(self.cells))
        self.tiles.append({"family": "polyominoes", "cells": [1, largest], "multiplicity": "any"})

    def colors_of(self, cells: Sequence[Any], letters: Sequence[str]) -> dict[str, Any]:
        """Return the key `colors` of some cells, if any."""
        found = {
            color: self.written([cell for cell, letter in zip(cells, letters, strict=True) if letter == color])
            for color in "pq"
        }
        found = {color: listed for color, listed in found.items() if listed}
        return {"colors": found} if found else {}

    def fill(self) -> None:
        """Add tiles, rules, a given piece and an objective, and find the solutions."""
        random = self.random
        if random.random() < 0.3:
            self.add_family()
        for _ in range(random.choice([2, 3, 5])):
            self.add_tile()
        if not self.tiles:
            return
        boundary = self.add_side_rules()
        regions = self.add_regions()
        self.add_symmetric()
        self.join()
        self.add_counts()
        self.has_places = self.has_places or bool(self.conditions or self.clues or boundary)
        every = [p for of in self.pieces.values() for p in of if self.fits(p)]
        every = [p for p in every if self.admits(p, boundary)]
        found = side_oracle.solutions(self.board, every, self.copies, self.mates, boundary, self.optional)
        self.solutions = {s for s in found if self.satisfies(s)}
        self.give()
        self.write(regions, {*self.shown.values(), *(x for p in every for x in letters_of(p).values())})

    def add_side_rules(self) -> str:
        """Ask that sides match, and which colors are on the boundary; return these."""
        random = self.random
        used = {color for of in self.pieces.values() for p in of for _, side, color in p[2] if side != CELL}
        self.mates = random.choice([None, {}, {}]) if used else None
        if {"a", "b"} <= used and random.random() < 0.3:
            self.mates = {"a": "b", "b": "a"}
        boundary = random.choice(["", "", "", "a"]) if "a" in used else ""
        if self.mates is not None:
            self.rules["match"] = {"a": "b"} if self.mates else "equal"
        if boundary:
            self.rules["boundary"] = boundary
        return boundary

    def add_regions(self) -> dict[str, list[int]]:
        """Add regions with conditions on their values, and clues; return the cells of the regions."""
        random, numbers = self.random, range(len(self.cells))
        letters = [random.choice("AABBC.") for _ in numbers] if self.has_values else ["." for _ in numbers]
        regions = {x: [n for n in numbers if letters[n] == x] for x in "ABC" if x in letters}
        chosen = {x: random.choice(CONDITIONS) for x in regions} if random.random() < 0.6 else {}
        self.conditions = {x: (regions[x], check) for x, (_, check) in chosen.items()}
        if chosen:
            self.rules["regions"] = {x: condition for x, (condition, _) in chosen.items()}
        if random.random() < 0.15:
            self.clues = {n: random.choice([1, 2, 2, 3]) for n in random.sample(numbers, 2)}
            self.rules["clues"] = [[*self.written([self.cells[n]])[0], size] for n, size in self.clues.items()]
        return regions

    def add_symmetric(self) -> None:
        """Ask that a motion of the board maps the tiling to itself."""
        motions = self.board.turned()[1:]
        if not motions or self.wrap or self.random.random() < 0.6:
            return
        motion, turn = self.random.choice(motions)
        embedding = np.array(self.space.embedding)
        is_half_turn = self.space.is_flat and np.allclose(turn, -np.eye(2)) and self.random.random() < 0.5
        matrix = np.linalg.inv(embedding) @ turn @ embedding
        self.rules["symmetric"] = "half-turn" if is_half_turn else [[round(x) for x in row] for row in matrix]
        self.checks.append(lambda solution: is_image(solution, motion))
        self.has_places = True

    def add_counts(self) -> None:
        """Bound the empty cells, the pieces and the copies of some tiles, or ask what touches what."""
        random, names = self.random, [tile["name"] for tile in self.tiles if "name" in tile]
        low = random.choice([0, 1, 2])

        def in_range(measure: Callable[[Solution], int]) -> Callable[[Solution], bool]:
            return lambda solution: low <= measure(solution) <= low + 1

        bounds = {"min": low, "max": low + 1}
        choice = random.random()
        if choice < 0.08 and self.optional:
            self.rules["empty"] = bounds
            self.checks.append(in_range(lambda s: len(self.empty(s))))
        elif choice < 0.16:
            self.rules["pieces"] = bounds
            self.checks.append(in_range(len))
        elif choice < 0.24 and names:
            chosen = names[:2]
            self.rules["choose"] = [{"of": chosen, "copies": bounds}]
            self.checks.append(in_range(lambda s: sum(p[0] in chosen for p in s)))
            self.has_places = True
        elif choice < 0.32 and len(names) > 1:
            name, a, b = random.choice(["touch", "separate"]), *names[:2]
            self.rules[name] = [[a, b]]
            self.checks.append(lambda s: ({a, b} in [{p[0] for p in x} for x in self.contacts(s)]) == (name == "touch"))
            self.has_places = True
        elif choice < 0.4 and self.optional:
            self.rules["isolated"] = "empty"
            self.checks.append(lambda s: not any(pair <= self.empty(s) for pair in self.board.touching))
        elif choice < 0.52 and names:
            self.block(random.choice(names))
        elif choice < 0.64 and names:
            self.add_corners(names)

    def block(self, name: str) -> None:
        """Ask that a tile fits nowhere into the empty cells, if it fits somewhere at all."""
        fitting = [piece[1] for piece in self.pieces[name] if self.fits(piece)]
        if fitting:
            self.rules["blocked"] = [name]
            self.checks.append(lambda s: not any(cells <= self.empty(s) for cells in fitting))
            self.has_places = True

    def add_corners(self, names: list[str]) -> None:
        """Ask that pieces of two groups share no side, and perhaps a corner, with another one of their group."""
        groups = [group for group in (names[::2], names[1::2]) if group]
        near = self.board.near
        touch = self.random.random() < 0.6 and bool({*near} - {*self.board.touching})
        self.rules["corners"] = {"touch": touch, "groups": groups}
        self.has_places = True

        def is_kept(solution: Solution) -> bool:
            for group in groups:
                pieces = [piece for piece in solution if piece[0] in group]
                met = {
                    p for a, b in combinations(pieces, 2) if any(x & a[1] and x & b[1] for x in near) for p in (a, b)
                }
                if self.contacts(pieces) or (touch and met != {*pieces}):
                    return False
            return True

        self.checks.append(is_kept)

    def empty(self, solution: Solution) -> set[int]:
        """Return the empty cells."""
        return {*range(len(self.cells))} - {cell for piece in solution for cell in piece[1]}

    def contacts(self, solution: Sequence[Piece] | Solution) -> list[frozenset[Piece]]:
        """Return the pairs of pieces that touch."""
        return [
            frozenset([a, b])
            for a, b in combinations(solution, 2)
            if any(pair & a[1] and pair & b[1] for pair in self.board.touching)
        ]

    def admits(self, piece: Piece, boundary: str) -> bool:
        """Return whether a piece shows only allowed colors on the boundary."""
        outer = {meeting[0] for meeting in self.board.sides.values() if len(meeting) == 1}
        return not boundary or all(color in boundary for cell, side, color in piece[2] if (cell, side) in outer)

    def fits(self, piece: Piece) -> bool:
        """Return whether the letters of a piece fit those of the board: values equal values, colors colors."""
        shown = letters_of(piece)
        on_board = {cell: self.shown[cell] for cell in shown if self.shown[cell]}
        return all(text == shown[cell] or text.isdigit() != shown[cell].isdigit() for cell, text in on_board.items())

    def fill_with_overlap(self) -> None:
        """Add tiles, rules, a given piece and an objective to a puzzle with pieces that overlap; find the solutions."""
        random = self.random
        for _ in range(random.choice([1, 2, 2])):
            self.add_tile()
        every = [p for of in self.pieces.values() for p in of if self.fits(p)]
        if not 0 < len(every) < 15:
            return
        found = side_oracle.solutions(self.board, every, self.copies, None, "", self.optional, self.overlap)
        if self.optional and random.random() < 0.3:
            self.block(random.choice(sorted(self.pieces)))
        self.solutions = {solution for solution in found if all(check(solution) for check in self.checks)}
        if random.random() < 0.5:
            low = random.choice([1, 2, 3])
            self.rules[random.choice(["covered", "pieces"])] = {"min": low}
            counts = (lambda s: len({c for p in s for c in p[1]})) if "covered" in self.rules else len
            self.solutions = {s for s in self.solutions if counts(s) >= low}
        self.has_places = True
        self.give()
        self.write({}, {*self.shown.values(), *(x for p in every for x in letters_of(p).values())})
        self.data["overlap"] = True if self.overlap > len(every) else self.overlap

    def satisfies(self, solution: Solution) -> bool:
        """Return whether a solution meets the rules, and pieces of edges do not cross."""
        values = {c: int(text) for p in solution for c, text in letters_of(p).items() if text.isdigit()}
        met = all(check([values[n] for n in cells if n in values]) for cells, check in self.conditions.values())
        sizes = [[self.clues[c] for c in p[1] if c in self.clues] == [len(p[1])] for p in solution]
        is_covered = {*self.clues} <= {c for p in solution for c in p[1]}
        if not met or (self.clues and not (all(sizes) and is_covered)) or not self.is_joined(solution):
            return False
        return all(check(solution) for check in self.checks) and not any(
            self.board.crosses(a, b) for a, b in combinations(solution, 2)
        )

    def join(self) -> None:
        """Ask that pieces are connected, or form a loop, or do not."""
        names = [tile["name"] for tile in self.tiles if "name" in tile]
        choice = self.random.random()
        ends = {sum(text == "a" for _, _, text in p[2]) for of in self.pieces.values() for p in of}
        if self.is_lined and ends == {0, 2}:
            self.rules["loop"] = "a"
            self.has_places = True
        elif choice < 0.15:
            self.rules["connected"] = "pieces"
        elif choice < 0.3 and names:
            self.rules["connected"] = {"tiles": names[:2]}
            self.has_places = True
        elif choice < 0.4:
            self.rules["loop"] = True

    def is_joined(self, solution: Solution) -> bool:
        """Return whether the pieces are connected, or form a loop, as a rule asks."""
        if self.rules.get("loop") == "a":
            return self.is_line(solution)
        connected = self.rules.get("connected")
        if connected is None and "loop" not in self.rules:
            return True
        names = connected["tiles"] if isinstance(connected, dict) else None
        pieces = [piece for piece in solution if names is None or piece[0] in names]
        pairs = self.contacts(pieces)
        group = set(pieces[:1])
        for _ in pieces:
            group |= {piece for pair in pairs if pair & group for piece in pair}
        is_connected = len(group) == len(pieces)
        if "loop" in self.rules:
            degrees = {sum(piece in pair for pair in pairs) for piece in pieces}
            return len(pieces) >= 3 and degrees == {2} and is_connected
        return is_connected

    def is_line(self, solution: Solution) -> bool:
        """Return whether the sides of color a form one closed line through all pieces that show it."""
        ends = {p: [(cell, side) for cell, side, text in p[2] if text == "a" and side != CELL] for p in solution}
        piece_at = {end: piece for piece, found in ends.items() for end in found}
        partner = {side: other for pair in self.meetings for side, other in (pair, pair[::-1])}
        if not piece_at or any(partner.get(end) not in piece_at for end in piece_at):
            return False
        left, end = {piece for piece in solution if ends[piece]}, next(iter(piece_at))
        first = end
        while True:
            left.discard(piece_at[end])
            [out] = [each for each in ends[piece_at[end]] if each != end]
            end = partner[out]
            if end == first:
                return not left

    @property
    def meetings(self) -> list[list[tuple[int, int]]]:
        """The pairs of sides at which cells meet."""
        return [list(sides) for sides in self.board.sides.values() if len(sides) == 2]

    def give(self) -> None:
        """Give a piece of some solution, or none."""
        pool = sorted({p for s in self.solutions for p in s}, key=lambda p: (p[0], sorted(p[1]), sorted(p[2])))
        pool = [piece for piece in pool if piece[0] != FAMILY]
        if not pool or self.random.random() < 0.7:
            return
        given = self.random.choice(pool)
        self.solutions = {solution for solution in self.solutions if given in solution}
        shown = {(cell, side): text for cell, side, text in given[2]}
        texts = []
        for cell in sorted(given[1]):
            sides = "".join(shown.get((cell, side), ".") for side in range(len(self.board.polygons[cell])))
            texts.append(shown.get((cell, CELL), "") + (f":{sides}" if sides.strip(".") else ""))
        cells = self.written([self.cells[n] for n in sorted(given[1])])
        self.given = [{"tile": given[0], "cells": cells} | ({"shown": texts} if any(texts) else {})]

    def write(self, regions: Mapping[str, list[int]], letters: set[str]) -> None:
        """Write the puzzle file."""
        random = self.random
        known = {n: text for n, text in self.shown.items() if text.isdigit()}
        board = {
            "cells": self.written(self.cells),
            "wrap": self.wrap,
            "optional": self.written([self.cells[n] for n in sorted(self.optional)]),
            "values": {int(v): self.written([self.cells[n] for n in known if known[n] == v]) for v in known.values()},
            "regions": {x: self.written([self.cells[n] for n in of]) for x, of in regions.items()},
        }
        colors = self.colors_of(self.cells, [self.shown[n] for n in range(len(self.cells))])
        self.data = {
            "name": f"{self.lattice} {self.seed}",
            "lattice": self.lattice,
            "board": {key: value for key, value in board.items() if value} | colors,
            "tiles": self.tiles,
            "rules": self.rules,
            "given": self.given,
        }
        letters |= {color for tile in self.tiles for color in tile.get("colors", ())}
        if used := "".join(sorted(letters & {"p", "q"})):
            self.data["colors"] = used
        named = [tile for tile in self.tiles if "name" in tile]
        if named and random.random() < 0.2:
            self.weights = {tile["name"]: random.choice([1, 2, 3, -1]) for tile in named}
            self.data["maximize"] = self.weights
        if named and not self.given and random.random() < 0.3 and self.copies[named[0]["name"]] == (0, 2):
            self.numbered = named[0]["name"]
            named[0]["multiplicity"] = {"min": 0, "max": "{n}"}
            self.data |= {"parameters": {"n": 2}}

    def solutions_of(self, copies: int) -> set[Solution]:
        """Return the solutions with a bound on the copies of the numbered tile: the best with an objective."""
        found = {s for s in self.solutions if Counter(p[0] for p in s)[self.numbered] <= copies}
        totals = {s: sum(self.weights.get(p[0], 0) for p in s) for s in found}
        return {s for s in found if totals[s] == max(totals.values())}

    def cells_of(self, piece: Piece) -> list[tuple[int, ...]]:
        """Return the cells of a piece."""
        return [self.cells[number] for number in piece[1]]

    def orbits(self, *, with_colors: bool) -> int:
        """Return the number of solutions up to motions of the board, and exchanges of colors.

        A symmetry maps cells to cover, the letters of the board and given pieces to such, and the pieces of each tile
        that the colors of the board admit to those of one tile with the same numbers of copies.
        """
        letters = sorted({x for of in self.pieces.values() for p in of for _, _, x in p[2] if not x.isdigit()})
        letters = sorted({*letters, *(text for text in self.shown.values() if text.isalpha())})
        exchanges = [dict(zip(letters, images, strict=True)) for images in permutations(letters)]
        pieces = {name: {p for p in of if self.fits(p)} for name, of in self.pieces.items()}
        tile_of = {p[1:]: name for name, of in pieces.items() for p in of}
        images = {solution: {solution} for solution in self.solutions}
        for motion, _ in self.board.turned():
            for letter in exchanges if with_colors else exchanges[:1]:
                if not self.is_kept(motion, letter):
                    continue
                moved: dict[Piece, Piece] = {}
                targets: dict[str, set[str]] = {name: set() for name in pieces}
                for name, of in pieces.items():
                    for piece in of:
                        cells = frozenset(motion[cell, CELL][0] for cell in piece[1])
                        marks = moved_marks(piece[2], motion, letter)
                        target = tile_of.get((cells, marks), "")
                        targets[name].add(target)
                        moved[piece] = (target, cells, marks)
                if any("" in names or len(names) > 1 for names in targets.values()):
                    continue
                if any(
                    names and self.copies[name] != self.copies[next(iter(names))] for name, names in targets.items()
                ):
                    continue
                for solution in self.solutions:
                    images[solution].add(frozenset(moved[piece] for piece in solution))
        return len({frozenset(group) for group in images.values()})

    def is_kept(self, motion: Motion, letter: Mapping[str, str]) -> bool:
        """Return whether a motion with an exchange of letters keeps the board and the colors that meet."""
        mates = self.mates or {}
        if self.mates is not None and any(letter[mates.get(a, a)] != mates.get(letter[a], letter[a]) for a in letter):
            return False
        image = {n: motion[n, CELL][0] for n in range(len(self.cells))}
        is_kept = all(letter.get(text, text) == self.shown[image[n]] for n, text in self.shown.items())
        return is_kept and {image[n] for n in self.optional} == self.optional


def is_image(solution: Solution, motion: Motion) -> bool:
    """Return whether a motion maps a solution to itself, whichever tiles its pieces are."""
    pieces = {p[1:] for p in solution}
    images = {
        (frozenset(motion[cell, CELL][0] for cell in cells), moved_marks(marks, motion, {})) for cells, marks in pieces
    }
    return images == pieces


def moved_marks(marks: side_oracle.Sides, motion: Motion, letter: Mapping[str, str]) -> side_oracle.Sides:
    """Return the images of the letters of cells and sides under a motion and an exchange of letters."""
    return frozenset((*motion[cell, side], letter.get(text, text)) for cell, side, text in marks)
