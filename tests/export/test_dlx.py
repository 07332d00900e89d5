"""What is written in Knuth's format comes back the same, and any program that reads the format counts the same."""

from pathlib import Path

import pytest
from hypothesis import given

from cp_puzzles.cover.dlx_reader import from_dlx, read_matrix
from cp_puzzles.cover.problem import CoverProblem, build_cover
from cp_puzzles.engines.frontier.count import count_tilings
from cp_puzzles.errors import MistakeError
from cp_puzzles.export.dlx import to_dlx
from cp_puzzles.puzzle.build import build_puzzle
from cp_puzzles.spec.load import parse_spec
from tests.cover_problems import cover_problems
from tests.examples import examples
from tests.export.dlx_oracle import dlx_count

SPECS = {
    "exact": "board: {size: [3, 3]}, tiles: [{set: trominoes}, {name: D, drawing: XX}, {name: M, drawing: X}]",
    "ranges": "board: {size: [3, 3]}, tiles: [{set: domino, multiplicity: {min: 1, max: 3}}, "
    "{set: monomino, multiplicity: any}]",
    "unfilled": "board: {size: [3, 3]}, fill: false, tiles: [{set: domino, multiplicity: {min: 0, max: 1}}]",
    "optional": 'board: {drawing: "XX?\\nX?X"}, tiles: [{set: domino, multiplicity: any}]',
    "solid": "board: {size: [2, 2, 3]}, tiles: [{set: trominoes, only: [L], multiplicity: 4}]",
    "given": "board: {size: [2, 2]}, tiles: [{set: domino, multiplicity: 2}], "
    "given: [{tile: I, cells: [[0, 0], [0, 1]]}]",
    "names": 'board: {size: [1, 3]}, tiles: [{name: "a long: name | ü", drawing: XX}, {name: "0,0", drawing: X}]',
}


def problem_of(spec: str) -> CoverProblem:
    return build_cover(build_puzzle(parse_spec(f"{{name: t, {spec}}}"))).problem


@pytest.mark.parametrize("spec", SPECS.values(), ids=SPECS)
def test_a_puzzle_comes_back_and_counts_the_same_elsewhere(spec: str) -> None:
    """Items with their kinds, names and bounds, options, and all of their order."""
    problem = problem_of(spec)
    text = to_dlx(problem, "A name")
    assert from_dlx(text) == problem
    assert dlx_count(text) == count_tilings(problem).solutions > 0


def test_pentominoes_are_an_input_for_the_plainest_program() -> None:
    """72 primary items, 2056 options, no bounds, and 9356 solutions after reading it back."""
    text = to_dlx(problem_of("board: {size: [6, 10]}, tiles: [{set: pentominoes}]"), "Pentominoes 6x10")
    lines = [line for line in text.splitlines() if not line.startswith("|")]
    assert text.startswith("| puzzle: Pentominoes 6x10\n")
    assert len(lines[0].split()) == 72
    assert len(lines) == 2057
    assert "|" not in lines[0]
    assert max(map(len, text.splitlines())) < 600
    assert count_tilings(from_dlx(text)).solutions == 9356


def test_without_the_comments_the_count_is_the_same() -> None:
    """The comments say what the items are; the problem is in the rest."""
    for spec in SPECS.values():
        text = to_dlx(problem_of(spec))
        bare = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("|"))
        assert count_tilings(from_dlx(bare)).solutions == count_tilings(problem_of(spec)).solutions


@examples(300)
@given(cover_problems())
def test_any_problem_can_be_written_and_keeps_its_count(problem: CoverProblem) -> None:
    """A program for the format, the frontier after reading the text, and the frontier alone agree."""
    text = to_dlx(problem, "| two\nlines")
    expected = count_tilings(problem).solutions
    assert dlx_count(text) == expected
    assert count_tilings(from_dlx(text)).solutions == expected
    if problem.items and all(0 < item.maximum >= item.minimum for item in problem.items):
        assert from_dlx(text) == problem


def test_an_example_of_knuth() -> None:
    """The introduction of DLX1: seven items, of which two are secondary, and one exact cover."""
    text = "| A simple example\nA B C D E | F G\nC E F\nA D G\nB C F\nA D\nB G\nD E G\n"
    problem = from_dlx(text)
    assert [(item.name, item.minimum) for item in problem.items if item.kind == "cell"] == [
        *zip("ABCDEFG", (1,) * 5 + (0,) * 2, strict=True)
    ]
    assert dlx_count(text) == count_tilings(problem).solutions == 1


def test_an_option_without_a_primary_item_is_ignored() -> None:
    """As DLX1 says: 'Row ignored (no primary columns)'."""
    text = "A | B\nA\nB\n"
    assert len(from_dlx(text).options) == 1
    assert dlx_count(text) == count_tilings(from_dlx(text)).solutions == 1


def test_queens_on_a_board_from_elsewhere() -> None:
    """The 92 ways to place eight queens: rows and columns primary, diagonals secondary."""
    n = 8
    primary = [f"r{i}" for i in range(n)] + [f"c{i}" for i in range(n)]
    secondary = [f"a{i}" for i in range(2 * n - 1)] + [f"b{i}" for i in range(2 * n - 1)]
    options = [f"r{i} c{j} a{i + j} b{i - j + n - 1}" for i in range(n) for j in range(n)]
    text = "\n".join([" ".join(primary) + " |" + " ".join(secondary), *options])
    assert count_tilings(from_dlx(text)).solutions == 92


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "f.dlx: there is no item; "),
        ("| only a comment\n\n", "f.dlx: there is no item; "),
        ("A B A\n", "f.dlx:1: the item 'A' is named twice; "),
        ("|\nA | B | C\n", "f.dlx:2: there are two '|' in the line of items; "),
        ("A | 2|B\n", "f.dlx:1: the secondary item '2|B' has bounds; "),
        ("A 0|B\n", "f.dlx:1: the upper bound of '0|B' is 0; "),
        ("A 3:2|B\n", "f.dlx:1: the lower bound of '3:2|B' exceeds the upper bound; "),
        ("A x:2|B\n", "f.dlx:1: 'x:2|B' is no item; "),
        ("A 2:B\n", "f.dlx:1: '2:B' is no item; "),
        ("A 2|\n", "f.dlx:1: '2|' is no item; "),
        ("A\n\nA B\n", "f.dlx:3: there is no item 'B'; "),
        ("A B\nA B A\n", "f.dlx:2: the option has 'A' twice; "),
        ("A B\nA B:0\n", "f.dlx:2: 'B:0' gives a primary item a colour; "),
        ("A | X\nA X:red\n", "f.dlx:2: the colour of 'X:red' is not one letter; "),
        ("A | X\nA X:\n", "f.dlx:2: the colour of 'X:' is not one letter; "),
    ],
)
def test_a_mistake_is_told_with_its_line_and_a_remedy(text: str, message: str) -> None:
    """`file:line: what, with the value; remedy`."""
    with pytest.raises(MistakeError) as raised:
        from_dlx(text, "f.dlx")
    assert str(raised.value).startswith(message)
    assert raised.value.remedy


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    """A missing file and one that is no text."""
    with pytest.raises(MistakeError, match="cannot be read: no such file"):
        read_matrix(tmp_path / "none.dlx")
    (tmp_path / "b.dlx").write_bytes(b"A B\n\xff\n")
    with pytest.raises(MistakeError, match="byte 4 is not UTF-8"):
        read_matrix(tmp_path / "b.dlx")
    (tmp_path / "c.dlx").write_text("A\r\nA\r\n", newline="")
    assert len(read_matrix(tmp_path / "c.dlx").listed) == 1
