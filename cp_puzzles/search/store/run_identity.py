"""The identity of a stored run: its puzzle and its request, and the differences of two identities."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Literal

import numpy as np

from cp_puzzles.cover.cover_problem import Cover
from cp_puzzles.cover.dlx_problem import DlxProblem, dlx_text, puzzle_of_text
from cp_puzzles.cover.symmetry.symmetry_group import Symmetry
from cp_puzzles.engines.engine import SearchRequest
from cp_puzzles.errors import MistakeError, Parameter, Text
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.search.worker import Job

COSMETIC_KEYS = {"name", "description", "source", "expected", "color", "labels"}
"""Keys of a spec that change no solution."""

_REMEDY = "choose another file, or repeat the command that began the run"
_ABSENT = object()


@dataclass(frozen=True)
class Identity:
    """A puzzle and a request, in a form that can be stored and compared.

    Engine, breaking and number of processes are not part of the identity.

    Attributes
    ----------
    name, spec, leave
        The puzzle as the user gave it: its name, the text of a puzzle file, and labels of cells that stay empty (JSON).
    symmetry, command
        The request.
    puzzle, options, leaders
        Hashes: of the puzzle as it was built, of its options in order, and of the symmetry group with the order of
        comparison.
    share
        "17/500" for a file with a share of the parts, "" for a whole run.
    """

    name: str
    spec: str
    leave: str
    symmetry: Symmetry
    command: Literal["solve", "count"]
    puzzle: str
    options: str
    leaders: str
    share: str = ""

    def build_puzzle(self) -> Puzzle:
        """Build the puzzle from the stored spec."""
        return puzzle_of_text(self.spec, self.name, tuple(json.loads(self.leave)))

    def require_match(self, asked: Identity, cover: Cover, place: str) -> None:
        """Raise `MistakeError` with the first difference from the identity of the present request.

        The hash of the puzzle may differ only because another version of the program named classes differently. So the
        puzzle is then built from the stored spec and compared again.
        """
        if self.share != asked.share:
            content = f"share {self.share} of a run" if self.share else "a run, not a share"
            raise MistakeError(
                place,
                f"the file is {content}",
                ("name the same ", Parameter("share"), " as the command that began it, or another file"),
            )
        if self.puzzle != asked.puzzle and _puzzle_hash(self.build_puzzle()) != asked.puzzle:
            name, stored, requested = next(
                _differences(self._content(), asked._content()), ("the puzzle", "one", "another")
            )
            raise MistakeError(place, f"the run was begun with {name}: {stored}, this command has {requested}", _REMEDY)
        if self.symmetry != asked.symmetry:
            problem: Text = (
                "the run was begun with ",
                Parameter("symmetry", self.symmetry),
                f", this command has {asked.symmetry}",
            )
            raise MistakeError(place, problem, _REMEDY)
        if self.command != asked.command:
            problem = f"the run was begun with the command {self.command}, this is {asked.command}"
            raise MistakeError(place, problem, _REMEDY)
        if not self.matches_options(cover) or self.leaders != asked.leaders:
            raise MistakeError(
                place,
                "the run was begun by a version of this program that numbers placements differently",
                "continue it with that version, or choose another file",
            )

    def matches_options(self, cover: Cover) -> bool:
        """Return whether the options of a cover problem built from the spec have the numbers used in the run."""
        return self.options == options_hash(cover)

    def _content(self) -> dict[str, Any]:
        """Return the spec as plain data, without the cosmetic keys at any level."""
        spec = puzzle_of_text(self.spec, self.name).spec
        plain = {} if spec is None else spec.model_dump(mode="json", by_alias=True)
        return {**plain, "leave": json.loads(self.leave)}


def identity_of(job: Job, cover: Cover, request: SearchRequest, share: str = "") -> Identity:
    """Return the identity of a job; raises `MistakeError` if its puzzle was not built from a spec."""
    puzzle, leader = job.puzzle, request.leader
    names = {cell: name for name, cell in reversed(puzzle.board.labels)}
    return Identity(
        name=puzzle.name,
        spec=dlx_text(puzzle),
        leave=json.dumps(sorted(names[cell] for cell in puzzle.board.left_empty)),
        symmetry=job.symmetry,
        command="solve" if job.keep else "count",
        puzzle=_puzzle_hash(puzzle),
        options=options_hash(cover),
        leaders=_hash(np.ascontiguousarray(leader.order).tobytes(), leader.group.options.tobytes()),
        share=share,
    )


def options_hash(cover: Cover) -> str:
    """Return the hash of the options in their order; if two hashes are equal, the options have the same numbers."""
    items = [(item.kind, item.minimum, item.maximum) for item in cover.problem.items]
    return _hash(repr((cover.cells, items, cover.problem.options)).encode())


def _puzzle_hash(puzzle: Puzzle) -> str:
    board = puzzle.board
    tiles = tuple((tile.name, tile.orientations, tile.minimum, tile.maximum) for tile in puzzle.tiles)
    given = tuple((each.tile, each.cells, *filter(None, [each.shown])) for each in puzzle.given)
    cells = puzzle.lattice.name, board.cells, sorted(board.optional), puzzle.fill
    listed = (puzzle.bounds, puzzle.listed) if isinstance(puzzle, DlxProblem) else ()
    fixed, groups = (puzzle.board_geometry.fixed_tiles, puzzle.fixed), puzzle.board_geometry.groups
    moved = (*(_ordered(fixed) if any(fixed) else ()), *groups)
    value = (*cells, tiles, given, _ordered(puzzle.rules), *listed, *moved)
    return _hash(repr(value).encode())


def _ordered(value: Any) -> Any:
    """Return the value with all sets in order, so that it is the same in every process."""
    if isinstance(value, (set, frozenset)):
        return sorted(map(_ordered, value), key=repr)
    if isinstance(value, (tuple, list)):
        return [*map(_ordered, value)]
    if is_dataclass(value):
        return type(value).__name__, [(field.name, _ordered(getattr(value, field.name))) for field in fields(value)]
    return value


def _hash(*data: bytes) -> str:
    digest = hashlib.sha256()
    for piece in data:
        digest.update(piece)
    return digest.hexdigest()


def _differences(old: Any, new: Any, path: str = "") -> Iterator[tuple[str, str, str]]:
    """Yield the differences of two specs: the path of a field and both values."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys([*old, *new]):
            if key not in COSMETIC_KEYS or (path and key == "name"):
                place = f"{path}.{key}" if path else str(key)
                yield from _differences(old.get(key, _ABSENT), new.get(key, _ABSENT), place)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for index, pair in enumerate(zip(old, new, strict=True)):
            yield from _differences(*pair, f"{path}.{index}")
    elif old != new:
        yield path, _shown(old), _shown(new)


def _shown(value: Any) -> str:
    if value is _ABSENT or value is None:
        return "nothing"
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "..."
