"""A job: the data that a worker needs, in a form that can be sent to another process."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from cp_puzzles.cover.cover_problem import Cover, build_cover
from cp_puzzles.cover.symmetry.leader import leader_of
from cp_puzzles.cover.symmetry.symmetry_group import Symmetry
from cp_puzzles.engines.engine import Breaking, SearchRequest
from cp_puzzles.engines.registry import MODEL_ENGINE, entry_of
from cp_puzzles.puzzle.puzzle import Puzzle
from cp_puzzles.search.workers.messages import Message


def portable(value: object) -> bytes:
    """Return a pickled value with the functions of the user that it contains, which other processes cannot import."""
    import cloudpickle

    return bytes(cloudpickle.dumps(value))


class Portion(Protocol):
    """A portion of a job: a part of a search, or a question about a solution."""

    @property
    def index(self) -> int:
        """The number that messages about the portion have."""
        ...


class Searcher(Protocol):
    """A search of parts that a worker sets up once for a job."""

    def search(self, part: Any, send: Callable[[Message], None], stop: Callable[[], bool]) -> None:
        """Carry out a portion and send messages, one that ends it as the last one; end early if `stop()` is true."""
        ...


class WorkerJob(Protocol):
    """A job for workers; `engine` names the engine that answers."""

    @property
    def engine(self) -> str:
        """The name of the engine."""
        ...

    @property
    def begins_with_threads(self) -> bool:
        """True if several threads are faster than one."""
        ...

    def searcher(self, built: Any) -> Searcher:
        """Set up a worker; `built` is what this process has built already, or None."""
        ...


@dataclass(frozen=True)
class Job:
    """A puzzle, the equivalence, the engine and its settings.

    `keep` asks for the solutions, otherwise they are only counted. `limit` bounds each part; `memory` bounds, in bytes,
    what is built (None: a share of the machine's memory).
    """

    puzzle: Puzzle
    symmetry: Symmetry = "full"
    engine: str = MODEL_ENGINE
    breaking: Breaking = "lex"
    keep: bool = True
    limit: int | None = None
    settings: Mapping[str, object] = field(default_factory=dict)
    memory: int | None = None

    @property
    def begins_with_threads(self) -> bool:
        """True if the engine can use several threads."""
        return entry_of(self.engine).tuning.threads

    def searcher(self, built: tuple[Cover, SearchRequest] | None) -> Searcher:
        """Set up a worker for parts of the search."""
        from cp_puzzles.search.workers.part_search import PartSearch

        return PartSearch(self, built)

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
        return SearchRequest(cover.problem, leader_of(cover, self.symmetry), self.breaking, self.settings, accepts)
