"""The moves of solutions on a page, which straight lines do not take apart."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cp_puzzles import build_puzzle, load_spec, solve
from cp_puzzles.output.web.solution_page import page_html
from tests.output.web.test_page_logic import Ask, data_of


def test_page_plays_the_moves_of_a_burr(page_logic: Ask) -> None:
    """The page moves the pieces of a burr of level 6 in 13 steps, each of which moves the pieces that it names."""
    puzzle = build_puzzle(load_spec("burrs/dubois_burr"))
    data = data_of(page_html(puzzle, solve(puzzle, engine="exact-cover", jobs=1).solutions))
    (key,) = data["moves"]  # the other assembly has none, it does not come apart
    row = [int(number) for number in key.split(",")]
    plan, offsets = page_logic(data, [["moves", row], ["offsets", row]])
    assert [step.get("distance") is None for step in plan["steps"]].count(True) == 5
    assert len(plan["steps"]) == 6 + 4 + 1 + 1 + 1
    for before, after, step in zip([[[0, 0, 0]] * 6, *offsets], offsets, plan["steps"], strict=False):
        moved = [number for number in range(6) if not np.allclose(before[number], after[number])]
        assert moved == sorted(step["pieces"])


def test_page_of_a_packing_has_no_moves() -> None:
    """Pieces that leave along straight lines need no moves in the data of a page."""
    puzzle = build_puzzle(load_spec("soma"))
    assert data_of(page_html(puzzle, solve(puzzle, engine="exact-cover", jobs=1, limit=3).solutions))["moves"] == {}


@pytest.mark.slow
def test_page_shows_the_moves_of_a_burr(browser: Any, tmp_path: Path) -> None:
    """The slider moves pieces one by one; the caption names them, their direction and distance."""
    puzzle = build_puzzle(load_spec("burrs/dubois_burr"))
    page = tmp_path / "burr.html"
    solutions = [s for s in solve(puzzle, engine="exact-cover", jobs=1).solutions if s.measure("level")]
    page.write_text(page_html(puzzle, solutions), encoding="utf-8")
    browser.open(page)
    browser.press("t")
    assert re.match(r"1\. \d+ moves? .*[12], (up|down|to the)", browser.text("caption"))
    browser.evaluate("window.solutionPage.box.set({ taken: 13 })")
    browser.wait_for("window.solutionPage.boxView.bodies().length === 2")
    assert "leaves, " in browser.text("caption")
    assert browser.faults() == []
