"""The page in a real browser: it opens fast and alone, shows the right numbers, filters, turns, comes apart."""

from __future__ import annotations

import json
import re
from io import BytesIO
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from cp_puzzles import build_puzzle, load_spec
from cp_puzzles.api import solve
from cp_puzzles.cover.solution import Solution
from cp_puzzles.export.page import page_html
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.spec.load import parse_spec

Page = tuple[Path, list[Solution]]


def flat_puzzle() -> tuple[Puzzle, list[Solution]]:
    """Columns of a 2x12 board dealt to twelve tiles: many different solutions without a search."""
    names = "ABCDEFGHIJKL"
    tiles = ", ".join(
        f"{{name: {name}, cells: [[0, {n}], [1, 0]], disconnected: true}}" for n, name in enumerate(names)
    )
    puzzle = build_puzzle(parse_spec(f"{{name: Many, board: {{size: [2, 12]}}, tiles: [{tiles}]}}"))
    columns = [tuple(sorted(((0, c), (1, c)))) for c in range(12)]
    solutions = []
    for order, deal in enumerate(permutations(names)):
        if order == 16_000:
            break
        solutions.append(Solution(puzzle, tuple(map(Placement, columns, deal)), 4))
    return puzzle, solutions


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Page:
    """A page of 16,000 solutions of a flat board."""
    puzzle, solutions = flat_puzzle()
    page = tmp_path_factory.mktemp("many") / "many.html"
    page.write_text(page_html(puzzle, solutions), encoding="utf-8")
    return page, solutions


@pytest.fixture(scope="module")
def soma(tmp_path_factory: pytest.TempPathFactory) -> Page:
    """A page of the 240 solutions of the Soma cube."""
    puzzle = build_puzzle(load_spec("soma"))
    solutions = list(solve(puzzle, jobs=1).solutions)
    page = tmp_path_factory.mktemp("soma") / "soma.html"
    page.write_text(page_html(puzzle, solutions), encoding="utf-8")
    return page, solutions


def test_a_page_opens_alone(browser: Any, many: Page) -> None:
    """16,000 solutions open without an error and without asking the network for anything; prints how fast."""
    page, _ = many
    print(f"\n16,000 solutions: ready in {min(browser.open(page) for _ in range(3)):.0f} ms")
    assert browser.text("count") == "16,000 solutions"
    assert browser.faults() == []
    assert browser.requests() == [page.as_uri()]


def test_conditions_on_cells_filter_as_python_does(browser: Any, many: Page) -> None:
    """A condition, its opposite and a pinned piece leave as many solutions as counting them here does."""
    page, solutions = many
    browser.open(page)

    def covers(solution: Solution, tile: str, cell: tuple[int, ...]) -> bool:
        return any(p.tile == tile and cell in p.cells for p in solution.placements)

    browser.evaluate("solutionPage.chooseTile(11)")
    took = browser.evaluate(
        "(() => { const t = performance.now(); solutionPage.toggleCell(4); return performance.now() - t; })()"
    )
    wanted = sum(covers(s, "L", (0, 4)) for s in solutions)
    assert browser.text("count") == f"{wanted:,} of 16,000 solutions"
    print(f"\ntwo conditions on 16,000 solutions: {took:.0f} ms")
    browser.evaluate("solutionPage.toggleCell(4)")
    assert browser.text("count") == f"{16_000 - wanted:,} of 16,000 solutions"
    browser.evaluate("solutionPage.toggleCell(4); solutionPage.pinTile()")
    assert browser.text("count") == f"{sum(covers(s, 'L', (0, 11)) for s in solutions):,} of 16,000 solutions"


def test_keys_browse(browser: Any, many: Page) -> None:
    """Arrow keys, Home and End go through the solutions."""
    browser.open(many[0])
    shown = "Number(document.getElementById('number').value)"
    seen = []
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowRight", "Home"):
        browser.press(key)
        seen.append(browser.evaluate(shown))
    assert seen == [2, 3, 2, 16_000, 16_000, 1]


def test_the_gallery_draws_what_is_in_sight(browser: Any, many: Page) -> None:
    """Scrolled to the end, the gallery draws the last solutions within a tenth of a second."""
    browser.open(many[0])
    drawn = browser.evaluate(
        "(() => { const s = document.getElementById('scroller'); s.scrollTop = s.scrollHeight;"
        " const t = performance.now(); gallery.draw(); return [performance.now() - t, gallery.paths.size]; })()"
    )
    assert drawn[0] < 100
    assert drawn[1] <= 144


def test_a_phone_needs_no_sideways_scrolling(browser: Any, many: Page, soma: Page) -> None:
    """At 360 pixels nothing is wider than the screen."""
    for page in (many[0], soma[0]):
        browser.open(page, 360, 780)
        assert browser.evaluate("document.documentElement.scrollWidth") <= 360


def test_dark_and_light_differ(browser: Any, soma: Page) -> None:
    """The page follows the colour scheme of the screen."""
    background = "getComputedStyle(document.body).backgroundColor"
    browser.open(soma[0])
    light = browser.evaluate(background)
    browser.open(soma[0], dark=True)
    assert light != browser.evaluate(background)


def shot(browser: Any) -> Any:
    """The pixels of the view in space once it is at rest."""
    image = pytest.importorskip("PIL.Image")
    numpy = pytest.importorskip("numpy")
    browser.evaluate("solutionPage.boxView.atRest = false; solutionPage.boxView.schedule()")
    browser.wait_for("solutionPage.boxView.atRest")
    box = browser.evaluate(
        "(({ left, top, right, bottom }) => [left, top, right, bottom])"
        "(solutionPage.boxView.canvas.getBoundingClientRect())"
    )
    return numpy.asarray(image.open(BytesIO(browser.screenshot())).convert("RGB").crop([round(x) for x in box]), int)


def test_a_box_is_seen_and_turns_with_the_mouse_and_the_keys(browser: Any, soma: Page) -> None:
    """The view shows the pieces' colours; a drag, Shift with an arrow, and exploding change what is seen."""
    browser.open(soma[0])
    assert browser.text("count") == "240 solutions"
    first = shot(browser)
    assert len({tuple(color // 16) for color in first.reshape(-1, 3)[::7]}) > 10
    angle = "Math.atan2(solutionPage.boxView.camera.position.x, solutionPage.boxView.camera.position.z)"
    before = browser.evaluate(angle)
    browser.drag((300, 250), (420, 260))
    turned = shot(browser)
    assert (abs(first - turned) > 24).mean() > 0.02
    dragged = browser.evaluate(angle)
    assert abs(dragged - before) > 0.1
    browser.press("ArrowRight", modifiers=8)
    browser.wait_for("solutionPage.boxView.atRest")
    assert browser.evaluate(angle) == pytest.approx(dragged + 0.18, abs=0.02)
    browser.press("e")
    assert (abs(turned - shot(browser)) > 24).mean() > 0.02
    assert browser.faults() == []


def test_pieces_come_off_one_by_one_and_freely(browser: Any, soma: Page) -> None:
    """In each solution every piece comes off once; what is said to be free has nothing in its way."""
    page, solutions = soma
    browser.open(page)
    size = 3
    for number in (0, 119, 239):
        browser.evaluate(f"solutionPage.select({number})")
        steps = browser.evaluate(
            "solutionPage.boxView.order.map((s) => ({ ...s, cells: solutionPage.boxView.pieces[s.piece].cells }))"
        )
        assert sorted(step["piece"] for step in steps) == list(range(7))
        left = {tuple(cell) for step in steps for cell in step["cells"]}
        assert len(left) == 27
        for step in steps:
            own = {tuple(cell) for cell in step["cells"]}
            left -= own
            if not step["blocked"]:
                path = {
                    tuple(c + k * w for c, w in zip(cell, step["way"], strict=True))
                    for cell in own
                    for k in range(size)
                }
                assert not path & left
    browser.evaluate("solutionPage.setBox({ taken: 7 })")
    browser.wait_for("!solutionPage.boxView.pieces.some((p) => p.mesh.visible)")
    browser.evaluate("solutionPage.setBox({ taken: 0, layers: 1 })")
    browser.wait_for("solutionPage.boxView.atRest && solutionPage.boxView.pieces.every((p) => p.away === 0)")
    lowest = {p.tile for p in solutions[239].placements if any(cell[0] == 0 for cell in p.cells)}
    shown = browser.evaluate(
        "solutionPage.boxView.pieces.filter((p) => p.mesh.visible).map((p) => solutionPage.puzzle.tiles[p.tile].name)"
    )
    assert set(shown) == lowest


def test_a_large_assembly_is_drawn(browser: Any, tmp_path: Path) -> None:
    """A 6x6x6 box of 72 pieces turns without an error; prints what a frame costs, to the last pixel."""
    stick = "{name: I, multiplicity: 72, cells: [[0, 0], [0, 1], [0, 2]]}"
    spec = f"{{name: Sticks, board: {{size: [6, 6, 6]}}, tiles: [{stick}]}}"
    puzzle = build_puzzle(parse_spec(spec))
    sticks = [tuple((z, y, 3 * half + x) for x in range(3)) for z in range(6) for y in range(6) for half in range(2)]
    page = tmp_path / "sticks.html"
    solution = Solution(puzzle, tuple(Placement(cells, "I") for cells in sticks))
    page.write_text(page_html(puzzle, [solution]), encoding="utf-8")
    browser.open(page)
    costs = browser.evaluate(
        "(() => { const v = solutionPage.boxView, g = v.renderer.getContext(), costs = [];"
        " for (let i = 0; i < 90; i += 1) { v.turn(0.05); const t = performance.now(); v.draw();"
        " g.readPixels(0, 0, 1, 1, g.RGBA, g.UNSIGNED_BYTE, new Uint8Array(4)); costs.push(performance.now() - t); }"
        " return costs.slice(45).sort((a, b) => a - b); })()"
    )
    assert len(costs) == 45
    assert browser.faults() == []
    print(f"\n72 pieces: a frame in {costs[len(costs) // 2]:.1f} ms")


def test_the_data_cannot_end_the_script(browser: Any, tmp_path: Path) -> None:
    """A name with markup in it is shown as it is written."""
    name = "</script><b>\"&'<!--"
    puzzle = build_puzzle(
        parse_spec(json.dumps({"name": name, "board": {"size": [1, 2]}, "tiles": [{"set": "domino"}]}))
    )
    page = tmp_path / "name.html"
    domino = Placement(((0, 0), (0, 1)), puzzle.tiles[0].name)
    page.write_text(page_html(puzzle, [Solution(puzzle, (domino,))]), encoding="utf-8")
    browser.open(page)
    assert browser.text("name") == name
    assert browser.faults() == []
    assert re.search("1 solution$", browser.text("count"))
