"""Rectangles that a polyomino does not tile: most by weights, the others by forced moves, one by a search."""

from __future__ import annotations

import pytest

from cp_puzzles import build_puzzle, parse_spec, solve
from cp_puzzles.cover.precheck import plain_reason
from cp_puzzles.cover.problem import build_cover
from cp_puzzles.proofs.check_forced import check_forced
from cp_puzzles.proofs.find import weight_proof
from cp_puzzles.proofs.forced import forced_proof

TILES = {"trominoes": (3, "IL"), "tetrominoes": (4, "ILOST"), "pentominoes": (5, "FILNPTUVWXYZ")}

RECTANGLES = [
    (rows, columns, family, tile, rows * columns // size)
    for family, (size, tiles) in TILES.items()
    for tile in tiles
    for rows in range(2, 10)
    for columns in range(rows, 11)
    if rows * columns % size == 0
]


def kind_of(rows: int, columns: int, family: str, tile: str, copies: int) -> str:
    """How it is known that a rectangle cannot be tiled; one with a tiling has no proof of any kind."""
    text = f"{{name: r, board: {{size: [{rows}, {columns}]}}, tiles: [{{set: {family}, only: [{tile}]"
    cover = build_cover(build_puzzle(parse_spec(text + f", multiplicity: {copies}}}]}}")))
    weights, forced = weight_proof(cover) if cover.placements else None, forced_proof(cover)
    if forced is not None:
        check_forced(forced)
    if weights is None and forced is None and plain_reason(cover) is None:
        return "search" if solve(cover.puzzle, limit=1, jobs=1).is_proof_of_none else "tiled"
    if plain_reason(cover) is not None:
        return "plain"
    return "weights" if weights is not None else "forced"


@pytest.mark.slow
def test_all_rectangles() -> None:
    """Of 350 rectangles up to 9x10 whose area fits 154 fall by weights, 35 by forced moves, one by a search."""
    kinds = [kind_of(*rectangle) for rectangle in RECTANGLES]
    counts = {kind: kinds.count(kind) for kind in sorted(set(kinds))}
    assert counts == {"forced": 35, "plain": 30, "search": 1, "tiled": 130, "weights": 154}


@pytest.mark.parametrize("rectangle", RECTANGLES[::35], ids=str)
def test_some_rectangles(rectangle: tuple[int, int, str, str, int]) -> None:
    """There is a proof if, and only if, a plain search finds no tiling (of these none needs an engine)."""
    rows, columns, family, tile, _ = rectangle
    known = {"weights": False, "forced": False, "plain": False, "tiled": True}
    assert known[kind_of(*rectangle)] is _is_tiled(rows, columns, family, tile)


def _is_tiled(rows: int, columns: int, family: str, tile: str) -> bool:
    """By a search of its own: the first empty cell, every placement on it."""
    tiles = f"[{{set: {family}, only: [{tile}], multiplicity: any}}]"
    text = f"{{name: r, board: {{size: [{rows}, {columns}]}}, tiles: {tiles}}}"
    cover = build_cover(build_puzzle(parse_spec(text)))
    by_first: dict[tuple[int, ...], list[frozenset[tuple[int, ...]]]] = {}
    for placement in cover.placements:
        by_first.setdefault(min(placement.cells), []).append(frozenset(placement.cells))
    cells = sorted(cover.cells)

    def fill(covered: frozenset[tuple[int, ...]]) -> bool:
        empty = next((cell for cell in cells if cell not in covered), None)
        return empty is None or any(fill(covered | p) for p in by_first.get(empty, ()) if not covered & p)

    return fill(frozenset())
