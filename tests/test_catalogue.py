"""The puzzles that come with the package: they load, their numbers agree with one another and with the oracle."""

from __future__ import annotations

from pathlib import Path

import pytest

from cp_puzzles.cover.problem import build_cover
from cp_puzzles.geometry.tile_sets import is_one_sided, tile_set
from cp_puzzles.puzzle.build import build_puzzle
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.spec.load import load_spec
from cp_puzzles.spec.schema import PuzzleSpec, TileEntry, TileSetEntry
from cp_puzzles.symmetry.group import QUESTIONS
from tests import oracle
from tests.catalogue_costs import every_file

CATALOGUE = every_file()
WITHIN_REACH_OF_BRUTE_FORCE = [
    "bent_tricubes2x2x3",
    "chiral_tetracubes_tray",
    "corners3x3",
    "dicubes2x3x4",
    "dominoes4x4",
    "five_tiles4x4",
    "fixed_corners4x4",
    "l_trominoes5x9",
    "pentomino5x5",
    "pinwheel5x5",
    "polyominoes3x3",
    "slothouber_graatsma3x3x3",
    "squares10x10",
    "straight_tricubes3x3x3",
    "t_tetrominoes4x4",
    "t_tetrominoes8x8",
    "t_tetrominoes_shore",
    "tetrominoes4x5",
    "tricubes_box",
    "y_pentominoes5x10",
]


def plain(spec: PuzzleSpec, puzzle: Puzzle) -> tuple[frozenset[oracle.Cell], set[oracle.Cell], dict[str, oracle.Tile]]:
    """The puzzle as the oracle takes it: cells and rules only, none of the package's orientations."""
    tiles: dict[str, oracle.Tile] = {}
    for tile in puzzle.tiles:
        own: list[TileEntry | TileSetEntry] = [
            e for e in spec.tiles if isinstance(e, TileEntry) and e.name == tile.name
        ]
        sets = [e for e in spec.tiles if isinstance(e, TileSetEntry) and tile.name in tile_set(e.set)]
        entry = (own + sets)[0]
        one_sided = isinstance(entry, TileSetEntry) and is_one_sided(entry.set)
        reflect = puzzle.lattice.is_flat and not one_sided if entry.reflect is None else entry.reflect
        tiles[tile.name] = (list(tile.form), entry.rotate, reflect, tile.minimum, tile.maximum)
    return puzzle.required, set(puzzle.board.cells) - puzzle.required, tiles


@CATALOGUE
def test_catalogue_options(path: Path) -> None:
    """A puzzle of the catalogue loads, says what it is, and has as many placements as it claims."""
    spec = load_spec(path)
    assert spec.description
    assert spec.expected.options == len(build_cover(build_puzzle(spec)).problem.options)


@CATALOGUE
def test_catalogue_counts_agree(path: Path) -> None:
    """The more motions there are, the fewer solutions, and a reflection joins two at most."""
    expected = load_spec(path).expected
    counts = [number for its in QUESTIONS if (number := getattr(expected, its)) is not None]
    assert counts == sorted(counts, reverse=True)
    if expected.off is not None:
        assert expected.rotations is not None
        assert expected.full is not None
        assert expected.rotations <= 2 * expected.full


@pytest.mark.parametrize("name", WITHIN_REACH_OF_BRUTE_FORCE)
def test_catalogue_agrees_with_brute_force(name: str) -> None:
    """The oracle, which knows nothing of the package, finds the counts that the catalogue claims."""
    spec = load_spec(name)
    problem = plain(spec, build_puzzle(spec))
    everything = oracle.solutions(*problem)
    rotations, full = (
        oracle.orbits(everything, oracle.symmetries(*problem, rotations_only=only)) for only in (True, False)
    )
    options = oracle.placements(problem[0] | problem[1], problem[2])
    found = {"options": len(options), "off": len(everything), "rotations": len(rotations), "full": len(full)}
    assert found == spec.expected.model_dump(exclude={"best", "components"})
