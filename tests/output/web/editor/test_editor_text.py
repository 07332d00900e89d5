"""The editor's reader and writer of puzzle files, in node, against those of the program."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest

from cp_puzzles import build_puzzle, parse_spec
from cp_puzzles.errors import SpecError
from cp_puzzles.puzzle.rules.rule_registry import RULES
from tests.output.web.editor.conftest import Ask
from tests.puzzle.spec.broken_specs import broken_specs

CATALOG = [path.read_text("utf-8") for path in sorted(Path("specs").rglob("*.yaml"))]

SAME_WORDS, SAME_LINE = 0.83, 0.98
"""Shares of the broken specs that the page words as the program does, and at the same line.

The others have mistakes of YAML itself, which another parser finds, or numbers beyond 53 bits.
"""


def test_editor_words_broken_specs_as_the_program(editor_logic: Ask) -> None:
    """Every broken spec is refused, nearly all at the line and most in the words of the program."""
    cases = list(broken_specs())
    same = same_line = 0
    for case, mistakes in zip(cases, editor_logic([["read", case.text] for case in cases]), strict=True):
        assert mistakes, case.title
        mistakes = [
            f"{line}:{column}: " + (f"{'.'.join(map(str, path))}: " if path else "") + f"{problem}; {remedy}"
            for line, column, path, problem, remedy in mistakes
        ]
        same += mistakes == case.message.splitlines()
        same_line += mistakes[0].split(":")[0] == case.message.split(":")[0]
    assert same / len(cases) > SAME_WORDS
    assert same_line / len(cases) > SAME_LINE


@pytest.mark.parametrize("texts", [CATALOG[::9], pytest.param(CATALOG, marks=pytest.mark.slow)], ids=["sample", "all"])
def test_editor_accepts_and_rewrites_catalog_files(editor_logic: Ask, texts: list[str]) -> None:
    """Files of the catalog have no mistakes, and the text that the page writes for them is an equal spec."""
    assert editor_logic([["read", text] for text in texts]) == [[]] * len(texts)
    for text, written in zip(texts, editor_logic([["rewritten", text] for text in texts]), strict=True):
        assert parse_spec(written) == parse_spec(text)


FOR_THE_PROGRAM = ("regions", "match", "boundary")

RULE_VALUES = "3 0 -1 1.5 all none [F] {min: 1} {max: 2} {min: 3, max: 1} {} true 'x' [] {min: a} {mn: 1} any [[0,0]]"


def test_editor_accepts_values_of_rules_as_the_program(editor_logic: Ask) -> None:
    """Each rule with each kind of value, also a bound alone or as a range, is accepted or refused by both.

    The page leaves conditions of regions and of colored sides to the program.
    """
    start = "name: x\nboard: {size: [2, 5]}\ntiles: [{set: pentominoes, multiplicity: any}]\nrules:\n"
    values = re.findall(r"\{.*?\}|\S+", RULE_VALUES)
    texts = [f"{start}  {rule.key}: {value}\n" for rule in RULES if rule.key not in FOR_THE_PROGRAM for value in values]
    for text, mistakes in zip(texts, editor_logic([["read", text] for text in texts]), strict=True):
        try:
            build_puzzle(parse_spec(text))
            assert not mistakes, text
        except SpecError:
            assert mistakes, text


FAULTS = {
    "board": ["holes: [[9, 9]]", "optional: [[0, 0], x]", "labels: {A: [0]}"],
    "tiles": ["- {set: pentominos}", "- {name: Q, drawing: X.X}", "- {set: trominoes, only: [Z]}",
              "- {name: R, cells: 3}"],
    "given": ["- {tile: lost, cells: [[0, 0]]}", "- {tile: I, cells: [[0, 0]]}", "- {tile: Q, cells: [[8, 8]]}"],
    "rules": ["faults: -1", "touch: [[I, lost]]", "border: [Q, lost]", "symmetric: quarter-turn", "fault: 1"],
    "more": ["name: [x]", "maximize: {lost: 1}", "minimize: fault", "maximiz: piece", "fill: 3"],
}  # fmt: skip
"""Lines with a mistake under the keys of a puzzle of trominoes on 3x4 cells; `more`: at the top."""


def test_editor_words_pairs_of_mistakes_as_the_program(editor_logic: Ask) -> None:
    """Mistakes in the board, tiles, given pieces, rules and keys are all told at once, in the words of the program."""
    texts = []
    for (first, one), (second, other) in combinations([(key, line) for key in FAULTS for line in FAULTS[key]], 2):
        lines = {"board": ["size: [3, 4]"], "tiles": ["- {set: trominoes, multiplicity: any}"]}
        for key, line in ((first, one), (second, other)):
            lines[key] = [*lines.get(key, []), line]
        more = [line for line in lines.pop("more", []) if not line.startswith("name")]
        names = [line for key, line in ((first, one), (second, other)) if line.startswith("name")] or ["name: n"]
        blocks = [f"{key}:\n" + "".join(f"  {line}\n" for line in under) for key, under in lines.items()]
        texts.append("\n".join([*names, *more]) + "\n" + "".join(blocks))
    different = []
    for text, mistakes in zip(texts, editor_logic([["read", text] for text in texts]), strict=True):
        message = ""
        try:
            build_puzzle(parse_spec(text))
        except SpecError as error:
            message = str(error)
        page = [
            f"spec:{line}:{column}: {'.'.join(map(str, path))}: {problem}; {remedy}"
            for line, column, path, problem, remedy in mistakes
        ]
        if sorted(page) != sorted(message.splitlines()) or not page:
            different.append((text, sorted(page), sorted(message.splitlines())))
    assert not different, (len(different), different[:3])
