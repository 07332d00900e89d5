"""Texts with drawings of pieces become puzzle files."""

from __future__ import annotations

from pathlib import Path

from cp_puzzles import build_puzzle, solve
from tests.cli.program import Program


def test_drawings_become_tiles(run: Program, tmp_path: Path) -> None:
    """Each drawing is a tile with its name; the board has the size in the text, or room for all cells."""
    pieces = tmp_path / "pieces.txt"
    pieces.write_text("hook:\n#\n##\n\nXXX\nX..\n", encoding="utf-8")
    assert run("import", str(pieces), str(tmp_path)).returncode == 0
    puzzle = build_puzzle(tmp_path / "pieces.yaml")
    assert [(tile.name, tile.size) for tile in puzzle.tiles] == [("hook", 3), ("B", 4)]
    assert len(puzzle.board.cells) == 8
    assert solve(puzzle, limit=1, jobs=1).count == 1
    (tmp_path / "sized.txt").write_text("3x4\n" + pieces.read_text(), encoding="utf-8")
    assert run("import", str(tmp_path / "sized.txt"), str(tmp_path)).returncode == 0
    assert len(build_puzzle(tmp_path / "sized.yaml").board.cells) == 12


def test_text_that_is_no_drawing_is_refused(run: Program, tmp_path: Path) -> None:
    """A mistake has its line, and cards without their puzzle are recognized."""
    (tmp_path / "cards.txt").write_text("..LL\n....\n", encoding="utf-8")
    done = run("import", str(tmp_path / "cards.txt"), str(tmp_path / "out"))
    assert done.returncode == 2
    assert "cards.txt:1:1: '..LL' is not a drawing" in done.stderr
    assert "--puzzle" in done.stderr
