"""A job: a puzzle and a request, the same in every process."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cp_puzzles.cover.cover_problem import Cover, build_cover
from cp_puzzles.cover.symmetry.leader import leader_of
from cp_puzzles.cover.symmetry.symmetry_group import Symmetry
from cp_puzzles.engines.engine import Breaking, SearchRequest
from cp_puzzles.engines.registry import MODEL_ENGINE
from cp_puzzles.puzzle.puzzle import Puzzle


@dataclass(frozen=True)
class Job:
    """The request for a search: a puzzle, the equivalence, the engine and its settings.

    Without `keep`, solutions are counted and not returned. `limit` is the largest number of solutions. `memory` limits,
    in bytes, the cover problem; None: a share of the machine's memory.
    """

    puzzle: Puzzle
    symmetry: Symmetry = "full"
    engine: str = MODEL_ENGINE
    breaking: Breaking = "lex"
    keep: bool = True
    limit: int | None = None
    settings: Mapping[str, object] = field(default_factory=dict)
    memory: int | None = None

    def cover_and_request(self) -> tuple[Cover, SearchRequest]:
        """Return the cover problem and the request; they are the same in every process."""
        cover = self.cover()
        return cover, self.request(cover)

    def cover(self) -> Cover:
        """Return the cover problem of the puzzle."""
        return build_cover(self.puzzle, self.memory)

    def request(self, cover: Cover) -> SearchRequest:
        """Return the request for an engine."""
        accepts = cover.accepts if cover.checks else None
        leader = leader_of(cover, self.symmetry, self.memory)
        return SearchRequest(cover.problem, leader, self.breaking, self.settings, accepts)
