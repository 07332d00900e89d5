"""The words of the editor's page: those of people who own a puzzle, not those of the program."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

WEB = Path("cp_puzzles/output/web")
OF_THE_FILE = {"build", "build_board", "build_lattice", "build_tiles", "drawing", "mistake", "schema", "spec_text"}
"""Scripts whose sentences are mistakes of a file, in the words of the program."""

PROGRAM = re.compile(
    r"\b(multiplicit|orientation|placement|isometr|polyform|instance|constraint|optimal|enumerat|spec\b)"
)


def texts() -> Iterator[str]:
    """Yield the texts of the page and its labels: `python -m tests.output.web.editor.test_editor_words` prints them."""
    template = (WEB / "templates/editor.html").read_text("utf-8")
    found = [a or b for a, b in re.findall(r'(?:aria-label|title|placeholder)="([^"]+)"|>([^<>{}]+)<', template)]
    for script in sorted((WEB / "scripts/editor").glob("*.js")):
        if script.stem in OF_THE_FILE:
            continue
        code = re.sub(r"/\*\*.*?\*/", "", re.sub(r"(?m)(^|\s)//.*$", "", script.read_text("utf-8")), flags=re.DOTALL)
        quoted = [a or b for a, b in re.findall(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`', code)]
        found += [text for text in quoted if re.search("[a-z]{2,} [a-z(]|^[A-Z][a-z]+", text)]
    yield from dict.fromkeys(re.sub(r"\$\{[^}]*\}", "...", " ".join(text.split())) for text in found if text.strip())


def test_page_has_words_of_people() -> None:
    """Labels, buttons and sentences of the page have no word that only the program needs."""
    found = list(texts())
    assert len(found) > 250
    assert [text for text in found if PROGRAM.search(text.lower())] == []


if __name__ == "__main__":
    print(*texts(), sep="\n")
