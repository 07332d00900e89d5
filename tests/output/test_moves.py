"""Files of moves are replayed: each vector is along a direction of the lattice, and numbers are in bounds."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cp_puzzles import build_puzzle, parse_spec
from cp_puzzles.errors import SolutionFileError
from cp_puzzles.output.moves_file import verify_moves
from cp_puzzles.puzzle.disassembly.piece_groups import directions
from cp_puzzles.puzzle.disassembly.replay import replay_violation
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from tests.cli.program import Program
from tests.output.burrtools.test_separations import separated

ROW = "{name: row, board: {size: [1, 3]}, tiles: [{name: M, drawing: X}, {name: D, drawing: XX}]}"
PLACEMENTS = [{"tile": "M", "cells": [[0, 0]]}, {"tile": "D", "cells": [[0, 1], [0, 2]]}]


def verified(folder: Path, *steps: dict[str, Any]) -> int:
    """Verify a file with one solution that these steps take apart."""
    path = folder / "moves.jsonl"
    line = {"apart": True, "level": 1, "moves": [1], "placements": PLACEMENTS, "steps": steps}
    path.write_text(json.dumps(line) + "\n")
    return verify_moves(path, build_puzzle(parse_spec(ROW)))


@pytest.mark.parametrize("vector", [[1, 1], [2, 1], [-1, 1], [1, -3]])
def test_vector_beside_the_directions_is_refused(vector: list[int], tmp_path: Path) -> None:
    """A diagonal or a knight's move on squares is no direction; false levels were verified with them."""
    with pytest.raises(SolutionFileError, match="is not along a direction in which pieces of the lattice move"):
        verified(tmp_path, {"pieces": [1], "leave": vector})


def test_multiple_of_a_direction_is_accepted(tmp_path: Path) -> None:
    """A leaving group may be written with any positive multiple of its direction."""
    assert verified(tmp_path, {"pieces": [1], "leave": [-3, 0]}) == 1


@pytest.mark.parametrize("name", ["square", "cubic", "triangular", "hexagonal", "triangular-prisms"])
def test_every_direction_of_a_lattice_is_accepted(name: str) -> None:
    """Far pieces may move along each documented direction, by any of its multiples, and along no sum of two of them."""
    lattice = LATTICES[name]
    origin = lattice.cell_classes[0].origin
    far = tuple(x + 1000 * sum(b) for x, *b in zip(origin, *lattice.translations.basis, strict=True))
    steps = directions(lattice)
    for step, scale in ((step, scale) for step in steps for scale in (1, 3)):
        vector = tuple(scale * x for x in step)
        assert replay_violation(lattice, [[origin], [far]], [((0,), vector, False)], apart=False) is None
    multiples = {tuple(k * x for x in step) for step in steps for k in range(1, 9)}
    sums = {tuple(2 * a + b for a, b in zip(first, other, strict=True)) for first in steps for other in steps}
    for vector in sorted(sums - multiples)[:20]:
        if any(vector):
            fault = replay_violation(lattice, [[origin], [far]], [((0,), vector, False)], apart=False)
            assert fault is not None
            assert "is not along a direction" in fault


HUGE = 10**30


@pytest.mark.parametrize(
    "step",
    [
        {"pieces": [1], "leave": [HUGE, 0]},
        {"pieces": [1], "move": [0, -HUGE]},
        {"pieces": [HUGE], "leave": [1, 0]},
        {"pieces": [1.0], "leave": [1, 0]},
        {"pieces": [1], "leave": [float("inf"), 0]},
        {"pieces": [float("inf")], "leave": [1, 0]},
        {"pieces": [True], "leave": [1, 0]},
        {"pieces": [1], "leave": "up"},
        {"pieces": None, "leave": [1, 0]},
    ],
)
def test_numbers_out_of_bounds_are_refused(step: dict[str, Any], tmp_path: Path) -> None:
    """Numbers beyond 64 bits, and what is no integer, are mistakes of the file; one was an internal error."""
    with pytest.raises(SolutionFileError, match="not a list of steps"):
        verified(tmp_path, step)


def _huge_cell(line: dict[str, Any]) -> None:
    line["placements"][0]["cells"][0][0] = HUGE


@pytest.mark.parametrize("change", [_huge_cell, lambda line: line["steps"][0]["leave"].__setitem__(0, HUGE)])
def test_verify_refuses_huge_numbers(change: Callable[[Any], None], tmp_path: Path, run: Program) -> None:
    """A number beyond 64 bits anywhere in a file is status 2."""
    spec, path = tmp_path / "row.yaml", tmp_path / "moves.jsonl"
    spec.write_text(ROW)
    steps = [{"pieces": [1], "leave": [1, 0]}]
    line = {"apart": True, "level": 1, "moves": [1], "placements": PLACEMENTS, "steps": steps}
    line = json.loads(json.dumps(line))
    change(line)
    path.write_text(json.dumps(line) + "\n")
    done = run("verify", str(spec), str(path))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


@pytest.mark.parametrize("position", [f"0 {HUGE}", f"{HUGE} 30001", "9" * 5000 + " 1"])
def test_verify_refuses_huge_positions_of_burrtools(position: str, tmp_path: Path, run: Program) -> None:
    """A position beyond 64 bits in a BurrTools file is status 2."""
    path = tmp_path / "x.xmpuzzle"
    path.write_text(separated("0 1", position))
    done = run("verify", str(path), str(path))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    path.write_text(separated("0 1", "0 30001").replace("<assembly>0 0", f"<assembly>{HUGE} 0"))
    assert run("verify", str(path), str(path)).returncode == 2


def test_verify_refuses_diagonal_moves_of_burrtools(tmp_path: Path, run: Program) -> None:
    """A diagonal translation in the separations of a BurrTools file is refused."""
    path = tmp_path / "x.xmpuzzle"
    last = "<state><dx>0 0</dx><dy>0 30001</dy>"
    text = separated("0 1", "0 30001")
    assert last in text
    path.write_text(text.replace(last, last.replace("<dx>0 0", "<dx>0 30000")))
    done = run("verify", str(path), str(path))
    assert done.returncode == 2
    assert "is not along a direction" in done.stderr.replace("\n", " ")


def test_apart_refuses_a_file_without_solutions(tmp_path: Path, run: Program) -> None:
    """An empty file is status 2, not 1: that no assembly can be built is a statement about the puzzle."""
    spec, path = tmp_path / "row.yaml", tmp_path / "empty.jsonl"
    spec.write_text(ROW)
    path.write_text("")
    done = run("apart", str(spec), str(path))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("the file has no solution; give a file with one\n")
