"""The symmetry lab: its trees equal the compiled search, and each removed option has an image that is searched."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given

from cp_puzzles import MistakeError
from cp_puzzles.api import cover_and_request
from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.cover.symmetry.symmetry_group import SYMMETRIES
from cp_puzzles.engines.engine import PartTask, SearchRequest
from cp_puzzles.engines.exact_cover.exact_cover_engine import ExactCoverEngine
from cp_puzzles.output.web import symmetry_lab
from cp_puzzles.output.web.symmetry_lab import SETTINGS, Tree, symmetry_trees
from cp_puzzles.puzzle.puzzle import puzzle_from
from tests.examples import examples
from tests.small_puzzles import covers

NAMES = ["dominoes4x4", "five_tiles4x4", "bent_tricubes2x2x3", "corners3x3", "polysticks3x4", "t_tetrominoes4x4"]


def searched(cover: Cover, tree: Tree) -> tuple[int, int, int]:
    """Return the nodes and solutions of the compiled search."""
    request = cover_and_request(cover.puzzle, symmetry=tree.symmetry)[1]
    asked = SearchRequest(request.problem, request.leader, settings=SETTINGS, accepts=request.accepts)
    result = ExactCoverEngine().run(PartTask(asked))
    return int(result.statistics["nodes"]), result.solutions, result.raw


def counts(tree: Tree) -> tuple[int, int, int]:
    """Return the nodes and solutions that the page shows."""
    return tree.numbers["nodes"], tree.numbers["solutions"], tree.numbers["with their images"]


@pytest.mark.parametrize("name", NAMES)
def test_trees_equal_the_compiled_search(name: str) -> None:
    """The trees have the nodes and solutions of the compiled search for each symmetry."""
    cover, trees = symmetry_trees(puzzle_from(name))
    assert [tree.symmetry for tree in trees] == list(SYMMETRIES)
    assert trees[0].numbers["removed by symmetry"] == 0
    for tree in trees:
        assert counts(tree) == searched(cover, tree)
        assert tree.numbers["with their images"] == trees[0].numbers["with their images"]


@examples(60)
@given(cover=covers(most_options=25))
def test_trees_of_random_puzzles_equal_the_search(cover: Cover) -> None:
    """Trees of puzzles with any bounds, empty cells and given pieces agree with the search."""
    try:
        trees = symmetry_trees(cover.puzzle)[1]
    except MistakeError as error:
        assert "more than 1,500 nodes" in str(error)  # noqa: PT017
        return
    for tree in trees:
        assert counts(tree) == searched(cover, tree)


@pytest.mark.parametrize("name", NAMES)
def test_every_solution_is_kept_or_removed(name: str) -> None:
    """A solution that is no leaf of the tree of `full` has an option that was removed on the way, or another image."""
    cover, trees = symmetry_trees(puzzle_from(name))
    off, full = trees[0], trees[-1]
    leader = cover_and_request(cover.puzzle)[1].leader
    kept = {tuple(sorted(place.chosen)) for place in full.places if place.kind == "solution"}
    images = {tuple(sorted(place.chosen)) for place in full.places if place.kind == "image"}
    dominated = {place.chosen[-1] for place in full.places if place.kind == "dominated"}
    for place in off.places:
        if place.kind == "solution":
            options = tuple(sorted(place.chosen))
            assert leader.leader_of(options) in kept
            assert options in kept or options in images or dominated.intersection(options)


def test_places_extend_their_parents() -> None:
    """Each goes on from the place above it, and branches are on something."""
    for tree in symmetry_trees(puzzle_from("five_tiles4x4"))[1]:
        for place in tree.places:
            if place.parent >= 0:
                above = tree.places[place.parent]
                assert place.chosen[: len(above.chosen)] == above.chosen
                assert above.kind in ("branch", "start", "dead" if place.kind == "dominated" else "branch")


def test_large_puzzle_is_refused_before_writing(tmp_path: Path) -> None:
    """A large puzzle is refused in one line, with the bound and a remedy."""
    with pytest.raises(MistakeError, match="more than 1,500 nodes, too many to look at; use a smaller board"):
        symmetry_lab.save_lab("soma", tmp_path / "lab.html")
    with pytest.raises(MistakeError, match="the puzzle has an objective"):
        symmetry_lab.save_lab("most_t_tetrominoes5x5", tmp_path / "lab.html")
    with pytest.raises(MistakeError, match=r"ends in \.html"):
        symmetry_lab.save_lab("dominoes4x4", tmp_path / "lab.svg")
    assert list(tmp_path.iterdir()) == []


def test_table_has_the_numbers_of_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Rows of `experiment --lab`: nodes, solutions and all of them, for each tree."""
    from cp_puzzles.cli.app import run

    page = tmp_path / "lab.html"
    assert run(["experiment", "corners3x3", "--lab", str(page), "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    trees = symmetry_trees(puzzle_from("corners3x3"))[1]
    numbers = [(row["symmetry"], row["branches"], row["solutions"], row["raw"]) for row in rows]
    assert numbers == [(tree.symmetry, *counts(tree)) for tree in trees]
