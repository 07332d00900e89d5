"""The editor's readers of BurrTools files and of Knuth's formats, in node, against those of the program."""

from __future__ import annotations

import base64
import gzip
import random
from pathlib import Path
from typing import Any

import pytest

from cp_puzzles import build_puzzle, load_spec, parse_spec
from cp_puzzles.cover.cover_problem import build_cover
from cp_puzzles.cover.knuth.polyomino_files import parse_boxes
from cp_puzzles.errors import SpecError
from cp_puzzles.output.burrtools.burr_to_spec import burr_puzzle, read_burr
from cp_puzzles.output.problem_export import export_model
from cp_puzzles.puzzle.puzzle import puzzle_from
from cp_puzzles.puzzle.spec.schema import PuzzleSpec
from tests.output.burrtools.test_burr_files import BOX, BROKEN, CHIRAL, DOMINO, ROUND_TRIPS, burr, problem, shape
from tests.output.burrtools.test_burr_solutions import PUZZLES, puzzle_of
from tests.output.web.editor.conftest import Ask

COLORS = burr(
    shape(2, 1, 1, "#1#2") * 2,
    problem("1 1", more='<bitmap><pair piece="0" result="0"/><pair piece="1" result="1"/></bitmap>'),
    colors=2,
)
FILES = {
    "packed": gzip.compress(burr(BOX + DOMINO, problem("1 4", state='state="2" assemblies="2"')).encode(), mtime=0),
    "latin": burr(
        BOX + shape(1, 1, 1, "#", 'name="M&#246;b &amp; l"'), problem("1 8"), more="<comment>für\n Nina</comment>"
    ).encode("latin-1"),
    "ranges": burr(
        shape(3, 1, 1, "#++") + shape(1, 1, 1, "#"), problem("1 0-3", state='state="0" maxHoles="1"')
    ).encode(),
    "colors": COLORS.encode(),
    "equal": burr(BOX + CHIRAL + CHIRAL + shape(1, 1, 1, "#"), problem("1 1, 2 1")).encode(),
    "split": burr(shape(3, 1, 1, "###") + shape(3, 1, 1, "#_#") + shape(1, 1, 1, "#"), problem("1 1, 2 1")).encode(),
    "groups": burr(BOX + CHIRAL + CHIRAL + DOMINO + shape(1, 1, 1, "#"), problem("1 1, 2 1, 3 2, 4 2"))
    .replace('"1" count="1"/>', '"1" count="1" group="2"/>')
    .replace('"3" count="2"/>', '"3" count="2" group="12"/>')
    .replace('"4" count="2"/>', '"4" count="2"><group group="10" count="1"/><group group="9" count="2"/></shape>')
    .encode(),
    "several": burr(
        BOX + DOMINO,
        "".join(problem(f"1 {n}", state=f'state="0" name="{n} pieces"') for n in (4, 3)) + problem("9 1"),
        more="<!-- a --><solution><x/></solution>",
    ).encode(),
}
BOXES = {
    "cells.polyomino": "| a comment\n\n[0-2][02a] 00 Zz\n2|D 00 10\n0:3|M 00\nP 0[01]\n",
    "split.polyomino": "[0-3]0\nD 00 20\nE 00\nF 00 01\n",
    "rhombus.polyiamond": "[01][01] [01][01]'\n4|R 00 00'\n",
}
EXPORTED = (
    "dominoes4x4",
    "pentomino6x10",
    "calendar",
    "soma",
    "hexiamonds6x6",
    "kanoodle_pyramid",
    "tetrahexes7x4",
    "polysticks3x4",
)


def question(name: str, content: bytes) -> list[Any]:
    """The question for the puzzles of a file."""
    return ["foreign", name, base64.b64encode(content).decode("ascii")]


def without_expected(spec: PuzzleSpec) -> dict[str, Any]:
    """Return the data of a spec without counts of another program, which the page does not take over."""
    return spec.model_dump(exclude={"expected"})


@pytest.mark.parametrize("is_written", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_editor_reads_burr_files_as_the_program(editor_logic: Ask, tmp_path: Path, is_written: bool) -> None:
    """Every problem of a BurrTools file is the spec that `import` writes, also of files that the program wrote."""
    files = dict(FILES)
    for number, puzzle in enumerate([*map(puzzle_from, ROUND_TRIPS), *map(puzzle_of, PUZZLES)] if is_written else ()):
        path = tmp_path / f"written{number}.xmpuzzle"
        export_model(puzzle, path)
        files[path.stem] = path.read_bytes()
    for name, content in files.items():
        (tmp_path / f"{name}.xmpuzzle").write_bytes(content)
    answers = editor_logic([question(f"{name}.xmpuzzle", content) for name, content in files.items()])
    for name, texts in zip(files, answers, strict=True):
        file = read_burr(str(tmp_path / f"{name}.xmpuzzle"))
        problems = [each for each in file.problems if all(p.shape < len(file.shapes) for p in each.pieces)]
        assert isinstance(texts, list), texts
        assert [without_expected(parse_spec(text)) for text in texts] == [
            without_expected(burr_puzzle(file, each).spec) for each in problems
        ], name


@pytest.mark.slow
def test_editor_refuses_broken_burr_files(editor_logic: Ask) -> None:
    """A file that the program refuses is refused by the page in one line, mostly in the same words."""
    broken = [(text if isinstance(text, bytes) else text.encode(), message) for text, message in BROKEN]
    answers = editor_logic([question("box.xmpuzzle", content) for content, _ in broken])
    same = 0
    for answer, (_, message) in zip(answers, broken, strict=True):
        if isinstance(answer, list):
            assert "the file has 2 problems" in message
            continue
        assert answer
        assert "\n" not in answer
        same += message.split(": ")[-1] in answer
    assert same > len(broken) * 0.75


@pytest.mark.slow
def test_editor_reads_or_refuses_damaged_burr_files(editor_logic: Ask, tmp_path: Path) -> None:
    """Of 300 damaged files, the page reads all that the program reads, to the same specs, and no other crashes it."""
    text, rng, path = (
        burr(BOX + DOMINO, problem("1 4", state='state="2" maxHoles="0"'), colors=2),
        random.Random(7),
        tmp_path,
    )
    texts = []
    for _ in range(300):
        letters = list(text)
        for _ in range(rng.randrange(1, 4)):
            place = rng.randrange(len(letters))
            letters[place] = rng.choice(["", letters[place] * 2, rng.choice('<>"/#_+09 &;=a')])
        texts.append("".join(letters))
    answers = editor_logic([question("x.xmpuzzle", each.encode()) for each in texts])
    both = 0
    for each, answer in zip(texts, answers, strict=True):
        (path / "x.xmpuzzle").write_text(each)
        try:
            spec = load_spec(path / "x.xmpuzzle")
        except SpecError:
            continue
        both += 1
        assert isinstance(answer, list), answer
        assert without_expected(parse_spec(answer[0])) == without_expected(spec)
    assert both > 20


@pytest.mark.slow
def test_editor_reads_boxes_as_the_program(editor_logic: Ask) -> None:
    """Knuth's boards of squares and triangles are the specs of the program, pasted without a name as well."""
    answers = editor_logic(
        [question(name, text.encode()) for name, text in BOXES.items()]
        + [question("pasted", text.encode()) for text in BOXES.values()]
    )
    for (name, text), named, pasted in zip(BOXES.items(), answers, answers[len(BOXES) :], strict=False):
        spec = parse_boxes(text, name, "square" if name.endswith("polyomino") else "triangular")
        assert parse_spec(named[0]) == spec
        assert parse_spec(pasted[0]).tiles == spec.tiles
    wrong = {"[0-2]\n": "line 1: '[0-2]' is not a cell", "00 01\nD 00 01\nD 00\n": "line 3: the piece 'D' occurs twice"}
    for (text, message), answer in zip(
        wrong.items(), editor_logic([question("b.polyomino", text.encode()) for text in wrong]), strict=True
    ):
        assert str(answer).startswith(message)
        with pytest.raises(SpecError):
            parse_boxes(text, "b", "square")


@pytest.mark.slow
def test_editor_draws_cover_problems_with_a_board(editor_logic: Ask, tmp_path: Path) -> None:
    """An exact cover problem of pieces on cells becomes a puzzle with the same options; another one is refused."""
    questions = []
    for name in EXPORTED:
        export_model(puzzle_from(name), tmp_path / f"{name}.dlx")
        questions.append(question(f"{name}.dlx", (tmp_path / f"{name}.dlx").read_bytes()))
    dominoes = "D 00 01\nD 00 10\nD 01 11\nD 10 11\nD 01 02\n"
    knuth = f"D V 00 01 10 11 02\n{dominoes}V 00 01 10\nV 00 01 11\nV 00 10 11\nV 01 10 11\nV 01 02 11\n"
    others = [
        "a b c\na b\nc\n",
        "A 00 | p\nA 00 p:x\n",
        "| tiles: A\n| rules: r\nA 0,0 r\nA 0,0 r\n",
        "A 00\nA 00 zz\n",
    ]
    answers = editor_logic(questions + [question("k.dlx", text.encode()) for text in (knuth, *others)])
    for name, texts in zip(EXPORTED, answers, strict=False):
        problem, again = build_cover(puzzle_from(name)).problem, build_cover(build_puzzle(parse_spec(texts[0]))).problem
        if not puzzle_from(name).given:
            assert sorted(map(len, problem.options)) == sorted(map(len, again.options)), name
            assert len(problem.items) == len(again.items)
    assert [tile.name for tile in parse_spec(answers[len(EXPORTED)][0]).tiles] == ["D", "V"]  # type: ignore[union-attr]
    assert all("; " in answer and "\n" not in answer for answer in answers[-len(others) :])
    assert "'p:x' is an item with a color" in answers[-3]
    assert "'r' is part of a rule" in answers[-2]
    assert all("cp-puzzles count FILE.dlx" in answer for answer in answers[-4:-1])
    assert "there is no item 'zz'" in answers[-1]
