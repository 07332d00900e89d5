"""Statements: the checker knows the lattices of the package, and the statement is that of the puzzle file."""

from __future__ import annotations

from pathlib import Path

import pytest

from cp_puzzles.analysis.certificate import check
from cp_puzzles.analysis.certificate.statement import lattice_data
from cp_puzzles.puzzle.geometry.lattices import BUILT_IN
from tests.analysis.certificate.certificates import certify
from tests.cli.program import Program


@pytest.mark.parametrize("name", BUILT_IN)
def test_checker_knows_each_lattice(name: str) -> None:
    """The table of the checker has the translations, the cell classes and the isometries of each lattice."""
    assert check.known_lattice(name) == lattice_data(BUILT_IN[name])


def test_check_compares_the_puzzle(run: Program, tmp_path: Path) -> None:
    """`--puzzle` accepts the puzzle with the same changes, and names what differs in another one."""
    out = str(certify(tmp_path / "out", "dominoes4x4", given="I@0,0;0,1"))
    assert run("certificate", "check", out, "--puzzle", "dominoes4x4", "--given", "I@0,0;0,1").returncode == 0
    done = run("certificate", "check", out, "--puzzle", "dominoes4x4")
    assert (done.returncode, "not that of dominoes4x4: its board cells differs" in done.stdout) == (1, True), (
        done.stdout
    )
    done = run("certificate", "check", out, "--puzzle", "soma")
    assert (done.returncode, "its name differs" in done.stdout) == (1, True)
    assert run("certificate", "check", out, "--given", "I@0,0;0,1").returncode == 2


@pytest.mark.parametrize("symmetry", ["full", "rotations", "components", "off"])
def test_check_compares_symmetries(run: Program, tmp_path: Path, symmetry: str) -> None:
    """The statement of each equivalence is that of its puzzle."""
    out = str(certify(tmp_path / "out", "dominoes4x4", symmetry))  # type: ignore[arg-type]
    assert run("certificate", "check", out, "--puzzle", "dominoes4x4").returncode == 0
