"""Certificates of counts by layers: no list of solutions, a checker in plain Python, refused when tampered with."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

from cp_puzzles import count
from cp_puzzles.analysis.certificate import writer
from cp_puzzles.analysis.certificate.check import layers, verdict
from cp_puzzles.analysis.certificate.writer import Certificate
from cp_puzzles.cover.cover_problem import build_cover
from cp_puzzles.cover.problem_source import problem_from
from cp_puzzles.errors import DisagreementError, MistakeError
from cp_puzzles.search.puzzle_options import PuzzleOptions
from tests.analysis.certificate.certificates import Tampered, certify, proved
from tests.cli.program import Program
from tests.processes import finished

WIDE = {"name": "wide", "board": {"size": [6, 80]}, "tiles": [{"set": "domino", "multiplicity": "any"}]}


@pytest.fixture(scope="module")
def dominoes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the certificate of the domino tilings of 8x8."""
    return certify(tmp_path_factory.mktemp("layers") / "out", "dominoes8x8", "off", "frontier")


def test_dominoes_of_a_chessboard_are_certified(dominoes: Path) -> None:
    """The number of domino tilings of 8x8 is checked without a list, and by the files of the certificate alone."""
    status, sentence = verdict(dominoes)
    assert (status, proved(sentence)) == (0, "exactly 12988816 solutions")
    done = finished([sys.executable, "-I", "check.py"], cwd=dominoes)
    assert (done.returncode, done.stdout.strip()) == (0, sentence)


def test_wide_board_is_certified(tmp_path: Path) -> None:
    """Numbers of any size are exact: those of Kasteleyn and of Temperley and Fisher, 1961."""
    from math import cos, log10, pi

    out = certify(tmp_path / "out", WIDE, "off", "frontier")
    status, sentence = verdict(out)
    number = int(proved(sentence).split()[1])
    tilings = [4 * cos(pi * j / 7) ** 2 + 4 * cos(pi * k / 81) ** 2 for j in range(1, 4) for k in range(1, 41)]
    assert status == 0
    assert log10(number) == pytest.approx(sum(map(log10, tilings)))


@pytest.mark.parametrize("spec", ["dominoes4x4", "corners3x3_given", "tatami5x5_five_monominoes", "t_tetrominoes4x4"])
def test_layers_count_solutions(spec: str) -> None:
    """The last layer has one way for each solution, with rules, given pieces and several tiles."""
    problem = build_cover(problem_from(spec)).problem
    *_, last = layers([(item.minimum, item.maximum) for item in problem.items], [*map(list, problem.options)])
    assert last[1] == count(spec, symmetry="off", engine="exact-cover", jobs=1).count


def test_frontier_count_with_choices_has_a_tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Layers count no auxiliary choices: such a count is certified by a tree, or refused if a list is too long."""
    ruled = PuzzleOptions(rule=["crossroads=1"]).puzzle("dominoes4x4")
    result = count("dominoes4x4", rule=["crossroads=1"], symmetry="off", engine="frontier")
    Certificate(ruled, "off").write(tmp_path / "out", result)
    status, sentence = verdict(tmp_path / "out")
    assert (status, proved(sentence)[:20]) == (0, "exactly 14 solutions")
    monkeypatch.setattr(writer, "MAX_LISTED", 13)
    with pytest.raises(MistakeError, match="the 14 solutions are too many to list, and layers count no auxiliary"):
        Certificate(ruled, "off").write(tmp_path / "refused", result)
    assert not (tmp_path / "refused").exists()


def test_layers_of_free_options_and_uncovered_items() -> None:
    """An option that covers nothing doubles the number; an item that needs an option and has none gives 0."""
    assert [*layers([(0, 1)], [[], [0]])][-1] == (1, 4)
    assert [*layers([(1, 1), (0, 1)], [[1]])][-1][1] == 0
    assert [*layers([(2, 3)], [[0], [0], [0], [0]])][-1] == (1, 10)
    assert [*layers([(0, 0)], [[0]])][-1] == (1, 1)


@pytest.mark.parametrize("seed", range(40))
def test_tampered_layers_are_refused(dominoes: Path, tmp_path: Path, seed: int) -> None:
    """A change of the claim, of a layer, of an option, of the board or of a bound is refused, with right checksums."""
    file, chance = Tampered.copied(dominoes, tmp_path / "out"), random.Random(seed)
    match seed % 5:
        case 0:
            file.claim["raw"] += chance.choice([-1, 1])
        case 1:
            place = chance.randrange(len(file.layers) - 1)
            states, ways = map(int, file.layers[place].split())
            file.layers[place] = chance.choice([f"{states + 1} {ways}", f"{states} {ways + 1}"])
        case 2:
            file.statement["options"].pop(chance.randrange(len(file.statement["options"])))
        case 3:
            file.statement["board"]["cells"].pop(chance.randrange(64))
        case _:
            chance.choice(file.statement["items"])[chance.choice(["minimum", "maximum"])] += 1
    file.save()
    assert verdict(file.folder)[0] in (1, 2)


def test_layers_disagree_with_a_wrong_count(tmp_path: Path) -> None:
    """A count that the layers do not confirm is an internal error, and nothing is written."""
    wrong = count("dominoes8x8", symmetry="off", engine="frontier")
    with pytest.raises(DisagreementError):
        Certificate(problem_from("dominoes4x4"), "off").write(tmp_path / "out", wrong)
    assert not (tmp_path / "out").exists()


def test_count_up_to_symmetry_is_not_certified_by_layers(tmp_path: Path) -> None:
    """Millions of solutions are not listed; the message names the count that has a certificate."""
    puzzle = problem_from("dominoes8x8")
    with pytest.raises(MistakeError, match="symmetry='off'"):
        Certificate(puzzle, "full").write(tmp_path / "out", count(puzzle, engine="frontier"))


def test_layers_on_the_command_line(run: Program, tmp_path: Path) -> None:
    """`count --engine frontier --symmetry off --certificate` writes layers, which `certificate check` verifies."""
    out = str(tmp_path / "out")
    done = run("count", "dominoes8x8", "--engine", "frontier", "--symmetry", "off", "--certificate", out)
    assert done.returncode == 0, done.stderr
    assert "layers" in done.stderr
    assert run("certificate", "check", out).stdout.endswith("): exactly 12988816 solutions\n")
    assert run("certificate", "export", out, "--format", "lrat").returncode == 2
    (tmp_path / "out" / "layers.txt").write_text("end 0\n")
    assert run("certificate", "check", out).returncode == 1


def test_certificate_keeps_the_time_limit(run: Program, tmp_path: Path) -> None:
    """A proof that takes longer than the time limit is not written, with exit status 3."""
    out = tmp_path / "out"
    arguments = ["--engine", "frontier", "--symmetry", "full", "--time-limit", "2", "--certificate", str(out)]
    done = run("count", "dominoes6x6", *arguments)
    assert done.returncode in (0, 3)
    assert out.exists() == (done.returncode == 0)
