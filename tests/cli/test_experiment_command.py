"""The command `experiment`."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cp_puzzles import api
from cp_puzzles.analysis import experiment as experiments
from cp_puzzles.cli.app import run

ARGUMENTS = ("experiment", "dominoes4x4", "--symmetry", "off,full")


def test_table_csv_and_plot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The table comes on stdout, files as their suffix says, exit status 0."""
    table, plot = tmp_path / "table.csv", tmp_path / "plot.png"
    assert run([*ARGUMENTS, "--out", str(table), "--out", str(plot)]) == 0
    captured = capsys.readouterr()
    assert "orbits reconciled" in captured.out
    assert captured.err.strip() == ""
    assert table.read_text().startswith("puzzle,symmetry,engine,breaking,status,solutions,raw,reconciled")
    assert plot.read_bytes().startswith(b"\x89PNG")


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    """`--json` prints an object a row and nothing else."""
    assert run([*ARGUMENTS, "--json", "--repeat", "2"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(row["symmetry"], row["solutions"], row["raw"], row["runs"]) for row in rows] == [
        ("off", 36, 36, 2),
        ("full", 9, 36, 2),
    ]


def test_a_contradiction_is_loud(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The table is printed, and then the fault, with exit status 70."""
    honest = api.count

    def count(*arguments: Any, **options: Any) -> Any:
        result = honest(*arguments, **options)
        return replace(result, raw=7) if options.get("symmetry") == "full" else result

    monkeypatch.setattr(experiments, "count", count)
    assert run(ARGUMENTS) == 70
    captured = capsys.readouterr()
    assert "CONTRADICTION" in captured.out
    assert "add up to 7" in captured.err


def test_time_limit() -> None:
    """A run that was stopped by the time limit makes exit status 3."""
    assert run(["experiment", "pentomino6x10", "--symmetry", "full", "--time-limit", "0.05"]) == 3


@pytest.mark.parametrize(
    "arguments",
    [
        ("--symmetry", "of,full"),
        ("--setting", "fixed_search"),
        ("--setting", "nonsense=on,off"),
        ("--out", "table.xlsx"),
        ("--engine", "abacus"),
        ("--repeat", "0"),
    ],
)
def test_mistakes(arguments: tuple[str, ...]) -> None:
    """A mistake is refused with exit status 2, before anything runs."""
    try:
        status = run([*ARGUMENTS, *arguments])
    except SystemExit as exit_:
        status = int(str(exit_.code))
    assert status == 2
