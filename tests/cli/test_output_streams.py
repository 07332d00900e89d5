"""Output streams that are closed or full, and existing files that a mistake must not damage."""

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
    """Return a slow test case."""
    return pytest.param(arguments, marks=pytest.mark.slow)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the puzzle small.yaml."""
    (tmp_path / "small.yaml").write_text(SMALL)
    return tmp_path


@pytest.fixture
def shell(folder: Path) -> Shell:
    """A function that runs `cp-puzzles ARGUMENTS` in a shell, in the folder with the puzzle."""

    def run(arguments: str) -> subprocess.CompletedProcess[str]:
        program = f"{shlex.quote(sys.executable)} -m cp_puzzles"
        command = ["bash", "-c", f"set -o pipefail; {program} {arguments}"]
        return finished(command, cwd=folder, env={**os.environ, **ENVIRONMENT})

    return run


@pytest.mark.slow
@pytest.mark.parametrize("command", ["check --schema", *map(slow, ("list", "solve small.yaml --jobs 1 --json"))])
def test_closed_stdout_is_no_error(shell: Shell, command: str) -> None:
    """A program without stdout works and prints nothing."""
    result = shell(f"{command} >&-")
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.parametrize(
    "command", ["check --schema", *map(slow, ("check small.yaml", "list", "solve small.yaml --jobs 1 --json"))]
)
def test_full_stdout_is_status_2_in_one_line(shell: Shell, command: str) -> None:
    """Results that cannot be written are reported in one line with status 2, without a traceback."""
    result = shell(f"{command} >/dev/full")
    assert result.returncode == 2
    assert (
        result.stderr
        == "the output: cannot be written: no space left on device; free some space or choose another place\n"
    )


def test_pipe_closed_by_the_reader_is_status_0(shell: Shell) -> None:
    """`| head` ends the program with status 0, not 1, which means that there is no solution."""
    result = shell("solve small.yaml --jobs 1 --symmetry off --show all --out all.csv | true")
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.parametrize("mistake", ["--engine nope", "--engine frontier", "--setting nope=on", "--jobs 0"])
def test_mistake_keeps_the_solution_file(run: Program, folder: Path, mistake: str) -> None:
    """A command that is refused leaves the solution file of an earlier search unchanged."""
    (folder / "found.jsonl").write_text("what was found before\n")
    result = run("solve", "small.yaml", *mistake.split(), "--out", "found.jsonl", cwd=folder)
    assert result.returncode == 2
    assert (folder / "found.jsonl").read_text() == "what was found before\n"


def test_search_without_solutions_empties_the_file(run: Program, folder: Path) -> None:
    """A search without solutions empties the file of an earlier search."""
    (folder / "found.jsonl").write_text("what was found before\n")
    result = run("solve", "mutilated_chessboard", "--out", "found.jsonl", "--json", cwd=folder)
    assert (result.returncode, (folder / "found.jsonl").read_text()) == (1, "")


def test_render_refuses_to_overwrite_the_input(run: Program, folder: Path) -> None:
    """`render SPEC FILE FILE` is refused, and the file is unchanged."""
    command = ("solve", "small.yaml", "--jobs", "1", "--out", "found.jsonl", "--json")
    assert run(*command, cwd=folder).returncode == 0
    before = (folder / "found.jsonl").read_text()
    result = run("render", "small.yaml", "found.jsonl", "./found.jsonl", cwd=folder)
    assert (result.returncode, (folder / "found.jsonl").read_text()) == (2, before)
    assert result.stderr == "./found.jsonl: the solutions are read from this file; write to another file\n"


@pytest.mark.parametrize("output", [slow("--json"), slow("--show 1")])
def test_output_escapes_characters_outside_the_encoding(shell: Shell, folder: Path, output: str) -> None:
    """Characters that the encoding of stdout does not have are escaped."""
    (folder / "small.yaml").write_text(SMALL.replace("name: small", 'name: "d\u00f6m\u0142n\u014d"'), encoding="utf-8")
    result = shell(
        f"solve small.yaml --jobs 1 {output} > out.txt; status=$?; PYTHONIOENCODING=ascii "
        f"{shlex.quote(sys.executable)} -m cp_puzzles solve small.yaml --jobs 1 {output} > ascii.txt && exit $status"
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert "d\u00f6m\u0142n\u014d" in (folder / "out.txt").read_text(encoding="utf-8")
    assert "d\\" in (folder / "ascii.txt").read_text(encoding="ascii")


def test_names_of_emoji_are_printed_as_written(run: Program, tmp_path: Path) -> None:
    """A name between colons is a name, also in a verdict; rich would print a picture for it."""
    file = tmp_path / "small.yaml"
    file.write_text(SMALL.replace("small", '"a :heart: b"'))
    out = tmp_path / "proof"
    counted = run("count", str(file), "--certificate", str(out), "--engine", "exact-cover")
    checked = run("certificate", "check", str(out))
    assert (counted.returncode, checked.returncode) == (0, 0)
    assert 'VERIFIED: "a :heart: b" (' in checked.stdout
    assert ":heart:" in counted.stdout + counted.stderr
