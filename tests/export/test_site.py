"""The published gallery: a page for each puzzle that says what was counted and by whom, and a list to filter."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from cp_puzzles.export.picture import framed
from cp_puzzles.export.puzzle_picture import puzzle_picture
from cp_puzzles.export.site import SitePage, write_site
from cp_puzzles.export.site_counts import site_counts
from cp_puzzles.export.svg import svg
from cp_puzzles.puzzle.build import build_puzzle
from cp_puzzles.spec.catalogue import puzzle_files
from cp_puzzles.spec.load import load_spec, parse_spec
from cp_puzzles.spec.schema import Expected

PUZZLES = {
    "dominoes": "name: Dominoes <2x3>\nboard: {size: [2, 3]}\ntiles: [{set: domino, multiplicity: 3}]\n",
    "boxes/bent": "name: Bent tricubes\nsource: nobody\nboard: {size: [2, 2, 3]}\n"
    "tiles: [{set: tricubes, only: [3L], multiplicity: 4}]\ngiven: |\n  33.\n  3..\n",
    "none": "name: None\nlattice: hexagonal\nboard: {parallelogram: [2, 2]}\ntiles: [{set: trihexes}]\n",
}
Site = tuple[Path, list[SitePage]]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A site of three puzzles."""
    folder, out = tmp_path_factory.mktemp("specs"), tmp_path_factory.mktemp("site")
    for name, text in PUZZLES.items():
        file = folder / f"{name}.yaml"
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
    return out, list(write_site(puzzle_files(folder), folder, out, time_limit=60))


def test_every_link_leads_somewhere(site: Site) -> None:
    """Each page is linked from the list, links back, and names no file that is not there; nothing is elsewhere."""
    out, pages = site
    index = (out / "index.html").read_text()
    assert [page.name for page in pages] == ["boxes/bent", "dominoes", "none"]
    assert all(f'href="puzzles/{page.name}.html"' in index for page in pages)
    for file in out.rglob("*.html"):
        if not file.name.endswith("-play.html"):
            links = re.findall(r'(?:href|src)="([^"]*)"', file.read_text())
            assert len(links) >= 4
            assert all((file.parent / link).is_file() for link in links)
    assert (out / "puzzles/dominoes.yaml").read_text() == PUZZLES["dominoes"]


def test_a_page_says_what_was_counted_and_by_whom(site: Site) -> None:
    """Three ways to count, two engines for each, and the text of the puzzle file, escaped."""
    text = (site[0] / "puzzles/dominoes.html").read_text()
    rows = re.findall(r'<tr><th scope="row">([^<]*)</th><td class="number">([^<]*)</td><td>([^<]*)</td>', text)
    by = "exact-cover and frontier"
    assert rows == [("in all", "3", by), ("turned boards once", "2", by), ("turned and mirrored boards once", "2", by)]
    assert "Dominoes &lt;2x3&gt;" in text
    assert "no solution" in (site[0] / "index.html").read_text()


def test_a_count_that_is_wrong_is_said() -> None:
    """A puzzle file that expects another number is contradicted on its page."""
    puzzle = build_puzzle(parse_spec(PUZZLES["dominoes"]))
    counts = site_counts(puzzle, Expected(off=4), 60)
    assert counts.disagreement == "the puzzle file expects 4, exact-cover counts 3 (symmetry off)"


def test_parts_are_moved_by_themselves_where_the_puzzle_file_does_so() -> None:
    """Then their number is one more, counted by two engines like the others."""
    text = "name: x\nboard: {drawing: 'XX.XX\n\n  XX.XX'}\ntiles: [{set: domino, multiplicity: any}]"
    counts = site_counts(build_puzzle(parse_spec(text)), Expected(components=1), 60)
    found = {its.symmetry: (its.number, len(its.engines)) for its in counts.counts}
    assert found == {"off": (4, 2), "rotations": (3, 2), "full": (3, 2), "components": (1, 2)}
    assert not counts.disagreement


def test_what_takes_too_long_is_expected_only() -> None:
    """Without a search that ends, the numbers are those of the puzzle file, and nobody is said to have counted."""
    puzzle = build_puzzle(parse_spec("name: x\nboard: {size: [20, 20]}\ntiles: [{set: domino, multiplicity: 200}]"))
    counts = site_counts(puzzle, Expected(full=5), 0.05)
    assert [(its.number, its.engines) for its in counts.counts] == [(None, ()), (None, ()), (5, ())]
    assert counts.solutions is None


def test_the_list_is_filtered(browser: Any, site: Site) -> None:
    """By name, lattice, cells and solutions; the page obeys its own policy and asks for nothing but its pictures."""
    out = site[0]
    browser.open(out / "index.html")
    shown = "[...document.querySelectorAll('#puzzles li:not([hidden]) b')].map(b => b.textContent).join()"
    assert browser.evaluate(shown) == "Bent tricubes,Dominoes <2x3>,None"

    def choose(field: str, value: str) -> Any:
        browser.evaluate(
            f"(() => {{ const f = document.getElementById({field!r}); f.value = {value!r};"
            " f.dispatchEvent(new Event('input', {bubbles: true})); })()"
        )
        return browser.evaluate(shown)

    assert choose("lattice", "hexagonal") == "None"
    assert choose("lattice", "") == "Bent tricubes,Dominoes <2x3>,None"
    assert choose("solutions", "0-0") == "None"
    assert choose("solutions", "2-10") == "Bent tricubes,Dominoes <2x3>"
    assert choose("name", "tri") == "Bent tricubes"
    assert choose("cells", "21-40") == ""
    assert browser.text("shown") == "0 of 3 puzzles"
    assert browser.faults() == []
    assert all(url.startswith(out.as_uri()) for url in browser.requests())


@pytest.mark.parametrize(("name", "leave"), [("soma/chair", ()), ("calendar", ("Nov", "21")), ("hexiamonds_star", ())])
def test_pictures_of_the_readme(name: str, leave: tuple[str, ...]) -> None:
    """The pictures in `pictures/` are those that `show NAME --out` draws."""
    file = Path(__file__).parents[2] / "pictures" / f"{name.rpartition('/')[2]}.svg"
    assert file.read_text(encoding="utf-8") == svg(framed(puzzle_picture(build_puzzle(load_spec(name), leave=leave))))


@pytest.mark.parametrize("dark", [False, True])
def test_a_phone_needs_no_sideways_scrolling(browser: Any, site: Site, dark: bool) -> None:
    """At the width of a phone nothing is wider than the page, and its pictures have come."""
    for page in ("index.html", "puzzles/boxes/bent.html"):
        browser.open(site[0] / page, 360, 740, dark=dark)
        assert browser.evaluate("document.documentElement.scrollWidth <= innerWidth")
        browser.wait_for("[...document.images].every(i => i.complete && i.naturalWidth > 0)")
        assert browser.faults() == []
