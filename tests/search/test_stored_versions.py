"""Stored runs of version 0.1, written before classes and fields were renamed, stay readable.

`stored_runs/` holds compressed run files: dominoes on 4x8 in 16 parts (finished, stopped by a limit, interrupted, an
interrupted count), puzzles with every kind of rule, with a labeled cell left empty, and a .dlx problem.
"""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from cp_puzzles import MistakeError, Puzzle, build_puzzle, count, load_spec, open_run, solve
from tests.search.run_watch import ORBITS, TILINGS, dominoes, keys

FOLDER = Path(__file__).parent / "stored_runs"


def unpacked(name: str, folder: Path) -> Path:
    """Write a stored run to a folder where it may be changed."""
    path = folder / f"{name}.run"
    path.write_bytes(gzip.decompress((FOLDER / f"{name}.run.gz").read_bytes()))
    return path


def puzzle_of(name: str) -> Puzzle:
    """Build the puzzle of a stored run from its file."""
    return build_puzzle(load_spec(FOLDER / f"{name}.yaml"), leave=["one"] if name == "leave" else [])


@pytest.mark.parametrize(
    ("name", "state", "parts", "solutions", "partial"),
    [
        ("finished", "complete", 16, 658, 0),
        ("limit", "stopped", 3, 285, 0),
        ("interrupted", "stopped", 3, 47, 0),
        ("interrupted_count", "stopped", 3, 47, 0),
        ("symmetric", "stopped", 0, 0, 2),
        ("leave", "stopped", 0, 0, 1),
        ("dlx", "stopped", 0, 0, 1),
    ],
)
def test_stored_version_status(tmp_path: Path, name: str, state: str, parts: int, solutions: int, partial: int) -> None:
    """The status of an old run is what the version that wrote it said."""
    with open_run(unpacked(name, tmp_path)) as run:
        status = run.status()
        assert (status.state, status.parts_done, status.solutions, status.partial) == (state, parts, solutions, partial)
        if run.keeps_solutions:
            assert len(keys(run)) == solutions + partial


@pytest.mark.parametrize("name", ["finished", "limit", "interrupted"])
def test_stored_version_resumes(tmp_path: Path, name: str, truth: list[frozenset[object]]) -> None:
    """A solve that an old version began ends with every solution, in the order of a run without a store."""
    result = solve(dominoes(), jobs=1, store=unpacked(name, tmp_path))
    assert (result.status, result.count, result.raw) == ("complete", ORBITS, TILINGS)
    assert keys(result.solutions) == truth


def test_stored_version_count_is_not_resumed(tmp_path: Path) -> None:
    """A count cannot verify the numbers of its options: one with an earlier hash of them is refused in one line."""
    with pytest.raises(MistakeError, match="numbers placements differently; continue it with that version"):
        count(dominoes(), jobs=1, store=unpacked("interrupted_count", tmp_path))


@pytest.mark.parametrize("name", ["symmetric", "leave"])
def test_stored_version_accepts_puzzle(tmp_path: Path, name: str) -> None:
    """The puzzle with its rules is recognized as the one of the old run, whatever its classes are called today."""
    result = solve(puzzle_of(name), jobs=1, store=unpacked(name, tmp_path), limit=3)
    assert (result.status, result.count) == ("limit", 3)


def test_stored_version_of_colored_tiles_is_refused(tmp_path: Path) -> None:
    """Tiles with colors had fewer placements: the run has its status, and one line refuses to read or continue it."""
    path = unpacked("rules", tmp_path)
    with open_run(path) as run:
        assert (run.status().state, run.status().partial) == ("stopped", 2)
        with pytest.raises(MistakeError, match="numbers placements differently; read it with that version"):
            next(iter(run))
    with pytest.raises(MistakeError, match="numbers placements differently; continue it with that version"):
        solve(puzzle_of("rules"), jobs=1, store=path, limit=3)


def test_stored_version_accepts_dlx(tmp_path: Path) -> None:
    """A .dlx problem is recognized as the one of the old run."""
    problem = tmp_path / "tiny.dlx"
    problem.write_text("a b c d | x y\na b x\nc d y\na c x\nb d y\na d\nb c\n", encoding="utf-8")
    result = solve(problem, jobs=1, store=unpacked("dlx", tmp_path))
    assert (result.status, result.count) == ("complete", 3)
