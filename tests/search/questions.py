"""Puzzles of the catalogue as questions."""

from __future__ import annotations

from functools import cache

from cp_puzzles.cover.problem import CoverProblem, build_cover
from cp_puzzles.puzzle.build import build_puzzle
from cp_puzzles.search.plan.probe import Sample, search_all
from cp_puzzles.search.plan.tree import Level, SearchTree
from cp_puzzles.spec.load import load_spec
from cp_puzzles.symmetry.group import Symmetry, symmetry_group
from cp_puzzles.symmetry.leader import LexLeader, lex_leader


@cache
def question(name: str, symmetry: Symmetry = "full") -> tuple[CoverProblem, LexLeader]:
    cover = build_cover(build_puzzle(load_spec(name)))
    return cover.problem, lex_leader(cover.problem, symmetry_group(cover, symmetry))


def searched(tree: SearchTree, level: Level) -> Sample:
    """All that is in the tree below a level."""
    sample = search_all(tree, level, stop=lambda: False)
    assert sample is not None
    return sample
