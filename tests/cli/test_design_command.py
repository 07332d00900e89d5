"""`design` and `check --grade`: files that `check --solve` confirms, one object of JSON, exit statuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cp_puzzles import load_spec, solve
from tests.cli.program import Program


def test_design_writes_puzzles_with_one_solution(run: Program, tmp_path: Path) -> None:
    """`check --solve` confirms each file; each has its grade in words; existing files are not overwritten."""
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
    assert "the file exists already" in again.stderr


def test_design_json_is_one_object(run: Program) -> None:
    """`--json` prints one object that includes the solutions."""
    made = run("design", "five_tiles4x4", "--seed", "1", "--clues", "3", "--difficulty", "easy", "--json")
    summary = json.loads(made.stdout)
    assert (summary["status"], summary["seed"], len(summary["challenges"])) == ("found", 1, 1)
    challenge = summary["challenges"][0]
    assert len(challenge["given"]) == 3
    assert len(challenge["solution"]) == 5
    assert challenge["difficulty"]["grade"] == "easy"


def test_design_of_fewer_challenges_is_status_1(run: Program) -> None:
    """Fewer challenges than requested are status 1 with the reason; a time limit is status 3."""
    made = run("design", "polyominoes3x3", "--clues", "0", "--seed", "1", "--json")
    assert made.returncode == 1
    assert json.loads(made.stdout)["reason"].startswith("0 given pieces are too few: among all 6 solutions the ")
    assert run("design", "soma", "--time-limit", "0.001").returncode == 3


def test_check_grades_only_single_solutions(run: Program) -> None:
    """`check --grade` of a puzzle with several solutions states that it has no grade, with status 0."""
    checked = run("check", "--grade", "soma")
    assert checked.returncode == 0
    assert "no grade: the puzzle has several solutions\n" in checked.stdout


def test_given_names_pieces_and_clues_counts_them(run: Program) -> None:
    """`--given` names a piece and `--clues` counts pieces: every challenge has the named one and as many in all."""
    piece = solve("five_tiles4x4", limit=1, jobs=1, symmetry="off").solutions[0].placements[0]
    text = f"{piece.tile}@{';'.join(','.join(map(str, cell)) for cell in piece.cells)}"
    made = run("design", "five_tiles4x4", "--seed", "1", "--json", "--given", text, "--clues", "3")
    assert made.returncode == 0
    assert [len(challenge["given"]) for challenge in json.loads(made.stdout)["challenges"]] == [3]


def test_cards_may_be_in_the_folder_of_the_challenges(run: Program, tmp_path: Path) -> None:
    """`--out chal --cards chal/cards.pdf` creates the folder for both."""
    pytest.importorskip("matplotlib")
    made = run("design", "five_tiles4x4", "--seed", "1", "--out", "chal", "--cards", "chal/cards.pdf", cwd=tmp_path)
    assert (made.returncode, (tmp_path / "chal" / "cards.pdf").exists()) == (0, True), made.stderr


def test_design_refuses_sheets_before_it_writes(run: Program, tmp_path: Path) -> None:
    """A puzzle that no laser cuts is refused before the first file is written."""
    made = run("design", "soma", "--out", "levels", "--files", "yaml,laser", cwd=tmp_path)
    assert (made.returncode, [*tmp_path.iterdir()]) == (2, [])


@pytest.mark.slow
def test_design_writes_levels(run: Program, tmp_path: Path) -> None:
    """`--files` writes data, cards, pages and a sheet to cut, one for all challenges of the same pieces."""
    pytest.importorskip("manifold3d")
    pytest.importorskip("matplotlib")
    options = ("five_tiles4x4", "--count", "2", "--seed", "1", "--show", "none", "--out", str(tmp_path))
    made = run("design", *options, "--files", "json,cards,pages,laser")
    assert made.returncode == 0, made.stderr
    assert "challenge 1" not in made.stdout
    stem = "Five_tiles_4x4"
    names = {"levels.json", "cards.pdf", "index.html", f"{stem}-1.html", f"{stem}-2.html", f"{stem}-1-cut.svg"}
    assert {file.name for file in tmp_path.iterdir()} == names
    levels = json.loads((tmp_path / "levels.json").read_text(encoding="utf-8"))["levels"]
    assert [len(level["board"]) for level in levels] == [16, 16]
    assert sum(len(tile["cells"]) for tile in levels[0]["tiles"]) == 16
    assert run("design", "five_tiles4x4", "--files", "json").returncode == 2
    assert "the file exists already" in run("design", *options, "--files", "json").stderr


@pytest.mark.parametrize("letters", [187, 188, 200])
def test_long_names_are_shortened(letters: int, run: Program, tmp_path: Path) -> None:
    """A challenge has a name of at most 200 characters: a longer one ended in an internal error."""
    spec = tmp_path / "long.yaml"
    spec.write_text(f"{{name: {'n' * letters}, board: {{size: [1, 2]}}, tiles: [{{set: domino}}]}}")
    made = run("design", str(spec), "--seed", "1", "--out", str(tmp_path / "out"))
    assert made.returncode == 0, made.stderr
    (file,) = (tmp_path / "out").iterdir()
    assert load_spec(file).name.endswith(", challenge 1")
