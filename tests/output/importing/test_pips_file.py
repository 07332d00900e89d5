"""The JSON of Pips, a board of dominoes with regions: read as puzzles, with the place of every mistake."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cp_puzzles import build_puzzle, count
from cp_puzzles.errors import SpecError
from cp_puzzles.output.importing.foreign_pieces import read_pips
from tests.cli.program import Program

BOARD: dict[str, Any] = {
    "dominoes": [[6, 0], [2, 3], [3, 3], [2, 3]],
    "regions": [
        {"type": "sum", "target": 5, "indices": [[0, 1], [0, 2]]},
        {"type": "equals", "indices": [[0, 3], [1, 3]]},
        {"type": "unequal", "indices": [[1, 1], [1, 2]]},
        {"type": "less", "target": 4, "indices": [[2, 1]]},
        {"type": "greater", "target": 5, "indices": [[2, 2]]},
    ],
    "solution": None,
}
"""A board with two equal dominoes."""


def test_pips_boards_become_puzzles() -> None:
    """Each type becomes its condition, other cells are off the board, and equal dominoes one tile with copies."""
    puzzles = read_pips(json.dumps({"printDate": "2026-11-23", "easy": BOARD, "hard": BOARD}), "day.json", "")
    assert [*puzzles] == ["easy", "hard"]
    assert puzzles["hard"]["name"] == "Pips hard"
    assert puzzles["easy"]["board"] == {"drawing": ".XXX\n.XXX\n.XX.", "regions": ".AAB\n.CCB\n.DE."}
    assert puzzles["easy"]["rules"]["regions"] == {
        "A": {"sum": 5},
        "B": "equal",
        "C": "different",
        "D": {"sum": {"max": 3}},
        "E": {"sum": {"min": 6}},
    }
    puzzle = build_puzzle(puzzles["easy"])
    assert {tile.name: tile.maximum for tile in puzzle.tiles} == {"0-6": 1, "3-3": 1, "2-3": 2}
    # by hand: 4 + 2 + 3 with 0-6 on D E, in three tilings of the rest, and 4 with 6-0 on the last E and the cell above
    assert count(puzzle, symmetry="off", jobs=1).count == 13


def test_import_writes_the_boards_of_a_day(tmp_path: Path, run: Program) -> None:
    """`import` writes a puzzle file for each level, which other commands read."""
    day = tmp_path / "day.json"
    day.write_text(json.dumps({"easy": BOARD, "medium": BOARD, "hard": BOARD}), encoding="utf-8")
    assert run("import", str(day), str(tmp_path)).returncode == 0
    files = sorted(tmp_path.glob("*.yaml"))
    assert [file.name for file in files] == ["day-easy.yaml", "day-hard.yaml", "day-medium.yaml"]
    assert run("check", *map(str, files)).returncode == 0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"dominoes": [[1, 2, 3]]}, "hard.dominoes.0: '[1, 2, 3]' is not a pair"),
        ({"dominoes": [[1, 10]]}, "two numbers from 0 to 9"),
        ({"regions": []}, "hard.regions: there are no regions"),
        ({"regions": [{"type": "product", "indices": [[0, 0]]}]}, "'product' is not a condition"),
        ({"regions": [{"type": "less", "target": 0, "indices": [[0, 0]]}]}, "0 is not a target of less"),
        ({"regions": [{"type": "empty", "indices": [[0, 0], [0, 0]]}]}, "the cell [0, 0] is in two regions"),
        ({"regions": [{"type": "empty", "indices": [[-1, 0]]}]}, "hard.regions.0.indices.0: '[-1, 0]' is not a pair"),
    ],
)
def test_mistakes_in_pips_have_their_place(change: dict[str, Any], message: str) -> None:
    """Each is named with the level, the key and the remedy."""
    with pytest.raises(SpecError) as error:
        read_pips(json.dumps({"hard": BOARD | change}), "day.json", "")
    assert message in str(error.value)


def test_file_without_boards_of_pips_is_refused() -> None:
    """Any other JSON is a mistake, and so is a text that is no JSON."""
    with pytest.raises(SpecError, match=r"day\.json:1:2: this is not JSON"):
        read_pips("[", "day.json", "")
    with pytest.raises(SpecError, match="there is no board of Pips"):
        read_pips("[1, 2]", "day.json", "")


def test_today_shows_the_boards_of_a_day(tmp_path: Path, run: Program) -> None:
    """Each board has its number of solutions and hints, the answer only if asked, in the command and on the page."""
    (tmp_path / "2026-11-23.json").write_text(json.dumps({"easy": BOARD, "medium": BOARD}), encoding="utf-8")
    done = run("today", str(tmp_path), "--date", "2026-11-23", "--out", str(tmp_path / "day.html"))
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "Pips 2026-11-23 easy: 13 solutions"
    assert "A: 5, B: =, C: ≠, D: ≤3, E: ≥6" in lines
    assert sum(line.startswith("hint: ") for line in lines) == 2
    page = (tmp_path / "day.html").read_text(encoding="utf-8")
    assert (
        page.count("<article>"),
        page.count("<summary>Hint 3</summary>"),
        page.count('class="play" href="day-play'),
    ) == (
        2,
        2,
        2,
    )
    answer = run("today", str(tmp_path / "2026-11-23.json"), "--answer", "--json")
    [first, _] = json.loads(answer.stdout)["boards"]
    assert (first["solutions"], len(first["hints"]), len(first["placements"])) == (13, 3, 4)
    assert run("import", str(tmp_path / "2026-11-23.json"), str(tmp_path / "files")).returncode == 0
    assert run("today", str(tmp_path / "files"), "--date", "2026-11-23").stdout == done.stdout
    assert run("today", str(tmp_path / "files" / "2026-11-23-easy.yaml")).stdout.startswith("Pips 2026-11-23 easy: 13")


@pytest.mark.parametrize(
    ("place", "date", "message"),
    [
        ("", "2026-11-22", "there is no file 2026-11-22.json; name a day that has one"),
        ("day.json", "2026-11-23", "a file has the boards of one day; omit the date"),
    ],
)
def test_day_that_is_not_there_is_a_mistake(place: str, date: str, message: str, tmp_path: Path, run: Program) -> None:
    """A folder has a file for each day, and a file needs no date."""
    (tmp_path / "day.json").write_text(json.dumps({"easy": BOARD}), encoding="utf-8")
    done = run("today", str(tmp_path / place), "--date", date)
    assert (done.returncode, message in done.stderr) == (2, True)
