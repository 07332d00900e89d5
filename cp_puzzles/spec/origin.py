"""Where a puzzle was written: the file, and the line and column of each field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

_LONGEST = 60

Path = tuple[str | int, ...]
"""The way to a field: keys and 0-based list positions from the top."""


@dataclass(frozen=True)
class Origin:
    """A source and the positions (line, column, both 1-based) of its fields.

    >>> Origin("a.yaml", {("tiles", 0): (7, 5)}).place(("tiles", 0, "name"))
    'a.yaml:7:5: tiles.0.name'
    """

    source: str = "spec"
    positions: Mapping[Path, tuple[int, int]] = field(default_factory=dict)
    elsewhere: Mapping[Path, tuple[int, Origin]] = field(default_factory=dict)

    def continued(self, prefix: Path, origin: Origin, start: int = 0) -> Origin:
        """The same origin but for the field `prefix` (of a list the items from `start` on), which stands elsewhere."""
        return Origin(self.source, self.positions, {**self.elsewhere, prefix: (start, origin)})

    def place(self, path: Path) -> str:
        """`source:line:column: path`, with the position of the nearest field that was written."""
        for prefix, (start, origin) in self.elsewhere.items():
            rest = path[len(prefix) :]
            if path[: len(prefix)] == prefix and (not start or (rest and int(rest[0]) >= start)):
                return origin.place((*prefix, *((int(rest[0]) - start, *rest[1:]) if start else rest)))
        known = next((path[:n] for n in range(len(path), -1, -1) if path[:n] in self.positions), None)
        position = "" if known is None else ":{}:{}".format(*self.positions[known])
        dotted = ".".join(map(_part, path))
        return f"{self.source}{position}" + (f": {dotted}" if dotted else "")


def _part(part: str | int) -> str:
    text = str(part)
    return text if text.isprintable() and len(text) <= _LONGEST else echo(text)


def echo(value: Any) -> str:
    """What the user wrote, as a message repeats it: on one line, and no longer than is needed to find it.

    >>> echo(True), echo("two\\nlines"), echo([1, 2]), echo({})
    ('true', "'two\\\\nlines'", 'a list of 2', 'an empty mapping')
    """
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "a mapping" if value else "an empty mapping"
    if isinstance(value, (list, tuple)):
        return f"a list of {len(value)}" if value else "an empty list"
    text = repr(value)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."
