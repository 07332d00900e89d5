"""Help texts, the welcome, the list of puzzles, and suggestions for misspelled words."""

from __future__ import annotations

import os
import re
import select
import shutil
import sys
from collections.abc import Iterator

import pytest

from cp_puzzles.cli.commands import COMMANDS
from tests.cli.program import Program
from tests.processes import started


@pytest.mark.parametrize("command", [*COMMANDS, *(f"run {name}" for name in ("status", "merge"))])
def test_help_fits_the_terminal(command: str, run: Program) -> None:
    """Help has examples; at 80 columns no line is longer, and no option or name is broken at a hyphen."""
    done = run(*command.split(), "--help")
    text = done.stdout
    assert (done.returncode, "Examples:" in text) == (0, True)
    assert max(map(len, text.splitlines())) <= 80
    assert not re.search(r"\w-\n", text)


def test_help_of_the_program_fits_the_terminal(run: Program) -> None:
    """The list of commands has a line of help for each."""
    text = run("--help").stdout
    assert max(map(len, text.splitlines())) <= 80
    assert all(f"  {name} " in text for name in COMMANDS)


def test_program_without_arguments_shows_five_lines(run: Program) -> None:
    """The program without arguments prints its purpose, three example commands and the help option in 80 columns."""
    done = run()
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert (done.returncode, len(done.stdout.splitlines())) == (0, 5)
    assert "--help" in done.stdout.splitlines()[-1]
    commands = [line.split("   ")[0].strip() for line in done.stdout.splitlines()[1:4]]
    assert all(line.startswith("cp-puzzles ") for line in commands)


def test_list_takes_words_and_shows_titles(run: Program) -> None:
    """`list kanoodle` lists the puzzles with this word, with complete titles at 80 columns."""
    text = run("list", "kanoodle").stdout
    assert "kanoodle5x11" in text
    assert "Kanoodle pieces in a diagonal tray" in text
    assert "bedlam" not in text
    nothing = run("list", "xyzzy")
    assert nothing.stderr.startswith("xyzzy: no included puzzle")
    assert not nothing.stdout


def test_list_pages_on_a_terminal(monkeypatch: pytest.MonkeyPatch, run: Program) -> None:
    """A list that is higher than the terminal is shown in a pager."""
    pages: list[str] = []
    monkeypatch.setattr("click.echo_via_pager", pages.append)
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert run("list").returncode == 0
    assert len(pages) == 1
    assert "kanoodle5x11" in pages[0]


def pages(*words: str) -> bytes:
    """Return what a terminal of 24 lines receives of a command, until its pager ends because of the key q."""
    import pty

    keys, terminal = pty.openpty()
    environment = {name: text for name, text in os.environ.items() if name not in ("LESS", "PAGER", "NO_COLOR")}
    environment |= {"TERM": "xterm-256color", "LINES": "24", "COLUMNS": "80"}
    command, ends = [sys.executable, "-m", "cp_puzzles", *words], {"stdin": terminal, "stdout": terminal}
    with started(command, **ends, stderr=terminal, env=environment) as process:
        os.close(terminal)

        def received() -> Iterator[bytes]:
            while select.select([keys], [], [], 60)[0]:
                try:
                    yield os.read(keys, 65536)
                except OSError:  # the other end is closed
                    return
                os.write(keys, b"q")

        text = b"".join(received())
        assert process.wait(60) == 0
    os.close(keys)
    return text


@pytest.mark.skipif(sys.platform == "win32" or not shutil.which("less"), reason="needs a terminal with less")
@pytest.mark.parametrize("words", [("list", "soma"), ("docs", "reference/rules")])
def test_pager_shows_colors_and_no_escape_codes(words: tuple[str, ...]) -> None:
    """The pager shows bold words in bold, not as text, also if LESS is not set."""
    text = pages(*words)
    assert b"\x1b[1m" in text or b"\x1b[1;" in text
    assert b"ESC" not in text
