"""The broken specs of `broken/*.txt`: a title, the text of a puzzle file, and the message that refuses it.

Those of `several_mistakes.txt` are refused with a line for each mistake.

A title that begins with [schema] is a mistake that the JSON Schema finds as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class BrokenSpec:
    """A broken spec; `message` is the text after the name of the file."""

    title: str
    text: str
    message: str
    is_structural: bool


def broken_specs(files: str = "broken/*.txt") -> Iterator[BrokenSpec]:
    """Every broken spec, in the order of the files."""
    for file in sorted(Path(__file__).parent.glob(files)):
        for block in file.read_text(encoding="utf-8").split("=== ")[1:]:
            title, body = block.split("\n", 1)
            text, message = body.split("--> ")
            yield BrokenSpec(f"{file.stem}: {title}", text, message.rstrip("\n"), title.startswith("[schema]"))
