"""Proofs for VeriPB with symmetry and objectives: `check_pbp.py` accepts them, and refuses forged steps."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cp_puzzles.analysis.certificate import check_pbp
from cp_puzzles.analysis.certificate.proof_export import export_proof
from tests.analysis.certificate.certificates import certify
from tests.analysis.certificate.forged.forger import COLORED, VALUED

X_TWICE: dict[str, Any] = {
    "name": "bars and a V",
    "board": {"size": [3, 3]},
    "tiles": [{"set": "domino", "multiplicity": 3}, {"name": "V", "cells": [[0, 0], [0, 1], [1, 0]]}],
}
"""A board with eight symmetries and a tile that is used once, at which the tree branches."""

LARGEST_BYTES = 10**8
Lines = list[str]


def exported(folder: Path, *arguments: Any, **changes: Any) -> Path:
    """Certify a puzzle, export a proof for VeriPB, and return the folder."""
    export_proof(certify(folder, *arguments, **changes), "veripb", LARGEST_BYTES)
    return folder


@pytest.fixture(scope="module")
def proofs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return proofs with symmetry, of the best value alone, and of all solutions with the best value."""
    folder = tmp_path_factory.mktemp("proofs")
    return {
        "symmetric": exported(folder / "symmetric", X_TWICE),
        "best": exported(folder / "best", VALUED, limit=1),
        "all best": exported(folder / "all", VALUED),
    }


@pytest.mark.parametrize(
    ("name", "words", "step"),
    [
        ("symmetric", "no solution is missing among 8", "red 1 ~x"),
        ("best", "no solution has a better value than", "soli "),
        ("all best", "or a better one is missing among", "pol "),
    ],
)
def test_linear_proof_is_checked(proofs: dict[str, Path], name: str, words: str, step: str) -> None:
    """A proof up to symmetry uses symmetries, one of an objective the solution and a sum of bounds."""
    assert words in check_pbp.check(proofs[name])
    assert any(line.startswith(step) for line in (proofs[name] / "proof.pbp").read_text().splitlines())


def test_colors_have_linear_proofs(tmp_path: Path) -> None:
    """Options with the same items are different variables."""
    assert "no solution is missing among 16" in check_pbp.check(exported(tmp_path / "out", COLORED, "off"))


def _without(start: str) -> Callable[[Lines, Lines], None]:
    """Return a change that leaves out the first step with a start."""
    return lambda problem, proof: proof.remove(next(line for line in proof if line.startswith(start)))


def _replaced(old: str, new: str, *, every: bool = True) -> Callable[[Lines, Lines], None]:
    """Return a change of a text in the steps of a proof."""

    def change(problem: Lines, proof: Lines) -> None:
        places = [place for place, line in enumerate(proof) if old in line]
        for place in places if every else places[:1]:
            proof[place] = proof[place].replace(old, new)

    return change


def _inserted(*steps: str) -> Callable[[Lines, Lines], None]:
    """Return a change that adds steps before all others."""
    return lambda problem, proof: proof.__setitem__(slice(2, 2), steps)


def _concluding(conclusion: str) -> Callable[[Lines, Lines], None]:
    return lambda problem, proof: proof.__setitem__(-2, conclusion)


def _problem_without_last(problem: Lines, proof: Lines) -> None:
    problem.pop()
    proof[1] = f"f {int(proof[1].split()[1]) - 1}"


def _problem_with(row: str) -> Callable[[Lines, Lines], None]:
    def change(problem: Lines, proof: Lines) -> None:
        problem.append(row)
        proof[1] = f"f {int(proof[1].split()[1]) + 1}"

    return change


FORGED: dict[str, tuple[str, str, Callable[[Lines, Lines], None]]] = {
    "a solution that is not excluded": ("symmetric", "other constraints", _problem_without_last),
    "a constraint that nothing states": ("symmetric", "other constraints", _problem_with("1 x1 >= 1 ;")),
    "an objective that nothing states": (
        *("symmetric", "another objective"),
        lambda problem, proof: problem.insert(4, "min: 1 x1 ;"),
    ),
    "another objective": (
        *("best", "another objective"),
        lambda problem, proof: problem.__setitem__(4, problem[4].replace("min: -5 x1", "min: -4 x1")),
    ),
    "a step less": ("symmetric", "line ", _without("rup ")),
    "a symmetry less": ("symmetric", "line ", _without("red 1 ~x")),
    "an option that is excluded without a symmetry": ("symmetric", "breaks", _inserted("red 1 ~x3 >= 1 ; x3 -> 0")),
    "a substitution that is no symmetry": (
        *("symmetric", "breaks"),
        _inserted("red 1 ~x3 >= 1 ; x3 -> x5 x5 -> x3"),
    ),
    "two substitutions of one variable": (
        *("symmetric", "one twice"),
        _inserted("red 1 ~x1 >= 1 ; x1 -> x2 x1 -> x1"),
    ),
    "all options of an item excluded, one after the other": (
        *("symmetric", "breaks"),
        lambda problem, proof: proof.__setitem__(slice(2, 2), [f"red 1 ~x{n} >= 1 ; x{n} -> 0" for n in range(1, 25)]),
    ),
    "an assumption": ("symmetric", "no such step", _inserted("a 1 x1 >= 1 ;")),
    "a lemma that does not follow": ("symmetric", "does not follow", _inserted("rup 1 x1 >= 1 ;")),
    "a constraint of the problem deleted": ("symmetric", "of the problem", _inserted("del id 1")),
    "no steps": ("symmetric", "no contradiction", lambda problem, proof: proof.__delitem__(slice(2, -3))),
    "a conclusion about another constraint": ("symmetric", "no contradiction", _concluding("conclusion UNSAT : 1")),
    "no conclusion": ("symmetric", "is no conclusion", _concluding("conclusion NONE")),
    "bounds without an objective": ("symmetric", "not that of the steps", _concluding("conclusion BOUNDS 0 : 1 0")),
    "another version": ("symmetric", "version 2.0", _replaced("version 2.0", "version 1.1")),
    "a sum with a negative factor": ("best", "not above 0", _inserted("pol 1 -1 *")),
    "a sum with the factor 0": ("best", "not above 0", _inserted("pol 1 0 *")),
    "a sum of nothing": ("best", "not one sum", _inserted("pol")),
    "a larger factor": ("best", "line ", lambda problem, proof: _larger_factor(proof)),
    "a solution that is none": (
        *("best", "not a solution"),
        lambda problem, proof: proof.__setitem__(2, proof[2].replace(" ~x", " x")),
    ),
    "a solution with a variable less": (
        *("best", "line 3"),
        lambda problem, proof: proof.__setitem__(2, proof[2].rpartition(" ")[0]),
    ),
    "a solution after other steps": (
        *("best", "after other steps"),
        lambda problem, proof: proof.insert(2, "rup 1 x1 >= 0 ;"),
    ),
    "a solution where nothing is minimized": ("all best", "there is no objective", _inserted("soli x1")),
    "a better bound": ("best", "the least value is", _replaced("BOUNDS -", "BOUNDS -1")),
    "a new variable that is not free": (
        *("best", "breaks"),
        _inserted("red 1 x1 1 x99 >= 2 ; x99 -> 1"),
    ),
    "a substitution that loses value": ("best", "changes the objective", _inserted("red 1 ~x1 >= 1 ; x1 -> 0")),
}


def test_proof_of_another_value_is_refused(proofs: dict[str, Path], tmp_path: Path) -> None:
    """The least value that a proof shows is the one that the claim states."""
    folder = Path(shutil.copytree(proofs["best"], tmp_path / "out"))
    claim = json.loads((folder / "claim.json").read_text())
    (folder / "claim.json").write_text(json.dumps(claim | {"value": claim["value"] - 2}))
    with pytest.raises(ValueError, match="shows the least value -14, not -12"):
        check_pbp.check(folder)


def _larger_factor(proof: Lines) -> None:
    """Take the bounds of items more often than the objective in the sum."""
    place = next(place for place, line in enumerate(proof) if line.startswith("pol "))
    words = proof[place].split()
    words[2] = "1"
    proof[place] = " ".join(words)


@pytest.mark.parametrize("forged", FORGED.values(), ids=FORGED)
def test_forged_linear_proof_is_refused(
    proofs: dict[str, Path], tmp_path: Path, forged: tuple[str, str, Callable[[Lines, Lines], None]]
) -> None:
    """A problem that is not the statement's, and a step that does not follow, are refused for their reason."""
    name, refusal, change = forged
    folder = Path(shutil.copytree(proofs[name], tmp_path / "out"))
    problem, proof = ((folder / file).read_text().splitlines() for file in ("proof.opb", "proof.pbp"))
    before = [*problem], [*proof]
    change(problem, proof)
    assert (problem, proof) != before
    for file, lines in (("proof.opb", problem), ("proof.pbp", proof)):
        (folder / file).write_text("\n".join([*lines, ""]))
    with pytest.raises(ValueError, match=refusal):
        check_pbp.check(folder)
