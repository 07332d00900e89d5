"""`design` and `check --grade`: files that `check --solve` confirms, one object of JSON, exit statuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cp_puzzles import load_spec
from tests.cli.program import Program

pytest.importorskip("numba")


def test_files_are_puzzles_with_one_solution(run: Program, tmp_path: Path) -> None:
    """Each is what `check --solve` expects; it has its grade in words, and is not written over."""
    made = run("design", "five_tiles4x4", "--count", "2", "--seed", "1", "--out", str(tmp_path))
    assert made.returncode == 0
    assert made.stderr.endswith("Five_tiles_4x4-1.yaml to Five_tiles_4x4-2.yaml\n")
    assert "challenge 2: easy" in made.stdout
    files = sorted(map(str, tmp_path.iterdir()))
    assert len(files) == 2
    assert load_spec(files[0]).description == "Easy: 2 pieces given; one solution."
    checked = run("check", "--solve", "--grade", *files)
    assert (checked.returncode, checked.stdout.count("off: 1 as expected")) == (0, 2)
    assert checked.stdout.count("grade: easy (steps: ") == 2
    again = run("design", "five_tiles4x4", "--out", str(tmp_path))
    assert (again.returncode, again.stdout) == (2, "")
    assert "the file is there already" in again.stderr


def test_one_object_and_nothing_else(run: Program) -> None:
    """Solutions are in it; they are not drawn otherwise."""
    made = run("design", "five_tiles4x4", "--seed", "1", "--given", "3", "--difficulty", "easy", "--json")
    summary = json.loads(made.stdout)
    assert (summary["status"], summary["seed"], len(summary["challenges"])) == ("found", 1, 1)
    challenge = summary["challenges"][0]
    assert len(challenge["given"]) == 3
    assert len(challenge["solution"]) == 5
    assert challenge["difficulty"]["grade"] == "easy"


def test_fewer_than_were_asked_for_is_status_1(run: Program) -> None:
    """With the reason."""
    made = run("design", "polyominoes3x3", "--given", "0", "--seed", "1", "--json")
    assert made.returncode == 1
    assert json.loads(made.stdout)["reason"].startswith("0 given pieces would be too few: of all solutions the ")
    assert run("design", "soma", "--time-limit", "0.001").returncode == 3


def test_several_solutions_have_no_grade(run: Program) -> None:
    """`check` says so, and that is no mistake."""
    checked = run("check", "--grade", "soma")
    assert checked.returncode == 0
    assert "no grade: it has several solutions" in checked.stdout
