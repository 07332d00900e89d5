"""Instruction sheets: every piece comes once, and nothing is in the way of any."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cp_puzzles import solve
from cp_puzzles.cli.app import run
from cp_puzzles.output.draw.picture import Label, Shape
from cp_puzzles.output.draw.puzzle_picture import steps_picture
from cp_puzzles.output.draw.solid_pieces import Ahead, cells_ahead, slide_directions, straight_steps
from cp_puzzles.puzzle.geometry.cell_solid import Solid, solid
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import puzzle_from
from tests.examples import sampled

Vector = Any

WAYS = [tuple(sign * int(i == axis) for i in range(3)) for axis in range(3) for sign in (1, -1)]


def is_free(moving: set[tuple[int, ...]], others: set[tuple[int, ...]]) -> bool:
    """Return whether cells can be moved away from the others along an axis."""
    return any(
        not {tuple(x + k * w for x, w in zip(c, way, strict=True)) for c in moving for k in range(1, 9)} & others
        for way in WAYS
    )


def assembly(lattice: Lattice, placements: Sequence[Placement]) -> list[tuple[int, ...]]:
    """Return the order in which pieces are put in, by step."""
    return [pieces for pieces, _ in straight_steps(lattice, placements, Ahead.of(lattice, placements))[::-1]]


@pytest.mark.slow
def test_every_soma_solution_is_put_together_freely() -> None:
    """Each step's pieces can come straight in between those that lie there."""
    for solution in solve(puzzle_from("soma"), engine="exact-cover", jobs=1).solutions:
        there: set[tuple[int, ...]] = set()
        steps = assembly(LATTICES["cubic"], solution.placements)
        assert sorted(piece for step in steps for piece in step) == list(range(7))
        for step in steps:
            moving = {cell for piece in step for cell in solution.placements[piece].cells}
            assert is_free(moving, there)
            there |= moving


def test_interlocked_pieces_are_one_step() -> None:
    """Three links that hold each other: no straight line frees one, so they are one step."""
    cage = [(z, y, x) for z in range(3) for y in range(3) for x in range(3) if (z, y, x) != (1, 1, 1)]
    assert assembly(LATTICES["cubic"], [Placement(tuple(cage), "cage"), Placement(((1, 1, 1),), "bird")]) == [(0, 1)]


def is_clear(lattice: Lattice, moving: list[Cell], others: list[Cell]) -> bool:
    """Return whether cells can be moved away from the others in some direction, by small steps of their points."""
    shapes = [solid(lattice, cell) for cell in others]
    ways = [np.array(d, dtype=float) for d in product((-1, 0, 1), repeat=3) if any(d)]
    middles = [np.array(solid(lattice, cell).center) for cell in (*moving, *others)]
    steps = [b - a for a in middles[: len(moving)] for b in middles if 0 < np.linalg.norm(b - a) < 1.6]
    for body in map(solid, [lattice] * len(moving), moving):
        corners = [np.array(p) for p in body.points]
        steps += [np.cross(corners[b] - corners[a], corners[c] - corners[a]) for a, b, c, *_ in body.faces]
    for way in (*ways, *(sign * step for step in steps for sign in (1, -1))):
        unit = way / np.linalg.norm(way)
        if not any(_hits(solid(lattice, cell), t * unit, shapes) for t in np.arange(0.05, 6, 0.1) for cell in moving):
            return True
    return not others


def _hits(body: Solid, shift: Vector, shapes: list[Solid]) -> bool:
    middle = np.array(body.center)
    if body.radius:
        return any(np.linalg.norm(middle + shift - np.array(s.center)) < 1.98 * body.radius for s in shapes)
    points = np.array([middle, *(middle + 0.96 * (np.array(p) - middle) for p in body.points)]) + shift
    return any(_inside(points, shape) for shape in shapes)


def _inside(points: Vector, shape: Solid) -> bool:
    corners = [np.array(p) for p in shape.points]
    within = np.ones(len(points), dtype=bool)
    for a, b, c, *_ in shape.faces:
        within &= (points - corners[a]) @ np.cross(corners[b] - corners[a], corners[c] - corners[a]) < -1e-9
    return bool(within.any())


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("prisms_hexagon", marks=pytest.mark.slow),
        pytest.param("prisms_triangular", marks=pytest.mark.slow),
        "pyramid_of_four_pieces",
        "trispheres_pyramid3",
    ],
)
def test_steps_on_other_solids(name: str) -> None:
    """Prisms, balls and polyhedra: what a step puts in can leave what lay there, and no step is larger than it need."""
    puzzle = puzzle_from(name)
    solution = solve(puzzle, engine="exact-cover", jobs=1, limit=1).solutions[0]
    there: list[Cell] = []
    steps = assembly(puzzle.lattice, solution.placements)
    assert sorted(piece for step in steps for piece in step) == list(range(len(solution.placements)))
    for step in steps:
        moving = [cell for piece in step for cell in solution.placements[piece].cells]
        assert is_clear(puzzle.lattice, moving, there)
        there += moving


def test_sheet_has_a_picture_a_step(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`render --steps` draws the numbered steps of a solution with the names of the pieces."""
    puzzle = puzzle_from("soma")
    solution = solve(puzzle, engine="exact-cover", jobs=1, limit=1).solutions[0]
    labels = [item.text for item in steps_picture(puzzle, solution.placements).items if hasattr(item, "text")]
    assert [label.split(":")[0] for label in labels] == [str(n) for n in range(1, 8)]
    file, sheet = tmp_path / "soma.jsonl", tmp_path / "steps.svg"
    assert run(["soma", "--limit", "1", "--show", "none", "--out", str(file)]) == 0
    assert run(["render", "soma", str(file), "--steps", str(sheet)]) == 0
    assert sheet.read_text("utf-8").count("<text") == 7
    assert run(["render", "soma", str(file), "--steps", str(tmp_path / "steps.html")]) == 2
    assert "no picture has the suffix '.html'" in capsys.readouterr().err
    file.write_text("")
    assert run(["render", "soma", str(file), "--steps", str(sheet)]) == 2
    assert "--steps: " in capsys.readouterr().err


def test_page_to_play_on_needs_no_solutions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`render SPEC x.html` writes it; a picture of nothing is refused; a search that ends tells the page so."""
    page = tmp_path / "play.html"
    assert run(["render", "five_tiles4x4", str(page)]) == 0
    assert '"count":0' in page.read_text("utf-8")
    assert run(["render", "five_tiles4x4", str(tmp_path / "x.svg")]) == 2
    assert "there are no solutions to draw" in capsys.readouterr().err
    for limit, complete in ((["--limit", "6"], "false"), ([], "true")):
        assert run(["dominoes4x4", *limit, "--engine", "exact-cover", "--show", "none", "--out", str(page)]) == 0
        assert f'"total":{{"complete":{complete},"solutions":9}}' in page.read_text("utf-8")


def test_sheet_of_a_burr_follows_moves() -> None:
    """The sheet of a burr of level 6 has a picture with an arrow for each of its 13 moves, the last one first."""
    puzzle = puzzle_from("burrs/dubois_burr")
    solution = next(s for s in solve(puzzle, engine="exact-cover", jobs=1).solutions if s.measure("level"))
    items = steps_picture(puzzle, solution.placements).items
    labels = [item.text for item in items if isinstance(item, Label)]
    assert [label.split(":")[0] for label in labels] == [str(n) for n in range(1, 14)]
    assert [" by " in label for label in labels] == [False, False, False, False, *[True] * 3, False, *[True] * 5]
    assert sum(isinstance(item, Shape) and item.fill == "ink" for item in items) == 13


@pytest.mark.parametrize(("name", "size"), sampled([("cubic", (2, 2, 2)), ("balls", (3, 2, 2))], every=2))
def test_cells_ahead_are_the_cells_hit(name: str, size: tuple[int, ...]) -> None:
    """A cell is ahead of another in a direction exactly if the other one, moved in small steps, hits it."""
    lattice = LATTICES[name]
    cells = [cell for cell in product(*map(range, size)) if lattice.is_cell(cell)]
    bodies = [solid(lattice, cell) for cell in cells]
    for way, table in zip(slide_directions(lattice), cells_ahead(lattice, cells), strict=True):
        steps = [t * np.array(way) for t in np.arange(0.15, 3, 0.25)]
        for body, blockers in zip(bodies, table, strict=True):
            others = [number for number, other in enumerate(bodies) if other is not body]
            assert blockers == [n for n in others if any(_hits(body, step, [bodies[n]]) for step in steps)]


def test_captions_fit_their_pictures() -> None:
    """Captions with the names of many pieces are set small enough for the width of a picture."""
    puzzle = puzzle_from("burrs/piston_burr")
    solution = solve(puzzle, engine="exact-cover", jobs=1, limit=1).solutions[0]
    sheet = steps_picture(puzzle, solution.placements)
    (label,) = (item for item in sheet.items if isinstance(item, Label))
    assert sorted(label.text.removeprefix("1: ").split(", ")) == ["1008", "1008", "512", "768", "88", "922"]
    assert 0.6 * label.size * len(label.text) <= sheet.width
