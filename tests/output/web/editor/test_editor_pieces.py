"""The child with a Kanoodle: a set that replaces another, pieces drawn by finger, copies, and words of places."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from cp_puzzles import parse_spec
from tests.output.web.editor.test_editor_in_browser import TEXT, page_of, press

pytestmark = pytest.mark.slow

SPOTS = (
    "[...document.querySelectorAll('#tile_board .spot')].map((e) => e.getBoundingClientRect())"
    ".map((b) => [b.left + b.width / 2, b.top + b.height / 2, Math.min(b.width, b.height)])"
)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_piece_is_drawn_by_dragging(browser: Any, tmp_path: Path, width: int, height: int) -> None:
    """On a phone cells have 40 pixels and *Done* is in sight; a stroke draws; Escape gives the drawing back."""
    browser.open(page_of(tmp_path), width, height)
    page = browser.page
    press(browser, "Draw a piece")
    spots = browser.evaluate(SPOTS)
    assert min(size for _, _, size in spots) >= 39.5
    box = page.get_by_role("button", name="Done", exact=True).bounding_box()
    assert box["y"] + box["height"] <= height
    columns, rows = (sorted({round(spot[axis]) for spot in spots}) for axis in (0, 1))
    browser.touch([(columns[1], rows[2]), (columns[4], rows[2]), (columns[4], rows[3])])
    assert browser.text("tile_told") == "5 cells"
    browser.press("Escape")
    expect(page.locator("#told")).to_contain_text("The drawn piece was not taken.")
    page.locator("#told button").click()
    assert browser.text("tile_told") == "5 cells"
    press(browser, "Done")
    expect(page.locator("#told")).to_contain_text("L is this piece: now there are 2.")
    assert "- set: pentominoes\n  only: [L]\n  multiplicity: 2\n" in browser.evaluate(TEXT)
    assert browser.evaluate("puzzleEditor.page.history.mistakes") == []
    assert browser.faults() == []


def test_set_replaces_what_has_its_pieces(browser: Any, tmp_path: Path) -> None:
    """Kanoodle on the fresh page takes the place of the pentominoes, which *Undo* brings back; no mistake is said."""
    browser.open(page_of(tmp_path))
    page = browser.page
    page.locator("#set").select_option("kanoodle")
    press(browser, "Add set")
    assert [entry.set for entry in parse_spec(browser.evaluate(TEXT)).tiles] == ["kanoodle"]  # type: ignore[union-attr]
    expect(page.locator("#told")).to_contain_text("The set kanoodle is there instead of pentominoes")
    assert page.locator("#mistakes").is_hidden()
    page.locator("#told button").click()
    assert [entry.set for entry in parse_spec(browser.evaluate(TEXT)).tiles] == ["pentominoes"]  # type: ignore[union-attr]
    page.locator("#set").select_option("tetrominoes")
    press(browser, "Add set")
    assert len(parse_spec(browser.evaluate(TEXT)).tiles) == 2


def test_places_count_from_one(browser: Any, tmp_path: Path) -> None:
    """The cursor of the board says rows and columns from 1, that of a piece speaks, and no message covers a button."""
    browser.open(page_of(tmp_path))
    page = browser.page
    page.locator("#board").focus()
    browser.press("ArrowRight")
    expect(page.locator("#told")).to_have_text("beside the board: no cell")
    for key in ("ArrowRight", "ArrowDown"):
        browser.press(key)
    expect(page.locator("#told")).to_have_text("row 1, column 1: cell")
    press(browser, "Draw a piece")
    page.locator("#tile_board").focus()
    browser.press("Space")
    expect(page.locator("#tile_told")).to_have_text("row 4, column 4: taken. 1 cell")


def test_pasted_keys_keep_their_order(browser: Any, tmp_path: Path) -> None:
    """A change writes its key where the program writes it, and leaves the others where they are."""
    text = "tiles:\n- set: pentominoes\nname: upside down\nboard:\n  size: [6, 10]\n"
    browser.open(page_of(tmp_path, text))
    browser.page.locator("#name").fill("still")
    browser.page.locator("#name").press("Enter")
    assert browser.evaluate(TEXT) == text.replace("upside down", "still")
