"""Matrices of 0 and 1 as cover problems, and why a cover problem has no solution."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from cp_puzzles import count, difficulty, explain, hint, solve
from cp_puzzles.errors import MistakeError
from tests.cli.program import Program

KNUTH = ["0010110", "1001001", "0110010", "1001000", "0100001", "0001101"]
"""The example of Knuth's paper on dancing links: rows 1, 4 and 5 are the only solution."""


def test_matrix_has_the_solutions_of_its_rows(tmp_path: Path) -> None:
    """Digits, commas, spaces, a first line of names, and a NumPy array give the same problem."""
    named = "A,B,C,D,E,F,a long name\n" + "\n".join(",".join(row) for row in KNUTH)
    texts = {"a.txt": "\n".join(KNUTH), "b.csv": named, "c.txt": "# six rows\n" + "\n".join(" ".join(r) for r in KNUTH)}
    for name, text in texts.items():
        (tmp_path / name).write_text(text + "\n", encoding="utf-8")
    np.save(tmp_path / "d.npy", np.array([[int(digit) for digit in row] for row in KNUTH]))
    for name in (*texts, "d.npy"):
        result = solve(tmp_path / name, jobs=1)
        assert result.count == 1
        assert sorted(placement.cells[0][0] for placement in result.solutions[0].placements) == [0, 3, 4]
    assert "C E F" in {placement.tile for placement in solve(tmp_path / "b.csv", jobs=1).solutions[0].placements}


def test_matrix_of_other_programs_is_read(tmp_path: Path) -> None:
    """Floating-point zeros and ones, as NumPy makes them, and a first column without a name, as pandas writes it."""
    matrix = np.array([[float(digit) for digit in row] for row in KNUTH])
    np.save(tmp_path / "a.npy", matrix)
    np.savetxt(tmp_path / "b.txt", matrix)
    rows = [",".join([str(number), *row]) for number, row in enumerate(KNUTH)]
    (tmp_path / "c.csv").write_text("\n".join([",A,B,C,D,E,F,G", *rows]), encoding="utf-8")
    for name in ("a.npy", "b.txt", "c.csv"):
        assert count(tmp_path / name, jobs=1).count == 1
    (tmp_path / "d.csv").write_text(",A,B\n0,1,0\n1,0,1\n", encoding="utf-8")
    assert {placement.tile for placement in solve(tmp_path / "d.csv", jobs=1).solutions[0].placements} == {"A", "B"}


def test_matrix_counts_as_brute_force_does(tmp_path: Path) -> None:
    """Random matrices have as many exact covers as sets of rows with each column once."""
    random = np.random.default_rng(5)
    for number in range(6):
        matrix = (random.random((9, 5)) < 0.35).astype(int)
        np.save(tmp_path / f"{number}.npy", matrix)
        used = [row for row in matrix if row.any()]
        sets = ((mask >> np.arange(len(used))) & 1 for mask in range(2 ** len(used)))
        covers = sum(bool((chosen @ np.array(used) == 1).all()) for chosen in sets)
        assert count(tmp_path / f"{number}.npy", jobs=1).count == covers


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("a.txt", "110\n001\n0 1\n", ":3: 2 numbers, where the rows above have 3"),
        ("a.csv", "1,0\n2,1\n", ":2: '2' in column 1 is not 0 or 1"),
        ("a.csv", "A,A\n1,0\n", ":1: two columns are named 'A'"),
        ("a.csv", "A,B\n", ": there is no row"),
        ("a.txt", "# rows\n0 2 1\n", ":2: '2' in column 2 is not 0 or 1"),
        ("a.csv", ",A\nr,0.5\n", ":2: '0.5' in column 2 is not 0 or 1"),
        ("a.npy", "text", ": this is not a NumPy array"),
    ],
)
def test_matrix_mistake_has_its_place(run: Program, tmp_path: Path, name: str, text: str, problem: str) -> None:
    """A row of another length, a number above 1 and other mistakes: one line with the place, status 2."""
    (tmp_path / name).write_text(text, encoding="utf-8")
    done = run("count", str(tmp_path / name))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert f"{name}{problem}" in done.stderr
    np.save(tmp_path / "three.npy", np.array([[0, 3]]))
    with pytest.raises(MistakeError, match="3 in row 0, column 1, is not 0 or 1"):
        count(tmp_path / "three.npy")


def test_cover_problem_without_solution_is_explained(run: Program, tmp_path: Path) -> None:
    """The smallest set of items that cannot be covered together, in a matrix and in a DLX file."""
    (tmp_path / "odd.csv").write_text("A,B,C,D\n1,1,0,0\n0,1,1,0\n1,0,1,0\n0,0,0,1\n", encoding="utf-8")
    explanation = explain(tmp_path / "odd.csv")
    assert (explanation.answer, explanation.data()["items"]) == ("none", ["A", "B", "C"])
    assert "The 3 items A, B and C cannot all be covered" in explanation.steps[0]
    (tmp_path / "none.dlx").write_text("a b | x\na x\n", encoding="utf-8")
    done = run("explain", str(tmp_path / "none.dlx"))
    assert (done.returncode, "No option covers the item b." in done.stdout) == (1, True)
    (tmp_path / "some.dlx").write_text("a b | x\na x\nb\n", encoding="utf-8")
    assert explain(tmp_path / "some.dlx").answer == "some"


def test_check_grades_a_cover_problem(run: Program, tmp_path: Path) -> None:
    """A unique solution has a grade, the same in a matrix and in a DLX file; otherwise there is the reason."""
    rows = ["110000", "011000", "001100", "000110", "000011", "100001", "101010"]
    (tmp_path / "two.csv").write_text("\n".join(",".join(row) for row in rows) + "\n", encoding="utf-8")
    (tmp_path / "knuth.txt").write_text("\n".join(KNUTH) + "\n", encoding="utf-8")
    items = ["".join("abcdefg"[k] + " " for k, digit in enumerate(row) if digit == "1") for row in KNUTH]
    (tmp_path / "knuth.dlx").write_text("\n".join(["a b c d e f g", *items]) + "\n", encoding="utf-8")
    checks = {name: run("check", "--grade", "--json", str(tmp_path / name)) for name in ("knuth.txt", "knuth.dlx")}
    found = [json.loads(done.stdout) for done in checks.values()]
    assert [(each["items"], each["options"], each["difficulty"]["grade"]) for each in found] == [(7, 6, "easy")] * 2
    assert found[0]["difficulty"] == found[1]["difficulty"] == difficulty(tmp_path / "knuth.dlx").summary()
    done = run("check", "--grade", str(tmp_path / "two.csv"))
    assert (done.returncode, done.stdout.splitlines()[1].strip()) == (0, "no grade: the puzzle has several solutions")
    assert "7 options" in done.stdout
    assert "symmetries" not in done.stdout


def test_item_without_option_is_the_reason(run: Program, tmp_path: Path) -> None:
    """`solve` and `check` name the item for which there are too few options, also with a multiplicity."""
    (tmp_path / "none.dlx").write_text("a b | x\na x\n", encoding="utf-8")
    (tmp_path / "few.dlx").write_text("2|a b\na\nb\n", encoding="utf-8")
    for name, reason in (
        ("none.dlx", "no option can cover the item 'b'"),
        ("few.dlx", "1 option can cover the item 'a', which must be covered 2 times"),
    ):
        for command in ("solve", "check"):
            done = run(command, str(tmp_path / name))
            assert (done.returncode, reason in " ".join(done.stdout.split())) == (1, True)


def test_command_for_boards_refuses_a_matrix(run: Program, tmp_path: Path) -> None:
    """Commands that need a board say what the file is; a puzzle file may have the suffix .txt."""
    (tmp_path / "m.csv").write_text("1,0\n0,1\n", encoding="utf-8")
    for command in ("show", "sample", "design", "smallest", "edit", "today"):
        done = run(command, str(tmp_path / "m.csv"))
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert "m.csv: this is a cover problem without a board" in done.stderr
    text = "name: two\nboard: {size: [2, 2]}\ntiles: [{set: domino, multiplicity: 2}]\n"
    (tmp_path / "p.txt").write_text(text, encoding="utf-8")
    assert count(tmp_path / "p.txt").count == 1


def test_hint_of_a_cover_problem_is_an_option(run: Program, tmp_path: Path) -> None:
    """The option of a solution that covers the item with the fewest options."""
    (tmp_path / "knuth.txt").write_text("\n".join(KNUTH) + "\n", encoding="utf-8")
    done = run("hint", str(tmp_path / "knuth.txt"))
    assert "Choose the option 1 4. Only 2 options can cover the item 1." in done.stdout


def test_random_hint_follows_its_seed(run: Program) -> None:
    """Another seed gives another piece, the same seed the same; a seed alone is a mistake."""
    seeds = range(8)
    pieces = [hint("pentomino6x10", random=True, seed=seed).placement for seed in seeds]
    assert pieces == [hint("pentomino6x10", random=True, seed=seed).placement for seed in seeds]
    assert len({*pieces}) > 2
    done = run("hint", "pentomino6x10", "--seed", "3")
    assert (done.returncode, "add --random" in done.stderr) == (2, True)
    assert json.loads(run("hint", "soma", "--random", "--json").stdout)["status"] == "found"
