"""A file that keeps the answers about members: a line for each, after a line about the family."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cp_puzzles.analysis.family.member import Answer, Member
from cp_puzzles.base.file_access import reason_of, write_file
from cp_puzzles.errors import MistakeError, Parameter

if TYPE_CHECKING:
    from cp_puzzles.analysis.family.family import Family
    from cp_puzzles.analysis.family.member_search import Inquest

KEPT = ("solvable", "solutions", "value", "reason", "seconds")
"""The fields of an answer that the file keeps."""

_TYPES = {"solvable": bool, "solutions": int, "value": bool | int | str, "reason": str, "seconds": int | float}


class AnswerFile:
    """The answers about the members of one family, appended as they come; an incomplete last line is dropped."""

    def __init__(self, path: Path, option: str = "store") -> None:
        self._path, self._option = path, option

    @classmethod
    def open(cls, path: str | os.PathLike[str], inquest: Inquest, option: str = "store") -> AnswerFile:
        """Return the file at a path; raise `MistakeError` for another family.

        A file to `store` answers is made if there is none.
        """
        file, header = Path(path), json.dumps(_header(inquest)) + "\n"
        try:
            if option == "store" and (not file.exists() or not file.stat().st_size):
                write_file(file, header)
                return cls(file)
            text = file.read_text(encoding="utf-8")
            if not text.startswith(header):
                raise MistakeError(Parameter(option, path), "the file is about another family", "name another file")
            if option == "store" and not text.endswith("\n"):
                write_file(file, text[: text.rindex("\n") + 1])
        except (OSError, UnicodeDecodeError) as error:
            raise MistakeError(Parameter(option, path), reason_of(error), "name another file") from None
        return cls(file, option)

    def answers(self, family: Family) -> dict[int, Answer]:
        """Return the stored answers by the number of the member."""
        stored = {}
        for record in self._records():
            fields: dict[str, Any] = {key: record.get(key) for key in KEPT}
            stored[record["member"]] = Answer("complete", **fields)
        return {number: stored[key] for number, member in enumerate(family) if (key := _key(member)) in stored}

    def _records(self) -> Iterator[dict[str, Any]]:
        # a line without its end is not finished
        for line in self._path.read_text(encoding="utf-8").split("\n")[1:-1]:
            try:
                record = json.loads(line)
            except (ValueError, RecursionError):
                record = None
            if not (isinstance(record, dict) and isinstance(record.get("member"), str) and _has_types(record)):
                raise MistakeError(Parameter(self._option, self._path), "a line is damaged", "name another file")
            yield record

    def add(self, member: Member, answer: Answer) -> None:
        """Append an answer."""
        record = {"member": _key(member), **{key: getattr(answer, key) for key in KEPT}}
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(record) + "\n")


def _has_types(record: dict[str, Any]) -> bool:
    """Return whether the fields of an answer have the types that `add` writes."""
    return all(isinstance(record.get(key), _TYPES[key] | None) for key in KEPT)


def _key(member: Member) -> str:
    return sha256(json.dumps([member.data, repr(member.changes)], sort_keys=True).encode()).hexdigest()[:24]


def _header(inquest: Inquest) -> dict[str, Any]:
    text = json.dumps([inquest.family.data, dict(inquest.family.parameters)], sort_keys=True, default=str)
    digest = sha256(text.encode()).hexdigest()[:24]
    return {"puzzle": digest, "question": inquest.question, "symmetry": inquest.symmetry}
