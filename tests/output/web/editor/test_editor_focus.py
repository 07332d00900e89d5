"""Hands without a mouse: the focus stays where the person works, and what a change leaves out is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from cp_puzzles import parse_spec
from cp_puzzles.output.web.edit_page import FRESH, edit_page
from tests.output.web.conftest import Browser
from tests.output.web.editor.test_editor_in_browser import TEXT

SPEC = """\
name: Focus
board:
  size: [4, 6]
  holes: [[0, 0], [3, 5]]
  optional: [[1, 1]]
tiles:
- {name: A, drawing: XXX, multiplicity: any}
- {set: tetrominoes}
rules: {faults: 0}
"""


@pytest.fixture
def editor(browser: Browser, tmp_path: Path) -> Browser:
    """The editor of a puzzle with two entries and a rule."""
    file = tmp_path / "edit.html"
    file.write_text(edit_page(SPEC), "utf-8")
    browser.open(file)
    return browser


def focused(browser: Browser) -> str:
    """Return the words of the control with the focus."""
    return str(browser.evaluate("document.activeElement.ariaLabel || document.activeElement.textContent"))


def test_focus_stays_after_each_edit(editor: Browser) -> None:
    """By keys alone: a piece of a set, copies, a checkbox, the size, undo, a rule, and an entry that is removed."""
    page = editor.page
    for words in ("T", "Copies: a number, a range such as 0-4, or any"):
        control = page.locator("#entries").get_by_label(words, exact=True).last
        control.focus()
        if words == "T":
            control.press("Space")
        else:
            control.fill("0-2")
            control.press("Enter")
        assert focused(editor) == words
    box = page.locator("#entries input[type=checkbox]").last
    box.focus()
    box.press("Space")
    assert editor.evaluate(
        "document.activeElement === [...document.querySelectorAll('#entries input[type=checkbox]')].at(-1)"
    )
    rows = page.locator("#numbers input").first
    rows.fill("5")
    rows.press("Enter")
    assert focused(editor) == "rows"
    undo = page.get_by_role("button", name="Undo", exact=True).first
    undo.focus()
    for _ in range(4):
        undo.press("Enter")
    assert focused(editor) == "Redo"
    page.locator("#rule_details > summary").press("Enter")
    page.locator("#rules").get_by_role("button").press("Enter")
    assert focused(editor).startswith("Rules and objectives")
    page.get_by_label("Remove A", exact=True).press("Enter")
    assert focused(editor) == "Remove tetrominoes"
    assert editor.faults() == []


def test_another_size_keeps_what_fits_and_tells_the_rest(editor: Browser) -> None:
    """Holes and optional cells inside stay; the others are named, and a button brings it back."""
    page = editor.page
    rows = page.locator("#numbers input").first
    rows.fill("6")
    rows.press("Enter")
    assert "holes: [[0, 0], [3, 5]]" in editor.evaluate("puzzleEditor.page.history.text")
    expect(page.locator("#told")).to_have_text("")
    rows.fill("3")
    rows.press("Enter")
    text = editor.evaluate("puzzleEditor.page.history.text")
    assert "holes: [[0, 0]]" in text
    assert "optional: [[1, 1]]" in text
    expect(page.locator("#told")).to_contain_text("holes are left out")
    page.locator("#told button").click()
    assert "holes: [[0, 0], [3, 5]]" in editor.evaluate("puzzleEditor.page.history.text")
    page.locator("#lattice").select_option("hexagonal")
    expect(page.locator("#told")).to_contain_text("pieces, holes, cells that may stay empty and rules are left out")


def test_another_size_keeps_drawn_names_and_regions(editor: Browser) -> None:
    """Names and regions that are drawn stay on their cells when the board grows; a smaller board tells what is gone."""
    text = FRESH.replace("size: [5, 8]", 'size: [2, 3]\n  labels: "a b c\\n. e ."\n  regions: "AAB\\nCC."')
    editor.page.locator("#file").fill(text)
    editor.page.locator("#file").blur()
    rows = editor.page.locator("#numbers input").first
    rows.fill("3")
    rows.press("Enter")
    board = parse_spec(editor.evaluate(TEXT)).to_dict()["board"]
    assert board["labels"] == {"a": [0, 0], "b": [0, 1], "c": [0, 2], "e": [1, 1]}
    assert board["regions"] == {"A": [[0, 0], [0, 1]], "B": [[0, 2]], "C": [[1, 0], [1, 1]]}
    assert editor.text("told") == ""
    rows.fill("1")
    rows.press("Enter")
    assert "names of cells and regions are left out" in editor.text("told")


def test_smaller_board_drops_conditions_with_their_regions(editor: Browser) -> None:
    """A region that no cell is left of takes its condition with it; the conditions of others and of rows stay."""
    low = "{sum: {max: 9}}"
    text = 'name: x\nboard: {size: [2, 3], regions: "AAB\\nCC."}\ntiles: [{set: dominoes-0-6, only: [0-1, 1-2, 2-3]}]\n'
    editor.page.locator("#file").fill(f"{text}rules: {{regions: {{A: {low}, C: {low}, rows: {low}}}}}\n")
    editor.page.locator("#file").blur()
    rows = editor.page.locator("#numbers input").first
    rows.fill("1")
    rows.press("Enter")
    spec = parse_spec(editor.evaluate(TEXT)).to_dict()
    assert spec["board"]["regions"] == {"A": [[0, 0], [0, 1]], "B": [[0, 2]]}
    assert list(spec["rules"]["regions"]) == ["A", "rows"]
    assert "regions and rules are left out" in editor.text("told")


def test_file_menu_closes(editor: Browser) -> None:
    """With Escape, which gives the focus back, and with a click elsewhere."""
    page = editor.page
    menu = page.locator("details.menu")
    page.get_by_text("File", exact=True).click()
    expect(menu).to_have_attribute("open", "")
    page.keyboard.press("Escape")
    expect(menu).not_to_have_attribute("open", "")
    assert editor.evaluate("document.activeElement.textContent") == "File"
    page.keyboard.press("Enter")
    expect(menu).to_have_attribute("open", "")
    page.locator("#name").click()
    expect(menu).not_to_have_attribute("open", "")
