"""The symmetry lab: its trees are those of the compiled search, and what is cut is an image of what is not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given

from cp_puzzles import MistakeError
from cp_puzzles.analysis import symmetry_lab
from cp_puzzles.analysis.symmetry_lab import SETTINGS, Tree, symmetry_trees
from cp_puzzles.api import ask
from cp_puzzles.cover.problem import Cover
from cp_puzzles.engines.base import Part, Question
from cp_puzzles.puzzle.source import puzzle_from
from cp_puzzles.symmetry.group import SYMMETRIES
from tests.examples import examples
from tests.small_puzzles import covers

pytest.importorskip("numba")

from cp_puzzles.engines.exact_cover.engine import ExactCoverEngine

NAMES = ["dominoes4x4", "five_tiles4x4", "bent_tricubes2x2x3", "corners3x3", "polysticks3x4", "t_tetrominoes4x4"]


def searched(cover: Cover, tree: Tree) -> tuple[int, int, int]:
    """What the compiled search says: nodes, solutions, and all of them."""
    question = ask(cover.puzzle, symmetry=tree.symmetry)[1]
    asked = Question(question.problem, question.leader, settings=SETTINGS, accepts=question.accepts)
    result = ExactCoverEngine().run(asked, Part(), emit=None, limit=None, stop=lambda: False)
    return int(result.statistics["nodes"]), result.solutions, result.raw


@pytest.mark.parametrize("name", NAMES)
def test_the_trees_are_those_of_the_compiled_search(name: str) -> None:
    """As many nodes and solutions with each symmetry; without it nothing is cut."""
    cover, trees = symmetry_trees(puzzle_from(name))
    assert [tree.symmetry for tree in trees] == list(SYMMETRIES)
    assert trees[0].cut == 0
    for tree in trees:
        assert (tree.nodes, tree.solutions, tree.raw) == searched(cover, tree)
        assert tree.raw == trees[0].raw


@examples(60)
@given(cover=covers(most_options=25))
def test_the_trees_of_any_small_puzzle_are_those_of_the_compiled_search(cover: Cover) -> None:
    """All bounds, cells that stay empty, given pieces."""
    try:
        trees = symmetry_trees(cover.puzzle)[1]
    except MistakeError as error:
        assert "more than 1,500 nodes" in error.problem  # noqa: PT017
        return
    for tree in trees:
        assert (tree.nodes, tree.solutions, tree.raw) == searched(cover, tree)


@pytest.mark.parametrize("name", NAMES)
def test_every_solution_without_symmetry_is_kept_or_cut(name: str) -> None:
    """A solution that is no leaf of the tree of `full` has an option that was cut on its way, or another image."""
    cover, trees = symmetry_trees(puzzle_from(name))
    off, full = trees[0], trees[-1]
    leader = ask(cover.puzzle)[1].leader
    kept = {tuple(sorted(its.chosen)) for its in full.places if its.kind == "solution"}
    images = {tuple(sorted(its.chosen)) for its in full.places if its.kind == "image"}
    cuts = {its.chosen[-1] for its in full.places if its.kind == "cut"}
    for place in off.places:
        if place.kind == "solution":
            own = tuple(sorted(place.chosen))
            assert leader.leader_of(own) in kept
            assert own in kept or own in images or cuts.intersection(own)


def test_a_place_has_what_was_chosen_above_it() -> None:
    """Each goes on from the place above it, and branches are on something."""
    for tree in symmetry_trees(puzzle_from("five_tiles4x4"))[1]:
        for place in tree.places:
            if place.parent >= 0:
                above = tree.places[place.parent]
                assert place.chosen[: len(above.chosen)] == above.chosen
                assert above.kind in ("branch", "start", "dead" if place.kind == "cut" else "branch")


def test_what_is_too_large_is_refused_before_a_page_is_written(tmp_path: Path) -> None:
    """In one line, with the bound and what to do."""
    with pytest.raises(MistakeError, match="more than 1,500 nodes, too many to look at; take a smaller board"):
        symmetry_lab.save_lab("soma", tmp_path / "lab.html")
    with pytest.raises(MistakeError, match="it asks for the best"):
        symmetry_lab.save_lab("most_t_tetrominoes5x5", tmp_path / "lab.html")
    with pytest.raises(MistakeError, match=r"ends in \.html"):
        symmetry_lab.save_lab("dominoes4x4", tmp_path / "lab.svg")
    assert list(tmp_path.iterdir()) == []


def test_the_table_has_the_numbers_of_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Rows of `experiment --lab`: nodes, solutions and all of them, for each tree."""
    from cp_puzzles.cli.app import run

    page = tmp_path / "lab.html"
    assert run(["experiment", "corners3x3", "--lab", str(page), "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    trees = symmetry_trees(puzzle_from("corners3x3"))[1]
    figures = [(row["symmetry"], row["branches"], row["solutions"], row["raw"]) for row in rows]
    assert figures == [(tree.symmetry, tree.nodes, tree.solutions, tree.raw) for tree in trees]
    assert run(["experiment", "corners3x3", "--lab", str(page), "--engine", "cp-sat,exact-cover"]) == 2
    assert "the lab has a search of its own" in capsys.readouterr().err
