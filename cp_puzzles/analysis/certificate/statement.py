"""The statement of a certificate: the puzzle in plain terms, the cover problem made from it, and its symmetries."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np

from cp_puzzles.analysis.certificate import check
from cp_puzzles.base.arrays import Numbers
from cp_puzzles.cover.cover_problem import Cover, build_cover
from cp_puzzles.cover.symmetry.symmetry_group import GeneratorTable, Symmetry, group_of
from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.puzzle.board_and_tiles import Tile
from cp_puzzles.puzzle.puzzle import Puzzle

PLACE = Parameter("certificate")


@dataclass(frozen=True)
class Statement:
    """The content of `statement.json`, and the permutations of its options that its symmetries generate.

    `weights`, and whether to `maximize` them, are the objective; all are 0 if there is none.

    `symmetry`: `full` if the checker can verify that no isometry of the board is missing.
    """

    data: dict[str, Any]
    group: Numbers
    symmetry: Literal["full", "listed", "off"]

    @property
    def bounds(self) -> list[list[int]]:
        """The bounds of each item."""
        return [[low, high] for _, low, high in self.data["items"]]

    @property
    def options(self) -> list[list[int]]:
        """The items of each option."""
        options: list[list[int]] = self.data["options"]
        return options

    @property
    def weights(self) -> list[int]:
        """The weight of each option, negative where a small value is good: a solution is as good as its sum."""
        return [weight if self.data["maximize"] else -weight for weight in self.data["weights"]]

    @cached_property
    def roots(self) -> list[int]:
        """The first option of each orbit of options."""
        return list(np.flatnonzero(self.group.min(axis=0) == np.arange(self.group.shape[1])).tolist())

    @property
    def symmetric_root(self) -> int | None:
        """The item at which a tree may branch on one option of each orbit; None if that gains nothing.

        The symmetries fix the item, and every solution covers it.
        """
        needed = [item for item, (low, high) in enumerate(self.bounds) if 0 < low <= high]
        counts = dict.fromkeys(needed, 0)
        roots, representatives = set(self.roots), dict.fromkeys(needed, 0)
        for option, items in enumerate(self.options):
            for item in counts.keys() & items:
                counts[item] += 1
                representatives[item] += option in roots
        images = self.data["symmetries"]
        fixed = [item for item in needed if all(image[item] == item for image in images)] if images else []
        best = min(fixed, key=lambda item: (representatives[item], item), default=None)
        return best if best is not None and representatives[best] <= min(counts.values()) else None


def statement_of(puzzle: Puzzle, symmetry: Symmetry) -> Statement:
    """Return the statement of a puzzle; raise `MistakeError` if items with bounds and weights cannot state it."""
    cover = build_cover(puzzle, drop=False)
    if (objective := puzzle.objective) is not None and cover.weights is None:
        problem = (
            f"the best value of {objective.measure.name}, which is not a sum over the placements, has no certificate"
        )
        raise MistakeError(PLACE, problem, f"omit {objective.key}")
    cover.refuse_checks(PLACE, "omit the rule")
    group = group_of(cover, symmetry)
    items = [[item.name, item.minimum, item.maximum] for item in cover.problem.items]
    options = [list(map(int, option)) for option in cover.problem.options]
    data: dict[str, Any] = {"name": puzzle.name, "board": None, "rules": [], "auxiliaries": 0}
    data |= {"maximize": objective is None or objective.maximize, "constant": cover.constant}
    weight = dict(cover.weights or ())
    order = list(range(len(options)))
    if puzzle.has_board:
        placed = len(cover.placements)
        order = [*sorted(order[:placed], key=options.__getitem__), *order[placed:]]
        data["board"] = _board(cover)
        data["auxiliaries"] = len(options) - placed
        number = {option: n for n, option in enumerate(order)}
        for rule in cover.problem.rules:
            members = sorted(number[option] for option in cover.problem.covering[rule])
            name, low, high = items[rule]
            data["rules"].append({"name": name, "minimum": low, "maximum": high, "options": members})
        options = [options[option] for option in order]
        bounds = [[low, high] for _, low, high in items]
        if check.made_again(data) != (bounds, options):
            raise MistakeError(PLACE, "the checker cannot compute the placements of this puzzle", "certify a part")
    is_distinct = len({tuple(option) for option in options}) == len(options)
    if group.order > 1 and not is_distinct:
        raise MistakeError(PLACE, "some placements cover the same items", "count with --symmetry off")
    generators = group.items[GeneratorTable.of(group.options).generators]
    data |= {"items": items, "options": options, "symmetries": generators.tolist()}
    data["weights"] = weights = [weight.get(option, 0) for option in order]
    rank = np.argsort(np.array(order, dtype=np.int64)).astype(np.int32)
    images = rank[group.options[:, order]]
    if (np.array(weights)[images] != weights).any():
        raise MistakeError(PLACE, "a symmetry changes the objective", "count with --symmetry off")
    is_full = symmetry == "full" and puzzle.has_board and check.is_full_group(images.tolist(), data["board"], options)
    return Statement(data, images, "full" if is_full else "listed" if group.order > 1 else "off")


def _board(cover: Cover) -> dict[str, Any]:
    """Return board, tiles and given pieces; cells that no given piece covers come first, in the order of the items."""
    puzzle = cover.puzzle
    cells = [*cover.cells, *(cell for placement in puzzle.given for cell in placement.cells)]
    matrices = [isometry.matrix for isometry in puzzle.lattice.point_group]
    names = [tile.name for tile in puzzle.tiles]
    return {
        "cells": list(map(list, cells)),
        "optional": [number for number, cell in enumerate(cells) if cell not in puzzle.required],
        "translations": list(map(list, puzzle.lattice.translations.basis)),
        "periods": list(map(list, puzzle.lattice.periods.basis)),
        "isometries": [list(map(list, matrix)) for matrix in matrices],
        "tiles": [
            {"name": tile.name, "minimum": tile.minimum, "maximum": tile.maximum, **_forms(puzzle, tile)}
            for tile in puzzle.tiles
        ],
        "given": [
            {"tile": names.index(placement.tile), "cells": list(map(list, placement.cells))}
            for placement in puzzle.given
        ],
    }


def _forms(puzzle: Puzzle, tile: Tile) -> dict[str, Any]:
    """Return one form of a tile with the isometries that make its orientations; or, if none do, every orientation."""
    lattice, orientations = puzzle.lattice, set(tile.orientations)
    if not lattice.periods:
        images = [lattice.normalize(map(isometry, tile.form)) for isometry in lattice.point_group]
        allowed = [number for number, image in enumerate(images) if image in orientations]
        if {images[number] for number in allowed} == orientations:
            return {"forms": [list(map(list, tile.form))], "isometries": allowed}
    return {"forms": [list(map(list, form)) for form in tile.orientations], "isometries": [0]}
