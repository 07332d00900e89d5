"""From the opened page to a printed card with one solution: mouse, keys only, finger; in Chromium and Firefox."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cp_puzzles import build_puzzle, count, parse_spec
from tests.output.web.editor.test_editor_in_browser import TEXT, page_of, spot
from tests.output.web.firefox import started_firefox

pytestmark = pytest.mark.slow

TABS = 150
"""How often Tab is pressed at most to reach an element."""


@pytest.fixture
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Firefox, with which only these tests are made; they skip without it."""
    program = shutil.which("firefox-esr")
    if program is None:
        pytest.skip("firefox-esr is not installed")
    with started_firefox(program, tmp_path_factory.mktemp("profile")) as started:
        yield started


def take(browser: Any, hand: str, element: str) -> None:
    """Press an element, which is a JavaScript expression."""
    if hand == "keys":
        reach(browser, element)
        browser.press("Enter")
        return
    x, y = browser.evaluate(
        f"((e) => {{ e.scrollIntoView({{ block: 'center' }}); const b = e.getBoundingClientRect();"
        f" return [b.left + b.width / 2, b.top + b.height / 2]; }})({element})"
    )
    if hand == "mouse":
        browser.click(x, y)
    else:
        browser.touch([(x, y)])


def reach(browser: Any, element: str) -> None:
    """Press Tab until an element has the focus."""
    for _ in range(TABS):
        if browser.evaluate(f"document.activeElement === {element}"):
            return
        browser.press("Tab")
        browser.evaluate("void (document.hasFocus() || window.focus())")  # back from the bar of the browser
    raise AssertionError(f"Tab does not reach {element}")


def named(text: str) -> str:
    """Return the expression of the visible button with a text."""
    return (
        f"[...document.querySelectorAll('button')].find((e) => e.textContent === {text!r} && e.getClientRects().length)"
    )


def journey(browser: Any, tmp_path: Path, hand: str, width: int, height: int) -> None:
    """Make a stroke on the board, undo it, fix pieces until the puzzle is unique, and print the card."""
    browser.open(page_of(tmp_path), width, height)
    browser.evaluate("void (window.print = window.Boolean)")
    start = browser.evaluate(TEXT)
    if hand == "keys":
        reach(browser, "document.getElementById('board')")
        browser.press("ArrowRight")
        browser.press("Space")
    else:
        here, there = spot(browser, 0, 0), spot(browser, 0, 2)
        if hand == "mouse":
            browser.drag(here, there)
        else:
            browser.touch([here, spot(browser, 0, 1), there])
    browser.wait_for(f"{TEXT} !== {start!r}")
    take(browser, hand, named("Undo"))
    browser.wait_for(f"{TEXT} === {start!r}")
    browser.wait_for("puzzleEditor.page.answer.status?.state === 'complete'")
    take(browser, hand, named("Make it unique"))
    browser.wait_for("puzzleEditor.page.history.spec.given")
    browser.wait_for("document.getElementById('answer').textContent.startsWith('Exactly one solution')")
    assert count(build_puzzle(parse_spec(browser.evaluate(TEXT))), symmetry="off", jobs=1).count == 1
    take(browser, hand, named("Print a card"))
    browser.wait_for("document.querySelectorAll('#card_solution .piece').length === 8")


HANDS = [("mouse", 1280, 860), ("touch", 390, 844), ("touch", 844, 390), ("keys", 1280, 860)]


@pytest.mark.parametrize(("hand", "width", "height"), HANDS)
def test_journey_to_a_card_in_chromium(browser: Any, tmp_path: Path, hand: str, width: int, height: int) -> None:
    """A stroke, its undo, a unique puzzle and its card, with the mouse, by finger and by keys only."""
    journey(browser, tmp_path, hand, width, height)


@pytest.mark.parametrize(("hand", "width", "height"), HANDS)
def test_journey_to_a_card_in_firefox(firefox: Any, tmp_path: Path, hand: str, width: int, height: int) -> None:
    """The same in another browser."""
    journey(firefox, tmp_path, hand, width, height)


def test_tap_after_swift_stroke_is_a_press(browser: Any, tmp_path: Path) -> None:
    """A tap soon after a swift stroke on the board presses its button, which Chromium would drop after a scroll."""
    browser.open(page_of(tmp_path), 390, 844)
    start = browser.evaluate(TEXT)
    for pause in range(100, 260, 10):
        browser.touch([spot(browser, 0, column) for column in range(3)])
        browser.page.wait_for_timeout(pause)
        take(browser, "touch", named("Undo"))
        browser.wait_for(f"{TEXT} === {start!r}")
