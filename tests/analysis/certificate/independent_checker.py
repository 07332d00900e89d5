"""A checker written from the page on file formats alone, which shares no code with the package or its checker.

It is slow and simple, in sets and recursion: if the page leaves something open, the two disagree.
"""

from __future__ import annotations

import gzip
import json
import struct
from collections.abc import Iterator
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any

Point = tuple[int, ...]
Placement = tuple[int, ...]
Mark = tuple[int, str]


class RefusedError(Exception):
    """Something in a certificate is not as the page says."""


def require(holds: object) -> None:
    """Refuse the certificate unless something holds."""
    if not holds:
        raise RefusedError


def modulo(point: Point, basis: list[list[int]]) -> Point:
    """Return the remainder of a point modulo a basis."""
    rest = list(point)
    for row in basis:
        axis = [number != 0 for number in row].index(True)
        times = rest[axis] // row[axis]
        rest = [a - times * b for a, b in zip(rest, row, strict=True)]
    return tuple(rest)


def apply(isometry: dict[str, Any], point: Point) -> Point:
    """Return the image of a point."""
    return tuple(
        sum(a * b for a, b in zip(row, point, strict=True)) + shift
        for row, shift in zip(isometry["matrix"], isometry["shift"], strict=True)
    )


def positions(board: dict[str, Any], form: list[Point]) -> Iterator[dict[Point, int]]:
    """Yield where the cells of a form are on the board after each translation of the lattice."""
    cells = {modulo(tuple(cell), board["periods"]): n for n, cell in enumerate(board["cells"])}
    for target in map(tuple, board["cells"]):
        step = tuple(a - b for a, b in zip(target, form[0], strict=True))
        if any(modulo(step, board["lattice"]["translations"])):
            continue
        found = {
            point: modulo(tuple(a + b for a, b in zip(point, step, strict=True)), board["periods"]) for point in form
        }
        if set(found.values()) <= set(cells) and len(set(found.values())) == len(form):
            yield {point: cells[where] for point, where in found.items()}


def placements_of(board: dict[str, Any], tile: dict[str, Any]) -> set[frozenset[tuple[int, str]]]:
    """Return the sets of cells that a tile can cover, each cell with what the tile shows there."""
    isometries = [board["lattice"]["isometries"][number] for number in tile["isometries"]]
    words = tile["shown"] or [""] * len(tile["cells"])
    require(len(words) == len(tile["cells"]))
    placements = set()
    for isometry in isometries:
        form = [apply(isometry, tuple(cell)) for cell in tile["cells"]]
        texts = [moved_word(word, isometry) for word in words]
        for found in positions(board, form):
            placements.add(frozenset((found[cell], text) for cell, text in zip(form, texts, strict=True)))
    return placements


def moved_word(word: str, isometry: dict[str, Any]) -> str:
    """Return what a moved cell shows: each side, `step=color` after a colon, has the image of its step."""
    if ":" not in word:
        return word
    letter, sides = word.split(":")
    colors: dict[tuple[int, ...], str] = {}
    for side in sides.split(";"):
        step, color = side.split("=")
        vector = [int(number) for number in step.split(",")]
        image = tuple(sum(a * b for a, b in zip(row, vector, strict=True)) for row in isometry["matrix"])
        require(step == ",".join(map(str, vector)) and image not in colors and len(color) == 1)
        colors[image] = color
    return letter + ":" + ";".join(",".join(map(str, step)) + "=" + colors[step] for step in sorted(colors))


def stated_problem(statement: dict[str, Any]) -> tuple[list[dict[str, Any]], list[list[int]]]:
    """Return the items and the options that follow from the board, the tiles and the rules."""
    board, tiles = statement["board"], statement["board"]["tiles"]
    numbers = {tuple(cell): n for n, cell in enumerate(board["cells"])}
    given = []
    for piece in board["given"]:
        words = piece["shown"] or [""] * len(piece["cells"])
        shown = {numbers[tuple(cell)]: word for cell, word in zip(piece["cells"], words, strict=True)}
        given.append((piece["tile"], frozenset(shown.items())))
    taken = {cell for _, cells in given for cell, _ in cells}
    free = len(numbers) - len(taken)
    require(taken == set(range(free, len(numbers))) and sum(len(cells) for _, cells in given) == len(taken))
    is_filled = sum(tile["minimum"] * len(tile["cells"]) for tile in tiles) == len(numbers)
    items = []
    for n, cell in enumerate(board["cells"][:free]):
        least = 1 if is_filled or n not in board["optional"] else 0
        items.append({"name": ",".join(str(x) for x in cell), "minimum": least, "maximum": 1})
    placed: list[tuple[list[int], list[str]]] = []
    for n, tile in enumerate(tiles):
        found, used = placements_of(board, tile), sum(number == n for number, _ in given)
        require(all(cells in found for number, cells in given if number == n))
        least, most = max(0, tile["minimum"] - used), tile["maximum"] - used
        items.append({"name": tile["name"], "minimum": least, "maximum": most})
        if most > 0:
            rows = [[*zip(*sorted(cells), strict=True)] for cells in found]
            placed += [([*cells, free + n], [*words]) for cells, words in rows if not taken.intersection(cells)]
    options = [*(items for items, _ in sorted(placed)), *([] for _ in range(statement["auxiliaries"]))]
    for rule in statement["rules"]:
        for option in rule["options"]:
            options[option].append(len(items))
        items.append({key: rule[key] for key in ("name", "minimum", "maximum")})
    return items, options


def _marked(board: dict[str, Any], free: int, options: list[list[int]]) -> list[frozenset[Mark]]:
    """Return the cells of each option with what it shows there; options with the same items show texts in order."""
    shown: dict[Placement, list[list[str]]] = {}
    for n, tile in enumerate(board["tiles"]):
        for placement in placements_of(board, tile):
            pairs = sorted(placement)
            key = (*(cell for cell, _ in pairs), free + n)
            shown.setdefault(key, []).append([word for _, word in pairs])
    texts = {key: iter(sorted(words)) for key, words in shown.items()}
    marked = []
    for items in options:
        covered = [item for item in items if item < free]
        key = (*covered, next(item for item in items if item >= free))
        marked.append(frozenset(zip(covered, next(texts[key]), strict=True) if covered else ()))
    return marked


class Checker:
    """The check of one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.claim = json.loads((folder / "claim.json").read_text(encoding="utf-8"))
        require(self.claim["version"] == 3)
        for name, digest in self.claim["sha256"].items():
            require(sha256((folder / name).read_bytes()).hexdigest() == digest)
        self.statement = json.loads((folder / "statement.json").read_text(encoding="utf-8"))
        self.board = self.statement["board"]
        self.options: list[list[int]] = self.statement["options"]
        if self.board is not None:
            require(stated_problem(self.statement) == (self.statement["items"], self.options))
        require(all(items and items == sorted(set(items)) for items in self.options))
        self.low = [item["minimum"] for item in self.statement["items"]]
        self.high = [item["maximum"] for item in self.statement["items"]]
        objective = self.statement["objective"]
        self.weights = [0] * len(self.options)
        if objective is not None and self.claim.get("value") is not None:
            self.weights = [w if objective["maximize"] else -w for w in objective["weights"]]
            self.best = self.claim["value"] - objective["constant"]
            self.best *= 1 if objective["maximize"] else -1
        else:
            self.best = 0

    def run(self) -> int:
        """Return the number of solutions, in all, that the certificate proves."""
        return self._weights() if self.claim["format"] == "cp-puzzles certificate of weights" else self._tree()

    def _lines(self, name: str) -> list[str]:
        *lines, last, empty = (self.folder / name).read_text("ascii").split("\n")
        require((last, empty) == (f"end {len(lines)}", ""))
        return lines

    def _most(self, prices: list[int], low: list[int]) -> int:
        return sum(max(p * a, p * b) for p, a, b in zip(prices, low, self.high, strict=True))

    def _weights(self) -> int:
        prices, modulus = self.claim["prices"], self.claim["modulus"]
        usable = [items for items in self.options if all(self.high[item] > 0 for item in items)]
        costs = [sum(prices[item] for item in items) for items in usable]
        if modulus is None:
            require(min(costs, default=0) >= 0 and self._most(prices, self.low) < 0)
        else:
            require(modulus >= 2 and all(cost % modulus == 0 for cost in costs))
            rows = list(zip(prices, self.low, self.high, strict=True))
            require(all(price % modulus == 0 for price, a, b in rows if a != b))
            require(sum(price * a for price, a, _ in rows) % modulus != 0)
        return 0

    def _group(self) -> set[Placement]:
        number = {frozenset(items): option for option, items in enumerate(self.options)}
        turns = []
        for image in self.statement["symmetries"]:
            require(sorted(image) == list(range(len(self.low))))
            require(all(self.low[a] == self.low[b] and self.high[a] == self.high[b] for a, b in enumerate(image)))
            turn = [number[frozenset(image[item] for item in items)] for items in self.options]
            require(all(self.weights[a] == self.weights[b] for a, b in enumerate(turn)))
            turns.append(turn)
        group = {tuple(range(len(self.options)))}
        fresh = set(group)
        while fresh:
            fresh = {tuple(turn[option] for option in element) for element, turn in product(fresh, turns)} - group
            group |= fresh
        return group

    def _is_complete(self, group: set[Placement]) -> bool:
        board = self.board
        numbers = {tuple(cell): n for n, cell in enumerate(board["cells"])}
        given: dict[frozenset[Mark], int] = {}
        for piece in board["given"]:
            words = piece["shown"] or [""] * len(piece["cells"])
            cells = [numbers[tuple(cell)] for cell in piece["cells"]]
            given[frozenset(zip(cells, words, strict=True))] = piece["tile"]
        free = len(numbers) - sum(map(len, given))
        sets = _marked(board, free, self.options)
        covering = [next(item for item in items if item >= free) for items in self.options]
        tiles = {tile: {s for s, t in zip(sets, covering, strict=True) if t == tile and s} for tile in set(covering)}
        for element in group:
            images = {(covering[option], covering[element[option]]) for option, cells in enumerate(sets) if cells}
            if any(a != b and tiles[a] == tiles[b] for a, b in images):
                return False
        elements = {tuple(sets[option] for option in element): element for element in group}
        found = set()
        for isometry in board["lattice"]["isometries"]:
            linear = isometry | {"shift": [0] * len(isometry["shift"])}
            if any(any(modulo(apply(linear, tuple(row)), board["periods"])) for row in board["periods"]):
                continue
            points = [apply(isometry, tuple(cell)) for cell in board["cells"]]
            for where in positions(board, points):
                image = [where[point] for point in points]
                moved, kept = (
                    tuple(frozenset((image[n], moved_word(w, isometry)) for n, w in x) for x in some)
                    for some in (sets, given)
                )
                if set(moved) == set(sets) and set(kept) == set(given):
                    if moved not in elements:
                        return False
                    after = {covering[a]: covering[b] for a, b in enumerate(elements[moved]) if sets[a]}
                    for tile, piece in zip(given.values(), kept, strict=True):
                        if after.get(free + tile, free + tile) != free + given[piece]:
                            return False
                    found.add(moved)
        return found == set(elements) and len(elements) == len(group)

    def _tree(self) -> int:
        group, claim = self._group(), self.claim
        require(claim["symmetry"] != "full" or self._is_complete(group))
        images: set[Placement] = set()
        lines = self._lines("solutions.txt")
        for line in lines:
            size, _, words = line.partition(": ")
            solution = tuple(int(word) for word in words.split())
            require(self._is_solution(solution) and sum(self.weights[o] for o in solution) == self.best)
            orbit = {tuple(sorted(element[option] for option in solution)) for element in group}
            require(len(orbit) == int(size) and min(orbit) == solution and not orbit & images)
            images |= orbit
        require((claim["solutions"], claim["raw"]) == (len(lines), len(images)))
        target = self.best + (not claim["all_best"])
        numbers = gzip.decompress((self.folder / "tree.gz").read_bytes())
        self._next = iter(struct.unpack(f"<{len(numbers) // 4}I", numbers))
        count, low = len(self.options), list(self.low)
        self._all, weights = list(self.options), list(self.weights)
        if claim["scale"]:
            for item, (a, b) in enumerate(zip(self.low, self.high, strict=True)):
                if b == a + 1:
                    self._all.append([item])
                    weights.append(0)
                    low[item] = b
        prices, scale = claim["prices"], claim["scale"]
        costs = [sum(prices[item] for item in items) - scale * w for items, w in zip(self._all, weights, strict=True)]
        require(min(costs, default=0) >= 0 <= scale)
        self._costs, self._need = costs, low
        firsts = {min(element[option] for element in group) for option in range(count)}
        self._roots = None if claim["root"] is None else firsts | set(range(count, len(self._all)))
        budget = self._most(prices, low) - scale * target
        active = {
            option
            for option, items in enumerate(self._all)
            if costs[option] <= budget and all(self.high[item] > 0 for item in items)
        }
        for found in self._below((), active, budget):
            kept = tuple(sorted(option for option in found if option < count))
            require(kept in images or sum(self.weights[option] for option in kept) < target)
        require(next(self._next, None) is None)
        return len(images)

    def _is_solution(self, solution: Placement) -> bool:
        times = [0] * len(self.low)
        for option in solution:
            for item in self.options[option]:
                times[item] += 1
        return all(a <= x <= b for a, x, b in zip(self.low, times, self.high, strict=True))

    def _below(self, chosen: Placement, active: set[int], budget: int) -> Iterator[Placement]:
        """Yield the solutions of the tree below a node."""
        times = [0] * len(self.low)
        for option in chosen:
            for item in self._all[option]:
                times[item] += 1
        missing = {item: need - times[item] for item, need in enumerate(self._need) if need > times[item]}
        available = [0] * len(self.low)
        for option in active:
            for item in self._all[option]:
                available[item] += 1
        if any(available[item] < need for item, need in missing.items()):
            return
        branches, is_root = sorted(active), not chosen and self._roots is not None
        if missing:
            item = next(self._next, -1)
            require(item in missing)
            branches = [option for option in branches if item in self._all[option]]
            if is_root:
                require(item == self.claim["root"])
                require(all(image[item] == item for image in self.statement["symmetries"]))
                branches = [option for option in branches if option in (self._roots or ())]
        else:
            yield chosen
        for place, option in enumerate(branches):
            full = {item for item in self._all[option] if times[item] + 1 == self.high[item]}
            gone = {option} if is_root else set(branches[: place + 1])
            rest = budget - self._costs[option]
            left = {o for o in active - gone if self._costs[o] <= rest and full.isdisjoint(self._all[o])}
            yield from self._below((*chosen, option), left, rest)
