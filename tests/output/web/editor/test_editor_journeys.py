"""Whole journeys through the editor, as people make them: by keys only, by finger on a phone, and with the mouse."""

from __future__ import annotations

import re
import threading
from pathlib import Path
from typing import Any

import pytest

from cp_puzzles import build_puzzle, count, load_spec, parse_spec
from cp_puzzles.output.web.edit_page import FRESH
from cp_puzzles.output.web.edit_server import EditServer
from cp_puzzles.puzzle.geometry.tile_sets import tile_set
from tests.output.web.editor.test_editor_in_browser import TEXT, page_of, press, solved, spot

pytestmark = pytest.mark.slow

KEYS = {"o": "Space", "l": "ArrowLeft", "r": "ArrowRight", "u": "ArrowUp", "d": "ArrowDown"}
PIECES = "puzzleEditor.page.answer.placements.length"


def enter(browser: Any, name: str) -> None:
    """Press a button by keys."""
    browser.page.get_by_role("button", name=name, exact=True).first.focus()
    browser.press("Enter")


def draw_piece(browser: Any, name: str, keys: str) -> None:
    """Draw a piece by keys: o takes a cell or leaves it, l, r, u and d are arrows."""
    enter(browser, "Draw a piece")
    browser.page.locator("#tile_name").fill(name)
    browser.page.locator("#tile_board").focus()
    for key in keys:
        browser.press(KEYS[key])
    browser.page.locator("#tile_actions button").first.focus()
    browser.press("Enter")


def set_numbers(browser: Any, *numbers: int) -> None:
    """Type the numbers of the shape."""
    for place, number in enumerate(numbers):
        field = browser.page.locator("#numbers input").nth(place)
        field.focus()
        field.fill(str(number))
        browser.press("Enter")


def test_journey_to_unique_square_of_drawn_pieces(browser: Any, tmp_path: Path) -> None:
    """By keys only: an 8x8 board, own pieces, a solution, pieces kept until it is the only one, and the card."""
    browser.open(page_of(tmp_path), script="window.print = () => { window.printed = true; };")
    set_numbers(browser, 8, 8)
    block = "orororo" + "dolololo"
    draw_piece(browser, "A", block)
    enter(browser, "Remove pentominoes")
    copies = browser.page.locator(".copies").first
    copies.fill("6")
    copies.press("Enter")
    draw_piece(browser, "B", block + "dorororo" + "dolololo")
    assert browser.text("sum") == "7 pieces, 64 cells; the board has 64."
    assert "solutions" in solved(browser)
    enter(browser, "Make it unique")
    browser.wait_for("puzzleEditor.page.history.spec.given")
    assert solved(browser) == "Exactly one solution: the puzzle is unique."
    assert count(build_puzzle(parse_spec(browser.evaluate(TEXT))), symmetry="off", jobs=1).count == 1
    enter(browser, "Print a card")
    assert browser.evaluate("window.printed")
    assert browser.page.locator("#card_solution .piece").count() == 7
    assert browser.faults() == []


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_journey_from_a_wooden_tray_by_finger(browser: Any, tmp_path: Path, width: int, height: int) -> None:
    """On a phone, in both orientations: a tray of 8x8 with a hole, counted by hand, and the solution of its pieces."""
    browser.open(page_of(tmp_path), width, height)
    set_numbers(browser, 8, 8)
    press(browser, "Rectangle")
    press(browser, "Erase")
    browser.page.locator("#board").scroll_into_view_if_needed()
    browser.touch([spot(browser, 3, 3), spot(browser, 3, 4), spot(browser, 4, 4)])
    assert parse_spec(browser.evaluate(TEXT)).board.holes == ((3, 3), (3, 4), (4, 3), (4, 4))
    press(browser, "All")
    assert browser.text("sum") == "12 pieces, 60 cells; the board has 60."
    browser.wait_for(f"{PIECES} === 12")
    assert browser.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert browser.faults() == []


@pytest.mark.parametrize("is_drawn", [False, True], ids=["set", "drawn"])
def test_journey_to_kanoodle_by_mouse(browser: Any, tmp_path: Path, is_drawn: bool) -> None:
    """From the opened page to a solution of Kanoodle: with the set, or drawing its twelve pieces."""
    browser.open(page_of(tmp_path))
    page = browser.page
    set_numbers(browser, 5, 11)
    remove = page.get_by_role("button", name="Remove pentominoes")
    squares = (
        "[...document.querySelectorAll('#tile_board .spot')].map((e) => e.getBoundingClientRect())"
        ".map((b) => [b.left + b.width / 2, b.top + b.height / 2])"
    )
    for form in tile_set("kanoodle").values() if is_drawn else ():
        press(browser, "Draw a piece")
        places = browser.evaluate(squares)
        rows, columns = (sorted({round(place[axis]) for place in places}) for axis in (1, 0))
        for row, column in form:
            browser.click(columns[column + 1], rows[row + 1])
        assert browser.text("tile_told") == f"{len(form)} cell{'s' * (len(form) > 1)}"
        press(browser, "Done")
        if remove.count():
            remove.click()
    if not is_drawn:
        page.locator("#set").select_option("kanoodle")
        press(browser, "Add set")
    browser.wait_for(f"{PIECES} === 12")
    assert browser.text("sum") == "12 pieces, 55 cells; the board has 55."
    assert browser.faults() == []


def test_journey_to_hexagons_and_balls(browser: Any, tmp_path: Path) -> None:
    """Hexagons and balls are chosen, with their shapes, sets and drawn pieces: a known count, and a filled pyramid."""
    browser.open(page_of(tmp_path))
    browser.page.locator("#lattice").select_option("hexagonal")
    browser.page.locator("#shape").select_option("parallelogram")
    set_numbers(browser, 7, 4)
    browser.page.locator("#set").select_option("tetrahexes")
    enter(browser, "Add set")
    for name in browser.evaluate("puzzleEditor.page.history.spec.tiles.map(({ set }) => set)"):
        if name != "tetrahexes":
            enter(browser, f"Remove {name}")
    assert solved(browser).startswith(f"{load_spec('tetrahexes7x4').expected.full} solutions")
    browser.page.locator("#lattice").select_option("balls")
    browser.page.locator("#shape").select_option("pyramid")
    set_numbers(browser, 4)
    draw_piece(browser, "Pair", "oro")
    first = browser.evaluate(
        "puzzleEditor.page.history.spec.tiles[0].set ?? puzzleEditor.page.history.spec.tiles[0].name"
    )
    enter(browser, f"Remove {first}")
    browser.page.locator(".copies").first.fill("15")
    browser.page.locator(".copies").first.press("Enter")
    browser.wait_for(f"{PIECES} === 15")
    assert parse_spec(browser.evaluate(TEXT)).board.pyramid == (4,)
    cells = browser.evaluate("puzzleEditor.page.history.board.cells.length")
    browser.page.locator("#board g:nth-child(5) .spot").first.click()
    assert browser.evaluate("puzzleEditor.page.history.board.cells.length") == cells + 1
    assert browser.faults() == []


def test_journey_to_a_box_of_cubes(browser: Any, tmp_path: Path) -> None:
    """Cubes, a box of 3x3x3, the Soma pieces: 240 solutions; the next one is shown, and a layer is painted away."""
    browser.open(page_of(tmp_path))
    browser.page.locator("#lattice").select_option("cubic")
    set_numbers(browser, 3, 3, 3)
    browser.page.locator("#set").select_option("soma")
    enter(browser, "Add set")
    for name in browser.evaluate("puzzleEditor.page.history.spec.tiles.map(({ set }) => set)"):
        if name != "soma":
            enter(browser, f"Remove {name}")
    assert solved(browser).startswith("240 solutions")
    enter(browser, "Next solution")
    assert browser.text("position") == "Solution 2 of 240"
    press(browser, "Rectangle")
    press(browser, "Erase")
    browser.drag(spot(browser, 0, 0, 0), spot(browser, 0, 2, 2))
    assert browser.text("answer").startswith("Impossible: the pieces have at least 27 cells, the board only 18.")
    assert {cell[0] for cell in build_puzzle(parse_spec(browser.evaluate(TEXT))).board.cells} == {1, 2}
    assert browser.faults() == []


def test_journey_through_a_mistake(browser: Any, tmp_path: Path) -> None:
    """A slip in the file is told at its line, a press selects it, the board stays, and the corrected file is solved.

    A text that is no YAML is told, too; a dropped file replaces the puzzle.
    """
    browser.open(page_of(tmp_path), 390, 844)
    area = browser.page.locator("#file")
    area.fill(FRESH.replace("[X, W, F, T]", "[X, W, F, Q]"))
    browser.wait_for("!document.getElementById('mistakes').hidden")
    assert "tiles.0.except.3: pentominoes has no tile 'Q'; its tiles: F I L N P T U V W X Y Z" in browser.text(
        "mistakes"
    )
    press(browser, "line 6")
    selected = "(({ value, selectionStart, selectionEnd }) => value.slice(selectionStart, selectionEnd))"
    assert "Q]" in browser.evaluate(f"{selected}(document.getElementById('file'))")
    assert browser.page.locator("#board .spot.cell").count() == 40
    area.fill(FRESH.replace("[5, 8]", "[5, 8"))
    browser.wait_for("document.getElementById('mistakes').textContent.includes('this is not YAML')")
    area.fill(FRESH)
    browser.wait_for("document.getElementById('mistakes').hidden")
    assert solved(browser).startswith("141 solutions")
    browser.evaluate(
        "(() => { const files = new DataTransfer(); files.items.add(new File(['name: dropped\\nboard: {size: [1, 2]}\\n"
        "tiles: [{set: domino}]\\n'], 'a.yaml'));"
        " document.dispatchEvent(new DragEvent('drop', { dataTransfer: files })); })()"
    )
    browser.wait_for("puzzleEditor.page.history.spec.name === 'dropped'")
    assert solved(browser) == "Exactly one solution: the puzzle is unique."
    area.fill("name: box\nboard: {size: [2, 2, 2]}\ntiles: [{set: tricubes, multiplicity: any}]\n")
    browser.wait_for("document.getElementById('answer').textContent.startsWith('There is no solution.')")


def test_journey_of_two_hundred_strokes_by_keys(browser: Any, tmp_path: Path) -> None:
    """Two hundred strokes by keys are undone by keys to the first text, redone, and restored in a new tab."""
    page = page_of(tmp_path)
    browser.open(page)
    press(browser, "May stay empty")
    browser.page.locator("#board").focus()
    for _ in range(3):
        browser.press("ArrowDown")
    for step in range(200):
        browser.press("ArrowRight" if step % 10 < 5 else "ArrowLeft")
        browser.press("Space")
    assert browser.evaluate("puzzleEditor.page.history.place") == 200
    texts = browser.evaluate("puzzleEditor.page.history.texts")
    for text in reversed(texts[:-1]):
        browser.press("Control+z")
        assert browser.evaluate(TEXT) == text
    assert text == FRESH
    press(browser, "Redo")
    browser.reopen(page)
    assert browser.evaluate(TEXT) == texts[1]
    press(browser, "Undo")
    assert browser.evaluate(TEXT) == FRESH


def test_journey_with_a_file_of_another_program(browser: Any, tmp_path: Path) -> None:
    """A page by itself leaves files of other programs to the program, in one line; the puzzle stays."""
    browser.open(page_of(tmp_path))
    browser.evaluate(
        "(() => { const files = new DataTransfer(); files.items.add(new File(['<puzzle/>'], 'box.xmpuzzle'));"
        " document.dispatchEvent(new DragEvent('drop', { dataTransfer: files })); })()"
    )
    browser.wait_for("document.getElementById('told').textContent.includes('cp-puzzles import box.xmpuzzle')")
    assert browser.evaluate(TEXT) == FRESH


def test_journey_to_a_board_of_pips_and_a_burr(browser: Any) -> None:
    """Without the puzzle file: dominoes on regions with conditions, then a burr that the program takes apart."""
    server = EditServer(FRESH)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    browser.page = page = browser.new_page()
    try:
        page.goto(server.address)
        set_numbers(browser, 2, 4)
        page.locator("#set").select_option("dominoes-0-6")
        press(browser, "Add set")
        press(browser, "Remove pentominoes")
        page.get_by_label("Use").fill("4")
        browser.press("Enter")
        press(browser, "Region")
        for name, cells in (("A", ((0, 0), (0, 1))), ("B", ((1, 2), (1, 3)))):
            page.locator("#region").fill(name)
            for cell in cells:
                browser.click(*spot(browser, *cell))
        page.locator("#rule_details > summary").click()
        card = page.locator("[data-rule=regions]")
        card.locator("summary").click()
        for region, condition, numbers in (
            ("region A", "values sum to", ("11", "12")),
            ("region B", "all values equal", ()),
        ):
            card.locator("select").nth(0).select_option(label=region)
            card.locator("select").nth(1).select_option(label=condition)
            for label, number in zip(("at least", "at most"), numbers, strict=False):
                card.get_by_label(label).fill(number)
            card.get_by_role("button", name="Add the rule").click()
        words = page.locator("#rules").inner_text()
        assert "Number of certain pieces: 4 of 28 pieces" in words
        assert "region A: values sum to 11 to 12; region B: all values equal" in words
        page.locator("#answer", has_text=re.compile(r"At least [\d,]+ solutions")).wait_for(timeout=120_000)
        assert page.locator("#board .piece").count() == 4
        page.locator(".menu summary").click()
        press(browser, "Six-piece burr")
        browser.wait_for("document.getElementById('file').value.includes('burr')")
        assert solved(browser).startswith("385 solutions (4,620 counting")
        press(browser, "Take apart")
        page.locator("#program", has_text="of them can be taken apart").wait_for(timeout=120_000)
    finally:
        server.shutdown()
        server.server_close()
