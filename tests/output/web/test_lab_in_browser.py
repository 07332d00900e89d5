"""The symmetry lab in a real browser: alone, with the right numbers, under pointer and keys, light and dark."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cp_puzzles.output.web.symmetry_lab import save_lab, symmetry_trees
from cp_puzzles.puzzle.puzzle import puzzle_from
from tests.examples import sampled

LAB = "window.symmetryLab"


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The lab of three corners in a square."""
    page = tmp_path_factory.mktemp("lab") / "lab.html"
    save_lab("corners3x3", page)
    return page


@pytest.mark.parametrize("dark", sampled([False, True], every=2))
def test_lab_shows_the_numbers_of_the_search(browser: Any, lab: Path, dark: bool) -> None:
    """Nodes, cut, solutions and all of them above each tree, as many marks below; nothing is fetched."""
    browser.open(lab, dark=dark)
    shown = "[...tree.querySelectorAll('dd')].map((figure) => figure.textContent)"
    numbers = browser.evaluate(f"[...document.querySelectorAll('.tree')].map((tree) => {shown})")
    trees = symmetry_trees(puzzle_from("corners3x3"))[1]
    assert numbers == [[str(n) for n in t.numbers.values()] for t in trees]
    marks = "[...document.querySelectorAll('.tree svg')].map((svg) => svg.querySelectorAll('KIND').length)"
    solutions = browser.evaluate(marks.replace("KIND", ".solution"))
    removed = browser.evaluate(marks.replace("KIND", ".dominated, .image"))
    assert solutions == [t.numbers["solutions"] for t in trees]
    assert removed == [t.numbers["removed by symmetry"] for t in trees]
    assert browser.faults() == []
    assert browser.requests() == [lab.as_uri()]


@pytest.mark.slow
def test_lab_draws_the_board_of_the_selected_node(browser: Any, lab: Path) -> None:
    """Under the pointer: a solution has all its pieces; something cut is drawn as not tried, and said so."""
    browser.open(lab)
    x, y = browser.middle(".tree:nth-child(3) .solution")
    browser.point(x, y)
    assert browser.text("what").startswith("A solution; it represents ")
    letters = "[...document.querySelectorAll('#pieces text')].map((text) => text.textContent).sort()"
    assert browser.evaluate(letters) == sorted(tile.name for tile in puzzle_from("corners3x3").tiles)
    x, y = browser.middle(".tree:nth-child(3) .dominated")
    browser.point(x, y)
    assert "is not tried: every solution with it is an image" in browser.text("what")
    assert browser.evaluate("document.querySelectorAll('#pieces .not-tried path').length") > 0
    assert browser.text("where") == "symmetry full: not tried"


@pytest.mark.slow
def test_keys_select_nodes_of_a_tree(browser: Any, lab: Path) -> None:
    """Home, on, in order, to the next solution, the next cut, and back."""
    browser.open(lab)
    browser.evaluate("document.querySelectorAll('.tree svg')[1].focus()")
    at = f"(({{ view, place }}) => [{LAB}.views.indexOf(view), place.index, place.kind])({LAB}.shown)"
    seen = []
    for key in ("Home", "ArrowRight", "ArrowLeft", "ArrowDown", "s", "c", "End"):
        browser.press(key)
        seen.append(browser.evaluate(at))
    assert {view for view, _, _ in seen} == {1}
    assert [index for _, index, _ in seen[:4]] == [0, 1, 0, 1]
    assert [kind for _, _, kind in seen[4:6]] == ["solution", "dominated"]
    assert seen[6][1] == len(symmetry_trees(puzzle_from("corners3x3"))[1][1].places) - 1
    assert browser.faults() == []
