"""Statements: the checker knows the lattices of the package, and the statement is that of the puzzle file."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from pathlib import Path

import pytest

from cp_puzzles import build_puzzle, count
from cp_puzzles.analysis.certificate import check, checker, statement, writer
from cp_puzzles.analysis.certificate.statement import lattice_data, statement_of
from cp_puzzles.base import deadline
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.puzzle import puzzle_from
from cp_puzzles.search.run_result import Progress
from tests.analysis.certificate.certificates import certify, verdict
from tests.cli.program import Program
from tests.crossed_puzzles import Case
from tests.puzzle.rules.test_sides import FLAT
from tests.puzzle.rules.test_sides import random_puzzle as random_sides


@pytest.mark.parametrize("name", LATTICES.entries)
def test_checker_knows_each_lattice(name: str) -> None:
    """The table of the checker has the translations, the cell classes and the isometries of each lattice."""
    assert check.lattice_of(name) == lattice_data(LATTICES[name])


def test_check_compares_the_puzzle(run: Program, tmp_path: Path) -> None:
    """`--puzzle` accepts the puzzle with the same changes, and names what differs in another one."""
    out = str(certify(tmp_path / "out", "dominoes4x4", given="I@0,0;0,1"))
    assert run("certificate", "check", out, "--puzzle", "dominoes4x4", "--given", "I@0,0;0,1").returncode == 0
    done = run("certificate", "check", out, "--puzzle", "dominoes4x4")
    assert (done.returncode, "not that of dominoes4x4: its board cells differ" in done.stdout) == (1, True), done.stdout
    done = run("certificate", "check", out, "--puzzle", "soma")
    assert (done.returncode, "its name differs" in done.stdout) == (1, True)
    assert run("certificate", "check", out, "--given", "I@0,0;0,1").returncode == 2


COLORS = """
name: two colors
colors: ab
board: {size: [2, 4], colors: {a: [[0, 0], [1, 1]], b: [[0, 1]]}}
tiles: [{name: I, drawing: ab, multiplicity: 4}]
"""


@pytest.mark.parametrize(
    ("text", "options", "solutions"),
    [
        (COLORS, (), "exactly 18 solutions"),
        (COLORS, ("--given", "I@0,0;0,1"), "exactly 8 solutions"),
        ("domino_values1", (), "exactly 1 solution, with 12 auxiliary choices"),
    ],
)
def test_colored_puzzle_is_certified(
    run: Program, tmp_path: Path, text: str, options: tuple[str, ...], solutions: str
) -> None:
    """Colors and values of tiles are stated, verified and compared with the puzzle, also of given pieces."""
    spec, out = text, str(tmp_path / "out")
    if "\n" in text:
        spec = str(tmp_path / "colors.yaml")
        Path(spec).write_text(text)
    counted = run("count", spec, *options, "--engine", "exact-cover", "--jobs", "1", "--certificate", out)
    assert counted.returncode == 0, counted.stderr
    done = run("certificate", "check", out, "--puzzle", spec, *options)
    assert (done.returncode, "tiles that show colors" in done.stdout) == (0, True), done.stdout
    assert f": {solutions}" in done.stdout


def _assert_derived(lattice: str, seeds: range) -> None:
    for seed in seeds:
        case = Case(lattice, seed)
        if not case.data or {*case.rules} - {"match", "boundary", "regions", "clues"}:
            continue
        data = statement_of(build_puzzle(case.data), "off").data
        assert check.other_bounds(data) == 0, (lattice, seed)


def test_conditions_imply_all_bounds() -> None:
    """The checker derives the bounds of sides, values, colors and clues, also of empty cells and given pieces."""
    _assert_derived("square", range(8))


@pytest.mark.slow
@pytest.mark.parametrize("lattice", FLAT)
def test_conditions_imply_all_bounds_on_all_lattices(lattice: str) -> None:
    """The checker derives the bounds of random puzzles on each flat lattice with sides."""
    _assert_derived(lattice, range(12, 50))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("wang_torus2x2", "sides that match"),
        ("macmahon_squares4x6", "sides that match, sides on the boundary"),
        ("values/shikaku5x5", "clues"),
        ("values/domino_counts3x4", "values in regions"),
        ("values/dominosa4x5", "cells that fit"),
    ],
)
def test_conditions_of_the_catalog_are_derived(name: str, words: str) -> None:
    """The checker derives all bounds of puzzles of the catalog, and names the conditions."""
    data = statement_of(puzzle_from(name), "off").data
    assert (check.other_bounds(data), f", {words}, statement 0)" in check.subject(data, "0").replace("(", ", ")) == (
        0,
        True,
    )


def test_placements_with_equal_items_are_distinguished(tmp_path: Path) -> None:
    """Placements that differ in colors alone have symmetries: a bound that always holds tells them apart."""
    tile = {"name": "I", "drawing": "ab", "multiplicity": 2}
    puzzle = {"name": "x", "colors": "ab", "board": {"size": [2, 2]}, "tiles": [tile]}
    words = "exactly 2 solutions up to symmetry, 8 in all"
    assert verdict(certify(tmp_path / "out", puzzle))[1].endswith(words)


def _assert_exchanged(lattice: str, seeds: range, folder: Path) -> None:
    """Assert that certificates prove the numbers of the brute force, where it knows them."""
    for seed in seeds:
        data, numbers = random_sides(seed, lattice)
        is_small = "colors" in numbers and numbers["off"] <= 1000  # the checker lists all solutions
        for symmetry in ("full", "colors") if is_small else ():
            with suppress(MistakeError):  # a placement that a rule does not admit may have no image
                out = certify(folder / f"{seed} {symmetry}", data, symmetry)
                status, sentence = verdict(out)
                claim = json.loads((out / "claim.json").read_text())
                assert (status, claim["solutions"], claim["raw"]) == (0, numbers[symmetry], numbers["off"]), sentence


@pytest.mark.parametrize("lattice", ["square", "triangular"])
def test_exchanges_of_colors_are_certified(lattice: str, tmp_path: Path) -> None:
    """A certificate up to exchanges of colors proves the number of classes that a brute force finds."""
    _assert_exchanged(lattice, range(4), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("lattice", FLAT)
def test_exchanges_of_colors_are_certified_on_all_lattices(lattice: str, tmp_path: Path) -> None:
    """A certificate up to exchanges of colors proves the number of classes on each flat lattice with sides."""
    _assert_exchanged(lattice, range(4, 27), tmp_path)


def test_statement_that_the_checker_refuses_is_not_made() -> None:
    """On a torus of one cell a domino with values has no orientation, which the checker refuses."""
    tiles = [{"name": "o", "cells": [[0, 0]]}, {"set": "dominoes-0-6", "only": ["0-1"], "multiplicity": "any"}]
    puzzle = build_puzzle({"name": "wrapped", "board": {"size": [1, 1], "wrap": "torus"}, "tiles": tiles})
    with pytest.raises(MistakeError, match="the checker refuses this puzzle"):
        statement_of(puzzle, "off")


def test_placements_that_rules_exclude_need_no_symmetry(tmp_path: Path) -> None:
    """A statement has the placements that a rule does not admit: they must have images, too."""
    tiles = [
        {"name": "A", "cells": [[0, 0]], "sides": "aaaa", "multiplicity": "0-3"},
        {"set": "monomino", "multiplicity": "any"},
        {"name": "B", "cells": [[1, 0], [0, 0]], "sides": {0: "..bA", 1: "Ab.."}, "multiplicity": "0-2"},
    ]
    rules = {"match": {"a": "b"}, "boundary": "ab"}
    puzzle = {"name": "x", "board": {"drawing": "XX\n.X"}, "tiles": tiles, "rules": rules}
    with pytest.raises(MistakeError, match="has no image under a symmetry; count with symmetry='off'"):
        certify(tmp_path / "out", puzzle)


def test_statement_changed_after_the_check_is_refused(
    run: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The statement that is compared with the puzzle is the one whose SHA-256 the verdict names."""
    out, checked = certify(tmp_path / "out", "dominoes4x4"), checker.run_checker
    file = out / "statement.json"

    def then_changed(*arguments: str, is_compiled: bool = False) -> tuple[int, str]:
        answer = checked(*arguments, is_compiled=is_compiled)
        file.write_bytes(file.read_bytes().replace(b"Domino", b"domino"))
        return answer

    monkeypatch.setattr(checker, "run_checker", then_changed)
    done = run("certificate", "check", str(out), "--puzzle", "dominoes4x4")
    assert (done.returncode, "it was changed after the check" in done.stdout) == (1, True)


def test_name_of_a_puzzle_changes_no_comparison(run: Program, tmp_path: Path) -> None:
    """A puzzle whose name sounds like a verdict by weights is compared with all its rules."""
    puzzle = {"name": "four, by weights", "board": {"size": [4, 4]}, "tiles": [{"set": "domino", "multiplicity": 8}]}
    out, file = certify(tmp_path / "out", puzzle), tmp_path / "four.yaml"
    file.write_text(json.dumps(puzzle | {"rules": {"faults": 0}}))
    done = run("certificate", "check", str(out), "--puzzle", str(file))
    assert (done.returncode, "its rules differ" in done.stdout) == (1, True), done.stdout


def test_package_does_not_import_the_checker() -> None:
    """The checker is a program of its own, so a mistake in it cannot be one of the package, too."""
    pattern = re.compile(r"^\s*(from|import) \S*certificate(\.| import .*\b)(check|check_cnf)\b", re.MULTILINE)
    files = [*Path(str(checker.__file__)).parents[2].rglob("*.py")]
    assert pattern.search("from cp_puzzles.analysis.certificate import check, writer")
    assert [file for file in files if pattern.search(file.read_text(encoding="utf-8"))] == []


def test_writer_knows_the_limits_of_the_checker() -> None:
    """The version and the largest sizes that the writer states are those of the checker."""
    assert (writer.VERSION, writer.MAX_LINES_BYTES) == (check.VERSION, check.MAX_LINES_BYTES)
    assert statement.MAX_JSON_BYTES == check.MAX_JSON_BYTES
    assert {writer.TREE_FORMAT, writer.WEIGHTS_FORMAT} == {*check.CLAIMS}


def test_long_proof_says_how_far_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search of a proof reports its subtrees and nodes from time to time."""
    monkeypatch.setattr(writer, "NOTICE_SECONDS", 0)
    monkeypatch.setattr(deadline, "TICK_SECONDS", 0.001)
    seen: list[Progress] = []
    folder = str(tmp_path / "out")
    count("pentomino3x20", engine="exact-cover", jobs=1, certificate=folder, on_progress=seen.append)
    notices = [progress.notice for progress in seen if progress.notice and progress.notice.startswith("certificate: ")]
    assert notices
    assert all("nodes of the proof after" in notice for notice in notices)


@pytest.mark.parametrize("symmetry", ["full", "rotations", "components", "off"])
def test_check_compares_symmetries(run: Program, tmp_path: Path, symmetry: str) -> None:
    """The statement of each equivalence is that of its puzzle."""
    out = str(certify(tmp_path / "out", "dominoes4x4", symmetry))  # type: ignore[arg-type]
    assert run("certificate", "check", out, "--puzzle", "dominoes4x4").returncode == 0
