"""What makes two runs the same run: the puzzle and the question, and where two of them differ."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields, is_dataclass
from typing import Any, Literal

import numpy as np

from cp_puzzles.cover.kinds import puzzle_of_text, text_of
from cp_puzzles.cover.matrix import Matrix
from cp_puzzles.cover.problem import Cover
from cp_puzzles.engines.base import Question
from cp_puzzles.errors import MistakeError
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.search.work.job import Job

COSMETIC = {"name", "description", "source", "expected", "color", "labels"}
"""Keys of a spec that change no solution."""

_ABSENT = object()


@dataclass(frozen=True)
class Identity:
    """A question about a puzzle, so that it can be compared and asked again.

    `spec` (the text of a puzzle file) and `leave` are the puzzle as its user gave it; the prints are hashes of what was
    made of it: the `puzzle` itself, its `options` in their order, and the `leaders` (the symmetry group and the order
    of comparison). Who answers, how, and on how many processes is no part of it.
    """

    name: str
    spec: str
    leave: tuple[str, ...]
    symmetry: str
    command: Literal["solve", "count"]
    puzzle: str
    options: str
    leaders: str

    def rebuilt(self) -> Puzzle:
        """The puzzle, built once more from its spec."""
        return puzzle_of_text(self.spec, self.name, self.leave)

    def as_text(self) -> dict[str, str]:
        """The fields as texts; `from_text` reads them."""
        return {**{key: str(value) for key, value in asdict(self).items()}, "leave": json.dumps(self.leave)}

    @staticmethod
    def from_text(fields: Mapping[str, str]) -> Identity:
        """The identity that `as_text` wrote."""
        known = {key: fields[key] for key in Identity.__dataclass_fields__}
        return Identity(**{**known, "leave": tuple(json.loads(fields["leave"]))})  # type: ignore[arg-type]

    def must_be(self, other: Identity, place: str) -> None:
        """Raise `MistakeError` with the first difference from another identity, which is asked for now."""
        remedy = "choose another file, or ask what it was begun with"
        if self.puzzle != other.puzzle:
            what, was, now = next(_differences(self._written(), other._written()), ("the puzzle", "one", "another"))
            raise MistakeError(place, f"the run was begun with {what}: {was}, this command has {now}", remedy)
        if self.symmetry != other.symmetry:
            raise MistakeError(
                place, f"the run was begun with --symmetry {self.symmetry}, this command has {other.symmetry}", remedy
            )
        if self.command != other.command:
            raise MistakeError(
                place, f"the run was begun with the command {self.command}, this is {other.command}", remedy
            )
        if (self.options, self.leaders) != (other.options, other.leaders):
            raise MistakeError(
                place,
                "the run was begun by a version of this program that numbers placements otherwise "
                f"({self.options[:8]}/{self.leaders[:8]}, now {other.options[:8]}/{other.leaders[:8]})",
                "go on with that version, or choose another file",
            )

    def _written(self) -> dict[str, Any]:
        """The puzzle as written, without what changes no solution."""
        spec = puzzle_of_text(self.spec, self.name).spec
        plain = {} if spec is None else spec.model_dump(mode="json", by_alias=True)
        return {**plain, "leave": list(self.leave)}


def identity_of(job: Job, cover: Cover, question: Question) -> Identity:
    """The identity of a job; raises `MistakeError` if its puzzle was not built from a spec."""
    puzzle, leader = job.puzzle, question.leader
    names = {cell: name for name, cell in reversed(puzzle.board.labels)}
    return Identity(
        name=puzzle.name,
        spec=text_of(puzzle),
        leave=tuple(sorted(names[cell] for cell in puzzle.board.left)),
        symmetry=job.symmetry,
        command="solve" if job.keep else "count",
        puzzle=_puzzle_print(puzzle),
        options=options_print(cover),
        leaders=_print(np.ascontiguousarray(leader.order).tobytes(), leader.group.options.tobytes()),
    )


def options_print(cover: Cover) -> str:
    """The hash of the options of a cover problem in their order: what makes option numbers mean the same."""
    return _print(repr((cover.cells, cover.problem.items, cover.problem.options)).encode())


def _puzzle_print(puzzle: Puzzle) -> str:
    board = puzzle.board
    tiles = tuple((tile.name, tile.orientations, tile.minimum, tile.maximum) for tile in puzzle.tiles)
    given = tuple((placement.tile, placement.cells) for placement in puzzle.given)
    cells = puzzle.lattice.name, board.cells, sorted(board.optional), puzzle.fill
    listed = (puzzle.bounds, puzzle.listed) if isinstance(puzzle, Matrix) else ()
    value = (*cells, tiles, given, _ordered(puzzle.rules), *listed)
    return _print(repr(value).encode())


def _ordered(value: Any) -> Any:
    """The value with all sets in order: the same in every process."""
    if isinstance(value, (set, frozenset)):
        return sorted(map(_ordered, value), key=repr)
    if isinstance(value, (tuple, list)):
        return [*map(_ordered, value)]
    if is_dataclass(value):
        return type(value).__name__, [(field.name, _ordered(getattr(value, field.name))) for field in fields(value)]
    return value


def _print(*data: bytes) -> str:
    digest = hashlib.sha256()
    for piece in data:
        digest.update(piece)
    return digest.hexdigest()


def _differences(old: Any, new: Any, path: str = "") -> Iterator[tuple[str, str, str]]:
    """Where two specs differ: the way to the field and both values."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys([*old, *new]):
            if key not in COSMETIC or (path and key == "name"):
                where = f"{path}.{key}" if path else str(key)
                yield from _differences(old.get(key, _ABSENT), new.get(key, _ABSENT), where)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for number, (left, right) in enumerate(zip(old, new, strict=True)):
            yield from _differences(left, right, f"{path}.{number}")
    elif old != new:
        yield path, _shown(old), _shown(new)


def _shown(value: Any) -> str:
    if value is _ABSENT or value is None:
        return "nothing"
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "..."
