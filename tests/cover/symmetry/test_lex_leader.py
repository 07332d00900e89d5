"""The lex-leader: exactly one solution of each orbit."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.cover.ragged_rows import Ragged
from cp_puzzles.cover.symmetry.leader import lex_leader
from cp_puzzles.cover.symmetry.symmetry_group import SYMMETRIES, SymmetryGroup, group_of
from tests.cover.cover_problems import all_solutions
from tests.examples import examples
from tests.small_puzzles import covers
from tests.written import cover_from, cover_of


def orbits(group: SymmetryGroup, solutions: list[tuple[int, ...]]) -> set[frozenset[tuple[int, ...]]]:
    """The solutions in classes of images of one another."""
    return {frozenset(tuple(sorted(row[list(s)].tolist())) for row in group.options) for s in solutions}


@examples(40)
@given(covers(most_options=24))
def test_one_leader_in_each_orbit(cover: Cover) -> None:
    """One solution of an orbit is the leader of each of them: that with the least sorted positions in the order."""
    solutions = all_solutions(cover.problem, at_most=3000)
    if solutions is None:
        return
    for symmetry in SYMMETRIES:
        group = group_of(cover, symmetry)
        lex = lex_leader(cover.problem, group)
        position = {option: place for place, option in enumerate(lex.order.tolist())}
        for orbit in orbits(group, solutions):
            leaders = [solution for solution in orbit if lex.is_leader(solution)]
            assert leaders == [min(orbit, key=lambda solution: sorted(map(position.__getitem__, solution)))]
            assert {lex.leader_of(solution) for solution in orbit} == set(leaders)
            assert not lex.dominated[list(leaders[0])].any()


@examples(40)
@given(covers())
def test_order_and_blocks(cover: Cover) -> None:
    """Every option stands in one block; the item of a block is covered at most once and stays where it is."""
    group = group_of(cover, "full")
    lex = lex_leader(cover.problem, group)
    assert sorted(lex.order.tolist()) == list(range(len(cover.problem.options)))
    assert (lex.order[lex.position] == np.arange(len(lex.order))).all()
    for block in lex.blocks:
        if block.item is not None:
            assert cover.problem.items[block.item].maximum == 1
            assert (group.items[:, block.item] == block.item).all()
            assert all(block.item in cover.problem.options[option] for option in block.options)
    assert all(block.item is not None for block in lex.blocks[:-1])


@examples(40)
@given(covers(most_options=24))
def test_batch_of_leaders(cover: Cover) -> None:
    """The leaders of a padded batch are the leaders of its rows."""
    solutions = all_solutions(cover.problem, at_most=200)
    if not solutions:
        return
    lex = lex_leader(cover.problem, group_of(cover, "full"))
    batch = Ragged.of(solutions).padded(-1)
    rows = [tuple(row[row >= 0].tolist()) for row in lex.leaders_of(batch)]
    assert rows == [lex.leader_of(solution) for solution in solutions]


def test_empty_solution_is_a_leader() -> None:
    """The empty solution of a problem without demands is a leader; a former version rejected it."""
    cover = cover_of("board: {size: [2, 2]}, fill: false, tiles: [{set: domino, multiplicity: any}]")
    group = group_of(cover, "full")
    lex = lex_leader(cover.problem, group)
    assert lex.is_leader([])
    assert lex.leader_of([]) == ()
    assert group.orbit_sizes(np.empty((1, 0), dtype=np.int32)).tolist() == [1]


@pytest.mark.parametrize(("name", "anchor", "kept"), [("pentomino6x10", "X", 8), ("soma", None, None)])
def test_anchor_dominates_options(name: str, anchor: str | None, kept: int | None) -> None:
    """On 6x10 the X is the anchor, and a quarter of its 32 placements are left: 24 are in no leader."""
    cover = cover_from(name)
    lex = lex_leader(cover.problem, group_of(cover, "full"))
    assert lex.anchor is not None
    if anchor is not None:
        assert lex.anchor.item is not None
        assert cover.problem.items[lex.anchor.item].name == anchor
        assert int((~lex.dominated[lex.anchor.options]).sum()) == kept
