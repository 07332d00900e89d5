"""The published gallery: a page for each puzzle with its counts and their source, and a list with filters."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from cp_puzzles.cover.symmetry.symmetry_group import SYMMETRIES
from cp_puzzles.output.draw.picture import framed, svg
from cp_puzzles.output.draw.puzzle_picture import puzzle_picture
from cp_puzzles.output.web.site import SiteCount, SiteCounts, SitePage, card_picture, site_counts, write_site
from cp_puzzles.puzzle.puzzle import build_puzzle, puzzle_from
from cp_puzzles.puzzle.spec.loader import load_spec, parse_spec, puzzle_files
from cp_puzzles.puzzle.spec.schema import Expected

PUZZLES = {
    "dominoes": "name: Dominoes <2x3>\nboard: {size: [2, 3]}\ntiles: [{set: domino, multiplicity: 3}]\n",
    "boxes/bent": "name: Bent tricubes\nsource: unknown\nboard: {size: [2, 2, 3]}\n"
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


def test_links_lead_to_files(site: Site) -> None:
    """Each page is linked from the list, links back, and names no file that is not there; nothing is elsewhere."""
    out, pages = site
    index = (out / "index.html").read_text()
    assert [page.name for page in pages] == ["boxes/bent", "dominoes", "none"]
    assert all(f'href="puzzles/{page.name}.html"' in index for page in pages)
    for file in out.rglob("*.html"):
        if not file.name.endswith(("-play.html", "edit.html")):
            links = re.findall(r'(?:href|src)="([^"]*)"', file.read_text())
            assert len(links) >= 4
            assert all((file.parent / link.partition("#")[0]).is_file() for link in links)
    assert (out / "puzzles/dominoes.yaml").read_text() == PUZZLES["dominoes"]


def test_overlapping_pieces_have_no_page_to_play_on(tmp_path: Path) -> None:
    """A puzzle whose pieces may overlap has a page with why it links to none to play on; a gallery ended there."""
    (tmp_path / "o.yaml").write_text(
        "name: O\nboard: {size: [1, 3]}\noverlap: true\ntiles: [{set: domino, multiplicity: 2}]\n"
    )
    (page,) = write_site(puzzle_files(tmp_path), tmp_path, tmp_path / "site", time_limit=60)
    text = (tmp_path / "site/puzzles/o.html").read_text(encoding="utf-8")
    assert page.solutions == 1
    assert "Pieces may overlap; a page to play on shows one piece for each cell." in text
    assert "-play.html" not in text


def test_interrupted_site_lists_written_pages(tmp_path: Path) -> None:
    """A site that is interrupted has a list of the puzzles that are written, and says that it is incomplete."""
    folder, out = tmp_path / "specs", tmp_path / "site"
    folder.mkdir()
    for number in range(3):
        (folder / f"p{number}.yaml").write_text(PUZZLES["none"], encoding="utf-8")
    pages = write_site(puzzle_files(folder), folder, out, time_limit=60)
    next(pages)
    with pytest.raises(KeyboardInterrupt):
        pages.throw(KeyboardInterrupt)
    index = (out / "index.html").read_text(encoding="utf-8")
    assert index.count('href="puzzles/') == 1
    assert "This list is incomplete: 2 more puzzles could not be written." in index


def test_interrupted_site_goes_on(tmp_path: Path) -> None:
    """Pages of an earlier call are kept with their numbers; a changed puzzle file has a new page."""
    folder, out = tmp_path / "specs", tmp_path / "site"
    folder.mkdir()
    for number in range(3):
        (folder / f"p{number}.yaml").write_text(PUZZLES["dominoes"], encoding="utf-8")
    pages = write_site(puzzle_files(folder), folder, out, time_limit=60)
    first = [next(pages), next(pages)]
    pages.close()
    (folder / "p1.yaml").write_text(PUZZLES["none"], encoding="utf-8")
    again = [*write_site(puzzle_files(folder), folder, out, time_limit=60)]
    assert [page.is_kept for page in again] == [True, False, False]
    assert again[0].counts.counts == first[0].counts.counts
    assert "could not be written" not in (out / "index.html").read_text(encoding="utf-8")


def test_page_shows_counts_and_engines(site: Site) -> None:
    """Three ways to count, two engines for each, and the text of the puzzle file, escaped."""
    text = (site[0] / "puzzles/dominoes.html").read_text()
    rows = re.findall(r'<tr><th scope="row">([^<]*)</th><td class="number">([^<]*)</td><td>([^<]*)</td>', text)
    by = "exact-cover and frontier"
    assert rows == [("all", "3", by), ("up to rotation", "2", by), ("up to rotation and reflection", "2", by)]
    assert "Dominoes &lt;2x3&gt;" in text
    assert "no solution" in (site[0] / "index.html").read_text()


def test_counts_report_a_disagreement() -> None:
    """A puzzle file that expects another number is contradicted on its page."""
    puzzle = build_puzzle(parse_spec(PUZZLES["dominoes"]))
    counts = site_counts(puzzle, Expected(off=4), 60)
    assert counts.disagreement == "the puzzle file states 4, exact-cover counts 3 (symmetry off)"


def test_counts_up_to_components_if_the_file_states_them() -> None:
    """Then their number is one more, counted by two engines like the others."""
    text = "name: x\nboard: {drawing: 'XX.XX\n\n  XX.XX'}\ntiles: [{set: domino, multiplicity: any}]"
    counts = site_counts(build_puzzle(parse_spec(text)), Expected(components=1), 60)
    found = {count.symmetry: (count.number, len(count.engines)) for count in counts.counts}
    assert found == {"off": (4, 2), "rotations": (3, 2), "full": (3, 2), "components": (1, 2)}
    assert not counts.disagreement


def test_counts_of_unfinished_search_come_from_the_file() -> None:
    """If the search does not end, the counts are those of the puzzle file, without the name of an engine."""
    puzzle = build_puzzle(parse_spec("name: x\nboard: {size: [20, 20]}\ntiles: [{set: domino, multiplicity: 200}]"))
    counts = site_counts(puzzle, Expected(full=5), 0.05)
    assert [(count.number, count.engines) for count in counts.counts] == [(None, ()), (None, ()), (5, ())]
    assert counts.solutions is None


def test_list_is_filtered(browser: Any, site: Site) -> None:
    """The list filters by name, lattice, cells and solutions; the page follows its policy and loads only pictures."""
    out = site[0]
    browser.open(out / "index.html")
    shown = "[...document.querySelectorAll('#puzzles li:not([hidden]) b')].map(b => b.textContent).join()"
    assert browser.evaluate(shown) == "Bent tricubes,None,Dominoes <2x3>"

    def choose(field: str, value: str) -> Any:
        browser.evaluate(
            f"(() => {{ const f = document.getElementById({field!r}); f.value = {value!r};"
            " f.dispatchEvent(new Event('input', {bubbles: true})); })()"
        )
        return browser.evaluate(shown)

    assert choose("lattice", "hexagonal") == "None"
    assert choose("lattice", "") == "Bent tricubes,None,Dominoes <2x3>"
    assert choose("solutions", "0-0") == "None"
    assert choose("solutions", "2-10") == "Bent tricubes,Dominoes <2x3>"
    assert choose("name", "tri") == "Bent tricubes"
    assert choose("cells", "21-40") == ""
    assert browser.text("shown") == "0 of 3 puzzles"
    assert browser.faults() == []
    assert all(url.startswith(out.as_uri()) for url in browser.requests())


@pytest.mark.parametrize(("name", "leave"), [("soma/chair", ()), ("calendar", ("Nov", "21")), ("hexiamonds_star", ())])
def test_pictures_of_readme_are_current(name: str, leave: tuple[str, ...]) -> None:
    """The pictures in `pictures/` are those that `show NAME --out` draws."""
    file = Path(__file__).parents[3] / "pictures" / f"{name.rpartition('/')[2]}.svg"
    assert file.read_text(encoding="utf-8") == svg(framed(puzzle_picture(build_puzzle(load_spec(name), leave=leave))))


def test_pictures_of_the_site_are_loaded(browser: Any, site: Site) -> None:
    """The list and the page of a puzzle show their pictures."""
    for page in ("index.html", "puzzles/boxes/bent.html"):
        browser.open(site[0] / page)
        browser.wait_for("[...document.images].every(i => i.complete && i.naturalWidth > 0)")
        assert browser.faults() == []


def test_filter_is_in_the_address(browser: Any, site: Site) -> None:
    """A filter writes the address, and an address with a filter shows it."""
    index = site[0] / "index.html"
    browser.open(index)
    browser.page.fill("#name", "dom")
    assert browser.evaluate("location.hash") == "#name=dom"
    browser.page.goto("about:blank")
    browser.page.goto(f"{index.as_uri()}#lattice=hexagonal")
    assert browser.text("shown") == "1 of 3 puzzles"
    browser.page.click("#filter button")
    browser.wait_for("location.hash === ''")
    assert browser.text("shown") == "3 puzzles"


def test_card_of_a_box_shows_its_shape() -> None:
    """A box without placements is drawn as one body, on no card with the pieces of a solution."""
    puzzle = puzzle_from("bedlam")
    picture = svg(card_picture(puzzle, ()))
    assert "polygon" in picture or "path" in picture
    assert not any(color in picture for color in puzzle.tile_colors.values())


@pytest.mark.parametrize(
    ("expected", "text"), [("best: 7", "best value 7"), ("rotations: 5", "5 solutions"), ("options: 9", "not known")]
)
def test_list_shows_the_numbers_of_the_puzzle_file(expected: str, text: str) -> None:
    """A puzzle that takes too long has the number of its file, or its best value."""
    spec = parse_spec(PUZZLES["dominoes"] + f"expected: {{{expected}}}")
    counts = tuple(SiteCount(name, getattr(spec.expected, name)) for name in SYMMETRIES)
    assert text in SitePage("dominoes", build_puzzle(spec), SiteCounts(counts)).solutions_text
