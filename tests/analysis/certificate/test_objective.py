"""Certificates of best values: verified by two checkers, refused when tampered with, refused where none is possible."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cp_puzzles import solve
from cp_puzzles.analysis.certificate.writer import Certificate
from cp_puzzles.cli.search_commands import exit_status_of
from cp_puzzles.errors import DisagreementError, MistakeError
from cp_puzzles.search.puzzle_options import PuzzleOptions
from cp_puzzles.search.run_result import Note
from cp_puzzles.search.search_options import SearchOptions
from tests.analysis.certificate.certificates import Tampered, certify, proved, verdict
from tests.cli.program import Program

VALUED: dict[str, Any] = {
    "name": "values of tiles",
    "board": {"size": [3, 3]},
    "fill": False,
    "tiles": [{"set": "domino", "multiplicity": "any"}, {"name": "V", "cells": [[0, 0], [0, 1], [1, 0]]}],
    "maximize": {"I": 3, "V": 5},
}
"""Three dominoes and a V cover 3x3 with the value 14."""


@pytest.fixture(scope="module")
def values(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the certificate of all solutions of the best value."""
    return certify(tmp_path_factory.mktemp("values") / "out", VALUED)


@pytest.fixture(scope="module")
def single(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the certificate of the best value with one solution."""
    return certify(tmp_path_factory.mktemp("single") / "out", VALUED, limit=1)


@pytest.mark.parametrize(
    ("spec", "changes", "sentence"),
    [
        (VALUED, {}, "the greatest value is 14: exactly 1 solution up to symmetry, 8 in all"),
        (VALUED, {"limit": 1}, "the greatest value is 14: at least 1 solution up to symmetry"),
        (
            VALUED | {"maximize": {"I": -2, "V": -7}},
            {},
            "the greatest value is -7: exactly 3 solutions up to symmetry, 16 in all",
        ),
        (
            "dominoes4x4",
            {"maximize": "crossroads"},
            "the greatest value is 3: exactly 1 solution up to symmetry, 2 in all",
        ),
        ("dominoes4x4", {"minimize": "crossroads", "limit": 1}, "the least value is 0: at least 1 solution"),
        ("dominoes4x4", {"minimize": "crossroads", "rule": "faults=0"}, "exactly 0 solutions"),
    ],
)
def test_best_value_is_verified(tmp_path: Path, spec: Any, changes: dict[str, Any], sentence: str) -> None:
    """Both checkers verify the best value of tiles and of measures, and that there is no solution."""
    status, words = verdict(certify(tmp_path / "out", spec, **changes))
    assert (status, proved(words)[: len(sentence)]) == (0, sentence)


def _raise_constant(file: Tampered) -> None:
    file.statement["objective"]["constant"] += 1


def _change_weight(file: Tampered, option: int) -> None:
    file.statement["objective"]["weights"][option] += 1


def _unused_option(file: Tampered) -> int:
    used = {int(option) for line in file.solutions for option in line.split()[1:]}
    return next(option for option in range(len(file.statement["objective"]["weights"])) if option not in used)


def _remove_best(file: Tampered) -> None:
    size = file.solutions.pop().partition(":")[0]
    file.claim["solutions"] -= 1
    file.claim["raw"] -= int(size)


def _list_nothing(file: Tampered) -> None:
    file.solutions.clear()
    file.claim["solutions"] = file.claim["raw"] = 0


TAMPERINGS: dict[str, Callable[[Tampered], object]] = {
    "raise the value": lambda file: file.claim.update(value=15),
    "lower the value": lambda file: file.claim.update(value=13),
    "forget the value": lambda file: file.claim.update(value=None),
    "change the direction": lambda file: file.statement["objective"].update(maximize=False),
    "change the constant": lambda file: _raise_constant(file),
    "change a weight": lambda file: _change_weight(file, int(file.solutions[0].split()[-1])),
    "change a weight of no solution": lambda file: _change_weight(file, _unused_option(file)),
    "raise the scale": lambda file: file.claim.update(scale=file.claim["scale"] + 1),
    "make the scale negative": lambda file: file.claim.update(scale=-1),
    "make items free": lambda file: file.claim.update(prices=[0] * len(file.claim["prices"])),
    "remove a price": lambda file: file.claim["prices"].pop(),
    "remove the best": _remove_best,
    "list nothing": _list_nothing,
    "cut the tree": lambda file: file.tree.pop(),
}
OF_SINGLE = {
    **{name: TAMPERINGS[name] for name in ("raise the value", "lower the value", "list nothing")},
    "claim all": lambda file: file.claim.update(all_best=True),
}


@pytest.mark.parametrize("tamper", TAMPERINGS.values(), ids=TAMPERINGS)
def test_tampered_best_value_is_refused(values: Path, tmp_path: Path, tamper: Callable[[Tampered], object]) -> None:
    """Both checkers refuse another value, weight, price, direction or list, with right checksums."""
    file = Tampered.copied(values, tmp_path / "out")
    tamper(file)
    file.save()
    assert verdict(file.folder)[0] in (1, 2)


@pytest.mark.parametrize("tamper", OF_SINGLE.values(), ids=OF_SINGLE)
def test_tampered_single_best_is_refused(single: Path, tmp_path: Path, tamper: Callable[[Tampered], object]) -> None:
    """A certificate that lists one of the best solutions does not prove that it lists all, nor another value."""
    test_tampered_best_value_is_refused(single, tmp_path, tamper)


def test_wrong_value_is_no_certificate(tmp_path: Path) -> None:
    """A result with a value that is not the best is an internal error, and nothing is written."""
    puzzle = PuzzleOptions().puzzle(VALUED)
    worse = PuzzleOptions().puzzle(VALUED | {"maximize": {"I": 3, "V": 4}})
    with pytest.raises(DisagreementError, match="better"):
        Certificate(puzzle, SearchOptions(symmetry="full", jobs=1)).write(tmp_path / "out", solve(worse, jobs=1))
    assert not (tmp_path / "out").exists()


def test_measure_that_is_no_sum_has_no_certificate() -> None:
    """An objective that is not linear in the placements is refused in one line, before the search."""
    puzzle = PuzzleOptions(maximize="touching").puzzle("dominoes4x4")
    with pytest.raises(MistakeError, match="touching, which is not a sum over the placements"):
        Certificate(puzzle, SearchOptions(symmetry="full"))


def test_certificate_command_of_best_value(run: Program, tmp_path: Path) -> None:
    """`solve --certificate --limit 1` with an objective certifies the value; its proof is not exported as clauses."""
    out = str(tmp_path / "out")
    asked = ("dominoes4x4", "--maximize", "crossroads", "--limit", "1", "--jobs", "1", "--certificate", out)
    done = run("solve", *asked)
    assert done.returncode == 0, done.stderr
    done = run("certificate", "check", out)
    assert "the greatest value is 3: at least 1 solution" in done.stdout
    done = run("certificate", "export", out, "--format", "lrat")
    assert (done.returncode, "an objective has no proof in clauses" in done.stderr) == (2, True)


def test_certificate_with_a_limit_is_no_early_end(tmp_path: Path) -> None:
    """`solve` warns of a certificate that is not written, and of no other."""
    result = solve(VALUED, limit=1, jobs=1, certificate=tmp_path / "out")
    assert (result.status, result.count) == ("limit", 1)
    assert verdict(tmp_path / "out")[0] == 0


def test_unfinished_proof_of_a_best_value_ends_with_status_3() -> None:
    """The exit status is that of the proof, where the search itself reached its limit of solutions."""
    notes = [Note("not written", "time-limit")]
    result: Any = SimpleNamespace(status="limit", count=1)
    assert exit_status_of(result, notes) == 3


def test_tree_does_not_depend_on_jobs(tmp_path: Path) -> None:
    """Several threads write the same bytes as one."""
    one, two = (certify(tmp_path / str(jobs), "most_t_tetrominoes5x5", jobs=jobs) for jobs in (1, 2))
    assert {file.name: file.read_bytes() for file in one.iterdir()} == {
        file.name: file.read_bytes() for file in two.iterdir()
    }
