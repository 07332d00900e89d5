"""Puzzles that the browser keeps: two tabs, links, reloads, a list, and tabs that are ended at any time."""

from __future__ import annotations

import io
import random
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page, expect

from cp_puzzles import parse_spec
from cp_puzzles.output.web.edit_page import FRESH
from tests.output.web.editor.test_editor_in_browser import TEXT, page_of, press, spot

pytestmark = pytest.mark.slow

KILLS = 100
READY = "html[data-ready]"
KEPT = "puzzleEditor.page.keeper.writing"


def tab(browser: Any, file: Path) -> Page:
    """Open a page in one more tab of the browser."""
    page: Page = browser.page.context.new_page()
    page.goto(file.as_uri())
    page.locator(READY).wait_for(state="attached")
    return page


def rename(page: Page, name: str) -> None:
    """Give the puzzle a name, which is one step, and wait until it is kept."""
    page.locator("#name").fill(name)
    page.locator("#name").press("Enter")
    page.evaluate(KEPT)


def puzzles(page: Page) -> list[str]:
    """Return the names in the list of puzzles, the last changed one first."""
    return [
        str(name) for name in page.evaluate("puzzleEditor.page.keeper.store.list().then((l) => l.map((p) => p.name))")
    ]


def open_library(page: Page) -> None:
    """Open the list of puzzles."""
    page.locator(".menu summary").click()
    page.get_by_role("button", name="My puzzles", exact=True).click()
    page.locator("#library[open]").wait_for()


def test_two_tabs_keep_both_puzzles(browser: Any, tmp_path: Path) -> None:
    """The tab that writes last goes on with a copy; both puzzles have their steps, and each tab reloads its own."""
    file = page_of(tmp_path)
    browser.open(file)
    rename(browser.page, "first")
    other = tab(browser, file)
    assert other.evaluate("puzzleEditor.page.history.spec.name") == "first"
    rename(browser.page, "mine")
    rename(other, "theirs")
    expect(other.locator("#told")).to_contain_text("Another tab has changed this puzzle")
    rename(browser.page, "mine again")
    assert puzzles(other) == ["mine again", "theirs"]
    for page, names in (
        (browser.page, ["my puzzle", "first", "mine", "mine again"]),
        (other, ["my puzzle", "first", "theirs"]),
    ):
        page.reload()
        page.locator(READY).wait_for(state="attached")
        texts = page.evaluate("puzzleEditor.page.history.texts")
        assert [parse_spec(text).name for text in texts] == names
    assert browser.faults() == []


def test_link_and_reload_show_the_last_puzzle(browser: Any, tmp_path: Path) -> None:
    """A step after *Copy a link* takes the link out of the address; a link to another puzzle replaces none."""
    browser.open(page_of(tmp_path))
    page = browser.page
    rename(page, "shared")
    page.locator(".menu summary").click()
    press(browser, "Copy a link")
    browser.wait_for("location.hash.startsWith('#puzzle=')")
    address = browser.evaluate("location.hash")
    rename(page, "later")
    assert browser.evaluate("location.hash") == ""
    page.reload()
    page.locator(READY).wait_for(state="attached")
    assert browser.evaluate("puzzleEditor.page.history.spec.name") == "later"
    browser.evaluate(f"location.hash = {address!r}")
    browser.wait_for("puzzleEditor.page.history.spec.name === 'shared'")
    assert puzzles(page) == ["later"]
    page.locator("#told button").click()
    browser.wait_for("puzzleEditor.page.history.spec.name === 'later'")
    assert browser.faults() == []


def test_library_opens_renames_duplicates_deletes_and_exports(browser: Any, tmp_path: Path) -> None:
    """The list has pictures; what is deleted comes back; all puzzles are saved in one file that other programs open."""
    browser.open(page_of(tmp_path))
    page = browser.page
    rename(page, "one")
    page.locator(".menu summary").click()
    press(browser, "New puzzle")
    browser.click(*spot(browser, 0, 0))
    rename(page, "two")
    open_library(page)
    expect(page.locator("#library_list .picture svg")).to_have_count(2)
    press(browser, "Duplicate one")
    expect(page.locator("#library_list > li")).to_have_count(3)
    assert puzzles(page) == ["one (copy)", "two", "one"]
    page.get_by_label("Name of one", exact=True).fill("uno")
    page.get_by_label("Name of one", exact=True).press("Enter")
    page.get_by_label("Name of uno", exact=True).wait_for()
    for name in ("two", "one (copy)"):
        press(browser, f"Delete {name}")
        expect(page.locator("#told")).to_contain_text(f"{name} is deleted.")
        if name == "two":
            browser.wait_for(f"{TEXT} === {FRESH!r}")
            page.locator("#told button").click()
            page.get_by_label("Name of two", exact=True).wait_for()
    with page.expect_download() as download:
        press(browser, "Export all")
    with zipfile.ZipFile(io.BytesIO(Path(download.value.path()).read_bytes())) as archive:
        assert archive.testzip() is None
        specs = {name: parse_spec(archive.read(name).decode()) for name in archive.namelist()}
    assert {name: spec.name for name, spec in specs.items()} == {"uno.yaml": "uno", "two.yaml": "two"}
    assert specs["two.yaml"].board.holes == ((0, 0),)
    press(browser, "Open two")
    browser.wait_for("puzzleEditor.page.history.spec.name === 'two'")
    press(browser, "Undo")
    press(browser, "Undo")
    assert browser.evaluate(TEXT) == FRESH
    assert browser.faults() == []


def test_tab_ended_at_random_moments_loses_nothing(browser: Any, tmp_path: Path) -> None:
    """The process of the tab is killed a random time after strokes; the next tab has the last one, and its undo."""
    file = page_of(tmp_path)
    browser.open(file)
    page = browser.page
    choose = random.Random(34)
    for _ in range(KILLS):
        cell = [choose.randrange(5), choose.randrange(8)]
        browser.page = page
        page.mouse.click(*spot(browser, *cell))
        text = page.evaluate(TEXT)
        page.wait_for_timeout(choose.choice([0, 0, 1, 3, 10, 60, 200, 700]))
        crash(page)
        ended, page = page, tab(browser, file)
        ended.close()
        assert page.evaluate(TEXT) == text
    browser.page = page
    for _ in range(KILLS):
        browser.evaluate("puzzleEditor.page.history.undo()")
    assert browser.evaluate(TEXT) == FRESH


def crash(page: Page) -> None:
    """Kill the process of a tab."""
    with page.expect_event("crash"), suppress(PlaywrightError):
        page.goto("chrome://crash")


def test_search_goes_on_after_stop_and_in_another_tab(browser: Any, tmp_path: Path) -> None:
    """*Count on* and a tab that is opened again go on with finished parts and places; the count is the known one."""
    file = page_of(tmp_path, "name: strip\nboard: {size: [5, 12]}\ntiles: [{set: pentominoes}]\n")
    browser.open(file)
    status = "puzzleEditor.page.answer.status"
    nodes = f"({status}?.numbers?.nodes ?? 0)"
    browser.wait_for(f"{nodes} > 50000")
    press(browser, "Stop")
    before = browser.evaluate(nodes)
    press(browser, "Count on")
    assert browser.evaluate(nodes) >= before
    rename(browser.page, "renamed")
    browser.wait_for(f"{status}?.done > 0 && {nodes} > {before}")
    assert browser.evaluate("puzzleEditor.page.answer.control.progress.isOpen")
    browser.wait_for("puzzleEditor.page.answer.keptAt > 0")
    crash(browser.page)
    other = tab(browser, file)
    before = other.evaluate("puzzleEditor.page.keeper.search")["tallies"]
    browser.page = other
    browser.wait_for(f"{status}?.numbers")
    assert browser.evaluate(nodes) >= sum(each["nodes"] for each in before if each)
    browser.wait_for(f"{status}?.state === 'complete'")
    assert browser.text("answer").startswith("1,010 solutions")
    assert browser.faults() == []


SILENT = """
const [now, every] = [performance.now.bind(performance), globalThis.setInterval];
performance.now = () => 50 * now();  // 20 s are over in 0.4 s
globalThis.setInterval = (step, time) => every(step, time / 50);
globalThis.silenced = 0;
globalThis.Worker = class extends Worker {
  postMessage(data) {
    if (data.kind === "KIND" && silenced < MOST) silenced += 1;
    else super.postMessage(data);
  }
};
"""
"""A browser in which some messages to workers are lost, as if it had ended the workers; its clock is fast."""


@pytest.mark.parametrize(
    ("kind", "most", "told"),
    [
        ("part", 2, "141 solutions"),
        ("part", 99, "The browser has ended the search several times"),
        ("prepare", 1, "No word from the search for a while"),
    ],
)
def test_silent_worker_is_replaced_or_told(browser: Any, tmp_path: Path, kind: str, most: int, told: str) -> None:
    """A worker that never answers is replaced, and the count is the known one; several in one search are told."""
    browser.open(page_of(tmp_path), script=SILENT.replace("KIND", kind).replace("MOST", str(most)))
    browser.wait_for(f"document.getElementById('answer').textContent.startsWith({told!r})")
    assert browser.evaluate("silenced") >= min(most, 3)
    if most < 99:
        if kind == "prepare":
            press(browser, "Stop")
            press(browser, "Count on")
        browser.wait_for("document.getElementById('answer').textContent.startsWith('141 solutions')")
    assert browser.faults() == []


def test_page_without_workers_says_so(browser: Any, tmp_path: Path) -> None:
    """A browser that makes no workers is told, and the puzzle can still be edited."""
    browser.open(page_of(tmp_path), script="globalThis.Worker = function () { throw new Error('no workers'); };")
    browser.wait_for(
        "document.getElementById('answer').textContent.startsWith('This browser does not let the page search')"
    )
    browser.click(*spot(browser, 0, 0))
    assert parse_spec(browser.evaluate(TEXT)).board.holes == ((0, 0),)
    assert browser.faults() == []
