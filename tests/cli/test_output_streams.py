"""Where results go may be closed, full or left by its reader; what exists already is not lost to a mistake."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet

from tests.cli.program import ENVIRONMENT, Program
from tests.processes import finished

Shell = Callable[[str], subprocess.CompletedProcess[str]]

SMALL = "{name: small, board: {size: [3, 4]}, tiles: [{set: domino, multiplicity: 6}]}"

pytestmark = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")


def slow(arguments: str) -> ParameterSet:
    """What starts one more process to see the same."""
    return pytest.param(arguments, marks=pytest.mark.slow)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the puzzle small.yaml."""
    (tmp_path / "small.yaml").write_text(SMALL)
    return tmp_path


@pytest.fixture
def shell(folder: Path) -> Shell:
    """Runs `cp-puzzles ARGUMENTS` in a shell, in the folder with the puzzle."""

    def run(arguments: str) -> subprocess.CompletedProcess[str]:
        program = f"{shlex.quote(sys.executable)} -m cp_puzzles"
        command = ["bash", "-c", f"set -o pipefail; {program} {arguments}"]
        return finished(command, cwd=folder, env={**os.environ, **ENVIRONMENT})

    return run


@pytest.mark.parametrize("command", ["schema", *map(slow, ("list", "solve small.yaml --jobs 1 --json"))])
def test_a_closed_stdout_is_no_fault(shell: Shell, command: str) -> None:
    """A program that was started without stdout works and says nothing; it once ended in an AttributeError."""
    result = shell(f"{command} >&-")
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.parametrize(
    "command", [*map(slow, ("schema", "check small.yaml", "list")), "solve small.yaml --jobs 1 --json"]
)
def test_a_full_stdout_is_said_in_a_line(shell: Shell, command: str) -> None:
    """No traceback where results cannot be written: one line, status 2."""
    result = shell(f"{command} >/dev/full")
    assert result.returncode == 2
    assert result.stderr == "the output: this cannot be written: no space left on device; make room for it\n"


def test_a_reader_that_goes_away_proves_nothing(shell: Shell) -> None:
    """`| head` ends the program with status 0; it once was 1, which says that there is no solution."""
    result = shell("solve small.yaml --jobs 1 --symmetry off --show all --out all.csv | (exec <&-; sleep 3)")
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.parametrize("mistake", ["--engine nope", "--engine frontier", "--setting nope=on", "--jobs 0"])
def test_a_mistake_costs_no_solution_file(run: Program, folder: Path, mistake: str) -> None:
    """A command that is refused leaves the file of an earlier search as it is; it once was emptied."""
    (folder / "found.jsonl").write_text("what was found before\n")
    result = run("solve", "small.yaml", *mistake.split(), "--out", "found.jsonl", cwd=folder)
    assert result.returncode == 2
    assert (folder / "found.jsonl").read_text() == "what was found before\n"


def test_a_search_without_solutions_empties_the_file(run: Program, folder: Path) -> None:
    """What an earlier search found is not taken for the result of this one."""
    (folder / "found.jsonl").write_text("what was found before\n")
    result = run("solve", "mutilated_chessboard", "--out", "found.jsonl", "--json", cwd=folder)
    assert (result.returncode, (folder / "found.jsonl").read_text()) == (1, "")


def test_solutions_are_not_drawn_into_their_own_file(run: Program, folder: Path) -> None:
    """`render SPEC FILE FILE` is refused; it once emptied the file before it was read."""
    command = ("solve", "small.yaml", "--jobs", "1", "--out", "found.jsonl", "--json")
    assert run(*command, cwd=folder).returncode == 0
    before = (folder / "found.jsonl").read_text()
    result = run("render", "small.yaml", "found.jsonl", "./found.jsonl", cwd=folder)
    assert (result.returncode, (folder / "found.jsonl").read_text()) == (2, before)
    assert result.stderr == "./found.jsonl: this is the file of the solutions itself; write to another one\n"


@pytest.mark.parametrize("arguments", ["--jobs 0", "--time-limit 0", "--time-limit nan", "--solve --engine nope"])
def test_check_refuses_what_it_would_not_use(run: Program, folder: Path, arguments: str) -> None:
    """A senseless number or engine is a mistake even if this file has nothing to count."""
    result = run("check", "small.yaml", *arguments.split(), cwd=folder)
    assert (result.returncode, result.stderr.count("\n")) == (2, 1)


@pytest.mark.parametrize("output", [slow("--json"), slow("--show 1")])
def test_letters_that_stdout_does_not_have(shell: Shell, folder: Path, output: str) -> None:
    """Where stdout is not UTF-8 a name is written as it can be; it was a UnicodeEncodeError once."""
    (folder / "small.yaml").write_text(SMALL.replace("name: small", 'name: "d\u00f6m\u0142n\u014d"'), encoding="utf-8")
    result = shell(
        f"solve small.yaml --jobs 1 {output} > out.txt; status=$?; PYTHONIOENCODING=ascii "
        f"{shlex.quote(sys.executable)} -m cp_puzzles solve small.yaml --jobs 1 {output} > ascii.txt && exit $status"
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert "d\u00f6m\u0142n\u014d" in (folder / "out.txt").read_text(encoding="utf-8")
    assert "d\\" in (folder / "ascii.txt").read_text(encoding="ascii")
