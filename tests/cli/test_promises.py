"""What is asked is done or refused, and an exit status says what happened."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cp_puzzles import build_puzzle, load_spec, solve, unfold, verify, write_solutions
from cp_puzzles.cli import list_command
from cp_puzzles.cli.app import run

DLX = "a b c d\na b\nc d\na c\nb d\n"


@pytest.mark.parametrize(
    "error", [OverflowError("too large"), ZeroDivisionError("division\nby zero"), KeyError("x"), RecursionError("deep")]
)
def test_a_crash_proves_nothing(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A fault of the program is status 70 and one line that says where to report it; it was 1 once, and a traceback."""

    def crash(options: Any) -> int:
        raise error

    monkeypatch.setattr(list_command, "run", crash)
    assert run(["list"]) == 70
    told = capfd.readouterr().err
    assert told.count("\n") == 1
    assert type(error).__name__ in told
    assert "test_promises.py:" in told
    assert told.rstrip().endswith("please report this line and the command, as CONTRIBUTING.md says")
    assert "report" in Path("CONTRIBUTING.md").read_text().lower()


def test_too_little_memory_is_a_mistake_with_a_remedy(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Out of memory is status 2 and says what takes less."""

    def exhaust(options: Any) -> int:
        raise MemoryError

    monkeypatch.setattr(list_command, "run", exhaust)
    assert run(["list"]) == 2
    assert "there is not enough memory for this puzzle; use a smaller board" in capfd.readouterr().err


def test_a_time_limit_is_status_3_with_a_cross_check_too(capsys: pytest.CaptureFixture[str]) -> None:
    """A search that was cut off is compared with nothing; it once was a mistake, status 2."""
    assert run(["count", "soma", "--cross-check", "--time-limit", "0.001", "--jobs", "1", "--json"]) == 3
    captured = capsys.readouterr()
    assert json.loads(captured.out)["status"] == "time-limit"
    assert captured.err == "cross-check: not done, for the search was not finished (time-limit)\n"


def test_a_part_of_the_solutions_is_not_cross_checked(capsys: pytest.CaptureFixture[str]) -> None:
    """`--limit` beside `--cross-check` is refused before anything is searched."""
    assert run(["solve", "soma", "--cross-check", "--limit", "3"]) == 2
    assert capsys.readouterr().err == "--cross-check: some of the solutions say nothing; compare without --limit\n"


def test_values_listed_with_spaces_get_a_remedy(capsys: pytest.CaptureFixture[str]) -> None:
    """`--symmetry off full` is answered with `--symmetry off,full`."""
    with pytest.raises(SystemExit) as caught:
        run(["experiment", "soma", "--symmetry", "off", "full", "--limit", "3"])
    assert caught.value.code == 2
    assert "write several values with commas: --symmetry off,full;" in capsys.readouterr().err


@pytest.mark.parametrize(
    "option",
    [
        *("--given nosuch.yaml", "--leave Nov", "--rule faults=0", "--maximize covered", "--symmetry rotations"),
        *("--setting nonsense=on", "--engine nonsense"),
    ],
)
def test_what_a_cover_problem_cannot_be_asked_is_refused(
    option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A .dlx file has no board: no option that needs one is accepted and then ignored; nor is a wrong one."""
    file = tmp_path / "x.dlx"
    file.write_text(DLX)
    assert run(["count", str(file), *option.split()]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(option.split("=")[0].removeprefix("--" if "setting" in option else ""))


def test_a_cover_problem_is_counted_and_solved_like_a_puzzle(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With every option that has a meaning, its solutions as lists of options; what needs a board is refused."""
    file = tmp_path / "x.dlx"
    file.write_text(DLX)
    assert run(["count", str(file), "--symmetry", "off", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["solutions"] == 2
    assert run(["count", str(file), "--limit", "1", "--engine", "cp-sat", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["status"] == "limit"
    assert run(["solve", str(file), "--store", str(tmp_path / "x.run"), "--cross-check", "--jobs", "1"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("solution 1\n a b\n")
    assert "finds the same 2 solutions" in err
    listed = tmp_path / "x.jsonl"
    assert run(["export", str(tmp_path / "x.run"), str(listed)]) == 0
    assert run(["verify", str(file), str(listed)]) == 0
    listed.write_text(listed.read_text().splitlines()[0] + '\n{"options": [{"option": 1}, {"option": 3}]}\n')
    assert run(["verify", str(file), str(listed)]) == 2
    assert "solution 2: the item 'a' is covered 2 times, not 1 to 1; " in capsys.readouterr().err
    for command in (["show"], ["hint"], ["explain"], ["count", "--by", "faults"], ["solve", "--out", "x.svg"]):
        assert run([command[0], str(file), *command[1:]]) == 2
        assert "board" in capsys.readouterr().err


def test_given_pieces_come_to_those_of_the_puzzle(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One more piece cannot leave more solutions: it left 361 instead of 164 once, for the first was forgotten."""
    started = load_spec("pentomino5x12_started")
    solution = solve(started, limit=1, jobs=1, engine="exact-cover", symmetry="off").solutions[0]
    more = next(p for p in solution.placements if p not in build_puzzle(started).given)
    file = tmp_path / "more.yaml"
    file.write_text(json.dumps([{"tile": more.tile, "cells": more.cells}]))
    assert len(build_puzzle(load_spec("pentomino5x12_started", given=file)).given) == len(started.given) + 1
    counts = []
    for given in ([], ["--given", str(file)]):
        assert run(["count", "pentomino5x12_started", "--engine", "exact-cover", "--jobs", "1", "--json", *given]) == 0
        counts.append(json.loads(capsys.readouterr().out)["raw"])
    assert 0 < counts[1] < counts[0]


def test_verify_finds_out_orbits_itself(tmp_path: Path) -> None:
    """Images of one solution are told apart from different solutions, whatever the file says of orbits."""
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
def test_solutions_of_another_puzzle_are_not_drawn(
    suffix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`render` checks that solutions fit: nonsense was drawn once, with status 0, or a traceback came."""
    file, out = tmp_path / "found.jsonl", tmp_path / f"out{suffix}"
    write_solutions(file, "dominoes4x4", solve("dominoes4x4", jobs=1).solutions)
    assert run(["render", "soma", str(file), str(out)]) == 2
    assert "it does not solve this puzzle: is it the right SPEC?" in capsys.readouterr().err


def test_an_endless_file_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """A line has an end: `verify` of a device that never ends filled the memory once."""
    assert run(["verify", "soma", "/dev/zero"]) == 2
    assert "/dev/zero:1: the line has more than" in capsys.readouterr().err


def test_one_solution_is_said_to_be_any(capsys: pytest.CaptureFixture[str]) -> None:
    """`--limit 1` finds the soonest solution, and says that it need not be the first of the list."""
    assert run(["solve", "dominoes4x4", "--limit", "1", "--jobs", "1", "--json"]) == 0
    assert "any solution" in capsys.readouterr().err
