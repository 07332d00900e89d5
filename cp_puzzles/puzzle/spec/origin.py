"""The origin of a puzzle: the file, and the line and column of each field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cp_puzzles.errors import LONGEST, echo
from cp_puzzles.puzzle.fields import Path


@dataclass(frozen=True)
class Origin:
    """A source and the positions (line, column, both 1-based) of its fields.

    `elsewhere` has the origins of fields that another source adds: for the path of a field, the number of the first
    list item that comes from the other source (0 for all of the field), and the origin of the addition.

    >>> Origin("a.yaml", {("tiles", 0): (7, 5)}).place(("tiles", 0, "name"))
    'a.yaml:7:5: tiles.0.name'
    """

    source: str = "spec"
    positions: Mapping[Path, tuple[int, int]] = field(default_factory=dict)
    elsewhere: Mapping[Path, tuple[int, Origin]] = field(default_factory=dict)

    def continued(self, prefix: Path, origin: Origin, start: int = 0) -> Origin:
        """Return this origin, with another one for the field at `prefix`, or for its list items from `start` on."""
        return Origin(self.source, self.positions, {**self.elsewhere, prefix: (start, origin)})

    def renamed(self, keys: Mapping[Path, str | int]) -> Origin:
        """Return the origin with the last key of some paths replaced."""
        positions = {
            tuple(keys.get(path[: n + 1], key) for n, key in enumerate(path)): at for path, at in self.positions.items()
        }
        return Origin(self.source, positions, self.elsewhere)

    def place(self, path: Path) -> str:
        """Return `source:line:column: path`, with the position of the nearest written field above it."""
        for prefix, (start, origin) in self.elsewhere.items():
            rest = path[len(prefix) :]
            if path[: len(prefix)] == prefix and (not start or (rest and int(rest[0]) >= start)):
                return origin.place((*prefix, *((int(rest[0]) - start, *rest[1:]) if start else rest)))
        written = next((path[:n] for n in range(len(path), -1, -1) if path[:n] in self.positions), None)
        position = "" if written is None else ":{}:{}".format(*self.positions[written])
        dotted = ".".join(map(_part, path))
        return f"{self.source}{position}" + (f": {dotted}" if dotted else "")


def _part(part: str | int) -> str:
    text = str(part)
    return text if text.isprintable() and len(text) <= LONGEST else echo(text)
