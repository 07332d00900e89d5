"""Pieces placed by hand before solving: by mouse, finger and keys; turned, moved, refused where they do not fit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from cp_puzzles import build_puzzle, parse_spec
from tests.output.web.editor.test_editor_in_browser import TEXT, page_of, press, solved, spot

pytestmark = pytest.mark.slow

SMALL = "name: small\nboard: {size: [3, 4]}\ntiles: [{set: trominoes, multiplicity: any}]\n"


def given(browser: Any) -> list[tuple[str, set[tuple[int, ...]]]]:
    """Return the fixed pieces as names and cells; the program accepts them."""
    build_puzzle(parse_spec(browser.evaluate(TEXT)))
    pieces = browser.evaluate("puzzleEditor.page.history.givenList")
    return [(str(each["tile"]), {tuple(cell) for cell in each["cells"]}) for each in pieces]


def icon(browser: Any, name: str) -> tuple[float, float]:
    """Return the middle of a piece in the tray."""
    return browser.middle(f"#tray [data-entry='{name}']")  # type: ignore[no-any-return]


def test_piece_is_dragged_from_the_tray(browser: Any, tmp_path: Path) -> None:
    """With the mouse: dropped, moved, refused on another piece, let go; the search goes on around it."""
    browser.open(page_of(tmp_path, SMALL))
    expect(browser.page.locator("#tray_turns")).to_be_hidden()
    press(browser, "Place pieces")
    browser.drag(icon(browser, "I"), spot(browser, 0, 1))
    assert given(browser) == [("I", {(0, 0), (0, 1), (0, 2)})]
    assert "solution" in solved(browser)
    browser.drag(spot(browser, 0, 0), spot(browser, 1, 1))
    assert given(browser) == [("I", {(1, 0), (1, 1), (1, 2)})]
    browser.drag(icon(browser, "I"), spot(browser, 1, 2))
    expect(browser.page.locator("#told")).to_contain_text("I does not fit here")
    assert len(given(browser)) == 1
    browser.page.get_by_role("button", name="Put back", exact=True).click()
    browser.click(*spot(browser, 1, 1))
    assert given(browser) == []
    assert browser.faults() == []


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_piece_is_dragged_by_finger(browser: Any, tmp_path: Path, width: int, height: int) -> None:
    """On a phone a piece goes from the tray to the board in one move, where both are in sight, or by two presses."""
    browser.open(page_of(tmp_path, SMALL), width, height)
    press(browser, "Place pieces")
    if height > width:
        browser.evaluate("document.getElementById('tray').scrollIntoView({ block: 'start' })")
        start, end = icon(browser, "I"), spot(browser, 1, 1)
        browser.touch([start, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), end])
    else:
        browser.touch([icon(browser, "I"), icon(browser, "I")])
        browser.touch([spot(browser, 1, 1), spot(browser, 1, 1)])
    assert given(browser) == [("I", {(1, 0), (1, 1), (1, 2)})]
    assert browser.faults() == []


def test_piece_is_placed_and_turned_by_keys(browser: Any, tmp_path: Path) -> None:
    """Take, turn, move and fix a piece by keys; Escape puts it back; one without another orientation is told."""
    browser.open(page_of(tmp_path, SMALL.replace("multiplicity: any", "multiplicity: any, rotate: false")))
    press(browser, "Place pieces")
    browser.page.locator("#tray [data-entry=I]").focus()
    browser.press("Enter")
    browser.press("r")
    expect(browser.page.locator("#told")).to_have_text("I cannot be turned that way.")
    browser.press("Escape")
    assert browser.page.locator(".ghost").count() == 0
    browser.page.locator("#file").fill(SMALL)
    browser.page.locator("#file").blur()
    browser.page.locator("#tray [data-entry=I]").focus()
    browser.press("Enter")
    for key in ("r", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowRight", "Space"):
        browser.press(key)
    ((name, cells),) = given(browser)
    assert (name, {row for row, _ in cells}, len({column for _, column in cells})) == ("I", {0, 1, 2}, 1)
    assert "solution" in solved(browser)
    assert browser.faults() == []


def test_piece_of_a_box_is_tipped(browser: Any, tmp_path: Path) -> None:
    """In space a piece is turned about two axes, and fixed in the layer where it is dropped."""
    browser.open(page_of(tmp_path, "name: box\nboard: {size: [3, 3, 3]}\ntiles: [{set: soma}]\n"))
    press(browser, "Place pieces")
    browser.page.locator("#tray button").first.focus()
    browser.press("Enter")
    seen = set()
    for key in ("r", "t", "r", "t"):
        browser.press(key)
        seen.add(browser.evaluate("String(puzzleEditor.page.board.hand.hand.look)"))
    assert len(seen) > 2
    browser.evaluate("puzzleEditor.page.board.hand.place(puzzleEditor.page.history.board.cells[13])")
    assert len(given(browser)) == 1
    assert browser.faults() == []


def test_orientations_are_listed_and_fixed(browser: Any, tmp_path: Path) -> None:
    """The piece in the hand shows its orientations; one is taken by a press, and kept as the only one."""
    browser.open(page_of(tmp_path, SMALL))
    press(browser, "Place pieces")
    browser.page.locator("#tray [data-entry=L]").focus()
    browser.press("Enter")
    expect(browser.page.locator("#tray_ways button")).to_have_count(4)
    press(browser, "Way 3 of 4")
    assert browser.page.get_by_label("Way 3 of 4").get_attribute("aria-pressed") == "true"
    form = browser.evaluate("puzzleEditor.page.board.hand.hand.look.map(([cell]) => cell)")
    press(browser, "Only this way")
    assert ways(browser, "L") == [form]
    take(browser, "L")
    press(browser, "Any way")
    assert len(ways(browser, "L")) == 4


def test_one_way_is_forbidden_and_allowed_again(browser: Any, tmp_path: Path) -> None:
    """A piece of a set loses the way in the hand and keeps the others; a forbidden way comes back by a press."""
    browser.open(page_of(tmp_path, SMALL))
    press(browser, "Place pieces")
    take(browser, "L")
    press(browser, "Way 2 of 4")
    form = browser.evaluate("puzzleEditor.page.board.hand.hand.look.map(([cell]) => cell)")
    press(browser, "Not this way")
    assert len(ways(browser, "L")) == 3
    assert form not in ways(browser, "L")
    assert "set: trominoes" in browser.evaluate(TEXT)
    expect(browser.page.get_by_text("turned in 3 ways only")).to_be_visible()
    take(browser, "L")
    browser.evaluate("puzzleEditor.page.answer.show(0)")
    assert browser.evaluate("document.querySelector('.over > :last-child').classList[0]") == "ghost"
    press(browser, "Way 2 of 4, forbidden")
    assert form in ways(browser, "L")
    assert "solution" in solved(browser)
    assert browser.faults() == []


def take(browser: Any, name: str) -> None:
    """Take a piece of the tray by keys."""
    browser.page.locator(f"#tray [data-entry={name}]").focus()
    browser.press("Enter")


def ways(browser: Any, name: str) -> list[Any]:
    """Return the orientations of a piece, by the program."""
    built = build_puzzle(parse_spec(browser.evaluate(TEXT)))
    (tile,) = [each for each in built.tiles if each.name == name]
    return [[list(cell) for cell in each.cells] for each in tile.orientations]
