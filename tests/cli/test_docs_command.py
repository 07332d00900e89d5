"""The command that shows the documentation."""

from __future__ import annotations

from email.message import Message
from pathlib import Path

import pytest

from cp_puzzles.output.terminal import page_text
from cp_puzzles.output.terminal.page_text import PAGES
from cp_puzzles.puzzle.spec.schema import PuzzleSpec
from tests.cli.program import ROOT, Program


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The pages that a browser opens."""
    pages: list[str] = []
    monkeypatch.setattr("webbrowser.open", pages.append)
    return pages


def build(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Build one page of the documentation."""
    (folder / "reference").mkdir(parents=True)
    (folder / "reference" / "rules.html").touch()
    monkeypatch.setattr(page_text, "BUILT", folder)
    return folder


def test_docs_shows_a_page_in_the_terminal(opened: list[str], run: Program) -> None:
    """A page is printed without directives and without opening a browser; links name the command for their page."""
    done = run("docs", "reference/rules")
    assert done.returncode == 0
    assert "crossroads" in done.stdout
    assert "(cp-puzzles docs reference/engines)" in " ".join(done.stdout.split())
    assert "(../" not in done.stdout
    assert ":::" not in done.stdout
    assert opened == []


def test_docs_lists_all_pages(run: Program) -> None:
    """Without a page, the command lists each page with its title; the name of a folder shows its first page."""
    listed = run("docs").stdout
    for page in sorted((ROOT / "docs").glob("*/*.md")):
        name = page.relative_to(ROOT / "docs").with_suffix("").as_posix()
        if not name.startswith(("generated", "_build")) and page.stem != "index":
            assert f" {name} " in listed
    assert "Read these pages in order" in run("docs", "start").stdout


def test_docs_suggests_pages(run: Program) -> None:
    """A page that does not exist is a mistake with similar pages."""
    done = run("docs", "reference/rulse")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "reference/rulse: the documentation has no such page; did you mean 'reference/rules'?\n"
    assert run("docs", "xyzzyx").returncode == 2


@pytest.mark.parametrize(
    ("word", "page"),
    [
        ("Ginsberg", "background/symmetry"),
        ("mirror", "reference/puzzle-file"),
        ("flip", "reference/puzzle-file"),
        ("turn over", "reference/puzzle-file"),
        ("timeout", "reference/options"),
    ],
)
def test_docs_lists_pages_with_a_word(word: str, page: str, run: Program) -> None:
    """A word, or what the pages call it, is found in the pages that explain it; that is no mistake."""
    done = run("docs", *word.split())
    assert (done.returncode, done.stderr) == (0, "")
    assert f" {page} " in done.stdout


def test_docs_opens_a_build_in_the_browser(
    opened: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Program
) -> None:
    """With --browser a built page comes before the online address; a pipe gets the address only."""
    package = Message()
    package["Project-URL"] = "Documentation, https://example.org/docs/"
    monkeypatch.setattr(page_text, "metadata", lambda name: package)
    monkeypatch.setattr(page_text, "BUILT", tmp_path / "none")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert run("docs", "reference/rules.md", "--browser").returncode == 0
    address = (build(tmp_path / "html", monkeypatch) / "reference" / "rules.html").as_uri()
    assert run("docs", "reference/rules", "--browser").stdout == f"{address}\n"
    monkeypatch.setattr("sys.stdout.isatty", lambda: False)
    assert run("docs", "reference/rules", "--browser").stdout == f"{address}\n"
    assert opened == ["https://example.org/docs/reference/rules.html", address]


def test_docs_without_a_build_says_how_to_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Program) -> None:
    """Without built pages and an online address, --browser is a mistake with the command that builds them."""
    monkeypatch.setattr(page_text, "BUILT", tmp_path)
    monkeypatch.setattr(page_text, "metadata", lambda name: Message())
    done = run("docs", "reference/rules", "--browser")
    assert done.returncode == 2
    assert done.stderr.endswith("build it in a clone: sphinx-build docs docs/_build/html\n")


def test_every_key_of_a_puzzle_file_has_a_page() -> None:
    """Every key has a page, and every page exists."""
    assert set(PuzzleSpec.model_fields) <= set(PAGES)
    assert all((ROOT / "docs" / f"{page}.md").is_file() for page in PAGES.values())


@pytest.mark.parametrize(
    ("spec", "ends"),
    [
        ("{board: {size: [1, 2]}, tiles: [{set: dominos}]}", "'domino'? see cp-puzzles docs reference/tile-sets"),
        ("{board: {size: [1, 2], wrap: x}, tiles: [{set: domino}]}", "; see cp-puzzles docs reference/lattices"),
        ("{board: {size: [1]}, tiles: [], rules: {faults: x}}", "\nsee cp-puzzles docs reference/puzzle-file and "
         "cp-puzzles docs reference/rules"),
    ],
)  # fmt: skip
def test_mistakes_name_the_page_of_their_key(spec: str, ends: str, tmp_path: Path, run: Program) -> None:
    """A mistake in a puzzle file ends with the commands that open the pages about its keys."""
    file = tmp_path / "x.yaml"
    file.write_text(f"{{name: x, {spec[1:]}", encoding="utf-8")
    done = run("check", str(file))
    assert done.returncode == 2
    assert done.stderr.rstrip().endswith(ends)
