"""Every engine on every lattice, with every symmetry, against brute force over the drawing."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from cp_puzzles import build_puzzle, count, hint, sample, solve
from cp_puzzles.analysis.cross_check import cross_check
from cp_puzzles.cover.solutions import Solutions
from cp_puzzles.cover.verify import Verifier
from cp_puzzles.export.jsonl import json_line, read_solutions
from cp_puzzles.geometry.lattice import Lattice
from cp_puzzles.geometry.lattices import LATTICES
from cp_puzzles.geometry.polyform import polyforms
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.spec.schema import PuzzleSpec
from tests.geometry import lattice_oracle as oracle
from tests.geometry.drawn_lattices import drawn, ends, some_board, turns_of

LARGE = ("truncated-octahedra", "balls", "rhombic", "tetra-eighths", "trigs", "hexagonal-prisms", "triangular-prisms")
"""A cell has so many neighbours there, or motions, that the test is left to the slow run."""

LISTING = ("cp-sat", "exact-cover")


def lump(lattice: Lattice) -> Puzzle:
    """A board without symmetry, and pieces of one, two and three cells of which few copies are allowed."""
    return _puzzle(lattice, some_board(lattice, 8))


def rosette(lattice: Lattice) -> Puzzle:
    """A cell with all its neighbours, which has symmetries."""
    return _puzzle(lattice, {lattice.kinds[0].origin, *lattice.neighbours(lattice.kinds[0].origin)})


def _puzzle(lattice: Lattice, board: Iterable[tuple[int, ...]]) -> Puzzle:
    forms = [form for size in (1, 2, 3) for form in polyforms(lattice, size, reflect=True)[:3]]
    tiles = [
        {
            "name": f"T{number}",
            "cells": list(map(lattice.written, form)),
            "multiplicity": {"min": 0, "max": 3 if len(form) == 3 else 1},
            "reflect": True,
        }
        for number, form in enumerate(forms)
    ]
    cells = list(map(lattice.written, sorted(board)))
    spec = {"name": "small", "lattice": lattice.name, "board": {"cells": cells}, "tiles": tiles}
    return build_puzzle(PuzzleSpec.model_validate(spec))


class Witness:
    """What plain geometry says of a puzzle: its solutions as sets of placements, and the symmetries of its board.

    A placement is a set of cells, by their numbers on the board: a set is the image of one piece at most.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.lattice, self.board = puzzle.lattice, puzzle.board.cells
        self.outlines = [drawn(self.lattice, cell) for cell in self.board]
        self.turns = turns_of(self.lattice)
        self.tile_of = {
            cells: tile
            for tile in puzzle.tiles
            for cells in oracle.placements(self.outlines, [drawn(self.lattice, c) for c in tile.form], self.turns)
        }
        self.solutions = set(self._search(frozenset(), ()))

    def _search(
        self, covered: frozenset[int], chosen: tuple[frozenset[int], ...]
    ) -> Iterator[frozenset[frozenset[int]]]:
        bare = next((cell for cell in range(len(self.board)) if cell not in covered), None)
        if bare is None:
            yield frozenset(chosen)
            return
        for cells, tile in self.tile_of.items():
            if bare not in cells or covered & cells:
                continue
            if sum(self.tile_of[other] is tile for other in chosen) == tile.maximum:
                continue
            if not any(self._cross(cells, other) for other in chosen):
                yield from self._search(covered | cells, (*chosen, cells))

    def _cross(self, one: frozenset[int], other: frozenset[int]) -> bool:
        """Whether the ends of two pieces of edges take turns around some point."""
        if not self.lattice.spokes:
            return False
        around: dict[tuple[float, ...], list[tuple[float, bool]]] = {}
        for piece in (one, other):
            for cell in piece:
                first, second = ends(self.lattice, self.board[cell])
                for here, there in ((first, second), (second, first)):
                    angle = np.arctan2(there[1] - here[1], there[0] - here[0])
                    around.setdefault(tuple(np.round(here, 4) + 0.0), []).append((angle, piece is one))
        return any(_changes([mine for _, mine in sorted(angles)]) > 2 for angles in around.values())

    def orbits(self, symmetry: str) -> int:
        """How many classes of solutions there are under the motions of the board."""
        turns = {"off": self.turns[:1], "rotations": self.turns[: len(self.turns) // 2], "full": self.turns}[symmetry]
        moved = [its for its in map(self._moved, turns) if its]
        return len({min(_listed(solution, its) for its in moved) for solution in self.solutions})

    def _moved(self, turn: NDArray[np.float64]) -> list[int] | None:
        """Where a turn takes each cell of the board, if it takes the board to itself."""
        middle = np.mean([np.mean(cell, axis=0) for cell in self.outlines], axis=0)
        place = {oracle.rounded(cell - middle): number for number, cell in enumerate(self.outlines)}
        moved = [oracle.rounded((cell - middle) @ turn.T) for cell in self.outlines]
        return [place[cell] for cell in moved] if place.keys() >= set(moved) else None


def _listed(solution: frozenset[frozenset[int]], moved: list[int]) -> tuple[tuple[int, ...], ...]:
    """The image of a solution in an order of its own."""
    return tuple(sorted(tuple(sorted(moved[cell] for cell in placement)) for placement in solution))


def _changes(owners: list[bool]) -> int:
    """How often the owner changes when one goes round."""
    return sum(a != b for a, b in itertools.pairwise([*owners, owners[0]]))


@pytest.mark.parametrize("make", [rosette, pytest.param(lump, marks=pytest.mark.slow)], ids=lambda make: make.__name__)
@pytest.mark.parametrize(
    "lattice",
    [pytest.param(its, marks=[pytest.mark.slow] if name in LARGE else [], id=name) for name, its in LATTICES.items()],
)
def test_every_engine_agrees_with_brute_force(
    lattice: Lattice, make: Callable[[Lattice], Puzzle], tmp_path: Path
) -> None:
    """Numbers with every engine and symmetry, the solutions themselves, what is kept, drawn, hinted and read again."""
    puzzle = make(lattice)
    witness = Witness(puzzle)
    number = {cell: n for n, cell in enumerate(puzzle.board.cells)}

    def as_sets(solutions: Solutions) -> set[frozenset[frozenset[int]]]:
        return {
            frozenset(frozenset(map(number.__getitem__, p.cells)) for p in solution.placements)
            for solution in solutions
        }

    for symmetry in ("off", "rotations", "full"):
        expected = witness.orbits(symmetry)
        for engine in (*LISTING, "frontier"):
            found = count(puzzle, symmetry=symmetry, engine=engine, jobs=1)
            assert (found.status, found.count, found.raw) == ("complete", expected, len(witness.solutions)), engine
    for engine in LISTING:
        result = solve(puzzle, symmetry="off", engine=engine, jobs=1)
        assert as_sets(result.solutions) == witness.solutions
    verifier = Verifier(puzzle)
    assert not any(verifier.fault(solution.placements) for solution in result.solutions)
    assert cross_check(puzzle, result, jobs=1).solutions == len(witness.solutions)
    file, store = tmp_path / "solutions.jsonl", tmp_path / "run"
    file.write_text("".join(json_line(s, n) + "\n" for n, s in enumerate(result.solutions, start=1)), encoding="utf-8")
    assert [s.placements for s in read_solutions(file, puzzle)] == [s.placements for s in result.solutions]
    stored = solve(puzzle, symmetry="full", engine="exact-cover", jobs=1, store=store)
    again = solve(puzzle, symmetry="full", engine="exact-cover", jobs=1, store=store)
    assert [s.placements for s in again.solutions] == [s.placements for s in stored.solutions]
    assert again.count == witness.orbits("full")
    advice, drawn_ones = hint(puzzle), sample(puzzle, 3, seed=1)
    assert drawn_ones.total == len(witness.solutions)
    if witness.solutions:
        assert as_sets(drawn_ones.solutions) <= witness.solutions
        assert advice.placement is not None
        hinted = frozenset(number[c] for c in advice.placement.cells)
        assert any(hinted in solution for solution in witness.solutions)
    else:
        assert advice.status == "none"
