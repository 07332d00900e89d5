"""The puzzles that come with the package: they load, their numbers agree with one another and with the oracle."""

from __future__ import annotations

from pathlib import Path

import pytest

from cp_puzzles.cover.cover_problem import build_cover
from cp_puzzles.cover.symmetry.symmetry_group import EQUIVALENCES
from cp_puzzles.puzzle.geometry.tile_sets import named_set, tile_set
from cp_puzzles.puzzle.puzzle import Puzzle, build_puzzle
from cp_puzzles.puzzle.spec.loader import load_spec
from cp_puzzles.puzzle.spec.schema import PuzzleSpec
from cp_puzzles.puzzle.spec.tile_spec import TileEntry, TileSetEntry
from tests import oracle
from tests.catalog_costs import catalog_spec, every_file, expectations
from tests.examples import sampled

WITHIN_REACH_OF_BRUTE_FORCE = [
    "bent_tricubes2x2x3",
    "chiral_tetracubes_tray",
    "corners3x3",
    "dicubes2x3x4",
    "dominoes4x4",
    "five_tiles4x4",
    "fixed_corners4x4",
    "l_trominoes5x9",
    "matchings4x4",
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
    """Return a puzzle as input of the oracle: cells and tiles, without the orientations of the package."""
    tiles: dict[str, oracle.Tile] = {}
    for tile in puzzle.tiles:
        entries: list[TileEntry | TileSetEntry] = [
            e for e in spec.tiles if isinstance(e, TileEntry) and e.name == tile.name
        ]
        sets = [e for e in spec.tiles if isinstance(e, TileSetEntry) and tile.name in tile_set(e.set)]
        entry = (entries + sets)[0]
        tiles_of_set = named_set(entry.set) if isinstance(entry, TileSetEntry) else None
        one_sided = tiles_of_set is not None and tiles_of_set.is_one_sided
        reflect = puzzle.lattice.is_flat and not one_sided if entry.reflect is None else entry.reflect
        tiles[tile.name] = (list(tile.form), bool(entry.rotate), reflect, tile.minimum, tile.maximum)
    return puzzle.required, set(puzzle.board.cells) - puzzle.required, tiles


@every_file()
def test_catalog_options(path: Path) -> None:
    """A puzzle of the catalog loads, says what it is, and has as many placements as it claims."""
    spec = catalog_spec(path)
    assert spec.description
    assert spec.expected.options == len(build_cover(build_puzzle(spec)).problem.options)


def test_catalog_counts_agree() -> None:
    """A larger group leaves fewer solutions, and reflections at most halve their number."""
    for name, expected in expectations().items():
        numbers = [getattr(expected, equivalence) for equivalence in EQUIVALENCES]
        counts = [number for number in numbers if number is not None]
        assert counts == sorted(counts, reverse=True), name
        if expected.off is not None:
            assert expected.rotations is not None, name
            assert expected.full is not None, name
            assert expected.rotations <= 2 * expected.full, name


@pytest.mark.parametrize("name", sampled(WITHIN_REACH_OF_BRUTE_FORCE, every=3))
def test_catalog_agrees_with_brute_force(name: str) -> None:
    """The oracle, which does not import the package, finds the counts of the catalog."""
    spec = load_spec(name)
    problem = plain(spec, build_puzzle(spec))
    everything = oracle.solutions(*problem)
    found = {"options": len(oracle.placements(problem[0] | problem[1], problem[2])), "off": len(everything)}
    for symmetry in ("rotations", "full"):
        group = oracle.symmetries(*problem, rotations_only=symmetry == "rotations")
        found[symmetry] = oracle.classes(everything, group)
    assert found == spec.expected.model_dump(exclude={"best", "components", "colors", "apart", "level"})
