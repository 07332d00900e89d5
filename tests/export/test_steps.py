"""Instruction sheets: every piece comes once, and nothing is in the way of any."""

from __future__ import annotations

from pathlib import Path

import pytest

from cp_puzzles import build_puzzle, load_spec, solve
from cp_puzzles.cli.app import run
from cp_puzzles.export.steps import assembly, steps_picture
from cp_puzzles.geometry.placement import Placement

WAYS = [tuple(sign * int(i == axis) for i in range(3)) for axis in range(3) for sign in (1, -1)]


def is_free(moving: set[tuple[int, ...]], others: set[tuple[int, ...]]) -> bool:
    """Whether cells can leave the others along some axis."""
    return any(
        not {tuple(x + k * w for x, w in zip(c, way, strict=True)) for c in moving for k in range(1, 9)} & others
        for way in WAYS
    )


def test_every_soma_solution_is_put_together_freely() -> None:
    """Each step's pieces can come straight in between those that lie there."""
    for solution in solve(build_puzzle(load_spec("soma")), engine="exact-cover", jobs=1).solutions:
        there: set[tuple[int, ...]] = set()
        steps = assembly(solution.placements)
        assert sorted(piece for step in steps for piece in step) == list(range(7))
        for step in steps:
            moving = {cell for piece in step for cell in solution.placements[piece].cells}
            assert is_free(moving, there)
            there |= moving


def test_what_is_locked_comes_as_one_step() -> None:
    """Three links that hold each other: no straight line frees one, so they are one step."""
    cage = [(z, y, x) for z in range(3) for y in range(3) for x in range(3) if (z, y, x) != (1, 1, 1)]
    assert assembly([Placement(tuple(cage), "cage"), Placement(((1, 1, 1),), "bird")]) == [(0, 1)]


def test_a_sheet_has_a_picture_a_step(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By the command: the steps of the chosen solution, numbered, with the pieces' names."""
    puzzle = build_puzzle(load_spec("soma"))
    solution = solve(puzzle, engine="exact-cover", jobs=1, limit=1).solutions[0]
    labels = [item.text for item in steps_picture(puzzle, solution.placements).items if hasattr(item, "text")]
    assert [label.split(":")[0] for label in labels] == [str(n) for n in range(1, 8)]
    file, sheet = tmp_path / "soma.jsonl", tmp_path / "steps.svg"
    assert run(["soma", "--limit", "1", "--show", "none", "--out", str(file)]) == 0
    assert run(["render", "soma", str(file), "--steps", str(sheet)]) == 0
    assert sheet.read_text("utf-8").count("<text") == 7
    assert run(["render", "soma", str(file), "--steps", str(tmp_path / "steps.html")]) == 2
    assert "no picture has the suffix '.html'" in capsys.readouterr().err


def test_a_page_to_play_on_needs_no_solutions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`render SPEC x.html` writes it; a picture of nothing is refused; a search that ends tells the page so."""
    page = tmp_path / "play.html"
    assert run(["render", "five_tiles4x4", str(page)]) == 0
    assert '"count":0' in page.read_text("utf-8")
    assert run(["render", "five_tiles4x4", str(tmp_path / "x.svg")]) == 2
    assert "there are no solutions to draw" in capsys.readouterr().err
    for limit, complete in ((["--limit", "6"], "false"), ([], "true")):
        assert run(["dominoes4x4", *limit, "--engine", "exact-cover", "--show", "none", "--out", str(page)]) == 0
        assert f'"total":{{"complete":{complete},"solutions":9}}' in page.read_text("utf-8")
