"""Output paths are checked before any work; commands that need a board refuse cover problems."""

from __future__ import annotations

from pathlib import Path

import pytest

from cp_puzzles.base.file_access import writable_path
from cp_puzzles.puzzle.spec import loader as load
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
def test_unwritable_file_is_refused_first(
    command: str, run: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A missing folder, a folder in place of the file, or a file in place of a folder is refused before the search."""

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
def test_unwritable_folder_is_refused_first(command: str, run: Program, tmp_path: Path) -> None:
    """A file in place of a folder is refused; missing parent folders are created."""
    (tmp_path / "file").touch()
    for place in ("file", "file/a/b"):
        done = run(*command.format(tmp_path / place).split())
        assert done.returncode == 2
        assert (
            done.stderr == f"{tmp_path / place}: the folder cannot be written: not a directory; choose another place\n"
        )
    new = str(tmp_path / "a" / "b")
    assert writable_path(new, folder=True) == new
