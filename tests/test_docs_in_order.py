"""The commands of each page, typed in the order of the page, in an empty folder with the files that the page shows."""

from __future__ import annotations

import glob
import re
import shutil
import textwrap
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.cli.program import INSTALLED, typed
from tests.processes import finished
from tests.test_docs import PAGES, statuses, words

BLOCK = re.compile(r"(?:in a file `([\w.-]+)`:\n\n)?^ *```(yaml|sh|text)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)

PRESENT = {
    "burr.xmpuzzle": ["solve", "soma", "--show", "none", "--limit", "3", "--out", "burr.xmpuzzle"],
    "my-puzzles": ["import", "burr.xmpuzzle", "my-puzzles"],
}
"""Files that the reader of a page has, and the command that makes such a file here."""

LONG = "name: Instead of a puzzle for hours\nboard: {size: [4, 15]}\ntiles: [{set: pentominoes}]\n"
"""The file `long.yaml` here, which another page shows: the pages about long runs are typed with a short one."""

REPLACED = {"--into 500": "--into 20", "tcp://ADDRESS:8786": "local"}
"""Parts of commands that are typed otherwise here: fewer shares, and a cluster on this machine."""

LIMITED = ("bedlam", "--time-limit", "gallery site", "dice.yaml", "--count 500", "--level 3", "weekday.yaml --leaves")
"""Parts of commands that take minutes or hours: they run for some seconds, and may end with the status of a limit."""

SECONDS = "30"
"""The time limit of these commands; on a busy machine the setup of a search takes some seconds."""

TOTAL_LIMIT = ("each", "gallery")
"""Commands whose time limit is for one puzzle; another option limits all of them."""

SKIPPED = {
    r"edit(?!.* --out)": "opens a browser",
    r"burr\.xmpuzzle#2": "names the second problem of a file of the reader",
}
"""Patterns of commands that are not typed here, each with the reason."""

EXTRAS = {"cp-puzzles make": "trimesh", ".pdf": "matplotlib", "--cluster": "distributed"}
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
    """Each command of a page ends with status 0, with no other files than those that the page shows or makes.

    A command that needs an extra which is not installed ends with status 2.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))  # where completion is installed
    failed = []
    for name, text in steps(page):
        if name:
            Path(name).write_text(text, encoding="utf-8")
        elif not any(re.search(part, text) for part in SKIPPED):
            status = type_command(text)
            allowed = (*statuses(text), 3) if any(part in text for part in LIMITED) else statuses(text)
            if status not in (allowed if has_extras(text) else (2,)):
                failed.append(f"{text}: status {status}")
    assert failed == []


def test_page_steps_are_in_order() -> None:
    """A page is read from top to bottom: a file is written under the name that the next command uses."""
    names = [name or text for name, text in steps("docs/start/first-puzzle.md")]
    assert names[:3] == ["my.yaml", "cp-puzzles show my.yaml", "cp-puzzles solve my.yaml --limit 1"]
    assert names[-2:] == ["my.yaml", "cp-puzzles my.yaml"]


def has_extras(command: str) -> bool:
    """Return whether the packages that a command needs are installed beside the program."""
    return all(is_installed(package) for part, package in EXTRAS.items() if part in command)


def is_installed(package: str) -> bool:
    """Return whether the Python that runs the program has a package."""
    if not INSTALLED:
        return find_spec(package) is not None
    return finished([str(Path(INSTALLED).with_name("python")), "-c", f"import {package}"]).returncode == 0


def type_command(command: str) -> int:
    """Run a command as a shell would, for a few seconds if it is a long one, and return its status."""
    for part, typed_here in REPLACED.items():
        command = command.replace(part, typed_here)
    if "long.yaml" in command:
        Path("long.yaml").write_text(LONG, encoding="utf-8")
    if command.startswith("cp-puzzles run merge"):
        search_shares()
    arguments = [name for word in words(command) for name in (sorted(glob.glob(word)) if "*" in word else [word])]
    for name, earlier in PRESENT.items():
        if name in arguments and not Path(name).exists():
            assert typed(earlier if Path("burr.xmpuzzle").exists() else PRESENT["burr.xmpuzzle"]) == 0
            assert typed(earlier) == 0
    if "--time-limit" in arguments:
        arguments[arguments.index("--time-limit") + 1] = SECONDS
    elif any(part in command for part in LIMITED):
        if arguments[0] in TOTAL_LIMIT:
            arguments += ["--total-time-limit", SECONDS]
        elif arguments[0] in ("solve", "count", "apart", "design"):
            arguments += ["--time-limit", SECONDS]
    return typed(arguments)


def search_shares() -> None:
    """Split the long run again and search all its shares, as the reader does before they are merged."""
    Path("long.run").unlink()
    shutil.rmtree("shares")
    assert typed(["run", "split", "long.yaml", "long.run", "shares", "--into", "20"]) == 0
    for share in sorted(glob.glob("shares/*.run")):
        assert typed(["work", share, "--jobs", "1"]) == 0
