"""Random command lines and random calls of Python: every one is answered, or refused in words with its status."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import click
import pytest

import cp_puzzles as typed_package
from cp_puzzles.__main__ import guarded_run
from cp_puzzles.cli.command import PuzzleName
from cp_puzzles.cli.commands import COMMANDS
from tests.puzzle.spec.broken_specs import broken_specs
from tests.test_wrong_types import FUNCTIONS, UNSPECIFIC, Accepted, accepted, arguments_of, message_of, wrong_values

cp_puzzles: Any = typed_package

__all__ = ["accepted"]
"""The fixture of another module that the tests here use."""

LINES, CALLS = 2000, 7600
"""The numbers of command lines and of calls, of which the default tests take the first ones."""

BROKEN = [each.text for each in broken_specs()]

SPECS = ("dominoes4x4", "corners3x3", "five_tiles4x4", "specs/matchings4x4.yaml", "calendar", "mutilated_chessboard")
"""Puzzles that every command handles in a moment."""

WRONG = ("", "-1", "0", "1.5", "x", "nan", "=", "n=", "[1", "{", "no/such/file.txt", "a,b", "\u202e", "é" * 70, "1..2")
"""Values that most options cannot have."""

VALID = {
    "A,B": ("given",),
    "ADDRESS": ("nowhere",),
    "DATE": ("2026-11-23",),
    "DIR": ("folder",),
    "FILE": ("out.svg", "out.jsonl", "out.csv", "out.html", "out.txt", "x.run"),
    "FILE|PIECE": ("I@0,0;0,1", "given.yaml"),
    "FOLDER": ("few", "broken"),
    "GRADE": ("easy..hard",),
    "K/N": ("1/2",),
    "MEASURE": ("faults", "pieces"),
    "MM": ("12", "0.3"),
    "N": ("1", "2"),
    "NAME": ("today", "exact-cover"),
    "NAME=A,B": ("faults=0,off", "fixed_search=on,off"),
    "NAME=VALUE": ("faults=0", "fixed_search=off", "n=3"),
    "OUT": ("out.dlx", "out.stl", "out.svg", "folder"),
    "P": ("0.5",),
    "RANGES": ("n=1..2",),
    "RUN": ("x.run", "y.run"),
    "SIZE": ("200MB", "30%"),
    "SOLUTIONS": ("s.jsonl", "m.xmpuzzle"),
    "WORD": ("soma",),
    "WxD": ("300x200",),
}
"""Values that options of a placeholder have, at least in some commands."""

LEFT_OUT = ("demo", "edit")
"""Commands that wait for a key, or serve a page until Ctrl-C."""

UNBOUNDED = ("cluster", "total_time_limit", "time_limit", "jobs", "browser")
"""Options that connect to another machine, or take the limits away that keep the test short."""


def commands() -> dict[str, click.Command]:
    """Return the commands by their words."""
    found = {name: command for name, command in COMMANDS.items() if name not in LEFT_OUT}
    group = found.pop("run")
    assert isinstance(group, click.Group)
    return found | {f"run {name}": command for name, command in group.commands.items()}


def command_line(chance: random.Random, found: dict[str, click.Command], wrong: float) -> list[str]:
    """Return a command with arguments and up to four options; a share of the values is `wrong`."""
    words = chance.choice(sorted(found))
    line = words.split()
    for each in found[words].params:
        if isinstance(each, click.Argument):
            is_one = (each.required and each.nargs == 1) or each.name == "folder"
            many = 1 if is_one else chance.choice((0, 1, 1, 1, 2))
            line += [value_of(chance, each, wrong) for _ in range(many)]
    options = [each for each in found[words].params if isinstance(each, click.Option) and each.name not in UNBOUNDED]
    for option in chance.sample(options, min(len(options), chance.choice((0, 1, 1, 2, 2, 3, 4)))):
        line.append(option.opts[-1] if chance.random() < 0.95 else option.opts[-1] + "x")
        if not option.is_flag:
            line.append(value_of(chance, option, wrong))
    if chance.random() < 0.03:
        line.append(chance.choice(("--nosuch", "surplus", "--limit")))
    limits = {"time_limit": "1", "total_time_limit": "2", "jobs": "1"}
    accepted = {each.name for each in found[words].params}
    return line + [word for name, value in limits.items() if name in accepted for word in (flag(name), value)]


def flag(name: str) -> str:
    """Return an option as it is typed."""
    return "--" + name.replace("_", "-")


def value_of(chance: random.Random, parameter: click.Parameter, wrong: float) -> str:
    """Return a value of an argument or an option."""
    metavar = (parameter.metavar or "").strip("[].").removesuffix("...")
    if chance.random() < wrong:
        return chance.choice(WRONG)
    if isinstance(parameter.type, PuzzleName) or metavar in ("SPEC", "CALENDAR"):
        if chance.random() < wrong:
            return f"broken/{chance.randrange(len(BROKEN))}.yaml"
        return chance.choice((*SPECS, *SPECS, "m.xmpuzzle", "p.dlx", "s.jsonl"))
    names: tuple[str, ...] = tuple(getattr(parameter.type, "names", ()))
    return chance.choice(names or VALID.get(metavar, VALID.get(metavar.split("|")[0], ("1", "text"))))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a file of solutions, a cover problem, a piece and a stored run."""
    (tmp_path / "specs").symlink_to(Path("specs").resolve())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    solutions = cp_puzzles.solve("dominoes4x4", jobs=1, engine="exact-cover").solutions
    cp_puzzles.write_solutions("s.jsonl", "dominoes4x4", solutions)
    Path("p.dlx").write_text("a b c\na b\nc\na\nb c\n")
    Path("given.yaml").write_text("given: [{tile: I, cells: [[0, 0], [0, 1]]}]\n")
    Path("m.xmpuzzle").write_text("this is no archive")
    cp_puzzles.count("dominoes4x4", store="y.run", jobs=1)
    Path("few").mkdir()
    Path("few/one.yaml").write_text("{name: x, board: {size: [2, 2]}, tiles: [{set: domino, multiplicity: 2}]}\n")
    Path("broken").mkdir()
    for number, text in enumerate(BROKEN):
        Path(f"broken/{number}.yaml").write_text(text, encoding="utf-8")
    return tmp_path


PARTS = [pytest.param(0, id="few"), *(pytest.param(number, marks=pytest.mark.slow) for number in range(1, 21))]
"""A few requests of mostly wrong values, and a twentieth of all in each of the slow parts."""


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.usefixtures("folder")
def test_random_command_line_is_answered(part: int, capfd: pytest.CaptureFixture[str]) -> None:
    """The status is one that `--help` explains; a mistake is said in lines of `place: problem`, without a traceback."""
    found = commands()
    for number in range(60) if part == 0 else range(part - 1, LINES, 20):
        line = command_line(random.Random(number), found, wrong=0.1 if part else 0.5)
        status = guarded_run(line)
        out, err = capfd.readouterr()
        shown = f"{number}: cp-puzzles {line}\n{status}: {err}"
        assert status in (0, 1, 2, 3), shown
        assert "Traceback" not in out + err, shown
        if status == 1:
            assert out.strip() or err.strip(), shown
        if status == 2:
            messages = (err.strip() or out.strip()).splitlines()  # `each` prints the mistakes of members in its table
            assert messages, shown
            assert any(": " in text for text in messages), shown
            assert len(messages) == 1 or line[0] in ("check", "design", "each") or "broken/" in err, shown


ACCEPTED: dict[str, tuple[Any, ...]] = {
    "puzzle": (*SPECS[:3], {"name": "x", "board": {"size": [2, 2]}, "tiles": [{"set": "domino", "multiplicity": 2}]}),
    "symmetry": ("off", "rotations", "full"),
    "engine": ("exact-cover", "cp-sat", "frontier", "auto"),
    "rule": ("faults=0", {"crossroads": {"max": 1}}, ["faults=off"]),
    "given": ("I@0,0;0,1", {"tile": "I", "cells": [[0, 0], [0, 1]]}),
    "limit": (1, 2),
    "store": ("x.run",),
    "out": ("x.jsonl", "x.txt"),
    "keep": (True, False),
    "memory": ("200MB", 10**8),
    "by": ("faults", "tiles"),
    "choose": ("given", ["pieces"]),
}
"""Values of keywords that have them, at least in some functions."""


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # of a certificate or a cross-check that an early end leaves out
@pytest.mark.parametrize("part", PARTS)
def test_random_call_is_answered(part: int, accepted: Accepted) -> None:
    """A call with up to three random keywords returns, or raises one of three kinds of errors with a sentence."""
    for number in range(40) if part == 0 else range(part - 1, CALLS, 20):
        chance = random.Random(number)
        name = chance.choice(sorted(FUNCTIONS))
        names = arguments_of(name)
        chosen = {
            key: chance.choice(ACCEPTED.get(key, (1,)) if chance.random() < 0.6 else wrong_values())
            for key in chance.sample(names, min(len(names), chance.choice((1, 2, 3))))
        }
        if chance.random() < 0.05:
            chosen[chance.choice(("nosuch", "leaves", "timeout"))] = 1
        if type(repeat := chosen.get("repeat")) is int and repeat == 10**30:
            continue  # a valid number of runs, which would take as long as it says
        shown = f"{number}: {name}({str(chosen)[:300]})"
        try:
            message = message_of(name, accepted.of(name) | chosen)
        except Exception as error:
            raise AssertionError(shown) from error
        assert message is None or message.strip(), shown
        assert not any(words in (message or "") for words in UNSPECIFIC), (shown, message)
