"""The wording of docstrings and documentation: the words of docs/reference/glossary.md, in plain sentences."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MODULES = sorted(path for folder in ("cp_puzzles", "tests") for path in (ROOT / folder).rglob("*.py"))
PROSE = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")] + sorted(
    path for path in (ROOT / "docs").rglob("*.md") if not {"_build", "generated"} & {*path.parts}
)

OPENINGS = {
    "what", "who", "whose", "how", "whether", "which", "so", "as", "where", "that", "those", "it",
    "there", "all", "no", "nothing", "nobody", "whatever"
}  # fmt: skip
"""First words of docstrings that hide the verb or the noun: a docstring begins with an imperative or a noun phrase."""

PHRASES = re.compile(
    r"\b(leaves?|left) (it|them|that) away\b|\bstraight down\b|\bis asked\b|\bspeaks? of\b|\banew\b|\bby chance\b"
    r"|\bnobody\b|\bthat says\b|\bsays? so\b|\bwhat is (left|wanted|made|asked|found)\b|\bnothing is left\b|\bin vain\b"
    r"|\bkeeps? to\b|\ball in all\b|\bmakes good\b|\bheeds?\b|\bhears?\b|\bdeaf\b|\bwants? to have\b|\bso many\b",
    re.IGNORECASE,
)
"""Phrases that personify the program or that have a plainer equivalent."""

ALLOWED = {
    "tests/test_wording.py": "lists the phrases",
}
"""Files that may contain a phrase, each with the reason."""


def name_of(path: Path) -> str:
    """Return the path of a file in the project."""
    return path.relative_to(ROOT).as_posix()


def docstrings(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of each docstring of a module."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            text = ast.get_docstring(node)
            if text:
                yield getattr(node, "lineno", 1), text


@pytest.mark.parametrize("folder", ["cp_puzzles", "tests"])
def test_docstrings_begin_with_a_verb_or_noun(folder: str) -> None:
    """Docstrings never begin with a question word, a quantifier or a pronoun."""
    places = [
        f"{name_of(path)}:{line}: {text.splitlines()[0]}"
        for path in MODULES
        if path.is_relative_to(ROOT / folder)
        for line, text in docstrings(path)
        if text.split(maxsplit=1)[0].strip("`'\".,:;").lower() in OPENINGS
    ]
    assert places == []


def test_texts_avoid_banned_phrases() -> None:
    """Code, tests and documentation contain none of the phrases, except for the files in the allow-list."""
    places = [
        f"{name_of(path)}:{number}: {match[0]!r}"
        for path in (*MODULES, *PROSE)
        if name_of(path) not in ALLOWED
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        for match in PHRASES.finditer(line)
    ]
    assert places == []


def test_allowed_files_contain_a_phrase() -> None:
    """The allow-list has no outdated entry."""
    for name in ALLOWED:
        assert PHRASES.search((ROOT / name).read_text(encoding="utf-8")), name


def test_names_of_tests_have_at_most_60_characters() -> None:
    """The name of a test is short enough for one line of a report."""
    names = [
        f"{name_of(path)}: {name}"
        for path in MODULES
        for name in re.findall(r"^ *def (test_\w{56,})\(", path.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert names == []


def test_class_names_are_unique() -> None:
    """Public classes of the package have different names, so that a search for a name finds one definition."""
    classes = Counter(
        name
        for path in MODULES
        if path.is_relative_to(ROOT / "cp_puzzles")
        for name in re.findall(r"^class ([A-Z]\w*)", path.read_text(encoding="utf-8"), re.MULTILINE)
    )
    assert [name for name, number in classes.items() if number > 1] == []


def test_function_names_are_unique() -> None:
    """Public functions have different names; not those of the checkers, each of one file."""
    functions = Counter(
        name
        for path in MODULES
        if path.is_relative_to(ROOT / "cp_puzzles") and not path.name.startswith("check")
        for name in {*re.findall(r"^def ([a-z]\w*)", path.read_text(encoding="utf-8"), re.MULTILINE)}
    )
    assert [name for name, number in functions.items() if number > 1] == []
