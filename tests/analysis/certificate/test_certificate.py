"""Certificates of counts: written for every kind of puzzle, checked by two checkers, refused when tampered with."""

from __future__ import annotations

import ast
import gzip
import json
import random
import shutil
import sys
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from cp_puzzles import count
from cp_puzzles.analysis.certificate.statement import statement_of
from cp_puzzles.analysis.certificate.writer import Certificate
from cp_puzzles.cover.symmetry.symmetry_group import Symmetry
from cp_puzzles.errors import DisagreementError, MistakeError
from cp_puzzles.puzzle.puzzle import problem_from
from cp_puzzles.search.puzzle_options import PuzzleOptions
from cp_puzzles.search.search_options import SearchOptions
from tests.analysis.certificate.certificates import BOUNDED, Tampered, certify, proved, verdict
from tests.cli.program import Program
from tests.processes import finished


@pytest.fixture(scope="module")
def dominoes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the certificate of the 9 domino tilings of 4x4."""
    return certify(tmp_path_factory.mktemp("certificate") / "out", "dominoes4x4")


@pytest.mark.parametrize(
    ("spec", "symmetry", "changes", "sentence"),
    [
        ("dominoes4x4", "full", {}, "9 solutions up to symmetry, 36 in all"),
        ("dominoes4x4", "rotations", {}, "12 solutions up to the 4 listed symmetries, 36 in all"),
        ("dominoes4x4", "off", {}, "36 solutions"),
        ("t_tetrominoes4x4", "full", {}, "1 solution up to symmetry, 2 in all"),
        ("pentomino3x20", "full", {}, "2 solutions up to symmetry, 8 in all"),
        ("corners3x3_given", "full", {}, None),
        ("torus_dominoes4x4", "full", {}, None),
        ("tatami5x5_five_monominoes", "full", {}, None),
        ("dominoes4x4", "full", {"given": "I@0,0;0,1"}, None),
        ("dominoes4x4", "full", {"rule": "faults=0"}, "0 solutions up to symmetry, 0 in all"),
        ("lozenges3_mirror", "full", {}, None),
        (BOUNDED, "full", {}, None),
    ],
)
def test_certificate_is_verified(
    tmp_path: Path, spec: Any, symmetry: Symmetry, changes: dict[str, Any], sentence: str | None
) -> None:
    """Both checkers verify the number that the engine counts: symmetries, lattices, rules, given pieces, bounds."""
    folder = certify(tmp_path / "out", spec, symmetry, **changes)
    status, words = verdict(folder)
    assert status == 0, words
    assert sentence is None or proved(words) == f"exactly {sentence}"


def test_missing_symmetries_are_refused(tmp_path: Path) -> None:
    """A count up to a subgroup is verified as such, and refused if it claims to be up to all symmetries."""
    folder = certify(tmp_path / "out", "dominoes4x4", "rotations")
    file = Tampered(folder)
    file.claim["symmetry"] = "full"
    file.save()
    assert verdict(folder) == (1, "NOT VERIFIED: statement: the symmetries are not those of the board")


@pytest.mark.parametrize(
    ("spec", "equivalence"),
    [("torus_dominoes4x4", "full"), ("corners3x3_given", "full"), ("lozenges3_mirror", "listed")],
)
def test_statement_knows_whether_symmetries_are_complete(spec: str, equivalence: str) -> None:
    """The claim is `full` where cells show that no isometry is missing; multiplicities of mirror images do not."""
    assert statement_of(problem_from(spec), "full").symmetry == equivalence


def test_certificate_of_a_dlx_file_is_verified(tmp_path: Path) -> None:
    """A cover problem in a file has no board: its options are the statement."""
    file = tmp_path / "queens.dlx"
    file.write_text("a b c\na\nb c\na b\nc\nb\n")
    assert verdict(certify(tmp_path / "out", str(file)))[0] == 0


def test_checker_is_independent(dominoes: Path) -> None:
    """The checker imports the standard library only, and runs without the package."""
    source = (dominoes / "check.py").read_text()
    imports = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = [node.module or "" if isinstance(node, ast.ImportFrom) else node.names[0].name for node in imports]
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names
    done = finished([sys.executable, "-I", str(dominoes / "check.py")], cwd=dominoes)
    assert (done.returncode, done.stdout.strip()) == (0, verdict(dominoes)[1])


def test_certificate_is_deterministic(dominoes: Path, tmp_path: Path) -> None:
    """The same puzzle gives the same bytes."""
    again = certify(tmp_path / "out", "dominoes4x4")
    assert {file.name: file.read_bytes() for file in again.iterdir()} == {
        file.name: file.read_bytes() for file in dominoes.iterdir()
    }


def test_certificate_disagrees_with_a_wrong_count(tmp_path: Path) -> None:
    """A count that the proof does not confirm is an internal error, and nothing is written."""
    puzzle = problem_from("dominoes4x4")
    wrong = count("dominoes4x4", symmetry="off", engine="exact-cover", jobs=1)
    with pytest.raises(DisagreementError):
        Certificate(puzzle, SearchOptions(symmetry="full")).write(tmp_path / "out", wrong)
    assert not (tmp_path / "out").exists()


def test_count_too_large_for_a_list_is_refused(tmp_path: Path) -> None:
    """A certificate lists the solutions: a count of millions without them has none."""
    puzzle = problem_from("dominoes8x8")
    result = count(puzzle, engine="frontier", symmetry="off")
    with pytest.raises(MistakeError, match="the 12988816 solutions are too many to list"):
        Certificate(puzzle, SearchOptions(symmetry="off")).write(tmp_path / "out", result)
    assert not (tmp_path / "out").exists()


def test_frontier_count_has_a_certificate(tmp_path: Path) -> None:
    """A count without a list is certified by a list, if that is not too long."""
    status, words = verdict(certify(tmp_path / "out", "dominoes4x4", "off", "frontier", rule="crossroads=1"))
    assert (status, proved(words)[:20]) == (0, "exactly 14 solutions")


def test_certificate_keeps_the_time_limit(run: Program, tmp_path: Path) -> None:
    """A proof that takes longer than the time limit is not written, with exit status 3."""
    out = tmp_path / "out"
    arguments = ["--engine", "frontier", "--symmetry", "full", "--time-limit", "2", "--certificate", str(out)]
    done = run("count", "dominoes6x6", *arguments)
    assert done.returncode in (0, 3)
    assert out.exists() == (done.returncode == 0)


def test_certificate_refuses_unsupported_requests() -> None:
    """Rules that need a finished tiling are refused before the search."""
    puzzle = PuzzleOptions(rule="colorable={with: 2}").puzzle("dominoes4x4")
    with pytest.raises(MistakeError, match="certificate"):
        Certificate(puzzle, SearchOptions(symmetry="full"))


def _remove(members: list[Any], chance: random.Random) -> None:
    members.pop(chance.randrange(len(members)))


def _add(numbers: Any, keys: Sequence[object], values: Sequence[int], chance: random.Random) -> None:
    numbers[chance.choice(keys)] += chance.choice(values)


def _remove_solution_and_claim(file: Tampered, chance: random.Random) -> None:
    size = file.solutions.pop(chance.randrange(len(file.solutions))).partition(":")[0]
    file.claim["solutions"] -= 1
    file.claim["raw"] -= int(size)


def _double_solution(file: Tampered, chance: random.Random) -> None:
    size = (line := chance.choice(file.solutions)).partition(":")[0]
    file.solutions.append(line)
    file.claim["solutions"] += 1
    file.claim["raw"] += int(size)


def _change_solution(file: Tampered, chance: random.Random) -> None:
    n = chance.randrange(len(file.solutions))
    size, _, words = file.solutions[n].partition(": ")
    options = words.split()
    options[chance.randrange(len(options))] = str(chance.randrange(-3, len(file.statement["options"]) + 3))
    if sorted(options) == sorted(words.split()):
        options.pop()
    file.solutions[n] = f"{size}: {' '.join(options)}"


def _change_orbit(file: Tampered, chance: random.Random) -> None:
    n = chance.randrange(len(file.solutions))
    size, _, words = file.solutions[n].partition(":")
    wrong = int(size) + chance.choice([-1, 1, 2, 8])
    file.claim["raw"] += wrong - int(size)
    file.solutions[n] = f"{wrong}:{words}"


def _change_symmetry(file: Tampered, chance: random.Random) -> None:
    image = chance.choice(file.statement["symmetries"])
    first, second = chance.sample(range(16), 2)
    image[first], image[second] = image[second], image[first]


TAMPERINGS: dict[str, Callable[[Tampered, random.Random], object]] = {
    "remove a solution": lambda file, chance: _remove(file.solutions, chance),
    "remove a solution and its claim": _remove_solution_and_claim,
    "double a solution": _double_solution,
    "change a solution": _change_solution,
    "change an orbit": _change_orbit,
    "cut the tree": lambda file, chance: file.tree.__delitem__(slice(chance.randrange(len(file.tree)), None)),
    "extend the tree": lambda file, chance: file.tree.append(chance.randrange(len(file.statement["items"]))),
    "break the tree": lambda file, chance: file.tree.__setitem__(
        chance.randrange(len(file.tree)), len(file.statement["items"]) + chance.randrange(9)
    ),
    "remove an option": lambda file, chance: _remove(file.statement["options"], chance),
    "remove a tile": lambda file, chance: _remove(file.statement["board"]["tiles"], chance),
    # a domino has two orientations, each by several isometries
    "remove isometries": lambda file, chance: chance.choice(file.statement["board"]["tiles"])["isometries"].__delitem__(
        slice(1, None)
    ),
    "remove a cell": lambda file, chance: _remove(file.statement["board"]["cells"], chance),
    "change bounds": lambda file, chance: _add(
        chance.choice(file.statement["items"]), ("minimum", "maximum"), (1,), chance
    ),
    "change a multiplicity": lambda file, chance: _add(
        chance.choice(file.statement["board"]["tiles"]), ("minimum", "maximum"), (-1, 1), chance
    ),
    "change a symmetry": _change_symmetry,
    "remove the symmetries": lambda file, chance: file.statement.update(symmetries=[]),
    "change the claim": lambda file, chance: _add(file.claim, ("solutions", "raw"), (-1, 1), chance),
}


@pytest.mark.parametrize("tamper", TAMPERINGS.values(), ids=TAMPERINGS)
@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(2, 62), marks=pytest.mark.slow)], ids=["few", "many"])
def test_tampered_certificate_is_refused(
    dominoes: Path, tmp_path: Path, tamper: Callable[[Tampered, random.Random], object], seeds: range
) -> None:
    """A tampered certificate with right checksums is refused by both checkers: over 1,000 changes of 17 kinds."""
    for seed in seeds:
        file = Tampered.copied(dominoes, tmp_path / str(seed))
        tamper(file, random.Random(seed))
        file.save()
        status, words = verdict(file.folder)
        assert status in (1, 2), (seed, words)
        shutil.rmtree(file.folder)


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("statement.json", lambda data: data + b" "),
        ("solutions.txt", lambda data: b"".join([*data.splitlines(True)[-2::-1], data.splitlines(True)[-1]])),
        ("tree.gz", lambda data: gzip.compress(gzip.decompress(data), 1, mtime=7)),
    ],
)
def test_changed_byte_is_refused(dominoes: Path, tmp_path: Path, name: str, change: Callable[[bytes], bytes]) -> None:
    """A change of any file is refused, also one that leaves the proof valid."""
    folder = Path(shutil.copytree(dominoes, tmp_path / "out"))
    (folder / name).write_bytes(change((folder / name).read_bytes()))
    assert verdict(folder)[0] == 1


def test_certificate_command(run: Program, tmp_path: Path) -> None:
    """`count --certificate` writes what `certificate check` verifies; a tampered one has exit status 1."""
    out = str(tmp_path / "out")
    done = run("count", "dominoes4x4", "--engine", "exact-cover", "--jobs", "1", "--certificate", out)
    assert done.returncode == 0, done.stderr
    done = run("certificate", "check", out)
    assert (done.returncode, done.stdout) == (0, verdict(tmp_path / "out")[1] + "\n")
    file = Tampered(tmp_path / "out")
    file.claim["solutions"] += 1
    file.save()
    done = run("certificate", "check", out, "--compiled", "--json")
    assert done.returncode == 1
    assert not json.loads(done.stdout)["verified"]
    assert run("certificate", "check", str(tmp_path)).returncode == 2
    assert run("count", "dominoes4x4", "--limit", "1", "--certificate", out).returncode == 2


@pytest.mark.slow
def test_certificate_of_6x10_is_verified(tmp_path: Path) -> None:
    """The 2,339 tilings of 6x10 by pentominoes are certified."""
    folder = certify(tmp_path / "out", "pentomino6x10")
    digest = sha256((folder / "statement.json").read_bytes()).hexdigest()
    sentence = f"VERIFIED: Pentominoes 6x10 (statement {digest}): exactly 2339 solutions up to symmetry, 9356 in all"
    assert verdict(folder) == (0, sentence)
