"""The identity of a stored run: its puzzle and its request, and the differences of two identities."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
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
    options, leaders
        Hashes: of the options in order, and of the symmetry group with the order of comparison.
    share
        "17/500" for a file with a share of the parts, "" for a whole run.
    """

    name: str
    spec: str
    leave: str
    symmetry: Symmetry
    command: Literal["solve", "count"]
    options: str
    leaders: str
    share: str = ""

    def build_puzzle(self) -> Puzzle:
        """Build the puzzle from the stored spec."""
        return puzzle_of_text(self.spec, self.name, tuple(json.loads(self.leave)))

    def require_match(self, asked: Identity, cover: Cover, place: str) -> None:
        """Raise `MistakeError` with the first difference from the identity of the present request."""
        begun = "the run was begun with"
        remedy: Text = "choose another file, or repeat the command that began the run"
        problem: Text | None = None
        if self.share != asked.share:
            problem = f"the file is share {self.share} of a run" if self.share else "the file is a run, not a share"
            remedy = ("name the same ", Parameter("share"), " as the command that began it, or another file")
        elif _essence(self.build_puzzle()) != _essence(cover.puzzle):
            name, old, new = next(_differences(self._content(), asked._content()), ("the puzzle", "one", "another"))
            problem = f"{begun} {name}: {old}, this command has {new}"
        elif self.symmetry != asked.symmetry:
            problem = (f"{begun} ", Parameter("symmetry", self.symmetry), f", this command has {asked.symmetry}")
        elif self.command != asked.command:
            problem = f"{begun} the command {self.command}, this is {asked.command}"
        elif not self.matches_options(cover) or self.leaders != asked.leaders:
            problem = "the run was begun by a version of this program that numbers placements differently"
            remedy = "continue it with that version, or choose another file"
        if problem is not None:
            raise MistakeError(place, problem, remedy)

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
        options=options_hash(cover),
        leaders=_hash(np.ascontiguousarray(leader.order).tobytes(), leader.group.options.tobytes()),
        share=share,
    )


def options_hash(cover: Cover) -> str:
    """Return the hash of the options in their order; if two hashes are equal, the options have the same numbers."""
    items = [(item.kind, item.minimum, item.maximum) for item in cover.problem.items]
    return _hash(repr((cover.cells, items, cover.problem.options)).encode())


def _essence(puzzle: Puzzle) -> tuple[Any, ...]:
    """Return what solutions and their disassemblies depend on."""
    board = puzzle.board
    tiles = [(tile.name, tile.orientations, tile.minimum, tile.maximum) for tile in puzzle.tiles]
    given = [(each.tile, each.cells, each.shown) for each in puzzle.given]
    cells = puzzle.lattice.name, board.cells, board.optional, puzzle.fill
    listed = (puzzle.bounds, puzzle.listed) if isinstance(puzzle, DlxProblem) else ()
    moved = puzzle.board_geometry.fixed_tiles, puzzle.fixed, puzzle.board_geometry.groups
    return *cells, tiles, given, puzzle.rules, *listed, *moved


def _hash(*data: bytes) -> str:
    return sha256(b"".join(data)).hexdigest()


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
