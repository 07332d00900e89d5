"""Files that are not puzzle files, and hostile texts, are refused quickly and in one short line."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cp_puzzles.errors import SpecError
from cp_puzzles.puzzle.puzzle import build_puzzle
from cp_puzzles.puzzle.spec.loader import load_spec, parse_spec

HEAD = "name: x\nboard: {size: [2, 3]}\n"
REMEDY = "; give the path of a puzzle file, or a name of catalog_names()"
GOOD = HEAD + "tiles: [{set: trominoes}]\n"


def refusal(load: Callable[..., Any], *arguments: Any) -> str:
    """The message of the SpecError that building the spec raises: short printable lines, one for each mistake."""
    with pytest.raises(SpecError) as caught:
        build_puzzle(load(*arguments))
    message = str(caught.value)
    lines = message.split("\n")
    assert all(line.isprintable() and len(line) < 500 for line in lines)
    assert len(lines) == len(caught.value.each())
    return message


NOTHING = ":1:1: the file holds nothing; start with name:, board: and tiles:"
CONTROL = "the file contains the control character {!r}; save it as plain text"
LARGE = ": the file is larger than 1,000,000 bytes; check that it is a puzzle file"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        pytest.param(b"", NOTHING, id="empty"),
        pytest.param(b"\n \n", NOTHING, id="blank"),
        (b"name: x\nsource: M\xfcnchen\n", ":2:10: the byte 0xfc is not UTF-8; save the file as UTF-8 text"),
        (GOOD.encode("utf-16"), ":1:1: the byte 0xff is not UTF-8; save the file as UTF-8 text"),
        (b"name: x\nboard: \x00\n", ":2:8: " + CONTROL.format("\x00")),
        ("name: a\u202eb\n".encode(), ":1:8: " + CONTROL.format("\u202e")),
        (b"name: \x1b[31mx\n", ":1:7: " + CONTROL.format("\x1b")),
        (b"name: x\rboard: y\r", ":1:8: " + CONTROL.format("\r")),
        pytest.param(b"#" * 1_000_001, LARGE, id="large"),
        pytest.param("é".encode() * 600_000, LARGE, id="large, cut within a letter"),
    ],
)
def test_content_is_refused(tmp_path: Path, content: bytes, message: str) -> None:
    """Files that are not UTF-8 text, are binary or are too large are refused with their position."""
    file = tmp_path / "puzzle.yaml"
    file.write_bytes(content)
    assert refusal(load_spec, file) == f"{file}{message}"


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("nowhere.yaml", "nowhere.yaml: no puzzle or file has this name"),
        ("", "'': the file cannot be read: is a directory"),
        ("specs", "specs: the file cannot be read: is a directory"),
        ("pyproject.toml/x.yaml", "pyproject.toml/x.yaml: the file cannot be read: not a directory"),
        ("a\0b", r"'a\x00b': the file cannot be read: its name contains a null character"),
        ("a\nb.yaml", r"'a\nb.yaml': no puzzle or file has this name"),
        ("x" * 5000, "'" + "x" * 56 + "...: the file cannot be read: file name too long"),
        ("../specs/soma.yaml.yaml", "../specs/soma.yaml.yaml: no puzzle or file has this name"),
    ],
)
def test_path_is_refused(
    path: str, message: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A path without a readable file is refused for any error of the system."""
    monkeypatch.chdir(request.config.rootpath)
    assert refusal(load_spec, path) == message + REMEDY


def test_unreadable_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that its owner does not let us read is refused with the system's reason."""
    file = tmp_path / "puzzle.yaml"
    file.write_text(GOOD)

    def denied(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", denied)
    expected = f"{file}: the file cannot be read: permission denied"
    assert refusal(load_spec, file) == expected + REMEDY


def test_circular_link_is_refused(tmp_path: Path) -> None:
    """A link to itself is refused."""
    link = tmp_path / "puzzle.yaml"
    link.symlink_to(link)
    assert refusal(load_spec, link).startswith(f"{link}: ")


def bar(length: int) -> str:
    """A tile of one row, cell by cell."""
    return "[" + ", ".join(f"[0, {column}]" for column in range(length)) + "]"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("[" * 500, "spec:1:13: the values are nested", id="brackets"),
        pytest.param("{a: " * 100_000, "spec:1:49: the values are nested", id="braces"),
        pytest.param("- " * 100_000, "spec:1:25: the values are nested", id="dashes"),
        pytest.param("? " * 100_000, "spec:1:25: the values are nested", id="question marks"),
        pytest.param("!" * 100_000, "spec:1:1: the tag '!!!", id="exclamation marks"),
        pytest.param("'" * 100_001, "spec:1:100002: this is not YAML", id="quotes"),
        pytest.param("a: &a [*a, *a, *a]", "spec:1:4: a: aliases nest", id="an alias in itself"),
        pytest.param(
            "a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]\n" for n in range(1, 40)),
            "spec:1:10: a11: aliases nest",
            id="aliases that double",
        ),
        pytest.param("a: &a [" + "x, " * 9000 + "]\nb: [" + "*a, " * 9000 + "]", "spec:1:", id="aliases that multiply"),
        pytest.param(
            HEAD + "tiles: [" + "x, " * 40_000 + "]",
            "spec:3:9: tiles.0: expected a mapping, found 'x'",
            id="40,000 mistakes",
        ),
        pytest.param("name: " + "x" * 900_000, "spec:1:1: name: 'xxx", id="a long name"),
        pytest.param("name: " + "9" * 900_000, "spec:1:1: name: '999", id="a long number"),
        pytest.param("? " + "k" * 900_000 + "\n: x", "spec:1:1: name: the key", id="a long key"),
        pytest.param(GOOD + "? " + "k" * 900_000 + "\n: x", "spec:4:3: 'kkk", id="a long key that is not known"),
        pytest.param(HEAD + "tiles: [{set: " + "s" * 900_000 + "}]", "spec:3:10: tiles.0.set: there", id="a long set"),
        pytest.param(
            HEAD + f"tiles: [{{name: bar, cells: {bar(12_000)}}}]",
            "spec:3:21: tiles.0.cells: 'bar' needs a box of 1 x 12000",
            id="a long tile",
        ),
        pytest.param(
            HEAD + "tiles: [{name: bar, drawing: " + "X" * 300_000 + "}]",
            "spec:3:21: tiles.0.drawing: 'bar' needs a box of 1 x 300000",
            id="a long drawing",
        ),
        pytest.param(
            'name: x\nboard: {drawing: "' + " " * 9000 + "X" + "\\nX" * 9000 + '"}\ntiles: [{set: domino}]',
            "spec:2:9: board.drawing: the board 1 x 9001 x 9001 has 81,018,001 cells",
            id="a board of gaps",
        ),
    ],
)
def test_exploding_text_is_refused(text: str, message: str) -> None:
    """A text that unfolds to far more than it says, or that repeats itself, is refused without unfolding it."""
    assert refusal(parse_spec, text).startswith(message)


def test_brackets_beyond_the_parser_are_refused() -> None:
    """A nesting at which libyaml stops of itself, since 0.2.6, is refused in the same words as one that it reads."""
    assert re.match(r"spec:1:\d+: the values are nested more than 12 deep;", refusal(parse_spec, "[" * 100_000))


@pytest.mark.parametrize("spaces", [0, 2, 4, 5, 7])
def test_row_of_spaces_below_bar(spaces: int) -> None:
    """Below `|` spaces that only indent leave a line empty, a new layer; more of them are a row, and refused."""
    text = "name: x\nboard:\n  drawing: |\n    XXX\n" + " " * spaces + "\n    XXX\ntiles: [{set: monomino}]"
    if spaces <= 4:
        assert build_puzzle(parse_spec(text)).lattice.dimension == 3
    else:
        row = f"line 2 of the drawing holds only spaces ({spaces - 4})"
        assert refusal(parse_spec, text).startswith(f"spec:3:3: board.drawing: {row}; draw a row without cells as .")


def test_directives_are_refused_before_they_are_parsed() -> None:
    """Sixty thousand lines that name tags kept the parser busy for eight seconds."""
    text = "".join(f"%TAG !{n}! x\n" for n in range(60_000)) + "---\nname: x\n"
    with pytest.raises(SpecError, match=r"^spec:1:1: the directive %TAG is not supported; remove the line$"):
        parse_spec(text)
