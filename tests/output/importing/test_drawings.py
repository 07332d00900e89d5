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
    for text, name in (("A:\n..\n", "A"), ("XX\n\nBoard:\n..\n", "Board")):
        (tmp_path / "empty.txt").write_text(text, encoding="utf-8")
        done = run("import", str(tmp_path / "empty.txt"), str(tmp_path / "out"))
        assert (done.returncode, f"empty.txt: the drawing of '{name}' has no cell" in done.stderr) == (2, True)
    for size in ("0x0", "3x4x5x6"):
        (tmp_path / "size.txt").write_text(f"XX\n\n{size}\n", encoding="utf-8")
        done = run("import", str(tmp_path / "size.txt"), str(tmp_path / "out"))
        assert (done.returncode, f"size.txt:3:1: '{size}' is not the size of a board; " in done.stderr) == (2, True)


def test_drawings_have_names_layers_and_boards(run: Program, tmp_path: Path) -> None:
    """`A` and `A:` name a drawing, x and # are X, layers are side by side or one below the other."""
    beside, below = tmp_path / "beside.txt", tmp_path / "below.txt"
    beside.write_text("2x2x2\nA\nxx ..\nx. x.\n\nB\n.. XX\n.# .#\n", encoding="utf-8")
    below.write_text("2x2x2\nA:\nXX\nX.\n\n..\nX.\n\nB:\n..\n.X\n\nXX\n.X\n", encoding="utf-8")
    for file in (beside, below):
        assert run("import", str(file), str(tmp_path / "out")).returncode == 0
        puzzle = build_puzzle(tmp_path / "out" / f"{file.stem}.yaml")
        assert [(tile.name, tile.size, tile.minimum) for tile in puzzle.tiles] == [("A", 4, 2)]  # B is A, turned
        assert len(puzzle.board.cells) == 8
    (tmp_path / "named.txt").write_text("board:\nXXX\nX.X\n\nL\nxx\nx.\n\nI\nXX\n", encoding="utf-8")
    assert run("import", str(tmp_path / "named.txt"), str(tmp_path / "out")).returncode == 0
    assert len(build_puzzle(tmp_path / "out" / "named.yaml").board.cells) == 5


def test_board_stands_in_a_file_beside_the_pieces(run: Program, tmp_path: Path) -> None:
    """--board reads the drawing or the size of the board, and a file without one is a mistake."""
    (tmp_path / "pieces.txt").write_text("XX\nX.\n\nXX\n", encoding="utf-8")
    (tmp_path / "board.txt").write_text("XXX\nX.X\n", encoding="utf-8")
    (tmp_path / "empty.txt").write_text("\n", encoding="utf-8")
    command = ("import", str(tmp_path / "pieces.txt"), str(tmp_path / "out"), "--board")
    assert run(*command, str(tmp_path / "board.txt")).returncode == 0
    puzzle = build_puzzle(tmp_path / "out" / "pieces.yaml")
    assert (len(puzzle.board.cells), solve(puzzle, symmetry="off", jobs=1).count) == (5, 2)
    assert "there is no drawing of a board" in run(*command, str(tmp_path / "empty.txt")).stderr


def test_pieces_of_one_shape_become_copies(run: Program, tmp_path: Path) -> None:
    """Two drawings of one shape, rotated and reflected, are a tile with two copies."""
    (tmp_path / "two.txt").write_text("XX\nX.\n\n.X\nXX\n", encoding="utf-8")
    assert run("import", str(tmp_path / "two.txt"), str(tmp_path / "out")).returncode == 0
    [tile] = build_puzzle(tmp_path / "out" / "two.yaml").tiles
    assert (tile.name, tile.minimum, tile.maximum) == ("A", 2, 2)
