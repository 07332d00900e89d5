"""Play in a real browser: on a phone, by drag and by keys, with cells that stay empty, and after the tab was closed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cp_puzzles import build_puzzle, load_spec
from cp_puzzles.output.web.solution_page import page_html
from cp_puzzles.puzzle.puzzle import puzzle_from
from tests.examples import sampled

PAGE = "window.solutionPage"
NAMES = ("pentomino6x10", "kanoodle_pyramid", "calendar")


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Pages without solutions by the name of the puzzle; on `left` two cells of the calendar stay empty."""
    folder = tmp_path_factory.mktemp("play")
    puzzles = {name: puzzle_from(name) for name in NAMES}
    puzzles["left"] = build_puzzle(load_spec("calendar"), leave=("Nov", "21"))
    for name, puzzle in puzzles.items():
        (folder / f"{name}.html").write_text(page_html(puzzle, []), encoding="utf-8")
    return {name: folder / f"{name}.html" for name in puzzles}


def boxes(browser: Any, selector: str) -> list[tuple[float, float, float, float]]:
    """Return left, top, right and bottom of the visible elements of a selector."""
    found = browser.evaluate(
        f"[...document.querySelectorAll({selector!r})].filter((e) => e.offsetParent || e.ownerSVGElement !== undefined)"
        ".map((e) => e.getBoundingClientRect()).map((b) => [b.left, b.top, b.right, b.bottom])"
    )
    return [tuple(box) for box in found]


WORD_LINES = """(() => {
  const title = document.querySelector("h1"), range = document.createRange();
  title.textContent = "Pentominoes 6x10";
  return [[0, 11], [12, 16]].map(([from, to]) => {
    range.setStart(title.firstChild, from);
    range.setEnd(title.firstChild, to);
    return range.getClientRects().length;
  });
})()"""
"""The number of lines of each word of a title: a narrow screen once broke the first one."""


@pytest.mark.parametrize("name", sampled(NAMES, every=3))
def test_play_fits_one_screen_of_a_phone(browser: Any, pages: dict[str, Path], name: str) -> None:
    """At 390x844 the board, the tray and the hint are visible without scrolling, with words for fingers."""
    browser.open(pages[name], 390, 844)
    assert browser.evaluate("[innerHeight, document.documentElement.scrollHeight]") == [844, 844]
    for selector in ("#view", "#tray", "#hint", "#why", "#answer", "#game_actions"):
        [(left, top, right, bottom)] = boxes(browser, selector)
        assert 0 <= left < right <= 390, selector
        assert 0 <= top < bottom <= 844, selector
    [(_, top, _, bottom)] = boxes(browser, "#view")
    assert bottom - top > 300
    assert browser.evaluate("getComputedStyle(document.querySelector('.keys.mouse')).display") == "none"
    assert browser.evaluate("getComputedStyle(document.querySelector('.keys.finger')).display") == "block"
    assert browser.evaluate(WORD_LINES) == [1, 1]


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(1280, 860), (390, 844)])
def test_status_does_not_cover_buttons(browser: Any, pages: dict[str, Path], width: int, height: int) -> None:
    """A status of two lines moves the buttons below it."""
    browser.open(pages["kanoodle_pyramid"], width, height)
    browser.evaluate("document.getElementById('status').textContent = 'many words '.repeat(9)")
    [(_, _, _, bottom)] = boxes(browser, "#status")
    assert all(top >= bottom for _, top, _, _ in boxes(browser, "#isometries button:not([hidden])"))


@pytest.mark.slow
def test_ball_pieces_show_their_best_side(browser: Any, pages: dict[str, Path]) -> None:
    """Each piece of the pyramid in the tray shows all its balls, none behind another, in pictures of similar size."""
    browser.open(pages["kanoodle_pyramid"])
    sizes = browser.evaluate(
        f"{PAGE}.puzzle.tiles.map((tile, i) => [tile.orientations[0].length, new Set([...document.querySelectorAll("
        "`[data-tray='${i}'] circle`)].map((c) => `${Math.round(c.cx.baseVal.value / 4)} "
        "${Math.round(c.cy.baseVal.value / 4)}`)).size])"
    )
    assert all(cells == seen for cells, seen in sizes)


@pytest.mark.slow
def test_tray_does_not_jump(browser: Any, pages: dict[str, Path]) -> None:
    """Chips stay in place when a piece is turned and placed."""
    browser.open(pages["pentomino6x10"])
    before = boxes(browser, "#tray button")
    browser.press("Shift+L")
    browser.press("r")
    browser.press("ArrowRight")
    browser.press("Enter")
    assert browser.evaluate(f"{PAGE}.play.placed.length") == 1
    assert boxes(browser, "#tray button") == before


@pytest.mark.slow
def test_letters_choose_pieces(browser: Any, pages: dict[str, Path]) -> None:
    """Shift and a letter chooses the piece of that name, as does a letter that is no command."""
    browser.open(pages["pentomino6x10"])
    name = f"{PAGE}.puzzle.tiles[{PAGE}.playBoard.hand.tile].name"
    seen = []
    for key in ("x", "Shift+F", "Shift+W"):
        browser.press(key)
        seen.append(browser.evaluate(name))
    assert seen == ["X", "F", "W"]


@pytest.mark.slow
def test_focus_stays_on_the_placed_piece(browser: Any, pages: dict[str, Path]) -> None:
    """After a piece was placed by keys the focus is where it was."""
    browser.open(pages["pentomino6x10"])
    browser.evaluate("document.querySelector(\"[data-tray='3']\").focus()")
    for key in ("Enter", "ArrowRight", "Enter"):
        browser.press(key)
    assert browser.evaluate(f"{PAGE}.play.placed.length") == 1
    assert browser.evaluate("document.activeElement.dataset.tray") == "3"


def test_dragged_piece_stays_gripped(browser: Any, pages: dict[str, Path]) -> None:
    """A piece gripped at its left end is held there while it is dragged."""
    browser.open(pages["pentomino6x10"])
    tile = browser.evaluate(f"{PAGE}.puzzle.tiles.findIndex((tile) => tile.name === 'I')")
    [(left, top, right, bottom)] = boxes(browser, f"[data-tray='{tile}'] svg")
    mouse = browser.page.mouse
    mouse.move(left + 0.1 * (right - left), (top + bottom) / 2)
    mouse.down()
    mouse.move(1100, 20)
    [(left, top, right, bottom)] = boxes(browser, "#ghost svg")
    assert abs((1100 - left) / (right - left) - 0.1) < 0.03
    mouse.up()


@pytest.mark.slow
def test_refused_drag_says_why(browser: Any, pages: dict[str, Path]) -> None:
    """A piece dropped on another one is refused with the reason."""
    browser.open(pages["pentomino6x10"])
    browser.evaluate(f"{PAGE}.play.place({PAGE}.puzzle.byTile[10][0]); {PAGE}.refresh()")
    cells = f"[...{PAGE}.puzzle.placements[{PAGE}.play.placed[0]].cells]"
    x, y = browser.on_board(f"{PAGE}.flatView.layout.middles[{cells}[2]]")
    browser.drag(browser.middle("[data-tray='11'] svg"), (x, y))
    assert browser.text("answer") == "Another piece is in the way."
    assert browser.evaluate(f"{PAGE}.play.placed.length") == 1


@pytest.mark.slow
def test_closed_tab_comes_back(browser: Any, pages: dict[str, Path]) -> None:
    """A page opened again, without its link, shows the game as it was."""
    browser.open(pages["pentomino6x10"])
    browser.evaluate(f"{PAGE}.play.place(7); {PAGE}.playPanel.changed(true)")
    browser.reopen(pages["pentomino6x10"])
    assert browser.evaluate(f"[{PAGE}.state.mode, {PAGE}.play.placed]") == ["play", [7]]


@pytest.mark.slow
def test_cells_left_empty_are_marked(browser: Any, pages: dict[str, Path]) -> None:
    """A page made for Nov 21 marks both cells, says that they stay empty, and offers no other date."""
    browser.open(pages["left"])
    assert len(boxes(browser, "#view .left-empty")) == 2
    assert browser.text("description").endswith("Nov and 21 stay empty.")
    assert not boxes(browser, "#leave_actions")
    assert "--" not in browser.evaluate("document.body.innerText")
    browser.open(pages["calendar"])
    assert len(boxes(browser, "#leave_actions")) == 1
