"""Puzzle files that are refused: the broken specs, and catalog files with one of the usual mistakes of YAML."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.puzzle.spec.broken_specs import broken_specs

Change = Callable[[str, random.Random], str]


def _at(pattern: str, replacement: str) -> Change:
    """Return a change at a random match of a pattern."""

    def change(text: str, rng: random.Random) -> str:
        matches = list(re.finditer(pattern, text, re.MULTILINE))
        if not matches:
            return text
        match = rng.choice(matches)
        return text[: match.start()] + match.expand(replacement) + text[match.end() :]

    return change


MISTAKES: dict[str, Change] = {
    "an unclosed bracket": _at(r"[\]}]", ""),
    "a bracket too many": _at(r"[\]}]$", r"\g<0>]"),
    "a bracket of the other kind": _at(r"\]", "}"),
    "a missing comma": _at(r", \[", " ["),
    "a tab before a key": _at(r"^ +(?=\w+:)", "\t"),
    "a tab before an item": _at(r"^ *- ", "\t- "),
    "a key indented too much": _at(r"^\w+: \S", r"  \g<0>"),
    "a nested key indented by one": _at(r"(^  \w+:.*\n)  (?=\w+:)", r"\1 "),
    "a missing colon": _at(r"^( *\w+):(?= )", r"\1"),
    "a colon without a space": _at(r"^( *\w+): ", r"\1:"),
    "a colon in text": _at(r"^(name: \S+)", r"\1: x"),
    "an unclosed quote": _at(r"^(name: )(.*)$", r'\1"\2'),
    "a quote within quotes": _at(r"^(name: )(.*)$", r'\1"\2" x"'),
    "a sign that YAML keeps": _at(r"^(name: )", r"\1@"),
    "a percent sign": _at(r"^(name: )", r"\1%"),
    "a key twice": _at(r"^(\w+: \S.*)$", r"\1\n\1"),
    "a dash without its item": _at(r"^( *)- .*$", r"\1-"),
    "a dash too many": _at(r"^( *\w+: )", r"- \1"),
    "a dash without a space": _at(r"^( *)- ", r"\1-"),
    "a drawing indented less in its second row": _at(r"(drawing: \|\n)( +)", r"\1 \2"),
    "an escape that is none": _at(r"^(name: )", r'\1"\\q" '),
}
"""The usual mistakes of YAML by their names."""


def refused_files() -> Iterator[tuple[str, str]]:
    """Yield the title and the text of each file."""
    for case in (*broken_specs(), *broken_specs("several_mistakes.txt")):
        yield case.title, case.text
    texts = [path.read_text("utf-8") for path in sorted(Path("specs").glob("*.yaml"))]
    rng = random.Random(34)
    for title, change in MISTAKES.items():
        for number in range(3):
            changed = (each for text in rng.sample(texts, 40) if (each := change(text, rng)) != text)
            yield f"{title} {number}", next(changed)
