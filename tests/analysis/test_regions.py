"""Regions with room for shapes: their text, constructions without a search, and the command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cp_puzzles import build_puzzle, load_spec, parse_spec
from cp_puzzles.analysis.family.each import each
from cp_puzzles.analysis.family.member_search import first_fit
from cp_puzzles.cover.verifier import Verifier
from cp_puzzles.errors import SpecError
from cp_puzzles.output.importing.texts import read_family
from tests.analysis.example_regions import example_regions
from tests.cli.program import Program

TEXT = """\
0:
###
##.

1:
XX
""".replace("XX", "##")
REGIONS = TEXT + "\n3x2: 1 0\n3x4: 2 1\n12x9: 9 3\n4x4: 1 9\n3x3: 0 4\n"


def test_import_writes_regions_and_cases(run: Program, tmp_path: Path) -> None:
    """Every region gets its answer: 3 wide and 2 high has room for one shape, 4x4 has too few cells for 23."""
    (tmp_path / "input.txt").write_text(REGIONS, encoding="utf-8")
    assert run("import", str(tmp_path / "input.txt"), str(tmp_path)).returncode == 0
    files = [str(tmp_path / "input.yaml"), "--cases", str(tmp_path / "input-cases.yaml")]
    summary = json.loads(run("each", *files, "--jobs", "1", "--json").stdout)
    assert [member["solvable"] for member in summary["members"]] == [True, True, True, False, True]
    assert summary["members"][3]["reason"] == "the tiles need at least 23 cells, but the board has only 16"


def test_read_family_names_the_line() -> None:
    """A line that is neither a shape nor a region, and a wrong number of copies, are mistakes with their line."""
    with pytest.raises(SpecError, match="x:7:1: 'tree' is neither a shape nor a region"):
        read_family(TEXT + "tree\n3x3: 1 0\n", "x", "")
    with pytest.raises(SpecError, match="x:7:1: 1 number for 2 shapes"):
        read_family(TEXT + "3x3: 1\n", "x", "")
    with pytest.raises(SpecError, match="x:7:1: the region 0x4 has no cell"):
        read_family(TEXT + "0x4: 1 1\n", "x", "")
    with pytest.raises(SpecError, match="x:2:1: the shape 0 has no cell"):
        read_family("0:\n...\n\n4x4: 1\n", "x", "")


def test_example_regions_are_answered(tmp_path: Path) -> None:
    """Regions of a seed are the same every time, and each is settled by a construction or by its area."""
    text = example_regions(6, 7)
    assert text == example_regions(6, 7)
    data, cases = read_family(text, "example", "").values()
    (tmp_path / "cases").write_text(json.dumps(cases), encoding="utf-8")
    assert {answer.solvable for answer in each(data, cases=tmp_path / "cases", jobs=1).answers} == {True, False}


@pytest.mark.parametrize(
    ("size", "copies", "is_found"), [([9, 9], 9, True), ([7, 7], 6, True), ([3, 3], 2, False), ([4, 6, 6], 8, True)]
)
def test_first_fit_constructs_solutions(size: list[int], copies: int, is_found: bool) -> None:
    """A construction in boxes gives a solution; without room it gives nothing."""
    tiles = f'[{{name: U, drawing: "X.X\\nXXX", multiplicity: {copies}}}]'
    puzzle = build_puzzle(parse_spec(f"{{name: u, board: {{size: {size}}}, fill: false, tiles: {tiles}}}"))
    placements = first_fit(puzzle)
    assert (placements is not None) == is_found
    assert placements is None or Verifier(puzzle).violation(placements) is None


CARDS = "easy:\nAA.........\nA..........\n...........\n.........LL\n........LL.\n"


def test_cards_become_puzzles_with_given_pieces(run: Program, tmp_path: Path) -> None:
    """A letter is a given piece of the box, recognized by its shape; another shape is a mistake with its line."""
    (tmp_path / "cards.txt").write_text(CARDS.replace("LL", "BB"), encoding="utf-8")
    wrong = run("import", str(tmp_path / "cards.txt"), str(tmp_path), "--puzzle", "kanoodle5x11")
    assert "cards.txt:2: the piece 'B' is none of the puzzle" in wrong.stderr
    right = CARDS.replace(".........LL", ".......LLLL").replace("........LL.", "...........")
    (tmp_path / "cards.txt").write_text(right, encoding="utf-8")
    done = run("import", str(tmp_path / "cards.txt"), str(tmp_path / "out"), "--puzzle", "kanoodle5x11")
    assert done.returncode == 0, done.stderr
    puzzle = build_puzzle(load_spec(tmp_path / "out" / "cards-1.yaml"))
    assert (puzzle.name, [piece.tile for piece in puzzle.given]) == ("easy", ["L3", "I4"])
