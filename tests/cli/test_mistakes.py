"""Mistakes on the command line: `mistakes.txt` has each with the line that refuses it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.program import Program

FILES = {
    "small.yaml": "{name: small, board: {size: [3, 4]}, tiles: [{set: domino, multiplicity: 6}]}",
    "cover.dlx": "a b c d\na b\nc d\na c\nb d\n",
}

CASES = re.findall(r"^\$ (.*)\n--> (.*)$", Path(__file__).with_name("mistakes.txt").read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize(("command", "message"), [pytest.param(*case, id=case[0]) for case in CASES])
def test_mistake_is_refused_with_line(command: str, message: str, run: Program, tmp_path: Path) -> None:
    """A mistake is status 2 before any work: its place, the problem with the value and a remedy, on one line."""
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    done = run(*command.split(), cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert re.fullmatch(re.escape(message).replace(r"\.\.\.", ".*"), done.stderr.rstrip("\n")), done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(FILES)


@pytest.mark.parametrize("arguments", ["soma --limit 0", "solve soma --nosuch", "check nosuch.yaml"])
def test_mistake_with_json_is_an_object(arguments: str, run: Program) -> None:
    """With `--json` the message is an object on stdout, too, so that a script reads one form of output."""
    plain, done = run(*arguments.split()), run(*arguments.split(), "--json")
    assert (done.returncode, done.stderr) == (2, plain.stderr)
    assert json.loads(done.stdout) == {"status": "mistake", "message": plain.stderr.rstrip("\n")}
