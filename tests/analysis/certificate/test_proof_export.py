"""Exported proofs: independent checkers accept them, and refuse them with a step or a blocking clause left out."""

from __future__ import annotations

import random
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cp_puzzles.analysis.certificate import check_cnf
from cp_puzzles.analysis.certificate.proof_export import export_proof
from cp_puzzles.errors import MistakeError
from tests.analysis.certificate.certificates import BOUNDED, certify
from tests.analysis.certificate.proof_checkers import lrat_is_valid
from tests.analysis.certificate.test_weights import certify as weighed
from tests.cli.program import Program
from tests.examples import sampled
from tests.processes import finished

GIGABYTE = 10**9


DISTINCT = {
    "name": "different tiles beside an optional cell",
    "board": {"drawing": "?XX\nXXX"},
    "tiles": [
        {"name": "I", "cells": [[0, 0], [0, 1]]},
        {"name": "V", "cells": [[0, 0], [0, 1], [1, 0]]},
        {"name": "o", "cells": [[0, 0]], "multiplicity": {"min": 0, "max": 1}},
    ],
}
SPECS: list[Any] = ["t_tetrominoes4x4", "corners3x3_given", BOUNDED, DISTINCT]


@pytest.mark.parametrize("spec", sampled(SPECS, every=2), ids=[str(number) for number in range(len(SPECS))])
def test_exported_proof_is_valid(tmp_path: Path, spec: Any) -> None:
    """The proof of puzzles with symmetry, given pieces, rules and ranges of copies is accepted."""
    exported = export_proof(certify(tmp_path / "out", spec), GIGABYTE)
    assert lrat_is_valid(exported.problem, exported.proof)
    done = finished([sys.executable, "-I", str(tmp_path / "out" / "check_cnf.py")])
    assert (done.returncode, done.stdout.startswith("CHECKED: ")) == (0, True), done.stdout


def _with_clause(clause: str) -> Callable[[list[str]], object]:
    """Return a change that adds a clause and counts it."""

    def change(lines: list[str]) -> None:
        words = lines[3].split()
        lines[3] = " ".join([*words[:3], str(int(words[3]) + 1)])
        lines.append(clause)

    return change


CLAUSES: dict[str, Callable[[list[str]], object]] = {
    "an option that must be chosen": _with_clause("1 0"),
    "an option that must not be chosen": _with_clause("-1 0"),
    "an option that is chosen and not": _with_clause("1 -1 0"),
    "no literals": _with_clause("0"),
    "two options that have no common item": _with_clause("-1 -24 0"),
    "a variable too large": _with_clause("-25 -24 0"),
    "two clauses in a line": _with_clause("-1 -2 0 5 0"),
    "a clause that a 0 splits": lambda lines: lines.__setitem__(4, lines[4].replace(" ", " 0 ", 1)),
    "a carriage return": _with_clause("-1 -2 0\r5 0"),
    "a comment between clauses": _with_clause("c 5 0"),
    "a clause that is not counted": lambda lines: lines.append("-1 -2 0"),
    "an option less of a cell": lambda lines: lines.__setitem__(4, lines[4].partition(" ")[2]),
    "a literal less of a blocked solution": lambda lines: lines.__setitem__(-1, lines[-1].partition(" ")[2]),
    "a blocked set that is no solution": lambda lines: lines.__setitem__(-1, "-1 -8 -20 0"),
    "a problem hidden in a comment": lambda lines: lines.insert(0, "c \rp cnf 1 2\r1 0\r-1 0\r"),
}


@pytest.fixture(scope="module")
def clauses(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the certificate of the domino tilings of 4x4 with clauses."""
    folder = certify(tmp_path_factory.mktemp("clauses") / "out", "dominoes4x4")
    export_proof(folder, GIGABYTE)
    return folder


@pytest.mark.parametrize("change", CLAUSES.values(), ids=CLAUSES)
def test_foreign_clause_is_refused(clauses: Path, tmp_path: Path, change: Callable[[list[str]], object]) -> None:
    """`check_cnf.py` refuses a clause that is neither a bound of an item nor blocks an image of a listed solution."""
    folder = Path(shutil.copytree(clauses, tmp_path / "out"))
    assert "without 36 listed solutions" in check_cnf.check(folder)
    lines = (folder / "proof.cnf").read_text().splitlines()
    change(lines)
    (folder / "proof.cnf").write_bytes("\n".join([*lines, ""]).encode())
    done = finished([sys.executable, "-I", str(folder / "check_cnf.py")])
    assert (done.returncode, done.stdout.startswith("NOT CHECKED: ")) == (1, True), done.stdout


def test_clauses_of_other_files_are_refused(clauses: Path, tmp_path: Path) -> None:
    """`check_cnf.py` reads only files of which the claim states the checksum, so those that `check.py` has verified."""
    folder = Path(shutil.copytree(clauses, tmp_path / "out"))
    (folder / "solutions.txt").write_text("1: 0 1\nend 1\n")
    with pytest.raises(ValueError, match=r"solutions.txt: another SHA-256"):
        check_cnf.check(folder)
    weights = Path(shutil.copytree(weighed(tmp_path / "weights", "mutilated_chessboard"), tmp_path / "other"))
    for name in ("solutions.txt", "proof.cnf"):
        shutil.copy(clauses / name, weights)
    with pytest.raises(ValueError, match=r"solutions.txt is not named by claim.json"):
        check_cnf.check(weights)


@pytest.mark.slow
def test_exported_lrat_proof_of_3x20_is_valid(tmp_path: Path) -> None:
    """The LRAT proof of a puzzle with thousands of nodes is accepted; it has some twenty megabytes."""
    exported = export_proof(certify(tmp_path / "out", "pentomino3x20"), GIGABYTE)
    assert lrat_is_valid(exported.problem, exported.proof)


def test_proof_without_a_step_is_refused(tmp_path: Path) -> None:
    """A lemma of the LRAT proof, or a clause of the problem, cannot be left out."""
    exported = export_proof(certify(tmp_path / "out", "dominoes4x4"), GIGABYTE)
    chance = random.Random(0)
    lines, clauses = exported.proof.read_text().splitlines(), exported.problem.read_text().splitlines()
    for _ in range(20):
        place = chance.choice([n for n, line in enumerate(lines) if line.split()[1] != "d"])
        exported.proof.write_text("\n".join(lines[:place] + lines[place + 1 :]))
        assert not lrat_is_valid(exported.problem, exported.proof)
        exported.proof.write_text("\n".join(lines))
        place = chance.randrange(4, len(clauses))
        exported.problem.write_text("\n".join([*clauses[:place], "1 -1 0", *clauses[place + 1 :]]))
        assert not lrat_is_valid(exported.problem, exported.proof)
        exported.problem.write_text("\n".join(clauses))


def test_too_large_proof_is_refused_before_it_is_written(tmp_path: Path) -> None:
    """The message states the size, and no file is left."""
    folder = certify(tmp_path / "out", "dominoes4x4")
    before = {file.name for file in folder.iterdir()}
    with pytest.raises(MistakeError, match="would have about"):
        export_proof(folder, 1000)
    assert {file.name for file in folder.iterdir()} == before


def test_certificate_export_command(run: Program, tmp_path: Path) -> None:
    """`certificate export` writes two files and names the checker; a certificate that does not hold is refused."""
    out = certify(tmp_path / "out", "t_tetrominoes4x4")
    done = run("certificate", "export", str(out), "--format", "lrat")
    assert done.returncode == 0, done.stderr
    assert f"python -I {out / 'check_cnf.py'}, then cake_lpr" in done.stdout
    assert lrat_is_valid(out / "proof.cnf", out / "proof.lrat")
    (out / "solutions.txt").write_text("end 0\n")
    assert run("certificate", "export", str(out)).returncode == 1


@pytest.mark.parametrize("spec", ["t_tetrominoes4x4", "dominoes4x4", "corners3x3_given"])
def test_cake_lpr_accepts_exported_proofs(tmp_path: Path, spec: str) -> None:
    """The checker that is verified down to its machine code accepts proofs, where it is installed."""
    if shutil.which("cake_lpr") is None:
        pytest.skip("cake_lpr is not installed")
    exported = export_proof(certify(tmp_path / "out", spec), GIGABYTE)
    assert "VERIFIED" in finished(["cake_lpr", str(exported.problem), str(exported.proof)]).stdout


def test_proof_of_a_problem_without_solutions_is_valid(tmp_path: Path) -> None:
    """An item that no option covers contradicts itself."""
    file = tmp_path / "none.dlx"
    file.write_text("a b c\na\nb\n")
    exported = export_proof(certify(tmp_path / "out", str(file)), GIGABYTE)
    assert lrat_is_valid(exported.problem, exported.proof)


def test_weights_and_objectives_have_no_clauses(tmp_path: Path) -> None:
    """A certificate of weights and one of a best value are not exported, and the message says what checks them."""
    for folder in (
        weighed(tmp_path / "weights", "mutilated_chessboard"),
        certify(tmp_path / "best", "dominoes4x4", maximize="crossroads"),
    ):
        with pytest.raises(MistakeError, match="no proof in clauses; certificate check verifies it"):
            export_proof(folder, GIGABYTE)
