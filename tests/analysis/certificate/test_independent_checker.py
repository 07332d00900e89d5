"""The page on file formats is enough to write a checker."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cp_puzzles.analysis.certificate import check
from cp_puzzles.analysis.certificate.writer import certify_weights
from cp_puzzles.analysis.explain import explain
from cp_puzzles.puzzle.puzzle import problem_from
from tests.analysis.certificate.certificates import BOUNDED, Tampered, certify
from tests.analysis.certificate.forged.forger import BASES, VALUED
from tests.analysis.certificate.independent_checker import Checker, RefusedError
from tests.examples import sampled

CASES: dict[str, tuple[Any, ...]] = {
    **{name: (name,) for name in ("t_tetrominoes4x4", "tatami5x5_five_monominoes", "tetromino_tube4x5")},
    **{name: (name,) for name in ("p_pentominoes_torus5x5", "chiral_tetracubes_tray", "polysticks3x4")},
    "rotations": ("dominoes4x4", "rotations"),
    "components": ("dominoes4x4", "components"),
    "off": ("dominoes4x4", "off"),
    "sides of hexagons": ("hexagon_sides7",),
    "sides on a torus": ("wang_torus2x2", "off"),
    "exchanges of colors": ("macmahon_squares2x3", "colors"),
    "exchanges of colors on a torus": ("wang_torus2x2", "colors"),
    "sides of cubes": ("macmahon_cubes2x2",),
    "bounded": (BOUNDED,),
    "no solution": ({**VALUED, "fill": True},),
}
"""More certificates than those that are forged: the arguments of `certify`."""


@pytest.mark.parametrize("name", BASES)
def test_independent_checker_accepts_bases(name: str, tmp_path: Path) -> None:
    """Trees with symmetry, given pieces, wrapping, objectives, auxiliary options and weights are accepted."""
    BASES[name](tmp_path / "out")
    _agree(tmp_path / "out")


@pytest.mark.parametrize("case", sampled(CASES, every=3))
def test_independent_checker_accepts_other_kinds(case: str, tmp_path: Path) -> None:
    """Tubes, other lattices, other equivalences and bounds of copies are accepted."""
    certify(tmp_path / "out", *CASES[case])
    _agree(tmp_path / "out")


def test_independent_checker_accepts_cover_problems(tmp_path: Path) -> None:
    """A statement without a board is accepted."""
    file = tmp_path / "queens.dlx"
    file.write_text("a b c\na\nb c\na b\nc\nb\n")
    certify(tmp_path / "out", str(file))
    _agree(tmp_path / "out")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["soma", "pentomino3x20", "dominoes6x6"])
def test_independent_checker_accepts_larger_trees(name: str, tmp_path: Path) -> None:
    """Thousands of nodes are accepted."""
    certify(tmp_path / "out", name)
    _agree(tmp_path / "out")


@pytest.mark.parametrize("spec", ["y_pentominoes5x5", "tetrominoes4x5"])
def test_independent_checker_accepts_weights(spec: str, tmp_path: Path) -> None:
    """Explanations by weights are accepted."""
    puzzle = problem_from(spec)
    certify_weights(puzzle, explain(puzzle), tmp_path / "out")
    _agree(tmp_path / "out")


def _agree(folder: Path) -> None:
    """Assert that both checkers accept a certificate, with the same number."""
    status, sentence = check.verdict(folder)
    assert status == 0, sentence
    claim = json.loads((folder / "claim.json").read_text())
    assert Checker(folder).run() == claim.get("raw", 0)


def test_independent_checker_can_refuse(tmp_path: Path) -> None:
    """A tree without its last node and a missing solution are refused."""
    for name in ("tree", "solutions"):
        file = Tampered(certify(tmp_path / name, "dominoes4x4"))
        getattr(file, name).pop()
        file.claim["solutions"] = len(file.solutions)
        file.claim["raw"] = sum(int(line.partition(":")[0]) for line in file.solutions)
        file.save()
        with pytest.raises(RefusedError):
            Checker(file.folder).run()
