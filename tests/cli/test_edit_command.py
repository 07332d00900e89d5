"""The command `edit`: the page of a puzzle in a file, or its address."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

from cp_puzzles.cli.app import run
from tests.processes import started


def test_edit_writes_the_page_of_a_puzzle(tmp_path: Path) -> None:
    """With --out the page is written; it holds the puzzle file."""
    assert run(["edit", "soma", "--out", str(tmp_path / "soma.html")]) == 0
    assert "name: Soma" in (tmp_path / "soma.html").read_text("utf-8")


def test_edit_serves_a_page_until_it_is_interrupted(tmp_path: Path) -> None:
    """Without --out the address is printed; the page there is that of the puzzle, and Ctrl-C ends the command."""
    file = tmp_path / "my.yaml"
    file.write_text("name: Mine\nboard: {size: [2, 2]}\ntiles: [{set: domino, multiplicity: 2}]\n", "utf-8")
    command = [sys.executable, "-m", "cp_puzzles", "edit", str(file)]
    with started(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        with urlopen(process.stdout.readline().strip(), timeout=60) as page:
            assert "name: Mine" in page.read().decode()
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0


def test_edit_refuses_files_that_are_no_puzzles(tmp_path: Path) -> None:
    """A name that does not exist and a cover problem end with status 2."""
    assert run(["edit", "sooma", "--out", str(tmp_path / "x.html")]) == 2
    problem = tmp_path / "a.dlx"
    problem.write_text("a b\na b\n", encoding="utf-8")
    assert run(["edit", str(problem), "--out", str(tmp_path / "x.html")]) == 2
    assert not (tmp_path / "x.html").exists()
