"""Journeys through the editor in a real browser: paint, choose pieces, solve, keep, undo, share, and make mistakes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cp_puzzles import build_puzzle, count, parse_spec
from cp_puzzles.output.web.edit_page import FRESH, edit_page, link_part

COMPLETE = "puzzleEditor.page.answer.status?.state === 'complete'"
TEXT = "puzzleEditor.page.history.text"
LARGEST_BYTES = 700_000


def page_of(folder: Path, text: str = FRESH) -> Path:
    """Write the page of a puzzle file."""
    file = folder / "edit.html"
    file.write_text(edit_page(text), encoding="utf-8")
    return file


def spot(browser: Any, *coordinates: int) -> tuple[float, float]:
    """The place of a cell on the screen."""
    return middle_of(
        browser,
        browser.evaluate(f"puzzleEditor.cellKey(puzzleEditor.page.history.lattice.cellAt({list(coordinates)}))"),
    )


def middle_of(browser: Any, key: int) -> tuple[float, float]:
    """The middle of the element of a cell on the screen, after scrolling it into view."""
    x, y = browser.evaluate(
        f"((e) => {{ e.scrollIntoView({{ block: 'nearest' }}); const b = e.getBoundingClientRect();"
        f" return [b.left + b.width / 2, b.top + b.height / 2]; }})(puzzleEditor.page.board.view.elements.get({key}))"
    )
    return float(x), float(y)


def press(browser: Any, text: str) -> None:
    """Press the button with a text."""
    browser.page.get_by_role("button", name=text, exact=True).click()


def solved(browser: Any) -> str:
    """Wait for the end of the search, also on a slow machine, and return what the page says."""
    browser.wait_for(f"{COMPLETE} || puzzleEditor.page.answer.status?.state === 'stopped'")
    if not browser.evaluate(COMPLETE):
        press(browser, "Count on")
    browser.wait_for(COMPLETE)
    return str(browser.text("answer"))


@pytest.mark.parametrize(
    ("size", "answer"),
    [
        ("[3, 20]", "2 solutions (4 counting reflections, 8 counting rotations and reflections)."),
        pytest.param(
            "[6, 10]",
            "2,339 solutions (4,678 counting reflections, 9,356 counting rotations and reflections).",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_editor_solves_in_workers_without_requests(browser: Any, tmp_path: Path, size: str, answer: str) -> None:
    """The page is small, opens from a file, requests nothing, and counts pentominoes on its workers."""
    page = page_of(tmp_path, f"name: five\nboard: {{size: {size}}}\ntiles: [{{set: pentominoes}}]\n")
    assert page.stat().st_size < LARGEST_BYTES
    browser.open(page)
    assert solved(browser) == answer
    assert browser.faults() == []
    assert [each for each in browser.requests() if not each.startswith("blob:")] == [page.as_uri()]


def test_editor_paints_counts_and_undoes(browser: Any, tmp_path: Path) -> None:
    """A painted board is in the file at once, an impossible one is told, and undo goes back to the first text."""
    browser.open(page_of(tmp_path))
    first = solved(browser)
    browser.click(*spot(browser, 0, 0))
    assert parse_spec(browser.evaluate(TEXT)).board.holes == ((0, 0),)
    assert browser.text("answer").startswith("Impossible: the pieces have at least 40 cells, the board only 39.")
    browser.click(*spot(browser, 5, 7))
    assert solved(browser).endswith(".")
    spec = parse_spec(browser.evaluate(TEXT))
    assert spec.board.drawing == ".XXXXXXX\nXXXXXXXX\nXXXXXXXX\nXXXXXXXX\nXXXXXXXX\n.......X"
    press(browser, "Rectangle")
    press(browser, "Erase")
    browser.drag(spot(browser, 0, 1), spot(browser, 4, 2))
    for _ in range(3):
        browser.press("Control+z")
    assert browser.evaluate(TEXT) == FRESH
    assert solved(browser) == first


def test_undo_takes_the_message_away(browser: Any, tmp_path: Path) -> None:
    """After an undo no message tells about the step that is gone."""
    browser.open(page_of(tmp_path))
    browser.page.locator("#set").select_option("kanoodle")
    press(browser, "Add set")
    assert browser.text("told").startswith("The set kanoodle is there instead of pentominoes")
    browser.press("Control+z")
    assert (browser.evaluate(TEXT), browser.text("told")) == (FRESH, "")


@pytest.mark.slow
def test_editor_brushes_mirror_fill_and_name(browser: Any, tmp_path: Path) -> None:
    """A symmetric stroke takes all corners, a line and a filled area are painted at once, a cell gets a name."""
    browser.open(page_of(tmp_path))
    browser.page.locator("#turns").select_option("full")
    browser.click(*spot(browser, 0, 0))
    assert parse_spec(browser.evaluate(TEXT)).board.holes == ((0, 0), (0, 7), (4, 0), (4, 7))
    browser.page.locator("#turns").select_option("")
    press(browser, "May stay empty")
    press(browser, "Line")
    browser.drag(spot(browser, 1, 0), spot(browser, 1, 3))
    assert parse_spec(browser.evaluate(TEXT)).board.optional == ((1, 0), (1, 1), (1, 2), (1, 3))
    press(browser, "Fill")
    browser.click(*spot(browser, 0, 2))
    assert len(parse_spec(browser.evaluate(TEXT)).board.optional) == 36
    press(browser, "Name")
    browser.click(*spot(browser, 2, 2))
    browser.page.locator("#cell_name").fill("middle")
    browser.page.locator("#naming button").first.click()
    browser.wait_for(f"{TEXT}.includes('middle')")
    assert parse_spec(browser.evaluate(TEXT)).board.labels == {"middle": (2, 2)}
    assert browser.faults() == []


@pytest.mark.slow
def test_editor_colors_and_moves_parts(browser: Any, tmp_path: Path) -> None:
    """Cells get a color, parts of the board move with it; a rectangle is painted by keys; a piece has colored cells."""
    browser.open(page_of(tmp_path))
    press(browser, "Color")
    press(browser, "Rectangle")
    browser.drag(spot(browser, 0, 0), spot(browser, 1, 1))
    spec = parse_spec(browser.evaluate(TEXT))
    assert (spec.board.colors, spec.colors) == ({"a": ((0, 0), (0, 1), (1, 0), (1, 1))}, {"a": "a"})
    press(browser, "Erase")
    press(browser, "Line")
    browser.drag(spot(browser, 0, 3), spot(browser, 4, 3))
    press(browser, "Move")
    browser.drag(spot(browser, 0, 0), spot(browser, 5, 0))
    board = parse_spec(browser.evaluate(TEXT)).board
    assert board.drawing == 5 * "....XXXX\n" + 4 * "XXX.....\n" + "XXX....."
    assert board.colors == {"a": ((5, 0), (5, 1), (6, 0), (6, 1))}
    press(browser, "Cell")
    press(browser, "Rectangle")
    browser.page.locator("#board").focus()
    for key in ("ArrowRight", "Space", "ArrowRight", "ArrowDown", "Space"):
        browser.press(key)
    assert str(parse_spec(browser.evaluate(TEXT)).board.drawing).startswith("XX.......\nXX...XXXX\n")
    press(browser, "Draw a piece")
    browser.page.locator("#tile_color").select_option("a")
    browser.page.locator("#tile_board").focus()
    for key in ("Space", "ArrowRight", "Space"):
        browser.press(key)
    browser.page.locator("#tile_color").select_option("")
    browser.page.locator("#tile_board").focus()
    for key in ("ArrowRight", "Space"):
        browser.press(key)
    press(browser, "Done")
    assert parse_spec(browser.evaluate(TEXT)).tiles[1].drawing == "aaX"  # type: ignore[union-attr]
    press(browser, "Draw A")
    press(browser, "Done")
    assert parse_spec(browser.evaluate(TEXT)).tiles[1].drawing == "aaX"  # type: ignore[union-attr]
    assert browser.faults() == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lattice", "shape", "cell"),
    [("square", "size: [30, 40]", "[0, 0]"), ("hexagonal", "parallelogram: [30, 40]", "[0, 0]"),
     ("balls", "pyramid: 15", "[0, 0, 0]")],
)  # fmt: skip
def test_editor_extends_a_large_board_in_place(
    browser: Any, tmp_path: Path, lattice: str, shape: str, cell: str
) -> None:
    """A large board that grows on both ends is drawn as if opened again; the last stroke is in the file on closing."""
    tile = f"{{name: A, cells: [{cell}], multiplicity: any}}"
    browser.open(page_of(tmp_path, f"name: large\nlattice: {lattice}\nboard: {{{shape}}}\ntiles: [{tile}]\n"))
    drawn = (
        "(({ view }) => [...view.elements].map(([key, e]) => [key, e.getAttribute('class'), `${view.cellOf.get(e)}`,"
        " ...['left', 'top'].map((side) => Math.round(e.getBoundingClientRect()[side]))]).sort((a, b) => a[0] - b[0]))"
        "(puzzleEditor.page.board)"
    )
    pause = "new Promise((ready) => setTimeout(ready, 900))"
    first = browser.evaluate(drawn)
    for end in (0, -1, 0):
        free = [key for key, kind, *_ in browser.evaluate(drawn) if " off" in kind]
        browser.click(*middle_of(browser, free[end]))
        browser.evaluate(pause)
    extended = browser.evaluate(drawn)
    assert len(extended) > len(first)
    browser.evaluate("(({ board }) => { board.extent = ''; board.refresh(); })(puzzleEditor.page)")
    assert browser.evaluate(drawn) == extended
    before = browser.evaluate("puzzleEditor.page.history.texts.length")
    browser.click(*middle_of(browser, extended[len(extended) // 2][0]))
    browser.evaluate("dispatchEvent(new Event('pagehide'))")
    kept = "(({ keeper }) => keeper.writing.then(() => keeper.store.load(keeper.id)))(puzzleEditor.page)"
    assert len(browser.evaluate(kept)["texts"]) == before + 1
    assert browser.faults() == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["soma", "kanoodle_pyramid", "polysticks3x4", "pentatwigs5x3", "five_tiles4x4"])
def test_editor_browses_in_the_solution_page(browser: Any, tmp_path: Path, name: str) -> None:
    """The solution page in a frame has all solutions and their images; it goes on, filters, and closes."""
    browser.open(page_of(tmp_path, Path(f"specs/{name}.yaml").read_text("utf-8")))
    solved(browser)
    numbers = browser.evaluate("puzzleEditor.page.answer.status.numbers")
    press(browser, "Browse and filter")
    frame = browser.page.frame_locator("#viewer_frame")
    images = (
        f" ({numbers['raw']:,} counting rotations and reflections)" if numbers["raw"] > numbers["solutions"] else ""
    )
    assert frame.locator("#count").inner_text() == f"{numbers['solutions']:,} solutions{images}"
    first = frame.locator("#view").inner_html()
    frame.locator("#next").click()
    assert frame.locator("#view").inner_html() != first
    frame.locator("#tiles button").first.click()
    frame.locator("#pin").click()
    assert "solution" in frame.locator("#count").inner_text()
    press(browser, "Back to the puzzle")
    assert browser.page.locator("#viewer").is_hidden()
    assert browser.faults() == []


@pytest.mark.slow
def test_editor_keeps_pieces_of_a_solution(browser: Any, tmp_path: Path) -> None:
    """A piece of the shown solution is kept: it is given in the file, and fewer solutions are left."""
    browser.open(page_of(tmp_path))
    solved(browser)
    before = browser.evaluate("puzzleEditor.page.answer.status.numbers.raw")
    press(browser, "Place pieces")
    browser.click(*spot(browser, 0, 0))
    assert len(parse_spec(browser.evaluate(TEXT)).given) == 1
    solved(browser)
    assert 0 < browser.evaluate("puzzleEditor.page.answer.status.numbers.raw") < before
    browser.click(*spot(browser, 0, 0))
    assert parse_spec(browser.evaluate(TEXT)).given == ()


@pytest.mark.slow
def test_editor_makes_a_puzzle_unique(browser: Any, tmp_path: Path) -> None:
    """Pieces of the shown solution are kept until it is the only one; none of them is superfluous."""
    browser.open(page_of(tmp_path))
    solved(browser)
    press(browser, "Make it unique")
    browser.wait_for("puzzleEditor.page.history.spec.given")
    assert solved(browser) == "Exactly one solution: the puzzle is unique."
    assert str(browser.evaluate(TEXT)).startswith(FRESH + "given:\n- tile: ")
    spec = parse_spec(browser.evaluate(TEXT))
    assert count(build_puzzle(spec), symmetry="off", engine="exact-cover", jobs=1).count == 1
    for given in spec.given:
        fewer = spec.model_copy(update={"given": tuple(each for each in spec.given if each != given)})
        assert count(build_puzzle(fewer), symmetry="off", engine="exact-cover", jobs=1).count > 1
    browser.evaluate("window.print = () => {}")
    press(browser, "Print a card")
    browser.page.emulate_media(media="print")
    assert browser.page.locator("#card_board .piece").count() == len(spec.given)
    assert browser.page.locator("#card_solution .piece").count() == 8
    assert browser.page.locator("#card_pieces .member").count() == 8 - len(spec.given)
    assert not browser.page.locator("main").is_visible()
    browser.evaluate("window.dispatchEvent(new Event('afterprint'))")
    browser.page.emulate_media(media="screen")
    assert browser.page.locator("main").is_visible()


@pytest.mark.slow
def test_editor_prints_the_board(browser: Any, tmp_path: Path) -> None:
    """Printed by the browser itself, the page has the board across the sheet, and no controls."""
    browser.open(page_of(tmp_path))
    browser.page.emulate_media(media="print")
    assert browser.page.locator("#board .spot.cell").first.is_visible()
    assert browser.evaluate("document.getElementById('board').getBoundingClientRect().width / innerWidth") > 0.9
    assert not browser.page.locator("#side, header, #brushes").filter(visible=True).count()


@pytest.mark.slow
def test_editor_adds_rules_by_form(browser: Any, tmp_path: Path) -> None:
    """Each rule has a picture, its description and a form; it is added and removed, and a mistake is told."""
    browser.open(page_of(tmp_path))
    browser.page.locator("#rule_details > summary").click()
    cards = browser.page.locator(".rule-card")
    assert cards.locator("svg").count() == cards.count() == 28
    crossroads = browser.page.locator("[data-rule=crossroads]")
    crossroads.locator("summary").click()
    assert "four pieces meet" in crossroads.inner_text()
    low, high = crossroads.locator("input").all()
    low.fill("2")
    high.fill("1")
    crossroads.locator("form button").click()
    assert browser.text("told") == "At least 2 and at most 1 is not possible."
    assert browser.evaluate(TEXT) == FRESH
    low.fill("")
    crossroads.locator("form button").click()
    assert parse_spec(browser.evaluate(TEXT)).rules["crossroads"].max == 1
    assert browser.text("answer").startswith("This page cannot solve puzzles with crossroads. The program can")
    press(browser, "Remove the rule crossroads")
    assert solved(browser).startswith("141 solutions")
    assert browser.faults() == []


SUBMITTED = """
(() => {
  const { history } = puzzleEditor.page;
  const product = (lists) => lists.reduce((rows, list) => rows.flatMap((row) => list.map((each) => [...row, each])),
    [[]]);
  const ranges = [["", ""], ["2", ""], ["", "2"], ["1", "3"], ["2", "2"]];
  const found = [];
  for (const card of document.querySelectorAll(".rule-card")) {
    card.open = true;
    card.dispatchEvent(new Event("toggle"));
    const form = card.querySelector("form");
    for (const each of form.querySelectorAll("[type=text]")) each.value = "r";
    const [selects, checks, numbers] = ["select", "[type=checkbox]", "[type=number]"]
      .map((each) => [...form.querySelectorAll(each)]);
    const chosenOf = product(selects.map((each) => [...each.options].map((_, k) => k)));
    for (const [chosen, marked, filled] of product([chosenOf, [[], [0], checks.map((_, k) => k)], ranges])) {
      selects.forEach((each, k) => { each.selectedIndex = chosen[k]; each.dispatchEvent(new Event("change")); });
      checks.forEach((each, k) => { each.checked = marked.includes(k); });
      numbers.forEach((each, k) => { each.value = filled[k % 2]; });
      const before = history.text;
      form.onsubmit(new Event("submit"));
      if (history.text === before) continue;
      const { mistakes } = puzzleEditor.readSpec(history.space, history.text);
      const words = document.getElementById("rules").textContent;
      const code = /[{}[\\]]|undefined/.test(words) ? [words] : [];
      found.push([card.dataset.rule, history.text, [...mistakes, ...history.mistakes, ...code].map(String)]);
      history.undo();
    }
    if (card.dataset.rule === "match") for (const pairs of ["", "equal", "a=A, b=B"]) {
      form.querySelector("input").value = pairs;
      form.onsubmit(new Event("submit"));
      found.push([card.dataset.rule, history.text, history.mistakes.map(String)]);
      history.undo();
    }
  }
  return found;
})()
"""
"""The rule, the text and the mistakes for each value that a form of the rules can submit; the list has no code."""


@pytest.mark.slow
@pytest.mark.parametrize("board", ["[5, 8]", "[4, 4]"])
def test_each_value_of_a_form_is_read(browser: Any, tmp_path: Path, board: str) -> None:
    """Every choice, mark and number in a form writes what the page and the program read without a mistake.

    Whether the board has a symmetry, and pieces have colors of sides, only the program knows.
    """
    few = "only: [I, L, X]" if board == "[4, 4]" else "only: [I, L]"
    browser.open(
        page_of(
            tmp_path, f"name: x\nboard: {{size: {board}}}\ntiles: [{{set: pentominoes, {few}, multiplicity: any}}]\n"
        )
    )
    submitted = browser.evaluate(SUBMITTED)
    rules = browser.evaluate("[...document.querySelectorAll('.rule-card')].map((e) => e.dataset.rule)")
    assert {rule for rule, _, _ in submitted} == set(rules)
    assert len(submitted) > 100
    for rule, text, mistakes in submitted:
        assert mistakes == [], (rule, text)
        spec = parse_spec(text)
        if rule not in ("symmetric", "match", "boundary", "blocked"):
            build_puzzle(spec)
    assert browser.faults() == []


@pytest.mark.slow
def test_editor_names_unsupported_puzzles(browser: Any, tmp_path: Path) -> None:
    """A rule is named, with the command that solves the puzzle; no number is shown."""
    browser.open(page_of(tmp_path, FRESH + "rules: {level: 3}\n"))
    command = "The program can: download the file and run cp-puzzles solve my_puzzle.yaml"
    assert browser.text("answer") == f"This page cannot solve puzzles with level. {command}"
    assert browser.text("command") == "cp-puzzles solve my_puzzle.yaml"
    browser.page.locator("#file").fill(FRESH.replace("[5, 8]", "[200, 200]"))
    browser.wait_for("document.getElementById('answer').textContent.includes('more than 10,000 cells')")
    browser.page.locator("#file").fill(FRESH)
    assert solved(browser).startswith("141 solutions")


@pytest.mark.slow
def test_editor_link_opens_in_another_profile(browser: Any, tmp_path: Path) -> None:
    """The address after sharing holds the puzzle; a browser without its memory opens it."""
    page = page_of(tmp_path)
    browser.open(page)
    browser.page.locator("#name").fill("shared")
    browser.page.locator("#name").press("Enter")
    browser.page.locator(".menu summary").click()
    press(browser, "Copy a link")
    browser.wait_for("location.hash.startsWith('#puzzle=')")
    address = browser.evaluate("location.hash")
    browser.page.locator("#name").fill("later")
    browser.page.locator("#name").press("Enter")
    browser.page.reload()
    browser.wait_for("globalThis.puzzleEditor?.page?.history.spec.name === 'later'")  # not what the address holds
    browser.open(page)
    assert parse_spec(browser.evaluate(TEXT)).name == "my puzzle"
    browser.evaluate(f"location.hash = {address!r}")
    browser.wait_for("puzzleEditor.page.history.spec.name === 'shared'")
    browser.evaluate(f"location.hash = {link_part('#' * 40_000_000)!r}")  # 52 kB
    browser.wait_for("document.getElementById('told').textContent.includes('more than a million characters')")
    assert parse_spec(browser.evaluate(TEXT)).name == "shared"
    browser.evaluate(f"location.hash = {link_part(FRESH.replace('my puzzle', 'of the gallery'))!r}")
    browser.wait_for("puzzleEditor.page.history.spec.name === 'of the gallery'")


@pytest.mark.slow
def test_editor_is_painted_by_finger(browser: Any, tmp_path: Path) -> None:
    """On a phone a finger paints a row of cells."""
    browser.open(page_of(tmp_path), 390, 844)
    browser.page.locator("#board").scroll_into_view_if_needed()
    browser.touch([spot(browser, 0, 0), spot(browser, 0, 1), spot(browser, 0, 2)])
    assert browser.evaluate("puzzleEditor.page.history.board.cells.length") == 37
    assert browser.faults() == []


WRITTEN = r"""(() => {
  const { history } = puzzleEditor.page, found = new Map();
  const id = (name) => document.getElementById(name);
  const note = () => found.set(history.text, history.mistakes.map(({ problem }) => problem));
  const choose = (node, value) => { node.value = value; node.dispatchEvent(new Event("change")); note(); };
  const valuesOf = (name) => [...id(name).options].map(({ value }) => value).filter(Boolean);
  for (const lattice of valuesOf("lattice")) {
    choose(id("lattice"), lattice);
    for (const shape of valuesOf("shape")) {
      choose(id("shape"), shape);
      for (const { dataset: { entry } } of [...id("numbers").children]) {
        const field = () => id("numbers").querySelector(`[data-entry="${entry}"] input`);
        for (const step of [1, 2]) if (field()) choose(field(), Number(field().value) + step);
      }
    }
    const start = history.text;
    for (const { value: set, textContent: words } of [...id("set").options]) {
      id("set").value = set;
      id("add_set").click();
      note();
      const all = (kind) => [...document.querySelectorAll(`#entries [data-entry="${set}"] ${kind}`)];
      const press = (kind, k) => { all(kind).at(k).click(); note(); };
      // the page draws hundreds of pieces again at each change
      for (const copies of Number(words.match(/\((\d+)\)/)[1]) > 40 ? [] : ["2", "any", "0-4", "1+", "0 to 1", "1"]) {
        choose(all(".copies")[0], copies);
        all("input[type=checkbox]").forEach((_, k) => press("input[type=checkbox]", k));
        press("button.member", copies === "2" ? 0 : -1);
      }
      history.restore({ texts: [start], place: 0 });
    }
  }
  return [...found];
})()"""
"""The texts that the forms above the board and for pieces write, and their mistakes."""


@pytest.mark.slow
def test_each_value_of_the_forms_is_read(browser: Any, tmp_path: Path) -> None:
    """Each lattice, shape, size, set, number of copies and piece writes a file that page and program read."""
    browser.open(page_of(tmp_path))
    submitted = browser.evaluate(WRITTEN)
    assert len(submitted) > 2500
    twins = "have the same shape under"  # one-sided pieces that may be turned over
    assert [text for text, mistakes in submitted if any(twins not in each for each in mistakes)] == []
    for text, _ in submitted:
        parse_spec(text)
    assert browser.faults() == []


@pytest.mark.slow
def test_size_has_labels_and_is_undone_by_keys(browser: Any, tmp_path: Path) -> None:
    """The numbers of a shape are labeled; Ctrl+Z there undoes a change of the size; a switch lets cells stay empty."""
    browser.open(page_of(tmp_path))
    browser.page.get_by_label("columns").fill("9")
    browser.press("Enter")
    assert parse_spec(browser.evaluate(TEXT)).board.size == (5, 9)
    browser.press("Control+z")
    assert browser.evaluate(TEXT) == FRESH
    browser.page.get_by_label("every cell must be covered").uncheck()
    assert parse_spec(browser.evaluate(TEXT)).fill is False


@pytest.mark.slow
def test_file_menu_has_an_empty_puzzle_and_a_burr(browser: Any, tmp_path: Path) -> None:
    """Both are solved as the program does; the burr is drawn in space, and six of its pieces are chosen by a rule."""
    browser.open(page_of(tmp_path))
    for name in ("Empty puzzle", "Six-piece burr"):
        browser.page.locator(".menu summary").click()
        press(browser, name)
        solved(browser)
        number = count(build_puzzle(parse_spec(browser.evaluate(TEXT))), jobs=1).count
        assert browser.evaluate("puzzleEditor.page.answer.status.numbers.solutions") == number
    assert browser.page.locator("#board_solid path, #board_solid polygon").count() > 6
    press(browser, "1")
    field = browser.page.get_by_label("Use")
    field.fill("6")
    browser.press("Enter")
    spec = parse_spec(browser.evaluate(TEXT))
    assert (spec.rules["choose"][0].copies.min, len(spec.rules["choose"][0].of)) == (6, 7)
    build_puzzle(spec)
