"""Spellings, encodings and defaults of specs that are read as the same puzzle."""

from __future__ import annotations

from pathlib import Path

import pytest

from cp_puzzles.puzzle.puzzle import build_puzzle, puzzle_from
from cp_puzzles.puzzle.spec.loader import load_spec, parse_spec
from cp_puzzles.puzzle.spec.tile_spec import TileEntry, TileSetEntry

PLAIN = """name: Zoë's box
board:
  drawing: |
    XX?
    X.X
tiles:
  - name: 木
    drawing: |
      XX
      X.
  - set: monomino
    multiplicity: any
"""


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(PLAIN.encode("utf-8-sig"), id="byte order mark"),
        pytest.param(PLAIN.replace("\n", "\r\n").encode(), id="CRLF"),
        pytest.param(PLAIN.replace("\n", "\r\n").encode("utf-8-sig"), id="byte order mark and CRLF"),
        pytest.param(PLAIN.rstrip("\n").encode(), id="no line break at the end"),
        pytest.param(b"%YAML 1.2\n---\n" + PLAIN.encode() + b"...\n", id="document marks"),
        pytest.param(PLAIN.replace("XX?\n    X.X", "aB?\n    # Z").encode(), id="other letters, # and spaces"),
    ],
)
def test_encodings_mean_the_same(tmp_path: Path, content: bytes) -> None:
    """Byte order mark, line ends, document marks and the letters of a drawing change nothing."""
    file = tmp_path / "puzzle.yaml"
    file.write_bytes(content)
    puzzle, plain = puzzle_from(file), build_puzzle(parse_spec(PLAIN))
    assert puzzle == plain


def test_equal_specs_from_different_places(tmp_path: Path) -> None:
    """Specs with the same content from different files are equal and have the same hash."""
    file = tmp_path / "puzzle.yaml"
    file.write_text("# a comment\n" + PLAIN, encoding="utf-8")
    assert load_spec(file) == parse_spec(PLAIN)
    assert hash(load_spec(file)) == hash(parse_spec(PLAIN))
    assert parse_spec(PLAIN) != parse_spec(PLAIN.replace("any", "0"))


def test_words_of_yaml_1_1_are_text() -> None:
    """N, Y, off and no are names, as in YAML 1.2; 1_000, 1:30 and 0x10 are not numbers."""
    text = "{name: off, board: {size: [1, 2], labels: {no: [0, 0], 1: [0, 1]}}, tiles: [{set: domino}], source: 1:30}"
    spec = parse_spec(text)
    assert (spec.name, spec.source, list(spec.board.labels)) == ("off", "1:30", ["no", "1"])
    only = parse_spec("{name: x, board: {size: [2, 5]}, tiles: [{set: pentominoes, only: [N, Y]}]}").tiles[0]
    assert isinstance(only, TileSetEntry)
    assert only.only == ("N", "Y")


def test_aliases_may_repeat_a_value() -> None:
    """An anchor and its aliases stand for the same value, as long as they do not explode."""
    text = (
        "{name: x, board: {size: [2, 3]}, tiles: [&i {name: I, drawing: XXX}, {name: L, cells: &c [[0, 0], [1, 0]]}]}"
    )
    alias = parse_spec(text).tiles[1]
    assert isinstance(alias, TileEntry)
    assert alias.cells == ((0, 0), (1, 0))
    aliased = "{name: &n x, description: *n, board: {size: [1, 2]}, tiles: [{set: domino}]}"
    assert parse_spec(aliased).description == "x"


@pytest.mark.parametrize(
    ("written", "bounds"),
    [
        ("3", (3, 3)),
        ("0", (0, 0)),
        ("any", (0, 6)),
        ("{min: 2}", (2, 6)),
        ("{max: 4}", (0, 4)),
        ("{min: 1, max: 4}", (1, 4)),
        ("{min: 7}", (7, 7)),
        ("1000000", (1_000_000, 1_000_000)),
    ],
)
def test_multiplicity_spellings(written: str, bounds: tuple[int, ...]) -> None:
    """A multiplicity is a number, a range, or `any`: as many as fit, six dominoes on 3x4."""
    spec = parse_spec(f"{{name: x, board: {{size: [3, 4]}}, tiles: [{{set: domino, multiplicity: {written}}}]}}")
    [tile] = build_puzzle(spec).tiles
    assert (tile.minimum, tile.maximum) == bounds


@pytest.mark.parametrize("color", ["red", "Red", "'#f00'", "'#FF0000'"])
def test_color_spellings(color: str) -> None:
    """A color is kept in one form, however it is written."""
    spec = parse_spec(f"{{name: x, board: {{size: [1, 2]}}, tiles: [{{set: domino, color: {color}}}]}}")
    assert build_puzzle(spec).tiles[0].display_color == "#ff0000"
