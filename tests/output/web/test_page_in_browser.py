"""The page in a real browser: it opens alone, shows the right numbers, filters, is played on, comes apart."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from cp_puzzles import build_puzzle
from cp_puzzles.api import solve
from cp_puzzles.cover.solution import Solution
from cp_puzzles.output.formats.solution_reader import SearchOutcome
from cp_puzzles.output.web.solution_page import page_html
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import puzzle_from
from cp_puzzles.puzzle.spec.loader import parse_spec

ALL = SearchOutcome("full", is_complete=True)
Page = tuple[Path, list[Solution]]


PAGE = "window.solutionPage"


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Page]:
    """A function that writes the page of a puzzle of the catalog with all its solutions."""

    def write(name: str) -> Page:
        puzzle = puzzle_from(name)
        solutions = list(solve(puzzle, engine="exact-cover", jobs=1).solutions)
        page = tmp_path_factory.mktemp(name) / f"{name}.html"
        page.write_text(page_html(puzzle, solutions, ALL), encoding="utf-8")
        return page, solutions

    return write


@pytest.fixture(scope="module")
def many(written: Callable[[str], Page]) -> Path:
    """A page of the 2339 solutions of 6x10."""
    return written("pentomino6x10")[0]


@pytest.fixture(scope="module")
def soma(written: Callable[[str], Page]) -> Page:
    """A page of the 240 solutions of the Soma cube."""
    return written("soma")


@pytest.fixture(scope="module")
def tray(written: Callable[[str], Page]) -> Path:
    """A page of the five tetrominoes and dominoes on 4x4."""
    return written("five_tiles4x4")[0]


@pytest.fixture(scope="module")
def calendar(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page to play on: the calendar without solutions."""
    page = tmp_path_factory.mktemp("calendar") / "calendar.html"
    page.write_text(page_html(puzzle_from("calendar"), []), encoding="utf-8")
    return page


def test_page_opens_without_requests(browser: Any, many: Path) -> None:
    """The page of all solutions of 6x10 opens without errors and network requests; prints the time."""
    print(f"\n2339 solutions: ready in {browser.open(many):.0f} ms")
    assert browser.text("count") == "2,339 solutions (9,356 counting rotations and reflections)"
    assert browser.faults() == []
    assert browser.requests() == [many.as_uri()]


def test_keys_browse_and_gallery_draws_visible_thumbnails(browser: Any, many: Path) -> None:
    """Arrow keys, Home and End go through the solutions; only thumbnails in sight are drawn."""
    browser.open(many)
    shown = "Number(document.getElementById('number').value.replace(',', ''))"
    seen = []
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowRight", "Home"):
        browser.press(key)
        seen.append(browser.evaluate(shown))
    assert seen == [2, 3, 2, 2339, 2339, 1]
    browser.evaluate(f"document.getElementById('scroller').scrollTop = 1e9; {PAGE}.gallery.draw()")
    assert browser.evaluate(f"{PAGE}.gallery.paths.size") < 400


@pytest.mark.slow
def test_filter_shows_a_matching_position(browser: Any, soma: Page) -> None:
    """With T required on the first corner, the page has 2,880 positions of all 240 solutions and shows one of them."""
    browser.open(soma[0])
    assert browser.text("count") == "240 solutions (11,520 counting rotations and reflections)"
    browser.click(*browser.middle("#tiles [data-tile='2']"))
    browser.click(*browser.middle("#heat [data-cell='0'][role=button]"))
    assert browser.text("count") == "240 solutions (2,880 counting rotations and reflections)"
    assert browser.evaluate(
        f"{PAGE}.shown.map((i) => {PAGE}.puzzle.placements[i]).some((p) => p.tile === 2 && p.cells.includes(0))"
    )
    browser.click(*browser.middle("#clear"))
    assert browser.text("count") == "240 solutions (11,520 counting rotations and reflections)"
    assert browser.faults() == []


@pytest.mark.slow
def test_link_keeps_the_state(browser: Any, soma: Page) -> None:
    """The address stands for solution and filter; edited in an open tab it is followed, and so is going back."""
    browser.open(soma[0])
    browser.evaluate(f"{PAGE}.filter.choose(1); {PAGE}.filter.toggleCell(13)")
    before, count = browser.evaluate("location.hash"), browser.text("count")
    browser.evaluate("location.hash = '#solution=120&view=play'")
    browser.wait_for(f"{PAGE}.state.mode === 'play'")
    browser.evaluate("history.back()")
    browser.wait_for(f"{PAGE}.state.mode === 'solutions' && {PAGE}.state.conditions.length === 1")
    assert (browser.evaluate("location.hash"), browser.text("count")) == (before, count)


@pytest.mark.slow
def test_number_outside_the_filter_asks(browser: Any, tray: Path) -> None:
    """A number outside the filter changes neither the conditions nor the shown solution without confirmation."""
    browser.open(tray)
    browser.evaluate(f"{PAGE}.set({{ conditions: [{{ kind: 'placement', placement: {PAGE}.shown[0] }}] }})")
    outside = browser.evaluate(
        f"[...Array({PAGE}.puzzle.solutions.count).keys()].find((row) => {PAGE}.matches.indexOf(row) < 0)"
    )
    browser.evaluate(f"{PAGE}.browse.goTo('{outside + 1}')")
    assert browser.evaluate("!document.getElementById('ask').hidden")
    assert browser.evaluate(f"{PAGE}.state.conditions.length") == 1
    browser.click(*browser.middle("#ask_yes"))
    assert browser.evaluate(f"[{PAGE}.state.row, {PAGE}.state.conditions.length]") == [outside, 0]


def place_of(browser: Any, placement: int) -> tuple[float, float]:
    """Return the middle of the bounding box of a placement on the screen."""
    x, y = browser.on_board(
        f"(() => {{ const p = {PAGE}, l = p.flatView.layout;"
        f" const c = [...p.puzzle.placements[{placement}].cells].flatMap((cell) => l.polygons[cell]);"
        " const m = [0, 1].map((i) => (Math.min(...c.map((q) => q[i])) + Math.max(...c.map((q) => q[i]))) / 2);"
        " return m; })()"
    )
    return x, y


@pytest.mark.slow
def test_puzzle_is_solved_by_mouse(browser: Any, tray: Path) -> None:
    """Every piece is turned as a solution has it and dragged near its place; the page says which solution it is."""
    browser.open(tray)
    wanted = browser.evaluate(f"{PAGE}.shown")
    browser.click(*browser.middle("#mode_play"))
    for placement in wanted:
        tile, orientation = browser.evaluate(
            f"(({{ tile, orientation }}) => [tile, orientation])({PAGE}.puzzle.placements[{placement}])"
        )
        browser.evaluate(f"{PAGE}.playPanel.lying[{tile}] = {orientation}; {PAGE}.refresh()")
        x, y = place_of(browser, placement)
        browser.drag(browser.middle(f"[data-tray='{tile}'] svg"), (x + 9, y - 7))
    assert sorted(browser.evaluate(f"{PAGE}.play.placed")) == sorted(wanted)
    assert browser.text("status").startswith("Solved: solution 1 of ")
    x, y = place_of(browser, wanted[0])
    browser.evaluate("0")
    cell = browser.on_board(f"{PAGE}.flatView.layout.middles[{PAGE}.puzzle.placements[{wanted[0]}].cells[0]]")
    browser.click(*cell, times=2)
    assert wanted[0] not in browser.evaluate(f"{PAGE}.play.placed")
    browser.press("Control+z")
    assert browser.text("status").startswith("Solved")
    assert browser.faults() == []


def test_piece_is_placed_by_keys(browser: Any, tray: Path) -> None:
    """Chosen by Enter, turned, moved by arrows, put down, undone."""
    browser.open(tray)
    browser.evaluate(f"{PAGE}.set({{ mode: 'play' }}); document.querySelector('[data-tray]').focus()")
    browser.press("Enter")
    for key in ("r", "ArrowRight", "ArrowDown", "Enter"):
        browser.press(key)
    assert browser.evaluate(f"{PAGE}.play.placed.length") == 1
    assert re.search(r"ways? to finish from here|can no longer be completed", browser.text("status"))
    browser.press("Control+z")
    assert browser.evaluate(f"{PAGE}.play.placed.length") == 0
    browser.press("h")
    browser.wait_for(f"{PAGE}.play.placed.length === 1")
    assert "no longer" not in browser.text("status")


@pytest.mark.slow
def test_date_of_today_is_played_by_finger(browser: Any, calendar: Path) -> None:
    """On a phone: today's cells stay empty, a piece is dragged from the tray and snaps, a hint follows."""
    browser.open(calendar, 390, 844)
    browser.evaluate("document.getElementById('leave_date').click()")
    left = browser.evaluate(f"{PAGE}.play.left")
    assert len(left) == 2
    tile = 7
    place = browser.evaluate(
        f"{PAGE}.play.open().filter((i) => {PAGE}.puzzle.placements[i].tile === {tile} "
        f"&& {PAGE}.puzzle.placements[i].orientation === 0)[3]"
    )
    browser.evaluate("document.getElementById('tray').scrollIntoView({ block: 'end' })")
    x, y = place_of(browser, place)
    assert y > 0
    browser.touch([browser.middle(f"[data-tray='{tile}'] svg"), (x, y + 60), (x + 3, y + 52)])
    assert browser.evaluate(f"{PAGE}.play.placed") == [place]
    browser.evaluate("document.getElementById('hint').click()")
    browser.wait_for(
        f"{PAGE}.play.placed.length === 2 || /^No|no longer/.test(document.getElementById('answer').textContent)"
    )
    sizes = browser.evaluate(
        "[...document.querySelectorAll('#game button')].filter((b) => b.offsetParent)"
        ".map((b) => { const r = b.getBoundingClientRect(); return Math.min(r.width, r.height); })"
    )
    assert min(sizes) >= 40
    assert browser.faults() == []


@pytest.mark.slow
def test_page_follows_the_color_scheme(browser: Any, tray: Path) -> None:
    """The page follows the color scheme of the screen."""
    background = "getComputedStyle(document.body).backgroundColor"
    browser.open(tray)
    light = browser.evaluate(background)
    browser.open(tray, dark=True)
    assert light != browser.evaluate(background)


def shot(browser: Any) -> Any:
    """The pixels of the view in space."""
    image = pytest.importorskip("PIL.Image")
    numpy = pytest.importorskip("numpy")
    browser.wait_for(f"!{PAGE}.boxView.pending")
    box = browser.evaluate(
        "(({ left, top, right, bottom }) => [left, top, right, bottom])"
        f"({PAGE}.boxView.drawing.getBoundingClientRect())"
    )
    return numpy.asarray(image.open(BytesIO(browser.screenshot())).convert("RGB").crop([round(x) for x in box]), int)


@pytest.mark.slow
def test_box_is_rotated_without_webgl(browser: Any, soma: Page) -> None:
    """The view shows the shades of faces, asks for no WebGL, and is rotated by a drag."""
    browser.open(
        soma[0],
        script="HTMLCanvasElement.prototype.getContext = ((get) => function (kind, ...rest) {"
        " if (String(kind).includes('webgl')) throw new Error('webgl'); return get.call(this, kind, ...rest); })"
        "(HTMLCanvasElement.prototype.getContext)",
    )
    first = shot(browser)
    assert len({tuple(color // 16) for color in first.reshape(-1, 3)[::7]}) > 10
    before = browser.evaluate(f"{PAGE}.boxView.camera.turn")
    browser.drag((300, 250), (420, 260))
    assert abs(browser.evaluate(f"{PAGE}.boxView.camera.turn") - before) > 0.1
    assert (abs(first - shot(browser)) > 24).mean() > 0.02
    assert browser.faults() == []


@pytest.mark.slow
def test_box_is_exploded_and_taken_apart(browser: Any, soma: Page) -> None:
    """Keys explode the box and take off a piece, which the caption names; after all steps the box is empty."""
    browser.open(soma[0])
    first = shot(browser)
    browser.press("e")
    browser.wait_for(f"{PAGE}.boxView.shown.explode === 1")
    assert (abs(first - shot(browser)) > 24).mean() > 0.02
    browser.press("t")
    assert re.match(r"1\. .* leaves, ", browser.text("caption"))
    browser.evaluate(f"{PAGE}.box.set({{ explode: 0, taken: 7 }})")
    browser.wait_for(f"{PAGE}.boxView.bodies().length === 0")
    assert browser.faults() == []


@pytest.mark.slow
def test_lowest_layer_of_a_box_is_shown_alone(browser: Any, soma: Page) -> None:
    """The slider of the layers hides pieces that have no cell below."""
    browser.open(soma[0])
    browser.evaluate(f"{PAGE}.box.set({{ layers: 1 }})")
    shown = browser.evaluate(
        f"{PAGE}.boxView.bodies().map((b) => {PAGE}.puzzle.tiles[{PAGE}.puzzle.placements[b.id].tile].name)"
    )
    assert set(shown) == {p.tile for p in soma[1][0].placements if any(cell[0] == 0 for cell in p.cells)}


@pytest.mark.slow
def test_click_on_a_piece_of_a_box_chooses_it(browser: Any, soma: Page) -> None:
    """A click on the view in space chooses the piece that is seen there, and one beside it none."""
    browser.open(soma[0])
    x, y = browser.middle("#view .space > svg")
    browser.click(x, y)
    picked = browser.evaluate(f"{PAGE}.state.picked")
    assert picked in browser.evaluate(f"{PAGE}.shown")
    browser.click(x - 250, y - 200)
    assert browser.evaluate(f"{PAGE}.state.picked") is None


def test_box_is_played_in_space_and_by_layers(browser: Any, soma: Page) -> None:
    """A piece is dropped on the view in space, one on a layer; both can be seen through, and a click takes one up."""
    browser.open(soma[0])
    wanted = browser.evaluate(f"{PAGE}.shown")
    browser.evaluate(f"{PAGE}.set({{ mode: 'play' }})")
    for number, placement in enumerate(wanted[:2]):
        tile, orientation = browser.evaluate(
            f"(({{ tile, orientation }}) => [tile, orientation])({PAGE}.puzzle.placements[{placement}])"
        )
        browser.evaluate(f"{PAGE}.playPanel.lying[{tile}] = {orientation}; {PAGE}.refresh()")
        if number:
            x, y = browser.on_board(
                f"(() => {{ const p = {PAGE}, c = [...p.puzzle.placements[{placement}].cells], l = p.flatView.layout;"
                " const low = Math.min(...c.map((i) => p.puzzle.layer[i]));"
                " const own = c.filter((i) => p.puzzle.layer[i] === low);"
                " const m = [0, 1].map((k) => own.reduce((s, i) => s + l.middles[i][k], 0) / own.length);"
                " return m; })()"
            )
        else:
            x, y = browser.evaluate(
                f"(({{ x, y }}) => [x, y])({PAGE}.boxView.screenOf({PAGE}.puzzle.placements[{placement}].cells))"
            )
        browser.drag(browser.middle(f"[data-tray='{tile}'] svg"), (x, y))
    placed = browser.evaluate(f"{PAGE}.play.placed")
    assert len(placed) == 2
    assert placed[1] == wanted[1]
    assert re.search("ways? to finish from here|no longer be completed", browser.text("status"))
    browser.click(*browser.middle("#faint"))
    assert browser.evaluate(f"{PAGE}.boxView.bodies().filter((b) => b.id !== null).every((b) => b.opacity < 0.5)")
    assert browser.faults() == []


@pytest.mark.slow
def test_browser_prints_what_is_shown(browser: Any, tray: Path) -> None:
    """Printed by the browser itself, the page has what is shown across the sheet; a button prints something else."""
    browser.open(tray)
    for mode, pieces in (("solutions", 5), ("play", 0)):
        browser.evaluate(f"{PAGE}.set({{ mode: '{mode}' }})")
        browser.page.pdf()
        browser.page.emulate_media(media="print")
        assert browser.page.locator("#sheet > svg .piece:visible").count() == pieces
        assert browser.evaluate("document.querySelector('#sheet > svg').getBoundingClientRect().width") > 600
        assert not browser.page.locator("main").is_visible()
    browser.evaluate(
        f"window.print = () => {{}}; {PAGE}.set({{ mode: 'solutions' }}); document.getElementById('print_page').click()"
    )
    browser.page.pdf()
    assert browser.page.locator("#sheet figure").count() == 24
    browser.page.pdf()
    assert browser.page.locator("#sheet figure").count() == 0


@pytest.mark.slow
def test_pictures_and_prints_show_the_view(browser: Any, soma: Page, tray: Path) -> None:
    """A picture is SVG and PNG by itself; 24 solutions are laid out, and flat pieces to cut out, but not solid ones."""
    browser.open(soma[0])
    browser.evaluate(
        "window.print = () => {}; window.saved = []; URL.createObjectURL = ((make) => (blob) => "
        "{ window.saved.push(blob); return make.call(URL, blob); })(URL.createObjectURL); 0"
    )
    browser.evaluate("HTMLAnchorElement.prototype.click = () => {}; document.getElementById('save_svg').click()")
    text = browser.evaluate("window.saved[0].text()")
    assert "var(--" not in text
    assert browser.evaluate(
        f"new DOMParser().parseFromString({json.dumps(text)}, 'image/svg+xml').querySelector('parsererror') === null"
    )
    browser.evaluate("document.getElementById('save_png').click()")
    browser.wait_for("window.saved.at(-1).type === 'image/png'")
    assert browser.evaluate("window.saved.at(-1).size") > 5000
    browser.evaluate("document.getElementById('print_page').click()")
    assert browser.evaluate("document.querySelectorAll('#sheet figure').length") == 24
    assert browser.evaluate("document.getElementById('print_pieces').hidden")
    assert browser.faults() == []
    browser.open(tray)
    browser.evaluate("window.print = () => {}; document.getElementById('print_pieces').click()")
    assert browser.evaluate("document.querySelectorAll('.cut-pieces svg').length") == 5
    assert browser.faults() == []


def test_markup_in_names_is_inert(browser: Any, tmp_path: Path) -> None:
    """Names with markup in them are shown as they are written, and the policy forbids other scripts."""
    name = "</script><script>window.hacked = 1</script><img src=x onerror='window.hacked=1'>\"&'<!--"
    spec = {
        "name": name,
        "description": name,
        "board": {"size": [1, 2], "labels": {name: [0, 0]}},
        "tiles": [{"name": name, "drawing": "XX"}],
    }
    puzzle = build_puzzle(parse_spec(json.dumps(spec)))
    page = tmp_path / "name.html"
    domino = Placement(((0, 0), (0, 1)), puzzle.tiles[0].name)
    page.write_text(page_html(puzzle, [Solution(puzzle, (domino,))], ALL), encoding="utf-8")
    browser.open(page)
    assert browser.text("name") == name
    browser.evaluate(f"{PAGE}.filter.choose(0); {PAGE}.filter.toggleCell(0); {PAGE}.set({{ mode: 'play' }})")
    assert browser.evaluate("window.hacked === undefined")
    assert browser.faults() == []
    assert re.search("^1 solution", browser.text("count"))
    assert browser.evaluate(
        "(() => { const s = document.createElement('script'); s.textContent = 'window.hacked = 2';"
        " document.body.append(s); return window.hacked === undefined; })()"
    )


@pytest.mark.slow
def test_page_of_bedlam_opens_and_answers(browser: Any, written: Callable[[str], Page]) -> None:
    """The page of the 19,186 solutions of Bedlam opens and filters; prints the times of opening, filters and moves."""
    page, _ = written("bedlam")
    print(f"\nBedlam: {page.stat().st_size / 1e6:.1f} MB, ready in {browser.open(page):.0f} ms")
    assert browser.text("count") == "19,186 solutions (460,464 counting rotations and reflections)"
    timed = "(() => {{ const t = performance.now(); {}; return performance.now() - t; }})()"
    print("heat map", browser.evaluate(timed.format(f"{PAGE}.filter.choose(3)")), "ms")
    print("filter", browser.evaluate(timed.format(f"{PAGE}.filter.toggleCell(0)")), "ms")
    browser.evaluate(f"{PAGE}.set({{ mode: 'play', conditions: [] }})")
    print("move", browser.evaluate(timed.format(f"{PAGE}.play.place(100); {PAGE}.playPanel.changed(true)")), "ms")
    assert browser.evaluate(f"{PAGE}.playPanel.matches.positions") > 0
