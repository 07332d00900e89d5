"""Weight proofs: numbers on cells and tiles that show that there is no solution, and their checker.

The checker adds integers. It knows no solver, and nothing of how a proof was found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from cp_puzzles.cover.cover_problem import Cover, covers_everything
from cp_puzzles.errors import PuzzleError
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice


class InvalidProofError(PuzzleError):
    """A proof that proves nothing: a fault of the program that found it."""


@dataclass(frozen=True)
class Remainder:
    """The reason why all solutions meet a demand equally often modulo a number: weights of cells and of tiles.

    Every placement weighs, with its tile, 1 if it meets the demand and 0 if not; so the demand is met as often as the
    cells and the tiles of a solution weigh together, modulo the `modulus`.
    """

    modulus: int
    cells: tuple[tuple[Cell, int], ...]
    tiles: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class DemandWeight:
    """The weight of each time that a demand of a rule is met, and a bound on how often that is.

    `rule` is the key of the rule, "" for what holds of every tiling, `name` that of the item. `times` is the least
    number of times where the weight is positive, else the largest. It may be stricter than the item's bound where the
    number leaves a known remainder, see `Remainder`.
    """

    item: int
    rule: str
    name: str
    weight: int
    times: int
    remainder: Remainder | None = None


@dataclass(frozen=True)
class WeightProof:
    """Weights of cells (those that are not 0, sorted) and of all tiles.

    With a `modulus` every placement of a tile weighs what the tile does, so that the `pieces` weigh together other than
    the cells of the `board`, all modulo that number. Without one no placement weighs more than its tile, so that the
    `pieces` weigh at most that much, and the `board` more. What is given is left out, its cells and its copies.

    With `demands` of rules (without a modulus only) a placement weighs what its cells do and the demands that it meets,
    and the board what it does and the demands as often as they are met. Facts that rules count along, such as a cell's
    staying empty, are options without a tile: none weighs more than 0.
    """

    modulus: int | None
    cells: tuple[tuple[Cell, int], ...]
    tiles: tuple[tuple[str, int], ...]
    board: int
    pieces: int
    demands: tuple[DemandWeight, ...] = ()

    @property
    def marks_cells(self) -> bool:
        """Return whether all weights are 1, so that cells are counted."""
        return not self.demands and all(weight == 1 for _, weight in self.cells)

    @property
    def counts_demands(self) -> bool:
        """Return whether only demands have weight, all of them 1 or all of them -1."""
        return not self.cells and {demand.weight for demand in self.demands} in ({1}, {-1})

    def data(self, cover: Cover) -> dict[str, Any]:
        """Return the proof as plain data that a program can check, cells in the user's coordinates.

        With demands their rule, name and weight, the placements that meet them, and how often that is. `covered` is
        `all` where no cell can stay empty for the pieces have as many, whatever the puzzle says of cells.
        """
        lattice = cover.puzzle.lattice
        result = {
            "proof": "weights",
            "modulus": self.modulus,
            "cells": _written(lattice, self.cells),
            "tiles": dict(self.tiles),
            "board": self.board,
            "pieces": self.pieces,
        }
        if covers_everything(cover.puzzle) and cover.puzzle.required != {*cover.puzzle.board.cells}:
            result["covered"] = "all"
        return result | {"demands": [_demand(cover, demand) for demand in self.demands]} if self.demands else result


def checked_proof(
    cover: Cover, modulus: int | None, weights: Mapping[Cell, int], demands: tuple[DemandWeight, ...] = ()
) -> WeightProof:
    """Return the proof given by weights of cells and demands: each tile weighs the maximum of its placements."""
    extra: Counter[int] = Counter()
    for demand in demands:
        extra.update(dict.fromkeys(cover.problem.covering[demand.item], demand.weight))
    tiles: dict[str, int] = {}
    for option, placement in enumerate(cover.placements):
        weight = sum(weights.get(cell, 0) for cell in placement.cells) + extra[option]
        weight = weight if modulus is None else weight % modulus
        tiles[placement.tile] = max(weight, tiles.get(placement.tile, weight))
    tiles = {tile.name: tiles.get(tile.name, 0) for tile in cover.puzzle.tiles}
    board, pieces = board_and_pieces(cover, weights, tiles, modulus)
    board += sum(demand.weight * demand.times for demand in demands)
    cells = tuple(sorted((cell, weight) for cell, weight in weights.items() if weight))
    proof = WeightProof(modulus, cells, tuple(tiles.items()), board, pieces, demands)
    check_weights(cover, proof)
    return proof


def check_weights(cover: Cover, proof: WeightProof) -> None:
    """Check a proof in exact integers against the placements; raises `InvalidProofError` if a condition fails.

    >>> from cp_puzzles.api import cover_and_request
    >>> chessboard, _ = cover_and_request("mutilated_chessboard")
    >>> black = tuple((cell, 1) for cell in sorted(chessboard.cells) if sum(cell) % 2)
    >>> check_weights(chessboard, WeightProof(None, black, (("I", 1),), 32, 31))
    >>> check_weights(chessboard, WeightProof(None, black[1:], (("I", 1),), 31, 31))
    Traceback (most recent call last):
    ...
    cp_puzzles.cover.proofs.weight_proof.InvalidProofError: the board weighs 31 and the pieces 31: that proves nothing
    """
    weights, allowed = dict(proof.cells), dict(proof.tiles)
    if len(weights) != len(proof.cells) or not set(weights) <= set(cover.cells):
        raise InvalidProofError("a weight lies on no cell of the board, or two lie on one")
    if set(allowed) != {tile.name for tile in cover.puzzle.tiles} or len(allowed) != len(proof.tiles):
        raise InvalidProofError("the tiles of the proof are not those of the puzzle")
    extra = _weights_of_demands(cover, proof)
    for option, placement in enumerate(cover.placements):
        weight = sum(weights.get(cell, 0) for cell in placement.cells) + extra[option]
        if _exceeds(weight, allowed[placement.tile], proof.modulus):
            raise InvalidProofError(f"{placement.tile} on {placement.cells} weighs {weight}")
    if any(extra[option] > 0 for option in range(len(cover.placements), len(cover.problem.options))):
        raise InvalidProofError("a fact that a rule counts along weighs more than 0")
    board, pieces = board_and_pieces(cover, weights, allowed, proof.modulus)
    board += sum(demand.weight * demand.times for demand in proof.demands)
    if (board, pieces) != (proof.board, proof.pieces):
        raise InvalidProofError(f"the board weighs {board} and the pieces {pieces}: the proof has other sums")
    if board == pieces or (proof.modulus is None and board < pieces):
        raise InvalidProofError(f"the board weighs {board} and the pieces {pieces}: that proves nothing")


def board_and_pieces(
    cover: Cover, weights: Mapping[Cell, int], allowed: Mapping[str, int], modulus: int | None
) -> tuple[int, int]:
    """Return the weight of the board and of the pieces.

    Modulo a number, both in every solution: raises `InvalidProofError` if a cell that may stay empty, or a tile whose
    copies may vary, has a weight. Without one, the least of the board and the most of the pieces.
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


def _weights_of_demands(cover: Cover, proof: WeightProof) -> list[int]:
    """Return the weight of the demands that each option meets; raises `InvalidProofError` for a wrong demand."""
    problem = cover.problem
    items = [demand.item for demand in proof.demands]
    if len(set(items)) < len(items) or not set(items) <= set(problem.rules):
        raise InvalidProofError("a demand is none of a rule, or one is weighed twice")
    if items and proof.modulus is not None:
        raise InvalidProofError("demands have weights only without a modulus")
    labels = [(cover.rule_of(item), problem.items[item].name) for item in items]
    if labels != [(demand.rule, demand.name) for demand in proof.demands]:
        raise InvalidProofError("a demand has the name of another one")
    extra = [0] * len(problem.options)
    for demand in proof.demands:
        _check_times(cover, demand)
        for option in problem.covering[demand.item]:
            extra[option] += demand.weight
    return extra


def _check_times(cover: Cover, demand: DemandWeight) -> None:
    """Raise `InvalidProofError` if a demand may be met more seldom, or more often, than it is counted."""
    bounds, problem = cover.problem.items[demand.item], cover.problem
    bound = bounds.minimum if demand.weight > 0 else bounds.maximum
    remainder = demand.remainder
    if remainder is None:
        is_right = demand.times == bound
    else:
        weights, tiles = dict(remainder.cells), dict(remainder.tiles)
        meets = set(problem.covering[demand.item])
        if meets and max(meets) >= len(cover.placements):
            raise InvalidProofError("a remainder of what is no placement")
        for option, placement in enumerate(cover.placements):
            weight = sum(weights.get(cell, 0) for cell in placement.cells) + tiles.get(placement.tile, 0)
            if (weight - (option in meets)) % remainder.modulus:
                raise InvalidProofError(f"{placement.tile} on {placement.cells} weighs {weight}")
        board, pieces = board_and_pieces(
            cover, weights, {tile.name: tiles.get(tile.name, 0) for tile in cover.puzzle.tiles}, remainder.modulus
        )
        off = (demand.times - board - pieces) % remainder.modulus
        distance = (demand.times - bound) * (1 if demand.weight > 0 else -1)
        is_right = not off and 0 <= distance < remainder.modulus
    if not is_right:
        raise InvalidProofError(f"{bounds.name}: that is not sure to be so {demand.times} times")


def _written(lattice: Lattice, weights: Iterable[tuple[Cell, int]]) -> list[Any]:
    return [[list(lattice.coordinates(cell)), weight] for cell, weight in weights]


def _demand(cover: Cover, demand: DemandWeight) -> dict[str, Any]:
    lattice, problem = cover.puzzle.lattice, cover.problem
    meeting = [cover.placements[option] for option in problem.covering[demand.item] if option < len(cover.placements)]
    result: dict[str, Any] = {
        "rule": demand.rule,
        "demand": demand.name,
        "weight": demand.weight,
        "times": demand.times,
        "placements": [placement.data(lattice) for placement in meeting],
    }
    if demand.remainder is not None:
        cells, tiles = _written(lattice, demand.remainder.cells), dict(demand.remainder.tiles)
        result["remainder"] = {"modulus": demand.remainder.modulus, "cells": cells, "tiles": tiles}
    return result


def _exceeds(weight: int, allowed: int, modulus: int | None) -> bool:
    return weight > allowed if modulus is None else (weight - allowed) % modulus != 0
