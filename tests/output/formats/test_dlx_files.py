"""Files in Knuth's DLX format: a round trip changes nothing, and other programs count the same."""

import os
from pathlib import Path
from threading import Thread
from time import sleep

import pytest
from hypothesis import given

from cp_puzzles import load_spec
from cp_puzzles.base import file_access
from cp_puzzles.cover.cover_problem import CoverProblem
from cp_puzzles.engines.frontier.frontier_engine import SweepCount
from cp_puzzles.errors import MistakeError
from cp_puzzles.output.formats.dlx import read_dlx
from tests.cover.cover_problems import cover_problems
from tests.examples import examples
from tests.output.dlx_oracle import dlx_count
from tests.output.dlx_texts import from_dlx, to_dlx
from tests.written import cover_of

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
    return cover_of(spec).problem


@pytest.mark.parametrize("spec", SPECS.values(), ids=SPECS)
def test_puzzle_round_trips_with_equal_count(spec: str) -> None:
    """Items with their kinds, names and bounds, options, and all of their order; without comments the same count."""
    problem = problem_of(spec)
    text = to_dlx(problem, "A name")
    assert from_dlx(text) == problem
    bare = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("|"))
    assert (
        dlx_count(text) == SweepCount(problem).finish().solutions == SweepCount(from_dlx(bare)).finish().solutions > 0
    )


def test_pentominoes_need_no_bounds() -> None:
    """72 primary items, 2056 options, no bounds, and the same problem after reading it back."""
    problem = problem_of("board: {size: [6, 10]}, tiles: [{set: pentominoes}]")
    text = to_dlx(problem, "Pentominoes 6x10")
    lines = [line for line in text.splitlines() if not line.startswith("|")]
    assert text.startswith("| puzzle: Pentominoes 6x10\n")
    assert len(lines[0].split()) == 72
    assert len(lines) == 2057
    assert "|" not in lines[0]
    assert max(map(len, text.splitlines())) < 600
    assert from_dlx(text) == problem


@examples(300)
@given(cover_problems())
def test_any_problem_round_trips_with_equal_count(problem: CoverProblem) -> None:
    """A program for the format, the frontier after reading the text, and the frontier alone agree."""
    text = to_dlx(problem, "| two\nlines")
    expected = SweepCount(problem).finish().solutions
    assert dlx_count(text) == expected
    assert SweepCount(from_dlx(text)).finish().solutions == expected
    if problem.items and all(0 < item.maximum >= item.minimum for item in problem.items):
        assert from_dlx(text) == problem


def test_dlx1_example() -> None:
    """The introduction of DLX1: seven items, of which two are secondary, and one exact cover."""
    text = "| A simple example\nA B C D E | F G\nC E F\nA D G\nB C F\nA D\nB G\nD E G\n"
    problem = from_dlx(text)
    assert [(item.name, item.minimum) for item in problem.items if item.kind == "cell"] == [
        *zip("ABCDEFG", (1,) * 5 + (0,) * 2, strict=True)
    ]
    assert dlx_count(text) == SweepCount(problem).finish().solutions == 1


def test_option_without_primary_item_is_ignored() -> None:
    """An option without a primary item is ignored, as in DLX1: 'Row ignored (no primary columns)'."""
    text = "A | B\nA\nB\n"
    assert len(from_dlx(text).options) == 1
    assert dlx_count(text) == SweepCount(from_dlx(text)).finish().solutions == 1


def test_queens_file_counts_92() -> None:
    """The 92 ways to place eight queens: rows and columns primary, diagonals secondary."""
    n = 8
    primary = [f"r{i}" for i in range(n)] + [f"c{i}" for i in range(n)]
    secondary = [f"a{i}" for i in range(2 * n - 1)] + [f"b{i}" for i in range(2 * n - 1)]
    options = [f"r{i} c{j} a{i + j} b{i - j + n - 1}" for i in range(n) for j in range(n)]
    text = "\n".join([" ".join(primary) + " |" + " ".join(secondary), *options])
    assert SweepCount(from_dlx(text)).finish().solutions == 92


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
        ("A x:2|B\n", "f.dlx:1: 'x:2|B' is not an item; "),
        ("A 2:B\n", "f.dlx:1: '2:B' is not an item; "),
        ("A 2|\n", "f.dlx:1: '2|' is not an item; "),
        ("A\n\nA B\n", "f.dlx:3: there is no item 'B'; "),
        ("A B\nA B A\n", "f.dlx:2: the option has 'A' twice; "),
        ("A B\nA B:0\n", "f.dlx:2: 'B:0' gives a primary item a color; "),
        ("A | X\nA X:red\n", "f.dlx:2: the color of 'X:red' is not one letter; "),
        ("A | X\nA X:\n", "f.dlx:2: the color of 'X:' is not one letter; "),
        ("A | X\nA X:\x1b\n", "f.dlx:2: the color of 'X:\\x1b' is not one letter; "),
        ("A\x1b[31m\nA\x1b[31m\n", "f.dlx:1: the item 'A\\x1b[31m' has a character that cannot be shown; "),
        ("A | X\u202e\nA\n", "f.dlx:1: the item 'X\\u202e' has a character that cannot be shown; "),
    ],
)
def test_dlx_mistake_has_line_and_remedy(text: str, message: str) -> None:
    """Mistakes in a file have the form `file:line: problem, with the value; remedy`."""
    with pytest.raises(MistakeError) as raised:
        from_dlx(text, "f.dlx")
    assert str(raised.value).startswith(message)
    assert raised.value.remedy


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    """A missing file and a binary file are refused."""
    with pytest.raises(MistakeError, match="cannot be read: no such file"):
        read_dlx(tmp_path / "none.dlx")
    (tmp_path / "b.dlx").write_bytes(b"A B\n\xff\n")
    with pytest.raises(MistakeError, match="byte 4 is not UTF-8"):
        read_dlx(tmp_path / "b.dlx")
    (tmp_path / "c.dlx").write_text("A\r\nA\r\n", newline="")
    assert len(read_dlx(tmp_path / "c.dlx").listed) == 1


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no endless file")
def test_endless_file_is_refused() -> None:
    """A file without an end fills no memory: reading stops at the largest size."""
    with pytest.raises(MistakeError, match="larger than 200,000,000 bytes"):
        read_dlx("/dev/zero")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names")
def test_pipe_without_writer_times_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading a pipe without a writer ends with an error after some seconds."""
    os.mkfifo(tmp_path / "p.dlx")
    os.mkfifo(tmp_path / "p.yaml")
    monkeypatch.setattr(file_access, "PIPE_SECONDS", 0.1)
    with pytest.raises(MistakeError, match="nothing was written to the pipe"):
        read_dlx(tmp_path / "p.dlx")
    with pytest.raises(MistakeError, match="nothing was written to the pipe"):
        load_spec(tmp_path / "p.yaml")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names")
def test_pipe_is_read_to_the_end(tmp_path: Path) -> None:
    """A writer that comes later, and pauses, is read in full."""
    path = tmp_path / "p.dlx"
    os.mkfifo(path)

    def write() -> None:
        with path.open("w") as pipe:
            for line in ("A B\n", "A\n", "B\n"):
                pipe.write(line)
                pipe.flush()
                sleep(0.05)

    writer = Thread(target=write)
    writer.start()
    assert len(read_dlx(path).listed) == 2
    writer.join()


def test_names_cannot_command_a_terminal(tmp_path: Path) -> None:
    """ESC and the override of the direction of writing are shown as escapes: in paths, titles and original names."""
    path = tmp_path / "e\x1b[31m\u202e.dlx"
    with pytest.raises(MistakeError) as raised:
        read_dlx(path)
    assert str(raised.value).isprintable()
    assert r"e\x1b[31m\u202e.dlx" in str(raised.value)
    path.write_text('| name c1 = "\\u001b[31m"\n| cells: c1\nc1\nc1\n')
    puzzle = read_dlx(path)
    assert puzzle.name == r"e\x1b[31m\u202e.dlx"
    assert all(item.name.isprintable() for item in puzzle.problem.items)
