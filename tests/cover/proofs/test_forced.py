"""Forced moves, replayed by a checker; rectangles without a tiling, by weights, forced moves or a search."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from cp_puzzles import solve
from cp_puzzles.cover.counting_arguments import counting_argument
from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.cover.proofs.explanation import MAX_PANELS, Explanation, panels
from cp_puzzles.cover.proofs.forced_moves import check_forced, forced_proof
from cp_puzzles.cover.proofs.weight_proof import InvalidProofError
from cp_puzzles.cover.proofs.weight_search import weight_proof
from tests.cover.cover_problems import all_solutions
from tests.examples import examples
from tests.small_puzzles import covers
from tests.written import cover_of


def rectangle(rows: int, columns: int, tile: str, family: str = "pentominoes", copies: int | str = "any") -> Cover:
    tiles = f"[{{set: {family}, only: [{tile}], multiplicity: {copies}}}]"
    return cover_of(f"board: {{size: [{rows}, {columns}]}}, tiles: {tiles}")


@examples(60)
@given(covers(most_options=24))
def test_proofs_are_true(cover: Cover) -> None:
    """A puzzle with a weight proof or forced moves has no solution, and the checker agrees with every forced line."""
    proof = forced_proof(cover)
    if proof is not None:
        check_forced(proof)
    if proof is not None or weight_proof(cover) is not None:
        assert all_solutions(cover.problem) == []


@pytest.mark.parametrize(
    ("size", "tile", "ruled_out"), [((3, 5), "U", 0), ((4, 10), "V", 0), ((5, 7), "L", 30), ((4, 10), "Y", 14)]
)
def test_forced_proof_of_rectangle(size: tuple[int, int], tile: str, ruled_out: int) -> None:
    """One cell is enough, or placements have to be ruled out first."""
    proof = forced_proof(rectangle(*size, tile, copies=size[0] * size[1] // 5))
    assert proof is not None
    check_forced(proof)
    assert len(proof.ruled_out) == ruled_out


def test_changed_forced_proof_is_refused() -> None:
    """A line that is left out, a move that is left out and a wrong dead end are refused."""
    proof = forced_proof(rectangle(4, 10, "V", copies=8))
    assert proof is not None
    longest = max(proof.lines, key=lambda line: len(line.options))
    others = tuple(line for line in proof.lines if line is not longest)
    assert len(longest.options) > 1
    cut = replace(longest, options=longest.options[:1], reasons=longest.reasons[:1])
    foreign = replace(longest, dead=proof.cover.problem.items.index(proof.cover.problem.items[-1]))
    for lines in (others, (*others, cut), (*others, foreign)):
        with pytest.raises(InvalidProofError):
            check_forced(replace(proof, lines=lines))


@pytest.mark.parametrize(("size", "tile"), [((5, 7), "L"), ((4, 10), "Y")])
def test_panels_draw_the_placements_that_are_ruled_out(size: tuple[int, int], tile: str) -> None:
    """Each placement that a proof rules out is drawn with the moves it forces; once the board was empty."""
    cover = rectangle(*size, tile, copies=size[0] * size[1] // 5)
    proof = forced_proof(cover)
    assert proof is not None
    drawn = panels(Explanation(cover.puzzle, "none", proof))
    excluded = [panel for panel in drawn if panel.caption.startswith("ruled out: ")]
    assert len(drawn) <= MAX_PANELS
    assert 6 <= len(excluded) <= len(proof.ruled_out)
    for panel, line in zip(excluded, proof.ruled_out, strict=False):
        assert panel.placements == tuple(cover.placements[option] for option in line.options)


TILES = {"trominoes": (3, "IL"), "tetrominoes": (4, "ILOST"), "pentominoes": (5, "FILNPTUVWXYZ")}

RECTANGLES = [
    (rows, columns, tile, family, rows * columns // size)
    for family, (size, tiles) in TILES.items()
    for tile in tiles
    for rows in range(2, 10)
    for columns in range(rows, 11)
    if rows * columns % size == 0
]


def kind_of(rows: int, columns: int, tile: str, family: str, copies: int) -> str:
    """Return the kind of the proof that a rectangle cannot be tiled; "tiled" if it has a tiling."""
    cover = rectangle(rows, columns, tile, family, copies)
    weights, forced = weight_proof(cover) if cover.placements else None, forced_proof(cover)
    if forced is not None:
        check_forced(forced)
    if weights is None and forced is None and counting_argument(cover) is None:
        return "search" if solve(cover.puzzle, limit=1, jobs=1).is_proof_of_none else "tiled"
    if counting_argument(cover) is not None:
        return "plain"
    return "weights" if weights is not None else "forced"


@pytest.mark.slow
def test_proofs_of_all_rectangles() -> None:
    """Of 350 rectangles up to 9x10 whose area fits 154 fall by weights, 35 by forced moves, one by a search."""
    kinds = [kind_of(*case) for case in RECTANGLES]
    counts = {kind: kinds.count(kind) for kind in sorted(set(kinds))}
    assert counts == {"forced": 35, "plain": 30, "search": 1, "tiled": 130, "weights": 154}


@pytest.mark.parametrize("case", RECTANGLES[::35], ids=str)
def test_proofs_match_plain_search(case: tuple[int, int, str, str, int]) -> None:
    """A rectangle has a proof exactly if a plain search finds no tiling (none of these needs an engine)."""
    expected = {"weights": False, "forced": False, "plain": False, "tiled": True}
    assert expected[kind_of(*case)] is _is_tiled(rectangle(*case[:4]))


def _is_tiled(cover: Cover) -> bool:
    """Return whether a tiling exists, by a plain search: try each placement on the first empty cell."""
    by_first: dict[tuple[int, ...], list[frozenset[tuple[int, ...]]]] = {}
    for placement in cover.placements:
        by_first.setdefault(min(placement.cells), []).append(frozenset(placement.cells))
    cells = sorted(cover.cells)

    def fill(covered: frozenset[tuple[int, ...]]) -> bool:
        empty = next((cell for cell in cells if cell not in covered), None)
        return empty is None or any(fill(covered | p) for p in by_first.get(empty, ()) if not covered & p)

    return fill(frozenset())
