"""Explanations: the right kind, right in its data, drawn everywhere."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from markupsafe import escape
from rich.console import Console

from cp_puzzles import PuzzleSpec, explain, load_spec, parse_spec
from cp_puzzles.cli.app import run
from cp_puzzles.cover.counting_arguments import counting_argument
from cp_puzzles.cover.cover_problem import build_cover
from cp_puzzles.cover.proofs.explanation import panels
from cp_puzzles.cover.proofs.weight_proof import WeightProof
from cp_puzzles.engines.cp_sat.conflict import minimal_conflict
from cp_puzzles.puzzle.geometry.lattices import LATTICES
from cp_puzzles.puzzle.puzzle import build_puzzle
from tests.crossed_puzzles import Case
from tests.examples import sampled

ON_6X10 = "{{name: p, board: {{size: [6, 10]}}, tiles: [{{set: pentominoes}}], given: [{}]}}"
X_IN_THE_CORNER = "{tile: X, cells: [[0, 1], [1, 0], [1, 1], [1, 2], [2, 1]]}"
V_AROUND = "{tile: V, cells: [[0, 5], [0, 4], [0, 3], [1, 5], [2, 5]]}"
W_IN_THE_CORNER = "{tile: W, cells: [[3, 0], [4, 0], [4, 1], [5, 1], [5, 2]]}"


def test_solvable_puzzle_has_no_explanation() -> None:
    """A puzzle with a solution has no explanation."""
    assert explain("soma").data() == {"answer": "some"}


@pytest.mark.parametrize(
    ("given", "blamed"),
    sampled(
        [
            (f"{X_IN_THE_CORNER}, {V_AROUND}", [0]),
            (f"{V_AROUND}, {X_IN_THE_CORNER}", [1]),
            (W_IN_THE_CORNER, [0]),
        ],
        every=3,
    ),
)
def test_conflicting_given_pieces_are_named(given: str, blamed: list[int]) -> None:
    """The pieces that cannot be placed are named by their place in the file, and it is said why."""
    explanation = explain(parse_spec(ON_6X10.format(given)))
    data = explanation.data()
    assert (data["answer"], data["proof"], data["given"]) == ("none", "conflict", blamed)
    assert explanation.because is not None
    assert len(explanation.because.puzzle.given) == len(blamed)
    assert data["because"]["answer"] == "none"


def test_given_pieces_that_do_not_matter() -> None:
    """Given pieces are no part of the conflict if the puzzle has no solution without them."""
    given = "[{tile: I, cells: [[0, 0], [0, 1]]}]"
    text = f"{{name: d, board: {{size: [3, 3]}}, tiles: [{{set: domino, multiplicity: 4}}], given: {given}}}"
    explanation = explain(parse_spec(text))
    assert explanation.puzzle.given == ()
    assert explanation.data()["reason"] == "the tiles cover only 8 cells, but the board has 9 cells"


def test_conflict_is_minimal() -> None:
    """Its items conflict, and without any one of them they do not."""
    text = "{name: l, board: {size: [5, 7]}, tiles: [{set: pentominoes, only: [L], multiplicity: 7}]}"
    problem = build_cover(build_puzzle(parse_spec(text))).problem
    conflict = minimal_conflict(problem, [(item,) for item in range(len(problem.items))], time_limit=60)
    assert (conflict.answer, conflict.is_minimal) == ("none", True)

    def answer(enforced: set[int] | tuple[int, ...]) -> str:
        """Return whether these bounds can be met if other cells may stay empty and other tiles are unlimited."""
        items = tuple(
            bounds if item in enforced else replace(bounds, minimum=0, maximum=1 if bounds.kind == "cell" else 999)
            for item, bounds in enumerate(problem.items)
        )
        return minimal_conflict(replace(problem, items=items), (), time_limit=60).answer

    assert answer(conflict.conflicting) == "none"
    assert {answer({*conflict.conflicting} - {item}) for item in conflict.conflicting} == {"some"}


@pytest.mark.slow
def test_conflict_does_not_depend_on_the_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A conflict that takes too long to shrink is the same at each run; it once depended on the load of a computer."""
    monkeypatch.setattr("cp_puzzles.engines.cp_sat.conflict.EFFORT", 1.0)
    problem = build_cover(build_puzzle(load_spec("hexiamonds12x3"))).problem
    groups = [(item,) for item in range(len(problem.items))]
    first, again = (minimal_conflict(problem, groups, time_limit=seconds) for seconds in (100, 1000))
    assert first == again
    assert (first.answer, first.is_minimal) == ("none", False)


def test_conflict_draws_lines() -> None:
    """A fault-free board that one given piece rules out: two of its five lines are to blame, and drawn."""
    tiles = "[{set: domino, multiplicity: any}, {set: monomino, multiplicity: {min: 0, max: 2}}]"
    given = (
        "[{tile: I, cells: [[0, 2], [1, 2]]}, {tile: I, cells: [[0, 0], [0, 1]]}, {tile: I, cells: [[1, 0], [2, 0]]}]"
    )
    text = f"{{name: x, board: {{size: [3, 4]}}, tiles: {tiles}, given: {given}, rules: {{faults: 0}}}}"
    answer = explain(parse_spec(text))
    assert answer.data()["rule_items"] == ["line 2 is crossed", "line 3 is crossed"]
    assert answer.data()["given"] == [0]
    [panel] = panels(answer)
    assert [len(line) for line in panel.highlights.lines] == [3, 3]
    assert "(line 2 is crossed and line 3 is crossed)" in answer.steps[0]


def test_caption_of_an_empty_cell_names_it_as_files_do() -> None:
    """A contradiction about a cell is a clause, and so is a fact that was chosen; both have the cell's coordinates."""
    cell = "cells: [[0, 0, 0]], multiplicity: any"
    tiles = f"[{{name: A, {cell}}}, {{name: B, {cell}, values: [0]}}]"
    board = "{cells: [[-1, 1, 1], [0, 0, 0]], optional: [[-1, 1, 1]], regions: {C: [[-1, 1, 1]]}}"
    rules = "{regions: {C: {count: {value: 1, min: 1}}}}"
    answer = explain(parse_spec(f"{{name: c, lattice: triangular, board: {board}, tiles: {tiles}, rules: {rules}}}"))
    [panel] = panels(answer)
    assert panel.caption == "value 1 on [-1, 1, 1]; both cases are ruled out: the cell [-1, 1, 1] is covered or empty"
    assert "The forced moves then leave no case of 'the cell [-1, 1, 1] is covered or empty'." in answer.steps


@pytest.mark.parametrize("seed", [30055, 30063, 30072, 30090, 30219])
def test_captions_have_no_fragments(seed: int) -> None:
    """Captions of forced moves begin with a piece, a fact or a clause, and cells in them have their coordinates."""
    case = Case([*LATTICES][seed % len([*LATTICES])], seed)
    shown = panels(explain(PuzzleSpec.from_dict(case.data)))
    assert shown
    for panel in shown:
        assert not re.search(r"^;|: ;|: $|\(-?\d+, ", panel.caption), panel.caption


@pytest.mark.parametrize("number", range(24))
def test_names_of_conditions_have_no_internal_cells(number: int) -> None:
    """The items of all rules name cells as puzzle files do, on each lattice."""
    case = Case([*LATTICES][number % len([*LATTICES])], 31000 + number)
    for item in build_cover(build_puzzle(PuzzleSpec.from_dict(case.data))).problem.items if case.data else ():
        assert not re.search(r"\(-?\d+, |placement \d", item.name), item.name


def test_explain_command_prints_data(capsys: pytest.CaptureFixture[str]) -> None:
    """With `--json` the command prints the proof as data; its exit status says that there is no solution."""
    assert run(["explain", "mutilated_chessboard", "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    expected = {"answer": "none", "proof": "weights", "modulus": None, "board": 32, "pieces": 31}
    assert {key: data[key] for key in expected} == expected
    assert len(data["cells"]) == 32


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["l_trominoes5x9", "--time-limit", "30"], 0, "there are solutions"),
        (["pentomino6x10", "--given", "X@0,1;1,0;1,1;1,2;2,1"], 1, "cannot be placed"),
        (["soma", "--out", "why.txt"], 2, "why.txt"),
    ],
)
def test_explain_command(arguments: list[str], status: int, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The command says why, and its exit status is that of the answer or of a mistake."""
    assert run(["explain", *arguments]) == status
    assert words in "".join(capsys.readouterr())


@pytest.mark.parametrize("name", ["y_pentominoes5x5", "n_pentacubes5x5x5", "u"])
def test_explanation_is_drawn(name: str) -> None:
    """Weights, layers and forced moves are drawn in a terminal, in a notebook and in a file."""
    text = "{name: u, board: {size: [3, 5]}, tiles: [{set: pentominoes, only: [U], multiplicity: 3}]}"
    explanation = explain(parse_spec(text) if name == "u" else load_spec(name))
    console = Console(width=100, record=True, file=StringIO())
    console.print(explanation)
    drawn = console.export_text()
    assert all(word in drawn for step in explanation.steps for word in step.split())
    assert "<svg" in (explanation._repr_svg_() or "")


def test_explanation_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The page contains the boards, every sentence and the proof as data, and needs no network."""
    page = tmp_path / "why.html"
    assert run(["explain", "tetrominoes4x5", "--out", str(page)]) == 1
    text = page.read_text("utf-8")
    explanation = explain("tetrominoes4x5")
    assert all(str(escape(step)) in text for step in explanation.steps)
    assert str(escape(json.dumps(explanation.data(), ensure_ascii=False))) in text
    assert "<svg" in text
    assert not re.search(r"(?:src|href)=", text)
    assert run(["explain", "tetrominoes4x5", "--out", str(tmp_path / "no" / "why.html")]) == 2
    capsys.readouterr()


def test_typed_given_piece() -> None:
    """Pieces of `--given` are added to those of the file; a wrong one is refused with its text."""
    spec = load_spec("pentomino6x10", given=["X@1,2;2,1;2,2;2,3;3,2", "I@0,0;0,1;0,2;0,3;0,4"])
    assert [piece.tile for piece in build_puzzle(spec).given] == ["I", "X"]
    with pytest.raises(Exception, match=r"given='Q@0,0': given\.0\.tile: there is no tile"):
        build_puzzle(load_spec("pentomino6x10", given="Q@0,0"))


def test_explanation_uses_written_coordinates() -> None:
    """On a lattice with numbered kinds data and reasons once had the coordinates that the package keeps inside."""
    board = "cells: [[0, 0, 0], [0, 0, 1], [5, 5, 1], [7, 7, 1]]"
    text = f"{{name: y, lattice: triangular, board: {{{board}}}, tiles: [{{set: diamond, multiplicity: 2}}]}}"
    puzzle = build_puzzle(parse_spec(text))
    assert counting_argument(build_cover(puzzle)) == "no tile can cover the cell [5, 5, 1]"
    weights = WeightProof(2, tuple((cell, 1) for cell in puzzle.board.cells), (("I", 0),), 0, 0)
    assert weights.data(puzzle)["cells"] == [
        [[0, 0, 0], 1],
        [[0, 0, 1], 1],
        [[5, 5, 1], 1],
        [[7, 7, 1], 1],
    ]
