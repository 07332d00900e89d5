"""Proofs that count on rules: never false, and none is missed where everything can be tried."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cp_puzzles import explain, load_spec
from cp_puzzles.cover.cover_problem import Cover, build_cover
from cp_puzzles.cover.proofs.explanation import BoardConflict
from cp_puzzles.cover.proofs.forced_moves import forced_proof
from cp_puzzles.cover.proofs.weight_proof import InvalidProofError, WeightProof, checked_proof
from cp_puzzles.cover.proofs.weight_search import reason_for_none, weight_proof, weight_proof_with_rules
from cp_puzzles.errors import SpecError
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle, build_puzzle
from cp_puzzles.puzzle.rules.tiling import Tiling
from cp_puzzles.puzzle.spec.loader import changed, parse_spec
from tests.cover.cover_oracle import covers
from tests.examples import examples
from tests.small_puzzles import specs
from tests.written import cover_from

RULES = [
    "faults=0",
    "faults={min: 2}",
    "crossroads=0",
    "crossroads={min: 1}",
    "border=all",
    "border=[A]",
    "border={max: 2}",
    "pieces={max: 2}",
    "empty={max: 1}",
    "empty={min: 2}",
    "touch=[[A, A]]",
    "separate=[[A, A]]",
    "choose=[{of: [A], copies: 2}]",
    "connected=empty",
    "isolated=empty",
    "colorable={with: 2}",
    "maximal=true",
    "blocked=[A]",
    "symmetric=half-turn",
]


@st.composite
def ruled_puzzles(draw: st.DrawFn) -> Puzzle:
    """A small puzzle with one rule or two that have a meaning there."""
    spec = draw(specs())
    try:
        for rule in draw(st.lists(st.sampled_from(RULES), min_size=1, max_size=2, unique=True)):
            spec = changed(spec, "rule", rule)
        puzzle = build_puzzle(spec)
        assume(len(build_cover(puzzle.replaced(rules=())).placements) <= 20)
    except SpecError:
        assume(False)
    return puzzle


def packings(puzzle: Puzzle) -> Iterator[tuple[Placement, ...]]:
    """Return the sets of disjoint placements."""
    placements = build_cover(puzzle.replaced(rules=())).placements
    number = {cell: place for place, cell in enumerate(puzzle.board.cells)}
    for chosen in covers([(0, 1)] * len(number), [[number[cell] for cell in put.cells] for put in placements]):
        yield tuple(placements[option] for option in chosen)


def keeps(puzzle: Puzzle, chosen: tuple[Placement, ...], rules: Set[str], cells: Set[object], tiles: Set[str]) -> bool:
    """Return whether pieces cover some cells, respect the multiplicities of some tiles, and satisfy some rules."""
    covered = {cell for placement in chosen for cell in placement.cells}
    if not cells <= covered:
        return False
    for tile in puzzle.tiles:
        if tile.name in tiles and not tile.minimum <= sum(p.tile == tile.name for p in chosen) <= tile.maximum:
            return False
    tiling = Tiling(puzzle.board_geometry, chosen)
    return all(rule.violation(tiling) is None for rule in puzzle.rules if rule.key in rules)


@examples(40)
@given(ruled_puzzles())
def test_proofs_with_rules_are_true(puzzle: Puzzle) -> None:
    """Explanations are true: they are compared with the packings that a check of the picture accepts."""
    every = [*packings(puzzle)]
    names, keys = {tile.name for tile in puzzle.tiles}, {rule.key for rule in puzzle.rules}
    there_are = any(keeps(puzzle, chosen, keys, set(puzzle.required), names) for chosen in every)
    cover = build_cover(puzzle)
    if there_are:
        assert reason_for_none(cover) is None
        assert weight_proof(cover) is None
        assert weight_proof_with_rules(cover) is None
        assert forced_proof(cover) is None
    explanation = explain(puzzle, time_limit=60)
    assert explanation.answer == ("some" if there_are else "none")
    if explanation.answer == "none":
        assert explanation.data()["proof"]
        assert explanation.steps
    proof = explanation.proof
    if isinstance(proof, BoardConflict):
        needed = (set(proof.rules), set(proof.cells), set(proof.tiles))
        assert not any(keeps(puzzle, chosen, *needed) for chosen in every)
        if proof.is_minimal:
            for one in (*proof.rules, *proof.cells, *proof.tiles):
                fewer = [kept - {one} for kept in needed]
                assert any(keeps(puzzle, chosen, *fewer) for chosen in every)  # type: ignore[arg-type]


def test_six_by_six_dominoes() -> None:
    """Golomb's proof is found: ten lines, each crossed by an even number of eighteen dominoes that cross one each."""
    explanation = explain("fault_free_dominoes6x6")
    data = explanation.data()
    assert (data["proof"], data["modulus"], data["board"], data["pieces"]) == ("weights", None, 20, 18)
    assert (data["cells"], data["tiles"], data["rules"]) == ([], {"I": 1}, ["faults"])
    for item in data["rule_items"]:
        assert (item["rule"], item["weight"], item["times"], len(item["placements"])) == ("faults", 1, 2, 6)
        marked = {tuple(cell) for cell in item["marked"]}
        # a program that knows nothing of the package: of a domino that crosses one cell is marked, else none or both
        for row, column, down, across in ((r, c, d, 1 - d) for r in range(6) for c in range(6) for d in (0, 1)):
            ends = [[row, column], [row + down, column + across]]
            if max(ends[1]) < 6:
                crosses = any(placement["cells"] == ends for placement in item["placements"])
                assert (sum(tuple(end) in marked for end in ends) % 2 == 1) == crosses
        assert len(marked) % 2 == 0


def _proved(name: str) -> tuple[Cover, WeightProof]:
    cover = cover_from(name)
    proof = weight_proof_with_rules(cover)
    assert proof is not None
    return cover, proof


@pytest.mark.parametrize("change", ["times", "item", "cells", "twice", "name"])
def test_changed_rule_item_is_refused(change: str) -> None:
    """A rule item that is counted more often than is sure, or another item, is refused."""
    cover, proof = _proved("fault_free_dominoes6x6")
    first, *others = proof.rule_items
    assert first.marked is not None
    weights = dict(proof.cells)
    assert checked_proof(cover, None, weights, proof.rule_items) == proof
    changed = {
        "times": replace(first, times=4),
        "item": replace(first, item=others[0].item),
        "cells": replace(first, marked=first.marked[1:]),
        "twice": replace(first, marked=(*first.marked, *first.marked[:1], *first.marked[:1])),
        "name": replace(first, name=others[0].name),
    }[change]
    with pytest.raises(InvalidProofError):
        checked_proof(cover, None, weights, (changed, *others))


@pytest.mark.parametrize(
    ("name", "rules", "proof", "named"),
    [
        ("l_tetrominoes_square8x8", ["faults=0"], "weights", None),
        ("dominoes4x4", ["faults=0", "border={min: 2}"], "weights", ["faults"]),
        ("dominoes4x4", ["crossroads={min: 6}", "pieces=8"], "forced", ["crossroads"]),
        ("dominoes4x4", ["colorable={with: 1}"], "conflict", ["colorable"]),
        ("soma", ["border=[L]", "choose=[{of: [L], copies: 2}]"], "weights", ["choose.0"]),
    ],
)
def test_proof_names_needed_rules(name: str, rules: list[str], proof: str, named: list[str] | None) -> None:
    """The proof names the rules it needs, and no rule if the puzzle without rules has no solution."""
    spec = load_spec(name)
    for rule in rules:
        spec = changed(spec, "rule", rule)
    data = explain(spec).data()
    assert (data["answer"], data["proof"], data.get("rules")) == ("none", proof, named)


def test_given_piece_that_breaks_rule() -> None:
    """A given piece that a rule does not admit is reported with the rule; it once ended the program."""
    spec = changed(load_spec("pentomino6x10", given=["X@1,2;2,1;2,2;2,3;3,2"]), "rule", "border=all")
    data = explain(spec).data()
    assert (data["given"], data["rules"], data["because"]["rules"]) == ([0], ["border"], ["border"])
    assert "border" in str(reason_for_none(build_cover(build_puzzle(spec))))


def test_conflict_of_a_rule_names_its_tiles() -> None:
    """Two touching copies of a tile that has one: the conflict is of the rule and the number of copies."""
    text = "{name: x, board: {size: [2, 3]}, fill: false, tiles: [{name: A, drawing: X}, {name: B, drawing: XX}]}"
    spec = changed(changed(parse_spec(text), "rule", "touch=[[A, A]]"), "rule", "faults=0")
    proof = explain(spec, time_limit=60).proof
    assert isinstance(proof, BoardConflict)
    assert (proof.rules, proof.tiles) == (("touch.0",), ("A",))
