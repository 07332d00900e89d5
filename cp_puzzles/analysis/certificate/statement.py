"""The statement of a certificate: the puzzle in plain terms, the cover problem made from it, and its symmetries."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

import numpy as np

from cp_puzzles.analysis.certificate.checker import run_checker
from cp_puzzles.base.arrays import Ints, Numbers
from cp_puzzles.cover.cover_problem import Cover, build_cover
from cp_puzzles.cover.symmetry.symmetry_group import GeneratorTable, Symmetry, group_of
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.puzzle.geometry.cell_solid import NO_COLOR, letter_of, ordered_sides, side_colors
from cp_puzzles.puzzle.geometry.isometry import Cell, Isometry, Sublattice, subtract
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.rules.cell_colors import ColorsFit
from cp_puzzles.puzzle.rules.piece_shapes import Clues
from cp_puzzles.puzzle.rules.region_values import RegionRule
from cp_puzzles.puzzle.rules.sides import BoundaryColors, SidesMatch

PLACE = Parameter("certificate")

SYMMETRY_REMEDY = ("count with ", Parameter("symmetry", "off"))

MAX_JSON_BYTES = 1 << 26
"""The largest statement that the checker reads."""

TOO_LARGE = f"the statement of the puzzle is larger than {MAX_JSON_BYTES >> 20} MiB, which the checker reads"

ITEM_BYTES = 2
"""The bytes of an item of an option in the statement, at least: a digit and a comma."""


MAX_CHOSEN_RULES = 3
"""The rules of which weights use only some, at most: each choice is a statement."""


@dataclass(frozen=True)
class Statement:
    """The content of `statement.json`, and the permutations of its options that its symmetries generate.

    `symmetry`: `full` if the checker can verify that no isometry of the board is missing.
    """

    data: dict[str, Any]
    group: Numbers
    symmetry: Literal["full", "listed", "off"]

    @property
    def bounds(self) -> list[list[int]]:
        """The bounds of each item."""
        return [[item["minimum"], item["maximum"]] for item in self.data["items"]]

    @property
    def options(self) -> list[list[int]]:
        """The items of each option."""
        options: list[list[int]] = self.data["options"]
        return options

    @property
    def weights(self) -> list[int]:
        """The weight of each option, negative where a small value is good: a solution is as good as its sum."""
        objective = self.data["objective"]
        if objective is None:
            return [0] * len(self.options)
        return [weight if objective["maximize"] else -weight for weight in objective["weights"]]

    @cached_property
    def roots(self) -> list[int]:
        """The first option of each orbit of options."""
        return list(np.flatnonzero(self.group.min(axis=0) == np.arange(self.group.shape[1])).tolist())

    @property
    def symmetric_root(self) -> int | None:
        """The item at which a tree may branch on one option of each orbit; None if that gains nothing.

        The symmetries fix the item, and every solution covers it.
        """
        options, images = self.options, self.data["symmetries"]
        needed = [item for item, (low, high) in enumerate(self.bounds) if 0 < low <= high]
        fixed = [item for item in needed if images and all(image[item] == item for image in images)]
        number = Counter(item for items in options for item in items)
        representatives = Counter(item for option in self.roots for item in options[option])
        best = min(fixed, key=lambda item: (representatives[item], item), default=None)
        return best if best is not None and representatives[best] <= min(number[item] for item in needed) else None


def statement_of(puzzle: Puzzle, symmetry: Symmetry, memory: int | None = None) -> Statement:
    """Return the statement of a puzzle.

    Raises `MistakeError` if items with bounds and weights cannot state it, or if the checker refuses it.
    """
    data, images = stated(puzzle, symmetry, memory)
    with TemporaryDirectory() as folder:
        Path(folder, "statement.json").write_bytes(encoded(data))
        status, words = run_checker("--statement", folder)
    if status != 0:
        remedy = SYMMETRY_REMEDY if data["symmetries"] else "count without a certificate"
        raise MistakeError(PLACE, f"the checker refuses this puzzle ({words.removeprefix('NOT VERIFIED: ')})", remedy)
    is_full = words == "full" and symmetry == "full"
    return Statement(data, images, "full" if is_full else "listed" if data["symmetries"] else "off")


def encoded(value: object) -> bytes:
    """Return the bytes of a value in the one form in which the files of a certificate have it."""
    return (json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n").encode()


def stated(puzzle: Puzzle, symmetry: Symmetry, memory: int | None = None) -> tuple[dict[str, Any], Numbers]:
    """Return the content of `statement.json`, and the permutations of its options."""
    # refuse what the checker does not know
    puzzle.refuse_overlap(PLACE, "the checker knows only tilings without overlaps", "omit overlap")
    cover = build_cover(puzzle, memory, drop=False)
    if (objective := puzzle.objective) is not None and cover.weights is None:
        best = f"the best value of {objective.measure.name}, which is not a sum over the placements,"
        raise MistakeError(PLACE, f"{best} has no certificate", f"omit {objective.key}")
    cover.refuse_checks(PLACE, "omit the rule")
    if ITEM_BYTES * len(cover.problem.table.values) > MAX_JSON_BYTES:
        raise MistakeError(PLACE, TOO_LARGE, "count without a certificate")
    # the items and options as lists of numbers
    options = [list(map(int, option)) for option in cover.problem.options]
    if not all(options):
        raise MistakeError(PLACE, "an option covers nothing", "omit it, which doubles the number of solutions")
    items = [{"name": item.name, "minimum": item.minimum, "maximum": item.maximum} for item in cover.problem.items]
    data: dict[str, Any] = {"name": puzzle.name, "board": None, "conditions": [], "rules": []}
    data |= {"auxiliaries": 0, "objective": None}
    # of a puzzle with a board: placements in the order in which the checker finds them, and the rules
    order = list(range(len(options)))
    if puzzle.has_board:
        placed = len(cover.placements)
        order = [*sorted(order[:placed], key=partial(_rank, cover)), *order[placed:]]
        data["board"] = _board(cover)
        data["conditions"] = _conditions(puzzle, data["board"]["cells"])
        data["auxiliaries"] = len(options) - placed
        for item, cell in zip(items, cover.cells, strict=False):
            item["name"] = ",".join(map(str, cell))
        number = {option: n for n, option in enumerate(order)}
        for rule in cover.problem.rules:
            members = sorted(number[option] for option in map(int, cover.problem.covering[rule]))
            data["rules"].append(items[rule] | {"options": members})
        options = [options[option] for option in order]
        _tell_apart(data["rules"], items, options)
    # the objective, and the symmetries that keep it
    weight = dict(cover.weights or ())
    weights = [weight.get(option, 0) for option in order]
    if objective is not None:
        data["objective"] = {"maximize": objective.maximize, "constant": cover.constant, "weights": weights}
    data |= {"items": items, "options": options, "symmetries": []}
    images, data["symmetries"] = _symmetries(cover, symmetry, data, np.array(order, dtype=np.int64), memory)
    if len(encoded(data)) > MAX_JSON_BYTES:
        raise MistakeError(PLACE, TOO_LARGE, "count without a certificate")
    return data, images


def _tell_apart(rules: list[dict[str, Any]], items: list[dict[str, Any]], options: list[list[int]]) -> None:
    """Add a bound that always holds for each option that covers the same items as another one."""
    times = Counter(map(tuple, options))
    for option, covered in enumerate(options):
        if times[(*covered,)] > 1:
            item = {"name": f"placement {option}", "minimum": 0, "maximum": 1}
            rules.append(item | {"options": [option]})
            options[option] = [*covered, len(items)]
            items.append(item)


def _rank(cover: Cover, option: int) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Return the cells and the tile of a placement, and what it shows on the cells: placements are in this order."""
    first_rule = cover.problem.rules.start
    shown = _texts(cover.puzzle.lattice, cover.placements[option].shown_at())
    items = [item for item in cover.problem.options[option] if item < first_rule]
    return (*items,), tuple(shown[cover.cells[item]] for item in items[:-1] if shown)


def difference_of(folder: Path, sentence: str, puzzle: Puzzle) -> str:
    """Return what the statement of a verdict has in another way than that of a puzzle; "" if nothing.

    Weights may need fewer rules than the puzzle has.
    """
    data = (folder / "statement.json").read_bytes()
    # the verdict names the SHA-256 of what was checked; the name of the puzzle, before it, may say anything
    subject, _, proved = sentence.rpartition("): ")
    if not subject.endswith(f"statement {sha256(data).hexdigest()}"):
        return "it was changed after the check"
    statement = json.loads(data)
    if not proved.startswith("no solution, by weights"):
        return _difference(puzzle, statement)
    bare, some = puzzle.replaced(objective=None), range(min(len(puzzle.rules), MAX_CHOSEN_RULES) + 1)
    subsets = [puzzle.rules, *(rules for size in some for rules in combinations(puzzle.rules, size))]
    differences = (_difference(bare.replaced(rules=rules), statement) for rules in subsets)
    first = next(differences)
    return first and ("" if "" in differences else first)


def _difference(puzzle: Puzzle, statement: dict[str, Any]) -> str:
    """Return what a statement has in another way than that of a puzzle; "" if nothing."""
    made, _ = stated(puzzle, "off")
    for key, part in statement.items():
        if key != "symmetries" and part != made[key]:
            is_board = key == "board" and part is not None and made[key] is not None
            places = [name for name in part if part[name] != made[key][name]] if is_board else []
            part_named = " ".join([key, *places[:1]])
            return f"its {part_named} {'differ' if part_named.endswith('s') else 'differs'}"
    equivalences: tuple[Symmetry, ...] = ("full", "rotations", "components", "colors")
    if statement["symmetries"]:
        found = (stated(puzzle, symmetry)[0]["symmetries"] for symmetry in equivalences)
        return "" if statement["symmetries"] in found else "its symmetries differ"
    return ""


def _symmetries(
    cover: Cover, symmetry: Symmetry, data: dict[str, Any], order: Ints, memory: int | None
) -> tuple[Numbers, list[list[int]]]:
    """Return the permutations of options, and generators as permutations of items."""
    group = group_of(cover, symmetry, memory)
    rank = np.argsort(order).astype(np.int32)
    images = rank[group.options[:, order]]
    if group.order < group_of(build_cover(cover.puzzle, memory), symmetry, memory).order:
        problem = "a placement that a rule does not admit has no image under a symmetry"
        raise MistakeError(PLACE, problem, SYMMETRY_REMEDY)
    if group.order == 1:
        return images, []
    chosen = GeneratorTable.of(group.options).generators
    first = group.items.shape[1]
    # the last rules tell options apart
    twins = [rule["options"][0] for rule in data["rules"][len(data["rules"]) + first - len(data["items"]) :]]
    place = {option: first + n for n, option in enumerate(twins)}
    generators = [
        [*items, *(place[image[option]] for option in twins)]
        for items, image in zip(group.items[chosen].tolist(), images[chosen].tolist(), strict=True)
    ]
    return images, generators


def _board(cover: Cover) -> dict[str, Any]:
    """Return board, tiles and given pieces; cells that no given piece covers come first, in the order of the items."""
    puzzle, lattice = cover.puzzle, cover.puzzle.lattice
    cells = [*cover.cells, *(cell for placement in puzzle.given for cell in placement.cells)]
    names, isometries = [tile.name for tile in puzzle.tiles], _sorted_isometries(lattice)
    tiles, given = [], []
    for tile in puzzle.tiles:
        shown = [text for _, text in sorted(_texts(lattice, tile.shape.shown_at()).items())]
        turns = [n for n, each in enumerate(isometries) if tile.shape.moved(lattice, each) in tile.orientations]
        bounds = {"name": tile.name, "minimum": tile.minimum, "maximum": tile.maximum}
        tiles.append(bounds | {"cells": sorted(map(list, tile.form)), "shown": shown, "isometries": turns})
    for placement in puzzle.given:
        shown, covered = [*_texts(lattice, placement.shown_at()).values()], [*map(list, placement.cells)]
        given.append({"tile": names.index(placement.tile), "cells": covered, "shown": shown})
    optional = [number for number, cell in enumerate(cells) if cell not in puzzle.required]
    board = {"lattice": lattice_data(lattice), "periods": _reduced(lattice.periods), "cells": [*map(list, cells)]}
    return board | {"optional": optional, "tiles": tiles, "given": given}


def _conditions(puzzle: Puzzle, cells: list[list[int]]) -> list[dict[str, Any]]:
    """Return the rules whose bounds the checker derives from what placements show."""
    number = {tuple(cell): n for n, cell in enumerate(cells)}
    conditions = []
    for rule in puzzle.rules:
        data: dict[str, Any] = {}
        match rule:
            case SidesMatch():
                data = {"kind": "match", "pairs": [*map(list, rule.mates)]}
            case BoundaryColors():
                data = {"kind": "boundary", "texts": [*rule.colors]}
            case Clues():
                sizes = {number[cell]: size for cell, size in rule.clues}
                data = {"kind": "clues", "cells": [*sizes], "numbers": [*sizes.values()]}
            case ColorsFit():
                colored = {number[cell]: color for cell, color in rule.board if cell in number}
                pairs = [[color, each] for color, fitting in rule.fits for each in fitting]
                data = {"kind": "colors", "cells": [*colored], "texts": [*colored.values()], "pairs": pairs}
            case RegionRule():
                bounds = [rule.minimum] + ([] if rule.maximum is None else [rule.maximum])
                numbers = {"sum": bounds, "count": [rule.value, *bounds]}.get(rule.kind, [])
                data = {"kind": rule.kind, "cells": [number[cell] for cell in rule.cells], "numbers": numbers}
        if data:
            conditions.append({"kind": "", "cells": [], "texts": [], "numbers": [], "pairs": []} | data)
    return conditions


def lattice_data(lattice: Lattice) -> dict[str, Any]:
    """Return the name, the translations, the cell classes and the isometries of a lattice."""
    remainder = lattice.translations.remainder
    pairs = ((each.matrix, remainder(each.translation)) for each in _sorted_isometries(lattice))
    isometries = [{"matrix": [*map(list, matrix)], "shift": [*shift]} for matrix, shift in pairs]
    classes = sorted(list(remainder(each.origin)) for each in lattice.cell_classes)
    data = {"name": lattice.name, "translations": _reduced(lattice.translations)}
    return data | {"classes": classes, "isometries": isometries}


def _sorted_isometries(lattice: Lattice) -> list[Isometry]:
    remainder = lattice.translations.remainder
    return sorted(lattice.point_group, key=lambda each: (each.matrix, remainder(each.translation)))


def _texts(lattice: Lattice, shown: Mapping[Cell, str]) -> dict[Cell, str]:
    """Return what cells show as the checker writes it: a color of a side with the step to the cell across."""
    return {cell: _side_steps(lattice, cell, text) for cell, text in shown.items()}


def _side_steps(lattice: Lattice, cell: Cell, text: str) -> str:
    colors = side_colors(text)
    if not colors:
        return text
    sides = zip(ordered_sides(lattice.unwrapped, cell), colors, strict=True)
    steps = [(subtract(side.neighbor, cell), color) for side, color in sides if side.neighbor and color != NO_COLOR]
    written = ";".join(f"{','.join(map(str, step))}={color}" for step, color in sorted(steps))
    return f"{letter_of(text)}:{written}"


def _reduced(sublattice: Sublattice) -> list[list[int]]:
    """Return the basis in reduced echelon form: the numbers above a pivot are at least 0 and less than the pivot."""
    basis = sublattice.basis
    return [list(Sublattice(basis[n:]).remainder(row)) for n, row in enumerate(basis, start=1)]
