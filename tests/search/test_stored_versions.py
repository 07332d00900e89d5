"""Stored runs of version 0.1, written before classes and fields were renamed, stay readable.

`stored_runs/` holds compressed run files: dominoes on 4x8 in 16 parts (finished, stopped by a limit, interrupted, an
interrupted count), puzzles with every kind of rule, with a labeled cell left empty, and a .dlx problem.
"""

from __future__ import annotations

import gzip
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from cp_puzzles import MistakeError, Puzzle, build_puzzle, count, load_spec, open_run, solve
from cp_puzzles.search.store.run_tables import SealedRows
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
        ("rules", "stopped", 0, 0, 2),
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


def test_stored_version_count_resumes(tmp_path: Path) -> None:
    """A count that an old version began ends with the same numbers."""
    result = count(dominoes(), jobs=1, store=unpacked("interrupted_count", tmp_path))
    assert (result.status, result.count, result.raw, result.self_symmetric) == ("complete", ORBITS, TILINGS, 180)


@pytest.mark.parametrize("has_rule", [True, False])
def test_stored_version_count_with_rules_is_refused(tmp_path: Path, has_rule: bool) -> None:
    """A count with rules does not resume if the hash of its options, in the form of version 0.1, cannot be compared."""
    rule = {"faults": {"max": 2}} if has_rule else {}
    path = tmp_path / "count.run"
    count("dominoes4x4", jobs=1, engine="exact-cover", store=path, rule=rule)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        rows = SealedRows(connection)
        rows.read()
        rows.put("identity", "options", "5151081d9ae92ee1ccaab7e130646b11d802acf4de5ffcb002d433d48c842e90")
        rows.seal()
    problem = "do not identify the items of rules; continue it" if has_rule else "numbers placements differently"
    with pytest.raises(MistakeError, match=problem):
        count("dominoes4x4", jobs=1, engine="exact-cover", store=path, rule=rule)


@pytest.mark.parametrize("name", ["rules", "symmetric", "leave"])
def test_stored_version_accepts_puzzle(tmp_path: Path, name: str) -> None:
    """The puzzle with its rules is recognized as the one of the old run, whatever its classes are called today."""
    result = solve(puzzle_of(name), jobs=1, store=unpacked(name, tmp_path), limit=3)
    assert (result.status, result.count) == ("limit", 3)


def test_stored_version_accepts_dlx(tmp_path: Path) -> None:
    """A .dlx problem is recognized as the one of the old run."""
    problem = tmp_path / "tiny.dlx"
    problem.write_text("a b c d | x y\na b x\nc d y\na c x\nb d y\na d\nb c\n", encoding="utf-8")
    result = solve(problem, jobs=1, store=unpacked("dlx", tmp_path))
    assert (result.status, result.count) == ("complete", 3)
