"""The folder of a certificate: the statement, the proof, the claim, the README and the checker."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from cp_puzzles.analysis.certificate import check
from cp_puzzles.base.file_access import write_file, writing


class Written(NamedTuple):
    """The size of a certificate: the steps of its proof, in words, and the bytes of its files."""

    steps: str
    bytes: int


class Content(NamedTuple):
    """The files that a claim states the checksums of, the claim, the README, other files, and the steps in words."""

    files: dict[str, bytes]
    claim: dict[str, object]
    readme: str
    checkers: dict[str, bytes]
    steps: str


def write_folder(folder: Path, statement: dict[str, Any], content: Content) -> Written:
    """Write the files of a certificate to a folder, which is created unless it exists."""
    files = {"statement.json": _json(statement), **content.files}
    hashes = {name: sha256(data).hexdigest() for name, data in files.items()}
    files |= content.checkers
    files["check.py"] = Path(check.__file__).read_bytes()
    files["README.md"] = content.readme.encode()
    files["claim.json"] = _json({"name": statement["name"], **content.claim, "sha256": hashes})
    with writing(folder, noun="the folder"):
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            write_file(folder / name, data)
    return Written(content.steps, sum(map(len, files.values())))


def source_of(checker: ModuleType) -> bytes:
    """Return the source of a checker that imports `check.py` from its own folder."""
    source = Path(str(checker.__file__)).read_text(encoding="utf-8")
    return source.replace(f"from {check.__name__} import", "from check import").encode()


def claimed_format(folder: Path) -> str:
    """Return the format that the claim of a certificate names; "" if there is none."""
    try:
        return str(json.loads((folder / "claim.json").read_bytes())["format"])
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def _json(value: object) -> bytes:
    return (json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n").encode()
