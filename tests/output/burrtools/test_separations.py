"""Disassemblies in BurrTools files are replayed by `verify`."""

from __future__ import annotations

from pathlib import Path

import pytest

from cp_puzzles.cli.app import run
from tests.output.burrtools.test_burr_files import burr, problem, shape, write


def separated(first: str, last: str, pieces: str = "0 1", third: str = "") -> str:
    """Return a file with two dominoes on a square, and a disassembly from the rows `first` to `last` of the second."""

    def state(rows: str) -> str:
        return f"<state><dx>0 0</dx><dy>{rows}</dy><dz>0 0</dz></state>"

    separation = f'<separation><pieces count="2">{pieces}</pieces>{state(first)}{state(last)}{third}</separation>'
    found = f"<solutions><solution><assembly>0 0 0 0 0 1 0 0</assembly>{separation}</solution></solutions>"
    return burr(shape(2, 2, 1, "####") + shape(2, 1, 1, "##"), problem("1 2", more=found))


def test_verify_replays_burrtools_moves(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A stored move that is free passes."""
    file = str(write(separated("0 1", "0 30001"), tmp_path))
    assert run(["verify", file, file]) == 0
    assert "the moves of 1 solution replayed" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (separated("0 1", "0 -29999"), "separation: move 1: piece 2 collides with piece 1"),
        (separated("0 1", "0 30001", pieces="0 7"), "it is not a list of positions"),
        (separated("0 1", "0 x"), "it is not a list of positions"),
        (separated("0 1", "0"), "it is not a list of positions"),
    ],
)
def test_verify_refuses_wrong_burrtools_moves(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, says: str
) -> None:
    """A collision and damaged positions are refused with the line of the solution."""
    file = str(write(text, tmp_path))
    assert run(["verify", file, file]) == 2
    message = capsys.readouterr().err
    assert says in message.replace("\n", " ")
