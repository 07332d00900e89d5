"""Tiles of one shape that are told apart, by a rule or with `labeled: true`."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest

from cp_puzzles import build_puzzle, count, load_spec, solve
from cp_puzzles.analysis.counts import tabulate
from cp_puzzles.errors import MistakeError, SpecError
from cp_puzzles.output.burrtools.burr_writer import burr_lines
from cp_puzzles.puzzle.puzzle import Puzzle
from tests import oracle
from tests.cli.program import Program

SHAPES = {"a": [(0, 0)], "b": [(0, 0)], "c": [(0, 0), (0, 1)], "d": [(0, 0), (0, 1)], "e": [(0, 0), (0, 1), (1, 0)]}
CHOOSE = [{"of": ["A1", "A2"], "copies": 1}, {"of": ["B1", "B2"], "copies": 1}]


def labeled(size: tuple[int, int], bounds: dict[str, tuple[int, int]], **keys: Any) -> Puzzle:
    """Return a puzzle with some of the shapes above."""
    tiles = [{"name": name, "cells": SHAPES[name], "multiplicity": f"{a}-{b}"} for name, (a, b) in bounds.items()]
    return build_puzzle({"name": "labeled", "board": {"size": [*size]}, "labeled": True, "tiles": tiles, **keys})


def test_two_labeled_squares_lie_in_twelve_ways() -> None:
    """Two unit squares with names lie in 2x2 in 4 times 3 ways, in 2 up to symmetry."""
    puzzle = labeled((2, 2), {"a": (1, 1), "b": (1, 1)}, fill=False)
    for engine in ("cp-sat", "exact-cover", "frontier"):
        assert count(puzzle, symmetry="off", engine=engine, jobs=1).count == 12
        assert count(puzzle, symmetry="full", engine=engine, jobs=1).count == 2


@pytest.mark.parametrize(
    ("size", "bounds"),
    [
        ((2, 2), {"a": (0, 4), "b": (0, 4)}),
        ((2, 3), {"c": (1, 1), "d": (1, 2), "a": (0, 2), "b": (0, 1)}),
        ((3, 3), {"e": (1, 2), "c": (1, 1), "d": (1, 1), "a": (0, 1), "b": (0, 2)}),
    ],
)
def test_labeled_tiles_count_as_brute_force_does(size: tuple[int, int], bounds: dict[str, tuple[int, int]]) -> None:
    """Solutions, all of them and those up to symmetry, are those of an oracle that knows only names and cells."""
    board: list[tuple[int, ...]] = [*product(range(size[0]), range(size[1]))]
    tiles = {name: (SHAPES[name], True, True, *each) for name, each in bounds.items()}
    everything = oracle.solutions(board, [], tiles)
    puzzle = labeled(size, bounds)
    for engine in ("cp-sat", "exact-cover"):
        got = solve(puzzle, symmetry="off", engine=engine, jobs=1)
        assert {
            frozenset((p.tile, frozenset(p.cells)) for p in each.placements) for each in got.solutions
        } == everything
        images = [dict(zip(board, oracle.moved(board, motion, (0, 0)), strict=True)) for motion in oracle.motions(2)]
        options = oracle.placements(board, tiles)
        group = [
            {(name, cells): (name, frozenset(map(image.__getitem__, cells))) for name, cells in options}
            for image in images
            if {*image.values()} == {*board}
        ]
        assert count(puzzle, symmetry="full", engine=engine, jobs=1).count == oracle.classes(everything, group)


def test_tiles_of_one_shape_are_told_apart_by_a_rule() -> None:
    """Pieces with two sides, two of them alike, are chosen by a rule that names them; else they are a mistake."""
    shapes = {"A1": "XX", "A2": "X", "B1": "X", "B2": "XXX"}
    tiles = [{"name": name, "drawing": drawn, "multiplicity": "0-1"} for name, drawn in shapes.items()]
    data: dict[str, Any] = {"name": "fit", "board": {"size": [1, 3]}, "tiles": tiles}
    assert solve({**data, "rules": {"choose": CHOOSE}}, symmetry="off", jobs=1).count == 2
    table = tabulate({**data, "rules": {"choose": CHOOSE}}, by="tiles", symmetry="off", jobs=1)
    assert [row[:2] for row in table.rows] == [("A1 B1", 2)]
    assert solve({**data, "maximize": {"A2": 2}}, jobs=1).objective == {"maximize": "values", "value": 2, "bound": 2}
    with pytest.raises(SpecError, match=r"tiles\.2: 'B1' and 'A2' have the same shape .* or write labeled: true"):
        build_puzzle({**data, "rules": {"regions": {}}, "board": {"drawing": "XXX"}})


def test_labeled_tiles_are_certified_and_exported(run: Program, tmp_path: Path) -> None:
    """A certificate is verified, DLX and Knuth's format have the same solutions, and BurrTools is refused."""
    puzzle = labeled((2, 2), {"a": (1, 1), "b": (1, 1), "c": (1, 1)})
    file = tmp_path / "labeled.yaml"
    file.write_text(puzzle.spec.to_yaml() if puzzle.spec else "", encoding="utf-8")
    proof = str(tmp_path / "proof")
    assert run("count", str(file), "--certificate", proof).returncode == 0
    checked = run("certificate", "check", proof, "--puzzle", str(file))
    assert "exactly 1 solution up to symmetry, 8 in all" in checked.stdout
    for suffix in (".dlx", ".polyomino"):
        assert run("export", str(file), str(tmp_path / f"out{suffix}")).returncode == 0
        out = run("count", str(tmp_path / f"out{suffix}"), "--symmetry", "off", "--json").stdout
        assert '"solutions": 8' in out
    assert load_spec(tmp_path / "out.polyomino").labeled
    with pytest.raises(MistakeError, match="does not tell apart tiles of one shape"):
        list(burr_lines(puzzle))
