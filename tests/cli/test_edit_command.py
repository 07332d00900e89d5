"""The command `edit`: the page of a puzzle in a file, or its address."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlparse
from urllib.request import url2pathname

import pytest

from cp_puzzles.cli.app import run


def test_edit_writes_the_page_of_a_puzzle(tmp_path: Path) -> None:
    """With --out the page is written; it holds the puzzle file."""
    assert run(["edit", "soma", "--out", str(tmp_path / "soma.html")]) == 0
    assert "name: Soma" in (tmp_path / "soma.html").read_text("utf-8")


def test_edit_prints_the_address_of_a_new_puzzle(capsys: pytest.CaptureFixture[str]) -> None:
    """Without --out the page is in a new folder, whose address is printed."""
    assert run(["edit"]) == 0
    file = Path(url2pathname(urlparse(capsys.readouterr().out.strip()).path))
    assert "name: my puzzle" in file.read_text("utf-8")
    file.unlink()
    file.parent.rmdir()


def test_edit_refuses_files_that_are_no_puzzles(tmp_path: Path) -> None:
    """A name that does not exist and a cover problem end with status 2."""
    assert run(["edit", "sooma", "--out", str(tmp_path / "x.html")]) == 2
    problem = tmp_path / "a.dlx"
    problem.write_text("a b\na b\n", encoding="utf-8")
    assert run(["edit", str(problem), "--out", str(tmp_path / "x.html")]) == 2
    assert not (tmp_path / "x.html").exists()
