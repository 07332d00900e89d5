"""Mutations of the text of a puzzle file yield a puzzle or an error of one printable line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import yaml
from hypothesis import given
from hypothesis import strategies as st

from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.puzzle import build_puzzle
from cp_puzzles.puzzle.spec.loader import parse_spec
from cp_puzzles.puzzle.spec.yaml_reader import spec_text
from tests.examples import examples

FLAT = """name: Everything flat
description: &text >-
  Two lines
  of text.
source: *text
lattice: square
board:
  drawing: |
    .XXX
    XX??
    XXXX
  holes: [[2, 3]]
  labels: {Jan: [0, 1], "1": [1, 0]}
fill: false
tiles:
  - set: one-sided-tetrominoes
    except: [I, O]
    multiplicity: any
    rotate: false
  - name: A
    drawing: |
      XX
      X.
    multiplicity: {min: 0, max: 2}
    reflect: false
    color: "#00ff7f"
  - {name: B, cells: [[0, 0], [0, 2]], disconnected: true, multiplicity: 0}
given:
  - {tile: A, cells: [[0, 1], [0, 2], [1, 1]]}
expected: {options: 20, off: 0, rotations: 0, full: 0}
"""
SOLID = """name: Everything solid
board:
  size: [2, 3, 3]
tiles:
  - set: soma
    only: [L, T]
    color: teal
  - name: stairs
    cells: [[0, 0, 0], [1, 0, 0], [1, 0, 1], [1, 1, 1]]
    reflect: true
  - name: bar
    drawing: "XX\\n\\n.X"
    multiplicity: 2
"""
FRAGMENTS = [
    *"\t\n\r :,-?#&*!|>%@`'\"[]{}()\\~=<+.0X\x00\x07\x1b\x7f\x85\xa0\u2028\ufeff\ufffe木",
    *("\n\n", ": ", "- ", "? ", "<<: *text", "&a ", "*a", "!!str ", "!!set ", "!", "---\n", "...\n", "%YAML 1.1\n"),
    *("null", "true", "yes", "any", "0", "-1", "7", "1" * 30, "1e9", ".nan", "0x1", "12:30", "2024-01-01", "[]", "{}"),
    *("name", "set", "drawing", "cells", "[key]", "except_", "min", "full", "pentominoes", "soma", "cubic"),
    "'\\ud800'",
]


def check(text: str) -> None:
    """The text is a puzzle, or is refused in one line that names a place."""
    try:
        puzzle = build_puzzle(parse_spec(text))
    except MistakeError as error:
        message = str(error)
        for line in message.removesuffix(" more").rsplit("\nand ", 1)[0].split("\n"):
            assert line.isprintable()
            assert len(line) < 500
            assert line.startswith("spec:")
    else:
        assert puzzle.tiles
        assert puzzle.board.cells


edits = st.lists(
    st.tuples(
        st.integers(0, 10_000), st.sampled_from([0, 0, 1, 2, 5, 20]), st.one_of(st.just(""), st.sampled_from(FRAGMENTS))
    ),
    min_size=1,
    max_size=4,
)


@examples(300)
@given(st.sampled_from([FLAT, SOLID]), edits)
def test_edited_text_raises_only_mistakes(text: str, changes: list[tuple[int, int, str]]) -> None:
    """Insertion, deletion or replacement of characters raises only `MistakeError`."""
    for at, deleted, inserted in changes:
        at %= len(text) + 1
        text = text[:at] + inserted + text[at + deleted :]
    check(text)


@examples(150)
@given(st.sampled_from([FLAT, SOLID]), st.data())
def test_moved_lines_raise_only_mistakes(text: str, data: st.DataObject) -> None:
    """Deleted, repeated, moved or indented lines raise only `MistakeError`."""
    lines = text.splitlines()
    picked = data.draw(st.lists(st.sampled_from(lines), max_size=3))
    for line in picked:
        lines.remove(line) if line in lines else None
        lines.insert(data.draw(st.integers(0, len(lines))), " " * data.draw(st.integers(0, 4)) + line)
    check("\n".join(lines))


scalars = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8), st.sampled_from(["any", "XX", "domino"])
)
values = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)),
    max_leaves=6,
)


def places(value: object, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to all parts of a value."""
    yield path
    for key, part in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from places(part, (*path, key))


@examples(100)
@given(st.sampled_from([FLAT, SOLID]), st.data())
def test_replaced_value_raises_only_mistakes(text: str, data: st.DataObject) -> None:
    """Any value in place of any part of a valid file raises only `MistakeError`."""
    spec = {"spec": yaml.safe_load(text)}
    *path, last = data.draw(st.sampled_from([path for path in places(spec) if path]))
    part: Any = spec
    for key in path:
        part = part[key]
    part[last] = data.draw(values)
    check(yaml.safe_dump(spec["spec"], allow_unicode=data.draw(st.booleans()), sort_keys=False))


@examples(150)
@given(st.text(alphabet=st.one_of(st.characters(), st.sampled_from(" \n-:[]{}'\"#&*!|>?%")), max_size=60))
def test_any_text_raises_only_mistakes(text: str) -> None:
    """Any text raises only `MistakeError`."""
    check(text)


def test_fuzz_samples_are_valid() -> None:
    """The texts that are edited here are puzzles to begin with, and every field of them is written as text."""
    for text, tiles in ((FLAT, 7), (SOLID, 4)):
        spec = parse_spec(text)
        assert len(build_puzzle(spec).tiles) == tiles
        assert parse_spec(spec_text(spec)) == spec
