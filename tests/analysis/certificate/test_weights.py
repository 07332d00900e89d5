"""Certificates of weights: verified by their checker, refused when tampered with."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cp_puzzles.analysis.certificate.check import verdict
from cp_puzzles.analysis.certificate.writer import certify_weights
from cp_puzzles.analysis.explain import explain
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.puzzle import problem_from
from tests.analysis.certificate.certificates import Tampered, proved
from tests.cli.program import Program
from tests.processes import finished

CHESSBOARD, PARITY = "mutilated_chessboard", "tetrominoes4x5"
LINEAR, MODULAR = "no solution, by weights", "no solution, by weights modulo 2"


def certify(folder: Path, spec: str) -> Path:
    """Write the weights of an explanation and return their folder."""
    puzzle = problem_from(spec)
    certify_weights(puzzle, explain(puzzle), folder)
    return folder


@pytest.fixture(scope="module")
def proofs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the proofs of two puzzles: by a coloring, and by a parity."""
    folder = tmp_path_factory.mktemp("weights")
    for spec in (CHESSBOARD, PARITY):
        certify(folder / spec, spec)
    return folder


@pytest.mark.parametrize(("spec", "sentence"), [(CHESSBOARD, LINEAR), (PARITY, MODULAR)])
def test_weights_are_verified(proofs: Path, spec: str, sentence: str) -> None:
    """The checker in the folder verifies weights without the package."""
    folder = proofs / spec
    status, words = verdict(folder)
    assert (status, proved(words)) == (0, sentence)
    done = finished([sys.executable, "-I", str(folder / "check.py")])
    assert (done.returncode, done.stdout.strip()) == (0, words)


Content = dict[str, Any]

TAMPERINGS: dict[str, Callable[[Content, Content], object]] = {
    "change prices": lambda claim, statement: claim.update(prices=[price and price + 1 for price in claim["prices"]]),
    "remove a price": lambda claim, statement: claim["prices"].pop(),
    "make all free": lambda claim, statement: claim.update(prices=[0] * len(claim["prices"])),
    "change the modulus": lambda claim, statement: claim.update(modulus=1),
    "remove an option": lambda claim, statement: statement["options"].pop(),
    "change a bound": lambda claim, statement: statement["items"][0].update(minimum=0),
}


@pytest.mark.parametrize("spec", [CHESSBOARD, PARITY])
@pytest.mark.parametrize("tamper", [*TAMPERINGS.values(), None], ids=[*TAMPERINGS, "unsealed name"])
def test_tampered_weights_are_refused(
    proofs: Path, tmp_path: Path, spec: str, tamper: Callable[[Content, Content], object] | None
) -> None:
    """Another price, modulus, option or bound is refused with the right checksum, another name without it."""
    file = Tampered.copied(proofs / spec, tmp_path / "out")
    if tamper is None:
        file.statement["name"] += "!"
    else:
        tamper(file.claim, file.statement)
    file.save(sealed=tamper is not None)
    assert verdict(file.folder)[0] == 1


def test_explanations_without_weights_are_refused(tmp_path: Path) -> None:
    """Weights that use a parity of rules, and a puzzle with solutions, have no certificate of weights."""
    with pytest.raises(MistakeError, match="an even, or an odd, number of times"):
        certify(tmp_path / "out", "fault_free_dominoes6x6")
    with pytest.raises(MistakeError, match="not a weighted count"):
        certify(tmp_path / "out", "dominoes4x4")
    assert not (tmp_path / "out").exists()


def test_weight_certificate_commands(run: Program, tmp_path: Path) -> None:
    """`explain --certificate` writes what `certificate check` verifies and compares."""
    out = str(tmp_path / "out")
    done = run("explain", PARITY, "--certificate", out)
    assert done.returncode == 1
    assert "wrote" in done.stderr
    done = run("certificate", "check", out)
    assert (done.returncode, proved(done.stdout)) == (0, f"{MODULAR}\n")
    done = run("certificate", "check", out, "--puzzle", PARITY)
    assert done.returncode == 0, done.stdout
