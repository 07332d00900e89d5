"""Puzzles of the catalogue as questions."""

from functools import cache

from cp_puzzles.cover.problem import build_cover
from cp_puzzles.puzzle.build import build_puzzle
from cp_puzzles.spec.load import load_spec
from cp_puzzles.symmetry.group import symmetry_group
from cp_puzzles.symmetry.leader import lex_leader


@cache
def question(name, symmetry="full"):
    cover = build_cover(build_puzzle(load_spec(name)))
    return cover.problem, lex_leader(cover.problem, symmetry_group(cover, symmetry))
