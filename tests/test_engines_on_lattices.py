"""Every engine on every lattice, with every symmetry, against brute force over the drawing."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from cp_puzzles import build_puzzle, count, hint, sample, solve, write_solutions
from cp_puzzles.analysis.puzzle_check import cross_check
from cp_puzzles.cover.solution import Solutions
from cp_puzzles.cover.verifier import Verifier
from cp_puzzles.output.formats.solution_reader import read_solutions
from cp_puzzles.puzzle.geometry.lattice import Lattice
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.geometry.polyform_sets import polyforms
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.spec.schema import PuzzleSpec
from tests.examples import sampled
from tests.oracle import orbits
from tests.puzzle.build.torus_oracle import tilings
from tests.puzzle.geometry import lattice_oracle
from tests.puzzle.geometry.drawn_lattices import drawn, ends, some_board, turns_of

LARGE = ("truncated-octahedra", "balls", "rhombic", "tetra-eighths", "trigs", "hexagonal-prisms", "triangular-prisms")
"""Lattices with many neighbors or isometries, for the slow run only."""

LISTING = ("cp-sat", "exact-cover")


def asymmetric_board(lattice: Lattice) -> Puzzle:
    """Return a puzzle without symmetry, with pieces of one, two and three cells and few copies."""
    return _puzzle(lattice, some_board(lattice, 8))


def symmetric_board(lattice: Lattice) -> Puzzle:
    """Return a puzzle on a cell with all its neighbors, which has symmetries."""
    return _puzzle(lattice, {lattice.cell_classes[0].origin, *lattice.neighbors(lattice.cell_classes[0].origin)})


def _puzzle(lattice: Lattice, board: Iterable[tuple[int, ...]]) -> Puzzle:
    forms = [form for size in (1, 2, 3) for form in polyforms(lattice, size, reflect=True)[:3]]
    tiles = [
        {
            "name": f"T{number}",
            "cells": list(map(lattice.coordinates, form)),
            "multiplicity": {"min": 0, "max": 3 if len(form) == 3 else 1},
            "reflect": True,
        }
        for number, form in enumerate(forms)
    ]
    cells = list(map(lattice.coordinates, sorted(board)))
    spec = {"name": "small", "lattice": lattice.name, "board": {"cells": cells}, "tiles": tiles}
    return build_puzzle(PuzzleSpec.model_validate(spec))


class GeometricOracle:
    """The solutions of a puzzle as sets of placements and the symmetries of its board, from plain geometry.

    A placement is a set of cell numbers; each set is an image of at most one piece.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.lattice, self.board = puzzle.lattice, puzzle.board.cells
        self.outlines = [drawn(self.lattice, cell) for cell in self.board]
        self.turns = turns_of(self.lattice)
        options = [
            (tile.name, cells)
            for tile in puzzle.tiles
            for cells in lattice_oracle.placements(
                self.outlines, [drawn(self.lattice, c) for c in tile.form], self.turns
            )
        ]
        self.solutions = {
            frozenset(chosen)
            for tiling in tilings(len(self.board), options, {tile.name: tile.maximum for tile in puzzle.tiles})
            if (chosen := [cells for _, cells in tiling])
            and not any(itertools.starmap(self._cross, itertools.combinations(chosen, 2)))
        }

    def _cross(self, one: frozenset[int], other: frozenset[int]) -> bool:
        """Return True if the ends of two pieces of edges alternate around a point."""
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
        """Return the number of orbits of solutions under the isometries of the board."""
        rotations = [turn for turn in self.turns if np.linalg.det(turn) > 0]
        turns = {"off": self.turns[:1], "rotations": rotations, "full": self.turns}[symmetry]
        permutations = [each for each in map(self._moved, turns) if each]

        def images(solution: frozenset[frozenset[int]]) -> Iterator[frozenset[frozenset[int]]]:
            return (frozenset(frozenset(map(to.__getitem__, cells)) for cells in solution) for to in permutations)

        return len([*orbits(self.solutions, images)])

    def _moved(self, turn: NDArray[np.float64]) -> list[int] | None:
        """Return the permutation of the cells by an isometry, None if it does not preserve the board."""
        middle = np.mean([np.mean(cell, axis=0) for cell in self.outlines], axis=0)
        place = {lattice_oracle.rounded(cell - middle): number for number, cell in enumerate(self.outlines)}
        moved = [lattice_oracle.rounded((cell - middle) @ turn.T) for cell in self.outlines]
        return [place[cell] for cell in moved] if place.keys() >= set(moved) else None


def _changes(owners: list[bool]) -> int:
    """Return the number of changes of owner around a circle."""
    return sum(a != b for a, b in itertools.pairwise([*owners, owners[0]]))


on_every_lattice = pytest.mark.parametrize(
    ("lattice", "make"),
    [
        pytest.param(
            lattice,
            make,
            marks=[pytest.mark.slow] if is_slow or name in LARGE or number % 2 else [],
            id=f"{name}-{kind}",
        )
        for number, (name, lattice) in enumerate(LATTICES.items())
        for kind, make, is_slow in (
            ("symmetric", symmetric_board, name in LARGE or number % 2 == 1),
            ("asymmetric", asymmetric_board, True),
        )
    ],
)


@cache
def solved(lattice: Lattice, make: Callable[[Lattice], Puzzle]) -> tuple[Puzzle, GeometricOracle]:
    """Return a puzzle on a lattice and its oracle."""
    puzzle = make(lattice)
    return puzzle, GeometricOracle(puzzle)


@pytest.mark.parametrize("name", sampled(["kites", "snub-square", "cairo"], every=3))
def test_ten_boards_match_geometry(name: str) -> None:
    """On ten boards of random shape the counts up to each symmetry are those of plain geometry."""
    lattice, random = LATTICES[name], Random(name)
    for _ in range(10):
        cells = [random.choice(lattice.cell_classes).origin]
        while len(cells) < 7:
            around = [near for cell in cells for near in lattice.neighbors(cell)]
            cells.append(random.choice([near for near in around if near not in cells]))
        puzzle = _puzzle(lattice, cells)
        oracle = GeometricOracle(puzzle)
        for symmetry in ("off", "rotations", "full"):
            assert count(puzzle, engine="exact-cover", symmetry=symmetry, jobs=1).count == oracle.orbits(symmetry)


def as_sets(puzzle: Puzzle, solutions: Solutions) -> set[frozenset[frozenset[int]]]:
    """Return solutions as sets of placements, each a set of cell numbers."""
    number = {cell: n for n, cell in enumerate(puzzle.board.cells)}
    return {frozenset(frozenset(map(number.__getitem__, p.cells)) for p in each.placements) for each in solutions}


@on_every_lattice
def test_engine_counts_match_geometry(lattice: Lattice, make: Callable[[Lattice], Puzzle]) -> None:
    """Every engine counts the solutions of the oracle, in total and up to every symmetry."""
    puzzle, oracle = solved(lattice, make)
    for symmetry in ("off", "rotations", "full"):
        expected = ("complete", oracle.orbits(symmetry), len(oracle.solutions))
        for engine in (*LISTING, "frontier"):
            result = count(puzzle, symmetry=symmetry, engine=engine, jobs=1)
            assert (result.status, result.count, result.raw) == expected, engine


@on_every_lattice
def test_engine_solutions_match_geometry(lattice: Lattice, make: Callable[[Lattice], Puzzle]) -> None:
    """Every engine that lists solutions finds those of the oracle; verifier and cross-check accept them."""
    puzzle, oracle = solved(lattice, make)
    verifier = Verifier(puzzle)
    for engine in LISTING:
        result = solve(puzzle, symmetry="off", engine=engine, jobs=1)
        assert as_sets(puzzle, result.solutions) == oracle.solutions
        assert not any(verifier.violation(solution.placements) for solution in result.solutions)
    assert cross_check(puzzle, result, jobs=1).solutions == len(oracle.solutions)


@on_every_lattice
def test_solutions_read_back_from_files(lattice: Lattice, make: Callable[[Lattice], Puzzle], tmp_path: Path) -> None:
    """Solutions read back from files and a stored run as they were found; files have the coordinates of people."""
    puzzle, oracle = solved(lattice, make)
    solutions = solve(puzzle, symmetry="off", engine="exact-cover", jobs=1).solutions
    file, table, store = tmp_path / "solutions.jsonl", tmp_path / "solutions.csv", tmp_path / "run"
    write_solutions(file, puzzle, solutions)
    assert [s.placements for s in read_solutions(file, puzzle)] == [s.placements for s in solutions]
    for solution in solutions[:1]:
        first = json.loads(file.read_text("utf-8").splitlines()[0])["placements"][0]
        assert tuple(first["cells"][0]) == lattice.coordinates(solution.placements[0].cells[0])
        write_solutions(table, puzzle, [solution])
        axes = ("layer", *lattice.axes) if lattice.name == "square" else lattice.axes  # squares have layer 0
        assert table.read_text("utf-8").splitlines()[0] == f"solution,{','.join(axes)},tile,copy"
    stored, again = (solve(puzzle, symmetry="full", engine="exact-cover", jobs=1, store=store) for _ in range(2))
    assert [s.placements for s in again.solutions] == [s.placements for s in stored.solutions]
    assert again.count == oracle.orbits("full")


@on_every_lattice
def test_hint_and_sample_match_geometry(lattice: Lattice, make: Callable[[Lattice], Puzzle]) -> None:
    """Samples are solutions, and a hint is a placement of a solution, or says that there is none."""
    puzzle, oracle = solved(lattice, make)
    advice, sampled = hint(puzzle), sample(puzzle, 3, seed=1)
    assert sampled.total == len(oracle.solutions)
    assert as_sets(puzzle, sampled.solutions) <= oracle.solutions
    if not oracle.solutions:
        assert advice.status == "none"
        return
    assert advice.placement is not None
    hinted = frozenset(map(puzzle.board.cells.index, advice.placement.cells))
    assert any(hinted in solution for solution in oracle.solutions)
