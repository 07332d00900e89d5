"""Random small puzzles that cross all features, with the solutions that a brute force in the plane finds.

The brute force of `side_oracle` shares no code with the package: cells are polygons, and a piece is what a motion of
the plane does to a tile. A board may be rolled up along one or two periods.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations, permutations
from typing import Any

from cp_puzzles.puzzle.geometry.lattices import LATTICES
from tests.puzzle.rules import side_oracle
from tests.puzzle.rules.side_oracle import CELL, Board, Piece, Solution, middle
from tests.puzzle.rules.test_crossed_features import CONDITIONS, Check, Crossed, letters_of
from tests.puzzle.rules.test_sides import polygon_of

FAMILY = "family"
"""The name of all tiles of a family in the brute force."""

Values = dict[int, int]


@dataclass
class Case(Crossed):
    """A random puzzle: the data of its file, and its solutions by brute force.

    `data` is the puzzle file, with a parameter `n` if `numbered`: the largest number of copies of the first tile, of
    which `solutions` have at most 2. `weights` are the values of tiles of its objective.
    """

    data: dict[str, Any] = field(default_factory=dict)
    solutions: set[Solution] = field(default_factory=set)
    mates: Mapping[str, str] | None = None
    numbered: str = ""
    weights: dict[str, int] = field(default_factory=dict)
    has_places: bool = False
    conditions: dict[str, tuple[list[int], Check]] = field(default_factory=dict)
    clues: dict[int, int] = field(default_factory=dict)
    overlap: int = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        self.is_lined = self.has_sides and self.random.random() < 0.4
        if self.random.random() < 0.4:
            self.double()
        if self.random.random() < 0.5:
            self.optional = frozenset(n for n in range(len(self.cells)) if self.random.random() < 0.7)
        self.wrap: list[list[int]] = []
        if self.random.random() < 0.4:
            self.roll_up()

    def double(self) -> None:
        """Add the image of the cells under a half-turn that exchanges two of them, if these are cells."""
        space, (a, b) = LATTICES[self.lattice], self.random.choices(self.cells, k=2)
        images = [tuple(x + y - z for x, y, z in zip(a, b, cell, strict=True)) for cell in self.cells]
        if not all(map(space.is_cell, images)) or len({*self.cells, *images}) > 7:
            return
        self.cells = sorted({*self.cells, *images})
        self.board = Board([polygon_of(self.lattice, cell) for cell in self.cells], self.board.turns)
        self.shown = {n: self.shown.get(n, "") for n in range(len(self.cells))}

    def roll_up(self) -> None:
        """Roll the board up along one or two random translations, unless two cells become one."""
        space = LATTICES[self.lattice]
        basis = space.translations.basis
        combined = [
            [self.random.choice([-2, -1, 0, 1, 2, 3]) for _ in basis] for _ in range(self.random.choice([1, 2]))
        ]
        vectors = [[sum(n * v[k] for n, v in zip(each, basis, strict=True)) for k in (0, 1)] for each in combined]
        start = self.cells[0]
        periods = [
            middle(polygon_of(self.lattice, tuple(a + b for a, b in zip(start, vector, strict=True))))
            - middle(polygon_of(self.lattice, start))
            for vector in vectors
        ]
        areas = [abs((v.conjugate() * w).imag) for v in periods for w in periods if v != w]
        if not all(map(abs, periods)) or (len(periods) == 2 and min([*areas, 0.0][:1]) < 0.1):
            return
        board = Board([polygon_of(self.lattice, cell) for cell in self.cells], self.board.turns, periods)
        if len(board.number) == len(self.cells):
            self.board = board
            self.wrap = combined if space.is_numbered else vectors

    def add_family(self) -> None:
        """Add the family of all polyominoes of at most two or three cells."""
        largest = self.random.choice([1, 2, 3])
        near = [{a[0], b[0]} for a, b in (pair for pair in self.board.sides.values() if len(pair) == 2)]
        sets = {frozenset([n]) for n in range(len(self.cells))}
        every = set(sets)
        for _ in range(largest - 1):
            sets = {cells | pair for cells in sets for pair in near if len(cells & pair) == 1 and len(pair) == 2}
            every |= sets
        self.pieces[FAMILY] = {(FAMILY, cells, frozenset()) for cells in every}
        self.copies[FAMILY] = (0, len(self.cells))
        self.tiles.append({"family": "polyominoes", "cells": [1, largest], "multiplicity": "any"})

    def fill(self) -> None:
        """Add tiles, rules, a given piece and an objective, and find the solutions."""
        if self.overlap != 1:
            self.fill_with_overlap()
            return
        random, numbers = self.random, range(len(self.cells))
        if random.random() < 0.3:
            self.add_family()
        for _ in range(random.choice([2, 3, 5])):
            self.add_tile()
        if not self.tiles:
            return
        used = {color for of in self.pieces.values() for p in of for _, side, color in p[2] if side != CELL}
        self.mates = random.choice([None, {}, {}]) if used else None
        if {"a", "b"} <= used and random.random() < 0.3:
            self.mates = {"a": "b", "b": "a"}
        boundary = random.choice(["", "", "", "a"]) if "a" in used else ""
        if self.mates is not None:
            self.rules["match"] = {"a": "b"} if self.mates else "equal"
        if boundary:
            self.rules["boundary"] = boundary
        letters = [random.choice("AABBC.") for _ in numbers] if self.has_values else ["." for _ in numbers]
        regions = {x: [n for n in numbers if letters[n] == x] for x in "ABC" if x in letters}
        chosen = {x: random.choice(CONDITIONS) for x in regions} if random.random() < 0.6 else {}
        self.conditions = {x: (regions[x], check) for x, (_, check) in chosen.items()}
        if chosen:
            self.rules["regions"] = {x: condition for x, (condition, _) in chosen.items()}
        if random.random() < 0.15:
            self.clues = {n: random.choice([1, 2, 2, 3]) for n in random.sample(numbers, 2)}
            self.rules["clues"] = [[*self.written([self.cells[n]])[0], size] for n, size in self.clues.items()]
        half_turns = [image for image, turn in self.board.turned() if turn is not None and abs(turn + 1) < 1e-6]
        half_turn = half_turns[0] if half_turns and not self.wrap and random.random() < 0.6 else None
        if half_turn:
            self.rules["symmetric"] = "half-turn"
        self.join()
        self.has_places = bool(self.conditions or self.clues or boundary or half_turn)
        every = [p for of in self.pieces.values() for p in of if self.fits(p)]
        every = [p for p in every if side_oracle.admits(self.board, p, boundary)]
        found = side_oracle.solutions(self.board, every, self.copies, self.mates, boundary, self.optional)
        self.solutions = {s for s in found if self.satisfies(s) and (not half_turn or is_image(s, half_turn))}
        self.give()
        self.write(regions, {*self.shown.values(), *(x for p in every for x in letters_of(p).values())})

    def fill_with_overlap(self) -> None:
        """Add tiles, rules, a given piece and an objective to a puzzle with pieces that overlap; find the solutions."""
        random = self.random
        for _ in range(random.choice([1, 2, 2])):
            self.add_tile()
        every = [p for of in self.pieces.values() for p in of if self.fits(p)]
        if not 0 < len(every) < 15:
            return
        found = side_oracle.solutions(self.board, every, self.copies, None, "", self.optional, self.overlap)
        self.solutions = set(found)
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
        """Return whether a solution meets the conditions of regions and the clues."""
        values = {c: int(text) for p in solution for c, text in letters_of(p).items() if text.isdigit()}
        met = all(check([values[n] for n in cells if n in values]) for cells, check in self.conditions.values())
        sizes = [[self.clues[c] for c in p[1] if c in self.clues] == [len(p[1])] for p in solution]
        is_covered = {*self.clues} <= {c for p in solution for c in p[1]}
        return met and (not self.clues or (all(sizes) and is_covered)) and self.is_joined(solution)

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
        names = connected["tiles"] if isinstance(connected, dict) else None
        pieces = [piece for piece in solution if names is None or piece[0] in names]
        pairs = [
            {a, b}
            for a, b in combinations(pieces, 2)
            if any({cell for cell, _ in sides} <= a[1] | b[1] and are_apart(sides, a, b) for sides in self.meetings)
        ]
        if connected is None and "loop" not in self.rules:
            return True
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
        for motion in self.board.motions():
            for letter in exchanges if with_colors else exchanges[:1]:
                if not self.is_kept(motion, letter):
                    continue
                moved: dict[Piece, Piece] = {}
                targets: dict[str, set[str]] = {name: set() for name in pieces}
                for name, of in pieces.items():
                    for piece in of:
                        cells = frozenset(motion[cell, 0][0] for cell in piece[1])
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

    def is_kept(self, motion: Mapping[tuple[int, int], tuple[int, int]], letter: Mapping[str, str]) -> bool:
        """Return whether a motion with an exchange of letters keeps the board and the colors that meet."""
        mates = self.mates or {}
        if self.mates is not None and any(letter[mates.get(a, a)] != mates.get(letter[a], letter[a]) for a in letter):
            return False
        image = {n: motion[n, 0][0] for n in range(len(self.cells))}
        is_kept = all(letter.get(text, text) == self.shown[image[n]] for n, text in self.shown.items())
        return is_kept and {image[n] for n in self.optional} == self.optional


def is_image(solution: Solution, motion: Mapping[tuple[int, int], tuple[int, int]]) -> bool:
    """Return whether a motion maps a solution to itself, whichever tiles its pieces are."""
    pieces = {p[1:] for p in solution}
    images = {
        (frozenset(motion[cell, 0][0] for cell in cells), moved_marks(marks, motion, {})) for cells, marks in pieces
    }
    return images == pieces


def moved_marks(
    marks: side_oracle.Sides, motion: Mapping[tuple[int, int], tuple[int, int]], letter: Mapping[str, str]
) -> side_oracle.Sides:
    """Return the images of the letters of cells and sides under a motion and an exchange of letters."""
    return frozenset(
        (motion[cell, 0][0], CELL, letter.get(text, text))
        if side == CELL
        else (*motion[cell, side], letter.get(text, text))
        for cell, side, text in marks
    )


def are_apart(sides: list[tuple[int, int]], a: Piece, b: Piece) -> bool:
    """Return whether one of two sides that meet is on a piece, and the other one on another piece."""
    (first, _), (second, _) = sides
    return (first in a[1] and second in b[1]) or (first in b[1] and second in a[1])


def crossed_case(seed: int, lattice: str, overlap: int = 1) -> Case:
    """Return a random puzzle with its solutions; its data is empty if no tile lies on the board."""
    case = Case(lattice, seed, overlap=overlap)
    case.fill()
    return case
