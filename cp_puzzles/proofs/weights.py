"""Weight proofs: numbers on cells and tiles that show that there is no solution, and their checker.

The checker adds integers. It knows no solver, and nothing of how a proof was found.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cp_puzzles.cover.problem import Cover
from cp_puzzles.errors import PuzzleError
from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.lattice import Lattice


class InvalidProofError(PuzzleError):
    """A proof that proves nothing: a fault of the program that found it."""


@dataclass(frozen=True)
class WeightProof:
    """Weights of cells (those that are not 0, sorted) and of all tiles.

    With a `modulus` every placement of a tile weighs what the tile does, so that the `pieces` weigh together other than
    the cells of the `board`, all modulo that number. Without one no placement weighs more than its tile, so that the
    `pieces` weigh at most that much, and the `board` more. What is given is left out, its cells and its copies.
    """

    modulus: int | None
    cells: tuple[tuple[Cell, int], ...]
    tiles: tuple[tuple[str, int], ...]
    board: int
    pieces: int

    @property
    def marks_cells(self) -> bool:
        """Whether all weights are 1: then cells are counted, not weighed."""
        return all(weight == 1 for _, weight in self.cells)

    def data(self, lattice: Lattice) -> dict[str, Any]:
        """The proof as plain data that a program can check, cells as people write them on the lattice."""
        return {
            "proof": "weights",
            "modulus": self.modulus,
            "cells": [[list(lattice.written(cell)), weight] for cell, weight in self.cells],
            "tiles": dict(self.tiles),
            "board": self.board,
            "pieces": self.pieces,
        }


def check_weights(cover: Cover, proof: WeightProof) -> None:
    """Check a proof in exact integers against the placements; raises `InvalidProofError` if anything does not hold.

    >>> from cp_puzzles.cover.problem import build_cover
    >>> from cp_puzzles.puzzle.build import build_puzzle
    >>> from cp_puzzles.spec.load import load_spec
    >>> chessboard = build_cover(build_puzzle(load_spec("mutilated_chessboard")))
    >>> black = tuple((cell, 1) for cell in sorted(chessboard.cells) if sum(cell) % 2)
    >>> check_weights(chessboard, WeightProof(None, black, (("I", 1),), 32, 31))
    >>> check_weights(chessboard, WeightProof(None, black[1:], (("I", 1),), 31, 31))
    Traceback (most recent call last):
    ...
    cp_puzzles.proofs.weights.InvalidProofError: the board weighs 31 and the pieces 31: that proves nothing
    """
    weights, allowed = dict(proof.cells), dict(proof.tiles)
    if len(weights) != len(proof.cells) or not set(weights) <= set(cover.cells):
        raise InvalidProofError("a weight lies on no cell of the board, or two lie on one")
    if set(allowed) != {tile.name for tile in cover.puzzle.tiles} or len(allowed) != len(proof.tiles):
        raise InvalidProofError("the tiles of the proof are not those of the puzzle")
    for placement in cover.placements:
        weight = sum(weights.get(cell, 0) for cell in placement.cells)
        if _exceeds(weight, allowed[placement.tile], proof.modulus):
            raise InvalidProofError(f"{placement.tile} on {placement.cells} weighs {weight}")
    board, pieces = board_and_pieces(cover, weights, allowed, proof.modulus)
    if (board, pieces) != (proof.board, proof.pieces):
        raise InvalidProofError(f"the board weighs {board} and the pieces {pieces}: the proof has other sums")
    if board == pieces or (proof.modulus is None and board < pieces):
        raise InvalidProofError(f"the board weighs {board} and the pieces {pieces}: that proves nothing")


def board_and_pieces(
    cover: Cover, weights: Mapping[Cell, int], allowed: Mapping[str, int], modulus: int | None
) -> tuple[int, int]:
    """What the board and the pieces weigh.

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


def _exceeds(weight: int, allowed: int, modulus: int | None) -> bool:
    return weight > allowed if modulus is None else (weight - allowed) % modulus != 0
