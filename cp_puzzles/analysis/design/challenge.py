"""A challenge: a puzzle of which so much is given that one solution is left."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from cp_puzzles.analysis.design.difficulty import Difficulty
from cp_puzzles.cover.solution import Solution
from cp_puzzles.geometry.isometry import Cell
from cp_puzzles.geometry.placement import Placement
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.spec.schema import PuzzleSpec
from cp_puzzles.spec.text import spec_text


@dataclass(frozen=True)
class Challenge:
    """A `puzzle` with exactly one `solution`, and the `spec` that says it.

    `given` and `holes` are the pieces and the empty cells that were chosen, beside those that the puzzle had before.
    `difficulty` is None where the solution can be turned or mirrored with the board. `engines`: who proved that there
    is no other solution, and who was asked the same again.
    """

    number: int
    spec: PuzzleSpec = field(repr=False)
    puzzle: Puzzle = field(repr=False)
    solution: Solution = field(repr=False)
    given: tuple[Placement, ...]
    holes: tuple[Cell, ...]
    difficulty: Difficulty | None
    engines: tuple[str, str]

    @property
    def grade(self) -> str | None:
        """How hard it is, in a word."""
        return None if self.difficulty is None else self.difficulty.grade

    @property
    def text(self) -> str:
        """The puzzle file."""
        return spec_text(self.spec)

    def summary(self) -> dict[str, Any]:
        """The challenge as plain data, cells as they are written in puzzle files."""
        lattice = self.puzzle.lattice
        return {
            "challenge": self.number,
            "name": self.puzzle.name,
            "difficulty": None if self.difficulty is None else self.difficulty.summary(),
            "given": [placement.data(lattice) for placement in self.given],
            "holes": [list(lattice.written(cell)) for cell in self.holes],
            "pieces": {tile.name: tile.maximum for tile in self.puzzle.tiles if tile.maximum == tile.minimum},
            "engines": list(self.engines),
            "solution": [placement.data(lattice) for placement in self.solution.placements],
        }


Ending = Literal["found", "fewer", "time-limit", "interrupted"]
"""How making challenges ended: with all that were wanted, with fewer because there are no more, or before that."""


@dataclass(frozen=True)
class Designs:
    """The challenges that were made, `wanted` so many.

    `status`: `found` all, `fewer`, or what came before that. `tried` solutions were looked at, `is_all` if there are no
    others. `smallest`: the fewest given pieces or cells with which any of them is the only one. `seed` makes the same
    challenges again.
    """

    puzzle: Puzzle = field(repr=False)
    challenges: tuple[Challenge, ...]
    wanted: int
    status: Ending
    tried: int
    is_all: bool
    smallest: int | None
    seed: int
    reason: str | None = None

    def summary(self) -> dict[str, Any]:
        """What was made, as plain data."""
        plain = {key: getattr(self, key) for key in ("status", "wanted", "tried", "is_all", "smallest", "seed")}
        more = {} if self.reason is None else {"reason": self.reason}
        return {"name": self.puzzle.name, **plain, **more, "challenges": [its.summary() for its in self.challenges]}
