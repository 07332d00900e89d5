"""Certificates that tests make, check and change."""

from __future__ import annotations

import gzip
import json
import shutil
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from cp_puzzles import count
from cp_puzzles.analysis.certificate import check
from cp_puzzles.analysis.certificate.checker import compiled_verdict
from cp_puzzles.analysis.certificate.writer import Certificate
from cp_puzzles.cover.symmetry.symmetry_group import Symmetry
from cp_puzzles.search.puzzle_options import PuzzleOptions
from cp_puzzles.search.search_options import SearchOptions

BOUNDED = {
    "name": "dominoes and single cells",
    "board": {"size": [2, 3]},
    "tiles": [
        {"set": "domino", "multiplicity": {"min": 1, "max": 2}},
        {"name": "o", "cells": [[0, 0]], "multiplicity": {"min": 2, "max": 3}},
    ],
}


def certify(
    folder: Path,
    spec: Any,
    symmetry: Symmetry = "full",
    engine: str = "exact-cover",
    limit: int | None = None,
    jobs: int = 1,
    **changes: Any,
) -> Path:
    """Write the certificate of a puzzle and return its folder."""
    puzzle = PuzzleOptions(**changes).puzzle(spec)
    result = count(puzzle, symmetry=symmetry, engine=engine, limit=limit, jobs=1)
    Certificate(puzzle, SearchOptions(symmetry=symmetry, limit=limit, jobs=jobs)).write(folder, result)
    return folder


def verdict(folder: Path) -> tuple[int, str]:
    """Return the verdict of the checker, which is also that of its compiled twin."""
    plain: tuple[int, str] = check.verdict(folder)
    assert compiled_verdict(str(folder)) == plain
    return plain


def proved(sentence: str) -> str:
    """Return what a verdict proves: the words after the puzzle and its checksum."""
    return sentence.partition("): ")[2]


class Tampered:
    """A copy of a certificate whose files are changed, and sealed again unless that is left out."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.claim, self.statement = (json.loads((folder / f"{n}.json").read_text()) for n in ("claim", "statement"))
        if "solutions.txt" in self.claim["sha256"]:
            self.solutions = (folder / "solutions.txt").read_text().splitlines()[:-1]
            self.tree = np.frombuffer(gzip.decompress((folder / "tree.gz").read_bytes()), dtype="<u4").tolist()
            self.packed: bytes | None = None

    @classmethod
    def copied(cls, source: Path, folder: Path) -> Tampered:
        """Copy a certificate into a folder."""
        shutil.copytree(source, folder)
        return cls(folder)

    def save(self, *, sealed: bool = True) -> None:
        """Write the files."""
        files = {"statement.json": check.encoded(self.statement)}
        if "solutions.txt" in self.claim["sha256"]:
            files["solutions.txt"] = "\n".join([*self.solutions, f"end {len(self.solutions)}", ""]).encode()
            packed = gzip.compress(np.array(self.tree, dtype="<u4").tobytes(), mtime=0)
            files["tree.gz"] = packed if self.packed is None else self.packed
        for name, content in files.items():
            (self.folder / name).write_bytes(content)
            if sealed:
                self.claim["sha256"][name] = sha256(content).hexdigest()
        (self.folder / "claim.json").write_bytes(check.encoded(self.claim))
