"""The editor's reader and writer of puzzle files, in node, against those of the program."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cp_puzzles import build_puzzle, count, parse_spec
from cp_puzzles.errors import SpecError
from cp_puzzles.puzzle.geometry.tile_sets import SETS
from cp_puzzles.puzzle.spec.board_spec import FORMS
from cp_puzzles.puzzle.spec.json_schema import plain_schema
from tests.examples import sampled
from tests.output.web.editor.conftest import Ask
from tests.output.web.editor.refused_files import refused_files
from tests.test_docs import blocks

CATALOG = [path.read_text("utf-8") for path in sorted(Path("specs").rglob("*.yaml"))]

DIFFERENT = {
    "tiles: a tile of parts that are far apart",  # the page has smaller coordinates
    "tiles: three coordinates on a flat board",
    "yaml: a file that goes on behind its end",  # the program's parser does not say what begins there
}
"""The refused files that the page does not refuse in the words and at the places of the program."""

OF_PROGRAM = re.compile(
    r"spec:\d+:\d+: (rules|maximize|minimize|board\.wrap|tiles\.\d+\.(family|cells|size|only|except|orientations))\b"
)
"""Mistakes that only the program knows: the page names these keys, and leaves their values to it."""


def told_by_program(text: str) -> list[str]:
    """Return the mistakes in a file in the words of the program."""
    try:
        build_puzzle(parse_spec(text))
    except SpecError as error:
        return sorted(str(each) for each in error.each())
    return []


def told_by_page(ask: Ask, texts: list[str]) -> list[list[str]]:
    """Return the mistakes in each file in the words of the page."""
    return [sorted(f"spec:{mistake}" for mistake in mistakes) for mistakes in ask([["read", text] for text in texts])]


NOT_YAML = "this is not YAML"
"""What both say of a text that is not YAML, before the words of their packages."""


def is_judged_alike(page: list[str], program: list[str]) -> bool:
    """Return whether the page refuses a file in words of the program, maybe for its first mistakes only."""
    if NOT_YAML in str(program):
        return NOT_YAML in str(page)
    return set(page) <= set(program) and (bool(page) or all(OF_PROGRAM.match(each) for each in program))


@pytest.mark.parametrize("step", [9, pytest.param(1, marks=pytest.mark.slow)])
def test_editor_words_refused_files_as_the_program(editor_logic: Ask, step: int) -> None:
    """Files with each kind of mistake are refused with the words and the places of the program, but for a few."""
    cases = list(refused_files())[::step]
    different = set()
    for (title, text), page in zip(cases, told_by_page(editor_logic, [text for _, text in cases]), strict=True):
        program = told_by_program(text)
        assert program, title
        if not is_judged_alike(page, program):
            different.add(title)
    assert len(cases) > 280 / step
    assert different == DIFFERENT & {title for title, _ in cases}


@pytest.mark.slow
def test_editor_says_what_is_too_large_as_the_program(editor_logic: Ask) -> None:
    """Nine thousand tiles without an alias have too many values, aliases that repeat a list expand to too many."""
    tiles = "\n".join(f"- {{name: t{n}, cells: [[0, 0], [0, 1]]}}" for n in range(9000))
    line = "&a [" + ", ".join(["[0, 0]"] * 300) + "]"
    aliases = f"name: b\nlist: {line}\nboard: {{cells: [{', '.join(['*a'] * 80)}]}}\ntiles: [{{set: domino}}]\n"
    texts = [f"name: b\nboard: {{size: [1, 3]}}\ntiles:\n{tiles}\n", aliases]
    told = told_by_page(editor_logic, texts)
    assert told == [told_by_program(text) for text in texts]
    assert "tiles has the most" in told[0][0]
    assert "remove the aliases" in told[1][0]


def test_editor_has_the_functions_of_the_schema(editor_logic: Ask) -> None:
    """Each function of the page that validates a value is one of the package, under its name."""
    text = json.dumps(plain_schema())
    [names] = editor_logic([["checks"]])
    assert names
    assert set(names) <= set(re.findall(r'"function": "([^"]+)"', text))


VALUES = r"""
3 | 0 | -1 | 1.5 | 1e3 | 12345678901234567890 | all | none | any | [F] | {min: 1} | {max: 2} | {min: 3, max: 1} | 'x'
{} | {min: 1, max: a} | true | [] | {min: a} | {mn: 1} | [[0,0]] | [[0,0],[0]] | [[0,0,0,0,0]] | "a\tb" | ' x'
'#fff' | teal | '#ggg' | {F: 3} | {F: x} | {a: [[0,0]]} | {a: 0} | 2-4 | 4-2 | upright | [1,2] | [2,1] | [3,1,4]
{length: 7} | [8] | {b: w} | {b: 1} | bX | [[1,0],[0,1]] | {sum: 3} | {A: {sum: 3, count: 3}} | {A: equal} | {0: ab}
{motion: half-turn} | {takes: [0,0], motion: x} | [[F,I],[F]] | square | hexagnal | rectangles | [[a]] | [a, 1]
{with: 3} | equal | empty | {with: 0, corners: 3} | [{of: [F], copies: any}] | [{of: []}] | shapes | [a]
"""


def files_with_values() -> Iterator[str]:
    """Yield a puzzle file for each key with each value."""
    schema = plain_schema()

    def keys(name: str) -> list[str]:
        part = schema[name]
        while "schema" in part:
            part = part["schema"]
        return list(part["fields"])

    tiles = {"Set": "set: pentominoes", "Family": "family: rectangles", "": "name: T, cells: [[0, 0]]"}
    for value in (each.strip() for line in VALUES.strip().splitlines() for each in line.split("|")):
        parts = [{key: value} for key in keys("PuzzleSpec")]
        forms = [key for key in keys("BoardSpec") if key in FORMS and key != "size"]
        parts += [{"board": f"{{{key}: {value}}}"} for key in forms]
        parts += [{"board": f"{{size: [2, 5], {key}: {value}}}"} for key in keys("BoardSpec") if key not in FORMS]
        parts += [{"rules": f"{{{key}: {value}}}"} for key in keys("RulesSpec")]
        parts += [{"expected": f"{{{key}: {value}}}"} for key in keys("Expected")]
        for kind, start in tiles.items():
            more = [key for key in keys(f"Tile{kind}Entry") if f"{key}:" not in start]
            parts += [{"tiles": f"[{{{start}, {key}: {value}}}]"} for key in more]
        given = [key for key in keys("GivenPlacement") if key not in ("tile", "cells")]
        parts += [{"given": f"[{{tile: I, cells: [[0, 0]], {key}: {value}}}]"} for key in given]
        parts += [{key: f"[{value}]"} for key in ("given", "tiles")]
        for written in parts:
            file = {
                "name": "x",
                "board": "{size: [2, 5]}",
                "tiles": "[{set: pentominoes, multiplicity: any}]",
                **written,
            }
            yield "".join(f"{name}: {text}\n" for name, text in file.items())


@pytest.mark.parametrize("step", [211, pytest.param(7, marks=pytest.mark.slow)])
def test_editor_judges_values_as_the_program(editor_logic: Ask, step: int) -> None:
    """Each key with each kind of value is accepted or refused as by the program, in its words and at its place.

    The program says more about what the page leaves to it.
    """
    cases = list(files_with_values())[::step]
    different = []
    for text, page in zip(cases, told_by_page(editor_logic, cases), strict=True):
        program = told_by_program(text)
        if not is_judged_alike(page, program):
            different.append((text, page, program))
    assert len(cases) > 5000 / step
    assert not different, (len(different), different[:3])


@pytest.mark.slow
def test_editor_reads_examples_of_the_documentation(editor_logic: Ask) -> None:
    """Each puzzle file in the documentation is read, but parameters are left to the program."""
    texts = [text for _, text in blocks("yaml") if "name:" in text]
    for text, mistakes in zip(texts, told_by_page(editor_logic, texts), strict=True):
        assert [each for each in mistakes if "does not know parameters" not in each] == [], text
        assert bool(mistakes) == ("parameters:" in text)


@pytest.mark.parametrize("texts", [CATALOG[::27], pytest.param(CATALOG, marks=pytest.mark.slow)], ids=["sample", "all"])
def test_editor_accepts_and_rewrites_catalog_files(editor_logic: Ask, texts: list[str]) -> None:
    """Files of the catalog have no mistakes, and the text that the page writes for them is an equal spec."""
    assert told_by_page(editor_logic, texts) == [[]] * len(texts)
    for text, written in zip(texts, editor_logic([["rewritten", text] for text in texts]), strict=True):
        assert parse_spec(written) == parse_spec(text)


def test_editor_searches_with_a_range_of_copies(editor_logic: Ask) -> None:
    """A multiplicity that is written 0-2 bounds the copies, as in the program; so does any."""
    text = "name: x\nboard: {{size: [2, 4]}}\nfill: false\ntiles: [{{set: domino, multiplicity: {}}}]\n"
    texts = [text.format(copies) for copies in ("0-2", "1 - 3", "any", 2)]
    found = editor_logic([["count", each, False, 0] for each in texts])
    expected = [count(parse_spec(each), symmetry="off", jobs=1, engine="exact-cover").count for each in texts]
    assert [each["solutions"] for each in found] == expected


def test_editor_refuses_a_hundred_thousand_open_brackets(editor_logic: Ask) -> None:
    """Very many open brackets are told as by the program, and without parsing them all.

    The place is that of the program, too, unless libyaml is older than 0.2.6, which has no limit of its own.
    """
    texts = [f"name: x\nboard: {sign * 200_000}" for sign in ("[", "{", "[ ")]
    told, known = told_by_page(editor_logic, texts), [told_by_program(text) for text in texts]
    assert [each[0].partition(": ")[2] for each in told] == [each[0].partition(": ")[2] for each in known]
    assert known[:2] == told[:2] or all(each[0].startswith("spec:2:19: ") for each in known[:2])


@pytest.mark.parametrize("name", sampled(["domino_values1", "values/dominosa4x5", "values/hexagon_values3x4"], every=3))
def test_painting_keeps_values_and_regions(editor_logic: Ask, name: str) -> None:
    """A board that is painted keeps the known values and the regions of its other cells."""
    puzzle = build_puzzle(name)
    assert puzzle.spec is not None
    cells = [list(puzzle.lattice.coordinates(cell)) for cell in puzzle.board.cells]
    [same, less] = editor_logic([["painted", puzzle.spec.to_yaml(), [cells[1]], kind] for kind in ("cell", "off")])
    assert build_puzzle(parse_spec(same["text"])).tiles == puzzle.tiles
    assert count(parse_spec(same["text"]), symmetry="off", jobs=1).count == count(puzzle, symmetry="off", jobs=1).count
    board = build_puzzle(parse_spec(less["text"])).board
    marked = [sum(len(each) for _, each in regions) for regions in (board.regions, puzzle.board.regions)]
    assert len(board.cells) == len(cells) - 1
    assert 0 <= marked[1] - marked[0] <= 1


def test_new_name_changes_nothing_else(editor_logic: Ask) -> None:
    """A puzzle with another name keeps its counts, and what its file writes although it is empty."""
    text = """\
name: x
board: {size: [2, 2]}
tiles: [{set: domino, multiplicity: 2}]
rules: {}
given: []
expected: {off: 2}
"""
    assert editor_logic([["renamed", text, "y"]]) == [text.replace("name: x", "name: y")]
    assert count(parse_spec(text), symmetry="off", jobs=1).count == 2


BOARDS = {
    "square": "size: [4, 6]",
    "cubic": "size: [2, 4, 4]",
    "hexagonal": "parallelogram: [4, 5]",
    "triangular": "parallelogram: [4, 4]",
    "sticks": "vertices: [3, 4]",
}
"""Boards by their lattices."""


@pytest.mark.parametrize("lattice", sampled(BOARDS, every=5))
def test_editor_knows_painted_boards_without_reading_them(editor_logic: Ask, lattice: str) -> None:
    """After random strokes the board, its colors and names are those that the written file has when it is read."""
    rng = random.Random(lattice)
    tiles = next(
        entry.name for entry in SETS.values() if entry.lattice == ("square" if lattice == "cubic" else lattice)
    )
    text = f"name: x\nlattice: {lattice}\nboard: {{{BOARDS[lattice]}}}\ntiles: [{{set: {tiles}, multiplicity: any}}]\n"
    strokes = [
        [
            [rng.randrange(16), rng.choice(["off", "cell", "optional"]), rng.choice("ab") * late, f"{n}-{k}" * (k > 1)]
            for k in range(3)
        ]
        for late in (False, True)
        for n in range(6 * late, 6 + 6 * late)
    ]
    [different] = editor_logic([["strokes", text, strokes]])
    assert not any(different), next(filter(None, different))
