"""Folders that are no certificates: one line names the file, the place in it, and the problem."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cp_puzzles.analysis.certificate.file_forms import problem_of
from tests.analysis.certificate.test_certificate import certify, verdict
from tests.cli.program import Program


@pytest.fixture(scope="module")
def dominoes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the certificate of the domino tilings of 4x4."""
    return certify(tmp_path_factory.mktemp("certificate") / "out", "dominoes4x4")


def write(name: str, data: bytes) -> Callable[[Path], object]:
    """Return a change that replaces a file."""
    return lambda folder: (folder / name).write_bytes(data)


def change(name: str, edit: Callable[[dict[str, Any]], object]) -> Callable[[Path], object]:
    """Return a change of the content of a JSON file."""

    def changed(folder: Path) -> None:
        edit(content := json.loads((folder / name).read_text()))
        (folder / name).write_text(json.dumps(content))

    return changed


@pytest.mark.parametrize(
    ("tamper", "problem"),
    [
        (shutil.rmtree, "there is no such folder"),
        (lambda folder: (folder / "claim.json").unlink(), "claim.json: no such file"),
        (lambda folder: (folder / "statement.json").unlink(), "statement.json: no such file"),
        (lambda folder: (folder / "solutions.txt").unlink(), "solutions.txt: no such file"),
        (lambda folder: (folder / "tree.gz").unlink(), "tree.gz: no such file"),
        (lambda folder: os.truncate(folder / "tree.gz", 40), "tree.gz: "),
        (write("claim.json", b"\xff{"), "claim.json: invalid JSON"),
        (write("claim.json", b"[]"), "claim.json: input should be an object"),
        (write("statement.json", b'{"name": "x"'), "statement.json: invalid JSON"),
        (write("solutions.txt", b""), "solutions.txt: the last line is not 'end 0'"),
        (write("solutions.txt", b"8 1 2\nend 1\n"), "solutions.txt: line 1: '8 1 2'"),
        (write("tree.gz", b"x"), "tree.gz: it is not gzip data"),
        (change("claim.json", lambda claim: claim.update(version=2)), "claim.json: version"),
        (change("claim.json", lambda claim: claim.update(format="x")), "claim.json: format"),
        (change("claim.json", lambda claim: claim.update(sha256={})), "claim.json: sha256: statement.json is missing"),
        (change("claim.json", lambda claim: claim.update(value="x")), "claim.json: value"),
        (change("claim.json", lambda claim: claim["prices"].pop()), "claim.json: prices: 16 numbers"),
        (change("statement.json", lambda content: content.pop("board")), "statement.json: board: field required"),
        (change("statement.json", lambda content: content["weights"].pop()), "statement.json: weights: 23 numbers"),
        (change("statement.json", lambda content: content.update(symmetries=[[9]])), "statement.json: symmetries.0"),
        (
            change("statement.json", lambda content: content["board"]["cells"].__setitem__(3, ["a", 1])),
            "statement.json: board.cells.3.0: ",
        ),
        (
            change("statement.json", lambda content: content["board"].update(translations=[[0, 0], [0, 1]])),
            "statement.json: board.translations.0: ",
        ),
        (
            change("statement.json", lambda content: content["board"]["given"].append({"tile": 0, "cells": [[9, 9]]})),
            "statement.json: board.given.0: ",
        ),
    ],
)
def test_foreign_folder_is_explained(
    dominoes: Path, tmp_path: Path, tamper: Callable[[Path], object], problem: str
) -> None:
    """The checker reports no certificate, and the problem has its file and its place."""
    folder = tmp_path / "out"
    shutil.copytree(dominoes, folder)
    tamper(folder)
    assert verdict(folder)[0] == 2
    assert problem_of(folder).startswith(problem)


def test_certificate_check_names_the_file(run: Program, tmp_path: Path) -> None:
    """The command prints one line and ends with exit status 2."""
    (tmp_path / "claim.json").write_text("{}")
    done = run("certificate", "check", str(tmp_path))
    assert (done.returncode, done.stdout) == (2, "")
    assert "not a certificate: claim.json: format: field required" in " ".join(done.stderr.split())
