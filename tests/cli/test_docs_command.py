"""The command that opens the documentation."""

from __future__ import annotations

from email.message import Message
from pathlib import Path

import pytest

from cp_puzzles.cli import docs_command
from cp_puzzles.cli.reference_pages import PAGES
from cp_puzzles.puzzle.spec.schema import PuzzleSpec
from tests.cli.program import ROOT, Program


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The pages that a browser opens."""
    pages: list[str] = []
    monkeypatch.setattr("webbrowser.open", pages.append)
    return pages


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of documentation that is not built."""
    monkeypatch.setattr(docs_command, "FOLDER", tmp_path)
    monkeypatch.setattr(docs_command, "BUILT", (tmp_path / "installed", tmp_path / "_build" / "html"))
    return tmp_path


def build(folder: Path, name: str = "_build/html") -> Path:
    """Build a documentation of two pages."""
    html = folder / name
    (html / "reference").mkdir(parents=True)
    for page in ("index", "reference/rules"):
        (html / f"{page}.html").touch()
    return html


def test_docs_opens_a_local_build(
    folder: Path, opened: list[str], monkeypatch: pytest.MonkeyPatch, run: Program
) -> None:
    """The documentation that is built in a clone is opened, at the first page or another one."""
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    address = build(folder).as_uri()
    assert run("docs").stdout == f"{address}/index.html\n"
    assert run("docs", "reference/rules.md").returncode == 0
    assert opened == [f"{address}/index.html", f"{address}/reference/rules.html"]


def test_docs_only_prints_the_address_in_a_pipe(
    folder: Path, opened: list[str], monkeypatch: pytest.MonkeyPatch, run: Program
) -> None:
    """A browser is opened only if the output is a terminal."""
    monkeypatch.setattr("sys.stdout.isatty", lambda: False)
    assert run("docs").stdout.startswith("The documentation is not built.")
    build(folder)
    assert run("docs").stdout.endswith("index.html\n")
    assert opened == []


def test_docs_prefers_pages_of_the_installed_version(
    folder: Path, opened: list[str], monkeypatch: pytest.MonkeyPatch, run: Program
) -> None:
    """The documentation in the package comes before a build in a clone, and that before the online address."""
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    package = Message()
    package["Project-URL"] = "Source, https://example.org/source"
    package["Project-URL"] = "Documentation, https://example.org/docs/"
    monkeypatch.setattr(docs_command, "metadata", lambda name: package)
    assert run("docs", "any/page").returncode == 0
    in_clone = build(folder).as_uri()
    assert run("docs").returncode == 0
    installed = build(folder, "installed").as_uri()
    assert run("docs").returncode == 0
    assert opened == [
        f"{address}.html"
        for address in ("https://example.org/docs/any/page", f"{in_clone}/index", f"{installed}/index")
    ]


def test_docs_without_a_build_says_how_to_build(folder: Path, opened: list[str], run: Program) -> None:
    """Without a build two commands are printed that make one, and nothing is opened."""
    done = run("docs")
    assert done.returncode == 0
    assert done.stdout.endswith("python -m pip install '.[docs]'\nsphinx-build docs docs/_build/html\n")
    assert opened == []


def test_docs_suggests_similar_pages(folder: Path, opened: list[str], run: Program) -> None:
    """A page that does not exist is a mistake with the similar pages."""
    build(folder)
    done = run("docs", "reference/rulse")
    assert done.returncode == 2
    assert done.stderr == ("reference/rulse: the documentation has no such page; did you mean 'reference/rules'?\n")
    assert opened == []


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
