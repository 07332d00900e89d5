"""Values, regions and colored sides in the editor: painted, solved, placed by hand and drawn in solutions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from cp_puzzles import build_puzzle, parse_spec
from tests.output.web.editor.test_editor_in_browser import TEXT, page_of, press, spot
from tests.output.web.editor.test_editor_placing import icon

DOMINOES = "name: pips\nboard: {size: [2, 2]}\ntiles: [{set: dominoes-0-6, only: [0-1, 2-3]}]\n"


@pytest.mark.slow
def test_regions_and_known_values_are_painted(browser: Any, tmp_path: Path) -> None:
    """A brush writes the letter of a region, another one a known value; both are drawn, and solved by the program."""
    text = DOMINOES + "rules: {regions: {rows: {sum: {max: 9}}}}\n"
    browser.open(page_of(tmp_path, text))
    press(browser, "Region")
    browser.page.locator("#region").fill("B")
    for cell in ((0, 0), (0, 1)):
        browser.click(*spot(browser, *cell))
    press(browser, "Value")
    browser.page.locator("#value").fill("3")
    browser.click(*spot(browser, 1, 1))
    spec = parse_spec(browser.evaluate(TEXT))
    board = build_puzzle(spec).board
    assert board.regions == (("B", ((0, 0), (0, 1))),)
    assert board.cell_colors == (((1, 1), "3"),)
    assert "cannot solve puzzles with values, regions" in browser.text("answer")
    assert browser.evaluate("document.querySelectorAll('#board .region-sign').length") == 1
    assert browser.faults() == []


@pytest.mark.slow
def test_a_domino_is_placed_with_its_values(browser: Any, tmp_path: Path) -> None:
    """A domino is turned in the hand, its values with it, and fixed with what it shows."""
    browser.open(page_of(tmp_path, DOMINOES))
    press(browser, "Place pieces")
    browser.click(*icon(browser, "0-1"))
    expect(browser.page.locator("#tray_ways button")).to_have_count(4)
    browser.page.locator("#tray_ways button").nth(1).click()
    browser.click(*spot(browser, 0, 0))
    given = build_puzzle(parse_spec(browser.evaluate(TEXT))).given
    assert len(given) == 1
    assert {text for _, text in given[0].letters_at().items()} == {"0", "1"}
    assert browser.faults() == []
