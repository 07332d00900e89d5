"""Weight proofs: numbers on cells and tiles that show that there is no solution, and their checker.

They are computed in integers, without a solver, and do not depend on the method that found the weights.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cp_puzzles.base.memory import UNLIMITED_BYTES
from cp_puzzles.cover.cover_problem import Cover, build_cover
from cp_puzzles.errors import PuzzleError
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.puzzle import Puzzle


class InvalidProofError(PuzzleError):
    """A proof that proves nothing: a fault of the program that found it."""


@dataclass(frozen=True)
class RuleItemWeight:
    """The weight that an item of a rule has each time it is covered, and a bound on the number of times.

    `rule` is the key of the rule, "" for an item that holds for every tiling; `name` is the name of the item. `times`
    is the least number of times if the weight is positive, otherwise the largest.

    It is stricter than the bound of the item if the number is always even or always odd, which `marked` cells show: a
    placement covers an odd number of them if it covers the item, otherwise an even number. All of them are covered.
    """

    item: int
    rule: str
    name: str
    weight: int
    times: int
    marked: tuple[Cell, ...] | None = None


@dataclass(frozen=True)
class WeightProof:
    """Weights of cells (those that are not 0, sorted) and of all tiles, which show that there is no solution.

    Without a `modulus`, no placement weighs more than its tile. So all pieces together weigh at most `pieces`; but the
    cells to cover weigh `board`, which is more. With a `modulus`, every placement has the same weight as its tile,
    modulo that number, and `pieces` and `board` differ. Cells and copies of given placements do not count.

    Items of rules, `rule_items`, may have weights if there is no modulus. A placement then weighs as much as its cells
    and the rule items that it covers; `board` also includes each rule item, as many times as it is covered. Auxiliary
    options of rules, such as an empty cell, have no tile and must not weigh more than 0.
    """

    modulus: int | None
    cells: tuple[tuple[Cell, int], ...]
    tiles: tuple[tuple[str, int], ...]
    board: int
    pieces: int
    rule_items: tuple[RuleItemWeight, ...] = ()

    @property
    def marks_cells(self) -> bool:
        """Return whether all weights are 1; the proof then counts marked cells."""
        return not self.rule_items and all(weight == 1 for _, weight in self.cells)

    @property
    def counts_rule_items(self) -> bool:
        """Return whether only rule items have weight, all of them 1 or all of them -1."""
        return not self.cells and {weighed.weight for weighed in self.rule_items} in ({1}, {-1})

    def data(self, puzzle: Puzzle) -> dict[str, Any]:
        """Return the proof as plain data that a program can check, cells in the user's coordinates.

        Each rule item has its rule, name and weight, the placements that cover it, and how many times it is covered.
        `covered` is `all` if cells may stay empty by the puzzle, but the pieces have as many cells as the board.
        """
        lattice, cover = puzzle.lattice, build_cover(puzzle, UNLIMITED_BYTES)
        result: dict[str, Any] = {
            "proof": "weights",
            "modulus": self.modulus,
            "cells": [[list(lattice.coordinates(cell)), weight] for cell, weight in self.cells],
            "tiles": dict(self.tiles),
            "board": self.board,
            "pieces": self.pieces,
        }
        if puzzle.covers_board and puzzle.required != {*puzzle.board.cells}:
            result["covered"] = "all"
        if self.rule_items:
            result["rule_items"] = [_item_data(cover, weighed) for weighed in self.rule_items]
        return result


def checked_proof(
    cover: Cover, modulus: int | None, weights: Mapping[Cell, int], rule_items: tuple[RuleItemWeight, ...] = ()
) -> WeightProof:
    """Return the proof by weights of cells and rule items; a tile weighs as much as its heaviest placement.

    All is computed in exact integers from the placements. Raises `InvalidProofError` if that proves nothing.

    >>> from cp_puzzles.api import cover_and_request
    >>> chessboard, _ = cover_and_request("mutilated_chessboard")
    >>> black = [(cell, 1) for cell in sorted(chessboard.cells) if sum(cell) % 2]
    >>> checked_proof(chessboard, None, dict(black)).tiles
    (('I', 1),)
    >>> checked_proof(chessboard, None, dict(black[1:]))
    Traceback (most recent call last):
    ...
    cp_puzzles.cover.proofs.weight_proof.InvalidProofError: the board weighs 31 and the pieces 31: that proves nothing
    """
    if not set(weights) <= set(cover.cells):
        raise InvalidProofError("a weight lies on no cell of the board")
    rule_weights, heaviest = _weights_of_rule_items(cover, modulus, rule_items), dict[str, int]()
    for option, placement in enumerate(cover.placements):
        weight = sum(weights.get(cell, 0) for cell in placement.cells) + rule_weights[option]
        weight = weight if modulus is None else weight % modulus
        allowed = heaviest.setdefault(placement.tile, weight)
        if modulus is not None and weight != allowed:
            raise InvalidProofError(f"{placement.tile} on {placement.cells} weighs {weight}, and elsewhere {allowed}")
        heaviest[placement.tile] = max(weight, allowed)
    if any(weight > 0 for weight in rule_weights[len(cover.placements) :]):
        raise InvalidProofError("a fact that a rule counts along weighs more than 0")
    tiles = {tile.name: heaviest.get(tile.name, 0) for tile in cover.puzzle.tiles}
    board, pieces = _board_and_pieces(cover, weights, tiles, modulus)
    board += sum(weighed.weight * weighed.times for weighed in rule_items)
    if board == pieces or (modulus is None and board < pieces):
        raise InvalidProofError(f"the board weighs {board} and the pieces {pieces}: that proves nothing")
    cells = tuple(sorted((cell, weight) for cell, weight in weights.items() if weight))
    return WeightProof(modulus, cells, tuple(tiles.items()), board, pieces, rule_items)


def _board_and_pieces(
    cover: Cover, weights: Mapping[Cell, int], allowed: Mapping[str, int], modulus: int | None
) -> tuple[int, int]:
    """Return the weight of the board and the weight of the pieces.

    Without a modulus, these are the least weight of the board and the largest weight of the pieces. With one, they are
    the weights in every solution; `InvalidProofError` is raised if they may vary, because a cell that may stay empty or
    a tile with a variable number of copies has a weight.
    """
    required = {cell for item, cell in enumerate(cover.cells) if cover.problem.items[item].minimum}
    copies = {item.name: (item.minimum, item.maximum) for item in cover.problem.items if item.kind == "tile"}
    if modulus is None:
        board = sum(weight for cell, weight in weights.items() if cell in required or weight < 0)
        pieces = sum(max(allowed[name] * number for number in bounds) for name, bounds in copies.items())
        return board, pieces
    if any(weight % modulus for cell, weight in weights.items() if cell not in required):
        raise InvalidProofError("a cell that may stay empty has a weight")
    if any(allowed[name] % modulus for name, (least, most) in copies.items() if least != most):
        raise InvalidProofError("a tile whose copies may vary has a weight")
    return sum(weights.values()) % modulus, sum(allowed[name] * copies[name][0] for name in copies) % modulus


def _weights_of_rule_items(cover: Cover, modulus: int | None, rule_items: tuple[RuleItemWeight, ...]) -> list[int]:
    """Return the weight of the rule items of each option; raises `InvalidProofError` for a wrong rule item."""
    problem = cover.problem
    items = [weighed.item for weighed in rule_items]
    if len(set(items)) < len(items) or not set(items) <= set(problem.rules):
        raise InvalidProofError("an item is none of a rule, or one is weighed twice")
    if items and modulus is not None:
        raise InvalidProofError("rule items have weights only without a modulus")
    labels = [(cover.rule_of(item), problem.items[item].name) for item in items]
    if labels != [(weighed.rule, weighed.name) for weighed in rule_items]:
        raise InvalidProofError("a rule item has the name of another one")
    extra = [0] * len(problem.options)
    for weighed in rule_items:
        _check_times(cover, weighed)
        for option in problem.covering[weighed.item]:
            extra[option] += weighed.weight
    return extra


def _check_times(cover: Cover, weighed: RuleItemWeight) -> None:
    """Raise `InvalidProofError` if `times` is not a proved bound on the number of times that a rule item is covered."""
    bounds, problem = cover.problem.items[weighed.item], cover.problem
    bound = bounds.minimum if weighed.weight > 0 else bounds.maximum
    if weighed.marked is None:
        is_right = weighed.times == bound
    else:
        marked, meeting = set(weighed.marked), set(problem.covering[weighed.item])
        if meeting and max(meeting) >= len(cover.placements):
            raise InvalidProofError("a parity for an option that is not a placement")
        required = {cell for item, cell in enumerate(cover.cells) if problem.items[item].minimum}
        if len(marked) < len(weighed.marked) or not marked <= required:
            raise InvalidProofError("a marked cell may stay empty, or is marked twice")
        for option, placement in enumerate(cover.placements):
            if (len(marked.intersection(placement.cells)) - (option in meeting)) % 2:
                raise InvalidProofError(f"{placement.tile} on {placement.cells} has another parity")
        distance = (weighed.times - bound) * (1 if weighed.weight > 0 else -1)
        is_right = (weighed.times - len(marked)) % 2 == 0 and 0 <= distance < 2
    if not is_right:
        raise InvalidProofError(f"{bounds.name}: that is not sure to be so {weighed.times} times")


def _item_data(cover: Cover, weighed: RuleItemWeight) -> dict[str, Any]:
    lattice, problem = cover.puzzle.lattice, cover.problem
    meeting = [cover.placements[option] for option in problem.covering[weighed.item] if option < len(cover.placements)]
    result: dict[str, Any] = {
        "rule": weighed.rule,
        "item": weighed.name,
        "weight": weighed.weight,
        "times": weighed.times,
        "placements": [placement.data(lattice) for placement in meeting],
    }
    if weighed.marked is not None:
        result["marked"] = [list(lattice.coordinates(cell)) for cell in weighed.marked]
    return result
