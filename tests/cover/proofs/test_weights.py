"""Weight proofs: found for classic puzzles, never for solvable ones, and refused after any change."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.cover.proofs.incidence_arrays import CellIncidence, incidence_of
from cp_puzzles.cover.proofs.linear_programs import has_fractional_tiling, linear_weights, modular_weights
from cp_puzzles.cover.proofs.weight_proof import InvalidProofError, WeightProof, checked_proof
from cp_puzzles.cover.proofs.weight_search import excess, weight_proof
from cp_puzzles.cover.proofs.weight_sentences import weight_steps
from tests.examples import examples
from tests.small_puzzles import covers
from tests.written import cover_from, cover_of

CLASSICS = {
    "bricks6x6x6": (None, 112, 112, 108),
    "i_tetrominoes10x10": (None, 52, 52, 50),
    "l_tetrominoes10x10": (2, 50, 0, 1),
    "mutilated_chessboard": (None, 32, 32, 31),
    "n_pentacubes5x5x5": (None, 27, 27, 25),
    "straight_trominoes_corner": (None, 22, 22, 21),
    "t_tetrominoes10x10": (2, 50, 0, 1),
    "tetrominoes4x5": (2, 10, 0, 1),
    "y_pentominoes5x5": (None, 16, -4, -5),
}
"""Puzzles of the catalog: the modulus of the proof, its cells, the weight of the board and of the pieces."""


@pytest.mark.parametrize("name", CLASSICS)
def test_weight_proofs_of_classics(name: str) -> None:
    """The proofs of the books are found: checkerboard, stripes, lattices, blocks, marks."""
    proof = weight_proof(cover_from(name))
    assert proof is not None
    assert (proof.modulus, len(proof.cells), proof.board, proof.pieces) == CLASSICS[name]


@pytest.mark.parametrize("name", ["pentomino6x10", "soma", "t_tetrominoes_shore", "calendar", "pentomino5x12_started"])
def test_no_proof_where_there_are_solutions(name: str) -> None:
    """Puzzles with solutions have no proof, also with optional cells, ranges of copies and given pieces."""
    assert weight_proof(cover_from(name)) is None


@pytest.mark.parametrize("name", ["pentomino6x10", "soma", "t_tetrominoes_shore", "calendar"])
def test_fractional_tiling_skips_linear_program(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a fractional tiling exists, no linear program is built."""
    monkeypatch.delattr("cp_puzzles.cover.proofs.linear_programs.LinearProgram")
    assert weight_proof(cover_from(name)) is None


@examples(60)
@given(covers(most_options=40))
def test_fractional_tiling_excludes_linear_weights(cover: Cover) -> None:
    """A fractional tiling exists only where linear programming finds no weights that prove infeasibility."""
    incidence = incidence_of(cover)
    if has_fractional_tiling(incidence, 1_000_000):
        assert not any((excess(incidence, weights[None]) > 0).any() for weights in linear_weights(incidence))


PROVED = [cover_from(name) for name in ("tetrominoes4x5", "y_pentominoes5x5")]
PROOFS = [(cover, weight_proof(cover)) for cover in PROVED]


@given(st.sampled_from(PROOFS), st.data())
def test_changed_weight_proof_is_refused(proved: tuple[Cover, WeightProof], data: st.DataObject) -> None:
    """Weights with one wrong number or an unknown cell are refused, unless they prove something, too."""
    cover, proof = proved
    modulus, weights = proof.modulus or 1 << 30, dict.fromkeys(cover.cells, 0) | dict(proof.cells)
    assert checked_proof(cover, proof.modulus, weights) == proof
    cell = data.draw(st.sampled_from([*cover.cells, (99, 99)]))
    weights[cell] = weights.get(cell, 0) + data.draw(st.integers(-5, 5).filter(lambda n: n % modulus))
    of_tiles = {tile.name: set[int]() for tile in cover.puzzle.tiles}
    for placement in cover.placements:
        of_tiles[placement.tile].add(sum(weights[cell] for cell in placement.cells))
    pieces = sum(tile.maximum * max(of_tiles[tile.name]) for tile in cover.puzzle.tiles)
    board = sum(weights[cell] for cell in cover.cells)
    is_proof = board > pieces if proof.modulus is None else (board - pieces) % modulus != 0
    is_alike = all(len({weight % modulus for weight in each}) == 1 for each in of_tiles.values())
    if cell in cover.cells and is_proof and (proof.modulus is None or is_alike):
        assert dict(checked_proof(cover, proof.modulus, weights).cells) == {c: w for c, w in weights.items() if w}
    else:
        with pytest.raises(InvalidProofError):
            checked_proof(cover, proof.modulus, weights)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("board: {size: [2, 2]}, tiles: [{set: domino, multiplicity: {min: 1, max: 2}}]", "copies"),
        ("board: {drawing: XX?}, tiles: [{set: domino}]", "empty"),
    ],
)
def test_variable_counts_have_no_weight(text: str, word: str) -> None:
    """In a proof modulo a number, optional cells and tiles of variable multiplicity have no weight."""
    cover = cover_of(text)
    assert weight_proof(cover) is None
    with pytest.raises(InvalidProofError, match=word):
        checked_proof(cover, 5, dict.fromkeys(cover.cells, 1))


def test_board_without_placements_has_weights() -> None:
    """Without a placement any weights prove that there is no solution; the linear program once failed."""
    cover = cover_of("board: {size: [2, 2]}, tiles: [{set: pentominoes, only: [I]}]")
    proof = weight_proof(cover)
    assert proof is not None
    assert proof.board > proof.pieces or proof.modulus is not None


def test_given_pieces_leave_the_board() -> None:
    """Of a board with given pieces the cells that are left are weighed, and the copies that are left."""
    board = "{size: [8, 8]}"
    given = "[{tile: O, cells: [[0, 0]]}, {tile: O, cells: [[7, 7]]}]"
    tiles = "[{set: domino, multiplicity: 31}, {name: O, cells: [[0, 0]], multiplicity: 2}]"
    cover = cover_of(f"board: {board}, tiles: {tiles}, given: {given}")
    proof = weight_proof(cover)
    assert proof is not None
    assert (proof.board, proof.pieces, dict(proof.tiles)["I"]) == (32, 31, 1)


@examples(60)
@given(st.data())
def test_modular_weights_are_all(data: st.DataObject) -> None:
    """Against brute force: the generators span all weights that the rows respect, if any of these proves anything."""
    prime, power = data.draw(st.sampled_from([(2, 1), (2, 2), (3, 1), (2, 3)]))
    modulus = prime**power
    cells = data.draw(st.integers(2, 4))
    rows = data.draw(st.lists(st.lists(st.integers(0, cells - 1), min_size=2, max_size=3), min_size=1, max_size=5))
    labels = np.full((len(rows), 3), cells)
    for row, members in enumerate(rows):
        labels[row, : len(members)] = sorted(members)
    copies = np.array([[data.draw(st.integers(0, 3))] * 2])
    incidence = CellIncidence(
        labels, np.zeros(len(rows), dtype=int), np.ones(cells, dtype=int), np.ones(cells, dtype=bool), copies
    )
    written = incidence.rows(np.arange(len(rows)))
    every = np.array([*product(range(modulus), repeat=cells + 1)])
    right = every[((written @ every.T) % modulus == 0).all(axis=0)]
    found = modular_weights(incidence, prime, power)
    if found is None:
        assert not ((right @ incidence.total) % modulus).any()
    else:
        assume(modulus ** found.shape[1] <= 5000)
        factors = np.array([*product(range(modulus), repeat=found.shape[1])])
        assert {*map(tuple, (factors @ found.T % modulus).tolist())} == {*map(tuple, right.tolist())}


def test_joined_incidence_has_distinct_rows() -> None:
    """Placements that cover as many cells of each class count as one."""
    cover = cover_of("board: {size: [4, 4]}, tiles: [{set: domino, multiplicity: 8}]")
    _, joined = incidence_of(cover).joined(np.array([sum(cell) % 2 for cell in cover.cells]))
    assert joined.rows(np.arange(len(joined.labels))).tolist() == [[1, 1, 1]]


def test_area_requires_every_cell() -> None:
    """The proof states that the area demands every cell: the five tetrominoes have as many cells as 4x5."""
    rest = "board: {size: [4, 5]}, tiles: [{set: tetrominoes}]"
    covers = [cover_of(f"fill: {fill}, {rest}") for fill in ("true", "false")]
    found = [weight_proof(cover) for cover in covers]
    said = [proof.data(cover.puzzle).get("covered") for proof, cover in zip(found, covers, strict=True) if proof]
    assert said == [None, "all"]
    assert found[1]
    assert "as many cells as the board" in weight_steps(covers[1].puzzle, found[1])[0]
