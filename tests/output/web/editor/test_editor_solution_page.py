"""The data that the editor makes for the solution page, in node, against those that Python makes."""

from __future__ import annotations

import re
from array import array
from base64 import b64decode
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from cp_puzzles import build_puzzle, load_spec
from cp_puzzles.cover.cover_problem import build_cover
from cp_puzzles.output.web.page_data import PageData
from cp_puzzles.puzzle.palette import PALETTE
from tests.output.web.editor.conftest import Ask

CATALOG = sorted(Path("specs").rglob("*.yaml"))
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
COMPARED = (
    "solid", "cells", "touching", "names", "labels", "colors", "layer", "board", "letter", "required",
    "highlights", "tiles", "placements", "directions", "ahead", "dots", "regions",
)  # fmt: skip
"""What the editor computes as well; the group is compared by other tests."""

LARGEST = 200
"""Cells of the largest board that is compared."""


def assert_same(place: str, page: Any, python: Any) -> None:
    """Compare two values; numbers, also those in paths and colors, may differ by rounding."""
    if isinstance(python, dict):
        assert sorted(page) == sorted(map(str, python)), place
        for key, value in python.items():
            assert_same(f"{place}.{key}", page[str(key)], value)
    elif isinstance(python, list | tuple):
        assert len(page) == len(python), place
        for number, value in enumerate(python):
            assert_same(f"{place}.{number}", page[number], value)
    elif python is None or isinstance(python, bool):
        assert page == python, place
    elif isinstance(python, int | float):
        assert page == pytest.approx(python, abs=2e-3), place
    elif re.match(r"M-?\d", python):
        assert NUMBER.sub("", page) == NUMBER.sub("", python), place
        numbers = (map(float, NUMBER.findall(path)) for path in (page, python))
        assert max(abs(a - b) for a, b in zip(*numbers, strict=True)) < 0.11, place
    else:
        assert page == python, place


def resolved(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the compared data with the shapes of cells and the outlines of pieces in place of their numbers."""
    data = {key: data[key] for key in (*COMPARED, "shapes", "outlines") if key in data}
    shapes, outlines = data.pop("shapes"), data.pop("outlines")
    data["cells"] = [[shapes[cell[0]], *cell[1:]] for cell in data["cells"]]
    kept = ("name", "minimum", "maximum", "orientations", "outlines", "colors", "sides")
    data["tiles"] = [{key: tile[key] for key in kept} for tile in data["tiles"]]
    for tile in data["tiles"]:
        tile["orientations"] = [[[shapes[cell[0]], *cell[1:]] for cell in form] for form in tile["orientations"]]
        tile["outlines"] = [outlines[number] for number in tile["outlines"]]
        tile["colors"] = [[dot and dot["letter"] for dot in form] for form in tile["colors"]]
    data["colors"] = {str(cell): dot["letter"] for cell, dot in data["colors"].items()}
    data["placements"] = {key: decoded(value) for key, value in data["placements"].items()}
    data["placements"]["outline"] = [outlines[number] for number in data["placements"]["outline"]]
    return data


def decoded(table: Any) -> list[int]:
    """Return the numbers of a table."""
    if isinstance(table, list):
        return table
    return array({1: "B", 2: "H", 4: "I"}[table["bytes"]], b64decode(table["base64"])).tolist()


def assert_same_pages(ask: Ask, files: list[Path]) -> None:
    """Compare the data of some catalog puzzles."""
    specs = [load_spec(file) for file in files]
    puzzles = [build_puzzle(spec) for spec in specs]
    asked = [
        ["page", spec.to_dict(), list(puzzle.tile_colors.values()), PALETTE]
        for spec, puzzle in zip(specs, puzzles, strict=True)
        if len(puzzle.board.cells) <= LARGEST
    ]
    puzzles = [puzzle for puzzle in puzzles if len(puzzle.board.cells) <= LARGEST]
    compared = 0
    for puzzle, page in zip(puzzles, ask(asked), strict=True):
        if page is None:
            continue
        cover = build_cover(puzzle)
        python = PageData(cover, (*cover.placements, *puzzle.given)).described()
        assert_same(puzzle.name, resolved(page), resolved(python))
        compared += 1
    assert compared


def test_editor_outlines_sample_as_the_page(editor_logic: Ask) -> None:
    """Outlines, shapes, views, colors and highlights of a few catalog puzzles are those of the solution page."""
    names = ("pentatwigs5x3", "soma")
    assert_same_pages(editor_logic, [Path(f"specs/{name}.yaml") for name in names])


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_editor_outlines_the_catalog_as_the_page(editor_logic: Ask, part: int) -> None:
    """The data of every catalog puzzle that the page solves are those of the solution page."""
    assert_same_pages(editor_logic, CATALOG[part::4])
