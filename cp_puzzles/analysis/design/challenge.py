"""Challenges: puzzles whose given pieces leave exactly one solution."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from cp_puzzles.analysis.design.difficulty import Difficulty
from cp_puzzles.base.display_hooks import Displayed
from cp_puzzles.cover.solution import Solution
from cp_puzzles.puzzle.geometry.isometry import Cell
from cp_puzzles.puzzle.geometry.placement import Placement
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.puzzle.spec.schema import PuzzleSpec
from cp_puzzles.puzzle.spec.spec_text import spec_text


@dataclass(frozen=True)
class Challenge(Displayed):
    """A puzzle with exactly one solution.

    Attributes
    ----------
    number
        The number of the challenge, from 1.
    spec, puzzle, solution
        The puzzle as data and as a value, and its solution.
    given, holes
        The pieces and empty cells chosen by the design, in addition to those of the puzzle.
    difficulty
        The grade and its reasons; None if the solution is unique only up to symmetry.
    engines
        The engine that proved the uniqueness and the one that confirmed it.
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
        """The grade of difficulty, if there is one."""
        return None if self.difficulty is None else self.difficulty.grade

    @property
    def text(self) -> str:
        """The text of the puzzle file."""
        return spec_text(self.spec)

    def summary(self) -> dict[str, Any]:
        """Return the challenge as plain data, with cells as in puzzle files."""
        lattice = self.puzzle.lattice
        return {
            "challenge": self.number,
            "name": self.puzzle.name,
            "difficulty": None if self.difficulty is None else self.difficulty.summary(),
            "given": [placement.data(lattice) for placement in self.given],
            "holes": [list(lattice.coordinates(cell)) for cell in self.holes],
            "pieces": {tile.name: tile.maximum for tile in self.puzzle.tiles if tile.maximum == tile.minimum},
            "engines": list(self.engines),
            "solution": [placement.data(lattice) for placement in self.solution.placements],
        }


Ending = Literal["found", "fewer", "time-limit", "interrupted"]
"""How a design ended: with the requested number, with all that exist, or at a limit."""


@dataclass(frozen=True)
class Designs(Displayed):
    """The challenges of a design.

    Attributes
    ----------
    puzzle, challenges
        The puzzle of the design, and each `Challenge`.
    wanted, status, reason
        The number of challenges requested, what ended the design, and why there are fewer challenges.
    tried, is_all
        The number of solutions considered, and whether there are no others.
    smallest
        The least number of given pieces or cells that makes any of them unique.
    seed
        The seed that reproduces the design.
    """

    puzzle: Puzzle = field(repr=False)
    challenges: tuple[Challenge, ...] = field(repr=False)
    wanted: int
    status: Ending
    tried: int
    is_all: bool
    smallest: int | None
    seed: int
    reason: str | None = None

    def summary(self) -> dict[str, Any]:
        """Return the design as plain data."""
        plain = {key: getattr(self, key) for key in ("status", "wanted", "tried", "is_all", "smallest", "seed")}
        reason = {} if self.reason is None else {"reason": self.reason}
        return {
            "name": self.puzzle.name,
            **plain,
            **reason,
            "challenges": [challenge.summary() for challenge in self.challenges],
        }
