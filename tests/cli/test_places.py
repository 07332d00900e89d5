"""Where files are written is looked at before anything else is done; what is no puzzle with a board is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from cp_puzzles.files import refuse_unwritable
from cp_puzzles.spec import load
from tests.cli.program import Program


@pytest.mark.parametrize(
    "command",
    [
        "solve soma --out {}.jsonl",
        "sample soma --out {}.jsonl",
        "sample soma --shares {}.csv",
        "show soma --out {}.svg",
        "smallest soma --out {}.svg",
        "explain soma --out {}.html",
        "design soma --cards {}.pdf",
        "experiment soma --out {}.csv",
        "experiment soma --lab {}.html",
        "render soma {}.html",
        "render soma solutions.jsonl --steps {}.svg",
        "export soma {}.dlx",
    ],
)
def test_a_place_where_nothing_can_be_written_is_told_before_any_work(
    command: str, run: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No folder, a folder in place of the file, a file in place of a folder: once it was told when all was done."""

    def work(*_: object, **__: object) -> None:
        raise AssertionError("the puzzle was read")

    monkeypatch.setattr(load, "read_source", work)
    suffix = command[command.index("{}") + 2 :]
    (tmp_path / f"folder{suffix}").mkdir()
    (tmp_path / "file").touch()
    for place, reason in {
        "nowhere/a": "no such file or directory",
        "folder": "is a directory",
        "file/a": "not a directory",
    }.items():
        done = run(*command.format(tmp_path / place).split())
        assert done.returncode == 2
        assert done.stderr.startswith(f"{tmp_path / place}{suffix}: the file cannot be written: {reason}; ")


@pytest.mark.parametrize("command", ["design soma --out {}", "gallery {}", "import burr.xmpuzzle {}"])
def test_a_folder_that_cannot_be_made_is_told_before_any_work(command: str, run: Program, tmp_path: Path) -> None:
    """A file where a folder should be; deeper folders are made."""
    (tmp_path / "file").touch()
    for place in ("file", "file/a/b"):
        done = run(*command.format(tmp_path / place).split())
        assert done.returncode == 2
        assert (
            done.stderr == f"{tmp_path / place}: the folder cannot be written: not a directory; choose another place\n"
        )
    assert refuse_unwritable(tmp_path / "a" / "b", folder=True) is None  # type: ignore[func-returns-value]


@pytest.mark.parametrize("command", ["check", "show", "design"])
def test_a_cover_problem_is_no_puzzle_with_a_board(command: str, run: Program, tmp_path: Path) -> None:
    """It was read as YAML once."""
    file = tmp_path / "a.dlx"
    file.write_text("a b\na b\n")
    done = run(command, str(file))
    assert done.returncode == 2
    assert "this is a cover problem without a board; solve, count" in done.stderr
