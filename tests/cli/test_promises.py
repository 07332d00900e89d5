"""Requests are carried out or refused, and the exit status says which."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cp_puzzles import solve, unfold, verify, write_solutions
from cp_puzzles.cli import guide_commands
from cp_puzzles.cli.app import run

DLX = "a b c d\na b\nc d\na c\nb d\n"


def test_out_of_memory_is_status_2_with_a_remedy(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Exhausted memory is status 2; the message suggests options that need less."""

    def exhaust(options: Any) -> int:
        raise MemoryError

    monkeypatch.setattr(guide_commands.list_command, "callback", exhaust)
    assert run(["list"]) == 2
    assert "not enough memory for this puzzle; use a smaller board" in capfd.readouterr().err


def test_time_limit_with_cross_check_is_status_3(capsys: pytest.CaptureFixture[str]) -> None:
    """A search that the time limit ended is not compared with another engine, and has status 3."""
    assert run(["count", "soma", "--cross-check", "--time-limit", "0.001", "--jobs", "1", "--json"]) == 3
    captured = capsys.readouterr()
    assert json.loads(captured.out)["status"] == "time-limit"
    assert captured.err == "cross-check: omitted, because the search was not finished (time-limit)\n"


@pytest.fixture
def dlx(tmp_path: Path) -> Path:
    """A cover problem with two solutions."""
    file = tmp_path / "x.dlx"
    file.write_text(DLX)
    return file


def test_cover_problem_is_counted(dlx: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`count` accepts a .dlx file with every option that does not need a board."""
    assert run(["count", str(dlx), "--symmetry", "off", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["solutions"] == 2
    assert run(["count", str(dlx), "--limit", "1", "--engine", "cp-sat", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["status"] == "limit"


def test_cover_problem_is_solved_stored_and_verified(
    dlx: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The solutions of a .dlx file are lists of options, and pass through a stored run, an export and `verify`."""
    assert run(["solve", str(dlx), "--store", str(tmp_path / "x.run"), "--cross-check", "--jobs", "1"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("solution 1\n a b\n")
    assert "finds the same 2 solutions" in err
    listed = tmp_path / "x.jsonl"
    assert run(["export", str(tmp_path / "x.run"), str(listed)]) == 0
    assert run(["verify", str(dlx), str(listed)]) == 0
    listed.write_text(listed.read_text().splitlines()[0] + '\n{"options": [{"option": 1}, {"option": 3}]}\n')
    assert run(["verify", str(dlx), str(listed)]) == 2
    assert "solution 2: the item 'a' is covered 2 times, not 1 to 1; " in capsys.readouterr().err


def test_export_of_a_run_that_only_counts_makes_no_file(tmp_path: Path) -> None:
    """A run without solutions is refused before a file is made, which `verify` would call valid."""
    stored, out = str(tmp_path / "x.run"), tmp_path / "x.jsonl"
    assert run(["count", "dominoes4x4", "--store", stored, "--jobs", "1"]) == 0
    assert run(["export", stored, str(out)]) == 2
    assert not out.exists()


def test_verify_computes_the_orbits(tmp_path: Path) -> None:
    """`verify` distinguishes images of one solution from different solutions, for any orbit sizes in the file."""
    solutions = solve("dominoes4x4", jobs=1).solutions
    orbit = next(s for s in solutions if s.orbit_size == 4)
    file = tmp_path / "images.jsonl"
    write_solutions(file, "dominoes4x4", unfold(type(solutions)(solutions.puzzle, (orbit,))))
    found = verify("dominoes4x4", file)
    assert (found.solutions, found.orbits, found.raw) == (4, 1, 4)
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    file.write_text("\n".join(json.dumps({"placements": line["placements"]}) for line in lines[:2]))
    assert vars(verify("dominoes4x4", file)) == {"solutions": 2, "orbits": 1, "raw": 4}


@pytest.mark.parametrize("suffix", [".svg", ".html", ".csv", ".txt", ".jsonl"])
def test_render_refuses_solutions_of_another_puzzle(
    suffix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`render` refuses solutions that do not solve the puzzle instead of drawing them."""
    file, out = tmp_path / "found.jsonl", tmp_path / f"out{suffix}"
    write_solutions(file, "dominoes4x4", solve("dominoes4x4", jobs=1).solutions)
    assert run(["render", "soma", str(file), str(out)]) == 2
    assert "it does not solve this puzzle: is it the right SPEC?" in capsys.readouterr().err


def test_limit_1_says_that_another_may_be_first(capsys: pytest.CaptureFixture[str]) -> None:
    """`--limit 1` shows the solution found first and says that a full list may begin with another."""
    assert run(["solve", "dominoes4x4", "--limit", "1", "--jobs", "1", "--json"]) == 0
    assert "the solution that was found first" in capsys.readouterr().err
