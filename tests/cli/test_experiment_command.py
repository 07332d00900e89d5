"""The command `experiment`."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import cp_puzzles.analysis.experiment as experiments
from cp_puzzles import Puzzle, RunResult
from cp_puzzles.__main__ import guarded_run
from cp_puzzles.cli.app import run
from cp_puzzles.search.search import count_solutions
from cp_puzzles.search.search_options import SearchOptions

ARGUMENTS = ("experiment", "dominoes4x4", "--symmetry", "off,full")


def test_experiment_writes_table_csv_and_plot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The table is printed, and the suffix of each file selects its format."""
    table, plot = tmp_path / "table.csv", tmp_path / "plot.png"
    assert run([*ARGUMENTS, "--out", str(table), "--out", str(plot)]) == 0
    captured = capsys.readouterr()
    assert "orbits checked" in captured.out
    assert captured.err.replace("\n", "") == f"wrote {table}wrote {plot}"
    assert table.read_text().startswith("puzzle,symmetry,engine,breaking,status,solutions,raw,reconciled")
    assert plot.read_bytes().startswith(b"\x89PNG")


def test_json_has_an_object_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    """`--json` prints an object a row and nothing else."""
    assert run([*ARGUMENTS, "--json", "--repeat", "2"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(row["symmetry"], row["solutions"], row["raw"], row["runs"]) for row in rows] == [
        ("off", 36, 36, 2),
        ("full", 9, 36, 2),
    ]


def test_contradiction_is_status_70(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    """The table is printed before the error, and the exit status is 70."""
    honest = count_solutions

    def count(puzzle: Puzzle, options: SearchOptions) -> RunResult:
        result = honest(puzzle, options)
        return replace(result, raw=7) if options.symmetry == "full" else result

    monkeypatch.setattr(experiments, "count_solutions", count)
    assert guarded_run(ARGUMENTS) == 70
    captured = capfd.readouterr()
    assert "CONTRADICTION" in captured.out
    assert "sum to 7" in captured.err


def test_experiment_stopped_by_time_limit_is_status_3() -> None:
    """A run that the time limit ended makes the exit status 3."""
    assert run(["experiment", "pentomino6x10", "--symmetry", "full", "--time-limit", "0.05"]) == 3
