"""Shell completion, asked as the scripts of the shells ask: by Click's environment variables."""

from __future__ import annotations

import os
import shutil
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cp_puzzles.cli import commands
from cp_puzzles.cli.app import SHELLS
from cp_puzzles.cli.commands import VARIABLE
from cp_puzzles.puzzle.rules.rule_registry import rule_keys
from tests.cli.program import ROOT, Program
from tests.processes import finished

Complete = Callable[..., list[str]]


@pytest.fixture
def completions(run: Program, monkeypatch: pytest.MonkeyPatch) -> Complete:
    """Return a function of words, of which the last is incomplete, that returns the lines printed for a shell."""

    def complete(words: str, *, shell: str = "bash", cwd: Path = ROOT) -> list[str]:
        typed = words.split(" ")
        count = typed[-1] if shell == "fish" else str(len(typed) - 1)
        asked = {VARIABLE: f"{shell}_complete", "COMP_WORDS": words.rstrip(), "COMP_CWORD": count}
        for name, value in asked.items():
            monkeypatch.setenv(name, value)
        done = run(cwd=cwd)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout.splitlines()

    return complete


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("cp-puzzles ", [*commands.COMMANDS]),
        ("cp-puzzles expl", ["explain"]),
        ("cp-puzzles explain mutilated_c", ["mutilated_chessboard"]),
        ("cp-puzzles solve soma --symm", ["--symmetry"]),
        ("cp-puzzles soma --cross", ["--cross-check"]),
        ("cp-puzzles solve soma --engine ", ["cp-sat", "exact-cover", "frontier", "auto"]),
        ("cp-puzzles solve soma --engine = ex", ["exact-cover"]),
        ("cp-puzzles solve soma --rule ", [f"{key}=" for key in rule_keys()]),
        ("cp-puzzles solve soma --rule faults = ", []),
        ("cp-puzzles solve soma --rule faults = 0 --rule cr", ["crossroads="]),
        ("cp-puzzles soma --maximize cross", ["crossroads"]),
        ("cp-puzzles soma --setting fill", ["fill_order="]),
        ("cp-puzzles experiment soma --engine cp-sat,ex", ["cp-sat,exact-cover"]),
        ("cp-puzzles experiment soma bed", ["bedlam"]),
        ("cp-puzzles design soma --paper l", ["letter"]),
        ("cp-puzzles list diam", ["diamond"]),
        ("cp-puzzles list hexagona", ["hexagonal", "hexagonal-prisms"]),
        ("cp-puzzles --inst", ["--install-completion"]),
    ],
)
def test_completion_offers_values(words: str, expected: list[str], completions: Complete) -> None:
    """Commands, options and their values, puzzles, rules, sets and lattices are completed."""
    assert completions(words) == [f"plain,{value}" for value in expected] or (expected, completions(words)) == (
        [],
        [""],
    )


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("cp-puzzles solve specs/so", "file"),
        ("cp-puzzles verify soma so", "file"),
        ("cp-puzzles design soma --out o", "dir"),
    ],
)
def test_completion_leaves_files_to_the_shell(words: str, kind: str, completions: Complete) -> None:
    """The shell completes file and folder names, and a SPEC that begins like no included puzzle."""
    assert completions(words) == [f"{kind},{words.split()[-1]}"]


def test_completion_offers_puzzle_files(tmp_path: Path, completions: Complete) -> None:
    """Puzzle files of the current folder are offered beside the included puzzles."""
    (tmp_path / "bedlam_mine.yaml").touch()
    (tmp_path / "bedlam.txt").touch()
    assert completions("cp-puzzles solve bed", cwd=tmp_path) == ["plain,bedlam", "plain,bedlam_mine.yaml"]


def test_completion_explains_in_zsh_and_fish(completions: Complete) -> None:
    """zsh and fish show the help texts of commands and options."""
    assert completions("cp-puzzles expl", shell="zsh") == ["plain", "explain", commands.COMMANDS.about("explain")]
    assert completions("cp-puzzles expl", shell="fish") == [f"plain,explain\t{commands.COMMANDS.about('explain')}"]
    assert completions("cp-puzzles solve soma --limi", shell="fish")[0].startswith("plain,--limit\tstop after this")


@pytest.mark.parametrize("shell", SHELLS)
def test_install_completion_writes_the_script_once(
    shell: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Program
) -> None:
    """The script of the shell is written, and the settings of bash and zsh get one line, however often it is run."""
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "ZDOTDIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / f".{shell}rc").write_text("alias ll='ls -l'")
    first = run("--install-completion", shell)
    again = run("--install-completion", shell)
    assert (first.returncode, again.returncode, first.stderr) == (0, 0, "")
    script = Path(first.stdout.split()[1])
    assert script.is_relative_to(tmp_path)
    assert f"{VARIABLE}={shell}_complete" in script.read_text()
    settings = (tmp_path / f".{shell}rc").read_text().splitlines()
    assert settings[0] == "alias ll='ls -l'"
    assert [str(script) in line for line in settings[1:]] == ([] if shell == "fish" else [True])


IN_SHELL = {
    "bash": """
    . "$HOME/.bashrc"
    complete -p cp-puzzles
    COMP_WORDS=(cp-puzzles solve soma --engine = ex); COMP_CWORD=5
    _cp_puzzles_completion cp-puzzles
    echo "${COMPREPLY[@]}"
    """,
    "zsh": """
    . "$HOME/.zshrc"
    print -- $_comps[cp-puzzles]
    compadd() { print -- ${(P)@[-1]} }
    words=(cp-puzzles solve soma --engine ex); CURRENT=5
    _cp_puzzles_completion
    """,
    "fish": """
    complete -C "cp-puzzles solve soma --engine ex"
    """,
}
"""What each shell is told to show how it completes `--engine ex`."""


@pytest.mark.parametrize(
    ("shell", "options", "registered"),
    [
        ("bash", ["--norc"], ["complete -o nosort -F _cp_puzzles_completion cp-puzzles"]),
        ("zsh", ["-f"], ["_cp_puzzles_completion"]),
        ("fish", [], []),
    ],
)
def test_shell_completes_with_the_installed_script(
    shell: str, options: list[str], registered: list[str], tmp_path: Path
) -> None:
    """The shell itself, given the installed script and the words as it splits them, gets the values."""
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    program = tmp_path / "cp-puzzles"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m cp_puzzles "$@"\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    environment = {
        "HOME": str(tmp_path),
        "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
    }
    finished(["cp-puzzles", "--install-completion", shell], env=environment, status=0)
    done = finished([shell, *options, "-c", IN_SHELL[shell]], env=environment, status=0)
    assert done.stdout.splitlines() == [*registered, "exact-cover"]
