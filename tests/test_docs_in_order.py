"""The commands of each page, typed in the order of the page, in an empty folder with the files that the page shows."""

from __future__ import annotations

import glob
import re
import textwrap
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.cli.program import typed
from tests.test_docs import PAGES, statuses, words

BLOCK = re.compile(r"(?:in a file `([\w.-]+)`:\n\n)?^ *```(yaml|sh|text)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)

PRESENT = {
    "burr.xmpuzzle": ["solve", "soma", "--show", "none", "--limit", "3", "--out", "burr.xmpuzzle"],
    "my-puzzles": ["import", "burr.xmpuzzle", "my-puzzles"],
}
"""Files that the reader of a page has, and the command that makes such a file here."""

LIMITED = ("long.yaml", "bedlam", "--time-limit", "gallery site", "dice.yaml", "--count 500", "--level 3")
"""Parts of commands that take minutes or hours: they run for some seconds, and may end with the status of a limit."""

SKIPPED = {
    "merge ": "needs the results of all shares",
    "ADDRESS": "needs a scheduler",
    "--jobs-file": "needs a cluster",
    "cp-puzzles edit": "opens a browser",
    "--install-completion": "changes the settings of the shell",
    "burr.xmpuzzle#2": "names the second problem of a file of the reader",
    "--proof": "needs a share whose search is complete",
    "certificate check proof --compiled": "needs the certificate of the merged shares",
}
"""Parts of commands that are not typed here, each with the reason."""

EXTRAS = {".3mf": "trimesh", "--laser": "trimesh", ".pdf": "matplotlib"}
"""Parts of commands that need an extra, and a package of it."""


def steps(page: str) -> Iterator[tuple[str, str]]:
    """Yield what a reader does: the name of a file with its text, or "" with a command."""
    blocks = [(name, kind, textwrap.dedent(text)) for name, kind, text in BLOCK.findall(PAGES[page])]
    for number, (named, kind, text) in enumerate(blocks):
        if named:
            yield named, text
            continue
        if kind != "sh":
            if kind == "yaml" and text.startswith("name:"):
                later = "\n".join(block for _, kind, block in blocks[number + 1 :] if kind == "sh")
                name = re.search(r"(?<![\w/*])[\w-]+\.yaml\b", later)
                yield (name[0] if name else "my.yaml"), text
            continue
        for line in text.splitlines():
            command = re.sub(r"^\S*python3? -m cp_puzzles ", "cp-puzzles ", re.sub(r"\s+#\s.*", "", line).strip())
            if command.startswith("cp-puzzles "):
                yield "", command


WITH_COMMANDS = [page for page in PAGES if page.startswith("docs/") and any(not name for name, _ in steps(page))]


@pytest.mark.slow
@pytest.mark.parametrize("page", WITH_COMMANDS)
def test_page_commands_run_in_order(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each command of a page ends with status 0, with no other files than those that the page shows or makes."""
    monkeypatch.chdir(tmp_path)
    failed = []
    for name, text in steps(page):
        if name:
            Path(name).write_text(text, encoding="utf-8")
        elif not any(part in text for part in SKIPPED) and has_extras(text):
            status = type_command(text)
            allowed = (*statuses(text), 3) if any(part in text for part in LIMITED) else statuses(text)
            if status not in allowed:
                failed.append(f"{text}: status {status}")
    assert failed == []


def test_page_steps_are_in_order() -> None:
    """A page is read from top to bottom: a file is written under the name that the next command uses."""
    names = [name or text for name, text in steps("docs/start/first-puzzle.md")]
    assert names[:3] == ["my.yaml", "cp-puzzles show my.yaml", "cp-puzzles solve my.yaml --limit 1"]
    assert names[-2:] == ["my.yaml", "cp-puzzles my.yaml"]


def has_extras(command: str) -> bool:
    """Return whether the packages that a command needs are installed."""
    return all(find_spec(package) for part, package in EXTRAS.items() if part in command)


def type_command(command: str) -> int:
    """Run a command as a shell would, for a few seconds if it is a long one, and return its status."""
    arguments = [name for word in words(command) for name in (sorted(glob.glob(word)) if "*" in word else [word])]
    for name, earlier in PRESENT.items():
        if name in arguments and not Path(name).exists():
            assert typed(earlier if Path("burr.xmpuzzle").exists() else PRESENT["burr.xmpuzzle"]) == 0
            assert typed(earlier) == 0
    if "--time-limit" in arguments:
        arguments[arguments.index("--time-limit") + 1] = "3"
    elif any(part in command for part in LIMITED) and arguments[0] in ("solve", "count", "apart", "design"):
        arguments += ["--time-limit", "3"]
    elif "dice.yaml" in arguments:
        arguments += ["--total-time-limit", "3"]
    return typed(arguments)
