"""A job: what a worker needs to know, as plain data that can be sent to another process."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cp_puzzles.cover.kinds import cover_of
from cp_puzzles.cover.problem import Cover
from cp_puzzles.engines.base import Breaking, Question
from cp_puzzles.engines.registry import DEFAULT
from cp_puzzles.puzzle.model import Puzzle
from cp_puzzles.symmetry.group import Symmetry, symmetry_group
from cp_puzzles.symmetry.leader import lex_leader


@dataclass(frozen=True)
class Job:
    """A question about a puzzle and the way to answer it.

    `keep` asks for the solutions themselves, otherwise they are only counted. `limit` bounds each part, `memory`, in
    bytes, what is built; None: a share of the machine's.
    """

    puzzle: Puzzle
    symmetry: Symmetry = "full"
    engine: str = DEFAULT
    breaking: Breaking = "lex"
    keep: bool = True
    limit: int | None = None
    settings: Mapping[str, object] = field(default_factory=dict)
    memory: int | None = None

    def ask(self) -> tuple[Cover, Question]:
        """The cover problem and the question; the same in every process."""
        cover = self.cover()
        return cover, self.question(cover)

    def cover(self) -> Cover:
        """The cover problem of the puzzle."""
        return cover_of(self.puzzle, self.memory)

    def question(self, cover: Cover) -> Question:
        """The question that is asked of the cover problem."""
        leader = lex_leader(cover.problem, symmetry_group(cover, self.symmetry))
        accepts = cover.accepts if cover.checks else None
        return Question(cover.problem, leader, self.breaking, self.settings, accepts)
