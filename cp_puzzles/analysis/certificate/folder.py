"""The folder of a certificate: the statement, the proof, the claim, the README and the checker."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from cp_puzzles.analysis.certificate import check
from cp_puzzles.base.file_access import write_file, writing
from cp_puzzles.base.memory import bytes_text
from cp_puzzles.errors import MistakeError, Parameter


class Written(NamedTuple):
    """The size of a certificate: the steps of its proof, in words, and the bytes of its files."""

    steps: str
    bytes: int


class Content(NamedTuple):
    """The files that a claim states the checksums of, the claim, the README, and the steps in words."""

    files: dict[str, bytes]
    claim: dict[str, object]
    readme: str
    steps: str


def write_folder(folder: Path, statement: dict[str, Any], content: Content) -> Written:
    """Write the files of a certificate to a folder, which is created unless it exists."""
    files = {"statement.json": check.encoded(statement), **content.files}
    for name, data in files.items():
        refuse_large_file(name, len(data))
    form, claim = str(content.claim["format"]), {key: value for key, value in content.claim.items() if key != "format"}
    hashes = {name: sha256(data).hexdigest() for name, data in files.items()}
    files["check.py"] = Path(check.__file__).read_bytes()
    files["README.md"] = content.readme.encode()
    files["claim.json"] = check.encoded({"format": form, "version": check.VERSION, **claim, "sha256": hashes})
    with writing(folder, noun="the folder"):
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            write_file(folder / name, data)
    return Written(content.steps, sum(map(len, files.values())))


def refuse_large_file(name: str, size: int) -> None:
    """Raise `MistakeError` if the checker would refuse to read a file."""
    most = check.MAX_JSON_BYTES if name in ("statement.json", "layers.txt") else check.MAX_LINES_BYTES
    if size > most:
        problem = f"{name} would have {bytes_text(size)}, and the checker reads {bytes_text(most)}"
        raise MistakeError(Parameter("certificate"), problem, "count without a certificate")


def claimed_format(folder: Path) -> str:
    """Return the format that the claim of a certificate names; "" if there is none."""
    try:
        return str(json.loads((folder / "claim.json").read_bytes())["format"])
    except (OSError, ValueError, KeyError, TypeError):
        return ""
