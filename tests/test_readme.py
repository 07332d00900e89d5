"""README and CONTRIBUTING; `test_docs.py` runs the examples of the README with those of the documentation."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from cp_puzzles.cli.app import run

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
MAX_README_LINES = 150


def test_readme_is_short() -> None:
    """The README stays short; details belong into the documentation."""
    assert README.count("\n") <= MAX_README_LINES


@pytest.mark.parametrize("marker", ["run", "tests"])
def test_readme_has_marked_commands(marker: str) -> None:
    """The commands that CI runs stand behind their markers, in one line each."""
    assert len(re.findall(rf"^<!-- {marker} -->\n```sh\n[^\n]+\n```$", README, re.MULTILINE)) == 1


@pytest.mark.parametrize("page", ["README.md", "docs/reference/puzzle-file.md"])
def test_first_puzzle_and_error_message(page: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The first puzzle file is valid, and a misspelled set gives the message that the page shows."""
    text = (ROOT / page).read_text(encoding="utf-8")
    puzzle = re.findall(r"^```yaml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)[0]
    file = tmp_path / "my.yaml"
    file.write_text(puzzle)
    assert run(["check", str(file)]) == 0
    assert "60 cells, 12 tiles" in capsys.readouterr().out
    file.write_text(puzzle.replace("pentominoes", "pentomino"))
    assert run(["check", str(file)]) == 2
    shown = re.findall(r"^my\.yaml:.*$", text, re.MULTILINE)[0]
    assert capsys.readouterr().err.strip().endswith(shown)


def test_readme_of_a_package_has_no_relative_links() -> None:
    """A registry has the README without the repository: there, links to pages are commands, and no picture is left."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    hook = project["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]
    text = README
    for each in hook["substitutions"]:
        text = re.sub(each["pattern"], each["replacement"], text)
    assert "<img" not in text
    assert re.findall(r"\]\((?!https://)", text) == []
    pages = re.findall(r"\(`cp-puzzles docs ([\w/-]+)`\)", text)
    assert len(pages) > 20
    assert [page for page in pages if not (ROOT / "docs" / f"{page}.md").exists()] == []


def test_contributing_names_existing_files() -> None:
    """Every path in CONTRIBUTING.md exists; NAME stands for a file that its reader adds."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    paths = re.findall(r"`((?:cp_puzzles|tests|specs|docs|schema|notebooks|pyproject|README|\.ci)[\w./-]*)`", text)
    assert len(paths) > 20
    assert [path for path in paths if "NAME" not in path and not (ROOT / path).exists()] == []
