"""Colors of secondary items count as Knuth defines them: a brute force over the text, and examples that are known."""

import json
from collections import Counter
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cp_puzzles import count, solve
from cp_puzzles.cli.app import run
from cp_puzzles.cover.dlx_problem import DlxVerifier
from cp_puzzles.engines.frontier.frontier_engine import SweepCount
from cp_puzzles.engines.registry import ENGINES
from cp_puzzles.output.formats.dlx import parse_dlx
from tests.examples import examples
from tests.output.dlx_oracle import dlx_count, xcc_solutions
from tests.output.dlx_texts import from_dlx, to_dlx

OPTION = st.tuples(
    st.lists(st.sampled_from("ABC"), max_size=2, unique=True),
    st.dictionaries(st.sampled_from("XY"), st.sampled_from(["", ":0", ":0", ":1", ":1"])),
).map(lambda parts: " ".join([*parts[0], *(name + color for name, color in parts[1].items())]))


OPTIONS = st.lists(OPTION.filter(bool), max_size=9)
PRIMARY = ["A B C", "A 0:2|B 2|C", "0:1|A 1:2|B 0:3|C"]


@examples(200)
@given(OPTIONS, st.sampled_from(PRIMARY))
def test_any_colors_count_as_brute_force_does(options: list[str], primary: str) -> None:
    """Files with ranges, equal options and colored items are read, and written again unchanged."""
    problem = from_dlx("\n".join([f"{primary} | X Y", *options]))
    expected = len(xcc_solutions(primary, options))
    assert SweepCount(problem).finish().solutions == expected
    assert SweepCount(from_dlx(to_dlx(problem))).finish().solutions == expected


@examples(60)
@given(OPTIONS, st.sampled_from(PRIMARY), st.sampled_from([*ENGINES, "auto"]))
def test_any_file_is_solved_like_a_puzzle(options: list[str], primary: str, engine: str) -> None:
    """Every engine finds the same lists of options of the file, each once, counts them, and finds one of them."""
    matrix = parse_dlx("\n".join([f"{primary} | X Y", *options]), "x", "x")
    expected = Counter(xcc_solutions(primary, options))
    result = solve(matrix, engine=engine, jobs=1)
    assert Counter(tuple(p.tile for p in solution.placements) for solution in result.solutions) == expected
    assert (result.status, result.raw, result.self_symmetric) == ("complete", expected.total(), 0)
    assert count(matrix, engine=engine, jobs=1, breaking="filter").raw == expected.total()
    first = solve(matrix, engine=engine, jobs=1, limit=1)
    assert first.count == min(1, expected.total())
    assert all(tuple(p.tile for p in solution.placements) in expected for solution in first.solutions)
    verifier = DlxVerifier(matrix)
    for solution in result.solutions:
        assert verifier.violation(solution.placements) is None
    for n in range(len(matrix.listed)):
        chosen = [matrix.placement(option) for option in range(n)]
        assert (verifier.violation(chosen) is None) == (tuple(p.tile for p in chosen) in expected)


def test_stored_run_of_dlx_file_resumes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Stopped at a limit, taken up by another engine, read by `export` and `verify`; another file is refused."""
    file, store, out = (str(tmp_path / name) for name in ("x.dlx", "x.run", "x.jsonl"))
    Path(file).write_text("\n".join(["A B C D | X Y", *(f"{a} {x}" for a in "ABCD" for x in ("X:0", "X:1", "Y"))]))
    assert run(["solve", file, "--store", store, "--limit", "3", "--jobs", "1", "--json"]) == 0
    assert run(["solve", file, "--store", store, "--engine", "exact-cover", "--jobs", "2", "--json"]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert (first["solutions"], first["status"], second["solutions"]) == (3, "limit", 10)
    assert run(["export", store, out]) == 0
    assert run(["verify", file, out, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"solutions": 10, "orbits": 10, "raw": 10}
    Path(file).write_text(Path(file).read_text() + "\nA B")
    assert run(["solve", file, "--store", store]) == 2
    assert capsys.readouterr().err.startswith(f"{store}: the run was begun with the puzzle")


def test_dlx2_example() -> None:
    """The example of DLX2 has one solution, A C X:1 Y:1 with B X:1, and none without colors."""
    text = "| a simple example\nA B C | X Y\nA B X:0 Y:0\nA C X:1 Y:1\nX:0 Y:1\nB X:1\nC Y:1\n"
    problem = from_dlx(text)
    assert SweepCount(problem).finish().solutions == 1
    assert dlx_count(to_dlx(problem)) == 1
    assert SweepCount(from_dlx(text.replace(":0", "").replace(":1", ""))).finish().solutions == 0


def test_word_squares_are_counted() -> None:
    """Fill 3x3 with words across and down: letters are colors, and every square is counted once."""
    words = ["bit", "ice", "ten", "ban", "ape", "net", "tie", "eat"]
    options = [f"a{i} " + " ".join(f"{i}{j}:{c}" for j, c in enumerate(word)) for i in range(3) for word in words]
    options += [f"d{j} " + " ".join(f"{i}{j}:{c}" for i, c in enumerate(word)) for j in range(3) for word in words]
    items = "a0 a1 a2 d0 d1 d2 | " + " ".join(f"{i}{j}" for i in range(3) for j in range(3))
    squares = [
        rows for rows in product(words, repeat=3) if all("".join(column) in words for column in zip(*rows, strict=True))
    ]
    assert SweepCount(from_dlx("\n".join([items, *options]))).finish().solutions == len(squares) > 0
