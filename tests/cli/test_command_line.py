"""The command line as scripts use it: exit status, stdout, stderr, files."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.program import ROOT, Program, run_process
from tests.processes import started

SMALL = "{name: small, board: {size: [3, 4]}, tiles: [{set: domino, multiplicity: 6}]}"
LARGE = "{name: large, board: {size: [8, 8]}, tiles: [{set: domino, multiplicity: any}]}"


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    """A puzzle file with 11 domino tilings."""
    file = tmp_path / "small.yaml"
    file.write_text(SMALL)
    return file


def test_spec_alone_is_solved(run: Program, spec: Path) -> None:
    """`cp-puzzles SPEC` is `cp-puzzles solve SPEC`: solutions drawn, summary below, status 0."""
    short, long = run(str(spec), "--jobs", "1"), run("solve", str(spec), "--jobs", "1")
    assert short.returncode == long.returncode == 0
    assert "small: 5 solutions" in short.stdout
    assert short.stdout.split("time")[0] == long.stdout.split("time")[0]
    assert short.stderr == ""


def test_json_is_one_object_and_nothing_else(run: Program, spec: Path) -> None:
    """`--json` prints one summary object, with its keys in a fixed order, and nothing else."""
    result = run(str(spec), "--json", "--jobs", "1")
    summary = json.loads(result.stdout)
    assert (summary["solutions"], summary["raw"], summary["status"]) == (5, 11, "complete")
    assert list(summary)[:8] == [
        *("name", "engine", "symmetry", "breaking", "status", "solutions", "raw", "self_symmetric")
    ]
    assert {"group_order", "cells", "tiles", "items", "options", "first_solution_seconds", "seconds", "jobs"} <= set(
        summary
    )


def test_process_has_the_status_of_the_command() -> None:
    """A process has the exit status and the messages that other tests see in their own process."""
    result = run_process("sovle", "soma")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == "sovle: no command or puzzle has this name; did you mean 'solve'?\n"


def test_file_name_may_resemble_a_command(run: Program, tmp_path: Path) -> None:
    """A puzzle file whose name resembles a command is solved."""
    (tmp_path / "solv").write_text(SMALL)
    assert run("solv", "--json", "--jobs", "1", cwd=tmp_path).returncode == 0


def test_written_solutions_are_verified_without_an_engine(run: Program, spec: Path, tmp_path: Path) -> None:
    """`solve --out` says which file it wrote; `verify` accepts it and names a solution that was tampered with."""
    out = tmp_path / "out.jsonl"
    assert f"wrote {out}\n" in run(str(spec), "--out", str(out), "--show", "none").stderr
    good = run("verify", str(spec), str(out))
    assert good.returncode == 0
    assert "5 solutions" in good.stdout
    lines = out.read_text().splitlines()
    out.write_text("\n".join([*lines[:2], lines[2].replace("[0, 0]", "[0, 9]", 1)]))
    bad = run("verify", str(spec), str(out))
    assert bad.returncode == 2
    assert "solution 3" in bad.stderr
    out.write_text("\n".join([lines[0], lines[0]]))
    assert "same as solution 1" in run("verify", str(spec), str(out)).stderr


@pytest.mark.parametrize(
    ("signal_number", "jobs", "engine"),
    [
        (signal.SIGINT, "1", "exact-cover"),
        *(pytest.param(signal.SIGINT, jobs, "auto", marks=pytest.mark.slow) for jobs in ("1", "2")),
        *(pytest.param(signal.SIGTERM, jobs, "auto", marks=pytest.mark.slow) for jobs in ("1", "2")),
    ],
)
def test_interrupt_keeps_found_solutions(tmp_path: Path, signal_number: signal.Signals, jobs: str, engine: str) -> None:
    """After SIGINT or SIGTERM the status is 130, and the file holds every solution that the summary counts."""
    (tmp_path / "large.yaml").write_text(LARGE)
    out = tmp_path / "out.jsonl"
    command = [sys.executable, "-m", "cp_puzzles", str(tmp_path / "large.yaml"), "--json", "--jobs", jobs]
    command += ["--out", str(out), "--engine", engine]
    with started(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        deadline = time.monotonic() + 60
        while not (out.exists() and out.stat().st_size) and time.monotonic() < deadline:
            time.sleep(0.1)
        process.send_signal(signal_number)
        stdout, stderr = process.communicate(timeout=60)
    assert process.returncode == 130, stderr
    summary = json.loads(stdout)
    assert summary["status"] == "interrupted"
    assert summary["solutions"] == len(out.read_text().splitlines()) > 0
    assert "Traceback" not in stderr


def test_model_is_exported_as_text(run: Program, tmp_path: Path) -> None:
    """The CP-SAT model of 6x10 without symmetry has a Boolean per placement and a constraint per item."""
    out = tmp_path / "model.pbtxt"
    assert run("export", "pentomino6x10", str(out), "--symmetry", "off").returncode == 0
    text = out.read_text()
    assert text.count("variables {") == 2056
    assert text.count("exactly_one {") == 72


def test_estimate_has_bounds(run: Program) -> None:
    """`estimate` gives every number with its bounds; a puzzle that plainly has no solution is status 1."""
    result = run("estimate", "soma", "--json")
    summary = json.loads(result.stdout)
    assert result.returncode == 0
    assert summary["solutions"]["low"] <= 240 <= summary["solutions"]["high"]
    assert run("estimate", "mutilated_chessboard").returncode == 1


def test_estimate_without_an_upper_bound_is_json(run: Program, tmp_path: Path) -> None:
    """An infinite bound of a forecast is null in the summary; `Infinity` is no JSON."""
    spec = tmp_path / "big.yaml"
    spec.write_text("{name: big, board: {size: [12, 12]}, tiles: [{set: domino, multiplicity: any}]}")
    summary = json.loads(run("estimate", str(spec), "--engine", "cp-sat", "--json").stdout, parse_constant=pytest.fail)
    assert summary["engines"]["cp-sat"]["high"] is None
    assert summary["raw"]["high"] == 53060477521960000


def test_engines_are_cross_checked(run: Program) -> None:
    """`--cross-check` asks another engine and says on stderr that it agrees."""
    result = run("count", "t_tetrominoes8x8", "--engine", "frontier", "--cross-check", "--json")
    assert result.returncode == 0
    assert "cross-check: exact-cover finds 15 solutions" in result.stderr
    assert json.loads(result.stdout)["solutions"] == 15
