"""Pages for eyes, screen readers and fingers: axe-core finds nothing, and everything to press has 40 pixels."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import pytest

from cp_puzzles import solve
from cp_puzzles.output.web.edit_page import FRESH, edit_page
from cp_puzzles.output.web.site import write_site
from cp_puzzles.output.web.solution_page import page_html
from cp_puzzles.output.web.symmetry_lab import save_lab
from cp_puzzles.puzzle.puzzle import puzzle_from
from tests.output.web.conftest import missing, program
from tests.processes import finished

SCREENS = {"laptop": (1280, 860), "phone": (360, 780), "turned phone": (844, 390)}
TARGET_PIXELS = 39.5
FOUND = (
    "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>"
    " violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`))"
)
SMALL = (
    "[...document.querySelectorAll('button, select, textarea, summary, a.button, input')].filter((e) => e.offsetParent)"
    ".map((e) => [e, (['checkbox', 'radio'].includes(e.type) && e.closest('label') || e).getBoundingClientRect()])"
    f".filter(([, box]) => box.width && Math.min(box.width, box.height) < {TARGET_PIXELS})"
    ".map(([e, box]) => `${Math.round(box.width)} x ${Math.round(box.height)}: ${e.outerHTML.slice(0, 120)}`)"
)


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The script of axe-core, which npm installs."""
    npm, folder = program("npm"), tmp_path_factory.mktemp("axe")
    with as_file(files("cp_puzzles.output.web").joinpath("scripts")) as scripts:
        for name in ("package.json", "package-lock.json"):
            (folder / name).write_bytes((scripts / name).read_bytes())
    if finished([npm, "ci", "--no-audit", "--no-fund", "--silent"], cwd=folder).returncode:
        missing("npm cannot install axe-core")
    return (folder / "node_modules/axe-core/axe.min.js").read_text("utf-8")


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Pages of the editor, of solutions and play, flat and in space, of the lab and of the gallery."""
    folder = tmp_path_factory.mktemp("pages")
    texts = {"editor": edit_page(FRESH), "editor in space": edit_page(Path("specs/soma.yaml").read_text("utf-8"))}
    for name in ("pentomino6x10", "soma"):
        puzzle = puzzle_from(name)
        solutions = list(solve(puzzle, limit=20, jobs=1, engine="exact-cover").solutions)
        texts[name] = page_html(puzzle, solutions)
    texts |= {f"play {name}": page_html(puzzle_from(name), []) for name in ("calendar", "soma")}
    for name, text in texts.items():
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
    save_lab("corners3x3", folder / "lab.html")
    list(write_site([Path("specs/dominoes4x4.yaml")], Path("specs"), folder / "site"))
    gallery = {"gallery": folder / "site/index.html", "puzzle": folder / "site/puzzles/dominoes4x4.html"}
    return {name: folder / f"{name}.html" for name in (*texts, "lab")} | gallery


@pytest.mark.slow
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("screen", SCREENS)
def test_axe_finds_nothing_on_pages(browser: Any, axe: str, pages: dict[str, Path], screen: str, dark: bool) -> None:
    """Contrast, names and roles pass axe-core, with every part unfolded, too; targets of fingers have 40 pixels."""
    problems = []
    for name, file in pages.items():
        browser.open(file, *SCREENS[screen], dark=dark)
        browser.evaluate(axe)
        for unfold in (False, True):
            if unfold:
                browser.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
            found = browser.evaluate(FOUND) + (browser.evaluate(SMALL) if screen == "phone" else [])
            problems += [f"{name}: {each}" for each in found]
        if "phone" in screen:
            width = browser.evaluate("document.documentElement.scrollWidth - innerWidth")
            problems += [f"{name}: {width} pixels too wide"] if width > 0 else []
    assert problems == []


@pytest.mark.slow
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_in_states_of_the_editor(browser: Any, axe: str, tmp_path: Path, dark: bool) -> None:
    """A piece in the hand, the menu, the list of puzzles, a drawn piece and mistakes pass axe-core on a phone."""
    file = tmp_path / "edit.html"
    file.write_text(edit_page(FRESH), "utf-8")
    browser.open(file, *SCREENS["phone"], dark=dark)
    page = browser.page
    browser.evaluate(axe)
    problems: list[str] = []

    def look(state: str) -> None:
        problems.extend(f"{state}: {each}" for each in browser.evaluate(FOUND) + browser.evaluate(SMALL))

    browser.evaluate("puzzleEditor.page.history.edit((spec) => ({ ...spec, name: 'kept' }))")
    page.get_by_role("button", name="Place pieces", exact=True).click()
    page.locator("#tray button").first.focus()
    browser.press("Enter")
    look("placing")
    browser.press("Escape")
    page.locator(".menu summary").click()
    look("menu")
    page.get_by_role("button", name="My puzzles", exact=True).click()
    page.locator("#library_list .picture svg").wait_for()
    look("library")
    browser.press("Escape")
    page.locator("#draw_tile").click()
    look("drawing")
    browser.press("Escape")
    for text in (FRESH.replace("[X, W, F, T]", "[Q, R]"), FRESH.replace("[5, 8]", "[5, 8")):
        page.locator("#file").fill(text)
        page.locator("#mistakes li").first.wait_for()
        look("mistakes")
    page.locator("#file").fill(
        "name: box\nboard: {size: [2, 2, 2]}\ntiles: [{name: A, drawing: XX, multiplicity: 4}]\n"
    )
    page.get_by_role("button", name="Draw A", exact=True).click()
    page.locator("#tile_solid path").first.wait_for(state="attached")
    look("drawing in space")
    assert problems == []
