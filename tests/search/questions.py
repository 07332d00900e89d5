"""Puzzles of the catalog as questions."""

from __future__ import annotations

from functools import cache

from cp_puzzles.cover.cover_problem import CoverProblem, build_cover
from cp_puzzles.cover.symmetry.leader import LexLeader, lex_leader
from cp_puzzles.cover.symmetry.symmetry_group import Symmetry, group_of
from cp_puzzles.puzzle.puzzle import build_puzzle
from cp_puzzles.puzzle.spec.loader import load_spec
from cp_puzzles.search.partition.search_tree import SearchTree, TreeLevel
from cp_puzzles.search.partition.tree_probe import ProbeResult, search_all


@cache
def question(name: str, symmetry: Symmetry = "full") -> tuple[CoverProblem, LexLeader]:
    cover = build_cover(build_puzzle(load_spec(name)))
    return cover.problem, lex_leader(cover.problem, group_of(cover, symmetry))


def searched(tree: SearchTree, level: TreeLevel) -> ProbeResult:
    """Return the nodes and solutions of the tree below a level."""
    sample = search_all(tree, level, stop=lambda: False)
    assert sample is not None
    return sample
